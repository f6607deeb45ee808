"""Jobs as the rules of the table (`game.rules`) read them: what stands on the board, what may be played.

Nothing here needs a kernel. One game is asked about move after move, so the last positions are kept.
"""

from __future__ import annotations

from functools import lru_cache

from ai.api import EngineError, Job
from game.rules import registry
from game.rules.core import PASS, Position, RulesError, Variant, must_pass

_KEPT = 1024
"""So many positions are kept, those of a few games."""
_STRIDE = 50
"""A position is found by that of the move before it; so that this never goes deep, those so many plies apart come
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
    for ply in range(_STRIDE, len(job.moves), _STRIDE):
        _after(job.variant, job.start, job.moves[:ply])
    return _after(job.variant, job.start, job.moves)


@lru_cache(_KEPT)
def _after(variant: str, start: str, moves: tuple[str, ...]) -> Position:
    rules = rules_of(variant)
    try:
        if not moves:
            return rules.start() if start in ("", "start") else rules.read_position(start)
        before = _after(variant, start, moves[:-1])
        return before.play(rules.read_move(moves[-1], before))
    except RulesError as error:
        raise EngineError(str(error)) from error


def legal_moves(job: Job) -> tuple[str, ...]:
    """The texts of what may be played after a job's moves; the pass where the side to move can do nothing else. Raises
    EngineError for what can't be read or made."""
    position = position_of(job)
    rules = rules_of(job.variant)
    moves = tuple(rules.write_move(move, position) for move in position.legal_moves())
    return moves or ((PASS.word,) if must_pass(position) else ())
