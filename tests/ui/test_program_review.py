"""The review of a game that has just ended at the table, in the whole program: its tree is kept with its record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from driver import Driver, unprepared
from reviewing import Oracle, review_of

from game.records import native
from game.records.record import Record
from game.records.tree import BoardShape
from game.rules.core import Square
from game.rules.registry import variant
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.stage.navigator import MATCH, REVIEW

MOVES = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    unprepared(monkeypatch)
    driver = Driver(tmp_path)
    tables = driver.program.services.tables
    monkeypatch.setattr(tables, "review", lambda match: review_of(match.game, Oracle()))
    rules = variant("gomoku-freestyle")
    driver.program.stage.go(MATCH, tables.play_position(rules, rules.start(), None, "first-steps", "Anna"))
    yield driver
    driver.program.close()


def click(driver: Driver, name: str, button: int = 1) -> None:
    scene = driver.top
    assert isinstance(scene, MatchScene | ReviewScene)
    rules, board = variant("gomoku-freestyle"), scene.board.position.board
    square = next(Square(at) for at in range(board.squares) if rules.square_name(Square(at), board) == name)
    x, y = scene.board.square_rect(square).center
    scale = driver.program.stage.scale
    at = (round(x * scale), round(y * scale))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=button))
    driver.frames(2)


def play(driver: Driver, moves: list[str]) -> MatchScene:
    """Make moves at the table, up to the end of the game."""
    scene = driver.top
    assert isinstance(scene, MatchScene)
    for move in moves:
        click(driver, move)
    assert scene.match.outcome is not None
    return scene


def look(driver: Driver, table: MatchScene) -> ReviewScene:
    """Open the review, with the list of the variations."""
    table.begin_review()
    driver.program.stage.go(REVIEW, table, None)
    scene = driver.top
    assert isinstance(scene, ReviewScene)
    driver.until(lambda: table.study is not None)
    driver.frames(2)
    driver.key(pygame.K_t)
    return scene


def records(driver: Driver) -> dict[str, Record]:
    files = driver.program.services.folders.records.glob("*.qiguan")
    return {path.name: native.read(path.read_bytes()).record for path in files}


def test_what_is_said_and_drawn_is_kept_with_the_record(driver: Driver) -> None:
    table = play(driver, MOVES)
    scene = look(driver, table)
    scene.show_ply(3)
    driver.frames(30)
    click(driver, "b1", button=3)
    click(driver, "g7")
    driver.key(pygame.K_3)
    assert not {"promote", "make_main"} & scene.acts().keys(), "what was played stays the main line"
    study = table.study
    assert study is not None
    key = table.game_key
    driver.until(lambda: records(driver)[key].tree == study.cursor.tree)
    tree = records(driver)[key].tree
    assert [node.text for node in tree.main_line] == MOVES
    assert tree.nodes[3].shapes == (BoardShape("ring", ("b1",)),)
    beside = tree.nodes[tree.children(3)[1]]
    assert (beside.text, beside.glyphs) == ("g7", (3,))
    scene.show_ply(2)
    assert "remove" not in scene.acts()


def test_a_game_that_goes_on_after_it_was_looked_at_leaves_that_as_a_record_of_its_own(driver: Driver) -> None:
    table = play(driver, MOVES)
    scene = look(driver, table)
    scene.show_ply(3)
    driver.frames(30)
    click(driver, "b1", button=3)
    key = table.game_key
    driver.until(lambda: bool(records(driver)[key].tree.nodes[3].shapes))
    driver.key(pygame.K_ESCAPE)
    driver.until(lambda: driver.top is table)
    table.match.undo()
    driver.until(lambda: table.match.outcome is None)
    driver.until(lambda: table.study is None)
    play(driver, ["o1", "o2", "h12"])
    driver.until(lambda: len(records(driver)) == 2)
    found = records(driver)
    assert len(found[key].moves) == 11
    (other,) = found.keys() - {key}
    assert found[other].tree.nodes[3].shapes == (BoardShape("ring", ("b1",)),)
    assert len(found[other].moves) == 9
