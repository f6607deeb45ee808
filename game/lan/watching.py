"""Watching a game that two others play: a match without anybody from here, that follows what the wire tells.

Our own rules check every move all the same, so what is shown is a game. `WatchedFeed` is what the wire has told; the
two players of the match give it out, the first one also what is not a move.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.lan.chat import TableChat
from game.lan.table import TableServices
from game.lan.terms import BadTermsError, control_of, from_wire, start_of
from game.lan.views import ChatLine, GameTerms, LineState
from game.match import events as happened
from game.match.clock import MatchClock
from game.match.events import MatchEvent, Request, RequestKind
from game.match.match import Match, Seat
from game.match.players import Chosen, PauseEnded, Player, PlayerKind, Replied, Reply, Report, Settled, TurnAsked
from game.match.remote import outcome_of, position_hash
from game.records.tree import LONGEST_S
from game.rules.core import Outcome, Side
from game.rules.game import Game
from net.session import actions
from net.session import events as wire


@dataclass(frozen=True, slots=True)
class _ToldMove:
    """One move as the wire tells it."""

    text: str
    hash: str
    used_s: float


class WatchedFeed:
    """What has been told of the game, and what of it the match shows."""

    def __init__(self) -> None:
        self.told: list[_ToldMove] = []
        self.paused = False
        self.end: tuple[Outcome, int] | None = None
        self.broken = ""
        """Why the match can't follow any more; empty while it can."""
        self.shown: list[str] = []
        self.shown_paused = False

    def structural(self) -> Report | None:
        """What has to happen before the next move can be shown, or None."""
        common = 0
        for told, shown in zip(self.told, self.shown, strict=False):
            if told.text != shown:
                break
            common += 1
        if common < len(self.shown):
            return Replied(RequestKind.TAKE_BACK, True, common)
        if self.end is not None and len(self.shown) >= self.end[1]:
            end, self.end = self.end, None
            return Settled(*end)
        if self.paused and not self.shown_paused:
            return Replied(RequestKind.PAUSE, True, len(self.shown))
        if self.shown_paused and not self.paused:
            return PauseEnded()
        return None

    def next_move(self, turn: TurnAsked) -> Report | None:
        """The move that the match has asked for, once it was told."""
        ply = len(turn.moves)
        if ply >= len(self.told):
            return None
        told = self.told[ply]
        key = int(told.hash, 16)
        return Chosen(told.text, min(told.used_s, LONGEST_S), key=key if position_hash(key) == told.hash else -1)

    def note(self, event: MatchEvent) -> None:
        """The match has done something."""
        match event:
            case happened.MovePlayed(text=text):
                self.shown.append(text)
            case happened.MovesUndone(plies=plies):
                del self.shown[-plies:]
            case happened.Paused():
                self.shown_paused = True
            case happened.Resumed():
                self.shown_paused = False
            case _:
                pass


class _Followed(Player):
    """One side of a game that is watched."""

    kind = PlayerKind.REMOTE
    flag_grace_s = float("inf")  # whoever plays says when the time is up

    def __init__(self, feed: WatchedFeed, leads: bool) -> None:
        self._feed = feed
        self._leads = leads
        self._turn: TurnAsked | None = None

    def ask(self, turn: TurnAsked) -> None:
        self._turn = turn

    def cancel(self) -> None:
        self._turn = None

    def poll(self) -> Sequence[Report]:
        if self._feed.broken:
            return ()
        if self._leads:
            report = self._feed.structural()
            if report is not None:
                return (report,)
        elif self._feed.structural() is not None:
            return ()
        report = self._feed.next_move(self._turn) if self._turn is not None else None
        return () if report is None else (report,)

    def rejected(self, why: str) -> bool:
        self._feed.broken = why
        return True

    def consider(self, request: Request) -> Reply:
        return Reply.NO

    def tell(self, event: MatchEvent) -> None:
        if self._leads:
            self._feed.note(event)


