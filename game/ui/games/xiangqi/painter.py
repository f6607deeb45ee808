"""The Xiangqi board: slab, lines and river, coordinates in two habits, pieces, and what marks a move of steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from game.rules.core import Piece, Side, Square
from game.ui.board.labels import draw_label
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.painter import Shadow, faint
from game.ui.board.steps import StepMarks
from game.ui.board.stones import lifted_shadow
from game.ui.board.styles import BoardStyle, slab, style_for
from game.ui.games.xiangqi.grid import draw_grid, draw_river
from game.ui.games.xiangqi.pieces import SETS, piece_picture
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme

FRAME: Final = Frame(on_points=True, span=630 / 752, bare_span=0.885, piece=0.93, aspect=680 / 752, has_camps=True)

NOTATIONS: Final = ("chinese", "chinese-traditional", "wxf", "iccs")
"""How moves can be written, by the names of the rules; the board's coordinates go with it: files from each player's
right (Red's in Chinese numerals where the moves are Chinese), or letters and ranks for ICCS."""

_SEED = 11
_NUMERALS = "一二三四五六七八九"
_DISCS: Mapping[Side, Colour] = {Side.FIRST: (156, 28, 22), Side.SECOND: (30, 28, 30)}
_ON_DISC: Colour = (255, 250, 240)


@dataclass(frozen=True, slots=True)
class XiangqiPainter(StepMarks):
    """Pieces of one set on a board of one style, and coordinates that go with a notation."""

    board_style: str
    piece_style: str
    fonts: Fonts
    notation: str = NOTATIONS[0]

    frame = FRAME
    emblem = "general"
    royal = "general"

    def style(self, theme: Theme) -> BoardStyle:
        """The chosen material."""
        return style_for(self.board_style, theme)

    def draw_board(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Slab, lines, the river's name."""
        style = self.style(canvas.theme)
        canvas.lay(slab(style, layout, _SEED), (layout.x, layout.y))
        draw_grid(canvas, layout, style.ink)
        draw_river(canvas, layout, style.label)

    def draw_coordinates(
        self, canvas: Canvas, layout: BoardLayout, hovered: Square | None, taken: Collection[Square] = ()
    ) -> None:
        """Files at the near and the far edge, or letters below and ranks at the left."""
        if not layout.coordinates:
            return
        style, board = self.style(canvas.theme), layout.board
        on_column = board.column(hovered) if hovered is not None else -1
        on_row = board.row(hovered) if hovered is not None else -1
        half = layout.line / 2
        top = min(layout.row_y(0), layout.row_y(9))
        away = layout.margin * 0.84
        ends = {True: max(layout.row_y(0), layout.row_y(9)) + half + away, False: top + half - away}
        by_letters = self.notation == "iccs"
        for column in range(board.columns):
            x = layout.column_x(column) + half
            marked = column == on_column
            for side in (Side.FIRST,) if by_letters else Side:
                below = True if by_letters else (side is Side.FIRST) is not layout.flipped
                draw_label(canvas, layout, style, self._file(side, column), x, ends[below], marked)
        if not by_letters:
            return
        aside = min(layout.column_x(0), layout.column_x(8)) - (layout.cell * FRAME.piece / 2 + layout.unit * 13)
        for row in range(board.rows):
            draw_label(canvas, layout, style, str(row), aside, layout.row_y(row) + half, row == on_row)

    def _file(self, side: Side, column: int) -> str:
        """What a file is called by a side."""
        if self.notation == "iccs":
            return "abcdefghi"[column]
        number = 9 - column if side is Side.FIRST else column + 1
        numerals = side is Side.FIRST and self.notation != "wxf"
        return _NUMERALS[number - 1] if numerals else str(number)

    def piece(
        self, piece: Piece, square: Square, layout: BoardLayout, theme: Theme, zoom: float = 1.0
    ) -> pygame.Surface:
        """A piece of the set; it looks the same on every square."""
        return self._picture(piece, layout.diameter, theme, zoom)

    def _picture(self, piece: Piece, diameter: int, theme: Theme, zoom: float = 1.0) -> pygame.Surface:
        return piece_picture(
            self.fonts, self.piece_style, piece.side, piece.kind, diameter, theme.is_contrast, min(1.0, zoom)
        )

    def small(self, piece: Piece, diameter: int, theme: Theme) -> pygame.Surface:
        """The same piece; a very small one is flat."""
        return self._picture(piece, diameter, theme)

    def covered(self, piece: Piece) -> Piece:
        """Only the colour is seen of a piece turned over."""
        return Piece(piece.side, "")

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        """A soft disc to the lower right; further off, wider and fainter under a piece in the air."""
        if theme.is_contrast:
            return None
        strength = 0.50 if SETS[self.piece_style].material is not None else 0.26
        return lifted_shadow(layout.diameter, strength, lift)

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A piece at 59 %."""
        return faint(self._picture(piece, layout.diameter, theme))

    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        """Red or black, and a pale ink on it."""
        return _DISCS[side], _ON_DISC
