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
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from game.match import events as happened
from game.match.clock import MatchClock
from game.match.events import MatchEvent, Request, RequestKind
from game.match.players import (
    Chosen,
    PauseEnded,
    Player,
    PlayerKind,
    Replied,
    Reply,
    Report,
    RequestReport,
    Settled,
    TurnAsked,
)
from game.match.remote_clock import FLAG_GRACE_S, FarClock
from game.match.signed_move import SignedMove
from game.records.tree import LONGEST_S
from game.rules.core import Outcome, Position, Side, Termination
from net.session import actions, ending
from net.session import events as wire
from net.session.messages import Kind

log = logging.getLogger(__name__)

CLAIM_TOLERANCE_S: Final = 1.5
"""When the other side claims that our time is up, it is believed if we see no more than this left: as much as two
honest clocks may differ by the way."""
_CUT_NOTICED_S: Final = 5.0
"""A dead line is noticed so late at most; until then the clocks ran."""
_ASKED: Final[Mapping[RequestKind, Kind]] = {
    RequestKind.TAKE_BACK: "take-back",
    RequestKind.DRAW: "draw",
    RequestKind.RESTART: "restart",
    RequestKind.PAUSE: "pause",
}
"""What the wire can ask for."""
_BOARD_WORDS: Final = {reason.value for reason in Termination}


def position_hash(key: int) -> str:
    """A position's key as the wire has it."""
    return f"{key & 0xFFFF_FFFF_FFFF_FFFF:016x}"


