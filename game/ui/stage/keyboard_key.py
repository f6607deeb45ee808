"""A key of the keyboard with its modifiers: told from an event of any layout, read from a name, written as one.

Keys are compared by what is on them; on a layout without Latin letters the place on the keyboard counts instead. Fixed
are Esc (back), Tab, Enter, Space and the arrows, which move the focus and press what has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.stage.language import Language

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


def key_text(t: Language, key: Key) -> str:
    """The name of a key as it is shown."""
    held, plus, name = str(key).rpartition("+") if key.code != ord("+") else ("", "", str(key))
    if key.code == pygame.K_SPACE:
        name = t("keys.cap_space")
    elif name.startswith("Num "):
        name = t("keys.cap_pad", name=name.removeprefix("Num "))
    return f"{held}{plus}{name}"
