"""The library as a scene: search and sort at the left, the chosen game at the right."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.library.exporting import text_of
from game.library.library import DeletedGames
from game.records.fault import Fault
from game.records.native import Reading
from game.records.record import RecordError
from game.storage.notice import Notice
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, HEADING
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.scenes.library.card import GameCard, Shown
from game.ui.scenes.library.catalogue import Catalogue, Search
from game.ui.scenes.library.desktop import show_folder
from game.ui.scenes.library.exporting import ExportSteps
from game.ui.scenes.library.importing import BringingDialog
from game.ui.scenes.library.list import HEADER, ROW, Column, GameList, SortTitle, columns
from game.ui.scenes.page import (
    back_button,
    body,
    draw_footer,
    draw_header,
    header_top,
    is_compact,
    measure,
)
from game.ui.stage import clipboard
from game.ui.stage.faults import fault_words
from game.ui.stage.navigator import COLLECTIONS, REPLAY, STATISTICS
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton, Button, SquareButton
from game.ui.widgets.choices import Segment, Segmented
from game.ui.widgets.field import TextField

_TALLEST: Final = 860.0
_KEPT_READINGS: Final = 24
_MOST_COPIED: Final = 20
"""Each game is read before it is copied; more are better exported."""
_ONE_ROW: Final = 760.0
"""In a narrower list search and games stand in two rows."""


class LibraryScene(KeyedScene):
    """Fills the window. The library works in the background; each frame takes what it has found out."""

    scope = "library"
    early = frozenset({"search", "bring_in", "give", "copy_game", "paste", "undelete", "collections"})

    def __init__(
        self,
        stage: Stage,
        keys: frozenset[str] = frozenset(),
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """Begins with the games of these keys chosen; `now` is the moment by which dates are told."""
        super().__init__(stage)
        library = self._library = stage.services.library
        self._now = now
        self._search = Search()
        self._catalogue = Catalogue(stage, now)
        self._readings: dict[str, Reading | Fault] = {}
        self._reading: tuple[str, Future[Reading | Fault]] | None = None
        self._opens: str | None = None
        self._wanted = set(keys)
        self._deleted: DeletedGames | None = None
        self._desk = ExportSteps(stage)
        self._card = GameCard(stage)
        self._area = self._box = self._side = self._shelf = pygame.FRect(0, 0, 0, 0)
        self._list = GameList(pygame.FRect(0, 0, 0, 0), self._chosen_changed, self.open)
        self._field = TextField(pygame.FRect(0, 0, 0, 0), "", "", self._look_for, 80, name="search", icon="search")
        library.look()

    # ---- layout

    def layout(self) -> None:
        """Header buttons, search row, list, card."""
        area = self._area = body(self.size, _TALLEST)
        gap = 16.0 if area.width < 1000 else 24.0
        side = min(380.0, max(292.0, area.width * 0.3))
        self._box = box = pygame.FRect(area.left, area.top, area.width - side - gap, area.height)
        self._side = pygame.FRect(box.right + gap, area.top, side, area.height)
        widgets: list[Widget] = [*self._search_widgets(box), *self._list_widgets(box), *self._card_widgets()]
        self.widgets.replace([*widgets, *self._header_widgets(area)], first="games")
        self._refresh()

    def _header_widgets(self, area: pygame.FRect) -> list[Widget]:
        t, top = self.stage.t, header_top(self.size, area.top)
        width = measure(self.stage, t("library.bring_in"), BODY, Face.MEDIUM) + 64
        bring = Button(
            pygame.FRect(area.right - width, top + 2, width, 44), t("library.bring_in"), self.bring_in, "jade",
            "bring_in", name="bring_in",
        )  # fmt: skip
        bring.tooltip, bring.shortcut = t("library.bring_in_tip"), self.key_of("bring_in")
        found: list[Widget] = [back_button(self.stage, area, self.size, self.close)]
        x = bring.rect.left - 12
        for icon, act, tip, key in (
            ("copy", self.paste, t("library.paste_tip"), self.stage.key("everywhere", "paste")),
            ("folder", self.show_folder, t("library.folder"), ""),
            ("chart", self._show_statistics, t("library.statistics"), ""),
            ("book", self._show_collections, t("collections.title"), self.key_of("collections")),
        ):
            x -= 44
            name = "paste" if icon == "copy" else icon
            shape = "paste" if icon == "copy" else icon
            found.append(SquareButton(pygame.FRect(x, top + 2, 44, 44), shape, act, tip, True, 22, key, name))
            x -= 8
        return sorted([*found, bring], key=lambda each: each.rect.left)  # so Tab goes through them

    def _search_widgets(self, box: pygame.FRect) -> list[Widget]:
        t, search = self.stage.t, self._search
        choices = [Segment("", t("library.all")), *(Segment(game, t(f"common.{game}")) for game in GAMES)]
        inner = box.width - 32
        if box.width >= _ONE_ROW:
            wide = min(400.0, inner * 0.5)
            field = pygame.FRect(box.left + 16, box.top + 14, inner - wide - 12, 40)
            games = pygame.FRect(field.right + 12, field.top, wide, 40)
        else:
            field = pygame.FRect(box.left + 16, box.top + 12, inner, 38)
            games = pygame.FRect(box.left + 16, field.bottom + 8, inner, 38)
        self._field.rect = field
        self._field.placeholder = t("library.search")
        self._field.tooltip, self._field.shortcut = "", ""
        self._shelf = pygame.FRect(box.left + 14, games.bottom + 6, box.width - 16, 0)
        return [self._field, Segmented(games, choices, search.game, self._choose_game, name="game")]

    def _list_widgets(self, box: pygame.FRect) -> list[Widget]:
        t, search = self.stage.t, self._search
        foot = 56.0 if self._deleted is not None else 8.0
        place = pygame.FRect(self._shelf.left, self._shelf.top + HEADER, self._shelf.width, 0)
        place.height = (box.bottom - foot - place.top) // ROW * ROW
        rows = GameList(place, self._chosen_changed, self.open)
        rows.take_over(self._list)
        self._list = rows
        titles: list[Widget] = []
        for column, (left, width) in columns(place).items():
            order = 0 if column != search.column else -1 if search.is_down else 1
            rect = pygame.FRect(left, self._shelf.top + 4, width - 4, HEADER - 8)
            titles.append(SortTitle(rect, column, t(f"library.column_{column}"), order, self._sort))
        titles.sort(key=lambda each: each.rect.left)
        undo: list[Widget] = []
        if self._deleted is not None:
            width = measure(self.stage, t("library.undo"), BODY, Face.MEDIUM) + 64
            button = Button(
                pygame.FRect(box.right - 16 - width, box.bottom - 50, width, 40), t("library.undo"), self.undo,
                icon="undo", name="undo",
            )  # fmt: skip
            button.shortcut = self.key_of("undelete")
            undo.append(button)
        return [*titles, rows, *undo]

    def _card_widgets(self) -> list[Widget]:
        t, side = self.stage.t, self._side
        row = pygame.FRect(side.left + 10, side.bottom - 8 - 60, side.width - 20, 60)
        width = row.width / 3
        found: list[Widget] = []
        for index, (icon, label, act, key) in enumerate(
            (
                ("give_out", t("library.give_out"), self.give, self.key_of("give")),
                ("copy", t("library.copy"), self.copy, self.key_of("copy_game")),
                ("bin", t("library.delete"), self.delete, self.key_of("delete")),
            )
        ):
            button = ActionButton(pygame.FRect(row.left + index * width, row.top, width, 60), icon, label, act)
            button.tooltip, button.shortcut = label, key
            found.append(button)
        place = pygame.FRect(side.left + 16, row.top - 6 - 44, side.width - 32, 44)
        self._open_button = Button(place, t("library.open"), self.open, "primary", "play", name="open")
        self._open_button.shortcut = "Enter"
        self._actions = found
        return [self._open_button, *found]

    # ---- what is listed

    def _look_for(self, text: str) -> None:
        self._search.text = text

    def _choose_game(self, game: object) -> None:
        self._search.game = str(game)

    def _sort(self, column: Column) -> None:
        self._search.sort_by(column)
        self.layout()

    def _refresh(self) -> None:
        """Bring list, card and buttons up to date."""
        rows = self._catalogue.rows(self._library, self._search)
        if rows is not self._list.rows:
            self._list.show(rows)
        if self._wanted and self._catalogue.is_complete(self._library):
            wanted, self._wanted = self._wanted, set()
            self._list.choose(wanted)
        current = self._list.current
        several = len(self._list.selected) > 1
        readable = current is not None and current.entry.summary.is_readable
        self._open_button.enabled = (
            current is not None and not several and readable and current.entry.summary.game in GAMES
        )
        give, copy, delete = self._actions
        give.enabled = copy.enabled = any(row.entry.summary.is_readable for row in self._list.chosen[:50])
        delete.enabled = current is not None
        self._read_current()

    def choose(self, keys: set[str]) -> None:
        """Show these games, which may only just have been brought in, and none of them hidden by a search."""
        self._search = Search()
        self._field.text, self._field.caret = "", 0
        self._wanted = keys
        self.layout()
        self.widgets.focus_on("games")  # Enter opens them, and not the button that brought them in

    def _chosen_changed(self) -> None:
        self._opens = None
        self._refresh()

    # ---- the chosen game

    def _show_statistics(self) -> None:
        self.stage.go(STATISTICS)

    def _show_collections(self) -> None:
        self.stage.go(COLLECTIONS, None)

    def _read_current(self) -> None:
        """Have the current game read in the background, and take it when it is."""
        if self._reading is not None and self._reading[1].done():
            key, future = self._reading
            self._reading = None
            self._readings[key] = future.result()
            while len(self._readings) > _KEPT_READINGS:
                del self._readings[next(iter(self._readings))]
            if self._opens == key:
                self.open()
        current = self._list.current
        wanted = current is not None and current.entry.summary.is_readable
        if current is not None and wanted and self._reading is None and current.entry.key not in self._readings:
            self._reading = (current.entry.key, self._library.read(current.entry.key))

    def _shown(self) -> Shown | None:
        current = self._list.current
        if current is None:
            return None
        return Shown(current.entry, current.words, self._readings.get(current.entry.key))

    def open(self) -> None:
        """Replay the current game, as soon as it is read."""
        current = self._list.current
        if current is None or not self._open_button.enabled:
            return
        found = self._readings.get(current.entry.key)
        self._opens = current.entry.key if found is None else None
        if isinstance(found, Reading):
            self.stage.go(REPLAY, found, current.entry.key)
        elif isinstance(found, Fault):
            self.stage.toasts.show(fault_words(self.stage.t, found))

    def copy(self) -> None:
        """Put the chosen games on the clipboard as text."""
        t = self.stage.t
        texts, why = [], ""
        if len(self._list.chosen) > _MOST_COPIED:
            self.stage.toasts.show(t("library.copy_too_many", n=_MOST_COPIED), "info")
            return
        for row in self._list.chosen:
            found = self._readings.get(row.entry.key) or self._library.read(row.entry.key).result()
            try:
                if isinstance(found, Fault):
                    raise RecordError(found)
                texts.append(text_of(found.record))
            except RecordError as error:
                why = fault_words(t, error.fault)
        if texts:
            why = clipboard.put("\n".join(texts))
        if not texts or why:
            self.stage.toasts.show(t("library.copy_failed", why=why))
        else:
            self.stage.toasts.show(t("library.copied_games", n=len(texts)), "check")

    def delete(self) -> None:
        """Take the chosen games away; `undo` brings them back."""
        keys = [row.entry.key for row in self._list.chosen]
        if keys:
            self._deleted = self._library.delete(keys)
            self.layout()

    def undo(self) -> None:
        """Bring back what was deleted last."""
        if self._deleted is not None:
            self._library.restore(self._deleted)
            self._wanted = {entry.key for entry in self._deleted.entries}
            self._deleted = None
            self.layout()

    # ---- in and out

    def bring_in(self) -> None:
        """Choose files whose games are to be brought in."""
        self.stage.open(FileBrowser(self.stage, self._library, Wish("open"), self.bring_files))

    def bring_files(self, paths: list[Path]) -> None:
        """Bring the games of files in, and show them."""
        self.stage.open(BringingDialog(self.stage, self._library.bring_in(paths), self.choose))

    def paste(self) -> None:
        """Bring in what is on the clipboard."""
        text = clipboard.get()
        if text.strip("\0 \n\r\t"):
            self.stage.open(BringingDialog(self.stage, self._library.bring_text(text), self.choose))
        else:
            self.stage.toasts.show(self.stage.t("library.nothing_to_paste"), "info")

    def give(self) -> None:
        """Choose where the chosen games are to be written, and in which form."""
        chosen = [row for row in self._list.chosen if row.entry.summary.is_readable]
        if not chosen:
            return
        games = {row.entry.summary.game for row in chosen}
        name = chosen[0].words.title if len(chosen) == 1 else "qiguan"
        keys = [row.entry.key for row in chosen]
        self._desk.ask(partial(self._library.give, keys), name, games.pop() if len(games) == 1 else "")

    def show_folder(self) -> None:
        """Open the folder of the records in the system's own window, or say where it is."""
        if not show_folder(self._library.folder):
            self.stage.toasts.tell(self.stage.t("library.folder_at", folder=str(self._library.folder)), "info")

    # ---- frames

    def uncovered(self) -> None:
        """Games may have come while another scene was open."""
        self._library.look()
        self.layout()

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            "search": lambda: self.widgets.focus_on("search", show=True),
            "bring_in": self.bring_in,
            "give": self.give,
            "copy_game": self.copy,
            "paste": self.paste,
            "delete": self.delete,
            "collections": self._show_collections,
        }
        return {**acts, "undelete": self.undo} if self._deleted is not None else acts

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Enter leads from the search to what it has found."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.text_field() is not None:
            self.widgets.focus_on("games", show=True)
            return True
        return super().handle_key(event)

    def back(self) -> None:
        """Out of a search first."""
        if self._search.text and self.text_field() is not None:
            self._field.text, self._field.caret = "", 0
            self._look_for("")
        else:
            self.close()

    @property
    def is_busy(self) -> bool:
        """Whether there are games that are not in the list yet."""
        return not self._catalogue.is_complete(self._library)

    def update(self, dt: float) -> None:
        """Take what the library has found out."""
        super().update(dt)
        for notice in self._library.take_notices():
            self._tell(notice)
        self._desk.update()
        self._refresh()

    def _tell(self, notice: Notice) -> None:
        self.stage.tell(notice)

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, both cards."""
        t, area, box, side = self.stage.t, self._area, self._box, self._side
        self.stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, area, self.size, t("library.title"), self._subtitle())
        canvas.card(box, 2)
        canvas.hairline(box.left + 16, self._shelf.top + HEADER - 2, box.width - 32)
        self._draw_foot(canvas, box)
        canvas.card(side, 2)
        room = pygame.FRect(side.left + 16, side.top + 16, side.width - 32, self._open_button.rect.top - side.top - 28)
        shown = self._shown()
        if len(self._list.selected) > 1:
            self._draw_several(canvas, room)
        elif shown is not None:
            self._card.draw(canvas, room, shown)
        else:
            canvas.icon("shelf", room.centerx, room.centery - 28, 44, canvas.theme.disabled)
            y = room.centery + 16
            canvas.paragraph(
                t("library.choose_one"), room.centerx, y, room.width, BODY, canvas.theme.muted, 22, align="centre"
            )
        hints = [("Enter", t("library.open")), (self.key_of("search"), t("keys.search"))]
        hints.append((self.key_of("delete"), t("library.delete")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _subtitle(self) -> str:
        t, all_games, found = self.stage.t, len(self._library.entries), len(self._list.rows)
        if not self._library.has_looked:
            return t("library.looking")
        if found != all_games and self._catalogue.is_complete(self._library):
            return t("library.subtitle_found", n=all_games, found=found)
        return t("library.subtitle", n=all_games)

    def _draw_foot(self, canvas: Canvas, box: pygame.FRect) -> None:
        """Under the rows: what was deleted; in their place: why there are none."""
        t, theme = self.stage.t, canvas.theme
        if self._deleted is not None:
            canvas.hairline(box.left + 16, box.bottom - 58, box.width - 32)
            text = t("library.deleted", n=len(self._deleted.entries))
            canvas.icon("bin", box.left + 30, box.bottom - 30, 20, theme.muted)
            canvas.text(text, box.left + 50, box.bottom - 30, BODY)
        if self._list.rows or not self._library.has_looked or not self._catalogue.is_complete(self._library):
            return
        middle = self._list.rect.centery - (30 if is_compact(self.size) else 50)
        empty = not self._library.entries
        canvas.icon("shelf" if empty else "search", box.centerx, middle - 40, 48, theme.disabled)
        if empty:
            canvas.text(t("library.empty_title"), box.centerx, middle + 12, HEADING, None, "centre", Face.MEDIUM)
            text = t("library.empty_text")
        else:
            text = t("library.nothing_found" if self._search.text.strip() else "library.nothing_of_game")
        y = middle + 46
        width = min(440.0, box.width - 64)
        canvas.paragraph(text, box.centerx, y, width, BODY, theme.muted, 23, align="centre")

    def _draw_several(self, canvas: Canvas, room: pygame.FRect) -> None:
        t, theme = self.stage.t, canvas.theme
        canvas.icon("shelf", room.centerx, room.top + 70, 52, theme.indigo)
        text = t("library.selected", n=len(self._list.selected))
        canvas.text(text, room.centerx, room.top + 130, HEADING, None, "centre", Face.MEDIUM)
        y = room.top + 168
        canvas.paragraph(
            t("library.selected_hint"), room.centerx, y, room.width - 16, BODY, theme.muted, 23, align="centre"
        )
