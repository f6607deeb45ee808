"""Two programs and a network between them, in memory and with a clock of the test's own.

A `Node` is a program: a `SessionServer` (what the network thread runs) and a `Player`, a game of invented rules that
obeys the contract of `net.session.events` and `net.session.actions` as the real match does, journal included. Between
the two lies a queue of commands and one of events, so that what crosses there is tested too. A `World` moves bytes,
time and misfortune.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from sealed import key_called

from net.session import actions, events
from net.session.game_session import GameSession
from net.session.link import SessionLink
from net.session.messages import PROTOCOL_FIRST, PROTOCOL_LAST, Kind, Ply, Terms
from net.session.pending_requests import PendingRequest
from net.session.server import Identity, SessionServer
from net.session.session import TableSession
from net.session.signed_game import signed_up_to
from net.session.ticket import Ticket, read_ticket, write_ticket

Range = tuple[int, int]
SPOKEN = (PROTOCOL_FIRST, PROTOCOL_LAST)
START = "00"
GAME_LENGTH = 30
TERMS = Terms("invented", {"size": 15}, 300_000, 0, "first", True, True)


def hash_after(moves: list[str]) -> str:
    """The hash of the invented game's position."""
    return hashlib.sha256(" ".join(moves).encode()).hexdigest()[:16] if moves else START


@dataclass
class Disk:
    """What survives a kill."""

    moves: list[str] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    """Of each move its epoch and the signature that came with it."""
    times: list[tuple[int, bool]] = field(default_factory=list)
    epoch: int = 0
    base: int = 0
    ticket: str = ""
    over: tuple[events.Result, str] | None = None
    confirmed: bool = False
    acknowledged: bool = False
    """The other side has the end on its disk, too."""
    signed: list[int] = field(default_factory=list)
    """Up to which ply the host and the guest have signed, and whether each has signed the end ..."""
    proved_end: str = ""
    """... which is this one."""


