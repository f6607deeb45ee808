"""The opponents' portraits: calm busts of flat shapes on a grid of 64, eyes closed over their next move. What happens
at the table is written in their faces, by other arcs for eyes and mouth and a shift of the brows.

A child with two buns, a student, a lady with a hairpin, a scholar in a square cap, an official in a winged hat, a
white-bearded master, a grandmaster with a crown; sliders for the opponent one makes oneself, and a chip for another
program.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pygame

from game.ui.paint.kept import Steps, kept, kept_in_steps
from game.ui.paint.pen import Pen, Point
from game.ui.paint.surfaces import Colour, pixel_grid, surface_from

_GRID = 64
_FINER = 6

_SKIN: Colour = (240, 208, 176)
_HAIR: Colour = (44, 36, 34)
_WHITE_HAIR: Colour = (240, 238, 232)
_BROW: Colour = (70, 54, 46)
_EYE: Colour = (60, 44, 38)
_EYE_WHITE: Colour = (252, 248, 240)
_NOSE: Colour = (206, 160, 130)
_LIPS: Colour = (170, 84, 70)
_COLLAR: Colour = (250, 244, 232)
_BLACK_HAT: Colour = (34, 30, 32)
_BRASS: Colour = (214, 178, 96)
_SLIDERS: Colour = (92, 78, 60)
_GROUND: Colour = (224, 216, 202)
"""Behind what is not a person."""


class Expression(enum.Enum):
    """What a face shows."""

    CALM = enum.auto()
    THINKING = enum.auto()
    PLEASED = enum.auto()
    STARTLED = enum.auto()
    DEJECTED = enum.auto()


@dataclass(frozen=True, slots=True)
class _Arc:
    """A part of a circle about a point at this height, from one angle to the other in degrees, clockwise from the
    right."""

    y: float
    radius: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class _Features:
    """What a mood changes in the plain face. `eyes` None = wide open, `droop` turns their outer ends down by this many
    degrees; `brows` are lifted by so much, and their inner ends by `inner` more."""

    eyes: _Arc | None
    mouth: _Arc
    droop: float = 0.0
    brows: float = 0.0
    inner: float = 0.0


_SHUT = _Arc(30.2, 2.5, 20, 160)
_EXPRESSIONS = {
    Expression.CALM: _Features(_SHUT, _Arc(37.2, 3.0, 35, 145)),
    Expression.THINKING: _Features(_Arc(27.4, 5.0, 60, 120), _Arc(31.6, 8.0, 75, 105), brows=-0.5, inner=-1.1),
    Expression.PLEASED: _Features(_Arc(32.6, 2.6, 200, 340), _Arc(36.0, 4.2, 25, 155), brows=0.7),
    Expression.STARTLED: _Features(None, _Arc(39.8, 1.3, 0, 360), brows=1.8, inner=0.4),
    Expression.DEJECTED: _Features(_Arc(31.0, 2.6, 20, 160), _Arc(42.4, 3.2, 220, 320), droop=22, inner=1.7),
}


@dataclass(frozen=True, slots=True)
class _Sitter:
    """What differs between the busts: colours, and what is drawn behind and over the plain face."""

    ground: Colour
    robe: Colour
    dress: Callable[[Pen], None]  # hair, hat, beard, cheeks: over the face
    behind: Callable[[Pen], None] | None = None  # long hair: under the face
    brow: Colour = _BROW
    brow_width: float = 1.5


@kept_in_steps(128)
def portrait(kind: str, diameter_px: int, mood: Expression = Expression.CALM) -> Steps[pygame.Surface]:
    """The round portrait of an opponent on a transparent square of `diameter_px` pixels, cached: don't draw on it. What
    is not a person shows no mood.

    Raises KeyError for a kind that is not in `PORTRAITS`.
    """
    if kind not in PORTRAITS:
        raise KeyError(f"no portrait is called {kind!r}; there are {', '.join(PORTRAITS)}")
    sitter = _SITTERS.get(kind)
    canvas = pygame.Surface((diameter_px * _FINER, diameter_px * _FINER), 0, 24)
    canvas.fill(sitter.ground if sitter else _GROUND)
    pen = Pen(canvas, diameter_px * _FINER / _GRID)
    if sitter:
        _bust(pen, sitter, _EXPRESSIONS[mood])
    else:
        _THINGS[kind](pen)
    yield
    return _rounded(pygame.transform.smoothscale(canvas, (diameter_px, diameter_px)))


@kept(128)
def faded_portrait(kind: str, diameter_px: int, ground: Colour) -> pygame.Surface:
    """The portrait of somebody who has not been met yet: nearly grey, and half the ground that it lies on."""
    known = portrait(kind, diameter_px)
    colours = pygame.surfarray.array3d(known).transpose(1, 0, 2).astype(np.float32)
    grey = colours.mean(axis=2, keepdims=True) * np.float32(0.75) + colours * np.float32(0.25)
    covered = pygame.surfarray.array_alpha(known).T.astype(np.float32) / np.float32(255)
    return surface_from(np.float32(0.45) * grey + np.float32(0.55) * np.asarray(ground, np.float32), covered)


def _rounded(square: pygame.Surface) -> pygame.Surface:
    """The picture cut to a disc, with a slightly darker rim."""
    size = square.get_width()
    x, y = pixel_grid(size, size)
    radius = np.hypot(x - size / 2, y - size / 2)
    rim = np.clip(1.25 - abs(radius - (size / 2 - 1.25)), 0, 1) * np.float32(0.27)
    rgb = pygame.surfarray.array3d(square).transpose(1, 0, 2).astype(np.float32)
    return surface_from(rgb * (1 - rim)[..., None], np.clip(size / 2 - radius, 0, 1))


# What all have in common -----------------------------------------------------------------------------------------


def _bust(pen: Pen, sitter: _Sitter, features: _Features) -> None:
    _robe(pen, sitter.robe)
    if sitter.behind:
        sitter.behind(pen)
    _face(pen, sitter, features)
    sitter.dress(pen)


def _robe(pen: Pen, colour: Colour) -> None:
    """Shoulders, neck, and the crossed collar, left over right."""
    fold = (int(colour[0] * 0.78), int(colour[1] * 0.78), int(colour[2] * 0.78))
    pen.blob([(6, 68), (10, 54), (22, 47), (42, 47), (54, 54), (58, 68), (32, 80)], colour)
    pen.polygon([(27, 45), (37, 45), (36, 52), (32, 58), (28, 52)], _SKIN)
    pen.line([(26, 46), (32, 57), (35, 66)], 3.4, colour=_COLLAR)
    pen.line([(38, 46), (32, 57)], 3.4, colour=_COLLAR)
    pen.line([(22, 49), (31, 62)], 1.4, colour=fold)


def _face(pen: Pen, sitter: _Sitter, features: _Features) -> None:
    head: list[Point] = [(20, 28), (21, 20), (32, 15), (43, 20), (44, 28), (42, 38), (36, 45), (32, 46.5)]
    pen.blob([*head, (28, 45), (22, 38)], _SKIN)
    for x in (19.6, 44.4):
        pen.circle(x, 31, 2.6, colour=_SKIN)
    for side in (-1, 1):
        _eye(pen, side, features)
        brow = [(32 + side * 3.6, 26.2 - features.brows - features.inner), (32 + side * 8.4, 25.6 - features.brows)]
        pen.line(brow, sitter.brow_width, colour=sitter.brow)
    pen.line([(32, 32), (31.2, 35.2)], 0.9, colour=_NOSE)
    mouth = features.mouth
    pen.arc(32, mouth.y, mouth.radius, mouth.start, mouth.end, 1.1, colour=_LIPS)


def _eye(pen: Pen, side: int, features: _Features) -> None:
    """The left eye for -1, the right one for 1."""
    x, lid = 32 + side * 6, features.eyes
    if lid:
        turn = side * features.droop
        pen.arc(x, lid.y, lid.radius, lid.start + turn, lid.end + turn, 1.15, colour=_EYE)
    else:
        pen.circle(x, 30.6, 2.5, colour=_EYE_WHITE)
        pen.circle(x, 30.6, 1.5, colour=_EYE)


def _cheeks(pen: Pen, radius: float, colour: Colour) -> None:
    for x in (24.5, 39.5):
        pen.circle(x, 35.5, radius, colour=colour)


def _moustache(pen: Pen, reach: float, droop: float, width: float, colour: Colour, top: float = 35.9) -> None:
    """Two strokes from the middle of the lip, `reach` out and `droop` down."""
    for side in (-1, 1):
        pen.line([(32 + side, top), (32 + side * (1 + reach), top + droop)], width, colour=colour)


# The sitters -----------------------------------------------------------------------------------------------------


def _child(pen: Pen) -> None:
    pen.blob([(19, 29), (19, 19), (32, 12), (45, 19), (45, 29), (41, 22), (32, 20), (23, 22)], _HAIR)
    for x in (19, 45):
        pen.circle(x, 13.5, 5.4, colour=_HAIR)
        pen.rectangle(x - 3, 17, 6, 2.2, 1, colour=(196, 72, 56))
    _cheeks(pen, 2.5, (236, 178, 150))


def _student(pen: Pen) -> None:
    pen.blob([(19, 29), (19, 19), (32, 12), (45, 19), (45, 29), (43, 22), (36, 19), (27, 19), (21, 23)], _HAIR)
    pen.circle(32, 9.5, 5, colour=_HAIR)
    pen.rectangle(27.5, 12.4, 9, 2.8, 1.2, colour=_BRASS)
    pen.line([(37, 13.8), (45, 20)], 1.8, colour=_BRASS)


def _lady_back_hair(pen: Pen) -> None:
    crown: list[Point] = [(17, 28), (20, 14), (32, 9), (44, 14), (47, 28)]
    pen.blob([*crown, (45, 42), (40, 47), (24, 47), (19, 42)], _HAIR)


def _lady(pen: Pen) -> None:
    pen.blob([(19, 30), (19, 20), (32, 12), (45, 20), (45, 30), (40, 21), (33, 18.5), (24, 22)], _HAIR)
    pen.circle(32, 9, 6.2, colour=_HAIR)
    pen.line([(22, 6.5), (42, 11.5)], 1.6, colour=(206, 160, 70))
    pen.circle(22, 6.5, 2.2, colour=(178, 58, 46))
    _cheeks(pen, 2.3, (236, 180, 160))


def _scholar(pen: Pen) -> None:
    cap, seam = (48, 52, 66), (86, 96, 120)
    pen.blob([(19, 28), (20, 20), (32, 17), (44, 20), (45, 28), (42, 23), (32, 21), (22, 23)], _HAIR)
    pen.polygon([(20, 20), (22, 5), (42, 5), (44, 20), (32, 17.5)], cap)
    pen.line([(20.5, 19.6), (32, 17), (43.5, 19.6)], 2.2, colour=seam)
    pen.line([(32, 6), (32, 16)], 0.9, colour=seam)
    _moustache(pen, 3.6, 1.7, 1.1, _HAIR)


def _knight(pen: Pen) -> None:
    steel, rim = (92, 104, 112), (58, 66, 74)
    pen.blob([(18.5, 29), (19.5, 18), (32, 10), (44.5, 18), (45.5, 29), (42, 23), (32, 21), (22, 23)], steel)
    pen.line([(19.2, 25.6), (25, 22.4), (32, 21.2), (39, 22.4), (44.8, 25.6)], 2.4, colour=rim)
    pen.polygon([(30.4, 11), (33.6, 11), (33, 21), (31, 21)], rim)
    pen.line([(32, 11), (32, 5)], 1.6, colour=_BRASS)
    pen.blob([(32, 6.5), (38, 2.5), (45, 6), (41, 9.5), (35, 8.5)], (176, 62, 50))
    for side in (-1, 1):
        pen.polygon(
            [(32 + side * 12.6, 27), (32 + side * 14.6, 28), (32 + side * 13, 41), (32 + side * 10.4, 39)], steel
        )
    _moustache(pen, 3.2, 1.2, 1.2, _HAIR)


def _official(pen: Pen) -> None:
    pen.blob([(19.5, 27), (20, 19), (32, 15), (44, 19), (44.5, 27), (43, 22), (21, 22)], _BLACK_HAT)
    pen.blob([(20, 20), (21, 10), (32, 6), (43, 10), (44, 20), (32, 18)], _BLACK_HAT)
    pen.blob([(23, 10), (26, 3.5), (38, 3.5), (41, 10), (32, 8)], _BLACK_HAT)
    for side in (-1, 1):
        pen.line([(32 + side * 12, 17.5), (32 + side * 26, 15.5)], 3.4, colour=_BLACK_HAT)
    pen.rectangle(29.5, 11, 5, 4.6, 1.2, colour=(196, 150, 60))
    _moustache(pen, 4.4, 2.1, 1.2, _HAIR)
    pen.blob([(29, 42.5), (35, 42.5), (33.4, 51), (32, 54), (30.6, 51)], _HAIR)


def _elder(pen: Pen) -> None:
    grey, cloth, seam = (150, 146, 140), (96, 70, 62), (132, 104, 88)
    pen.blob([(19, 29), (19.5, 20), (32, 14), (44.5, 20), (45, 29), (42, 23.5), (32, 21), (22, 23.5)], grey)
    pen.blob([(20, 21), (20.5, 9), (27, 6.5), (32, 9.5), (37, 6.5), (43.5, 9), (44, 21), (32, 18)], cloth)
    pen.line([(20.4, 20.4), (32, 17.6), (43.6, 20.4)], 2.0, colour=seam)
    for side in (-1, 1):
        pen.line([(32 + side * 12, 20), (32 + side * 16.5, 30)], 1.6, colour=cloth)
    _moustache(pen, 5.2, 2.8, 1.5, grey)
    pen.blob([(27, 41.5), (32, 43.2), (37, 41.5), (36, 50), (32, 57), (28, 50)], grey)


def _master(pen: Pen) -> None:
    hair: list[Point] = [(19, 29), (19, 20), (32, 13), (45, 20), (45, 29), (43, 23), (37, 20), (27, 20), (21, 23)]
    pen.blob(hair, _WHITE_HAIR)
    pen.circle(32, 10, 5, colour=_WHITE_HAIR)
    pen.line([(24, 10.5), (40, 10.5)], 1.7, colour=(120, 84, 44))
    beard: list[Point] = [(22, 36), (27, 40), (32, 39.2), (37, 40), (42, 36), (41, 47), (36, 57), (32, 63)]
    pen.blob([*beard, (28, 57), (23, 47)], _WHITE_HAIR)
    _moustache(pen, 6.5, 3.6, 2.0, (252, 250, 246), top=36.4)
    pen.arc(32, 40.0, 2.2, 200, 340, 1.0, colour=_LIPS)
    for x in (28.5, 32, 35.5):
        pen.line([(x, 45), (32 + (x - 32) * 0.5, 56)], 0.7, colour=(206, 202, 192))
    for side in (-1, 1):  # the brows hang down at their outer ends
        pen.line([(32 + side * 8.2, 25.8), (32 + side * 11, 30)], 2.0, colour=_WHITE_HAIR)


def _grandmaster(pen: Pen) -> None:
    """A crown over black hair, ribbons, a long parted beard, and a mark on the brow."""
    gold, jade, deep = (206, 162, 74), (86, 142, 116), (158, 116, 46)
    pen.blob([(18.8, 30), (19, 20), (32, 13.5), (45, 20), (45.2, 30), (43, 23.5), (32, 20.5), (21, 23.5)], _HAIR)
    pen.polygon([(23, 16.5), (20.5, 6), (26.5, 10), (32, 2.5), (37.5, 10), (43.5, 6), (41, 16.5), (32, 14.5)], gold)
    pen.line([(22.6, 16.8), (32, 14.6), (41.4, 16.8)], 2.4, colour=deep)
    pen.circle(32, 10.6, 2.5, colour=jade)
    for side in (-1, 1):  # ribbons from the crown over the shoulders
        pen.line([(32 + side * 13.6, 21), (32 + side * 16.4, 34), (32 + side * 15.2, 48)], 2.0, colour=gold)
    pen.circle(32, 23.6, 1.2, colour=(176, 62, 50))
    _moustache(pen, 6.2, 5.6, 1.6, _HAIR, top=36.2)
    pen.blob([(28.2, 42), (32, 43.4), (35.8, 42), (35.4, 52), (33.4, 61), (32, 57), (30.6, 61), (28.6, 52)], _HAIR)


def _twin_back(pen: Pen) -> None:
    """One robe of two colours: the half in the light, the half in the shade."""
    pen.polygon([(32, 48), (43, 47), (56, 55), (60, 72), (32, 72)], (58, 84, 96))
    pen.polygon([(27, 45), (37, 45), (36, 52), (32, 58), (28, 52)], _SKIN)
    pen.line([(26, 46), (32, 57), (35, 66)], 3.4, colour=_COLLAR)
    pen.line([(38, 46), (32, 57)], 3.4, colour=_COLLAR)


def _twin(pen: Pen) -> None:
    pen.blob([(19, 29), (19, 19), (32, 12), (45, 19), (45, 29), (42, 22), (32, 18.5), (22, 22)], _HAIR)
    pen.line([(19.6, 22.5), (32, 18.6), (44.4, 22.5)], 2.6, colour=(196, 84, 62))
    pen.circle(32, 9.4, 4.8, colour=_HAIR)
    pen.rectangle(28.2, 12.2, 7.6, 2.4, 1.1, colour=(196, 84, 62))
    _cheeks(pen, 2.1, (236, 182, 158))


def _sliders(pen: Pen) -> None:
    for y, x in ((21.3, 38.7), (32.0, 25.3), (42.7, 37.3)):
        pen.line([(17.3, y), (46.7, y)], 3.5, colour=_SLIDERS)
        pen.circle(x, y, 5.1, colour=_SLIDERS)


def _scroll(pen: Pen) -> None:
    """A paper half unrolled between its two rods."""
    paper, ink = (246, 236, 214), (120, 104, 84)
    pen.rectangle(17.5, 17, 29, 30, 1.5, colour=paper)
    for x in (23.5, 29.2, 34.9, 40.6):
        pen.line([(x, 23), (x, 37 if x > 24 else 31)], 1.7, colour=ink)
    pen.rectangle(36.5, 37.6, 5, 5, 1, colour=(164, 52, 42))
    for x in (14.5, 45.3):
        pen.rectangle(x, 13.5, 4.2, 37, 2.1, colour=_SLIDERS)


def _chip(pen: Pen) -> None:
    for at in (24.5, 32.0, 39.5):
        for start, end in ((12.5, 20), (44, 51.5)):
            pen.line([(at, start), (at, end)], 3.0, colour=_SLIDERS)
            pen.line([(start, at), (end, at)], 3.0, colour=_SLIDERS)
    pen.rectangle(18.5, 18.5, 27, 27, 5, colour=_SLIDERS)
    for side in (-1, 1):  # its eyes are closed too
        pen.arc(32 + side * 6, 30.2, 2.8, 20, 160, 1.8, colour=_GROUND)
    pen.line([(28, 39), (36, 39)], 1.8, colour=_GROUND)


_SITTERS = {
    "first-steps": _Sitter((214, 226, 204), (112, 148, 96), _child),
    "beginner": _Sitter((206, 222, 218), (70, 122, 118), _student),
    "intermediate": _Sitter((226, 212, 222), (142, 92, 124), _lady, behind=_lady_back_hair),
    "advanced": _Sitter((210, 216, 228), (74, 92, 132), _scholar),
    "proficient": _Sitter((222, 222, 206), (128, 98, 72), _knight),
    "expert": _Sitter((240, 218, 196), (158, 58, 44), _official),
    "candidate": _Sitter((222, 212, 198), (96, 88, 118), _elder, brow=(120, 114, 108), brow_width=1.8),
    "master": _Sitter((232, 224, 204), (150, 124, 78), _master, brow=(238, 236, 230), brow_width=2.4),
    "grandmaster": _Sitter((214, 196, 200), (122, 40, 52), _grandmaster, brow=_HAIR, brow_width=2.0),
    "adaptive": _Sitter((216, 226, 226), (196, 150, 92), _twin, behind=_twin_back),
}
_THINGS = {"classic": _scroll, "custom": _sliders, "external": _chip}
PORTRAITS: tuple[str, ...] = (*_SITTERS, *_THINGS)
