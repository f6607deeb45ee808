"""How exactly both sides have played: a row for each with a bar, a percentage, and the phases of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.match.accuracy import Accuracy
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION
from game.ui.stage.language import Language

ROW: Final = 22.0
_BAR: Final = 76.0


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """One side: its name, how exactly it has played (0 to 100), and that by phases in words."""

    name: str
    whole: float
    phases: str


def accuracy_rows(t: Language, found: Sequence[Accuracy | None], names: Sequence[str]) -> tuple[AccuracyRow, ...]:
    """The rows of the sides that have moved."""
    return tuple(
        AccuracyRow(
            name,
            each.whole,
            " · ".join(t(f"review.{phase}", n=round(value)) for phase, value in each.phases.items()),
        )
        for each, name in zip(found, names, strict=True)
        if each is not None
    )


def draw_accuracy(canvas: Canvas, rect: pygame.FRect, rows: Sequence[AccuracyRow], t: Language) -> None:
    """The rows from the top of a place, as `ROW` high each."""
    theme = canvas.theme
    widest = max((canvas.text_width(row.name, CAPTION, Face.MEDIUM) for row in rows), default=0.0)
    for nth, row in enumerate(rows):
        middle = rect.top + (nth + 0.5) * ROW
        canvas.text(row.name, rect.left, middle, CAPTION, face=Face.MEDIUM)
        x = rect.left + widest + 12
        track = pygame.FRect(x, middle - 4, _BAR, 8)
        canvas.rounded(track, 4, theme.inset, theme.edge if theme.is_contrast else theme.line, 1)
        canvas.rounded(pygame.FRect(x, middle - 4, max(8.0, _BAR * row.whole / 100), 8), 4, theme.jade)
        x += _BAR + 48
        canvas.text(t("review.chance", n=round(row.whole)), x, middle, CAPTION, align="right", face=Face.MEDIUM)
        if x + 12 + canvas.text_width(row.phases, CAPTION) <= rect.right:
            canvas.text(row.phases, rect.right, middle, CAPTION, theme.muted, "right")
