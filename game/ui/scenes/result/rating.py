"""What a game has done to the person's rating: the number, its deviation, the change, and where all that lies."""

from __future__ import annotations

from typing import Final

import pygame

from game.progress.rating import RatingChange
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.stage.language import Language

_NUMBER: Final = 24.0
_DEVIATIONS_SHOWN: Final = 2.4
"""How far the bar reaches to either side of the rating, in deviations; further where the rating moved further."""


def draw_rating(canvas: Canvas, t: Language, rect: pygame.FRect, change: RatingChange, counted: float) -> None:
    """Inside a place of a card; `counted` goes from 0 to 1 while the number counts up from the rating before."""
    theme, before, now = canvas.theme, change.before, change.now
    upper, middle, lower = (rect.top + rect.height * share for share in (0.21, 0.52, 0.80))
    title = canvas.text(t("result.rating"), rect.left, upper, BODY, face=Face.MEDIUM)
    room = rect.width - title - 8
    shown = now.rating
    beside = ""
    if before is None:
        beside = t("result.rating_first")
        if canvas.text_width(beside, CAPTION) <= room:
            canvas.text(beside, rect.right, upper, CAPTION, theme.muted, "right")
            beside = ""
    else:
        gained = round(now.rating) - round(before.rating)
        # a loss is told without red: it is no fault
        ink = theme.jade if gained > 0 else theme.muted
        canvas.text(signed(gained), rect.right, upper, HEADING, ink, "right", Face.MEDIUM)
        shown = before.rating + (now.rating - before.rating) * counted
        beside = t("result.rating_was", n=round(before.rating))
    width = canvas.text(str(round(shown)), rect.left, middle, _NUMBER, face=Face.MEDIUM)
    width += 8 + canvas.text(f"± {round(now.spread)}", rect.left + width + 8, middle, BODY, theme.muted)
    if width + 10 + canvas.text_width(beside, CAPTION) <= rect.width:
        canvas.text(beside, rect.right, middle, CAPTION, theme.muted, "right")
    _draw_bar(canvas, pygame.FRect(rect.left, lower - 4, rect.width, 8), change, shown)


def signed(points: int) -> str:
    """A change of a rating as it is read: +14, −9, ±0."""
    if not points:
        return "±0"
    return f"{'+' if points > 0 else '−'}{abs(points)}"  # the sign of numbers, as wide as a plus


def _draw_bar(canvas: Canvas, bar: pygame.FRect, change: RatingChange, shown: float) -> None:
    """A band one deviation wide to either side, a ring for the rating before, a dot for the rating now."""
    theme, before, now = canvas.theme, change.before, change.now
    moved = abs(now.rating - before.rating) if before is not None else 0.0
    reach = max(_DEVIATIONS_SHOWN * now.spread, moved + 1.2 * now.spread)

    def place(rating: float) -> float:
        return bar.centerx + bar.width / 2 * max(-1.0, min(1.0, (rating - now.rating) / reach))

    canvas.rounded(bar, 4, theme.inset, theme.line)
    band = pygame.FRect(place(shown - now.spread), bar.top - 1, 0, bar.height + 2)
    band.width = place(shown + now.spread) - band.left
    canvas.rounded(band, 5, theme.gold_tint, theme.gold)
    if before is not None:
        canvas.circle(place(before.rating), bar.centery, 5, theme.card)
        canvas.circle(place(before.rating), bar.centery, 5, theme.muted, 1.5)
    canvas.circle(place(shown), bar.centery, 6, theme.jade)
