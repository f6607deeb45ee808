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

_FOLDER: Final = Path(__file__).parent / "books"
_MOVE: Final = re.compile(r"(\d{1,2}(?:[-x]\d{1,2})+):([1-9]\d{0,2})")


class BookError(Exception):
    """A book that can't be read. One sentence for a person."""


class Book:
    """Moves with weights by position."""

    def __init__(self, entries: Mapping[str, Mapping[str, int]]) -> None:
        """`entries` maps positions, as `ai.draughts.notation.write_fen` writes them, to moves and weights."""
        self.entries = {fen: dict(moves) for fen, moves in entries.items()}

    def choose(self, fen: str, legal: Iterable[str], chance: random.Random) -> str | None:
        """One of the book's moves in a position that are legal, by their weights; None where there is none."""
        allowed = set(legal)
        known = {move: weight for move, weight in self.entries.get(fen, {}).items() if move in allowed}
        return chance.choices(list(known), list(known.values()))[0] if known else None

    def to_text(self) -> str:
        """The lines of a book's file."""
        rows = [
            " ".join((fen, *(f"{move}:{weight}" for move, weight in moves.items())))
            for fen, moves in self.entries.items()
        ]
        return "".join(row + "\n" for row in rows)

    @staticmethod
    def from_text(text: str) -> Book:
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
        return Book(entries)


def path_of(variant: str) -> Path:
    """Where the book of a variant lies, whether or not there is one."""
    return _FOLDER / f"{variant}.book"


@cache
def load_book(variant: str) -> Book | None:
    """The book of a variant, None where there is none. Raises BookError with the file's name where it can't be read."""
    path = path_of(variant)
    try:
        return Book.from_text(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, BookError) as error:
        raise BookError(f"{path.name}: {error}") from error
