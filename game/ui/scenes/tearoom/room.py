"""The tea house as one picture: everything in it that neither moves nor is touched."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import pygame

from game.ui.paint.kept import Steps, kept, kept_in_steps
from game.ui.paint.surfaces import Field, surface_from
from game.ui.paint.text import Fonts
from game.ui.scenes.tearoom import things
from game.ui.scenes.tearoom.chest import draw_chest
from game.ui.scenes.tearoom.festivals import Festival
from game.ui.scenes.tearoom.frame import BEAM, RoomFrame
from game.ui.scenes.tearoom.hours import Hour, Season
from game.ui.scenes.tearoom.offerings import hanging, offering
from game.ui.scenes.tearoom.relief import Easel, dimmed
from game.ui.scenes.tearoom.wall import ground
from game.ui.scenes.tearoom.window import draw_window

NIGHT_SHARES: Final = (0.215, 0.200, 0.235)
"""What is left of the colours at night where no light falls."""
_WARM = (1.0, 0.80, 0.56)
_ROWS = 64
_STONES = (((30, 30, 32), (54, 54, 58)), ((246, 242, 232), (226, 220, 206)))


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand or hang in a room, in units."""

    jar: tuple[float, float]
    kettle: tuple[float, float]
    cage: tuple[float, float]
    bowls: tuple[tuple[float, float], tuple[float, float]]
    lamp: tuple[float, float]
    offering: tuple[float, float]
    hanging: tuple[float, float]
    lanterns: tuple[tuple[float, float], ...]


def places(frame: RoomFrame, lanterns: int) -> Places:
    """Where everything is; `lanterns` hang on their cord at the right."""
    zoom, foot = frame.zoom, frame.top + 16 * frame.zoom
    x, y, radius = frame.window
    from_x, pitch = frame.aside(176), things.LANTERN_GAP * min(1.0, zoom)
    level = y - radius * 0.36
    hung = tuple((from_x + i * pitch, level + _sag(i, lanterns) * zoom) for i in range(lanterns))
    return Places(
        (frame.aside(-482), foot),
        (frame.aside(-378), foot),
        (frame.aside(-244), BEAM + 48 * zoom),
        ((x - 54 * zoom, foot + zoom), (x + 54 * zoom, foot + zoom)),
        (frame.aside(488), foot),
        (frame.aside(-282), foot),
        (x - radius - 46 * zoom, y - 34 * zoom),
        hung,
    )


def _sag(i: int, count: int) -> float:
    """How deep the cord hangs at a lantern."""
    share = (i - (count - 1) / 2) / max(1.0, count / 2)
    return 12 * (1 - share * share)


@kept_in_steps(2)
def room(
    frame: RoomFrame,
    unit: float,
    hour: Hour,
    season: Season,
    fonts: Fonts,
    lit: int,
    lanterns: int,
    festival: Festival | None = None,
) -> Steps[pygame.Surface]:
    """The room in pixels, `unit` of them a unit, with `lit` of its `lanterns` lit, decked out for a festival. Without
    drawers and plates, which move, and without the bird."""
    picture = yield from ground(frame, unit, hour)
    easel = Easel(picture, unit)
    x, y, _radius = frame.window
    draw_window(easel.at(x, y, frame.zoom), 122.0, hour, season)
    yield
    stand = places(frame, lanterns)
    if frame.has_cage:
        things.cage_behind(easel.at(*stand.cage, frame.zoom), (stand.cage[1] - BEAM) / frame.zoom)
    _cord(easel, stand)
    _lanterns(easel, frame, stand, lit, range(lit if hour.is_night else 0, lanterns))
    yield
    draw_chest(easel, frame, fonts)
    yield
    if festival is not None:
        hanging(easel.at(*stand.hanging, frame.zoom), festival, fonts)
        offering(easel.at(*stand.offering, 0.88 * frame.zoom), festival)
        yield
    if frame.has_shelf:
        things.jar(easel.at(*stand.jar, frame.zoom))
        yield
        things.kettle(easel.at(*stand.kettle, frame.zoom))
        yield
    for place, stones in zip(stand.bowls, _STONES, strict=True):
        things.bowl(easel.at(*place, frame.zoom), 72, stones)
    yield
    things.lamp(easel.at(*stand.lamp, frame.zoom), not hour.is_night)
    yield
    if hour.is_night:
        yield from _night(picture, unit, frame, stand)
        _lanterns(easel, frame, stand, lit, range(lit))
        if frame.has_shelf:
            easel.at(*stand.kettle, frame.zoom).glow(0, -17, 20, (255, 130, 50), 0.6)
        lamp = easel.at(*stand.lamp, frame.zoom)
        lamp.glow(0, things.LAMP_LIGHT, 110, (255, 180, 90), 0.55, 1.8)
        lamp.glow(0, things.LAMP_LIGHT + 6, 40, (255, 200, 120), 0.45, 1.2)
    return picture


