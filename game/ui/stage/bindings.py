"""The keys of the program: what can be done by a key in which scene, by which keys, and what the person has chosen.

One table, `ACTIONS`, holds every action that has a key: by scope (a kind of scene), in groups as they are shown, with
the keys that it has until the person changes them. A scene is a `game.ui.scenes.keyed.KeyedScene`: it names its scope
and gives in `acts()` what each action of it does now. Everything else follows from that: the key acts, F1 tells it, the
settings let the person change it. To give a scene another key:

1. a line in `ACTIONS` (the test of the table says if the key is taken), and its text `keys.NAME` in both languages;
2. an entry in the scene's `acts()`, left out while it can't be done;
3. where the key is told (tooltips, menus, key hints): `stage.key(scope, name)`, never the key itself.

Fixed are Esc (back), Tab, Enter, Space and the arrows, which move the focus and press what has it; an action may have
one of these from the start, but nobody can give it to another. Keys are compared by what is on them; on a layout
without Latin letters the place on the keyboard counts instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.stage.language import Language

MOST_KEYS: Final = 2
"""The most keys that an action has."""

_NAMES: Final[dict[int, str]] = {
    pygame.K_RETURN: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_TAB: "Tab",
    pygame.K_SPACE: "Space",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_DELETE: "Del",
    pygame.K_INSERT: "Ins",
    pygame.K_HOME: "Home",
    pygame.K_END: "End",
    pygame.K_PAGEUP: "PgUp",
    pygame.K_PAGEDOWN: "PgDn",
    pygame.K_LEFT: "←",
    pygame.K_RIGHT: "→",
    pygame.K_UP: "↑",
    pygame.K_DOWN: "↓",
    pygame.K_PAUSE: "Pause",
    **{getattr(pygame, f"K_F{n}"): f"F{n}" for n in range(1, 16)},
    **{getattr(pygame, f"K_KP_{n}"): f"Num {n}" for n in range(10)},
    pygame.K_KP_PLUS: "Num +",
    pygame.K_KP_MINUS: "Num -",
    pygame.K_KP_MULTIPLY: "Num *",
    pygame.K_KP_DIVIDE: "Num /",
    pygame.K_KP_PERIOD: "Num .",
}
"""Keys that are not called by the character on them."""
_CODES: Final = {name.lower(): code for code, name in _NAMES.items()}

_SHIFTED: Final = dict(zip(map(ord, "`1234567890-=[]\\;',./"), '~!@#$%^&*()_+{}|:"<>?', strict=True))
"""What Shift makes of a key on the US layout: while no text is being typed, pygame reports such a key as if Shift
were not held."""

_FIXED: Final = frozenset(
    {
        pygame.K_ESCAPE,
        pygame.K_TAB,
        pygame.K_RETURN,
        pygame.K_SPACE,
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_UP,
        pygame.K_DOWN,
    }
)
"""What moves the focus, presses and goes back everywhere."""

_EDITING: Final = frozenset(
    {
        pygame.K_BACKSPACE,
        pygame.K_DELETE,
        pygame.K_HOME,
        pygame.K_END,
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_RETURN,
        pygame.K_SPACE,
    }
)
_EDITING_WITH_CTRL: Final = frozenset({pygame.K_a, pygame.K_c, pygame.K_v, pygame.K_x, pygame.K_z})

_FIRST_KEYLESS: Final = 1 << 30
"""Codes from here on stand for places on the keyboard without a character (SDL's scancode mask)."""

_SCANCODE_A, _SCANCODE_1 = 4, 30
"""Where the letters and the digits begin among SDL's codes for places, both in the order of the US layout."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key with its modifiers. `code` is pygame's code of the key, for a punctuation mark the mark itself, however it
    is typed."""

    code: int
    ctrl: bool = False
    shift: bool = False
    alt: bool = False

    @classmethod
    def read(cls, text: str) -> Key:
        """A key from its name, `Ctrl+Shift+C`. Raises ValueError for a text that names none."""
        rest, held = text.strip().lower(), set()
        for name in ("ctrl", "alt", "shift"):
            if rest.startswith(f"{name}+") and len(rest) > len(name) + 1:
                held.add(name)
                rest = rest[len(name) + 1 :]
        code = _CODES.get(rest)
        if code is None:
            if len(rest) != 1 or not rest.isprintable() or rest.isspace():
                raise ValueError(f"{text!r} is not the name of a key")
            code = ord(rest)
        return cls(code, "ctrl" in held, "shift" in held, "alt" in held)

    @classmethod
    def of(cls, event: pygame.event.Event) -> Key | None:
        """The key that a KEYDOWN event tells of; None for a modifier alone and for keys without a name. Cmd counts as
        Ctrl."""
        ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        shift, alt = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & pygame.KMOD_ALT)
        code = pygame.K_RETURN if event.key == pygame.K_KP_ENTER else event.key
        if code in _NAMES:
            return cls(code, ctrl, shift, alt)
        typed = event.dict.get("unicode", "")
        if shift and code in _SHIFTED and typed in ("", chr(code)):
            typed = _SHIFTED[code]
        if not ctrl and not alt and len(typed) == 1 and typed.isprintable() and not typed.isalpha():
            return cls(ord(typed))  # a mark or a digit, on whatever key this layout has it
        if not 32 < code < _FIRST_KEYLESS or not chr(code).isprintable():
            return None
        return cls(ord(chr(code).lower()[0]), ctrl, shift, alt)

    @classmethod
    def by_place(cls, event: pygame.event.Event) -> Key | None:
        """What the US layout has where a key was pressed that bears no Latin letter and no digit; None elsewhere."""
        character = chr(event.key) if 32 < event.key < _FIRST_KEYLESS else ""
        if not character or (character.isascii() and character.isalnum()):
            return None
        place = event.dict.get("scancode", 0)
        if _SCANCODE_A <= place < _SCANCODE_A + 26:
            code = ord("a") + place - _SCANCODE_A
            shift = bool(event.mod & pygame.KMOD_SHIFT)
        elif _SCANCODE_1 <= place < _SCANCODE_1 + 10:
            code, shift = ord("1234567890"[place - _SCANCODE_1]), False  # there digits may need Shift
        else:
            return None
        ctrl = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        return cls(code, ctrl, shift, bool(event.mod & pygame.KMOD_ALT))

    def __str__(self) -> str:
        """Its name, which `read` reads."""
        held = [name for name, is_held in (("Ctrl", self.ctrl), ("Alt", self.alt), ("Shift", self.shift)) if is_held]
        return "+".join((*held, _NAMES.get(self.code, chr(self.code).upper() if self.code < _FIRST_KEYLESS else "")))

    @property
    def is_fixed(self) -> bool:
        """Whether it moves the focus, presses or goes back everywhere."""
        return self.code in _FIXED and not self.ctrl and not self.alt

    @property
    def is_for_text(self) -> bool:
        """Whether a text field has a use for it."""
        if self.alt:
            return False
        if self.ctrl:
            return self.code in _EDITING_WITH_CTRL
        return self.code in _EDITING or self.code not in _NAMES


