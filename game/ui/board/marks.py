"""The marks that are the same on every board: hints, bad moves, forbidden, refused, cursor, selection, targets.

They are told apart by their shape first. On every board they have the light theme's colours with a pale halo, so that
they read on any material; in high contrast they are thicker, with a white halo. Canvases here have scale 1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from game.match.judgement import Mark
from game.rules.core import Move, Side, Square
from game.ui.board.layout import BoardLayout
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.pen import Point, arrow_outline, circle_points
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face, Fonts
from game.ui.paint.theme import CONTRAST, LIGHT, Theme

_HALO: Colour = (255, 250, 240)
_DARK_GOLD: Colour = (122, 82, 8)
_TEETH = 16
_LONGEST_COURSE = 4
"""More arrows on one board can't be told apart."""


def mark_theme(theme: Theme) -> Theme:
    """The theme whose colours marks on a board have."""
    return CONTRAST if theme.is_contrast else LIGHT


def halo(theme: Theme) -> Colour:
    """The pale seam around marks."""
    return (255, 255, 255) if theme.is_contrast else _HALO


def _gold(theme: Theme) -> Colour:
    """Gold that reads on any board."""
    return _DARK_GOLD if theme.is_contrast else LIGHT.gold


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


def draw_closed(canvas: Canvas, layout: BoardLayout, squares: frozenset[Square], taken: Iterable[Square]) -> None:
    """A veil over the squares where an opening rule allows no piece; pieces in their midst stay clear of it."""
    veil = _veil(layout, squares, frozenset(taken), canvas.theme.is_contrast)
    canvas.lay(veil, (layout.x, layout.y))


@kept(4)
def _veil(layout: BoardLayout, squares: frozenset[Square], taken: frozenset[Square], strong: bool) -> pygame.Surface:
    area, board = pygame.Rect(layout.rect), layout.board
    veil = pygame.Surface(area.size, pygame.SRCALPHA)
    colour = (0, 0, 0, 120) if strong else (44, 26, 12, 84)
    columns, rows = [board.column(each) for each in squares], [board.row(each) for each in squares]
    amid = {
        square
        for square in taken
        if min(columns) <= board.column(square) <= max(columns) and min(rows) <= board.row(square) <= max(rows)
    }
    for square in squares | amid:
        veil.fill(colour, layout.cell_of(square).move(-area.x, -area.y))
    for square in amid:
        x, y = layout.centre_of(square)
        pygame.draw.circle(veil, (0, 0, 0, 0), (x - area.x, y - area.y), layout.diameter / 2)
    return veil


def draw_hint(canvas: Canvas, layout: BoardLayout, move: Move, rank: int = 0) -> None:
    """A good move: one jade ring for a placement, jade arrows for a way. `rank` is its number among several (the first
    filled, the others pale), 0 where it is the only one."""
    points = [layout.centre_of(square) for square in move.path]
    if len(points) == 1:
        thin = 0.6 if rank > 1 else 1.0
        width = stroke_width(canvas, layout, 0.085) * thin
        draw_ring(canvas, points[0], layout.cell * 0.47, width, mark_theme(canvas.theme).jade)
    for start, end in itertools.pairwise(points):
        draw_arrow(
            canvas, layout, start, end, layout.cell * (0.11 if rank > 1 else 0.16), mark_theme(canvas.theme).jade
        )
    if rank and points:
        _draw_rank(canvas, layout, _middle_of(points), rank)


def draw_arrow(canvas: Canvas, layout: BoardLayout, start: Point, end: Point, width: float, colour: Colour) -> None:
    """A filled arrow with its halo; `width` is that of its shaft in pixels."""
    outline = arrow_outline(start, end, width, width * 2.6)
    canvas.line(outline, layout.cell * 0.07, halo(canvas.theme), closed=True)
    canvas.line(outline, 1, colour, fill=True)


def _draw_rank(canvas: Canvas, layout: BoardLayout, centre: Point, rank: int) -> None:
    """A number on a disc: filled for the best, pale for the others."""
    colour, pale = mark_theme(canvas.theme).jade, halo(canvas.theme)
    radius = layout.cell * 0.29
    canvas.circle(*centre, radius, colour if rank == 1 else pale)
    if rank > 1:
        canvas.circle(*centre, radius, colour, stroke=max(1.2, layout.cell * 0.035))
    ink = pale if rank == 1 else colour
    canvas.text(str(rank), *centre, max(10, round(layout.cell * 0.36)), ink, "centre", Face.MEDIUM)


