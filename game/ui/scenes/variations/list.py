"""The list of a tree's moves: those of the main line in two columns, variations between them in rows of their own that
can be folded, the beginnings of what is said; clickable, scrolling by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import pygame

from game.records.tree import GameTree
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS
from game.ui.scenes.variations.rows import DEEPEST, INDENT, TOGGLE, TreeCell, TreeRow, TreeRows
from game.ui.scenes.variations.words import ink_of, signs_of
from game.ui.widgets.base import LEFT_BUTTON, RIGHT_BUTTON
from game.ui.widgets.choices import Mark
from game.ui.widgets.scrolled import ScrolledRows

_HEADER: Final = 43.0
_ROW: Final = 30.0
_NARROW_CELL: Final = 104.0
"""Narrower cells leave out the small pictures (the column tells the colour) and the times."""
_GAP: Final = 6.0


class TreeWords(Protocol):
    """What the list writes of the moves; asked of those in sight."""

    def text(self, node: int) -> str:
        """A move in words."""
        ...

    def mark(self, node: int) -> Mark | None:
        """The small picture of who made it."""
        ...

    def aside(self, node: int) -> str:
        """What stands at the right of a move of the main line: its evaluation or time."""
        ...


@dataclass(frozen=True, slots=True)
class ListedTree:
    """What the list shows: a tree, its rows, and the node of the position on the board."""

    tree: GameTree
    rows: TreeRows
    index: int


@dataclass(frozen=True, slots=True)
class TreeActs:
    """What a click in the list asks for: to show a node, to fold or unfold the variation that begins with one, what can
    be done with one (beside a place)."""

    show: Callable[[int], None]
    fold: Callable[[int], None]
    menu: Callable[[int, pygame.FRect], None]


class VariationList(ScrolledRows):
    """Shows `listed`. A click shows a move, one on the triangle before a variation folds it, the right button asks what
    can be done with a move."""

    row_height = _ROW
    wheel_step = 2 * _ROW

    def __init__(self, rect: pygame.FRect, title: str, words: TreeWords, acts: TreeActs) -> None:
        super().__init__(rect, "moves")
        self.title = title
        self.state = ""
        """What is told beside the title of how the tree is kept; `is_lost` where it could not be."""
        self.is_lost = False
        self.title_room = 48.0
        """What is left free at the right of the title for what stands there."""
        self._listed: ListedTree | None = None
        self.told = 0
        """Rises whenever the words have something else to tell of a move that is listed."""
        self._words = words
        self._acts = acts
        self._seen: object = None
        self._pointed = -1

    @property
    def listed(self) -> ListedTree | None:
        """What is shown."""
        return self._listed

    @listed.setter
    def listed(self, listed: ListedTree | None) -> None:
        self._listed = listed
        self.told += 1

    def _row(self, index: int) -> TreeRow:
        assert self.listed is not None, "a row is part of something"
        return self.listed.rows.at(index)

    @property
    def _view(self) -> pygame.FRect:
        return view_of(self.rect)

    def _count(self) -> int:
        return len(self.listed.rows) if self.listed is not None else 0

    def follow(self) -> None:
        """Scroll so that the shown move is visible; called when it, or the tree, has changed."""
        listed = self.listed
        if listed is None or (listed.index, listed.rows) == self._seen:
            return
        self._seen = (listed.index, listed.rows)
        if listed.index:
            row = listed.rows.row_of[listed.index]
            said = row + 1 < self._count() and self._row(row + 1).kind == "comment"
            self._reveal(row * self.row_height, self.row_height * (2 if said else 1))
        else:
            self._scroll_to(0.0)

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Clicks show, fold and ask; the wheel scrolls."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            found = self._cell_at(event.pos)
            self._pointed = -1 if found is None else found[0].node
            return False
        if self._follow_wheel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self.rect.collidepoint(event.pos):
            if event.button in (LEFT_BUTTON, RIGHT_BUTTON):
                self._click(event.pos, asks=event.button == RIGHT_BUTTON)
            return True
        return False

    def _click(self, pos: tuple[float, float], asks: bool) -> None:
        index = self._index_at(pos)
        if index < 0:
            return
        row, place = self._row(index), self.row_rect(index)
        left = place.left + min(row.depth, DEEPEST) * INDENT
        if row.begins > 0 and not asks and left - 4 <= pos[0] < left + TOGGLE:
            self._acts.fold(row.begins)
            return
        found = self._cell_at(pos)
        if found is not None and asks:
            self._acts.menu(found[0].node, found[1])
        elif found is not None:
            self._acts.show(found[0].node)

    def _cell_at(self, pos: tuple[float, float]) -> tuple[TreeCell, pygame.FRect] | None:
        index = self._index_at(pos)
        if index < 0:
            return None
        row, place = self._row(index), self.row_rect(index)
        if row.kind in ("comment", "before"):
            return row.cells[0], place
        for cell in row.cells:
            rect = pygame.FRect(place.left + cell.left, place.top, cell.width, place.height)
            if cell.node > 0 and rect.collidepoint(pos):
                return cell, rect
        return None

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """Title, the rows that are visible, the scroll bar."""
        pointed = self._pointed if self.hovered else -1
        key = (self, self.told, self._scroll, pointed, self.focused, self.state, self.is_lost)
        canvas.passage(key, lambda: self._draw(canvas))

    def _draw(self, canvas: Canvas) -> None:
        canvas.card(self.rect, 1)
        if self.focused:
            canvas.focus_ring(self.rect.inflate(-4, -4), 14)
        x, y, theme = self.rect.left + 16, self.rect.top + 22, canvas.theme
        x += canvas.text(self.title, x, y, BODY, face=Face.MEDIUM) + 12
        if self.state:
            room = self.rect.right - x - self.title_room
            canvas.text(self.state, x, y, CAPTION, theme.red if self.is_lost else theme.muted, width=room)
        canvas.hairline(self.rect.left + 16, self.rect.top + _HEADER - 1, self.rect.width - 32)
        with canvas.clipped(self._view):
            for index in self._in_sight():
                self._draw_row(canvas, index)
        self._draw_bar(canvas, self.rect.right - 12)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        row, place = self._row(index), self.row_rect(index)
        if row.depth:
            self._draw_inset(canvas, row, place)
        if row.kind in ("comment", "before"):
            self._draw_words(canvas, row, place)
            return
        for cell in row.cells:
            if row.depth:
                self._draw_in_line(canvas, cell, place)
            else:
                self._draw_in_column(canvas, cell, place)
        if row.hidden:
            cell = row.cells[-1]
            left = place.left + cell.left + cell.width + 4
            canvas.text(f"… +{row.hidden}", left, place.centery, CAPTION, canvas.theme.muted)

    def _draw_inset(self, canvas: Canvas, row: TreeRow, place: pygame.FRect) -> None:
        """The ground of a variation, a rule for each depth, and what folds it."""
        theme = canvas.theme
        canvas.fill(pygame.FRect(place.left + 4, place.top, place.width - 4, place.height), theme.inset)
        depth = min(row.depth, DEEPEST)
        for step in range(1, depth + 1):
            ink = theme.jade if step == depth else theme.edge
            canvas.fill(pygame.FRect(place.left + step * INDENT - 6, place.top + 3, 2, place.height - 6), ink)
        if row.begins > 0:
            icon = "chevron_right" if row.hidden else "chevron_down"
            canvas.icon(icon, place.left + depth * INDENT + 7, place.centery, 14, theme.muted)

    def _draw_words(self, canvas: Canvas, row: TreeRow, place: pygame.FRect) -> None:
        if self.listed is None:
            return
        node = self.listed.tree.nodes[row.cells[0].node]
        text = " ".join(" ".join(node.comments if row.kind == "comment" else node.before).split())
        left = min(row.depth, DEEPEST) * INDENT + (TOGGLE if row.depth else 34.0)
        ink = canvas.theme.ink if row.cells[0].node == self._pointed and self.hovered else canvas.theme.muted
        canvas.text(text[:400], place.left + left, place.centery, CAPTION, ink, width=place.width - left - 6)

    def _draw_ground(self, canvas: Canvas, cell: TreeCell, box: pygame.FRect) -> bool:
        """What lies under the shown move, or the one that is pointed at; returns whether it is the shown one."""
        theme = canvas.theme
        if self.listed is not None and cell.node == self.listed.index:
            canvas.rounded(box, ROW_RADIUS, theme.ink if theme.is_contrast else theme.red_tint, theme.red, 1.5)
            return True
        if cell.node == self._pointed and self.hovered:
            canvas.rounded(box, ROW_RADIUS, theme.hover)
        return False

    def _draw_in_column(self, canvas: Canvas, cell: TreeCell, place: pygame.FRect) -> None:
        theme, left = canvas.theme, place.left + cell.left
        if cell.number:
            canvas.text(cell.number, place.left + self._numbers - 6, place.centery, CAPTION, theme.muted, "right")
        if cell.node < 0:
            canvas.text("...", left + 12, place.centery, BODY, theme.muted)
            return
        is_shown = self._draw_ground(canvas, cell, pygame.FRect(left, place.top + 1, cell.width, place.height - 2))
        is_wide, x = cell.width >= _NARROW_CELL, left + 10
        mark = self._words.mark(cell.node) if is_wide else None
        if mark is not None:
            mark(canvas, left + 17, place.centery)
            x = left + 34
        x += self._draw_move(canvas, cell.node, x, place.centery, left + cell.width - 4 - x, BODY, is_shown)
        aside = self._words.aside(cell.node)
        if is_wide and aside and x + 10 + canvas.text_width(aside, CAPTION) < left + cell.width - 8:
            ink = theme.card if is_shown and theme.is_contrast else theme.muted
            canvas.text(aside, left + cell.width - 8, place.centery, CAPTION, ink, "right")

    @property
    def _numbers(self) -> float:
        return numbers_width(self._view.width)

    def _draw_in_line(self, canvas: Canvas, cell: TreeCell, place: pygame.FRect) -> None:
        x, right = place.left + cell.left, place.left + cell.left + cell.width
        if cell.number:
            x += canvas.text(cell.number, x, place.centery, CAPTION, canvas.theme.muted) + 4
        box = pygame.FRect(x - 3, place.top + 3, right - x, place.height - 6)
        is_shown = self._draw_ground(canvas, cell, box)
        self._draw_move(canvas, cell.node, x + 1, place.centery, right - x - 4, CAPTION, is_shown)

    def _draw_move(
        self, canvas: Canvas, node: int, x: float, y: float, room: float, size: float, is_shown: bool
    ) -> float:
        """A move with its glyphs; returns how wide they are together."""
        theme, glyphs = canvas.theme, self.listed.tree.nodes[node].glyphs if self.listed is not None else ()
        signs = signs_of(glyphs)
        for_signs = canvas.text_width(signs, CAPTION, Face.MEDIUM) + _GAP if signs else 0.0
        ink = theme.ink if not is_shown else theme.card if theme.is_contrast else theme.red
        face = Face.MEDIUM if is_shown else Face.REGULAR
        width = canvas.text(self._words.text(node), x, y, size, ink, face=face, width=max(8.0, room - for_signs))
        if signs:
            ink = theme.card if is_shown and theme.is_contrast else ink_of(glyphs, theme)
            canvas.text(signs, x + width + _GAP, y, CAPTION, ink, face=Face.MEDIUM)
        return width + for_signs


def view_of(rect: pygame.FRect) -> pygame.FRect:
    """Where the rows of a list in this rectangle are seen: as high as whole rows are."""
    room = rect.height - _HEADER - 8
    return pygame.FRect(rect.left + 8, rect.top + _HEADER, rect.width - 16, room - max(0.0, room) % _ROW)


def numbers_width(width: float) -> float:
    """What stands before the columns of a view of that width."""
    return 36.0 if width > 220 else 28.0
