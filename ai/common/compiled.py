"""Kernels compiled here by numba, one by one, each for exactly one signature, with the disk cache on.

numba reads where its cache lies when it is imported, so nothing else imports it before this module has said so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from ai.common.kernel_cache import use_kernel_cache

caches = use_kernel_cache() is not None
"""Whether kernels that are declared from now on are kept on the disk; else they are compiled in memory alone."""

import llvmlite.binding as llvm  # noqa: E402
import numba  # noqa: E402
from numba.core import types  # noqa: E402
from numba.core.typeinfer import TypeInferer  # noqa: E402
from numba.core.types import boolean, float32, float64, int8, int16, int32, int64, uint8, uint64, void  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

__all__ = [
    "boolean",
    "compile_now",
    "declared",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "intrinsic",
    "named_arrays",
    "types",
    "uint8",
    "uint64",
    "void",
]

named_arrays: Final[Any] = types.NamedTuple
"""The type of a named tuple of arrays, from their types and its class."""


def _answer_with_the_declared_type() -> None:
    """Where a kernel calls itself numba asks what it returns, and infers the types of the whole function again to tell:
    28 times in the search of Xiangqi, a third of all compiling. A signature has said it already.

    This knows numba from within; with another version, where the names differ, numba goes on inferring.
    """
    infer = getattr(TypeInferer, "return_types_from_partial", None)
    if infer is None or not hasattr(TypeInferer, "_get_return_vars"):
        return

    def known(inferer: Any) -> Any:
        for variable in inferer._get_return_vars():
            found = inferer.typevars[variable.name]
            if getattr(found, "locked", False):  # by a signature
                return found.getone()
        return infer(inferer)

    TypeInferer.return_types_from_partial = known  # type: ignore[method-assign]  # a name of numba, which has no types


_answer_with_the_declared_type()


def declared(function: Callable[..., Any]) -> Any:
    """A kernel that is yet to be compiled: numba's dispatcher of the function."""
    # _nrt=False: kernels only borrow their arrays. With numba's runtime every call that passes arrays counts
    # references to each of them with atomic operations, which cost half to four fifths of the time here. A
    # kernel that allocates fails to compile. no_cfunc_wrapper: nobody calls a kernel by its address.
    options: dict[str, Any] = {
        "nogil": True,
        "cache": caches,
        "error_model": "numpy",
        "_nrt": False,
        "no_cfunc_wrapper": True,
    }
    return numba.njit(**options)(function)


_compiling: Final = threading.Lock()
"""Held while a kernel is compiled: what one thread takes back another may not let go of meanwhile."""


def compile_now(dispatcher: Any, signature: Any) -> None:
    """Compile a kernel, or take it from the disk cache; nothing if that was done before."""
    with _compiling:
        if not dispatcher.signatures:
            _compile(dispatcher, signature)


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
