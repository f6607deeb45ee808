"""A dialog that gives tags to games and takes them away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Final

import pygame

from game.library.database.game_database import GameDatabase
from game.library.database.labels import Label
from game.records.fault import Fault
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.collections.naming import LONGEST_NAME
from game.ui.stage.faults import fault_words
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button, SquareButton
from game.ui.widgets.field import TextField
from game.ui.widgets.selected_rows import SelectedRows

_WIDTH, _HEIGHT = 480.0, 460.0
_ROW: Final = 42.0
_BOX: Final = 18.0


@dataclass(frozen=True, slots=True)
class TagRow:
    """A tag, and how many of the games have it."""

    tag: Label
    having: int


class TagList(SelectedRows[TagRow]):
    """A row a tag: a click, Enter or Space gives it to all games, or takes it from all where all have it."""

    row_height = _ROW
    wheel_step = 3 * _ROW

    def __init__(self, rect: pygame.FRect, games: int, on_toggle: Callable[[TagRow], None]) -> None:
        super().__init__(rect, "tags", lambda: None, several=False)
        self._games = games
        self._on_toggle = on_toggle

    def show(self, rows: Sequence[TagRow], like: TagList | None = None) -> None:
        """Take rows; one stands and looks where one did in the list before."""
        self.rows = rows
        self.focusable = bool(rows)
        before = like or self
        self._current = self._anchor = min(before._current, max(0, len(rows) - 1))
        self.selected = {self._key_of(rows[self._current])} if rows else set()
        self._scroll_to(before._scroll)

    def _key_of(self, row: TagRow) -> str:
        return str(row.tag.number)

    def _open(self, row: TagRow) -> None:
        self._on_toggle(row)

    def _press(self, index: int) -> None:
        self._go(index, extend=False)
        self._on_toggle(self.rows[index])

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_SPACE and self.rows:
            self._on_toggle(self.rows[self._current])
            return True
        return super()._handle_key(event)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        """Box, name, and where only some of the games have it, how many."""
        theme, row, place = canvas.theme, self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index)
        box = pygame.FRect(place.left + 12, place.centery - _BOX / 2, _BOX, _BOX)
        canvas.rounded(box, 4, theme.card, theme.edge, 1.5)
        told = ""
        if row.having == self._games:
            canvas.icon("check", box.centerx, box.centery, 16, theme.red)
        elif row.having:
            canvas.icon("minus", box.centerx, box.centery, 14, theme.red)
            told = f"{row.having} / {self._games}"
        width = canvas.text_width(told, CAPTION)
        face = Face.MEDIUM if row.having else Face.REGULAR
        canvas.text(row.tag.name, box.right + 12, place.centery, BODY, face=face, width=place.width - 60 - width)
        canvas.text(told, place.right - 10, place.centery, CAPTION, theme.muted, "right")


class TagsDialog(Overlay):
    """All tags, and a field for a new one. What is chosen is in the store at once."""

    def __init__(self, stage: Stage, database: GameDatabase, games: Sequence[int]) -> None:
        """`games` are those that get tags; at least one."""
        super().__init__()
        self._stage = stage
        self._database = database
        self._games = tuple(games)
        self._tags: list[Label] = []
        self._having: dict[int, int] = {}
        self._told: Future[list[Label] | Fault] | None = None
        self._counted: Future[dict[int, int] | Fault] | None = None
        self._revision = -1
        self._waiting: list[Future[Fault | None]] = []
        self._list = TagList(pygame.FRect(0, 0, 0, 0), len(self._games), self._toggle)
        self._field = TextField(
            pygame.FRect(0, 0, 0, 0), "", stage.t("collections.new_tag"), lambda text: self._typed(), LONGEST_NAME,
            self._add, name="new_tag", icon="tag",
        )  # fmt: skip
        self._plus: SquareButton | None = None

    def layout(self) -> None:
        """The field for a new tag, the tags there are, and the way out."""
        self._box.size = _WIDTH, min(_HEIGHT, self.size[1] - 32)
        t, box = self._stage.t, self._centre()
        left, width = box.left + 24, box.width - 48
        self._field.rect = pygame.FRect(left, box.top + 82, width - 50, 42)
        plus = self._plus = SquareButton(
            pygame.FRect(left + width - 42, box.top + 82, 42, 42), "plus", self._add, t("collections.add_tag"), True,
            20, "Enter", "add_tag",
        )  # fmt: skip
        top = box.top + 138
        shown = TagList(pygame.FRect(left, top, width, box.bottom - 24 - 44 - 16 - top), len(self._games), self._toggle)
        shown.show(self._rows(), self._list)
        self._list = shown
        done = Button(
            pygame.FRect(box.right - 24 - 140, box.bottom - 24 - 44, 140, 44),
            t("common.close"),
            self.close,
            name="close",
        )
        self.widgets.replace([self._field, plus, shown, done], first="new_tag")
        self._typed()

    def _rows(self) -> list[TagRow]:
        return [TagRow(tag, self._having.get(tag.number, 0)) for tag in self._tags]

    @property
    def _name(self) -> str:
        return " ".join(self._field.text.split())

    def _typed(self) -> None:
        if self._plus is not None:
            self._plus.enabled = bool(self._name)

    def _add(self) -> None:
        """Give the games the tag that was typed, which may be there already."""
        name = self._name
        if not name:
            return
        like = next((tag.name for tag in self._tags if tag.name.casefold() == name.casefold()), name)
        self._waiting.append(self._database.put_label("tag", like, self._games))
        self._field.text, self._field.caret = "", 0
        self._typed()

    def _toggle(self, row: TagRow) -> None:
        if row.having == len(self._games):
            self._waiting.append(self._database.take_label(row.tag.number, self._games))
        else:
            self._waiting.append(self._database.put_label("tag", row.tag.name, self._games))

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self._waiting) or self._told is not None or self._counted is not None

    def update(self, dt: float) -> None:
        """Take what the store answers, and ask it again after each change."""
        super().update(dt)
        while self._waiting and self._waiting[0].done():
            self._complain(self._waiting.pop(0).result())
        if self._revision != self._database.revision:
            self._revision = self._database.revision
            self._told, self._counted = self._database.labels(), self._database.labels_among(self._games)
        if self._told is None or self._counted is None or not (self._told.done() and self._counted.done()):
            return
        labels, having = self._told.result(), self._counted.result()
        self._told = self._counted = None
        if isinstance(labels, Fault) or isinstance(having, Fault):
            self._complain(labels if isinstance(labels, Fault) else having)
            return
        self._tags, self._having = [label for label in labels if label.kind == "tag"], having
        self._list.show(self._rows())

    def _complain(self, why: object) -> None:
        if isinstance(why, Fault):
            self._stage.toasts.show(fault_words(self._stage.t, why))

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, title, and that there is none if there is none."""
        super().draw_scene(canvas)
        t, box, theme = self._stage.t, self._box, canvas.theme
        canvas.text(t("collections.tags"), box.left + 24, box.top + 38, HEADING, face=Face.MEDIUM)
        count = t("collections.tags_of", n=len(self._games))
        canvas.text(count, box.left + 24, box.top + 62, CAPTION, theme.muted, width=box.width - 48)
        if not self._tags and not self.is_busy:
            room = self._list.rect
            canvas.text(t("collections.no_tags"), room.centerx, room.centery, BODY, theme.muted, "centre")
