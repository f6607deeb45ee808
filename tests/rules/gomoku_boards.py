"""Positions for the tests: drawn as pictures or built from the moves of the data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.rules.core import Board, Side
from game.rules.game import Game
from game.rules.gomoku.position import GomokuPosition
from game.rules.gomoku.variants import GomokuVariant
from game.rules.registry import variant

DATA = Path(__file__).parent.parent / "data" / "gomoku"
CELLS = {".": 0, "x": 1, "o": 2}


def data(name: str) -> list[Any]:
    """The positions of a file of `tests/data/gomoku`."""
    positions: list[Any] = json.loads((DATA / name).read_text(encoding="utf-8"))["positions"]
    assert positions
    return positions


def played(entry: dict[str, Any]) -> Game:
    """The game of an entry of the data."""
    chosen = variant(f"gomoku-{entry['rule']}")
    game = Game(chosen, chosen.start(entry["size"]))
    for x, y in entry["moves"]:
        game.play_text(point_name(x, y))
    return game


def point_name(x: int, y: int) -> str:
    return f"{'abcdefghijklmnopqrst'[x]}{y + 1}"


def drawn(chosen: GomokuVariant, picture: str, turn: Side = Side.FIRST, size: int = 15) -> GomokuPosition:
    """A position from a picture: `x` black, `o` white, `.` empty, the last line the bottom row. A smaller picture lies
    in the bottom left corner of the board. Counts of stones are not looked at, so that a rule can be shown with Black
    alone."""
    cells = bytearray(size * size)
    for row, line in enumerate(reversed(picture.split())):
        for column, letter in enumerate(line):
            cells[row * size + column] = CELLS[letter]
    return GomokuPosition(chosen.rule, Board(size, size), bytes(cells), turn)
