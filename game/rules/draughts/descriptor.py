"""Draughts among the games."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.rules.core import Position, Side, Square, Variant
from game.rules.descriptor import GameRules
from game.rules.draughts.board import piece
from game.rules.draughts.feats import FEATS
from game.rules.draughts.fen import write_fen
from game.rules.draughts.motives import motive_of
from game.rules.draughts.position import KING, MAN, DraughtsPosition, position_of
from game.rules.draughts.variants import BRAZILIAN, ENGLISH, FIFTEEN, INTERNATIONAL, RUSSIAN, DraughtsVariant
from game.rules.laid_out import LaidOut
from game.rules.win_curve import WinCurve


def _write(variant: Variant, laid: LaidOut) -> str:
    assert isinstance(variant, DraughtsVariant), "its game says so"
    rules = variant.rules
    cells = bytearray(rules.squares)
    for square, lying in laid.laid.items():
        index = rules.index_of(square)
        if index is None:
            raise ValueError(f"nothing lies on the light square {square}")
        cells[index] = piece(rules.colour_of(lying.side), lying.kind == KING)
    return write_fen(bytes(cells), rules.colour_of(laid.turn))


def _cells(position: Position) -> bytes:
    assert isinstance(position, DraughtsPosition), "its game says so"
    return position.rules.on_board(position.cells)


def _without(columns: tuple[int, ...], start: Position, giver: Side) -> Position:
    """Without the men on these columns of the giver's back row, from the left as that side sees it."""
    assert isinstance(start, DraughtsPosition), "its game says so"
    rules, men = start.rules, bytearray(start.cells)
    for column in columns:
        # the board turned by half a turn is as SECOND sees it
        index = rules.index_of(Square(column if giver is Side.FIRST else start.board.squares - 1 - column))
        assert index is not None, "a piece stands there"
        men[index] = 0
    return position_of(rules, bytes(men), rules.first)


GAME: Final = GameRules(
    "draughts",
    (INTERNATIONAL, FIFTEEN, BRAZILIAN, RUSSIAN, ENGLISH),
    kinds=(MAN, KING),
    write_laid_out=_write,
    cells=_cells,
    needs_both_sides=True,
    handicaps={
        "one": partial(_without, (4,)),
        "two": partial(_without, (2, 6)),
        "three": partial(_without, (2, 4, 6)),
    },
    arcade_minutes=(5, 12),
    # 121 games, 5,051 positions within 6 men: 126 ± 30, 114 ± 33; 30 % were drawn
    win_curve=WinCurve(126.0, 114.0),
    motives=motive_of,
    feats=FEATS,
)
