"""What the opening book of Gomoku plays, for people to look at."""

from __future__ import annotations

from ai.api import Job
from ai.gomoku.book import SIZE, load_book
from ai.gomoku.notation import read_job, write_move


def book_moves(job: Job) -> dict[str, int]:
    """The book's moves after a job's with their weights, all alike; none where it knows nothing. Raises EngineError for
    what can't be read or is over, BookError for a book that can't be read."""
    stones = read_job(job)
    book = load_book(stones.rule) if stones.size == SIZE else None
    return {write_move(each, SIZE): 1 for each in book.moves(stones.points, stones.turn)} if book else {}
