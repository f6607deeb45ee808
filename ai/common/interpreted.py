"""Kernels run as the Python functions that they are, for as long as nothing is compiled.

That takes a hundred times as long, which does not matter to levels that look at some hundred positions: they answer in
hundredths of a second, with the very moves, scores and node counts of the compiled kernels. What numba does for a
kernel is done here: numbers that it reads from an array are as wide as they need be, and words of 64 bits wrap.

A process interprets all kernels or none. `ai.runtime.interpreter` starts one that does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any, Final

import numpy as np

VARIABLE: Final = "QIGUAN_INTERPRETED"
IS_INTERPRETED: Final = os.environ.get(VARIABLE) == "1"
"""Whether this process interprets kernels."""

_names: Final[dict[str, dict[str, Any]]] = {}
"""By module: its names as its kernels see them. Empty until a kernel is called."""


class Interpreted:
    """A kernel as it is called from outside of kernels. Kernels call the Python functions of each other."""

    def __init__(self, function: Callable[..., Any]) -> None:
        assert isinstance(function, FunctionType)
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        names = _names.setdefault(function.__module__, {})
        self.inner = FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, function.__closure__
        )

    def __call__(self, *arguments: Any) -> Any:
        """What the kernel returns."""
        for module, names in _names.items():
            if not names:
                known = vars(sys.modules[module])
                names.update({key: _inside(each) for key, each in known.items()})
        with np.errstate(over="ignore"):  # words wrap, as hashes want it
            return self.inner(*map(_as_kernels_see_it, arguments))


def _inside(value: Any) -> Any:
    return value.inner if isinstance(value, Interpreted) else value


def _as_kernels_see_it(value: Any) -> Any:
    """Arrays of integers give Python's numbers when they are read, which know no overflow; those of words stay."""
    if isinstance(value, np.ndarray):
        return value if value.dtype == np.uint64 else value.data
    if isinstance(value, tuple):
        return type(value)(*map(_as_kernels_see_it, value))
    if hasattr(value, "addresses"):  # ai.common.pointers.Addressed
        if not hasattr(value, "as_kernels_see_it"):
            arrays = {name: each for name, each in vars(value).items() if isinstance(each, np.ndarray)}
            value.as_kernels_see_it = SimpleNamespace(
                **{name: _as_kernels_see_it(each) for name, each in arrays.items()}
            )
        return value.as_kernels_see_it
    return value
