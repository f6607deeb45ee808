"""A canvas for tests of the window's parts, and the whole program for those of its ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from driver import Driver, unprepared

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


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """The program with folders of its own, whose engines never get prepared; it ends with the test."""
    unprepared(monkeypatch)
    driver = Driver(tmp_path)
    yield driver
    driver.program.close()
