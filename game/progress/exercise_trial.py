"""An exercise being tried: any move that is nearly as good as the best one solves it, as an engine judges.

    person to move ──> the engine looks at the position while they think
    a move         ──> the known best solves, the mistake itself misses; any other is judged by the position after it

One thread; `update` is called each frame and never waits.
"""

from __future__ import annotations

import enum
from typing import Final

from game.match.evaluation import Cp
from game.match.judgement import Judgement, judgement_of, scale_of
from game.match.lines import Line, read_line
from game.match.players import Gone, TurnAsked
from game.match.teaching import MoveJudge
from game.progress.exercises import Exercise
from game.progress.spaced_repetition import Recall
from game.rules.core import Move, Position, Side
from game.rules.game import Game
from game.rules.registry import variant

NEARLY: Final = 0.05
"""A move that gives away no more than this share of the chances to win is as good as the best."""
JUDGED_S: Final = 0.8
"""So long each of the two positions is thought about."""


class ExerciseState(enum.Enum):
    """How far a trial has come."""

    OPEN = enum.auto()
    """The person has to find a move."""
    JUDGED = enum.auto()
    """The last move is being judged."""
    WRONG = enum.auto()
    """The last move is not good enough: it is to be taken back."""
    UNKNOWN = enum.auto()
    """Nobody can judge the last move: it is to be taken back, and costs nothing."""
    SOLVED = enum.auto()
    """A good move was found."""
    SHOWN = enum.auto()
    """The person has been shown the line."""


class ExerciseTrial:
    """One exercise in use, by the rules of its variant."""

    def __init__(self, exercise: Exercise, judge: MoveJudge | None) -> None:
        """Without a `judge` only the best move that is known solves it. The exercise must be readable."""
        self.exercise = exercise
        self.rules = variant(exercise.variant)
        self.judge = judge
        self.start: Position = self.rules.read_position(exercise.position)
        self.line: Line = read_line(self.rules, self.start, exercise.line)
        """The best line that is known; without moves where the engine has not told one yet."""
        self.has_missed = False
        """Whether a bad move, a hint or the line was needed: then it was not known."""
        self.lost: float | None = None
        """The share of the chances to win that the last move gives away, as far as it was judged."""
        self._before: Judgement | None = None
        self._asked: Side | None = None
        self._asked_after = False
        self._begin()

    def _begin(self) -> None:
        self.game = Game(self.rules, self.start)
        self.person: Side = self.start.turn
        self.state = ExerciseState.OPEN

    @property
    def may_move(self) -> frozenset[Side]:
        """The sides that the person may move now."""
        return frozenset({self.person}) if self.state is ExerciseState.OPEN else frozenset()

    @property
    def takes_back(self) -> bool:
        """Whether the last move is to be taken back."""
        return self.state in (ExerciseState.WRONG, ExerciseState.UNKNOWN)

    @property
    def is_over(self) -> bool:
        """Whether it was solved or shown."""
        return self.state in (ExerciseState.SOLVED, ExerciseState.SHOWN)

    @property
    def recall(self) -> Recall:
        """How well the person knew it."""
        return Recall.AGAIN if self.has_missed else Recall.GOOD

    # ---- what happens

    def play(self, move: Move) -> None:
        """Play a legal move of the person. Raises what `Game.play` raises."""
        self.lost = None
        self.game.play(move)
        outcome = self.game.outcome
        if self.line.moves[:1] == (move,) or (outcome is not None and outcome.winner is self.person):
            self._solve()
        elif outcome is not None and outcome.winner is not None:
            self._miss()
        elif self.exercise.played and self.rules.write_move(move, self.start) == self.exercise.played:
            self.lost = self.exercise.lost
            self._miss()
        elif self.judge is None or not self.judge.is_ready:
            self.state = ExerciseState.UNKNOWN
        else:
            self.state = ExerciseState.JUDGED
            self._ask_next()

    def look(self) -> None:
        """Let the engine look at the position while the person thinks."""
        is_new = self.state is ExerciseState.OPEN and self._before is None and self._asked is None
        if is_new and self.judge is not None and self.judge.is_ready:
            self._ask()

    def update(self) -> bool:
        """Called each frame; whether the last move has just been judged."""
        self.look()
        answer = self.judge.poll() if self.judge is not None and self._asked is not None else None
        if answer is None or self._asked is None:
            return False
        side, self._asked = self._asked, None
        is_judged = self.state is ExerciseState.JUDGED
        if isinstance(answer, Gone):
            if is_judged:
                self.state = ExerciseState.UNKNOWN
            return is_judged
        judgement = judgement_of(answer, side, scale_of(self.rules.game))
        if not self._asked_after:
            self._before = judgement
            if not self.line.moves:
                self.line = read_line(self.rules, self.start, judgement.line)
            if is_judged:
                self._ask_next()
            return False
        if is_judged:
            self._compare(judgement)
        return is_judged

    def _ask_next(self) -> None:
        if self._before is None:
            if self._asked is None:
                self._ask()
        elif self.game.outcome is not None:
            self._compare(Judgement(Cp(0)))  # a draw: whoever wins has been told before
        else:
            self._ask(after=True)

    def _ask(self, after: bool = False) -> None:
        assert self.judge is not None, "there is somebody to ask"
        position = self.game.position if after else self.start
        moves = self.game.texts() if after else ()
        self._asked, self._asked_after = position.turn, after
        turn = TurnAsked(position.turn, self.rules.name, self.exercise.position, tuple(moves))
        self.judge.ask(turn, JUDGED_S)

    def _compare(self, after: Judgement) -> None:
        assert self._before is not None, "it was judged first"
        self.lost = max(0.0, self._before.chance(self.person) - after.chance(self.person))
        if self.lost <= NEARLY:
            self._solve()
        else:
            self._miss()

    def _solve(self) -> None:
        self.state = ExerciseState.SOLVED

    def _miss(self) -> None:
        self.state = ExerciseState.WRONG
        self.has_missed = True

    def take_back(self) -> None:
        """Take the last move back, to try another one."""
        self.game.undo()
        self.state = ExerciseState.OPEN

    def hint(self) -> Move | None:
        """The best move, which was then not known; None where the person is not to move."""
        if not self.may_move or not self.line.moves:
            return None
        self.has_missed = True
        return self.line.moves[0]

    def show(self) -> None:
        """Give up: the line is shown, from the position on."""
        if self.state is ExerciseState.OPEN and self.line.moves:
            self.has_missed = True
            self.state = ExerciseState.SHOWN

    def close(self) -> None:
        """Ask nobody any more."""
        if self.judge is not None and self._asked is not None:
            self.judge.cancel()
        self._asked = None
