"""The module of all kernels, optimised for one platform and written as an object file."""

# llvmlite has no types
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import llvmlite.binding as llvm

from ai.common.library import PROCESSOR_SYMBOL, SOURCES_SYMBOL

_TRIPLE: Final = re.compile(r"^target triple = .*$", re.MULTILINE)
_LAYOUT: Final = re.compile(r"^target datalayout = .*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Platform:
    """What code is made for: LLVM's name of the machine, the least processor, and the linker's name of the system with
    the oldest version of it."""

    triple: str
    processor: str
    system: str


PLATFORMS: Final[Mapping[str, Platform]] = {
    "linux-x86_64": Platform("x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-gnu.2.17"),
    "linux-arm64": Platform("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu.2.28"),
    "macos-x86_64": Platform("x86_64-apple-macosx11.0.0", "x86-64-v2", "x86_64-macos.11.0"),
    "macos-arm64": Platform("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0"),
    "windows-x86_64": Platform("x86_64-w64-windows-gnu", "x86-64-v2", "x86_64-windows-gnu"),
    "windows-arm64": Platform("aarch64-w64-windows-gnu", "generic", "aarch64-windows-gnu"),
}
"""By the names of `ai.common.sources`. Of processors x86-64-v2 is enough: later ones make no search faster."""


def object_code(text: str, entries: Collection[str], platform: Platform) -> bytes:
    """The object file of a module's text, whose `entries` can be called from outside."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(platform.triple).create_target_machine(
        cpu=platform.processor, opt=3, reloc="pic", codemodel="default"
    )
    text = _TRIPLE.sub(f'target triple = "{platform.triple}"', text)
    text = _LAYOUT.sub(f'target datalayout = "{machine.target_data}"', text)
    processor = platform.processor + r"\00"
    text += f'\n@{PROCESSOR_SYMBOL} = constant [{len(platform.processor) + 1} x i8] c"{processor}"\n'
    if "windows" in platform.triple:
        text = re.sub(r"^define (\S+ @qg_)", r"define dllexport \1", text, flags=re.MULTILINE)
        text = re.sub(rf"^(@(?:{SOURCES_SYMBOL}|{PROCESSOR_SYMBOL}) = )", r"\1dllexport ", text, flags=re.MULTILINE)
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options()
    options.speed_level = 3
    options.loop_vectorization = True
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code
