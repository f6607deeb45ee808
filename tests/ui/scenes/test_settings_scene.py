"""The settings: every page by mouse and keyboard, everything takes effect at once and is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, widget
from looking import faults, read

from game.storage.settings import BoardLook, Settings
from game.storage.version import VERSION
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.settings.sound import shape_of
from game.ui.sound.own import OwnSounds, SoundFault
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)


def open_page(page: str = "display", **settings: object) -> tuple[Stage, FakeServices]:
    hall = FakeServices(Settings(**{"language": "en", **settings}))  # type: ignore[arg-type]  # the test's own words
    stage = make_stage(WINDOW, hall)
    stage.open(SettingsScene(stage, page))
    return stage, hall


def texts(stage: Stage) -> list[str]:
    assert stage.stack.top is not None
    return [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]


def test_pages_turn_by_keys_and_clicks() -> None:
    stage, _ = open_page("language")
    seen = []
    for _ in range(9):
        seen.append(widget(stage.stack.top, "pages").shown)
        press(stage, pygame.K_DOWN)
    assert seen == ["language", "display", "board", "play", "sound", "engines", "name", "keys", "about"]
    click(stage, widget(stage.stack.top, "pages").row(2).center)
    assert widget(stage.stack.top, "pages").shown == "board"
    assert any(each.name == "board-slate" for each in stage.stack.top.widgets.widgets)  # type: ignore[union-attr]


def test_unknown_page() -> None:
    with pytest.raises(KeyError):
        open_page("kitchen")


def test_escape_and_the_arrow_close() -> None:
    stage, _ = open_page()
    press(stage, pygame.K_ESCAPE)
    assert stage.stack.top is None
    stage, _ = open_page()
    click_on(stage, "back")
    assert stage.stack.top is None


def test_language_by_click_and_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, hall = open_page("language")
    click_on(stage, "language-zh")
    assert hall.settings.language == "zh"
    assert "设置" in texts(stage)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    click_on(stage, "language-None")
    assert hall.settings.language is None
    assert "Settings" in texts(stage)


@pytest.mark.parametrize("theme", ["dark", "contrast", "light"])
def test_theme(theme: str) -> None:
    stage, hall = open_page("display", theme="dark" if theme == "light" else "light")
    click_on(stage, theme)
    assert hall.settings.theme == theme
    assert stage.theme.name == theme


def test_size_follows_the_keys_and_the_knob() -> None:
    stage, hall = open_page("display")
    before = stage.scale
    stage.stack.top.widgets.focus_on("scale")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT)
    assert hall.settings.scale == 1.25
    assert stage.scale > before
    assert "125%" in texts(stage)
    press(stage, pygame.K_HOME)
    assert hall.settings.scale == 0.75
    slider = widget(stage.stack.top, "scale").rect
    stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=slider.midleft, button=1))
    stage.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(slider.right, slider.centery), button=1))
    assert hall.settings.scale == 2.0


def test_full_screen_and_motion() -> None:
    stage, hall = open_page("display")
    click_on(stage, "full_screen")
    click_on(stage, "motion")
    assert hall.settings.fullscreen
    assert hall.settings.reduced_motion
    assert widget(stage.stack.top, "full_screen").on


def choose_game(stage: Stage, game: str) -> None:
    tabs = widget(stage.stack.top, "game")
    index = [choice.value for choice in tabs.choices].index(game)
    click(stage, (tabs.rect.left + tabs.rect.width * (index + 0.5) / len(tabs.choices), tabs.rect.centery))


def test_boards_and_stones_change_the_preview() -> None:
    stage, hall = open_page("board")
    preview = pygame.Rect(330, 210, 340, 380)
    before = pygame.image.tobytes(picture(stage, WINDOW).subsurface(preview), "RGB")
    click_on(stage, "board-slate")
    slate = pygame.image.tobytes(picture(stage, WINDOW).subsurface(preview), "RGB")
    click_on(stage, "pieces-flat")
    flat = pygame.image.tobytes(picture(stage, WINDOW).subsurface(preview), "RGB")
    assert len({before, slate, flat}) == 3
    assert hall.settings.look("gomoku") == BoardLook(board="slate", pieces="flat")
    click_on(stage, "coordinates")
    assert hall.settings.coordinates is False


def test_each_game_has_boards_and_pieces_of_its_own() -> None:
    stage, hall = open_page("board")
    click_on(stage, "board-slate")
    preview = pygame.Rect(330, 260, 340, 330)
    gomoku = pygame.image.tobytes(picture(stage, WINDOW).subsurface(preview), "RGB")
    choose_game(stage, "xiangqi")
    shown = {pygame.image.tobytes(picture(stage, WINDOW).subsurface(preview), "RGB")}
    for name in ("pieces-simplified", "pieces-jade", "pieces-pictures", "board-paper", "board-rosewood"):
        click_on(stage, name)
        shown.add(pygame.image.tobytes(picture(stage, WINDOW).subsurface(preview), "RGB"))
    assert len(shown - {gomoku}) == 6
    assert hall.settings.looks == {
        "gomoku": BoardLook(board="slate"),
        "xiangqi": BoardLook(board="rosewood", pieces="pictures"),
    }


def test_the_notation_is_chosen_from_a_list() -> None:
    stage, hall = open_page("board")
    assert all(each.name != "notation" for each in stage.stack.top.widgets.widgets), "Gomoku has one notation only"  # type: ignore[union-attr]  # the scene is open
    choose_game(stage, "xiangqi")
    assert widget(stage.stack.top, "notation").label == "Follow language"
    assert stage.t.notation("xiangqi") == "wxf"
    click_on(stage, "notation")
    press(stage, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert hall.settings.look("xiangqi").notation
    assert stage.t.notation("xiangqi") == hall.settings.look("xiangqi").notation
    assert widget(stage.stack.top, "notation").label != "Follow language"


def test_volume_and_tastes() -> None:
    stage, hall = open_page("sound")
    stage.stack.top.widgets.focus_on("volume")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_LEFT)
    assert hall.settings.volume == 0.65
    assert "65%" in texts(stage)
    played: list[str] = []
    stage.sounds.play = played.append  # type: ignore[method-assign]  # listens in the place of a loudspeaker
    tastes = ["stone", "wood", "disc", "win", "stamp", "tick"]
    for name in tastes:
        click_on(stage, f"hear-{name}")
    assert played == tastes
    click_on(stage, "on")
    assert hall.settings.sound is False
    click_on(stage, "hear-stone")
    assert len(played) == len(tastes)


def test_the_set_of_sounds_is_chosen_and_what_is_wrong_with_own_ones_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, hall = open_page("sound")
    stage.stack.top.widgets.focus_on("sounds")  # type: ignore[union-attr]  # the scene is open
    press(stage, pygame.K_RIGHT, pygame.K_RIGHT)
    assert hall.settings.sounds == "soft"
    assert "On felt, late at night" in texts(stage)
    press(stage, pygame.K_RIGHT)
    assert hall.settings.sounds == "own"
    assert any(text.startswith("Put WAV or OGG files there") for text in texts(stage))
    faults = (SoundFault("large", "stone.wav"), SoundFault("name", "gong.wav"))
    monkeypatch.setattr(stage.sounds, "own", OwnSounds(faults=faults))
    said = " ".join(texts(stage))
    assert "stone.wav is passed over: it is larger than 1 MB." in said
    assert "(One more file has a fault.)" in said
    monkeypatch.setattr(stage.sounds, "own", OwnSounds({"stone": (np.zeros((9, 2), np.int16),)}))
    assert any(text.startswith("One file of yours is in use") for text in texts(stage))
    monkeypatch.setattr("game.ui.scenes.settings.sound.ready", lambda folder: folder)
    click_on(stage, "own_folder")
    assert stage.toasts.text == f"The folder is {hall.folders.sounds}"


def test_a_missing_sound_device_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stage, _ = open_page("sound")
    monkeypatch.setattr(type(stage.sounds), "available", property(lambda _: False))
    click_on(stage, "hear-win")
    assert stage.toasts.text == "No sound device was found, so everything stays silent."


def test_the_shape_of_a_sound_dies_away() -> None:
    shape = shape_of("stone", "wood")
    assert max(shape) == 1.0
    assert shape[0] > 3 * shape[-1]


def typed(stage: Stage, text: str) -> None:
    stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def test_name_is_typed_composed_and_limited() -> None:
    stage, hall = open_page("name")
    click_on(stage, "field")
    field = widget(stage.stack.top, "field")
    field.take_keyboard(True)
    typed(stage, "Lin ")
    assert hall.settings.name == "Lin"
    stage.stack.handle(pygame.event.Event(pygame.TEXTEDITING, text="xiao", start=0, length=4))
    assert hall.settings.name == "Lin"  # what is being composed is no name yet
    typed(stage, "小舟")
    assert hall.settings.name == "Lin 小舟"
    hall.stage.apply(WINDOW)  # type: ignore[union-attr]  # laid out again while typing
    assert widget(stage.stack.top, "field") is field
    assert field.caret == len("Lin 小舟")
    typed(stage, "x" * 40)
    assert len(hall.settings.name) == 24


def test_typing_is_no_shortcut() -> None:
    stage, hall = open_page("name")
    click_on(stage, "field")
    stage.stack.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m"))
    assert hall.settings.sound
    assert isinstance(stage.stack.top, SettingsScene)


def test_about_tells_version_licence_and_folder() -> None:
    stage, _ = open_page("about")
    seen = " ".join(texts(stage))
    assert VERSION in seen
    assert "MIT" in seen
    assert "/home/lin/.local/share/qiguan" in seen


def test_every_control_is_reached_by_tab() -> None:
    for page in ("language", "display", "board", "sound", "name"):
        stage, _ = open_page(page)
        scene = stage.stack.top
        assert scene is not None
        reached = set()
        for _ in scene.widgets.widgets:
            press(stage, pygame.K_TAB)
            assert scene.widgets.focus is not None
            reached.add(scene.widgets.focus.name)
        assert reached == {each.name for each in scene.widgets.widgets}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_log_s_folder_is_told_opened_and_copied(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    opened: list[Path] = []
    monkeypatch.setattr("game.ui.stage.clipboard.put", lambda text: copied.append(text) or "")
    stage, hall = open_page("about", language=language)
    assert str(hall.folders.log) in texts(stage)
    click_on(stage, "copy_log")
    click_on(stage, "copy_data")
    assert copied == [str(hall.folders.log), str(hall.folders.data)]
    assert stage.toasts.text == stage.t("settings.about_copied")
    click_on(stage, "open_log")  # there is no such folder: it is told instead
    stage.toasts.update(5.0)
    stage.toasts.update(5.0)
    assert stage.toasts.text == str(hall.folders.log)
    monkeypatch.setattr("game.ui.scenes.settings.about.show_folder", lambda folder: opened.append(folder) or True)
    scene = stage.stack.top
    assert scene is not None
    scene.widgets.focus_on("open_log", show=True)
    press(stage, pygame.K_RETURN)
    assert opened == [hall.folders.log]


@pytest.mark.parametrize(
    ("window", "chosen", "said"), [((1920, 1080), 2.0, "125%"), ((960, 640), 2.0, "118%"), ((1280, 800), 1.25, "")]
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_size_that_the_window_has_no_room_for_is_told(
    window: tuple[int, int], chosen: float, said: str, language: str
) -> None:
    stage = make_stage(window, FakeServices(Settings(language=language, scale=chosen)))  # type: ignore[arg-type]
    scene = SettingsScene(stage, "display")
    stage.open(scene)
    lines = [text for text, _ in read(stage, window, scene).drawn]
    limited = stage.t("settings.size_limited", n=said.removesuffix("%"))
    assert (limited in lines) is bool(said)
    assert (stage.t("settings.size_line") in lines) is not bool(said)
    assert faults(stage, window, scene) == []