class WatchedTable:
    """A table that the person here only looks at. Raises BadTermsError for a game that is not on offer here."""

    is_watched = True
    unread = 0
    record_key = written_key = ""

    def __init__(
        self,
        desk: TableServices,
        state: wire.WatchedState,
        chat: TableChat,
        now: Callable[[], float],
        wire_now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.line = LineState.CONNECTED
        self.game = state.game
        self.watchers: tuple[str, ...] = ()
        """All who watch it, the person here included."""
        self.round_trip_s: float | None = None
        setting = state.setting
        self.terms: GameTerms = from_wire(setting.terms)
        rules, start = start_of(self.terms)
        if position_hash(start.key) != setting.hash:
            raise BadTermsError("unknown-variant", "their game begins in another position")
        self._host_is_first = setting.first == "host"
        self._by = {"host": setting.host, "guest": setting.guest}
        names = (setting.host, setting.guest) if self._host_is_first else (setting.guest, setting.host)
        self.peer = f"{setting.host} · {setting.guest}"
        self.has_ended = False
        self._desk = desk
        self._chat = chat
        self._left = False
        self._now = now
        self._wire_now = wire_now
        self._back_by = 0.0
        self._clock: wire.ClockTold | None = None
        self.feed = WatchedFeed()
        seats = (Seat(_Followed(self.feed, True), names[0]), Seat(_Followed(self.feed, False), names[1]))
        clock = MatchClock(control_of(self.terms), now)
        self.match = Match(Game(rules, start), seats, clock, take_backs=False)
        self.take(state)

    # --- views.Table --------------------------------------------------------------------------------------------------

    @property
    def chat(self) -> Sequence[ChatLine]:
        """What was said."""
        return self._chat.lines

    @property
    def is_left(self) -> bool:
        """Whether the person looks no longer."""
        return self._left

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to see."""
        return self._left or self.match.outcome is not None

    @property
    def back_in_s(self) -> float:
        """While the line is down: for how many seconds the game is still looked for."""
        return max(0.0, self._back_by - self._now()) if self.line is LineState.DOWN else 0.0

    def look_for(self, seconds: float) -> None:
        """The line was cut, and the game is looked for again for this many seconds."""
        self.line = LineState.DOWN
        self._back_by = self._now() + seconds

    def read(self) -> None:
        """Everything said has been seen."""

    def say(self, text: str) -> str | None:
        """Watchers can't talk."""
        return "gone"

    def claim(self) -> None:
        """There is nothing that a watcher could claim."""

    def invite_again(self, swapped: bool) -> None:
        """A watcher invites from the lobby."""

    def leave(self) -> None:
        """Look no longer."""
        if not self._left:
            self._left = True
            self._desk.send(actions.Leave())
            self.line = LineState.GONE
            self._desk.left()

    # --- from the wire ------------------------------------------------------------------------------------------------

    def take(self, event: wire.WireEvent) -> None:
        """Something has come for this table."""
        match event:
            case wire.WatchedState(plies=plies, paused=paused, final=final, clock=clock):
                self.line = LineState.CONNECTED
                self._clock = clock
                self.feed.told = [_ToldMove(ply.text, ply.hash, ply.used_ms / 1000) for ply in plies]
                self.feed.paused = paused
                if final is not None:
                    host = Side.FIRST if self._host_is_first else Side.SECOND
                    winner: dict[str, wire.Result] = {"host": "here", "guest": "there", "draw": "draw"}
                    outcome = outcome_of(winner.get(final.winner, "none"), final.reason, host)
                    self.feed.end = (outcome, final.ply)
            case wire.WatchedMove(ply=ply, move=text, hash=hash_, used_s=used_s):
                if ply == len(self.feed.told) + 1:
                    self.feed.told.append(_ToldMove(text, hash_, used_s))
                else:
                    self.feed.broken = f"ply {ply} after {len(self.feed.told)}"
            case wire.ClockTold():
                self._clock = event
            case wire.WatchersThere(watchers=watchers):
                self.watchers = watchers
            case wire.ChatArrived(text=text, by=by):
                self._chat.say(self._by.get(by, ""), text, mine=False)
            case wire.LineUnstable(unstable=unstable) if self.line in (LineState.CONNECTED, LineState.UNSTABLE):
                self.line = LineState.UNSTABLE if unstable else LineState.CONNECTED
            case wire.Latency(rtt_s=rtt_s):
                self.round_trip_s = rtt_s
            case wire.Left():
                self.line = LineState.GONE
            case _:
                pass

    def update(self) -> None:
        """Each frame: the clocks go by what was told of them, as soon as the move is shown that they belong to."""
        told, clock = self._clock, self.match.clock
        if told is None or clock.side is None or self.match.outcome is not None:
            return
        if told.ply != self.match.ply or len(self.feed.told) != self.match.ply:
            return
        self._clock = None
        if told.runs:
            clock.release()
        elif not self.feed.paused:
            clock.hold()  # the line between the players is cut
        passed_s = max(0.0, self._wire_now() - told.at_s) if told.runs else 0.0
        clock.correct(told.used_s + passed_s)
        if told.left_s is not None:
            for side in Side:
                clock.set_left(side, told.left_s[side] - (passed_s if side is clock.side else 0.0))
