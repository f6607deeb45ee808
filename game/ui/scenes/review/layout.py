"""Where everything of the review lies, in the panel beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.scenes.review.accuracy_rows import ROW
from game.ui.scenes.review.move_card import HEIGHT as MOVE_HEIGHT

ROOMY_PANEL: Final = 420.0
"""In a narrower panel the buttons stand in two rows."""
_TALL_PANEL: Final = 700.0
"""In a lower one accuracy stands beside the names in the graph alone."""
_GAP: Final = 8.0


@dataclass(frozen=True, slots=True)
class ReviewPlaces:
    """Rectangles in units; `panel_is_low` is for who draws what has less room then."""

    header: pygame.FRect
    move: pygame.FRect
    course: pygame.FRect
    graph: pygame.FRect
    points: pygame.FRect
    actions: pygame.FRect
    panel_is_low: bool


def lay_out(panel: pygame.FRect) -> ReviewPlaces:
    """The places in a panel, from the header down to the buttons."""
    roomy, wide = panel.height > _TALL_PANEL, panel.width >= ROOMY_PANEL
    x, width = panel.left, panel.width
    header = pygame.FRect(x, panel.top, width, 40)
    move = pygame.FRect(x, header.bottom + (16 if roomy else 8), width, MOVE_HEIGHT)
    rows = 2 * ROW + 4 if roomy else 0.0
    course = pygame.FRect(x, move.bottom + _GAP, width, (184 if roomy else 126) + rows)
    graph = pygame.FRect(x + 16, course.top + 42, width - 32, course.height - rows - 42 - 12)
    low = 72.0 if wide else 112.0
    actions = pygame.FRect(x, panel.bottom - low, width, low)
    points = pygame.FRect(x, course.bottom + _GAP, width, actions.top - _GAP - course.bottom - _GAP)
    return ReviewPlaces(header, move, course, graph, points, actions, not roomy)
