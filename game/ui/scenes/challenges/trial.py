"""A challenge being tried: the game on its board, what is right in it, and the stars that can still be had."""

from __future__ import annotations

import enum

from game.progress.challenges import MOST_STARS, Challenge, ChallengeStep
from game.rules.core import Move, Side, Variant
from game.rules.game import Game

_CERTAIN = 5
"""The maker looked at this many moves of a step: where all of them win, one more may, too."""


class TrialState(enum.Enum):
    """How far a trial has come."""

    OPEN = enum.auto()
    """The person has to find a move, or the defence has to be played."""
    WRONG = enum.auto()
    """The last move lets the win slip: it is to be taken back."""
    ASIDE = enum.auto()
    """The last move may win, too, but the solution goes another way: it is to be taken back, and costs nothing."""
    SOLVED = enum.auto()
    """It is done."""


class Trial:
    """One challenge in use. Moves are played by the rules; after each, `state` tells what has come of it."""

    def __init__(self, challenge: Challenge, variant: Variant) -> None:
        self.challenge = challenge
        self.variant = variant
        self.mistakes = 0
        self.hinted = False
        self._begin()

    def _begin(self) -> None:
        self.game = Game(self.variant, self.variant.read_position(self.challenge.start))
        self.person: Side = self.game.turn
        self.state = TrialState.OPEN
        self._step: ChallengeStep = self.challenge.solution
        self._answer: tuple[str, ChallengeStep] | None = None

    def again(self) -> None:
        """Back to the start. Mistakes and hints are forgotten once it has been solved, not before."""
        if self.state is TrialState.SOLVED:
            self.mistakes, self.hinted = 0, False
        self._begin()

    # ---- whose move it is

    @property
    def may_move(self) -> frozenset[Side]:
        """The sides that the person may move now."""
        mine = self.state is TrialState.OPEN and self._answer is None
        return frozenset({self.person}) if mine else frozenset()

    @property
    def answer(self) -> Move | None:
        """The defence that is due; None where the person is to move, or nobody."""
        if self.state is not TrialState.OPEN or self._answer is None:
            return None
        return self.variant.read_move(self._answer[0], self.game.position)

    @property
    def takes_back(self) -> bool:
        """Whether the last move is to be taken back."""
        return self.state in (TrialState.WRONG, TrialState.ASIDE)

    @property
    def stars(self) -> int:
        """What solving it is worth now: three without a mistake or a hint, two with one mistake, else one."""
        return 1 if self.hinted or self.mistakes > 1 else MOST_STARS - self.mistakes

    @property
    def move_number(self) -> int:
        """The number of the move that the person has to find, from 1."""
        return 1 + self.game.ply // 2

    # ---- what happens

    def play(self, move: Move) -> None:
        """Play a legal move of the side to move. Raises what `Game.play` raises."""
        before = self.game.position
        self.game.play(move)
        if self._answer is not None:
            self._step, self._answer = self._answer[1], None
            return
        outcome = self.game.outcome
        named = {self.variant.read_move(text, before): text for text in self._step.on}
        if outcome is not None and outcome.winner is self.person:
            self.state = TrialState.SOLVED
        elif move in named:
            self._answer = self._step.on[named[move]]
            if self._answer is None:
                self.state = TrialState.SOLVED
        elif self._may_win(move):
            self.state = TrialState.ASIDE
        else:
            self.state = TrialState.WRONG
            self.mistakes += 1

    def _may_win(self, move: Move) -> bool:
        step = self._step
        if len(step.on) + len(step.also) >= _CERTAIN:
            return True
        position = self.game.positions[-2]
        return any(self.variant.read_move(text, position) == move for text in step.also)

    def take_back(self) -> None:
        """Take the last move back, to try another one."""
        self.game.undo()
        self.state = TrialState.OPEN

    def hint(self) -> Move | None:
        """A move that keeps the win, which costs the stars of a hint; None where the person is not to move."""
        if not self.may_move:
            return None
        self.hinted = True
        return self.variant.read_move(next(iter(self._step.on)), self.game.position)
