"""Boards of Reversi: one cloth or plank in a frame, with lines and four dots; each picture is made once."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.ui.board.layout import BoardLayout
from game.ui.board.styles import STYLES, BoardStyle, Texture, draw_edge, plain, planks, wooden_frame
from game.ui.board.textures import stone_slab, under_lamp
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import Steps, kept_in_steps
from game.ui.paint.surfaces import Colour, Field, bands, noise_in_steps, opaque_surface_in_steps, tinted_in_steps
from game.ui.paint.theme import Theme

_FROM_CORNER: Final = 2
"""So many squares from each corner there is a dot."""


@dataclass(frozen=True, slots=True)
class TableStyle:
    """One board. `frame` is the slab around the squares, `ground` what these are made of, `line` the colour of lines
    and dots."""

    name: str
    frame: BoardStyle
    ground: Texture
    line: Colour


def _felt(colour: Colour) -> Texture:
    """Cloth: short fibres in all directions, and the shade of a hand that has gone over it."""

    def texture(width: int, height: int, seed: int) -> Steps[Field]:
        rng = np.random.default_rng(seed)
        fibres = yield from noise_in_steps(height, width, max(2, height // 2), max(2, width // 2), rng)
        longer = yield from noise_in_steps(height, width, max(2, height // 3), max(2, width // 9), rng)
        shade = yield from noise_in_steps(height, width, 4, 5, rng)
        for band in bands(height, width):
            part = fibres[band] - 0.5
            part += (longer[band] - 0.5) * 0.7
            part += (shade[band] - 0.5) * 0.9
            part *= np.float32(0.12)
            fibres[band] = part + 1
            yield
        return (yield from tinted_in_steps(colour, fibres))

    return texture


def _slate(width: int, height: int, seed: int) -> Steps[Field]:
    return stone_slab(width, height, (58, 78, 84), seed, roughness=6)


_PALE: Colour = (238, 218, 184)

TABLES: Final[Mapping[str, TableStyle]] = MappingProxyType(
    {
        style.name: style
        for style in (
            TableStyle(
                "felt",
                BoardStyle("felt", wooden_frame((132, 86, 54), (92, 56, 34)), (18, 48, 34), _PALE, _PALE, (74, 46, 26)),
                _felt((40, 122, 82)),
                (16, 58, 40),
            ),
            TableStyle(
                "wood",
                BoardStyle(
                    "wood",
                    wooden_frame((226, 186, 128), (190, 142, 84)),
                    (92, 58, 28),
                    (92, 60, 26),
                    (163, 54, 42),
                    (150, 104, 54),
                ),
                planks((214, 168, 108), (176, 124, 70), 13, 0.8),
                (98, 62, 30),
            ),
            TableStyle(
                "indigo",
                BoardStyle(
                    "indigo",
                    wooden_frame((206, 178, 136), (166, 132, 90)),
                    (20, 34, 66),
                    (66, 44, 24),
                    (140, 40, 30),
                    (120, 90, 56),
                ),
                _felt((66, 98, 148)),
                (22, 40, 78),
            ),
            TableStyle(
                "night",
                BoardStyle("night", wooden_frame((70, 60, 56), (48, 40, 38)), (14, 18, 20), _PALE, _PALE, (32, 26, 24)),
                _slate,
                (22, 34, 38),
            ),
        )
    }
)
"""The boards by name, the usual one first; high contrast has its own."""

_CONTRAST: Final = TableStyle("contrast", STYLES["contrast"], plain((255, 255, 255)), (0, 0, 0))


def table_for(name: str, theme: Theme) -> TableStyle:
    """The board of that name, or the high-contrast one in that theme. Raises KeyError for no board."""
    return _CONTRAST if theme.is_contrast else TABLES[name]


def draw_table(canvas: Canvas, layout: BoardLayout, style: TableStyle) -> None:
    """The squares with their lines and dots, and the line around them. The canvas has scale 1."""
    grid = draw_edge(canvas, layout, style.frame.ink)
    left, top = grid.topleft
    canvas.lay(_ground(style, grid.width, grid.height), grid.topleft)
    thin = max(1, round((2.4 if canvas.theme.is_contrast else 1.5) * layout.unit))
    for line in range(1, layout.board.columns):
        canvas.surface.fill(style.line, (left + line * layout.cell - thin // 2, top, thin, grid.height))
    for line in range(1, layout.board.rows):
        canvas.surface.fill(style.line, (left, top + line * layout.cell - thin // 2, grid.width, thin))
    columns, rows = ((_FROM_CORNER, count - _FROM_CORNER) for count in (layout.board.columns, layout.board.rows))
    for column, row in itertools.product(columns, rows):
        canvas.circle(left + column * layout.cell, top + row * layout.cell, max(2.0, layout.cell * 0.055), style.line)


@kept_in_steps(3)
def _ground(style: TableStyle, width: int, height: int) -> Steps[pygame.Surface]:
    ground = yield from style.ground(width, height, 31)
    yield
    if style is not _CONTRAST:
        ground = yield from under_lamp(ground)
    return (yield from opaque_surface_in_steps(ground))
