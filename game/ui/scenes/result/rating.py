"""What a game has done to the person's rating: the number, its deviation, the change, and where all that lies."""

from __future__ import annotations

from typing import Final

import pygame

from game.progress.rating import RatingChange
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.stage.language import Language

HEIGHT: Final = 84.0
_NUMBER: Final = 24.0
_DEVIATIONS_SHOWN: Final = 2.4
"""How far the bar reaches to either side of the rating, in deviations; further where the rating moved further."""


def draw_rating(canvas: Canvas, t: Language, rect: pygame.FRect, change: RatingChange, counted: float) -> None:
    """The card; `counted` goes from 0 to 1 while the number counts up from the rating before."""
    theme, before, now = canvas.theme, change.before, change.now
    canvas.card(rect, 1)
    left, right, upper, lower = rect.left + 24, rect.right - 24, rect.top + 25, rect.bottom - 29
    canvas.text(t("result.rating"), left, upper, BODY, face=Face.MEDIUM)
    if before is None:
        canvas.text(t("result.rating_first"), right, upper, CAPTION, theme.muted, "right")
        shown = now.rating
    else:
        gained = round(now.rating) - round(before.rating)
        # a loss is told without red: it is no fault
        ink = theme.jade if gained > 0 else theme.muted
        canvas.text(signed(gained), right, upper, HEADING, ink, "right", Face.MEDIUM)
        shown = before.rating + (now.rating - before.rating) * counted
    width = canvas.text(str(round(shown)), left, lower, _NUMBER, face=Face.MEDIUM)
    width += 10 + canvas.text(f"± {round(now.spread)}", left + width + 10, lower, BODY, theme.muted)
    bar = pygame.FRect(left + max(width + 24, 132), lower - 4, 0, 8)
    bar.width = right - bar.left
    _draw_bar(canvas, bar, change, shown)


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
