"""The ladder as a path: a row a rung, with its opponent, its stars and whether it is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.match.attempt import Star
from game.progress.arcade.presents import is_present_at
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.scenes.arcade.words import draw_stars, stars_width
from game.ui.widgets.buttons import blend
from game.ui.widgets.pick_list import CardList


@dataclass(frozen=True, slots=True)
class RungRow:
    """One rung: the level, its number and name, what is said of it, the stars that were had, and whether it is open."""

    level: str
    number: int
    title: str
    line: str
    stars: frozenset[Star]
    is_open: bool

    @property
    def is_won(self) -> bool:
        """Whether it was passed."""
        return bool(self.stars)


class RungList(CardList):
    """One stop of the focus: Up and Down, Home and End choose, and so does a click."""

    def __init__(
        self,
        rect: pygame.FRect,
        rows: Sequence[RungRow],
        chosen: str,
        on_choose: Callable[[str], None],
    ) -> None:
        super().__init__(rect, "rungs", [each.level for each in rows], chosen, on_choose)
        self.rows = tuple(rows)

    @property
    def below(self) -> tuple[str, ...]:
        """The names of those that follow below what is in sight."""
        return tuple(row.title for row in self.rows[self.in_sight.stop :])

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The path, then the rungs."""
        self._draw_path(canvas)
        for index in self.in_sight:
            row = self.rows[index]
            ground = canvas.theme.card if row.is_open else blend(canvas.theme.card, canvas.theme.paper, 0.6)
            self._draw_row(canvas, self.row(index), row, self._draw_card(canvas, index, ground))
        self._draw_bar(canvas)

    def _draw_path(self, canvas: Canvas) -> None:
        """Jade as far as it was climbed; a check where a rung was passed, else its number."""
        theme, x = canvas.theme, self.rect.left + 12
        seen = self.in_sight
        for index in seen[:-1]:
            climbed = self.rows[index].is_won
            width = 3.0 if climbed else 2.0
            top = self.row(index).centery
            piece = pygame.FRect(x - width / 2, top, width, self.row(index + 1).centery - top)
            canvas.fill(piece, theme.jade if climbed else theme.edge)
        for index in seen:
            row, y = self.rows[index], self.row(index).centery
            is_chosen = row.level == self.chosen
            canvas.circle(x, y, 14, theme.paper)
            if row.is_won:
                canvas.circle(x, y, 11.5, theme.jade)
                canvas.icon("check", x, y, 14, theme.on_jade)
                if is_chosen:
                    canvas.circle(x, y, 13.5, theme.red, stroke=2.5)
                continue
            ink = theme.red if is_chosen else theme.muted if row.is_open else theme.disabled
            canvas.circle(x, y, 11, theme.red if is_chosen else theme.edge, stroke=2.5 if is_chosen else 1.5)
            canvas.text(str(row.number), x, y, CAPTION, ink, "centre", Face.MEDIUM)

    @staticmethod
    def _draw_row(canvas: Canvas, rect: pygame.FRect, row: RungRow, fill: Colour) -> None:
        """What stands on a card of that colour."""
        theme = canvas.theme
        diameter = min(56.0, rect.height - 14)
        x = rect.left + 16 + diameter / 2
        canvas.portrait(row.level, x, rect.centery, diameter)
        if not row.is_open:
            canvas.circle(x, rect.centery, diameter / 2 + 0.5, fill, alpha=150)
        x += diameter / 2 + 16
        right = rect.right - 18
        if row.is_open:
            size = 20.0
            draw_stars(canvas, right - stars_width(size), rect.centery, size, row.stars)
            right -= stars_width(size) + 14
        else:
            canvas.icon("lock", right - 10, rect.centery, 20, theme.muted)
            right -= 34
        if is_present_at(row.number):
            canvas.icon("gift", right - 10, rect.centery, 20, theme.muted if row.is_won else theme.gold_ink)
            right -= 34
        upper, lower = rect.centery - min(12.0, 0.2 * rect.height), rect.centery + min(14.0, 0.25 * rect.height)
        ink = theme.ink if row.is_open else theme.muted
        canvas.text(row.title, x, upper, HEADING, ink, face=Face.MEDIUM, width=right - x)
        canvas.text(row.line, x, lower, CAPTION, theme.muted, width=right - x)
