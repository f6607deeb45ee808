"""The marks that are the same on every board: hint, forbidden, refused, cursor, selection, targets.

They are told apart by their shape first. On every board they have the light theme's colours with a pale halo, so that
they read on any material; in high contrast they are thicker, with a white halo. Canvases here have scale 1.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from game.rules.core import Move, Square
from game.ui.board.layout import BoardLayout
from game.ui.canvas import Canvas
from game.ui.paint.pen import Point, arrow_outline, circle_points
from game.ui.paint.surfaces import Colour
from game.ui.theme import CONTRAST, LIGHT, Theme

_HALO: Colour = (255, 250, 240)


def mark_theme(theme: Theme) -> Theme:
    """The theme whose colours marks on a board have."""
    return CONTRAST if theme.is_contrast else LIGHT


def halo(theme: Theme) -> Colour:
    """The pale seam around marks."""
    return (255, 255, 255) if theme.is_contrast else _HALO


def stroke_width(canvas: Canvas, layout: BoardLayout, cells: float = 0.07) -> float:
    """The stroke of a mark in pixels: a share of the cell, half as much again in high contrast."""
    return max(1.5, layout.cell * cells) * (1.5 if canvas.theme.is_contrast else 1.0)


def draw_ring(canvas: Canvas, centre: Point, radius: float, width: float, colour: Colour) -> None:
    """A closed ring with its halo."""
    canvas.circle(*centre, radius, halo(canvas.theme), stroke=width * 1.8)
    canvas.circle(*centre, radius, colour, stroke=width)


def draw_strokes(canvas: Canvas, lines: Sequence[Sequence[Point]], width: float, colour: Colour) -> None:
    """Polylines with their halo; all halos lie below all strokes."""
    for line in lines:
        canvas.line(line, width * 1.8, halo(canvas.theme))
    for line in lines:
        canvas.line(line, width, colour)


def draw_hint(canvas: Canvas, layout: BoardLayout, move: Move) -> None:
    """The move that the engine would make: one jade ring for a placement, jade arrows for a way."""
    colour = mark_theme(canvas.theme).jade
    points = [layout.centre_of(square) for square in move.path]
    if len(points) == 1:
        draw_ring(canvas, points[0], layout.cell * 0.47, stroke_width(canvas, layout, 0.085), colour)
    width = layout.cell * 0.16
    for start, end in itertools.pairwise(points):
        outline = arrow_outline(start, end, width, width * 2.6)
        canvas.line(outline, layout.cell * 0.07, halo(canvas.theme), closed=True)
        canvas.line(outline, 1, colour, fill=True)


def draw_forbidden(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """A red cross in a ring: who plays here loses."""
    x, y = layout.centre_of(square)
    colour, pale = mark_theme(canvas.theme).red, halo(canvas.theme)
    thin, thick = stroke_width(canvas, layout, 0.065), stroke_width(canvas, layout, 0.10)
    seam = layout.cell * 0.05
    reach = layout.cell * 0.21
    bars = [[(x - reach, y - sign * reach), (x + reach, y + sign * reach)] for sign in (-1, 1)]
    canvas.circle(x, y, layout.cell * 0.42, pale, stroke=thin + seam)
    for bar in bars:
        canvas.line(bar, thick + seam, pale)
    canvas.circle(x, y, layout.cell * 0.42, colour, stroke=thin)
    for bar in bars:
        canvas.line(bar, thick, colour)


def draw_refused(canvas: Canvas, layout: BoardLayout, square: Square, shift: float) -> None:
    """A dashed red square, `shift` pixels aside: nothing can be played here."""
    x, y = layout.centre_of(square)
    x += shift
    half = layout.cell * 0.46
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    dashes: list[Sequence[Point]] = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for share in (0.0, 0.4, 0.8):
            until = min(1.0, share + 0.2)
            dashes.append(
                [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), (x0 + (x1 - x0) * until, y0 + (y1 - y0) * until)]
            )
    draw_strokes(canvas, dashes, stroke_width(canvas, layout, 0.06), mark_theme(canvas.theme).red)


def draw_cursor(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """The keyboard's place on the board: an indigo frame with open sides."""
    x, y = layout.centre_of(square)
    half, arm = layout.cell * 0.54, layout.cell * 0.30
    corners = [
        [(x + sx * (half - arm), y + sy * half), (x + sx * half, y + sy * half), (x + sx * half, y + sy * (half - arm))]
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    draw_strokes(canvas, corners, stroke_width(canvas, layout, 0.075), mark_theme(canvas.theme).indigo)


def draw_selected(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """The piece that was chosen to move: a closed jade ring."""
    colour = mark_theme(canvas.theme).jade
    draw_ring(canvas, layout.centre_of(square), layout.cell * 0.5, stroke_width(canvas, layout), colour)


def draw_targets(canvas: Canvas, layout: BoardLayout, squares: Iterable[Square], occupied: Iterable[Square]) -> None:
    """Where the chosen piece can go: a jade dot, and a ring of four arcs where it would capture."""
    colour = mark_theme(canvas.theme).jade
    taken = set(occupied)
    for square in squares:
        x, y = layout.centre_of(square)
        if square in taken:
            arcs = [circle_points(x, y, layout.cell * 0.53, turn + 14, turn + 76) for turn in (0, 90, 180, 270)]
            draw_strokes(canvas, arcs, stroke_width(canvas, layout), colour)
        else:
            canvas.circle(x, y, layout.cell * 0.165, halo(canvas.theme))
            canvas.circle(x, y, layout.cell * 0.125, colour)
