"""What the opening books of draughts play, for people to look at."""

from __future__ import annotations

from ai.api import Job
from ai.draughts.book import load_book
from ai.positions import position_of, rules_of


def book_moves(job: Job) -> dict[str, int]:
    """The book's moves after a job's with their weights, as far as they are legal; none where it knows nothing. Raises
    EngineError for what can't be read, BookError for a book that can't be read."""
    book, rules, position = load_book(job.variant), rules_of(job.variant), position_of(job)
    known = book.entries.get(str(position), {}) if book is not None else {}
    legal = {rules.write_move(move, position) for move in position.legal_moves()}
    return {text: weight for text, weight in known.items() if text in legal}
