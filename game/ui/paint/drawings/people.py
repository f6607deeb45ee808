"""Icons of people and what they say to each other."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.paint.pen import Pen, Point, circle_points


def _user(pen: Pen) -> None:
    pen.circle(12, 8, 4, 1.75)
    pen.arc(12, 21, 8, 190, 350)


def _people(pen: Pen) -> None:
    pen.circle(9, 8, 3.6, 1.75)
    pen.arc(9, 20.5, 6.5, 187, 353)
    pen.arc(16.2, 8.4, 3.2, -100, 100)
    pen.arc(15.5, 20.5, 6.3, -68, -8)


def _chat(pen: Pen) -> None:
    right = circle_points(17.7, 7.3, 2.8, -90, 0) + circle_points(17.7, 13.7, 2.8, 0, 90)
    tail: list[Point] = [(11, 16.5), (6.5, 20.5), (6.5, 16.5)]
    left = circle_points(6.3, 13.7, 2.8, 90, 180) + circle_points(6.3, 7.3, 2.8, 180, 270)
    pen.line([*right, *tail, *left], closed=True)


def _send(pen: Pen) -> None:
    pen.line([(3.5, 11), (20.5, 4), (14.5, 20.5), (11, 13.5)], closed=True)
    pen.line([(11, 13.5), (20.5, 4)])


def _link(pen: Pen) -> None:
    pen.circle(6.5, 12, 2.8, 1.75)
    pen.circle(17, 6, 2.8, 1.75)
    pen.circle(17, 18, 2.8, 1.75)
    pen.line([(9, 10.6), (14.6, 7.4)])
    pen.line([(9, 13.4), (14.6, 16.6)])


PEOPLE: dict[str, Callable[[Pen], None]] = {
    "user": _user,
    "people": _people,
    "chat": _chat,
    "send": _send,
    "link": _link,
}
