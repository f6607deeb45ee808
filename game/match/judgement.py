"""What a position is worth and what a move gives away, by an engine's opinions of the positions before and after it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property

from game.match.evaluation import Mate, Score, SearchInfo
from game.rules.core import Side
from game.rules.registry import GAMES
from game.rules.win_curve import USUAL_CURVE, Odds, WinCurve

_SURE = 1_000_000
"""This many hundredths are a win."""

BLUNDER, MISTAKE, INACCURACY = 0.5, 0.3, 0.16
"""How much of its chances (of 2, from a sure loss to a sure win) a move must give away to be called so."""


def scale_of(game: str) -> WinCurve:
    """What evaluations mean in a game."""
    return GAMES[game].win_curve


def odds_of(score: Score, scale: WinCurve) -> Odds:
    """The chances of the side of a score to win, to draw and to lose; `scale` is the `scale_of` the game."""
    return scale.odds(score.number(_SURE))


def chances(score: Score, scale: WinCurve) -> float:
    """The chances of the side of a score, from -1 (it loses) to 1 (it wins); `scale` is the `scale_of` the game."""
    odds = odds_of(score, scale)
    return odds.win - odds.loss


class Mark(enum.StrEnum):
    """What is wrong with a move, from the gravest down; the texts are those of the language files."""

    MISSED_WIN = "missed-win"
    ALLOWED_WIN = "allowed-win"
    BLUNDER = "blunder"
    MISTAKE = "mistake"
    INACCURACY = "inaccuracy"


@dataclass(frozen=True)
class Judgement:
    """How a position stands: the score `for_first`, from FIRST's view; where the game is over `Mate(0)`, `-Mate(0)` or
    `Cp(0)`.

    `line` is the best play as move texts, empty where the game is over; `scale` is the `scale_of` the game. `second` is
    the score of the second best move, from FIRST's view, where it is known.
    """

    for_first: Score
    line: tuple[str, ...] = ()
    scale: WinCurve = USUAL_CURVE
    second: Score | None = None

    @property
    def winner(self) -> Side | None:
        """Who wins by force, or has won."""
        if isinstance(self.for_first, Mate):
            return Side.FIRST if self.for_first.wins else Side.SECOND
        return None

    @property
    def plies(self) -> int:
        """In how many plies the winner wins, 0 where it has."""
        return abs(self.for_first.plies) if isinstance(self.for_first, Mate) else 0

    @cached_property
    def value(self) -> float:
        """The chances from -1 (SECOND wins) to 1 (FIRST wins)."""
        return chances(self.for_first, self.scale)

    @property
    def second_value(self) -> float | None:
        """The chances with the second best move, like `value`."""
        return chances(self.second, self.scale) if self.second is not None else None

    def odds(self, side: Side) -> Odds:
        """The chances of a side to win, to draw and to lose."""
        return odds_of(self.score(side), self.scale)

    def chance(self, side: Side) -> float:
        """The chance of a side to win, draws counted half, from 0 to 1."""
        return (1 + (self.value if side is Side.FIRST else -self.value)) / 2

    def score(self, side: Side) -> Score:
        """The score from a side's view."""
        return self.for_first if side is Side.FIRST else -self.for_first


def mark_of(before: Judgement, after: Judgement, side: Side) -> Mark | None:
    """What is to be said of a side's move, by the judgements before and after it; None if nothing is: a win by another
    way, or a loss that was coming anyhow, is nothing."""
    lost = (before.value - after.value) * (1 if side is Side.FIRST else -1)
    if lost < INACCURACY:
        return None
    if before.winner is side:
        return Mark.MISSED_WIN
    if after.winner is not None:
        return Mark.ALLOWED_WIN
    return Mark.BLUNDER if lost >= BLUNDER else Mark.MISTAKE if lost >= MISTAKE else Mark.INACCURACY


def judgement_of(info: SearchInfo, turn: Side, scale: WinCurve) -> Judgement:
    """An engine's opinion of a position in which `turn` is to move, turned to FIRST's view."""
    scores = [info.score, *(other.score for other in info.others[:1])]
    turned = [score if turn is Side.FIRST else -score for score in scores]
    return Judgement(turned[0], info.line, scale, turned[1] if len(turned) > 1 else None)
