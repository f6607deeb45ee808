"""The list of opponents: portraits, what each does, how far it looks, and whether it is ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.rules.core import Side
from game.tables.opponents import Readiness
from game.ui.paint.canvas import Canvas
from game.ui.paint.pen import circle_points
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.widgets.choices import Mark
from game.ui.widgets.pick_list import CardList

_SPINNER_S = 1.1
_STRONGEST, _WEAKEST = 2900, 200
"""The ends of the bar of a rating, in Elo."""


@dataclass(frozen=True, slots=True)
class OpponentEntry:
    """One row. `measure` is a caption and a value (`Depth`, `4`), `rating` the Elo if measured; `seats` are the sides
    it plays when two computers play; `state` is said in place of the description unless it is ready."""

    name: str
    title: str
    description: str
    measure: tuple[str, str]
    rating: int | None
    readiness: Readiness
    state: str
    seats: tuple[Side, ...] = ()


class OpponentList(CardList):
    """One stop of the focus: Up and Down choose, a click chooses."""

    def __init__(
        self,
        rect: pygame.FRect,
        entries: Sequence[OpponentEntry],
        chosen: str,
        on_choose: Callable[[str], None],
        marks: tuple[Mark, Mark],
    ) -> None:
        """`marks` are the small pictures of FIRST and SECOND."""
        super().__init__(rect, "opponents", [each.name for each in entries], chosen, on_choose)
        self.entries = tuple(entries)
        self.still = False
        """Whether the spinner stands still (reduced motion)."""
        self._marks = marks
        self._turn = 0.0

    def update(self, dt: float) -> None:
        """Turn the spinner."""
        super().update(dt)
        if not self.still:
            self._turn = (self._turn + dt / _SPINNER_S) % 1.0

    def draw(self, canvas: Canvas) -> None:
        """The rail, then the rows."""
        self._draw_rail(canvas)
        for index, entry in enumerate(self.entries):
            self._draw_card(canvas, index, canvas.theme.card)
            self._draw_row(canvas, self.row(index), entry)

    def _draw_rail(self, canvas: Canvas) -> None:
        theme = canvas.theme
        x = self.rect.left + 12
        first, last = self.row(0).centery, self.row(len(self.entries) - 1).centery
        canvas.fill(pygame.FRect(x - 1, first, 2, last - first), theme.edge)
        for index, entry in enumerate(self.entries):
            y = self.row(index).centery
            if entry.name == self.chosen:
                canvas.circle(x, y, 13, theme.paper)
                canvas.circle(x, y, 10.5, theme.red, stroke=3)
                canvas.circle(x, y, 4.5, theme.red)
                continue
            canvas.circle(x, y, 12, theme.paper)
            if entry.readiness is Readiness.PREPARING:
                self._draw_spinner(canvas, x, y)
            elif entry.readiness is Readiness.FAILED:
                canvas.icon("warning", x, y, 20, theme.gold_ink)
            else:
                canvas.circle(x, y, 9, theme.edge, stroke=2)

    def _draw_spinner(self, canvas: Canvas, x: float, y: float) -> None:
        """A ring with a jade arc; the arc's steps are coarse so that few pictures are made."""
        canvas.circle(x, y, 9, canvas.theme.line, stroke=2.5)
        start = round(self._turn * 24) * 15 - 90
        points = [(x + dx, y + dy) for dx, dy in circle_points(0, 0, 9, start, start + 110)]
        canvas.line(points, 2.5, canvas.theme.jade)

    def _draw_row(self, canvas: Canvas, rect: pygame.FRect, entry: OpponentEntry) -> None:
        """What stands on a card."""
        theme, chosen = canvas.theme, entry.name == self.chosen
        diameter = min(56.0, rect.height - (16 if rect.height >= 60 else 10))
        canvas.portrait(entry.name, rect.left + 16 + diameter / 2, rect.centery, diameter)
        x = rect.left + 16 + diameter + 16
        right = rect.right - 18
        right -= self._draw_seats(canvas, right, rect.centery, entry.seats)
        upper, lower = rect.centery - min(12.0, 0.2 * rect.height), rect.centery + min(14.0, 0.25 * rect.height)
        measured = self._draw_measure(canvas, right, upper, entry)
        canvas.text(entry.title, x, upper, HEADING, face=Face.MEDIUM, width=right - measured - 12 - x)
        room = right - x
        if entry.rating is not None and rect.width >= 480:
            self._draw_bar(canvas, right, lower, entry.rating, chosen)
            room -= 112
        if entry.readiness is Readiness.READY:
            canvas.text(entry.description, x, lower, CAPTION, theme.muted, width=room)
        else:
            ink = theme.jade if entry.readiness is Readiness.PREPARING else theme.gold_ink
            canvas.text(entry.state, x, lower, CAPTION, ink, width=room)

    def _draw_seats(self, canvas: Canvas, right: float, y: float, seats: Sequence[Side]) -> float:
        """The pieces of the colours it plays; returns the width taken."""
        for i, side in enumerate(reversed(seats)):
            self._marks[side](canvas, right - 11 - 26 * i, y)
        return 26.0 * len(seats) + (10 if seats else 0)

    @staticmethod
    def _draw_measure(canvas: Canvas, right: float, y: float, entry: OpponentEntry) -> float:
        """Caption and value, ending at `right`; returns the width taken."""
        caption, value = entry.measure
        if not value:
            return 0.0
        width = canvas.text(value, right, y, HEADING, align="right", face=Face.MEDIUM)
        return width + 8 + canvas.text(caption, right - width - 8, y + 1, CAPTION, canvas.theme.muted, "right")

    @staticmethod
    def _draw_bar(canvas: Canvas, right: float, y: float, rating: int, chosen: bool) -> None:
        theme = canvas.theme
        bar = pygame.FRect(right - 96, y - 3, 96, 6)
        canvas.rounded(bar, 3, theme.inset, theme.line, 1)
        share = min(max((rating - _WEAKEST) / (_STRONGEST - _WEAKEST), 0.06), 1.0)
        canvas.rounded(pygame.FRect(bar.left, bar.top, 96 * share, 6), 3, theme.red if chosen else theme.edge)
