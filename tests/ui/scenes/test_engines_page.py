"""Other programs in the window: added, tried, edited and removed in the settings, chosen in the level select."""

from __future__ import annotations

import pygame
import pytest
from fakes import FakeServices, click_on, make_stage, press, saved_game, settle, widget
from looking import faults, read

from game.storage.notice import Notice
from game.storage.settings import LevelChoice, OtherEngine, Settings
from game.tables.opponents import EngineTrial
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.menu import Menu
from game.ui.scenes.settings.engine_dialog import EngineDialog
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage.overlays import Dialog, Popup
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)
PELA = OtherEngine(name="Pela", path="/opt/pela", seconds=3)
RAPFI = OtherEngine(name="Rapfi", path="/opt/rapfi", arguments="-q")


def open_page(*engines: OtherEngine) -> tuple[Stage, FakeServices]:
    hall = FakeServices(Settings(language="en", engines=engines))
    stage = make_stage(WINDOW, hall)
    stage.open(SettingsScene(stage, "engines"))
    return stage, hall


def texts(stage: Stage) -> list[str]:
    assert stage.stack.top is not None
    return [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]


def type_into(stage: Stage, field: str, text: str) -> None:
    stage.stack.top.widgets.focus_on(field)  # type: ignore[union-attr]  # a dialog is open
    stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def answer(stage: Stage, hall: FakeServices, name: str = "", version: str = "", fault: Notice | None = None) -> None:
    """What was asked last answers."""
    assert hall.trial is not None
    hall.trial = EngineTrial(hall.trial.engine, True, name, version, fault)
    settle(stage, 0.2)


def press_row(stage: Stage, row: int, column: int) -> None:
    programs = widget(stage.stack.top, "programs")
    programs.rows[row].buttons[column].action()


def test_adding_one_tries_it_first_and_takes_its_own_name() -> None:
    stage, hall = open_page()
    assert "No engines yet" in texts(stage)
    click_on(stage, "add")
    assert not widget(stage.stack.top, "keep").enabled, "without a path there is nothing to keep"
    type_into(stage, "path", '"/opt/pela"')
    type_into(stage, "arguments", "-x 'a b'")
    click_on(stage, "keep")
    assert "try /opt/pela" in hall.done
    assert "Asking..." in texts(stage)
    assert hall.settings.engines == ()
    answer(stage, hall, "Pela", "9.2")
    assert hall.settings.engines == (OtherEngine(name="Pela", path="/opt/pela", arguments="-x 'a b'"),)
    assert isinstance(stage.stack.top, SettingsScene)
    assert "Answers as Pela 9.2" in texts(stage)


def test_one_that_does_not_answer_can_be_kept_anyway() -> None:
    stage, hall = open_page(PELA)
    click_on(stage, "add")
    type_into(stage, "path", "/opt/pela.exe")
    press(stage, pygame.K_RETURN)
    answer(stage, hall, fault=Notice("program-missing", {"path": "/opt/pela.exe"}))
    assert isinstance(stage.stack.top, EngineDialog)
    assert {"There is no file /opt/pela.exe.", "Save anyway"} <= set(texts(stage))
    type_into(stage, "name", "Pela")
    assert "Save anyway" not in texts(stage), "something else stands there now"
    click_on(stage, "try")
    answer(stage, hall, fault=Notice("program-missing", {"path": "/opt/pela.exe"}))
    click_on(stage, "keep")
    assert [each.name for each in hall.settings.engines] == ["Pela", "Pela 2"], "each name once"
    assert "There is no file /opt/pela.exe." in texts(stage)


def test_a_program_without_a_name_has_its_files() -> None:
    stage, hall = open_page()
    click_on(stage, "add")
    type_into(stage, "path", "/opt/pbrain-wine.exe")
    click_on(stage, "try")
    answer(stage, hall)
    assert "Answers, but without a name" in texts(stage)
    click_on(stage, "keep")
    assert hall.settings.engines[0].name == "pbrain-wine"


def test_a_dropped_file_is_added() -> None:
    stage, hall = open_page()
    stage.stack.handle(pygame.event.Event(pygame.DROPFILE, file="/opt/dropped"))
    assert widget(stage.stack.top, "path").text == "/opt/dropped"
    stage.stack.handle(pygame.event.Event(pygame.DROPFILE, file="/opt/another"))
    assert widget(stage.stack.top, "path").text == "/opt/another"
    press(stage, pygame.K_ESCAPE)
    assert hall.settings.engines == ()
    stage.open(SettingsScene(stage, "sound"))
    stage.stack.handle(pygame.event.Event(pygame.DROPFILE, file="/opt/dropped"))
    assert isinstance(stage.stack.top, SettingsScene)


def test_trying_editing_and_removing() -> None:
    stage, hall = open_page(PELA, RAPFI)
    assert "/opt/rapfi -q" in texts(stage)
    press_row(stage, 1, 0)
    assert hall.done[-1] == "try /opt/rapfi"
    answer(stage, hall, fault=Notice("program-crashed", {"name": "Rapfi", "why": "exit code 3"}))
    assert "Rapfi has ended unexpectedly: exit code 3" in texts(stage)
    press_row(stage, 1, 1)
    type_into(stage, "name", " II")
    click_on(stage, "keep")
    answer(stage, hall, "Rapfi", "0.43")
    assert hall.settings.engines == (PELA, RAPFI.with_(name="Rapfi II"))
    press_row(stage, 0, 2)
    assert isinstance(stage.stack.top, Dialog)
    press(stage, pygame.K_ESCAPE)
    assert len(hall.settings.engines) == 2
    press_row(stage, 0, 2)
    assert "Remove Pela?" in texts(stage)
    click_on(stage, "Remove")
    assert [each.name for each in hall.settings.engines] == ["Rapfi II"]


