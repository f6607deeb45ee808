"""Vector shapes by coverage: drawn white on black several times too large, reduced, and used as alpha of one colour.

That way no colour bleeds into transparent edges, which scaling a surface with alpha would do.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import pygame

from game.ui.paint.kept import Steps, at_once
from game.ui.paint.surfaces import Colour, Field, coverage_of, surface_from, surface_in_steps

Point = tuple[float, float]

_FATTER = 0.12
"""Shapes that are drawn too large and reduced come out wider by this many pixels at each edge."""
_LARGE = 10_000
_FEW_POINTS = 12
"""Lines across this many pixels with so few points are not drawn too large and reduced: a capture's way took 15 ms."""
_PIECE = 48
"""They are worked out in pieces that are no wider or no higher than this."""


class Pen:
    """Draws in the units of its subject (an icon's 24, a portrait's 64) onto an enlarged surface."""

    def __init__(
        self, surface: pygame.Surface, zoom: float, colour: Colour = (255, 255, 255), origin: Point = (0.0, 0.0)
    ) -> None:
        """`origin` is where the subject's (0, 0) lies, in its own units."""
        self.surface = surface
        self.zoom = zoom
        self.colour = colour
        self._origin = origin

    def moved(self, origin: Point) -> Pen:
        """The same pen for a subject that lies elsewhere."""
        return Pen(self.surface, self.zoom, self.colour, origin)

    def _at(self, point: Point) -> Point:
        return (point[0] + self._origin[0]) * self.zoom, (point[1] + self._origin[1]) * self.zoom

    def polygon(self, points: Sequence[Point], colour: Colour | None = None) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, colour or self.colour, [self._at(p) for p in points])

    def blob(self, points: Sequence[Point], colour: Colour | None = None) -> None:
        """A filled closed curve through the points."""
        self.polygon(smooth_curve(points), colour)

    def circle(self, x: float, y: float, radius: float, stroke: float = 0.0, colour: Colour | None = None) -> None:
        """A filled circle, or a ring of that stroke width centred on the radius."""
        if stroke:
            width = max(1, round(stroke * self.zoom))
            pygame.draw.circle(
                self.surface, colour or self.colour, self._at((x, y)), (radius + stroke / 2) * self.zoom, width
            )
        else:
            pygame.draw.circle(self.surface, colour or self.colour, self._at((x, y)), radius * self.zoom)

    def line(
        self, points: Sequence[Point], width: float = 1.75, closed: bool = False, colour: Colour | None = None
    ) -> None:
        """A polyline with round caps and joints."""
        ends = [self._at(p) for p in points]
        if closed:
            ends.append(ends[0])
        ink = colour or self.colour
        half = width * self.zoom / 2
        for (x0, y0), (x1, y1) in itertools.pairwise(ends):
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            nx, ny = -(y1 - y0) / length * half, (x1 - x0) / length * half
            corners = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
            pygame.draw.polygon(self.surface, ink, corners)
        for end in ends:
            pygame.draw.circle(self.surface, ink, end, half)

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        width: float = 1.75,
        colour: Colour | None = None,
    ) -> None:
        """An arc between two angles in degrees, clockwise from the right (y points down)."""
        steps = max(6, int(abs(end - start) / 6))
        angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
        self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], width, colour=colour)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float = 0.0,
        stroke: float = 0.0,
        colour: Colour | None = None,
    ) -> None:
        """A filled rounded rectangle, or its outline with a stroke centred on the edge."""
        left, top = self._at((x, y))
        rect = pygame.Rect(round(left), round(top), round(width * self.zoom), round(height * self.zoom))
        if stroke:
            rect = rect.inflate(round(stroke * self.zoom), round(stroke * self.zoom))
        pygame.draw.rect(
            self.surface,
            colour or self.colour,
            rect,
            max(0, round(stroke * self.zoom)),
            border_radius=round((radius + stroke / 2) * self.zoom),
        )


