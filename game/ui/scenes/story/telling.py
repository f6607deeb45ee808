"""A story being told: which shot is seen, and which of its moves are due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.rules.core import Move, Position
from game.rules.game import Game
from game.rules.registry import variant
from game.ui.games.story import Story

LEAD_S: Final = 0.85
"""From the beginning of a shot to its first move: its sentence is being read."""
REST_S: Final = 1.05
"""From its last move to the next shot."""
SHOT_S: Final = 3.0
END_S: Final = 0.9
"""The last shot stays so much longer."""
LONGEST_S: Final = 10.0
"""No story is longer."""


@dataclass(frozen=True, slots=True)
class ShotBegun:
    """Another shot, and where it begins; `is_new` where that is not where the one before has ended."""

    number: int
    position: Position
    is_new: bool


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move of the shot."""

    move: Move
    before: Position
    after: Position


class Telling:
    """Goes on with the time. Raises what the rules raise for a story that does not obey them."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self.variant = variant(story.variant)
        self.game = Game(self.variant)
        self.number = -1
        """The shot that is seen; -1 before the first."""
        self.elapsed_s = 0.0
        """Since it began."""
        self._left: list[str] = []
        self._made = 0

    @property
    def is_over(self) -> bool:
        """Whether all has been told."""
        return self.number == len(self._story.shots) - 1 and self.elapsed_s >= SHOT_S + END_S

    def advance(self, dt: float) -> list[ShotBegun | MoveMade]:
        """Go on by `dt` seconds; returns what happens meanwhile."""
        happened: list[ShotBegun | MoveMade] = []
        self.elapsed_s += dt
        is_last = self.number == len(self._story.shots) - 1
        if self.number < 0 or (self.elapsed_s >= SHOT_S and not is_last):
            happened.append(self._begin(self.number + 1))
        while self._left and self.elapsed_s >= self._due_s:
            before = self.game.position
            move = self.variant.read_move(self._left.pop(0), before)
            self.game.play(move)
            self._made += 1
            happened.append(MoveMade(move, before, self.game.position))
        return happened

    def _begin(self, number: int) -> ShotBegun:
        shot = self._story.shots[number]
        self.number, self.elapsed_s, self._made = number, 0.0, 0
        self._left = shot.moves.split()
        if shot.start:
            self.game = Game(self.variant, self.variant.read_position(shot.start))
        return ShotBegun(number, self.game.position, bool(shot.start) or number == 0)

    @property
    def _due_s(self) -> float:
        """When the next move is due: they share the time between lead and rest evenly."""
        steps = self._made + len(self._left) - 1
        return LEAD_S + (self._made / steps if steps else 0.0) * (SHOT_S - LEAD_S - REST_S)