def test_each_program_plays_one_game() -> None:
    stage, hall = open_page(PELA)
    assert "Gomoku · 3 s per move" in texts(stage)
    click_on(stage, "add")
    type_into(stage, "path", "/opt/pela")
    stage.stack.top.widgets.focus_on("game")  # type: ignore[union-attr]  # the dialog is open
    press(stage, pygame.K_RIGHT)
    assert widget(stage.stack.top, "game").value == "xiangqi"
    click_on(stage, "keep")
    assert hall.trial is not None
    assert hall.trial.engine.game == "xiangqi", "it is asked by that game's protocol"
    answer(stage, hall, "Pela")
    assert hall.settings.engines == (PELA, OtherEngine(name="Pela", path="/opt/pela", game="xiangqi"))
    assert "Xiangqi · 5 s per move" in texts(stage)
    press_row(stage, 1, 1)
    assert widget(stage.stack.top, "game").value == "xiangqi"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("window", [(960, 640), (1280, 800)])
def test_nothing_overlaps(language: str, window: tuple[int, int]) -> None:
    deep = RAPFI.with_(path="/home/lin/" + "very/deep/" * 20 + "rapfi")
    chosen = LevelChoice(mode="watch", level="external:Pela", second_level="external:Rapfi")
    settings = Settings(language=language, engines=(PELA, deep), choices={"gomoku": chosen})  # type: ignore[arg-type]
    stage = make_stage(window, FakeServices(settings))
    for scene in (
        SettingsScene(stage, "engines"),
        EngineDialog(stage, RAPFI, lambda engine: None),
        LevelSelect(stage, "gomoku"),
    ):
        stage.open(scene)
        settle(stage)
        assert faults(stage, window, scene) == []


# ---- the level select


def open_levels(*engines: OtherEngine, **chosen: object) -> tuple[Stage, FakeServices]:
    choices = {"gomoku": LevelChoice(**chosen)} if chosen else {}  # type: ignore[arg-type]  # the test's own words
    hall = FakeServices(Settings(language="en", choices=choices, engines=engines))
    stage = make_stage(WINDOW, hall)
    stage.open(LevelSelect(stage, "gomoku"))
    return stage, hall


def test_without_programs_there_is_no_row_for_them() -> None:
    stage, _ = open_levels()
    assert "Engines" not in texts(stage)
    stage, _ = open_levels(PELA)
    press(stage, pygame.K_END)
    assert {"Engines", "Pela"} <= set(texts(stage))


def test_a_program_is_chosen_and_given_its_time() -> None:
    stage, hall = open_levels(PELA, RAPFI)
    press(stage, pygame.K_END, pygame.K_UP)
    assert hall.settings.choice("gomoku").level == "external:Pela"
    assert "3 s per move" in texts(stage)
    stage.stack.top.widgets.focus_on("strength")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT)
    assert [each.seconds for each in hall.settings.engines] == [4, 5]
    click_on(stage, "program")
    assert isinstance(stage.stack.top, Popup)
    click_on(stage, "Rapfi")
    assert hall.settings.choice("gomoku").level == "external:Rapfi"
    stage.stack.top.widgets.focus_on("opponents")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_DOWN, pygame.K_UP)
    assert hall.settings.choice("gomoku").level == "external:Rapfi", "the row remembers which"
    press(stage, pygame.K_RETURN)
    (_, _, choice, _), *_ = hall.sat_down
    assert choice.level == "external:Rapfi"


def test_a_program_of_another_game_with_the_same_name_keeps_its_time() -> None:
    stage, hall = open_levels(PELA, PELA.with_(game="xiangqi"), level="external:Pela")
    stage.stack.top.widgets.focus_on("strength")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT)
    assert [(each.game, each.seconds) for each in hall.settings.engines] == [("gomoku", 4), ("xiangqi", 3)]


def test_the_menu_shows_one_portrait_for_all_of_them() -> None:
    hall = FakeServices(Settings(language="en", engines=(PELA, RAPFI)))
    hall.saved = saved_game(level="external:Pela")
    stage = make_stage(WINDOW, hall)
    stage.open(Menu(stage))
    settle(stage)
    assert any("Pela" in text for text in texts(stage))
    assert faults(stage, WINDOW, stage.stack.top) == []  # type: ignore[arg-type]  # the menu is open


def test_two_of_them_play_each_other() -> None:
    stage, hall = open_levels(PELA, RAPFI, mode="watch", level="external:Pela", second_level="depth:4")
    widget(stage.stack.top, "seat")
    assert "Pela v 4 plies" in texts(stage)
    hall.change(engines=(RAPFI,))
    settle(stage, 0.1)
    assert "Pela v 4 plies" not in texts(stage), "one that is gone is not on offer"
