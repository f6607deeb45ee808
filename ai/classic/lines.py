"""The winning lines of a design report on Gomoku (15x15, two plies), for boards of any size.

A winning line is five points in a row; there are 572 on 15x15. For each side it is known how many of its stones stand
on each line; a line on which both stand is dead. A side's score is the sum over its living lines of a value by number
of stones. A move is judged by e = p1 + p2: the computer's score after the move, and, negative, the player's after the
best answer. So attack and defence are both weighed.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

LINE_VALUES = np.array([0.0, 1.0, 9.0, 60.0, 450.0, 100_000.0])
"""The worth of a living line by stones on it. The report gives no numbers; these were set by hand so that one more
stone on a line is always worth more than all lines through a point with one stone less."""


@cache
def lines_of_board(size: int) -> NDArray[np.int64]:
    """The squares of every winning line: int64[lines, 5]; 572 lines on 15x15."""
    square = np.arange(size * size).reshape(size, size)
    found = []
    for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for row in range(size):
            for column in range(size):
                if 0 <= column + 4 * right < size and row + 4 * up < size:
                    found.append([square[row + k * up, column + k * right] for k in range(5)])
    return np.array(found, np.int64)


@cache
def lines_through(size: int) -> tuple[NDArray[np.int64], ...]:
    """For each square the numbers of the winning lines through it."""
    lines = lines_of_board(size)
    return tuple(np.flatnonzero((lines == square).any(axis=1)) for square in range(size * size))


class LineCounts:
    """How many stones of each side stand on each line, and what follows from it."""

    def __init__(self, size: int) -> None:
        self._lines = lines_of_board(size)
        self._through = lines_through(size)
        self._squares = size * size
        self.stones = np.zeros((2, len(self._lines)), np.int64)

    def place(self, square: int, side: int) -> None:
        """Put a stone of a side on a square."""
        self.stones[side, self._through[square]] += 1

    def lift(self, square: int, side: int) -> None:
        """Take that stone away."""
        self.stones[side, self._through[square]] -= 1

    def score(self, side: int) -> float:
        """The worth of a side's living lines."""
        alive = self.stones[1 - side] == 0
        return float(LINE_VALUES[self.stones[side][alive]].sum())

    def gains(self, side: int) -> NDArray[np.float64]:
        """For each square how much a stone there would add to the side's own score. Squares with stones count too; the
        caller leaves them out."""
        own = self.stones[side]
        gain = np.where(self.stones[1 - side] == 0, LINE_VALUES[np.minimum(own + 1, 5)] - LINE_VALUES[own], 0.0)
        total = np.zeros(self._squares)
        np.add.at(total, self._lines.reshape(-1), np.repeat(gain, 5))
        return total
