"""How exactly both sides have played, as the result tells it: a bar and a percentage each, as far as that is known."""

from __future__ import annotations

from typing import Final

import pygame

from game.match.accuracy import accuracies
from game.match.match import Match
from game.match.review import Review
from game.rules.core import Side
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.stage.language import Language

_FIGURES: Final = 52.0
_BAR: Final = 8.0


class ShownAccuracy:
    """The percentages of one review, worked out again when it has found more."""

    def __init__(self, match: Match, review: Review) -> None:
        self._match = match
        self._review = review
        self._revision = -1
        self._found: tuple[float | None, float | None] = (None, None)

    def of(self, side: Side) -> float | None:
        """That of a side, 0 to 100; None where nothing is known yet. Of a game that was taken up again it stays as it
        was: the review speaks of moves that are no longer there."""
        if self._revision != self._review.revision and self._match.outcome is not None:
            self._revision = self._review.revision
            first, second = accuracies(self._match.game, self._review)
            self._found = (
                first.whole if first is not None else None,
                second.whole if second is not None else None,
            )
        return self._found[side]

    def draw(
        self, canvas: Canvas, t: Language, rect: pygame.FRect, sides: tuple[Side, Side], names: tuple[str, str]
    ) -> None:
        """Title and two rows, those of `sides`, the first of whom is the person where there is one."""
        theme = canvas.theme
        canvas.text(t("result.accuracy"), rect.left, rect.top + 25, BODY, face=Face.MEDIUM)
        if not self._review.is_over:
            title = canvas.text_width(t("result.accuracy"), BODY, Face.MEDIUM)
            told = "{} / {}".format(*self._review.progress)
            canvas.text(told, rect.right, rect.top + 25, CAPTION, theme.muted, "right", width=rect.width - title - 8)
        label = min(rect.width * 0.42, max(canvas.text_width(name, BODY, Face.MEDIUM) for name in names)) + 12
        step = (rect.height - 48) / 2
        for n, (side, name) in enumerate(zip(sides, names, strict=True)):
            y = rect.top + 44 + step * (n + 0.5) - 4
            canvas.text(name, rect.left, y, BODY, face=Face.MEDIUM if n == 0 else Face.REGULAR, width=label - 10)
            bar = pygame.FRect(rect.left + label, y - _BAR / 2, rect.width - label - _FIGURES, _BAR)
            canvas.rounded(bar, _BAR / 2, theme.inset, theme.edge if theme.is_contrast else theme.line, 1)
            known = self.of(side)
            if known is None:
                canvas.text("–", rect.right, y, BODY, theme.muted, "right")
                continue
            filled = pygame.FRect(bar.left, bar.top, max(_BAR, bar.width * known / 100), _BAR)
            canvas.rounded(filled, _BAR / 2, theme.jade if n == 0 else theme.edge)
            canvas.text(t("review.chance", n=round(known)), rect.right, y, BODY, align="right", face=Face.MEDIUM)
