"""The statistics of the library: results by opponent, and room for what they are of."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from fakes import click_on, press, widget
from library_shelf import Shelf
from looking import WINDOWS, read

from game.ui.scenes.library.statistics import StatisticsScene


def test_results_are_counted_by_opponent(shelf: Shelf) -> None:
    click_on(shelf.stage, "chart")
    scene = shelf.top
    assert isinstance(scene, StatisticsScene)
    said = shelf.said()
    assert "Expert" in said
    assert "0%" in said
    widget(scene, "game")
    press(shelf.stage, pygame.K_RIGHT, pygame.K_RIGHT)
    assert "People" in shelf.said()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_results_are_of_keeps_clear_of_the_games(tmp_path: Path, language: str) -> None:
    for nth, (size, scale) in enumerate(WINDOWS):
        shelf = Shelf(tmp_path / str(nth), size, language=language, scale=scale)
        scene = StatisticsScene(shelf.stage)
        shelf.stage.open(scene)
        line = shelf.stage.t("library.statistics_line")
        (place,) = [place for text, place in read(shelf.stage, size, scene).drawn if text == line]
        assert place.right + 16 <= widget(scene, "game").rect.left, f"{size} at {scale}"
        shelf.stage.stack.clear()
        shelf.library.close()