class Player:
    """The game's side of the contract: a list of moves, whose turn it is by parity, over after `GAME_LENGTH` plies."""

    def __init__(self, act: Callable[[actions.TableAction], None], disk: Disk) -> None:
        self.act = act
        self.disk = disk
        self.moves = list(disk.moves)
        self.marks = list(disk.marks)
        self.epoch = disk.epoch
        self.base = disk.base
        self.here_first = False
        self.is_playing = False
        self.over = disk.over
        self.final: events.Ended | None = None
        self.requests: dict[int, events.Requested] = {}
        self.seen: list[events.WireEvent] = []
        self.chats: list[str] = []
        self.said: list[str] = []
        self.line = True
        self.paused = False
        self.offers_draw = False
        self.corrupt = False
        self.accept_invitations = True
        self.disk_is_new = False

    @property
    def my_turn(self) -> bool:
        return self.is_playing and self.over is None and (len(self.moves) % 2 == 0) is self.here_first

    def journal(self) -> None:
        del self.marks[len(self.moves) :]
        self.disk.moves = list(self.moves)
        self.disk.marks = list(self.marks)
        self.disk.epoch = self.epoch
        self.disk.base = self.base
        self.disk.over = self.over
        self.disk_is_new = True

    def lapse(self) -> None:
        self.requests.clear()
        self.offers_draw = False

    def hash(self) -> str:
        return hash_after(self.moves) if not self.corrupt else "bad0"

    # --- actions of the person ---

    def ask(self, kind: Kind, plies: int) -> None:
        self.offers_draw = self.offers_draw or kind == "draw"
        self.act(actions.Ask(kind, plies))

    def play(self, text: str) -> None:
        assert self.my_turn
        self.moves.append(text)
        self.marks.append((self.epoch, ""))
        self.lapse()
        self.journal()
        self.act(actions.Play(self.epoch, len(self.moves), text, self.hash(), 1.5, 290.0))
        self.tell_clock(0.0)
        self.look_for_end()

    def tell_clock(self, at_s: float, used_s: float = 0.0, runs: bool = True) -> None:
        """Say how the clock of the move stands that is thought about."""
        ply = len(self.moves)
        self.act(actions.TellClock(self.epoch, ply, used_s, (290.0, 280.0), runs, ply % 2 == 0, at_s))

    def look_for_end(self) -> None:
        if len(self.moves) >= GAME_LENGTH and self.over is None:
            # whoever made the last move wins
            mine = (len(self.moves) % 2 == 1) is self.here_first
            self.end("here" if mine else "there", "five")

    def end(self, winner: events.Result, reason: str) -> None:
        self.over = (winner, reason)
        self.requests.clear()
        self.journal()
        self.act(actions.DeclareEnd(winner, reason, self.epoch, len(self.moves)))

    def answer(self, number: int, yes: bool) -> None:
        request = self.requests.pop(number)
        if yes and request.kind in ("take-back", "restart"):
            del self.moves[len(self.moves) - request.plies if request.kind == "take-back" else 0 :]
            self.epoch += 1
            self.base = len(self.moves)
            self.requests.clear()
        elif yes and request.kind == "draw":
            self.over = ("draw", "agreement")
        elif yes:
            self.paused = True
        self.journal()
        self.act(actions.AnswerRequest(number, yes))

    # --- events ---

    def see(self, event: events.WireEvent) -> None:
        self.seen.append(event)
        match event:
            case events.Invited(invitation=invitation):
                self.act(actions.AnswerInvitation(invitation, self.accept_invitations))
            case events.Agreed(first=first):
                self.here_first = first == "here"
                self.act(actions.Begin(START))
            case events.Started(ticket=ticket):
                self.moves, self.epoch, self.base, self.over, self.final = [], 0, 0, None, None
                self.is_playing, self.paused = True, False
                self.disk.confirmed = self.disk.acknowledged = False
                self.disk.signed, self.disk.proved_end = [], ""
                self.disk.ticket = write_ticket(ticket)
                self.journal()
            case events.TicketChanged(ticket=ticket):
                self.disk.ticket = write_ticket(ticket)
                self.disk_is_new = True
            case events.MoveArrived():
                self.see_move(event)
            case events.Requested():
                if self.over is None and (event.epoch, event.ply) == (self.epoch, len(self.moves)):
                    self.requests[event.request] = event
                    if event.kind == "draw" and self.offers_draw:
                        self.answer(event.request, True)
            case events.RequestAnswered():
                self.see_answer(event)
            case events.Unpaused():
                self.paused = False
            case events.EndClaimed(winner=winner, reason=reason):
                if self.over is None:
                    # a claim that is not true on this board
                    self.act(actions.DeclareEnd("none", "disagreement"))
                else:
                    self.act(actions.DeclareEnd(winner, reason))
            case events.Proved(game=game):
                up_to = [signed_up_to(game, "host"), signed_up_to(game, "guest")]
                found = [*up_to, bool(game.host.end), bool(game.guest.end)]
                if self.disk.proved_end == str(game.final):  # what is on the disk is not lost by a start
                    found = [max(pair) for pair in zip(found, self.disk.signed, strict=True)]
                self.disk.signed, self.disk.proved_end = found, str(game.final)
                self.disk_is_new = True
            case events.Ended():
                self.final = event
                self.over = (event.winner, event.reason)
                self.disk.confirmed = event.confirmed
                self.requests.clear()
                self.journal()
                self.act(actions.DeclareEnd(event.winner, event.reason))
                if event.confirmed:
                    self.act(actions.AcknowledgeEnd())
            case events.EndAcknowledged():
                self.disk.acknowledged = True
                self.disk_is_new = True
            case events.LineDown():
                self.line = False
            case events.LineUp():
                self.line = True
            case events.ChatArrived(text=text):
                self.chats.append(text)

    def see_move(self, event: events.MoveArrived) -> None:
        assert event.epoch <= self.epoch, "the event that began the epoch comes first"
        if event.epoch != self.epoch or self.over is not None:
            return
        moves = [*self.moves, event.text]
        if event.ply != len(moves) or self.my_turn or self.corrupt or hash_after(moves) != event.hash:
            self.act(actions.RefuseMove(event.epoch, event.ply))
            return
        self.moves = moves
        self.marks.append((event.epoch, event.signature))
        self.lapse()
        self.journal()
        self.act(actions.AcceptMove(event.epoch, event.ply, self.hash()))
        self.look_for_end()

    def see_answer(self, event: events.RequestAnswered) -> None:
        if event.kind == "draw":
            self.offers_draw = False
        if not event.yes:
            return
        if event.kind in ("take-back", "restart"):
            assert event.epoch == self.epoch + 1
            assert event.to_ply <= len(self.moves)
            del self.moves[event.to_ply :]
            self.epoch = event.epoch
            self.over = None  # an end said here was overtaken by the yes, as in `game.match.remote`
            self.base = event.to_ply
            self.requests.clear()
        elif event.kind == "draw":
            self.over = ("draw", "agreement")
        else:
            self.paused = True
        self.journal()


