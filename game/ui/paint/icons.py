"""The icons: line drawings on a grid of 24 by 24 with a stroke of 1.75 and round caps.

Every icon is one function that draws with a `Pen` in grid units; `ICONS` names them all. Colour (0, 0, 0) in a drawing
takes coverage away, which cuts a gap around a line that crosses others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from game.ui.paint.kept import kept
from game.ui.paint.pen import Pen, Point, circle_points, drawn, smooth_curve
from game.ui.paint.surfaces import Colour

_GRID = 24
_BOLD = 2.0  # the stroke of icons that are a few lines only
_CUT: Colour = (0, 0, 0)


@kept(1024)
def icon(name: str, size_px: int, colour: Colour) -> pygame.Surface:
    """The icon `name` in one colour on a transparent square of `size_px` pixels, cached: don't draw on it.

    Raises KeyError for a name that is not in `ICONS`.
    """
    draw = ICONS.get(name)
    if draw is None:
        raise KeyError(f"no icon is called {name!r}; there are {', '.join(sorted(ICONS))}")
    return drawn(size_px, size_px, draw, colour, unit=size_px / _GRID, finer=8)


# Playing ---------------------------------------------------------------------------------------------------------


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
    _solid(pen, [(8, 5), (19, 12), (8, 19)], _BOLD)


def _fast_forward(pen: Pen) -> None:
    for x in (4.5, 12):
        _solid(pen, [(x, 6), (x + 7.5, 12), (x, 18)], 1.5)


def _pause(pen: Pen) -> None:
    pen.rectangle(7, 5, 3.4, 14, 1)
    pen.rectangle(13.6, 5, 3.4, 14, 1)


def _step(pen: Pen) -> None:
    _solid(pen, [(6, 6), (14.5, 12), (6, 18)], _BOLD)
    pen.rectangle(16.4, 5, 3, 14, 1)


def _clock(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.line([(12, 7), (12, 12), (15.5, 14)])


def _dice(pen: Pen) -> None:
    pen.rectangle(4.5, 4.5, 15, 15, 3, 1.75)
    for x, y in ((8.4, 8.4), (15.6, 15.6), (12, 12), (15.6, 8.4), (8.4, 15.6)):
        pen.circle(x, y, 1.35)


# Places in the program -------------------------------------------------------------------------------------------


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
    pen.line([(8, 19.8), (16, 19.8)], _BOLD)


# People and talk -------------------------------------------------------------------------------------------------


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


# Signs -----------------------------------------------------------------------------------------------------------


def _check(pen: Pen) -> None:
    pen.line([(5, 12.5), (10, 17.5), (19.5, 7)], 2.2)


def _cross(pen: Pen) -> None:
    pen.line([(6, 6), (18, 18)], _BOLD)
    pen.line([(18, 6), (6, 18)], _BOLD)


def _plus(pen: Pen) -> None:
    pen.line([(12, 5), (12, 19)], _BOLD)
    pen.line([(5, 12), (19, 12)], _BOLD)


def _minus(pen: Pen) -> None:
    pen.line([(5, 12), (19, 12)], _BOLD)


def _chevron_left(pen: Pen) -> None:
    pen.line([(14.5, 5.5), (8, 12), (14.5, 18.5)], _BOLD)


def _chevron_right(pen: Pen) -> None:
    pen.line([(9.5, 5.5), (16, 12), (9.5, 18.5)], _BOLD)


def _chevron_up(pen: Pen) -> None:
    pen.line([(5.5, 15), (12, 8.5), (18.5, 15)], _BOLD)


def _chevron_down(pen: Pen) -> None:
    pen.line([(5.5, 9), (12, 15.5), (18.5, 9)], _BOLD)


def _first(pen: Pen) -> None:
    pen.line([(17.5, 5.5), (11, 12), (17.5, 18.5)], _BOLD)
    pen.line([(6.5, 5.5), (6.5, 18.5)], _BOLD)


def _last(pen: Pen) -> None:
    pen.line([(6.5, 5.5), (13, 12), (6.5, 18.5)], _BOLD)
    pen.line([(17.5, 5.5), (17.5, 18.5)], _BOLD)


def _warning(pen: Pen) -> None:
    pen.line([(12, 4.5), (21, 19.5), (3, 19.5)], closed=True)
    pen.line([(12, 10), (12, 14)], 1.9)
    pen.circle(12, 16.8, 1.1)


def _info(pen: Pen) -> None:
    pen.circle(12, 12, 8.5, 1.75)
    pen.line([(12, 11.3), (12, 16)], 1.9)
    pen.circle(12, 8, 1.15)


def _star(pen: Pen) -> None:
    _solid(pen, _star_points(), 1.2)


def _star_outline(pen: Pen) -> None:
    pen.line(_star_points(), 1.6, closed=True)


def _crown(pen: Pen) -> None:
    points = _crown_points(12, 12, 8.5)
    _solid(pen, points, 1.2)
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


# Tools -----------------------------------------------------------------------------------------------------------


def _search(pen: Pen) -> None:
    pen.circle(10.5, 10.5, 6.2, 1.75)
    pen.line([(15.2, 15.2), (20.2, 20.2)], _BOLD)


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
    _strike_out(pen, (4.5, 20), (19.5, 4))


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
    _strike_out(pen, (4.5, 20), (19.5, 4))


def _ban(pen: Pen) -> None:
    pen.circle(12, 12, 8.2, 1.75)
    pen.line([(6.3, 6.3), (17.7, 17.7)])


def _more(pen: Pen) -> None:
    for x in (5.5, 12, 18.5):
        pen.circle(x, 12, 1.7)


def _sound(pen: Pen) -> None:
    _speaker(pen)
    pen.arc(12.5, 12, 4, -42, 42)
    pen.arc(12.5, 12, 7.6, -42, 42)


def _sound_off(pen: Pen) -> None:
    _speaker(pen)
    pen.line([(15.6, 9.4), (20.8, 14.6)])
    pen.line([(20.8, 9.4), (15.6, 14.6)])


# The screen ------------------------------------------------------------------------------------------------------


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


# Shared shapes ---------------------------------------------------------------------------------------------------


def _solid(pen: Pen, points: Sequence[Point], corner: float) -> None:
    """A filled polygon whose corners are rounded by a stroke of that width around it."""
    pen.polygon(points)
    pen.line(points, corner, closed=True)


def _speaker(pen: Pen) -> None:
    pen.line([(4, 9.5), (7.5, 9.5), (12, 5.5), (12, 18.5), (7.5, 14.5), (4, 14.5)], closed=True)


def _strike_out(pen: Pen, start: Point, end: Point) -> None:
    """A stroke across the drawing, with a gap at its lower right so that it reads at small sizes."""
    pen.line([(start[0] + 1.3, start[1] + 1.2), (end[0] + 1.3, end[1] + 1.2)], 1.8, colour=_CUT)
    pen.line([start, end], 1.9)


def _star_points() -> list[Point]:
    """A five-pointed star; its middle lies a little low so that it looks centred."""
    points = []
    for i in range(10):
        radius = 4.4 if i % 2 else 9.6
        points.append((12 + radius * math.sin(math.pi * i / 5), 12.6 - radius * math.cos(math.pi * i / 5)))
    return points


def _crown_points(x: float, y: float, half_width: float) -> list[Point]:
    """The outline of a crown around (x, y): the tips are its points 0, 2 and 4."""
    outline = ((-1, -0.50), (-0.48, 0.08), (0, -0.86), (0.48, 0.08), (1, -0.50), (0.80, 0.46), (-0.80, 0.46))
    return [(x + dx * half_width, y + dy * half_width) for dx, dy in outline]


ICONS: dict[str, Callable[[Pen], None]] = {
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
    "user": _user,
    "people": _people,
    "chat": _chat,
    "send": _send,
    "link": _link,
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
    "full_screen": _full_screen,
    "window": _window,
    "sun": _sun,
    "moon": _moon,
    "contrast": _contrast,
    "display": _display,
}
