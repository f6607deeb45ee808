"""A game told in ten seconds: real moves, one sentence at a time, once and whenever one likes, left by any key."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, StageThatStays, click_on, make_stage, press, settle
from looking import faults, read
from match_table import Table, two_people
from sitting import Puppet

from game.match.players import Human
from game.records.control import TimeControl
from game.rules.core import Side
from game.storage.settings import Settings
from game.ui.games.registry import GAMES
from game.ui.scenes.learn.scene import LearnScene
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.menu import Menu
from game.ui.scenes.story.scene import StoryScene
from game.ui.scenes.story.telling import LONGEST_S, MoveMade, ShotBegun, Telling
from game.ui.stage.navigator import MATCH, STORY, STORY_BEFORE

WINDOW = (1280, 800)
GAME = "gomoku"
OTHER = "xiangqi"


def tell(game: str = GAME, **settings: object) -> tuple[StageThatStays, FakeServices, StoryScene]:
    values = {"language": "en", "stories": (OTHER,), **settings}
    hall = FakeServices(Settings(**values))  # type: ignore[arg-type]  # the test's own words
    stage = make_stage(WINDOW, hall)
    scene = StoryScene(stage, game)
    stage.open(scene)
    return stage, hall, scene


@pytest.mark.parametrize("game", GAMES)
def test_a_story_is_made_of_legal_moves_and_is_short(game: str) -> None:
    telling, told_s, shots, moves = Telling(GAMES[game].story), 0.0, 0, 0
    while not telling.is_over:
        for each in telling.advance(0.01):
            shots += isinstance(each, ShotBegun)
            moves += isinstance(each, MoveMade)
        told_s += 0.01
        assert told_s <= LONGEST_S
    assert shots == len(GAMES[game].story.shots) == 3
    assert moves == sum(len(shot.moves.split()) for shot in GAMES[game].story.shots)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("still", [False, True])
def test_it_closes_by_itself_and_comes_to_rest_on_its_last_position(game: str, still: bool) -> None:
    stage, _, scene = tell(game, reduced_motion=still)
    said = set()
    for _ in range(round(LONGEST_S * 4)):
        settle(stage, 0.25)
        if stage.stack.top is scene:
            said.add(read(stage, WINDOW, scene).drawn[1][0])  # after the name of the game
    assert stage.stack.top is None
    assert len(said) == 3, "one sentence for each shot"
    assert not scene.board.is_moving


def test_any_key_or_click_leaves_it_but_not_the_press_that_led_here() -> None:
    for event in (
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_j, mod=0, unicode="j"),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(3, 3), button=1),
    ):
        stage, _, scene = tell()
        stage.stack.handle(event)
        assert stage.stack.top is scene, "the second half of a double click"
        settle(stage, 0.5)
        press(stage, pygame.K_LSHIFT)
        assert stage.stack.top is scene
        stage.stack.handle(event)
        assert stage.stack.top is None


def test_it_is_told_once_to_who_opens_the_game() -> None:
    stage, hall, _ = tell()
    assert hall.settings.stories == (OTHER, GAME)
    press(stage, pygame.K_ESCAPE)
    for game, told in ((GAME, 0), ("reversi", 1), (OTHER, 0)):
        stage.went.clear()
        stage.open(LevelSelect(stage, game))
        assert stage.went == [(STORY, game)] * told


def test_a_first_game_begins_with_it() -> None:
    hall = FakeServices(Settings(language="en", stories=(OTHER,)))
    stage = make_stage(WINDOW, hall)
    stage.open(Menu(stage))
    click_on(stage, "play-first")
    route, game, match = stage.went[-1]
    assert (route, game) == (STORY_BEFORE, GAME)
    assert stage.went[-2] == (MATCH, match)


def test_the_match_behind_it_begins_when_it_is_told() -> None:
    match = two_people().match
    stage = make_stage(WINDOW, FakeServices(Settings(language="en")))
    stage.open(StoryScene(stage, GAME, match))
    assert match.is_paused
    settle(stage, 0.5)
    press(stage, pygame.K_ESCAPE)
    assert stage.stack.top is None
    assert not match.is_paused


def told_before_a_match() -> Table:
    """A match with a clock, which waits for its story."""
    table = Table(Human(), Puppet(), control=TimeControl(60, 0), has_played=False)
    table.stage.open(StoryScene(table.stage, GAME, table.match))
    return table


@pytest.mark.parametrize("is_skipped", [False, True])
def test_a_match_waits_for_it_with_its_clock(is_skipped: bool) -> None:
    table = told_before_a_match()
    settle(table.stage, 2)
    table.time.now += 8
    table.frame()
    assert table.match.clock.left_s(Side.FIRST) == 60
    if is_skipped:
        press(table.stage, pygame.K_RETURN)
    else:
        settle(table.stage, LONGEST_S)
    assert table.stage.stack.top is table.scene
    table.frame()
    table.time.now += 8
    assert table.match.clock.left_s(Side.FIRST) == 52


@pytest.mark.parametrize("is_skipped", [False, True])
def test_what_was_pressed_as_it_ends_plays_no_move(is_skipped: bool) -> None:
    table = told_before_a_match()
    settle(table.stage, 1)
    if is_skipped:
        press(table.stage, pygame.K_SPACE)
    while table.stage.stack.top is not table.scene:
        table.stage.stack.update(1 / 60)
    for _ in range(3):
        table.frame()
        press(table.stage, pygame.K_SPACE)
    assert table.match.ply == 0
    settle(table.stage, 0.5)
    table.play(["h8"])
    assert table.match.ply == 1


def test_it_can_be_seen_again_from_the_rules() -> None:
    stage = make_stage(WINDOW, FakeServices(Settings(language="en")))
    stage.open(LearnScene(stage, OTHER))
    click_on(stage, "story")
    press(stage, pygame.K_t)
    assert stage.went == [(STORY, OTHER)] * 2


def test_what_was_still_to_be_heard_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, _, _ = tell("draughts")
    heard: list[str] = []
    monkeypatch.setattr(stage.sounds, "play", lambda name, step=0: heard.append(name))
    while heard.count("capture") < 2:
        settle(stage, 1 / 60)
        stage.sounds.update(1 / 60)
    press(stage, pygame.K_RETURN)
    count = len(heard)
    stage.sounds.update(5.0)
    assert len(heard) == count


@pytest.mark.parametrize("window", [(960, 640), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scale", [0.75, 2.0])
def test_everything_fits(window: tuple[int, int], language: str, scale: float) -> None:
    hall = FakeServices(Settings(language=language, scale=scale))  # type: ignore[arg-type]
    stage = make_stage(window, hall)
    for game in GAMES:
        scene = StoryScene(stage, game)
        stage.open(scene)
        for _ in range(3):
            settle(stage, 1.5)
            assert faults(stage, window, scene) == []
            settle(stage, 1.5)
