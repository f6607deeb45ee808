"""Repetition: when a game of Xiangqi ends by it, and who has lost then (World Xiangqi Rules 2018).

The third occurrence of a position with the same side to move ends the game. What was played since the first decides,
the graver fault before the lighter one:

1. Whoever gave check with each move loses, unless both did: then it is a draw.
2. Otherwise, whoever chased one and the same piece with each move (`game.rules.xiangqi.chase`) loses, unless both did.
   A move that gives check chases nothing.
3. Otherwise, whoever chased or undermined one and the same piece with each move loses, unless both did: it is a
   perpetual chase, too.
4. Otherwise it is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules.core import Move, Outcome, Side, Termination
from game.rules.xiangqi.board import Cells, Step
from game.rules.xiangqi.chase import chased, undermined
from game.rules.xiangqi.position import XiangqiPosition

_OCCURRENCES = 3

Chases = Callable[[Cells, Step, Side], set[int]]
"""Gives the squares of the pieces that a side chases by a step from a board."""


def judge(positions: Sequence[XiangqiPosition], moves: Sequence[Move]) -> Outcome | None:
    """The outcome once the last position stands there for the third time; None before.

    `positions` holds the start and the position after each of the moves.
    """
    start = first_of(_OCCURRENCES, positions, moves)
    return None if start is None else verdict(positions[start:], moves[start:], (chased, undermined))


def first_of(occurrences: int, positions: Sequence[XiangqiPosition], moves: Sequence[Move]) -> int | None:
    """The ply at which the last position stood for the first of its latest `occurrences` times, None if it stood less
    often. Nothing comes back from before a capture."""
    last, found = positions[-1], 1
    for ply in range(len(moves) - 2, -1, -2):
        if moves[ply].captured or moves[ply + 1].captured:
            return None
        if positions[ply].key == last.key and positions[ply].cells == last.cells:
            found += 1
            if found == occurrences:
                return ply
    return None


def verdict(positions: Sequence[XiangqiPosition], moves: Sequence[Move], faults: Sequence[Chases]) -> Outcome:
    """Who is to blame for moves that led back to where they began, if one side alone is; a draw otherwise.

    `faults` are the kinds of chases, the gravest first.
    """
    guilty = _perpetual_checkers(positions)
    if guilty:
        return _blamed(guilty, Termination.PERPETUAL_CHECK)
    for chases in faults:
        guilty = _perpetual_chasers(positions, moves, chases)
        if guilty:
            return _blamed(guilty, Termination.PERPETUAL_CHASE)
    return Outcome(None, Termination.REPETITION)


def _blamed(guilty: Sequence[Side], reason: Termination) -> Outcome:
    """One side loses; two draw."""
    return Outcome(guilty[0].other, reason) if len(guilty) == 1 else Outcome(None, Termination.REPETITION)


def _perpetual_checkers(positions: Sequence[XiangqiPosition]) -> list[Side]:
    """The sides each of whose moves gave check."""
    return [side for side in Side if all(each.in_check for each in positions[1:] if each.turn is not side)]


def _perpetual_chasers(positions: Sequence[XiangqiPosition], moves: Sequence[Move], chases: Chases) -> list[Side]:
    """The sides each of whose moves chased one and the same piece."""
    # where each piece is, to where it was at first
    names: dict[int, int] = {square: square for square in positions[0].pieces()}
    victims: dict[Side, set[int]] = {}
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        side, (origin, target) = before.turn, move.path
        names[target] = names.pop(origin)
        if side in victims and not victims[side]:
            continue
        found = set() if after.in_check else chases(before.cells, (origin, target), side)
        named = {names[square] for square in found}
        victims[side] = victims[side] & named if side in victims else named
    return [side for side in Side if victims[side]]
