"""How strong the person is, as far as their results tell: what the adaptive level goes by. Kept in one file.

Every game counts that one person plays to its end against a computer of known strength, at this screen and by their own
strength: without a hint, without a take-back, against the same opponent from the first move to the last. It counts
once, also if it is taken up again after the end or after a restart of the program.

The rating is one of Glicko-2 (`game.progress.glicko`) on the scale of the levels. It begins at the strength of the
first opponent, and a game against a level whose own strength is not well known counts for less.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date
from typing import Annotated, Final, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from ai import levels
from game.match import events as happened
from game.match.autosave import Autosave
from game.match.events import MatchEvent
from game.match.journal import JournalFile, ReplayedGame
from game.match.match import Match
from game.match.match_record import seat_info
from game.match.players import PlayerKind
from game.progress.day import today as this_day
from game.progress.glicko import FIRST_DEVIATION, FIRST_VOLATILITY, Glicko
from game.records.record import SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.handicaps import is_even_start
from game.storage.folders import Folders
from game.storage.json_store import JsonStore
from game.storage.notice import Notice

VERSION: Final = 2
_START: Final = 0.15
"""Where the adaptive level begins, on the way from the weakest opponent to the strongest."""
_SHORTEST: Final = 6
"""A game with fewer moves tells nothing."""
_SPENT_KEPT: Final = 500
"""How many games are remembered that do not count (any more); older ones can't be taken up again."""
_CURVE_KEPT: Final = 400
_IN_95: Final = 1.96
"""Half the width of a 95 % interval, in deviations."""
_REST_DAYS: Final = 30
"""Days without a game in one rating period: after each the rating is less sure."""
_OLD_INFORMATION: Final = (math.log(10) / 400) ** 2 / 4
_OLD_LEAST: Final = 60.0
"""What a game against an equal tells, as an inverse variance, and the least deviation: for files from before deviations
were kept."""

Elo = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]


class CurvePoint(msgspec.Struct, frozen=True):
    """A rating after a game, and when that was: a day as YYYY-MM-DD."""

    day: str
    rating: Elo
    deviation: Annotated[float, msgspec.Meta(ge=0, le=1000)]


class PlayerRating(msgspec.Struct, frozen=True):
    """How strong the person is in one game, in Elo on the scale of the levels, and after how many games. Two thirds of
    all such ratings lie within the deviation of the true strength. The curve has the last games, oldest first."""

    rating: Elo
    games: Annotated[int, msgspec.Meta(ge=0)] = 0
    deviation: Annotated[float, msgspec.Meta(ge=1, le=1000)] | None = None
    volatility: Annotated[float, msgspec.Meta(gt=0, le=1)] = FIRST_VOLATILITY
    curve: list[CurvePoint] = []

    @property
    def spread(self) -> float:
        """The deviation, also of a rating from before they were kept."""
        if self.deviation is not None:
            return self.deviation
        return max(1 / math.sqrt(1 / FIRST_DEVIATION**2 + self.games * _OLD_INFORMATION), _OLD_LEAST)


class RatingChange(NamedTuple):
    """What a game has done to a rating; `before` is None after the first."""

    before: PlayerRating | None
    now: PlayerRating


class _RatingsFile(msgspec.Struct, frozen=True):
    version: int = VERSION
    standings: dict[str, PlayerRating] = {}
    spent: list[str] = []


