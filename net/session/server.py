"""All tables of one program and the connections that lead to them. No sockets, no clock: the network thread (or a test)
brings bytes and time, and takes away bytes, events and wishes to dial.

A connection greets first. Then it belongs to a table of its own (lobby, invitation, game), or it brings somebody back
to the table of a broken game (`net.session.returning`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from net.sanitize import clean_chat, clean_name
from net.session import actions, events
from net.session.connection import Closing, Connection
from net.session.events import WireEvent
from net.session.game_session import REPLACED
from net.session.limits import INVITE_WINDOW_S, MOST_WRONG, Doorkeeper, PeerLimits
from net.session.link import SessionLink, link_of
from net.session.messages import (
    PROTOCOL_FIRST,
    PROTOCOL_LAST,
    ByeMessage,
    ErrorMessage,
    HelloMessage,
    InviteMessage,
    Message,
    Ply,
    ResumeMessage,
    WatchersMessage,
    WatchMessage,
    common_version,
)
from net.session.negotiation import SEND_GAP_S
from net.session.redials import Redials
from net.session.returning import Returns
from net.session.session import TableSession
from net.session.session_state import SessionState
from net.session.spectators import Spectators
from net.session.ticket import Ticket
from net.trust.keys import PrivateKey

OTHER_KEY = "other-key"
"""Code of a line that is given up because somebody else than was called has answered."""
MOST_LINKS = 64
MOST_STRANGERS = 32
"""This many of them may be without a game; one more, and the least welcome of them has to go."""
RESUME_S = 5.0
"""A connection that comes back for a game has proved itself after this many seconds, counted from its beginning."""
DIAL_S = 3.0
"""An address that has not answered within this many seconds does not."""
MOST_ADDRESSES = 4
"""Of one person; as many as a ticket holds."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a hello says of this program. `instance` are 32 hexadecimal digits, the same as in its beacons; `protocol`
    the first and the last version of the wire that it speaks."""

    instance: str
    name: str
    version: str
    capabilities: tuple[str, ...] = ()
    protocol: tuple[int, int] = (PROTOCOL_FIRST, PROTOCOL_LAST)


def _is_stranger(link: SessionLink) -> bool:
    """Whether a connection has come in by itself and has no part in a game."""
    session = link.session
    return link.is_counted and link.watches is None and (session is None or session.game_session is None)


def _wants_something(link: SessionLink) -> bool:
    """Whether an invitation lies between a stranger and us, or somebody may be coming back to a game."""
    if link.session is None:
        return link.hello is not None
    return link.session.state is not SessionState.LOBBY


class SessionServer:
    """See the module's text. `key` is what this program signs by; `draw_hex(n)` gives n random bytes in hexadecimal,
    `new_table()` the number of a table."""

    def __init__(
        self, me: Identity, key: PrivateKey, draw_hex: Callable[[int], str], new_table: Callable[[], int]
    ) -> None:
        self.me = replace(me, name=clean_name(me.name))
        self.port = 0
        """Where this program listens; 0 = nowhere."""
        self.links: list[SessionLink] = []
        self.events: list[WireEvent] = []
        self._spectators = Spectators(self.links, self.events)
        self._key = key
        self._draw_hex = draw_hex
        self._new_table = new_table
        self._sessions: dict[int, TableSession] = {}
        self.redials = Redials()
        self._returns = Returns(self._sessions, self.links, self.redials, self._spectators)
        self._doorkeeper = Doorkeeper()
        self._turned_away: frozenset[str] = frozenset()
        self._invites = PeerLimits(INVITE_WINDOW_S)
        self._gates = PeerLimits(SEND_GAP_S)

    def session(self, table: int) -> TableSession | None:
        """The session at a table."""
        return self._sessions.get(table)

    # --- from the sockets ---------------------------------------------------------------------------------------------

    def accept(self, address: str, now: float) -> SessionLink:
        """Somebody has connected. A link that is not welcome is closing already."""
        link = self._new_link(address, "", now)
        code = self._doorkeeper.enter(address, now)
        if not code and not self._make_room(now):
            self._doorkeeper.leave(address)
            code = "full"
        if code:
            link.connection.fail(code, "", now, offence=False)
            return link
        link.is_counted = True
        self._greet(link, now)
        return link

    def _make_room(self, now: float) -> bool:
        """Whether one more may come in. Strangers are counted apart, so that nobody who only stands around keeps others
        out: those who want nothing go first, of them those of whom most come from one address, of them the oldest."""
        strangers = [link for link in self.links if _is_stranger(link)]
        if len(strangers) < MOST_STRANGERS and len(self.links) < MOST_LINKS:
            return True
        if not strangers:
            return False
        crowd = Counter(link.address for link in strangers)
        least = min(strangers, key=lambda link: (_wants_something(link), -crowd[link.address], link.since))
        least.connection.close("full", "somebody else wants to come in", now)
        self._flush(now)
        return True

    def dialled(self, table: int, address: str, dialled: str, now: float) -> SessionLink | None:
        """A call was answered, by the IP `address`; None if nobody wants it any more."""
        session = self._sessions.get(table)
        if session is None or link_of(self.links, session) is not None:
            return None
        link = self._new_link(address, dialled, now)
        if session.game_session is not None:
            link.comes_back_to = session
        else:
            link.session = session
            session.connected()
        self._greet(link, now)
        return link

    def dial_failed(self, table: int, why: str, now: float) -> None:
        """A call was not answered."""
        session = self._sessions.get(table)
        if session is None:
            return
        if session.game_session is not None:
            self.redials.try_again(table, now)
        else:
            session.failed("unreachable", why)
        self._flush(now)

    def receive(self, link: SessionLink, data: bytes, now: float) -> None:
        """Bytes have come. Of a link whose `key` nobody has proved yet they were not sealed: no more is heard of them
        than why they are not."""
        messages = link.connection.receive(data, now)
        if not link.key:
            for message in messages[:1]:
                self._hear_unsealed(link, message, now)
            self._flush(now)
            return
        closing = link.connection.closing
        for message in messages:
            self._on_message(link, message, now)
            if link.connection.closing is not closing:
                break
        self._flush(now)

    def _hear_unsealed(self, link: SessionLink, message: Message, now: float) -> None:
        """Somebody turns us away without a handshake, or speaks as releases did before the third."""
        if isinstance(message, ErrorMessage):
            link.connection.finish(message.code, clean_chat(message.text))
        else:
            text = f"protocol {self.me.protocol[0]} is spoken here, over a sealed line: both need the same release"
            link.connection.fail("version", text, now, offence=False)

    def lost(self, link: SessionLink, why: str, now: float) -> None:
        """The socket has ended."""
        link.connection.lost(why)
        self._flush(now)

    def _new_link(self, address: str, dialled: str, now: float) -> SessionLink:
        return SessionLink(Connection(now), address, dialled, self._draw_hex(32), now)

    def _greet(self, link: SessionLink, now: float) -> None:
        self.links.append(link)
        me, back = self.me, link.comes_back_to
        game = back.game_session.state.game if back is not None and back.game_session is not None else ""
        link.connection.send(
            HelloMessage(
                first=me.protocol[0],
                last=me.protocol[1],
                version=me.version,
                instance=me.instance,
                name=me.name,
                nonce=link.nonce,
                capabilities=me.capabilities,
                port=self.port,
                game=game,
            ),
            now,
        )

    # --- from the game ------------------------------------------------------------------------------------------------

    def also_at(self, table: int, addresses: Sequence[str]) -> None:
        """Somebody who is waited for may be at these addresses now. Whoever answers there still has to prove itself."""
        session = self._sessions.get(table)
        if session is not None and link_of(self.links, session) is None:
            session.addresses = tuple(dict.fromkeys((*addresses, *session.addresses)))[:MOST_ADDRESSES]

    def keep(self, games: frozenset[str]) -> None:
        """These games lie on disk here, though nobody may sit at them."""
        self._returns.kept = games

    def discard(self, game: str) -> None:
        """A game that lay on disk here was given up."""
        self._returns.discard(game)

    def turn_away(self, hosts: frozenset[str], keys: frozenset[str], now: float) -> None:
        """Let nobody from these addresses or with these keys watch any more."""
        self._turned_away = hosts | keys
        for link in self.links:
            if link.watches is not None and self._is_turned_away(link):
                link.connection.close("not-open", "this game is not open to you", now)
        self._flush(now)

    def _is_turned_away(self, link: SessionLink) -> bool:
        return link.address.partition("%")[0] in self._turned_away or link.key in self._turned_away

    def set_name(self, name: str) -> None:
        """Say hello by another name from now on."""
        self.me = replace(self.me, name=clean_name(name))

    def connect(self, table: int, address: str, now: float, key: str = "") -> None:
        """Open a table with whoever is at an address, or with nobody but the owner of a key."""
        self._add(table, (address,)).called_key = key
        self.redials.call(table, address, DIAL_S)

    def restore(
        self, table: int, ticket: Ticket, plies: Sequence[Ply], now: float, end: actions.DeclareEnd | None = None
    ) -> None:
        """Open a table for a game that a crash broke off, or whose `end` the other side may lack, and look for it."""
        session = self._add(table, ticket.addresses)
        session.restore(ticket, plies, now, end)
        self.redials.begin(table, now)
        self._flush(now)

    def act(self, table: int, action: actions.TableAction, now: float) -> None:
        """Do what the game wants at a table."""
        session = self._sessions.get(table)
        if session is None:
            self.events.append(events.Refused(table, type(action).__name__, "no-table", "this table is gone"))
        else:
            session.act(action, now)
        self._flush(now)

    def close(self, now: float) -> None:
        """Say goodbye to everybody; unfinished games are kept by both sides."""
        for link in self.links:
            link.connection.close("closing", "", now)

    def _add(self, table: int, addresses: Sequence[str]) -> TableSession:
        session = TableSession(table, self.me.name, self._key, self._draw_hex, addresses)
        self._sessions[table] = session
        return session

    # --- messages -----------------------------------------------------------------------------------------------------

    def _on_message(self, link: SessionLink, message: Message, now: float) -> None:
        session = link.session
        match message:
            case HelloMessage() if link.hello is None:
                self._on_hello(link, message, now)
            case ErrorMessage() | ByeMessage() if link.hello is None or session is None:
                self._returns.hear_turned_away(link, message.code, now)
                link.connection.finish(message.code, clean_chat(message.text))
            case _ if link.hello is None:
                link.connection.fail("no-hello", "the first word is hello", now)
            case ResumeMessage() if session is None:
                self._returns.hear_resume(link, message, now)
            case _ if session is None:
                link.connection.fail("wrong-state", "this connection is for coming back", now)
            case InviteMessage() if not self._invites.of(link.hello.instance, link.key).count(now):
                text = f"more than one invitation in {INVITE_WINDOW_S:.0f} s"
                link.connection.fail("too-fast", text, now)
            case WatchMessage() if session.state is SessionState.LOBBY:
                tables = () if self._is_turned_away(link) else self._sessions.values()
                self._spectators.let_in(link, session, message, tables, now)
            case WatchersMessage():
                session.receive(message, now)
                self._spectators.spread(session, now)
            case ByeMessage():
                if message.code != REPLACED:
                    session.receive(message, now)
                link.connection.finish(message.code, clean_chat(message.text))
            case _:
                session.receive(message, now)

    def _on_hello(self, link: SessionLink, hello: HelloMessage, now: float) -> None:
        connection = link.connection
        first, last = self.me.protocol
        called_key = link.session.called_key if link.session is not None else ""
        if called_key not in ("", link.key):
            connection.fail(OTHER_KEY, "somebody else was called", now, offence=False)
            return
        if common_version(hello, first, last) is None:
            text = f"protocol {hello.first} to {hello.last} there, {first} to {last} here"
            connection.fail("version", text, now, offence=False)
            return
        if hello.instance == self.me.instance:
            connection.fail("self", "this is the program itself", now, offence=False)
            return
        link.hello = hello
        connection.open(now)
        back = link.comes_back_to
        if back is not None:
            self._returns.say_resume(link, back, now)
        elif hello.game and link.session is None:
            if self._returns.at_game(hello.game) is None:
                self._returns.turn_away(link, hello.game, now)
        else:
            if link.session is None:
                link.session = self._add(self._new_table(), ())
            session = link.session
            session.addresses = link.addresses
            connection.clock = session.clock
            session.joined(link.peer, self._gates.of(hello.instance, link.key))

    # --- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass."""
        for link in self.links:
            link.connection.tick(now)
            self._note_quality(link)
            if link.hello is not None and link.session is None and now - link.since >= RESUME_S:
                link.connection.close("no-resume", "nobody came back", now)
        for session in list(self._sessions.values()):
            session.tick(now)
        self._flush(now)
        self._redial(now)

    def _note_quality(self, link: SessionLink) -> None:
        session, connection = link.session, link.connection
        if session is None or session.peer is None:
            return
        if connection.is_unstable != link.is_unstable:
            link.is_unstable = connection.is_unstable
            self.events.append(events.LineUnstable(session.table, link.is_unstable))
        if connection.rtt_s is not None and connection.rtt_s != link.rtt_s:
            link.rtt_s = connection.rtt_s
            self.events.append(events.Latency(session.table, connection.rtt_s))

    def _redial(self, now: float) -> None:
        for session in list(self._sessions.values()):
            if link_of(self.links, session) is not None:
                self.redials.has_line(session.table)
            elif self.redials.look_for(session, now):
                session.expire()
                self._flush(now)

    # --- bookkeeping --------------------------------------------------------------------------------------------------

    def _flush(self, now: float) -> None:
        """Move what the sessions have said to their connections, and drop what has ended; until nothing moves."""
        while True:
            for session in list(self._sessions.values()):
                self._empty(session, now)
            ended = [link for link in self.links if link.connection.closing is not None]
            if not ended:
                return
            for link in ended:
                self._drop(link, link.connection.closing or Closing("lost", ""), now)

    def _empty(self, session: TableSession, now: float) -> None:
        out = session.out
        link = link_of(self.links, session)
        for message in out.messages:
            if link is not None:
                link.connection.send(message, now)
        out.messages.clear()
        self._spectators.feed(session, now)
        self.events += out.events
        out.events.clear()
        if link is not None and out.wrong > MOST_WRONG:
            link.connection.fail("too-much", "too many messages that had no business to come", now)
        if session.is_closed:
            self._forget(session, link, now)

    def _forget(self, session: TableSession, link: SessionLink | None, now: float) -> None:
        table = session.table
        self._returns.leave(session)
        del self._sessions[table]
        self.redials.forget(table)
        if link is not None:
            link.connection.finish("closed", "the table is closed")
        self._spectators.close(session, now)

    def _drop(self, link: SessionLink, closing: Closing, now: float) -> None:
        """A connection has ended, or is about to once its last bytes are out."""
        self.links.remove(link)
        if link.is_counted:
            self._doorkeeper.leave(link.address)
        if closing.offence:
            self._doorkeeper.punish(link.address, now)
        if link.watches is not None:
            self._spectators.tell(link.watches, link, now, came=False)
        if link.comes_back_to is not None and link.session is None:
            self.redials.try_again(link.comes_back_to.table, now)
        session = link.session
        if session is None:
            return
        if session.peer is None:
            session.failed(closing.code, closing.text)
        else:
            session.cut(closing.code, closing.text, now)
