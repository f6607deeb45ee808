"""What is seen over a board for a moment when something great happens: ink that splashes, petals that fall. Drawn by
numbers, from a few small pictures that are made once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
import pygame

from game.rules.core import Square
from game.ui.board.layout import BoardLayout
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.surfaces import Colour, Field, surface_from
from game.ui.paint.theme import Theme

SPLASH_S: Final = 0.75
PETALS_S: Final = 1.6

_STAGES: Final = 6
"""Pictures of a splash that grows."""
_FRAMES_PER_S: Final = 60
_GROWN: Final = 0.3
"""The share of its time after which a splash only fades."""
_REACH: Final = 1.5
_LARGE_REACH: Final = 2.3
"""How far a splash goes, in cells: of a check, of a mate."""
_INK: Final[Colour] = (46, 30, 24)
_DROPS: Final = 24
_TAILED: Final = 4
"""One drop in this many has a tail."""
_TURNS, _TILTS = 12, 3
_PINK: Final[tuple[Colour, ...]] = ((214, 118, 128), (236, 168, 170))
_EACH: Final = 5
"""Petals for each square that decided the game."""


class Flourish(Protocol):
    """Something seen for a moment."""

    def advance(self, dt: float) -> bool:
        """Go on for `dt` seconds. Returns whether it still lasts."""
        ...

    def draw(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Draw it as it is now; the canvas has scale 1."""
        ...


class _Lasting:
    """Lasts for some seconds after a delay."""

    def __init__(self, duration: float, delay: float) -> None:
        self._duration = duration
        self._elapsed = -delay

    def advance(self, dt: float) -> bool:
        """Go on."""
        self._elapsed += dt
        return self._elapsed < self._duration

    @property
    def _share(self) -> float:
        """How much of it is over; below 0 before it begins."""
        return self._elapsed / self._duration


class InkSplash(_Lasting):
    """Ink that springs from under a piece and dries away; what stands in its middle stays free."""

    def __init__(self, square: Square, delay: float = 0.0, is_large: bool = False) -> None:
        super().__init__(SPLASH_S, delay)
        self._square = square
        self._reach = _LARGE_REACH if is_large else _REACH

    def draw(self, canvas: Canvas, layout: BoardLayout) -> None:
        """The splash, at first growing, then fading."""
        share = self._share
        stage = min(_STAGES, 1 + int(share / _GROWN * _STAGES))
        if share < 0:  # nothing is seen yet: its pictures are made meanwhile, one a frame
            stage = 1 + int(-share * SPLASH_S * _FRAMES_PER_S) % _STAGES
        picture = _splash_on(canvas, layout, self._reach, stage)
        if share < 0:
            return
        x, y = layout.centre_of(self._square)
        fading = min(1.0, max(0.0, (share - _GROWN) / (1 - _GROWN)))
        alpha = round(200 * (1 - fading) ** 1.5)
        canvas.lay(picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2)), alpha)