Table = dict[str, dict[str, dict[str, tuple[str, ...]]]]

EVERYWHERE: Final = "everywhere"
"""The scope whose keys act in every scene."""

_TREE: Final[dict[str, tuple[str, ...]]] = {
    "comment": ("C",),
    **{f"glyph_{n}": (str(n),) for n in range(1, 7)},
    "glyphs": ("7", "!"),
    "next_variation": ("Shift+↓",),
    "previous_variation": ("Shift+↑",),
    "promote": ("P",),
    "make_main": ("M",),
    "remove": ("Del",),
    "fold": ("-",),
    "fold_all": ("*",),
    "draw_shape": ("D",),
    "draw_red": ("Shift+D",),
    "wipe": ("W",),
    "undo_edit": ("Ctrl+Z", "U"),
    "redo_edit": ("Ctrl+Y", "R"),
}
"""What edits a game's tree, wherever one stands before it."""

_TABLE: Final[Table] = {
    EVERYWHERE: {
        EVERYWHERE: {
            "keys": ("F1", "?"),
            "full_screen": ("F11", "Alt+Enter"),
            "picture": ("F12",),
            "paste": ("Ctrl+V",),
            "quit": ("Ctrl+Q",),
        }
    },
    "menu": {"menu": {"learn_open": ("L",), "mistakes": ("M",), "album": ("A",)}},
    "levels": {
        "levels": {
            "start": ("Enter",),
            "learn_open": ("L",),
            "challenges": ("C",),
            "set_up": ("P",),
            "proof": ("W",),
            "arcade_results": ("B",),
        }
    },
    "match": {
        "match": {
            "undo": ("U", "Ctrl+Z"),
            "redo": ("R", "Ctrl+Y"),
            "draw": ("D",),
            "resign": ("Q",),
            "move_now": ("N",),
            "pause": ("P",),
            "step_match": ("S",),
            "result": ("Enter",),
        },
        "hint": {
            "hint": ("H",),
            "hint_back": ("Shift+H",),
            "hint_1": ("1",),
            "hint_2": ("2",),
            "hint_3": ("3",),
            "threats": ("X",),
            "teaching": ("L",),
            "keep": ("K",),
            "better": ("G",),
        },
        "look": {
            "previous": ("PgUp",),
            "next": ("PgDn",),
            "first": ("Home",),
            "last": ("End",),
            "flip": ("F",),
            "blindfold": ("E",),
            "zen": ("Z",),
            "analyse": ("Y",),
            "sound": ("M",),
            "copy_game": ("Ctrl+C",),
            "copy_position": ("Ctrl+Shift+C",),
        },
        "table": {
            "chat": ("T",),
            **{f"phrase_{n}": (f"Alt+{n}",) for n in range(1, 8)},
            "invitation": ("I",),
        },
        "opening": {"black": ("B",), "white": ("W",), "more": ("A",)},
    },
    "result": {"result": {"rematch": ("Enter",), "review": ("V",), "share": ("S",), "analyse": ("A",)}},
    "review": {
        "review": {
            "next_point": ("↓", "Enter"),
            "previous_point": ("↑", "Shift+Enter"),
            "line": ("L", "Space"),
            "line_back": ("Shift+L", "Backspace"),
            "play_on": ("G",),
            "keep_line": ("K",),
            "analyse": ("A",),
            "refutation": ("P",),
            "keep_review": ("Shift+K",),
            "keep_exercise": ("E",),
            "previous": ("←", "PgUp"),
            "next": ("→", "PgDn"),
            "first": ("Home",),
            "last": ("End",),
            "flip": ("F",),
            "variations": ("T",),
        },
        "review_tree": {
            **_TREE,
            "promote": ("Shift+P",),
        },
    },
    "library": {
        "library": {
            "search": ("Ctrl+F",),
            "bring_in": ("Ctrl+O",),
            "give": ("Ctrl+S",),
            "copy_game": ("Ctrl+C",),
            "delete": ("Del",),
            "undelete": ("Ctrl+Z",),
            "collections": ("Ctrl+L",),
        }
    },
    "collections": {
        "library": {
            "search": ("Ctrl+F",),
            "bring_in": ("Ctrl+O",),
            "give": ("Ctrl+S",),
            "tag_games": ("Ctrl+T",),
            "lay_out": ("Ctrl+P",),
            "part": ("Ctrl+B",),
            "rename": ("F2",),
            "delete": ("Del",),
        }
    },
    "replay": {
        "replay": {
            "previous": ("←", "PgUp"),
            "next": ("→", "PgDn"),
            "first": ("Home",),
            "last": ("End",),
            "automatic": ("Space",),
            "play_on": ("G",),
            "review": ("V",),
            "flip": ("F",),
            "give": ("Ctrl+S",),
            "copy_game": ("Ctrl+C",),
            "copy_position": ("Ctrl+Shift+C",),
            "find_position": ("Ctrl+F",),
            "explorer": ("O",),
            "analyse": ("A",),
            "keep_exercise": ("E",),
        },
        "tree": _TREE,
    },
    "analysis": {
        "analysis": {
            "previous": ("←", "PgUp"),
            "next": ("→", "PgDn"),
            "first": ("Home",),
            "last": ("End",),
            "engine": ("E",),
            "second_engine": ("Shift+E",),
            "more_lines": ("]", "Num +"),
            "fewer_lines": ("[", "Num -"),
            "best_move": ("Space",),
            "show_line": ("L",),
            "threat": ("X",),
            "arrows": ("A",),
            "save": ("Ctrl+S",),
            "new_analysis": ("N",),
            "set_up": ("S",),
            "play_on": ("G",),
            "flip": ("F",),
            "copy_game": ("Ctrl+C",),
            "copy_position": ("Ctrl+Shift+C",),
            "find_position": ("Ctrl+F",),
            "explorer": ("O",),
        },
        "analysis_tree": _TREE,
    },
    "learn": {
        "learn": {
            "previous_page": ("PgUp",),
            "next_page": ("PgDn",),
            "show": ("S",),
            "again": ("R",),
            "go_on": ("N",),
            "story": ("T",),
        }
    },
    "setup": {
        "setup": {
            **{f"kind_{n}": (str(n),) for n in range(1, 8)},
            "other_colour": ("X",),
            "erase": ("Del", "Backspace"),
            "other_turn": ("T",),
            "usual_start": ("S",),
            "clear_board": ("C",),
            "undo": ("U", "Ctrl+Z"),
            "redo": ("R", "Ctrl+Y"),
            "flip": ("F",),
            "copy_position": ("Ctrl+C", "Ctrl+Shift+C"),
            "find_position": ("Ctrl+F",),
            "explorer": ("O",),
            "try_moves": ("M",),
            "analyse": ("A",),
            "play_on": ("G",),
        }
    },
    "setup_moves": {
        "setup_moves": {
            "previous": ("←", "PgUp"),
            "next": ("→", "PgDn"),
            "first": ("Home",),
            "last": ("End",),
            "lay_out_here": ("S",),
            "play_on": ("G",),
            "analyse": ("A",),
            "save": ("Ctrl+S",),
            "flip": ("F",),
            "copy_game": ("Ctrl+C",),
            "copy_position": ("Ctrl+Shift+C",),
            "find_position": ("Ctrl+F",),
            "explorer": ("O",),
        },
        "setup_tree": _TREE,
    },
    "challenges": {"challenges": {"of_day": ("D",), "streak": ("S",), "rush": ("T",), "themes": ("K",)}},
    "challenge_run": {"challenge_run": {"again": ("R",)}},
    "challenge": {
        "challenge": {
            "hint": ("H",),
            "again": ("R",),
            "go_on": ("N",),
            "previous_challenge": ("PgUp",),
            "next_challenge": ("PgDn",),
        }
    },
    "proof": {"proof": {"take_back": ("U", "Ctrl+Z"), "again": ("R",), "show": ("S",)}},
    "exercises": {
        "exercises": {"practise": ("P",), "look_back": ("B",), "delete": ("Del",), "undelete": ("Ctrl+Z",)},
    },
    "exercise": {
        "exercise": {
            "hint": ("H",),
            "show": ("S",),
            "go_on": ("N",),
            "see_game": ("G",),
            "remove_exercise": ("Del",),
        }
    },
    "tournaments": {"tournaments": {"new_tournament": ("N",), "delete": ("Del",), "undelete": ("Ctrl+Z",)}},
    "tournament": {
        "tournament": {
            "stop_tournament": ("S",),
            "crosstable": ("1",),
            "ratings": ("2",),
            "game_list": ("3",),
            "give": ("Ctrl+S",),
            "copy_table": ("Ctrl+C",),
        }
    },
}
"""By scope and group: the actions with the names of their keys."""

