"""How the person does with their mistakes, by motive: how many there are, and how often they succeed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.progress.exercises import MotiveTally
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.exercises.words import motive_words
from game.ui.stage.language import Language

_ROW: Final = 46.0
_PAD: Final = 20.0


def draw_motives(
    canvas: Canvas, rect: pygame.FRect, t: Language, tallies: Sequence[MotiveTally], nothing: str
) -> None:  # fmt: skip
    """The title, then as many rows as fit, the most frequent first; without any, a sentence."""
    theme = canvas.theme
    canvas.text(t("exercises.by_motive"), rect.left + _PAD, rect.top + 24, BODY, face=Face.MEDIUM)
    canvas.hairline(rect.left + _PAD, rect.top + 44, rect.width - 2 * _PAD)
    if not tallies:
        canvas.paragraph(nothing, rect.left + _PAD, rect.top + 68, rect.width - 2 * _PAD, BODY, theme.muted, 23)
        return
    most = max(1, int((rect.height - 52) // _ROW))
    left, width = rect.left + _PAD, rect.width - 2 * _PAD
    for row, tally in enumerate(tallies[:most]):
        y = rect.top + 62 + row * _ROW
        right = canvas.text(str(tally.count), left + width, y, BODY, face=Face.MEDIUM, align="right")
        share = tally.share
        says = t("exercises.share", n=round(100 * share)) if share is not None else t("exercises.untried")
        right += canvas.text(says, left + width - right - 14, y, CAPTION, theme.muted, "right") + 28
        canvas.text(motive_words(t, tally.game, tally.motive), left, y, BODY, width=width - right)
        bar = pygame.FRect(left, y + 15, width, 6)
        canvas.rounded(bar, 3, theme.inset, theme.edge if theme.is_contrast else theme.line, 1)
        if share:
            canvas.rounded(pygame.FRect(bar.left, bar.top, max(6.0, width * share), 6), 3, theme.jade)
