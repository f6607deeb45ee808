"""What the wire costs a game: a move and its answer, coming back after a cut, clocks over a slow line, a TCP flood."""

from __future__ import annotations

import multiprocessing
import os
import random
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection

from net.bench.figures import Figure, quantile
from net.bench.flood import make_frames, resident_mb
from net.bench.proxy import Proxy
from net.session import actions, events
from net.session.delay import DelayCredit
from net.session.events import WireEvent
from net.session.messages import HelloMessage, PingMessage, Terms, encode
from net.session.server import Identity
from net.session.service import Service

_TERMS = Terms("bench", {}, 0, 0, "first", True, False)
_HASH = "00"
_LOOPBACK = ("127.0.0.1",)
_PATIENCE_S = 20.0


class BenchSeat:
    """A program that plays: every move that comes is accepted, and answered where `thinks` says after how long."""

    def __init__(self, hosts: tuple[str, ...] = _LOOPBACK, thinks: Callable[[], float] | None = None) -> None:
        self.service = Service(Identity(secrets.token_hex(16), "Bench", "0"), 0, hosts)
        self.service.start()
        self.port = self.service.port
        self.table = 0
        self.ply = 0
        self.seen: set[type[WireEvent]] = set()
        self.asked = 0
        """The last move that was made here ..."""
        self.confirmed = 0
        """... and the last one that is known to have arrived."""
        self.used_s: list[float] = []
        """What the other side said of its moves."""
        self._thinks = thinks
        self._answer: tuple[float, float] | None = None  # when, and the time that it will have taken

    def pump(self) -> None:
        """Do what is to be done now."""
        for event in self.service.poll():
            self._see(event)
        if self._answer is not None and time.perf_counter() >= self._answer[0]:
            used_s, self._answer = self._answer[1], None
            self.play(used_s)

    def play(self, used_s: float = 0.0) -> None:
        """Make a move."""
        self.ply += 1
        self.asked = self.ply
        self.service.do(self.table, actions.Play(0, self.ply, "h8", _HASH, used_s))

    def _see(self, event: WireEvent) -> None:
        self.seen.add(type(event))
        match event:
            case events.Joined():
                self.table = event.table
            case events.Invited():
                self.service.do(self.table, actions.AnswerInvitation(event.invitation, True))
            case events.Agreed():
                self.service.do(self.table, actions.Begin(_HASH))
            case events.MoveArrived():
                self.ply = event.ply
                self.used_s.append(event.used_s)
                self.service.do(self.table, actions.AcceptMove(0, event.ply, _HASH))
                if self._thinks is not None:
                    thinks_s = self._thinks()
                    self._answer = (time.perf_counter() + thinks_s, thinks_s)
            case events.MoveConfirmed():
                self.confirmed = event.ply


def _run(condition: Callable[[], object], *seats: BenchSeat) -> None:
    """Let the seats play until something holds. Raises TimeoutError."""
    until = time.perf_counter() + _PATIENCE_S
    while not condition():
        if time.perf_counter() > until:
            raise TimeoutError("the other side does not answer")
        for seat in seats:
            seat.pump()
        time.sleep(0.0001)  # not 0: the network thread needs the interpreter too


def _begin(seat: BenchSeat, port: int, *others: BenchSeat) -> None:
    """Connect and start a game; this seat has the first move."""
    table = seat.service.connect(f"127.0.0.1:{port}")
    _run(lambda: events.Joined in seat.seen, seat, *others)
    seat.service.do(table, actions.Invite(_TERMS))
    _run(lambda: events.Started in seat.seen and all(events.Started in other.seen for other in others), seat, *others)


# --- the handshake ----------------------------------------------------------------------------------------------------


_MOST_HANDSHAKES = 25
"""A service takes thirty connections of one address in 20 s."""


def measure_handshake(rounds: int) -> Iterator[Figure]:
    """From the call to the line on which both have proved their keys and said hello."""
    here, there = BenchSeat(), BenchSeat()
    times: list[float] = []
    try:
        for _ in range(min(rounds, _MOST_HANDSHAKES)):
            here.seen.clear()
            called = time.perf_counter()
            table = here.service.connect(f"127.0.0.1:{there.port}")
            _run(lambda: events.Joined in here.seen, here, there)
            times.append(1000 * (time.perf_counter() - called))
            here.service.do(table, actions.Leave())
            _run(lambda: events.Left in here.seen, here, there)
    finally:
        here.service.close()
        there.service.close()
    yield Figure("call to a sealed line, median", quantile(times, 0.5), "ms", 60.0)
    yield Figure("call to a sealed line, p99", quantile(times, 0.99), "ms")


