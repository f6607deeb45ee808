"""A drawer of the chest, drawn out towards us, with a game's board in it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pygame
from numpy.typing import NDArray

from game.rules.core import Position, Square
from game.ui.board.painter import BoardPainter, top_left
from game.ui.board.thumbnail import Region, region_layout
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.pen import Point
from game.ui.paint.surfaces import Field, surface_from
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme
from game.ui.scenes.tearoom.frame import FAR
from game.ui.scenes.tearoom.relief import Easel, dimmed, polygon

Matrix = NDArray[np.float64]

_LEFT_AT_NIGHT = 0.74
"""How much of their light boards keep at night."""
_RIM = 7.0
_SHADE = 26.0
"""How far the chest's shade reaches over the board."""
_AIR = 14.0
"""Pieces nearer to a side than this would stand over it."""
_SAMPLES = (0.25, 0.75)


def board_size(width: float, depth: float) -> tuple[float, float]:
    """The size in units of what a drawer of that size shows of a board seen from above: seen from before, a board is
    higher than it looks."""
    return width - 2 * _RIM, (depth - 6) * 1.12


@dataclass(frozen=True, slots=True)
class Contents:
    """What lies in a drawer: the part of a board, and the pieces of a position."""

    painter: BoardPainter
    position: Position
    region: Region


@kept(16)
def drawer(
    contents: Contents, left: float, width: float, depth: float, axis: float, unit: float, theme: Theme, fonts: Fonts
) -> pygame.Surface:
    """The picture of a drawer in pixels, `unit` of them a unit. Its near edge is `width` long and begins at `left`; all
    that recedes runs towards `axis`. It is as wide as near and far edge together, see `span`."""
    from_x, to_x = span(left, width, axis)
    surface = pygame.Surface((math.ceil((to_x - from_x) * unit), math.ceil(depth * unit)), pygame.SRCALPHA)
    easel = Easel(surface, unit, -from_x * unit, 0)
    right = left + width
    far_left, far_right = (axis + (x - axis) * FAR for x in (left, right))
    easel.stroke([(far_left, 0), (far_right, 0), (right, depth), (left, depth)], 1, (30, 17, 14), fill=True)
    rim = _RIM * FAR
    quad = ((far_left + rim, 6.0), (far_right - rim, 6.0), (right - _RIM, depth), (left + _RIM, depth))
    easel.stroke([(far_left + 1, 0), quad[0], quad[3], (left + 1, depth)], 1, (58, 36, 30), fill=True)
    easel.stroke([(far_right - 1, 0), quad[1], quad[2], (right - 1, depth)], 1, (92, 60, 46), fill=True)
    _lay_board(easel, contents, quad, board_size(width, depth), theme, fonts)
    _shade(easel, quad)
    for far, near in ((quad[0], quad[3]), (quad[1], quad[2])):
        easel.stroke([far, near], 1.2, (16, 8, 6), 0.75)
    return dimmed(surface, _LEFT_AT_NIGHT) if theme.is_dark else surface


def span(left: float, width: float, axis: float) -> tuple[float, float]:
    """From where to where a drawer reaches across the window."""
    far_left, far_right = (axis + (x - axis) * FAR for x in (left, left + width))
    return math.floor(min(left, far_left)), math.ceil(max(left + width, far_right))


