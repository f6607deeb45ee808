"""Jobs as the rules of the table (`game.rules`) read them: what stands on the board, what may be played.

Nothing here needs a kernel. One game is asked about move after move, so the last positions are kept.
"""

from __future__ import annotations

from functools import lru_cache

from ai.api import EngineError, Job
from game.rules import registry
from game.rules.core import PASS, Move, Position, RulesError, Variant, must_pass

_KEPT = 1024
"""This many positions are kept, those of a few games."""
_STRIDE = 50
"""A position is found by that of the move before it; so that this never goes deep, those this many plies apart come
first."""


def rules_of(variant: str) -> Variant:
    """The rules of a variant. Raises EngineError for an unknown one."""
    try:
        return registry.variant(variant)
    except RulesError as error:
        raise EngineError(str(error)) from error


def start_text(variant: str) -> str:
    """The text of a variant's start position. Raises EngineError for an unknown variant."""
    rules = rules_of(variant)
    return rules.write_position(rules.start())


def position_of(job: Job) -> Position:
    """The position after a job's moves, wherever the game may have ended before. Raises EngineError for what can't be
    read or made."""
    return _after(job, len(job.moves))[0]


def positions_of(job: Job) -> list[Position]:
    """The start of a job and the position after each of its moves. Raises as `position_of` does."""
    return [_after(job, ply)[0] for ply in range(len(job.moves) + 1)]


def moves_of(job: Job) -> list[Move]:
    """A job's moves. Raises as `position_of` does."""
    return [_after(job, ply)[1] for ply in range(1, len(job.moves) + 1)]


def allows(job: Job, text: str) -> bool:
    """Whether a text names a move that may be played after a job's moves, no forbidden one. Raises as `position_of`
    does."""
    position = position_of(job)
    try:
        move = rules_of(job.variant).read_move(text, position)
    except RulesError:
        return False
    return move in position.legal_moves() or (move == PASS and must_pass(position))


def _after(job: Job, plies: int) -> tuple[Position, Move]:
    """The position after this many of a job's moves, and the last of these (PASS before the first)."""
    for ply in range(_STRIDE, plies, _STRIDE):
        _played(job.variant, job.start, job.moves[:ply])
    return _played(job.variant, job.start, job.moves[:plies])


@lru_cache(_KEPT)
def _played(variant: str, start: str, moves: tuple[str, ...]) -> tuple[Position, Move]:
    rules = rules_of(variant)
    try:
        if not moves:
            return rules.start() if start in ("", "start") else rules.read_position(start), PASS
        before, _ = _played(variant, start, moves[:-1])
        move = rules.read_move(moves[-1], before)
        return before.play(move), move
    except RulesError as error:
        raise EngineError(str(error)) from error