# --- moves ------------------------------------------------------------------------------------------------------------


def measure_moves(rounds: int) -> Iterator[Figure]:
    """A move there and the answer back, between two processes; and how long it takes to sit down."""
    context = multiprocessing.get_context("spawn")
    pipe, theirs = context.Pipe()
    process = context.Process(target=_answer_moves, args=(theirs,), daemon=True)
    process.start()
    seat = BenchSeat()
    try:
        port = pipe.recv()
        start = time.perf_counter()
        seat.service.connect(f"127.0.0.1:{port}")
        _run(lambda: events.Joined in seat.seen, seat)
        joined_s = time.perf_counter() - start
        seat.service.do(seat.table, actions.Invite(_TERMS))
        _run(lambda: events.Started in seat.seen, seat)
        times, confirmed = [], []
        for _ in range(rounds):
            start = time.perf_counter()
            seat.play()
            _run(lambda: seat.confirmed == seat.asked, seat)
            confirmed.append(time.perf_counter() - start)
            _run(lambda: seat.ply > seat.asked, seat)
            times.append(time.perf_counter() - start)
            time.sleep(0.3)  # slower than the limits of the wire
    finally:
        seat.service.close()
        pipe.send(None)
        process.join(5.0)
    yield Figure("from connecting to the lobby", 1e3 * joined_s, "ms")
    yield Figure("a move and its acknowledgement, p50", 1e3 * quantile(confirmed, 0.5), "ms")
    yield Figure("a move and its acknowledgement, p99", 1e3 * quantile(confirmed, 0.99), "ms")
    yield Figure("a move and the move that answers it, p50", 1e3 * quantile(times, 0.5), "ms")


def _answer_moves(pipe: Connection) -> None:
    seat = BenchSeat(thinks=lambda: 0.0)
    pipe.send(seat.port)
    while not pipe.poll():
        seat.pump()
        time.sleep(0.0001)
    seat.service.close()


# --- coming back ------------------------------------------------------------------------------------------------------


