"""How kernels are declared, and which of three ways they run in a process: out of a library that was made ahead of time
(`ai.common.library`), compiled here by numba (`ai.common.compiled`), or interpreted (`ai.common.interpreted`).

Importing a module of kernels compiles nothing. `KernelSet.compile` does, in the order of declaration (callees first),
so that a child process can show its progress and the worker's thread can make room for the window between two kernels.

Modules of kernels take the types of their signatures from here and never import numba themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, TypeVar, cast

from ai.common.interpreted import IS_INTERPRETED, Interpreted
from ai.common.library import LIBRARY

BY_NUMBA: Final = LIBRARY is None and not IS_INTERPRETED
"""Whether numba compiles the kernels of this process."""

if TYPE_CHECKING or BY_NUMBA:
    from ai.common.compiled import (
        boolean,
        float32,
        float64,
        int8,
        int16,
        int32,
        int64,
        named_arrays,
        uint8,
        uint64,
        void,
    )
else:
    from ai.common.kernel_types import (
        boolean,
        float32,
        float64,
        int8,
        int16,
        int32,
        int64,
        named_arrays,
        uint8,
        uint64,
        void,
    )

__all__ = [
    "BY_NUMBA",
    "KernelSet",
    "boolean",
    "float32",
    "float64",
    "inside_kernels",
    "int8",
    "int16",
    "int32",
    "int64",
    "named_arrays",
    "uint8",
    "uint64",
    "void",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def inside_kernels(generate: Callable[..., Any], in_python: _Function) -> _Function:
    """A function for kernels alone: `generate` makes its code as an intrinsic of numba does; interpreted kernels call
    `in_python`."""
    if not BY_NUMBA:
        return in_python
    from ai.common.compiled import intrinsic

    return cast(_Function, intrinsic(generate))


class KernelSet:
    """The kernels of one engine, in the order in which they are compiled."""

    every: ClassVar[list[KernelSet]] = []
    """All that were declared in this process, callees before their callers."""

    def __init__(self) -> None:
        self.kernels: list[tuple[Any, Any]] = []
        """Each with its signature."""
        self.every.append(self)

    def __len__(self) -> int:
        return len(self.kernels)

    def kernel(self, signature: Any) -> Callable[[_Function], _Function]:
        """Decorator: a compiled function that releases the GIL and takes exactly these types.

        A call with other types is an error instead of a second, silently compiled copy.
        """

        def declare(function: _Function) -> _Function:
            kernel: Any
            if IS_INTERPRETED:
                kernel = Interpreted(function)
            elif LIBRARY is not None:
                kernel = LIBRARY.kernel(function, signature)
            else:
                from ai.common.compiled import declared

                kernel = declared(function)
            self.kernels.append((kernel, signature))
            return cast(_Function, kernel)

        return declare

    def compile(self) -> Iterator[str]:
        """Have every kernel ready: found in the library, taken from the disk cache or compiled. Yields each name then.
        Raises AttributeError for one that is not in the library: it was declared by who is no part of the program."""
        for kernel, signature in self.kernels:
            if LIBRARY is not None:
                kernel.bind()
            elif not IS_INTERPRETED:
                from ai.common.compiled import compile_now

                compile_now(kernel, signature)
            yield kernel.__name__


class WithKernels(Protocol):
    """A module of kernels."""

    KERNELS: KernelSet


class KernelGroup:
    """The kernels of several modules, compiled one after the other: all that an engine needs."""

    def __init__(self, *modules: WithKernels) -> None:
        self._sets = [module.KERNELS for module in modules]

    def count(self) -> int:
        """How many kernels there are."""
        return sum(map(len, self._sets))

    def compile(self) -> Iterator[str]:
        """Have every kernel ready; yields each name then."""
        for kernels in self._sets:
            yield from kernels.compile()
