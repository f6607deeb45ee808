"""Icons of how the window looks."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.ui.paint.pen import Pen, circle_points


def _full_screen(pen: Pen) -> None:
    for x, inward_x in ((4.5, 4.5), (19.5, -4.5)):
        for y, inward_y in ((4.5, 4.5), (19.5, -4.5)):
            pen.line([(x, y + inward_y), (x, y), (x + inward_x, y)])


def _window(pen: Pen) -> None:
    for x, outward_x in ((9, -4.5), (15, 4.5)):
        for y, outward_y in ((9, -4.5), (15, 4.5)):
            pen.line([(x, y + outward_y), (x, y), (x + outward_x, y)])


def _sun(pen: Pen) -> None:
    pen.circle(12, 12, 3.8, 1.75)
    for ray in range(8):
        x, y = math.cos(math.tau * ray / 8), math.sin(math.tau * ray / 8)
        pen.line([(12 + 7 * x, 12 + 7 * y), (12 + 9 * x, 12 + 9 * y)])


def _moon(pen: Pen) -> None:
    # The outer edge runs from horn to horn on the left; the inner edge is part of a circle that lies up and right.
    outer = circle_points(12, 12, 8.5, 10, 260)
    inner = circle_points(16.6, 7.4, 6.6, 208.5, 61.5)
    pen.line([*outer, *inner], closed=True)


def _contrast(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.polygon(circle_points(12, 12, 8.5, -90, 90))


def _display(pen: Pen) -> None:
    pen.rectangle(3.5, 4.5, 17, 11.5, 2, 1.75)
    pen.line([(12, 16.5), (12, 20)])
    pen.line([(8, 20), (16, 20)])


SCREEN: dict[str, Callable[[Pen], None]] = {
    "full_screen": _full_screen,
    "window": _window,
    "sun": _sun,
    "moon": _moon,
    "contrast": _contrast,
    "display": _display,
}
