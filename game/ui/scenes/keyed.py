"""Scenes whose keys the person can change: what all of them do with a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

import pygame

from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

Act = Callable[[], None]

_PRESSING: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""What presses the widget that has the focus."""


class KeyedScene(Scene):
    """A scene with actions of `game.ui.stage.key_actions`. Escape goes back; what the other keys do, `acts` says."""

    early: ClassVar[frozenset[str]] = frozenset()
    """Actions whose keys act wherever the focus is, before the widget that has it (but what presses it does); the
    others' act where it has no use for them."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage: Final = stage

    def acts(self) -> Mapping[str, Act]:
        """What each action of the scope does now; those that can't be done now are left out."""
        return {}

    def widget_keys(self) -> Mapping[str, str]:
        """Further keys that act now, as they are told, by the names of their texts: those that a widget obeys and
        nobody can change."""
        return {}

    def key_of(self, action: str) -> str:
        """What is told as the key of an action of the scene."""
        return self.stage.key(self.scope, action)

    def handle(self, event: pygame.event.Event) -> bool:
        """The early keys, then the widgets, then the other keys."""
        if event.type == pygame.KEYDOWN and self.early and self._act(event, early=True):
            return True
        return super().handle(event)

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Escape, and the keys of the scene's actions."""
        return super().handle_key(event) or self._act(event)

    def _act(self, event: pygame.event.Event, early: bool = False) -> bool:
        """Do what a key asks for; `early`: only what comes before the widgets."""
        field = self.text_field()
        if (early and event.key in _PRESSING) or (field is not None and field.composition):
            return False  # the key belongs to the widget, or to the input method
        name = self.stage.keys.action(self.scope, event, field is not None)
        act = self.acts().get(name) if name is not None and (not early or name in self.early) else None
        if act is not None:
            act()
        return act is not None
