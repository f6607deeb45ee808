"""A game in progress as one side of the wire sees it: moves and their acknowledgement, requests, the end, the resuming.

    stage         what may come
    PLAYING       Move, Ack, Request, Reply, Unpause, Resign, End, Sync; State when it was asked for
    REQUEST_OPEN  the same, while somebody has to answer a request
    SUSPENDED     nothing: there is no line
    ENDED         Resign, End, Kept, Reply, Request (declined); what was on its way is ignored

It knows no rules. A move that arrives waits for the game's verdict (`MoveArrived`, then `accept` or `refuse`), and
while it does, what came after it waits in order, so everything is judged by the position that its sender saw.
"""

from __future__ import annotations

from collections import deque

from net.session import actions, ending, events
from net.session.game_state import GameStage, GameState
from net.session.messages import (
    AckMessage,
    EndMessage,
    FinalMessage,
    GameMessage,
    KeptMessage,
    Kind,
    MoveMessage,
    Ply,
    ReplyMessage,
    RequestMessage,
    ResignMessage,
    ResumeMessage,
    StateMessage,
    SyncMessage,
    UnpauseMessage,
)
from net.session.outbox import Outbox, RefusedError, checked
from net.session.pending_requests import PendingRequest, RequestVerdict
from net.session.resync import Resync

REPLACED = "replaced"
"""Why a line goes down when the other side has a newer one: that is not a cut."""
UNSIGNED = "unsigned"
"""Code of a complaint about what is not signed by the side that it is said by."""
FALSE_END = "false-end"
"""Code of a complaint about an end that is not true here."""
MOST_HELD = 32
"""Messages that may wait behind a move."""


