"""Reversi on 6x6 as the window shows it: what each move comes to, and the best one. What took long to find is kept in a
file, so that nobody waits for it twice."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ai.common.book import BookError
from ai.common.threads import thread_count
from ai.proven import SolvedGame
from ai.reversi.six.book import read_values, write_values
from ai.reversi.six.position import SixPosition, name_of, read_moves
from ai.reversi.six.values import SixSolver

log = logging.getLogger(__name__)

_TABLE_MB: Final = 128
_MOST_THREADS: Final = 4
_PASS: Final = "pass"


class ShownSix:
    """See `ai.proven.SolvedGame`. The solver is made, and its kernels compiled, when it is first asked."""

    def __init__(self, kept: Path) -> None:
        """Raises BookError where the values that come with the program can't be read; `kept`, the file of those found
        here, is begun again where it can't be."""
        self._known = read_values()
        self._kept = kept
        try:
            self._known |= read_values(kept)
        except BookError as error:
            log.warning("values found before are left out: %s", error)
        self._count = len(self._known)
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

    def keep(self) -> None:
        """Write down what was found; where that can't be written it is found again another time."""
        found = self._solver.found
        if len(found) == self._count:
            return
        self._count = len(found)
        try:
            write_values(self._kept, found, {})
        except OSError as error:
            log.warning("values that were found are not kept: %s", error)

    @property
    def _solver(self) -> SixSolver:
        assert self._made is not None, "go_on has made it"
        return self._made


def _position(moves: Sequence[str]) -> SixPosition:
    return read_moves([move for move in moves if move != _PASS])


def shown_six(folder: Path) -> SolvedGame:
    """The solved game, which keeps what it finds in a folder. Raises BookError where what comes with it can't be
    read."""
    return ShownSix(folder / "reversi-six.npz")
