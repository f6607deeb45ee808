"""Wins by fours alone, searched with nothing but the rules: a check of the rules by the data's forced wins."""

from __future__ import annotations

from collections.abc import Iterator

from game.rules.core import Move, Side, Square
from game.rules.gomoku.position import GomokuPosition


def wins_by_fours(position: GomokuPosition, plies: int) -> list[Square] | None:
    """A line by which the side to move wins within this many plies, each of its moves a four or a five, or None."""
    mover = position.turn
    for square in _completions(position, mover, 4):
        after = position.play(Move((square,)))
        if _won(after, mover):
            return [square]
    if plies < 3:
        return None
    for four in _completions(position, mover, 3):
        if four in position.forbidden():
            continue
        after = position.play(Move((four,)))
        threats = _fives(after, mover)
        if not threats or _fives(after, mover.other):
            continue
        # The opponent has to take a point of the five; it is lost where no such reply holds.
        lines = [_after_reply(after, reply, plies - 2) for reply in threats]
        if all(line is not None for line in lines):
            return [four, *max((line for line in lines if line is not None), key=len)]
    return None


def _after_reply(position: GomokuPosition, reply: Square, plies: int) -> list[Square] | None:
    after = position.play(Move((reply,)))
    if _won(after, position.turn.other):  # the reply was forbidden
        return [reply]
    line = wins_by_fours(after, plies) if after.outcome() is None else None
    return None if line is None else [reply, *line]


def _fives(position: GomokuPosition, side: Side) -> list[Square]:
    """Where the side would make a five if it were to move."""
    if position.turn is side:
        asked = position
    else:
        asked = GomokuPosition(position.rule, position.board, position.cells, side)
    return [square for square in _completions(position, side, 4) if _won(asked.play(Move((square,))), side)]


def _won(position: GomokuPosition, side: Side) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner is side


def _completions(position: GomokuPosition, side: Side, stones: int) -> list[Square]:
    """The empty points of all lines of five that hold this many stones of the side and none of the other."""
    mine, other = side + 1, side.other + 1
    found = set()
    for line in _lines(position.board.columns):
        cells = [position.cells[at] for at in line]
        if cells.count(mine) == stones and other not in cells:
            found |= {Square(at) for at in line if position.cells[at] == 0}
    return sorted(found)


def _lines(size: int) -> Iterator[list[int]]:
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x in range(size):
            for y in range(size):
                if 0 <= x + 4 * across < size and 0 <= y + 4 * up < size:
                    yield [(y + step * up) * size + x + step * across for step in range(5)]
