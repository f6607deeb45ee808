"""How strong the person is, as far as their results tell: what the adaptive level goes by. Kept in one file.

Every game counts that one person plays to its end against a computer of known strength, at this screen and by their own
strength: without a hint, without a take-back, against the same opponent from the first move to the last. It counts
once, also if it is taken up again after the end or after a restart of the program.

The rating follows Elo's rule, with large steps at first and smaller ones later, on the scale of the levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from ai import levels
from game.match import events as happened
from game.match.autosave import Autosave, seat_info
from game.match.events import MatchEvent
from game.match.journal import ReplayedGame
from game.match.match import Match
from game.match.players import PlayerKind
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.handicaps import is_even_start
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice

VERSION: Final = 1
_START: Final = 0.15
"""Where a person stands who has not played yet, on the way from the weakest opponent to the strongest."""
_FIRST_STEP: Final = 160.0
_LEAST_STEP: Final = 32.0
"""By how many points a rating moves for a result against all expectation: in the first game, and after many."""
_SHORTEST: Final = 6
"""A game with fewer moves tells nothing."""
_SPENT_KEPT: Final = 500
"""How many games are remembered that do not count (any more); older ones can't be taken up again."""


class PlayerRating(msgspec.Struct, frozen=True):
    """How strong the person is in one game, in Elo on the scale of the levels, and after how many games."""

    rating: Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
    games: Annotated[int, msgspec.Meta(ge=0)] = 0


class _RatingsFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    standings: dict[str, PlayerRating] = {}
    spent: list[str] = []


class PlayerRatings:
    """The person's standings in all games. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders) -> None:
        self._file = JsonStore(folders, "standing", _RatingsFile)

    def of(self, game: str) -> PlayerRating | None:
        """Where the person stands in a game; None for a game without an adaptive level."""
        scale = levels.SCALES.get(game)
        if scale is None:
            return None
        held = self._file.held.standings.get(game)
        if held is None:
            return PlayerRating(scale.weakest + _START * (scale.strongest - scale.weakest))
        # the scale may have been measured again since
        return PlayerRating(min(max(held.rating, scale.weakest), scale.strongest), held.games)

    def is_spent(self, game_id: str) -> bool:
        """Whether a game's result does not count, or has counted already."""
        return game_id in self._file.held.spent

    def spend(self, game_id: str) -> None:
        """From now on this game does not count."""
        held = self._file.load()
        if not self.is_spent(game_id):
            spent = [*held.spent, game_id][-_SPENT_KEPT:]
            self._file.keep(msgspec.structs.replace(held, spent=spent))

    def count(self, game: str, game_id: str, opponent: int, score: float) -> None:
        """A game has ended against an opponent of this strength: 1 for the person's win, 0.5 for a draw, 0."""
        held = self._file.load()
        before = self.of(game)
        scale = levels.SCALES.get(game)
        if before is None or scale is None or self.is_spent(game_id):
            return
        expected = 1 / (1 + 10 ** ((opponent - before.rating) / 400))
        step = max(_LEAST_STEP, _FIRST_STEP / (1 + before.games / 3))
        rating = min(max(before.rating + step * (score - expected), scale.weakest), scale.strongest)
        standings = {**held.standings, game: PlayerRating(rating, before.games + 1)}
        spent = [*held.spent, game_id][-_SPENT_KEPT:]
        self._file.keep(_RatingsFile(VERSION, standings, spent))

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        return self._file.take_notices()


class RatedAutosave(Autosave):
    """Keeps a match on disk, and counts its result once it has ended."""

    def __init__(self, folders: Folders, standings: PlayerRatings, *, counts: bool = True) -> None:
        """`counts` False: the game did not begin at its beginning, so its result tells nothing."""
        super().__init__(folders)
        self._standings = standings
        self._spent = not counts

    def note(self, event: MatchEvent, match: Match) -> None:
        """Keep what has happened; then see what it means for the standing."""
        super().note(event, match)
        match event:
            case happened.HintReady() | happened.MovesUndone(is_nudge=False) | happened.MovesRedone():
                self._spent = True
            case happened.PlayerChanged():
                self._spent = self._spent or match.ply > 0
            case happened.Restarted():
                self._spent = False
            case _:
                pass
        if self._spent and self.id and not self._standings.is_spent(self.id):
            self._standings.spend(self.id)

    def _settle(self, match: Match, outcome: Outcome) -> None:
        took_back = self.epoch[0] > 0  # also before the program was started again
        if not self._spent and not took_back and self.id:
            seats = (seat_info(match, Side.FIRST), seat_info(match, Side.SECOND))
            _count(self._standings, self.id, match.game, seats, outcome)


def settle(standings: PlayerRatings, replayed: ReplayedGame) -> None:
    """Count a game that had just ended when the program was killed, if that has not been done by then."""
    if replayed.ending is not None and replayed.epoch == 0:
        _count(standings, replayed.header.id, replayed.game, replayed.seats, replayed.ending)


def _count(standings: PlayerRatings, game_id: str, game: Game, seats: Sequence[SeatInfo], outcome: Outcome) -> None:
    """Count a game that was played without help, if its opponent's strength is known and it is long enough."""
    against = _opponent(game.variant.game, seats)
    if against is None or game.ply < _SHORTEST or outcome.termination is Termination.ABANDONED:
        return
    if not is_even_start(game.variant, game.start):
        return
    person, strength = against
    score = 0.5 if outcome.winner is None else 1.0 if outcome.winner is person else 0.0
    standings.count(game.variant.game, game_id, strength, score)


def _opponent(game: str, seats: Sequence[SeatInfo]) -> tuple[Side, int] | None:
    """The person's side and the computer's strength; None unless one person here plays a computer of known strength."""
    for side in Side:
        computer = seats[side.other]
        if PlayerKind(seats[side].kind) is PlayerKind.HUMAN and PlayerKind(computer.kind) is PlayerKind.ENGINE:
            try:
                rating = levels.level(game, computer.level or "").rating
            except levels.LevelError:
                return None
            return (side, rating.elo) if rating else None
    return None
