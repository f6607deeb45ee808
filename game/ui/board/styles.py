"""Board styles: what the slab is made of and which inks stand on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.ui.board.layout import BoardLayout
from game.ui.board.textures import bamboo, damask, lit, rice_paper, stone_slab, wood
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import Steps, kept_in_steps
from game.ui.paint.surfaces import (
    Colour,
    Field,
    bands,
    mix,
    rounded_distance_in_steps,
    surface_from,
    surface_in_steps,
    value_noise,
)
from game.ui.paint.theme import Theme

Texture = Callable[[int, int, int], Steps[Field]]
"""Width, height and seed to colours, H x W x 3."""


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """One material. `radius` and `front` (the front edge's height) are pixels of a slab of the reference height."""

    name: str
    texture: Texture
    ink: Colour  # lines
    label: Colour  # coordinates
    mark: Colour  # underlines the coordinates of the square under the mouse
    side: Colour  # the front edge
    radius: float = 10.0
    front: float = 8.0
    is_solid: bool = True
    """Whether the slab is thick and its edges catch the light (paper and the contrast board are flat)."""


_CINNABAR = (163, 54, 42)


def _kaya(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(wood(width, height, (236, 200, 142), (196, 148, 84), seed, rings=17, warp=0.05))


def _rosewood(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(wood(width, height, (206, 146, 92), (136, 80, 44), seed + 3, rings=13, warp=0.07))


def _slate(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(stone_slab(width, height, (96, 108, 106), seed, roughness=6))


def _paper(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(rice_paper(width, height, (246, 239, 222), seed))


def _night(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(wood(width, height, (112, 82, 60), (74, 50, 36), seed, rings=14, warp=0.06))


def _bamboo(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(bamboo(width, height, (228, 214, 156), (168, 146, 84), seed + 2))


def _silk(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(damask(width, height, (222, 190, 138), seed))


def plain(colour: Colour) -> Texture:
    """One colour without any grain."""

    def texture(width: int, height: int, seed: int) -> Steps[Field]:
        yield
        return np.broadcast_to(np.asarray(colour, np.float32), (height, width, 3)).copy()

    return texture


def planks(bright: Colour, dark: Colour, rings: int, strength: float = 1.0) -> Texture:
    """Wood between two colours, as many rings across; `strength` is its contrast."""

    def texture(width: int, height: int, seed: int) -> Steps[Field]:
        return wood(width, height, bright, dark, seed, rings=rings, strength=strength)

    return texture


def wooden_frame(bright: Colour, dark: Colour) -> Texture:
    """Wood under the lamp, for what lies around a board of fields."""

    def texture(width: int, height: int, seed: int) -> Steps[Field]:
        return lit(wood(width, height, bright, dark, seed, rings=9))

    return texture


_WHITE = plain((255, 255, 255))

STYLES: Final[Mapping[str, BoardStyle]] = MappingProxyType(
    {
        style.name: style
        for style in (
            BoardStyle("wood", _kaya, (66, 42, 18), (92, 60, 26), _CINNABAR, (150, 104, 54)),
            BoardStyle("rosewood", _rosewood, (54, 24, 10), (58, 28, 12), (58, 28, 12), (96, 54, 30)),
            BoardStyle("slate", _slate, (214, 220, 210), (232, 236, 226), (232, 236, 226), (58, 66, 65)),
            BoardStyle("paper", _paper, (70, 62, 54), (96, 84, 70), _CINNABAR, (214, 202, 176), 3.0, 3.0, False),
            BoardStyle("night", _night, (226, 198, 158), (226, 200, 164), (226, 200, 164), (48, 32, 22)),
            BoardStyle("bamboo", _bamboo, (52, 54, 24), (70, 70, 32), _CINNABAR, (128, 110, 58)),
            BoardStyle("silk", _silk, (74, 40, 22), (88, 48, 26), (136, 34, 26), (122, 40, 34), 4.0, 6.0, False),
            BoardStyle("contrast", _WHITE, (0, 0, 0), (0, 0, 0), (156, 0, 0), (0, 0, 0), 4.0, 0.0, False),
        )
    }
)
"""The styles by name; `contrast` is not offered but taken by the high-contrast theme."""


def style_for(name: str, theme: Theme) -> BoardStyle:
    """The style of that name, or the contrast board in the high-contrast theme. Raises KeyError for no style."""
    return STYLES["contrast" if theme.is_contrast else name]


def draw_edge(canvas: Canvas, layout: BoardLayout, ink: Colour) -> pygame.Rect:
    """The line around a board of fields. Returns where the fields lie in it; the canvas has scale 1."""
    rows, columns = layout.board.rows, layout.board.columns
    left, top = min(layout.column_x(0), layout.column_x(columns - 1)), min(layout.row_y(0), layout.row_y(rows - 1))
    grid = pygame.Rect(left, top, columns * layout.cell, rows * layout.cell)
    edge = max(2, round(2 * layout.unit)) * (2 if canvas.theme.is_contrast else 1)
    canvas.surface.fill(ink, grid.inflate(2 * edge, 2 * edge))
    return grid


def slab_rect(style: BoardStyle, layout: BoardLayout) -> pygame.Rect:
    """The board as a thing of this material. All materials have the same face, so that the grid stays where it is when
    the style changes; thin ones leave some of the room for the front edge free."""
    front = min(layout.front, round(style.front * layout.unit))
    return pygame.Rect(layout.x, layout.y, layout.width, layout.height - layout.front + front)


def slab(style: BoardStyle, layout: BoardLayout, seed: int) -> pygame.Surface:
    """The board lying on the table without lines, as large as its `slab_rect`, with transparent rounded corners."""
    rect = slab_rect(style, layout)
    front = rect.height - (layout.height - layout.front)
    return _slab(style, rect.width, rect.height, front, round(style.radius * layout.unit, 2), seed)


_EDGE = 2.2
"""How far inside the edge of a solid board its light reaches, in pixels."""


@kept_in_steps(6)
def _slab(style: BoardStyle, width: int, height: int, front: int, radius: float, seed: int) -> Steps[pygame.Surface]:
    """The face, its edge that catches the light, and the front below it; `height` counts the `front` in."""
    face_height = height - front
    face = yield from style.texture(width, face_height, seed)
    yield
    distance = yield from rounded_distance_in_steps(width, face_height, radius)
    if style.is_solid:
        _light_edge(face, radius, distance)
        yield
    cover = np.empty_like(distance)
    for band in bands(face_height, width):
        np.clip(0.5 - distance[band], 0, 1, out=cover[band])
        yield
    if not front:
        border = np.clip(3 + distance, 0, 1)  # a line 2 to 3 wide just inside the edge
        return surface_from(mix(face, style.side, border), cover)
    yield
    colours, alpha = yield from _with_front(face, cover, style, front, radius, seed)
    yield
    return (yield from surface_in_steps(colours, alpha))


def _light_edge(face: Field, radius: float, distance: Field) -> None:
    """Light the edge of a face as the lamp does: brighter above and left, darker below and right."""
    height, width = distance.shape
    x = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5 - width / 2)
    y = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5 - height / 2)
    # outwards from the inner rectangle on which the rounded corners turn
    out_x = np.sign(x) * np.maximum(abs(x) - np.float32(width / 2 - radius), 0)
    out_y = np.sign(y) * np.maximum(abs(y) - np.float32(height / 2 - radius), 0)
    # the light is gone 2.2 inside, so only a rim as wide as the corners is gone over
    rim = math.ceil(radius + _EDGE)
    middle = slice(rim, max(rim, height - rim))
    for rows, columns in (
        (slice(0, rim), slice(None)),
        (slice(middle.stop, None), slice(None)),
        (middle, slice(0, rim)),
        (middle, slice(max(rim, width - rim), None)),
    ):
        across, down = out_x[:, columns], out_y[rows]
        edge = np.clip(1 + distance[rows, columns] / np.float32(_EDGE), 0, 1)
        away = edge / np.maximum(np.hypot(across, down), np.float32(1e-3))
        light = 1 - away * (across * np.float32(0.55) + down * np.float32(0.8)) * np.float32(0.28)
        face[rows, columns] *= light[..., None]


def _with_front(
    face: Field, cover: Field, style: BoardStyle, front: int, radius: float, seed: int
) -> Steps[tuple[Field, Field]]:
    """The face with the front edge below it: colours and coverage of the whole slab."""
    face_height, width = cover.shape
    height = face_height + front
    colours = np.empty((3, height, width), np.float32).transpose(1, 2, 0)
    colours[face_height:] = 0
    alpha = np.zeros((height, width), np.float32)
    for band in bands(face_height, width):
        for plane in range(3):
            colours[band, :, plane] = face[band, :, plane]
            yield
        alpha[band] = cover[band]
        yield
    # the front shows in the lowest rows only: below the face, and beside its rounded lower corners
    start = height - min(face_height, math.ceil(radius) + front + 1)
    y = np.arange(start, height, dtype=np.float32)[:, None]
    body = cover[start - front :]
    body = np.where(y < height - radius, np.ceil(body), body)  # there the sides run straight down
    seen: Field = np.maximum(alpha[start:], body).astype(np.float32)
    shade = np.broadcast_to(1 - 0.22 * np.clip((y - face_height) / front, 0, 1), seen.shape)
    if style.is_solid:
        grain = value_noise(height - start, width, 1, max(2, width // 3), np.random.default_rng(seed))
        shade = shade * (1 + 0.14 * (grain - 0.5))
    side = np.asarray(style.side, np.float32) * shade[..., None].astype(np.float32)
    share: Field = (alpha[start:] / np.maximum(seen, 1e-3)).astype(np.float32)
    colours[start:] = mix(side, colours[start:], share)
    alpha[start:] = seen
    return colours, alpha
