"""A move that is clicked is heard in the frame that takes the click; `python -m game.bench` counts how soon."""

from __future__ import annotations

import pytest
from driver import Driver

from game.bench.sounds import time_sounds
from game.rules.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_clicked_move_is_heard_in_its_frame(driver: Driver, game: str) -> None:
    play = driver.program.stage.sounds.play
    times = time_sounds(driver.program, game, 3)
    assert len(times) == 3
    assert all(each > 0 for each in times)
    assert driver.program.stage.sounds.play == play, "nobody listens any more"
