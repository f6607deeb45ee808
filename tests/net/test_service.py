"""Two network threads and real sockets on loopback: games, cuts, floods, slow and wrong peers, and a quick goodbye."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from frames import GAME, HELLO, SECRET
from patience import PATIENCE_S, SOON_S
from sealed import SealedSocket, key_called
from world import Disk, Player, plies_of

from net.address import BadAddressError
from net.session import actions, events
from net.session.events import WireEvent
from net.session.messages import (
    ErrorMessage,
    FrameReader,
    HelloMessage,
    Message,
    MoveMessage,
    PingMessage,
    Terms,
    decode,
    encode,
)
from net.session.server import Identity
from net.session.service import Service
from net.session.ticket import read_ticket

LOOPBACK = ("127.0.0.1", "::1")
TERMS = Terms("invented", {}, 300_000, 0, "first", True, True)


class Program:
    """A service and a player of the invented game, in this thread."""

    def __init__(self, name: str, port: int = 0, disk: Disk | None = None) -> None:
        me = Identity(name.encode().hex().ljust(32, "0"), name, "1")
        self.service = Service(me, port, LOOPBACK, key_called(name))
        self.table = 0
        self.disk = disk or Disk()
        self.player = Player(lambda action: self.service.do(self.table, action), self.disk)
        self.seen: list[WireEvent] = []
        self.service.start()
        self.port = self.service.port

    def pump(self) -> None:
        for event in self.service.poll():
            self.seen.append(event)
            if isinstance(event, events.Joined) and not self.table:
                self.table = event.table
            if not isinstance(event, events.Listening | events.NetworkFailed) and event.table == self.table:
                self.player.see(event)

    def saw(self, kind: type[WireEvent]) -> list[WireEvent]:
        return [event for event in self.seen if isinstance(event, kind)]


@pytest.fixture
def programs() -> Iterator[Callable[..., Program]]:
    made: list[Program] = []

    def make(name: str, port: int = 0, disk: Disk | None = None) -> Program:
        made.append(Program(name, port, disk))
        return made[-1]

    yield make
    for program in made:
        program.service.close()


def until(condition: Callable[[], object], *programs: Program) -> None:
    """Let the programs run until something holds."""
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < PATIENCE_S, "it never came"
        for program in programs:
            program.pump()
        time.sleep(0.001)


def begin(anna: Program, ben: Program, host: str = "127.0.0.1") -> None:
    anna.table = anna.service.connect(f"[{host}]:{ben.port}" if ":" in host else f"{host}:{ben.port}")
    until(lambda: anna.saw(events.Joined) and ben.saw(events.Joined), anna, ben)
    anna.player.act(actions.Invite(TERMS))
    until(lambda: anna.player.is_playing and ben.player.is_playing, anna, ben)


def exchange(anna: Program, ben: Program, plies: int) -> None:
    wanted = len(anna.player.moves) + plies
    while len(anna.player.moves) < wanted:
        mover, other = (anna, ben) if anna.player.my_turn else (ben, anna)
        mover.player.play(f"m{len(mover.player.moves)}")
        until(lambda: len(other.player.moves) == len(mover.player.moves), anna, ben)  # noqa: B023 - used at once


class Visitor:
    """A bare socket that says what it likes."""

    def __init__(self, port: int, *, greet: bool = True) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.line = SealedSocket(self.socket)
        self.reader = FrameReader(1 << 20)
        if greet:
            self.says(HELLO)

    def says(self, message: Message) -> None:
        self.line.sendall(encode(message))

    def hear_out(self) -> None:
        """Take what comes until the other side closes."""
        with contextlib.suppress(ConnectionError):
            while data := self.line.recv():
                self.reader.feed(data)

    def heard(self) -> list[Message]:
        found = []
        while (frame := self.reader.next()) is not None:
            found.append(decode(frame))
        return found

    def last_code(self) -> str:
        return str(getattr(self.heard()[-1], "code", ""))


@pytest.mark.parametrize("host", LOOPBACK)
def test_a_whole_game_with_a_cut_in_the_middle(programs: Callable[..., Program], host: str) -> None:
    anna, ben = programs("Anna"), programs("Ben")
    if host == "::1" and not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    begin(anna, ben, host)
    exchange(anna, ben, 10)
    anna.player.act(actions.Say("hello"))
    until(lambda: ben.player.chats == ["hello"], anna, ben)
    ben.service._wires[0].sock.shutdown(socket.SHUT_RDWR)  # a cable is pulled
    until(lambda: anna.saw(events.LineDown) and ben.saw(events.LineDown), anna, ben)
    until(lambda: anna.saw(events.LineUp) and ben.saw(events.LineUp), anna, ben)
    exchange(anna, ben, 20)
    until(lambda: anna.disk.confirmed and ben.disk.confirmed, anna, ben)
    assert anna.player.moves == ben.player.moves
    assert anna.player.over == ("there", "five")


def test_a_killed_program_comes_back(programs: Callable[..., Program]) -> None:
    anna, ben = programs("Anna"), programs("Ben")
    begin(anna, ben)
    exchange(anna, ben, 7)
    port = ben.port
    ben.service._closing = True  # as if killed: no goodbye
    for wire in list(ben.service._wires):
        wire.sock.close()
    until(lambda: anna.saw(events.LineDown), anna)
    ben.service.close()
    again = programs("Ben", port, ben.disk)
    ticket = read_ticket(ben.disk.ticket)
    again.player.here_first = ticket.first == ticket.here
    again.player.is_playing = True
    again.table = again.service.restore(ticket, plies_of(ben.disk.moves, ticket, ben.disk.marks))
    until(lambda: anna.saw(events.LineUp) and again.saw(events.LineUp), anna, again)
    exchange(anna, again, 5)
    assert anna.player.moves == again.player.moves
    assert len(anna.player.moves) == 12


def test_a_taken_port_is_replaced_by_another(programs: Callable[..., Program]) -> None:
    anna = programs("Anna")
    ben = programs("Ben", anna.port)
    assert ben.port not in (0, anna.port)
    ben.pump()
    assert ben.saw(events.Listening) == [events.Listening(ben.port)]
    begin(anna, ben)


def test_nobody_listens_there(programs: Callable[..., Program]) -> None:
    anna = programs("Anna")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    table = anna.service.connect(f"127.0.0.1:{port}")
    until(lambda: anna.saw(events.Left), anna)
    (left,) = anna.saw(events.Left)
    assert isinstance(left, events.Left)
    assert (left.table, left.code) == (table, "unreachable")
    assert left.why
    with pytest.raises(BadAddressError):
        anna.service.connect("nowhere:1")


def test_several_tables_at_once(programs: Callable[..., Program]) -> None:
    """A house player with three guests; each table is its own."""
    house = programs("House")
    guests = [programs(f"Guest {number}") for number in range(3)]
    players: dict[int, Player] = {}

    def serve() -> None:
        for event in house.service.poll():
            if isinstance(event, events.Joined):
                table = event.table
                players[table] = Player(lambda action, table=table: house.service.do(table, action), Disk())
            elif not isinstance(event, events.Listening | events.NetworkFailed):
                players[event.table].see(event)

    def run(condition: Callable[[], object]) -> None:
        def check() -> object:
            serve()
            return condition()

        until(check, *guests)

    for guest in guests:
        guest.table = guest.service.connect(f"127.0.0.1:{house.port}")
        run(lambda guest=guest: guest.saw(events.Joined))
        guest.player.act(actions.Invite(TERMS))
    run(lambda: all(guest.player.is_playing for guest in guests))
    for number, guest in enumerate(guests):
        guest.player.play(f"from{number}")
    run(lambda: sorted(player.moves for player in players.values()) == [["from0"], ["from1"], ["from2"]])


def test_the_goodbye_is_quick_and_keeps_the_game(programs: Callable[..., Program]) -> None:
    anna, ben = programs("Anna"), programs("Ben")
    begin(anna, ben)
    start = time.monotonic()
    ben.service.close()
    ben.service.close()
    assert time.monotonic() - start < SOON_S
    until(lambda: anna.saw(events.LineDown), anna)
    (down,) = anna.saw(events.LineDown)
    assert isinstance(down, events.LineDown)
    assert down.why == "closing"


def test_a_service_that_never_started_can_be_closed() -> None:
    Service(Identity("0" * 32, "Nobody", "1"), 0, LOOPBACK).close()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (struct.pack(">I", 1 << 31), "bad-message"),
        (b"GET / HTTP/1.1\r\n\r\n", "bad-message"),
        (encode(HelloMessage(9, 9, "9", GAME, "Future", SECRET)), "version"),
        (encode(PingMessage(1)) * 3000, "too-fast"),
        (encode(MoveMessage(GAME, 0, 1, "h8", "00", 0)), "no-hello"),
    ],
    ids=["oversized", "another protocol", "wrong version", "flood", "no hello"],
)
def test_wrong_peers_are_told_why_and_closed(programs: Callable[..., Program], data: bytes, code: str) -> None:
    anna, ben = programs("Anna"), programs("Ben")
    begin(anna, ben)
    visitor = Visitor(ben.port, greet=False)
    with contextlib.suppress(ConnectionError):
        visitor.line.sendall(data)
    visitor.hear_out()
    assert visitor.last_code() == code
    exchange(anna, ben, 4)


def test_a_slow_loris_is_closed(programs: Callable[..., Program]) -> None:
    ben = programs("Ben")
    silent, trickling = Visitor(ben.port, greet=False), Visitor(ben.port, greet=False)
    start = time.monotonic()

    def trickle() -> None:
        with contextlib.suppress(OSError):
            for byte in encode(HELLO):
                trickling.line.sendall(bytes([byte]))
                time.sleep(0.05)

    feeder = threading.Thread(target=trickle)
    feeder.start()
    silent.hear_out()
    trickling.hear_out()
    assert time.monotonic() - start < SOON_S
    assert silent.last_code() == trickling.last_code() == "no-hello"
    feeder.join()


def test_a_flood_costs_little_memory_and_harms_nobody(programs: Callable[..., Program]) -> None:
    """One peer floods and comes back as soon as it is thrown out; the game goes on in the meantime."""
    anna, ben = programs("Anna"), programs("Ben")
    begin(anna, ben)
    exchange(anna, ben, 2)
    stop = threading.Event()
    rounds = [0]

    def flood() -> None:
        data = encode(HELLO) + encode(PingMessage(1)) * 2000
        while not stop.is_set():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", ben.port), timeout=1.0) as sock:
                line = SealedSocket(sock)
                rounds[0] += 1
                line.sendall(data)
                line.recv()

    flooder = threading.Thread(target=flood, daemon=True)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    flooder.start()
    try:
        for _ in range(10):
            exchange(anna, ben, 1)
            time.sleep(0.1)
        until(lambda: rounds[0] > 1, anna, ben)
        grown = tracemalloc.get_traced_memory()[1] - before
    finally:
        stop.set()
        flooder.join(3.0)
        tracemalloc.stop()
    assert grown < 5 * 1024 * 1024
    assert anna.player.moves == ben.player.moves


def test_when_the_game_stands_still_nothing_piles_up(programs: Callable[..., Program]) -> None:
    """Ben's window hangs: his line stays up, and what he has not fetched stays within bounds."""
    anna, ben = programs("Anna"), programs("Ben")
    begin(anna, ben)
    start = time.monotonic()
    while time.monotonic() - start < 6.5:
        anna.pump()
        time.sleep(0.01)
    assert not anna.saw(events.LineDown), "the network thread answers for a window that hangs"
    assert len(ben.service._events) < 100


