"""The lacquer chest across the table: its top, the band with the gold fret, brass corners, the lock, and the dark below
from which the drawers come."""

from __future__ import annotations

import numpy as np

from game.ui.paint.pen import Pen
from game.ui.paint.seal import GLYPH_SHARE
from game.ui.paint.surfaces import Colour, pixel_grid, surface_from
from game.ui.paint.text import Face, Fonts
from game.ui.scenes.tearoom.frame import FAR, RoomFrame
from game.ui.scenes.tearoom.relief import Easel, Light, between, coloured, polygon

LACQUER: Colour = (44, 28, 24)
LACQUER_LIGHT: Colour = (150, 106, 80)
BRASS: Colour = (196, 150, 78)
_GOLD: Colour = (190, 146, 78)
_BAND: Colour = (50, 30, 26)
_DARK: Colour = (34, 20, 16)
_INSET = 26.0
"""By how much the far edge of the top is shorter at each end."""
_CORNER = 44.0
_PIECE = 22.0
"""One turn of the fret."""


def draw_chest(easel: Easel, frame: RoomFrame, fonts: Fonts) -> None:
    """The chest, on an easel whose units are the window's."""
    width, top, band = frame.right - frame.left, frame.band - frame.top, frame.drawers - frame.band
    easel.shadow(frame.left - 6, frame.band + 6, width + 12, frame.plates - frame.band, 8, 16, 130)
    _top(easel.at(frame.left, frame.top), width, top)
    _body(easel.at(frame.left, frame.band), width, band)
    below = frame.plates - frame.drawers
    spread = (1 / FAR - 1) * width / 2
    corners = [
        (frame.left, frame.drawers),
        (frame.right, frame.drawers),
        (frame.right + spread, frame.drawers + below),
        (frame.left - spread, frame.drawers + below),
    ]
    easel.stroke(corners, 1, _DARK, fill=True)
    _fret(easel.at(frame.left, frame.band + band / 2 - 7), width)
    for y in (4.0, band - 3):
        easel.rounded(frame.left + 52, frame.band + y, width - 104, 1, 0, between(_GOLD, _BAND, 0.45))
    _corners(easel, frame, band)
    _lock(easel.at(frame.middle, frame.band + band / 2 + 1), fonts)


def _top(easel: Easel, width: float, height: float) -> None:
    covered = easel.covered(
        width, height + 2, polygon([(_INSET, 0), (width - _INSET, 0), (width, height + 2), (0, height + 2)])
    )
    x, y = pixel_grid(covered.shape[1], covered.shape[0])
    down = y / covered.shape[0]
    shine = np.exp(-(((x / easel.unit - width / 2) / 150) ** 2)) * (1 - down)
    easel.lay(surface_from(coloured((62, 40, 34), 1.12 - 0.30 * down) + coloured((84, 46, 22), shine), covered), 0, 0)
    easel.rounded(0, height, width, 1, 0, (124, 86, 64))


def _body(easel: Easel, width: float, band: float) -> None:
    x, y = pixel_grid(easel.pixels(width), easel.pixels(band + 40))
    x, y = x / easel.unit, y / easel.unit
    shine = np.exp(-(((x - width / 2) / 260) ** 2) - ((y - 5) / 9) ** 2)
    body = coloured(_BAND, 1.10 - 0.38 * np.clip(y / band, 0, 1)) + coloured((40, 22, 14), shine)
    easel.lay(surface_from(body, np.ones(x.shape, np.float32)), 0, 1)


def _fret(easel: Easel, width: float) -> None:
    """The old pattern of squared spirals, left out around the lock."""
    count = int((width - 120) // _PIECE)

    def draw(pen: Pen) -> None:
        for i in range(count):
            x = 60 + i * _PIECE + ((width - 120) - count * _PIECE) / 2
            if abs(x + 11 - width / 2) >= 46:
                spiral = [(0, 13), (0, 3), (16, 3), (16, 13), (5, 13), (5, 8), (11, 8)]
                pen.line([(x + right, down) for right, down in spiral], 1.15)

    easel.flat(width, 16, draw, _GOLD, 0.65)


def _corners(easel: Easel, frame: RoomFrame, band: float) -> None:
    shape = [(0.0, 0.0), (_CORNER, 0.0), (34.0, band / 2), (_CORNER, band + 1), (0.0, band + 1)]
    for is_right in (False, True):
        x = frame.right - _CORNER if is_right else frame.left
        points = [(_CORNER - right, down) for right, down in shape] if is_right else shape
        easel.at(x, frame.band).turned(_CORNER, band + 1, polygon(points), BRASS, Light(0.35, 0.3, 0.4))
        for right, down in ((10.0, 7.0), (10.0, band - 7), (24.0, band / 2)):
            easel.dot(x + (_CORNER - right if is_right else right), frame.band + down, 1.8, (112, 78, 34))


def _lock(easel: Easel, fonts: Fonts) -> None:
    """A brass disc with the character of the house."""
    easel.shadow(-22, -20, 44, 44, 22, 5, 120)
    size = easel.pixels(52)
    x, y = pixel_grid(size, size)
    x, y = (x - size / 2) / easel.unit, (y - size / 2) / easel.unit
    away = np.hypot(x, y)
    towards = -(x * 0.55 + y * 0.8) / 22
    lit = 1 + 0.26 * towards + 0.25 * np.exp(-(((away - 20) / 1.2) ** 2)) * towards
    lit = lit - 0.25 * np.exp(-(((away - 17.5) / 0.9) ** 2))
    easel.lay(surface_from(coloured(BRASS, lit), np.clip((22 - away) * easel.unit + 0.5, 0, 1)), -26, -26)
    glyph = fonts.render("弈", easel.pixels(28 * GLYPH_SHARE), (92, 58, 22), Face.TITLE)
    ink = glyph.get_bounding_rect()
    left, top = easel.place(0, 0)
    easel.surface.blit(glyph, (left - ink.centerx, top - ink.centery))