def measure_resume(rounds: int) -> Iterator[Figure]:
    """How long after a line can be had again the game goes on; some tables at once, cuts of five seconds and more."""
    yield resume_figure(5.0, max(4, rounds // 4))


def resume_figure(cut_s: float, tables: int) -> Figure:
    """The p95 over this many tables that are cut at once for about `cut_s` seconds."""
    draw = random.Random(7)
    pairs = [_Pair() for _ in range(tables)]
    try:
        for pair in pairs:
            pair.begin()
        start = time.perf_counter()
        for pair in pairs:
            pair.cut(start + cut_s + draw.uniform(0.0, 2.0))
        until = start + cut_s + _PATIENCE_S
        while any(pair.back_s is None for pair in pairs):
            if time.perf_counter() > until:
                raise TimeoutError("a game did not come back")
            for pair in pairs:
                pair.pump()
            time.sleep(0.002)
        times = [pair.back_s for pair in pairs if pair.back_s is not None]
    finally:
        for pair in pairs:
            pair.close()
    return Figure(f"line back to game on, cut of {cut_s:.0f} to {cut_s + 2:.0f} s, p95", quantile(times, 0.95), "s", 2)


class _Pair:
    """Two seats and a proxy between them; only one can dial, as behind a firewall."""

    def __init__(self) -> None:
        self.guest = BenchSeat()
        self.guest.service._server.port = 0  # else the host would find the way round the proxy
        self.proxy = Proxy(self.guest.port)
        self.host = BenchSeat(hosts=())
        self.back_s: float | None = None
        self._opens_at = 0.0

    def begin(self) -> None:
        self.proxy.__enter__()
        _begin(self.host, self.proxy.port, self.guest)

    def cut(self, opens_at: float) -> None:
        self._opens_at = opens_at
        for seat in (self.host, self.guest):
            seat.seen.clear()
        self.proxy.is_open = False
        self.proxy.cut()

    def pump(self) -> None:
        now = time.perf_counter()
        self.proxy.is_open = now >= self._opens_at
        for seat in (self.host, self.guest):
            seat.pump()
        up = events.LineUp in self.host.seen and events.LineUp in self.guest.seen
        if self.back_s is None and self.proxy.is_open and up:
            self.back_s = now - self._opens_at

    def close(self) -> None:
        self.host.service.close()
        self.guest.service.close()
        self.proxy.__exit__()


# --- clocks -----------------------------------------------------------------------------------------------------------


def measure_clocks(rounds: int) -> Iterator[Figure]:
    """What a slow line costs a clock: the time charged for a move less the time that it was thought about."""
    for delay_s in (0.0, 0.05, 0.2):
        yield clock_figure(delay_s, max(4, rounds // 10))


def clock_figure(delay_s: float, moves: int) -> Figure:
    """The worst of this many moves at a delay each way."""
    draw = random.Random(3)
    mover = BenchSeat(thinks=lambda: draw.uniform(0.05, 0.4))
    waiter = BenchSeat(hosts=())
    worst_s = 0.0
    credit = DelayCredit()
    with Proxy(mover.port, delay_s) as proxy:
        try:
            _begin(waiter, proxy.port, mover)
            for _ in range(moves):
                start = time.perf_counter()
                waiter.play()
                _run(lambda: waiter.ply > waiter.asked, waiter, mover)
                used_s = waiter.used_s[-1]
                worst_s = max(worst_s, credit.charge(used_s, time.perf_counter() - start) - used_s)
        finally:
            waiter.service.close()
            mover.service.close()
    return Figure(f"time charged beyond thinking, {1e3 * delay_s:.0f} ms each way, worst", 1e3 * worst_s, "ms", 50)


# --- flood ------------------------------------------------------------------------------------------------------------


def measure_siege(rounds: int) -> Iterator[Figure]:
    """The frames of a program whose TCP port is stormed, for a second for every ten rounds: connections that greet,
    flood until they are closed, and come again at once."""
    length_s = max(1.0, rounds / 10)
    seat, friend = BenchSeat(), BenchSeat(hosts=())
    try:
        _begin(friend, seat.port, seat)
        quiet, quiet_load = make_frames(length_s)
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        process = context.Process(target=_storm, args=(seat.port, theirs), daemon=True)
        process.start()
        pipe.recv()
        before = resident_mb()
        stormed, load = make_frames(length_s)
        grown = resident_mb() - before
        pipe.send(None)
        rounds_made, longest_s = pipe.recv()
        process.join()
        for one in (seat, friend):
            one.pump()
        lost = events.LineDown in seat.seen or events.LineDown in friend.seen
    finally:
        seat.service.close()
        friend.service.close()
    yield Figure("connections of the storm", rounds_made / length_s, "a second")
    yield Figure("a stranger who floods is closed after, worst", longest_s, "s", 1)
    yield Figure("a frame from due to done, quiet, p99", 1e3 * quantile(quiet, 0.99), "ms")
    yield Figure("a frame from due to done, stormed, p99", 1e3 * quantile(stormed, 0.99), "ms", 20)
    yield Figure("processor for the network, quiet", 100 * quiet_load, "% of a core")
    yield Figure("processor for the network, stormed", 100 * load, "% of a core")
    yield Figure("memory that the storm costs", grown, "MB", 5)
    yield Figure("games broken by the storm", float(lost), "of 1", 1)


def _storm(port: int, pipe: Connection) -> None:
    if hasattr(os, "nice"):
        os.nice(19)  # a real storm comes from another machine and takes no processor from the frames here
    hello = HelloMessage(1, 1, "0", secrets.token_hex(16), "Storm", secrets.token_hex(32))
    noise = encode(hello) + encode(PingMessage(1)) * 3000
    rounds, longest_s = 0, 0.0
    pipe.send(None)
    while not pipe.poll():
        start = time.perf_counter()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5.0) as sock:
            with suppress(OSError):
                sock.sendall(noise)
            while sock.recv(65_536):
                pass
        longest_s = max(longest_s, time.perf_counter() - start)
        rounds += 1
    pipe.send((rounds, longest_s))
