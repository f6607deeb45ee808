"""The opening book: positions and what to play in them. Standard library alone.

Made by `python -m ai.draughts.bookmaker`; a text file for each variant lies in `ai/draughts/books`. Lines that begin
with # are remarks; every other one is a position, as PDN FEN square by square, and its moves with their weights:

    W:W31,32,...,50:B1,2,...,20 32-28:255 33-28:120

Among the moves of a position chance decides by their weights.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from ai.common.book import BookError, choose, read_book

_FOLDER: Final = Path(__file__).parent / "books"
_MOVE: Final = re.compile(r"(\d{1,2}(?:[-x]\d{1,2})+):([1-9]\d{0,2})")


class DraughtsBook:
    """Moves with weights by position."""

    def __init__(self, entries: Mapping[str, Mapping[str, int]]) -> None:
        """`entries` maps positions, as `ai.draughts.notation.write_fen` writes them, to moves and weights."""
        self.entries = {fen: dict(moves) for fen, moves in entries.items()}

    def choose(self, fen: str, legal: Iterable[str], chance: random.Random) -> str | None:
        """One of the book's moves in a position that are legal, by their weights; None where there is none."""
        return choose(self.entries.get(fen, {}), legal, chance)

    def to_text(self) -> str:
        """The lines of a book's file."""
        rows = [
            " ".join((fen, *(f"{move}:{weight}" for move, weight in moves.items())))
            for fen, moves in self.entries.items()
        ]
        return "".join(row + "\n" for row in rows)

    @staticmethod
    def from_text(text: str) -> DraughtsBook:
        """The book of a file's content. Raises BookError, which names the line, for what can't be read."""
        entries: dict[str, dict[str, int]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            fen, *moves = line.split() or ["#"]
            if fen.startswith("#"):
                continue
            read = [_MOVE.fullmatch(move) for move in moves]
            if not moves or not all(read) or fen[:1] not in ("W", "B"):
                raise BookError(f"line {number} is no position with its moves")
            entries[fen] = {match[1]: int(match[2]) for match in read if match}
        return DraughtsBook(entries)


def path_of(variant: str) -> Path:
    """Where the book of a variant lies, whether or not there is one."""
    return _FOLDER / f"{variant}.book"


@cache
def load_book(variant: str) -> DraughtsBook | None:
    """The book of a variant, None where there is none. Raises BookError with the file's name where it can't be read."""
    return read_book(path_of(variant), lambda content: DraughtsBook.from_text(content.decode()))