def smooth_curve(points: Sequence[Point], steps: int = 10, closed: bool = True) -> list[Point]:
    """A Catmull-Rom curve through the points, with this many steps between two of them."""
    count = len(points)
    curve: list[Point] = []

    def neighbour(index: int) -> Point:
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    for i in range(count if closed else count - 1):
        a, b, c, d = (neighbour(i + k) for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            curve.append((_catmull(a[0], b[0], c[0], d[0], t), _catmull(a[1], b[1], c[1], d[1], t)))
    if not closed:
        curve.append(points[-1])
    return curve


def _catmull(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)


def drawn_coverage(width: int, height: int, draw: Callable[[Pen], None], unit: float = 1.0, finer: int = 6) -> Field:
    """The coverage (H x W, 0..1) of what `draw` draws; `unit` is the pixels per unit of the pen, `finer` how many times
    larger it is drawn before it is reduced."""
    surface = pygame.Surface((width * finer, height * finer), 0, 24)
    surface.fill((0, 0, 0))
    draw(Pen(surface, unit * finer))
    return coverage_of(pygame.transform.smoothscale(surface, (width, height)))


def drawn(
    width: int, height: int, draw: Callable[[Pen], None], colour: Colour, unit: float = 1.0, finer: int = 6
) -> pygame.Surface:
    """A surface in one colour with the coverage of what `draw` draws."""
    return surface_from(colour, drawn_coverage(width, height, draw, unit, finer))


def stroke_coverage(width: int, height: int, points: Sequence[Point], stroke: float) -> Steps[Field]:
    """The coverage (H x W, 0..1) of a polyline with round caps and joints, by each pixel's distance from it: the work
    is that of the boxes around its segments, however large the box around them all."""
    field = np.zeros((height, width), np.float32)
    half = stroke / 2 + _FATTER
    pad = half + 1
    for (x0, y0), (x1, y1) in itertools.pairwise(_in_pieces(points)):
        left, top = max(0, math.floor(min(x0, x1) - pad)), max(0, math.floor(min(y0, y1) - pad))
        right = max(left, min(width, math.ceil(max(x0, x1) + pad)))
        bottom = max(top, min(height, math.ceil(max(y0, y1) + pad)))
        x = np.arange(left, right, dtype=np.float32)[None, :] + np.float32(0.5 - x0)
        y = np.arange(top, bottom, dtype=np.float32)[:, None] + np.float32(0.5 - y0)
        dx, dy = x1 - x0, y1 - y0
        along = np.clip((x * dx + y * dy) / (dx * dx + dy * dy or 1.0), 0, 1)
        distance = np.hypot(x - along * dx, y - along * dy)
        covered = np.clip(half + 0.5 - distance, 0, 1) - np.clip(0.5 - half - distance, 0, 1)
        part = field[top:bottom, left:right]
        np.maximum(part, covered, out=part)
        yield
    return field


def _in_pieces(points: Sequence[Point]) -> list[Point]:
    """The same polyline in short pieces: the box around a long slanting one would be mostly empty."""
    found = [points[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        pieces = max(1, math.ceil(min(abs(x1 - x0), abs(y1 - y0)) / _PIECE))
        found += [(x0 + (x1 - x0) * n / pieces, y0 + (y1 - y0) * n / pieces) for n in range(1, pieces + 1)]
    return found


def polyline(
    points: Sequence[Point], width: float, colour: Colour, closed: bool = False, fill: bool = False
) -> tuple[pygame.Surface, tuple[int, int]]:
    """An anti-aliased polyline (or filled polygon) in pixels: its surface and the place of its upper left corner."""
    return at_once(polyline_in_steps(points, width, colour, closed, fill))


def polyline_in_steps(
    points: Sequence[Point], width: float, colour: Colour, closed: bool = False, fill: bool = False
) -> Steps[tuple[pygame.Surface, tuple[int, int]]]:
    """The same as `polyline`, in steps."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    pad = math.ceil(width) + 2
    left, top = math.floor(min(xs)) - pad, math.floor(min(ys)) - pad
    w, h = math.ceil(max(xs)) - left + pad, math.ceil(max(ys)) - top + pad

    moved = [(x - left, y - top) for x, y in points]
    if not fill and w * h > _LARGE and len(points) <= _FEW_POINTS:
        ends = [*moved, moved[0]] if closed else moved
        covered = yield from stroke_coverage(w, h, ends, width)
        return (yield from surface_in_steps(colour, covered)), (left, top)

    def draw(pen: Pen) -> None:
        if fill:
            pen.polygon(moved)
        else:
            pen.line(moved, width, closed)

    return drawn(w, h, draw, colour, finer=4), (left, top)


def arrow_outline(start: Point, end: Point, width: float, head: float) -> list[Point]:
    """The outline of a straight arrow from start to the tip at end, shaft of `width`, head of `head` length."""
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    nx, ny = -uy, ux
    base = (end[0] - ux * head, end[1] - uy * head)
    half, wing = width / 2, head * 0.62
    return [
        (start[0] + nx * half, start[1] + ny * half),
        (base[0] + nx * half, base[1] + ny * half),
        (base[0] + nx * wing, base[1] + ny * wing),
        end,
        (base[0] - nx * wing, base[1] - ny * wing),
        (base[0] - nx * half, base[1] - ny * half),
        (start[0] - nx * half, start[1] - ny * half),
    ]


def circle_points(x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0) -> list[Point]:
    """Points on a circle between two angles in degrees, close enough for a smooth line."""
    return [(x + radius * right, y + radius * down) for right, down in _directions(start, end)]


@lru_cache(256)
def _directions(start: float, end: float) -> tuple[Point, ...]:
    steps = max(6, int(abs(end - start) / 4))
    return tuple((math.cos(a), math.sin(a)) for a in np.radians(np.linspace(start, end, steps + 1)).tolist())
