"""Boards of draughts: what the frame and the light and dark fields are made of, and their picture, made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import pygame

from game.ui.board.layout import BoardLayout
from game.ui.board.styles import STYLES, BoardStyle, Texture, draw_edge, plain, planks, wooden_frame
from game.ui.board.textures import lit, rice_paper, stone_slab, under_lamp
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import Steps, kept_in_steps
from game.ui.paint.surfaces import Colour, Field, bands, mix_in_steps, noise_in_steps, opaque_surface_in_steps
from game.ui.paint.theme import Theme


@dataclass(frozen=True, slots=True)
class FieldStyle:
    """One board. `frame` is the slab that the fields lie in, `number` the ink of numbers on dark fields."""

    name: str
    frame: BoardStyle
    light: Texture
    dark: Texture
    number: Colour


def _veined(base: Colour, vein: Colour, roughness: float) -> Texture:
    """Polished stone with soft veins."""

    def texture(width: int, height: int, seed: int) -> Steps[Field]:
        stone = yield from stone_slab(width, height, base, seed, roughness)
        rng = np.random.default_rng(seed + 7)
        veins = yield from noise_in_steps(height, width, 3, 3, rng)
        finer = yield from noise_in_steps(height, width, 9, 9, rng)
        fine = yield from noise_in_steps(height, width, 28, 28, rng)
        strength = yield from noise_in_steps(height, width, 4, 4, rng)
        for band in bands(height, width):
            bends = veins[band]
            bends += finer[band] * np.float32(0.35)
            bends += fine[band] * np.float32(0.12)
            bends *= 5
            bends[...] = np.exp(-(((bends - np.round(bends)) / np.float32(0.045)) ** 2))
            bends *= strength[band] * np.float32(0.45)
            yield
        return (yield from mix_in_steps(stone, vein, veins))

    return texture


def _slate_frame(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(stone_slab(width, height, (70, 78, 82), seed, roughness=5))


def _cobalt_frame(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(stone_slab(width, height, (46, 70, 124), seed, roughness=5))


def _paper_frame(width: int, height: int, seed: int) -> Steps[Field]:
    return lit(rice_paper(width, height, (240, 231, 210), seed))


def _paper(base: Colour) -> Texture:
    def texture(width: int, height: int, seed: int) -> Steps[Field]:
        return rice_paper(width, height, base, seed)

    return texture


_WALNUT = wooden_frame((146, 98, 60), (108, 68, 40))
_NIGHT = wooden_frame((86, 58, 40), (62, 40, 28))
_PALE: Colour = (238, 218, 184)
_CONTRAST: Final = FieldStyle("contrast", STYLES["contrast"], plain((255, 255, 255)), plain((168, 168, 168)), (0, 0, 0))

FIELDS: Final[Mapping[str, FieldStyle]] = MappingProxyType(
    {
        style.name: style
        for style in (
            FieldStyle(
                "walnut",
                BoardStyle("walnut", _WALNUT, (62, 38, 20), _PALE, _PALE, (84, 52, 30)),
                planks((242, 220, 178), (218, 184, 134), 14, 0.62),
                planks((166, 116, 74), (130, 86, 52), 14, 0.8),
                (255, 252, 240),
            ),
            FieldStyle(
                "marble",
                BoardStyle("marble", _slate_frame, (40, 46, 48), (226, 230, 226), (226, 230, 226), (50, 56, 58)),
                _veined((226, 226, 218), (176, 180, 178), 6),
                _veined((122, 136, 140), (150, 162, 164), 7),
                (18, 24, 26),
            ),
            FieldStyle(
                "paper",
                BoardStyle(
                    "paper", _paper_frame, (120, 112, 92), (96, 84, 70), (163, 54, 42), (206, 194, 168), 3.0, 3.0, False
                ),
                _paper((250, 244, 230)),
                _paper((170, 186, 160)),
                (44, 54, 38),
            ),
            FieldStyle(
                "porcelain",
                BoardStyle("porcelain", _cobalt_frame, (24, 40, 84), (232, 238, 244), (232, 238, 244), (26, 42, 86)),
                _veined((240, 243, 243), (214, 222, 230), 3),
                _veined((104, 133, 182), (136, 162, 204), 6),
                (246, 250, 255),
            ),
            FieldStyle(
                "night",
                BoardStyle("night", _NIGHT, (30, 20, 14), (226, 200, 164), (226, 200, 164), (40, 26, 18)),
                planks((196, 164, 122), (166, 130, 88), 14, 0.62),
                planks((120, 82, 56), (92, 60, 40), 14, 0.8),
                (244, 224, 192),
            ),
        )
    }
)
"""The boards by name, the usual one first; high contrast has its own."""


def fields_for(name: str, theme: Theme) -> FieldStyle:
    """The board of that name, or the high-contrast one in that theme. Raises KeyError for no board."""
    return _CONTRAST if theme.is_contrast else FIELDS[name]


def draw_fields(canvas: Canvas, layout: BoardLayout, style: FieldStyle) -> None:
    """All fields and the line around them; the lower left one is dark. The canvas has scale 1."""
    grid = draw_edge(canvas, layout, style.frame.ink)
    canvas.lay(_fields(style, layout.cell, layout.board.rows, layout.board.columns), grid.topleft)


@kept_in_steps(4)
def _fields(style: FieldStyle, cell: int, rows: int, columns: int) -> Steps[pygame.Surface]:
    """Every field is cut from another place of its stuff, so that no two are alike."""
    width, height = columns * cell, rows * cell
    light = yield from style.light(width, height, 22)
    yield
    dark_stuff = yield from style.dark(width, height, 23)
    stuffs = (light, dark_stuff)
    picture = np.empty((height, width, 3), np.float32)
    for row in range(rows):
        yield
        for column in range(columns):
            x = (column * 53 + row * 5) * 3 % max(1, width - cell)
            y = (row * 37 + column * 11) * 7 % max(1, height - cell)
            dark = (row + column + rows + 1) % 2 == 0  # rows are counted from the top here
            patch = stuffs[dark][y : y + cell, x : x + cell]
            shade = 1.0 if style is _CONTRAST else 1 - 0.008 * ((row * 7 + column * 3) % 3)
            picture[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = patch * np.float32(shade)
    yield
    shaded = picture if style is _CONTRAST else (yield from under_lamp(picture))
    return (yield from opaque_surface_in_steps(shaded))
