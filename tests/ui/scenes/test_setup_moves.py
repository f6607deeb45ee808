"""Moves tried from a position that was set up: a tree that is shown, edited, kept, and come back to."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from fakes import click, click_on, press, settle, widget
from library_shelf import IN_THE_TITLE_ROW, WINDOW, Shelf
from looking import faults

from game.library.database.game_database import GameDatabase
from game.records import native
from game.rules.core import Square
from game.rules.registry import variant
from game.ui.scenes.setup.moves import TriedMovesScene
from game.ui.scenes.setup.scene import PositionSetupScene
from game.ui.stage.navigator import ANALYSIS

XIANGQI = variant("xiangqi")
ENDING = "4k4/9/9/9/9/9/9/4C4/4A4/R3K4 w - - 0 1"


class Desk:
    """The scene in which a position is laid out, with the way to moves from it."""

    def __init__(self, folder: Path, window: tuple[int, int] = WINDOW, **settings: object) -> None:
        self.shelf = Shelf(folder, window, **settings)
        self.stage, self.window = self.shelf.stage, window
        self.shelf.hall.database = self.database = GameDatabase(self.shelf.folders)
        self.laying = PositionSetupScene(self.stage, XIANGQI, XIANGQI.read_position(ENDING))
        self.stage.open(self.laying)
        settle(self.stage, 0.1)

    def try_moves(self) -> TriedMovesScene:
        press(self.stage, pygame.K_m)
        settle(self.stage, 0.1)
        assert isinstance(self.scene, TriedMovesScene)
        return self.scene

    @property
    def scene(self) -> object:
        return self.stage.stack.top

    @property
    def laid(self) -> str:
        """The position that is laid out."""
        assert self.laying.draft.position is not None
        return XIANGQI.write_position(self.laying.draft.position)

    def play(self, *names: str) -> None:
        """Moves by clicks on their squares."""
        scene = self.scene
        assert isinstance(scene, TriedMovesScene)
        for name in names:
            for at in (name[:2], name[2:]):
                board = scene.position.board
                square = next(Square(n) for n in range(board.squares) if XIANGQI.square_name(Square(n), board) == at)
                click(self.stage, scene.board.square_rect(square).center)
            settle(self.stage, 0.3)

    @property
    def files(self) -> list[Path]:
        """The drafts on the disk."""
        return sorted((self.shelf.folders.data / "analysis").glob("*.qiguan"))

    def until_kept(self) -> None:
        """Until the newest draft has the tree that is shown."""
        scene = self.scene
        assert isinstance(scene, TriedMovesScene)

        def is_there() -> bool:
            return bool(self.files) and native.read(self.files[-1].read_bytes()).record == scene.record

        self.shelf.until(is_there)


def texts(scene: TriedMovesScene) -> list[str]:
    """The moves of the tree in the order of print."""
    return [node.text for node in scene.editing.cursor.tree.nodes[1:]]


def test_a_tree_grows_from_a_position_and_is_a_draft_at_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    scene = desk.try_moves()
    assert not desk.files
    desk.play("a0a9", "e9e8")
    press(desk.stage, pygame.K_HOME)
    desk.play("e2d2")
    assert texts(scene) == ["a0a9", "e9e8", "e2d2"]
    assert scene.editing.cursor.tree.variations == 1
    press(desk.stage, pygame.K_1)
    press(desk.stage, pygame.K_p)
    assert texts(scene)[0] == "e2d2"
    assert scene.editing.cursor.node.glyphs == (1,)
    desk.until_kept()
    (draft,) = (native.read(file.read_bytes()) for file in desk.files)
    assert draft.record.start == ENDING
    assert draft.record.tree == scene.editing.cursor.tree


def test_a_comment_is_typed_and_undone(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    scene = desk.try_moves()
    desk.play("a0a9")
    press(desk.stage, pygame.K_c)
    for text in ("将", "军"):
        desk.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))
    press(desk.stage, pygame.K_ESCAPE)
    assert scene.editing.cursor.node.comments == ("将军",)
    assert desk.scene is scene, "Escape ended the writing alone"
    press(desk.stage, pygame.K_u)
    assert not any(node.comments for node in scene.editing.cursor.tree.nodes)
    press(desk.stage, pygame.K_DELETE)
    assert texts(scene) == []


def test_one_goes_back_to_the_pieces_as_they_were_or_as_they_are_shown(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    scene = desk.try_moves()
    desk.play("a0a9")
    desk.until_kept()
    press(desk.stage, pygame.K_ESCAPE)
    assert desk.scene is desk.laying
    assert desk.laid == ENDING
    again = desk.try_moves()
    assert again is not scene
    assert texts(again) == ["a0a9"], "what was tried is still there"
    desk.play("e9e8")
    desk.until_kept()
    assert len(desk.files) == 1, "and goes on in the same draft"
    press(desk.stage, pygame.K_s)
    assert desk.scene is desk.laying
    assert desk.laid.startswith("R8/4k4/")
    assert texts(desk.try_moves()) == [], "another position has a tree of its own"


def test_what_the_analysis_board_adds_comes_back(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    scene = desk.try_moves()
    desk.play("a0a9")
    click_on(desk.stage, "analyse")
    route, analysed = desk.stage.went[-1]
    assert route is ANALYSIS
    assert analysed.record.tree == scene.editing.cursor.tree
    assert analysed.keep is not None
    analysed.keep(scene.editing.cursor.play("e9e8").tree)
    assert texts(scene) == ["a0a9", "e9e8"]


def test_nothing_can_be_tried_where_no_game_goes_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.laying.draft.clear()
    settle(desk.stage, 0.1)
    assert not widget(desk.laying, "step").enabled
    press(desk.stage, pygame.K_m)
    assert desk.scene is desk.laying
    assert desk.stage.toasts.text


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("window", "scale"), [((960, 640), 2.0), ((1280, 800), 1.0), ((1920, 1080), 1.5)])
def test_everything_fits(tmp_path: Path, window: tuple[int, int], scale: float, language: str) -> None:
    desk = Desk(tmp_path, window, language=language, scale=scale, explorer=True)
    scene = desk.try_moves()
    desk.play("a0a9")
    scene.editing.comment("将军！ A mate, if the general can't go to the side.")
    desk.shelf.until(lambda: not scene.is_busy)
    settle(desk.stage, 0.2)
    in_title = tuple(f"'moves' and '{name}'" for name in IN_THE_TITLE_ROW)
    found = [each for each in faults(desk.stage, window, scene) if not any(pair in each for pair in in_title)]
    assert not found
    desk.database.close()
