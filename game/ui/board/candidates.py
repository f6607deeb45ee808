"""The best moves of a position as an engine ranks them: arrows with their numbers, or stones that are thought of only;
and in red what the other side threatens."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from game.rules.core import Move, Piece, Side
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import (
    dashes,
    draw_arrow,
    draw_ring,
    draw_strokes,
    halo,
    mark_theme,
    stroke_width,
)
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import Theme
from game.ui.widgets.buttons import blend


@dataclass(frozen=True, slots=True)
class Candidates:
    """Moves of one colour, the best first. `is_threat`: they are what that colour would play if it were to move."""

    moves: tuple[Move, ...]
    colour: Side
    is_threat: bool = False


def draw_candidates(canvas: Canvas, layout: BoardLayout, painter: BoardPainter, shown: Candidates) -> None:
    """All of them, the best above the others, and the numbers of ways above all ways."""
    ranks = range(len(shown.moves), 0, -1)
    for rank in ranks:
        move = shown.moves[rank - 1]
        if len(move.path) == 1:
            _draw_placed(canvas, layout, painter, shown, rank)
        elif move.path:
            _draw_way(canvas, layout, shown, rank)
    for rank in ranks:
        if len(shown.moves[rank - 1].path) > 1:
            _draw_number_of_way(canvas, layout, shown, rank)


def _ink(theme: Theme, is_threat: bool) -> Colour:
    marks = mark_theme(theme)
    return marks.red if is_threat else marks.jade


def _shade(theme: Theme, ink: Colour, rank: int) -> Colour:
    """What is not the best is pale; high contrast has no pale colours."""
    return ink if rank == 1 or theme.is_contrast else blend(ink, halo(theme), 0.35)


def _draw_placed(canvas: Canvas, layout: BoardLayout, painter: BoardPainter, shown: Candidates, rank: int) -> None:
    """A piece that is thought of, ringed where it is the best, with its number."""
    square, ink = shown.moves[rank - 1].path[0], _ink(canvas.theme, shown.is_threat)
    picture = painter.ghost(Piece(shown.colour, painter.emblem), layout, canvas.theme)
    centre = layout.centre_of(square)
    canvas.lay(picture, top_left(picture, centre))
    if rank == 1:
        draw_ring(canvas, centre, layout.cell * 0.47, stroke_width(canvas, layout), ink)
    x, y = centre
    _draw_number(canvas, layout, x, y, rank, ink)


def _draw_way(canvas: Canvas, layout: BoardLayout, shown: Candidates, rank: int) -> None:
    """Arrows along the way; those of a threat are broken."""
    points = [layout.centre_of(square) for square in shown.moves[rank - 1].path]
    ink = _ink(canvas.theme, shown.is_threat)
    for start, end in itertools.pairwise(points):
        if shown.is_threat:
            draw_strokes(canvas, dashes(start, end, layout.cell * 0.2), stroke_width(canvas, layout, 0.08), ink)
        else:
            width = layout.cell * (0.14 if rank == 1 else 0.09)
            draw_arrow(canvas, layout, start, end, width, _shade(canvas.theme, ink, rank))
    if shown.is_threat:
        draw_ring(canvas, points[-1], layout.cell * 0.48, stroke_width(canvas, layout, 0.05), ink)


def _draw_number_of_way(canvas: Canvas, layout: BoardLayout, shown: Candidates, rank: int) -> None:
    """Nearly two thirds along its last part: arrows that begin at one piece have their numbers apart."""
    (x0, y0), (x1, y1) = (layout.centre_of(square) for square in shown.moves[rank - 1].path[-2:])
    shade = _shade(canvas.theme, _ink(canvas.theme, shown.is_threat), rank)
    _draw_number(canvas, layout, x0 + (x1 - x0) * 0.6, y0 + (y1 - y0) * 0.6, rank, shade)


def _draw_number(canvas: Canvas, layout: BoardLayout, x: float, y: float, rank: int, ink: Colour) -> None:
    pale = halo(canvas.theme)
    radius = layout.cell * (0.2 if rank == 1 else 0.17)
    canvas.circle(x, y, radius + max(1.0, layout.cell * 0.03), pale)
    canvas.circle(x, y, radius, ink)
    canvas.text(
        str(rank), x, y, max(9, round(layout.cell * (0.26 if rank == 1 else 0.22))), pale, "centre", Face.MEDIUM
    )
