"""Keys: read and written, told from events of any layout, given to actions, kept in the settings."""

from __future__ import annotations

import itertools

import pygame
import pytest
from fakes import make_stage

from game.storage.paths import assets_folder
from game.ui.stage.bindings import Bindings
from game.ui.stage.key_actions import ACTIONS, EVERYWHERE, KeyAction, may_have
from game.ui.stage.keyboard_key import Key, key_text
from game.ui.stage.language import LANGUAGES, Language

USUAL = Bindings({})


def event(key: int, mod: int = 0, unicode: str = "", scancode: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=scancode)


def action(name: str) -> KeyAction:
    return next(each for each in ACTIONS if each.id == name)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("H", Key(pygame.K_h)),
        ("Ctrl+Shift+C", Key(pygame.K_c, ctrl=True, shift=True)),
        ("Alt+Enter", Key(pygame.K_RETURN, alt=True)),
        ("Ctrl++", Key(pygame.K_PLUS, ctrl=True)),
        ("+", Key(pygame.K_PLUS)),
        ("PgDn", Key(pygame.K_PAGEDOWN)),
        ("←", Key(pygame.K_LEFT)),
        ("Num 5", Key(pygame.K_KP_5)),
        ("Ж", Key(ord("ж"))),
        ("F12", Key(pygame.K_F12)),
    ],
)
def test_a_key_is_read_and_written(text: str, key: Key) -> None:
    assert Key.read(text) == key
    assert str(key) == text
    assert Key.read(text.lower()) == key


@pytest.mark.parametrize("text", ["", "Ctrl", "Ctrl+", "Hyper+H", "F99", "Space Bar", "\n", "ab"])
def test_what_names_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the name of a key"):
        Key.read(text)


def test_every_usual_key_is_written_as_it_is_read() -> None:
    for each in ACTIONS:
        for key in each.usual:
            assert Key.read(str(key)) == key


def test_no_two_actions_of_a_scope_share_a_usual_key() -> None:
    held = [(each, key) for each in ACTIONS for key in each.usual]
    for (one, key), (other, same) in itertools.combinations(held, 2):
        if key == same:
            assert one.scope != other.scope, key
            assert EVERYWHERE not in (one.scope, other.scope), key
    assert len({each.id for each in ACTIONS}) == len(ACTIONS)


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_action_and_group_has_a_text(name: str) -> None:
    t = Language(assets_folder() / "languages", name)
    for each in ACTIONS:
        assert t.has(f"keys.{each.name}"), each
        assert t.has(f"keys.in_{each.group}"), each


@pytest.mark.parametrize(
    ("pressed", "told"),
    [
        (event(pygame.K_h, unicode="h"), "H"),
        (event(pygame.K_h, pygame.KMOD_LSHIFT, "H"), "Shift+H"),
        (event(pygame.K_h, pygame.KMOD_CAPS, "H"), "H"),
        (event(pygame.K_z, pygame.KMOD_RCTRL, "\x1a"), "Ctrl+Z"),
        (event(pygame.K_z, pygame.KMOD_LMETA), "Ctrl+Z"),
        (event(pygame.K_KP_ENTER, unicode="\r"), "Enter"),
        (event(pygame.K_SLASH, pygame.KMOD_LSHIFT, "?"), "?"),  # US
        (event(pygame.K_SLASH, pygame.KMOD_LSHIFT, "/"), "?"),  # as pygame tells it while nobody types
        (event(pygame.K_1, pygame.KMOD_LSHIFT, "1"), "!"),
        (event(ord("ß"), pygame.KMOD_LSHIFT, "?"), "?"),  # German
        (event(pygame.K_AMPERSAND, pygame.KMOD_LSHIFT, "1"), "1"),  # French
        (event(0x444, unicode="ф"), "Ф"),
        (event(pygame.K_F5), "F5"),
        (event(pygame.K_HOME, pygame.KMOD_NUM), "Home"),
    ],
)
def test_the_key_of_an_event(pressed: pygame.event.Event, told: str) -> None:
    assert str(Key.of(pressed)) == told


@pytest.mark.parametrize("code", [pygame.K_LSHIFT, pygame.K_RCTRL, pygame.K_PRINTSCREEN, 0])
def test_modifiers_and_nameless_keys_are_none(code: int) -> None:
    assert Key.of(event(code)) is None
    assert USUAL.action("match", event(code)) is None


def test_an_event_asks_for_the_action_of_its_scope_or_of_everywhere() -> None:
    assert USUAL.action("match", event(pygame.K_h)) == "hint"
    assert USUAL.action("match", event(pygame.K_h, pygame.KMOD_SHIFT)) == "hint_back"
    assert USUAL.action("match", event(pygame.K_z, pygame.KMOD_CTRL)) == "undo"
    assert USUAL.action("match", event(pygame.K_h, pygame.KMOD_ALT)) is None
    assert USUAL.action("menu", event(pygame.K_h)) is None
    assert USUAL.action("menu", event(pygame.K_F1)) == "keys"
    assert USUAL.action("", event(pygame.K_RETURN, pygame.KMOD_ALT)) == "full_screen"


def test_on_a_layout_without_latin_letters_the_place_counts() -> None:
    cyrillic_h = event(0x440, unicode="р", scancode=11)
    assert USUAL.action("match", cyrillic_h) == "hint"
    assert USUAL.action("match", event(0x440, pygame.KMOD_SHIFT, "Р", 11)) == "hint_back"
    for mod in (0, pygame.KMOD_SHIFT):
        assert USUAL.action("match", event(pygame.K_AMPERSAND, mod, "&", 30)) == "hint_1"
    # the letter counts before its place: Dvorak's H lies where the US layout has J
    assert USUAL.action("match", event(pygame.K_h, unicode="h", scancode=13)) == "hint"
    bound = USUAL.with_key(action("match.zen"), 0, Key.read("Р"))
    assert bound.action("match", cyrillic_h) == "zen"


