"""The lines of the Xiangqi board: ten ranks, nine files that stop at the river, palaces, the points of cannons and
soldiers, and the river's name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.ui.board.layout import BoardLayout
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face

_POINTS: Final = tuple(
    [(column, row) for column in (1, 7) for row in (2, 7)]
    + [(column, row) for column in range(0, 9, 2) for row in (3, 6)]
)
"""Columns and rows where cannons and soldiers stand at the start."""

_BANKS: Final = (4, 5)
_RIVER: Final = (("楚 河", 1.95, 0), ("漢 界", 6.05, 180))
"""The river's name in two halves: the column in the middle of each, and how it is turned for Red below."""
_NAME_ALPHA = 215


def draw_grid(canvas: Canvas, layout: BoardLayout, ink: Colour) -> None:
    """All lines, on whole pixels; in high contrast twice as thick. The canvas has scale 1."""
    thin = layout.line * (2 if canvas.theme.is_contrast else 1)
    spread = (thin - layout.line) // 2
    xs, ys = [layout.column_x(column) for column in range(9)], [layout.row_y(row) for row in range(10)]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    fill = canvas.surface.fill
    for y in ys:
        fill(ink, (left, y - spread, right - left + layout.line, thin))
    for column, x in enumerate(xs):
        if column in (0, 8):
            fill(ink, (x - spread, top, thin, bottom - top + layout.line))
            continue
        for rows in ((0, _BANKS[0]), (_BANKS[1], 9)):
            first, last = sorted(ys[row] for row in rows)
            fill(ink, (x - spread, first, thin, last - first + layout.line))
    _draw_outline(canvas, layout, ink, pygame.Rect(left, top, right - left + layout.line, bottom - top + layout.line))
    for row in (0, 7):
        for first, second in ((3, 5), (5, 3)):
            ends = [_middle(layout, first, row), _middle(layout, second, row + 2)]
            canvas.line(ends, thin, ink)
    _draw_points(canvas, layout, ink, thin, spread)


def _middle(layout: BoardLayout, column: int, row: int) -> tuple[float, float]:
    return layout.column_x(column) + layout.line / 2, layout.row_y(row) + layout.line / 2


def _draw_outline(canvas: Canvas, layout: BoardLayout, ink: Colour, grid: pygame.Rect) -> None:
    """The second, thicker line around the grid."""
    away, width = max(3, round(layout.cell * 0.085)), max(1, round(layout.cell * 0.03))
    pygame.draw.rect(canvas.surface, ink, grid.inflate(2 * away, 2 * away), width)


def _draw_points(canvas: Canvas, layout: BoardLayout, ink: Colour, thin: int, spread: int) -> None:
    """Four small angles around each point, two at the edge of the board."""
    away, arm = max(3, round(layout.cell * 0.07)), max(3, round(layout.cell * 0.16))
    edges = (layout.column_x(0), layout.column_x(8))
    for column, row in _POINTS:
        x, y = layout.column_x(column), layout.row_y(row)
        for right in _sides(x, edges):
            for down in (-1, 1):
                corner_x, corner_y = x + right * away, y + down * away
                start_x, start_y = min(corner_x, corner_x + right * arm), min(corner_y, corner_y + down * arm)
                canvas.surface.fill(ink, (start_x, corner_y - spread, arm + thin, thin))
                canvas.surface.fill(ink, (corner_x - spread, start_y, thin, arm + thin))


def _sides(x: int, edges: tuple[int, int]) -> Iterable[int]:
    """On which sides of a point there is board: left -1, right 1."""
    return [side for side, edge in ((-1, min(edges)), (1, max(edges))) if x != edge]


def draw_river(canvas: Canvas, layout: BoardLayout, ink: Colour) -> None:
    """The river's name, each half to be read from its own side; none that a picture of a part would cut."""
    y = (layout.row_y(_BANKS[0]) + layout.row_y(_BANKS[1]) + layout.line) / 2
    first, last = layout.column_x(0), layout.column_x(8)
    for text, column, turn in _RIVER:
        word = canvas.fonts.render(text, round(layout.cell * 0.56), ink, Face.TITLE)
        word = pygame.transform.rotate(word, (turn + 180 * layout.flipped) % 360)
        word.set_alpha(_NAME_ALPHA)
        seen = word.get_bounding_rect()
        x = first + (last - first) * column / 8 + layout.line / 2
        left, top = round(x - seen.centerx), round(y - seen.centery)
        if canvas.surface.get_rect().contains(seen.move(left, top)):
            canvas.lay(word, (left, top))
