"""A monkey at mouse and keyboard: twenty minutes of whatever comes to its mind, at three sizes, in both languages and
all looks, as somebody who sees everything for the first time. Nothing may fail, and no text may be missing.

QIGUAN_MONKEY_MINUTES gives it less time, QIGUAN_MONKEY_SEED another mind.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from driver import Driver
from monkey import Monkey, keep_within

from game.library.database.game_database import BoardQuestion
from game.records import native
from game.records.analysed import AnalysedGame
from game.records.record import Record, SeatInfo
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant, variants_of
from game.ui.games.registry import GAMES
from game.ui.stage.navigator import (
    ANALYSIS,
    CHALLENGES,
    COLLECTIONS,
    LEARN,
    LEVELS,
    LIBRARY,
    NEW_TOURNAMENT,
    SETUP,
    STORY,
)

_MINUTES = float(os.environ.get("QIGUAN_MONKEY_MINUTES", "20"))
_SEED = int(os.environ.get("QIGUAN_MONKEY_SEED", "19"))
_SIZES = ((960, 640), (1280, 800), (1920, 1080))
_LOOK_S = 15.0
"""So long it stays in one size, language and look."""


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    keep_within(tmp_path, monkeypatch)
    driver = Driver(tmp_path)
    fill_shelves(driver, tmp_path)
    yield driver
    driver.program.close()


def fill_shelves(driver: Driver, folder: Path) -> None:
    """Games in the library and in the collections: what is empty has little that can go wrong."""
    dice, services = random.Random(_SEED), driver.program.services
    (folder / "games").mkdir()
    for number in range(60):
        game = Game(variant(dice.choice(list(VARIANTS))))
        while game.outcome is None and game.ply < 12:  # the first moves often the same: they meet in the explorer
            game.play(dice.choice(game.position.legal_moves()[: 3 if game.ply < 4 else None]))
        seats = SeatInfo("human", "棋王"), SeatInfo("engine", "", "expert")
        record = Record.from_game(game, seats, times_s=[1.0] * game.ply, date="2026-11-29")
        (folder / "games" / f"{number}.qiguan").write_bytes(native.write(record))
    files = sorted((folder / "games").iterdir())
    for game_import in (
        services.library.bring_in(files),
        services.database.bring_in(files, "大师"),
    ):
        driver.until(partial(getattr, game_import, "is_over"))
        assert game_import.stored + len(game_import.added) > 50


def door(name: str, dice: random.Random) -> tuple[Any, ...]:
    """A scene of a game to begin at, with its values."""
    rules = dice.choice(variants_of(name))
    start = rules.start()
    begun = start.play(dice.choice(start.legal_moves()))
    doors: tuple[tuple[Any, ...], ...] = (
        (LEVELS, name), (STORY, name), (CHALLENGES, name), (LEARN, name), (LIBRARY, frozenset()),
        (COLLECTIONS, BoardQuestion(start, rules)), (COLLECTIONS, None), (SETUP, rules, begun),
        (ANALYSIS, AnalysedGame.of_position(rules, begun)), (NEW_TOURNAMENT, name),
    )  # fmt: skip
    return dice.choice(doors)


@pytest.mark.slow
def test_a_monkey_finds_no_fault(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    dice, program = random.Random(_SEED), driver.program
    monkey, rounds = Monkey(driver, dice), 0
    caplog.set_level(logging.ERROR)
    end = time.monotonic() + 60 * _MINUTES
    while time.monotonic() < end:
        program.stage.to_menu()
        program.resize(_SIZES[rounds % len(_SIZES)])
        program.services.preferences.change(
            language=("en", "zh")[rounds % 2],
            theme=dice.choice(("light", "dark", "contrast")),
            scale=dice.choice((0.75, 1.0, 1.0, 1.5, 2.0)),
            reduced_motion=dice.random() < 0.2,
            fullscreen=False,
            stories=(),
            has_played=False,
        )
        if dice.random() < 0.5:
            program.stage.go(*door(dice.choice(list(GAMES)), dice))
        rounds += 1
        until = time.monotonic() + _LOOK_S
        while time.monotonic() < until:
            try:
                monkey.act()
            except Exception as error:
                deeds = "\n".join(monkey.deeds)
                raise AssertionError(f"seed {_SEED}, round {rounds}: {error!r} after\n{deeds}") from error
    wrong = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert wrong == []
