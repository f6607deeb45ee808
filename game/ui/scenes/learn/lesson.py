"""A page being tried out: the game on its board, whose move it is, and how far the task has come."""

from __future__ import annotations

import enum
from typing import Final

from game.rules.core import PASS, Move, Refusal, Side, must_pass
from game.rules.game import Game
from game.rules.registry import variant
from game.ui.games.near import closest_to, defence
from game.ui.games.pages import IsRefused, LessonPage


class LessonState(enum.Enum):
    """How far a lesson has come."""

    OPEN = enum.auto()
    """The task is to be done."""
    MISSED = enum.auto()
    """What was played does not lead to the goal any more: start again."""
    SHOWN = enum.auto()
    """The goal was reached by the program, which showed how."""
    DONE = enum.auto()
    """The person has done it; from now on both sides can be moved freely."""


_OVER: Final = (LessonState.DONE, LessonState.SHOWN)


class OpenLesson:
    """One page in use. Moves are played by the rules; after each, `state` tells what has come of it."""

    def __init__(self, page: LessonPage) -> None:
        self.page = page
        self.variant = variant(page.variant)
        self.is_shown = False
        """Whether the program plays, to show how it is done."""
        self.game = self._new_game()
        self.person: Side = self.game.turn
        self.state = LessonState.OPEN

    def _new_game(self) -> Game:
        page = self.page
        return Game(self.variant, self.variant.read_position(page.start) if page.start else None)

    def again(self, shown: bool = False) -> None:
        """Back to the start; `shown` tells that the program will play."""
        self.game, self.state, self.is_shown = self._new_game(), LessonState.OPEN, shown

    # ---- whose move it is

    @property
    def may_move(self) -> frozenset[Side]:
        """The sides that the person may move now."""
        if self.game.outcome is not None:
            return frozenset()
        if self.state in _OVER:
            return frozenset(Side)
        mine = self.state is LessonState.OPEN and not self.is_shown
        return frozenset({self.person}) if mine else frozenset()

    @property
    def is_answer_due(self) -> bool:
        """Whether the other side has to answer."""
        return self.state is LessonState.OPEN and self.game.outcome is None and self.game.turn is not self.person

    @property
    def is_shown_move_due(self) -> bool:
        """Whether the program has to make the person's next move."""
        return self.is_shown and self.state is LessonState.OPEN and not self.is_answer_due

    @property
    def shown_move(self) -> Move | None:
        """The person's next move as the program shows it; None where the page shows a refusal, or is at its end."""
        played = sum(position.turn is self.person for position in self.game.positions[:-1])
        show = self.page.show
        return self.variant.read_move(show[played], self.game.position) if played < len(show) else None

    # ---- what happens

    def play(self, move: Move) -> None:
        """Play a legal move of the side to move. Raises what `Game.play` raises."""
        self.game.play(move)
        if self.state is LessonState.OPEN:
            self._judge()
        if must_pass(self.game.position):
            self.game.play(PASS)  # nobody has anything to decide there

    def _judge(self) -> None:
        """What the last move means for the task."""
        if self.page.goal.is_reached(self.game, self.person):
            self._reached()
        elif self.game.outcome is not None or (self.page.answers is None and not self._goes_on):
            self.state = LessonState.MISSED

    @property
    def _goes_on(self) -> bool:
        """Whether the person has to move once more, as in an opening."""
        return self.game.turn is self.person

    def refuse(self, refusal: Refusal) -> None:
        """The person, or the program that shows it, has tried what may not be played."""
        goal = self.page.goal
        if isinstance(goal, IsRefused) and refusal.code == goal.code and self.state is LessonState.OPEN:
            self._reached()

    def _reached(self) -> None:
        self.state = LessonState.SHOWN if self.is_shown else LessonState.DONE

    def take_back(self) -> None:
        """Take the last move of a missed single move back, to try another one."""
        self.game.undo(1 + (self.game.moves[-1] == PASS))
        self.state = LessonState.OPEN

    def answer(self) -> Move | None:
        """What the other side plays; None where it has no move."""
        page, position = self.page, self.game.position
        legal = position.legal_moves()
        if not legal:
            return None
        known = [self.variant.read_move(text, position) for text in page.answers or () if self.game.allows(text)]
        if page.defends:
            near = closest_to(position, self.game.moves[-1] if self.game.moves else None)
            return defence(position, next(iter((*known, *near))))
        waiting = [move for move in legal if not move.captured]
        return next(iter((*known, *waiting, *legal)))
