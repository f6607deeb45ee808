"""First moves that are not the same in every game: one of those that are hardly worse than the best."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from ai.api import Choice, Limit, SearchResult
from ai.score import Cp

LINES: Final = 4
"""Among this many moves at most chance decides."""


def may_vary(limit: Limit) -> bool:
    """Whether one move is asked for that does not depend on time."""
    return limit.lines == 1 and limit.time_s is None and limit.clock is None


def vary(result: SearchResult, slack: int, chance: random.Random) -> SearchResult:
    """The best move of a search for `LINES` lines or one that is at most `slack` hundredths worse, as chance will have
    it; a forced end leaves no choice."""
    info = result.info
    choices = [Choice(info.score, info.line)]
    if isinstance(info.score, Cp):
        least = Cp(info.score.centi - slack)
        choices += [each for each in info.others if each.score >= least]
    chosen = chance.choice(choices)
    told = replace(info, score=chosen.score, line=chosen.line, others=())
    return replace(result, move=chosen.line[0], info=told)
