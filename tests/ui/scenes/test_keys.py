"""What F1 tells and what the settings can change, against what the scenes do."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, settle, widget
from library_shelf import Shelf
from looking import WINDOWS, faults, read
from match_table import Table, two_people
from sitting import Puppet
from test_challenges_scene import Room
from test_lan_match import Parlour
from test_match_openings import Opened
from test_review_scene import Reviewed

import game.ui.scenes
from game.match.players import Human
from game.rules.core import Side
from game.rules.xiangqi.variants import XIANGQI
from game.storage.settings import Settings
from game.ui.scenes.keyed import KeyedScene
from game.ui.scenes.keys import FIXED, KeysOverlay
from game.ui.scenes.learn.scene import LearnScene
from game.ui.scenes.level_select.scene import LevelSelect
from game.ui.scenes.library.replay import ReplayScene
from game.ui.scenes.menu import Menu
from game.ui.scenes.proof.scene import ProofScene
from game.ui.scenes.settings.keys import KeyDialog
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.setup.scene import PositionSetupScene
from game.ui.scenes.solved.scene import SolvedScene
from game.ui.stage.key_actions import ACTIONS, EVERYWHERE, KeyAction
from game.ui.stage.keyboard_key import Key
from game.ui.stage.navigator import LEVELS, SETTINGS_PAGE
from game.ui.stage.overlays import Dialog
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import ActionButton, Button

WINDOW = (1280, 800)
GAMES = ("gomoku", "xiangqi", "draughts")


def nothing(*_: object) -> None:
    """A door that leads nowhere."""


def at_computer() -> Stage:
    computer = Puppet()
    computer.level = "advanced"
    return Table(Human(), computer).stage


def watched() -> Stage:
    one, other = Puppet(), Puppet()
    one.level = other.level = "advanced"
    return Table(one, other).stage


def ended() -> Stage:
    table = two_people()
    table.play(["h8"])
    table.match.resign(Side.SECOND)
    table.frame()
    return table.stage


def review() -> Stage:
    reviewed = Reviewed()
    reviewed.go()
    return reviewed.stage


def alone(make: Callable[[Stage], Scene]) -> Callable[[], Stage]:
    """A stage with one scene on it."""

    def build() -> Stage:
        stage = make_stage(WINDOW)
        stage.open(make(stage))
        return stage

    return build


STAGES: dict[str, Callable[[], Stage]] = {
    "menu": alone(lambda stage: Menu(stage)),
    "levels": alone(lambda stage: LevelSelect(stage, "gomoku")),
    "learn": alone(lambda stage: LearnScene(stage, "gomoku")),
    "proof": alone(lambda stage: ProofScene(stage, "gomoku")),
    "solved": alone(lambda stage: SolvedScene(stage, "reversi")),
    "setup": alone(lambda stage: PositionSetupScene(stage, XIANGQI, XIANGQI.start())),
    "match": at_computer,
    "match to watch": watched,
    "match that is over": ended,
    "match with a choice": lambda: Opened("swap2", "h8 h9 i9").stage,
    "match on the network": lambda: Parlour().stage,
    "result": lambda: Reviewed().stage,
    "review": review,
}


@contextmanager
def stage_of(name: str, folder: Path) -> Iterator[Stage]:
    """A stage with the scene of that name on top."""
    if name in ("library", "replay"):
        shelf = Shelf(folder)
        if name == "replay":
            reading = shelf.reading("new")
            shelf.stage.open(ReplayScene(shelf.stage, reading, "new.qiguan"))
        yield shelf.stage
        shelf.stage.stack.clear()
        shelf.library.close()
    elif name in ("challenges", "challenge"):
        room = Room(folder)
        if name == "challenge":
            room.open(3)
        yield room.stage
    else:
        yield STAGES[name]()


NAMES = (*STAGES, "library", "replay", "challenges", "challenge")


def event_of(key: Key) -> pygame.event.Event:
    """The key being pressed on a US keyboard."""
    mod = pygame.KMOD_CTRL * key.ctrl | pygame.KMOD_SHIFT * key.shift | pygame.KMOD_ALT * key.alt
    typed = chr(key.code) if 32 < key.code < 127 and not key.ctrl and not key.alt else ""
    return pygame.event.Event(pygame.KEYDOWN, key=key.code, mod=mod, unicode=typed)


def action(name: str) -> KeyAction:
    return next(each for each in ACTIONS if each.id == name)


@pytest.mark.parametrize("name", NAMES)
def test_every_key_that_is_told_is_one_that_the_scene_obeys(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stage_of(name, tmp_path) as stage:
        scene = stage.stack.top
        assert isinstance(scene, KeyedScene)
        assert scene.scope == name.partition(" ")[0]
        own = {each.name for each in ACTIONS if each.scope == scene.scope}
        could = {can for can in scene.acts() if can in own}
        assert could
        assert set(scene.acts()) - own <= {each.name for each in ACTIONS if each.scope == EVERYWHERE}
        overlay = KeysOverlay(stage)
        stage.open(overlay)
        told = {(keys, what) for _, lines in overlay.areas for keys, what in lines}
        press(stage, pygame.K_ESCAPE)
        assert stage.stack.top is scene
        done: list[str] = []
        monkeypatch.setattr(scene, "acts", lambda: {can: lambda can=can: done.append(can) for can in could})  # type: ignore[misc]
        for each in ACTIONS:
            if each.scope != scene.scope:
                continue
            keys = stage.keys.keys(each.scope, each.name)
            is_told = (tuple(map(str, keys)), stage.t(f"keys.{each.name}")) in told
            assert is_told == (each.name in could), each
            for key in keys if is_told else ():
                done.clear()
                if isinstance(scene.widgets.focus, Button | ActionButton):
                    scene.widgets.focus = None  # Enter presses it
                stage.stack.handle(event_of(key))
                assert done == [each.name], key


def test_every_scope_belongs_to_a_scene() -> None:
    for module in pkgutil.walk_packages(game.ui.scenes.__path__, "game.ui.scenes."):
        importlib.import_module(module.name)
    scopes = {kind.scope for kind in all_kinds(KeyedScene) if kind.scope}
    assert {each.scope for each in ACTIONS} - {EVERYWHERE} <= scopes


def all_kinds(kind: type[KeyedScene]) -> Iterator[type[KeyedScene]]:
    for each in kind.__subclasses__():
        yield each
        yield from all_kinds(each)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_keys_of_a_match_fit_into_every_window(language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        computer = Puppet()
        computer.level = "advanced"
        table = Table(Human(), computer, window=window, language=language, scale=scale)
        overlay = KeysOverlay(table.stage)
        table.stage.open(overlay)
        settle(table.stage, 0.3)
        found += [f"{window} at {scale}: {fault}" for fault in faults(table.stage, window, overlay)]
        seen = [text for text, _ in read(table.stage, window, overlay).drawn]
        for heading, lines in overlay.areas:
            assert heading in seen
            assert {key for keys, _ in lines for key in keys} <= set(seen)
    assert found == []


def test_the_overlay_closes_and_leads_to_the_settings() -> None:
    stage = make_stage(WINDOW)
    scene = LevelSelect(stage, "gomoku")
    stage.open(scene)
    for close in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_F1):
        stage.open(KeysOverlay(stage))
        press(stage, close)
        assert stage.stack.top is scene
    stage.open(KeysOverlay(stage))
    click(stage, (5, 5))
    assert stage.stack.top is scene
    stage.open(KeysOverlay(stage))
    picture(stage, WINDOW)
    click_on(stage, "change")
    assert stage.stack.top is scene
    assert stage.went == [(SETTINGS_PAGE, "keys", "pages")]


def test_the_fixed_keys_do_what_is_told() -> None:
    assert {name for _, name in FIXED} == {"focus", "cursor", "press"}
    stage = make_stage(WINDOW)
    stage.open(Menu(stage))
    menu = stage.stack.top
    assert menu is not None
    press(stage, pygame.K_TAB, pygame.K_TAB)
    second = menu.widgets.focus
    press(stage, pygame.K_TAB)
    press(stage, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert menu.widgets.focus is second is not None
    menu.widgets.focus_on("start-gomoku")
    press(stage, pygame.K_RETURN, pygame.K_SPACE)
    assert stage.went == [(LEVELS, "gomoku")] * 2
    press(stage, pygame.K_RIGHT)
    assert menu.widgets.focus is not widget(menu, "start-gomoku")
    press(stage, pygame.K_LEFT)
    assert menu.widgets.focus is widget(menu, "start-gomoku")


def test_a_scene_obeys_a_changed_key_and_tells_it() -> None:
    table = Table(Human(), Human(), keys={"match.flip": ("F7",), "match.zen": ("Ctrl+B",)})
    stage, scene = table.stage, table.scene
    assert widget(scene, "action_flip").shortcut == "F7"
    press(stage, pygame.K_f)
    assert not scene.shown.flipped
    press(stage, pygame.K_F7)
    assert scene.shown.flipped
    press(stage, pygame.K_z)
    assert not scene.is_zen
    press(stage, pygame.K_b, mod=pygame.KMOD_CTRL)
    assert scene.is_zen
    stage.open(KeysOverlay(stage))
    told = [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]  # type: ignore[arg-type]
    assert {"F7", "Ctrl+B"} <= set(told)
    assert "Z" not in told


def test_no_key_of_a_match_acts_while_one_types() -> None:
    parlour = Parlour()
    press(parlour.stage, pygame.K_t)
    assert parlour.scene.text_field() is not None
    press(parlour.stage, pygame.K_f, pygame.K_q, pygame.K_HOME)
    press(parlour.stage, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert not parlour.scene.shown.flipped
    assert parlour.stage.stack.top is parlour.scene
    press(parlour.stage, pygame.K_ESCAPE)
    assert parlour.scene.text_field() is None
    press(parlour.stage, pygame.K_f)
    assert parlour.scene.shown.flipped


# ---- the page of the settings


def keys_page(language: str = "en", **settings: object) -> tuple[Stage, FakeServices]:
    hall = FakeServices(Settings(**{"language": language, **settings}))  # type: ignore[arg-type]  # the test's own words
    stage = make_stage(WINDOW, hall)
    stage.open(SettingsScene(stage, "keys"))
    return stage, hall


def place(stage: Stage, name: str, slot: int = 0) -> tuple[float, float]:
    """The middle of one of an action's places for keys, made visible by a search."""
    scene = stage.stack.top
    assert scene is not None
    field = widget(scene, "find")
    field.text = stage.t(f"keys.{name.partition('.')[2]}")
    field._on_change(field.text)
    return widget(scene, "rows").button(name, slot).rect.center  # type: ignore[no-any-return]


