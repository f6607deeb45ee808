"""The picture of a board with everything that rests on it, kept from frame to frame and mended where a piece changed.

All shadows lie below all pieces, and pieces are drawn row by row from the top of the screen, so that the picture does
not depend on how it came about: mending a square gives the very pixels of drawing everything again. It is shown in
tiles, of which only those differ from the ones before in which a piece changed: no more is painted in the window then.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pygame

from game.rules.core import Piece, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas

_MOST_MENDED = 12
"""With more changed squares than this, everything is drawn again."""

_ACROSS = 6
"""How many tiles lie side by side, and how many below each other."""

Tile = tuple[pygame.Surface, tuple[int, int]]
"""A part of the picture, and where its upper left corner lies in it."""


@dataclass(frozen=True, slots=True)
class RestingPiece:
    """A piece at rest and the number written on it (0 = none); `is_last` marks the number of the last move."""

    piece: Piece
    number: int = 0
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class _LaidPiece:
    """The picture of a piece and of its shadow, each with its place, and all that both cover."""

    piece: Tile
    shadow: Tile | None
    extent: pygame.Rect


_Laid = dict[tuple[Square, Piece], _LaidPiece]


@dataclass(frozen=True, slots=True)
class _TilePlace:
    """Where a tile lies, and whether nothing is seen through the board there."""

    rect: pygame.Rect
    is_opaque: bool


class RestingBoard:
    """The kept picture. It changes only what it has drawn, never what there is to draw."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] | None = None
        self._empty_key: tuple[object, ...] | None = None
        self._empty = pygame.Surface((0, 0))
        self._picture = pygame.Surface((0, 0))
        self._drawn: dict[Square, RestingPiece] = {}
        self._laid: _Laid = {}
        self._ahead: _Laid = {}
        """What `prepare` has made so far, so that the next call need not ask for it again."""
        self._places: list[_TilePlace] = []
        self._tiles: list[Tile] = []

    def tiles(
        self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
    ) -> list[Tile]:
        """The board as it rests in tiles that cover the slab; nobody draws on them, and another state of one is another
        surface."""
        self.picture(canvas, layout, painter, standing)
        return self._tiles

    def prepare(
        self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
    ) -> None:
        """Have all pictures made and kept that this puts together. Raises NotYetError where the time for it is over;
        the next call, with the same, goes on."""
        home = layout.moved_to(0, 0)
        for square, each in standing.items():
            _laid_for(canvas, home, painter, square, each.piece, self._ahead)
        nowhere = pygame.Surface((1, 1), pygame.SRCALPHA)  # what is made is kept, and laid only where it is seen
        painter.draw_board(Canvas(nowhere, canvas.theme, canvas.fonts, 1.0), home)
        self._ahead.clear()

    def picture(
        self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
    ) -> pygame.Surface:
        """The board as it rests, the size of the slab; the next call may change it."""
        home = layout.moved_to(0, 0)
        key = (painter, home, canvas.theme.name)
        if key != self._key:
            self._key = None  # as long as it is being drawn: a picture may take longer than there is time for
            if key != self._empty_key:
                self._empty_key = None
                self._empty = pygame.Surface((layout.width, layout.height), pygame.SRCALPHA)
                painter.draw_board(Canvas(self._empty, canvas.theme, canvas.fonts, 1.0), home)
                self._empty_key = key
                self._places = _places(self._empty)
            self._laid.clear()
            self._draw_all(canvas, home, painter, standing)
            self._tiles = [_cut(self._picture, place) for place in self._places]
            self._drawn = dict(standing)
        elif standing != self._drawn:
            changed = [s for s in standing.keys() | self._drawn.keys() if standing.get(s) != self._drawn.get(s)]
            self._key = None
            areas = [self._changed_extent(canvas, home, painter, square, standing) for square in changed]
            if len(changed) > _MOST_MENDED:
                self._draw_all(canvas, home, painter, standing)
            else:
                self._mend(canvas, home, painter, standing, areas)
            self._tiles = [
                _cut(self._picture, place) if place.rect.collidelist(areas) >= 0 else tile
                for place, tile in zip(self._places, self._tiles, strict=True)
            ]
            self._drawn = dict(standing)
        self._key = key
        return self._picture

    def _draw_all(
        self, canvas: Canvas, home: BoardLayout, painter: BoardPainter, standing: Mapping[Square, RestingPiece]
    ) -> None:
        self._picture = self._empty.copy()
        draw_standing(Canvas(self._picture, canvas.theme, canvas.fonts, 1.0), home, painter, standing, self._laid)

    def _mend(
        self,
        canvas: Canvas,
        home: BoardLayout,
        painter: BoardPainter,
        standing: Mapping[Square, RestingPiece],
        areas: Iterable[pygame.Rect],
    ) -> None:
        on_picture = Canvas(self._picture, canvas.theme, canvas.fonts, 1.0)
        around = {s: self._extent(canvas, home, painter, s, each.piece) for s, each in standing.items()}
        for area in areas:
            self._picture.set_clip(area)
            self._picture.fill((0, 0, 0, 0))  # what is transparent in the empty board must replace, not blend
            self._picture.blit(self._empty, area, area)
            near = {s: each for s, each in standing.items() if around[s].colliderect(area)}
            draw_standing(on_picture, home, painter, near, self._laid)
        self._picture.set_clip(None)

    def _changed_extent(
        self,
        canvas: Canvas,
        home: BoardLayout,
        painter: BoardPainter,
        square: Square,
        standing: Mapping[Square, RestingPiece],
    ) -> pygame.Rect:
        """All that what stood on a square and what stands there now cover."""
        both = (self._drawn.get(square), standing.get(square))
        areas = [self._extent(canvas, home, painter, square, each.piece) for each in both if each]
        return areas[0].unionall(areas[1:]).clip(self._picture.get_rect())

    def _extent(
        self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter, square: Square, piece: Piece
    ) -> pygame.Rect:
        """All that a piece and its shadow cover."""
        return _laid_for(canvas, layout, painter, square, piece, self._laid).extent


