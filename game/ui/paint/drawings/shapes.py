"""What several icons share: strokes, and shapes that come in more than one of them. Colour (0, 0, 0) in a drawing takes
coverage away, which cuts a gap around a line that crosses others."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.ui.paint.pen import Pen, Point
from game.ui.paint.surfaces import Colour

BOLD = 2.0  # the stroke of icons that are a few lines only
CUT: Colour = (0, 0, 0)


def solid(pen: Pen, points: Sequence[Point], corner: float) -> None:
    """A filled polygon whose corners are rounded by a stroke of that width around it."""
    pen.polygon(points)
    pen.line(points, corner, closed=True)


def speaker(pen: Pen) -> None:
    pen.line([(4, 9.5), (7.5, 9.5), (12, 5.5), (12, 18.5), (7.5, 14.5), (4, 14.5)], closed=True)


def strike_out(pen: Pen, start: Point, end: Point) -> None:
    """A stroke across the drawing, with a gap at its lower right so that it reads at small sizes."""
    pen.line([(start[0] + 1.3, start[1] + 1.2), (end[0] + 1.3, end[1] + 1.2)], 1.8, colour=CUT)
    pen.line([start, end], 1.9)


def star_points() -> list[Point]:
    """A five-pointed star; its middle lies a little low so that it looks centred."""
    points = []
    for i in range(10):
        radius = 4.4 if i % 2 else 9.6
        points.append((12 + radius * math.sin(math.pi * i / 5), 12.6 - radius * math.cos(math.pi * i / 5)))
    return points


def crown_points(x: float, y: float, half_width: float) -> list[Point]:
    """The outline of a crown around (x, y): the tips are its points 0, 2 and 4."""
    outline = ((-1, -0.50), (-0.48, 0.08), (0, -0.86), (0.48, 0.08), (1, -0.50), (0.80, 0.46), (-0.80, 0.46))
    return [(x + dx * half_width, y + dy * half_width) for dx, dy in outline]
