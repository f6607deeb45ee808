"""All tables of one program and the connections that lead to them. No sockets, no clock: the network thread (or a test)
brings bytes and time, and takes away bytes, events and wishes to dial.

A connection greets first. Then it belongs to a table of its own (lobby, invitation, game), or it brings somebody back
to the table of a broken game:

    who dialled   what is said after both hellos            who takes the connection when
    the guest     guest's Resume, host's Resume             the host at the first, the guest at the second
    the host      host's Resume, guest's, host's again      the host at the second, the guest at the third

Where nobody sits at that game, the error says whether somebody may yet: `not-back` where the game is kept on disk (or
that is not known so soon after the start), `unknown-game` where it is gone. The second ends the game without a result,
if it comes from the program that had it: from the same run, or from one with the person's name where that one was. The
first release says `unknown-game` in both cases, so from there it means no more than `not-back`.

So the host decides, and `turn` (counted by the host) tells the guest which of several connections is the newest:
however two redials cross, both sides end on the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from net.sanitize import clean_chat, clean_name
from net.session import actions, events
from net.session.connection import Closing, Connection
from net.session.ending import UNKNOWN, other
from net.session.events import Event
from net.session.game_session import REPLACED
from net.session.limits import INVITE_WINDOW_S, MOST_WRONG, Doorkeeper, RateLimit
from net.session.link import SessionLink
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
from net.session.resume_authentication import is_proved, make_proof
from net.session.session import SessionState, TableSession
from net.session.spectators import Spectators
from net.session.ticket import Ticket

MOST_LINKS = 64
MOST_STRANGERS = 32
"""This many of them may be without a game; one more, and the least welcome of them has to go."""
RESUME_S = 5.0
"""A connection that comes back for a game has proved itself after this many seconds, counted from its beginning."""
DIAL_S = 3.0
"""An address that has not answered within this many seconds does not."""
REDIAL_FIRST_S = 0.25
REDIAL_MOST_S = 2.0
REDIAL_SLOW_AFTER = 450
REDIAL_SLOW_S = 15.0
"""After this many calls in vain, a quarter of an hour, the next ones are that far apart: the other side calls too."""
REDIAL_OTHER_S = 1.0
"""The side that had been dialled waits a little before it dials itself."""
LINGER_S = 60.0
"""A finished game without a line is kept so long, in case the other side missed the end."""
MOST_ADDRESSES = 4
"""Of one person; as many as a ticket holds."""
_MOST_TURNS = 2**31 - 2
_MOST_PEERS = 512


@dataclass(frozen=True, slots=True)
class Identity:
    """What a hello says of this program. `instance` are 32 hexadecimal digits, the same as in its beacons; `protocol`
    the first and the last version of the wire that it speaks."""

    instance: str
    name: str
    version: str
    capabilities: tuple[str, ...] = ()
    protocol: tuple[int, int] = (PROTOCOL_FIRST, PROTOCOL_LAST)


@dataclass(frozen=True, slots=True)
class Dial:
    """A wish to connect: for a new table, or to come back to one. Given up after `patience_s`."""

    table: int
    address: str
    patience_s: float


@dataclass(slots=True)
class _Redial:
    at: float  # of the next call, or of the one that is being made
    delay_s: float = REDIAL_FIRST_S
    tries: int = 0
    is_trying: bool = False


@dataclass(slots=True)
class _Pace:
    """Invitations from and to each instance."""

    window_s: float
    limits: dict[str, RateLimit] = field(default_factory=dict)

    def of(self, instance: str) -> RateLimit:
        """The limit for one instance."""
        if instance not in self.limits and len(self.limits) >= _MOST_PEERS:
            del self.limits[next(iter(self.limits))]
        return self.limits.setdefault(instance, RateLimit(1, self.window_s))


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
    """See the module's text. `draw_hex(n)` gives n random bytes in hexadecimal, `new_table()` the number of a table."""

    def __init__(self, me: Identity, draw_hex: Callable[[int], str], new_table: Callable[[], int]) -> None:
        self.me = replace(me, name=clean_name(me.name))
        self.port = 0
        """Where this program listens; 0 = nowhere."""
        self.links: list[SessionLink] = []
        self.events: list[Event] = []
        self.dials: list[Dial] = []
        self._kept: frozenset[str] | None = None
        self._left: set[str] = set()
        self._spectators = Spectators(self.links, self.events)
        self._draw_hex = draw_hex
        self._new_table = new_table
        self._sessions: dict[int, TableSession] = {}
        self._redials: dict[int, _Redial] = {}
        self._we_dialled: set[int] = set()
        self._lingering: dict[int, float] = {}
        self._doorkeeper = Doorkeeper()
        self._turned_away: frozenset[str] = frozenset()
        self._invites = _Pace(INVITE_WINDOW_S)
        self._gates = _Pace(SEND_GAP_S)

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
        if session is None or self._link_of(session) is not None:
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
            self._try_again(table, now)
        else:
            session.failed("unreachable", why)
        self._flush(now)

    def receive(self, link: SessionLink, data: bytes, now: float) -> None:
        """Bytes have come."""
        messages = link.connection.receive(data, now)
        closing = link.connection.closing
        for message in messages:
            self._on_message(link, message, now)
            if link.connection.closing is not closing:
                break
        self._flush(now)

    def lost(self, link: SessionLink, why: str, now: float) -> None:
        """The socket has ended."""
        link.connection.lost(why)
        self._flush(now)

    def _new_link(self, address: str, dialled: str, now: float) -> SessionLink:
        return SessionLink(Connection(now), address, dialled, self._draw_hex(32), now)

    def _greet(self, link: SessionLink, now: float) -> None:
        self.links.append(link)
        me, back = self.me, link.comes_back_to
        game = back.game_session.game if back is not None and back.game_session is not None else ""
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
        if session is not None and self._link_of(session) is None:
            session.hearsay |= frozenset(addresses) - frozenset(session.addresses)
            session.addresses = tuple(dict.fromkeys((*addresses, *session.addresses)))[:MOST_ADDRESSES]

    def keep(self, games: frozenset[str]) -> None:
        """These games lie on disk here, though nobody may sit at them."""
        self._kept = games

    def discard(self, game: str) -> None:
        """A game that lay on disk here was given up."""
        self._kept = (self._kept or frozenset()) - {game}
        self._left.discard(game)

    def turn_away(self, hosts: frozenset[str], now: float) -> None:
        """Let nobody from these addresses watch any more."""
        self._turned_away = hosts
        for link in self.links:
            if link.watches is not None and self._is_turned_away(link):
                link.connection.close("not-open", "this game is not open to you", now)
        self._flush(now)

    def _is_turned_away(self, link: SessionLink) -> bool:
        return link.address.partition("%")[0] in self._turned_away

    def set_name(self, name: str) -> None:
        """Say hello by another name from now on."""
        self.me = replace(self.me, name=clean_name(name))

    def connect(self, table: int, address: str, now: float) -> None:
        """Open a table with whoever is at an address."""
        session = self._add(table, (address,))
        self._we_dialled.add(session.table)
        self.dials.append(Dial(table, address, DIAL_S))

    def restore(self, table: int, ticket: Ticket, plies: Sequence[Ply], now: float) -> None:
        """Open a table for a game that a crash broke off, and look for the other side."""
        session = self._add(table, ticket.addresses)
        session.restore(ticket, plies, now)
        self._redials[table] = _Redial(now)
        self._flush(now)

    def act(self, table: int, action: actions.Action, now: float) -> None:
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
        session = TableSession(table, self.me.name, self._draw_hex, addresses)
        self._sessions[table] = session
        return session

    # --- messages -----------------------------------------------------------------------------------------------------

    def _on_message(self, link: SessionLink, message: Message, now: float) -> None:
        session = link.session
        match message:
            case HelloMessage() if link.hello is None:
                self._on_hello(link, message, now)
            case ErrorMessage() | ByeMessage() if link.hello is None or session is None:
                self._on_turned_away(link, message.code, now)
                link.connection.finish(message.code, clean_chat(message.text))
            case _ if link.hello is None:
                link.connection.fail("no-hello", "the first word is hello", now)
            case ResumeMessage() if session is None:
                self._on_resume(link, message, now)
            case _ if session is None:
                link.connection.fail("wrong-state", "this connection is for coming back", now)
            case InviteMessage() if not self._invites.of(link.hello.instance).count(now):
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
        version = common_version(hello, first, last)
        if version is None:
            text = f"protocol {hello.first} to {hello.last} there, {first} to {last} here"
            connection.fail("version", text, now, offence=False)
            return
        if hello.instance == self.me.instance:
            connection.fail("self", "this is the program itself", now, offence=False)
            return
        link.hello = hello
        connection.open(now, version)
        back = link.comes_back_to
        if back is not None:
            self._say_resume(link, back, now)
        elif hello.game and link.session is None:
            if self._at_game(hello.game) is None:
                self._turn_away(link, hello.game, now)
        else:
            if link.session is None:
                link.session = self._add(self._new_table(), ())
            session = link.session
            session.addresses = self._addresses(link)
            connection.clock = session.clock
            session.joined(link.peer, self._gates.of(hello.instance))

    def _addresses(self, link: SessionLink) -> tuple[str, ...]:
        """Where the other end can be dialled: as we did, and where it says that it listens, at the IP that it has."""
        host = f"[{link.address}]" if ":" in link.address else link.address
        port = link.hello.port if link.hello is not None else 0
        listens = f"{host}:{port}" if port else ""
        return tuple(dict.fromkeys(address for address in (link.dialled, listens) if address))

    # --- coming back --------------------------------------------------------------------------------------------------

    def _at_game(self, game: str) -> TableSession | None:
        for session in self._sessions.values():
            if session.game_session is not None and session.game_session.game == game:
                return session
        return None

    def _turn_away(self, link: SessionLink, game: str, now: float) -> None:
        """Nobody sits at the game that somebody comes back for."""
        if self._kept is None or game in self._kept or game in self._left:
            link.connection.fail("not-back", "nobody sits at this game now", now, offence=False)
        else:
            link.connection.fail(UNKNOWN, "this game is not known here", now, offence=False)

    def _on_turned_away(self, link: SessionLink, code: str, now: float) -> None:
        """Nobody sits there at the game that we have come back for."""
        session = link.comes_back_to
        if session is None or link.hello is None or code not in ("not-back", UNKNOWN):
            return
        if code == UNKNOWN and link.connection.version >= 2 and self._had_the_game(link, session):
            session.be_disowned(now)
        else:
            session.not_back()

    def _had_the_game(self, link: SessionLink, session: TableSession) -> bool:
        """Whether this is the program with which the game was played, as far as that can be told without its proof."""
        hello, game_session = link.hello, session.game_session
        if hello is None or game_session is None:
            return False
        last_seen = session.peer.instance if session.peer is not None else game_session.ticket.peer_instance
        has_name = clean_name(hello.name) == game_session.ticket.peer_name
        return hello.instance == last_seen or (has_name and link.dialled not in session.hearsay)

    def _say_resume(self, link: SessionLink, session: TableSession, now: float) -> None:
        hello, game_session = link.hello, session.game_session
        said = session.as_resume("0" * 64)
        if hello is None or game_session is None or said is None:
            return
        proof = make_proof(game_session.ticket.token, game_session.here, link.nonce, hello.nonce, said)
        link.has_resumed = True
        resume = session.as_resume(proof)
        if resume is not None:
            link.connection.send(resume, now)

    def _on_resume(self, link: SessionLink, theirs: ResumeMessage, now: float) -> None:
        session = self._at_game(theirs.game)
        game_session = session.game_session if session is not None else None
        if session is None or game_session is None or link.hello is None:
            self._turn_away(link, theirs.game, now)
            return
        there = other(game_session.here)
        proved = is_proved(game_session.ticket.token, there, link.hello.nonce, link.nonce, theirs)
        if not proved or theirs.turn > _MOST_TURNS:
            link.connection.fail("not-proved", "this is somebody else's place", now)
        elif game_session.here == "host":
            game_session.turn = max(game_session.turn, theirs.turn) + 1
            self._take_back(link, session, theirs, now)
        elif not link.has_resumed:
            self._say_resume(link, session, now)
        elif theirs.turn > game_session.turn:
            game_session.turn = theirs.turn
            self._take_back(link, session, theirs, now)
        else:
            link.connection.close(REPLACED, "there is a newer connection", now)

    def _take_back(self, link: SessionLink, session: TableSession, theirs: ResumeMessage, now: float) -> None:
        """The link is the session's from now on."""
        old = self._link_of(session)
        if old is not None:
            old.session = None
            old.connection.close(REPLACED, "there is a newer connection", now)
        link.session = session
        if session.game_session is not None and session.game_session.here == "host":
            self._say_resume(link, session, now)
            for other_one in self.links:
                # calls of ours that nobody has answered are not needed any more
                if other_one.comes_back_to is session and other_one.session is None:
                    other_one.connection.close(REPLACED, "there is a newer connection", now)
        self._redials.pop(session.table, None)
        if link.dialled:
            self._we_dialled.add(session.table)
        else:
            self._we_dialled.discard(session.table)
        link.connection.clock = session.clock
        session.returned(theirs, link.peer, self._addresses(link), now)
        self._spectators.repeat(session)

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
            table, game_session = session.table, session.game_session
            if game_session is None or self._link_of(session) is not None:
                self._lingering.pop(table, None)
                continue
            if game_session.finish.is_over and now - self._lingering.setdefault(table, now) >= LINGER_S:
                session.expire()
                self._flush(now)
            elif game_session.wants_line and session.addresses:
                first = REDIAL_FIRST_S if table in self._we_dialled else REDIAL_OTHER_S
                redial = self._redials.setdefault(table, _Redial(now + first))
                if not redial.is_trying and now >= redial.at:
                    redial.is_trying = True
                    # from call to call, not from its failure: a line that swallows calls answers one every 2 s too
                    redial.at = now
                    address = session.addresses[redial.tries % len(session.addresses)]
                    self.dials.append(Dial(table, address, REDIAL_MOST_S))
                    redial.tries += 1

    def _try_again(self, table: int, now: float) -> None:
        redial = self._redials.get(table)
        if redial is not None:
            redial.is_trying = False
            redial.at = max(now, redial.at + redial.delay_s)
            slow = redial.tries >= REDIAL_SLOW_AFTER
            redial.delay_s = REDIAL_SLOW_S if slow else min(redial.delay_s * 2, REDIAL_MOST_S)

    # --- bookkeeping --------------------------------------------------------------------------------------------------

    def _link_of(self, session: TableSession) -> SessionLink | None:
        for link in self.links:
            if link.session is session and link.connection.closing is None:
                return link
        return None

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
        link = self._link_of(session)
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
        if session.game_session is not None:
            (self._left.add if session.game_session.wants_line else self._left.discard)(session.game_session.game)
        del self._sessions[table]
        self._redials.pop(table, None)
        self._lingering.pop(table, None)
        self._we_dialled.discard(table)
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
            self._try_again(link.comes_back_to.table, now)
        session = link.session
        if session is None:
            return
        if session.peer is None:
            session.failed(closing.code, closing.text)
        else:
            session.cut(closing.code, closing.text, now)
