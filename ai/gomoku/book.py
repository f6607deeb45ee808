"""The opening book: positions, up to symmetry, and what to play in them. Standard library alone.

Made by `python -m ai.gomoku.bookmaker`; a file for each rule (`ai.common.book`) lies in `ai/gomoku/books`:

    1 byte     of the whole book: the rule's number (`ai.gomoku.notation.RowRule`)
    1 byte     the board's size, 15 at most so that a square fits a byte
    7 bytes    each entry: 6 bytes of the position's key, then the square to play

The **key** of a position is the BLAKE2 hash of its canonical form: of its eight images under the board's symmetries
the one with the smallest bytes (side to move, number of black stones, their squares in order, the white ones). The
square is one of the canonical form. A position may have several entries: moves among which chance may decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from ai.common.book import BookError, pack, read_book, unpack
from ai.gomoku.notation import BLACK
from game.rules.core import Board
from game.rules.gomoku.rows import RowRule
from game.rules.symmetry import square_symmetry

MAGIC: Final = b"QGBOOK1\n"
SIZE: Final = 15
"""The size of the board for which there are books."""
FOLDER: Final = Path(__file__).parent / "books"
_KEY: Final = 6
_ENTRY: Final = _KEY + 1


class GomokuBook:
    """Moves by position. `entries` maps keys to squares of the canonical form."""

    def __init__(self, rule: RowRule, entries: Mapping[bytes, Iterable[int]], size: int = SIZE) -> None:
        self.rule = rule
        self.size = size
        self._entries = {key: tuple(sorted(set(squares))) for key, squares in entries.items()}

    def __len__(self) -> int:
        return sum(map(len, self._entries.values()))

    def moves(self, points: Mapping[int, int], turn: int) -> list[int]:
        """The squares that the book plays in a position (square → side) with `turn` to move, in ascending order, with
        their images where the position is symmetrical; empty where it knows nothing."""
        forms = _forms(points, turn, self.size)
        smallest = min(forms)
        squares = self._entries.get(key_of(smallest), ())
        symmetries = square_symmetry(Board(self.size, self.size))
        found: set[int] = set()
        for index, form in enumerate(forms):
            if form == smallest:
                back = symmetries[index]
                found.update(back.index(square) for square in squares)
        return sorted(found - points.keys())

    def to_bytes(self) -> bytes:
        """The content of a book's file."""
        rows = [key + bytes((square,)) for key, squares in self._entries.items() for square in squares]
        return pack(MAGIC, bytes((self.rule, self.size)), rows)

    @staticmethod
    def from_bytes(content: bytes) -> GomokuBook:
        """The book of a file's content. Raises BookError where that is damaged or no book."""
        (rule, size), rows = unpack(MAGIC, 2, _ENTRY, content)
        if rule not in set(RowRule) or not 5 <= size <= SIZE:
            raise BookError(f"the opening book is for rule {rule} on a board of {size}")
        entries: dict[bytes, list[int]] = {}
        for row in rows:
            if row[_KEY] >= size * size:
                raise BookError(f"the opening book plays on square {row[_KEY]} of a board of {size}")
            entries.setdefault(row[:_KEY], []).append(row[_KEY])
        return GomokuBook(RowRule(rule), entries, size)


def path_of(rule: RowRule) -> Path:
    """Where the book of a rule lies."""
    return FOLDER / f"{rule.name.lower()}.book"


@cache
def load_book(rule: RowRule) -> GomokuBook | None:
    """The book of a rule, None where there is none. Raises BookError with the file's name where it can't be read."""
    return read_book(path_of(rule), GomokuBook.from_bytes)


def key_of(form: bytes) -> bytes:
    """The key of a canonical form."""
    return blake2b(form, digest_size=_KEY, person=b"gomoku").digest()


def entry_of(points: Mapping[int, int], turn: int, square: int, size: int = SIZE) -> tuple[bytes, int]:
    """The key and the canonical square under which a move in a position is kept."""
    forms = _forms(points, turn, size)
    smallest = min(forms)
    return key_of(smallest), square_symmetry(Board(size, size))[forms.index(smallest)][square]


def canonical_key(points: Mapping[int, int], turn: int, size: int = SIZE) -> bytes:
    """The key of a position."""
    return key_of(min(_forms(points, turn, size)))


def _forms(points: Mapping[int, int], turn: int, size: int) -> list[bytes]:
    """The eight images of a position."""
    black = [square for square, side in points.items() if side == BLACK]
    white = [square for square, side in points.items() if side != BLACK]
    return [
        bytes((turn, len(black), *sorted(image[each] for each in black), *sorted(image[each] for each in white)))
        for image in square_symmetry(Board(size, size))
    ]
