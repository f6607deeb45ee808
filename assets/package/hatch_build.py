"""Puts the package `qiguan` itself into the wheel; `game`, `ai`, `net` and `assets` come into it by pyproject.toml.

An editable installation must not get a copy: it finds the package in its folder here (`dev-mode-dirs`), and from there
the checkout.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OnePackage(BuildHookInterface):
    """Called by hatchling before a wheel is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the package's files where the wheel is not an editable one."""
        if version == "standard":
            build_data["force_include"]["assets/package/site/qiguan"] = "qiguan"
