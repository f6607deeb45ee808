"""Wall, beam and table: the ground that everything in the tea house stands on."""

from __future__ import annotations

import numpy as np
import pygame

from game.ui.board.textures import wood
from game.ui.paint.kept import Steps
from game.ui.paint.surfaces import Colour, Field, noise_in_steps
from game.ui.scenes.tearoom.frame import BEAM, TABLE_EDGE, RoomFrame
from game.ui.scenes.tearoom.hours import Hour

_ROWS = 64
_EDGE_LIGHT: Colour = (236, 200, 152)
_FRONT_LIGHT: Colour = (222, 184, 136)


def ground(frame: RoomFrame, unit: float, hour: Hour) -> Steps[pygame.Surface]:
    """The picture of an empty room, in steps."""
    width, height = round(frame.width * unit), round(frame.height * unit)
    edge, front, beam = (round(y * unit) for y in (frame.table, frame.height - TABLE_EDGE, BEAM))
    surface = pygame.Surface((width, height), 0, 24)
    pixels = pygame.surfarray.pixels3d(surface).transpose(1, 0, 2)
    yield from _wall(pixels[:edge], frame, unit, hour)
    table = yield from _plank(width, front - edge, (204, 160, 112), (160, 112, 70), 8, 12, 0.85)
    down = np.linspace(0, 1, front - edge, dtype=np.float32)[:, None]
    across = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    for top in range(0, front - edge, _ROWS):
        band = slice(top, top + _ROWS)
        part = table[band] * (1.02 - 0.16 * down[band] - 0.10 * across**2)[..., None]
        _write(pixels[edge:front][band], part)
        yield
    shade = round(6 * unit)
    _darken(pixels[edge - shade : edge], 1.0, 0.88)
    light = max(1, round(unit))
    pixels[edge : edge + light] = pixels[edge : edge + light] * 0.3 + np.array(_EDGE_LIGHT) * 0.7
    board = yield from _plank(width, height - front, (112, 74, 48), (78, 50, 32), 14, 5, 1.0)
    _write(pixels[front:], board * np.linspace(1.06, 0.82, height - front, dtype=np.float32)[:, None, None])
    pixels[front - light : front + light] = _FRONT_LIGHT
    _write(pixels[:beam], (yield from _plank(width, beam, (98, 66, 46), (66, 42, 30), 2, 6, 1.0)))
    _darken(pixels[beam : beam + round(10 * unit)], 0.80, 1.0)
    del pixels
    return surface


def _wall(
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], frame: RoomFrame, unit: float, hour: Hour
) -> Steps[None]:
    """Plaster with the light of the hour around the window."""
    height, width = pixels.shape[:2]
    rng = np.random.default_rng(11)
    grain = ((yield from noise_in_steps(height, width, max(2, height // 2), max(2, width // 2), rng)) - 0.5) * 3
    grain += ((yield from noise_in_steps(height, width, 5, 7, rng)) - 0.5) * 5
    x = np.arange(width, dtype=np.float32) / np.float32(unit)
    y = np.arange(height, dtype=np.float32) / np.float32(unit)
    middle, level, radius = frame.window
    lit_x = np.exp(-(((x - middle) / (3.44 * radius)) ** 2))
    lit_y = np.exp(-(((y - level) / (1.9 * radius)) ** 2))
    far = 1 - 0.07 * np.clip(abs(x - middle) / frame.middle - 0.45, 0, 1) ** 1.4
    for top in range(0, height, _ROWS):
        band = slice(top, top + _ROWS)
        light = (lit_y[band, None] * lit_x[None, :])[..., None] * np.asarray(hour.light, np.float32)
        part = np.asarray(hour.wall, np.float32) + grain[band, :, None] + light
        _write(pixels[band], part * far[None, :, None])
        yield


def _plank(
    width: int, height: int, bright: Colour, dark: Colour, seed: int, rings: int, strength: float
) -> Steps[Field]:
    """Wood whose rings lie along the window."""
    upright = yield from wood(height, width, bright, dark, seed, rings, 0.05, strength)
    return upright.transpose(1, 0, 2)


def _write(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], field: Field) -> None:
    pixels[...] = np.clip(field, 0, 255).astype(np.uint8)


def _darken(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], first: float, last: float) -> None:
    """Multiply rows by shares that go from the first to the last."""
    shares = np.linspace(first, last, len(pixels), dtype=np.float32)[:, None, None]
    pixels[...] = (pixels * shares).astype(np.uint8)
