"""What the opening book of Xiangqi plays, for people to look at."""

from __future__ import annotations

from typing import cast

from ai.api import Job
from ai.positions import position_of, rules_of
from ai.xiangqi import layout as at
from ai.xiangqi.book import load_book
from ai.xiangqi.notation import setup_of
from game.rules.xiangqi.position import XiangqiPosition


def book_moves(job: Job) -> dict[str, int]:
    """The book's moves after a job's with their weights, as far as they are legal; none where it knows nothing. Raises
    EngineError for what can't be read, BookError for a book that can't be read."""
    book, rules, position = load_book(), rules_of(job.variant), cast(XiangqiPosition, position_of(job))
    known = book.moves(setup_of(position.cells, position.turn)) if book is not None else {}
    texts = {move.path[0] | move.path[1] << at.TO_SHIFT: move for move in position.legal_moves()}
    return {rules.write_move(texts[move], position): weight for move, weight in known.items() if move in texts}
