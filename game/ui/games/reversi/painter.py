"""The Reversi board: squares, letters and digits, discs, and the marks that belong to discs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import pygame

from game.rules.core import Piece, Side, Square
from game.ui.board.black_and_white import COVERED, LastDot, StoneMarks, emblem_stone, ink_on
from game.ui.board.labels import draw_edges
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.painter import Shadow, faint
from game.ui.board.stones import lifted_shadow
from game.ui.board.styles import BoardStyle, slab
from game.ui.games.reversi.boards import draw_table, table_for
from game.ui.games.reversi.discs import disc_picture
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import Theme

FRAME: Final = Frame(on_points=False, span=680 / 752, bare_span=0.955, piece=0.82)

_SEED = 41


@dataclass(frozen=True, slots=True)
class ReversiPainter(StoneMarks):
    """Discs of one set on a board of one style; the high-contrast theme takes its own of both."""

    board_style: str
    piece_style: str

    frame = FRAME
    emblem = "disc"
    royal = ""
    last_dot = LastDot(0.10, 0.03, (196, 52, 38), (1.8, 0.9))
    thought_number = 0.32

    def style(self, theme: Theme) -> BoardStyle:
        """The material of the frame."""
        return table_for(self.board_style, theme).frame

    def draw_board(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Slab and squares."""
        style = table_for(self.board_style, canvas.theme)
        canvas.lay(slab(style.frame, layout, _SEED), (layout.x, layout.y))
        draw_table(canvas, layout, style)

    def draw_coordinates(
        self, canvas: Canvas, layout: BoardLayout, hovered: Square | None, taken: Collection[Square] = ()
    ) -> None:
        """Letters below and digits at the left, 1 at the top; the hovered square's two are marked."""
        if not layout.coordinates:
            return
        board = layout.board
        letters = {column: chr(97 + column) for column in range(board.columns)}
        digits = {row: str(board.rows - row) for row in range(board.rows)}
        draw_edges(canvas, layout, self.style(canvas.theme), letters, digits, hovered)

    def piece(
        self, piece: Piece, square: Square, layout: BoardLayout, theme: Theme, zoom: float = 1.0
    ) -> pygame.Surface:
        """A disc; among stones each square has its own grain."""
        grain = layout.board.row(square) * 3 + layout.board.column(square) * 7
        return disc_picture(self._set(piece, theme), piece.side is Side.FIRST, layout.diameter, zoom, grain)

    def small(self, piece: Piece, diameter: int, theme: Theme) -> pygame.Surface:
        """A flat disc; black has a rim where the ground may be dark."""
        return emblem_stone("flat", piece.side, diameter, theme)

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        """A soft disc to the lower right; further off, wider and fainter under a disc in the air."""
        if theme.is_contrast:
            return None
        strength = 0.26 if self.piece_style == "flat" else 0.46
        return lifted_shadow(layout.diameter, strength, lift, away=(0.045, 0.09))

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A disc at 59 %."""
        return faint(disc_picture(self._set(piece, theme), piece.side is Side.FIRST, layout.diameter))

    def draw_number(
        self, canvas: Canvas, layout: BoardLayout, square: Square, piece: Piece, number: int, is_last: bool
    ) -> None:
        """The number in the colour of the other side; the last one stands in a ring."""
        centre = layout.centre_of(square)
        colour = ink_on(piece.side)
        if is_last:
            canvas.circle(*centre, layout.cell * 0.29, colour, stroke=max(1.5, layout.cell * 0.03))
        canvas.text(str(number), *centre, round(layout.cell * 0.30), colour, "centre", Face.MEDIUM)

    def _set(self, piece: Piece, theme: Theme) -> str:
        if piece.kind == COVERED:
            return COVERED
        return "contrast" if theme.is_contrast else self.piece_style
