"""Bit operations on uint64 that kernels take from the processor. They exist inside kernels only."""

from __future__ import annotations

from typing import Any

from ai.common.kernels import boolean, int64, intrinsic, uint64


@intrinsic
def popcount(context: Any, word: Any) -> Any:
    """How many bits of a uint64 are set, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return int64(uint64), generate


@intrinsic
def lowest(context: Any, word: Any) -> Any:
    """The number of the lowest set bit of a uint64, as int64; 64 where none is set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(boolean, False))

    return int64(uint64), generate
