"""The games of a question as a list of any length, of which only the pages near the sight are in memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, overload

import pygame

from game.library.database.game_database import GameDatabase
from game.library.database.stored_game import StoredGame
from game.library.library import LibraryEntry
from game.records.fault import Fault
from game.ui.paint.canvas import Canvas
from game.ui.scenes.library.list import ROW, columns, draw_game
from game.ui.scenes.library.words import GameWords, words_of
from game.ui.stage.language import Language
from game.ui.widgets.dragged_rows import DraggedRows

_PAGE: Final = 64
_MOST_PAGES: Final = 24


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row: the game's number, and once it is there, the game with its words."""

    number: int
    game: StoredGame | None = None
    words: GameWords | None = None


class PagedRows(Sequence[StoredRow]):
    """The rows of these numbers. `fetch` has the pages read that are near some rows; `take` takes what has come."""

    def __init__(self, database: GameDatabase, numbers: array[int], t: Language, now: Callable[[], datetime]) -> None:
        self.numbers = numbers
        self._database = database
        self._t = t
        self._now = now
        self._pages: dict[int, list[StoredRow]] = {}
        self._coming: tuple[int, Future[list[StoredGame | None] | Fault]] | None = None
        self.fault: Fault | None = None
        """Why rows can't be read."""

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> StoredRow: ...

    @overload
    def __getitem__(self, index: slice) -> list[StoredRow]: ...

    def __getitem__(self, index: int | slice) -> StoredRow | list[StoredRow]:
        """A row, perhaps without its game as yet."""
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        page = self._pages.get(index // _PAGE)
        return StoredRow(self.numbers[index]) if page is None else page[index % _PAGE]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is on its way."""
        return self._coming is None

    def fetch(self, sight: range) -> None:
        """Have the next page read that is in sight and not there yet."""
        if self._coming is not None or not len(sight):
            return
        for page in range(sight.start // _PAGE, (sight.stop - 1) // _PAGE + 1):
            if page not in self._pages:
                numbers = self.numbers[page * _PAGE : (page + 1) * _PAGE]
                self._coming = (page, self._database.rows(numbers.tolist()))
                return

    def take(self) -> bool:
        """Take the page that has come; whether one has."""
        if self._coming is None or not self._coming[1].done():
            return False
        (page, future), self._coming = self._coming, None
        found = future.result()
        if isinstance(found, Fault):
            self.fault = found
            found = [None] * len(self.numbers[page * _PAGE : (page + 1) * _PAGE])
        numbers = self.numbers[page * _PAGE :]
        self._pages[page] = [self._row(number, game) for number, game in zip(numbers, found, strict=False)]
        while len(self._pages) > _MOST_PAGES:
            del self._pages[next(iter(self._pages))]
        return True

    def _row(self, number: int, game: StoredGame | None) -> StoredRow:
        if game is None:
            return StoredRow(number)
        entry = LibraryEntry(str(number), Path(), 0, 0, game.summary)
        return StoredRow(number, game, words_of(self._t, entry, "", self._now()))


class StoredList(DraggedRows[StoredRow]):
    """The games, of which several can be chosen; one opens with Enter or a double click."""

    row_height = ROW
    wheel_step = 3 * ROW
    may_be_none = False

    def __init__(self, rect: pygame.FRect, on_change: Callable[[], None], on_open: Callable[[], None]) -> None:
        super().__init__(rect, "games", on_change)
        self._on_open = on_open

    def show(self, rows: PagedRows, keeps: bool = False) -> None:
        """Take other rows, the first of them chosen; `keeps`: what is chosen stays as far as it is still listed."""
        chosen, current = ({int(key) for key in self.selected}, self.current) if keeps else (set(), None)
        kept = {number for number in rows.numbers if number in chosen}
        self.rows = rows
        self.focusable = bool(len(rows))
        if kept:
            first = current.number if current is not None and current.number in kept else min(kept)
            self._current = self._anchor = rows.numbers.index(first)
            self.selected = {str(number) for number in kept}
            self._scroll_to(self._scroll)
        else:
            self._current = self._anchor = 0
            self.selected = {str(rows[0].number)} if len(rows) else set()
            self._scroll_to(0.0)

    def take_over(self, other: StoredList) -> None:
        """Be as another list, laid out before."""
        self.rows, self.selected, self.focusable = other.rows, other.selected, other.focusable
        self._current, self._anchor = other._current, other._anchor
        self._scroll_to(other._scroll)

    @property
    def current(self) -> StoredRow | None:
        """The row that the keys stand on."""
        return self.rows[self._current] if 0 <= self._current < len(self.rows) else None

    @property
    def numbers(self) -> list[int]:
        """The numbers of the chosen games, from above."""
        rows = self.rows
        if not isinstance(rows, PagedRows):
            return []
        return [number for number in rows.numbers if str(number) in self.selected]

    @property
    def sight(self) -> range:
        """The rows of which something is to be seen."""
        return self._in_sight()

    def _key_of(self, row: StoredRow) -> str:
        return str(row.number)

    def _open(self, row: StoredRow) -> None:
        self._on_open()

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        row, place = self.rows[index], self.row_rect(index)
        self._draw_ground(canvas, index, 3.0 if canvas.theme.is_contrast else 1.5)
        if row.game is not None and row.words is not None:
            draw_game(canvas, columns(self.rect), place.centery, row.game.summary, row.words, row.game.tags)
        else:
            canvas.rounded(
                pygame.FRect(place.left + 76, place.centery - 5, place.width * 0.4, 10), 5, canvas.theme.inset
            )
