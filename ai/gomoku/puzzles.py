"""Challenges of Gomoku: a five that can be forced.

In Renju only those positions are kept in which the forbidden moves decide: without them White would not win, or Black
would have another way to.
"""

from __future__ import annotations

from typing import ClassVar, Final

from ai.api import Job, SearchInfo
from ai.challenge_finder import ChallengeRecipe, Finder, makers
from ai.positions import position_of
from ai.solution import UnfitError

_RENJU: Final = "gomoku-renju"
_FREE: Final = "gomoku-freestyle"
RECIPES: Final = {
    "gomoku": ChallengeRecipe(_FREE, 400, 6_000, 40_000, {3: 16, 4: 18, 5: 20, 6: 14, 7: 10}, 8, 10_000),
    _RENJU: ChallengeRecipe(_RENJU, 400, 6_000, 40_000, {2: 4, 3: 7, 4: 8, 5: 6, 6: 5}, 8, 10_000, True, 50),
}


class GomokuFinder(Finder):
    """Finds them."""

    plies_most = 60
    # the solver sees most wins at once, which says nothing about how hard they are
    plain_options: ClassVar = {"threats": 0, "fours_ahead": 0}

    def check_position(self, job: Job) -> None:
        """Not where the other side would make a five with its next stone."""
        if any(position_of(job).threats().values()):
            raise UnfitError

    def check_unique(self, job: Job, info: SearchInfo) -> None:
        """In Renju the forbidden moves decide, too."""
        super().check_unique(job, info)
        if job.variant == _RENJU and not self.fouls_decide(job):
            raise UnfitError

    def fouls_decide(self, job: Job) -> bool:
        """In Renju, whether without forbidden moves White would not win here, or Black with another move, too."""
        free = self.search(Job(_FREE, job.start), self.recipe.proof_nodes, 2)
        if job.start.endswith("w"):
            return not free.score.wins
        return bool(free.others) and free.others[0].score.wins


MAKERS: Final = makers(GomokuFinder, RECIPES)
