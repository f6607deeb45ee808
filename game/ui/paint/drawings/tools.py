"""Icons of what is done with games, files and views."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.paint.drawings.shapes import BOLD, speaker, strike_out
from game.ui.paint.pen import Pen, Point, smooth_curve


def _search(pen: Pen) -> None:
    pen.circle(10.5, 10.5, 6.2, 1.75)
    pen.line([(15.2, 15.2), (20.2, 20.2)], BOLD)


def _save(pen: Pen) -> None:
    pen.line([(5, 4.5), (16, 4.5), (19.5, 8), (19.5, 19.5), (5, 19.5)], closed=True)
    pen.line([(8, 4.8), (8, 9.5), (15, 9.5), (15, 4.8)])
    pen.rectangle(8.5, 14, 7, 5.2, 0.6, 1.6)


def _paste(pen: Pen) -> None:
    pen.line([(8.5, 5.5), (5.5, 5.5), (5.5, 20), (18.5, 20), (18.5, 5.5), (15.5, 5.5)])
    pen.rectangle(8.7, 3.8, 6.6, 3.6, 1, 1.75)
    pen.line([(9, 12), (15, 12)], 1.6)
    pen.line([(9, 15.8), (13, 15.8)], 1.6)


def _tray(pen: Pen) -> None:
    pen.line([(4, 14.5), (4, 19.5), (20, 19.5), (20, 14.5)])


def _bring_in(pen: Pen) -> None:
    _tray(pen)
    pen.line([(12, 4), (12, 15)])
    pen.line([(7.6, 10.8), (12, 15.2), (16.4, 10.8)])


def _give_out(pen: Pen) -> None:
    _tray(pen)
    pen.line([(12, 15), (12, 4)])
    pen.line([(7.6, 8.2), (12, 3.8), (16.4, 8.2)])


def _bin(pen: Pen) -> None:
    pen.line([(4.5, 7), (19.5, 7)])
    pen.line([(9, 6.6), (9, 4), (15, 4), (15, 6.6)])
    pen.line([(6.5, 7.4), (7.4, 20), (16.6, 20), (17.5, 7.4)])
    pen.line([(10.3, 11), (10.3, 16.4)], 1.6)
    pen.line([(13.7, 11), (13.7, 16.4)], 1.6)


def _folder(pen: Pen) -> None:
    pen.line([(3.5, 19), (3.5, 5.5), (9.5, 5.5), (11.8, 8), (20.5, 8), (20.5, 19)], closed=True)


def _page(pen: Pen) -> None:
    pen.line([(6, 3.8), (14, 3.8), (18.5, 8.3), (18.5, 20.2), (6, 20.2)], closed=True)
    pen.line([(9.3, 12), (15, 12)], 1.6)
    pen.line([(9.3, 15.8), (15, 15.8)], 1.6)


def _chart(pen: Pen) -> None:
    pen.line([(4, 4), (4, 20), (20.5, 20)])
    for x, top in ((8.2, 13.5), (12.6, 8.5), (17, 11)):
        pen.line([(x, 16.6), (x, top)], 2.6)


def _copy(pen: Pen) -> None:
    pen.rectangle(8.5, 8.5, 11, 11, 2, 1.75)
    pen.line([(5.5, 15.3), (4.5, 15.3), (4.5, 4.5), (15.3, 4.5), (15.3, 5.5)])


def _refresh(pen: Pen) -> None:
    pen.arc(12, 12.5, 7.2, -30, -320, 1.9)
    pen.line([(18.9, 3.6), (18.6, 8.9), (13.4, 8.6)], 1.9)


def _keyboard(pen: Pen) -> None:
    pen.rectangle(3.5, 6.5, 17, 11.5, 2, 1.7)
    for x in (7, 10.4, 13.8, 17):
        pen.circle(x, 10.3, 0.95)
    pen.line([(8, 14.3), (16, 14.3)], 1.6)


def _chip(pen: Pen) -> None:
    pen.rectangle(7, 7, 10, 10, 1.8, 1.7)
    for at in (9.8, 14.2):
        for start, end in ((3.8, 7), (17, 20.2)):
            pen.line([(at, start), (at, end)], 1.6)
            pen.line([(start, at), (end, at)], 1.6)


def _pulse(pen: Pen) -> None:
    pen.line([(3, 13), (7.5, 13), (10, 6), (14, 18.5), (16.5, 11), (18, 13), (21, 13)])


def _eye(pen: Pen) -> None:
    lids: list[Point] = [(2.8, 12), (7, 7.2), (12, 5.6), (17, 7.2), (21.2, 12), (17, 16.8), (12, 18.4), (7, 16.8)]
    pen.line(smooth_curve(lids), 1.6, closed=True)
    pen.circle(12, 12, 3, 1.75)


def _eye_off(pen: Pen) -> None:
    _eye(pen)
    strike_out(pen, (4.5, 20), (19.5, 4))


def _scales(pen: Pen) -> None:
    """A balance that hangs to one side."""
    pen.line([(12, 3.5), (12, 20)])
    pen.line([(7, 20), (17, 20)])
    pen.line([(5.8, 9.4), (18.2, 6.2)])
    pen.line([(3, 14.6), (5.8, 9.4), (8.6, 14.6)], 1.4)
    pen.line([(15.4, 11.4), (18.2, 6.2), (21, 11.4)], 1.4)
    pen.arc(5.8, 14.6, 2.8, 0, 180)
    pen.arc(18.2, 11.4, 2.8, 0, 180)


def _blindfold(pen: Pen) -> None:
    """A face with a band over its eyes, its ends in the wind."""
    pen.circle(11, 12, 7.6, 1.75)
    pen.polygon([(3.4, 8.6), (18.6, 8.6), (18.6, 12.6), (3.4, 12.6)])
    pen.line([(18.6, 10), (22, 7.2)], 1.6)
    pen.line([(18.6, 11.2), (22.4, 12.6)], 1.6)
    pen.arc(11, 14.2, 2.6, 30, 150)


def _board_alone(pen: Pen) -> None:
    """A board that reaches to the edges, and a stone on it."""
    pen.rectangle(3.8, 3.8, 16.4, 16.4, 1.8, 1.75)
    for at in (9.3, 14.7):
        pen.line([(at, 3.8), (at, 20.2)], 1.2)
        pen.line([(3.8, at), (20.2, at)], 1.2)
    pen.circle(14.7, 9.3, 2.9)


def _numbered(pen: Pen) -> None:
    """A stone with a figure on it."""
    pen.circle(12, 12, 8.4, 1.75)
    pen.line([(9.6, 9.4), (12.4, 7.6), (12.4, 16.4)], 1.9)
    pen.line([(9.6, 16.4), (15.2, 16.4)], 1.9)


def _gift(pen: Pen) -> None:
    pen.rectangle(4.5, 10, 15, 9.5, 1.5, 1.75)
    pen.line([(3.5, 10), (20.5, 10)])
    pen.line([(12, 10), (12, 19.5)])
    for side in (-1, 1):
        bow: list[Point] = [(12, 10), (12 + 4 * side, 9), (12 + 5 * side, 5.5), (12 + 2 * side, 5.4)]
        pen.line(smooth_curve(bow), 1.6, closed=True)


def _bell(pen: Pen) -> None:
    pen.arc(12, 10.6, 5.2, 180, 360)
    pen.line([(6.8, 10.6), (6.8, 14), (4.8, 16.8), (19.2, 16.8), (17.2, 14), (17.2, 10.6)])
    pen.arc(12, 17.4, 2.2, 10, 170)


def _bell_off(pen: Pen) -> None:
    _bell(pen)
    strike_out(pen, (4.5, 20), (19.5, 4))


def _ban(pen: Pen) -> None:
    pen.circle(12, 12, 8.2, 1.75)
    pen.line([(6.3, 6.3), (17.7, 17.7)])


def _more(pen: Pen) -> None:
    for x in (5.5, 12, 18.5):
        pen.circle(x, 12, 1.7)


def _sound(pen: Pen) -> None:
    speaker(pen)
    pen.arc(12.5, 12, 4, -42, 42)
    pen.arc(12.5, 12, 7.6, -42, 42)


def _sound_off(pen: Pen) -> None:
    speaker(pen)
    pen.line([(15.6, 9.4), (20.8, 14.6)])
    pen.line([(20.8, 9.4), (15.6, 14.6)])


TOOLS: dict[str, Callable[[Pen], None]] = {
    "search": _search,
    "save": _save,
    "paste": _paste,
    "bring_in": _bring_in,
    "give_out": _give_out,
    "bin": _bin,
    "folder": _folder,
    "page": _page,
    "chart": _chart,
    "copy": _copy,
    "refresh": _refresh,
    "keyboard": _keyboard,
    "chip": _chip,
    "pulse": _pulse,
    "eye": _eye,
    "eye_off": _eye_off,
    "board_alone": _board_alone,
    "numbered": _numbered,
    "gift": _gift,
    "scales": _scales,
    "blindfold": _blindfold,
    "bell": _bell,
    "bell_off": _bell_off,
    "ban": _ban,
    "more": _more,
    "sound": _sound,
    "sound_off": _sound_off,
}
