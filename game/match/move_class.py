"""What is said of each move of a reviewed game, good ones too: its class, and what it gave away.

The classes, from the judgements of the position before a move and of the one after it:

- *brilliant*: the best move, clearly better than any other, which gives up material (after the answer its side is
  behind what it had before) or begins a forced win of `_DEEP` plies or more that no other move begins;
- *only*: the best move, clearly better than any other (by as much as would be a mistake), where there was a choice;
- *best*: the engine's own move, or one that gives nothing away at all; *good*: less than an inaccuracy;
- the marks of `game.match.judgement`, by what was given away.

That a sacrifice or a lone saving move is what people admire is the common ground of the published rules (chess.com's
help on move classification, 2023; lichess has none for good moves); the thresholds are ours.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from game.match.judgement import MISTAKE, Judgement, mark_of
from game.rules.core import Move, Side
from game.rules.motive import Motive

_DEEP: Final = 9
_ALREADY_WON: Final = 0.9
"""With chances beyond this (of 1) nothing that wins is brilliant."""
_SAME: Final = 0.02
"""Less than this of the chances (of 2) is nothing."""


class MoveClass(enum.StrEnum):
    """What a move is, the best first; the texts are those of the language files."""

    BRILLIANT = "brilliant"
    ONLY = "only"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    ALLOWED_WIN = "allowed-win"
    MISSED_WIN = "missed-win"

    @property
    def is_bad(self) -> bool:
        """Whether it gave something away."""
        return self not in _GOOD


_GOOD: Final = frozenset((MoveClass.BRILLIANT, MoveClass.ONLY, MoveClass.BEST, MoveClass.GOOD))


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A move that was judged: its `ply` counted from 1, its side, its class, the winning chances of its side before and
    after it (0 to 1), and the motive of a bad one, once it is known and where there is one."""

    ply: int
    side: Side
    move: Move
    kind: MoveClass
    before: float
    after: float
    motive: Motive | None = None

    @property
    def lost(self) -> float:
        """The winning chances that it gave away, 0 to 1."""
        return max(0.0, self.before - self.after)


def class_of(before: Judgement, after: Judgement, side: Side, *, is_best: bool, choices: int, gives: bool) -> MoveClass:
    """The class of a side's move by the judgements before and after it: `is_best`, whether the engine would have played
    it, `choices`, how many moves there were, `gives`, whether it gives up material."""
    if not is_best:
        mark = mark_of(before, after, side)
        if mark is not None:
            return MoveClass(mark.value)
        lost = (before.value - after.value) * (1 if side is Side.FIRST else -1)
        return MoveClass.BEST if lost < _SAME else MoveClass.GOOD
    second = before.second_value
    if choices < 2 or second is None:
        return MoveClass.BEST
    sign = 1 if side is Side.FIRST else -1
    if (before.value - second) * sign < MISTAKE or before.value * sign <= -_ALREADY_WON:
        return MoveClass.BEST
    deep = before.winner is side and before.plies >= _DEEP
    if deep or (gives and before.winner is not side.other and abs(second) < _ALREADY_WON):
        return MoveClass.BRILLIANT
    return MoveClass.ONLY
