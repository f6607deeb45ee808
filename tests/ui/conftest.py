"""A canvas for tests of the window's parts."""

from __future__ import annotations

import pygame
import pytest

from game.storage.paths import assets_folder
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.paint.theme import LIGHT


@pytest.fixture
def canvas() -> Canvas:
    """A canvas of 1280x800 at scale 1 in the light theme."""
    pygame.font.init()
    surface = pygame.Surface((1280, 800))
    surface.fill(LIGHT.paper)
    return Canvas(surface, LIGHT, Fonts(assets_folder() / "fonts"), 1.0)
