"""Which proven positions win elsewhere, too: the shelf on which a proof search looks before it asks.

A position that is won for Black has a **zone** (`trees`): white stones more, outside of it, change nothing as long as
no two of them stand in one row of five without black stones. So it answers every position that has its black stones,
and whose white stones are its own or lie outside the zone. A white stone less or a black stone more is never a harm.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ai.gomoku.notation import BLACK, WHITE
from ai.gomoku.proof.symmetry import image_of, images, own_symmetries, square_of_image
from ai.gomoku.proof.windows import Mask, WindowBoard, squares_of

_WORDS: Final = 4
_FIRST_ROOM: Final = 256


class Shared(NamedTuple):
    """A position of the shelf that answers another one: its key, the symmetry that leads from the form of the other to
    its own, the plies to five, and the zone with what more may not be White's, as it lies in the form of the other."""

    key: bytes
    symmetry: int
    plies: int
    zone: Mask


class ZoneShelf:
    """Proven positions with zones, all in their canonical forms, Black to move."""

    def __init__(self) -> None:
        self._keys: list[bytes] = []
        self._zones: list[Mask] = []
        self._plies: list[int] = []
        self._sets = np.zeros((3, _FIRST_ROOM, _WORDS), np.uint64)
        """Black's squares, those that White may not hold, and all of White's."""

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, key: bytes, form: bytes, zone: Mask, plies: int) -> None:
        """Put a position on the shelf."""
        index = len(self._keys)
        if index == self._sets.shape[1]:
            self._sets = np.concatenate([self._sets, np.zeros_like(self._sets)], axis=1)
        white = stones_of(form, WHITE)
        for which, squares in enumerate((stones_of(form, BLACK), zone & ~white, white)):
            self._sets[which, index] = _words(squares)
        self._keys.append(key)
        self._zones.append(zone)
        self._plies.append(plies)

    def answer(self, form: bytes) -> Shared | None:
        """The position that answers this one soonest, None where there is none."""
        count = len(self._keys)
        black_sets, closed_sets, white_sets = self._sets[:, :count]
        best: Shared | None = None
        for symmetry, image in enumerate(images(form)):
            # the image of this form by `symmetry` against the shelf's positions as they are
            black, white = stones_of(image, BLACK), stones_of(image, WHITE)
            missing = (black_sets & ~_words(black)).any(axis=1)
            touching = (closed_sets & _words(white)).any(axis=1)
            for index in np.flatnonzero(~(missing | touching)).tolist():
                plies = self._plies[index]
                if best is not None and best.plies <= plies:
                    continue
                own = sum(int(word) << (64 * at) for at, word in enumerate(white_sets[index]))
                rows = rows_of_guests(image, white & ~own)
                if rows is not None:
                    zone = turned_back(self._zones[index] | rows, symmetry)
                    best = Shared(self._keys[index], symmetry, plies, zone)
        return best


def rows_of_guests(cells: bytes, guests: Mask) -> Mask | None:
    """The squares of all rows without black stones through these white stones; None where two stand in one row."""
    board = WindowBoard(cells)
    return board.rows_of(guests)


def stones_of(cells: bytes, side: int) -> Mask:
    """The squares where a side's stones stand."""
    return sum(1 << square for square, cell in enumerate(cells) if cell == side + 1)


def in_every_way(zone: Mask, form: bytes) -> Mask:
    """A zone that holds whichever way a position is laid on itself."""
    found = 0
    for symmetry in own_symmetries(form):
        found |= turned(zone, symmetry)
    return found


def turned(squares: Mask, symmetry: int) -> Mask:
    """Where a set of squares comes to lie by a symmetry."""
    return sum(1 << image_of(square, symmetry) for square in squares_of(squares))


def turned_back(squares: Mask, symmetry: int) -> Mask:
    """Which set of squares comes to lie here by a symmetry."""
    return sum(1 << square_of_image(square, symmetry) for square in squares_of(squares))


def _words(squares: Mask) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.frombuffer(squares.to_bytes(8 * _WORDS, "little"), np.uint64)
