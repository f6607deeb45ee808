"""The version, in one place: the window shows it and the package carries it. And the name that desktops know us by."""

from typing import Final

VERSION = "1.0.0"

APPLICATION_ID: Final = "io.github.qiguan.qiguan"
"""Names the files for the desktop (`assets/desktop`) and the window's class, by which a desktop finds them."""
