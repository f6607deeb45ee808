"""The draughts board: fields, numbers or letters, men and kings, and what marks a move along squares."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from game.rules.core import Move, Piece, Side, Square
from game.rules.draughts.position import KING, MAN
from game.rules.registry import variant
from game.ui.board.labels import draw_edges
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.marks import draw_step
from game.ui.board.painter import Shadow, faint
from game.ui.board.steps import StepMarks
from game.ui.board.stones import lifted_shadow
from game.ui.board.styles import BoardStyle, slab
from game.ui.games.draughts.fields import draw_fields, fields_for
from game.ui.games.draughts.pieces import SETS, Look, man_picture
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import Theme

FRAME: Final = Frame(on_points=False, span=680 / 752, bare_span=0.955, piece=0.84, dark_only=True, has_camps=True)

_SEED = 21
_DISCS: Mapping[str, tuple[Colour, Colour]] = {
    "white": ((250, 242, 222), (42, 36, 30)),
    "black": ((46, 36, 32), (255, 250, 240)),
}
_FLAT = "flat"
_SMALL = 36
"""Beside a name smaller pieces are flat."""
_NUMBER = 0.165
"""The size of a number by the cell."""


@dataclass(frozen=True, slots=True)
class DraughtsPainter(StepMarks):
    """Men of one set on a board of one style, with the squares named as in one variant."""

    board_style: str
    piece_style: str
    rules: str

    frame = FRAME
    emblem = MAN
    royal = ""

    def style(self, theme: Theme) -> BoardStyle:
        """The material of the frame."""
        return fields_for(self.board_style, theme).frame

    def draw_board(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Slab and fields."""
        style = fields_for(self.board_style, canvas.theme)
        canvas.lay(slab(style.frame, layout, _SEED), (layout.x, layout.y))
        draw_fields(canvas, layout, style)

    def draw_coordinates(
        self, canvas: Canvas, layout: BoardLayout, hovered: Square | None, taken: Collection[Square] = ()
    ) -> None:
        """Numbers in the corners of the empty dark fields, or letters below and digits at the left."""
        if not layout.coordinates:
            return
        names = names_of(self.rules)
        if self._has_numbers:
            for square, name in names.items():
                if square not in taken:
                    self._draw_number(canvas, layout, square, name, square == hovered)
        else:
            self._draw_edges(canvas, layout, names, hovered)

    def draw_last_move(self, canvas: Canvas, layout: BoardLayout, move: Move, pieces: Mapping[Square, Piece]) -> None:
        """Corners that keep clear of the numbers of the fields, where there are any."""
        draw_step(canvas, layout, move, beside_number=layout.coordinates and self._has_numbers)

    @property
    def _has_numbers(self) -> bool:
        """Whether the fields have numbers; else the edges have letters and digits."""
        return variant(self.rules).native("1").isdigit()

    def _draw_number(self, canvas: Canvas, layout: BoardLayout, square: Square, name: str, marked: bool) -> None:
        field, size = layout.cell_of(square), max(10, round(layout.cell * _NUMBER))
        face = Face.MEDIUM if marked or canvas.theme.is_contrast else Face.REGULAR
        ink = fields_for(self.board_style, canvas.theme).number
        x, y = field.left + round(layout.cell * 0.05), field.top + round(size * 0.72)
        width = canvas.text(name, x, y, size, ink, face=face)
        if marked:
            canvas.fill_pixels(
                pygame.Rect(x, round(y + size * 0.55), round(width), max(1, round(1.5 * layout.unit))), ink
            )

    def _draw_edges(
        self, canvas: Canvas, layout: BoardLayout, names: Mapping[Square, str], hovered: Square | None
    ) -> None:
        board = layout.board
        letters = {board.column(square): name[0] for square, name in names.items()}
        digits = {board.row(square): name[1:] for square, name in names.items()}
        marked = hovered if hovered in names else None
        draw_edges(canvas, layout, self.style(canvas.theme), letters, digits, marked)

    def _look(self, piece: Piece, theme: Theme, flat: bool = False) -> Look:
        chosen = _FLAT if flat else self.piece_style
        return Look(chosen, self._colour(piece.side) == "white", piece.kind == KING, theme.is_contrast)

    def _colour(self, side: Side) -> str:
        return variant(self.rules).side_names[side]

    def piece(
        self, piece: Piece, square: Square, layout: BoardLayout, theme: Theme, zoom: float = 1.0
    ) -> pygame.Surface:
        """A piece of the set; it looks the same on every square."""
        return man_picture(self._look(piece, theme), layout.diameter, zoom)

    def small(self, piece: Piece, diameter: int, theme: Theme) -> pygame.Surface:
        """The same piece; a small one is flat, so that it is clear in a line of text."""
        return man_picture(self._look(piece, theme, diameter < _SMALL), diameter)

    def covered(self, piece: Piece) -> Piece:
        """Only the colour is seen: every piece looks like a man."""
        return Piece(piece.side, MAN)

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        """A soft disc to the lower right; further off, wider and fainter under a piece in the air."""
        if theme.is_contrast:
            return None
        strength = 0.52 if SETS[self.piece_style].stuffs is not None else 0.28
        return lifted_shadow(layout.diameter, strength, lift)

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A piece at 59 %."""
        return faint(man_picture(self._look(piece, theme), layout.diameter))

    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        """Pale or dark, and the ink that reads on it."""
        return _DISCS[self._colour(side)]


@lru_cache(16)
def names_of(rules_name: str) -> Mapping[Square, str]:
    """The names of the dark squares of a variant, as its players write them."""
    rules = variant(rules_name)
    board = rules.start().board
    names = {square: rules.square_name(square, board) for square in map(Square, range(board.squares))}
    return {square: rules.native(name) for square, name in names.items() if name}
