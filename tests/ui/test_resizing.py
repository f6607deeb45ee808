"""A window whose edge is dragged: its last picture is scaled, and the new one comes a little in each frame."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from driver import Driver

from game.rules.registry import VARIANTS
from game.storage.settings import LevelChoice
from game.ui.board.view import BoardView
from game.ui.paint import kept
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import NotYetError, forget_pictures, pictures_within
from game.ui.stage.navigator import MATCH
from game.ui.window.resizing import PICTURES_S

STEP_S = 0.005


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    driver = Driver(tmp_path)
    driver.program.resize((1280, 800))
    driver.frames(2)
    yield driver
    driver.program.close()


def drag_to(driver: Driver, size: tuple[int, int]) -> None:
    """The window manager gives the window another size; a frame follows."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    driver.frames(1)


def is_going_on(driver: Driver) -> bool:
    return driver.program.loop._resizing.is_going_on


def blurred(surface: pygame.Surface) -> np.ndarray:
    """What can be told of a picture at any size."""
    return pygame.surfarray.array3d(pygame.transform.smoothscale(surface, (64, 40))).astype(int)


def test_nothing_is_laid_out_while_the_edge_is_dragged(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ui.window.resizing.SETTLED_S", 1e9)
    before = blurred(driver.program.window.surface)
    units = driver.program.stage.size
    for size in ((1300, 800), (1400, 900), (1000, 700)):
        drag_to(driver, size)
        assert driver.program.stage.window == (1280, 800)
        assert driver.program.stage.size == units
        shown = driver.program.window.surface
        assert shown.get_size() == size
        assert abs(blurred(shown) - before).mean() < 6, "the last picture, scaled"
    driver.click_on("start-gomoku")
    assert len(driver.program.stage.stack.scenes) == 1, "what is clicked on lies elsewhere by then"


@pytest.mark.parametrize("variant", ["", "gomoku-freestyle", "xiangqi", "draughts-international", "reversi"])
def test_the_new_picture_comes_a_little_in_each_frame(
    driver: Driver, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = driver.program
    # else steam has risen between the two pictures, and music looks at the clock, too
    program.services.preferences.change(reduced_motion=True, music=False)
    if variant:
        rules = VARIANTS[variant]
        program.stage.go(
            MATCH, program.services.tables.new_match(rules.game, LevelChoice(mode="two", variant=variant), "")
        )
        driver.frames(2)
    monkeypatch.setattr("game.ui.window.resizing.SETTLED_S", 0.0)
    ticks = itertools.count()
    monkeypatch.setattr(kept.time, "thread_time", lambda: next(ticks) * STEP_S)
    drag_to(driver, (1100, 720))
    frames = 0
    while is_going_on(driver):
        before = next(ticks)
        driver.frames(1)
        frames += 1
        assert next(ticks) - before <= PICTURES_S / STEP_S + 4, "more steps than there was time for"
        assert frames < 1000
    assert frames > 5
    assert program.stage.window == (1100, 720)
    seen = pygame.Rect(0, 0, 600, 720)  # beside it the clock of a match runs
    by_steps = pygame.image.tobytes(program.window.surface.subsurface(seen), "RGB")
    forget_pictures()
    driver.frames(1)
    assert pygame.image.tobytes(program.window.surface.subsurface(seen), "RGB") == by_steps


def test_full_screen_and_another_scale_come_without_a_long_frame_too(driver: Driver) -> None:
    driver.program.services.preferences.change(scale=1.25)
    assert is_going_on(driver)
    driver.until(lambda: not is_going_on(driver))
    driver.program.stage.toggle_full_screen()
    assert is_going_on(driver)
    driver.until(lambda: not is_going_on(driver))
    assert driver.program.stage.window == driver.program.window.size


def test_being_told_the_same_size_again_changes_nothing(driver: Driver) -> None:
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1280, 800), w=1280, h=800))
    driver.frames(1)
    assert not is_going_on(driver)


@pytest.mark.parametrize("variant", ["gomoku-freestyle", "xiangqi", "draughts-international", "reversi"])
def test_a_board_drawn_in_many_attempts_is_the_same_board(driver: Driver, variant: str) -> None:
    stage, rules = driver.program.stage, VARIANTS[variant]
    moves = rules.start().legal_moves()
    pictures = []
    for hurried in (False, True):
        forget_pictures()
        view = BoardView(stage.painter(rules), rules.start())
        after = rules.start().play(moves[0])
        for position, width in ((rules.start(), 600), (after, 600), (after, 500)):  # the second one mends the first
            view.rect = pygame.FRect(0, 0, width, width / view.painter.frame.aspect)
            view.show(position)
            surface = pygame.Surface((700, 700))
            for _ in range(2000):
                try:
                    with pictures_within(0.0 if hurried else 1e9):
                        view.draw(Canvas(surface, stage.theme, stage.fonts, 1.0))
                    break
                except NotYetError:
                    surface.fill((0, 0, 0))
            else:
                pytest.fail("it never comes to an end")
            pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[:3] == pictures[3:]