def outcome_of(result: wire.Result, reason: str, here: Side) -> Outcome:
    """What an end that was said over the wire means at this table; without a result it is `abandoned`."""
    winner = {"here": here, "there": here.other}.get(result)
    if result == "none" or (winner is None) is not (result == "draw"):
        return Outcome(None, Termination.ABANDONED)
    return Outcome(winner, Termination(reason) if reason in _BOARD_WORDS else Termination.ABANDONED)


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
        send: Callable[[actions.TableAction], None],
        observe: Callable[[MatchEvent], None],
        wire_now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._side = side
        self._send = send
        self._observe = observe
        self._epoch = 0
        self._ply = 0
        self._far = FarClock(side, wire_now)
        self._is_safe: Callable[[], bool] = lambda: True
        self._inbox: deque[wire.WireEvent] = deque()
        self._outbox: deque[actions.TableAction] = deque()
        self._reports: list[Report] = []
        self._turn: TurnAsked | None = None
        self._arrived: wire.MoveArrived | None = None
        self._judged: wire.MoveArrived | None = None  # given to the match, which has not played it yet
        self._incoming: dict[RequestKind, int] = {}
        self._asking: list[RequestKind] = []
        self._honoured: RequestKind | None = None  # what is about to happen here because they said yes
        self._unpaused_there = False
        self._owes_unpause = False
        self._goes_on = False  # the person has said that it does, though the other side sees no result
        self._over: Outcome | None = None
        self._settled = False
        self._to_confirm: actions.DeclareEnd | None = None
        self._is_down = False

    def sit(self, clock: MatchClock, is_safe: Callable[[], bool], ply: int = 0, epoch: int = 0) -> None:
        """Know the table: its clock, whether all that was noted is on disk, how many moves have been made, and in which
        epoch the game is."""
        self._far.sit(clock)
        self._is_safe = is_safe
        self._ply = ply
        self._epoch = epoch

    def wait_for_line(self) -> None:
        """The game is taken up again, and the line is still to come: until then the clocks stand."""
        self._is_down = True
        self._far.hold("line", True)

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

    def fall_silent(self) -> None:
        """Nothing goes out any more: the line is another game's now."""
        self._send = lambda action: None

    def close(self) -> None:
        """The table is left here."""
        self.flush()
        super().close()

    # --- from the wire ------------------------------------------------------------------------------------------------

    def take(self, event: wire.WireEvent) -> None:
        """Something has come for this table."""
        self._inbox.append(event)

    def poll(self) -> Sequence[Report]:
        """What came in, as reports; and sends what has reached the disk."""
        self._far.note_stall()
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
        if self._over is None and not self._outbox:
            word = self._far.news(self._epoch, self._ply)
            if word is not None:
                self._send(word)
        reports, self._reports = self._reports, []
        return reports

    def _read(self, event: wire.WireEvent) -> None:
        match event:
            case wire.MoveArrived(epoch=epoch):
                if epoch == self._epoch and not self._over:
                    self._arrived = event
                    self._far.arrive(event.at_s)
            case wire.ClockTold(epoch=epoch, ply=ply):
                # of a move that has come the mover tells all there is to know
                if (epoch, ply) == (self._epoch, self._ply) and self._arrived is None and self._over is None:
                    self._far.follow(event)
            case wire.Latency(rtt_s=rtt_s):
                self._far.note_round_trip(rtt_s)
            case wire.Requested():
                self._be_asked(event)
            case wire.RequestAnswered():
                self._be_answered(event)
            case wire.Unpaused():
                self._owes_unpause = False
                self._unpaused_there = True
                self._reports.append(PauseEnded())
            case wire.EndClaimed():
                self._answer_claim(event)
            case wire.Ended():
                self._be_settled(event)
            case wire.LineDown():
                self._be_cut()
            case wire.LineUp():
                self._be_back()
            case wire.LineUnstable(unstable=unstable):
                self._far.note_unstable(unstable)
            case wire.Resynchronising():
                self._arrived = self._judged = None
                self._far.hold("frozen", True)
            case wire.Resynchronised():
                self._far.hold("frozen", False)
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
        used_s = self._far.charge(min(move.used_s, LONGEST_S))
        left_ms = None if move.left_s is None else round(1000 * move.left_s)
        signed = SignedMove(move.epoch, round(1000 * move.used_s), left_ms, move.signature)
        self._reports.append(Chosen(move.text, used_s, key=key, signed=signed))

    def _be_asked(self, event: wire.Requested) -> None:
        kind = RequestKind(event.kind)
        if self._over is not None or (event.epoch, event.ply) != (self._epoch, self._ply):
            return  # overtaken: it has lapsed over there too, or will with our move
        self._incoming[kind] = event.request
        self._reports.append(RequestReport(kind, event.plies))

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
        """The other side sees the game as over, by the clock or by its rules. What is not true here ends nothing: else
        whoever is about to lose could make an end of it. That the games do not fit nobody can know who trusts one of
        them alone, so the person decides, once."""
        if self._over is not None:
            return  # our own end is on its way
        if claim.winner == "none" and not self._goes_on:
            self._reports.append(RequestReport(RequestKind.NO_RESULT))
            return
        if claim.reason == Termination.TIME and claim.winner in ("here", "there"):
            loser = self._side if claim.winner == "here" else self._side.other
            left_s = self._far.clock.left_s(loser)
            if loser is self._side or (left_s is not None and left_s <= CLAIM_TOLERANCE_S):
                if loser is self._side:
                    self._far.run_out()
                self._declare(claim.winner, claim.reason)
                return
        self._outbox.append(actions.RefuseEnd())

    def _be_settled(self, event: wire.Ended) -> None:
        self._settled = self._settled or event.confirmed
        self._arrived = self._judged = None
        self._to_confirm = actions.DeclareEnd(event.winner, event.reason)
        self._far.hold("frozen", False)
        self._reports.append(Settled(outcome_of(event.winner, event.reason, self._side.other), event.ply))

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
        self._far.note_cut(_CUT_NOTICED_S)
        self._far.hold("line", True)

    def _be_back(self) -> None:
        self._is_down = False
        self._far.hold("line", False)
        if self._owes_unpause:
            self._owes_unpause = False
            self._outbox.append(actions.EndPause())

    # --- from the table -----------------------------------------------------------------------------------------------

    def ask(self, turn: TurnAsked) -> None:
        """The player there sees our move; the answer comes over the wire."""
        self._turn = turn
        self._far.begin()

    def cancel(self) -> None:
        """No answer to the last question may come out; a move that has arrived stays for the next one."""
        self._turn = None
        self._far.end()
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
        """A flag over there is believed when the line is well and nothing waits here to be read."""
        return FLAG_GRACE_S if self._far.may_claim and not self._is_down and not self._inbox else float("inf")

    def consider(self, request: Request) -> Reply:
        """The person there is asked; the answer comes later. After the end nobody is, and never for no result."""
        kind = _ASKED.get(request.kind)
        if self._over is not None or self._settled or kind is None:
            return Reply.NO
        self._asking.append(request.kind)
        self._outbox.append(actions.Ask(kind, request.plies))
        return Reply.LATER

    def tell(self, event: MatchEvent) -> None:
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
            case happened.RequestGranted(request=request) if request.kind is RequestKind.NO_RESULT:
                self._outbox.append(actions.DeclareEnd("none", ending.DISAGREEMENT))  # wherever the wire is
            case happened.RequestDeclined(request=request) | happened.RequestLapsed(request=request) if (
                request.kind is RequestKind.NO_RESULT
            ):
                self._goes_on = True
                self._far.hold("frozen", False)
                self._outbox.append(actions.RefuseEnd())
            case happened.RequestDeclined(request=request):  # one that lapses does so there by itself
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
            left_s = self._far.clock.left_s(event.side)
            self._outbox.append(actions.Play(self._epoch, event.ply, event.text, hash_, event.used_s, left_s))
        else:
            move, self._judged = self._judged, None
            if move is not None and move.left_s:
                self._far.follow_left(move.left_s)
            self._begin_when_it_came(event.after)
            self._outbox.append(actions.AcceptMove(self._epoch, event.ply, hash_))

    def _begin_when_it_came(self, position: Position) -> None:
        """A move that lay here while our program stood still: over there our time runs since it came."""
        late_s = self._far.late_s
        if late_s and position.turn is not self._side and position.outcome() is None:
            self._far.clock.start(position.turn, late_s)

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
