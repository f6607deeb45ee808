"""Prints of the seals in the album: red on paper, or pressed into it without ink.

A print follows from its characters alone: its shape, whether they are cut out of the red or stand in it, how it is worn
and how it leans.
"""

from __future__ import annotations

import enum
from typing import Final

import numpy as np
import pygame

from game.ui.paint.kept import kept
from game.ui.paint.surfaces import (
    Colour,
    Field,
    coverage_of,
    mix,
    pixel_grid,
    rounded_distance,
    surface_from,
    value_noise,
)
from game.ui.paint.text import Face, Fonts

_CINNABAR: Final[Colour] = (168, 52, 40)
_OVER: Final = 3
"""Prints are drawn this many times as large and reduced."""
_MOST_TILT: Final = 1.6


class SealShape(enum.Enum):
    """The outline of a seal."""

    SQUARE = "square"
    ROUND = "round"
    OVAL = "oval"
    GOURD = "gourd"


_SHAPES: Final = (
    SealShape.SQUARE,
    SealShape.GOURD,
    SealShape.OVAL,
    SealShape.SQUARE,
    SealShape.ROUND,
    SealShape.SQUARE,
)


def shape_of(mark: str) -> SealShape:
    """The shape of the seal with these characters; two of them fit into any."""
    return _SHAPES[_seed(mark) % len(_SHAPES)] if len(mark) == 2 else SealShape.SQUARE


def _seed(mark: str) -> int:
    return sum(ord(character) * (i + 1) for i, character in enumerate(mark))


def is_filled(mark: str) -> bool:
    """Whether the characters are cut out of the red."""
    return _seed(mark) % 3 != 1


