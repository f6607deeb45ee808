"""The bar beside a list that is longer than its room."""

from __future__ import annotations

import pygame

from game.ui.paint.canvas import Canvas

_LEAST = 28.0


def scroll_knob(track: pygame.FRect, scroll: float, most: float) -> pygame.FRect:
    """Where the knob lies on a track as long as what is seen at once, `scroll` of at most `most` (above 0) down."""
    height = max(_LEAST, track.height * track.height / (track.height + most))
    return pygame.FRect(track.left, track.top + (track.height - height) * scroll / most, track.width, height)


def draw_scroll_bar(canvas: Canvas, track: pygame.FRect, scroll: float, most: float) -> None:
    """Track and knob; nothing where everything is seen."""
    if most <= 0:
        return
    radius = track.width / 2
    canvas.rounded(track, radius, canvas.theme.inset)
    canvas.rounded(scroll_knob(track, scroll, most), radius, canvas.theme.edge)
