"""What `--version` tells: the program's version, which engines are in it, and what runs them.

    qiguan 1.0.0
    engines 8d06c0b3a1a7c4b2, signature 5fd8b0c1e6a4
    kernels from a library for linux-x86_64, processor x86-64-v2

Engines are told apart by the hash of the sources of their kernels (`ai.common.sources`) and by their signature: a
digest of what each of them decides in fixed positions, as `python -m ai.bench signatures` prints it and
`signatures.json` holds it.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ai.common.sources import NO_KERNELS, can_compile, content_hash, this_platform

SIGNATURES: Final = Path(__file__).with_name("signatures.json")
_DIGITS: Final = 12


def installed_version() -> str:
    """Such as `qiguan 0.3.0`. This package does not know the program that it is part of, so it asks what is
    installed."""
    import importlib.metadata

    try:
        return f"qiguan {importlib.metadata.version('qiguan')}"
    except importlib.metadata.PackageNotFoundError:
        return "qiguan (not installed)"


def engines_version() -> str:
    """Which engines these are, and what runs them: two lines."""
    text = SIGNATURES.read_bytes().replace(b"\r\n", b"\n")
    signature = hashlib.sha256(text).hexdigest()[:_DIGITS]
    return f"engines {content_hash()}, signature {signature}\n{_kernels()}"


def _kernels() -> str:
    from ai.common.library import LIBRARY

    if LIBRARY is not None:
        return f"kernels from a library for {this_platform()}, processor {LIBRARY.processor}"
    if not can_compile():
        return NO_KERNELS
    import importlib.metadata

    from llvmlite.binding import get_host_cpu_name

    processor = get_host_cpu_name()
    return f"kernels compiled by numba {importlib.metadata.version('numba')}, processor {processor}"


class ShowVersion(argparse.Action):
    """An option that tells all this and ends the program. `const` says which program it is, if not the installed
    one."""

    def __init__(self, option_strings: Sequence[str], dest: str, const: str | None = None, **_: Any) -> None:
        super().__init__(
            option_strings, argparse.SUPPRESS, nargs=0, const=const, default=argparse.SUPPRESS,
            help="show the program's version, that of its engines, and what runs them",
        )  # fmt: skip

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Tell it; raises SystemExit."""
        if sys.stdout is not None:  # as it is without a console on Windows
            sys.stdout.write(f"{self.const or installed_version()}\n{engines_version()}\n")
        parser.exit()
