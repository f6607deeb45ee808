"""What captures are worth in Xiangqi: an exchange on one square, and a line of moves up to where nothing hangs.

The worths are the usual ones of teaching books (a rook nine, cannon and horse half of it, guards two, a soldier one,
two beyond the river), in tenths of a soldier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from game.rules.core import Move, Position, Side
from game.rules.xiangqi.board import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    GENERAL,
    HORSE,
    ROOK,
    SOLDIER,
    Cells,
    after_step,
    attackers,
    is_across,
    is_safe,
    kind_of,
    side_of,
)
from game.rules.xiangqi.position import XiangqiPosition

_WORTH: Final = {GENERAL: 1000, ADVISOR: 20, ELEPHANT: 20, HORSE: 40, ROOK: 90, CANNON: 45}
_SOLDIER: Final = 10
_CROSSED: Final = 20
PIECE: Final = 15
"""To be behind by less than this is not a loss of a piece."""


def worth(cells: Cells, square: int) -> int:
    """What the piece on a square is worth; 0 for none."""
    value = cells[square]
    if not value:
        return 0
    if kind_of(value) == SOLDIER:
        return _CROSSED if is_across(side_of(value), square) else _SOLDIER
    return _WORTH[kind_of(value)]


def gain_on(cells: Cells, square: int, side: Side) -> int:
    """What a side wins at most by beginning to capture on a square, each side taking with its cheapest piece that may,
    and stopping where it would lose; 0 where it had better not."""
    able = sorted((worth(cells, at), at) for at in attackers(cells, square, side) if is_safe(cells, (at, square), side))
    if not able:
        return 0
    after = after_step(cells, (able[0][1], square))
    return max(0, worth(cells, square) - gain_on(after, square, side.other))


def capture_gain(cells: Cells, step: tuple[int, int]) -> int:
    """What a side wins by one capture and what follows on its square; below 0 where it loses by it."""
    side = side_of(cells[step[0]])
    return worth(cells, step[1]) - gain_on(after_step(cells, step), step[1], side.other)


def hanging(cells: Cells, side: Side) -> dict[int, int]:
    """The squares of a side's pieces (not the general) that the other side would win if it moved, and what that
    brings."""
    found = {}
    for square, value in enumerate(cells):
        if value and side_of(value) is side and kind_of(value) != GENERAL:
            gain = gain_on(cells, square, side.other)
            if gain > 0:
                found[square] = gain
    return found


@dataclass(frozen=True, slots=True)
class Balance:
    """A line after `plies` moves, where nothing is being captured: what a side has won less what it has lost."""

    plies: int
    value: int


def balances(positions: Sequence[Position], moves: Sequence[Move], side: Side) -> list[Balance]:
    """All places of a line, after one move at least, at which no capture follows nor a check stands."""
    found, value = list[Balance](), 0
    for plies, move in enumerate(moves, start=1):
        before, after = cells_of(positions[plies - 1]), positions[plies]
        taken = worth(before, move.path[1])
        value += taken if positions[plies - 1].turn is side else -taken
        if after.is_check():
            continue
        is_last = plies == len(moves)
        if is_last and any(gain >= PIECE for gain in hanging(cells_of(after), after.turn.other).values()):
            continue
        if is_last or not moves[plies].captured:
            found.append(Balance(plies, value))
    return found


def cells_of(position: Position) -> bytes:
    """The cells of a position of Xiangqi."""
    assert isinstance(position, XiangqiPosition), "its game says so"
    return position.cells
