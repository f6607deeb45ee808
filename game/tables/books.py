"""What the engines' opening books play in a position, for people to look at. Asked in a thread: a book is read from
the disk when it is first asked."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from ai.api import EngineError, Job
from ai.common.book import BookError
from ai.engine_kind import resolve
from ai.games import GAMES
from game.rules.core import Move, Position, RulesError, Variant

log = logging.getLogger(__name__)

Shares = Mapping[Move, float]
"""Moves with the part of the times that the book chooses each, which make 1 together."""
_NOTHING: Final[Shares] = {}


class OpeningBooks:
    """The books of all games that have some."""

    def __init__(self) -> None:
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="books")

    def moves(self, position: Position, variant: Variant) -> Future[Shares]:
        """The book's moves in a position; none where it knows nothing or can't be read."""
        return self._reader.submit(_moves, position, variant)

    def close(self) -> None:
        """Answer no more."""
        self._reader.shutdown(wait=True, cancel_futures=True)


def _moves(position: Position, variant: Variant) -> Shares:
    game = GAMES.get(variant.game)
    if game is None or not game.book or position.opening is not None:
        return _NOTHING
    try:
        known = resolve(game.book)(Job(variant.name, variant.write_position(position)))
        moves = {variant.read_move(text, position): weight for text, weight in known.items()}
    except (EngineError, RulesError):  # it is over, or laid out as no engine plays it
        return _NOTHING
    except BookError as error:
        log.warning("an opening book is left out: %s", error)
        return _NOTHING
    whole = sum(moves.values())
    return {move: weight / whole for move, weight in moves.items()}
