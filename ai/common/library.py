"""The kernels as a library that was made ahead of time (`python -m ai.build`), called without numba.

Where no library fits (`ai.common.sources`) numba compiles the kernels.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from ai.common.interpreted import IS_INTERPRETED
from ai.common.sources import DIGITS, content_hash, fitting_library

SOURCES_SYMBOL: Final = "qiguan_sources"
"""What a library knows of its sources: their hash again."""
PROCESSOR_SYMBOL: Final = "qiguan_processor"
"""... and of the least processor that runs it: its name."""


def symbol_of(function: Callable[..., Any]) -> str:
    """The name of a kernel in a library: that of its module, also where the module is run as a command."""
    module = function.__module__
    if module == "__main__" and (spec := sys.modules[module].__spec__) is not None:
        module = spec.name
    return f"qg_{module.removeprefix('ai.').replace('.', '_')}_{function.__name__}"


class LibraryKernel:
    """A kernel out of the library, called like the function that it was made of. Raises TypeError for arguments of
    other kinds than those declared."""

    def __init__(self, library: KernelLibrary, function: Callable[..., Any], signature: Any) -> None:
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self._symbol = symbol_of(function)
        self._library = library
        self._signature = signature
        self._call: Callable[..., Any] | None = None
        self._takes: Sequence[Callable[[Any], Sequence[Any]]] = ()

    def bind(self) -> Callable[..., Any]:
        """Find it in the library. Raises AttributeError where it is not there."""
        found: Any = self._library.find(self._symbol)
        found.argtypes = [word for kind in self._signature.takes for word in kind.words]
        returned = self._signature.returns
        found.restype = ctypes.c_bool if returned.scalar is bool else returned.words[0]
        self._takes = [kind.taking() for kind in self._signature.takes]
        self._call = found
        return self._call

    def __call__(self, *arguments: Any) -> Any:
        """What the kernel returns. The GIL is released meanwhile."""
        call = self._call or self.bind()
        words: list[Any] = []
        for take, argument in zip(self._takes, arguments, strict=True):
            words += take(argument)
        return call(*words)


class KernelLibrary:
    """An opened library."""

    def __init__(self, file: Path) -> None:
        """Raises OSError for a file that is no library of these sources."""
        self._library = ctypes.CDLL(str(file))
        try:
            made_of = (ctypes.c_char * DIGITS).in_dll(self._library, SOURCES_SYMBOL).value.decode("ascii", "replace")
        except ValueError as error:
            raise OSError(f"{file} is no library of kernels: {error}") from error
        if made_of != content_hash():
            raise OSError(f"{file} was made of other sources ({made_of})")

    @property
    def processor(self) -> str:
        """The least processor that runs it, such as `x86-64-v2`."""
        address = ctypes.addressof(ctypes.c_char.in_dll(self._library, PROCESSOR_SYMBOL))
        return ctypes.string_at(address).decode("ascii", "replace")

    def find(self, symbol: str) -> Any:
        """A function of the library. Raises AttributeError."""
        return getattr(self._library, symbol)

    def kernel(self, function: Callable[..., Any], signature: Any) -> LibraryKernel:
        """The kernel that was made of a function."""
        return LibraryKernel(self, function, signature)


_FILE: Final = None if IS_INTERPRETED else fitting_library()
LIBRARY: Final = KernelLibrary(_FILE) if _FILE is not None else None
"""The library whose kernels this process runs; None where numba compiles them, or they are interpreted."""
