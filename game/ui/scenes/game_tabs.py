"""The games side by side at the right of a scene's header, as wide as their names need."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import pygame

from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.page import header_top, measure
from game.ui.stage.stage import Stage
from game.ui.widgets.choices import Segment, Segmented

_HEIGHT: Final = 40.0
_WIDE: Final = 1000.0
_BESIDE_NAME: Final = 12.0


def game_tabs(
    stage: Stage,
    area: pygame.FRect,
    size: tuple[float, float],
    games: Iterable[str],
    chosen: str,
    choose: Callable[[str], None],
    cell: float | None = None,
    name: str = "games",
) -> Segmented:
    """A choice of these games in a scene of that size, whose contents take the `area`. A game has a `cell` in width, or
    more where a name needs it."""
    choices = [Segment(game, stage.t(f"common.{game}")) for game in games]
    usual = cell or (90.0 if area.width >= _WIDE else 79.5)
    widest = max(measure(stage, choice.label, BODY, Face.MEDIUM) for choice in choices)
    width = len(choices) * max(usual, widest + _BESIDE_NAME)
    place = pygame.FRect(area.right - width, header_top(size, area.top) + 4, width, _HEIGHT)
    return Segmented(place, choices, chosen, lambda game: choose(str(game)), name=name)
