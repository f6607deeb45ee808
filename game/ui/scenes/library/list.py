"""The list of games: thousands of rows of which only the visible ones are drawn, and the titles that sort it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import pygame

from game.library.library import LibraryEntry
from game.library.summary import Summary
from game.rules.core import Side
from game.rules.registry import VARIANTS
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.library.words import GameWords
from game.ui.scenes.opening_words import fitting
from game.ui.scenes.pictures import draw_emblem
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import blend
from game.ui.widgets.dragged_rows import BAR, DraggedRows

Column = Literal["game", "names", "opening", "result", "moves", "date"]

ROW: Final = 44.0
HEADER: Final = 36.0
_WIDE: Final = 640.0
_ROOMY: Final = 780.0
"""A list of this width has a column for openings; in narrower ones they stand behind the names, where there is room."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A row: the entry and its words."""

    entry: LibraryEntry
    words: GameWords


def columns(rect: pygame.FRect) -> dict[Column, tuple[float, float]]:
    """Left edge and width of each column in a list of that place."""
    wide = rect.width >= _WIDE
    right = rect.right - BAR - 10
    widths: dict[Column, float] = {"opening": 0.2 * rect.width} if rect.width >= _ROOMY else {}
    widths |= {
        "result": 128.0 if wide else 114.0,
        "moves": 66.0 if wide else 54.0,
        "date": 132.0 if wide else 118.0,
    }
    places: dict[Column, tuple[float, float]] = {}
    for column in reversed(widths):
        right -= widths[column]
        places[column] = (right, widths[column])
    left = rect.left + 8
    game = 70.0
    places["game"] = (left, game)
    places["names"] = (left + game, right - left - game - 12)
    return places


class SortTitle(Widget):
    """A column's title: a press sorts by it, another one turns the order round."""

    def __init__(
        self, rect: pygame.FRect, column: Column, title: str, order: int, on_sort: Callable[[Column], None]
    ) -> None:
        """`order` is 1 where the list goes up by this column, -1 down, 0 where it is sorted by another."""
        super().__init__(rect, f"sort-{column}")
        self.title = title
        self.order = order
        self._column = column
        self._on_sort = on_sort

    def activate(self) -> None:
        """Sort."""
        self._on_sort(self._column)

    def draw(self, canvas: Canvas) -> None:
        """The title, and an arrow where the list is sorted by it."""
        theme, rect = canvas.theme, self.rect
        if self.hover_share > 0:
            canvas.rounded(rect, ROW_RADIUS, blend(theme.card, theme.hover, self.hover_share))
        if self.focused:
            canvas.rounded(rect, ROW_RADIUS, None, theme.indigo, 2.0)
        ink = theme.ink if self.order else theme.muted
        face = Face.MEDIUM if self.order else Face.REGULAR
        room = rect.width - 8 - (18 if self.order else 0)
        width = canvas.text(self.title, rect.left + 4, rect.centery, CAPTION, ink, face=face, width=room)
        if self.order:
            icon = "chevron_up" if self.order > 0 else "chevron_down"
            canvas.icon(icon, rect.left + 4 + width + 10, rect.centery, 14, ink)


class GameList(DraggedRows[ListedGame]):
    """At least one game is chosen, if there are any."""

    row_height = ROW
    wheel_step = 3 * ROW
    may_be_none = False

    def __init__(self, rect: pygame.FRect, on_change: Callable[[], None], on_open: Callable[[], None]) -> None:
        super().__init__(rect, "games", on_change)
        self._on_open = on_open

    # ---- rows

    @property
    def current(self) -> ListedGame | None:
        """The row that the keys stand on."""
        return self.rows[self._current] if 0 <= self._current < len(self.rows) else None

    def show(self, rows: Sequence[ListedGame]) -> None:
        """Take other rows; what is chosen stays as far as it is still listed."""
        before = self.current
        self.rows = rows
        self.focusable = bool(rows)
        keys = {row.entry.key for row in rows}
        self.selected &= keys
        if before is not None and before.entry.key in keys:
            self._current = next(i for i, row in enumerate(rows) if row.entry.key == before.entry.key)
        else:
            self._current = min(self._current, max(0, len(rows) - 1))
        if rows and not self.selected:
            self.selected = {rows[self._current].entry.key}
        self._anchor = self._current
        self._scroll_to(self._scroll)

    def choose(self, keys: set[str]) -> None:
        """Choose these games and show the first of them."""
        index = next((i for i, row in enumerate(self.rows) if row.entry.key in keys), None)
        if index is None:
            return
        self._current = self._anchor = index
        self.selected = {row.entry.key for row in self.rows if row.entry.key in keys}
        self._scroll_to(index * ROW - self.rect.height / 3)
        self._on_change()

    def take_over(self, other: GameList) -> None:
        """Be as another list, laid out before: its rows, scrolled and chosen as there."""
        self.rows, self.selected = other.rows, other.selected
        self.focusable = bool(self.rows)
        self._current, self._anchor = other._current, other._anchor
        self._scroll_to(other._scroll)

    def _key_of(self, row: ListedGame) -> str:
        return row.entry.key

    def _open(self, row: ListedGame) -> None:
        self._on_open()

    # ---- drawing

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        row = self.rows[index]
        self._draw_ground(canvas, index, 3.0 if canvas.theme.is_contrast else 1.5)
        draw_game(canvas, columns(self.rect), self.row_rect(index).centery, row.entry.summary, row.words)


