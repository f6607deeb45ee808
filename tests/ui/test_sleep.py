"""A window in which nothing moves sleeps, and wakes for whatever there is to show."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest
from driver import Driver, unprepared
from lan_fakes import FakeLan, FakeTable
from sitting import Puppet

from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human, PlayerKind, Reply
from game.rules.core import Move, Side
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import LevelChoice
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.tearoom.touch import STEAM_LASTS_S
from game.ui.stage.navigator import MATCH
from game.ui.window import loop


class Hand:
    """The clock on the wall and `time.sleep`, held by the test."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits = 0
        self.brings: pygame.event.Event | None = None
        self._is_asleep = False
        self.dozes: list[float] = []

    def sleep(self, seconds: float) -> None:
        """Doze; the event that was prepared comes after 50 ms."""
        self.dozes.append(seconds)
        self.waits += not self._is_asleep
        self._is_asleep = True
        self.now += seconds
        if self.brings is not None:
            self.now += 0.05 - seconds
            pygame.event.post(self.brings)
            self.brings = None

    def tick(self, frames_per_s: int) -> None:
        """Wait for the next of this many frames."""
        self._is_asleep = False
        self.now += 1 / frames_per_s


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    hand = Hand()
    monkeypatch.setattr(
        loop, "time", SimpleNamespace(perf_counter=lambda: hand.now, thread_time=lambda: hand.now, sleep=hand.sleep)
    )
    return hand


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hand: Hand) -> Iterator[Driver]:
    unprepared(monkeypatch)
    monkeypatch.setattr("game.services._usual_lan", lambda folders, name: FakeLan())
    driver = Driver(tmp_path)
    monkeypatch.setattr(driver.program.loop, "_ticker", hand)
    yield driver
    driver.program.close()


def run(driver: Driver, hand: Hand, seconds: float) -> tuple[int, int]:
    """Let the window run; how many frames there were and how often it slept."""
    end, waits, frames = hand.now + seconds, hand.waits, 0
    while hand.now < end:
        driver.program.loop.frame()
        driver.program.loop.rest()
        frames += 1
    return frames, hand.waits - waits


def rest(driver: Driver, hand: Hand) -> None:
    """Let the window run until what was just opened stands still and all pictures that may be needed next are made."""
    run(driver, hand, 3)
    while driver.program.stage.ahead.is_going_on:
        run(driver, hand, 0.5)
    run(driver, hand, 1)


def test_a_menu_at_rest_sleeps_and_wakes_for_the_mouse(driver: Driver, hand: Hand) -> None:
    run(driver, hand, STEAM_LASTS_S + 1)
    frames, waits = run(driver, hand, 10)
    assert frames <= 120
    assert waits >= 70
    button = next(w for w in driver.top.widgets.widgets if w.enabled and w.visible)
    hand.brings = pygame.event.Event(
        pygame.MOUSEMOTION, pos=tuple(map(round, button.rect.center)), rel=(1, 1), buttons=(0, 0, 0)
    )
    driver.program.loop.rest()
    driver.program.loop.frame()
    assert button.hovered
    assert 0 < button.hover_share < 0.5, "the time that was slept is not the mouse's"
    assert driver.program.loop.painted
    frames, _ = run(driver, hand, 0.2)
    assert frames >= 10, "what the mouse has set in motion is shown at full rate"


def test_asleep_it_answers_within_ten_milliseconds_and_looks_no_oftener(driver: Driver, hand: Hand) -> None:
    run(driver, hand, STEAM_LASTS_S + 1)
    hand.dozes.clear()
    run(driver, hand, 3)
    assert max(hand.dozes) <= 0.01
    assert len(hand.dozes) <= 110 * 3


def test_a_clock_goes_on_while_the_window_sleeps(driver: Driver, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    match = driver.program.services.tables.new_match("xiangqi", LevelChoice(mode="two"), "")
    before = time.perf_counter() - hand.now
    monkeypatch.setattr(match.clock, "now", lambda: before + hand.now)
    driver.program.stage.go(MATCH, match)
    rest(driver, hand)
    seen = set()
    for _ in range(10):
        frames, waits = run(driver, hand, 0.2)
        assert waits
        assert frames <= 4, "a tick keeps nobody awake"
        seen.add(driver.picture())
    assert len(seen) == 10


def test_a_move_that_comes_while_it_sleeps_is_seen_from_its_beginning(driver: Driver, hand: Hand) -> None:
    match = driver.program.services.tables.new_match("gomoku", LevelChoice(mode="two"), "")
    driver.program.stage.go(MATCH, match)
    scene = driver.top
    assert isinstance(scene, MatchScene)
    rest(driver, hand)
    assert run(driver, hand, 1)[1]
    match.submit(match.turn, Move((112,)))
    frames = 0
    while scene.board.is_moving or not frames:
        assert run(driver, hand, 0.01) == (1, 0), "while it moves nothing sleeps"
        frames += 1
    assert frames >= 0.12 * 60, "a stone drops for 120 ms, and all of them are seen"


def test_waiting_for_somebody_elsewhere_lets_the_window_sleep(driver: Driver, hand: Hand) -> None:
    anna = Puppet(PlayerKind.REMOTE, Reply.LATER)
    seats = (Seat(anna, "Anna"), Seat(Human(), "Lin"))
    match = Match(Game(variant("gomoku-renju")), seats, MatchClock(None, lambda: hand.now))
    driver.program.stage.open(MatchScene(driver.program.stage, match, FakeTable()))
    rest(driver, hand)
    assert match.turns.waiting_for is Side.FIRST
    frames, waits = run(driver, hand, 2)
    assert waits >= 10
    assert frames <= 30
    anna.say("h8")
    run(driver, hand, 0.2)
    assert match.ply == 1, "what comes from elsewhere is seen all the same"


def test_who_thinks_keeps_the_window_awake(driver: Driver, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    run(driver, hand, 3)
    monkeypatch.setattr(type(driver.top), "is_busy", property(lambda scene: True))
    frames, waits = run(driver, hand, 1)
    assert frames >= 59
    assert not waits


def test_what_only_holds_itself_is_collected_when_the_window_comes_to_rest(driver: Driver, hand: Hand) -> None:
    driver.frames(1)
    left = type("Left", (), {})()
    left.holds = left
    seen = weakref.ref(left)
    gc.disable()  # nobody but the loop collects
    try:
        del left
        run(driver, hand, 1)
        assert seen() is not None
        run(driver, hand, STEAM_LASTS_S + 5)
    finally:
        gc.enable()
    assert seen() is None
