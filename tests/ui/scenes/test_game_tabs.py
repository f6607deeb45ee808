"""The choice of a game in a header: as wide as its names need."""

from __future__ import annotations

import pygame
import pytest
from fakes import make_stage

from game.ui.games.registry import GAMES
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.page import measure

LONG = ("reversi", "you_see_nothing_of_this")
"""The second has no text, so its key is shown."""


@pytest.mark.parametrize(("width", "wanted"), [(880.0, 318.0), (1200.0, 360.0)])
def test_the_games_that_there_are_have_the_usual_width(width: float, wanted: float) -> None:
    stage = make_stage()
    tabs = game_tabs(stage, pygame.FRect(40, 0, width, 600), (width + 80, 640), GAMES, "xiangqi", lambda game: None)
    assert (tabs.rect.width, tabs.rect.right) == (wanted * len(GAMES) / 4, 40 + width)
    assert [choice.value for choice in tabs.choices] == list(GAMES)


def test_a_long_name_has_the_room_that_it_needs() -> None:
    stage = make_stage()
    tabs = game_tabs(stage, pygame.FRect(40, 0, 880, 600), (960, 640), LONG, "reversi", lambda game: None)
    longest = max(measure(stage, choice.label, BODY, Face.MEDIUM) for choice in tabs.choices)
    assert longest > 100
    assert tabs.rect.width / len(LONG) > longest
