"""The person's rating after each game, with its deviation as a band."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.progress.rating import CurvePoint, PlayerRating
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.stage.language import Language

_STEPS: Final = (25, 50, 100, 200, 250, 500, 1000, 2000)
"""What may lie between two marks of the scale."""
_MARKS: Final = 4
_LEAST_HEIGHT: Final = 90.0


def draw_rating_curve(canvas: Canvas, t: Language, rect: pygame.FRect, rating: PlayerRating) -> None:
    """A card with the rating and the curve of the games that are kept, the last at the right."""
    theme = canvas.theme
    canvas.card(rect, 2)
    canvas.text(t("library.rating"), rect.left + 20, rect.top + 28, HEADING, face=Face.MEDIUM)
    deviation = f"± {round(rating.spread)}"
    canvas.text(deviation, rect.right - 20, rect.top + 28, BODY, theme.muted, "right")
    number = rect.right - 28 - canvas.text_width(deviation, BODY)
    canvas.text(str(round(rating.rating)), number, rect.top + 28, HEADING, None, "right", Face.MEDIUM)
    plot = pygame.FRect(rect.left + 64, rect.top + 56, rect.width - 84, rect.height - 56 - 38)
    if rating.curve and plot.height >= _LEAST_HEIGHT - 38:
        _draw_curve(canvas, plot, rating.curve)


def scale_marks(low: float, high: float) -> list[int]:
    """Round numbers about a range, the lowest below it and the highest above, at most six."""
    step = next((step for step in _STEPS if (high - low) / step <= _MARKS), _STEPS[-1])
    first = math.floor(low / step)
    return [step * number for number in range(first, max(math.ceil(high / step), first + 1) + 1)]


def _draw_curve(canvas: Canvas, plot: pygame.FRect, curve: list[CurvePoint]) -> None:
    theme = canvas.theme
    low = min(point.rating - point.deviation for point in curve)
    high = max(point.rating + point.deviation for point in curve)
    marks = scale_marks(low, high)

    def height(rating: float) -> float:
        return plot.bottom - plot.height * (rating - marks[0]) / (marks[-1] - marks[0])

    def place(index: int) -> float:
        return plot.left + plot.width * (index / (len(curve) - 1) if len(curve) > 1 else 0.5)

    for mark in marks:
        canvas.hairline(plot.left, height(mark), plot.width)
        canvas.text(str(mark), plot.left - 10, height(mark), CAPTION, theme.muted, "right")
    upper = [(place(index), height(point.rating + point.deviation)) for index, point in enumerate(curve)]
    lower = [(place(index), height(point.rating - point.deviation)) for index, point in enumerate(curve)]
    if len(curve) > 1:
        canvas.line([*upper, *reversed(lower)], 0.5, theme.gold_tint, closed=True, fill=True)
        canvas.line([(place(index), height(point.rating)) for index, point in enumerate(curve)], 2.0, theme.gold_ink)
    canvas.circle(place(len(curve) - 1), height(curve[-1].rating), 5, theme.jade)
    canvas.text(curve[0].day, plot.left, plot.bottom + 18, CAPTION, theme.muted)
    if len(curve) > 1:
        canvas.text(curve[-1].day, plot.right, plot.bottom + 18, CAPTION, theme.muted, "right")
