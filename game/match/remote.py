"""A player at the other end of a wire: what `net` tells of one game becomes reports, what happens here becomes actions.

                 net events ──> take ──> inbox ──> poll ──> reports ──> Match
    Match ──> ask, consider, tell ──> outbox ──> (when it is on disk) ──> send ──> net actions

Nothing leaves before the journal has everything up to it, so what the other side knows can't be lost here. A move that
came in is handed to the match with the key that the position must have after it; when the match has played it, it is
acknowledged, and when the rules refuse it, it is refused. Moves and answers carry the epoch, which rises with every
take-back and restart, so what belongs to an earlier one is dropped.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from game.match import events as happened
from game.match.clock import MatchClock
from game.match.events import Event, Request, RequestKind
from game.match.players import (
    Asked,
    Chosen,
    Player,
    PlayerKind,
    Replied,
    Reply,
    Report,
    Settled,
    Turn,
    Unpaused,
)
from game.records.record import LONGEST_S
from game.rules.core import Outcome, Position, Side, Termination
from net import actions, ending
from net import events as wire
from net.connection import UNSTABLE_S
from net.delay import DelayCredit, Excused

log = logging.getLogger(__name__)

FLAG_GRACE_S: Final = 2.75
"""A flag over there is claimed so long after it fell: a move in time may be on its way, and a line that has died is
noticed (unstable after 2.5 s) before anybody loses by it. Their own program says it at once."""
CLAIM_TOLERANCE_S: Final = 1.5
"""When the other side claims that our time is up, it is believed if we see no more than this left: as much as two
honest clocks may differ by the way."""
_CUT_NOTICED_S: Final = 5.0
"""A dead line is noticed so late at most; until then the clocks ran."""
STALL_S: Final = 0.5
"""No frame for so long: this program stood still (a sleep, a stopped process, a window that is dragged). What the other
side did meanwhile is not known, so the time is not counted against it; its own report counts."""
CLOCK_NEWS_S: Final = 0.05
"""So far a clock may be from what was said of it before it is told anew."""
_BOARD_WORDS: Final = {reason.value for reason in Termination}

TOO_LONG: Final = "too-long"
"""`net` ends a game that no frame can hold with this reason."""


def position_hash(key: int) -> str:
    """A position's key as the wire has it."""
    return f"{key & 0xFFFF_FFFF_FFFF_FFFF:016x}"


def outcome_of(result: wire.Result, reason: str, here: Side) -> Outcome:
    """What an end that was said over the wire means at this table; without a result it is `abandoned`."""
    winner = {"here": here, "there": here.other}.get(result)
    if result == "none" or (winner is None) is not (result == "draw"):
        return Outcome(None, Termination.ABANDONED)
    return Outcome(winner, Termination(reason) if reason in _BOARD_WORDS else Termination.ABANDONED)


def _is_news(before: actions.TellClock, word: actions.TellClock) -> bool:
    """Whether a word on the clock says anything but what the last one let expect."""
    if (before.epoch, before.ply, before.runs) != (word.epoch, word.ply, word.runs):
        return True
    passed_s = word.at_s - before.at_s if word.runs else 0.0
    if abs(word.used_s - before.used_s - passed_s) > CLOCK_NEWS_S:
        return True
    waits = Side.SECOND if word.first_moves else Side.FIRST
    then, now = before.left_s, word.left_s
    return then is not None and now is not None and abs(now[waits] - then[waits]) > CLOCK_NEWS_S


