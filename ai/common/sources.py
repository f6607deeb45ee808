"""The sources of all kernels, the hash of their content, and where a library that was made of them lies.

A library (`python -m ai.build`, `ai.common.library`) is a file in `ai/native` for one system and processor, named after
the hash: what was made of other sources would read and write at random, so it is not even looked for.

`QIGUAN_KERNELS=numba` in the environment passes the libraries over. Light: the window asks before its first frame.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import logging
import os
import platform
import struct
import sys
from functools import cache
from pathlib import Path
from typing import Final

_log = logging.getLogger(__name__)
PACKAGE: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = PACKAGE / "native"
WITHOUT_KERNELS: Final = frozenset({"arena", "bench", "build", "native", "protocols", "runtime"})
"""The folders of this package without kernels, nor anything that goes into them."""
VARIABLE: Final = "QIGUAN_KERNELS"
NUMBA: Final = "numba"
NO_KERNELS: Final = "no engines for this machine: install numba to compile them (pip install numba)"
DIGITS: Final = 16
NOTE: Final = "sources.txt"
"""Beside the library of a packed program, which has the sources as bytecode alone: the hash of their content."""
_SYSTEMS: Final = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_MACHINES: Final = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
_ENDINGS: Final = {"linux": "so", "macos": "dylib", "windows": "dll"}


def kernel_sources() -> list[Path]:
    """The files that can hold kernels, or what goes into them, in a fixed order."""
    files = sorted(PACKAGE.glob("*/**/*.py"), key=lambda file: file.relative_to(PACKAGE).as_posix())
    return [file for file in files if file.relative_to(PACKAGE).parts[0] not in WITHOUT_KERNELS]


@cache
def content_hash() -> str:
    """Sixteen hexadecimal digits that change with the content of any of these files."""
    files, note = kernel_sources(), FOLDER / NOTE
    if not files and note.is_file():
        return note.read_text(encoding="ascii")
    digest = hashlib.sha256()
    for file in files:
        data = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{file.relative_to(PACKAGE).as_posix()} {len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:DIGITS]


def this_platform() -> str | None:
    """System and processor, such as `linux-x86_64`; None where no library is made for them."""
    if struct.calcsize("P") != 8:
        return None  # a Python of 32 bits, whatever the machine could do
    system, machine = _SYSTEMS.get(sys.platform), _MACHINES.get(platform.machine().lower())
    return f"{system}-{machine}" if system and machine else None


def library_file(of: str) -> Path:
    """Where the library of a platform lies if it fits these sources."""
    return FOLDER / f"kernels-{content_hash()}-{of}.{_ENDINGS[of.partition('-')[0]]}"


@cache
def fitting_library() -> Path | None:
    """The library for this machine and these sources; None where there is none, it is not wanted, or the system can't
    open it."""
    here = this_platform()
    if here is None or os.environ.get(VARIABLE) == NUMBA:
        return None
    file = library_file(here)
    if not file.is_file():
        return None
    try:
        ctypes.CDLL(str(file))
    except OSError as error:
        _log.warning("kernels are compiled, for their library can't be opened: %s", error)
        return None
    return file


def can_compile() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None