REPEATED: Final = frozenset({"previous", "next"})
"""Actions that are done again and again while their key is held."""


@dataclass(frozen=True, slots=True)
class KeyAction:
    """What a key can do in one kind of scene, and its usual keys. Its text is `keys.NAME`, the heading of its group
    `keys.in_GROUP`."""

    scope: str
    group: str
    name: str
    usual: tuple[Key, ...]

    @property
    def id(self) -> str:
        """What the settings call it."""
        return f"{self.scope}.{self.name}"


ACTIONS: Final[tuple[KeyAction, ...]] = tuple(
    KeyAction(scope, group, name, tuple(map(Key.read, keys)))
    for scope, groups in _TABLE.items()
    for group, actions in groups.items()
    for name, keys in actions.items()
)
"""Every action that has a key, scope by scope."""
_BY_ID: Final = {action.id: action for action in ACTIONS}


class Bindings:
    """The keys of all actions as the person has them. A value: changes give another one."""

    def __init__(self, keys: Mapping[KeyAction, tuple[Key, ...]]) -> None:
        """`keys` holds the actions that do not have their usual keys; no key may mean two things in one scope."""
        self._keys = {action: keys.get(action, action.usual) for action in ACTIONS}
        self._actions = {(action.scope, key): action for action, held in self._keys.items() for key in held}

    @classmethod
    def of(cls, changed: Mapping[str, Sequence[str]]) -> tuple[Bindings, tuple[str, ...]]:
        """The bindings out of the settings, and what of these could not be used: keys that can't be read or given away,
        and keys that two actions of a scope would have. These keep their usual keys. Actions that this version does not
        know are passed over."""
        keys: dict[KeyAction, tuple[Key, ...]] = {}
        faults: list[str] = []
        for name, texts in changed.items():
            action = _BY_ID.get(name)
            if action is None:
                continue
            try:
                read = tuple(dict.fromkeys(map(Key.read, texts)))
            except ValueError:
                faults.append(name)
                continue
            if len(read) > MOST_KEYS or not all(may_have(action, key) for key in read):
                faults.append(name)
            else:
                keys[action] = read
        while True:
            clash = next(_clashes(keys), None)
            if clash is None:
                return cls(keys), tuple(faults)
            faults.append(clash.id)
            del keys[clash]

    @property
    def changed(self) -> dict[str, tuple[str, ...]]:
        """What differs from the usual keys, for the settings."""
        return {action.id: tuple(map(str, keys)) for action, keys in self._keys.items() if keys != action.usual}

    def keys(self, scope: str, name: str) -> tuple[Key, ...]:
        """The keys of an action. Raises KeyError for an action that does not exist."""
        return self._keys[_BY_ID[f"{scope}.{name}"]]

    def action(self, scope: str, event: pygame.event.Event, typing: bool = False) -> str | None:
        """The name of the action that a KEYDOWN event asks for in a scene of that scope or everywhere; None where it
        asks for none. While one is `typing`, keys that a text field uses ask for nothing."""
        own = Key.of(event)
        for key in (own, Key.by_place(event)):
            if key is None or (typing and key.is_for_text):
                continue
            action = self._actions.get((scope, key)) or self._actions.get((EVERYWHERE, key))
            if action is not None:
                return action.name
        return None

    def is_repeated(self, scope: str, event: pygame.event.Event) -> bool:
        """Whether the key of an event asks, in a scene of that scope, for what is done again while it is held."""
        return self.action(scope, event) in REPEATED

    def rival(self, action: KeyAction, key: Key) -> KeyAction | None:
        """Another action that has a key already where this one acts too."""
        scopes = tuple(_TABLE) if action.scope == EVERYWHERE else (action.scope, EVERYWHERE)
        found = (self._actions.get((scope, key)) for scope in scopes)
        return next((other for other in found if other is not None and other != action), None)

    def with_key(self, action: KeyAction, slot: int, key: Key | None) -> Bindings:
        """The same with another key in one of an action's places (None takes away the one there). Whatever else has the
        key where this action acts too gets the old one for it, if it may have that."""
        held = list(self._keys[action])
        old = held[slot] if slot < len(held) else None
        if key == old or (key is not None and key in held):
            return self
        held[slot : slot + 1] = [key] if key is not None else []
        made = Bindings({**self._keys, action: ()})
        while key is not None and (other := made.rival(action, key)) is not None:
            swap = old if old is not None and may_have(other, old) and made.rival(other, old) is None else None
            others = [swap if each == key else each for each in made._keys[other]]
            made = Bindings({**made._keys, other: tuple(each for each in others if each is not None)})
        return Bindings({**made._keys, action: tuple(held)})

    def with_usual(self, action: KeyAction) -> Bindings:
        """The same with the usual keys of an action; whatever else has one of them gets another for it as with
        `with_key`."""
        made = self
        for slot, key in enumerate(action.usual):
            made = made.with_key(action, slot, key)
        return Bindings({**made._keys, action: action.usual})


def key_text(t: Language, key: Key) -> str:
    """The name of a key as it is shown."""
    held, plus, name = str(key).rpartition("+") if key.code != ord("+") else ("", "", str(key))
    if key.code == pygame.K_SPACE:
        name = t("keys.cap_space")
    elif name.startswith("Num "):
        name = t("keys.cap_pad", name=name.removeprefix("Num "))
    return f"{held}{plus}{name}"


def may_have(action: KeyAction, key: Key) -> bool:
    """Whether an action may have a key: a fixed one only where it is a usual one of it."""
    return not key.is_fixed or key in action.usual


def _clashes(keys: Mapping[KeyAction, tuple[Key, ...]]) -> Iterator[KeyAction]:
    """Actions with changed keys that another one has where they act too."""
    held = [(action, key) for action in ACTIONS for key in keys.get(action, action.usual)]
    for action in reversed(tuple(keys)):
        for other, key in held:
            scopes = {action.scope, other.scope}
            together = len(scopes) == 1 or EVERYWHERE in scopes
            if other != action and together and key in keys[action]:
                yield action
                break
