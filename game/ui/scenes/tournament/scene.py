"""A tournament on the screen: crosstable, ratings and games at the left, the game being played at the right, how far
it has come below."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Final, Literal

import pygame

from game.records.fault import Fault
from game.records.native import Reading
from game.tournament.run import TournamentRun, local_now
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.library.exporting import ExportSteps
from game.ui.scenes.library.words import face_of, readable_level
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, header_top, is_compact, measure
from game.ui.scenes.tournament.crosstable import CrossTable, Pair
from game.ui.scenes.tournament.games import ROW, GameRow, GamesList
from game.ui.scenes.tournament.live import LivePanel
from game.ui.scenes.tournament.resting import draw_next, draw_winner
from game.ui.scenes.tournament.strengths import draw_strengths
from game.ui.scenes.tournament.words import (
    end_words,
    fault_words,
    pair_words,
    player_names,
    result_text,
    rules_of,
    table_text,
    time_left,
    title_of,
    when_begun,
)
from game.ui.stage import clipboard
from game.ui.stage.navigator import NEW_TOURNAMENT, REPLAY
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, Kind, SquareButton
from game.ui.widgets.choices import Segment, Segmented

Page = Literal["table", "elo", "games"]
PAGES: Final[tuple[Page, ...]] = ("table", "elo", "games")
_LABELS: Final = {"table": "tournament.table", "elo": "tournament.elo", "games": "tournament.game_list"}

_TALLEST: Final = 860.0
_STRIP: Final = 64.0
_GO: Final = 160.0
"""The width of the button that stops and goes on."""
_TABS: Final = 40.0
_WIDEST_NAME: Final = 170.0
_LOOK_S: Final = 0.5
"""How often the time left is reckoned."""
_LINE: Final = 30.0
"""Below the table: what is pointed at, in words."""


class TournamentScene(KeyedScene):
    """The games are played on behind other scenes. Escape goes back, from the games of a pair to those of all."""

    scope = "tournament"
    early = frozenset({"give", "copy_table"})

    def __init__(
        self,
        stage: Stage,
        run: TournamentRun,
        now: Callable[[], datetime] = local_now,
    ) -> None:
        """`now` is the moment by which the beginning is told."""
        super().__init__(stage)
        self._tournaments = stage.services.tournaments
        self.run = run
        self._library = stage.services.library
        self._now = now
        self.page: Page = "table"
        self._pair: Pair | None = None
        self._desk = ExportSteps(stage)
        self._live = LivePanel(stage, run)
        self._table: CrossTable | None = None
        self._games: GamesList | None = None
        self._reading: tuple[str, Future[Reading | Fault]] | None = None
        self._seen: object = None
        self._left_s: float | None = None
        self._look_s = 0.0
        self._missing: str | None = None
        self._area = self._box = self._side = self._strip = pygame.FRect(0, 0, 0, 0)

    # ---- layout

    def layout(self) -> None:
        """The three cards and what stands on them."""
        area = self._area = body(self.size, _TALLEST)
        tight = is_compact(self.size)
        gap = 12.0 if tight else 16.0
        strip = self._strip = pygame.FRect(area.left, area.bottom - _STRIP, area.width, _STRIP)
        height = strip.top - gap - area.top
        side = min(460.0, max(296.0, area.width * 0.33))
        self._side = pygame.FRect(area.right - side, area.top, side, height)
        self._box = pygame.FRect(area.left, area.top, area.width - side - gap, height)
        self._live.lay_out(self._side)
        self._seen = self._state_key
        self._missing = None if self.run.is_running or self.run.is_over else self.run.missing()
        widgets: list[Widget] = [self._tabs(), *self._page_widgets(), self._live.board, *self._strip_widgets()]
        self.widgets.replace(
            [*widgets, *self._header_widgets()], first="go" if any(each.name == "go" for each in widgets) else "page"
        )

    @property
    def _state_key(self) -> object:
        """What the widgets depend on."""
        run = self.run
        return len(run.state.played), run.is_running, run.pairing

    def _tabs(self) -> Segmented:
        t, box = self.stage.t, self._box
        place = pygame.FRect(box.left + 16, box.top + 14, min(box.width - 32, 420.0), _TABS)
        choices = [Segment(page, t(_LABELS[page])) for page in PAGES]
        return Segmented(place, choices, self.page, lambda page: self.show_page(_page(page)), name="page")

    @property
    def _inside(self) -> pygame.FRect:
        """The room of a page, below the tabs and above the line of words."""
        box = self._box
        top = box.top + 14 + _TABS + 10
        return pygame.FRect(box.left + 16, top, box.width - 32, box.bottom - 8 - _LINE - top)

    def _page_widgets(self) -> list[Widget]:
        t, run, inside = self.stage.t, self.run, self._inside
        names = player_names(t, run.state.plan)
        if self.page == "table":
            titles = (t("tournament.column_player"), t("tournament.column_points"), t("tournament.column_elo"))
            room = min(_WIDEST_NAME, max(measure(self.stage, name, BODY, Face.MEDIUM) for name in names))
            table = CrossTable(inside, run.standing, names, self._portraits, titles, room, self.show_pair)
            table.playing = run.pairing.players if run.pairing is not None else None
            if self._table is not None:
                table.copy_place(self._table)
            self._table = table
            return [table]
        if self.page == "games":
            inside.height = inside.height // ROW * ROW
            numbers = [each.number for each in run.pairings if self._pair in (None, *_both(each.players))]
            games = GamesList(inside, run.state.plan.rules, numbers, self._row_maker(names), self.open_game)
            if self._games is not None:
                games.copy_place(self._games)
            self._games = games
            if self._pair is None:
                return [games]
            box = self._box
            every = Button(
                pygame.FRect(box.right - 16 - 110, box.bottom - 8 - 28, 110, 28), t("tournament.show_all"),
                self.show_all, size=CAPTION, name="all",
            )  # fmt: skip
            return [games, every]
        return []

    @property
    def _portraits(self) -> tuple[str, ...]:
        return tuple(face_of(name) for name in self.run.state.plan.players)

    def _row_maker(self, names: tuple[str, ...]) -> Callable[[int], GameRow]:
        t, run = self.stage.t, self.run
        played = {game.number: game for game in run.state.played}
        now = run.pairing.number if run.pairing is not None else None

        def row(number: int) -> GameRow:
            first, second = run.pairings[number].players
            both, game = (names[first], names[second]), played.get(number)
            if game is None:
                end = t("tournament.now" if number == now else "tournament.to_play")
                return GameRow(number, both, "", end, is_playing=number == now)
            return GameRow(number, both, result_text(game), end_words(t, game), game.fault is not None, game.winner)

        return row

    def _strip_widgets(self) -> list[Widget]:
        t, strip, run = self.stage.t, self._strip, self.run
        place = pygame.FRect(strip.right - 16 - _GO, strip.centery - 22, _GO, 44)
        if run.is_over:
            return [Button(place, t("tournament.another"), self._new, icon="plus", name="new")]
        kind: Kind = "secondary" if run.is_running else "jade"
        icon = "pause" if run.is_running else "play"
        go = Button(place, t(f"tournament.{self._go_label}"), self.toggle, kind, icon)
        go.name, go.shortcut = "go", self.key_of("stop_tournament")
        return [go]

    @property
    def _go_label(self) -> str:
        """What the button below would do."""
        return "stop" if self.run.is_running else "go_on" if self.run.state.played else "begin"

    def _header_widgets(self) -> list[Widget]:
        t, area = self.stage.t, self._area
        top = header_top(self.size, area.top) + 2
        give = SquareButton(
            pygame.FRect(area.right - 44, top, 44, 44), "give_out", self.give, t("tournament.give_out"), True, 22,
            self.key_of("give"), "give",
        )  # fmt: skip
        copy = SquareButton(
            pygame.FRect(area.right - 96, top, 44, 44), "copy", self.copy, t("tournament.copy"), True, 22,
            self.key_of("copy_table"), "copy",
        )  # fmt: skip
        return [back_button(self.stage, area, self.size, self.close), copy, give]

    # ---- acting

    def show_page(self, page: Page) -> None:
        """Turn to a page."""
        self.page = page
        self.layout()

    def show_pair(self, pair: Pair) -> None:
        """Show the games of two players."""
        self._pair, self._games = pair, None
        self.show_page("games")
        self.widgets.focus_on("games", show=self.widgets.shows_focus)

    def show_all(self) -> None:
        """Show the games of all players."""
        self._pair, self._games = None, None
        self.layout()

    def toggle(self) -> None:
        """Stop, or go on."""
        run = self.run
        if run.is_running:
            run.stop()
        else:
            self._missing = run.missing()
            if self._missing is not None:
                t = self.stage.t
                self.stage.toasts.show(t("tournament.missing", name=readable_level(t, self._missing)))
                return
            self._tournaments.start(run)
        self.layout()

    def open_game(self, number: int) -> None:
        """Replay a game that has been played, as soon as it is read."""
        game = next((each for each in self.run.state.played if each.number == number), None)
        if game is None:
            return
        self._reading = (game.record, self._library.read(game.record))

    def give(self) -> None:
        """Write all games into one file."""
        t, state = self.stage.t, self.run.state
        if not state.played:
            self.stage.toasts.show(t("tournament.nothing_to_give"), "info")
            return
        keys = [game.record for game in sorted(state.played, key=lambda each: each.number)]
        self._desk.ask(partial(self._library.give, keys), t("tournament.give_name", id=state.id), state.plan.rules.game)

    def copy(self) -> None:
        """Put the crosstable on the clipboard as text."""
        t = self.stage.t
        why = clipboard.put(table_text(t, self.run.standing))
        if why:
            self.stage.toasts.show(t("library.copy_failed", why=why))
        else:
            self.stage.toasts.show(t("tournament.copied"), "check")

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        found: dict[str, Act] = {
            "crosstable": lambda: self.show_page("table"),
            "ratings": lambda: self.show_page("elo"),
            "game_list": lambda: self.show_page("games"),
            "give": self.give,
            "copy_table": self.copy,
        }
        if not self.run.is_over:
            found["stop_tournament"] = self.toggle
        return found

    def _new(self) -> None:
        self.stage.go(NEW_TOURNAMENT, self.run.state.plan.rules.game)

    def back(self) -> None:
        """Escape leads from the games of a pair to those of all, else out."""
        if self.page == "games" and self._pair is not None:
            self.show_all()
        else:
            self.close()

    def update(self, dt: float) -> None:
        """Follow the games."""
        self._desk.update()
        self._live.update()
        if self._reading is not None and self._reading[1].done():
            (key, future), self._reading = self._reading, None
            found = future.result()
            if isinstance(found, Reading):
                self.stage.go(REPLAY, found, key)
            else:
                self.stage.toasts.show(self.stage.t("tournament.no_record"))
        self._look_s -= dt
        if self._seen != self._state_key:
            self._look_s = 0.0
            self.layout()
        if self._look_s <= 0:
            self._look_s, self._left_s = _LOOK_S, self.run.time_left_s
        super().update(dt)

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the cards."""
        t, area, run = self.stage.t, self._area, self.run
        self.stage.draw_backdrop(canvas, 0.55)
        plan = run.state.plan
        parts = (
            rules_of(t, plan),
            t("tournament.players", n=len(plan.players)),
            t("tournament.games", n=plan.of),
            when_begun(t, run.state, self._now()),
        )
        about = t("common.list_separator").join(filter(None, parts))
        room = area.copy()
        room.width -= 112
        draw_header(canvas, room, self.size, title_of(t, plan), about)
        for rect in (self._box, self._side, self._strip):
            canvas.card(rect, 2)
        if self.page == "elo":
            self._draw_elo(canvas)
        self._draw_line(canvas)
        self._live.draw(canvas)
        if run.is_over:
            draw_winner(canvas, t, self._side, run.standing)
        elif run.match is None:
            draw_next(canvas, t, self._side, run, self._missing)
        self._draw_strip(canvas)
        hints = []
        if not run.is_over:
            hints.append((self.key_of("stop_tournament"), t(f"tournament.{self._go_label}")))
        pages = ("crosstable", "ratings", "game_list")
        hints += [(self.key_of(name), t(_LABELS[page])) for name, page in zip(pages, PAGES, strict=True)]
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_elo(self, canvas: Canvas) -> None:
        t, inside, standing = self.stage.t, self._inside, self.run.standing
        if standing.strengths is None:
            canvas.icon("chart", inside.centerx, inside.centery - 34, 48, canvas.theme.edge)
            canvas.text(t("tournament.no_elo"), inside.centerx, inside.centery + 14, BODY, canvas.theme.muted, "centre")
            return
        draw_strengths(canvas, inside, standing, player_names(t, self.run.state.plan), self._portraits)

    def _draw_line(self, canvas: Canvas) -> None:
        """What is pointed at, in words."""
        box, theme = self._box, canvas.theme
        text, is_fault = self._said()
        width = box.width - 32 - (122 if self.page == "games" and self._pair is not None else 0)
        x, y = box.left + 18, box.bottom - 8 - _LINE / 2 + 2
        if is_fault:
            canvas.icon("warning", x + 8, y, 16, theme.gold_ink)
            x, width = x + 24, width - 24
        canvas.text(text, x, y, CAPTION, theme.gold_ink if is_fault else theme.muted, width=width)

    def _said(self) -> tuple[str, bool]:
        """The words below the page, and whether they report a fault."""
        t, run = self.stage.t, self.run
        if self.page == "elo":
            if run.standing.strengths is None:
                return "", False
            return t("tournament.one_sided" if run.standing.is_one_sided else "tournament.average"), False
        if self.page == "table":
            pair = self._table.shown if self._table is not None else None
            return (pair_words(t, run.standing, pair) if pair is not None else t("tournament.table_hint")), False
        number = self._games.shown if self._games is not None else None
        if number is not None:
            game = next((each for each in run.state.played if each.number == number), None)
            fault = fault_words(t, run.state.plan, run.pairings[number].players, game) if game is not None else ""
            if fault:
                return fault, True
        return (pair_words(t, run.standing, self._pair) if self._pair is not None else ""), False

    def _draw_strip(self, canvas: Canvas) -> None:
        """Games done, a bar, the time left."""
        t, strip, theme, run = self.stage.t, self._strip, canvas.theme, self.run
        done, of = len(run.state.played), run.state.plan.of
        left = strip.left + 20
        right = strip.right - 16 - _GO - 20
        canvas.text(t("tournament.progress", done=done, of=of), left, strip.top + 22, BODY, face=Face.MEDIUM)
        canvas.text(self._strip_words(), right, strip.top + 22, CAPTION, theme.muted, "right")
        bar = pygame.FRect(left, strip.bottom - 22, right - left, 8)
        canvas.rounded(bar, 4, theme.inset, theme.edge if theme.is_contrast else theme.line, 1)
        if done:
            canvas.rounded(pygame.FRect(bar.left, bar.top, max(8.0, bar.width * done / of), 8), 4, theme.jade)

    def _strip_words(self) -> str:
        t, run = self.stage.t, self.run
        if run.is_over:
            return t("tournament.is_over")
        if run.is_held and run.is_running:
            return t("tournament.held")
        seconds = self._left_s
        if seconds is None:
            return t("tournament.left_unknown") if run.is_running else ""
        return time_left(t, seconds)


def _both(pair: Pair) -> tuple[Pair, Pair]:
    return pair, (pair[1], pair[0])


def _page(value: object) -> Page:
    return next(page for page in PAGES if page == value)
