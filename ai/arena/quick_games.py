"""What a game's mill plays (`ai.arena.mill`): whole games in one kernel, thousands a minute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.common.chance import chance_of


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


class QuickGame(NamedTuple):
    """A game played in one kernel: moves and scores int16, one a ply; result 1 the first side won, 0 draw, -1 lost."""

    moves: NDArray[np.int16]
    scores: NDArray[np.int16]
    result: int


def file_of_games(
    games: int, seed: int, play: Callable[[NDArray[np.uint64]], QuickGame | None]
) -> dict[str, NDArray[Any]]:
    """This many games as the arrays of a file: moves and scores one after another, `first` where each game begins and
    where the last one ends, int64, and `results`, int8. `play` plays one with the random numbers that it is given;
    where it gives none, that opening was not worth playing on and the next one is tried."""
    kept: list[QuickGame] = []
    number = 0
    while len(kept) < games:
        game = play(chance_of(seed, number))
        number += 1
        if game is not None:
            kept.append(game)
    return {
        "moves": np.concatenate([each.moves for each in kept]),
        "scores": np.concatenate([each.scores for each in kept]),
        "first": np.cumsum([0, *(len(each.moves) for each in kept)], dtype=np.int64),
        "results": np.array([each.result for each in kept], np.int8),
    }
