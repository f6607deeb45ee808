"""A person on the lowest rung of the ladder in Gomoku, for the tests of the arcade."""

from __future__ import annotations

from datetime import date

from sitting import FIRST, SECOND, Puppet, Sitting

from game.match.attempt import Attempt, Star
from game.match.match import Match
from game.match.players import Chosen, Human
from game.match.saved_match import resume, unfinished
from game.progress.arcade.autosave import ArcadeAutosave
from game.progress.arcade.ladder import Rung, ladder
from game.progress.arcade.results import ArcadeResults
from game.progress.rating import PlayerRatings
from game.progress.seals.album import SealAlbum
from game.storage.folders import Folders

ALL = frozenset(Star)
LOWEST = ladder("gomoku")[0]
TODAY = date(2026, 11, 22)


class Oracle(Puppet):
    """An adviser that always names the same point."""

    def poll(self) -> list[Chosen]:
        asked, self.turn = self.turn, None
        return [Chosen("o15")] if asked else []


class Computer(Puppet):
    """The computer of the lowest rung, moved by the test."""

    level = "first-steps"


def sit_down(folders: Folders, results: ArcadeResults) -> Sitting:
    log = ArcadeAutosave(folders, PlayerRatings(folders), results, SealAlbum(folders, lambda: TODAY))
    attempt = Attempt(LOWEST.note())
    return Sitting(second=Computer(), log=log, adviser=Oracle(), control=LOWEST.control, attempt=attempt)


def come_back(folders: Folders, results: ArcadeResults) -> Match:
    """The game that was left, taken up again."""
    (saved,), notices = unfinished(folders)
    assert notices == []
    assert saved.is_attempt
    log = ArcadeAutosave(folders, PlayerRatings(folders), results, SealAlbum(folders, lambda: TODAY))
    return resume(saved, folders, lambda side, seat: Computer() if seat.kind == "engine" else Human(), log=log)


def won(results: ArcadeResults, which: Rung, game_id: str, own_s: float = 10.0, stars: frozenset[Star] = ALL) -> int:
    results.begin(which.game, game_id)
    return results.win(which, game_id, stars, own_s, 20, "Ada").total


def computer(match: Match) -> Puppet:
    player = match.seat(SECOND).player
    assert isinstance(player, Puppet)
    return player


def play_on(table: Sitting, texts: list[str]) -> None:
    """Both sides' moves, those of the person a second each."""
    for text in texts:
        if table.match.turn is FIRST:
            table.play(text)
        else:
            table.match.update()
            computer(table.match).say(text)
            table.match.update()
