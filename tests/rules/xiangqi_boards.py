"""Positions of Xiangqi for the tests: from the data, and drawn as rows that need not obey every rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from game.rules.core import Side
from game.rules.game import Game
from game.rules.xiangqi.position import XiangqiPosition, position_of
from game.rules.xiangqi.variants import XIANGQI

DATA = Path(__file__).parent.parent / "data" / "xiangqi"
LETTERS = ".KABNRCP.kabnrcp"


def data(name: str) -> list[Any]:
    """The entries of a file of `tests/data/xiangqi`."""
    content = json.loads((DATA / name).read_text(encoding="utf-8"))
    entries: list[Any] = next(value for value in content.values() if isinstance(value, list))
    assert entries
    return entries


def position(fen: str) -> XiangqiPosition:
    """The position of a FEN's first two fields, without the questions that `read_position` asks."""
    rows, turn = fen.split()[:2]
    cells = bytearray()
    for row in reversed(rows.split("/")):
        for letter in row:
            cells += bytes(int(letter)) if letter.isdigit() else bytes((LETTERS.index(letter),))
    assert len(cells) == 90
    return position_of(bytes(cells), Side.FIRST if turn == "w" else Side.SECOND)


def legal(here: XiangqiPosition) -> set[str]:
    """The legal moves as texts."""
    return {XIANGQI.write_move(move, here) for move in here.legal_moves()}


def reach(here: XiangqiPosition, square: str) -> set[str]:
    """The squares that the piece on a square can legally go to."""
    return {text[2:] for text in legal(here) if text.startswith(square)}


def played(fen: str | None, moves: str | list[str]) -> Game:
    """The game after moves (a list, or a text with spaces between) from a FEN, by default from the start."""
    game = Game(XIANGQI, XIANGQI.start() if fen is None else XIANGQI.read_position(fen))
    for text in moves.split() if isinstance(moves, str) else moves:
        game.play_text(text)
    return game


def verdict(game: Game) -> str | None:
    """`draw`, `red_loses` or `black_loses`, None while the game goes on."""
    if game.outcome is None:
        return None
    winner = game.outcome.winner
    return "draw" if winner is None else "black_loses" if winner is Side.FIRST else "red_loses"
