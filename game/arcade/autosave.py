"""Keeps a match on disk as ever, and counts what it earns where it is played for the ladder."""

from __future__ import annotations

from game.arcade.ladder import rung
from game.arcade.results import Results
from game.folders import Folders
from game.match import events as happened
from game.match.attempt import Attempt, Star
from game.match.events import Event
from game.match.match import Match
from game.rules.core import Outcome, Termination
from game.standing import ScoredAutosave, Standings


class ArcadeAutosave(ScoredAutosave):
    """The log of a match at this screen; without an attempt it is no more than what it stands on."""

    def __init__(self, folders: Folders, standings: Standings, results: Results, *, counts: bool = True) -> None:
        """`counts` as in `ScoredAutosave`, for the standing alone."""
        super().__init__(folders, standings, counts=counts)
        self._results = results
        self._begun = ""

    def note(self, event: Event, match: Match) -> None:
        """Keep what has happened; then see what it means for the ladder."""
        game_id = self.id  # before a new beginning takes it away
        super().note(event, match)
        attempt = match.attempt
        if attempt is None:
            return
        match event:
            case happened.MovePlayed(ply=1) if self.id and self._begun != self.id:
                self._begun = self.id
                self._results.begin(match.variant.game, self.id)
            case happened.Restarted() if game_id:
                self._results.lose(match.variant.game, game_id)
            case happened.GameEnded(outcome=outcome) if self.id:
                self._end(match, attempt, outcome)
            case _:
                pass

    def _end(self, match: Match, attempt: Attempt, outcome: Outcome) -> None:
        game = match.variant.game
        tried = rung(game, attempt.rung)
        stars = attempt.open_stars(match.clock)
        if outcome.winner is attempt.person:
            if tried is not None and Star.WON in stars:
                moves = sum(played.side is attempt.person for played in match.line)
                name = match.seat(attempt.person).name
                attempt.earned = self._results.win(tried, self.id, stars, attempt.own_s(match.clock), moves, name)
        elif outcome.winner is None and outcome.termination is not Termination.ABANDONED:
            self._results.draw(game, self.id)
        else:
            attempt.lost_run = self._results.lose(game, self.id)
