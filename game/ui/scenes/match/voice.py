"""What the opponent says: a line at the beginning, at a slip or a fine move of the person's, and at the end, in a small
bubble at the portrait. Each named level has its own lines in each game (`voices_GAME.json`), and none is said twice in
one game."""

from __future__ import annotations

import random
from typing import Final

import pygame

from game.match.events import MatchEvent, Restarted
from game.match.match import Match
from game.match.occasions import Occasion, opponent_in
from game.rules.core import Side
from game.storage.settings import Settings
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY, ENTER_S, LEAVE_S
from game.ui.scenes.names import portrait_of
from game.ui.stage.language import Language
from game.ui.widgets.base import approach
from game.ui.widgets.plates import draw_bubble

_SHORTEST_S: Final = 3.0
_A_CHARACTER_S: Final = {"en": 0.05, "zh": 0.16}
"""A bubble stays as long as its line takes to be read."""
_WIDEST: Final = 300.0
_PAD: Final = 14.0
_STEP: Final = 22.0
_MOST: Final = 9
"""More lines of a level for one occasion are not looked for."""


class Voice:
    """The voice of one match's opponent. `settings` and the language are those of the moment."""

    def __init__(self, match: Match, dice: random.Random) -> None:
        """`dice` chooses among a level's lines."""
        self._match = match
        self._dice = dice
        self._said: set[str] = set()
        self._key = ""
        self._closing = ""
        self._left_s = 0.0
        self._share = 0.0

    @property
    def side(self) -> Side | None:
        """The side of who speaks."""
        return opponent_in(self._match)

    @property
    def level(self) -> str:
        """The level of who speaks; empty where nobody does."""
        side = self.side
        level = self._match.seat(side).player.level if side is not None else None
        return level or ""

    @property
    def key(self) -> str:
        """The key of the line that is being said; empty while nothing is."""
        return self._key if self._left_s > 0 else ""

    @property
    def is_seen(self) -> bool:
        """Whether there is a bubble now, also while it goes."""
        return self._share > 0 and bool(self._key)

    @property
    def closing(self) -> str:
        """The key of the line that was said at the end of the game; empty where none was."""
        return self._closing

    def greet(self, t: Language, settings: Settings) -> None:
        """Say something at the beginning of a game; nothing in one that goes on."""
        if not self._match.ply and self._match.outcome is None:
            self.say(Occasion.START, t, settings)

    def note(self, event: MatchEvent, occasion: Occasion | None, t: Language, settings: Settings) -> None:
        """Say what an event gives occasion to, if it does."""
        if isinstance(event, Restarted):
            self._said.clear()
            self._closing = ""
        if occasion is not None:
            self.say(occasion, t, settings)

    def say(self, occasion: Occasion, t: Language, settings: Settings) -> None:
        """Say one of the lines for an occasion that was not said yet in this game, if there is one."""
        if not settings.voices or settings.reduced_motion:
            return
        who = portrait_of(self.level) if self.level else ""
        keys = [f"voices_{self._match.variant.game}.{who}_{occasion}_{n}" for n in range(1, _MOST + 1)]
        left = [key for key in keys if key not in self._said and t.has(key)]
        if who and left:
            self._key = self._dice.choice(left)
            self._said.add(self._key)
            self._closing = self._key if occasion in (Occasion.WON, Occasion.LOST, Occasion.DRAWN) else ""
            self._left_s = _SHORTEST_S + _A_CHARACTER_S.get(t.name, 0.1) * len(t(self._key))

    def hush(self) -> None:
        """Say no more of what is being said."""
        self._left_s = 0.0

    def update(self, dt: float, settings: Settings) -> None:
        """Let the bubble come and go."""
        if not settings.voices:
            self.hush()
        self._left_s = max(0.0, self._left_s - dt)
        self._share = approach(self._share, float(self._left_s > 0), dt, ENTER_S if self._left_s > 0 else LEAVE_S)

    def draw(self, canvas: Canvas, t: Language, card: pygame.FRect, above: bool) -> None:
        """The bubble of who sits at a card, over what lies below it (or `above`)."""
        if not self.is_seen:
            return
        lines = canvas.wrapped(t(self._key), min(_WIDEST, card.width - 2 * _PAD - 16), BODY)
        width = max(canvas.text_width(line) for line in lines) + 2 * _PAD
        height = _STEP * len(lines) + 16
        away = 4 - 4 * self._share
        top = card.top - height - 2 + away if above else card.bottom + 2 - away
        rect = pygame.FRect(card.left + 8, top, width, height)
        draw_bubble(canvas, rect, (card.left + 36, rect.bottom + 7 if above else rect.top - 7))
        for n, line in enumerate(lines):
            canvas.text(line, rect.left + _PAD, rect.top + 8 + _STEP * (n + 0.5), BODY)

    def draw_beside(self, canvas: Canvas, t: Language, place: tuple[float, float], width: float) -> None:
        """The bubble with the portrait before it, where no card is to be seen: above a place, no wider than this."""
        if not self.is_seen:
            return
        lines = canvas.wrapped(t(self._key), min(_WIDEST, width - 96), BODY)
        across = max(canvas.text_width(line) for line in lines) + 2 * _PAD + 48
        height = max(52.0, _STEP * len(lines) + 16)
        rect = pygame.FRect(place[0] - across / 2, place[1] - height + 4 - 4 * self._share, across, height)
        draw_bubble(canvas, rect)
        canvas.portrait(portrait_of(self.level), rect.left + 30, rect.centery, 40)
        for n, line in enumerate(lines):
            y = rect.centery + (n - (len(lines) - 1) / 2) * _STEP
            canvas.text(line, rect.left + 48 + _PAD, y, BODY)