class Node:
    """One program. After `kill` only its disk is left."""

    def __init__(self, world: World, name: str, address: str, disk: Disk, protocol: Range = SPOKEN) -> None:
        self.world = world
        self.name = name
        self.protocol = protocol
        self.accent: Callable[[bytes], bytes] = bytes
        """What becomes of the bytes that this program sends: whole frames."""
        self.address = address
        self.secret = key_called(name)
        self.key = self.secret.public
        """What it has proved to hold, to whoever it has a line to."""
        self.disk = disk
        self.alive = True
        self.table = 0
        self.commands: deque[Callable[[], None]] = deque()
        self.events: deque[events.WireEvent] = deque()
        self.elsewhere: list[events.WireEvent] = []
        """What happened at other tables than the player's."""
        self.player = Player(self.act, disk)
        me = Identity(world.draw_hex(16), name, "1", protocol=protocol)
        self.server = SessionServer(me, self.secret, world.draw_hex, itertools.count(1).__next__)
        self.server.port = 27183
        self.server.keep(frozenset({read_ticket(disk.ticket).game} if disk.ticket and not disk.acknowledged else ()))
        self.dialled: list[float] = []

    def act(self, action: actions.TableAction) -> None:
        self.commands.append(lambda: self.server.act(self.table, action, self.world.now))

    def obey(self) -> bool:
        """Carry out one command in the network thread."""
        if not self.commands:
            return False
        self.commands.popleft()()
        self.collect()
        return True

    def collect(self) -> None:
        self.events.extend(self.server.events)
        self.server.events.clear()

    def poll(self) -> bool:
        """Let the game see one event."""
        if not self.events:
            return False
        event = self.events.popleft()
        if isinstance(event, events.Joined) and not self.table:
            self.table = event.table
        if not isinstance(event, events.Listening | events.NetworkFailed) and event.table == self.table:
            self.player.see(event)
        else:
            self.elsewhere.append(event)
        return True

    def asks(self) -> tuple[PendingRequest, ...]:
        """What was asked from here and has no answer yet, or none that the game has seen."""
        unseen = [event.ticket for event in self.events if isinstance(event, events.TicketChanged)]
        session = self.server.session(self.table)
        if session is not None and session.game_session is not None:
            unseen.append(session.game_session.state.current_ticket())
        return tuple(asked for ticket in unseen for asked in ticket.unanswered)

    def connect(self, other: Node) -> None:
        self.server.connect(99, f"{other.address}:27183", self.world.now)
        self.table = 99

    def restore(self) -> None:
        """The program starts again and takes its game up from the disk."""
        if self.disk.ticket:
            known = {asked.id for asked in read_ticket(self.disk.ticket).unanswered}
            self.world.lost_ask |= bool({asked.id for asked in self.asks()} - known)
        fresh = Node(self.world, self.name, self.address, self.disk, self.protocol)
        self.__dict__.update(fresh.__dict__ | {"accent": self.accent})
        self.player.act = self.act
        disk = self.disk
        if not disk.ticket or disk.acknowledged:
            return
        ticket = read_ticket(disk.ticket)
        player = self.player
        player.here_first = ticket.first == ticket.here
        player.is_playing = True
        player.paused = ticket.pauses % 2 == 1
        if ticket.epoch != disk.epoch:
            ticket = msgspec.structs.replace(ticket, epoch=disk.epoch, base=disk.base)
        self.table = 77
        self.server.restore(77, ticket, plies_of(player.moves, ticket, player.marks), self.world.now)
        if disk.over is not None:
            player.end(*disk.over)
        self.collect()


def plies_of(moves: list[str], ticket: Ticket, marks: list[tuple[int, str]]) -> list[Ply]:
    """The journal's moves as the wire keeps them."""
    sides = ("host", "guest") if ticket.first == "host" else ("guest", "host")
    return [
        Ply(text, hash_after(moves[: number + 1]), sides[number % 2], 1500, 290_000, *mark)
        for number, (text, mark) in enumerate(zip(moves, marks, strict=True))
    ]


@dataclass(eq=False)
class Cable:
    """A connection: a link at each end, and bytes on their way to each (index: whom they go to)."""

    nodes: tuple[Node, Node]
    links: tuple[SessionLink, SessionLink]
    halls: tuple[SessionServer, SessionServer]
    flying: tuple[bytearray, bytearray] = field(default_factory=lambda: (bytearray(), bytearray()))
    ended: list[bool] = field(default_factory=lambda: [False, False])

    def is_live(self, end: int) -> bool:
        """Whether this end's program still runs."""
        node = self.nodes[end]
        return node.alive and node.server is self.halls[end]


