"""The strip in a match for the ladder: which stars a win still earns, and the thinking time against the target."""

from __future__ import annotations

from typing import Final

import pygame

from game.match.attempt import Attempt, Star
from game.match.match import Match
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BUTTON_RADIUS, CAPTION
from game.ui.scenes.arcade.words import minutes, star_colour
from game.ui.stage.language import Language
from game.ui.widgets.base import Widget

STRIP: Final = 44.0
"""Its height."""

_STAR: Final = 18.0
_PAD: Final = 12.0
_BAR: Final = 4.0


class AttemptStrip(Widget):
    """Tells how the attempt stands; nothing can be done with it."""

    focusable = False

    def __init__(self, rect: pygame.FRect, t: Language, match: Match, attempt: Attempt) -> None:
        super().__init__(rect, "attempt")
        self._t = t
        self._match = match
        self._attempt = attempt
        self.tooltip = t("arcade.strip_help")

    @property
    def stars(self) -> frozenset[Star]:
        """The stars that are filled: once the game is over those that it has earned; until then those that can still be
        lost, which the one for the win can't."""
        earned = self._attempt.earned
        if earned is not None:
            return earned.stars
        return frozenset() if self._match.outcome is not None else self.open - {Star.WON}

    @property
    def open(self) -> frozenset[Star]:
        """The stars that a win would earn now; none once the game is over."""
        return self._attempt.open_stars(self._match.clock) if self._match.outcome is None else frozenset()

    @property
    def time(self) -> str:
        """The thinking time and the target."""
        return f"{minutes(self._own_s)} / {minutes(self._attempt.target_s)}"

    @property
    def _own_s(self) -> float:
        return self._attempt.own_s(self._match.clock)

    def draw(self, canvas: Canvas) -> None:
        """The stars with a word each, the time in the place of the last word, a bar for it at the foot."""
        theme, rect = canvas.theme, self.rect
        canvas.rounded(rect, BUTTON_RADIUS + 2, theme.inset, theme.ink if theme.is_contrast else theme.line, 1.25)
        if self._attempt.changed:
            text = self._t("arcade.changed")
            canvas.text(text, rect.left + _PAD, rect.centery, CAPTION, theme.muted, width=rect.width - 2 * _PAD)
            return
        had, to_come, late = self.stars, self.open, self._own_s > self._attempt.target_s
        labels = [*(self._t(f"arcade.{star}_short") for star in Star if star is not Star.IN_TIME), self.time]
        faces = [Face.REGULAR] * (len(labels) - 1) + [Face.MEDIUM]
        widths = [canvas.text_width(label, CAPTION, face) for label, face in zip(labels, faces, strict=True)]
        # the last one as wide as it gets, so that nothing moves while the time runs
        widths[-1] = canvas.text_width("00:00 / 00:00", CAPTION, Face.MEDIUM)
        spare = rect.width - 2 * _PAD - sum(widths) - len(labels) * (_STAR + 5)
        if spare < 6 * (len(labels) - 1):  # no room for words
            labels[:-1] = [""] * (len(labels) - 1)
            widths[:-1] = [0.0] * (len(labels) - 1)
            spare = rect.width - 2 * _PAD - widths[-1] - len(labels) * (_STAR + 5)
        gap = min(28.0, spare / (len(labels) - 1))
        x, y = rect.left + _PAD, rect.centery - _BAR
        for star, label, face, width in zip(Star, labels, faces, widths, strict=True):
            lit = star in had
            colour = star_colour(canvas, lit)
            canvas.icon("star" if lit else "star_outline", x + _STAR / 2, y, _STAR, colour)
            ink: Colour = theme.ink if lit or star in to_come else theme.muted
            canvas.text(label, x + _STAR + 5, y + 0.5, CAPTION, ink, face=face)
            x += _STAR + 5 + width + gap
        self._draw_bar(canvas, late)

    def _draw_bar(self, canvas: Canvas, late: bool) -> None:
        theme = canvas.theme
        bar = pygame.FRect(self.rect.left + _PAD, self.rect.bottom - 11, self.rect.width - 2 * _PAD, _BAR)
        canvas.rounded(bar, _BAR / 2, theme.line)
        share = min(1.0, self._own_s / self._attempt.target_s)
        if bar.width * share >= _BAR:
            filled = pygame.FRect(bar.left, bar.top, bar.width * share, bar.height)
            canvas.rounded(filled, _BAR / 2, theme.muted if late else theme.jade)
