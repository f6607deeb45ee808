"""A game in progress as one side of the wire sees it: moves and their acknowledgement, requests, the end, the resuming.

    stage         what may come
    PLAYING       Move, Ack, Request, Reply, Unpause, Resign, End, Sync; State when it was asked for
    REQUEST_OPEN  the same, while somebody has to answer a request
    SUSPENDED     nothing: there is no line
    ENDED         Resign, End, Reply, Request (declined); what was on its way is ignored

It knows no rules. A move that arrives waits for the game's verdict (`MoveArrived`, then `accept` or `refuse`), and
while it does, what came after it waits in order, so everything is judged by the position that its sender saw.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Sequence

import msgspec

from net.session import actions, ending, events
from net.session.ending import without_result
from net.session.finish import Finish
from net.session.messages import (
    AckMessage,
    ClockMessage,
    EndMessage,
    FinalMessage,
    GameMessage,
    Kind,
    Message,
    MoveMessage,
    Ply,
    ReplyMessage,
    RequestMessage,
    ResignMessage,
    ResumeMessage,
    StateMessage,
    SyncMessage,
    TableMessage,
    UnpauseMessage,
)
from net.session.move_log import MoveLog
from net.session.outbox import Outbox, RefusedError, checked
from net.session.pending_requests import PendingRequest, PendingRequests, RequestVerdict
from net.session.presence import LinePresence
from net.session.running_clock import RunningClock
from net.session.ticket import Ticket

REPLACED = "replaced"
"""Why a line goes down when the other side has a newer one: that is no cut."""
RESYNC_S = 5.0
"""Waited for everything to be told again."""
MOST_HELD = 32
"""Messages that may wait behind a move."""
MOST_SYNCS = 3
"""How often the other side may ask for the whole game."""

_Ordered = MoveMessage | RequestMessage | ReplyMessage | UnpauseMessage | ResignMessage | EndMessage


class GameStage(enum.Enum):
    """Where a game stands."""

    PLAYING = enum.auto()
    REQUEST_OPEN = enum.auto()
    SUSPENDED = enum.auto()
    ENDED = enum.auto()


class GameSession:
    """One game. `ticket` says who sits where, `setting` what watchers see. With `restored` it is taken up again after
    a crash, and the line is still to come."""

    def __init__(
        self, out: Outbox, ticket: Ticket, setting: TableMessage, plies: Sequence[Ply] = (), *, restored: bool = False
    ) -> None:
        self.ticket = ticket
        self.setting = setting
        self.here = ticket.here
        self.turn = ticket.turn
        self.finish = Finish(out, ticket.game, ticket.here)
        self.feed: list[Message] = []
        """What watchers have to be told; whoever has watchers takes it away."""
        self._out = out
        self._move_log = MoveLog(ticket.start_hash, plies, ticket.epoch, ticket.base)
        self._pending_requests = PendingRequests(ticket.here == "host", ticket.unanswered, ticket.next_request)
        self._pauses = ticket.pauses
        self._pending: MoveMessage | None = None
        self._held: deque[_Ordered] = deque()
        self._last_yes: int | None = None  # our answer that began the present epoch
        self._yes_to_draw = False
        self.running = RunningClock()
        """The clock of the move that somebody thinks about, for the game to tell."""
        self._shown: FinalMessage | None = None  # the end as watchers know it
        self._resyncs = 0
        self._syncs = 0
        self._frozen_until: float | None = None
        self._presence = LinePresence(ticket.cuts, restored=restored)
        self._has_returned = False  # and has not heard anything since
        self._is_shared = any(ply.by != self.here for ply in plies)  # the other side has sat at this game

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The game's id."""
        return self.ticket.game

    @property
    def stage(self) -> GameStage:
        """Where the game stands."""
        if self.finish.is_over:
            return GameStage.ENDED
        if not self._presence.has_line:
            return GameStage.SUSPENDED
        return GameStage.REQUEST_OPEN if self._pending_requests.is_open else GameStage.PLAYING

    @property
    def wants_line(self) -> bool:
        """Whether the two sides still have something to say to each other about this game."""
        return self.finish.settled is None

    @property
    def is_paused(self) -> bool:
        """Whether a pause lasts."""
        return self._pauses % 2 == 1

    @property
    def epoch(self) -> int:
        """Accepted take-backs and restarts so far."""
        return self._move_log.epoch

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far, as they stand here."""
        return self._move_log.plies

    def current_ticket(self) -> Ticket:
        """The ticket as it has to be kept now."""
        return msgspec.structs.replace(
            self.ticket,
            epoch=self._move_log.epoch,
            base=self._move_log.base,
            turn=self.turn,
            cuts=self._presence.cuts,
            pauses=self._pauses,
            next_request=self._pending_requests.next_id,
            unanswered=self._pending_requests.unanswered,
        )

    def clock(self, now: float) -> ClockMessage | None:
        """The clock of the running move at this moment, or None while none is known."""
        move_log = self._move_log
        return None if self.finish.is_over else self.running.at(now, self.game, move_log.epoch, len(move_log))

    def hear_clock(self, clock: ClockMessage, now: float) -> None:
        """The other side says how it sees the clock of the running move. One that a move has overtaken is dropped."""
        move_log = self._move_log
        if clock.game == self.game and (clock.epoch, clock.ply) == (move_log.epoch, len(move_log)):
            self._out.emit(events.clock_told(self._out.table, clock, now))

    def shown(self) -> StateMessage:
        """The whole game for a watcher."""
        move_log = self._move_log
        return StateMessage(self.game, move_log.epoch, move_log.plies, self.is_paused, self.setting, self.finish.final)

    def as_resume(self, proof: str, chat: int) -> ResumeMessage:
        """What this side says of itself when it comes back; `chat` is the number of the last line that it has seen."""
        move_log = self._move_log
        ply = len(move_log)
        return ResumeMessage(
            self.game, proof, move_log.epoch, ply, move_log.hash_at(ply), move_log.base, self.turn, chat
        )

    # --- from the wire ------------------------------------------------------------------------------------------------

    def receive(self, message: GameMessage, now: float) -> None:
        """Take what the other side said about this game."""
        is_first, self._has_returned = self._has_returned, False
        self._is_shared = True
        match message:
            case UnpauseMessage() if is_first:
                self._on_unpause(message, is_first=True)
            case AckMessage():
                self._on_ack(message, now)
            case SyncMessage():
                self._on_sync(message)
            case StateMessage():
                self._on_state(message, now)
            case _ if self._pending is None:
                self._take(message, now)
            case _ if len(self._held) < MOST_HELD:
                self._held.append(message)
            case _:
                self._out.complain("too-much", f"more than {MOST_HELD} messages wait behind a move")

    def _take(self, message: _Ordered, now: float) -> None:
        match message:
            case MoveMessage():
                self._on_move(message, now)
            case RequestMessage():
                self._on_request(message)
            case ReplyMessage():
                self._on_reply(message, now)
            case UnpauseMessage():
                self._on_unpause(message, is_first=False)
            case ResignMessage():
                self._hear_end(FinalMessage(self.here, ending.RESIGNATION, message.epoch, message.ply), now)
            case EndMessage(final=final):
                self._hear_end(final, now)

    def _on_move(self, move: MoveMessage, now: float) -> None:
        move_log = self._move_log
        if self.finish.is_over or self._frozen_until is not None or move.epoch < move_log.epoch:
            return  # on its way when that happened; the other side knows or will hear
        if move.epoch > move_log.epoch or move.ply > len(move_log) + 1:
            self._disagree(now)
        elif move.ply <= len(move_log):
            if move_log.is_same(move.ply, move.text, move.hash):
                self._out.say(AckMessage(self.game, move.epoch, move.ply, move.hash))
            else:
                self._disagree(now)
        elif not move_log.has_room(self._as_ply(move)):
            self._declare(FinalMessage("none", "too-long", move_log.epoch, len(move_log)), now)
        else:
            self._pending = move
            left_s = None if move.left_ms is None else move.left_ms / 1000
            used_s = move.used_ms / 1000
            table = self._out.table
            self._out.emit(events.MoveArrived(table, move.epoch, move.ply, move.text, move.hash, used_s, left_s, now))

    def _as_ply(self, move: MoveMessage) -> Ply:
        return Ply(move.text, move.hash, ending.other(self.here), move.used_ms, move.left_ms)

    def _on_ack(self, ack: AckMessage, now: float) -> None:
        move_log = self._move_log
        if ack.epoch != move_log.epoch or self.finish.is_over:
            return
        if ack.ply > len(move_log):
            self._out.complain("wrong-state", f"an acknowledgement of ply {ack.ply}, there are {len(move_log)}")
        elif move_log.hash_at(ack.ply) != ack.hash:
            self._disagree(now)
        elif ack.ply > move_log.confirmed:
            move_log.confirm(ack.ply)
            self._out.emit(events.MoveConfirmed(self._out.table, ack.epoch, ack.ply))

    def _on_request(self, request: RequestMessage) -> None:
        ply = len(self._move_log)
        sensible = not self.finish.is_over and self._frozen_until is None
        if request.kind == "take-back":
            sensible = sensible and self.ticket.terms.take_backs and 1 <= request.plies <= ply
        verdict, lapsed = self._pending_requests.take(request, self._move_log.epoch, ply, sensible=sensible)
        for asked in lapsed:
            self._tell_answer(asked, yes=False)
        match verdict:
            case RequestVerdict.OFFER:
                kind, plies, epoch = request.kind, request.plies, request.epoch
                self._out.emit(events.Requested(self._out.table, request.id, kind, plies, epoch, request.ply))
            case RequestVerdict.DECLINE:
                self._pending_requests.note_answer(request.id, yes=False)
                self._out.say(ReplyMessage(self.game, request.id, False))
            case RequestVerdict.REPEAT:
                self._say_reply(request.id, True)
            case RequestVerdict.IGNORE:
                pass

    def _on_reply(self, reply: ReplyMessage, now: float) -> None:
        if reply.id >= self._pending_requests.next_id:
            self._out.complain("wrong-state", "an answer to nothing")
            return
        answered = self._pending_requests.answer_came(reply.id)
        if answered is None:
            return  # said again after a break of the line
        asked, was_open = answered
        if reply.yes and asked.kind == "pause":
            self._go_to_pause(reply.pauses)
        elif reply.yes:
            self._take_yes(asked, now)
        elif was_open:
            self._tell_answer(asked, yes=False)

    def _on_unpause(self, unpause: UnpauseMessage, *, is_first: bool) -> None:
        steps = unpause.pauses - self._pauses
        if is_first or steps <= 0 or (steps == 1 and self.is_paused):
            self._go_to_pause(unpause.pauses)
        else:
            self._out.complain("wrong-state", "the end of a pause that there is not")

    def _go_to_pause(self, pauses: int) -> None:
        """Take the step or two that the other side's count of pauses is ahead of ours; the rest is known already."""
        for _ in range(min(2, pauses - self._pauses)):
            if self.finish.is_over:
                return
            self._pauses += 1
            epoch, ply = self._move_log.epoch, len(self._move_log)
            if self.is_paused:
                self._out.emit(events.RequestAnswered(self._out.table, "pause", True, epoch, ply))
            else:
                self._out.emit(events.Unpaused(self._out.table))
            self._show()

    # --- moves --------------------------------------------------------------------------------------------------------

    def play(self, action: actions.Play, now: float) -> None:
        """Our move. One that the wire has overtaken is dropped."""
        move_log = self._move_log
        if self.finish.is_over or action.epoch != move_log.epoch:
            return
        if action.ply != len(move_log) + 1:
            raise RefusedError("out-of-step", f"ply {action.ply} after {len(move_log)} plies")
        left_ms = None if action.left_s is None else max(0, round(action.left_s * 1000))
        used_ms = max(0, round(action.used_s * 1000))
        move = MoveMessage(self.game, action.epoch, action.ply, action.text, action.hash, used_ms, left_ms)
        checked(move)
        ply = Ply(move.text, move.hash, self.here, used_ms, left_ms)
        if not move_log.has_room(ply):
            self._declare(FinalMessage("none", "too-long", move_log.epoch, len(move_log)), now)
            return
        move_log.add(ply)
        self._presence.was_away = False
        self._out.say(move)
        self._lapse()  # after the move: it has overtaken what was asked, which is no refusal
        self.feed.append(move)

    def accept(self, action: actions.AcceptMove, now: float) -> None:
        """The move that waits is legal and on disk here."""
        move = self._pending
        if move is None or (action.epoch, action.ply) != (move.epoch, move.ply):
            return  # overtaken
        if action.hash != move.hash or move.ply != len(self._move_log) + 1:
            self._disagree(now)
            return
        self._pending = None
        self._presence.was_away = False
        self._move_log.add(self._as_ply(move))
        self._move_log.confirm(move.ply)
        self._lapse()
        self._out.say(AckMessage(self.game, move.epoch, move.ply, move.hash))
        self.feed.append(move)
        self._release(now)

    def refuse(self, action: actions.RefuseMove, now: float) -> None:
        """The move that waits is against the rules."""
        move = self._pending
        if move is not None and (action.epoch, action.ply) == (move.epoch, move.ply):
            self._disagree(now)

    def _release(self, now: float) -> None:
        """Go on with what waited behind a move, up to the next one."""
        while self._held and self._pending is None:
            self._take(self._held.popleft(), now)

    # --- requests -----------------------------------------------------------------------------------------------------

    def ask(self, kind: Kind, plies: int) -> None:
        """Ask for something."""
        if self.stage in (GameStage.SUSPENDED, GameStage.ENDED) or self._frozen_until is not None:
            raise RefusedError("not-now", "nobody is there to ask")
        ply = len(self._move_log)
        if kind == "take-back" and not (self.ticket.terms.take_backs and 1 <= plies <= ply):
            raise RefusedError("not-now", "this can't be taken back")
        if kind == "pause" and self.is_paused:
            raise RefusedError("not-now", "the game is paused")
        if not self._pending_requests.may_ask(kind):
            raise RefusedError("asked-already", "a request waits for its answer")
        asked = self._pending_requests.ask(kind, self._move_log.epoch, ply, plies if kind == "take-back" else 0)
        self._say_request(asked)

    def answer(self, number: int, yes: bool, now: float) -> None:
        """Answer a request of theirs; a yes takes effect here and now."""
        asked = self._pending_requests.answer(number, yes)
        if asked is None or self.finish.is_over:
            raise RefusedError("not-now", "this request does not wait for an answer")
        if yes and asked.kind == "pause" and not self.is_paused:
            self._pauses += 1
            self._show()
        self._say_reply(number, yes)
        if not yes:
            return
        if asked.raises_epoch:
            self._last_yes = asked.id
            self._begin_epoch(asked, now)
        elif asked.kind == "draw":
            self._yes_to_draw = True
            self._declare(FinalMessage("draw", ending.AGREEMENT, self._move_log.epoch, len(self._move_log)), now)

    def end_pause(self) -> None:
        """Go on after a pause."""
        if not self.is_paused or self.finish.is_over:
            raise RefusedError("not-now", "there is no pause to end")
        self._pauses += 1
        self._out.say(UnpauseMessage(self.game, self._pauses))
        self._show()

    def _take_yes(self, asked: PendingRequest, now: float) -> None:
        move_log = self._move_log
        possible = asked.epoch == move_log.epoch and move_log.confirmed <= asked.ply
        if self.finish.is_over:
            # our end and their yes have crossed; the draw counts, a take-back only makes both lists equal
            if possible and asked.raises_epoch:
                move_log.go_back(asked.to_ply)
            elif possible and asked.kind == "draw":
                self._yes_to_draw = True
                self.finish.draw_instead(FinalMessage("draw", ending.AGREEMENT, asked.epoch, asked.ply))
        elif not possible:
            self._disagree(now)
        elif asked.raises_epoch:
            self._last_yes = None
            self._begin_epoch(asked, now)
            self._tell_answer(asked, yes=True)
        else:
            self._yes_to_draw = True
            self.finish.adopt(FinalMessage("draw", ending.AGREEMENT, asked.epoch, asked.ply))
            self._tell_answer(asked, yes=True)
            self._lapse()
            self._be_over(now)

    def _begin_epoch(self, asked: PendingRequest, now: float) -> None:
        self._move_log.go_back(asked.to_ply)
        self._pending = None
        self._lapse()
        self._pending_requests.forget_ours(self._move_log.epoch)
        self._show()
        self._release(now)

    def _lapse(self) -> None:
        for asked in self._pending_requests.lapse():
            self._out.say(ReplyMessage(self.game, asked.id, False))

    def _say_reply(self, number: int, yes: bool) -> None:
        self._out.say(ReplyMessage(self.game, number, yes, self._pauses if yes else 0))

    def _say_request(self, asked: PendingRequest) -> None:
        self._out.say(RequestMessage(self.game, asked.id, asked.kind, asked.epoch, asked.ply, asked.plies))

    def _tell_answer(self, asked: PendingRequest, *, yes: bool) -> None:
        to_ply = asked.to_ply if yes else len(self._move_log)
        self._out.emit(events.RequestAnswered(self._out.table, asked.kind, yes, self._move_log.epoch, to_ply))

    # --- the end ------------------------------------------------------------------------------------------------------

    def resign(self, now: float) -> None:
        """Give up; nobody can refuse it."""
        self._declare(
            FinalMessage(ending.other(self.here), ending.RESIGNATION, self._move_log.epoch, len(self._move_log)), now
        )

    def declare(self, action: actions.DeclareEnd, now: float) -> None:
        """The game is over by what is true here; also the answer to a claim. One that was overtaken is dropped."""
        epoch, ply = self._move_log.epoch, len(self._move_log)
        overtaken = action.epoch not in (None, epoch) or action.ply not in (None, ply)
        if overtaken and not self.finish.is_over:
            return
        final = FinalMessage(self.finish.winner(action.winner), action.reason, epoch, ply)
        checked(EndMessage(self.game, final))
        self._declare(final, now)

    def claim(self, now: float) -> None:
        """The other side did not come back: the game is ours, unless it never began over there."""
        if self.stage is not GameStage.SUSPENDED or not self._presence.is_overdue:
            raise RefusedError("not-now", "the other side is there or has time left")
        epoch, ply = self._move_log.epoch, len(self._move_log)
        if self._is_shared:
            self._declare(FinalMessage(self.here, ending.ABSENCE, epoch, ply), now)
        else:
            self._end_alone(now)

    def be_disowned(self, now: float) -> None:
        """The other side's program knows no such game: there is nobody to play it with, nor to agree on its end."""
        if self.finish.settled is None:
            self._end_alone(now)

    def _end_alone(self, now: float) -> None:
        if not self.finish.is_over:
            self._lapse()
        self.finish.end_alone(FinalMessage("none", ending.UNKNOWN, self._move_log.epoch, len(self._move_log)))
        self._be_over(now)

    def not_back(self) -> None:
        """The other side's program answers, but nobody sits at this game there."""
        if not self.finish.is_over and self._presence.note_answer():
            self._out.emit(events.NotBack(self._out.table))

    def _declare(self, final: FinalMessage, now: float) -> None:
        if self.finish.is_over:
            self.finish.declare(final, now)
            self._be_over(now)
            return
        self._lapse()
        self.finish.declare(final, now)
        if not self._presence.has_line:
            self.finish.line_lost()
        self._be_over(now)

    def _hear_end(self, final: FinalMessage, now: float) -> None:
        was_over = self.finish.is_over
        here = without_result(self._move_log.epoch, len(self._move_log))
        drew = self._yes_to_draw or self._pending_requests.offered_draw(self._move_log.epoch)
        self.finish.hear(final, here, drew=drew, was_away=self._presence.was_away)
        if self.finish.is_over and not was_over:
            self._lapse()
        self._be_over(now)

    def _be_over(self, now: float) -> None:
        """Whatever waited has nothing to wait for; what one side did not see any more is not part of the game."""
        if not self.finish.is_over:
            return
        self._pending = None
        self._frozen_until = None
        settled = self.finish.settled
        if settled is not None and settled.epoch == self._move_log.epoch:
            self._move_log.cut(min(settled.ply, len(self._move_log)))
        if self._shown is not self.finish.final:
            self._shown = self.finish.final
            self._show()
        self._release(now)

    # --- when something does not fit ----------------------------------------------------------------------------------

    def _disagree(self, now: float) -> None:
        """Freeze and compare everything once; the second time there is no result."""
        if self.finish.is_over:
            return
        self._pending = None
        ends = [message for message in self._held if isinstance(message, ResignMessage | EndMessage)]
        self._held.clear()
        move_log = self._move_log
        if self._resyncs:
            self._declare(without_result(move_log.epoch, len(move_log)), now)
        else:
            self._resyncs += 1
            self._frozen_until = now + RESYNC_S
            self._out.emit(events.Resynchronising(self._out.table))
            self._out.say(SyncMessage(self.game, move_log.epoch, len(move_log), move_log.hash_at(len(move_log))))
        for message in ends:
            self._take(message, now)

    def _on_sync(self, sync: SyncMessage) -> None:
        self._syncs += 1
        if self._syncs > MOST_SYNCS:
            self._out.complain("too-much", "asked for the whole game too often")
        elif not self.finish.is_over:
            self._out.say(StateMessage(self.game, self._move_log.epoch, self._move_log.plies, self.is_paused))

    def _on_state(self, state: StateMessage, now: float) -> None:
        if self.finish.is_over:
            return
        if self._frozen_until is None:
            self._out.complain("wrong-state", "the whole game, unasked")
            return
        move_log = self._move_log
        missing = state.plies[len(move_log) :]
        theirs_only = all(ply.by != self.here for ply in missing)
        ours_only = move_log.all_by(self.here, len(state.plies))
        if state.epoch != move_log.epoch or not move_log.fits(state.plies) or not theirs_only or not ours_only:
            self._declare(without_result(move_log.epoch, len(move_log)), now)
            return
        self._frozen_until = None
        self._out.emit(events.Resynchronised(self._out.table))
        for number, ply in move_log.since(len(state.plies)):
            self._say_move(number, ply)
        for number, ply in enumerate(missing, len(move_log) + 1):
            move = MoveMessage(self.game, state.epoch, number, ply.text, ply.hash, ply.used_ms, ply.left_ms)
            self._held.append(move)
        self._release(now)

    def _say_move(self, number: int, ply: Ply) -> None:
        self._out.say(
            MoveMessage(self.game, self._move_log.epoch, number, ply.text, ply.hash, ply.used_ms, ply.left_ms)
        )

    # --- the line and time --------------------------------------------------------------------------------------------

    def cut(self, why: str, now: float) -> None:
        """The line is gone."""
        self.change_line()
        seconds = self._presence.cut(now, counts=why != REPLACED and not self.finish.is_over)
        if self.finish.is_over:
            self.finish.line_lost()
        else:
            self._out.emit(events.LineDown(self._out.table, why, seconds))

    def await_return(self, now: float) -> None:
        """A game taken up again after a crash waits for the other side like after a cut."""
        self._presence.wait(now)

    def change_line(self) -> None:
        """Another line takes the place of the present one: what has not been said on it is said again on the next."""
        self._held.clear()
        self._frozen_until = None

    def returned(self, theirs: ResumeMessage, now: float) -> None:
        """The line stands again; `theirs` is proved and says where the other side is. What it missed is said again."""
        self._presence.come_back(now)
        self._has_returned = True
        if self.finish.is_over:
            self._catch_up(theirs, now)
            self.finish.repeat(now)
            return
        self._out.emit(events.LineUp(self._out.table))
        if self._pauses:
            self._out.say(UnpauseMessage(self.game, self._pauses))
        if not self._catch_up(theirs, now):
            self._disagree(now)

    def _catch_up(self, theirs: ResumeMessage, now: float) -> bool:
        """Come to one epoch, repeat requests and the moves that they lack; whether both lists fit."""
        move_log = self._move_log
        asked = self._pending_requests.raising(move_log.epoch, theirs.base)
        if theirs.epoch == move_log.epoch + 1 and asked is not None:
            self._pending_requests.answer_came(asked.id)  # with a yes that we have not heard
            self._take_yes(asked, now)
        behind = theirs.epoch == move_log.epoch - 1
        if behind and self._last_yes is not None:
            self._out.say(ReplyMessage(self.game, self._last_yes, True))
        known = move_log.base if behind else min(theirs.ply, len(move_log))
        fits = behind or (theirs.epoch == move_log.epoch and self._is_known(theirs))
        if fits and not behind:
            move_log.confirm(known)
        if not self.finish.is_over:
            for each in self._pending_requests.unanswered:
                self._say_request(each)
        if not fits or not move_log.all_by(self.here, known):
            return False
        for number, ply in move_log.since(known):
            self._say_move(number, ply)
        return True

    def _is_known(self, theirs: ResumeMessage) -> bool:
        return theirs.ply > len(self._move_log) or self._move_log.hash_at(theirs.ply) == theirs.hash

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.finish.tick(now)
        if self._frozen_until is not None and now >= self._frozen_until:
            self._declare(without_result(self._move_log.epoch, len(self._move_log)), now)
        if self._presence.became_overdue(now) and self.stage is GameStage.SUSPENDED:
            self._out.emit(events.Overdue(self._out.table))

    def _show(self) -> None:
        """Something other than a move has changed the game; watchers get it whole."""
        self.feed.append(self.shown())
