"""The replay of a game from the library: stepped through, copied, gone on from, reviewed."""

from __future__ import annotations

import pygame
from fakes import picture, press, settle
from library_shelf import WINDOW, Replayed, Shelf
from reviewing import Oracle, review_of

from game.rules.core import Side
from game.ui.scenes.review.scene import ReviewScene
from game.ui.stage.navigator import SETUP
from game.ui.stage.overlays import Popup


def test_a_position_of_a_game_can_be_changed_by_hand(shelf: Shelf) -> None:
    game = Replayed(shelf, "new")
    press(game.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_g, *[pygame.K_DOWN] * 3, pygame.K_RETURN)
    assert game.stage.went == [(SETUP, game.scene.match.variant, game.scene.match.game.at(1))]
    assert game.asked == []


def test_a_game_is_replayed_by_keys_wheel_list_and_by_itself(shelf: Shelf) -> None:
    game = Replayed(shelf, "new")
    scene = game.scene
    assert scene.ply == 8
    press(game.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_PAGEDOWN)
    assert scene.ply == 2
    assert scene.board.position == scene.match.game.at(2)
    move = {"pos": scene.board.rect.center, "rel": (0, 0), "buttons": (0, 0, 0)}
    game.stage.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, **move))
    for y, ply in ((-1, 3), (-1, 4), (1, 3)):
        game.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, y=y, x=0))
        assert scene.ply == ply
    press(game.stage, pygame.K_END, pygame.K_RIGHT)
    assert scene.ply == 8
    press(game.stage, pygame.K_SPACE)
    assert scene.ply == 0
    settle(game.stage, 2.2)
    assert scene.ply == 2
    press(game.stage, pygame.K_SPACE)
    settle(game.stage, 1.5)
    assert scene.ply == 2
    settled = picture(game.stage, WINDOW)
    press(game.stage, pygame.K_f)
    assert scene.is_turned
    assert pygame.image.tobytes(picture(game.stage, WINDOW), "RGB") != pygame.image.tobytes(settled, "RGB")
    press(game.stage, pygame.K_ESCAPE)
    assert shelf.top is shelf.scene


def test_the_position_that_is_shown_is_copied(shelf: Shelf, board: list[str]) -> None:
    game = Replayed(shelf, "new")
    match = game.scene.match
    press(game.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_RIGHT)
    press(game.stage, pygame.K_c, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    assert board[-1] == match.variant.write_position(match.game.at(2))


def test_a_game_goes_on_from_any_position(shelf: Shelf) -> None:
    game = Replayed(shelf, "new")
    press(game.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_g)
    assert isinstance(shelf.top, Popup)
    assert "You play Black · against Expert" in shelf.said()
    press(game.stage, pygame.K_RETURN)
    press(game.stage, pygame.K_g)
    press(game.stage, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert game.asked == [(1, Side.FIRST), (1, None)]


def test_a_replayed_game_is_reviewed(shelf: Shelf, board: list[str]) -> None:
    shelf.hall.reviewer = lambda match: None
    game = Replayed(shelf, "new")
    press(game.stage, pygame.K_v)
    assert shelf.top is game.scene, "nobody is prepared to review"
    shelf.hall.reviewer = lambda match: review_of(match.game, Oracle({}))
    press(game.stage, pygame.K_v)
    assert isinstance(shelf.top, ReviewScene)
    shelf.until(lambda: game.scene.review is not None and game.scene.review.is_over)
    press(game.stage, pygame.K_HOME, pygame.K_RIGHT, pygame.K_g)
    assert isinstance(shelf.top, Popup), "who plays on is asked over the game"
    assert game.scene.ply == 1
    press(game.stage, pygame.K_ESCAPE)
    assert shelf.top is game.scene
    press(game.stage, pygame.K_c, mod=pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    press(game.stage, pygame.K_c, mod=pygame.KMOD_CTRL)
    assert [text.split(";")[0][:8] for text in board] == ["15/15/15", "("]
