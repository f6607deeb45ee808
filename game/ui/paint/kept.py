"""Pictures that are drawn once and kept, as long as the window keeps its scale and theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

_KEPT: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[_Function], _Function]:
    """Decorator: what the function gives for the newest `most` arguments is kept until `forget_pictures`."""

    def keep(draw: _Function) -> _Function:
        keeping = lru_cache(most)(draw)
        _KEPT.append(keeping.cache_clear)
        # the same function to whoever calls it, which lru_cache's own type does not say
        return keeping  # type: ignore[return-value]

    return keep


def forget_pictures() -> None:
    """Drop all pictures: called when the window takes another scale or theme, for none of them is drawn again then and
    together they are large."""
    for forget in _KEPT:
        forget()