def test_while_one_types_keys_of_text_ask_for_nothing() -> None:
    for each in (
        event(pygame.K_h, unicode="h"),
        event(pygame.K_HOME),
        event(pygame.K_z, pygame.KMOD_CTRL),
        event(pygame.K_SLASH, pygame.KMOD_SHIFT, "?"),
        event(0x440, unicode="р", scancode=11),
    ):
        assert USUAL.action("match", each) is not None
        assert USUAL.action("match", each, typing=True) is None
    assert USUAL.action("match", event(pygame.K_PAGEUP), typing=True) == "previous"
    assert USUAL.action("match", event(pygame.K_q, pygame.KMOD_CTRL), typing=True) == "quit"


def test_a_key_can_be_given_exchanged_and_taken_away() -> None:
    hint, threats = action("match.hint"), action("match.threats")
    keys = USUAL.with_key(hint, 0, Key.read("F7"))
    assert keys.action("match", event(pygame.K_F7)) == "hint"
    assert keys.action("match", event(pygame.K_h)) is None
    assert keys.changed == {"match.hint": ("F7",)}
    assert keys.with_key(hint, 0, Key.read("H")).changed == {}
    # a second one
    assert keys.with_key(hint, 1, Key.read("F2")).changed == {"match.hint": ("F7", "F2")}
    # one that another action has
    assert USUAL.rival(hint, Key.read("X")) == threats
    swapped = USUAL.with_key(hint, 0, Key.read("X"))
    assert swapped.changed == {"match.hint": ("X",), "match.threats": ("H",)}
    assert swapped.with_usual(hint).changed == {}
    # into an empty place there is nothing to give for it
    assert USUAL.with_key(hint, 1, Key.read("X")).changed == {"match.hint": ("H", "X"), "match.threats": ()}
    # none at all
    without = USUAL.with_key(hint, 0, None)
    assert without.keys("match", "hint") == ()
    assert without.action("match", event(pygame.K_h)) is None


def test_a_key_of_everywhere_is_taken_from_every_scene() -> None:
    picture = action("everywhere.picture")
    keys = USUAL.with_key(picture, 0, Key.read("G"))
    for scope in ("review", "replay", "menu", "match"):
        assert keys.action(scope, event(pygame.K_g)) == "picture"
    assert keys.keys("review", "play_on") == keys.keys("replay", "play_on") == (Key.read("F12"),)
    assert USUAL.rival(action("match.hint"), Key.read("F12")) == picture
    taken = USUAL.with_key(action("match.hint"), 0, Key.read("F12"))
    assert taken.changed["everywhere.picture"] == ()  # H is taken in a challenge


def test_fixed_keys_stay_where_they_are() -> None:
    hint = action("match.hint")
    for text in ("Esc", "Tab", "Enter", "Space", "←", "Shift+Tab"):
        assert not may_have(hint, Key.read(text))
    assert may_have(hint, Key.read("Ctrl+Enter"))
    assert may_have(action("replay.automatic"), Key.read("Space"))


def test_the_settings_keep_what_differs() -> None:
    keys = USUAL.with_key(action("match.hint"), 0, Key.read("X")).with_key(action("library.give"), 1, Key.read("F6"))
    again, faults = Bindings.of(keys.changed)
    assert faults == ()
    assert again.changed == keys.changed
    assert again.action("library", event(pygame.K_F6)) == "give"


@pytest.mark.parametrize(
    "damaged",
    [
        {"match.hint": ("Hyper+K",)},
        {"match.hint": ("Tab",)},
        {"match.hint": ("K", "L", "J")},
        {"match.hint": ("X",)},  # which the threats have
        {"match.hint": ("F1",)},
    ],
)
def test_damaged_keys_fall_back_and_are_told(damaged: dict[str, tuple[str, ...]]) -> None:
    keys, faults = Bindings.of({"match.flip": ("F9",), **damaged})
    assert faults == ("match.hint",)
    assert keys.changed == {"match.flip": ("F9",)}


def test_of_two_that_want_the_same_key_one_falls_back() -> None:
    keys, faults = Bindings.of({"match.hint": ("F7",), "match.zen": ("F7",), "tea.pour": ("F7",)})
    assert faults == ("match.zen",)  # what this version does not know is passed over
    assert keys.changed == {"match.hint": ("F7",)}


def test_keys_are_told_in_the_language() -> None:
    t = Language(assets_folder() / "languages", "zh")
    assert key_text(t, Key.read("Space")) == "空格"
    assert key_text(t, Key.read("Ctrl+Num 1")) == "Ctrl+小键盘 1"
    assert key_text(t, Key.read("Ctrl++")) == "Ctrl++"
    t.choose("en")
    assert key_text(t, Key.read("Shift+Space")) == "Shift+Space"
    assert key_text(t, Key.read("←")) == "←"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_names_the_key_that_the_person_has(language: str) -> None:
    stage = make_stage(language=language)
    for text, scope, name, values in (
        ("match.paused_hint", "match", "pause", {}),
        ("lan.toast_invited", "match", "invitation", {"name": "Anna"}),
        ("settings.full_screen_line", EVERYWHERE, "full_screen", {}),
        ("exercises.removed_undo", "exercises", "undelete", {}),
    ):
        held = action(f"{scope}.{name}")
        stage.keys = USUAL.with_key(held, 0, Key.read("F7"))
        assert "F7" in stage.with_key(text, scope, name, **values)
        stage.keys = Bindings({held: ()})
        told = stage.with_key(text, scope, name, **values)
        assert told
        assert "{" not in told
        assert "F7" not in told
