"""What a position is worth and what a move gives away, by an engine's opinions of the positions before and after it."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from game.match.evaluation import Score, SearchInfo
from game.rules.core import Side
from game.rules.descriptor import USUAL_SCALE
from game.rules.registry import GAMES

BLUNDER, MISTAKE, INACCURACY = 0.5, 0.3, 0.16
"""How much of its chances (of 2, from a sure loss to a sure win) a move must give away to be called so."""


def scale_of(game: str) -> float:
    """The evaluation, in hundredths of a game's unit, at which the chances have gone three quarters of their way."""
    return GAMES[game].evaluation_scale


class Mark(enum.StrEnum):
    """What is wrong with a move, from the gravest down; the texts are those of the language files."""

    MISSED_WIN = "missed-win"
    ALLOWED_WIN = "allowed-win"
    BLUNDER = "blunder"
    MISTAKE = "mistake"
    INACCURACY = "inaccuracy"


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a position stands, from FIRST's view: `winner` wins by force in `plies` (0: it has won), else `centi`; with
    `repeats_in` (the sign is that of `centi`) a repetition in so many plies decides the game.

    `line` is the best play as move texts, empty where the game is over; `scale` is the `scale_of` the game.
    """

    centi: int = 0
    winner: Side | None = None
    plies: int = 0
    line: tuple[str, ...] = ()
    scale: float = USUAL_SCALE
    repeats_in: int | None = None

    @property
    def value(self) -> float:
        """The chances from -1 (SECOND wins) to 1 (FIRST wins)."""
        if self.winner is not None:
            return 1.0 if self.winner is Side.FIRST else -1.0
        return math.tanh(self.centi / self.scale)

    def score(self, side: Side) -> Score:
        """The same as a score from a side's view."""
        if self.winner is not None:
            return Score(0, self.plies if self.winner is side else -self.plies)
        sign = 1 if side is Side.FIRST else -1
        return Score(sign * self.centi, None, None if self.repeats_in is None else sign * self.repeats_in)


def mark_of(before: Judgement, after: Judgement, side: Side) -> Mark | None:
    """What is to be said of a side's move, by the judgements before and after it; None if nothing is."""
    if before.winner is side.other or after.winner is side:
        return None  # nothing was left to lose, or nothing was lost
    if before.winner is side:
        return Mark.MISSED_WIN
    if after.winner is not None:
        return Mark.ALLOWED_WIN
    lost = (before.value - after.value) * (1 if side is Side.FIRST else -1)
    for mark, least in ((Mark.BLUNDER, BLUNDER), (Mark.MISTAKE, MISTAKE), (Mark.INACCURACY, INACCURACY)):
        if lost >= least:
            return mark
    return None


def judgement_of(info: SearchInfo, turn: Side, scale: float) -> Judgement:
    """An engine's opinion of a position in which `turn` is to move, turned to FIRST's view."""
    score = info.score
    if score.win_in is not None:
        return Judgement(0, turn if score.win_in > 0 else turn.other, abs(score.win_in), info.line)
    sign = 1 if turn is Side.FIRST else -1
    repeats_in = None if score.repeats_in is None else sign * score.repeats_in
    return Judgement(sign * score.centi, None, 0, info.line, scale, repeats_in)
