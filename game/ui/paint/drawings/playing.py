"""Icons of what is done at a board."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.paint.drawings.shapes import BOLD, solid
from game.ui.paint.pen import Pen


def _undo(pen: Pen) -> None:
    pen.line([(9, 5), (5, 9), (9, 13)])
    pen.line([(5, 9), (14, 9)])
    pen.arc(14, 13.5, 4.5, -90, 90)
    pen.line([(14, 18), (8, 18)])


def _redo(pen: Pen) -> None:
    pen.line([(15, 5), (19, 9), (15, 13)])
    pen.line([(19, 9), (10, 9)])
    pen.arc(10, 13.5, 4.5, 270, 90)
    pen.line([(10, 18), (16, 18)])


def _hint(pen: Pen) -> None:
    pen.arc(12, 9.5, 5.6, 130, 410)
    pen.line([(8.4, 13.8), (9.4, 16.8), (14.6, 16.8), (15.6, 13.8)])
    pen.line([(10, 20), (14, 20)])


def _flag(pen: Pen) -> None:
    pen.line([(6, 3.5), (6, 20.5)])
    pen.line([(6, 4.5), (18, 4.5), (15, 8.75), (18, 13), (6, 13)])


def _draw(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.line([(8.2, 10), (15.8, 10)])
    pen.line([(8.2, 14), (15.8, 14)])


def _flip(pen: Pen) -> None:
    pen.line([(8, 20), (8, 4)])
    pen.line([(4.5, 7.5), (8, 4), (11.5, 7.5)])
    pen.line([(16, 4), (16, 20)])
    pen.line([(12.5, 16.5), (16, 20), (19.5, 16.5)])


def _swap(pen: Pen) -> None:
    pen.line([(4, 8), (20, 8)])
    pen.line([(16.5, 4.5), (20, 8), (16.5, 11.5)])
    pen.line([(20, 16), (4, 16)])
    pen.line([(7.5, 12.5), (4, 16), (7.5, 19.5)])


def _play(pen: Pen) -> None:
    solid(pen, [(8, 5), (19, 12), (8, 19)], BOLD)


def _fast_forward(pen: Pen) -> None:
    for x in (4.5, 12):
        solid(pen, [(x, 6), (x + 7.5, 12), (x, 18)], 1.5)


def _pause(pen: Pen) -> None:
    pen.rectangle(7, 5, 3.4, 14, 1)
    pen.rectangle(13.6, 5, 3.4, 14, 1)


def _step(pen: Pen) -> None:
    solid(pen, [(6, 6), (14.5, 12), (6, 18)], BOLD)
    pen.rectangle(16.4, 5, 3, 14, 1)


def _clock(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.line([(12, 7), (12, 12), (15.5, 14)])


def _dice(pen: Pen) -> None:
    pen.rectangle(4.5, 4.5, 15, 15, 3, 1.75)
    for x, y in ((8.4, 8.4), (15.6, 15.6), (12, 12), (15.6, 8.4), (8.4, 15.6)):
        pen.circle(x, y, 1.35)


PLAYING: dict[str, Callable[[Pen], None]] = {
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "flag": _flag,
    "draw": _draw,
    "flip": _flip,
    "swap": _swap,
    "play": _play,
    "fast_forward": _fast_forward,
    "pause": _pause,
    "step": _step,
    "clock": _clock,
    "dice": _dice,
}
