"""Reversi on 6x6 as the window shows it: what each move comes to, and the best one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from ai.common.threads import thread_count
from ai.proven import SolvedGame
from ai.reversi.six.book import read_values
from ai.reversi.six.position import SixPosition, name_of, read_moves
from ai.reversi.six.values import SixSolver

_TABLE_MB: Final = 128
_MOST_THREADS: Final = 4
_PASS: Final = "pass"


class ShownSix:
    """See `ai.proven.SolvedGame`. The solver is made, and its kernels compiled, when it is first asked."""

    def __init__(self) -> None:
        """Raises BookError where the values that come with the program can't be read."""
        self._known = read_values()
        self._made: SixSolver | None = None

    def go_on(self) -> None:
        """Be ready again, after `stop` or for the first time."""
        if self._made is None:
            threads = min(_MOST_THREADS, thread_count(0))
            self._made = SixSolver(_TABLE_MB, known=self._known, threads=threads)
        self._made.go_on()

    def stop(self) -> None:
        """End what is being looked for, from another thread."""
        if self._made is not None:
            self._made.stop()

    def values(self, moves: Sequence[str], tell: Callable[[str, int], None]) -> None:
        """Tell each legal move with the discs by which Black wins after it, as soon as it is known."""
        self._solver.values(_position(moves), lambda bit, value: tell(name_of(bit), value))

    def best(self, moves: Sequence[str]) -> tuple[str, int]:
        """One of the best moves, and by how many discs Black wins."""
        position = _position(moves)
        worth = self._solver.value(position)
        return name_of(self._solver.best(position)), worth

    @property
    def _solver(self) -> SixSolver:
        assert self._made is not None, "go_on has made it"
        return self._made


def _position(moves: Sequence[str]) -> SixPosition:
    return read_moves([move for move in moves if move != _PASS])


@cache
def shown_six() -> SolvedGame:
    """The solved game. Raises BookError where what comes with it can't be read."""
    return ShownSix()
