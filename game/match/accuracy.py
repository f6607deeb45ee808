"""How exactly a side has played, as a percentage, and in which part of the game.

The formulas are those that lichess has published (lichess.org/page/accuracy; its sources are scalachess and lila,
AccuracyPercent, 2023), with the winning chances of our own games (`game.match.judgement`):

    accuracy of a move = 103.1668 exp(-0.04354 lost) - 3.1669, from 0 to 100; `lost` in per cent of winning chances

    accuracy of a game = the middle between the harmonic mean of its moves and their mean, weighted by how much the
    chances swing around each move (standard deviation over a window of an eighth to a half of them)

    accuracy of a phase = the same, over the moves of one phase
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from game.match.move_class import Appraisal
from game.match.phase import Phase, phase_of
from game.match.review import Review
from game.rules.core import Side
from game.rules.game import Game

_HEIGHT: Final = 103.1668100711649
_DECAY: Final = 0.04354415386753951
_FOOT: Final = 3.166924740191411
_SHORTEST, _LONGEST = 2, 8
"""The window over which chances swing, in moves: a tenth of the game between these."""
_STEADY, _WILD = 0.5, 12.0
"""The weights of a move, in per cent of winning chances."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How exactly a side has played, 0 to 100: over the `whole` game, and by phase where it made moves in it."""

    whole: float
    phases: Mapping[Phase, float]


def move_accuracy(lost: float) -> float:
    """The accuracy of a move that gave away so much of the winning chances (0 to 1), 0 to 100.

    >>> round(move_accuracy(0.0)), round(move_accuracy(0.1)), round(move_accuracy(1.0))
    (100, 64, 0)
    """
    return min(100.0, max(0.0, _HEIGHT * math.exp(-_DECAY * 100 * lost) - _FOOT))


def accuracy_of(appraisals: Sequence[Appraisal], phases: Sequence[Phase], side: Side) -> Accuracy | None:
    """The accuracy of a side by all moves that are known, both sides' in the order of the game, and the phase in which
    each of these was made; None where the side has made none."""
    weights = _weights(appraisals)
    own = [
        (phase, move_accuracy(each.lost), weight)
        for each, phase, weight in zip(appraisals, phases, weights, strict=True)
        if each.side is side
    ]
    if not own:
        return None
    by_phase = {
        phase: _mean([(value, weight) for at, value, weight in own if at is phase])
        for phase in Phase
        if any(at is phase for at, _, _ in own)
    }
    return Accuracy(_mean([(value, weight) for _, value, weight in own]), by_phase)


def accuracies(game: Game, review: Review) -> tuple[Accuracy | None, Accuracy | None]:
    """Those of FIRST and SECOND in a game, by the moves that its review knows so far."""
    known, start = review.appraisals, game.at(0)
    phases = [phase_of(game.variant.game, start, game.at(each.ply - 1)) for each in known]
    return accuracy_of(known, phases, Side.FIRST), accuracy_of(known, phases, Side.SECOND)


def _weights(appraisals: Sequence[Appraisal]) -> list[float]:
    """How much the chances swing around each move."""
    chances = [100 * (each.after if each.side is Side.FIRST else 1 - each.after) for each in appraisals]
    window = min(_LONGEST, max(_SHORTEST, len(chances) // 10))
    found = []
    for nth in range(len(chances)):
        start = max(0, nth - window + 1)
        part = chances[start : start + window]
        found.append(min(_WILD, max(_STEADY, _deviation(part))))
    return found


def _deviation(values: Sequence[float]) -> float:
    """That of the population; the one of the standard library counts in fractions, a hundred times as slow."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _mean(values: Sequence[tuple[float, float]]) -> float:
    weighted = sum(value * weight for value, weight in values) / sum(weight for _, weight in values)
    harmonic = len(values) / sum(1 / max(1.0, value) for value, _ in values)
    return (weighted + harmonic) / 2
