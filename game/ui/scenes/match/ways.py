"""The ways from a table: to the result, the review and the next game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.lan.views import Seated
from game.match.match import Match
from game.progress.arcade.ladder import Rung, rung
from game.rules.core import Outcome
from game.ui.scenes.arcade.result import ArcadeResult, ClimbDoors
from game.ui.scenes.arcade.table import ResultsTable
from game.ui.scenes.lobby.ways import LobbyWays
from game.ui.scenes.match.scene import MatchDoors, MatchScene
from game.ui.scenes.result.scene import ResultDoors, ResultScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.stage import Stage
from game.ui.widgets.base import Action


@dataclass(frozen=True, slots=True)
class TableDoors:
    """Where tables lead besides each other: the menu, the levels of a game, the settings, the keys."""

    menu: Action
    levels: Callable[[str], None]
    settings: Action
    keys: Action


class MatchWays:
    """Lives as long as the program."""

    def __init__(self, stage: Stage, lobby: LobbyWays, doors: TableDoors, new_attempt: Callable[[Rung], Match]) -> None:
        """`new_attempt` sets the table for a game on the ladder."""
        self._stage = stage
        self._lobby = lobby
        self._doors = doors
        self._new_attempt = new_attempt

    def scene(self, match: Match) -> MatchScene:
        """The scene of a match at this program's own tables."""
        self._sat_down()
        return MatchScene(self._stage, match, self._match_doors(self._doors.menu))

    def open(self, match: Match) -> None:
        """Sit down at a match."""
        self._stage.open(self.scene(match))

    def sit_down(self, seated: Seated) -> None:
        """Sit down, or watch, where a game over the LAN is."""
        if not seated.table.is_watched:
            self._sat_down()
        doors = self._match_doors(self._lobby.back)
        self._stage.open(MatchScene(self._stage, seated.match, doors, seated.table))

    def climb(self, step: Rung) -> None:
        """Sit down to a game for the ladder; the menu lies under it."""
        self._instead(self._new_attempt(step))

    def _sat_down(self) -> None:
        """From now on the menu welcomes nobody as new."""
        if not self._stage.settings.has_played:
            self._stage.hall.change(has_played=True)

    def _match_doors(self, leave: Action) -> MatchDoors:
        porter = self._lobby.porter
        return MatchDoors(
            self._show_result, leave, self._doors.settings, self._doors.keys, lambda: porter.waiting, porter.look
        )

    def _instead(self, match: Match) -> None:
        """Sit down at a match and leave everything else; the menu lies under it."""
        self._doors.menu()
        self.open(match)

    # ---- after a game

    def _show_result(self, scene: MatchScene, outcome: Outcome) -> None:
        stage = self._stage
        leave = self._doors.menu if scene.company is None else self._lobby.back
        doors = ResultDoors(self._rematch, self._other_opponent, leave, self._show_review)
        if scene.company is not None:
            stage.open(ResultScene(stage, scene, outcome, doors, self._lobby.lan))
            return
        attempt = scene.match.attempt
        tried = rung(scene.match.variant.game, attempt.rung) if attempt is not None else None
        if tried is None:
            stage.open(ResultScene(stage, scene, outcome, doors))
            return
        ways = ClimbDoors(self.climb, lambda: stage.open(ResultsTable(stage, tried.game)))
        stage.open(ArcadeResult(stage, scene, outcome, doors, tried, ways))

    def _show_review(self, scene: MatchScene, ply: int | None) -> None:
        self._stage.open(ReviewScene(self._stage, scene, lambda at: self._play_from(scene, at), ply))

    def _play_from(self, scene: MatchScene, ply: int) -> None:
        self._instead(self._stage.hall.play_from(scene.match, ply))

    def _rematch(self, scene: MatchScene, swapped: bool) -> None:
        self._instead(self._stage.hall.rematch(scene.match, swapped))

    def _other_opponent(self, scene: MatchScene) -> None:
        hall, game = self._stage.hall, scene.match.variant.game
        if scene.match.attempt is not None:  # back to the ladder, whatever was chosen since
            choice = hall.settings.choice(game).with_(mode="arcade")
            hall.change(choices=hall.settings.with_choice(game, choice).choices)
        self._doors.menu()
        self._doors.levels(game)
