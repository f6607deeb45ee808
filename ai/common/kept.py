"""Tables of the engines that are worth their memory only while a game is played: made once, kept until somebody says
that none is played now. Who still holds one goes on with it; who asks later has it made again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_T = TypeVar("_T")

_all: list[_lru_cache_wrapper[Any]] = []


def kept(function: Callable[..., _T]) -> _lru_cache_wrapper[_T]:
    """As `functools.cache`, until `forget_tables`."""
    found = cache(function)
    _all.append(found)
    return found


def forget_tables() -> None:
    """Nobody plays now: give the tables' memory back, as far as no engine holds them."""
    for each in _all:
        each.cache_clear()
