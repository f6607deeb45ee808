"""One table: everything between this program and one other, from the first hello to the goodbye. No sockets, no clock.

    state         what may come besides talk            what follows
    CONNECT       nothing                               HELLO, CLOSED
    HELLO         Hello (seen by the server)              LOBBY
    LOBBY         Invite, Watch                         INVITED, WATCHED
    INVITING      Answer, Counter, Hold, Cancel, Invite STARTING, INVITED, LOBBY
    INVITED       Cancel                                LOBBY
    STARTING      Seed, Start, Cancel                   PLAYING, LOBBY
    PLAYING       what `net.session.game_session` lists              REQUEST_OPEN, SUSPENDED, ENDED
    REQUEST_OPEN  the same                              PLAYING, SUSPENDED, ENDED
    SUSPENDED     Resume (proved before the server)       PLAYING, ENDED
    ENDED         Invite, and the end's confirmation    INVITED, ...
    WATCHING      State, Move (from the table watched)  CLOSED
    WATCHED       nothing: watchers only look           CLOSED

After a game the table is a lobby again: a rematch is an invitation. A message in the wrong state is complained about
and changes nothing; what was merely late (an invitation or a game that is gone) is ignored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import msgspec

from net.sanitize import clean_chat, clean_name
from net.session import actions, events, negotiation
from net.session.chat_history import ChatHistory
from net.session.ending import other, without_result
from net.session.events import Peer
from net.session.game_actions import act
from net.session.game_session import MOST_HELD, GameSession
from net.session.game_state import GameStage, GameState
from net.session.limits import RateLimit
from net.session.messages import (
    AckMessage,
    ByeMessage,
    CancelMessage,
    ChatMessage,
    ClockMessage,
    EndMessage,
    ErrorMessage,
    GameMessage,
    InviteMessage,
    Message,
    NegotiationMessage,
    PingMessage,
    Ply,
    PongMessage,
    ResumeMessage,
    StateMessage,
    TableMessage,
    WatchersMessage,
    WatchMessage,
)
from net.session.negotiation import Negotiation
from net.session.outbox import Outbox, RefusedError, checked
from net.session.session_state import IN_GAME, NEGOTIATING, SessionState
from net.session.spectated_table import SpectatedTable
from net.session.ticket import Ticket
from net.trust.keys import PrivateKey

_AT_REST = (SessionState.LOBBY, SessionState.ENDED)


class TableSession:
    """One table. `name` is our own, `key` what we sign by; `draw_hex(n)` gives n random bytes in hexadecimal;
    `addresses` are where the other side can be dialled."""

    def __init__(
        self,
        table: int,
        name: str,
        key: PrivateKey,
        draw_hex: Callable[[int], str],
        addresses: Sequence[str] = (),
    ) -> None:
        self.table = table
        self.out = Outbox(table)
        self.peer: Peer | None = None
        self.game_session: GameSession | None = None
        self.addresses = tuple(addresses)
        self.called_key = ""
        """Whose key the other side has to prove, of a table that begins with a call; empty: anybody's."""
        self.is_farewell = False
        """Whether the table is there for the end of its game alone: then the other side is waited for."""
        self.watchers_there: tuple[str, ...] = ()
        """Who watches at the other player's side."""
        self.watched_game: str | None = None
        """At a watcher's table here: the game that is being watched."""
        self._name = name
        self._key = key
        self._draw_hex = draw_hex
        self._gate = RateLimit(1, negotiation.SEND_GAP_S)
        self._negotiation = Negotiation(self.out, draw_hex, self._gate, name)
        self._dialling = True
        self._spectated = SpectatedTable(self.out)
        self._closed = False
        self._early: deque[GameMessage] = deque()
        self._started_by = ""  # the invitation that the present game came from
        self._past: deque[str] = deque(maxlen=8)
        self._chat = ChatHistory(self.out)
        self._ticket: Ticket | None = None

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> SessionState:
        """Where the table stands."""
        if self._closed:
            return SessionState.CLOSED
        if self.watched_game is not None:
            return SessionState.WATCHED
        if self._spectated.is_on:
            return SessionState.WATCHING
        if self._negotiation.stage in NEGOTIATING:
            return NEGOTIATING[self._negotiation.stage]
        if self.game_session is not None:
            return IN_GAME[self.game_session.state.stage]
        if self.peer is not None:
            return SessionState.LOBBY
        return SessionState.CONNECT if self._dialling else SessionState.HELLO

    @property
    def is_closed(self) -> bool:
        """Whether the table is gone."""
        return self._closed

    @property
    def is_in_game(self) -> bool:
        """Whether a game lies on the table that is not over."""
        return self.game_session is not None and not self.game_session.state.finish.is_over

    @property
    def _is_unsettled(self) -> bool:
        """Whether a game lies on the table whose end both sides have not said."""
        return self.game_session is not None and self.game_session.state.finish.settled is None

    @property
    def is_open_to_watchers(self) -> bool:
        """Whether both sides have let others watch the game on the table."""
        return self.game_session is not None and self.game_session.state.ticket.terms.watchers

    # --- the line -----------------------------------------------------------------------------------------------------

    def connected(self) -> None:
        """There is a line, and the handshake begins."""
        self._dialling = False

    def joined(self, peer: Peer, gate: RateLimit) -> None:
        """The handshake is done; `gate` paces our invitations to this peer."""
        self.connected()
        self.peer = peer
        self._gate = gate
        self._negotiation = Negotiation(self.out, self._draw_hex, gate, self._name)
        self._have_line()
        self.out.emit(events.Joined(self.table, peer))

    def restore(self, ticket: Ticket, plies: Sequence[Ply], now: float, end: actions.DeclareEnd | None = None) -> None:
        """Sit down again at a game that a crash broke off, or whose `end` the other side may lack; the line is still to
        come."""
        self._dialling = False
        self.addresses = ticket.addresses
        self._chat.sent, self._chat.received = ticket.chat_sent, ticket.chat_received
        self._sit_down(ticket, plies, restored=True)
        if self.game_session is not None:
            self.game_session.await_return(now)
            if end is not None:
                self.is_farewell = True
                self.game_session.declare(end, now)
        self._ticket = ticket

    def returned(self, theirs: ResumeMessage, peer: Peer, addresses: Sequence[str], now: float) -> None:
        """The other side is back and has proved itself."""
        if self.game_session is None:
            return
        if self.out.has_line:
            self.game_session.change_line()
        self.peer = peer
        self.addresses = tuple(addresses)
        self.called_key = ""
        """Whose key the other side has to prove, of a table that begins with a call; empty: anybody's."""
        self._have_line()
        self._chat.repeat(theirs.chat)
        self.game_session.returned(theirs, now)
        self._note_ticket()

    def cut(self, code: str, why: str, now: float) -> None:
        """The line is gone. A game waits for the other side; without one the table is gone too."""
        self.out.has_line = False
        self.out.messages.clear()
        self._early.clear()
        self._negotiation.cut()
        if self.game_session is None:
            self._close(code, why)
        elif self.game_session.state.stage is not GameStage.SUSPENDED:
            self.game_session.cut(code, now)
        self._note_ticket()

    def failed(self, code: str, why: str) -> None:
        """No line has come about."""
        self._close(code, why)

    def be_disowned(self, now: float) -> None:
        """The other side's program says that it knows no such game as lies here."""
        if self.game_session is not None:
            self.game_session.be_disowned(now)
            self._note_ticket()

    def not_back(self) -> None:
        """The other side's program answers, but nobody sits at our game there."""
        if self.game_session is not None:
            self.game_session.state.not_back(is_known=True)

    def expire(self) -> None:
        """Nobody comes back to a game that is over."""
        self._close("over", "the game is over")

    def say_watchers(self, names: tuple[str, ...]) -> None:
        """Tell the other player who watches here, also that nobody does: who has gone while the line was cut."""
        if self.game_session is not None and self.peer is not None:
            self.out.say(WatchersMessage(names))

    def _see_watchers(self, names: tuple[str, ...]) -> None:
        if names != self.watchers_there:
            self.watchers_there = names
            self.out.emit(events.WatchersThere(self.table, names))

    def as_resume(self, proof: str) -> ResumeMessage | None:
        """What this side says when it comes back; None without a game."""
        return self.game_session.state.as_resume(proof, self._chat.received) if self.game_session is not None else None

    def _have_line(self) -> None:
        self.out.has_line = True
        self.out.wrong = 0
        self.out.messages.clear()

    def _close(self, code: str, why: str) -> None:
        if not self._closed:
            self._closed = True
            self.out.has_line = False
            self.out.emit(events.Left(self.table, code, why))

    # --- from the wire ------------------------------------------------------------------------------------------------

    def receive(self, message: Message, now: float) -> None:
        """Take what the other side said. Nothing that it can say raises."""
        if self._closed or not self.out.has_line:
            return
        match message:
            case ByeMessage():
                self._on_bye(message, now)
            case ErrorMessage():
                self.out.emit(events.Complaint(self.table, message.code, clean_chat(message.text), "there"))
            case _ if self.watched_game is not None:
                self._wrong(message)
            case PingMessage(clock=clock) | PongMessage(clock=clock):
                self._on_clock(clock, now)
            case WatchersMessage(names=names) if self.game_session is not None or self._spectated.is_on:
                self._see_watchers(tuple(map(clean_name, names)))
            case ChatMessage():
                self._on_chat(message)
            case _ if self._spectated.is_on:
                self._watch(message, now)
            case StateMessage() if self._spectated.was_asked and self.state in _AT_REST:
                self._spectated.is_on = True
                self._watch(message, now)
            case InviteMessage() if (
                self._negotiation.stage is negotiation.NegotiationStage.IDLE and self.state not in _AT_REST
            ):
                self._wrong(message)
            case CancelMessage() if message.id == self._started_by:
                self._on_late_cancel()
            case NegotiationMessage():
                self._negotiation.receive(message, now)
            case GameMessage():
                self._on_game_message(message, now)
            case _:
                self._wrong(message)
        self._note_ticket()

    def _wrong(self, message: Message | GameMessage) -> None:
        self.out.complain("wrong-state", f"{type(message).__name__.lower()} while {self.state.name.lower()}")

    def _on_game_message(self, message: GameMessage, now: float) -> None:
        start = self._negotiation.start
        if start is not None and message.game == start.game:
            # the host plays already, our game is still setting up the pieces
            if len(self._early) < MOST_HELD:
                self._early.append(message)
            else:
                self._wrong(message)
        elif self.game_session is not None and message.game == self.game_session.state.game:
            self.game_session.receive(message, now)
        elif message.game not in self._past:
            self._wrong(message)

    def _on_late_cancel(self) -> None:
        """The guest has left the table at the moment when the game began."""
        game_session = self.game_session
        if game_session is not None and not game_session.state.plies and not game_session.state.finish.is_over:
            self._past.append(game_session.state.game)
            self.game_session = None
            self.out.emit(events.Ended(self.table, "none", "cancelled", 0, True))

    def _on_bye(self, bye: ByeMessage, now: float) -> None:
        if self._is_unsettled:
            self.cut(bye.code, "", now)
        else:
            self._close(bye.code, clean_chat(bye.text))

    def _on_chat(self, chat: ChatMessage) -> None:
        if self._spectated.is_on:
            self.out.emit(events.ChatArrived(self.table, clean_chat(chat.text), chat.by))
            return
        text = self._chat.hear(chat)
        if text:
            self.out.emit(events.ChatArrived(self.table, text))
            self._show_chat(text, chat.number, by_us=False)

    def clock(self, now: float) -> ClockMessage | None:
        """The clock of the move that somebody thinks about at this table."""
        return self.game_session.state.clock(now) if self.game_session is not None else None

    def _on_clock(self, clock: ClockMessage | None, now: float) -> None:
        if clock is not None and self._spectated.is_on:
            self.out.emit(events.clock_told(self.table, clock, now))
        elif clock is not None and self.game_session is not None:
            self.game_session.state.hear_clock(clock, now)

    def _watch(self, message: Message, now: float) -> None:
        if not self._spectated.take(message, now):
            self._wrong(message)

    # --- from the game ------------------------------------------------------------------------------------------------

    def act(self, action: actions.TableAction, now: float) -> None:
        """Do what the game wants, or tell it why not (`Refused`)."""
        try:
            self._do(action, now)
        except RefusedError as error:
            self.out.emit(events.Refused(self.table, type(action).__name__, error.code, str(error)))
        self._note_ticket()

    def _do(self, action: actions.TableAction, now: float) -> None:
        match action:
            case actions.Leave():
                self._leave()
            case actions.Say(text=text):
                self._say(text)
            case actions.Invite():
                self._must_be_at_rest()
                self._negotiation.invite(action, now)
            case actions.AnswerInvitation():
                self._negotiation.answer(action, now)
            case actions.CounterInvitation():
                self._negotiation.counter(action, now)
            case actions.HoldInvitation(invitation=invitation):
                self._negotiation.hold(invitation, now)
            case actions.CancelInvitation():
                self._negotiation.cancel()
            case actions.Begin():
                self._begin(action, now)
            case actions.Watch(game=game):
                self._must_be_at_rest()
                if self.game_session is not None:
                    raise RefusedError("not-now", "this table is for playing")
                self.out.say(checked(WatchMessage(game)))
                self._spectated.was_asked = True
            case actions.GameAction():
                if self.game_session is None:
                    raise RefusedError("not-now", "there is no game on this table")
                act(self.game_session, action, now)

    def _must_be_at_rest(self) -> None:
        if self.state not in _AT_REST or not self.out.has_line:
            raise RefusedError("not-now", f"not while {self.state.name.lower()}")

    def _begin(self, action: actions.Begin, now: float) -> None:
        start = self._negotiation.start
        invitation = self._negotiation.invitation
        deal = self._negotiation.begin(action)
        if deal is not None:
            self._started_by = invitation
            self._sit_down(deal.ticket(self.peer, self.addresses, self._chat, self._key.public), ())
            if deal.here == "guest":
                self.out.say(AckMessage(deal.game, 0, 0, deal.start_hash))
            early, self._early = self._early, deque()
            for message in early:
                self._on_game_message(message, now)
        elif start is not None:
            self._past.append(start.game)
            self.out.say(EndMessage(start.game, without_result(0, 0)))

    def _sit_down(self, ticket: Ticket, plies: Sequence[Ply], *, restored: bool = False) -> None:
        if self.game_session is not None:
            self._past.append(self.game_session.state.game)
        host, guest = (self._name, ticket.peer_name) if ticket.here == "host" else (ticket.peer_name, self._name)
        setting = TableMessage(ticket.terms, host, guest, ticket.first, ticket.start_hash)
        state = GameState(self.out, ticket, setting, self._key, plies, restored=restored)
        self.game_session = GameSession(self.out, state)
        self.game_session.state.feed.append(self.game_session.state.shown())
        self._ticket = ticket
        if not restored:
            self.out.emit(events.Started(self.table, ticket))

    def _leave(self) -> None:
        self.out.say(ByeMessage("saved" if self.is_in_game else "left"))
        self._close("left-here", "the table was left from here")

    def _say(self, text: str) -> None:
        text = clean_chat(text)
        if self.watched_game is not None or self._spectated.is_on or not (self.peer or self.game_session):
            raise RefusedError("not-now", "nobody can be talked to here")
        if not self.out.has_line and not self._is_unsettled:
            raise RefusedError("not-now", "nobody is there any more")
        if text:
            self._show_chat(text, self._chat.say(text).number, by_us=True)

    def _show_chat(self, text: str, number: int, *, by_us: bool) -> None:
        """Watchers of a game hear its talk."""
        if self.game_session is not None:
            here = self.game_session.state.here
            self.game_session.state.feed.append(ChatMessage(number, text, here if by_us else other(here)))

    # --- time and the journal -----------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass."""
        if self._closed:
            return
        self._negotiation.tick(now)
        if self.game_session is not None:
            self.game_session.tick(now)
        self._note_ticket()

    def _note_ticket(self) -> None:
        """Tell the game when what it has to keep has changed."""
        game_session = self.game_session
        if game_session is None or game_session.state.finish.settled is not None:
            return
        ticket = msgspec.structs.replace(
            game_session.state.current_ticket(),
            addresses=self.addresses,
            chat_sent=self._chat.sent,
            chat_received=self._chat.received,
        )
        if ticket != self._ticket:
            self._ticket = ticket
            self.out.emit(events.TicketChanged(self.table, ticket))
