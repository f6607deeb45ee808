"""The keys of all actions as the person has chosen them, out of the settings and back into them.

What actions there are `game.ui.stage.key_actions` says. An action may have a fixed key from the start, but nobody can
give that to another. No key means two things in one scope.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pygame

from game.ui.stage.key_actions import ACTIONS, EVERYWHERE, REPEATED, KeyAction, may_have
from game.ui.stage.keyboard_key import Key

MOST_KEYS: Final = 2
"""The most keys that an action has."""

_BY_ID: Final = {action.id: action for action in ACTIONS}
_SCOPES: Final = tuple(dict.fromkeys(action.scope for action in ACTIONS))


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
        scopes = _SCOPES if action.scope == EVERYWHERE else (action.scope, EVERYWHERE)
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
