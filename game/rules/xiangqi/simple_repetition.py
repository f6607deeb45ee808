"""Simple rules of repetition for Xiangqi, as on xiangqi.com (its page on move limits, xiangqi.com/help/limits): nobody
loses by repeating.

A position may stand there three times with the same side to move. What would bring it for the fourth time is judged
over all that was played since the first of the four:

- If the side that makes the move gave check with every one of its moves, and the other did not, the move is illegal.
- Otherwise, if it chased one and the same piece with every one of its moves, and the other did not, the move is illegal
  too. A move that gives check chases nothing.
- If it is the other side that checked or chased all the time, the game goes on: the other side has to play something
  else at its next move.
- Otherwise, as where both do it, the fourth time is a draw.

A move chases a piece if a piece other than the general and the soldiers could take it afterwards and could not before,
nothing could take back, and the attacker can't be taken itself (that is an offer to exchange). Generals and soldiers
before the river are never chased. That is simpler than the World Xiangqi Rules: it does not matter what the pieces are
worth.

The page leaves open what happens to a side that has no other move: here it loses, as a side with no legal move always
does in Xiangqi, and the end is called the perpetual check or chase. The page speaks of the pattern of moves; here, as
everywhere in this house, a repetition is one of positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from game.rules.core import Move, Outcome, Refusal, Side, Square, Termination
from game.rules.xiangqi.board import Cells, Step, after_step, attackers, is_checked, is_safe, side_of
from game.rules.xiangqi.chase import attacks, exposes, newly
from game.rules.xiangqi.position import XiangqiPosition, key_of
from game.rules.xiangqi.refusal import refusal_of
from game.rules.xiangqi.repetition import first_of, verdict

_OCCURRENCES: Final = 4


@dataclass(frozen=True)
class SimplePosition(XiangqiPosition):
    """A position that remembers how it came about since the last capture: `trail` has each position before it with the
    move made there. It takes no part in comparisons, nor in the text of the position."""

    trail: tuple[tuple[XiangqiPosition, Move], ...] = field(default=(), compare=False, repr=False)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every step after which the mover's general is safe, but for those that repeat a check or chase."""
        return self._allowed

    def outcome(self) -> Outcome | None:
        """Mate and stalemate, and for a side that could only repeat its checks or chase, the loss by these."""
        if self._banned and not self._allowed:
            return Outcome(self.turn.other, next(iter(self._banned.values())))
        return super().outcome()

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no legal move begins with these squares. Raises ValueError where one does."""
        if refusal_of(self.cells, self.turn, Move(path), is_begun=True) is None:
            reasons = [reason for move, reason in self._banned.items() if move.path[: len(path)] == path]
            if reasons and not any(move.path[: len(path)] == path for move in self._allowed):
                return Refusal(reasons[0].value)
        return super().refusal(path)

    def play(self, move: Move) -> SimplePosition:
        """The position after a move. Raises IllegalMoveError."""
        if move in self._banned:
            raise self._refused(move, Refusal(self._banned[move].value))
        after = super().play(move)
        return SimplePosition(
            after.cells,
            after.turn,
            after.key,
            after.in_check,
            after.ply,
            after.quiet,
            after.checks,
            () if move.captured else (*self.trail, (self, move)),
        )

    @cached_property
    def _allowed(self) -> tuple[Move, ...]:
        return tuple(move for move in super().legal_moves() if move not in self._banned)

    @cached_property
    def _banned(self) -> Mapping[Move, Termination]:
        """The moves that would repeat a perpetual check or chase for the fourth time, with which of them it is."""
        positions = [*(position for position, _ in self.trail), self]
        return banned_after(positions, [move for _, move in self.trail])


def simple_position_of(cells: bytes, turn: Side, ply: int = 0, quiet: int = 0) -> SimplePosition:
    """The position of pieces that can stand so, with what is derived from them and nothing before it."""
    return SimplePosition(cells, turn, key_of(cells, turn), is_checked(cells, turn), ply, quiet)


def banned_after(positions: Sequence[XiangqiPosition], moves: Sequence[Move]) -> Mapping[Move, Termination]:
    """The moves that would be legal in the last position but for what was played before, each with its reason.

    `positions` holds the start and the position after each of the moves.
    """
    here = positions[-1]
    stood = Counter(position.key for position in positions if position.turn is not here.turn)
    often = {key for key, times in stood.items() if times >= _OCCURRENCES - 1}
    if not often:
        return {}
    banned = {}
    for move in XiangqiPosition.legal_moves(here):
        if move.captured:
            continue
        after = XiangqiPosition.play(here, move)
        ending = _judged([*positions, after], [*moves, move]) if after.key in often else None
        if ending is not None and ending.winner is here.turn.other:
            banned[move] = ending.termination
    return banned


def judge_simply(positions: Sequence[XiangqiPosition], moves: Sequence[Move]) -> Outcome | None:
    """A draw once the last position stands there for the fourth time and neither side alone is to blame; else None.

    `positions` holds the start and the position after each of the moves.
    """
    ending = _judged(positions, moves)
    return ending if ending is not None and ending.winner is None else None


def _judged(positions: Sequence[XiangqiPosition], moves: Sequence[Move]) -> Outcome | None:
    """Who is to blame for the last position standing there for the fourth time, None if it does not."""
    start = first_of(_OCCURRENCES, positions, moves)
    return None if start is None else verdict(positions[start:], moves[start:], (chased_simply,))


def chased_simply(before: Cells, step: Step, side: Side) -> set[int]:
    """The squares of the pieces that the side chases by a step, which captures nothing."""
    return newly(_threatened, before, step, side)


def _threatened(cells: Cells, side: Side) -> set[int]:
    """The squares of the opponent's pieces that the side could take for nothing by a piece that can't be taken."""
    found: set[int] = set()
    for origin, victims in attacks(cells, side):
        new = [at for at in victims if at not in found]
        if new and not _can_take(cells, origin, side.other):
            found.update(at for at in new if not exposes(cells, (origin, at), side) and _is_free(cells, origin, at))
    return found


def _is_free(cells: Cells, origin: int, target: int) -> bool:
    """Whether nothing could take back after a capture."""
    return not _can_take(after_step(cells, (origin, target)), target, side_of(cells[origin]).other)


def _can_take(cells: Cells, square: int, side: Side) -> bool:
    """Whether the side could legally capture on a square."""
    return any(is_safe(cells, (at, square), side) for at in attackers(cells, square, side))