class World:
    """Time, two nodes, and the cables between them."""

    def __init__(self, seed: int, spoken: tuple[Range, Range] = (SPOKEN, SPOKEN)) -> None:
        self.random = random.Random(seed)
        self.now = 1000.0
        self.cables: list[Cable] = []
        self.blocked = False
        self.lost_ask = False
        """A program was killed within a frame of asking, so it does not know that it has asked."""
        self.nodes = (
            Node(self, "Anna", "10.0.0.1", Disk(), spoken[0]),
            Node(self, "Ben", "10.0.0.2", Disk(), spoken[1]),
        )

    def draw_hex(self, count: int) -> str:
        return self.random.randbytes(count).hex()

    def session(self, who: int) -> TableSession:
        """The session at a node's table."""
        session = self.nodes[who].server.session(self.nodes[who].table)
        assert session is not None
        return session

    def game_session(self, who: int) -> GameSession:
        """The game at a node's table."""
        game_session = self.session(who).game_session
        assert game_session is not None
        return game_session

    # --- small steps ---

    def load(self, cable: Cable) -> None:
        """Take what the connections want to send."""
        for end in (0, 1):
            unsent = cable.links[end].connection.unsent
            if cable.is_live(end):
                cable.flying[1 - end].extend(cable.nodes[end].accent(bytes(unsent)))
                del unsent[:]

    def deliver(self, cable: Cable, end: int, most: int = 1 << 30) -> bool:
        """Give one end some of the bytes that fly to it; whether there were any."""
        self.load(cable)
        data = bytes(cable.flying[end][:most])
        del cable.flying[end][:most]
        if data and cable.is_live(end) and cable.links[end].connection.closing is None:
            cable.nodes[end].server.receive(cable.links[end], data, self.now)
            cable.nodes[end].collect()
        return bool(data)

    def carry(self, end: int) -> None:
        """Deliver all that flies to one end, and nothing else."""
        for cable in list(self.cables):
            self.deliver(cable, end)

    def obey_all(self) -> None:
        """The network threads carry out their commands; nothing is delivered."""
        for node in self.nodes:
            while node.obey():
                pass

    def cut(self, cable: Cable, keep: int = 0) -> None:
        """Break a cable; up to `keep` bytes each way still arrive."""
        for end in (0, 1):
            if keep:
                self.deliver(cable, end, keep)
            if cable.is_live(end) and not cable.ended[end]:
                cable.nodes[end].server.lost(cable.links[end], "cut", self.now)
                cable.nodes[end].collect()
        if cable in self.cables:
            self.cables.remove(cable)

    def kill(self, node: Node) -> None:
        node.alive = False
        for cable in [cable for cable in self.cables if node in cable.nodes]:
            self.cut(cable, self.random.choice((0, 0, 100)))

    def dial(self) -> None:
        """Answer the calls that the halls want to make."""
        for node in self.nodes:
            dials = node.server.redials.take_dials()
            for dial in dials if node.alive else ():
                node.dialled.append(self.now)
                other = next((each for each in self.nodes if dial.address.startswith(each.address + ":")), None)
                if other is None or not other.alive or self.blocked:
                    node.server.dial_failed(dial.table, "no answer", self.now)
                    continue
                link = node.server.dialled(dial.table, other.address, dial.address, self.now)
                if link is not None:
                    there = other.server.accept(node.address, self.now)
                    link.key, there.key = other.key, node.key
                    self.cables.append(Cable((node, other), (link, there), (node.server, other.server)))
            node.collect()

    def hang_up(self) -> None:
        """Close the cables of which one end is closing, once its last bytes have arrived."""
        for cable in list(self.cables):
            self.load(cable)
            closing = [link.connection.closing is not None for link in cable.links]
            for end in (0, 1):
                if closing[end] and not cable.flying[1 - end]:
                    self.cut(cable)
                    break

    def tick(self, seconds: float) -> None:
        self.now += seconds
        for node in self.nodes:
            if node.alive:
                node.server.tick(self.now)
                node.collect()
        self.dial()
        self.hang_up()

    # --- big steps ---

    def settle(self, seconds: float = 0.0) -> None:
        """Let everything arrive and be handled, while this many seconds pass."""
        until = self.now + seconds
        while True:
            busy = True
            while busy:
                busy = False
                for cable in list(self.cables):
                    busy |= self.deliver(cable, 0) | self.deliver(cable, 1)
                for node in self.nodes:
                    while node.alive and (node.obey() or node.poll()):
                        busy = True
                self.dial()
                self.hang_up()
            if self.now >= until:
                return
            self.tick(0.05)

    def begin(self, terms: Terms = TERMS) -> None:
        """Anna connects, invites, Ben accepts."""
        anna, _ = self.nodes
        anna.connect(self.nodes[1])
        self.settle(0.1)
        anna.act(actions.Invite(terms))
        self.settle(0.1)
        assert all(node.player.is_playing for node in self.nodes)