def draw_game(
    canvas: Canvas,
    places: Mapping[Column, tuple[float, float]],
    y: float,
    told: Summary,
    words: GameWords,
    tags: Sequence[str] = (),
) -> None:
    """A game in the columns of a list, its middle at that height; its tags stand behind the names, before them what
    its opening is called, if there is room and no column for it."""
    theme = canvas.theme
    left, width = places["game"]
    draw_game_sign(canvas, told, left + 20, y)
    left, width = places["names"]
    if not told.is_readable:
        canvas.text(words.names[0], left + 4, y, BODY, theme.muted, width=width)
    else:
        width -= _draw_tags(canvas, tags, left + width, y, width * 0.4)
        right = left + width - 12
        x = _draw_names(canvas, words, told, left + 4, y, width) + 14
        if "opening" in places:
            x, width = places["opening"]
            x, right = x + 4, x + width - 8
        canvas.text(fitting(canvas, words.opening, right - x, CAPTION), x, y, CAPTION, theme.muted)
    left, width = places["result"]
    is_bad = told.problem is not None
    if is_bad:
        canvas.icon("warning", left + 11, y, 16, theme.gold_ink)
    x = left + 4 + (20 if is_bad else 0)
    canvas.text(words.result, x, y, BODY, width=left + width - 6 - x)
    left, width = places["moves"]
    if told.is_readable:
        canvas.text(str(told.moves), left + 4, y, BODY, theme.muted, width=width - 8)
    left, width = places["date"]
    canvas.text(words.date, left + 4, y, CAPTION, theme.muted, width=width - 6)


def _draw_names(canvas: Canvas, words: GameWords, told: Summary, x: float, y: float, room: float) -> float:
    """Both names, the winner's in medium weight; gives where they end."""
    first_name, second_name = words.names
    middle = words.title.removeprefix(first_name).removesuffix(second_name)
    faces = [Face.MEDIUM if told.winner == player else Face.REGULAR for player in (0, 1)]
    widths = [canvas.text_width(name, BODY, face) for name, face in zip(words.names, faces, strict=True)]
    between = canvas.text_width(middle, BODY)
    share = room - between
    first = min(widths[0], max(share / 2, share - widths[1]))
    x += canvas.text(first_name, x, y, BODY, face=faces[0], width=first)
    x += canvas.text(middle, x, y, BODY, canvas.theme.muted)
    return x + canvas.text(second_name, x, y, BODY, face=faces[1], width=share - first)


def _draw_tags(canvas: Canvas, tags: Sequence[str], right: float, y: float, room: float) -> float:
    """Tags as a plate at the right of a column, and how much of it they take."""
    if not tags:
        return 0.0
    text = " · ".join(tags)
    width = min(canvas.text_width(text, CAPTION) + 16, room)
    plate = pygame.FRect(right - width, y - 11, width, 22)
    canvas.rounded(plate, 11, canvas.theme.inset, canvas.theme.line, 1)
    canvas.text(text, plate.centerx, y, CAPTION, canvas.theme.muted, "centre", width=width - 14)
    return width + 8


def draw_game_sign(canvas: Canvas, summary: Summary, x: float, y: float, diameter: float = 24.0) -> None:
    """The piece that stands for a game; a torn page for what can't be read, a book for a game without a board here."""
    rules = VARIANTS.get(summary.variant)
    if rules is None:
        canvas.icon("page", x, y, diameter, canvas.theme.muted)
    elif rules.game in GAMES:
        draw_emblem(canvas, rules, Side.FIRST, x, y, diameter)
    else:
        canvas.icon("book", x, y, diameter, canvas.theme.muted)
