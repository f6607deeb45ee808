"""Objects whose arrays kernels are given as bare addresses.

A NumPy array is handed from kernel to kernel as seven words, so one with six arrays costs 42 at every call: half the
time of a recursive search. An object that is declared here is handed on as one word an array. Inside kernels its
attributes are read and written by index like arrays, but know neither their length nor an index counted from the end.

    class Arrays(Addressed):
        words: NDArray[np.uint64]
        state: NDArray[np.int64]

    ARRAYS = addressed(Arrays, words=uint64, state=int64)

Whoever calls a kernel with such an object must keep it until the kernel returns.

Arrays that are always made together can be **parts** of the first array, each at a byte offset that never changes. They
cost no word of their own: kernels find them by the one address.

    ARRAYS = addressed(Arrays, {"words": (uint64, 0), "state": (int64, 512)}, block=uint8, table=int64)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ai.common.kernel_types import AddressesType
from ai.common.kernels import BY_NUMBA, inside_kernels


class Addressed:
    """The base of what is declared by `addressed`: its arrays, given by name, must be contiguous and stay the same.
    Parts become attributes, too, each up to where the next begins. Raises TypeError for arrays that are not those
    declared: kernels would read and write at random."""

    kinds: ClassVar[Mapping[str, np.dtype[Any]]]
    parts: ClassVar[Mapping[str, tuple[np.dtype[Any], int]]]

    def __init__(self, **arrays: NDArray[Any]) -> None:
        if arrays.keys() != self.kinds.keys():
            raise TypeError(f"{type(self).__name__} has the arrays {', '.join(self.kinds)}, not {', '.join(arrays)}")
        for name, kind in self.kinds.items():
            array = arrays[name]
            if array.dtype != kind or not array.flags.c_contiguous:
                raise TypeError(f"{type(self).__name__}.{name} must be contiguous numbers of type {kind}")
            setattr(self, name, array)
        self.addresses = tuple(int(arrays[name].ctypes.data) for name in self.kinds)
        if self.parts:
            block = arrays[next(iter(self.kinds))].view(np.uint8)
            ends = [*(offset for _, offset in self.parts.values()), len(block)][1:]
            for (name, (kind, offset)), end in zip(self.parts.items(), ends, strict=True):
                setattr(self, name, block[offset:end].view(kind))


class SearchArrays(Addressed):
    """What the arrays of every search have: its own `state`, the `control` of `ai.common.control`, and the `table` of
    `ai.common.table`."""

    state: NDArray[Any]
    control: NDArray[np.int64]
    table: NDArray[np.int64]


def addressed(declared: type[Addressed], parts: Mapping[str, tuple[Any, int]] | None = None, **fields: Any) -> Any:
    """The type of the objects of a class, for signatures: from the types of what its arrays hold, by their names, and
    the types and byte offsets of the parts of the first array, in their order."""
    parts = dict(parts or {})
    declared.kinds = {name: np.dtype(str(field)) for name, field in fields.items()}
    declared.parts = {name: (np.dtype(str(kind)), offset) for name, (kind, offset) in parts.items()}
    if not BY_NUMBA:
        return AddressesType(len(fields), declared)
    from ai.common.compiled_pointers import pointers_to

    return pointers_to(declared, fields, parts)


def _array_at(context: Any, pointer: Any, length: Any) -> Any:
    from ai.common.compiled_pointers import array_at

    return array_at(context, pointer, length)


as_array: Callable[[Any, int], Any] = inside_kernels(_array_at, lambda pointer, length: pointer[:length])
"""The array of this many items at an attribute of an addressed object, for kernels that take arrays. It exists inside
kernels only."""
