"""The decisions of a swap2 opening, made by searching: three stones to begin with, then to take White, to take Black,
or to put two more stones.

The stones of an opening are black, white, black, then white and black again; White is to move in the end. Whoever
answers to three stones may place a fourth as White, say SWAP and so be Black, or place two and leave the choice to the
other; whoever answers to five places the sixth as White, or says SWAP.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ai.api import Job, Limit, SearchInfo
from ai.gomoku.notation import read_move, write_move
from ai.protocols.gomocup.board import position_text
from ai.protocols.mind import Thought

_BALANCED: Final = 25
"""Scores so near to 0, in hundredths, are as good as even: the search for a better opening ends."""
_CLEAR: Final = 60
"""From here on one side stands better: it is taken, not balanced by two more stones."""
_WON: Final = 100_000
_OPENINGS: Final = 12
"""So many openings are tried for the one that is the most even."""
_PAIRS: Final = 10
_TRIES_PART: Final = 0.6
"""Of the time, for trying openings or pairs; the rest is for the decision and stays unused otherwise."""
_TRY_NODES: Final = 30_000
_SHORTEST_TRY_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Placed:
    """The stones that are placed; none means SWAP."""

    squares: tuple[int, ...] = ()

    @classmethod
    def at_once(cls, size: int, squares: Sequence[int]) -> Placed:
        """A decision without any thought: an opening near the edge, and Black."""
        return cls(() if squares else next(iter(_openings(size, random.Random(0)))))


def decide(thought: Thought, variant: str, size: int, squares: Sequence[int], limit: Limit) -> Placed:
    """The decision at none, three or five stones (squares in the order of an opening), within about the limit's time.
    Raises EngineError if the stones make an end of the game."""
    judge = _Judge(thought, variant, size, limit)
    if not squares:
        return Placed(judge.most_even(_openings(size, random.Random()), _OPENINGS)[1])
    score, best = judge.score(squares, _TRIES_PART if len(squares) == 5 else (1 - _TRIES_PART))
    if len(squares) == 5 or abs(score) > _CLEAR:
        return Placed((best,) if score > 0 else ())
    even, pair = judge.most_even(_pairs(size, squares, best), _PAIRS, squares)
    if abs(even) < abs(score) and pair:
        return Placed(pair)
    return Placed((best,) if score >= 0 else ())


class _Judge:
    """Scores openings from White's side, who is to move."""

    def __init__(self, thought: Thought, variant: str, size: int, limit: Limit) -> None:
        self._thought = thought
        self._variant = variant
        self._size = size
        self._start = position_text(size, {}, 0)
        self._limit = limit
        clock_s = None if limit.clock is None else limit.clock.left_s / 20
        given = [each for each in (limit.time_s, clock_s) if each is not None]
        self._time_s = min(given) if given else None

    def score(self, squares: Sequence[int], part: float, nodes: int | None = None) -> tuple[int, int]:
        """White's score after these stones, a win as more than any other, and White's best move. The search takes this
        part of the time."""
        time_s = None if self._time_s is None else max(_SHORTEST_TRY_S, part * self._time_s)
        limit = replace(self._limit, time_s=time_s, clock=None, nodes=nodes or self._limit.nodes)
        job = Job(self._variant, self._start, tuple(write_move(square, self._size) for square in squares))
        result = self._thought.search(job, limit, quiet=nodes is not None)
        return _height(result.info), read_move(result.move, self._size)

    def most_even(
        self, tries: Iterable[tuple[int, ...]], most: int, before: Sequence[int] = ()
    ) -> tuple[int, tuple[int, ...]]:
        """The first of the tries that is balanced, or the most even of them, and its score."""
        began_s = time.monotonic()
        best: tuple[int, tuple[int, ...]] | None = None
        for count, stones in enumerate(tries):
            late = self._time_s is not None and time.monotonic() - began_s > _TRIES_PART * self._time_s
            if best and (count >= most or late or self._thought.is_stopped):
                break
            score, _ = self.score((*before, *stones), _TRIES_PART / most, _TRY_NODES)
            if best is None or abs(score) < abs(best[0]):
                best = (score, stones)
            if abs(score) <= _BALANCED:
                break
        return best or (_WON, ())


def _height(info: SearchInfo) -> int:
    if info.score.win_in is None:
        return info.score.centi
    return _WON if info.score.win_in > 0 else -_WON


def _openings(size: int, chance: random.Random) -> Iterable[tuple[int, int, int]]:
    """Three stones, black, white, black: around a point a few lines from an edge, where Black's first move is worth
    less than in the middle."""
    while True:
        column, row = chance.randint(1, 4), chance.randint(1, size // 2)
        if chance.random() < 0.5:
            column, row = row, column
        if chance.random() < 0.5:
            column = size - 1 - column
        if chance.random() < 0.5:
            row = size - 1 - row
        near = [
            (x, y)
            for x in range(column - 3, column + 4)
            for y in range(row - 3, row + 4)
            if 0 <= x < size and 0 <= y < size and (x, y) != (column, row)
        ]
        (x1, y1), (x2, y2) = chance.sample(near, 2)
        yield row * size + column, y1 * size + x1, y2 * size + x2


def _pairs(size: int, squares: Sequence[int], best: int) -> Iterable[tuple[int, int]]:
    """A white and a black stone near three others: White's best move with each answer, then any."""
    taken = set(squares)
    near = [
        square
        for square in range(size * size)
        if square not in taken
        and any(max(abs(square % size - s % size), abs(square // size - s // size)) <= 3 for s in squares)
    ]
    chance = random.Random(repr(tuple(squares)))
    chance.shuffle(near)
    for index, square in enumerate(near):
        white = best if index % 2 == 0 else near[-1 - index]
        if white != square:
            yield white, square
