"""The collections as a scene: which there are at the left, their games and what is asked of them at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.library.database.collection_import import UnfinishedImport
from game.library.database.filtering import GameFilter
from game.library.database.game_database import BoardQuestion, FoundGames
from game.library.database.labels import Label
from game.library.database.orders import Order
from game.records.fault import Fault
from game.records.native import Reading
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.collections.board_side import BoardSide
from game.ui.scenes.collections.filters import HEIGHT, FilterFields
from game.ui.scenes.collections.labelling import Labelling
from game.ui.scenes.collections.rows import PagedRows, StoredList
from game.ui.scenes.collections.shelf import CollectionShelf, ShelfRow
from game.ui.scenes.keyed import Act, KeyedScene
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.scenes.library.exporting import ExportSteps
from game.ui.scenes.library.importing import BringingDialog
from game.ui.scenes.library.list import HEADER, ROW, Column, SortTitle, columns
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, header_top, measure
from game.ui.stage.faults import fault_words
from game.ui.stage.navigator import REPLAY_AT, SETUP
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

_TALLEST: Final = 900.0
_TYPING_S: Final = 0.15
"""What is typed is asked for when nothing more has come for this long."""
_ORDERS: Final[dict[Column, Order]] = {
    "game": "number", "names": "first", "opening": "opening", "result": "result", "moves": "moves", "date": "date",
}  # fmt: skip
_FALLING: Final = ("date", "moves", "game")
_ALL: Final = "all"
_DOUBLES: Final = "doubles"
_MOST_EXPORTED: Final = 20_000
_SHELF_FOOT: Final = 46.0

_Question = tuple[GameFilter, Order, bool, BoardQuestion | None]
"""What the store is asked."""


class CollectionsScene(KeyedScene):
    """Fills the window. What the store is asked comes some frames later."""

    scope = "collections"
    early = frozenset({"search", "bring_in", "give", "tag_games", "part", "lay_out"})

    def __init__(
        self,
        stage: Stage,
        board: BoardQuestion | None = None,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """With a question the list has the games in which it stands on the board."""
        super().__init__(stage)
        self._database = stage.services.database
        self._board = BoardSide(stage, self._database, board, self._board_changed) if board is not None else None
        self._now = now
        self._fields = FilterFields(self._changed)
        self._column: Column = "date" if board is None else "game"
        self._is_down = True
        self._labels: list[Label] = []
        self._unfinished: list[UnfinishedImport] = []
        self._told: Future[list[Label] | Fault] | None = None
        self._broken_off: Future[list[UnfinishedImport] | Fault] | None = None
        self._asked: Future[FoundGames | Fault] | None = None
        self._opening: tuple[int, Future[Reading | Fault]] | None = None
        self._question: _Question | None = None
        self._shown: _Question | None = None
        self._plies: dict[int, int] = {}
        self._fault: Fault | None = None
        self._wait_s = 0.0
        self._is_wanted = True
        self._revision = -1
        self._desk = ExportSteps(stage)
        self._labelling = Labelling(stage, self._database)
        self._area = self._box = self._side = self._bar = pygame.FRect(0, 0, 0, 0)
        self._shelf = CollectionShelf(pygame.FRect(0, 0, 0, 0), self._shelf_changed)
        self._shelf.show(self._shelf_rows(), _ALL)
        self._list = StoredList(pygame.FRect(0, 0, 0, 0), lambda: None, self.open)

    # ---- layout

    def layout(self) -> None:
        """Header buttons; shelf; fields, titles, list, what is done with the games."""
        area = self._area = body(self.size, _TALLEST)
        gap = 16.0
        side = min(300.0, max(220.0, area.width * 0.22))
        self._side = pygame.FRect(area.left, area.top, side, area.height)
        self._box = box = pygame.FRect(area.left + side + gap, area.top, area.width - side - gap, area.height)
        inner = self._side.inflate(-16, -16)
        room = inner.copy()
        if self._board is not None:
            inner.height = min(inner.height * 0.36, 44.0 * 4)
            room.height -= inner.height + 4
            room.top = inner.bottom + 4
        inner.height -= _SHELF_FOOT
        shelf = CollectionShelf(inner, self._shelf_changed)
        shelf.show(self._shelf_rows(), self._shelf.current.key)
        self._shelf = shelf
        beside = self._board.widgets(room, self.key_of("part")) if self._board is not None else []
        widgets: list[Widget] = [*self._header_widgets(area), shelf, *self._shelf_widgets(inner), *beside]
        widgets += [*self._fields.widgets(self.stage.t, box), *self._list_widgets(box)]
        self.widgets.replace(widgets, first="games")

    def _shelf_widgets(self, shelf: pygame.FRect) -> list[Widget]:
        """Under the shelf, what is done with the collection or tag that is shown."""
        t, label = self.stage.t, self._label()
        if label is None:
            return []
        found: list[Widget] = []
        for index, (name, icon, act, key) in enumerate(
            (
                ("rename", "pencil", self.rename, self.key_of("rename")),
                ("delete", "bin", self._delete_label, self.key_of("delete")),
            )
        ):
            place = pygame.FRect(shelf.right - 88 + 46 * index, shelf.bottom + 4, 40, 38)
            tip = t(f"collections.{name}_{label.kind}_tip")
            found.append(SquareButton(place, icon, act, tip, True, 20, key, name))
        return found

    def lay_out(self) -> None:
        """Lay a position out to look for."""
        self.stage.go(SETUP, *self.stage.services.laid_out)

    def _header_widgets(self, area: pygame.FRect) -> list[Widget]:
        t, top = self.stage.t, header_top(self.size, area.top)
        width = measure(self.stage, t("collections.bring_in"), BODY, Face.MEDIUM) + 64
        bring = Button(
            pygame.FRect(area.right - width, top + 2, width, 44), t("collections.bring_in"), self.bring_in, "jade",
            "bring_in", name="bring_in",
        )  # fmt: skip
        bring.tooltip, bring.shortcut = t("collections.bring_in_tip"), self.key_of("bring_in")
        back = back_button(self.stage, area, self.size, self.close)
        if self._board is not None:
            return [back, bring]
        width = measure(self.stage, t("collections.lay_out"), BODY, Face.MEDIUM) + 64
        place = pygame.FRect(bring.rect.left - 12 - width, top + 2, width, 44)
        lay_out = Button(place, t("collections.lay_out"), self.lay_out, icon="pieces", name="lay_out")
        lay_out.tooltip, lay_out.shortcut = t("collections.lay_out_tip"), self.key_of("lay_out")
        return [back, lay_out, bring]

    def _list_widgets(self, box: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        foot = 60.0
        top = box.top + HEIGHT - 34
        place = pygame.FRect(box.left + 14, top + HEADER, box.width - 16, 0)
        place.height = (box.bottom - foot - place.top) // ROW * ROW
        rows = StoredList(place, lambda: None, self.open)
        rows.take_over(self._list)
        self._list = rows
        titles: list[Widget] = []
        for column, (left, width) in columns(place).items():
            order = 0 if column != self._column else -1 if self._is_down else 1
            rect = pygame.FRect(left, top + 4, width - 4, HEADER - 8)
            titles.append(SortTitle(rect, column, t(f"library.column_{column}"), order, self._sort))
        titles.sort(key=lambda each: each.rect.left)
        self._bar = pygame.FRect(box.left + 16, box.bottom - foot + 8, box.width - 32, 44)
        right = self._bar.right
        buttons: list[Widget] = []
        for name, icon, act in (
            ("open", "play", self.open),
            ("give", "give_out", self.give),
            ("tag_games", "tag", self.tag_games),
        ):
            label = t(f"collections.{name}")
            width = measure(self.stage, label, BODY, Face.MEDIUM) + 60
            right -= width
            button = Button(pygame.FRect(right, self._bar.top, width, 42), label, act, icon=icon, name=name)
            button.tooltip = t(f"collections.{name}_tip")
            button.shortcut = "Enter" if name == "open" else self.key_of(name)
            buttons.insert(0, button)
            right -= 10
        self._bar.width = right - self._bar.left
        return [*titles, rows, *buttons]

    # ---- the shelf

    def _shelf_rows(self) -> list[ShelfRow]:
        t = self.stage.t
        found = [ShelfRow(_ALL, "shelf", t("collections.all"))]
        found += [
            ShelfRow(str(each.number), "book" if each.kind == "collection" else "tag", each.name, each.games)
            for each in self._labels
        ]
        return [*found, ShelfRow(_DOUBLES, "copy", t("collections.doubles"))]

    def _label(self) -> Label | None:
        """The collection or tag that is shown."""
        key = self._shelf.current.key
        return next((each for each in self._labels if str(each.number) == key), None)

    @property
    def _asked_board(self) -> BoardQuestion | None:
        return self._board.board if self._board is not None else None

    def _board_changed(self) -> None:
        self._is_wanted = True
        self.layout()

    def _shelf_changed(self) -> None:
        self._is_wanted = True
        self.layout()

    # ---- what is asked

    def _changed(self) -> None:
        self._is_wanted, self._wait_s = True, _TYPING_S

    def _sort(self, column: Column) -> None:
        self._is_down = not self._is_down if column == self._column else column in _FALLING
        self._column = column
        self._is_wanted = True
        self.layout()

    def _filter(self) -> GameFilter:
        told = self._fields.asked()
        label, is_doubles = self._label(), self._shelf.current.key == _DOUBLES
        labels = (label.number,) if label is not None else ()
        return replace(told, labels=labels, doubles=is_doubles)

    def update(self, dt: float) -> None:
        """Ask the store, and take its answers."""
        super().update(dt)
        self._desk.update()
        self._labelling.update()
        if self._revision != self._database.revision:
            self._revision = self._database.revision
            self._told, self._broken_off = self._database.labels(), self._database.unfinished()
            self._is_wanted = True
            if self._board is not None:
                self._board.ask()
        self._wait_s = max(0.0, self._wait_s - dt)
        if self._is_wanted and self._wait_s <= 0 and self._asked is None:
            self._is_wanted = False
            self._question = (self._filter(), _ORDERS[self._column], self._is_down, self._asked_board)
            self._asked = self._database.ask(*self._question)
        self._take_answers()
        if isinstance(self._list.rows, PagedRows):
            self._list.rows.take()
            self._list.rows.fetch(self._list.sight)

    def _take_answers(self) -> None:
        if self._asked is not None and self._asked.done():
            found, self._asked = self._asked.result(), None
            self._fault = found if isinstance(found, Fault) else None
            if isinstance(found, FoundGames):
                self._plies = dict(found.plies)
                rows = PagedRows(self._database, found.numbers, self.stage.t, self._now)
                self._list.show(rows, keeps=self._shown == self._question)
                self._shown = self._question
        if self._told is not None and self._told.done():
            labels, self._told = self._told.result(), None
            if not isinstance(labels, Fault) and labels != self._labels:
                self._labels, shown = labels, self._shelf.current.key
                self.layout()
                self._is_wanted = self._is_wanted or self._shelf.current.key != shown
        if self._broken_off is not None and self._broken_off.done():
            unfinished, self._broken_off = self._broken_off.result(), None
            if not isinstance(unfinished, Fault):
                self._unfinished = unfinished
                self._ask_to_go_on()
        if self._board is not None:
            self._board.take()
        if self._opening is not None and self._opening[1].done():
            (number, future), self._opening = self._opening, None
            self._opened(number, future.result())

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        rows = self._list.rows
        waits = (self._asked, self._told, self._broken_off, self._opening)
        return (
            self._is_wanted
            or any(each is not None for each in waits)
            or (self._board is not None and self._board.is_busy)
            or (isinstance(rows, PagedRows) and not rows.is_whole)
        )

    # ---- acts

    def open(self) -> None:
        """Replay the current game, as soon as it is read."""
        current = self._list.current
        if current is not None and self._opening is None:
            self._opening = (current.number, self._database.read(current.number))

    def _opened(self, number: int, found: Reading | Fault) -> None:
        if isinstance(found, Fault):
            self.stage.toasts.show(fault_words(self.stage.t, found))
            return
        # what is edited there becomes a game of the person's own
        self.stage.go(REPLAY_AT, found, f"collection-{number}.qiguan", self._plies.get(number, 0))

    def bring_in(self) -> None:
        """Choose files whose games go into the collection that is shown, or into a new one."""
        browser = FileBrowser(self.stage, self.stage.services.library, Wish("open"), self.bring_files)
        self.stage.open(browser)

    def bring_files(self, paths: list[Path]) -> None:
        """Bring the games of files into the collection that is shown, or into one of the file's or the folder's
        name."""
        label = self._label()
        usual = paths[0].stem if len(paths) == 1 else paths[0].parent.name
        self._bring(paths, label.name if label is not None and label.kind == "collection" else usual)

    def _bring(self, paths: list[Path], name: str) -> None:
        game_import = self._database.bring_in(paths, name)
        self.stage.open(BringingDialog(self.stage, game_import, lambda keys: None))

    def _ask_to_go_on(self) -> None:
        """An import was broken off: whether it is to go on."""
        if not self._unfinished or self._board is not None or self.stage.stack.top is not self:
            return
        first, t = self._unfinished[0], self.stage.t
        text = t("collections.go_on_text", file=first.file.name, n=first.done)
        self.stage.open(
            Dialog(
                t("collections.go_on_title"),
                text,
                (
                    DialogAnswer(
                        t("collections.go_on"), partial(self._bring, [first.file], first.collection), "primary"
                    ),
                    DialogAnswer(t("collections.leave"), partial(self._leave, first)),
                ),
            )
        )

    def _leave(self, unfinished: UnfinishedImport) -> None:
        self._database.forget(unfinished)

    @property
    def _games(self) -> Sequence[int]:
        """The numbers of the chosen games where several are chosen, else of all."""
        rows = self._list.rows
        if not isinstance(rows, PagedRows):
            return ()
        return self._list.numbers if len(self._list.selected) > 1 else rows.numbers

    def give(self) -> None:
        """Write all games of the list into a file, or those that are chosen where several are."""
        games = self._games
        if not len(games):
            return
        if len(games) > _MOST_EXPORTED:
            self.stage.toasts.show(self.stage.t("collections.too_many", n=_MOST_EXPORTED), "info")
            return
        asked, label = self._fields.asked(), self._label()
        give = partial(self._database.give, list(games))
        self._desk.ask(give, label.name if label is not None else "qiguan", asked.game)

    def tag_games(self) -> None:
        """Give the chosen games tags."""
        self._labelling.tag(self._list.numbers)

    def rename(self) -> None:
        """Give the collection or tag that is shown another name."""
        label = self._label()
        if label is not None:
            self._labelling.rename(label, self._labels)

    def delete(self) -> None:
        """Delete the collection or tag that is shown where the shelf has the keyboard, else the chosen games; both
        after a question."""
        if self.widgets.focus is self._shelf:
            self._delete_label()
        else:
            self._labelling.delete_games(self._list.numbers)

    def _delete_label(self) -> None:
        label = self._label()
        if label is not None:
            self._labelling.delete(label)

    # ---- events

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            "search": lambda: self.widgets.focus_on("search", show=True),
            "bring_in": self.bring_in,
            "give": self.give,
            "tag_games": self.tag_games,
        }
        acts |= {"lay_out": self.lay_out} if self._board is None else {"part": self._board.choose_part}
        if self._label() is not None:
            acts["rename"] = self.rename
        if self._label() is not None or self._list.selected:
            acts["delete"] = self.delete
        return acts

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Enter leads from a field to what it has found."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.text_field() is not None:
            self.widgets.focus_on("games", show=True)
            return True
        return super().handle_key(event)

    def back(self) -> None:
        """Out of a search first."""
        if not self._fields.is_empty and self.text_field() is not None:
            self._fields.clear()
            self.layout()
        else:
            self.close()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, both cards."""
        t, area, box, theme = self.stage.t, self._area, self._box, canvas.theme
        self.stage.draw_backdrop(canvas, 0.55)
        about = "" if self._board is None else "part_" if self._board.is_part else "board_"
        line = t(f"collections.{about}line")
        draw_header(canvas, area, self.size, t("collections.title"), line)
        canvas.card(self._side, 2)
        canvas.card(box, 2)
        if self._board is not None:
            self._board.draw(canvas)
        canvas.hairline(box.left + 16, self._list.rect.top - 2, box.width - 32)
        canvas.hairline(box.left + 16, self._bar.top - 8, box.width - 32)
        found = t("collections.found", n=len(self._list.rows))
        if len(self._list.selected) > 1:
            found += f" · {t('collections.chosen', n=len(self._list.selected))}"
        text = fault_words(t, self._fault) if self._fault is not None else found
        if self._asked is not None and self._fault is None:
            text = t("collections.looking")
        canvas.text(text, self._bar.left, self._bar.centery, CAPTION, theme.muted, width=self._bar.width - 8)
        if not len(self._list.rows) and self._asked is None:
            self._draw_empty(canvas)
        hints = [("Enter", t("library.open")), (self.key_of("search"), t("keys.search"))]
        hints.append((self.key_of("bring_in"), t("keys.bring_in")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def _draw_empty(self, canvas: Canvas) -> None:
        t, theme, room = self.stage.t, canvas.theme, self._list.rect
        is_new = not self._labels and self._fields.is_empty
        canvas.icon("book" if is_new else "search", room.centerx, room.centery - 70, 48, theme.disabled)
        title = t("collections.empty_title" if is_new else "collections.nothing_found")
        canvas.text(title, room.centerx, room.centery - 18, HEADING, None, "centre", Face.MEDIUM)
        if is_new:
            width = min(480.0, room.width - 64)
            canvas.paragraph(
                t("collections.empty_text"), room.centerx, room.centery + 16, width, BODY, theme.muted, 23,
                align="centre",
            )  # fmt: skip
