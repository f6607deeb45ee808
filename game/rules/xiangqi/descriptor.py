"""Xiangqi among the games."""

from __future__ import annotations

from functools import partial
from typing import Final

from game.rules.core import Position, Side, Variant
from game.rules.descriptor import GameRules
from game.rules.laid_out import LaidOut
from game.rules.symmetry import mirror_symmetry
from game.rules.win_curve import WinCurve
from game.rules.xiangqi.board import KINDS, cell
from game.rules.xiangqi.feats import FEATS
from game.rules.xiangqi.fen import write_fen
from game.rules.xiangqi.motives import motive_of
from game.rules.xiangqi.position import XiangqiPosition, position_of
from game.rules.xiangqi.simple_repetition import SimplePosition, simple_position_of
from game.rules.xiangqi.variants import SIMPLE, XIANGQI


def _write(variant: Variant, laid: LaidOut) -> str:
    cells = laid.cells(lambda piece: cell(piece.side, KINDS.index(piece.kind)))
    return write_fen(cells, laid.turn, 0, laid.turn)


def _without(columns: tuple[int, ...], start: Position, giver: Side) -> Position:
    """Without the pieces on these columns of the giver's back row, from the left as that side sees it."""
    assert isinstance(start, XiangqiPosition), "its game says so"
    cells = bytearray(start.cells)
    for column in columns:
        # the board turned by half a turn is as SECOND sees it
        cells[column if giver is Side.FIRST else len(cells) - 1 - column] = 0
    place = simple_position_of if isinstance(start, SimplePosition) else position_of
    return place(bytes(cells), start.turn)


def _cells(position: Position) -> bytes:
    assert isinstance(position, XiangqiPosition), "its game says so"
    return position.cells


GAME: Final = GameRules(
    "xiangqi",
    (XIANGQI, SIMPLE),
    kinds=KINDS[1:],
    write_laid_out=_write,
    handicaps={"horse": partial(_without, (1,)), "horses": partial(_without, (1, 7)), "rook": partial(_without, (0,))},
    clocks=((None, 0), (600, 3), (1800, 10), (3000, 20), (3600, 30)),
    arcade_minutes=(5, 15),
    cells=_cells,
    symmetries=mirror_symmetry,
    moved_as={SIMPLE.name: XIANGQI.name},
    # 100 games, 3,181 positions within 10 soldiers: 287 ± 72, 174 ± 75; 22 % were drawn
    win_curve=WinCurve(287.0, 174.0),
    motives=motive_of,
    feats=FEATS,
)
