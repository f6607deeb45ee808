"""The command line: `python -m ai.gomoku.verify [FILE]`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ai.gomoku.verify.board import SQUARES
from ai.gomoku.verify.content import read
from ai.gomoku.verify.walk import verify

_FILE: Final = Path(__file__).parents[1] / "proof" / "freestyle.proof"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives 0 where the proof holds."""
    parser = argparse.ArgumentParser(
        prog="python -m ai.gomoku.verify", description="Checks the proof that Black wins freestyle Gomoku on 15x15."
    )
    parser.add_argument("file", nargs="?", type=Path, default=_FILE, metavar="FILE", help="default: the one we ship")
    options = parser.parse_args(arguments)
    begun = time.process_time()
    try:
        content = options.file.read_bytes()
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    verdict = verify(content, progress=True)
    for fault in verdict.faults:
        sys.stdout.write(f"fault: {fault}\n")
    spent = time.process_time() - begun
    if verdict.faults:
        sys.stdout.write(f"this is no proof ({spent:.0f} s)\n")
        return 1
    sys.stdout.write(f"{verdict.positions} positions hold ({spent:.0f} s). After h8 White has lost with\n")
    replies = 1
    for depth, lost in enumerate(verdict.lost):
        replies *= SQUARES - 1 - 2 * depth
        word = ("first replies", "first two replies", "first three replies")[depth]
        sys.stdout.write(f"  {lost} of {replies} {word} ({lost / replies:.2%})\n")
    if verdict.lost[0] == SQUARES - 1:
        sys.stdout.write(f"so Black wins, within {verdict_plies(content)} plies\n")
    else:
        sys.stdout.write("the others are not proven here\n")
    return 0


def verdict_plies(content: bytes) -> int:
    """The plies of the whole game that a closed proof promises at most."""
    return int(read(content).head["plies"]) + 2


if __name__ == "__main__":
    sys.exit(main())
