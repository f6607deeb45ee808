"""What one side of the wire knows of a game in progress, and how it says so."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from net.session import events
from net.session.ending import other, without_result
from net.session.finish import Finish
from net.session.messages import (
    ClockMessage,
    FinalMessage,
    Kind,
    Message,
    MoveMessage,
    Ply,
    ReplyMessage,
    RequestMessage,
    ResumeMessage,
    StateMessage,
    TableMessage,
    UnpauseMessage,
    Winner,
)
from net.session.move_log import MoveLog
from net.session.outbox import Outbox, RefusedError
from net.session.pending_requests import PendingRequest, PendingRequests
from net.session.presence import LinePresence
from net.session.running_clock import RunningClock
from net.session.signed_game import (
    SideSignature,
    SignedGame,
    end_link,
    is_end_signed,
    is_link_signed,
    sign_end,
    sign_link,
    signed_game,
    with_end,
)
from net.session.ticket import Ticket
from net.trust.keys import PrivateKey


class GameStage(enum.Enum):
    """Where a game stands."""

    PLAYING = enum.auto()
    REQUEST_OPEN = enum.auto()
    SUSPENDED = enum.auto()
    ENDED = enum.auto()


class GameState:
    """One game. `ticket` says who sits where, `setting` what watchers see, `key` is what we sign by. With `restored` it
    is taken up again after a crash, and the line is still to come."""

    def __init__(
        self,
        out: Outbox,
        ticket: Ticket,
        setting: TableMessage,
        key: PrivateKey,
        plies: Sequence[Ply] = (),
        *,
        restored: bool = False,
    ) -> None:
        self.ticket = ticket
        self.setting = setting
        self.here = ticket.here
        self.turn = ticket.turn
        self.finish = Finish(out, ticket.game, ticket.here, self.signature_of, self.prove)
        self.feed: list[Message] = []
        """What watchers have to be told; whoever has watchers takes it away."""
        self.move_log = MoveLog(ticket.start_hash, plies, ticket.epoch, ticket.base, ticket.card)
        self.requests = PendingRequests(ticket.here == "host", ticket.unanswered, ticket.next_request)
        self.pauses = ticket.pauses
        """The pauses and their ends."""
        self.running = RunningClock()
        """The clock of the move that somebody thinks about, for the game to tell."""
        self.presence = LinePresence(ticket.cuts, restored=restored)
        self.is_shared = ticket.is_shared or any(ply.by != self.here for ply in plies)
        """Whether the other side has sat at this game."""
        self._signed = ticket.signed
        self._out = out
        self._key = key
        self._end_there: tuple[FinalMessage | None, str] = (None, "")  # the end that the other side has signed
        self._proved: SignedGame | None = None

    @property
    def game(self) -> str:
        """The game's id."""
        return self.ticket.game

    @property
    def stage(self) -> GameStage:
        """Where the game stands."""
        if self.finish.is_over:
            return GameStage.ENDED
        if not self.presence.has_line:
            return GameStage.SUSPENDED
        return GameStage.REQUEST_OPEN if self.requests.is_open else GameStage.PLAYING

    @property
    def wants_line(self) -> bool:
        """Whether the two sides still have something to say to each other about this game: until the other side has the
        end on its disk."""
        return not self.finish.is_done

    @property
    def is_paused(self) -> bool:
        """Whether a pause lasts."""
        return self.pauses % 2 == 1

    @property
    def epoch(self) -> int:
        """Accepted take-backs and restarts so far."""
        return self.move_log.epoch

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves so far, as they stand here."""
        return self.move_log.plies

    def current_ticket(self) -> Ticket:
        """The ticket as it has to be kept now."""
        return msgspec.structs.replace(
            self.ticket,
            epoch=self.move_log.epoch,
            base=self.move_log.base,
            turn=self.turn,
            cuts=self.presence.cuts,
            pauses=self.pauses,
            next_request=self.requests.next_id,
            unanswered=self.requests.unanswered,
            signed=self._signed,
            is_shared=self.ticket.is_shared or self.move_log.confirmed > 0 or self.move_log.epoch > 0,
        )

    def clock(self, now: float) -> ClockMessage | None:
        """The clock of the running move at this moment, or None while none is known."""
        move_log = self.move_log
        return None if self.finish.is_over else self.running.at(now, self.game, move_log.epoch, len(move_log))

    def hear_clock(self, clock: ClockMessage, now: float) -> None:
        """The other side says how it sees the clock of the running move. One that a move has overtaken is dropped."""
        move_log = self.move_log
        if clock.game == self.game and (clock.epoch, clock.ply) == (move_log.epoch, len(move_log)):
            self._out.emit(events.clock_told(self._out.table, clock, now))

    def shown(self) -> StateMessage:
        """The whole game for a watcher."""
        move_log = self.move_log
        return StateMessage(self.game, move_log.epoch, move_log.told, self.is_paused, self.setting, self.finish.final)

    def as_resume(self, proof: str, chat: int) -> ResumeMessage:
        """What this side says of itself when it comes back; `chat` is the number of the last line that it has seen."""
        move_log = self.move_log
        ply = len(move_log)
        return ResumeMessage(
            self.game, proof, move_log.epoch, ply, move_log.hash_at(ply), move_log.base, self.turn, chat
        )

    @property
    def no_result(self) -> FinalMessage:
        """An end without a result that comes now."""
        return without_result(self.move_log.epoch, len(self.move_log))

    def final(self, winner: Winner, reason: str) -> FinalMessage:
        """An end of another kind that comes now."""
        return FinalMessage(winner, reason, self.move_log.epoch, len(self.move_log))

    # --- signatures ---------------------------------------------------------------------------------------------------

    def sign(self, ply: Ply) -> Ply:
        """The ply that comes next, with our signature."""
        if self.ticket.card is None:
            return ply
        signature = sign_link(self._key, self.move_log.link_after(ply))
        self._signed = SideSignature(len(self.move_log) + 1, signature)
        return msgspec.structs.replace(ply, signature=signature)

    def is_signed(self, ply: Ply) -> bool:
        """Whether the other side has signed the ply that comes next; always, in a game that is not signed."""
        card = self.ticket.card
        return card is None or is_link_signed(card.seat(ply.by).key, self.move_log.link_after(ply), ply.signature)

    def signature_of(self, final: FinalMessage) -> str:
        """Our signature of an end; empty where it is the end of another game than stands here, or nothing is signed."""
        link = self._end_link(final)
        return sign_end(self._key, link) if link is not None else ""

    def take_signature(self, final: FinalMessage, signature: str) -> bool:
        """Keep the other side's signature of an end, if it is one. False: it is none, though it should be."""
        card, link = self.ticket.card, self._end_link(final)
        if card is None or link is None or self.finish.settled not in (None, final):
            return True
        there = other(self.here)
        if not is_end_signed(card.seat(there).key, link, signature):
            return False
        self._end_there = final, signature
        return True

    def _end_link(self, final: FinalMessage) -> bytes | None:
        move_log = self.move_log
        if self.ticket.card is None or final.epoch != move_log.epoch or final.ply > len(move_log):
            return None
        return end_link(move_log.link_at(final.ply), final)

    def prove(self) -> None:
        """Tell the game how it stands signed, if it is over and that has changed."""
        final, card = self.finish.final, self.ticket.card
        if card is None or final is None:
            return
        game = signed_game(card, self.move_log.plies[: final.ply], self._key)
        ours = self.signature_of(final)
        if ours:
            said, theirs = self._end_there
            game = with_end(game, final, {self.here: ours, other(self.here): theirs if said == final else ""})
        if game != self._proved:
            self._proved = game
            self._out.emit(events.Proved(self._out.table, game))

    # --- saying ------------------------------------------------------------------------------------------------------

    def lapse(self) -> None:
        """What they have asked for is overtaken, which they hear as a no."""
        for asked in self.requests.lapse():
            self._out.say(ReplyMessage(self.game, asked.id, False))

    def say_reply(self, number: int, yes: bool) -> None:
        """Answer a request of theirs."""
        self._out.say(ReplyMessage(self.game, number, yes, self.pauses if yes else 0))

    def say_request(self, asked: PendingRequest) -> None:
        """Ask them for something, or ask again."""
        self._out.say(RequestMessage(self.game, asked.id, asked.kind, asked.epoch, asked.ply, asked.plies))

    def tell_answer(self, asked: PendingRequest, *, yes: bool) -> None:
        """Tell the game what has come of a request of ours."""
        to_ply = asked.to_ply if yes else len(self.move_log)
        self._out.emit(events.RequestAnswered(self._out.table, asked.kind, yes, self.move_log.epoch, to_ply))

    def say_move(self, number: int, ply: Ply) -> None:
        """Say a move again."""
        if not ply.signature and self.ticket.card is not None:
            ply = msgspec.structs.replace(ply, signature=sign_link(self._key, self.move_log.link_at(number)))
        epoch = self.move_log.epoch
        self._out.say(
            MoveMessage(self.game, epoch, number, ply.text, ply.hash, ply.used_ms, ply.left_ms, ply.signature)
        )

    def show(self) -> None:
        """Something other than a move has changed the game; watchers get it whole."""
        self.feed.append(self.shown())

    def go_to_pause(self, pauses: int) -> None:
        """Take the step or two that the other side's count of pauses is ahead of ours; the rest is known already."""
        for _ in range(min(2, pauses - self.pauses)):
            if self.finish.is_over:
                return
            self.pauses += 1
            epoch, ply = self.move_log.epoch, len(self.move_log)
            if self.is_paused:
                self._out.emit(events.RequestAnswered(self._out.table, "pause", True, epoch, ply))
            else:
                self._out.emit(events.Unpaused(self._out.table))
            self.show()

    def ask(self, kind: Kind, plies: int, *, is_frozen: bool) -> None:
        """Ask for something. Raises RefusedError."""
        if self.stage in (GameStage.SUSPENDED, GameStage.ENDED) or is_frozen:
            raise RefusedError("not-now", "nobody is there to ask")
        ply = len(self.move_log)
        if kind == "take-back" and not (self.ticket.terms.take_backs and 1 <= plies <= ply):
            raise RefusedError("not-now", "this can't be taken back")
        if kind == "pause" and self.is_paused:
            raise RefusedError("not-now", "the game is paused")
        if not self.requests.may_ask(kind):
            raise RefusedError("asked-already", "a request waits for its answer")
        asked = self.requests.ask(kind, self.move_log.epoch, ply, plies if kind == "take-back" else 0)
        self.say_request(asked)

    def end_pause(self) -> None:
        """Go on after a pause. Raises RefusedError."""
        if not self.is_paused or self.finish.is_over:
            raise RefusedError("not-now", "there is no pause to end")
        self.pauses += 1
        self._out.say(UnpauseMessage(self.game, self.pauses))
        self.show()

    def not_back(self, *, is_known: bool) -> None:
        """The other side's program answers, but nobody sits at this game there, or it says that it knows none such."""
        if not self.finish.is_over and self.presence.note_answer(is_known=is_known):
            self._out.emit(events.NotBack(self._out.table, is_known))