def test_a_mistake_in_the_thread_is_an_event(programs: Callable[..., Program]) -> None:
    anna = programs("Anna")
    anna.service._command(lambda now: 1 / 0)
    until(lambda: anna.saw(events.NetworkFailed), anna)
    (failed,) = anna.saw(events.NetworkFailed)
    assert isinstance(failed, events.NetworkFailed)
    assert "ZeroDivisionError" in failed.why


def test_a_mistake_with_one_peer_ends_only_its_connection(
    programs: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = programs("Anna"), programs("Ben")
    begin(anna, ben)
    receive = ben.service._server.receive

    def receive_badly(link: object, data: bytes, now: float) -> None:
        if b"poison" in data:
            raise RuntimeError("a mistake of ours")
        receive(link, data, now)  # the link is one of the server's

    monkeypatch.setattr(ben.service._server, "receive", receive_badly)
    visitor = Visitor(ben.port)
    visitor.socket.sendall(b"poison")
    visitor.hear_out()
    exchange(anna, ben, 4)
    assert not ben.saw(events.NetworkFailed)


# --- sealed lines -----------------------------------------------------------------------------------------------------


def test_whoever_listens_on_the_way_reads_neither_token_nor_talk(programs: Callable[..., Program]) -> None:
    """With the token read off the wire a third machine once resigned for somebody else."""
    anna, ben = programs("Anna"), programs("Ben")
    crossed = bytearray()
    listener = socket.create_server(("127.0.0.1", 0))

    def pass_on(source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                crossed.extend(data)
                sink.sendall(data)

    def listen() -> None:
        with contextlib.suppress(OSError):
            near, _ = listener.accept()
            far = socket.create_connection(("127.0.0.1", ben.port))
            for ends in ((near, far), (far, near)):
                threading.Thread(target=pass_on, args=ends, daemon=True).start()

    threading.Thread(target=listen, daemon=True).start()
    try:
        anna.table = anna.service.connect(f"127.0.0.1:{listener.getsockname()[1]}")
        until(lambda: anna.saw(events.Joined) and ben.saw(events.Joined), anna, ben)
        anna.player.act(actions.Invite(TERMS))
        until(lambda: anna.player.is_playing and ben.player.is_playing, anna, ben)
        anna.player.act(actions.Say("our plan for tonight"))
        until(lambda: ben.player.chats, anna, ben)
    finally:
        listener.close()
    assert len(crossed) > 1000
    for secret in (read_ticket(anna.disk.ticket).token, "our plan for tonight", "Anna", "hello"):
        assert secret.encode() not in crossed
    (joined,) = ben.saw(events.Joined)
    assert isinstance(joined, events.Joined)
    assert joined.peer.key == key_called("Anna").public


def test_an_earlier_release_that_calls_is_told_to_update_and_nothing_else(programs: Callable[..., Program]) -> None:
    ben = programs("Ben")
    with socket.create_connection(("127.0.0.1", ben.port), timeout=PATIENCE_S) as sock:
        sock.sendall(encode(HelloMessage(1, 2, "1.0", GAME, "Old", SECRET)))
        reader = FrameReader(1 << 20)
        while data := sock.recv(65_536):
            reader.feed(data)
    said = []
    while (frame := reader.next()) is not None:
        said.append(decode(frame))
    assert [type(message).__name__ for message in said] == ["HelloMessage", "ErrorMessage"]
    assert isinstance(said[-1], ErrorMessage)
    assert said[-1].code == "version"
    assert not ben.saw(events.Joined)
    again = Visitor(ben.port)
    until(lambda: ben.saw(events.Joined), ben)
    again.socket.close()


@pytest.mark.parametrize(
    ("first_word", "code"),
    [
        (HelloMessage(1, 2, "1.0", GAME, "Old", SECRET), "version"),
        (ErrorMessage("full", ""), "full"),
        (MoveMessage(GAME, 0, 1, "h8", "00", 0), "version"),
    ],
    ids=["an earlier release", "turned away", "something else"],
)
def test_who_answers_without_a_seal_is_not_played_with(
    programs: Callable[..., Program], first_word: Message, code: str
) -> None:
    anna = programs("Anna")
    listener = socket.create_server(("127.0.0.1", 0))
    try:
        anna.table = anna.service.connect(f"127.0.0.1:{listener.getsockname()[1]}")
        near, _ = listener.accept()
        near.sendall(encode(first_word) + encode(MoveMessage(GAME, 0, 1, "h8", "00", 0)))
        until(lambda: anna.saw(events.Left), anna)
        near.close()
    finally:
        listener.close()
    (left,) = anna.saw(events.Left)
    assert isinstance(left, events.Left)
    assert left.code == code
    assert not anna.saw(events.Joined)
