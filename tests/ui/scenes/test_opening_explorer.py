"""The explorer of openings beside a board: what it tells, what a click does, what it says where there is nothing."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from fakes import click, press, settle, widget
from library_shelf import IN_THE_TITLE_ROW
from looking import WINDOWS, faults
from test_collections_scene import Hall

from game.library.database.explorer import ExploredMove
from game.records.native import Reading
from game.records.record import Record, SeatInfo
from game.records.tree import GameNode, GameTree
from game.rules.core import Position
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.paths import assets_folder
from game.ui.scenes.explorer.panel import LEAST, split
from game.ui.scenes.explorer.rows import rows_of
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.opening_words import opening_names, told_opening
from game.ui.scenes.setup.scene import PositionSetupScene
from game.ui.stage.language import Language
from game.ui.stage.navigator import COLLECTIONS

MOVES = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
"""The store of the hall has games with 炮二平五 马8进7 马二进三 and others."""


def reading(moves: str = MOVES) -> Reading:
    game = Game(variant("xiangqi"))
    for move in moves.split():
        game.play_text(move)
    record = Record(
        variant="xiangqi", start=game.variant.write_position(game.start),
        seats=(SeatInfo("human", "甲"), SeatInfo("human", "乙")),
        tree=GameTree.of_line([GameNode(text) for text in game.texts()]),
    )  # fmt: skip
    return Reading(record, game, None)


class Explored(Hall):
    """A hall with the replay of a game in which the explorer is shown."""

    def __init__(self, folder: Path, count: int, ply: int = 1, moves: str = MOVES, **settings: object) -> None:
        super().__init__(folder, count, **{"explorer": True, **settings})
        self.stage.stack.scenes[-1].close()
        self.replay = ReplayScene(self.stage, reading(moves), "x.qiguan", ply)
        self.open(self.replay)

    def open(self, scene: ReplayScene | PositionSetupScene) -> None:
        self.scene = scene  # type: ignore[assignment]  # what rests is the scene that is looked at
        self.stage.open(scene)
        self.rest()

    @property
    def rows(self) -> list[tuple[str, int]]:
        """Of the games; what only the book has is left out."""
        rows = widget(self.stage.stack.top, "explorer").rows
        return [(row.text, row.found.games) for row in rows if row.found.games]


def test_it_tells_the_moves_from_the_position_and_its_opening(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 7)
    assert hall.rows == [("H8+7", 4)]
    assert any(text.startswith("B00 Central Cannon") for text in hall.texts())
    assert "4 games" in hall.texts()
    hall.replay.step_by(-1)
    hall.rest()
    assert hall.rows == [("C2=5", 4), ("P3+1", 3)]
    hall.close()


def test_a_click_plays_the_move_and_a_variation_grows(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 7, ply=0)
    rows = widget(hall.scene, "explorer")
    click(hall.stage, rows.row_rect(1).center)
    hall.rest()
    tree = hall.replay.editing.cursor.tree
    assert [node.text for node in tree.nodes if node.text == "g3g4" or node.text == "c3c4"]
    assert hall.replay.editing.cursor.ply == 1
    assert tree.variations == 1
    hall.close()


def test_keys_choose_and_play(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 7, ply=0)
    hall.scene.widgets.focus_on("explorer")
    press(hall.stage, pygame.K_RETURN)
    hall.rest()
    assert hall.replay.editing.cursor.ply == 1
    assert hall.replay.editing.cursor.tree.variations == 0  # it is the move of the game
    hall.close()


def test_a_move_of_the_position_before_is_not_played(tmp_path: Path) -> None:
    """Two clicks in a hurry: at the second one the rows still tell of the position before the first."""
    hall = Explored(tmp_path, 7, ply=0)
    rows = widget(hall.scene, "explorer")
    press(hall.stage, pygame.K_RIGHT)
    click(hall.stage, rows.row_rect(1).center)
    hall.rest()
    assert hall.replay.editing.cursor.ply == 1
    assert hall.replay.editing.cursor.tree.variations == 0
    hall.close()


def test_a_key_and_a_button_show_and_hide_it(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 7)
    press(hall.stage, pygame.K_o)
    settle(hall.stage, 0.1)
    assert not [each for each in hall.scene.widgets.widgets if each.name == "explorer"]
    assert not hall.stage.settings.explorer
    click(hall.stage, widget(hall.scene, "explorer_button").rect.center)
    hall.rest()
    assert hall.rows
    hall.close()


def test_without_collections_it_leads_to_them(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 0)
    gone: list[object] = []
    hall.stage.go = lambda route, *values: gone.append(route)  # type: ignore[method-assign]  # nothing is to be opened
    assert any(text.startswith("No collection yet") for text in hall.texts())
    click(hall.stage, widget(hall.scene, "to_collections").rect.center)
    assert gone == [COLLECTIONS]
    hall.close()


def test_without_collections_the_book_is_told_where_it_knows_something(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 0, ply=0)
    rows = widget(hall.scene, "explorer").rows
    assert sum(row.share for row in rows) == pytest.approx(1.0)
    assert all(row.found.games == 0 for row in rows)
    assert any(text.endswith("%") for text in hall.texts())
    hall.close()


def test_a_move_and_its_image_are_one_in_games_and_book() -> None:
    rules = variant("xiangqi")
    start = rules.start()
    left, right = (rules.read_move(text, start) for text in ("b0c2", "h0g2"))
    other = rules.read_move("c3c4", start)
    played = (ExploredMove(right, 5, 3, 1, 1, 2001),)
    rows = rows_of(Language(assets_folder() / "languages", "en"), played, {left: 0.75, other: 0.25}, start, rules)
    assert [(row.move, row.found.games, row.share) for row in rows] == [(right, 5, 0.75), (other, 0, 0.25)]


def test_what_no_game_has_is_told(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 7, ply=2, moves="a0a1 a9a8")
    assert any(text.startswith("No game in your collections") for text in hall.texts())
    assert hall.rows == []
    hall.close()


def test_a_position_that_is_laid_out_has_its_moves_too(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 7)
    start: Position = variant("xiangqi").start()
    hall.open(PositionSetupScene(hall.stage, variant("xiangqi"), start))
    assert hall.rows == [("C2=5", 4), ("P3+1", 3)]
    click(hall.stage, widget(hall.scene, "explorer").row_rect(0).center)
    hall.rest()
    assert hall.rows == [("H8+7", 4)]
    press(hall.stage, pygame.K_c)  # an empty board is no position
    settle(hall.stage, 0.1)
    assert not [each for each in hall.scene.widgets.widgets if each.name == "explorer"]
    press(hall.stage, pygame.K_u)
    hall.rest()
    assert hall.rows == [("H8+7", 4)]
    hall.close()


@pytest.mark.parametrize(("window", "language"), [(WINDOWS[0], "en"), (WINDOWS[1], "zh"), (WINDOWS[5], "en")])
def test_it_fits_in_every_window(tmp_path: Path, window: tuple[tuple[int, int], float], language: str) -> None:
    size, scale = window
    for count in (7, 0):
        (tmp_path / str(count)).mkdir()
        hall = Explored(tmp_path / str(count), count, window=size, language=language, scale=scale)
        assert [
            fault
            for fault in faults(hall.stage, size, hall.scene)
            if not any(f"'moves' and '{name}'" in fault for name in IN_THE_TITLE_ROW)
        ] == []
        hall.open(PositionSetupScene(hall.stage, variant("xiangqi"), variant("xiangqi").start()))
        assert faults(hall.stage, size, hall.scene) == []
        hall.close()


def test_the_list_and_the_explorer_share_a_room() -> None:
    for height in (600.0, 330.0, 240.0, 180.0):
        kept, explorer = split(pygame.FRect(10, 20, 300, height))
        assert kept.top == 20
        assert explorer.bottom == pytest.approx(20 + height)
        assert kept.bottom < explorer.top
        assert explorer.height >= LEAST


def test_names_become_shorter_where_there_is_little_room(tmp_path: Path) -> None:
    hall = Explored(tmp_path, 0, ply=6)
    opening = hall.replay._explorer.opening
    assert opening is not None
    t = hall.stage.t
    assert opening_names(t, opening) == ["C00 Central Cannon v Screen Horses", "C00 Central Cannon", "C00"]
    assert told_opening(t, "xiangqi", "C00") == ("C00 Central Cannon v Screen Horses", "C00 Central Cannon", "C00")
    assert told_opening(t, "xiangqi", "a name of theirs") == ("a name of theirs",)
    assert told_opening(t, "no-such-variant", "C00") == ("C00",)
    assert told_opening(t, "xiangqi", "") == ()
    hall.close()