def listed(stage: Stage, wanted: str) -> list[str]:
    """What is listed for a text that is looked for: headings in brackets, actions by their ids."""
    scene = stage.stack.top
    assert scene is not None
    field = widget(scene, "find")
    field.text = wanted
    field._on_change(wanted)
    rows = widget(scene, "rows").rows
    return [f"[{row.key.removeprefix('in ')}]" if row.is_heading else row.key for row in rows]


def test_actions_stand_under_the_headings_of_their_groups_and_are_found_by_name_group_and_key() -> None:
    stage, _ = keys_page()
    groups = dict.fromkeys(action.group for action in ACTIONS)
    everything = [each for group in groups for each in (f"[{group}]", *(a.id for a in ACTIONS if a.group == group))]
    assert listed(stage, "") == everything
    assert listed(stage, "  ReSiGn ") == ["[match]", "match.resign"]
    copying = listed(stage, "ctrl+shift+c")
    assert copying[:2] == ["[look]", "match.copy_position"]
    assert all(each.startswith("[") or each.endswith("copy_position") for each in copying)
    assert set(listed(stage, stage.t("keys.in_look"))) >= {"[look]", "match.flip"}
    assert listed(stage, "nothing of the kind") == []


def test_a_key_without_a_name_is_not_taken_and_that_is_said() -> None:
    stage, hall = keys_page()
    click(stage, place(stage, "match.resign"))
    press(stage, pygame.K_UNKNOWN)
    assert isinstance(stage.stack.top, KeyDialog)
    assert stage.stack.top._says == stage.t("keys.unnamed_line")
    assert hall.settings.keys == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_key_is_changed_by_a_click(language: str) -> None:
    stage, hall = keys_page(language)
    click(stage, place(stage, "match.resign"))
    assert isinstance(stage.stack.top, KeyDialog)
    assert faults(stage, WINDOW, stage.stack.top) == []
    press(stage, pygame.K_LSHIFT)  # a modifier alone is waited over
    press(stage, pygame.K_TAB)
    assert isinstance(stage.stack.top, KeyDialog)
    seen = [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]
    assert any("Tab" in text for text in seen)
    press(stage, pygame.K_k, mod=pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)
    assert isinstance(stage.stack.top, SettingsScene)
    assert hall.settings.keys == {"match.resign": ("Ctrl+Shift+K",)}
    seen = [text for text, _ in read(stage, WINDOW, stage.stack.top).drawn]
    assert "Ctrl+Shift+K" in seen


