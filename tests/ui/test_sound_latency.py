"""A move that is clicked is heard in the frame that takes the click; `python -m game.bench` counts how soon."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import Driver, unprepared

from game import bench
from game.rules.registry import GAMES


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    unprepared(monkeypatch)
    driver = Driver(tmp_path)
    yield driver
    driver.program.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_clicked_move_is_heard_in_its_frame(driver: Driver, game: str) -> None:
    play = driver.program.stage.sounds.play
    times = bench.time_sounds(driver.program, game, 3)
    assert len(times) == 3
    assert all(each > 0 for each in times)
    assert driver.program.stage.sounds.play == play, "nobody listens any more"
