"""Where the squares of a board lie on the screen: the one place with a board's pixel arithmetic.

All numbers are pixels of the surface that is drawn on. A slab (the board as a thing) carries a grid; the pieces stand
either on the crossings of its lines or in its fields:

    on points (Gomoku, Xiangqi)            in fields (draughts)
      x .. left edge of the slab             columns fields of one cell side by side,
      left .. first pixel of column 0        a piece in the middle of each
      left + cell .. of column 1, ...

Lines begin at whole pixels and cells are whole pixels wide, so nothing is ever resampled. A stone's diameter has the
parity that lets it stand exactly on the middle of its crossing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import pygame

from game.rules.core import Board, Square

REFERENCE = 752
"""The height of the slab, in pixels, for which the measures of boards and marks were drawn."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a game's grid lies on its slab; shares of the slab's height or of a cell.

    `aspect` is the slab's width by its height; `span` how much of the height the grid takes where coordinates stand
    beside it, and `bare_span` where none do; `piece` the diameter of a piece in cells; `front` what is left free below
    the slab's face for its front edge, in pixels of a slab of the reference height. `dark_only`: pieces stand on the
    dark fields alone, those like the first one of the first row. `has_camps`: each side begins at an end of the board
    and finds its own below.
    """

    on_points: bool
    span: float
    bare_span: float
    piece: float
    aspect: float = 1.0
    front: float = 8.0
    dark_only: bool = False
    has_camps: bool = False

    def is_playable(self, square: Square, board: Board) -> bool:
        """Whether anything can ever stand on a square."""
        return not self.dark_only or (board.column(square) + board.row(square)) % 2 == 0


@dataclass(frozen=True)
class BoardLayout:
    """A board in a rectangle of pixels: the slab's face and, below it, room for its front edge."""

    board: Board
    frame: Frame
    x: int
    y: int
    width: int
    height: int
    coordinates: bool = True
    flipped: bool = False

    @classmethod
    def fit(
        cls,
        area: pygame.Rect,
        board: Board,
        frame: Frame,
        coordinates: bool = True,
        flipped: bool = False,
    ) -> BoardLayout:
        """The largest slab in the middle of `area`."""
        height = max(1, min(area.height, math.floor(area.width / frame.aspect)))
        width = max(1, round(height * frame.aspect))
        x, y = area.x + (area.width - width) // 2, area.y + (area.height - height) // 2
        return cls(board, frame, x, y, width, height, coordinates, flipped)

    def moved_to(self, x: int, y: int) -> BoardLayout:
        """The same board with its upper left corner at another place."""
        return replace(self, x=x, y=y)

    # ---- measures

    @property
    def rect(self) -> pygame.Rect:
        """The slab with the room for its front edge."""
        return pygame.Rect(self.x, self.y, self.width, self.height)

    @cached_property
    def front(self) -> int:
        """The height of the room for the front edge."""
        return round(self.frame.front * self.unit)

    @cached_property
    def unit(self) -> float:
        """Pixels per pixel of a slab of the reference height: for strokes and texts that belong to the slab."""
        return self.height / REFERENCE

    @cached_property
    def cell(self) -> int:
        """The distance of two neighbouring lines."""
        span = self.frame.span if self.coordinates else self.frame.bare_span
        rows, columns = self._steps(self.board.rows), self._steps(self.board.columns)
        # rounding up must not push the outermost pieces over the edge of a small board
        reach = self.frame.piece if self.frame.on_points else 0.0
        most = min((self.height - self.front) / (rows + reach), self.width / (columns + reach))
        return max(1, min(round(self.height * span / rows), int(most)))

    @cached_property
    def line(self) -> int:
        """The width of a line on a board of points (0 on one of fields)."""
        return max(1, round(self.unit)) if self.frame.on_points else 0

    @cached_property
    def diameter(self) -> int:
        """The diameter of a piece; its parity is such that its middle falls on the middle of a square."""
        parity = (self.line if self.frame.on_points else self.cell) % 2
        return max(1, 2 * round((self.cell * self.frame.piece - parity) / 2) + parity)

    @cached_property
    def margin(self) -> int:
        """The height of the slab's face below the lowest line or field (above the uppermost it is as high)."""
        return (self.height - self.front - self._steps(self.board.rows) * self.cell - self.line) // 2

    # ---- squares to pixels

    def column_x(self, column: int) -> int:
        """The first pixel of a column's line, or of its fields."""
        across = self.board.columns - 1 - column if self.flipped else column
        return self._left + across * self.cell

    def row_y(self, row: int) -> int:
        """The first pixel of a row's line, or of its fields."""
        down = row if self.flipped else self.board.rows - 1 - row
        return self._top + down * self.cell

    def centre_of(self, square: Square) -> tuple[float, float]:
        """The middle of a square: of the crossing's lines, or of the field."""
        half = (self.line if self.frame.on_points else self.cell) / 2
        return self.column_x(self.board.column(square)) + half, self.row_y(self.board.row(square)) + half

    def cell_of(self, square: Square) -> pygame.Rect:
        """The cell-sized rectangle around the middle of a square."""
        x, y = self.centre_of(square)
        return pygame.Rect(math.floor(x - self.cell / 2), math.floor(y - self.cell / 2), self.cell, self.cell)

    # ---- pixels to squares

    def square_at(self, position: tuple[float, float]) -> Square | None:
        """The square whose middle is within half a cell across and down, or None off the grid."""
        first_x = self._left + (self.line - self.cell if self.frame.on_points else 0) / 2
        first_y = self._top + (self.line - self.cell if self.frame.on_points else 0) / 2
        across = math.floor((position[0] - first_x) / self.cell)
        down = math.floor((position[1] - first_y) / self.cell)
        if not (0 <= across < self.board.columns and 0 <= down < self.board.rows):
            return None
        return self._seen_at(across, down)

    def is_playable(self, square: Square) -> bool:
        """Whether anything can ever stand on a square."""
        return self.frame.is_playable(square, self.board)

    def nearest_playable(self, square: Square) -> Square:
        """The square itself, or the one beside it where nothing can stand on it."""
        if self.is_playable(square):
            return square
        return self.board.square(self.board.column(square) ^ 1, self.board.row(square))

    def neighbour(self, square: Square, right: int, down: int) -> Square:
        """The next square to the right (1, else left: -1) or down (else up) on the screen on which something can stand;
        at the edge the square itself. Where fields alternate, a way up or down goes to and fro within two columns."""
        across, below = self._seen(square)
        while True:
            across, below = across + right, below + down
            if not (0 <= across < self.board.columns and 0 <= below < self.board.rows):
                return square
            if self.is_playable(self._seen_at(across, below)):
                return self._seen_at(across, below)
            if down:
                return self._seen_at(across ^ 1, below)

    def _seen(self, square: Square) -> tuple[int, int]:
        """The column from the left and the row from the top in which a square is seen."""
        across = self.board.column(square)
        below = self.board.rows - 1 - self.board.row(square)
        if self.flipped:
            return self.board.columns - 1 - across, self.board.rows - 1 - below
        return across, below

    def _seen_at(self, across: int, down: int) -> Square:
        """The square seen in a column from the left and a row from the top."""
        if self.flipped:
            return self.board.square(self.board.columns - 1 - across, down)
        return self.board.square(across, self.board.rows - 1 - down)

    def _steps(self, count: int) -> int:
        return max(1, count - 1) if self.frame.on_points else count

    @cached_property
    def _left(self) -> int:
        return self.x + (self.width - self._steps(self.board.columns) * self.cell - self.line + 1) // 2

    @cached_property
    def _top(self) -> int:
        return self.y + (self.height - self.front - self._steps(self.board.rows) * self.cell - self.line + 1) // 2
