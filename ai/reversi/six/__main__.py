"""What each move of Reversi on 6x6 leads to with the best play of both: `python -m ai.reversi.six [MOVE ...]`.

Without moves it solves the game, which takes some minutes and 256 MB of memory.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from ai.reversi.six.board import SQUARES
from ai.reversi.six.position import name_of, read_moves
from ai.reversi.six.values import SixSolver


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.reversi.six", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="from the start, such as d2 b2; nobody passes by hand")
    options = parser.parse_args(arguments)
    begun = time.process_time()
    try:
        position = read_moves(options.moves)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    _print(f"{position}\n")
    if not position.moves():
        _print(f"the game is over, {_result(position.final_score())}")
        return 0
    solver = SixSolver(say=_print)
    _print(f"{'Black (X)' if position.black_moves else 'White (O)'} to move; Black's discs come first")
    for bit, value in solver.values(position):
        _print(f"{name_of(bit)}  {_result(value)}")
    line = " ".join(name_of(bit) for bit in solver.line(position))
    _print(f"a game of best moves: {line}\n{solver.nodes:,} positions, {time.process_time() - begun:.0f} s")
    return 0


def _result(value: int) -> str:
    return f"{(SQUARES + value) // 2}:{(SQUARES - value) // 2}"


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
