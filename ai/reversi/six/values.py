"""What positions of 6x6 are worth with the best play of both, to the last disc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from ai.common import control as ctl
from ai.common import table
from ai.common.control import new_control
from ai.common.kernels import KernelGroup
from ai.reversi import board as wide_board
from ai.reversi import last_squares
from ai.reversi.six import board, solver
from ai.reversi.six.board import SQUARES
from ai.reversi.six.position import SixPosition
from ai.reversi.six.solver import key_of_all, new_arrays, shallow, solve_six

KERNELS: Final = KernelGroup(table, wide_board, last_squares, board, solver)


class SixSolver:
    """Remembers what it has solved. `say` hears each bound as soon as it is proven."""

    def __init__(self, table_mb: int = 256, say: Callable[[str], None] = lambda line: None) -> None:
        for _ in KERNELS.compile():
            pass
        room = np.zeros(1 << ((table_mb << 20) // 8).bit_length() - 1, np.int64)
        self._control = new_control()
        self._arrays = new_arrays(room, self._control)
        self._values: dict[int, int] = {}
        """By the number of a position and all that are the same by symmetry, for the side to move."""
        self._say = say

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        return int(self._control[ctl.NODES])

    def value(self, position: SixPosition) -> int:
        """By how many discs Black wins, with the best play of both."""
        if not position.moves():
            return position.final_score()
        sign = 1 if position.black_moves else -1
        key = int(key_of_all(*position.sides))
        if key not in self._values:
            self._values[key] = self._solve(position)
        return sign * self._values[key]

    def _solve(self, position: SixPosition) -> int:
        """The value for the side to move: bounds are asked for, the next one beside the last, until they meet (A.
        Plaat and others, MTD(f), 1996)."""
        low, high = -SQUARES, SQUARES
        guess = -4 if position.black_moves else 4
        while low < high:
            beta = max(guess, low + 1)
            guess = int(solve_six(self._arrays, *position.sides, beta - 1, beta))
            if guess < beta:
                high = guess
            else:
                low = guess
            if position.empty_count > _LONG:
                word = "at most" if (guess < beta) == position.black_moves else "at least"
                black = guess if position.black_moves else -guess
                self._say(f"Black gets {word} {black} discs more than White ({self.nodes:,} positions)")
        return low

    def values(self, position: SixPosition) -> list[tuple[int, int]]:
        """Each legal move with its value for Black, the best for the side to move first."""
        sign = 1 if position.black_moves else -1
        found = [(bit, self.value(position.after(bit))) for bit in position.moves()]
        return sorted(found, key=lambda each: -sign * each[1])

    def line(self, position: SixPosition) -> list[int]:
        """Moves to the end of the game that are the best for both."""
        found = []
        worth = self.value(position)
        while moves := position.moves():
            after = {bit: position.after(bit) for bit in moves}
            sign = 1 if position.black_moves else -1
            likely = sorted(moves, key=lambda bit: -sign * _promise(after[bit]))
            bit = next(each for each in likely if self._reaches(after[each], position.black_moves, worth))
            found.append(bit)
            position = after[bit]
        return found

    def _reaches(self, position: SixPosition, for_black: bool, worth: int) -> bool:
        """Whether a position is as good for a side as one that is worth this to Black."""
        if not position.moves():
            return position.final_score() == worth
        worth = worth if position.black_moves else -worth
        if position.black_moves == for_black:
            return int(solve_six(self._arrays, *position.sides, worth - 1, worth)) >= worth
        return int(solve_six(self._arrays, *position.sides, worth, worth + 1)) <= worth


def _promise(position: SixPosition) -> int:
    """What a position promises Black."""
    found = int(shallow(*position.sides, _LOOK, -_FAR, _FAR))
    return found if position.black_moves else -found


_LOOK: Final = 3
_FAR: Final = 100_000
_LONG: Final = 24
"""With more empty squares each bound takes so long that it is told."""