def _lay_board(
    easel: Easel,
    contents: Contents,
    quad: tuple[Point, Point, Point, Point],
    size: tuple[float, float],
    theme: Theme,
    fonts: Fonts,
) -> None:
    """The board laid into the quadrilateral (far left, far right, near right, near left), and its pieces upright on
    it: a stone does not lean, however far aside it lies."""
    width, height = easel.pixels(size[0]), easel.pixels(size[1])
    flat = pygame.Surface((width, height))
    flat.fill(contents.painter.style(theme).side)
    painter, position = contents.painter, contents.position
    layout = region_layout(painter.frame, position, (width, height), contents.region)
    painter.draw_board(Canvas(flat, theme, fonts, 1.0), layout)
    onto = _projection(((0, 0), (width, 0), (width, height), (0, height)), quad)
    easel.lay(*_tilted(flat, quad, onto, easel.unit))
    pieces = position.pieces()
    order = sorted(pieces, key=lambda square: (layout.row_y(layout.board.row(square)), square))
    standing: list[tuple[Square, tuple[int, int]]] = []
    for square in order:
        x, y, w = (float(each) for each in onto @ (*layout.centre_of(square), 1.0))
        down = (y / w - quad[0][1]) / (quad[3][1] - quad[0][1])
        left, right = (far[0] + (near[0] - far[0]) * down for far, near in ((quad[0], quad[3]), (quad[1], quad[2])))
        if 0.06 < down < 0.92 and left + _AIR < x / w < right - _AIR:
            standing.append((square, easel.place(x / w, y / w)))
    for square, place in standing:
        shadow = painter.shadow(pieces[square], layout, theme)
        if shadow:
            corner = top_left(shadow.picture, place)
            easel.surface.blit(shadow.picture, (corner[0] + shadow.right, corner[1] + shadow.down))
    for square, place in standing:
        picture = painter.piece(pieces[square], square, layout, theme)
        easel.surface.blit(picture, top_left(picture, place))


def _tilted(
    flat: pygame.Surface, quad: tuple[Point, Point, Point, Point], onto: Matrix, unit: float
) -> tuple[pygame.Surface, float, float]:
    """A picture laid into the quadrilateral by that projection, and where its upper left corner lies."""
    width, height = flat.get_size()
    back = np.linalg.inv(onto)
    texture = pygame.surfarray.array3d(flat).transpose(1, 0, 2)
    left, right = math.floor(min(quad[0][0], quad[3][0])), math.ceil(max(quad[1][0], quad[2][0]))
    top, bottom = math.floor(quad[0][1]), math.ceil(quad[2][1])
    columns, rows = round((right - left) * unit), round((bottom - top) * unit)
    total = np.zeros((rows, columns, 3), np.float32)
    covered = np.zeros((rows, columns), np.float32)
    for dx in _SAMPLES:
        for dy in _SAMPLES:
            y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
            x, y = (x + dx) / unit + left, (y + dy) / unit + top
            below = back[2, 0] * x + back[2, 1] * y + back[2, 2]
            u = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / below
            v = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / below
            inside = (u >= 0) & (u < width) & (v >= 0) & (v < height)
            found = texture[np.clip(v, 0, height - 1).astype(np.int32), np.clip(u, 0, width - 1).astype(np.int32)]
            total += found * inside[..., None]
            covered += inside
    colours: Field = (total / np.maximum(covered, 1)[..., None]).astype(np.float32)
    return surface_from(colours, covered / np.float32(len(_SAMPLES) ** 2)), left, top


def _projection(plane: tuple[Point, ...], quad: tuple[Point, ...]) -> Matrix:
    """The 3 x 3 matrix that takes four points of a plane onto a quadrilateral."""
    rows, ends = [], []
    for (u, v), (x, y) in zip(plane, quad, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        ends += [x, y]
    solved = np.linalg.solve(np.array(rows, np.float64), np.array(ends, np.float64))
    return np.append(solved, 1.0).reshape(3, 3)


def _shade(easel: Easel, quad: tuple[Point, Point, Point, Point]) -> None:
    """The shade of the chest on the far end of the board."""
    (left, top), (right, _), near_right, near_left = quad
    share = _SHADE / (near_left[1] - top)
    corners = [
        (left, top),
        (right, top),
        (right + (near_right[0] - right) * share, top + _SHADE),
        (left + (near_left[0] - left) * share, top + _SHADE),
    ]
    from_x = math.floor(min(x for x, _ in corners)) - 1
    width = math.ceil(max(x for x, _ in corners)) + 1 - from_x
    moved = [(x - from_x, y - top) for x, y in corners]
    easel = easel.at(from_x, top)
    covered = easel.covered(width, _SHADE, polygon(moved))
    fading = np.linspace(1, 0, len(covered), dtype=np.float32)[:, None] ** 1.5 * 0.62
    easel.lay(surface_from((20, 10, 4), covered * fading), 0, 0)
