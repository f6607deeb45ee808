"""The marks of captures that must be played: the pieces that can make them, and the one that is being put together.

Shapes first, as in `game.ui.board.marks`: a piece that can capture glows inside a ring of four arcs, the way so far is
arrows with numbered landings, what it takes bears a cross, and where it can go on a ring stands open.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import pygame

from game.rules.core import Square
from game.ui.board.hand import Held
from game.ui.board.input import PathInput
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import dashes, draw_strokes, halo, mark_theme, stroke_width, towards
from game.ui.board.motion import PALE, draw_piece
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.pen import arrow_outline, circle_points
from game.ui.paint.surfaces import pixel_grid, surface_from
from game.ui.paint.text import Face

GLOW_S: Final = 1.6
"""From one glow to the next."""
_GLOWS: Final = 6
"""So often, then it stands: a board that waits for somebody who thinks does not keep the window awake."""

_TINT = (255, 214, 110)
_GLOW = (255, 222, 120)
_ARCS = (255, 246, 206)
_ARCS_EDGE = (168, 116, 26)  # lets them be seen on pale fields too


def glow_strength(elapsed: float) -> float:
    """How strongly pieces glow after this many seconds, from 0.6 to 1."""
    return 0.8 + 0.2 * math.sin(min(elapsed, _GLOWS * GLOW_S) / GLOW_S * math.tau)


def draw_captures(
    canvas: Canvas, layout: BoardLayout, painter: BoardPainter, chosen: PathInput, held: Held | None, strength: float
) -> None:
    """Who must capture, glowing so strongly, and the capture that is being put together: what it has jumped stands
    until its end, and so does a trace of where it began."""
    pieces, path = chosen.position.pieces(), held.path if held is not None else ()
    for square in chosen.starts - set(path[:1]):
        _draw_glow(canvas, layout, square, strength)
        picture = painter.piece(pieces[square], square, layout, canvas.theme)
        canvas.lay(picture, top_left(picture, layout.centre_of(square)))
        _draw_arcs(canvas, layout, square)
    if held is None:
        return
    for square in path:
        _draw_tint(canvas, layout, square)
    taken = chosen.taken(path)
    for square in (*taken, *(path[:1] if len(path) > 1 else ())):
        draw_piece(canvas, layout, painter, pieces[square], square, layout.centre_of(square), 1.0, 0.0, PALE)
    _draw_way(canvas, layout, path, taken)
    if chosen.path:
        further = {each: set(chosen.taken((*path, each))) - set(taken) for each in chosen.targets()}
        _draw_next(canvas, layout, path[-1], {each: tuple(squares) for each, squares in further.items()})


def _draw_glow(canvas: Canvas, layout: BoardLayout, square: Square, strength: float) -> None:
    """The ground of a piece that can capture: a tinted field and a glow. The piece is to be drawn over it."""
    if canvas.theme.is_contrast:
        return
    _draw_tint(canvas, layout, square)
    picture = _glow(layout.cell, layout.diameter)
    x, y = layout.centre_of(square)
    reach = picture.get_width() / 2
    canvas.lay(picture, (round(x - reach), round(y - reach)), round(255 * strength))


def _draw_arcs(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """The ring of four arcs around a piece that can capture."""
    x, y = layout.centre_of(square)
    radius = layout.diameter / 2 + layout.cell * 0.055
    arcs = [circle_points(x, y, radius, turn + 12, turn + 78) for turn in (0, 90, 180, 270)]
    if canvas.theme.is_contrast:
        draw_strokes(canvas, arcs, stroke_width(canvas, layout, 0.06), mark_theme(canvas.theme).jade)
        return
    width = max(1.5, layout.cell * 0.048)
    for arc in arcs:
        canvas.line(arc, width * 1.9, _ARCS_EDGE)
    for arc in arcs:
        canvas.line(arc, width, _ARCS)


@kept(8)
def _glow(cell: int, diameter: int) -> pygame.Surface:
    """Light that falls off around a piece."""
    size = round(cell * 1.5) // 2 * 2 + cell % 2
    x, y = pixel_grid(size, size)
    away = np.hypot(x - size / 2, y - size / 2)
    light = np.exp(-np.clip(away - diameter / 2, 0, None) / (0.12 * cell)) * np.clip((size / 2 - away) / 8, 0, 1)
    return surface_from(_GLOW, light)


def _draw_tint(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    if not canvas.theme.is_contrast:
        canvas.lay(_tint(layout.cell), layout.cell_of(square).topleft)


@kept(8)
def _tint(cell: int) -> pygame.Surface:
    field = pygame.Surface((cell, cell), pygame.SRCALPHA)
    field.fill((*_TINT, 70))
    return field


def _draw_way(canvas: Canvas, layout: BoardLayout, path: Sequence[Square], taken: Iterable[Square]) -> None:
    """The way of a capture so far: arrows from landing to landing, numbers on those already left, crosses on what was
    taken."""
    colours, pale = mark_theme(canvas.theme), halo(canvas.theme)
    points = [layout.centre_of(square) for square in path]
    width = layout.cell * 0.115
    for nth, (start, end) in enumerate(itertools.pairwise(points), start=2):
        # the tip is to be seen: beside the number of a landing, and beside the piece at the end
        tip = towards(end, start, layout.cell * (0.2 if nth < len(points) else 0.52))
        outline = arrow_outline(start, tip, width, width * 2.2)
        canvas.line(outline, layout.cell * 0.06, pale, closed=True)
        canvas.line(outline, 1, colours.jade, fill=True)
    for number, (x, y) in enumerate(points[1:-1], start=1):
        canvas.circle(x, y, layout.cell * 0.18, pale)
        canvas.circle(x, y, layout.cell * 0.155, colours.jade)
        canvas.text(str(number), x, y, max(9, round(layout.cell * 0.19)), pale, "centre", Face.MEDIUM)
    for square in taken:
        x, y = layout.centre_of(square)
        canvas.circle(x, y, layout.cell * 0.19, pale)
        canvas.circle(x, y, layout.cell * 0.165, colours.red)
        canvas.icon("cross", x, y, layout.cell * 0.23, pale)


def _draw_next(canvas: Canvas, layout: BoardLayout, here: Square, targets: Mapping[Square, Sequence[Square]]) -> None:
    """Where a capture can go on from a square: a ring on each target, a dashed line to it, and a small cross on what
    would be taken, by target."""
    colours, pale = mark_theme(canvas.theme), halo(canvas.theme)
    start = layout.centre_of(here)
    width = stroke_width(canvas, layout, 0.055)
    for target in targets:
        end = layout.centre_of(target)
        ends = towards(start, end, layout.cell * 0.54), towards(end, start, layout.cell * 0.3)
        canvas.line(ends, width * 2, pale)
        for dash in dashes(*ends, layout.cell * 0.17):
            canvas.line(dash, width, colours.jade)
    for target in targets:
        x, y = layout.centre_of(target)
        canvas.circle(x, y, layout.cell * 0.235, pale, stroke=width * 2)
        canvas.circle(x, y, layout.cell * 0.235, colours.jade, stroke=width * 1.15)
    for square in {square for taken in targets.values() for square in taken}:
        x, y = layout.centre_of(square)
        x, y = x + layout.diameter * 0.36, y - layout.diameter * 0.36
        canvas.circle(x, y, layout.cell * 0.16, pale)
        canvas.circle(x, y, layout.cell * 0.135, colours.red, stroke=max(1.5, layout.cell * 0.03))
        canvas.icon("cross", x, y, layout.cell * 0.18, colours.red)