def test_a_key_is_changed_taken_away_and_given_back_by_keys_alone() -> None:
    stage, hall = keys_page()
    press(stage, pygame.K_TAB, pygame.K_TAB)  # the search has the first, nothing is to be reset yet
    scene = stage.stack.top
    assert scene is not None
    assert scene.widgets.focus is widget(scene, "rows")
    press(stage, pygame.K_DOWN, pygame.K_RETURN, pygame.K_F6)  # the second action
    second = ACTIONS[1]
    assert hall.settings.keys == {second.id: ("F6", str(second.usual[1]))}
    press(stage, pygame.K_RIGHT, pygame.K_DELETE)
    assert hall.settings.keys == {second.id: ("F6",)}
    press(stage, pygame.K_RETURN, pygame.K_ESCAPE)  # Esc leaves it as it is
    assert isinstance(stage.stack.top, SettingsScene)
    assert hall.settings.keys == {second.id: ("F6",)}
    press(stage, pygame.K_RIGHT, pygame.K_RETURN)  # back to the usual ones
    assert hall.settings.keys == {}


def test_a_taken_key_is_exchanged_after_a_question() -> None:
    stage, hall = keys_page()
    click(stage, place(stage, "match.resign"))
    press(stage, pygame.K_d)
    dialog = stage.stack.top
    assert isinstance(dialog, Dialog)
    picture(stage, WINDOW)
    seen = [text for text, _ in read(stage, WINDOW, dialog).drawn]
    assert any(stage.t("keys.draw") in text for text in seen)
    press(stage, pygame.K_ESCAPE)
    assert hall.settings.keys == {}
    click(stage, place(stage, "match.resign"))
    press(stage, pygame.K_d)
    picture(stage, WINDOW)
    click_on(stage, "Swap")
    assert hall.settings.keys == {"match.draw": ("Q",), "match.resign": ("D",)}
    click_on(stage, "reset_all")
    picture(stage, WINDOW)
    click_on(stage, "Reset all")
    assert hall.settings.keys == {}


def test_a_click_beside_the_question_or_on_cancel_changes_nothing() -> None:
    stage, hall = keys_page()
    for leave in (lambda: click(stage, (5, 5)), lambda: click_on(stage, "cancel")):
        click(stage, place(stage, "match.resign"))
        leave()
        assert isinstance(stage.stack.top, SettingsScene)
    assert hall.settings.keys == {}


@pytest.mark.parametrize(("language", "text"), [("en", "zzz"), ("zh", "没有")])
def test_the_search_finds_actions_groups_and_keys(language: str, text: str) -> None:
    stage, _ = keys_page(language)
    scene = stage.stack.top
    assert scene is not None
    field, rows = widget(scene, "find"), widget(scene, "rows")
    whole = len(rows.rows)
    for wanted, least in (("Ctrl+C", 3), (stage.t("keys.in_library"), 6), (stage.t("keys.flip"), 3)):
        field._on_change(wanted)
        field.text = wanted
        field._on_change(wanted)
        assert least <= len(rows.rows) < whole
    field.text = text
    field._on_change(text)
    assert rows.rows == ()
    assert stage.t("keys.nothing_found") in [each for each, _ in read(stage, WINDOW, scene).drawn]
