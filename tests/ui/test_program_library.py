"""The library in the whole program: dropped files, the clipboard, the command line's files, play on from a replay."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from driver import Driver

from game.match.players import PlayerKind
from game.records import native
from game.records.gomoku import sgf
from game.records.record import Record, SeatInfo
from game.records.xiangqi import pgn
from game.rules.core import Outcome, Side, Square, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.ui.scenes.library.browser import FileBrowser
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.library.scene import LibraryScene
from game.ui.scenes.library.statistics import StatisticsScene
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.menu import Menu
from game.ui.scenes.setup.scene import PositionSetupScene
from game.ui.stage import clipboard
from game.ui.stage.navigator import LEVELS, LIBRARY, MATCH


def record(name: str, *moves: str, date: str = "2024-05-01") -> Record:
    game = Game(variant(name))
    for move in moves:
        game.play_text(move)
    seats = (SeatInfo("human", "Anna"), SeatInfo("human", "Kenji"))
    return Record.from_game(game, seats, date=date, outcome=Outcome(Side.FIRST, Termination.RESIGNATION))


def drop(driver: Driver, *paths: Path) -> None:
    for path in paths:
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    driver.frames(2)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "one.sgf").write_bytes(sgf.write([record("gomoku-freestyle", "h8", "h9", "i9")]))
    many = [record("xiangqi", "h2e2", date=f"2024-05-{n:02}") for n in range(1, 4)]
    (folder / "many.pgn").write_bytes(pgn.write(many))
    return folder


def test_a_dropped_game_is_shown_kept_and_played_on_from_its_middle(driver: Driver, files: Path) -> None:
    drop(driver, files / "one.sgf")
    driver.until(lambda: isinstance(driver.top, ReplayScene))
    assert len(list(driver.program.services.folders.data.glob("records/*.qiguan"))) == 1
    driver.key(pygame.K_HOME)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_g)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    scene = driver.top
    assert isinstance(scene, MatchScene)
    assert scene.match.game.texts() == ("h8",)
    assert [scene.match.seat(side).player.kind for side in Side] == [PlayerKind.ENGINE, PlayerKind.HUMAN]
    assert scene.match.may_move
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)
    assert len(driver.program.stage.stack.scenes) == 1


def test_many_dropped_games_are_shown_in_the_library(driver: Driver, files: Path) -> None:
    drop(driver, files / "one.sgf", files / "many.pgn")
    driver.until(lambda: isinstance(driver.top, LibraryScene))
    driver.until(lambda: len(driver.program.services.library.entries) == 4)
    driver.click_on("chart")
    assert isinstance(driver.top, StatisticsScene)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_o, pygame.KMOD_CTRL)
    assert isinstance(driver.top, FileBrowser)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)


def test_files_of_the_command_line_are_opened(driver: Driver, files: Path) -> None:
    own = driver.program.services.library.folder
    own.mkdir(parents=True, exist_ok=True)
    (own / "own.qiguan").write_bytes(native.write(record("gomoku-renju", "h8")))
    driver.program.open_files([own / "own.qiguan"])
    driver.until(lambda: isinstance(driver.top, ReplayScene))
    scene = driver.top
    assert isinstance(scene, ReplayScene)
    assert scene.match.variant.name == "gomoku-renju"
    assert [path.name for path in own.glob("*.qiguan")] == ["own.qiguan"]


def test_a_position_is_pasted_anywhere_and_a_match_under_it_stands_still(
    driver: Driver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clipboard, "get", lambda: "4k4/9/9/9/9/9/9/R8/9/5K3 b - - 0 1")
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_RETURN)
    match = driver.top
    assert isinstance(match, MatchScene)
    copied: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: copied.append(text) or "")
    driver.key(pygame.K_c, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
    driver.key(pygame.K_c, pygame.KMOD_CTRL)
    assert copied[0] == "/".join(["15"] * 15) + " b"
    assert copied[1].startswith("(;FF[4]GM[4]")
    driver.key(pygame.K_v, pygame.KMOD_CTRL)
    driver.until(lambda: isinstance(driver.top, ReplayScene))
    assert match.match.is_paused
    driver.key(pygame.K_ESCAPE)
    assert driver.top is match


def test_a_pasted_position_is_changed_and_played_from(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "get", lambda: "W:WK28:B3,10 \n")
    driver.key(pygame.K_v, mod=pygame.KMOD_CTRL)
    driver.until(lambda: isinstance(driver.top, ReplayScene))
    driver.key(pygame.K_g)
    driver.key(pygame.K_END)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.top, PositionSetupScene)
    driver.key(pygame.K_t)  # Black is to move
    driver.key(pygame.K_g)
    driver.key(pygame.K_END)
    driver.key(pygame.K_RETURN)
    scene = driver.top
    assert isinstance(scene, MatchScene)
    match = scene.match
    assert (match.variant.name, match.turn, match.ply) == ("draughts-english", Side.FIRST, 0), "numbers, so English"
    assert all(match.seat(side).player.kind is PlayerKind.HUMAN for side in Side)
    match.submit(match.turn, match.position.legal_moves()[0])
    driver.frames(2)
    scene.close()  # as one who leaves, and comes back another day
    driver.frames(2)
    driver.program.services.tables.look_for_saved()
    again = driver.program.services.tables.resume()
    assert again is not None
    assert again.variant.write_position(again.game.start) == "B:WK28:B3,10"
    assert again.ply == 1
    again.resign()
    again.close()
    driver.program.stage.go(LIBRARY, frozenset())
    driver.until(lambda: len(list(driver.program.services.folders.data.glob("records/*.qiguan"))) == 2)


def test_a_reversi_position_without_a_move_is_passed_in(driver: Driver) -> None:
    rules = variant("reversi")
    cells = ["-" * 8] * 8
    cells[3], cells[4] = "XXXXO---", "XXXXX---"
    for row in (0, 1, 2, 5, 6, 7):
        cells[row] = "X" * 8
    start = rules.read_position("".join(cells) + " O")
    assert not start.legal_moves()
    assert start.outcome() is None
    driver.program.stage.go(MATCH, driver.program.services.tables.play_position(rules, start, None, "", ""))
    scene = driver.top
    assert isinstance(scene, MatchScene)
    driver.until(lambda: scene.match.turn is Side.FIRST)
    assert scene.match.game.texts() == ("pass",)


def test_a_position_is_set_up_from_the_menu(driver: Driver) -> None:
    driver.click_on("modes")
    driver.key(pygame.K_END)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.top, PositionSetupScene)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)
    driver.program.stage.go(LEVELS, "xiangqi")
    driver.key(pygame.K_p)
    scene = driver.top
    assert isinstance(scene, PositionSetupScene)
    assert scene.draft.variant.game == "xiangqi"
    scene.draft.clear()
    scene.draft.touch(Square(40))
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    driver.click_on("modes")
    driver.key(pygame.K_END)
    driver.key(pygame.K_RETURN)
    again = driver.top
    assert isinstance(again, PositionSetupScene)
    assert again is not scene
    assert (again.draft.variant, again.draft.laid) == (scene.draft.variant, scene.draft.laid)
