"""Bit operations on uint64 that kernels take from the processor. They exist inside kernels only
(`ai.common.interpreted` does without the processor)."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from ai.common.kernels import boolean, inside_kernels, int64, uint64

Bits: TypeAlias = Any
"""A uint64: numpy's own in Python, the processor's in kernels."""


def _popcount(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return int64(uint64), generate


def _lowest(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(boolean, False))

    return int64(uint64), generate


def _highest(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        leading = builder.ctlz(arguments[0], context.get_constant(boolean, False))
        return builder.sub(context.get_constant(int64, 63), leading)

    return int64(uint64), generate


def _reversed(context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return uint64(uint64), generate


def _popcount_in_python(word: Bits) -> int:
    return int(word).bit_count()


def _lowest_in_python(word: Bits) -> int:
    number = int(word)
    return (number & -number).bit_length() - 1 if number else 64


def _highest_in_python(word: Bits) -> int:
    return int(word).bit_length() - 1


def _reversed_in_python(word: Bits) -> Bits:
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))


popcount = inside_kernels(_popcount, _popcount_in_python)
"""How many bits of a uint64 are set, as int64."""

lowest = inside_kernels(_lowest, _lowest_in_python)
"""The number of the lowest set bit of a uint64, as int64; 64 where none is set."""

highest = inside_kernels(_highest, _highest_in_python)
"""The number of the highest set bit of a uint64, as int64; -1 where none is set."""

reverse = inside_kernels(_reversed, _reversed_in_python)
"""A uint64 with its 64 bits in the other order."""
