"""What the window shows: painting only what has changed gives the very pixels of painting everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from driver import Driver, unprepared
from lan_fakes import FakeLan

from game.rules.registry import VARIANTS
from game.storage.paths import assets_folder
from game.storage.settings import LevelChoice
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Fonts
from game.ui.paint.theme import LIGHT
from game.ui.scenes.result.scene import ResultScene
from game.ui.stage.navigator import (
    CHALLENGES,
    LEARN,
    LEVELS,
    LIBRARY,
    LOBBY,
    MATCH,
    SETTINGS,
    SETUP,
    STORY,
    TOURNAMENTS,
)
from game.ui.window.screen import Screen, joined

SIZE = (960, 640)
INPUTS = 20
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.int32]]
_KEYS = (
    *(pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_ESCAPE),
    *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_F1, pygame.K_SPACE),
    *(ord(letter) for letter in "abcdehlmnprstuvx"),
)


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    unprepared(monkeypatch)
    monkeypatch.setenv("PATH", "")  # a click may ask the desktop for a folder
    monkeypatch.setattr("game.services._usual_lan", lambda folders, name: FakeLan())
    driver = Driver(tmp_path)
    driver.program.resize(SIZE)
    yield driver
    driver.program.close()


def match_of(driver: Driver, name: str, chance: random.Random, plies: int) -> None:
    """A match of two people at some point of a random game."""
    program, rules = driver.program, VARIANTS[name]
    match = program.services.tables.new_match(rules.game, LevelChoice(mode="two", variant=name), "")
    program.stage.go(MATCH, match)
    while match.outcome is None and match.ply < plies:
        match.submit(match.turn, chance.choice(match.position.legal_moves()))
        driver.frames(1)


def result_of(driver: Driver, chance: random.Random) -> None:
    """The result of a game."""
    match_of(driver, "gomoku-freestyle", chance, 20)
    scene = driver.top
    assert hasattr(scene, "match")
    scene.match.resign()
    driver.until(lambda: isinstance(driver.top, ResultScene))


def review_of(driver: Driver, chance: random.Random) -> None:
    """The review of a game, without an engine."""
    result_of(driver, chance)
    driver.key(pygame.K_v)


GAMES = sorted({each.game for each in VARIANTS.values()})
MATCHES = ("gomoku-freestyle", "gomoku-renju", "xiangqi", "draughts-international", "draughts-russian", "reversi")
SCENES: dict[str, Callable[[Driver, random.Random], object]] = {
    "menu": lambda driver, chance: None,
    "settings": lambda driver, chance: driver.program.stage.go(SETTINGS),
    "library": lambda driver, chance: driver.program.stage.go(LIBRARY, frozenset()),
    "tournaments": lambda driver, chance: driver.program.stage.go(TOURNAMENTS, ""),
    "lobby": lambda driver, chance: driver.program.stage.go(LOBBY),
    "result": result_of,
    "review": review_of,
    "setup": lambda driver, chance: driver.program.stage.go(SETUP, VARIANTS["xiangqi"], VARIANTS["xiangqi"].start()),
    **{f"levels of {game}": lambda driver, chance, game=game: driver.program.stage.go(LEVELS, game) for game in GAMES},
    **{f"story of {game}": lambda driver, chance, game=game: driver.program.stage.go(STORY, game) for game in GAMES},
    **{f"lessons of {game}": lambda driver, chance, game=game: driver.program.stage.go(LEARN, game) for game in GAMES},
    **{
        f"challenges of {game}": lambda driver, chance, game=game: driver.program.stage.go(CHALLENGES, game)
        for game in GAMES
    },
    **{f"match of {name}": lambda driver, chance, name=name: match_of(driver, name, chance, 12) for name in MATCHES},
}


def posted(chance: random.Random, driver: Driver) -> None:
    """Something that a person might do next."""
    scale, kind = driver.program.stage.scale, chance.random()
    widgets = driver.top.widgets.widgets
    if widgets and kind < 0.6:
        rect = chance.choice(widgets).rect
        at = (round((rect.x + chance.random() * rect.w) * scale), round((rect.y + chance.random() * rect.h) * scale))
    else:
        at = (chance.randrange(SIZE[0]), chance.randrange(SIZE[1]))
    if kind < 0.75:
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
    if kind < 0.45:
        button = 3 if kind < 0.05 else 1
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button))
        if kind < 0.35:
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button))
    elif 0.6 < kind < 0.75:
        wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=chance.choice((-1, 1)), precise_y=0.0, flipped=False)
        pygame.event.post(wheel)
    elif kind > 0.75:
        key = chance.choice(_KEYS)
        letter = chr(key) if 32 < key < 127 else ""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=letter))
        if letter:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))


def pixels(driver: Driver) -> Pixels:
    """What the window shows."""
    return pygame.surfarray.array2d(driver.program.window.surface)


@pytest.mark.parametrize("name", SCENES)
def test_the_window_shows_what_painting_everything_would(driver: Driver, name: str) -> None:
    chance, screen = random.Random(name), driver.program.loop.screen
    SCENES[name](driver, chance)
    driver.frames(2)
    painted = frames = 0
    for nth in range(INPUTS):
        if nth % 10 == 9:
            theme, language = chance.choice(("light", "dark", "contrast")), chance.choice(("en", "zh"))
            driver.program.services.preferences.change(theme=theme, language=language)
        posted(chance, driver)
        for _ in range(chance.choice((1, 1, 3))):
            was_held = driver.program.loop._resizing.is_going_on
            driver.frames(1)
            if was_held or driver.program.loop._resizing.is_going_on:
                continue  # a click has asked for the full screen: a held picture is shown, or the first new one
            frames += 1
            painted += sum(area.w * area.h for area in driver.program.loop.painted)
            shown = pixels(driver)
            screen.forget()
            screen.paint(driver.program.window.surface)
            wrong = np.argwhere(shown != pixels(driver))
            assert not len(wrong), f"input {nth}: {len(wrong)} pixels from {wrong.min(axis=0)} to {wrong.max(axis=0)}"
    assert painted < 0.7 * frames * SIZE[0] * SIZE[1], "it is not painting in parts that was tried"


@pytest.mark.parametrize("name", ["menu", "settings", "library", "setup", "levels of gomoku", "lessons of draughts"])
def test_what_is_noted_first_looks_like_what_is_painted_at_once(driver: Driver, name: str) -> None:
    program = driver.program
    SCENES[name](driver, random.Random(name))
    driver.frames(20)
    surface = pygame.Surface(SIZE, 0, program.window.surface)
    program.loop.draw(program.stage.canvas(surface))
    assert (pygame.surfarray.array2d(surface) == pixels(driver)).all()


@pytest.fixture
def window() -> pygame.Surface:
    pygame.font.init()
    return pygame.Surface((200, 100))


@pytest.fixture
def fonts() -> Fonts:
    return Fonts(assets_folder() / "fonts")


def bars(screen: Screen, window: pygame.Surface, fonts: Fonts, *lefts: int) -> list[pygame.Rect]:
    """A frame with bars, and where it was painted."""
    canvas = screen.canvas(window.get_size(), LIGHT, fonts, 1.0)
    canvas.fill(pygame.FRect(0, 0, 200, 100), LIGHT.paper)
    for left in lefts:
        canvas.fill(pygame.FRect(left, 10, 8, 80), LIGHT.ink)
    return screen.paint(window)


def test_only_what_differs_is_painted(window: pygame.Surface, fonts: Fonts) -> None:
    screen = Screen()
    assert bars(screen, window, fonts, 10, 50, 150) == [pygame.Rect(0, 0, 200, 100)]
    assert bars(screen, window, fonts, 10, 50, 150) == []
    assert bars(screen, window, fonts, 10, 150) == [pygame.Rect(50, 10, 8, 80)]
    assert window.get_at((52, 50))[:3] == LIGHT.paper
    assert sorted(area.x for area in bars(screen, window, fonts, 100, 10, 150, 190)) == [100, 190]
    window.fill((1, 2, 3))
    assert bars(screen, window, fonts, 10, 150) != [pygame.Rect(0, 0, 200, 100)]
    assert window.get_at((0, 0))[:3] == (1, 2, 3), "nothing has changed there"
    screen.forget()
    assert bars(screen, window, fonts, 10, 150) == [pygame.Rect(0, 0, 200, 100)]
    assert window.get_at((0, 0))[:3] == LIGHT.paper


def test_strokes_that_change_places_are_painted_anew(window: pygame.Surface, fonts: Fonts) -> None:
    """The same strokes in another order: what was above is below now."""
    screen = Screen()
    for colours in (((200, 0, 0), (0, 200, 0)), ((0, 200, 0), (200, 0, 0))):
        canvas = screen.canvas(window.get_size(), LIGHT, fonts, 1.0)
        for colour in colours:
            canvas.fill(pygame.FRect(20, 20, 40, 40), colour)
        screen.paint(window)
        assert window.get_at((30, 30))[:3] == colours[1]


def test_a_stroke_outside_its_clip_is_not_seen(window: pygame.Surface, fonts: Fonts) -> None:
    screen = Screen()
    for left in (0, 30):
        canvas = screen.canvas(window.get_size(), LIGHT, fonts, 1.0)
        canvas.fill(pygame.FRect(0, 0, 200, 100), LIGHT.paper)
        with canvas.clipped(pygame.FRect(left, 0, 20, 100)), canvas.clipped(pygame.FRect(0, 0, 200, 50)):
            canvas.fill(pygame.FRect(10, 10, 150, 80), LIGHT.ink)
        screen.paint(window)
    seen = pygame.mask.from_threshold(window, LIGHT.ink, (9, 9, 9)).get_bounding_rects()
    assert seen == [pygame.Rect(30, 10, 20, 40)]


def test_a_passage_is_drawn_again_where_its_key_or_its_place_differs(window: pygame.Surface, fonts: Fonts) -> None:
    screen, drawn = Screen(), []
    for key, right, scale in ((1, 200, 1.0), (1, 200, 1.0), (1, 50, 1.0), (2, 50, 1.0), (2, 50, 2.0), (2, 50, 2.0)):
        canvas = screen.canvas(window.get_size(), LIGHT, fonts, scale)
        canvas.fill(pygame.FRect(0, 0, 200, 100), LIGHT.paper)

        def draw(canvas: Canvas = canvas, key: int = key) -> None:
            drawn.append(key)
            canvas.fill(pygame.FRect(10, 10, 40 * key, 10), LIGHT.ink)

        with canvas.clipped(pygame.FRect(0, 0, right / scale, 100)):
            canvas.passage(key, draw)
        screen.paint(window)
        seen = pygame.mask.from_threshold(window, LIGHT.ink, (9, 9, 9)).get_bounding_rects()
        expected = pygame.Rect(10 * scale, 10 * scale, 40 * key * scale, 10 * scale)
        assert seen == [expected.clip((0, 0, right, 100))]
    assert drawn == [1, 1, 2, 2]


def test_a_window_that_may_have_lost_its_picture_is_painted_whole(driver: Driver) -> None:
    driver.frames(30)
    whole = [pygame.Rect((0, 0), SIZE)]
    for kind in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.VIDEOEXPOSE):
        driver.program.window.surface.fill((1, 2, 3))
        pygame.event.post(pygame.event.Event(kind))
        driver.frames(1)
        assert driver.program.loop.painted == whole
        assert driver.program.window.surface.get_at((0, 0))[:3] != (1, 2, 3)
    driver.program.resize(SIZE)  # the same size: the window is opened again all the same
    driver.frames(1)
    assert driver.program.loop.painted == whole


def test_areas_that_lie_close_become_one() -> None:
    near, far = [pygame.Rect(0, 0, 50, 50), pygame.Rect(52, 0, 50, 50)], pygame.Rect(600, 600, 10, 10)
    assert joined([*near, far]) == [pygame.Rect(0, 0, 102, 50), far]
    assert joined([pygame.Rect(0, 0, 0, 0)]) == []
    scattered = [pygame.Rect(120 * x, 120 * y, 40, 40) for x in range(20) for y in range(10)]
    areas = joined(scattered)
    assert 20 < len(areas) <= 120
    assert all(any(area.contains(box) for area in areas) for box in scattered)
    assert sum(area.w * area.h for area in areas) < 0.5 * 2400 * 1200