class RemotePlayer(Player):
    """One seat that is played elsewhere; see the module's text.

    `side` is its side, `send` takes the actions of this table, `observe` is told of every event of the match, for
    whoever shows the table. Before the first frame `sit` tells of the match. `wire_now` is the clock by which the
    network thread dates what comes.
    """

    kind = PlayerKind.REMOTE

    def __init__(
        self,
        side: Side,
        send: Callable[[actions.Action], None],
        observe: Callable[[Event], None],
        wire_now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._side = side
        self._send = send
        self._observe = observe
        self._wire_now = wire_now
        self._epoch = 0
        self._ply = 0
        self._clock = MatchClock()
        self._is_safe: Callable[[], bool] = lambda: True
        self._inbox: deque[wire.Event] = deque()
        self._outbox: deque[actions.Action] = deque()
        self._reports: list[Report] = []
        self._turn: Turn | None = None
        self._asked_at_s = 0.0
        self._arrived: wire.MoveArrived | None = None
        self._judged: wire.MoveArrived | None = None  # given to the match, which has not played it yet
        self._incoming: dict[RequestKind, int] = {}
        self._asking: list[RequestKind] = []
        self._honoured: RequestKind | None = None  # what is about to happen here because they said yes
        self._unpaused_there = False
        self._owes_unpause = False
        self._over: Outcome | None = None
        self._settled = False
        self._to_confirm: actions.DeclareEnd | None = None
        self._is_down = False
        self._is_frozen = False
        self._is_unstable = False
        self._credit = DelayCredit()
        self._round_trip_s = 0.0
        self._told: actions.TellClock | None = None
        # times by what the clock has let pass
        self._excused = Excused()
        self._arrived_at_s = 0.0
        self._followed_at_s = -math.inf
        self._polled_at_s = 0.0
        self._silent_since_s = 0.0
        self._no_claim_until_s = 0.0

    def sit(self, clock: MatchClock, is_safe: Callable[[], bool], ply: int = 0, epoch: int = 0) -> None:
        """Know the table: its clock, whether all that was noted is on disk, how many moves have been made, and in which
        epoch the game is."""
        self._clock = clock
        self._polled_at_s = clock.passed_s
        self._is_safe = is_safe
        self._ply = ply
        self._epoch = epoch

    def wait_for_line(self) -> None:
        """The game is taken up again, and the line is still to come: until then the clocks stand."""
        self._is_down = True
        self._hold()

    @property
    def is_idle(self) -> bool:
        """Whether the match has heard of everything that came in."""
        return not self._inbox and self._to_confirm is None

    def flush(self) -> None:
        """Send what waits for the disk, now: the person leaves. It is written, so only a power cut could lose it."""
        if self._to_confirm is not None:
            self._outbox.append(self._to_confirm)
            self._to_confirm = None
        while self._outbox:
            self._send(self._outbox.popleft())

    def close(self) -> None:
        """The table is left here."""
        self.flush()
        super().close()

    # --- from the wire ------------------------------------------------------------------------------------------------

    def take(self, event: wire.Event) -> None:
        """Something has come for this table."""
        self._inbox.append(event)

    def poll(self) -> Sequence[Report]:
        """What came in, as reports; and sends what has reached the disk."""
        self._note_stall()
        self._honoured = None
        self._unpaused_there = False
        if self._to_confirm is not None:  # the match has taken it by now
            self._outbox.append(self._to_confirm)
            self._to_confirm = None
        while self._inbox:
            self._read(self._inbox.popleft())
        if not self._reports:
            self._hand_out()
        while self._outbox and self._is_safe():
            self._send(self._outbox.popleft())
        self._tell_clock()
        reports, self._reports = self._reports, []
        return reports

    def _read(self, event: wire.Event) -> None:
        match event:
            case wire.MoveArrived(epoch=epoch):
                if epoch == self._epoch and not self._over:
                    self._arrived = event
                    self._arrived_at_s = self._clock.passed_s - max(0.0, self._wire_now() - event.at_s)
            case wire.ClockTold():
                self._follow(event)
            case wire.Latency(rtt_s=rtt_s):
                self._round_trip_s = rtt_s
            case wire.Requested():
                self._be_asked(event)
            case wire.RequestAnswered():
                self._be_answered(event)
            case wire.Unpaused():
                self._owes_unpause = False
                self._unpaused_there = True
                self._reports.append(Unpaused())
            case wire.EndClaimed():
                self._answer_claim(event)
            case wire.Ended():
                self._be_settled(event)
            case wire.LineDown():
                self._be_cut()
            case wire.LineUp():
                self._be_back()
            case wire.LineUnstable(unstable=unstable):
                if unstable:
                    self._excuse(UNSTABLE_S)  # of that silence it tells only now
                self._note_silence()
                self._is_unstable = unstable
                self._no_claim_until_s = self._clock.passed_s + FLAG_GRACE_S  # what was held up comes now
            case wire.Resynchronising():
                self._is_frozen = True
                self._arrived = self._judged = None
                self._hold()
            case wire.Resynchronised():
                self._is_frozen = False
                self._hold()
            case wire.Refused(action=action, code=code, why=why):
                self._be_refused(action, code, why)
            case _:
                pass

    def _hand_out(self) -> None:
        """The move that has arrived, once the match has asked for it."""
        move, turn = self._arrived, self._turn
        if move is None or turn is None or move.ply != len(turn.moves) + 1:
            return
        self._arrived, self._judged = None, move
        key = int(move.hash, 16)
        if position_hash(key) != move.hash:
            key = -1  # no position has it
        used_s = min(move.used_s, LONGEST_S)
        self._note_silence()
        if self._clock.control is not None:
            began, arrived = self._asked_at_s, self._arrived_at_s
            measured_s = arrived - began - self._excused.within(began, arrived)
            used_s = self._credit.charge(used_s, max(0.0, measured_s))
        # else nobody gains by what they say, and both sides keep the same time, also of a move in which one was killed
        self._reports.append(Chosen(move.text, used_s, key=key))

    def _be_asked(self, event: wire.Requested) -> None:
        kind = RequestKind(event.kind)
        if self._over is not None or (event.epoch, event.ply) != (self._epoch, self._ply):
            return  # overtaken: it has lapsed over there too, or will with our move
        self._incoming[kind] = event.request
        self._reports.append(Asked(kind, event.plies))

    def _be_answered(self, event: wire.RequestAnswered) -> None:
        kind = RequestKind(event.kind)
        if kind in self._asking:
            self._asking.remove(kind)
        if not event.yes:
            self._reports.append(Replied(kind, False))
            return
        if event.epoch > self._epoch:
            self._epoch = event.epoch
            self._over = None
            self._arrived = self._judged = None
            self._incoming.clear()
            # what was said of the moves that are gone must not be said of those that stand
            overtaken = (actions.Play, actions.AcceptMove, actions.RefuseMove, actions.DeclareEnd)
            self._outbox = deque(action for action in self._outbox if not isinstance(action, overtaken))
        self._honoured = kind
        self._reports.append(Replied(kind, True, event.to_ply))

    def _answer_claim(self, claim: wire.EndClaimed) -> None:
        """The other side sees the game as over, by the clock or by its rules; what is true here is the answer."""
        if self._over is not None:
            return  # our own end is on its way
        if claim.reason == Termination.TIME and claim.winner in ("here", "there"):
            loser = self._side if claim.winner == "here" else self._side.other
            left_s = self._clock.left_s(loser)
            if loser is self._side or (left_s is not None and left_s <= CLAIM_TOLERANCE_S):
                if loser is self._side:
                    self._clock.set_left(loser, 0.0)  # as they see it
                self._declare(claim.winner, claim.reason)
                return
        self._declare("none", ending.DISAGREEMENT)

    def _be_settled(self, event: wire.Ended) -> None:
        self._settled = self._settled or event.confirmed
        self._is_frozen = False
        self._arrived = self._judged = None
        self._reports.append(Settled(outcome_of(event.winner, event.reason, self._side.other), event.ply))
        self._to_confirm = actions.DeclareEnd(event.winner, event.reason)
        self._hold()

    def _be_refused(self, action: str, code: str, why: str) -> None:
        if action == "Ask" and self._asking:
            self._reports.append(Replied(self._asking.pop(), False))
        elif action == "EndPause":
            self._owes_unpause = True
        elif action in ("Play", "DeclareEnd") and not self._settled:
            # what stands here can't be told: better no result than two different games
            log.warning("%s was refused: %s (%s)", action, why, code)
            self._declare("none", ending.DISAGREEMENT)

    def _declare(self, winner: wire.Result, reason: str) -> None:
        self._outbox.append(actions.DeclareEnd(winner, reason, self._epoch, self._ply))

    def _be_cut(self) -> None:
        self._is_down = True
        self._is_unstable = False
        self._excuse(_CUT_NOTICED_S)
        self._hold()

    def _be_back(self) -> None:
        self._is_down = False
        self._hold()
        if self._owes_unpause:
            self._owes_unpause = False
            self._outbox.append(actions.EndPause())

    def _note_stall(self) -> None:
        now = self._clock.passed_s
        gap_s, self._polled_at_s = now - self._polled_at_s, now
        if gap_s > STALL_S:
            self._no_claim_until_s = now + FLAG_GRACE_S  # until then a line that has died meanwhile is noticed
            self._excuse(gap_s)

    def _excuse(self, seconds: float) -> None:
        """The last seconds, as far as the player there was to move: its own clock tells how much of them it thought.
        Where that was told a moment ago, what is shown goes by it already."""
        if self._turn is not None:
            now = self._clock.passed_s
            unknown_s = self._excused.add(max(self._asked_at_s, now - seconds), now)
            if now - self._followed_at_s > UNSTABLE_S:
                self._clock.forgive(unknown_s)

    def _follow(self, told: wire.ClockTold) -> None:
        """The player there says how its clock stands: ours goes by that, as far as its credit reaches."""
        clock = self._clock
        if (told.epoch, told.ply) != (self._epoch, self._ply) or clock.side is not self._side or self._over:
            return
        if self._arrived is not None:
            return  # its move is here, with its own time
        now = clock.passed_s
        used_s = told.used_s
        if told.runs:
            used_s += max(0.0, self._wire_now() - told.at_s) + self._round_trip_s / 2
        if clock.control is not None:
            measured_s = now - self._asked_at_s - self._excused.within(self._asked_at_s, now)
            used_s = max(used_s, self._credit.least_used_s(measured_s))
        if told.left_s is not None and told.left_s[self._side] > 0:
            self._follow_left(told.left_s[self._side] + told.used_s, clock.move_s)
        clock.correct(used_s)
        self._followed_at_s = now

    def _follow_left(self, left_s: float, running_s: float = 0.0) -> None:
        """The player there has so many seconds left, or had when the present move began, which runs for so long."""
        ours_s = self._clock.left_s(self._side)
        if ours_s is not None and ours_s > 0:
            more_s = left_s - ours_s - running_s
            self._clock.set_left(self._side, ours_s + (self._credit.lend(more_s) if more_s > 0 else more_s))

    def _tell_clock(self) -> None:
        """Say how the clock of the running move stands, when that is not what follows from what was said last."""
        clock, now = self._clock, self._wire_now()
        side = clock.side
        if side is None or self._over is not None or self._outbox:
            return
        first_s, second_s = clock.left_s(Side.FIRST), clock.left_s(Side.SECOND)
        left_s = None if first_s is None or second_s is None else (first_s, second_s)
        word = actions.TellClock(
            self._epoch, self._ply, clock.move_s, left_s, clock.is_running, side is Side.FIRST, now
        )  # fmt: skip
        if self._told is None or _is_news(self._told, word):
            self._told = word
            self._send(word)

    def _note_silence(self) -> None:
        """What passes while nothing comes over the line is the line's: a move may be on its way for all that time."""
        now = self._clock.passed_s
        if self._is_unstable:
            self._excuse(now - self._silent_since_s)
        self._silent_since_s = now

    def _hold(self) -> None:
        """Clocks stand while the line is down or the game is frozen."""
        if self._is_down or self._is_frozen:
            self._clock.hold()
        else:
            self._clock.release()

    # --- from the table -----------------------------------------------------------------------------------------------

    def ask(self, turn: Turn) -> None:
        """The player there sees our move; the answer comes over the wire."""
        self._turn = turn
        self._asked_at_s = self._clock.passed_s
        self._followed_at_s = -math.inf
        self._excused.clear()

    def cancel(self) -> None:
        """No answer to the last question may come out; a move that has arrived stays for the next one."""
        self._turn = None
        if self._judged is not None:
            self._arrived, self._judged = self._judged, None

    def rejected(self, why: str) -> bool:
        """Our rules refuse the move: both sides compare everything, and the player is heard again."""
        move, self._judged = self._judged, None
        if move is None:
            return False
        log.warning("the move %r at ply %d is refused: %s", move.text, move.ply, why)
        self._outbox.append(actions.RefuseMove(move.epoch, move.ply))
        return True

    @property
    def flag_grace_s(self) -> float:
        """A flag over there is believed when the line is well and has brought nothing else for a while, and we were
        there to see it: what came while this program stood still has to be read first."""
        now = self._clock.passed_s
        stalled = now - self._polled_at_s > STALL_S or now < self._no_claim_until_s
        if self._is_unstable or self._is_down or stalled or self._inbox:
            return float("inf")
        return FLAG_GRACE_S

    def consider(self, request: Request) -> Reply:
        """The person there is asked; the answer comes later. After the end nobody is."""
        if self._over is not None or self._settled:
            return Reply.NO
        self._asking.append(request.kind)
        self._outbox.append(actions.Ask(request.kind.value, request.plies))
        return Reply.LATER

    def tell(self, event: Event) -> None:
        """Pass on what has happened here, as far as it did not come from there."""
        self._observe(event)
        match event:
            case happened.MovePlayed(side=side):
                self._pass_move(event, is_ours=side is not self._side)
            case happened.MovesUndone(plies=plies):
                self._go_back(RequestKind.TAKE_BACK, self._ply - plies)
            case happened.Restarted():
                self._go_back(RequestKind.RESTART, 0)
            case happened.Paused():
                self._answer(RequestKind.PAUSE, True)
            case happened.Resumed():
                if not self._unpaused_there:
                    self._outbox.append(actions.EndPause())
                self._unpaused_there = False
            case happened.RequestDeclined(request=request) | happened.RequestLapsed(request=request):
                if request.by is self._side:
                    self._answer(request.kind, False)
            case happened.GameEnded(outcome=outcome):
                self._pass_end(outcome)
            case _:
                pass

    def _pass_move(self, event: happened.MovePlayed, *, is_ours: bool) -> None:
        hash_ = position_hash(event.after.key)
        self._ply = event.ply
        self._incoming.clear()
        if is_ours:
            left_s = self._clock.left_s(event.side)
            self._outbox.append(actions.Play(self._epoch, event.ply, event.text, hash_, event.used_s, left_s))
        else:
            move, self._judged = self._judged, None
            if move is not None and move.left_s:
                self._follow_left(move.left_s)
            self._begin_when_it_came(event.after)
            self._outbox.append(actions.AcceptMove(self._epoch, event.ply, hash_))

    def _begin_when_it_came(self, position: Position) -> None:
        """A move that lay here while our program stood still: over there our time runs since it came."""
        late_s = self._clock.passed_s - max(self._arrived_at_s, self._asked_at_s)
        if late_s > STALL_S and position.turn is not self._side and position.outcome() is None:
            self._clock.start(position.turn, late_s)

    def _go_back(self, kind: RequestKind, ply: int) -> None:
        """The game has gone back: because they said yes, or because we did, which begins an epoch too."""
        self._ply = ply
        self._over = None
        self._arrived = self._judged = None
        if self._honoured is kind:
            self._honoured = None
        elif kind in self._incoming:
            self._answer(kind, True)
            self._epoch += 1
            self._incoming.clear()

    def _answer(self, kind: RequestKind, yes: bool) -> None:
        number = self._incoming.pop(kind, None)
        if number is not None:
            self._outbox.append(actions.AnswerRequest(number, yes))

    def _pass_end(self, outcome: Outcome) -> None:
        self._over = outcome
        self._asking.clear()
        if not self._settled:
            self._say_end(outcome)
        self._incoming.clear()

    def _say_end(self, outcome: Outcome) -> None:
        winner = outcome.winner
        result: wire.Result = "draw" if winner is None else "there" if winner is self._side else "here"
        match outcome.termination:
            case Termination.AGREEMENT:
                self._answer(RequestKind.DRAW, True)  # else they have said yes, and know it
            case Termination.RESIGNATION:
                if result == "there":
                    self._outbox.append(actions.Resign())
            case Termination.ABANDONED:
                pass  # a claim or a disagreement: said there
            case _:
                self._declare(result, outcome.termination.value)