class SplashPictures:
    """The pictures of the splashes on one board, made before there is one."""

    def __init__(self) -> None:
        self._made_for: tuple[BoardLayout, Theme] | None = None
        self._left: list[tuple[float, int]] = []

    def make_next(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Make one that is not made yet; the canvas has scale 1."""
        if self._made_for != (layout, canvas.theme):
            self._made_for = layout, canvas.theme
            self._left = [(reach, 1 + stage) for reach in (_LARGE_REACH, _REACH) for stage in range(_STAGES)]
        if self._left:
            _splash_on(canvas, layout, *self._left[-1])
            self._left.pop()


def _splash_on(canvas: Canvas, layout: BoardLayout, reach: float, stage: int) -> pygame.Surface:
    colour = canvas.theme.red if canvas.theme.is_contrast else _INK
    return _splash(round(layout.cell * reach), round(layout.diameter / 2), stage, colour)


@kept(2 * _STAGES)
def _splash(reach: int, free: int, stage: int, colour: Colour) -> pygame.Surface:
    """A splash that reaches `reach` pixels from its middle, of which `free` are left out."""
    cover = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    dice = np.random.default_rng(11)
    grown = (stage / _STAGES) ** 0.6
    # the pool: a ring with a ragged edge
    waves = [(k, dice.uniform(0.5, 1.0) / k**0.7, dice.uniform(0, math.tau)) for k in (2, 3, 5, 9)]
    part, x, y = _around(cover, 0, 0, free + 0.28 * reach)
    away, angle = np.hypot(x, y), np.arctan2(y, x)
    ragged = sum(strength * np.sin(k * angle + phase) for k, strength, phase in waves)
    edge = free + reach * grown * np.maximum(0.0, 0.10 + 0.075 * ragged)
    part[:] = np.clip(edge - away + 0.5, 0, 1)
    # drops, each flung out along its own line: the further the smaller, a few with a short tail
    for number in range(_DROPS):
        at, far = dice.uniform(0, math.tau), dice.uniform(0.3, 1.0) ** 1.3
        radius = reach * (0.075 - 0.055 * far) * dice.uniform(0.6, 1.25)
        out = free + (reach - radius - free - 1) * far * grown
        right, down = math.cos(at), math.sin(at)
        has_tail = number % _TAILED == 0
        part, x, y = _around(cover, out * right, out * down, (6 if has_tail else 1) * radius + 1)
        along, beside = x * right + y * down, -x * down + y * right
        drop = np.clip(radius - np.hypot(along - out, beside) + 0.5, 0, 1)
        if has_tail:
            tail = radius * 0.8 * np.clip(1 - (out - along) / (5 * radius), 0, 1)
            drop = np.maximum(drop, np.clip(tail - np.abs(beside) + 0.5, 0, 1) * (along < out) * (along > 0))
        np.maximum(part, drop, out=part)
    part, x, y = _around(cover, 0, 0, free + 1)
    part *= np.clip(np.hypot(x, y) - free + 0.5, 0, 1)
    return surface_from(colour, cover)


def _around(field: Field, x: float, y: float, reach: float) -> tuple[Field, Field, Field]:
    """The part of a field that lies about a place counted from its middle, and where its columns and rows lie."""
    middle = field.shape[0] // 2
    left, top = max(0, math.floor(middle + x - reach)), max(0, math.floor(middle + y - reach))
    part = field[top : math.ceil(middle + y + reach) + 1, left : math.ceil(middle + x + reach) + 1]
    columns = np.arange(part.shape[1], dtype=np.float32) + np.float32(left - middle)
    rows = np.arange(part.shape[0], dtype=np.float32) + np.float32(top - middle)
    return part, columns[None, :], rows[:, None]


@dataclass(frozen=True, slots=True)
class _Petal:
    """Where a petal begins and ends, in cells from its square, how it spins, and when it begins."""

    square: Square
    across: float
    down: float
    sway: float
    turn: float
    spin: float
    late: float
    colour: int


class Petals(_Lasting):
    """Plum petals that spring from some squares, sway down and fade."""

    def __init__(self, squares: Sequence[Square], delay: float = 0.0) -> None:
        super().__init__(PETALS_S, delay)
        dice = np.random.default_rng([7, *squares])
        self._petals = tuple(
            _Petal(
                square,
                float(dice.uniform(-2.6, 2.6)),
                float(dice.uniform(1.2, 4.6)),
                float(dice.uniform(0.1, 0.45)),
                float(dice.uniform(0, math.tau)),
                float(dice.uniform(-5, 5)),
                float(dice.uniform(0, 0.3)),
                int(dice.integers(len(_PINK))),
            )
            for square in squares
            for _ in range(_EACH)
        )

    def draw(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Each petal where it is now."""
        for petal in self._petals:
            share = (self._share - petal.late) / (1 - petal.late)
            if 0 <= share < 1:
                self._draw_petal(canvas, layout, petal, share)

    @staticmethod
    def _draw_petal(canvas: Canvas, layout: BoardLayout, petal: _Petal, share: float) -> None:
        x, y = layout.centre_of(petal.square)
        out = 1 - (1 - share) ** 2
        swaying = petal.sway * math.sin(share * 9 + petal.turn)
        x += layout.cell * (petal.across * out + swaying)
        # up at first, then down
        y += layout.cell * (petal.down * share * share - 1.1 * math.sin(math.pi * min(1.0, 2 * share)) * (1 - share))
        turn = round((petal.turn + petal.spin * share) / math.tau * _TURNS) % _TURNS
        tilt = round((1 + math.sin(petal.turn + 7 * share)) / 2 * (_TILTS - 1))
        picture = _petal(max(5, round(layout.cell * 0.46)), turn, tilt, _PINK[petal.colour])
        alpha = round(255 * min(1.0, 2.2 * (1 - share)))
        half = picture.get_width() / 2
        canvas.lay(picture, (round(x - half), round(y - half)), alpha)


@kept(_TURNS * _TILTS * 2)
def _petal(length: int, turn: int, tilt: int, colour: Colour) -> pygame.Surface:
    """A petal with a notch at its tip, turned by this many twelfths and seen at a slant; darker at its foot."""
    size = length + 4
    axis = (np.arange(size, dtype=np.float32) - size / 2 + 0.5) / (length / 2)
    angle = math.tau * turn / _TURNS
    along = axis[None, :] * math.cos(angle) + axis[:, None] * math.sin(angle)
    beside = -axis[None, :] * math.sin(angle) + axis[:, None] * math.cos(angle)
    wide = (0.62, 0.42, 0.26)[tilt] * (1 + 0.35 * np.clip(along, -1, 1))
    inside = 1 - np.hypot(along, beside / wide)
    notch = np.hypot(along - 1.08, beside / (0.5 * wide)) - 0.26
    cover = np.clip(np.minimum(inside * 0.5, notch * 0.6) * length / 2 + 0.5, 0, 1)
    shade = np.clip(0.86 + 0.16 * along, 0.7, 1.0)[..., None]
    return surface_from((np.asarray(colour) * shade).astype(np.float32), cover.astype(np.float32))
