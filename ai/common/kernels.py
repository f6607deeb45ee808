"""How kernels are declared and compiled: one by one, each for exactly one signature, with the disk cache on.

Importing a module of kernels compiles nothing. `KernelSet.compile` does, in the order of declaration (callees first),
so that a child process can show its progress and the worker's thread can make room for the window between two kernels.

Modules of kernels take numba's types from here and never import numba themselves: numba reads where its cache lies when
it is imported, so this module must be first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, TypeVar, cast

from ai.common.interpreted import IS_INTERPRETED, Interpreted
from ai.common.kernel_cache import use_kernel_cache

_CACHES = not IS_INTERPRETED and use_kernel_cache() is not None

import llvmlite.binding as llvm  # noqa: E402
import numba  # noqa: E402
from numba.core import types  # noqa: E402
from numba.core.typeinfer import TypeInferer  # noqa: E402
from numba.core.types import boolean, float32, int8, int16, int32, int64, uint8, uint64, void  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

__all__ = [
    "KernelSet",
    "boolean",
    "float32",
    "int8",
    "int16",
    "int32",
    "int64",
    "intrinsic",
    "types",
    "uint8",
    "uint64",
    "void",
]

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _answer_with_the_declared_type() -> None:
    """Where a kernel calls itself numba asks what it returns, and infers the types of the whole function again to tell:
    28 times in the search of Xiangqi, a third of all compiling. A signature has said it already.

    This knows numba from within; with another version, where the names differ, numba goes on inferring.
    """
    infer = getattr(TypeInferer, "return_types_from_partial", None)
    if infer is None or not hasattr(TypeInferer, "_get_return_vars"):
        return

    def declared(inferer: Any) -> Any:
        for variable in inferer._get_return_vars():
            found = inferer.typevars[variable.name]
            if getattr(found, "locked", False):  # by a signature
                return found.getone()
        return infer(inferer)

    TypeInferer.return_types_from_partial = declared  # type: ignore[method-assign]  # a name of numba, which has no types


_answer_with_the_declared_type()


class KernelSet:
    """The kernels of one engine, in the order in which they are compiled."""

    def __init__(self) -> None:
        self._kernels: list[tuple[Any, Any]] = []

    def __len__(self) -> int:
        return len(self._kernels)

    def kernel(self, signature: Any) -> Callable[[_Function], _Function]:
        """Decorator: a compiled function that releases the GIL and takes exactly these types.

        A call with other types is an error instead of a second, silently compiled copy.
        """

        def declare(function: _Function) -> _Function:
            if IS_INTERPRETED:
                self._kernels.append((Interpreted(function), signature))
                return cast(_Function, self._kernels[-1][0])
            # _nrt=False: kernels only borrow their arrays. With numba's runtime every call that passes arrays counts
            # references to each of them with atomic operations, which cost half to four fifths of the time here. A
            # kernel that allocates fails to compile. no_cfunc_wrapper: nobody calls a kernel by its address.
            options: dict[str, Any] = {
                "nogil": True,
                "cache": _CACHES,  # else in memory alone
                "error_model": "numpy",
                "_nrt": False,
                "no_cfunc_wrapper": True,
            }
            dispatcher = numba.njit(**options)(function)
            self._kernels.append((dispatcher, signature))
            return cast(_Function, dispatcher)

        return declare

    def compile(self) -> Iterator[str]:
        """Compile every kernel, or take it from the disk cache; yields each name when it is ready."""
        for dispatcher, signature in self._kernels:
            if not IS_INTERPRETED:
                with _compiling:
                    if not dispatcher.signatures:
                        _compile(dispatcher, signature)
            yield dispatcher.__name__


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
        """Compile every kernel or load it from the disk cache; yields each name when it is ready."""
        for kernels in self._sets:
            yield from kernels.compile()


_compiling: Final = threading.Lock()
"""Held while a kernel is compiled: what one thread takes back another may not let go of meanwhile."""


def _compile(dispatcher: Any, signature: Any) -> None:
    try:
        dispatcher.compile(signature)
    except RuntimeError:  # it is not in the cache, but others were whose intermediate code it needs
        if not _intermediate:
            raise
        _take_intermediate_code_back()
        dispatcher.compile(signature)
    dispatcher.disable_compile()
    _let_go_of_intermediate_code(dispatcher)


_intermediate: dict[Any, bytes] = {}
"""By numba's library of a kernel: its intermediate code, packed."""


def _let_go_of_intermediate_code(dispatcher: Any) -> None:
    """Of a kernel from the cache numba keeps unpacked what kernels compiled later in this process would be linked with:
    30 MB for all engines together, and as a rule there are none. Kept packed it is a tenth.

    This knows numba from within; with another version, where the names differ, nothing is let go of.
    """
    if not dispatcher.stats.cache_hits:
        return
    for overload in dispatcher.overloads.values():
        module = getattr(overload.library, "_shared_module", None)
        if module is not None:
            _intermediate[overload.library] = module.as_bitcode()
            overload.library._shared_module = None


def _take_intermediate_code_back() -> None:
    for library, code in _intermediate.items():
        library._shared_module = llvm.parse_bitcode(code)
    _intermediate.clear()