def draw_standing(
    canvas: Canvas,
    layout: BoardLayout,
    painter: BoardPainter,
    standing: Mapping[Square, RestingPiece],
    laid: _Laid | None = None,
) -> None:
    """Pieces at rest: first all shadows, then all pieces with their numbers. The canvas has scale 1. What is laid where
    is kept in `laid`, if there is one, for the same layout, painter and theme."""
    order = sorted(standing, key=lambda square: (layout.row_y(layout.board.row(square)), square))
    laid = {} if laid is None else laid
    found = [_laid_for(canvas, layout, painter, square, standing[square].piece, laid) for square in order]
    canvas.surface.fblits([each.shadow for each in found if each.shadow is not None])
    for square, each in zip(order, found, strict=True):
        canvas.surface.blit(*each.piece)
        resting = standing[square]
        if resting.number:
            painter.draw_number(canvas, layout, square, resting.piece, resting.number, resting.is_last)


def _laid_for(
    canvas: Canvas, layout: BoardLayout, painter: BoardPainter, square: Square, piece: Piece, laid: _Laid
) -> _LaidPiece:
    """A piece's pictures and where they are laid, made if they are not kept."""
    found = laid.get((square, piece))
    if found is None:
        picture, centre = painter.piece(piece, square, layout, canvas.theme), layout.centre_of(square)
        at = top_left(picture, centre)
        extent = picture.get_rect(topleft=at)
        shadow = painter.shadow(piece, layout, canvas.theme)
        below: Tile | None = None
        if shadow:
            x, y = top_left(shadow.picture, centre)
            below = shadow.picture, (x + shadow.right, y + shadow.down)
            extent.union_ip(shadow.picture.get_rect(topleft=below[1]))
        found = laid[square, piece] = _LaidPiece((picture, at), below, extent)
    return found


def _places(empty: pygame.Surface) -> list[_TilePlace]:
    """Where the tiles lie that cover a board."""
    xs, ys = ([size * n // _ACROSS for n in range(_ACROSS + 1)] for size in empty.get_size())
    places = [
        pygame.Rect(left, top, right - left, bottom - top)
        for top, bottom in itertools.pairwise(ys)
        for left, right in itertools.pairwise(xs)
    ]
    alpha = pygame.surfarray.pixels_alpha(empty)
    return [
        _TilePlace(each, bool((alpha[each.left : each.right, each.top : each.bottom] == 255).all())) for each in places
    ]


def _cut(picture: pygame.Surface, place: _TilePlace) -> Tile:
    if not place.is_opaque:
        return picture.subsurface(place.rect).copy(), place.rect.topleft
    tile = pygame.Surface(place.rect.size)  # painted in a third of the time that one with alpha takes
    tile.blit(picture, (0, 0), place.rect)
    return tile, place.rect.topleft
