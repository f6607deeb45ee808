"""The arcade in the level select: the ladder at the left, the chosen rung at the right with all that it demands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.match.attempt import Star
from game.progress.arcade.ladder import Rung, ladder
from game.progress.arcade.results import ArcadeResults
from game.rules.registry import variants_of
from game.tables.opponents import Readiness
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, TITLE
from game.ui.scenes.arcade.rungs import RungList, RungRow
from game.ui.scenes.arcade.words import minutes, number, points, star_colour
from game.ui.scenes.names import level_name
from game.ui.scenes.page import draw_chip
from game.ui.scenes.pictures import draw_emblem
from game.ui.scenes.presents import present_ahead, presents_of
from game.ui.stage.navigator import CHALLENGES, LADDER, MATCH
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Widget
from game.ui.widgets.buttons import Button

_ROW: Final = 26.0
_LINE: Final = 19.0


class CountButton(Button):
    """A button that tells how many stars lie behind it."""

    def __init__(self, rect: pygame.FRect, label: str, stars: int, on_click: Action, icon: str, name: str) -> None:
        super().__init__(rect, label, on_click, icon=icon, name=name)
        self._stars = stars

    def _draw_content(self, canvas: Canvas, ink: Colour) -> None:
        middle = self.rect.centery + (self.press_share if self.enabled else 0.0)
        right = self.rect.right - 12
        right -= canvas.text(str(self._stars), right, middle, self.size, ink, "right", Face.MEDIUM) + 4
        canvas.icon("star", right - 8, middle, 16, star_colour(canvas, True))
        right -= 24
        canvas.icon(self.icon, self.rect.left + 22, middle, 20, ink)
        x = self.rect.left + 40
        canvas.text(self.label, x, middle, self.size, ink, face=Face.MEDIUM, width=right - x)


class Climb:
    """Lives as long as its level select; made to show itself again by `layout`."""

    def __init__(self, stage: Stage, game: str, on_change: Action) -> None:
        """`on_change` is called when another rung was chosen."""
        self._stage = stage
        self._game = game
        self._on_change = on_change
        self._rungs = ladder(game)
        aim = self._results.next_rung(game)
        self._level = aim.level if aim is not None else self._rungs[-1].level if self._rungs else ""
        self._solved: tuple[int, int, int] | None = None
        self._has_looked = False
        self._box = self._buttons = self._foot = pygame.FRect(0, 0, 0, 0)
        self._start: Button | None = None
        self._list: RungList | None = None

    def look(self) -> None:
        """Look again at the challenges when the ladder is shown next."""
        self._has_looked = False

    @property
    def is_there(self) -> bool:
        """Whether the game has a ladder."""
        return bool(self._rungs)

    @property
    def _results(self) -> ArcadeResults:
        return self._stage.services.tables.results

    @property
    def rung(self) -> Rung:
        """The chosen rung."""
        return next((each for each in self._rungs if each.level == self._level), self._rungs[0])

    @property
    def subtitle(self) -> str:
        """How many stars of the ladder are had."""
        of = len(self._rungs) * len(Star)
        return self._stage.t("arcade.subtitle", stars=self._results.stars(self._game), of=of)

    def stars_of(self, level: str) -> frozenset[Star] | None:
        """The stars of the best game against a level; None for one that is not on the ladder."""
        if all(each.level != level for each in self._rungs):
            return None
        best = self._results.bests(self._game).get(level)
        return best.stars if best is not None else frozenset()

    @property
    def below(self) -> tuple[str, ...]:
        """Whose stages follow below what is in sight."""
        return self._list.below if self._list is not None else ()

    def choose(self, level: str) -> None:
        """Choose the rung of a level."""
        self._level = level
        self._on_change()

    def show_results(self) -> None:
        """Open the table of results."""
        self._stage.go(LADDER, self._game)

    def show_challenges(self) -> None:
        """Open the game's challenges."""
        self._stage.go(CHALLENGES, self._game)

    @property
    def can_start(self) -> bool:
        """Whether the chosen rung is open and its opponent ready."""
        return self._results.is_open(self.rung) and self._readiness is Readiness.READY

    def expect(self) -> None:
        """Have the opponent of the chosen rung prepared before all others."""
        self._stage.services.tables.expect(self._game, self.rung.level)

    @property
    def _readiness(self) -> Readiness:
        return self._stage.services.tables.opponent(self._game, self._level).readiness

    def start(self) -> None:
        """Try the chosen rung, if that is possible."""
        if self.can_start:
            match = self._stage.services.tables.new_attempt(self.rung, self._stage.settings.name)
            self._stage.go_from_menu(MATCH, match)

    # ---- widgets

    def widgets(self, left: pygame.FRect, box: pygame.FRect) -> list[Widget]:
        """The ladder at the left and the buttons of the card `box`."""
        self._box = box
        pad = self._pad
        self._foot = pygame.FRect(box.left + pad, box.bottom - 18 - 50, box.width - 2 * pad, 50)
        self._buttons = pygame.FRect(self._foot.left, self._foot.top - 12 - 40, self._foot.width, 40)
        rungs = RungList(left, [self._row(each) for each in self._rungs], self._level, self.choose)
        rungs.follow(self._list)
        self._list = rungs
        return [rungs, *self._ways(), self._start_button()]

    @property
    def _pad(self) -> float:
        return 24.0 if self._box.width >= 540 else 20.0

    def _row(self, rung: Rung) -> RungRow:
        t, best = self._stage.t, self._results.bests(self._game).get(rung.level)
        is_open = self._results.is_open(rung)
        line = t("arcade.open_row" if is_open else "arcade.locked_row")
        if best is not None:
            line = t("arcade.points_row", n=number(best.points), time=minutes(best.fastest_s))
        stars = best.stars if best is not None else frozenset[Star]()
        return RungRow(rung.level, rung.number, level_name(t, rung.level), line, stars, is_open)

    def _ways(self) -> list[Widget]:
        """The ways to the table of results and to the challenges."""
        t, row = self._stage.t, self._buttons
        if not self._has_looked:  # not before the ladder is shown: it takes some milliseconds
            self._solved, self._has_looked = self._stage.services.stars.of_game(self._game), True
        solved = self._solved
        width = (row.width - 12) * 0.4 if solved else row.width
        results = Button(
            pygame.FRect(row.left, row.top, width, row.height), t("arcade.results"), self.show_results, icon="trophy",
            name="results",
        )  # fmt: skip
        results.tooltip, results.shortcut = t("arcade.results_help"), self._stage.key("levels", "arcade_results")
        found: list[Widget] = [results]
        if solved is not None:
            done, of, stars = solved
            label = t("arcade.challenges", done=done, of=of)
            place = pygame.FRect(results.rect.right + 12, row.top, row.right - results.rect.right - 12, row.height)
            button = CountButton(place, label, stars, self.show_challenges, "target", "to_challenges")
            button.tooltip, button.shortcut = t("challenges.open_help"), self._stage.key("levels", "challenges")
            found.append(button)
        return found

    def _start_button(self) -> Button:
        rect = self._foot
        width = 240.0 if rect.width >= 500 else min(rect.width, 200.0)
        place = pygame.FRect(rect.right - width, rect.top, width, rect.height)
        self._start = Button(place, self._stage.t("levels.start"), self.start, "primary", "play", HEADING, name="start")
        self.update()
        return self._start

    def update(self) -> None:
        """Start can be pressed only when the rung is open and its opponent ready."""
        if self._start is not None:
            self._start.enabled = self.can_start

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """The card of the chosen rung."""
        box, pad = self._box, self._pad
        canvas.card(box, 2)
        y = self._draw_head(canvas, pygame.FRect(box.left + pad, box.top + 16, box.width - 2 * pad, 64))
        canvas.hairline(box.left + pad, y, box.width - 2 * pad)
        lines = self._help_lines(canvas)
        presents = presents_of(self._stage.t, self._game, self.rung.number)
        free = self._buttons.top - 14 - y - (5 if presents else 4) * _ROW - (4 * _ROW + 16)
        told = len(lines) * _LINE if free >= len(lines) * _LINE + 30 else 0.0
        gap = min(26.0, (free - told) / (4 if told else 3))
        y = self._draw_facts(canvas, y + gap, presents)
        y = self._draw_stars(canvas, y + gap)
        if told:
            y += gap + _LINE / 2
            for line in lines:
                canvas.text(line, box.left + pad, y, CAPTION, canvas.theme.muted)
                y += _LINE
            if not presents and self._buttons.top - y > _LINE + 14:
                self._draw_ahead(canvas, box.left + pad, y + 8)
        self._draw_foot(canvas)

    def _draw_ahead(self, canvas: Canvas, x: float, y: float) -> None:
        """How far it is to the next present."""
        ahead = present_ahead(self._stage, self._game)
        if ahead is not None:
            canvas.icon("gift", x + 8, y, 16, canvas.theme.gold_ink)
            said = self._stage.t("menu.run_ahead", n=ahead[0], present=ahead[1])
            canvas.text(said, x + 24, y, CAPTION, canvas.theme.gold_ink, width=self._box.width - 2 * self._pad - 24)

    def _help_lines(self, canvas: Canvas) -> list[str]:
        return canvas.wrapped(self._stage.t("arcade.help"), self._box.width - 2 * self._pad, CAPTION)

    def _draw_head(self, canvas: Canvas, row: pygame.FRect) -> float:
        t, rung = self._stage.t, self.rung
        canvas.portrait(rung.level, row.left + 32, row.centery, 64)
        x = row.left + 80
        rating = self._stage.services.tables.opponent(self._game, rung.level).rating
        room = row.right - x - (78 if rating is not None else 0)
        width = canvas.text(level_name(t, rung.level), x, row.centery - 14, TITLE, face=Face.TITLE, width=room)
        if rating is not None:
            theme = canvas.theme
            draw_chip(canvas, x + width + 14, row.centery - 14, str(rating), theme.gold_tint, theme.gold_ink)
        line = t("arcade.rung", n=rung.number, of=rung.of)
        canvas.text(line, x, row.centery + 17, BODY, canvas.theme.muted, width=row.right - x)
        return row.bottom + 9

    def _draw_facts(self, canvas: Canvas, y: float, presents: Sequence[str]) -> float:
        """Side, clock, target, what was reached and what is given, from y on; returns where they end."""
        t, rung, box, pad = self._stage.t, self.rung, self._box, self._pad
        rules = variants_of(self._game)[0]
        best = self._results.bests(self._game).get(rung.level)
        said = t("arcade.none")
        if best is not None:
            moves = t("common.moves", n=best.fewest_moves)
            said = t("arcade.best_text", points=points(t, best.points), time=minutes(best.fastest_s), moves=moves)
        n = round(rung.control.base_s / 60)
        facts = [
            ("side", t(f"levels.you_play_{rules.side_names[rung.person]}")),
            ("clock", t("arcade.clock_text", n=n, increment=round(rung.control.increment_s))),
            ("target", t("arcade.target_text", time=minutes(rung.target_s))),
            ("best", said),
        ]
        if presents:
            facts.append(("present", t("common.list_separator").join(presents)))
        x = box.left + pad + (112.0 if box.width >= 540 else 72.0)
        for name, text in facts:
            middle = y + _ROW / 2
            canvas.text(t(f"arcade.{name}"), box.left + pad, middle, BODY, face=Face.MEDIUM)
            left = x
            if name == "side":
                draw_emblem(canvas, rules, rung.person, x + 9, middle, 18)
                left += 26
            room = box.right - pad - left
            size = BODY if canvas.text_width(text) <= room else CAPTION
            canvas.text(text, left, middle, size, canvas.theme.muted, width=room)
            y += _ROW
        return y

    def _draw_stars(self, canvas: Canvas, y: float) -> float:
        """What each star demands, those of the best game filled; returns where the list ends."""
        t, theme, box, pad = self._stage.t, canvas.theme, self._box, self._pad
        best = self._results.bests(self._game).get(self.rung.level)
        inset = pygame.FRect(box.left + pad, y, box.width - 2 * pad, len(Star) * _ROW + 16)
        canvas.rounded(inset, 12, theme.inset, theme.line if theme.is_contrast else None, 2)
        for index, star in enumerate(Star):
            middle = inset.top + 8 + (index + 0.5) * _ROW
            lit = best is not None and star in best.stars
            canvas.icon("star" if lit else "star_outline", inset.left + 24, middle, 20, star_colour(canvas, lit))
            text = t(f"arcade.{star}", time=minutes(self.rung.target_s))
            canvas.text(text, inset.left + 46, middle, BODY, width=inset.width - 62)
        return inset.bottom

    def _draw_foot(self, canvas: Canvas) -> None:
        """Beside Start: what can be had and how the run stands, or why the rung can't be tried."""
        assert self._start is not None, "the card is drawn after its widgets were made"
        t, theme, rect = self._stage.t, canvas.theme, self._foot
        room = self._start.rect.left - 20 - rect.left
        run = self._results.run(self._game)
        first, ink = t("arcade.up_to", n=number(self.rung.most_points)), theme.ink
        second = t("arcade.no_run") if run is None else t("arcade.run", n=len(run.rungs), total=number(run.total))
        if run is not None and run.pending:
            first, second = t("arcade.pending"), t("arcade.pending_line")
        if not self._results.is_open(self.rung):
            first, second, ink = t("arcade.locked_row"), t("arcade.locked"), theme.muted
        elif self._readiness is Readiness.PREPARING:
            progress = self._stage.services.tables.preparation()
            first, ink = t("levels.preparing"), theme.jade
            done, of = self._stage.services.tables.opponent(self._game, self._level).steps or (
                progress.done,
                progress.of,
            )
            second = t("levels.steps", done=done, of=of) if of else ""
        elif self._readiness is Readiness.FAILED:
            first, second, ink = (
                t("levels.failed"),
                self._stage.services.tables.preparation().failed or "",
                theme.gold_ink,
            )
        canvas.text(first, rect.left, rect.centery - 11, BODY, ink, face=Face.MEDIUM, width=room)
        canvas.text(second, rect.left, rect.centery + 12, CAPTION, theme.muted, width=room)