class PlayerRatings:
    """The person's standings in all games. Nothing here raises: what goes wrong with the file goes to the notices."""

    def __init__(self, folders: Folders, today: Callable[[], date] = this_day) -> None:
        self._file = JsonStore(folders, "standing", _RatingsFile)
        self._today = today
        self.changes: WeakKeyDictionary[Match, RatingChange] = WeakKeyDictionary()
        """What matches of this run have done."""

    def of(self, game: str) -> PlayerRating | None:
        """Where the person stands in a game, within the scale of its levels; None for a game without an adaptive
        level."""
        scale = levels.SCALES.get(game)
        if scale is None:
            return None
        held = self.measured(game)
        if held is None:
            return PlayerRating(scale.weakest + _START * (scale.strongest - scale.weakest))
        # the scale may have been measured again since
        return msgspec.structs.replace(held, rating=min(max(held.rating, scale.weakest), scale.strongest))

    def measured(self, game: str) -> PlayerRating | None:
        """What the person's games have told; None before the first that counts. After a rest it is less sure."""
        held = self._file.held.standings.get(game)
        if held is None or not held.curve:
            return held
        periods = self._days_since(held.curve[-1].day) / _REST_DAYS
        rested = Glicko(held.rating, held.spread, held.volatility).rested(periods)
        return msgspec.structs.replace(held, deviation=rested.deviation)

    def _days_since(self, day: str) -> int:
        try:
            return max((self._today() - date.fromisoformat(day)).days, 0)
        except ValueError:
            return 0  # a day that somebody has written into the file

    def is_spent(self, game_id: str) -> bool:
        """Whether a game's result does not count, or has counted already."""
        return game_id in self._file.held.spent

    def spend(self, game_id: str) -> None:
        """From now on this game does not count."""
        held = self._file.load()
        if not self.is_spent(game_id):
            spent = [*held.spent, game_id][-_SPENT_KEPT:]
            self._file.keep(msgspec.structs.replace(held, spent=spent))

    def count(
        self, game: str, game_id: str, opponent: int, score: float, opponent_deviation: float = 0.0
    ) -> RatingChange | None:
        """A game has ended against an opponent of this strength: 1 for the person's win, 0.5 for a draw, 0. Gives what
        that has changed; None where it does not count."""
        held = self._file.load()
        if game not in levels.SCALES or self.is_spent(game_id):
            return None
        before = self.measured(game)
        known = (
            Glicko(before.rating, before.spread, before.volatility) if before is not None else Glicko(float(opponent))
        )
        after = known.after(score, opponent, opponent_deviation)
        point = CurvePoint(self._today().isoformat(), round(after.rating, 1), round(after.deviation, 1))
        curve = [*(before.curve if before is not None else ()), point][-_CURVE_KEPT:]
        games = 1 + (before.games if before is not None else 0)
        now = PlayerRating(after.rating, games, after.deviation, after.volatility, curve)
        standings = {**held.standings, game: now}
        spent = [*held.spent, game_id][-_SPENT_KEPT:]
        self._file.keep(_RatingsFile(VERSION, standings, spent))
        return RatingChange(before, now)

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
        self._was_spent = False

    @property
    def is_unaided(self) -> bool:
        """Whether the person has played by their own strength so far, from the beginning of the game."""
        return not self._spent and not self._was_spent and self.epoch[0] == 0

    def take_over(self, file: JournalFile, replayed: ReplayedGame) -> None:
        """Go on in a journal; what was made use of before is known by the game's name."""
        super().take_over(file, replayed)
        self._was_spent = self._standings.is_spent(replayed.header.id)

    def note(self, event: MatchEvent, match: Match) -> None:
        """Keep what has happened; then see what it means for the standing."""
        super().note(event, match)
        match event:
            case happened.HintReady() | happened.MovesUndone(is_nudge=False) | happened.MovesRedone():
                self._spent = True
            case happened.PlayerChanged():
                self._spent = self._spent or match.ply > 0
            case happened.Restarted():
                self._spent = self._was_spent = False
                self._standings.changes.pop(match, None)
            case _:
                pass
        if self._spent and self.id and not self._standings.is_spent(self.id):
            self._standings.spend(self.id)

    def _settle(self, match: Match, outcome: Outcome) -> None:
        took_back = self.epoch[0] > 0  # also before the program was started again
        if not self._spent and not took_back and self.id:
            seats = (seat_info(match, Side.FIRST), seat_info(match, Side.SECOND))
            change = _count(self._standings, self.id, match.game, seats, outcome)
            if change is not None:
                self._standings.changes[match] = change


def settle(standings: PlayerRatings, replayed: ReplayedGame) -> None:
    """Count a game that had just ended when the program was killed, if that has not been done by then."""
    if replayed.ending is not None and replayed.epoch == 0:
        _count(standings, replayed.header.id, replayed.game, replayed.seats, replayed.ending)


def _count(
    standings: PlayerRatings, game_id: str, game: Game, seats: Sequence[SeatInfo], outcome: Outcome
) -> RatingChange | None:
    """Count a game that was played without help, if its opponent's strength is known and it is long enough."""
    against = _opponent(game.variant.game, seats)
    if against is None or game.ply < _SHORTEST or outcome.termination is Termination.ABANDONED:
        return None
    if not is_even_start(game.variant, game.start):
        return None
    person, strength, deviation = against
    score = 0.5 if outcome.winner is None else 1.0 if outcome.winner is person else 0.0
    return standings.count(game.variant.game, game_id, strength, score, deviation)


def _opponent(game: str, seats: Sequence[SeatInfo]) -> tuple[Side, int, float] | None:
    """The person's side, the computer's strength and its deviation; None unless one person here plays a computer of
    known strength."""
    for side in Side:
        computer = seats[side.other]
        if PlayerKind(seats[side].kind) is PlayerKind.HUMAN and PlayerKind(computer.kind) is PlayerKind.ENGINE:
            try:
                rating = levels.level(game, computer.level or "").rating
            except levels.LevelError:
                return None
            return (side, rating.elo, rating.error / _IN_95) if rating else None
    return None