def _middle_of(points: Sequence[Point]) -> Point:
    """The point itself, or the middle of the last step of a way."""
    (x0, y0), (x1, y1) = points[-2:] if len(points) > 1 else (points[0], points[0])
    return (x0 + x1) / 2, (y0 + y1) / 2


def draw_refuted(canvas: Canvas, layout: BoardLayout, move: Move, mark: Mark) -> None:
    """The move that was played where a better one was there: a dashed red ring or way, and the shape of its mark."""
    colour, width = mark_theme(canvas.theme).red, stroke_width(canvas, layout)
    points = [layout.centre_of(square) for square in move.path]
    if not points:
        return
    if len(points) == 1:
        x, y = points[0]
        arcs = [circle_points(x, y, layout.cell * 0.49, turn, turn + 27) for turn in range(0, 360, 45)]
        draw_strokes(canvas, arcs, width, colour)
        draw_badge(canvas, layout, move, mark)
        return
    for start, end in itertools.pairwise(points):
        draw_strokes(canvas, dashes(start, end, layout.cell * 0.2), width * 1.3, colour)
    (x0, y0), (x1, y1) = points[-2:]
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    back = layout.cell * 0.3 / length
    head = arrow_outline((x1 + (x0 - x1) * back, y1 + (y0 - y1) * back), (x1, y1), 1, layout.cell * 0.3)
    canvas.line(head, 1, colour, fill=True)
    draw_mark(canvas, mark, *_middle_of(points), layout.cell * 0.24)


def dashes(start: Point, end: Point, step: float) -> list[Sequence[Point]]:
    """Dashes on the way, as long as `step` and half as far apart."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dashes: list[Sequence[Point]] = []
    at = 0.0
    while at < length:
        shares = at / length, min(1.0, (at + step) / length)
        dashes.append([(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares])
        at += 1.5 * step
    return dashes


def draw_badge(canvas: Canvas, layout: BoardLayout, move: Move, mark: Mark) -> None:
    """What is to be said of a move, as a small shape at the upper right of its square."""
    if move.target is None:
        return
    x, y = layout.centre_of(move.target)
    draw_mark(canvas, mark, x + layout.cell * 0.36, y - layout.cell * 0.36, layout.cell * 0.2)


def draw_mark(canvas: Canvas, mark: Mark, x: float, y: float, radius: float) -> None:
    """The shape of a mark around x, y on a pale seam: a hollow star, a cross, a diamond, a triangle or a disc."""
    picture = _mark_picture(mark, round(radius * canvas.scale, 1), canvas.theme, canvas.fonts)
    reach = picture.get_width() / 2
    canvas.lay(picture, (round(x * canvas.scale - reach), round(y * canvas.scale - reach)))


@kept(128)
def _mark_picture(mark: Mark, radius: float, theme: Theme, fonts: Fonts) -> pygame.Surface:
    """The shape in the middle of a transparent square; `radius` in pixels. Lists and graphs show many of them."""
    size = 2 * math.ceil(radius * 1.7) + 3
    canvas = Canvas(pygame.Surface((size, size), pygame.SRCALPHA), theme, fonts, 1.0)
    colours, pale, seam = mark_theme(theme), halo(theme), radius * 0.5
    middle = size / 2
    if mark is Mark.INACCURACY:
        canvas.circle(middle, middle, radius * 0.85 + seam / 2, pale)
        canvas.circle(middle, middle, radius * 0.85, colours.indigo)
        return canvas.surface
    outline = [(middle + radius * across, middle + radius * down) for across, down in _SHAPES[mark]]
    colour = _gold(theme) if mark is Mark.MISTAKE else colours.red
    if mark is Mark.ALLOWED_WIN:
        for width, ink in ((radius * 0.55 + seam, pale), (radius * 0.55, colour)):
            canvas.line(outline[:2], width, ink)
            canvas.line(outline[2:], width, ink)
        return canvas.surface
    canvas.line(outline, seam, pale, closed=True)
    canvas.line(outline, 1, colour, fill=True)
    if mark is Mark.MISSED_WIN:
        hollow = [(middle + 0.5 * (x - middle), middle + 0.5 * (y - middle)) for x, y in outline]
        canvas.line(hollow, 1, pale, fill=True)
    return canvas.surface


def _star(points: int = 5, waist: float = 0.45) -> list[Point]:
    """A star with its first tip up, in units of its radius."""
    turns = [math.pi * i / points - math.pi / 2 for i in range(2 * points)]
    return [
        (math.cos(a) * (waist if i % 2 else 1.12), math.sin(a) * (waist if i % 2 else 1.12))
        for i, a in enumerate(turns)
    ]


_SHAPES: dict[Mark, list[Point]] = {
    Mark.MISSED_WIN: _star(),
    Mark.ALLOWED_WIN: [(-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7)],
    Mark.BLUNDER: [(0.0, -1.05), (1.05, 0.0), (0.0, 1.05), (-1.05, 0.0)],
    Mark.MISTAKE: [(0.0, -1.0), (1.02, 0.8), (-1.02, 0.8)],
}


def draw_settled(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """A small point: what a piece here comes to is known."""
    x, y = layout.centre_of(square)
    canvas.circle(x, y, layout.cell * 0.13, halo(canvas.theme))
    canvas.circle(x, y, layout.cell * 0.09, mark_theme(canvas.theme).red)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a piece on a square comes to, in a few letters, and whether nothing else comes to more."""

    text: str
    is_best: bool = False


