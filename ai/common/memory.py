"""Hints about memory that kernels give to the processor. They exist inside kernels only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ai.common.kernels import inside_kernels, int64, void


def _fetch(context: Any, array: Any, index: Any) -> Any:
    from llvmlite import ir

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = context.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(held.data, [arguments[1]])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(prefetch, [address, number(0), number(3), number(1)])  # to read, to keep near, data
        return context.get_dummy_value()

    return void(array, int64), generate


fetch: Callable[[Any, int], None] = inside_kernels(_fetch, lambda array, index: None)
"""Bring the part of a contiguous array about an index (int64, not negative) into the cache, without waiting for it."""
