"""Keeps a match on disk as ever, and counts what it earns where it is played for the ladder.

What an end means is written before the journal is put away; where the program was killed in between, the next start
finds the journal and settles what it tells.
"""

from __future__ import annotations

from game.match import events as happened
from game.match.attempt import Attempt, Star
from game.match.events import MatchEvent
from game.match.journal import JournalFile, ReplayedGame
from game.match.match import Match
from game.match.match_record import seat_info
from game.progress.arcade.ladder import rung
from game.progress.arcade.results import ArcadeResults
from game.progress.rating import PlayerRatings, RatedAutosave
from game.progress.seals.album import SealAlbum
from game.progress.seals.facts import finished_game, replayed_end
from game.records.native import EXTENSION
from game.rules.core import Outcome, Termination
from game.rules.game import Game
from game.storage.folders import Folders


class ArcadeAutosave(RatedAutosave):
    """The log of a match at this screen; without an attempt it is no more than what it stands on."""

    def __init__(
        self,
        folders: Folders,
        standings: PlayerRatings,
        results: ArcadeResults,
        seals: SealAlbum | None = None,
        *,
        counts: bool = True,
    ) -> None:
        """`counts` as in `RatedAutosave`, for the standing alone. The end of the game is counted in the album `seals`,
        too, if there is one."""
        super().__init__(folders, standings, counts=counts)
        self._results = results
        self._seals = seals
        self._begun = ""

    def is_own_work(self, match: Match) -> bool:
        """Whether the person has played without a hint and a take-back from the beginning; on the ladder its stars
        tell."""
        if match.attempt is not None:
            return {Star.NO_UNDO, Star.NO_HINT} <= match.attempt.open_stars(match.clock)
        return self.is_unaided

    def take_over(self, file: JournalFile, replayed: ReplayedGame) -> None:
        """Go on in a journal; a first move may not have been told to the ladder yet."""
        super().take_over(file, replayed)
        if replayed.attempt is not None and replayed.game.ply == 1:
            self._results.go_on(replayed.game.variant.game, replayed.header.id)

    def note(self, event: MatchEvent, match: Match) -> None:
        """Keep what has happened; then see what it means for the ladder."""
        game_id = self.id  # before a new beginning takes it away
        super().note(event, match)
        if match.attempt is None:
            return
        match event:
            case happened.MovePlayed(ply=1) if self.id and self._begun != self.id:
                self._begun = self.id
                self._results.begin(match.variant.game, self.id)
            case happened.Restarted() if game_id:
                self._results.lose(match.variant.game, game_id)
            case _:
                pass

    def _settle(self, match: Match, outcome: Outcome) -> None:
        self._settle_seals(match)
        super()._settle(match, outcome)
        attempt = match.attempt
        if attempt is not None and self.id:
            name = seat_info(match, attempt.person).name
            _end(self._results, self.id, self.part_id, match.game, attempt, attempt.own_s(match.clock), outcome, name)

    def _settle_seals(self, match: Match) -> None:
        """Count the end for the seals, the first time that the game has one. This comes before the standing, which
        takes down that the game has counted."""
        if self._seals is None or not self.id:
            return
        key = self.record.name if self.record is not None else ""
        fact = finished_game(match, self._seals.today(), is_unaided=self.is_own_work(match), key=key)
        if fact is not None:
            self._seals.settle(fact, self.id)


def settle_seals(seals: SealAlbum, standings: PlayerRatings, replayed: ReplayedGame) -> None:
    """Count a game for the seals that had just ended when the program was killed, if that has not been done by then.
    `standings` have not counted it yet."""
    attempt, game_id = replayed.attempt, replayed.header.id
    if attempt is not None:
        is_unaided = not (attempt.undone or attempt.hinted)
    else:
        is_unaided = replayed.epoch == 0 and not standings.is_spent(game_id)
    fact = replayed_end(replayed, seals.today(), is_unaided=is_unaided, key=f"{game_id}{EXTENSION}")
    if fact is not None:
        seals.settle(fact, game_id)


def settle(results: ArcadeResults, replayed: ReplayedGame, part_id: str) -> None:
    """Count a game for the ladder that had just ended when the program was killed, if that has not been done by then.
    `part_id` is the name of its journal."""
    attempt, outcome = replayed.attempt, replayed.ending
    if attempt is not None and outcome is not None:
        name = replayed.seats[attempt.person].name
        _end(results, replayed.header.id, part_id, replayed.game, attempt, attempt.spent_s, outcome, name)


def _end(
    results: ArcadeResults,
    game_id: str,
    end: str,
    game: Game,
    attempt: Attempt,
    own_s: float,
    outcome: Outcome,
    name: str,
) -> None:
    """Write what a game has brought, and note it with the attempt."""
    kind = game.variant.game
    if results.is_settled(kind, end):
        return
    tried = rung(kind, attempt.rung)
    stars = attempt.stars_after(own_s)
    if outcome.winner is attempt.person:
        if tried is not None and Star.WON in stars:
            moves = sum(game.at(ply).turn is attempt.person for ply in range(game.ply))
            attempt.earned = results.win(tried, game_id, stars, own_s, moves, name, end)
    elif outcome.winner is None and outcome.termination is not Termination.ABANDONED:
        results.draw(kind, game_id, end)
    else:
        attempt.lost_run = results.lose(kind, game_id, end)
