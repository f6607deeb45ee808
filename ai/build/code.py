"""The code of all kernels before it is optimised, in one module of LLVM, with functions to be called from outside.

numba compiles each kernel, and its code is caught before anything is optimised. What numba adds for Python is left out.
A kernel is then called by a function of plain types, `qg_<module>_<kernel>`: numbers as they are, an array as its
address and length, an addressed object (`ai.common.pointers`) as its addresses.
"""

# numba and llvmlite have no types
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import llvmlite.binding as llvm

from ai.common import compiled
from ai.common.compiled import named_arrays, types
from ai.common.compiled_pointers import Pointers
from ai.common.kernels import KernelSet
from ai.common.library import SOURCES_SYMBOL, symbol_of
from ai.common.sources import PACKAGE, content_hash, kernel_sources

from numba.core import cgutils, codegen  # isort: skip  # after ai.common.compiled, which tells numba where its cache lies

_DEFINED: Final = re.compile(r'^define (?:[^@\n]*)@"?([^"(\n]*)', re.MULTILINE)
_FOR_PYTHON: Final = ("_ZN7cpython", "cfunc.", "nrt_", "NRT_")
"""How the names of what numba adds begin."""
_RETURNS: Final = {
    "bool": ("i8", "i8", "0"),
    "int64": ("i64", "i64", "0"),
    "uint64": ("i64", "i64", "0"),
    "int32": ("i32", "i32", "0"),
    "float32": ("float", "float", "0.0"),
    "float64": ("double", "double", "0.0"),
    "none": ("void", "ptr", "null"),
}
"""By what a kernel returns: the type of its function, and that and the first content of where numba has it put."""


class BuildError(Exception):
    """The libraries can't be made."""


def import_all() -> None:
    """Import every module that can declare kernels; what they declare is not kept on the disk, for what lies there has
    no code to catch."""
    compiled.caches = False
    for file in kernel_sources():
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        if parts[-1] not in ("__init__", "__main__"):
            importlib.import_module(".".join(parts))


def whole_module() -> tuple[str, list[str]]:
    """The module's text, in which only what is called from outside can be seen from there, and the names of that."""
    caught = _compile_all()
    whole = None
    for text in caught:
        if any(name.startswith(_FOR_PYTHON) for name in _DEFINED.findall(text)):
            continue
        module = llvm.parse_assembly(text)
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    if whole is None:
        raise BuildError("numba has compiled nothing")
    texts, names = [f'target triple = "{whole.triple}"'], []
    for dispatcher, _ in _kernels():
        name, text = _entry(whole, dispatcher)
        names.append(name)
        texts.append(text)
    digest = content_hash()
    texts.append(f'@{SOURCES_SYMBOL} = constant [{len(digest)} x i8] c"{digest}"')
    entries = llvm.parse_assembly("\n".join(texts))
    entries.verify()
    whole.link_in(entries)
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in names else "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration and variable.name != SOURCES_SYMBOL:
            variable.linkage = "internal"
    whole.verify()
    return str(whole), names


def _kernels() -> Iterator[tuple[Any, Any]]:
    for kernels in KernelSet.every:
        yield from kernels.kernels


def _compile_all() -> list[str]:
    """Have numba compile every kernel; the modules of code that it made, in their order."""
    caught: list[str] = []

    def catch(library: Any, module: Any) -> None:
        caught.append(cgutils.normalize_ir_text(str(module)))

    def end(library: Any) -> None:
        library._finalized = True

    # numba would link each kernel with all that it calls, and make this machine's code of it: half of the time
    replaced: list[tuple[type, str, Callable[..., Any]]] = [
        (codegen.CPUCodeLibrary, "add_ir_module", catch),
        (codegen.CPUCodeLibrary, "finalize", end),
        (codegen.JITCodeLibrary, "get_pointer_to_function", lambda library, name: 0),
        (codegen.JITCPUCodegen, "set_env", lambda code, name, environment: None),
    ]
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in replaced]
    for owner, name, method in replaced:
        setattr(owner, name, method)
    try:
        for kernels in KernelSet.every:
            for _ in kernels.compile():
                pass
    finally:
        for owner, name, method in kept:
            setattr(owner, name, method)
    return caught


def _entry(whole: Any, dispatcher: Any) -> tuple[str, str]:
    """The name and the text of the function by which a kernel is called from outside."""
    name = symbol_of(dispatcher.py_func)
    if len(dispatcher.overloads) != 1:
        raise BuildError(f"{name} was compiled for {[str(each) for each in dispatcher.overloads]}")
    (compiled,) = dispatcher.overloads.values()
    symbol, signature = compiled.fndesc.llvm_func_name, compiled.signature
    words = [str(argument.type) for argument in whole.get_function(symbol).arguments]
    returned = str(signature.return_type)
    if returned not in _RETURNS:
        raise BuildError(f"{name} returns {returned}, which has no place here yet")
    kind, held, nothing = _RETURNS[returned]
    way = _Handover(words[2:])
    for argument in signature.args:
        way.add(argument)
    if len(way.handed) != len(words) - 2:
        raise BuildError(f"{name} takes {len(words) - 2} words, not {len(way.handed)}")
    lines = [
        f'declare i32 @"{symbol}"({", ".join(words)})',
        f"define {kind} @{name}({', '.join(way.taken)}) {{",
        *way.steps,
        f" %result = alloca {held}",
        " %failure = alloca ptr",
        f" store {held} {nothing}, ptr %result",
        f' %status = call i32 @"{symbol}"({", ".join([f"{words[0]} %result", f"{words[1]} %failure", *way.handed])})',
    ]
    if kind == "void":
        lines += [" ret void", "}"]
    else:
        lines += [f" %value = load {held}, ptr %result", f" ret {kind} %value", "}"]
    return name, "\n".join(lines)


class _Handover:
    """How the arguments come to a kernel: the words that are taken from outside, those that it is handed, and what has
    to be reckoned between."""

    def __init__(self, words: Sequence[str]) -> None:
        """`words` are the types of what the kernel is handed."""
        self._words = words
        self.taken: list[str] = []
        self.handed: list[str] = []
        self.steps: list[str] = []

    def add(self, argument: Any) -> None:
        """One more argument, of a type of numba."""
        if isinstance(argument, types.Array):
            self._add_array(argument)
        elif isinstance(argument, named_arrays):
            for each in argument.types:
                self.add(each)
        else:
            for _ in range(len(argument.fields) if isinstance(argument, Pointers) else 1):
                number = len(self.handed)
                self.taken.append(f"{self._words[number]} %word{number}")
                self._hand(f"%word{number}")

    def _add_array(self, array: Any) -> None:
        """numba hands on two addresses of its owner, the items, bytes an item, the address, and for each dimension the
        length and then the bytes a step."""
        number, size = len(self.handed), array.dtype.bitwidth // 8
        lengths = [f"%length{number}_{each}" for each in range(array.ndim)]
        self.taken += [f"ptr %at{number}", *(f"i64 {each}" for each in lengths)]
        items = "1"
        strides: list[str] = []
        for each, length in reversed(list(enumerate(lengths))):
            strides.insert(0, f"%step{number}_{each}")
            self.steps.append(f" {strides[0]} = mul i64 {items}, {size}")
            self.steps.append(f" %items{number}_{each} = mul i64 {items}, {length}")
            items = f"%items{number}_{each}"
        for value in ("null", "null", items, str(size), f"%at{number}", *lengths, *strides):
            self._hand(value)

    def _hand(self, value: str) -> None:
        self.handed.append(f"{self._words[len(self.handed)]} {value}")
