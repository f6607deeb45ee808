"""Icons of places in the program, and what is found there."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.ui.paint.drawings.shapes import BOLD
from game.ui.paint.pen import Pen, Point, circle_points


def _menu(pen: Pen) -> None:
    for y in (6.5, 12, 17.5):
        pen.line([(4, y), (20, y)])


def _home(pen: Pen) -> None:
    pen.line([(3.5, 11.5), (12, 4), (20.5, 11.5)])
    pen.line([(6, 10), (6, 20), (18, 20), (18, 10)])
    pen.line([(10, 20), (10, 14), (14, 14), (14, 20)])


def _leave(pen: Pen) -> None:
    pen.line([(14, 4), (5.5, 4), (5.5, 20), (14, 20)])
    pen.line([(10.5, 12), (20, 12)])
    pen.line([(16.2, 8.2), (20, 12), (16.2, 15.8)])


def _book(pen: Pen) -> None:
    left: list[Point] = [(12, 6.5), (9, 5), (3.5, 5), (3.5, 18), (9, 18), (12, 19.5)]
    pen.line([*left, (15, 18), (20.5, 18), (20.5, 5), (15, 5)], closed=True)
    pen.line([(12, 6.5), (12, 19.5)])


def _shelf(pen: Pen) -> None:
    pen.rectangle(4, 4, 4, 16, 1, 1.75)
    pen.rectangle(8, 4, 4, 16, 1, 1.75)
    pen.line([(13.6, 5.2), (17.4, 4.2), (20.8, 18.6), (17, 19.6)], closed=True)


def _tag(pen: Pen) -> None:
    pen.line([(4, 4), (12, 4), (20.5, 12.5), (12.5, 20.5), (4, 12)], closed=True)
    pen.circle(8, 8, 1.4)


def _pencil(pen: Pen) -> None:
    pen.line([(4, 20), (5, 15.5), (16.5, 4), (20, 7.5), (8.5, 19)], closed=True)
    pen.line([(13.5, 7), (17, 10.5)])


def _part(pen: Pen) -> None:
    for x in (4, 9.33, 14.66, 20):
        pen.line([(x, 4), (x, 20)], 1.1)
        pen.line([(4, x), (20, x)], 1.1)
    pen.rectangle(9.33, 4, 10.67, 10.67, 1, 2.4)


def _target(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.circle(12, 12, 4.6, 1.75)
    pen.circle(12, 12, 1.5)


def _pieces(pen: Pen) -> None:
    pen.rectangle(3.5, 3.5, 17, 17, 2.5, 1.75)
    pen.line([(3.5, 12), (20.5, 12)])
    pen.line([(12, 3.5), (12, 20.5)])
    pen.circle(7.75, 7.75, 2.1)
    pen.circle(16.25, 16.25, 2.1)


def _globe(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.line([(3.5, 12), (20.5, 12)])
    pen.line([(12 + (x - 12) * 0.45, y) for x, y in circle_points(12, 12, 8.5)], 1.6)


def _gear(pen: Pen) -> None:
    outline: list[Point] = []
    for tooth in range(8):
        middle = math.pi * tooth / 4
        for turn, radius in ((-0.26, 6.6), (-0.17, 9.2), (0.17, 9.2), (0.26, 6.6)):
            outline.append((12 + radius * math.cos(middle + turn), 12 + radius * math.sin(middle + turn)))
    pen.line(outline, 1.6, closed=True)
    pen.circle(12, 12, 3, 1.75)


def _sliders(pen: Pen) -> None:
    for y, x in ((6.5, 15.5), (12, 8.5), (17.5, 14)):
        pen.line([(4, y), (20, y)], 1.6)
        pen.circle(x, y, 2.5)


def _trophy(pen: Pen) -> None:
    pen.line([(7, 4.5), (17, 4.5), (16.6, 9), (15, 12.4), (12, 13.6), (9, 12.4), (7.4, 9)], closed=True)
    pen.arc(6.6, 7.4, 2.7, 90, 270)
    pen.arc(17.4, 7.4, 2.7, -90, 90)
    pen.line([(12, 13.6), (12, 17.5)])
    pen.line([(8, 19.8), (16, 19.8)], BOLD)


PLACES: dict[str, Callable[[Pen], None]] = {
    "menu": _menu,
    "home": _home,
    "leave": _leave,
    "book": _book,
    "shelf": _shelf,
    "tag": _tag,
    "pencil": _pencil,
    "part": _part,
    "target": _target,
    "pieces": _pieces,
    "globe": _globe,
    "gear": _gear,
    "sliders": _sliders,
    "trophy": _trophy,
}
