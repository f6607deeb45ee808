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

# numba has no types
# mypy: disable-error-code="misc, override, no-untyped-call, untyped-decorator"

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from ai.common.interpreted import IS_INTERPRETED
from ai.common.kernels import types  # first: it sets numba's cache before numba is imported

from numba.core import cgutils, imputils  # isort: skip
from numba.core.typing.templates import AttributeTemplate, infer_getattr  # isort: skip
from numba.extending import NativeValue, intrinsic, models, register_model, typeof_impl, unbox  # isort: skip
from numba.np.arrayobj import make_array, populate_array  # isort: skip


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


class _Pointers(types.Type):
    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...], parts: Mapping[str, tuple[Any, int]]) -> None:
        self.fields = fields
        self.parts = parts
        super().__init__(name)


@register_model(_Pointers)
class _Model(models.StructModel):
    def __init__(self, manager: Any, pointers: _Pointers) -> None:
        super().__init__(manager, pointers, [(name, types.CPointer(kind)) for name, kind in pointers.fields])


@infer_getattr
class _Attributes(AttributeTemplate):
    key = _Pointers

    def generic_resolve(self, pointers: _Pointers, name: str) -> Any:
        """The type of an attribute."""
        kind = pointers.parts[name][0] if name in pointers.parts else dict(pointers.fields).get(name)
        return None if kind is None else types.CPointer(kind)


@imputils.lower_getattr_generic(_Pointers)
def _read(context: Any, builder: Any, pointers: _Pointers, value: Any, name: str) -> Any:
    struct = cgutils.create_struct_proxy(pointers)(context, builder, value=value)
    if name not in pointers.parts:
        return getattr(struct, name)
    kind, offset = pointers.parts[name]
    return cgutils.pointer_add(
        builder, getattr(struct, pointers.fields[0][0]), offset, context.get_value_type(types.CPointer(kind))
    )


@unbox(_Pointers)
def _take(pointers: _Pointers, held: Any, c: Any) -> Any:
    struct = cgutils.create_struct_proxy(pointers)(c.context, c.builder)
    addresses = c.pyapi.object_getattr_string(held, "addresses")
    for index, (name, kind) in enumerate(pointers.fields):
        address = c.pyapi.long_as_longlong(c.pyapi.tuple_getitem(addresses, index))
        setattr(struct, name, c.builder.inttoptr(address, c.context.get_value_type(types.CPointer(kind))))
    c.pyapi.decref(addresses)
    return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def addressed(declared: type[Addressed], parts: Mapping[str, tuple[Any, int]] | None = None, **fields: Any) -> Any:
    """The numba type of the objects of a class: the types of what its arrays hold, by their names, and the types and
    byte offsets of the parts of the first array, in their order."""
    parts = dict(parts or {})
    declared.kinds = {name: np.dtype(str(field)) for name, field in fields.items()}
    declared.parts = {name: (np.dtype(str(kind)), offset) for name, (kind, offset) in parts.items()}
    kind = _Pointers(f"{declared.__module__}.{declared.__qualname__}", tuple(fields.items()), parts)
    typeof_impl.register(declared)(lambda value, context: kind)
    return kind


def _as_array(context: Any, pointer: Any, length: Any) -> Any:
    array = types.Array(pointer.dtype, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, count = arguments
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(pointer.dtype)))
        out = make_array(array)(context, builder)
        populate_array(out, data=data, shape=[count], strides=[size], itemsize=size, meminfo=None)
        return out._getvalue()

    return array(pointer, types.intp), generate


as_array = cast(
    Callable[[Any, int], Any], (lambda pointer, length: pointer[:length]) if IS_INTERPRETED else intrinsic(_as_array)
)
"""The array of this many items at an attribute of an addressed object, for kernels that take arrays. It exists inside
kernels only."""
