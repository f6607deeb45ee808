"""The whole program in a window without a screen, driven by posted events from the menu to the result."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from at_once import AtOnce
from driver import Driver, unprepared

from ai.common.sources import fitting_library
from ai.levels import level
from game.match.players import Analyst, PlayerKind
from game.match.review import Review
from game.rules.core import Side, Termination
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice, load
from game.ui.scenes.challenges import sign
from game.ui.scenes.challenges.play import ChallengeScene
from game.ui.scenes.keys import KeysOverlay
from game.ui.scenes.learn.scene import LearnScene
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.menu import Menu
from game.ui.scenes.result.scene import ResultScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.navigator import LEVELS, MATCH, SETTINGS


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    unprepared(monkeypatch)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    driver = Driver(tmp_path)
    yield driver
    driver.program.close()


def play_a_game(driver: Driver) -> MatchScene:
    """Menu, level select, then clicks until somebody has five. The first opponent needs nothing compiled."""
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.top, LevelSelect)
    driver.key(pygame.K_RETURN)
    scene = driver.top
    assert isinstance(scene, MatchScene)
    match = scene.match
    assert match.seat(Side.SECOND).player.kind is PlayerKind.ENGINE
    column = 0
    while match.outcome is None:
        driver.until(lambda: match.may_move or match.outcome is not None)
        if match.outcome is not None:
            break
        free = [move.target for move in match.position.legal_moves()]
        square = next(s for s in free if s is not None and s % 15 == column % 15)
        column += 2  # scattered stones: the computer will win
        driver.click(*scene.board.square_rect(square).center)
    return scene


def test_at_the_first_start_a_game_is_one_key_or_click_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)
    for begin in (lambda driver: driver.key(pygame.K_RETURN), lambda driver: driver.click_on("play-first")):
        driver = Driver(tmp_path / str(begin), knows_the_menu=False)
        begin(driver)
        driver.skip_story()
        scene = driver.top
        assert isinstance(scene, MatchScene)
        assert scene.match.may_move
        assert scene.match.seat(Side.SECOND).player.level == "first-steps"
        driver.program.stage.stack.back_to_bottom()
        driver.frames(1)
        assert all(each.name != "play-first" for each in driver.top.widgets.widgets)
        driver.program.close()


def test_who_has_sat_at_a_table_is_not_welcomed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)
    driver = Driver(tmp_path, knows_the_menu=False)
    driver.click_on("start-gomoku")
    driver.skip_story()
    driver.key(pygame.K_RETURN)  # as it is proposed: nothing is chosen
    assert isinstance(driver.top, MatchScene)
    driver.key(pygame.K_ESCAPE)
    assert not driver.program.stage.settings.choices
    driver.program.services.tables.discard_saved()
    driver.top.uncovered()
    assert {"play-first", "continue", "day"} & {each.name for each in driver.top.widgets.widgets} == {"day"}
    driver.program.close()
    driver = Driver(tmp_path, knows_the_menu=False)
    assert all(each.name != "play-first" for each in driver.top.widgets.widgets)
    driver.program.close()


def test_a_whole_game_by_events_from_the_menu_to_the_result(driver: Driver) -> None:
    scene = play_a_game(driver)
    outcome = scene.match.outcome
    assert outcome is not None
    assert outcome.termination is Termination.FIVE
    driver.until(lambda: isinstance(driver.top, ResultScene))
    driver.until(lambda: len(list(driver.program.services.folders.data.glob("records/*.qiguan"))) == 1)
    driver.click_on("rematch")
    assert isinstance(driver.top, MatchScene)
    assert driver.top.match.ply == 0
    assert len(driver.program.stage.stack.scenes) == 2


@pytest.mark.skipif(fitting_library() is not None, reason="with a library (ai.build) engines are ready at once")
def test_a_game_is_reviewed_and_played_on_from_the_middle(driver: Driver) -> None:
    tables = driver.program.services.tables
    assert tables.review(play_a_game(driver).match) is None, "the engine for it is not prepared"
    plain = level("gomoku", "first-steps")
    tables.review = lambda match: Review(match.game, Analyst(plain, tables._engines()), AtOnce())  # type: ignore[method-assign]
    driver.until(lambda: isinstance(driver.top, ResultScene))
    old = driver.program.stage.stack.scenes[-2]
    assert isinstance(old, MatchScene)
    driver.until(lambda: old.review is not None and old.review.is_over)
    driver.click_on("review")
    assert isinstance(driver.top, ReviewScene)
    driver.key(pygame.K_HOME)
    for _ in range(3):
        driver.key(pygame.K_RIGHT)
    assert driver.top.ply == 3
    driver.key(pygame.K_g)
    scene = driver.top
    assert isinstance(scene, MatchScene)
    assert scene.match is not old.match
    assert scene.match.game.texts()[:3] == old.match.game.texts()[:3]
    assert old.match.ply > 4, "the game that was reviewed stands as it was"
    assert scene.match.line[2].used_s == old.match.line[2].used_s
    driver.until(lambda: scene.match.ply == 4)
    assert len(driver.program.stage.stack.scenes) == 2


def test_a_match_that_was_left_leaves_no_pictures_behind(driver: Driver) -> None:
    driver.program.stage.go(
        MATCH, driver.program.services.tables.new_match("gomoku", LevelChoice(level="first-steps"), "")
    )
    driver.frames(3)
    scene = weakref.ref(driver.top)
    gc.disable()  # nobody but the program tidies up
    try:
        driver.key(pygame.K_ESCAPE)
        driver.frames(4)
    finally:
        gc.enable()
    assert scene() is None


def test_in_the_menu_engines_rest(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = driver.program.services.tables
    rests: list[int] = []
    monkeypatch.setattr(tables, "rest", lambda: rests.append(1))
    match = tables.new_match("gomoku", LevelChoice(level="first-steps"), "")
    driver.program.stage.go(MATCH, match)
    driver.frames(6)
    assert not rests
    driver.key(pygame.K_ESCAPE)
    driver.frames(6)
    assert isinstance(driver.top, Menu)
    assert rests == [1]


def test_a_rematch_ends_the_review(driver: Driver) -> None:
    tables = driver.program.services.tables
    plain = level("gomoku", "first-steps")
    tables.review = lambda match: Review(match.game, Analyst(plain, tables._engines()), AtOnce())  # type: ignore[method-assign]
    old = play_a_game(driver)
    driver.until(lambda: isinstance(driver.top, ResultScene))
    review = old.review
    assert review is not None
    driver.click_on("rematch")
    assert review.is_over
    assert old.review is None


def test_swapping_sides_after_a_game(driver: Driver) -> None:
    play_a_game(driver)
    driver.until(lambda: isinstance(driver.top, ResultScene))
    driver.click_on("swap")
    scene = driver.top
    assert isinstance(scene, MatchScene)
    assert scene.match.seat(Side.FIRST).player.kind is PlayerKind.ENGINE
    driver.until(lambda: scene.match.ply == 1)


def test_a_game_that_was_left_can_be_continued_by_another_program(tmp_path: Path, driver: Driver) -> None:
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_RETURN)
    scene = driver.top
    assert isinstance(scene, MatchScene)
    driver.click(*scene.board.square_rect(scene.match.position.legal_moves()[112].path[0]).center)
    driver.until(lambda: scene.match.ply == 2)
    texts = scene.match.game.texts()
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)
    saved = driver.program.services.tables.saved_game()
    assert saved is not None
    assert saved.ply == 2
    driver.program.close()
    second = Driver(tmp_path)
    try:
        assert isinstance(second.top, Menu)
        second.click_on("continue")
        again = second.top
        assert isinstance(again, MatchScene)
        assert again.match.game.texts() == texts
        assert again.match.may_move
    finally:
        second.program.close()


def test_everything_can_be_reached_by_keyboard(driver: Driver) -> None:
    driver.key(pygame.K_F1)
    assert isinstance(driver.top, KeysOverlay)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)
    for _ in range(40):
        focus = driver.top.widgets.focus
        if focus is not None and focus.name == "settings":
            break
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.top, SettingsScene)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)


def test_the_language_is_switched_without_a_restart(driver: Driver) -> None:
    before = driver.picture()
    driver.program.services.preferences.change(language="zh")
    driver.frames(2)
    assert driver.picture() != before
    assert driver.program.stage.t("common.gomoku") == "五子棋"


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080)])
def test_every_scene_draws_at_every_size_in_both_languages(driver: Driver, size: tuple[int, int]) -> None:
    program = driver.program
    program.resize(size)
    for language in ("en", "zh"):
        for theme in ("light", "dark", "contrast"):
            program.services.preferences.change(language=language, theme=theme)
            program.stage.go(LEVELS, "gomoku")
            driver.frames(1)
            program.stage.go(SETTINGS)
            driver.frames(1)
            program.stage.stack.back_to_bottom()
            driver.frames(1)
            surface = pygame.display.get_surface()
            assert surface is not None
            assert surface.get_size() == size


def test_a_picture_is_saved_by_f12(driver: Driver) -> None:
    driver.key(pygame.K_F12)
    pictures = list(driver.program.services.folders.data.glob("pictures/*.png"))
    assert len(pictures) == 1
    assert "Picture saved" in driver.program.stage.toasts.text


def test_what_the_first_frame_does_not_need_is_not_imported_before_it(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "import sys, game.__main__; from game.app import Program; from game.storage.folders import find_folders\n"
        "p = Program(find_folders()); p.loop.frame()\n"
        "late = {'numba', 'llvmlite', 'argparse', 'asyncio', 'multiprocessing', 'net.discovery.multicast'}\n"
        "print(late & set(sys.modules))"
    )
    environment = {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "QIGUAN_DATA": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "set()"


def test_damaged_settings_fall_back_with_a_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "settings.json").write_bytes(b'{"version": 1, "theme": "pink", "scale": 99, "language": "en"}')
    driver = Driver(tmp_path)
    try:
        assert driver.program.stage.settings.theme == "light"
        assert "settings" in driver.program.stage.toasts.text
        assert len(list(folder.iterdir())) == 2
    finally:
        driver.program.close()


def test_damaged_stars_are_told_of_by_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)
    stars = find_folders({"QIGUAN_DATA": str(tmp_path)}).data / "challenges.json"
    stars.parent.mkdir(parents=True)
    stars.write_bytes(b"{")
    driver = Driver(tmp_path)
    try:
        assert "stars" in driver.program.stage.toasts.text
    finally:
        driver.program.close()


def test_missing_fonts_are_said_and_the_window_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unprepared(monkeypatch)
    assets = Path(__file__).parents[2] / "assets"
    (tmp_path / "assets" / "fonts").mkdir(parents=True)
    (tmp_path / "assets" / "languages").symlink_to(assets / "languages")
    monkeypatch.setattr("game.app.assets_folder", lambda: tmp_path / "assets")
    driver = Driver(tmp_path / "data")
    try:
        assert "qiguan-text-regular.otf" in driver.program.stage.toasts.text
    finally:
        driver.program.close()


def test_the_challenge_of_the_sign_is_opened_whatever_rules_were_chosen_last(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign, "set_of_day", lambda day: "gomoku")
    driver.program.services.preferences.change(choices={"gomoku": LevelChoice(variant="gomoku-renju")})
    driver.program.stage.go(LEVELS, "gomoku")
    driver.key(pygame.K_ESCAPE)  # the menu looks again
    driver.click_on("day")
    assert isinstance(driver.top, ChallengeScene)
    assert driver.top.name == "gomoku"


def test_a_held_key_acts_once(driver: Driver) -> None:
    for _ in range(5):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
        driver.frames(2)
    assert isinstance(driver.top, LevelSelect)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0))
    driver.frames(1)
    driver.key(pygame.K_RETURN)
    assert isinstance(driver.top, MatchScene)


def test_from_the_rules_to_a_game_and_what_was_done_is_kept(driver: Driver, tmp_path: Path) -> None:
    driver.click_on("learn-xiangqi")
    scene = driver.top
    assert isinstance(scene, LearnScene)
    assert scene.game == "xiangqi"
    scene.show_page(len(scene.pages) - 1)
    driver.frames(2)
    move = next(each for each in scene.board.position.legal_moves() if each.captured)
    for square in move.path:
        driver.click(*scene.board.square_rect(square).center)
    assert driver.program.stage.settings.learned == ("xiangqi.draw",)
    driver.click_on("next")
    assert isinstance(driver.top, LevelSelect)
    driver.key(pygame.K_l)
    assert isinstance(driver.top, LearnScene)
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    assert isinstance(driver.top, Menu)
    driver.program.close()
    kept, notice = load(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    assert (kept.learned, notice) == (("xiangqi.draw",), None)
