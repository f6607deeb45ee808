"""The Reversi board: squares, letters and digits, discs, and the marks that belong to discs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.rules.core import Move, Outcome, Piece, Side, Square
from game.ui.board.black_and_white import colours_of, draw_last_dot, emblem_stone, ink_on
from game.ui.board.labels import draw_edges
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.painter import Shadow, top_left
from game.ui.board.stones import lifted_shadow
from game.ui.board.styles import BoardStyle, slab
from game.ui.canvas import Canvas
from game.ui.games.reversi.boards import draw_table, table_for
from game.ui.games.reversi.discs import disc_picture
from game.ui.paint.surfaces import Colour
from game.ui.text import Face
from game.ui.theme import Theme

FRAME: Final = Frame(on_points=False, span=680 / 752, bare_span=0.955, piece=0.82)

_SEED = 41
_GHOST_ALPHA = 150  # 59 %
_COVERED = "covered"
_LAST: Colour = (196, 52, 38)


@dataclass(frozen=True, slots=True)
class ReversiPainter:
    """Discs of one set on a board of one style; the high-contrast theme takes its own of both."""

    board_style: str
    piece_style: str

    emblem = "disc"
    royal = ""

    @property
    def frame(self) -> Frame:
        """A square slab filled with squares."""
        return FRAME

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

    def covered(self, piece: Piece) -> Piece:
        """A disc without a colour: nothing else of it could be hidden."""
        return Piece(Side.FIRST, _COVERED)

    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        """Black with pale ink, white with dark ink."""
        return colours_of(side)

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        """A soft disc to the lower right; further off, wider and fainter under a disc in the air."""
        if theme.is_contrast:
            return None
        strength = 0.26 if self.piece_style == "flat" else 0.46
        return lifted_shadow(layout.diameter, strength, lift, away=(0.045, 0.09))

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A disc at 59 %."""
        picture = disc_picture(self._set(piece, theme), piece.side is Side.FIRST, layout.diameter).copy()
        picture.set_alpha(_GHOST_ALPHA)
        return picture

    def draw_number(
        self, canvas: Canvas, layout: BoardLayout, square: Square, piece: Piece, number: int, is_last: bool
    ) -> None:
        """The number in the colour of the other side; the last one stands in a ring."""
        centre = layout.centre_of(square)
        colour = ink_on(piece.side)
        if is_last:
            canvas.circle(*centre, layout.cell * 0.29, colour, stroke=max(1.5, layout.cell * 0.03))
        canvas.text(str(number), *centre, round(layout.cell * 0.30), colour, "centre", Face.MEDIUM)

    def draw_last_move(self, canvas: Canvas, layout: BoardLayout, move: Move, pieces: Mapping[Square, Piece]) -> None:
        """A red dot with a pale ring; in high contrast a disc in the colour of the other side."""
        square = move.target
        piece = pieces.get(square) if square is not None else None
        if square is None or piece is None:
            return
        cell = layout.cell
        draw_last_dot(canvas, layout.centre_of(square), piece.side, cell * 0.10, cell * 0.03, _LAST, (1.8, 0.9))

    def draw_best_line(self, canvas: Canvas, layout: BoardLayout, moves: Sequence[Move], turn: Side) -> None:
        """Faint discs with their numbers; what they would turn over is not shown."""
        side = turn
        for number, move in enumerate(moves, start=1):
            if move.target is not None:
                centre = layout.centre_of(move.target)
                picture = self.ghost(Piece(side, self.emblem), layout, canvas.theme)
                canvas.lay(picture, top_left(picture, centre))
                size = round(layout.cell * 0.32)
                canvas.text(str(number), *centre, size, ink_on(side), "centre", Face.MEDIUM)
            side = side.other

    def draw_outcome(
        self,
        canvas: Canvas,
        layout: BoardLayout,
        outcome: Outcome,
        pieces: Mapping[Square, Piece],
        marked: int,
        joined: float,
    ) -> None:
        """Nothing: all discs together decide."""

    def _set(self, piece: Piece, theme: Theme) -> str:
        if piece.kind == _COVERED:
            return _COVERED
        return "contrast" if theme.is_contrast else self.piece_style
