"""The best results: a table of a ladder's rungs, and the ten best runs."""

from __future__ import annotations

from typing import Final

import pygame

from game.match.attempt import Star
from game.progress.arcade.ladder import Rung, ladder
from game.progress.arcade.results import PLACES, ArcadeResults, RunPlace
from game.rules.registry import VARIANTS
from game.ui.paint.canvas import Align, Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.arcade.words import day, draw_stars, minutes, number, points, stars_width
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.keyed import KeyedScene
from game.ui.scenes.names import level_name
from game.ui.scenes.page import back_button, body, draw_footer, draw_header
from game.ui.stage.stage import Stage

_TALLEST: Final = 660.0
_HEAD: Final = 44.0
_STAR: Final = 15.0
_WIDE: Final = 680.0
"""From this width on the table tells the year of a day."""
_RUNS: Final = 320.0
"""The width of the card of the runs."""


def games() -> tuple[str, ...]:
    """The games that have a ladder, in the order of the registry."""
    return tuple(game for game in dict.fromkeys(each.game for each in VARIANTS.values()) if ladder(game))


class ResultsTable(KeyedScene):
    """Shows what was reached on a game's ladder. Left and Right turn to another game, Escape goes back."""

    scope = "arcade"

    def __init__(self, stage: Stage, game: str) -> None:
        super().__init__(stage)
        self.game = game
        self._area = self._table = self._runs = pygame.FRect(0, 0, 0, 0)

    @property
    def _results(self) -> ArcadeResults:
        return self.stage.services.tables.results

    def show_game(self, game: str) -> None:
        """Turn to another game's ladder."""
        self.game = game
        self.layout()

    def layout(self) -> None:
        """The table at the left, the runs at the right, the games above them."""
        area = self._area = body(self.size, _TALLEST)
        gap = 32.0 if area.width >= 1100 else 16.0
        runs = _RUNS if area.width < 1100 else 400.0
        self._table = pygame.FRect(area.left, area.top, area.width - gap - runs, area.height)
        self._runs = pygame.FRect(area.right - runs, area.top, runs, area.height)
        cell = min(116.0, area.width * 0.13)
        tabs = game_tabs(self.stage, area, self.size, games(), self.game, self.show_game, cell)
        self.widgets.replace([tabs, back_button(self.stage, area, self.size, self.close)], first="games")

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the two cards."""
        self.stage.draw_backdrop(canvas, 0.55)
        t, area = self.stage.t, self._area
        room = area.copy()
        room.width -= self.widgets.widgets[0].rect.width + 16
        bests = self._results.bests(self.game)
        rungs = ladder(self.game)
        total = sum(bests[each.level].points for each in rungs if each.level in bests)
        stars, of = self._results.stars(self.game), len(rungs) * len(Star)
        line = t("arcade.results_line", points=points(t, total), stars=stars, of=of)
        draw_header(canvas, room, self.size, t("arcade.results"), line)
        self._draw_table(canvas, rungs)
        self._draw_runs(canvas)
        draw_footer(canvas, self.stage, area.left, self.size)

    def _columns(self) -> list[tuple[str, float, Align]]:
        """The columns by their names, with the edge where they begin or end; dates only where they have room."""
        rect = self._table
        wide = rect.width >= _WIDE
        right = rect.right - 20
        found: list[tuple[str, float, Align]] = []
        widths = (112.0, 62.0, 62.0, 70.0) if wide else (76.0, 54.0, 54.0, 62.0)
        for name, width in zip(("date", "moves", "time", "points"), widths, strict=True):
            found.append((name, right, "right"))
            right -= width
        found.append(("stars", right - stars_width(_STAR) - (24 if wide else 4), "left"))
        found.append(("level", rect.left + 20, "left"))
        return found

    def _draw_table(self, canvas: Canvas, rungs: tuple[Rung, ...]) -> None:
        t, theme, rect = self.stage.t, canvas.theme, self._table
        canvas.card(rect, 1)
        columns = self._columns()
        for name, x, align in columns:
            canvas.text(t(f"arcade.table_{name}"), x, rect.top + _HEAD / 2 + 2, CAPTION, theme.muted, align)
        height = min(64.0, (rect.height - _HEAD - 10) / len(rungs))
        for index, rung in enumerate(rungs):
            top = rect.top + _HEAD + index * height
            canvas.hairline(rect.left + 20, top, rect.width - 40)
            self._draw_rung(canvas, rung, top + height / 2, min(40.0, height - 10), columns)

    def _draw_rung(
        self, canvas: Canvas, rung: Rung, y: float, diameter: float, columns: list[tuple[str, float, Align]]
    ) -> None:
        t, theme = self.stage.t, canvas.theme
        best = self._results.bests(self.game).get(rung.level)
        places = {name: (x, align) for name, x, align in columns}
        left = places["level"][0]
        canvas.portrait(rung.level, left + diameter / 2, y, diameter)
        x = left + diameter + 12
        ink = theme.ink if best is not None else theme.muted
        room = places["stars"][0] - 8 - x
        canvas.text(level_name(t, rung.level), x, y, BODY, ink, face=Face.MEDIUM, width=room)
        had = best.stars if best is not None else frozenset[Star]()
        draw_stars(canvas, places["stars"][0], y, _STAR, had)
        if best is None:
            return
        wide = self._table.width >= _WIDE
        values = {
            "points": number(best.points),
            "time": minutes(best.fastest_s),
            "moves": str(best.fewest_moves),
            "date": day(t, best.date, wide),
        }
        for name, value in values.items():
            x, align = places[name]
            quiet = name == "date"
            face = Face.MEDIUM if name == "points" else Face.REGULAR
            canvas.text(value, x, y, CAPTION if quiet else BODY, theme.muted if quiet else theme.ink, align, face)

    def _draw_runs(self, canvas: Canvas) -> None:
        t, theme, rect = self.stage.t, canvas.theme, self._runs
        canvas.card(rect, 1)
        canvas.icon("trophy", rect.left + 32, rect.top + _HEAD / 2 + 2, 20, theme.gold_ink)
        canvas.text(t("arcade.places"), rect.left + 50, rect.top + _HEAD / 2 + 2, HEADING, face=Face.MEDIUM)
        places = self._results.places(self.game)
        canvas.hairline(rect.left + 20, rect.top + _HEAD, rect.width - 40)
        if not places:
            text = t("arcade.places_none")
            canvas.paragraph(text, rect.left + 20, rect.top + _HEAD + 28, rect.width - 40, BODY, theme.muted, 22)
            return
        height = min(56.0, (rect.height - _HEAD - 14) / PLACES)
        for index, place in enumerate(places):
            self._draw_place(canvas, index + 1, place, rect.top + _HEAD + 4 + (index + 0.5) * height, height)

    def _draw_place(self, canvas: Canvas, rank: int, place: RunPlace, y: float, height: float) -> None:
        t, theme, rect = self.stage.t, canvas.theme, self._runs
        run = self._results.run(self.game)
        runs_on = run is not None and run.id == place.run
        if runs_on:
            mark = pygame.FRect(rect.left + 8, y - height / 2 + 2, rect.width - 16, height - 4)
            canvas.rounded(mark, 8, theme.gold_tint, theme.gold_ink if theme.is_contrast else None, 1.5)
        canvas.text(str(rank), rect.left + 34, y, HEADING, theme.muted, "right", Face.MEDIUM)
        total = canvas.text(number(place.total), rect.right - 20, y, HEADING, align="right", face=Face.MEDIUM)
        x, room = rect.left + 46, rect.width - 46 - 20 - total - 12
        lift = min(10.0, height * 0.22)
        canvas.text(place.name or t("common.you"), x, y - lift, BODY, face=Face.MEDIUM, width=room)
        when = t("arcade.running") if runs_on else day(t, place.date, with_year=False)
        line = t("arcade.place_rungs", n=place.rungs, date=when)
        ink = theme.gold_ink if runs_on else theme.muted
        canvas.text(line, x, y + lift, CAPTION, ink, width=room)
