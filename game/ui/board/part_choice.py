"""Choosing a part of a board: a click takes a square in or leaves it out, a drag does so with a rectangle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

import pygame

from game.rules.core import Board, Square
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.marks import draw_strokes, mark_theme, stroke_width
from game.ui.board.moment import Moment
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.pen import Point
from game.ui.paint.surfaces import Colour


class PartChoice:
    """The hand that chooses, as a gesture of the board. Squares on which nothing can ever stand are never chosen."""

    def __init__(
        self, board: Board, frame: Frame, hovered: Callable[[], Square | None], on_change: Callable[[], None]
    ) -> None:
        """`hovered` tells the square that is pointed at."""
        self.squares: frozenset[Square] = frozenset()
        """Those that are chosen."""
        self._board = board
        self._frame = frame
        self._hovered = hovered
        self._on_change = on_change
        self._begun: Square | None = None

    @property
    def picked(self) -> None:
        """No piece is ever in hand."""

    def choose(self, square: Square) -> bool:
        """Every click is for this."""
        self._take(frozenset({square}), square not in self.squares)
        return True

    def pick_up(self, square: Square) -> bool:
        """A rectangle may begin anywhere."""
        self._begun = square
        return True

    def drop(self, square: Square | None) -> None:
        """Take the rectangle in; leave it out where it was begun on a square that was chosen."""
        begun, self._begun = self._begun, None
        if begun is not None and square is not None:
            self._take(self._between(begun, square), begun not in self.squares)

    def shift(self, neighbour: Callable[[Square], Square]) -> Square | None:
        """Take in the square under the keyboard's cursor and the one beside it."""
        at = self._hovered()
        if at is None:
            return None
        to = neighbour(at)
        self._take(frozenset({at, to}), True)
        return to

    def cancel(self) -> bool:
        """Leave the rectangle."""
        was_begun, self._begun = self._begun is not None, None
        return was_begun

    def _take(self, squares: frozenset[Square], is_in: bool) -> None:
        fitting = frozenset(each for each in squares if self._frame.is_playable(each, self._board))
        self.squares = self.squares | fitting if is_in else self.squares - fitting
        self._on_change()

    def _between(self, first: Square, second: Square) -> frozenset[Square]:
        """The rectangle with these two in its corners."""
        board = self._board
        columns, rows = (sorted(map(each, (first, second))) for each in (board.column, board.row))
        cells = product(range(columns[0], columns[1] + 1), range(rows[0], rows[1] + 1))
        between = (board.square(column, row) for column, row in cells)
        return frozenset(each for each in between if self._frame.is_playable(each, board))

    def draw(self, canvas: Canvas, look: Moment) -> None:
        """The chosen squares, and those of the rectangle that is being drawn."""
        end, squares = self._hovered(), self.squares
        if self._begun is not None and end is not None:
            rectangle = self._between(self._begun, end)
            squares = squares - rectangle if self._begun in squares else squares | rectangle
        draw_part(canvas, look.layout, squares)


def draw_part(canvas: Canvas, layout: BoardLayout, squares: Iterable[Square]) -> None:
    """Squares as a part of the board: tinted, with a jade line around them."""
    chosen = frozenset(squares)
    if not chosen:
        return
    colour = mark_theme(canvas.theme).jade
    canvas.lay(_tint(layout, chosen, colour), (layout.x, layout.y))
    draw_strokes(canvas, _edges(layout, chosen), stroke_width(canvas, layout, 0.05), colour)


@kept(4)
def _tint(layout: BoardLayout, squares: frozenset[Square], colour: Colour) -> pygame.Surface:
    area = pygame.Rect(layout.rect)
    tint = pygame.Surface(area.size, pygame.SRCALPHA)
    for square in squares:
        tint.fill((*colour, 56), layout.cell_of(square).move(-area.x, -area.y))
    return tint


def _edges(layout: BoardLayout, squares: frozenset[Square]) -> list[list[Point]]:
    """The sides of squares beyond which nothing is chosen."""
    cells = {(cell.x, cell.y) for cell in map(layout.cell_of, squares)}
    size = layout.cell
    found: list[list[Point]] = []
    for x, y in sorted(cells):
        corners = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
        beside = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
        for index, there in enumerate(beside):
            if there not in cells:
                found.append([corners[index], corners[(index + 1) % 4]])
    return found
