"""Solves the early positions of 6x6 that somebody meets who plays anything against best play, and keeps their values.

    python -m ai.reversi.six.bookmaker --plies 8 --minutes 60

Ply by ply: each move of the person's side leads to a position to which the other side has one answer, the solver's own.
What the file holds already is not solved again, so that the work can be broken off and goes on later.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ai.reversi.six.book import FILE, read_values, write_values
from ai.reversi.six.position import SixPosition
from ai.reversi.six.solver import key_of_all
from ai.reversi.six.values import SixSolver


class SixBookmaker:
    """Walks the tree with one solver and writes what it learns after each move of a position."""

    def __init__(self, file: Path, table_mb: int, start: SixPosition = SixPosition()) -> None:  # noqa: B008  # a value
        self._file, self._start = file, start
        self._begun = time.process_time()
        self.solver = SixSolver(table_mb, known=read_values(file))

    def work(self, plies: int, deadline_s: float) -> Iterator[tuple[int, int, int]]:
        """Go on until this many plies have been played or the processor time is over. Yields after each position its
        ply, its number among those of that ply, and how many there are."""
        for_black = self._where_to_move([self._start], True)  # who plays Black, and where that side is to move
        for_white = self._where_to_move([self._start], False)
        for ply in range(0, plies, 2):
            for side, persons in ((True, for_black), (False, for_white)):
                for number, position in enumerate(persons, start=1):
                    if time.process_time() - self._begun > deadline_s:
                        return
                    self.solver.values(position, lambda bit, value: self._write(plies))
                    yield ply + (not side), number, len(persons)
            for_black = self._where_to_move(_after(for_black), True)
            for_white = self._where_to_move(_after(for_white), False)

    def _where_to_move(self, positions: Iterable[SixPosition], is_black: bool) -> list[SixPosition]:
        """Where that person is to move once the other side has answered; what is the same by symmetry once."""
        found: dict[int, SixPosition] = {}
        for position in positions:
            while position.moves() and position.black_moves != is_black:
                position = position.after(self.solver.best(position))
            if position.moves():
                found.setdefault(int(key_of_all(*position.sides)), position)
        return list(found.values())

    def _write(self, plies: int) -> None:
        about: dict[str, str | int | float] = {
            "command": f"python -m ai.reversi.six.bookmaker --plies {plies}",
            "nodes": self.solver.nodes,
            "processor_s": round(time.process_time() - self._begun),
        }
        write_values(self._file, self.solver.found, about)


def _after(positions: Iterable[SixPosition]) -> Iterator[SixPosition]:
    """The positions after each move in each of them."""
    return (position.after(bit) for position in positions for bit in position.moves())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.reversi.six.bookmaker", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--plies", type=int, default=8, metavar="N", help="how many plies deep (default %(default)s)")
    parser.add_argument(
        "--minutes", type=float, default=60, metavar="M", help="of processor time (default %(default)s)"
    )
    parser.add_argument("--table-mb", type=int, default=512, metavar="MB", help="memory (default %(default)s)")
    parser.add_argument("--file", type=Path, default=FILE, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    maker = SixBookmaker(options.file, options.table_mb)
    for ply, number, count in maker.work(options.plies, options.minutes * 60):
        sys.stdout.write(
            f"ply {ply}, {number} of {count}: {len(maker.solver.found)} values, {time.process_time():.0f} s\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
