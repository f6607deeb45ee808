"""Numba's types as far as signatures of kernels need them, for where numba is not: kernels out of a library
(`ai.common.library`), and interpreted ones (`ai.common.interpreted`).

    int64(uint64, int32[::1])     the signature of a kernel: what it returns, and what it takes
    int64(7)                      a number of that width, as kernels convert one
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

Words = Callable[[Any], Sequence[Any]]
"""What a library's function is given for an argument."""


class KernelType:
    """What a kernel takes or returns."""

    words: tuple[Any, ...]
    """The types of ctypes for the words in which it travels."""

    def taking(self) -> Words:
        """A function that gives an argument's words. It raises TypeError for what is of another kind: the library
        would read and write at random."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class KernelSignature:
    """What a kernel returns and what it takes."""

    returns: NumberType
    takes: tuple[KernelType, ...]


class NumberType(KernelType):
    """A number, a truth value or, as what is returned, nothing."""

    def __init__(self, name: str, word: Any, scalar: Any) -> None:
        self.name = name
        self.words = (word,)
        self.scalar = scalar

    def __str__(self) -> str:
        return self.name

    def __call__(self, *given: Any) -> Any:
        """A signature of kinds, or a number converted."""
        if all(isinstance(each, KernelType) for each in given):
            return KernelSignature(self, given)
        (value,) = given
        return self.scalar(value)

    def __getitem__(self, steps: slice | tuple[slice, ...]) -> ArrayType:
        """`int64[::1]`: a contiguous array of them; `int64[:, ::1]`: one of two dimensions."""
        return ArrayType(self, len(steps) if isinstance(steps, tuple) else 1)

    def taking(self) -> Words:
        """Floating-point numbers as they are; of all others what counts, if there is room for it: ctypes would cut it
        off."""
        if self.words[0] in (ctypes.c_float, ctypes.c_double):
            return lambda value: (float(value),)
        if self.scalar is bool:
            return lambda value: (bool(operator.index(value)),)
        least, most = _limits(self.scalar)

        def take(value: Any) -> Sequence[Any]:
            number = operator.index(value)
            if not least <= number <= most:
                raise TypeError(f"a kernel takes {self} from {least} to {most}, not {number}")
            return (number,)

        return take


class ArrayType(KernelType):
    """A contiguous array of numbers: its address, and its length in each dimension."""

    def __init__(self, items: NumberType, dimensions: int = 1) -> None:
        self.dtype = np.dtype(str(items))
        self.dimensions = dimensions
        self.words = (ctypes.c_void_p, *(ctypes.c_int64,) * dimensions)

    def taking(self) -> Words:
        dtype, dimensions = self.dtype, self.dimensions

        def take(array: Any) -> Sequence[Any]:
            if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != dimensions:
                raise TypeError(f"a kernel takes {dtype} in {dimensions} dimensions, not {array!r:.80}")
            if not array.flags.carray:
                raise TypeError(f"a kernel takes a contiguous array of {dtype} in which it may write")
            return (array.ctypes.data, *array.shape)

        return take


class ArrayTupleType(KernelType):
    """A named tuple of arrays."""

    def __init__(self, kinds: Sequence[ArrayType], declared: type) -> None:
        self.words = tuple(word for kind in kinds for word in kind.words)
        self._kinds, self._declared = tuple(kinds), declared

    def taking(self) -> Words:
        takes = [kind.taking() for kind in self._kinds]
        declared: Any = self._declared

        def take(value: Any) -> Sequence[Any]:
            if not isinstance(value, declared):
                raise TypeError(f"a kernel takes {declared.__name__}, not {type(value).__name__}")
            return [word for each, array in zip(takes, value, strict=True) for word in each(array)]

        return take


class AddressesType(KernelType):
    """An object that is declared by `ai.common.pointers.addressed`: the addresses of its arrays."""

    def __init__(self, count: int, declared: type) -> None:
        self.words = (ctypes.c_void_p,) * count
        self._declared = declared

    def taking(self) -> Words:
        declared: Any = self._declared

        def take(value: Any) -> Sequence[Any]:
            if not isinstance(value, declared):
                raise TypeError(f"a kernel takes {declared.__name__}, not {type(value).__name__}")
            addresses: Sequence[int] = value.addresses
            return addresses

        return take


def _limits(scalar: Any) -> tuple[int, int]:
    """The least and the largest number of a kind."""
    limits = np.iinfo(scalar)
    return int(limits.min), int(limits.max)


def numbers() -> Iterator[NumberType]:
    """One of each kind of number."""
    yield NumberType("bool", ctypes.c_uint8, bool)
    yield NumberType("float32", ctypes.c_float, np.float32)
    yield NumberType("float64", ctypes.c_double, np.float64)
    for bits in (8, 16, 32, 64):
        yield NumberType(f"int{bits}", getattr(ctypes, f"c_int{bits}"), getattr(np, f"int{bits}"))
    yield NumberType("uint8", ctypes.c_uint8, np.uint8)
    yield NumberType("uint64", ctypes.c_uint64, np.uint64)
    yield NumberType("none", None, None)


boolean, float32, float64, int8, int16, int32, int64, uint8, uint64, void = numbers()
named_arrays: Final = ArrayTupleType
