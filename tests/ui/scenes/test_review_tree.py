"""The variations of a game in its review: shown, gone about, edited, in the tree of the replay beneath."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from fakes import click, click_on, press, settle, widget
from library_shelf import IN_THE_TITLE_ROW, WINDOW, Shelf
from looking import faults
from reviewing import Oracle, review_of

from game.match.evaluation import Cp
from game.records.tree import BoardShape, GameTree
from game.rules.core import Square
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.review.scene import ReviewScene

SAYS = {3: (Cp(20), "j7 k6"), 4: (Cp(400), "g9 g8")}


class Reviewed:
    """A game of the library in its review, with the list of its variations."""

    def __init__(self, folder: Path, window: tuple[int, int] = WINDOW, **settings: object) -> None:
        self.shelf, self.window = Shelf(folder, window, **settings), window
        self.stage = self.shelf.stage
        self.shelf.hall.reviewer = lambda match: review_of(match.game, Oracle(SAYS))
        self.replay = ReplayScene(self.stage, self.shelf.reading("new"), "new.qiguan")
        self.stage.open(self.replay)
        press(self.stage, pygame.K_v)
        self.shelf.until(lambda: self.replay.review is not None and self.replay.review.is_over)
        top = self.shelf.top
        assert isinstance(top, ReviewScene)
        self.scene = top
        press(self.stage, pygame.K_t)
        settle(self.stage, 0.1)

    @property
    def tree(self) -> GameTree:
        return self.replay.editing.cursor.tree

    def play(self, name: str) -> None:
        """Put a stone down by a click."""
        rules, board = self.replay.match.variant, self.scene.board.position.board
        square = next(Square(at) for at in range(board.squares) if rules.square_name(Square(at), board) == name)
        click(self.stage, self.scene.board.square_rect(square).center)
        settle(self.stage, 0.3)

    def stones(self) -> int:
        return len(self.scene.board.position.pieces())


@pytest.fixture
def reviewed(tmp_path: Path) -> Iterator[Reviewed]:
    made = Reviewed(tmp_path)
    yield made
    made.stage.stack.clear()
    made.shelf.library.close()


def test_the_list_takes_the_place_of_the_turning_points(reviewed: Reviewed) -> None:
    names = [each.name for each in reviewed.scene.widgets.widgets]
    assert "moves" in names
    assert "turning_points" not in names
    click_on(reviewed.stage, "variations")
    settle(reviewed.stage, 0.1)
    names = [each.name for each in reviewed.scene.widgets.widgets]
    assert "turning_points" in names
    assert "moves" not in names


def test_a_move_on_the_board_grows_a_variation_that_is_gone_about(reviewed: Reviewed) -> None:
    scene = reviewed.scene
    scene.show_ply(3)
    settle(reviewed.stage, 0.3)
    reviewed.play("a1")
    beside = reviewed.tree.children(3)[1]
    assert reviewed.tree.nodes[beside].text == "a1"
    assert reviewed.stones() == 4
    reviewed.play("a2")
    assert reviewed.stones() == 5
    press(reviewed.stage, pygame.K_LEFT)
    settle(reviewed.stage, 0.2)
    assert (reviewed.stones(), scene.ply) == (4, 3)
    press(reviewed.stage, pygame.K_LEFT)
    settle(reviewed.stage, 0.2)
    assert (reviewed.stones(), scene.ply) == (3, 3)
    scene.show_node(beside)
    settle(reviewed.stage, 0.2)
    press(reviewed.stage, pygame.K_ESCAPE)
    assert reviewed.shelf.top is scene, "Escape leaves the variation first"
    assert reviewed.stones() == 3
    scene.show_node(5)
    settle(reviewed.stage, 0.2)
    assert (scene.ply, reviewed.stones()) == (5, 5)


def test_edits_by_keys_reach_the_tree_of_the_game(reviewed: Reviewed) -> None:
    scene = reviewed.scene
    scene.show_ply(4)
    settle(reviewed.stage, 0.2)
    press(reviewed.stage, pygame.K_2, pygame.K_c)
    for text in ("漏", "着"):
        reviewed.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
        settle(reviewed.stage, 0.05)
    press(reviewed.stage, pygame.K_ESCAPE)
    settle(reviewed.stage, 0.1)
    assert reviewed.shelf.top is scene
    node = reviewed.tree.nodes[4]
    assert (node.glyphs, node.comments) == ((2,), ("漏着",))
    assert widget(scene, "remark")
    press(reviewed.stage, pygame.K_u)
    assert not reviewed.tree.nodes[4].comments
    reviewed.play("a1")
    press(reviewed.stage, pygame.K_DELETE)
    settle(reviewed.stage, 0.2)
    assert reviewed.tree.variations == 0
    assert scene.ply == 4


def test_a_line_of_the_engine_is_shown_and_kept_beside_the_list(reviewed: Reviewed) -> None:
    scene = reviewed.scene
    scene.show_ply(3)
    settle(reviewed.stage, 0.2)
    reviewed.play("a1")
    press(reviewed.stage, pygame.K_l)
    settle(reviewed.stage, 0.3)
    assert (scene.step, reviewed.stones()) == (1, 4)
    stone = scene.board.position.pieces().keys() - reviewed.replay.match.game.at(3).pieces().keys()
    assert scene.line is not None
    assert stone == {scene.line.moves[0].target}
    press(reviewed.stage, pygame.K_ESCAPE, pygame.K_k)
    settle(reviewed.stage, 0.2)
    assert reviewed.tree.variations == 2
    assert (scene.ply, reviewed.stones()) == (3, 3), "it is kept, and one stays where one was"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800)])
def test_everything_fits(tmp_path: Path, window: tuple[int, int], language: str) -> None:
    reviewed = Reviewed(tmp_path, window, language=language)
    reviewed.scene.show_ply(4)
    reviewed.replay.editing.comment("A slip. 漏着。")
    settle(reviewed.stage, 0.2)
    in_title = tuple(f"'moves' and '{name}'" for name in (*IN_THE_TITLE_ROW, "variations"))
    found = faults(reviewed.stage, window, reviewed.scene)
    assert not [each for each in found if not any(pair in each for pair in in_title)]
    reviewed.stage.stack.clear()
    reviewed.shelf.library.close()


def test_shapes_are_drawn_by_mouse_and_keys_wherever_one_looks(reviewed: Reviewed) -> None:
    scene, stage = reviewed.scene, reviewed.stage

    def right_click(name: str) -> None:
        rules, board = reviewed.replay.match.variant, scene.board.position.board
        square = next(Square(at) for at in range(board.squares) if rules.square_name(Square(at), board) == name)
        at = scene.board.square_rect(square).center
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            values = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 3}
            stage.stack.handle(pygame.event.Event(kind, pos=at, **values))
        settle(stage, 0.1)

    scene.show_ply(2)
    press(stage, pygame.K_t)  # without the list as well
    right_click("a1")
    assert reviewed.tree.nodes[2].shapes == (BoardShape("ring", ("a1",)),)
    press(stage, pygame.K_d, pygame.K_d, mod=pygame.KMOD_SHIFT)
    assert reviewed.tree.nodes[2].shapes == (BoardShape("ring", ("a1",), colour="red"),)
    assert len(scene.board.shapes.shown) == 1
    press(stage, pygame.K_w)
    assert not reviewed.tree.nodes[2].shapes
    assert not scene.board.shapes.shown
    scene.next_point()
    assert scene.is_judged
    right_click("a1")
    assert reviewed.tree.nodes[scene.ply - 1].shapes == (BoardShape("ring", ("a1",)),)
    assert scene.is_judged, "one goes on looking at what was wrong"
    scene.show_line()
    right_click("b1")
    assert sum(len(node.shapes) for node in reviewed.tree.nodes) == 1, "nothing of the engine's line is kept"


def test_a_move_is_made_with_the_keys_alone(reviewed: Reviewed) -> None:
    scene, stage = reviewed.scene, reviewed.stage
    scene.show_ply(3)
    settle(stage, 0.3)
    scene.widgets.focus_on("board")
    press(stage, pygame.K_RETURN, pygame.K_UP, pygame.K_UP, pygame.K_RIGHT, pygame.K_RETURN)
    settle(stage, 0.3)
    assert reviewed.stones() == 4
    assert reviewed.tree.variations == 1
