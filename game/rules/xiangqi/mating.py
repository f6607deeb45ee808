"""How a general is mated in Xiangqi: the names that players have for the patterns.

Double cannon 重炮 (a cannon behind its own cannon), cannon behind horse 马后炮, smothered 闷宫 (a cannon over one of
the general's own pieces), and else by the piece that gives the last check.
"""

from __future__ import annotations

from game.rules.core import Position, Square, Termination
from game.rules.xiangqi.board import BOARD, CANNON, HORSE, KINDS, general_square, kind_of, side_of
from game.rules.xiangqi.exchange import cells_of


def pattern_of(position: Position) -> str | None:
    """The pattern of a position in which the side to move has lost; None in any other."""
    outcome = position.outcome()
    if outcome is None:
        return None
    if outcome.termination is Termination.STALEMATE:
        return "stalemate"
    cells, checkers = cells_of(position), position.checkers()
    if len(checkers) > 1:
        return "double-check"
    kind = kind_of(cells[checkers[0]])
    if kind != CANNON:
        return f"by-{KINDS[kind]}"
    general = general_square(cells, position.turn)
    screen = next(cells[each] for each in BOARD.between(checkers[0], Square(general)) if cells[each])
    if side_of(screen) is position.turn:
        return "smothered"
    return {CANNON: "double-cannon", HORSE: "cannon-horse"}.get(kind_of(screen), "by-cannon")
