"""The players' ratings as points with error bars on one scale, the best above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from game.tournament.standings import TournamentStandings
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.tournament.words import elo_text, signed

_ROW: Final = 48.0
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
_TICK_WIDTH: Final = 56.0
_FOOT: Final = 26.0


def draw_strengths(
    canvas: Canvas, rect: pygame.FRect, standing: TournamentStandings, names: Sequence[str], portraits: Sequence[str]
) -> None:
    """`names` and `portraits` by place in the plan. Asks for a standing that has strengths."""
    strengths, theme = standing.strengths, canvas.theme
    assert strengths is not None, "the caller has looked"
    order = sorted(range(len(names)), key=lambda player: -strengths[player].elo)
    height = min(_ROW, (rect.height - _FOOT) / len(order))
    label = min(140.0, rect.width * 0.26)
    plot = pygame.FRect(rect.left + 38 + label, rect.top, rect.width - 38 - label - 100, height * len(order))
    reach = max(abs(each.elo) + each.error for each in strengths)
    step = next((each for each in _STEPS if reach / each * _TICK_WIDTH * 2 <= plot.width), _STEPS[-1])
    reach = max(step, math.ceil(reach / step) * step)

    def across(elo: float) -> float:
        return plot.centerx + elo / reach * plot.width / 2

    for tick in range(-(reach // step), reach // step + 1):
        x = across(tick * step)
        line = theme.disabled if theme.is_contrast else theme.line
        width = canvas.px(2 if tick == 0 and theme.is_contrast else 1) or 1
        whole = pygame.FRect(canvas.px(x) / canvas.scale, plot.top, width / canvas.scale, plot.height)
        canvas.fill(whole, theme.edge if tick == 0 else line)
        canvas.text(signed(tick * step), x, plot.bottom + 14, CAPTION, theme.muted, "centre")
    for row, player in enumerate(order):
        y = plot.top + height * (row + 0.5)
        strength = strengths[player]
        canvas.portrait(portraits[player], rect.left + 15, y, min(30.0, height - 4))
        canvas.text(names[player], rect.left + 38, y, BODY, face=Face.MEDIUM, width=label - 8)
        low, high = across(strength.elo - strength.error), across(strength.elo + strength.error)
        colour = theme.jade if strength.elo >= 0 else theme.red
        thick = min(6.0, height / 5)
        canvas.rounded(
            pygame.FRect(low, y - thick, max(2.0, high - low), 2 * thick), thick,
            theme.jade_tint if strength.elo >= 0 else theme.red_tint, colour, 1.25,
        )  # fmt: skip
        x = across(strength.elo)
        canvas.line([(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)], 0.5, colour, fill=True)
        canvas.text(elo_text(strength), rect.right, y, BODY, align="right")