class GameSession:
    """Plays one game over the wire: what comes in and what is done here changes its `state`."""

    def __init__(self, out: Outbox, state: GameState) -> None:
        self.state = state
        self._out = out
        self._pending: MoveMessage | None = None
        self._held: deque[GameMessage] = deque()
        self._last_yes: int | None = None  # our answer that began the present epoch
        self._yes_to_draw = False
        self._shown: FinalMessage | None = None  # the end as watchers know it
        self._resync = Resync(out, state)
        self._has_returned = False  # and has not heard anything since

    # --- from the wire ------------------------------------------------------------------------------------------------

    def receive(self, message: GameMessage, now: float) -> None:
        """Take what the other side said about this game."""
        is_first, self._has_returned = self._has_returned, False
        self.state.is_shared = True
        match message:
            case UnpauseMessage() if is_first:
                self._on_unpause(message, is_first=True)
            case AckMessage():
                self._on_ack(message, now)
            case SyncMessage():
                self._resync.asked(message)
            case StateMessage():
                self._on_state(message, now)
            case _ if self._pending is None:
                self._take(message, now)
            case _ if len(self._held) < MOST_HELD:
                self._held.append(message)
            case _:
                self._out.complain("too-much", f"more than {MOST_HELD} messages wait behind a move")

    def _take(self, message: GameMessage, now: float) -> None:
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
                final = FinalMessage(self.state.here, ending.RESIGNATION, message.epoch, message.ply)
                self._hear_end(final, message.signature, now)
            case EndMessage(final=final):
                self._hear_end(final, message.signature, now)
            case KeptMessage():
                self.state.finish.hear_kept()

    def _on_move(self, move: MoveMessage, now: float) -> None:
        move_log = self.state.move_log
        if self.state.finish.is_over or self._resync.is_frozen or move.epoch < move_log.epoch:
            return  # on its way when that happened; the other side knows or will hear
        if move.epoch > move_log.epoch or move.ply > len(move_log) + 1:
            self._disagree(now)
        elif move.ply <= len(move_log):
            if move_log.is_same(move.ply, move.text, move.hash):
                self._out.say(AckMessage(self.state.game, move.epoch, move.ply, move.hash))
            else:
                self._disagree(now)
        elif not move_log.has_room(self._as_ply(move)):
            self._declare(self.state.final("none", "too-long"), now)
        elif not self.state.is_signed(self._as_ply(move)):
            self._out.complain(UNSIGNED, f"ply {move.ply} is not signed by who sits here: it is not played")
        else:
            self._pending = move
            left_s = None if move.left_ms is None else move.left_ms / 1000
            used_s = move.used_ms / 1000
            table = self._out.table
            self._out.emit(
                events.MoveArrived(
                    table, move.epoch, move.ply, move.text, move.hash, used_s, left_s, now, move.signature
                )
            )

    def _as_ply(self, move: MoveMessage) -> Ply:
        there = ending.other(self.state.here)
        return Ply(move.text, move.hash, there, move.used_ms, move.left_ms, move.epoch, move.signature)

    def _on_ack(self, ack: AckMessage, now: float) -> None:
        move_log = self.state.move_log
        if ack.epoch != move_log.epoch or self.state.finish.is_over:
            return
        if ack.ply > len(move_log):
            self._out.complain("wrong-state", f"an acknowledgement of ply {ack.ply}, there are {len(move_log)}")
        elif move_log.hash_at(ack.ply) != ack.hash:
            self._disagree(now)
        elif ack.ply > move_log.confirmed:
            move_log.confirm(ack.ply)
            self._out.emit(events.MoveConfirmed(self._out.table, ack.epoch, ack.ply))

    def _on_request(self, request: RequestMessage) -> None:
        ply = len(self.state.move_log)
        sensible = not self.state.finish.is_over and not self._resync.is_frozen
        if request.kind == "take-back":
            sensible = sensible and self.state.ticket.terms.take_backs and 1 <= request.plies <= ply
        verdict, lapsed = self.state.requests.take(request, self.state.move_log.epoch, ply, sensible=sensible)
        for asked in lapsed:
            self.state.tell_answer(asked, yes=False)
        match verdict:
            case RequestVerdict.OFFER:
                kind, plies, epoch = request.kind, request.plies, request.epoch
                self._out.emit(events.Requested(self._out.table, request.id, kind, plies, epoch, request.ply))
            case RequestVerdict.DECLINE:
                self.state.requests.note_answer(request.id, yes=False)
                self._out.say(ReplyMessage(self.state.game, request.id, False))
            case RequestVerdict.REPEAT:
                self.state.say_reply(request.id, True)
            case RequestVerdict.IGNORE:
                pass

    def _on_reply(self, reply: ReplyMessage, now: float) -> None:
        if reply.id >= self.state.requests.next_id:
            self._out.complain("wrong-state", "an answer to nothing")
            return
        answered = self.state.requests.answer_came(reply.id)
        if answered is None:
            return  # said again after a break of the line
        asked, was_open = answered
        if reply.yes and asked.kind == "pause":
            self.state.go_to_pause(reply.pauses)
        elif reply.yes:
            self._take_yes(asked, now)
        elif was_open:
            self.state.tell_answer(asked, yes=False)

    def _on_unpause(self, unpause: UnpauseMessage, *, is_first: bool) -> None:
        steps = unpause.pauses - self.state.pauses
        if is_first or steps <= 0 or (steps == 1 and self.state.is_paused):
            self.state.go_to_pause(unpause.pauses)
        else:
            self._out.complain("wrong-state", "the end of a pause that there is not")

    # --- moves --------------------------------------------------------------------------------------------------------

    def play(self, action: actions.Play, now: float) -> None:
        """Our move. One that the wire has overtaken is dropped."""
        move_log = self.state.move_log
        if self.state.finish.is_over or action.epoch != move_log.epoch:
            return
        if action.ply != len(move_log) + 1:
            raise RefusedError("out-of-step", f"ply {action.ply} after {len(move_log)} plies")
        left_ms = None if action.left_s is None else max(0, round(action.left_s * 1000))
        used_ms = max(0, round(action.used_s * 1000))
        move = MoveMessage(self.state.game, action.epoch, action.ply, action.text, action.hash, used_ms, left_ms)
        checked(move)
        ply = Ply(move.text, move.hash, self.state.here, used_ms, left_ms, move.epoch)
        if not move_log.has_room(ply):
            self._declare(self.state.final("none", "too-long"), now)
            return
        ply = self.state.sign(ply)
        move_log.add(ply)
        self.state.presence.was_away = False
        self.state.say_move(move.ply, ply)
        self.state.lapse()  # after the move: it has overtaken what was asked, which is no refusal
        self.state.feed.append(move)

    def accept(self, action: actions.AcceptMove, now: float) -> None:
        """The move that waits is legal and on disk here."""
        move = self._pending
        if move is None or (action.epoch, action.ply) != (move.epoch, move.ply):
            return  # overtaken
        if action.hash != move.hash or move.ply != len(self.state.move_log) + 1:
            self._disagree(now)
            return
        self._pending = None
        self.state.presence.was_away = False
        self.state.move_log.add(self._as_ply(move))
        self.state.move_log.confirm(move.ply)
        self.state.lapse()
        self._out.say(AckMessage(self.state.game, move.epoch, move.ply, move.hash))
        self.state.feed.append(move)
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
        self.state.ask(kind, plies, is_frozen=self._resync.is_frozen)

    def answer(self, number: int, yes: bool, now: float) -> None:
        """Answer a request of theirs; a yes takes effect here and now."""
        asked = self.state.requests.answer(number, yes)
        if asked is None or self.state.finish.is_over:
            raise RefusedError("not-now", "this request does not wait for an answer")
        if yes and asked.kind == "pause" and not self.state.is_paused:
            self.state.pauses += 1
            self.state.show()
        self.state.say_reply(number, yes)
        if not yes:
            return
        if asked.raises_epoch:
            self._last_yes = asked.id
            self._begin_epoch(asked, now)
        elif asked.kind == "draw":
            self._yes_to_draw = True
            self._declare(self.state.final("draw", ending.AGREEMENT), now)

    def _take_yes(self, asked: PendingRequest, now: float) -> None:
        move_log = self.state.move_log
        possible = asked.epoch == move_log.epoch and move_log.confirmed <= asked.ply
        if self.state.finish.is_over:
            # our end and their yes have crossed; the draw counts, a take-back only makes both lists equal
            if possible and asked.raises_epoch:
                move_log.go_back(asked.to_ply)
            elif possible and asked.kind == "draw":
                self._yes_to_draw = True
                self.state.finish.draw_instead(FinalMessage("draw", ending.AGREEMENT, asked.epoch, asked.ply))
        elif not possible:
            self._disagree(now)
        elif asked.raises_epoch:
            self._last_yes = None
            self._begin_epoch(asked, now)
            self.state.tell_answer(asked, yes=True)
        else:
            self._yes_to_draw = True
            self.state.finish.adopt(FinalMessage("draw", ending.AGREEMENT, asked.epoch, asked.ply))
            self.state.tell_answer(asked, yes=True)
            self.state.lapse()
            self._be_over(now)

    def _begin_epoch(self, asked: PendingRequest, now: float) -> None:
        self.state.move_log.go_back(asked.to_ply)
        self._pending = None
        self.state.lapse()
        self.state.requests.forget_ours(self.state.move_log.epoch)
        self.state.show()
        self._release(now)

    # --- the end ------------------------------------------------------------------------------------------------------

    def resign(self, now: float) -> None:
        """Give up; nobody can refuse it."""
        self._declare(self.state.final(ending.other(self.state.here), ending.RESIGNATION), now)

    def declare(self, action: actions.DeclareEnd, now: float) -> None:
        """The game is over by what is true here; also the answer to a claim. One that was overtaken is dropped."""
        epoch, ply = self.state.move_log.epoch, len(self.state.move_log)
        overtaken = action.epoch not in (None, epoch) or action.ply not in (None, ply)
        if overtaken and not self.state.finish.is_over:
            return
        final = FinalMessage(self.state.finish.winner(action.winner), action.reason, epoch, ply)
        checked(EndMessage(self.state.game, final))
        self._declare(final, now)

    def refuse_end(self) -> None:
        """The end that the other side claims is not true here. It counts for that side alone."""
        if not self.state.finish.is_over:
            self.state.finish.forget_theirs()
            self._resync.thaw()
            self._out.complain(FALSE_END, "the game is not over by what is seen here: it goes on")

    def claim(self, now: float) -> None:
        """The other side did not come back: the game is ours, unless it never began over there."""
        if self.state.stage is not GameStage.SUSPENDED or not self.state.presence.is_overdue:
            raise RefusedError("not-now", "the other side is there or has time left")
        if self.state.is_shared:
            self._declare(self.state.final(self.state.here, ending.ABSENCE), now)
        else:
            self._end_alone(now)

    def be_disowned(self, now: float) -> None:
        """The other side's program says that it knows no such game: it has put away what both have said, or the game
        never began there. One that goes on here is not ended by that, else whoever is about to lose could say it: it
        waits, and may be claimed, as of anybody who does not come back."""
        if self.state.finish.is_over or not self.state.is_shared or not self.state.plies:
            self._end_alone(now)
        else:
            self.state.not_back(is_known=False)

    def _end_alone(self, now: float) -> None:
        if not self.state.finish.is_over:
            self.state.lapse()
        self.state.finish.end_alone(self.state.final("none", ending.UNKNOWN))
        self._be_over(now)

    def _declare(self, final: FinalMessage, now: float) -> None:
        if self.state.finish.is_over:
            self.state.finish.declare(final, now)
            self._be_over(now)
            return
        self.state.lapse()
        self.state.finish.declare(final, now)
        if not self.state.presence.has_line:
            self.state.finish.line_lost()
        self._be_over(now)

    def _hear_end(self, final: FinalMessage, signature: str, now: float) -> None:
        is_signed = self.state.take_signature(final, signature)
        if not is_signed and final.winner != "none" and not self.state.finish.is_same(final):
            self._out.complain(UNSIGNED, "the end is not signed by who sits here: the game goes on")
            return
        was_over = self.state.finish.is_over
        here = self.state.no_result
        drew = self._yes_to_draw or self.state.requests.offered_draw(self.state.move_log.epoch)
        self.state.finish.hear(final, here, drew=drew, was_away=self.state.presence.was_away)
        if self.state.finish.is_over and not was_over:
            self.state.lapse()
        self._be_over(now)
        if self.state.finish.settled is not None:
            self.state.prove()

    def _be_over(self, now: float) -> None:
        """Whatever waited has nothing to wait for; what one side did not see any more is not part of the game."""
        if not self.state.finish.is_over:
            return
        self._pending = None
        self._resync.thaw()
        settled = self.state.finish.settled
        if settled is not None and settled.epoch == self.state.move_log.epoch:
            self.state.move_log.cut(min(settled.ply, len(self.state.move_log)))
        if self._shown is not self.state.finish.final:
            self._shown = self.state.finish.final
            self.state.show()
        self._release(now)

    # --- when something does not fit ----------------------------------------------------------------------------------

    def _disagree(self, now: float) -> None:
        """Freeze and compare everything once; the second time there is no result."""
        if self.state.finish.is_over:
            return
        self._pending = None
        ends = [message for message in self._held if isinstance(message, ResignMessage | EndMessage)]
        self._held.clear()
        if not self._resync.begin(now):
            self._give_up()
        for message in ends:
            self._take(message, now)

    def _on_state(self, theirs: StateMessage, now: float) -> None:
        if self.state.finish.is_over:
            return
        if not self._resync.is_frozen:
            self._out.complain("wrong-state", "the whole game, unasked")
            return
        if not self._resync.compare(theirs):
            self._give_up()

    def _give_up(self) -> None:
        """The two games do not fit, also after they were compared. That may be the other side's doing, so it is for the
        game to say whether it ends without a result; until then it stands still."""
        if self._resync.wait_for_game():
            self.state.finish.claim(self.state.no_result)

    # --- the line and time --------------------------------------------------------------------------------------------

    def cut(self, why: str, now: float) -> None:
        """The line is gone."""
        self.change_line()
        seconds = self.state.presence.cut(now, counts=why != REPLACED and not self.state.finish.is_over)
        if self.state.finish.is_over:
            self.state.finish.line_lost()
        else:
            self._out.emit(events.LineDown(self._out.table, why, seconds))

    def await_return(self, now: float) -> None:
        """A game taken up again after a crash waits for the other side like after a cut."""
        self.state.presence.wait(now)

    def change_line(self) -> None:
        """Another line takes the place of the present one: what has not been said on it is said again on the next."""
        self._held.clear()
        self._resync.thaw()

    def returned(self, theirs: ResumeMessage, now: float) -> None:
        """The line stands again; `theirs` is proved and says where the other side is. What it missed is said again."""
        self.state.presence.come_back(now)
        self._has_returned = True
        if self.state.finish.is_over:
            self._catch_up(theirs, now)
            self.state.finish.repeat(now)
            return
        self._out.emit(events.LineUp(self._out.table))
        if self.state.pauses:
            self._out.say(UnpauseMessage(self.state.game, self.state.pauses))
        if not self._catch_up(theirs, now):
            self._disagree(now)

    def _catch_up(self, theirs: ResumeMessage, now: float) -> bool:
        """Come to one epoch, repeat requests and the moves that they lack; whether both lists fit."""
        move_log = self.state.move_log
        asked = self.state.requests.raising(move_log.epoch, theirs.base)
        if theirs.epoch == move_log.epoch + 1 and asked is not None:
            self.state.requests.answer_came(asked.id)  # with a yes that we have not heard
            self._take_yes(asked, now)
        behind = theirs.epoch == move_log.epoch - 1
        if behind and self._last_yes is not None:
            self._out.say(ReplyMessage(self.state.game, self._last_yes, True))
        known = move_log.base if behind else min(theirs.ply, len(move_log))
        fits = behind or (theirs.epoch == move_log.epoch and self._is_known(theirs))
        if fits and not behind:
            move_log.confirm(known)
        if not self.state.finish.is_over:
            for each in self.state.requests.unanswered:
                self.state.say_request(each)
        if not fits or not move_log.all_by(self.state.here, known):
            return False
        for number, ply in move_log.since(known):
            self.state.say_move(number, ply)
        return True

    def _is_known(self, theirs: ResumeMessage) -> bool:
        return theirs.ply > len(self.state.move_log) or self.state.move_log.hash_at(theirs.ply) == theirs.hash

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.state.finish.tick(now)
        if self._resync.is_late(now):
            self._give_up()
        if self.state.presence.became_overdue(now) and self.state.stage is GameStage.SUSPENDED:
            self._out.emit(events.Overdue(self._out.table))