@kept(128)
def seal_print(fonts: Fonts, size_px: int, mark: str) -> pygame.Surface:
    """The print on a transparent square of `size_px` pixels."""
    shape, seed = shape_of(mark), _seed(mark)
    n = size_px * _OVER
    rng = np.random.default_rng(seed)
    distance = _distance(n, shape) + np.float32(n / 100)
    waver = (value_noise(n, n, 8, 8, rng) - 0.5) * np.float32(n / 68)
    glyphs = _glyphs(fonts, n, mark, shape)
    pits = value_noise(n, n, max(2, n // 4), max(2, n // 4), rng) > 0.94
    worn = 1 - np.float32(0.55) * pits - np.float32(0.12) * value_noise(n, n, 5, 5, rng)
    body = np.clip(0.5 - (distance + waver), 0, 1)
    if is_filled(mark):
        ring = np.clip(1.3 - abs(distance + n * 0.062) / (n * 0.010), 0, 1) * np.float32(0.8)
        coverage = body * worn * (1 - np.maximum(glyphs, ring))
    else:
        ring = np.clip(np.minimum(-(distance + waver), distance + waver + n * 0.062) + 0.5, 0, 1)
        coverage = np.maximum(glyphs, ring) * worn
    drawn = _leant(coverage, (seed * 37 % 5 - 2) * _MOST_TILT / 2)
    return surface_from(_CINNABAR, coverage_of(pygame.transform.smoothscale(drawn, (size_px, size_px))))


@kept(256)
def blind_print(
    fonts: Fonts, size_px: int, mark: str, ground: Colour, with_characters: bool, depth: float = 0.0
) -> pygame.Surface:
    """The same pressed into paper of the colour `ground`, without ink; its characters are shown on request, set off
    from it by `depth`, a share of black or on dark paper of white."""
    shape = shape_of(mark)
    n = size_px * _OVER
    distance = _distance(n, shape) + np.float32(n * 0.03)
    rim = np.clip(1 - abs(distance + n * 0.03) / (n * 0.034), 0, 1)
    height = np.clip(0.5 - distance / (n * 0.025), 0, 1) * np.float32(0.55) + rim * np.float32(0.8)
    glyphs = _glyphs(fonts, n, mark, shape) if with_characters else np.zeros_like(height)
    height = height + glyphs * np.float32(0.7)
    drawn = pygame.transform.smoothscale(_opaque(height / 1.6), (size_px, size_px))
    relief = coverage_of(drawn) * np.float32(1.6)
    down, across = np.gradient(relief)
    light = np.clip((across * 0.55 + down * 0.8) * 1.5, -1, 1).astype(np.float32)
    flat = tuple(round(part * 0.97) for part in ground)
    lit = mix((flat[0], flat[1], flat[2]), (255, 255, 255), np.clip(light, 0, 1) * np.float32(0.9))
    shaded = mix(lit, (0, 0, 0), np.clip(-light, 0, 1) * np.float32(0.34))
    if with_characters:
        written = coverage_of(pygame.transform.smoothscale(_opaque(glyphs), (size_px, size_px)))
        ink = (0, 0, 0) if sum(ground) > 3 * 128 else (255, 255, 255)
        shaded = mix(shaded, ink, written * np.float32(depth))
    return surface_from(shaded, np.clip(np.maximum(relief * 4, abs(light) * 5), 0, 1))


def _opaque(coverage: Field) -> pygame.Surface:
    """Coverage as white on black, to be turned and reduced without dark edges."""
    surface = pygame.Surface(coverage.shape[::-1], depth=24)
    grey = (np.clip(coverage, 0, 1) * 255).astype(np.uint8).T
    pygame.surfarray.blit_array(surface, np.repeat(grey[..., None], 3, 2))
    return surface


def _leant(coverage: Field, degrees: float) -> pygame.Surface:
    straight = _opaque(coverage)
    if not degrees:
        return straight
    turned = pygame.transform.rotozoom(straight, degrees, 1)
    drawn = pygame.Surface(straight.get_size(), depth=24)
    drawn.blit(turned, turned.get_rect(center=drawn.get_rect().center))
    return drawn


def _distance(n: int, shape: SealShape) -> Field:
    """How far each pixel lies outside the outline in a square of n pixels; negative inside."""
    if shape is SealShape.SQUARE:
        return rounded_distance(n, n, n * 0.15)
    x, y = (each / np.float32(n / 2) - 1 for each in pixel_grid(n, n))
    half = np.float32(n / 2)
    field: Field
    if shape is SealShape.ROUND:
        field = (np.hypot(x, y) - np.float32(0.94)) * half
    elif shape is SealShape.OVAL:
        field = (np.hypot(x / np.float32(0.74), y) - np.float32(0.97)) * half * np.float32(0.8)
    else:
        upper = np.hypot(x, y + np.float32(0.46)) - np.float32(0.47)
        lower = np.hypot(x, y - np.float32(0.30)) - np.float32(0.66)
        # both circles run into each other (a smooth minimum)
        soft = np.float32(0.12)
        share = np.clip(0.5 + 0.5 * (lower - upper) / soft, 0, 1)
        field = (lower * (1 - share) + upper * share - soft * share * (1 - share)) * half
    return field


def _places(count: int, shape: SealShape) -> tuple[tuple[float, float, float], ...]:
    """Middle and size of each character, as shares of the seal's size, in the order of reading."""
    if count == 1:
        return ((0.5, 0.5, 0.62),)
    if count == 2:
        if shape is SealShape.GOURD:
            return (0.5, 0.27, 0.27), (0.5, 0.66, 0.38)
        if shape is SealShape.OVAL:
            return (0.5, 0.31, 0.34), (0.5, 0.69, 0.34)
        return (0.5, 0.30, 0.38), (0.5, 0.70, 0.38)
    if count == 3:
        return (0.70, 0.5, 0.38), (0.30, 0.29, 0.37), (0.30, 0.71, 0.37)
    return (0.70, 0.30, 0.385), (0.70, 0.70, 0.385), (0.30, 0.30, 0.385), (0.30, 0.70, 0.385)


def _glyphs(fonts: Fonts, n: int, mark: str, shape: SealShape) -> Field:
    """The coverage of the characters, each with its ink around its place."""
    found = np.zeros((n, n), np.float32)
    for character, (across, down, size) in zip(mark, _places(len(mark), shape), strict=True):
        glyph = fonts.render(character, round(n * size), (255, 255, 255), Face.TITLE)
        ink = glyph.get_bounding_rect()
        drawn = pygame.surfarray.array_alpha(glyph).T[ink.top : ink.bottom, ink.left : ink.right]
        left, top = round(n * across - ink.width / 2), round(n * down - ink.height / 2)
        place = found[top : top + ink.height, left : left + ink.width]
        np.maximum(place, drawn[: place.shape[0], : place.shape[1]] / np.float32(255), out=place)
    return found
