"""A lobby over a LAN in memory, for the tests that drive one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pygame
from fakes import FakeServices, click_on, make_stage, picture, settle, widget
from lan_fakes import (
    FakeLan,
)

from game.storage.settings import Settings
from game.ui.scenes.lobby.invitation_dispatcher import InvitationDispatcher
from game.ui.scenes.lobby.scene import Lobby
from game.ui.stage.overlays import Popup
from game.ui.stage.scene import Scene

WINDOW = (1280, 800)


NOW = datetime(2026, 5, 10, 9, tzinfo=UTC)


def nothing(*_: object) -> None:
    """A door that leads nowhere."""


class House:
    """A stage with a lobby on it and a porter at its door. The stage tells where it has led."""

    def __init__(
        self, window: tuple[int, int] = WINDOW, prepare: Callable[[FakeLan], None] = nothing, **settings: object
    ) -> None:
        self.window = window
        self.lan = FakeLan()
        prepare(self.lan)
        self.hall = FakeServices(Settings(**{"language": "en", "name": "Lin", **settings}))  # type: ignore[arg-type]  # a test's own words
        self.hall.lan = self.hall.lan_made = self.lan
        self.stage = make_stage(window, self.hall)
        self.lobby = Lobby(self.stage, lambda: NOW)
        self.porter = InvitationDispatcher(self.stage, self.lan)
        self.stage.open(self.lobby)
        self.frame()

    def frame(self, seconds: float = 1 / 60) -> pygame.Surface:
        self.porter.update()
        settle(self.stage, seconds)
        return picture(self.stage, self.window)

    @property
    def top(self) -> Scene | None:
        return self.stage.stack.top

    def button(self, name: str, row: str, column: int = 0) -> tuple[float, float]:
        """Where the button of a row is."""
        return widget(self.lobby, name).button(row, column).rect.center


def choose_game(house: House, *labels: str) -> None:
    """Go through the lists."""
    for label in labels:
        assert isinstance(house.top, Popup)
        click_on(house.stage, label)
        house.frame()
