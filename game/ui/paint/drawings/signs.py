"""Icons that are signs: arrows, marks, stars."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.paint.drawings.shapes import BOLD, crown_points, solid, star_points
from game.ui.paint.pen import Pen


def _check(pen: Pen) -> None:
    pen.line([(5, 12.5), (10, 17.5), (19.5, 7)], 2.2)


def _cross(pen: Pen) -> None:
    pen.line([(6, 6), (18, 18)], BOLD)
    pen.line([(18, 6), (6, 18)], BOLD)


def _plus(pen: Pen) -> None:
    pen.line([(12, 5), (12, 19)], BOLD)
    pen.line([(5, 12), (19, 12)], BOLD)


def _minus(pen: Pen) -> None:
    pen.line([(5, 12), (19, 12)], BOLD)


def _chevron_left(pen: Pen) -> None:
    pen.line([(14.5, 5.5), (8, 12), (14.5, 18.5)], BOLD)


def _chevron_right(pen: Pen) -> None:
    pen.line([(9.5, 5.5), (16, 12), (9.5, 18.5)], BOLD)


def _chevron_up(pen: Pen) -> None:
    pen.line([(5.5, 15), (12, 8.5), (18.5, 15)], BOLD)


def _chevron_down(pen: Pen) -> None:
    pen.line([(5.5, 9), (12, 15.5), (18.5, 9)], BOLD)


def _first(pen: Pen) -> None:
    pen.line([(17.5, 5.5), (11, 12), (17.5, 18.5)], BOLD)
    pen.line([(6.5, 5.5), (6.5, 18.5)], BOLD)


def _last(pen: Pen) -> None:
    pen.line([(6.5, 5.5), (13, 12), (6.5, 18.5)], BOLD)
    pen.line([(17.5, 5.5), (17.5, 18.5)], BOLD)


def _warning(pen: Pen) -> None:
    pen.line([(12, 4.5), (21, 19.5), (3, 19.5)], closed=True)
    pen.line([(12, 10), (12, 14)], 1.9)
    pen.circle(12, 16.8, 1.1)


def _info(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.line([(12, 11.3), (12, 16)], 1.9)
    pen.circle(12, 8, 1.15)


def _star(pen: Pen) -> None:
    solid(pen, star_points(), 1.2)


def _star_outline(pen: Pen) -> None:
    pen.line(star_points(), 1.6, closed=True)


def _crown(pen: Pen) -> None:
    points = crown_points(12, 12, 8.5)
    solid(pen, points, 1.2)
    pen.rectangle(5.2, 17.27, 13.6, 1.87, 0.51)
    for tip in (points[0], points[2], points[4]):
        pen.circle(*tip, 1.1)


def _lock(pen: Pen) -> None:
    pen.rectangle(5.5, 11, 13, 9, 1.8)
    pen.line([(8.3, 11), (8.3, 7.6), (9.6, 5.1), (12, 4.2), (14.4, 5.1), (15.7, 7.6), (15.7, 11)], 1.9)


def _leaf(pen: Pen) -> None:
    pen.line([(12, 20.5), (12, 12)])
    pen.blob([(12, 13), (5, 11.5), (4.5, 5), (10.5, 7)])
    pen.blob([(12, 11), (18.5, 9.5), (19.5, 3.5), (13.5, 5)])


def _dot(pen: Pen) -> None:
    pen.circle(12, 12, 4.5)


SIGNS: dict[str, Callable[[Pen], None]] = {
    "check": _check,
    "cross": _cross,
    "plus": _plus,
    "minus": _minus,
    "chevron_left": _chevron_left,
    "chevron_right": _chevron_right,
    "chevron_up": _chevron_up,
    "chevron_down": _chevron_down,
    "first": _first,
    "last": _last,
    "warning": _warning,
    "info": _info,
    "star": _star,
    "star_outline": _star_outline,
    "crown": _crown,
    "lock": _lock,
    "leaf": _leaf,
    "dot": _dot,
}
