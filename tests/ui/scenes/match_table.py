"""A match scene over a real match with a puppet in the computer's place, for the tests that drive one."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from fakes import FakeServices, click, make_stage, picture
from sitting import Puppet, Time

from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.players import Human
from game.records.control import TimeControl
from game.rules.core import Outcome, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.storage.settings import Settings
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.result.scene import ResultScene
from game.ui.stage.navigator import RESULT

WINDOW = (1280, 800)


class Table:
    """A stage with a match scene on it. `opened` tells where it has led."""

    def __init__(
        self,
        first: Human | Puppet,
        second: Human | Puppet,
        rules: str = "gomoku-freestyle",
        control: TimeControl | None = None,
        window: tuple[int, int] = WINDOW,
        adviser: Puppet | None = None,
        **settings: object,
    ) -> None:
        self.time = Time()
        self.hall = FakeServices(Settings(**{"language": "en", "voices": False, "has_played": True, **settings}))  # type: ignore[arg-type]  # a test's own words
        self.stage = make_stage(window, self.hall)
        self.stage.follows = {RESULT}
        self.opened = self.stage.opened
        chosen = variant(rules)
        self.match = Match(Game(chosen), (Seat(first), Seat(second)), MatchClock(control, self.time), adviser=adviser)
        self.scene = MatchScene(self.stage, self.match)
        self.stage.open(self.scene)
        self.frame()

    def frame(self) -> pygame.Surface:
        self.stage.stack.update(1 / 60)
        return picture(self.stage, WINDOW)

    def click_square(self, text: str) -> None:
        move = self.match.variant.read_move(text, self.match.variant.start())
        click(self.stage, self.scene.board.square_rect(move.path[0]).center)
        self.frame()

    def play(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.click_square(text)

    @property
    def texts(self) -> tuple[str, ...]:
        return self.match.game.texts()


def two_people(**more: object) -> Table:
    return Table(Human(), Human(), **more)  # type: ignore[arg-type]  # passed on as they are


BLACK_FIVE = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")


def result_of(table: Table) -> ResultScene:
    scene = ResultScene(table.stage, table.scene, Outcome(None, Termination.AGREEMENT))
    scene.resized(table.stage.size)
    return scene