def draw_worth(canvas: Canvas, layout: BoardLayout, square: Square, worth: Worth) -> None:
    """What a piece here comes to: on a pale disc, the best on one of jade with a ring around it."""
    x, y = layout.centre_of(square)
    theme, pale = mark_theme(canvas.theme), halo(canvas.theme)
    ground, ink = (theme.jade, pale) if worth.is_best else (pale, theme.ink)
    if worth.is_best:
        draw_ring(canvas, (x, y), layout.cell * 0.38, stroke_width(canvas, layout, 0.04), ground)
    canvas.circle(x, y, layout.cell * 0.31, ground)
    if not worth.is_best and canvas.theme.is_contrast:
        canvas.circle(x, y, layout.cell * 0.31, ink, stroke=stroke_width(canvas, layout, 0.03))
    canvas.text(worth.text, x, y, max(9, round(layout.cell * 0.26)), ink, "centre", Face.MEDIUM)


def draw_forbidden(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """A red cross in a ring: whoever plays here loses."""
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


def draw_threat(canvas: Canvas, layout: BoardLayout, square: Square, occupied: bool, at_once: bool) -> None:
    """A diamond where the other side would strike, at the upper left of a piece: red and filled where that would win
    at once, else gold and hollow."""
    x, y = layout.centre_of(square)
    theme, pale = mark_theme(canvas.theme), halo(canvas.theme)
    reach = layout.cell * (0.2 if occupied else 0.26 if at_once else 0.22)
    if occupied:
        x, y = x - layout.cell * 0.34, y - layout.cell * 0.34
    diamond = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    stroke = stroke_width(canvas, layout)
    canvas.line(diamond, stroke * 2.2, pale, closed=True)
    canvas.line(diamond, 1, theme.red if at_once else pale, fill=True)
    canvas.line(diamond, stroke, theme.red if at_once else _gold(canvas.theme), closed=True)


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


def draw_reason(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """The piece that is the reason why something can't be played: a dashed red ring."""
    x, y = layout.centre_of(square)
    arcs = [circle_points(x, y, layout.cell * 0.55, turn, turn + 22) for turn in range(0, 360, 36)]
    draw_strokes(canvas, arcs, stroke_width(canvas, layout, 0.06), mark_theme(canvas.theme).red)


def draw_cursor(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
    """The keyboard's place on the board: an indigo frame with small gaps, unlike the corners of a last move."""
    corners = _corners(layout, square, 0.54, 0.44)
    draw_strokes(canvas, corners, stroke_width(canvas, layout, 0.075), mark_theme(canvas.theme).indigo)


def _corners(layout: BoardLayout, square: Square, half: float, arm: float) -> list[Sequence[Point]]:
    """The four corners of a frame around a square; half its side and the arms of its corners in cells."""
    x, y = layout.centre_of(square)
    half, arm = layout.cell * half, layout.cell * arm
    return [
        [(x + sx * (half - arm), y + sy * half), (x + sx * half, y + sy * half), (x + sx * half, y + sy * (half - arm))]
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]


def draw_step(canvas: Canvas, layout: BoardLayout, move: Move, beside_number: bool = False) -> None:
    """A move along squares: indigo corners, small on the square that it left and large around the one it reached;
    between them a line through the squares where it turned. `beside_number`: the upper left corner of a square is that
    of its number; it stays free on the square that was left, and the large corners stay on their own square."""
    _draw_turns(canvas, layout, move.path)
    left = _corners(layout, move.path[0], 0.34, 0.14)
    reached = _corners(layout, move.path[-1], 0.46 if beside_number else 0.54, 0.20)
    for corners in (left[1:] if beside_number else left, reached):  # the first one is the upper left
        draw_strokes(canvas, corners, stroke_width(canvas, layout, 0.043), mark_theme(canvas.theme).indigo)


def _draw_turns(canvas: Canvas, layout: BoardLayout, path: Sequence[Square]) -> None:
    """The way of a last move of several steps: a thin line from corner to corner, a dot where it landed."""
    points = [layout.centre_of(square) for square in path]
    if len(points) < 3:
        return
    colour, width = mark_theme(canvas.theme).indigo, stroke_width(canvas, layout, 0.035)
    line = [towards(points[0], points[1], layout.cell * 0.4), *points[1:-1]]
    line.append(towards(points[-1], points[-2], layout.cell * 0.62))
    draw_strokes(canvas, [line], width, colour)
    for x, y in points[1:-1]:
        canvas.circle(x, y, layout.cell * 0.1 + width, halo(canvas.theme))
        canvas.circle(x, y, layout.cell * 0.1, colour)


def towards(start: Point, end: Point, distance: float) -> Point:
    """The point so far from `start` on the way to `end`."""
    share = distance / (math.dist(start, end) or 1.0)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def draw_course(
    canvas: Canvas,
    layout: BoardLayout,
    moves: Sequence[Move],
    turn: Side,
    colours: Callable[[Side], tuple[Colour, Colour]],
) -> None:
    """Moves along squares that may be played one after the other, the first by `turn`: an arrow for each with its
    number at the tip. `colours` gives a side's ground and the ink on it."""
    shown = list(enumerate(moves[:_LONGEST_COURSE], start=1))
    width = layout.cell * 0.09
    for number, move in reversed(shown):
        ground, _ = colours(turn if number % 2 else turn.other)
        points = [layout.centre_of(square) for square in move.path]
        for start, end in itertools.pairwise(points):
            outline = arrow_outline(start, end, width, width * 3)
            canvas.line(outline, layout.cell * 0.05, halo(canvas.theme), closed=True)
            canvas.line(outline, 1, ground, fill=True)
    for number, move in reversed(shown):
        ground, ink = colours(turn if number % 2 else turn.other)
        if move.target is not None:
            draw_number_plate(canvas, layout, move.target, str(number), ground, ink)


def draw_number_plate(
    canvas: Canvas, layout: BoardLayout, square: Square, text: str, ground: Colour, ink: Colour
) -> None:
    """A number on a small disc at the upper right of a square, where it leaves what stands on a piece readable."""
    x, y = layout.centre_of(square)
    x, y = x + layout.cell * 0.33, y - layout.cell * 0.33
    radius = layout.cell * (0.19 if len(text) < 3 else 0.23)
    canvas.circle(x, y, radius + max(1.0, layout.cell * 0.03), halo(canvas.theme))
    canvas.circle(x, y, radius, ground)
    size = max(9, round(layout.cell * (0.25 if len(text) < 3 else 0.22)))
    canvas.text(text, x, y, size, ink, "centre", Face.MEDIUM)


def draw_check(
    canvas: Canvas, layout: BoardLayout, general: Square, checkers: Sequence[Square], word: str, arrows: bool = True
) -> None:
    """A general in check: a toothed red ring with a flag, and a dashed arrow from each piece that attacks it."""
    colour, x, y = mark_theme(canvas.theme).red, *layout.centre_of(general)
    for checker in checkers if arrows else ():
        _draw_attack(canvas, layout, layout.centre_of(checker), (x, y), colour)
    steps = 2 * _TEETH
    radii = (layout.cell * 0.62, layout.cell * 0.55)
    teeth = [
        (x + radii[i % 2] * math.cos(math.pi * i / _TEETH), y + radii[i % 2] * math.sin(math.pi * i / _TEETH))
        for i in range(steps)
    ]
    width = stroke_width(canvas, layout, 0.036)
    canvas.line(teeth, width * 2.4, halo(canvas.theme), closed=True)
    canvas.line(teeth, width, colour, closed=True)
    if word:
        _draw_flag(canvas, layout, (x, y), word, colour)


def _draw_attack(canvas: Canvas, layout: BoardLayout, start: Point, end: Point, colour: Colour) -> None:
    """A dashed arrow in a bow, so that it does not hide what stands between."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    across, down = (x1 - x0) / length, (y1 - y0) / length
    bow = min(layout.cell * 0.85, length * 0.30)
    control = (x0 + x1) / 2 - down * bow, (y0 + y1) / 2 + across * bow
    curve = [
        (
            (1 - t) ** 2 * x0 + 2 * (1 - t) * t * control[0] + t * t * x1,
            (1 - t) ** 2 * y0 + 2 * (1 - t) * t * control[1] + t * t * y1,
        )
        for t in (step / 40 for step in range(41))
    ]
    seen = [point for point in curve if math.dist(point, start) > layout.cell * 0.48]
    seen = [point for point in seen if math.dist(point, end) > layout.cell * 0.60]
    if len(seen) < 2:
        return
    width = stroke_width(canvas, layout, 0.05)
    canvas.line(seen, width * 2.2, halo(canvas.theme))
    gap = layout.cell * 0.30
    gone, dash = 0.0, [seen[0]]
    for before, after in itertools.pairwise(seen):
        gone += math.dist(before, after)
        dash.append(after)
        if gone > gap:
            canvas.line(dash[: max(2, round(len(dash) * 0.62))], width, colour)
            gone, dash = 0.0, [after]
    tip_x, tip_y = seen[-1]
    back_x, back_y = seen[-2]
    turn = math.atan2(tip_y - back_y, tip_x - back_x)
    size = layout.cell * 0.26
    head = [
        (tip_x + size * 0.6 * math.cos(turn), tip_y + size * 0.6 * math.sin(turn)),
        (tip_x + size * 0.6 * math.cos(turn + 2.35), tip_y + size * 0.6 * math.sin(turn + 2.35)),
        (tip_x + size * 0.6 * math.cos(turn - 2.35), tip_y + size * 0.6 * math.sin(turn - 2.35)),
    ]
    canvas.line(head, width * 0.9, halo(canvas.theme), closed=True)
    canvas.line(head, 1, colour, fill=True)


def _draw_flag(canvas: Canvas, layout: BoardLayout, centre: Point, word: str, colour: Colour) -> None:
    """A red flag with a warning sign and the word, at the general's upper right and always on the slab."""
    size = max(11, round(13 * layout.unit))
    height = size * 1.9
    width = canvas.text_width(word, size, Face.MEDIUM) + size * 2.2
    slab = layout.rect
    left = min(centre[0] + layout.cell * 0.44, slab.right - width - 4)
    top = max(centre[1] - layout.cell * 0.60, slab.top + 4)
    flag = pygame.FRect(left, top, width, height)
    edge = 2 if canvas.theme.is_contrast else 1
    canvas.rounded(flag.inflate(2 * edge, 2 * edge), height / 2 + edge, halo(canvas.theme))
    canvas.rounded(flag, height / 2, colour)
    ink = halo(canvas.theme)
    canvas.icon("warning", flag.left + size * 0.95, flag.centery, size * 1.1, ink)
    canvas.text(word, flag.left + size * 1.7, flag.centery, size, ink, face=Face.MEDIUM)


def draw_selected(canvas: Canvas, layout: BoardLayout, centre: Point) -> None:
    """The piece that was chosen to move, wherever it hovers: a closed jade ring."""
    colour = mark_theme(canvas.theme).jade
    draw_ring(canvas, centre, layout.cell * 0.5, stroke_width(canvas, layout), colour)


def draw_places(canvas: Canvas, layout: BoardLayout, squares: Iterable[Square]) -> None:
    """Where a piece may be placed: small jade dots."""
    colour = mark_theme(canvas.theme).jade
    for square in squares:
        x, y = layout.centre_of(square)
        canvas.circle(x, y, layout.cell * 0.085, halo(canvas.theme))
        canvas.circle(x, y, layout.cell * 0.055, colour)


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
