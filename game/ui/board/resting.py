"""The picture of a board with everything that rests on it, kept from frame to frame and mended where a piece changed.

All shadows lie below all pieces, and pieces are drawn row by row from the top of the screen, so that the picture does
not depend on how it came about: mending a square gives the very pixels of drawing everything again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pygame

from game.rules.core import Piece, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas

_MOST_MENDED = 12
"""With more changed squares than this, everything is drawn again."""


@dataclass(frozen=True, slots=True)
class RestingPiece:
    """A piece at rest and the number written on it (0 = none); `is_last` marks the number of the last move."""

    piece: Piece
    number: int = 0
    is_last: bool = False


class RestingBoard:
    """The kept picture. It changes only what it has drawn, never what there is to draw."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None
        self._empty_key: tuple[object, ...] | None = None
        self._empty = pygame.Surface((0, 0))
        self._picture = pygame.Surface((0, 0))
        self._drawn: dict[Square, RestingPiece] = {}

    def picture(
        self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
    ) -> pygame.Surface:
        """The board as it rests, the size of the slab; nobody draws on it, and another state is another surface."""
        home = layout.moved_to(0, 0)
        key = (painter, home, canvas.theme.name)
        if key != self._key:
            self._key = None  # as long as it is being drawn: a picture may take longer than there is time for
            if key != self._empty_key:
                self._empty_key = None
                self._empty = pygame.Surface((layout.width, layout.height), pygame.SRCALPHA)
                painter.draw_board(Canvas(self._empty, canvas.theme, canvas.fonts, 1.0), home)
                self._empty_key = key
            self._draw_all(canvas, home, painter, standing)
        elif standing != self._drawn:
            changed = [s for s in standing.keys() | self._drawn.keys() if standing.get(s) != self._drawn.get(s)]
            self._key = None
            if len(changed) > _MOST_MENDED:
                self._draw_all(canvas, home, painter, standing)
            else:
                self._mend(canvas, home, painter, standing, changed)
        self._key = key
        return self._picture

    def _draw_all(
        self, canvas: Canvas, home: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
    ) -> None:
        self._picture = self._empty.copy()
        draw_standing(Canvas(self._picture, canvas.theme, canvas.fonts, 1.0), home, painter, standing)
        self._drawn = dict(standing)

    def _mend(
        self,
        canvas: Canvas,
        home: BoardLayout,
        painter: BoardPainter,
        standing: Mapping[Square, RestingPiece],
        changed: Iterable[Square],
    ) -> None:
        self._picture = self._picture.copy()  # the one before may still be on the screen
        on_picture = Canvas(self._picture, canvas.theme, canvas.fonts, 1.0)
        for square in changed:
            old, new = self._drawn.get(square), standing.get(square)
            areas = [_extent(on_picture, home, painter, square, each.piece) for each in (old, new) if each]
            area = areas[0].unionall(areas[1:]).clip(self._picture.get_rect())
            self._picture.set_clip(area)
            self._picture.fill((0, 0, 0, 0))  # what is transparent in the empty board must replace, not blend
            self._picture.blit(self._empty, area, area)
            near = {
                s: each
                for s, each in standing.items()
                if _extent(on_picture, home, painter, s, each.piece).colliderect(area)
            }
            draw_standing(on_picture, home, painter, near)
        self._picture.set_clip(None)
        self._drawn = dict(standing)


def draw_standing(
    canvas: Canvas, layout: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
) -> None:
    """Pieces at rest: first all shadows, then all pieces with their numbers. The canvas has scale 1."""
    order = sorted(standing, key=lambda square: (layout.row_y(layout.board.row(square)), square))
    shadows: list[tuple[pygame.Surface, tuple[int, int]]] = []
    for square in order:
        shadow = painter.shadow(standing[square].piece, layout, canvas.theme)
        if shadow:
            x, y = top_left(shadow.picture, layout.centre_of(square))
            shadows.append((shadow.picture, (x + shadow.right, y + shadow.down)))
    canvas.surface.fblits(shadows)
    for square in order:
        each = standing[square]
        picture = painter.piece(each.piece, square, layout, canvas.theme)
        canvas.lay(picture, top_left(picture, layout.centre_of(square)))
        if each.number:
            painter.draw_number(canvas, layout, square, each.piece, each.number, each.is_last)


def _extent(canvas: Canvas, layout: BoardLayout, painter: BoardPainter, square: Square, piece: Piece) -> pygame.Rect:
    """All that a piece and its shadow cover."""
    picture = painter.piece(piece, square, layout, canvas.theme)
    centre = layout.centre_of(square)
    area = picture.get_rect(topleft=top_left(picture, centre))
    shadow = painter.shadow(piece, layout, canvas.theme)
    if shadow:
        x, y = top_left(shadow.picture, centre)
        area.union_ip(shadow.picture.get_rect(topleft=(x + shadow.right, y + shadow.down)))
    return area
