"""The tournaments that are kept: to be opened, continued, deleted with a way back, or a new one to be made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

import pygame

from game.tournament.run import local_now
from game.tournament.state import TournamentState
from game.tournament.store import DeletedTournament
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.library.words import face_of
from game.ui.scenes.lobby.rows import ListRow, RowButton, RowList
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, header_top, measure
from game.ui.scenes.tournament.words import rules_of, title_of, when_begun
from game.ui.stage.navigator import NEW_TOURNAMENT, TOURNAMENT
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button

_TALLEST: Final = 700.0
_ROW: Final = 76.0
_MOST_PORTRAITS: Final = 6


class TournamentsScene(KeyedScene):
    """A row each, the newest first."""

    scope = "tournaments"

    def __init__(
        self,
        stage: Stage,
        game: str = "",
        now: Callable[[], datetime] = local_now,
    ) -> None:
        """`game` is what the first one is proposed for."""
        super().__init__(stage)
        self._tournaments = stage.services.tournaments
        self._game = game
        self._now = now
        self._deleted: DeletedTournament | None = None
        self._list: RowList | None = None
        self._seen: object = None
        self._area = pygame.FRect(0, 0, 0, 0)

    # ---- layout

    def layout(self) -> None:
        """The rows on a card; the red button in the header."""
        t = self.stage.t
        area = self._area = body(self.size, _TALLEST)
        states = self._tournaments.states
        self._seen = self._state_key
        width = measure(self.stage, t("tournament.new"), BODY, Face.MEDIUM) + 64
        top = header_top(self.size, area.top) + 2
        new = Button(
            pygame.FRect(area.right - width, top, width, 44), t("tournament.new"), self._new, "primary", "plus",
            name="new",
        )  # fmt: skip
        new.shortcut = self.key_of("new_tournament")
        foot = 56.0 if self._deleted is not None else 8.0
        place = pygame.FRect(area.left + 16, area.top + 8, area.width - 32, area.height - 8 - foot)
        was_empty = self._list is None or not self._list.rows
        rows = RowList(place, _ROW, "tournaments")
        if self._list is not None:
            rows.copy_place(self._list)
        rows.show([self._row(state) for state in states])
        self._list = rows
        widgets: list[Widget] = [rows, new, *self._undo_widgets(area)]
        self.widgets.replace([*widgets, back_button(self.stage, area, self.size, self.close)])
        if self.widgets.focus is None or (states and was_empty):  # the first one takes the keys from the button
            self.widgets.focus_on("tournaments" if states else "new", show=self.widgets.shows_focus)

    @property
    def _state_key(self) -> object:
        running = self._tournaments.running
        return [(state.id, len(state.played)) for state in self._tournaments.states], running

    def _undo_widgets(self, area: pygame.FRect) -> list[Widget]:
        if self._deleted is None:
            return []
        label = self.stage.t("tournament.undo")
        width = measure(self.stage, label, BODY, Face.MEDIUM) + 64
        place = pygame.FRect(area.right - 16 - width, area.bottom - 50, width, 40)
        undo = Button(place, label, self.undo, icon="undo", name="undo")
        undo.shortcut = self.key_of("undelete")
        return [undo]

    def _row(self, state: TournamentState) -> ListRow:
        t = self.stage.t
        width = measure(self.stage, t("tournament.open"), BODY, Face.MEDIUM) + 44
        buttons = (
            RowButton(t("tournament.open"), lambda: self.open(state.id), width=width),
            RowButton("", lambda: self.delete(state.id), icon="bin", width=44.0),
        )
        return ListRow(state.id, lambda canvas, rect: self._draw_row(canvas, rect, state), buttons)

    # ---- acting

    def opened(self) -> None:
        """On to the tournament that is being played, or to a new one where there is none yet."""
        running = self._tournaments.running
        if running is not None:
            self.stage.go(TOURNAMENT, running)
        elif not self._tournaments.states:
            self._new()

    def _new(self) -> None:
        self.stage.go(NEW_TOURNAMENT, self._game)

    def open(self, id: str) -> None:
        """Show a tournament."""
        self.stage.go(TOURNAMENT, self._tournaments.open(id))

    def delete(self, id: str) -> None:
        """Put a tournament away; `undo` brings it back."""
        self._deleted = self._tournaments.delete(id)
        self.layout()

    def undo(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted is not None:
            self._tournaments.restore(self._deleted)
            self._deleted = None
            self.layout()

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        found: dict[str, Act] = {"new_tournament": self._new}
        chosen = self._list.chosen if self._list is not None else None
        if chosen is not None:
            found["delete"] = lambda: self.delete(chosen.key)
        if self._deleted is not None:
            found["undelete"] = self.undo
        return found

    def uncovered(self) -> None:
        """There may be one more."""
        self.layout()

    def update(self, dt: float) -> None:
        """Follow what is being played."""
        super().update(dt)
        if self._seen != self._state_key:
            self.layout()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, card."""
        t, area, theme = self.stage.t, self._area, canvas.theme
        self.stage.draw_backdrop(canvas, 0.55)
        room = area.copy()
        room.width -= 220
        draw_header(canvas, room, self.size, t("tournament.title"), t("tournament.line"))
        canvas.card(area, 2)
        if not self._tournaments.states:
            canvas.icon("trophy", area.centerx, area.centery - 54, 60, theme.edge)
            canvas.text(t("tournament.none"), area.centerx, area.centery + 10, HEADING, None, "centre", Face.MEDIUM)
            canvas.text(t("tournament.none_line"), area.centerx, area.centery + 40, BODY, theme.muted, "centre")
        if self._deleted is not None:
            y = area.bottom - 30
            canvas.hairline(area.left + 16, area.bottom - 57, area.width - 32)
            canvas.text(t("tournament.deleted"), area.left + 20, y, CAPTION, theme.muted, width=area.width - 220)
        hints = ((self.key_of("new_tournament"), t("tournament.new")), (self.key_of("delete"), t("library.delete")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_row(self, canvas: Canvas, rect: pygame.FRect, state: TournamentState) -> None:
        t, theme = self.stage.t, canvas.theme
        plan = state.plan
        order = self._tournaments.open(state.id).standing.order
        shown = [plan.players[place] for place in order[:_MOST_PORTRAITS]]
        for index, name in reversed(list(enumerate(shown))):
            canvas.portrait(face_of(name), rect.left + 26 + index * 24, rect.centery, 36)
        x = rect.left + 26 + (len(shown) - 1) * 24 + 34
        running = self._tournaments.running
        is_running = running is not None and running.state.id == state.id
        key = "playing" if is_running else "over" if state.is_over else "stopped"
        ink = theme.jade if key == "playing" else theme.muted
        bar_width = min(150.0, rect.width * 0.2)
        room = rect.right - bar_width - 24 - x
        width = canvas.text(title_of(t, plan), x, rect.centery - 13, BODY, face=Face.MEDIUM, width=room)
        if room - width > 110:
            canvas.text(
                t(f"tournament.{key}"), x + width + 14, rect.centery - 13, CAPTION, ink, width=room - width - 14
            )
        parts = (rules_of(t, plan), t("tournament.players", n=len(plan.players)), when_begun(t, state, self._now()))
        line = t("common.list_separator").join(filter(None, parts))
        canvas.text(line, x, rect.centery + 13, CAPTION, theme.muted, width=room)
        done = t("tournament.games_of", done=len(state.played), of=plan.of)
        right = rect.right - 8
        canvas.text(done, right, rect.centery - 12, CAPTION, theme.ink, "right", width=bar_width + 20)
        bar = pygame.FRect(right - bar_width, rect.centery + 8, bar_width, 8)
        canvas.rounded(bar, 4, theme.inset, theme.edge if theme.is_contrast else theme.line, 1)
        if state.played:
            share = pygame.FRect(bar.left, bar.top, max(8.0, bar_width * len(state.played) / plan.of), 8)
            canvas.rounded(share, 4, theme.jade)
