"""Small pictures of boards: on the menu's cards, beside Continue, as the example of a rule."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from game.rules.core import Move, Piece, Position, Square
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.marks import draw_forbidden
from game.ui.board.painter import BoardPainter
from game.ui.board.resting import RestingPiece, draw_standing
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme

_FINE_CELL = 14
"""With smaller cells (in pixels) the picture is drawn larger and reduced, or its lines would swallow it."""

_LEGIBLE_CELL = 7
"""With smaller cells (in pixels of the picture) pieces are discs of plain colour: what is on them can't be seen, and
wood on wood neither."""


@dataclass(frozen=True, slots=True)
class Region:
    """The part of a board that a picture shows: the column and row in its middle (fractions lie between squares) and
    how many cells it is wide."""

    column: float
    row: float
    cells: float


def thumbnail(
    painter: BoardPainter,
    position: Position,
    size: tuple[int, int],
    theme: Theme,
    fonts: Fonts,
    region: Region | None = None,
    last_move: Move | None = None,
    show_forbidden: bool = True,
    cuts_pieces: bool = True,
) -> pygame.Surface:
    """An opaque picture of `size` pixels without coordinates: of a region, or of the whole grid and what stands on it.
    Pieces that its edge would cut are left out unless it `cuts_pieces`.

    A picture of the whole grid should have the board's aspect (`painter.frame.aspect`): it is filled with the colour of
    the slab's side where the board does not reach.
    Making one takes as long as making the board at that cell size (some 50 ms for a menu card): keep it.
    """
    part = region or _whole(painter.frame, position, size)
    cell = size[0] / part.cells
    if cell < _FINE_CELL:
        zoom = math.ceil(cell * math.ceil(_FINE_CELL / cell)) / cell  # makes whole cells of about a multiple in size
        larger = (round(size[0] * zoom), round(size[1] * zoom))
        as_discs = cell < _LEGIBLE_CELL
        fine = _drawn(painter, position, larger, theme, fonts, part, last_move, show_forbidden, cuts_pieces, as_discs)
        return pygame.transform.smoothscale(fine, size)
    return _drawn(painter, position, size, theme, fonts, part, last_move, show_forbidden, cuts_pieces, False)


def _drawn(
    painter: BoardPainter,
    position: Position,
    size: tuple[int, int],
    theme: Theme,
    fonts: Fonts,
    part: Region,
    last_move: Move | None,
    show_forbidden: bool,
    cuts_pieces: bool,
    as_discs: bool,
) -> pygame.Surface:
    picture = pygame.Surface(size)
    picture.fill(painter.style(theme).side)
    canvas = Canvas(picture, theme, fonts, 1.0)
    layout = region_layout(painter.frame, position, size, part)
    painter.draw_board(canvas, layout)
    pieces = position.pieces()
    if not cuts_pieces:
        half = layout.cell * painter.frame.piece / 2
        inside = picture.get_rect().inflate(2 - 2 * half, 2 - 2 * half)
        pieces = {square: piece for square, piece in pieces.items() if inside.collidepoint(layout.centre_of(square))}
    if as_discs:
        _draw_discs(canvas, layout, painter, pieces)
    else:
        draw_standing(canvas, layout, painter, {square: RestingPiece(piece) for square, piece in pieces.items()})
    if show_forbidden:
        for square in position.forbidden():
            draw_forbidden(canvas, layout, square)
    if last_move:
        painter.draw_last_move(canvas, layout, last_move, pieces)
    return picture


def _draw_discs(canvas: Canvas, layout: BoardLayout, painter: BoardPainter, pieces: Mapping[Square, Piece]) -> None:
    """Pieces as discs of their side's colour with a rim, generals with a dot in them."""
    for square, piece in pieces.items():
        colour, ink = painter.disc_colours(piece.side, canvas.theme)
        centre = layout.centre_of(square)
        rim = tuple((2 * one + other) // 3 for one, other in zip(colour, ink, strict=True))
        pygame.draw.circle(canvas.surface, rim, centre, round(layout.cell * 0.5))
        pygame.draw.circle(canvas.surface, colour, centre, round(layout.cell * 0.44))
        if piece.kind == painter.royal:
            pygame.draw.circle(canvas.surface, ink, centre, round(layout.cell * 0.2))


def _whole(frame: Frame, position: Position, size: tuple[int, int]) -> Region:
    """The region with the whole grid and half a piece around it."""
    around = frame.piece + 0.05 if frame.on_points else 0.2
    board = position.board
    columns = board.columns - 1 + around if frame.on_points else board.columns + around
    rows = board.rows - 1 + around if frame.on_points else board.rows + around
    return Region((board.columns - 1) / 2, (board.rows - 1) / 2, max(columns, rows * size[0] / size[1]))


def region_layout(frame: Frame, position: Position, size: tuple[int, int], region: Region) -> BoardLayout:
    """A board whose region lies in the picture; most of it may lie outside."""
    board = position.board
    cell = max(1, round(size[0] / region.cells))
    steps = board.rows - 1 if frame.on_points else board.rows
    height = round(cell * steps / frame.bare_span)
    layout = BoardLayout(board, frame, 0, 0, round(height * frame.aspect), height, coordinates=False)
    first_x, first_y = layout.centre_of(board.square(0, 0))
    x = round(size[0] / 2 - (first_x + region.column * layout.cell))
    y = round(size[1] / 2 - (first_y - region.row * layout.cell))
    return layout.moved_to(x, y)
