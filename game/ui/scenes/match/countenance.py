"""The opponent's face: what the portrait of the computer on its card shows of the game.

It knows nothing that the person could not know: the occasions are those on which it may speak, and otherwise only what
the rules say of a move that is on the board. One face takes the place of another at once; nothing moves.
"""

from __future__ import annotations

import math
from typing import Final

from game.match import events as happened
from game.match.events import MatchEvent
from game.match.match import Match
from game.match.occasions import Occasion, opponent_in
from game.rules.core import Side
from game.ui.board.heard import wins_threatened
from game.ui.paint.portraits import Expression

_HELD_S: Final = 2.0
_THOUGHT_S: Final = 0.4
"""Who answers sooner shows no thinking: a face that changes for a blink is a flicker."""
_EXPRESSIONS: Final = {
    Occasion.BLUNDER: Expression.PLEASED,
    Occasion.BRILLIANCY: Expression.STARTLED,
    Occasion.WON: Expression.PLEASED,
    Occasion.LOST: Expression.DEJECTED,
}
_LASTING: Final = (Occasion.WON, Occasion.LOST)
"""Shown as long as the end of the game stands."""


class Countenance:
    """The face of one match's opponent."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._mood = Expression.CALM
        self._left_s = 0.0
        self._thought_s = 0.0

    def mood_of(self, side: Side) -> Expression:
        """What the face of who plays a side shows now; only the opponent shows anything."""
        if side is not opponent_in(self._match):
            return Expression.CALM
        if self._left_s > 0:
            return self._mood
        return Expression.THINKING if self._thought_s >= _THOUGHT_S else Expression.CALM

    def note(self, event: MatchEvent, occasion: Occasion | None) -> None:
        """Show what an event, or the occasion that it gives, means to the opponent."""
        match event:
            case happened.Restarted() | happened.MovesUndone() | happened.MovesRedone() | happened.PlayerChanged():
                self._left_s = 0.0
            case happened.MovePlayed() if event.side is not opponent_in(self._match) and _is_pressing(event):
                self._show(Expression.STARTLED, _HELD_S)
            case _:
                pass
        if occasion in _EXPRESSIONS:
            self._show(_EXPRESSIONS[occasion], math.inf if occasion in _LASTING else _HELD_S)

    def update(self, dt: float) -> None:
        """Let a mood pass, and count how long the opponent has been thinking."""
        self._left_s = max(0.0, self._left_s - dt)
        self._thought_s = self._thought_s + dt if self._match.turns.waiting_for is not None else 0.0

    def _show(self, mood: Expression, seconds: float) -> None:
        self._mood, self._left_s = mood, seconds


def _is_pressing(event: happened.MovePlayed) -> bool:
    """Whether a move leaves no time for anything else, as it is heard too: a check, or a threat to win at once."""
    return event.after.is_check() or wins_threatened(event.move, event.before, event.after) > 0