def _cord(easel: Easel, stand: Places) -> None:
    if len(stand.lanterns) > 1:
        (first, level), (last, _) = stand.lanterns[0], stand.lanterns[-1]
        points = [(first - 16, level - 8), *((x, y - 4) for x, y in stand.lanterns), (last + 16, level - 8)]
        easel.stroke(things.open_curve(points), 1.4, (110, 80, 50))


def _lanterns(easel: Easel, frame: RoomFrame, stand: Places, lit: int, which: range) -> None:
    """Those lanterns, of which the first `lit` are."""
    for i in which:
        things.lantern(easel.at(*stand.lanterns[i], min(1.0, frame.zoom)), i < lit, i == lit - 1)


def _night(picture: pygame.Surface, unit: float, frame: RoomFrame, stand: Places) -> Steps[None]:
    """Night falls over all that is painted, but for pools of warm light and, less, for the drawers."""
    zoom = frame.zoom
    x, y, _radius = frame.window
    lights = [
        (stand.lamp[0], stand.lamp[1] - 62 * zoom, 96 * zoom, 0.66),
        (x + 10 * zoom, y - 20 * zoom, 92 * zoom, 0.80),
    ]
    if stand.lanterns:
        middle = stand.lanterns[len(stand.lanterns) // 2]
        lights.append((middle[0], middle[1] + 22, 90.0, 0.16))
    if frame.has_shelf:
        lights.append((stand.kettle[0], stand.kettle[1] - 16 * zoom, 60 * zoom, 0.35))
    width, height = picture.get_size()
    across = np.arange(width, dtype=np.float32) / np.float32(unit)
    pixels = pygame.surfarray.pixels3d(picture).transpose(1, 0, 2)
    for top in range(0, height, _ROWS):
        down = (np.arange(top, min(top + _ROWS, height), dtype=np.float32) / np.float32(unit))[:, None]
        warmth: Field = np.zeros((len(down), width), np.float32)
        for cx, cy, reach, strength in lights:
            warmth += (
                np.exp(-(((across - cx) / reach) ** 2))[None, :] * np.exp(-(((down - cy) / reach) ** 2))
            ) * strength
        share = np.asarray(NIGHT_SHARES, np.float32) + warmth[..., None] * np.asarray(_WARM, np.float32)
        band = pixels[top : top + _ROWS]
        band[...] = (band * np.clip(share, 0, 1)).astype(np.uint8)
        yield
    del pixels


@kept(4)
def bird(unit: float, is_night: bool) -> pygame.Surface:
    """The bird of the cage."""
    width, height = things.BIRD
    surface = _empty(width, height, unit)
    things.bird(Easel(surface, unit))
    return dimmed(surface, 0.3) if is_night else surface


@kept(4)
def cage_front(unit: float, is_night: bool) -> pygame.Surface:
    """The bars before the bird."""
    surface = _empty(96, 118, unit)
    things.cage_before(Easel(surface, unit))
    return dimmed(surface, 0.3) if is_night else surface


def _empty(width: float, height: float, unit: float) -> pygame.Surface:
    size = math.ceil(width * unit), math.ceil(height * unit)
    return surface_from((0, 0, 0), np.zeros((size[1], size[0]), np.float32))
