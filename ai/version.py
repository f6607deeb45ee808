"""The installed program's version, for the command lines of the engines."""

from __future__ import annotations

import importlib.metadata


def installed_version() -> str:
    """Such as `qiguan 0.3.0`. This package does not know the program that it is part of, so it asks what is
    installed."""
    try:
        return f"qiguan {importlib.metadata.version('qiguan')}"
    except importlib.metadata.PackageNotFoundError:
        return "qiguan (not installed)"
