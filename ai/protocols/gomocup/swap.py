"""The answers to SWAP2BOARD: which stones are placed in a swap2 opening, or that colours are swapped.

The stones of an opening are black, white, black, then white and black again; White is to move in the end. Whoever
answers to three stones may place a fourth as White, say SWAP and so be Black, or place two and leave the choice to the
other; whoever answers to five places the sixth as White, or says SWAP. What is best `ai.gomoku.swapping` decides.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.api import Job, Limit, SearchResult
from ai.gomoku.notation import BLACK, position_text, read_move, write_move
from ai.gomoku.swapping import Swapper
from ai.protocols.engine_session import RunningSearch
from game.rules.gomoku.openings import BLACK_WORD, MORE_WORD

_CHOICE_PART: Final = 0.4
_STONE_PART: Final = 0.3
"""Of the time at three stones: for the choice, and for each of the two more stones."""
_CLOCK_PART: Final = 0.05
"""Of the time left for the match that an answer may take."""
_AT_ONCE: Final = ((2, 7), (3, 9), (5, 6))
_AT_ONCE_LINES: Final = 10
_IN_LITTLE: Final = ((0, 3), (1, 4), (2, 2))
"""Three stones as columns and rows for when nothing can be thought about: near an edge, where Black's are worth
less. The second three are for boards of fewer lines."""


def decide(thought: RunningSearch, variant: str, size: int, squares: Sequence[int], limit: Limit) -> list[int]:
    """The stones to place after none, three or five; none of them means SWAP. Takes about the limit's time at most.
    Raises EngineError if the stones end the game."""

    def search(job: Job, part: Limit) -> SearchResult:
        return thought.search(job, part, quiet=True)

    seed = random.getrandbits(31)
    job = Job(variant, position_text({}, size, BLACK), tuple(write_move(square, size) for square in squares))
    if not squares:
        swapper = Swapper(search, _part(limit, 1.0), seed)
        while len(job.moves) < 3:
            job = replace(job, moves=(*job.moves, swapper.propose(job).move))
    else:
        part = _part(limit, _CHOICE_PART if len(squares) == 3 else 1.0)
        chosen = Swapper(search, part, seed).choose(job, may_add=len(squares) == 3)
        if chosen.move == BLACK_WORD:
            return []
        if chosen.move == MORE_WORD:
            while len(job.moves) < 5:
                swapper = Swapper(search, _part(limit, _STONE_PART), seed)  # it counts its time from here
                job = replace(job, moves=(*job.moves, swapper.add(job).move))
        else:
            best = chosen.info.line[1:2] or (search(job, _part(limit, _STONE_PART)).move,)
            job = replace(job, moves=(*job.moves, *best))
    return [read_move(move, size) for move in job.moves[len(squares) :]]


def at_once(size: int, squares: Sequence[int]) -> list[int]:
    """An answer without any thought: three stones near an edge, or Black."""
    stones = _AT_ONCE if size >= _AT_ONCE_LINES else _IN_LITTLE
    return [] if squares else [row * size + column for column, row in stones]


def _part(limit: Limit, part: float) -> Limit:
    """The limit with a part of its time, and no clock."""
    clock_s = None if limit.clock is None else _CLOCK_PART * limit.clock.left_s
    given = [time_s for time_s in (limit.time_s, clock_s) if time_s is not None]
    return replace(limit, time_s=part * min(given) if given else None, clock=None)
