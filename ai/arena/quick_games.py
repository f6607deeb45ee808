"""What a game's mill plays (`ai.arena.mill`): whole games in one kernel, thousands a minute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from numpy.typing import NDArray


class PlayLimit(NamedTuple):
    """A whole number that bounds the searches of a game: what it is called, what is usual, what it means."""

    name: str
    usual: int
    meaning: str


@dataclass(frozen=True, slots=True)
class QuickGames:
    """One game's.

    `play(variant, games, seed, limits)` gives that many games as arrays, which depend on these and on the weights
    alone; `scores` has a row for each position that a search has judged. `weights(variant)` is what is played with.
    """

    variants: tuple[str, ...]
    limits: tuple[PlayLimit, ...]
    play: Callable[[str, int, int, Mapping[str, int]], dict[str, NDArray[Any]]]
    weights: Callable[[str], NDArray[Any]]
