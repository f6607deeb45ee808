"""The person's own results as plots, in each game: by opponent, by month with accuracy and time, and the rating."""

from __future__ import annotations

from typing import Final

import pygame

from game.library.statistics import PEOPLE, Mean, PersonResults, accuracies_of, results_of
from game.progress.win_draw_loss import WinDrawLoss
from game.rules.registry import variants_of
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, DISPLAY, HEADING
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.library.rating_curve import draw_rating_curve
from game.ui.scenes.library.words import face_of, readable_level
from game.ui.scenes.page import back_button, body, draw_footer, draw_header
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

_TALLEST: Final = 760.0
_MONTHS: Final = 12
_ROW: Final = 44.0
_LINE: Final = 20.0
_NARROWEST: Final = 34.0
"""A month, so that its figures have room."""
_MONTHS_SHARE: Final = 0.58
"""Of the right column, where a rating stands below."""


class StatisticsScene(Scene):
    """One page for each game; what it shows is counted again when the library has changed."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self._stage = stage
        self._library = stage.services.library
        self._counted: object = None
        self._results: dict[str, PersonResults] = {}
        self._accuracies: dict[str, dict[str, Mean]] = {}
        self._game = ""
        self._area = pygame.FRect(0, 0, 0, 0)
        self._count()
        most = max(GAMES, key=lambda game: self._of(game).total.games)
        self._game = most

    def _of(self, game: str) -> PersonResults:
        return self._results.get(game) or PersonResults()

    def _count(self) -> None:
        exercises = self._stage.services.exercises
        if self._counted != (self._library.revision, exercises.revision):
            self._counted = (self._library.revision, exercises.revision)
            entries = self._library.entries
            self._results = results_of(entry.summary for entry in entries)
            self._accuracies = accuracies_of(((entry.key, entry.summary) for entry in entries), exercises.accuracy)

    def layout(self) -> None:
        """The choice of the game in the header."""
        area = self._area = body(self.size, _TALLEST)
        cell = min(97.5, area.width * 0.105)
        games = game_tabs(self._stage, area, self.size, GAMES, self._game, self._choose, cell, "game")
        self.widgets.replace([games, back_button(self._stage, area, self.size, self.close)], first="game")

    def _choose(self, game: object) -> None:
        self._game = str(game)

    def update(self, dt: float) -> None:
        """Follow the library."""
        super().update(dt)
        self._count()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, totals, both plots."""
        t, area = self._stage.t, self._area
        self._stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, area, self.size, t("library.statistics"), t("library.statistics_line"))
        results = self._of(self._game)
        gap = 16.0
        narrow = area.width < 1000
        top = pygame.FRect(area.left, area.top, area.width, 92.0)
        self._draw_totals(canvas, top, results)
        left = pygame.FRect(area.left, top.bottom + gap, (area.width - gap) * (0.5 if narrow else 0.54), 0)
        left.height = area.bottom - left.top
        right = pygame.FRect(left.right + gap, left.top, area.right - left.right - gap, left.height)
        rating = self._stage.services.tables.rating(self._game)
        if rating is not None:
            right.height = (right.height - gap) * _MONTHS_SHARE if results.total.games else -gap
        curve = pygame.FRect(right.left, right.bottom + gap, right.width, left.bottom - right.bottom - gap)
        if results.total.games:
            for rect, title in ((left, "library.by_opponent"), (right, "library.by_month")):
                canvas.card(rect, 2)
                canvas.text(t(title), rect.left + 20, rect.top + 28, HEADING, face=Face.MEDIUM)
            self._draw_opponents(canvas, left, results)
            self._draw_months(canvas, right, results)
        else:
            empty = left if rating is not None else left.union(right)
            canvas.card(empty, 2)
            canvas.icon("chart", empty.centerx, empty.centery - 40, 44, canvas.theme.muted)
            none, y = t("library.statistics_none"), empty.centery + 8
            canvas.paragraph(none, empty.centerx, y, empty.width - 64, BODY, canvas.theme.muted, 23, align="centre")
        if rating is not None:
            draw_rating_curve(canvas, t, curve, rating)
        draw_footer(canvas, self._stage, area.left, self.size)

    def _draw_totals(self, canvas: Canvas, rect: pygame.FRect, results: PersonResults) -> None:
        """Games, won, drawn, lost, and the score by colour."""
        t, theme, total = self._stage.t, canvas.theme, results.total
        canvas.card(rect, 2)
        win, draw, loss = _colours(canvas)
        names = variants_of(self._game)[0].side_names
        cells: list[tuple[str, str, Colour | None]] = [
            (t("library.games"), str(total.games), None),
            (t("library.won"), str(total.won), win),
            (t("library.drawn"), str(total.drawn), draw),
            (t("library.lost"), str(total.lost), loss),
            *(
                (t("library.with_colour", side=t(f"common.{name}")), _percent(results.by_colour.get(side)), None)
                for side, name in enumerate(names)
            ),
        ]
        step = rect.width / len(cells)
        for index, (label, value, mark) in enumerate(cells):
            x = rect.left + step * (index + 0.5)
            if index:
                canvas.fill(pygame.FRect(rect.left + step * index, rect.top + 22, 1, rect.height - 44), theme.line)
            canvas.text(value, x, rect.top + 36, DISPLAY * 0.8, None, "centre", Face.MEDIUM)
            width = canvas.text_width(label, CAPTION)
            shift = 8.0 if mark is not None else 0.0
            canvas.text(label, x + shift, rect.top + 68, CAPTION, theme.muted, "centre", width=step - 28)
            if mark is not None:
                _draw_key(canvas, x + shift - width / 2 - 14, rect.top + 68, index - 1, mark)

    def _draw_opponents(self, canvas: Canvas, rect: pygame.FRect, results: PersonResults) -> None:
        """A bar for each opponent, weakest first, as long as the games are many."""
        t, theme = self._stage.t, canvas.theme
        order = [opponent.name for opponent in self._stage.services.tables.opponents(self._game)]
        known = sorted(results.by_opponent, key=lambda name: (order.index(name) if name in order else len(order), name))
        room = int((rect.height - 64) // _ROW)
        shown = known if len(known) <= room else sorted(
            sorted(known, key=lambda name: -results.by_opponent[name].games)[:room], key=known.index
        )  # fmt: skip
        most = max(results.by_opponent[name].games for name in shown)
        name_room = min(150.0, rect.width * 0.32)
        left = rect.left + 20 + 34 + name_room + 8
        width = rect.right - 20 - 56 - left
        for index, name in enumerate(shown):
            y = rect.top + 64 + _ROW * (index + 0.5)
            tally = results.by_opponent[name]
            if name == PEOPLE:
                canvas.icon("people", rect.left + 34, y, 24, theme.ink)
                label = t("library.people")
            else:
                canvas.portrait(face_of(name), rect.left + 34, y, 28)
                label = readable_level(t, name)
            canvas.text(label, rect.left + 56, y, BODY, width=name_room)
            bar = pygame.FRect(left, y - 11, max(26.0, width * tally.games / most), 22)
            _draw_bar(canvas, bar, tally, across=True)
            canvas.text(_percent(tally), rect.right - 20, y, BODY, None, "right", Face.MEDIUM)

    def _draw_months(self, canvas: Canvas, rect: pygame.FRect, results: PersonResults) -> None:
        """A column for each month in which there were games, the last ones; below it how exactly was played in those
        that were looked through, and how long a move took."""
        t, theme = self._stage.t, canvas.theme
        exactly, seconds = self._accuracies.get(self._game, {}), results.seconds_by_month
        rows = [
            (t("library.month_accuracy"), {month: f"{mean.value:.0f}%" for month, mean in exactly.items()}),
            (t("library.month_seconds"), {month: _seconds(mean.value) for month, mean in seconds.items()}),
        ]
        heads = max(canvas.text_width(label, CAPTION) for label, _ in rows) + 16
        area = pygame.FRect(rect.left + 20 + heads, rect.top + 56, rect.width - 44 - heads, rect.height - 56 - 98)
        months = sorted(results.by_month)[-min(_MONTHS, int(area.width // _NARROWEST)) :]
        if not months:
            return
        most = max(results.by_month[month].games for month in months)
        step = min(72.0, area.width / len(months))
        for nth, (label, known) in enumerate(rows):
            y = area.bottom + 58 + _LINE * nth
            canvas.text(label, rect.left + 20, y, CAPTION, theme.muted)
            for index, month in enumerate(months):
                value = known.get(month, "–")
                canvas.text(value, area.left + step * (index + 0.5), y, CAPTION, theme.ink, "centre", width=step)
        canvas.hairline(area.left, area.bottom, area.width, theme.edge)
        names = t("menu.months").split()
        for index, month in enumerate(months):
            tally = results.by_month[month]
            x = area.left + step * (index + 0.5)
            wide = min(34.0, step * 0.62)
            height = max(6.0, (area.height - 22) * tally.games / most)
            column = pygame.FRect(x - wide / 2, area.bottom - height, wide, height)
            _draw_bar(canvas, column, tally, across=False)
            canvas.text(str(tally.games), x, column.top - 11, CAPTION, theme.muted, "centre")
            year, _, number = month.partition("-")
            name = names[int(number) - 1] if number.isdecimal() and 1 <= int(number) <= 12 else number
            label = t("library.month", month=name)
            canvas.text(label, x, area.bottom + 16, CAPTION, theme.ink, "centre", width=step)
            if index == 0 or month.endswith("-01"):
                canvas.text(year, x, area.bottom + 34, CAPTION, theme.muted, "centre", width=step + 10)


def _seconds(value: float) -> str:
    """Seconds in few characters; their unit stands in the row's head."""
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def _percent(tally: WinDrawLoss | None) -> str:
    return f"{round(100 * tally.share)}%" if tally is not None and tally.games else "–"


def _colours(canvas: Canvas) -> tuple[Colour, Colour, Colour]:
    """Of wins, draws and losses; in high contrast told by lightness as well."""
    theme = canvas.theme
    if theme.is_contrast:
        return theme.jade, (200, 200, 200), theme.ink
    return theme.jade, theme.gold, theme.red


def _draw_key(canvas: Canvas, x: float, y: float, which: int, colour: Colour) -> None:
    """The sign of wins (square), draws (disc) and losses (diamond), so that shape tells them apart too."""
    if which == 0:
        canvas.rounded(pygame.FRect(x - 6, y - 6, 12, 12), 2, colour)
    elif which == 1:
        canvas.circle(x, y, 6, colour)
    else:
        canvas.line([(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)], 0.5, colour, fill=True)


def _draw_bar(canvas: Canvas, rect: pygame.FRect, tally: WinDrawLoss, across: bool) -> None:
    """Wins, draws and losses as parts of a bar, in this order from the left or from below, with their numbers where
    there is room."""
    canvas.rounded(rect, 4, canvas.theme.inset)
    parts = list(zip((tally.won, tally.drawn, tally.lost), _colours(canvas), strict=True))
    begun = 0
    inks = (canvas.theme.on_jade, canvas.theme.ink, canvas.theme.on_red)
    for index, (count, colour) in enumerate(parts):
        if not count:
            continue
        start, end = begun / tally.games, (begun + count) / tally.games
        begun += count
        if across:
            part = pygame.FRect(rect.left + rect.width * start, rect.top, rect.width * (end - start), rect.height)
            gap = pygame.FRect(part.left, part.top, part.width - (1.5 if begun < tally.games else 0), part.height)
        else:
            part = pygame.FRect(rect.left, rect.bottom - rect.height * end, rect.width, rect.height * (end - start))
            gap = pygame.FRect(part.left, part.top + (1.5 if begun < tally.games else 0), part.width, part.height - 1.5)
        canvas.rounded(gap, 3, colour)
        text = str(count)
        fits = part.width >= canvas.text_width(text, CAPTION) + 8 and part.height >= 17
        if fits:
            ink = inks[index]
            if index == 1 and canvas.theme.is_dark:
                ink = canvas.theme.on_jade
            if index == 2 and canvas.theme.is_contrast:
                ink = canvas.theme.card
            canvas.text(text, part.centerx, part.centery, CAPTION, ink, "centre", Face.MEDIUM)
