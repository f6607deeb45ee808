"""Challenges of draughts: men that are won by a combination."""

from __future__ import annotations

from typing import Final

from ai.api import EngineError, Job, SearchInfo
from ai.challenge_finder import WON, ChallengeRecipe, Finder, makers
from ai.positions import position_of
from ai.solution import SolutionStep, UnfitError

_AHEAD: Final = 100
"""The last proof must still see the second best move this many hundredths of a man behind."""
_MEN_WON: Final = 2
_EQUAL: Final = 60
"""Moves so little worse than the best, in hundredths of a man, are followed, too."""
RECIPES: Final = {
    "draughts": ChallengeRecipe("draughts-international", 800, 0, 60_000, {2: 22, 3: 32, 4: 26}, 7, 10_000),
    "draughts-russian": ChallengeRecipe(
        "draughts-russian", 800, 0, 60_000, {2: 14, 3: 22, 4: 18}, 7, 10_000, wanted=48
    ),
    "draughts-english": ChallengeRecipe(
        "draughts-english", 800, 0, 60_000, {2: 14, 3: 22, 4: 18}, 7, 10_000, wanted=48
    ),
}


class DraughtsFinder(Finder):
    """Finds them."""

    plies_most = 100

    def is_promising(self, job: Job, info: SearchInfo, before: int) -> bool:
        """Whether men are won by a quiet move that is answered by a capture."""
        return info.score.within(WON) - before > 80 and "x" not in info.line[0] and "x" in "".join(info.line[1:2])

    def check_unique(self, job: Job, info: SearchInfo) -> None:
        """The best move is better by more than a man, and nobody is ahead before it."""
        if info.score.within(WON) - info.others[0].score.within(WON) < 130 or not -1 <= material(job) <= 0:
            raise UnfitError

    def solve(self, job: Job) -> SolutionStep:
        """The combination."""
        return self._shot(job, material(job), 1)

    def still_wins(self, info: SearchInfo) -> bool:
        """Or leaves the second best move behind."""
        return info.score.wins or info.score.within(WON) - info.others[0].score.within(WON) > _AHEAD

    def _shot(self, job: Job, before: int, turn: int) -> SolutionStep:
        """The solution of a combination that began with the person `before` men ahead. Raises UnfitError."""
        info = self.search(job, self.recipe.proof_nodes, 2 if turn == 1 else 3)
        equals = [each.line[0] for each in info.others if info.score.within(WON) - each.score.within(WON) < _EQUAL]
        if turn > self.recipe.longest or (turn == 1 and (equals or "x" in info.line[0])):
            raise UnfitError
        step = SolutionStep({info.line[0]: self._suffer(job, info.line[0], before, turn)}, [])
        for move in equals:
            try:
                step.on[move] = self._suffer(job, move, before, turn)
            except UnfitError:
                step.also.append(move)
        return step

    def _suffer(self, job: Job, move: str, before: int, turn: int) -> tuple[str, SolutionStep] | None:
        """The best answer to a move of a combination and what follows it; None where the men are won for good. Raises
        UnfitError."""
        after = Job(job.variant, job.start, (*job.moves, move))
        try:
            answer = self.search(after, self.recipe.proof_nodes)
        except EngineError as error:  # the other side has no move left
            if turn == 1:
                raise UnfitError from error
            return None
        reply = answer.line[0]
        if turn == 1 and "x" not in reply:
            raise UnfitError  # nothing is given: no combination
        if "x" not in reply and -material(after) - before >= _MEN_WON:
            if -answer.score.within(WON) < 100 * (before + _MEN_WON) - 60:
                raise UnfitError
            return None
        return reply, self._shot(Job(job.variant, job.start, (*after.moves, reply)), before, turn + 1)


def material(job: Job) -> int:
    """By how many men the side to move is ahead, a king counted as three."""
    position = position_of(job)
    pieces = position.pieces().values()
    return sum((3 if each.kind == "king" else 1) * (1 if each.side == position.turn else -1) for each in pieces)


MAKERS: Final = makers(DraughtsFinder, RECIPES)
