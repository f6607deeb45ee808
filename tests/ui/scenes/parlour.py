"""A match against somebody elsewhere on a stage, over a real match and a table in memory."""

from __future__ import annotations

import pygame
from fakes import FakeServices, click, click_on, make_stage, picture, settle
from lan_fakes import FakeLan, FakeTable
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human, PlayerKind, Reply
from game.records.control import TimeControl
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.match.scene import MatchScene
from game.ui.stage.navigator import RESULT
from game.ui.stage.overlays import Dialog

WINDOW = (1280, 800)
SMALL = (960, 640)


class Parlour:
    """A stage with a match against Anna on it, or between two others. `opened` tells where it has led."""

    def __init__(
        self, window: tuple[int, int] = WINDOW, *, watched: bool = False, take_backs: bool = True, **settings: object
    ) -> None:
        self.window = window
        self.time = Time()
        self.lan = FakeLan()
        self.table = FakeTable("Bo v Anna" if watched else "Anna")
        self.table.is_watched = watched
        self.hall = FakeServices(Settings(**{"language": "en", "name": "Lin", **settings}))  # type: ignore[arg-type]  # a test's own words
        self.hall.lan = self.lan
        self.stage = make_stage(window, self.hall)
        self.stage.follows = {RESULT}
        self.opened = self.stage.opened
        self.anna = Puppet(PlayerKind.REMOTE, Reply.LATER)
        self.bo = Puppet(PlayerKind.REMOTE, Reply.LATER) if watched else Human()
        seats = (Seat(self.bo, "Bo" if watched else "Lin"), Seat(self.anna, "Anna"))
        clock = MatchClock(TimeControl(600, 5), self.time)
        self.match = Match(Game(variant("gomoku-renju")), seats, clock, take_backs=take_backs)
        self.scene = MatchScene(self.stage, self.match, self.table)
        self.stage.open(self.scene)
        self.frame()

    def frame(self, seconds: float = 1 / 60) -> pygame.Surface:
        settle(self.stage, seconds)
        return picture(self.stage, self.window)

    def click_square(self, text: str) -> None:
        move = self.match.variant.read_move(text, self.match.variant.start())
        click(self.stage, self.scene.board.square_rect(move.path[0]).center)
        self.frame()

    def exchange(self, mine: str, hers: str) -> None:
        self.click_square(mine)
        self.frame()
        self.anna.say(hers)
        self.frame()

    def type(self, text: str) -> None:
        self.stage.stack.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def names(self) -> set[str]:
        return {each.name for each in self.scene.widgets.widgets}

    @property
    def dialog(self) -> Dialog:
        assert isinstance(self.stage.stack.top, Dialog)
        return self.stage.stack.top

    def choose(self, label: str) -> None:
        """Answer the dialog that has come up, once it listens."""
        self.frame(0.7)
        assert isinstance(self.stage.stack.top, Dialog)
        click_on(self.stage, label)
        self.frame()

    @property
    def texts(self) -> tuple[str, ...]:
        return self.match.game.texts()
