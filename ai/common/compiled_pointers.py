"""What numba has to know of objects that kernels are given by the addresses of their arrays (`ai.common.pointers`)."""

# numba has no types
# mypy: disable-error-code="misc, override, no-untyped-call, untyped-decorator"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ai.common import compiled  # noqa: F401  first: it sets numba's cache before numba is imported

from numba.core import cgutils, imputils, types  # isort: skip
from numba.core.typing.templates import AttributeTemplate, infer_getattr  # isort: skip
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox  # isort: skip
from numba.np.arrayobj import make_array, populate_array  # isort: skip


class Pointers(types.Type):
    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...], parts: Mapping[str, tuple[Any, int]]) -> None:
        self.fields = fields
        self.parts = parts
        super().__init__(name)


@register_model(Pointers)
class _Model(models.StructModel):
    def __init__(self, manager: Any, pointers: Pointers) -> None:
        super().__init__(manager, pointers, [(name, types.CPointer(kind)) for name, kind in pointers.fields])


@infer_getattr
class _Attributes(AttributeTemplate):
    key = Pointers

    def generic_resolve(self, pointers: Pointers, name: str) -> Any:
        """The type of an attribute."""
        kind = pointers.parts[name][0] if name in pointers.parts else dict(pointers.fields).get(name)
        return None if kind is None else types.CPointer(kind)


@imputils.lower_getattr_generic(Pointers)
def _read(context: Any, builder: Any, pointers: Pointers, value: Any, name: str) -> Any:
    struct = cgutils.create_struct_proxy(pointers)(context, builder, value=value)
    if name not in pointers.parts:
        return getattr(struct, name)
    kind, offset = pointers.parts[name]
    return cgutils.pointer_add(
        builder, getattr(struct, pointers.fields[0][0]), offset, context.get_value_type(types.CPointer(kind))
    )


@unbox(Pointers)
def _take(pointers: Pointers, held: Any, c: Any) -> Any:
    struct = cgutils.create_struct_proxy(pointers)(c.context, c.builder)
    addresses = c.pyapi.object_getattr_string(held, "addresses")
    for index, (name, kind) in enumerate(pointers.fields):
        address = c.pyapi.long_as_longlong(c.pyapi.tuple_getitem(addresses, index))
        setattr(struct, name, c.builder.inttoptr(address, c.context.get_value_type(types.CPointer(kind))))
    c.pyapi.decref(addresses)
    return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def pointers_to(declared: type, fields: Mapping[str, Any], parts: Mapping[str, tuple[Any, int]]) -> Any:
    """The numba type of the objects of a class, from the types of what its arrays hold and of its parts."""
    kind = Pointers(f"{declared.__module__}.{declared.__qualname__}", tuple(fields.items()), parts)
    typeof_impl.register(declared)(lambda value, context: kind)
    return kind


def array_at(context: Any, pointer: Any, length: Any) -> Any:
    """The code of `as_array`."""
    array = types.Array(pointer.dtype, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data, count = arguments
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(pointer.dtype)))
        out = make_array(array)(context, builder)
        populate_array(out, data=data, shape=[count], strides=[size], itemsize=size, meminfo=None)
        return out._getvalue()

    return array(pointer, types.intp), generate
