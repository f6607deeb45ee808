"""A named opening, and the files that name them.

A file of `assets/openings` belongs to a variant or to all variants of a game; its head says what its lines mean and
where the names come from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

_CODE: Final = re.compile(r"[A-Z][0-9]{1,2}(?![0-9])")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a position is called. `code` never changes: stores keep it."""

    code: str
    chinese: str
    english: str

    @property
    def field_code(self) -> str:
        """The code that the field itself uses (`C42`, `D7`); empty where it has none."""
        match = _CODE.match(self.code)
        return match[0] if match else ""

    def name(self, language: str) -> str:
        """Its name in a language of the window: Chinese in `zh`, else English."""
        return self.chinese if language == "zh" else self.english


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """Moves that lead to an opening, as texts of the variant: those of each side in order, each with whether it must
    have been made."""

    opening: Opening
    first: tuple[tuple[str, bool], ...]
    second: tuple[tuple[str, bool], ...]

    @property
    def depth(self) -> int:
        """How many moves must have been made."""
        return sum(needed for _, needed in self.first + self.second)

    def sequences(self) -> Iterator[tuple[str, ...]]:
        """The moves in turn, each way to leave some of those out that need not have been made; as far as the sides take
        turns then."""
        seconds = list(_choices(self.second))
        for first in _choices(self.first):
            for second in seconds:
                if 0 <= len(first) - len(second) <= 1:
                    pairs = zip(first, (*second, "")[: len(first)], strict=True)
                    yield tuple(move for pair in pairs for move in pair if move)


def _choices(moves: tuple[tuple[str, bool], ...]) -> Iterator[tuple[str, ...]]:
    for taken in product(*((True,) if needed else (True, False) for _, needed in moves)):
        yield tuple(move for (move, _), is_taken in zip(moves, taken, strict=True) if is_taken)


def read_openings(path: Path) -> tuple[OpeningLine, ...]:
    """The lines of a file. Raises ValueError, which names the line, for what can't be read, and OSError."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 4 or not all(parts):
            raise ValueError(f"{path.name}, line {number}: expected code | Chinese | English | moves")
        found.append(_line(Opening(*parts[:3]), parts[3]))
    return tuple(found)


def _line(opening: Opening, text: str) -> OpeningLine:
    if "/" not in text:
        moves = _moves(text)
        return OpeningLine(opening, moves[::2], moves[1::2])
    first, second = text.split("/")
    return OpeningLine(opening, _moves(first), _moves(second))


def _moves(text: str) -> tuple[tuple[str, bool], ...]:
    return tuple((each.strip("[]"), not each.startswith("[")) for each in text.split())
