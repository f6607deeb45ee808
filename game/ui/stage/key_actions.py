"""What can be done by a key in which scene, and by which keys before the person changes them.

One table holds every action that has a key: by scope (a kind of scene), in groups as they are shown. A scene is a
`game.ui.scenes.keyed.KeyedScene`: it names its scope and gives in `acts()` what each action of it does now. Everything
else follows from that: the key acts, F1 shows it, the settings let the person change it. To give a scene another key:

1. a line in the table (its test says if the key is taken), and its text `keys.NAME` in both languages;
2. an entry in the scene's `acts()`, left out while it can't be done;
3. where the key is named (tooltips, menus, key hints): `stage.key(scope, name)`, or in a sentence `stage.with_key`,
   never the key itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.ui.stage.keyboard_key import Key

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
            **{f"phrase_{n}": (f"Alt+{n}",) for n in range(1, 9)},
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
            "drafts": ("Ctrl+O",),
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
    "solved": {"solved": {"take_back": ("U", "Ctrl+Z"), "again": ("R",), "show": ("S",), "worths": ("V",)}},
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


def may_have(action: KeyAction, key: Key) -> bool:
    """Whether an action may have a key: a fixed one only where it is a usual one of it."""
    return not key.is_fixed or key in action.usual
