"""The course of a game as a picture: the computer's evaluation, or the thinking time of each move."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.match.judgement import chances
from game.match.move_list import PlayedMove
from game.rules.core import Side
from game.rules.win_curve import WinCurve
from game.ui.paint.canvas import Canvas
from game.ui.paint.pen import Point, smooth_curve
from game.ui.paint.theme import BUTTON_RADIUS, CAPTION

_PALE = (222, 206, 178)


def evaluations(line: Sequence[PlayedMove], scale: WinCurve) -> list[tuple[int, float]]:
    """The computer's judgements as (ply, value): 1 = FIRST wins, -1 = SECOND wins; `scale` is the `scale_of` the
    game."""
    found = []
    for ply, played in enumerate(line, start=1):
        score = played.score
        if score is None:
            continue
        value = chances(score, scale)
        found.append((ply, value if played.side is Side.FIRST else -value))
    return found


def draw_evaluation(
    canvas: Canvas,
    rect: pygame.FRect,
    values: Sequence[tuple[int, float]],
    plies: int,
    names: tuple[str, str],
    first: Side,
) -> None:
    """The evaluation over the game: above the middle FIRST is better, dark where `first` is FIRST, below it SECOND.
    `values` as `evaluations`."""
    theme = canvas.theme
    canvas.rounded(rect, BUTTON_RADIUS, theme.inset, theme.line, 1.25)
    middle = rect.centery
    half = rect.height / 2 - 8
    points: list[Point] = [(rect.left + 8, middle)]
    points += [
        (rect.left + 8 + (rect.width - 16) * ply / max(1, plies), middle - value * half) for ply, value in values
    ]
    points.append((rect.right - 8, points[-1][1]))
    curve = smooth_curve(points, 6, closed=False)
    area = [(points[0][0], middle), *curve, (points[-1][0], middle)]
    dark = theme.plate if not theme.is_dark else (214, 204, 188)
    upper, lower = (dark, _PALE) if first is Side.FIRST else (_PALE, dark)
    with canvas.clipped(pygame.FRect(rect.left, rect.top, rect.width, rect.height / 2)):
        canvas.line(area, 0.5, upper, fill=True)
    with canvas.clipped(pygame.FRect(rect.left, middle, rect.width, rect.height / 2)):
        canvas.line(area, 0.5, lower, fill=True)
    canvas.hairline(rect.left + 8, middle, rect.width - 16, theme.edge)
    with canvas.clipped(rect.inflate(-4, -4)):
        canvas.line(curve, 2, theme.ink)
    canvas.text(names[0], rect.left + 12, rect.top + 14, CAPTION, theme.muted)
    canvas.text(names[1], rect.left + 12, rect.bottom - 14, CAPTION, theme.muted)


def draw_times(canvas: Canvas, rect: pygame.FRect, line: Sequence[PlayedMove], first: Side) -> None:
    """The thinking time of each move, of which there is one at least, as a bar: upwards FIRST's, dark where `first` is
    FIRST, downwards SECOND's."""
    theme = canvas.theme
    canvas.rounded(rect, BUTTON_RADIUS, theme.inset, theme.line, 1.25)
    middle = rect.centery
    canvas.hairline(rect.left + 8, middle, rect.width - 16, theme.edge)
    longest = max(max(played.used_s for played in line), 0.1)
    step = (rect.width - 16) / len(line)
    width = max(1.0, min(10.0, step * 0.7))
    for i, played in enumerate(line):
        # a root lets short moves be seen beside a long one
        height = math.sqrt(played.used_s / longest) * (rect.height / 2 - 10)
        if height < 1:
            continue
        x = rect.left + 8 + (i + 0.5) * step - width / 2
        is_first = played.side is Side.FIRST
        bar = pygame.FRect(x, middle - height if is_first else middle + 1, width, height)
        canvas.fill(bar, theme.ink if is_first is (first is Side.FIRST) else theme.edge)
