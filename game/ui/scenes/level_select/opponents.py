"""The list of opponents: portraits, what each does, how far it looks, and whether it is ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.match.attempt import Star
from game.rules.core import Side
from game.tables.opponents import Readiness
from game.ui.paint.canvas import Canvas
from game.ui.paint.pen import circle_points
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.scenes.arcade.words import draw_stars, stars_width
from game.ui.widgets.choices import Mark
from game.ui.widgets.pick_list import CardList

_SPINNER_S = 1.1
PORTRAIT = 56.0
_STAR, _SMALL_STAR = 18.0, 14.0
_WIDE = 480.0
"""From this width on a card shows the strength as a bar, and the stars at its right end."""
_STRONGEST, _WEAKEST = 2900, 200
"""The ends of the bar of a rating, in Elo."""


@dataclass(frozen=True, slots=True)
class OpponentEntry:
    """One row. `measure` is a caption and a value (`Depth`, `4`), `rating` the Elo if measured; `seats` are the sides
    it plays when two computers play; `stars` are those that were had of it on the ladder (None: it is on none); `state`
    is said in place of the description unless it is ready."""

    name: str
    title: str
    description: str
    measure: tuple[str, str]
    rating: int | None
    readiness: Readiness
    state: str
    seats: tuple[Side, ...] = ()
    stars: frozenset[Star] | None = None


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

    @property
    def below(self) -> tuple[str, ...]:
        """The names of those that follow below what is in sight."""
        return tuple(entry.title for entry in self.entries[self.in_sight.stop :])

    def draw(self, canvas: Canvas) -> None:
        """The rail, then the rows in sight."""
        self._draw_rail(canvas)
        for index in self.in_sight:
            self._draw_card(canvas, index, canvas.theme.card)
            self._draw_row(canvas, self.row(index), self.entries[index])
        self._draw_bar(canvas)

    def _draw_rail(self, canvas: Canvas) -> None:
        """Jade with a check as far as the levels were beaten on the ladder."""
        theme, x, seen = canvas.theme, self.rect.left + 12, self.in_sight
        for index in seen[:-1]:
            climbed = bool(self.entries[index].stars)
            top, width = self.row(index).centery, 4.0 if climbed else 2.0
            height = self.row(index + 1).centery - top
            canvas.fill(pygame.FRect(x - width / 2, top, width, height), theme.jade if climbed else theme.edge)
        for index in seen:
            y, entry = self.row(index).centery, self.entries[index]
            canvas.circle(x, y, 13, theme.paper)
            if entry.name == self.chosen:
                canvas.circle(x, y, 10.5, theme.red, stroke=3)
                canvas.circle(x, y, 4.5, theme.red)
            elif entry.readiness is Readiness.PREPARING:
                self._draw_spinner(canvas, x, y)
            elif entry.readiness is Readiness.FAILED:
                canvas.icon("warning", x, y, 20, theme.gold_ink)
            elif entry.stars:
                canvas.circle(x, y, 11, theme.jade)
                canvas.icon("check", x, y, 14, theme.on_jade)
            else:
                canvas.circle(x, y, 9, theme.edge, stroke=2)

    def _draw_spinner(self, canvas: Canvas, x: float, y: float) -> None:
        """A ring with a jade arc; the arc's steps are coarse so that few pictures are made."""
        canvas.circle(x, y, 9, canvas.theme.line, stroke=2.5)
        start = round(self._turn * 24) * 15 - 90
        points = [(x + dx, y + dy) for dx, dy in circle_points(0, 0, 9, start, start + 110)]
        canvas.line(points, 2.5, canvas.theme.jade)

    def _draw_row(self, canvas: Canvas, rect: pygame.FRect, entry: OpponentEntry) -> None:
        """What stands on a card: portrait, name and line, strength, stars."""
        theme, chosen = canvas.theme, entry.name == self.chosen
        diameter = min(PORTRAIT, rect.height - 16)
        canvas.portrait(entry.name, rect.left + 16 + diameter / 2, rect.centery, diameter)
        x, right = rect.left + 16 + diameter + 16, rect.right - 18
        right -= self._draw_seats(canvas, right, rect.centery, entry.seats)
        upper, lower = rect.centery - 13, rect.centery + 14
        is_wide = rect.width >= _WIDE
        if entry.stars is not None and is_wide:
            draw_stars(canvas, right - stars_width(_STAR), rect.centery, _STAR, entry.stars)
            right -= stars_width(_STAR) + 20
        measured = self._draw_measure(canvas, right, upper, entry)
        canvas.text(entry.title, x, upper, HEADING, face=Face.MEDIUM, width=right - measured - 12 - x)
        room = right - x
        if entry.rating is not None and is_wide:
            self._draw_bar_of(canvas, right, lower, entry.rating, chosen)
            room -= 112
        elif entry.stars is not None and not is_wide:
            draw_stars(canvas, right - stars_width(_SMALL_STAR), lower, _SMALL_STAR, entry.stars)
            room -= stars_width(_SMALL_STAR) + 10
        ready = entry.readiness is Readiness.READY
        says, ink = (entry.description if ready else entry.state), theme.muted
        if not ready:
            ink = theme.jade if entry.readiness is Readiness.PREPARING else theme.gold_ink
        lines = canvas.wrapped(says, room, CAPTION)[:2]
        step = 16.0
        for n, line in enumerate(lines):
            canvas.text(line, x, lower + (n - (len(lines) - 1) / 2) * step + (3 if len(lines) > 1 else 0), CAPTION, ink)

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
    def _draw_bar_of(canvas: Canvas, right: float, y: float, rating: int, chosen: bool) -> None:
        theme = canvas.theme
        bar = pygame.FRect(right - 96, y - 3, 96, 6)
        canvas.rounded(bar, 3, theme.inset, theme.line, 1)
        share = min(max((rating - _WEAKEST) / (_STRONGEST - _WEAKEST), 0.06), 1.0)
        canvas.rounded(pygame.FRect(bar.left, bar.top, 96 * share, 6), 3, theme.red if chosen else theme.edge)
