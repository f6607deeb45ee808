"""The ways to the lobby and back, and the LAN behind it."""

from __future__ import annotations

from collections.abc import Callable

from game.lan.views import Lan, Seated
from game.storage.settings import Settings
from game.ui.scenes.lobby.diagnosis import DiagnosisPage
from game.ui.scenes.lobby.invitation_dispatcher import Porter
from game.ui.scenes.lobby.scene import Lobby, LobbyDoors
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.stage import Stage
from game.ui.widgets.base import Action


class LobbyWays:
    """Lives as long as the program; `update` is called each frame. Nothing is listened to or sent before the lobby is
    entered or a game is resumed."""

    def __init__(
        self,
        stage: Stage,
        new_lan: Callable[[], Lan],
        to_menu: Action,
        open_settings: Action,
        sit_down: Callable[[Seated], None],
    ) -> None:
        """`new_lan` makes the LAN when it is first asked for, `to_menu` leaves all but the menu, `sit_down` opens
        a game over the LAN."""
        self._stage = stage
        self._new_lan = new_lan
        self._to_menu = to_menu
        self._open_settings = open_settings
        self._sit_down = sit_down
        self._lan: Lan | None = None
        self._porter: Porter | None = None

    def prepare(self) -> None:
        """Make the LAN, unless it was made already: there is only ever one, whoever asks for it first."""
        if self._porter is None:
            self._lan = self._new_lan()
            self._porter = Porter(self._stage, self._lan, self._be_seated)
            self.follow(self._stage.settings)

    @property
    def made(self) -> Lan | None:
        """The LAN, if it was made already."""
        return self._lan

    @property
    def lan(self) -> Lan:
        """The LAN."""
        self.prepare()
        assert self._lan is not None, "it has just been made"
        return self._lan

    @property
    def porter(self) -> Porter:
        """Who takes what comes in over the LAN."""
        self.prepare()
        assert self._porter is not None, "it has just been made"
        return self._porter

    def update(self) -> None:
        """Take what comes in."""
        self.porter.update()

    def follow(self, settings: Settings) -> None:
        """The person is called so, is reached there, and wants to be left alone or not."""
        if self._lan is not None:
            self._lan.set_name(settings.name)
            self._lan.set_quiet(settings.quiet)
            self._lan.set_port(settings.port)

    def close(self) -> None:
        """Leave the network."""
        if self._lan is not None:
            self._lan.close()

    def open(self) -> None:
        """Show who is on the network."""
        stage = self._stage
        doors = LobbyDoors(
            self._open_settings,
            lambda: stage.open(SettingsScene(stage, "name", "field")),
            lambda: stage.open(DiagnosisPage(stage, self.lan)),
        )
        stage.open(Lobby(stage, self.lan, doors))

    def back(self) -> None:
        """Leave what is open for the lobby."""
        self._to_menu()
        self.open()

    def _be_seated(self, seated: Seated) -> None:
        """A game over the LAN begins, goes on, or is watched: leave what was open for it."""
        self.back()
        self._sit_down(seated)
