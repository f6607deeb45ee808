"""How fast people appear and go: this process stays in the lobby, another comes and goes."""

from __future__ import annotations

import multiprocessing
import socket
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection

from net.bench.figures import Figure, quantile
from net.discovery.beacons import Card
from net.discovery.discovery import Discovery
from net.discovery.interfaces import Interface, InterfaceKind, look
from net.trust.instance import new_instance
from net.trust.keys import new_key

ROUND_S = 0.2
"""Somebody comes no sooner than this long after the one before: each says some five datagrams, and more than
`net.discovery.rate_limiter.ADDRESS_LIMIT` a second of strangers at one address are not read."""
_KILLS = 2
_IDLE_S = 3.0


def measure_discovery(rounds: int) -> Iterator[Figure]:
    """The figures of discovery between two processes on loopback."""
    port = free_port()
    there = discovery_of("There", port)
    there.set_lobby(True)
    seen, sees, gone, closing = [], [], [], []
    try:
        with Visitor(port) as visitor:
            bare = visitor.echo_times(rounds)
            for _ in range(rounds):
                opened = visitor.say("open")
                wait_until(lambda: there.peers)
                seen.append(time.monotonic() - opened)
                sees.append(visitor.hear() - opened)
                began = visitor.say("close")
                wait_until(lambda: not there.peers)
                gone.append(time.monotonic() - began)
                closing.append(visitor.hear() - began)
                time.sleep(max(0.0, opened + ROUND_S - time.monotonic()))
            visitor.say("open")
            visitor.hear()
            before = time.process_time()
            time.sleep(_IDLE_S)
            idle = (time.process_time() - before) / _IDLE_S
        killed = []
        wait_until(lambda: not there.peers)
        for in_lobby in (True, False) * (_KILLS // 2):
            with Visitor(port) as visitor:
                visitor.say("open lobby" if in_lobby else "open")
                visitor.hear()
                wait_until(lambda: there.peers)
                time.sleep(1.0)
                at = visitor.kill()
                wait_until(lambda: not there.peers)
                killed.append(time.monotonic() - at)
    finally:
        there.close()
    yield Figure("who comes is seen, median", 1e3 * statistics.median(seen), "ms")
    yield Figure("who comes is seen, p99", 1e3 * quantile(seen, 0.99), "ms", 300)
    yield Figure("a newcomer sees who is there, median", 1e3 * statistics.median(sees), "ms")
    yield Figure("a newcomer sees who is there, p99", 1e3 * quantile(sees, 0.99), "ms", 300)
    yield Figure("a clean exit is seen, p99", 1e3 * quantile(gone, 0.99), "ms", 100)
    yield Figure("closing takes, p99", 1e3 * quantile(closing, 0.99), "ms", 100)
    yield Figure("a killed program is gone, longest", max(killed), "s", 4)
    yield Figure("a bare datagram there and back, median", 1e3 * statistics.median(bare), "ms")
    yield Figure("seen (median) / bare datagram", statistics.median(seen) / statistics.median(bare), "times")
    yield Figure("processor in the lobby with one neighbour", 100 * idle, "% of a core")


class Visitor:
    """A process that opens and closes an instance of discovery when told to; to be used in a `with`."""

    def __init__(self, port: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_visit, args=(theirs, port), daemon=True)
        self._process.start()
        theirs.close()
        self._echo_port: int = self._pipe.recv()

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._pipe.close()

    def say(self, command: str) -> float:
        """Give it a command, `open`, `open lobby` or `close`. Returns when, on the clock that processes share."""
        now = time.monotonic()
        self._pipe.send(command)
        return now

    def hear(self) -> float:
        """When it had done what it was told: seen somebody, or closed."""
        at: float = self._pipe.recv()
        return at

    def kill(self) -> float:
        """End it as a crash would. Returns when."""
        now = time.monotonic()
        self._process.kill()
        self._process.join()
        return now

    def echo_times(self, rounds: int) -> list[float]:
        """Seconds that a bare datagram takes there and back, to compare with."""
        times = []
        self._pipe.send(f"echo {rounds}")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
            asks.settimeout(1.0)
            for _ in range(rounds):
                start = time.monotonic()
                asks.sendto(b"echo", ("127.0.0.1", self._echo_port))
                asks.recv(16)
                times.append(time.monotonic() - start)
        return times


def _visit(pipe: Connection, port: int) -> None:
    """What the other process does."""
    echo = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    echo.bind(("127.0.0.1", 0))
    pipe.send(echo.getsockname()[1])
    discovery: Discovery | None = None
    while True:
        command: str = pipe.recv()
        if command.startswith("echo"):
            for _ in range(int(command.split()[1])):
                data, source = echo.recvfrom(16)
                echo.sendto(data, source)
        elif command == "close" and discovery is not None:
            discovery.close()
            pipe.send(time.monotonic())
        else:
            discovery = _open(port, in_lobby=command == "open lobby")
            pipe.send(time.monotonic())


def _open(port: int, in_lobby: bool) -> Discovery:
    """An instance of discovery that has seen somebody."""
    discovery = discovery_of("Comes", port)
    discovery.set_lobby(in_lobby)
    wait_until(lambda: discovery.peers)
    return discovery


def discovery_of(name: str, port: int) -> Discovery:
    """An instance of discovery on loopback with a key of its own."""
    key = new_key()
    return Discovery(Card(key.public, new_instance(key.public), name, 40_000), key, port=port, look=loopback)


def loopback() -> Sequence[Interface]:
    """The interfaces of this machine that lead nowhere else."""
    return [interface for interface in look() if interface.kind is InterfaceKind.LOOPBACK]


def free_port() -> int:
    """A UDP port that nobody uses now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def wait_until(holds: Callable[[], object], timeout_s: float = 10.0) -> None:
    """Return as soon as this holds. Raises TimeoutError."""
    deadline = time.monotonic() + timeout_s
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("what was to be measured did not happen")
        time.sleep(0.0005)
