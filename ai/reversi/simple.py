"""The first opponent in Reversi: it counts what it turns over, likes corners, and looks no further. Needs nothing
compiled."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from ai.api import EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.reversi.notation import PASS, bit_at, name_of, position_after, read_job
from ai.score import Cp
from game.rules.core import Square
from game.rules.reversi.board import turned

_CORNERS = (0, 7, 56, 63)
_CORNER = 4.0
_EDGE = 1.0
_MOOD = 4.0
"""What chance adds at most, in discs."""


class GreedyEngine:
    """Takes the move that turns most discs over, as beginners do; a corner counts as some more, an edge as one. Its
    mood, drawn from `seed` and the position, adds a few discs to each move."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def load(self) -> None:
        """Nothing to prepare."""

    def new_stop_flag(self) -> StopFlag:
        """A flag that is never needed: an answer takes a millisecond."""
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The move that it likes best, whatever the limit. Raises EngineError for a job that can't be read or a
        finished game."""
        start_s = time.perf_counter()
        position = position_after(job)
        if position.outcome() is not None:
            raise EngineError("the game is over: nobody can place a disc")
        black, white, turn = read_job(job)
        chance = random.Random(f"{self._seed} {black} {white} {turn}")
        liked = []
        for bit in sorted(bit_at(move.path[0]) for move in position.legal_moves()):
            count = len(turned(position.cells, Square(bit_at(bit)), position.turn))
            liked.append((count + _worth(bit) + _MOOD * chance.random(), bit))
        text = name_of(max(liked)[1]) if liked else PASS
        lead = position.count(position.turn) - position.count(position.turn.other)
        info = SearchInfo(1, len(liked), time.perf_counter() - start_s, Cp(100 * lead), (text,))
        report(info)
        return SearchResult(text, info, stop.is_set())


def _worth(bit: int) -> float:
    if bit in _CORNERS:
        return _CORNER
    row, column = divmod(bit, 8)
    return _EDGE if row in (0, 7) or column in (0, 7) else 0.0
