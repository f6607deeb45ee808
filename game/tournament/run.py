"""One tournament being played: game after game as matches in the window's own engine room, one thinking engine at a
time.

    update() each frame ──> Match.update ──> a game ends ──> record, state on disk ──> the next game

It can stop at any moment. A game that was broken off is begun again, for half a game of engines that remember what they
have searched can't be continued as it would have gone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Final

import msgspec

from ai.arena.games import game_kind
from ai.arena.play import FAULT, PLY_LIMIT
from game.match import events as happened
from game.match.clock import MatchClock
from game.match.match import Match, Seat
from game.match.match_record import match_record
from game.records import native
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.tournament.host import PlayerPresence, TournamentHost
from game.tournament.plan import Pairing, begun, schedule
from game.tournament.standings import TournamentStandings, time_left_s
from game.tournament.state import PlayedGame, TournamentFault, TournamentState
from game.tournament.store import TournamentStore

_LONGEST_MESSAGE: Final = 300


def local_now() -> datetime:
    """The wall clock in the person's own time zone."""
    return datetime.now().astimezone()


class TournamentRun:
    """A tournament, played or looked at. `match` is the game that is being played, to be looked at only."""

    def __init__(
        self,
        state: TournamentState,
        store: TournamentStore,
        house: TournamentHost,
        now: Callable[[], datetime] = local_now,
    ) -> None:
        self._store = store
        self._house = house
        self._now = now
        self.state = state
        self.is_running = False
        self.is_held = False
        """Whether it stands still because an engine is wanted elsewhere."""
        self.match: Match | None = None
        self.pairing: Pairing | None = None
        """What `match` is in the schedule."""
        self.waits_for: str | None = None
        """A player of the next game whose engine is not prepared yet; None if nobody is waited for."""
        self._counted: tuple[TournamentState, TournamentStandings] | None = None

    @property
    def is_over(self) -> bool:
        """Whether every game has been played."""
        return self.state.is_over

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The whole schedule."""
        return schedule(self.state.plan)

    @property
    def next_pairing(self) -> Pairing | None:
        """The game that is being played, else the next one; None once all have been."""
        over = {game.number for game in self.state.played}
        return next((each for each in self.pairings if each.number not in over), None)

    @property
    def standing(self) -> TournamentStandings:
        """How the players stand; the same object until a game has ended."""
        held = self._counted
        if held is None or held[0] is not self.state:
            held = self._counted = (self.state, TournamentStandings(self.state.plan, self.pairings, self.state.played))
        return held[1]

    @property
    def time_left_s(self) -> float | None:
        """Seconds until the last game is over, as far as can be told; None before the first game is."""
        spent = sum(self.match.clock.used_s(side) for side in Side) if self.match is not None else 0.0
        return time_left_s(self.pairings, self.state.played, spent)

    def missing(self) -> str | None:
        """A player with games still to play who can't sit down; None if all can."""
        over = {game.number for game in self.state.played}
        wanted = {place for pairing in self.pairings if pairing.number not in over for place in pairing.players}
        game, names = self.state.plan.rules.game, self.state.plan.players
        away = (PlayerPresence.GONE, PlayerPresence.FAILED)
        return next(
            (names[place] for place in sorted(wanted) if self._house.presence(game, names[place]) in away), None
        )

    # ---- acts

    def start(self) -> bool:
        """Play, or play on; False (with a notice of the store's) where another window does."""
        if self.is_running or self.is_over:
            return self.is_running
        state = self._store.take(self.state.id)
        if state is None:
            return False
        self.state = state
        self.is_running = not state.is_over
        if not self.is_running:
            self._store.let_go(state.id)
        return True

    def stop(self) -> None:
        """Break off; `start` goes on with the game that was being played, from its beginning."""
        self._leave_match()
        if self.is_running:
            self._store.let_go(self.state.id)
        self.is_running = False
        self.waits_for = None

    def hold(self, yes: bool) -> None:
        """Stand still while an engine is wanted elsewhere, or go on."""
        if yes is self.is_held:
            return
        self.is_held = yes
        if self.match is not None:
            if yes:
                self.match.pause()
            else:
                self.match.resume()

    def update(self) -> None:
        """Each frame: take the moves that have come, end a game, begin the next. Never waits."""
        if not self.is_running or self.is_held:
            return
        if self.match is None:
            self._begin()
            return
        match = self.match
        for event in match.update():
            if isinstance(event, happened.PlayerFailed) and event.side is not None:
                fault = TournamentFault(
                    event.message[:_LONGEST_MESSAGE],
                    event.code,
                    {name: str(value) for name, value in event.values.items()},
                )
                self._end(Outcome(event.side.other, Termination.ABANDONED), FAULT, fault)
                return
            if isinstance(event, happened.GameEnded):
                self._end(event.outcome, event.outcome.termination.value)
                return
        if match.ply >= _most_plies(match.variant.game):
            self._end(Outcome(None, Termination.AGREEMENT), PLY_LIMIT)

    # ---- game after game

    def _begin(self) -> None:
        pairing = self.next_pairing
        assert pairing is not None, "what is over does not run"
        plan = self.state.plan
        rules = plan.rules
        names = [plan.players[place] for place in pairing.players]
        states = {name: self._house.presence(rules.game, name) for name in names}
        if not set(states.values()) <= {PlayerPresence.HERE, PlayerPresence.PREPARING}:
            self.stop()  # `missing` tells who has gone meanwhile
            return
        self.waits_for = next((name for name, state in states.items() if state is PlayerPresence.PREPARING), None)
        if self.waits_for is not None:
            return
        game = begun(rules, pairing.opening)
        assert game is not None, "the openings were played through when the tournament was started"
        players = [self._house.contestant(rules.game, name, plan.seconds, pairing.seed) for name in names]
        self.pairing = pairing
        self.match = Match(game, (Seat(players[0]), Seat(players[1])), _clock_after(game), take_backs=False)

    def _end(self, outcome: Outcome, end: str, fault: TournamentFault | None = None) -> None:
        match, pairing = self.match, self.pairing
        assert match is not None, "a game that ends is being played"
        assert pairing is not None, "a match has its place in the schedule"
        now = self._now().isoformat(timespec="seconds")
        record = match_record(match, now)
        if record.result is None:  # decided by the tournament, which a match does not know
            record = type(record).from_game(
                match.game, record.seats, times_s=match.clock.times_s, outcome=outcome, date=now
            )
        record = msgspec.structs.replace(record, event=event_of(self.state, pairing.number))
        key = f"{self.state.id}-{self.state.plan.variant}-t{pairing.number + 1:04d}{native.EXTENSION}"
        played = PlayedGame(
            number=pairing.number, winner=None if outcome.winner is None else int(outcome.winner), end=end,
            plies=match.ply, used_s=(match.clock.used_s(Side.FIRST), match.clock.used_s(Side.SECOND)), record=key,
            fault=fault,
        )  # fmt: skip
        self.state = self.state.with_game(played)
        self._store.keep(self.state, record, key)
        self._leave_match()
        if self.is_over:
            self.stop()

    def _leave_match(self) -> None:
        if self.match is not None:
            self.match.close()
        self.match = self.pairing = None


def _most_plies(game: str) -> int:
    """After this many moves without an end a game is a draw, as in the arena."""
    return game_kind(game).most_plies


def event_of(state: TournamentState, number: int) -> str:
    """What the record of a game says of where it was played."""
    return f"Qiguan tournament {state.id}, game {number + 1} of {state.plan.of}"


def _clock_after(game: Game) -> MatchClock:
    """A clock without a limit, run through the opening's moves."""
    clock = MatchClock()
    clock.replay([game.at(ply).turn for ply in range(game.ply)], [0.0] * game.ply)
    return clock
