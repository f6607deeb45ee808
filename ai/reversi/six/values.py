"""What positions of 6x6 are worth with the best play of both, to the last disc."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Final

import numpy as np

from ai.common import control as ctl
from ai.common import table
from ai.common.control import new_control
from ai.common.kernels import KernelGroup
from ai.proven import StoppedError
from ai.reversi import board as wide_board
from ai.reversi import last_squares
from ai.reversi.six import board, solver
from ai.reversi.six.board import SQUARES
from ai.reversi.six.position import SixPosition
from ai.reversi.six.solver import SixArrays, key_of_all, new_arrays, shallow, solve_six

KERNELS: Final = KernelGroup(table, wide_board, last_squares, board, solver)


class SixSolver:
    """Remembers what it has solved. `say` hears each bound as soon as it is proven; `known` are values that were found
    before (`ai.reversi.six.book`). With several `threads` the moves of a position are solved beside each other, on one
    table."""

    def __init__(
        self,
        table_mb: int = 256,
        say: Callable[[str], None] = lambda line: None,
        known: Mapping[int, int] | None = None,
        threads: int = 1,
    ) -> None:
        for _ in KERNELS.compile():
            pass
        room = np.zeros(1 << ((table_mb << 20) // 8).bit_length() - 1, np.int64)
        self._threads = threads
        self._controls = [new_control() for _ in range(threads)]
        self._free: SimpleQueue[SixArrays] = SimpleQueue()
        """Those that no thread works on."""
        for control in self._controls:
            self._free.put(new_arrays(room, control))
        self._found = dict(known or {})
        self._values = dict(self._found)
        """By the number of a position and all that are the same by symmetry, for the side to move."""
        self._say = say

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        return sum(int(control[ctl.NODES]) for control in self._controls)

    @property
    def found(self) -> Mapping[int, int]:
        """The values that took long, with those that were known before, by the number of a position, for the side to
        move."""
        return self._found

    def stop(self) -> None:
        """End what is being solved in any thread; it raises StoppedError, and so does all that is asked for until
        `go_on`."""
        for control in self._controls:
            control[ctl.STOP] = 1

    def go_on(self) -> None:
        """Solve again."""
        for control in self._controls:
            control[ctl.STOP] = 0

    def value(self, position: SixPosition) -> int:
        """By how many discs Black wins, with the best play of both."""
        if not position.moves():
            return position.final_score()
        sign = 1 if position.black_moves else -1
        key = int(key_of_all(*position.sides))
        if key not in self._values:
            self._note(position, key, self._solve(position))
        return sign * self._values[key]

    def _note(self, position: SixPosition, key: int, value: int) -> None:
        self._values[key] = value
        if position.empty_count >= _KEPT:
            self._found[key] = value

    def _solve(self, position: SixPosition) -> int:
        """The value for the side to move: bounds are asked for, the next one beside the last, until they meet (A.
        Plaat and others, MTD(f), 1996)."""
        low, high = -SQUARES, SQUARES
        guess = -4 if position.black_moves else 4
        while low < high:
            beta = max(guess, low + 1)
            guess = self._bound(position, beta)
            if guess < beta:
                high = guess
            else:
                low = guess
            if position.empty_count > _LONG:
                word = "at most" if (guess < beta) == position.black_moves else "at least"
                black = guess if position.black_moves else -guess
                self._say(f"Black gets {word} {black} discs more than White ({self.nodes:,} positions)")
        return low

    def _bound(self, position: SixPosition, beta: int) -> int:
        """What the side to move gets: from `beta` on at least that, below it at most that."""
        with self._arrays() as arrays:
            found = int(solve_six(arrays, *position.sides, beta - 1, beta))
            if arrays.control[ctl.STOP]:
                raise StoppedError
        return found

    @contextmanager
    def _arrays(self) -> Iterator[SixArrays]:
        """What one thread works on."""
        arrays = self._free.get()
        try:
            yield arrays
        finally:
            self._free.put(arrays)

    def values(
        self, position: SixPosition, tell: Callable[[int, int], None] = lambda bit, value: None
    ) -> list[tuple[int, int]]:
        """Each legal move with its value for Black, the best for the side to move first. `tell` hears each as soon as
        it is known, in any thread. Raises StoppedError."""

        def solved(bit: int) -> tuple[int, int]:
            value = self.value(position.after(bit))
            tell(bit, value)
            return bit, value

        sign = 1 if position.black_moves else -1
        with ThreadPoolExecutor(self._threads, thread_name_prefix="six") as pool:
            found = list(pool.map(solved, position.moves()))
        return sorted(found, key=lambda each: -sign * each[1])

    def best(self, position: SixPosition) -> int:
        """One of the best moves, always the same: the one that promises most. Of a position whose value is known it
        takes far less than the values of all moves."""
        worth = self.value(position)
        after = {bit: position.after(bit) for bit in position.moves()}
        sign = 1 if position.black_moves else -1
        likely = sorted(after, key=lambda bit: -sign * _promise(after[bit]))
        return next(each for each in likely if self._reaches(after[each], position.black_moves, worth))

    def line(self, position: SixPosition) -> list[int]:
        """Moves to the end of the game that are the best for both."""
        found = []
        while position.moves():
            bit = self.best(position)
            found.append(bit)
            position = position.after(bit)
        return found

    def _reaches(self, position: SixPosition, for_black: bool, worth: int) -> bool:
        """Whether a position is as good for a side as one that is worth this to Black."""
        if not position.moves():
            return position.final_score() == worth
        worth = worth if position.black_moves else -worth
        key = int(key_of_all(*position.sides))
        if key in self._values:
            return self._values[key] == worth
        if position.black_moves == for_black:
            reaches = self._bound(position, worth) >= worth
        else:
            reaches = self._bound(position, worth + 1) <= worth
        if reaches:  # better than the position before it can't be
            self._note(position, key, worth)
        return reaches


def _promise(position: SixPosition) -> int:
    """What a position promises Black."""
    found = int(shallow(*position.sides, _LOOK, -_FAR, _FAR))
    return found if position.black_moves else -found


_LOOK: Final = 3
_FAR: Final = 100_000
_KEPT: Final = 19
"""A value is worth keeping with at least this many empty squares."""
_LONG: Final = 24
"""With more empty squares each bound takes so long that it is told."""
