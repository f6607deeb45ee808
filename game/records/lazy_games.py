"""The games of a large file, each made from its bytes when it is asked for, so that no more than one is in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from game.records.written import WrittenGame


class LazyGames(Sequence[WrittenGame]):
    """A sequence of `count` games, which `make` gives by their index; it must not raise."""

    def __init__(self, count: int, make: Callable[[int], WrittenGame]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        """How many games there are."""
        return self._count

    @overload
    def __getitem__(self, index: int) -> WrittenGame: ...

    @overload
    def __getitem__(self, index: slice) -> list[WrittenGame]: ...

    def __getitem__(self, index: int | slice) -> WrittenGame | list[WrittenGame]:
        """One game, or several; a new value each time. Raises IndexError."""
        if isinstance(index, slice):
            return [self._make(each) for each in range(self._count)[index]]
        return self._make(range(self._count)[index])
