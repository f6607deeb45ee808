"""What a flood costs the frame: a loop of frames with some work in each, quiet first, then while somebody floods."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import socket
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from net.bench.discovery import Visitor, discovery_of, free_port, wait_until
from net.bench.figures import Figure, quantile
from net.discovery.beacons import GROUP_V4, Beacon, Card, Kind, encode
from net.discovery.discovery import Discovery
from net.trust.instance import new_instance
from net.trust.keys import new_key

_FRAME_S = 1 / 60
_WORK_S = 0.004


def measure_flood(rounds: int) -> Iterator[Figure]:
    """The figures of a flood of datagrams at discovery that lasts a second for every ten rounds.

    To compare with: frames without a flood, and under a flood at a socket that nobody reads, which shows what the
    flooder itself and the system take from the frames.
    """
    length_s = max(1.0, rounds / 10)
    port = free_port()
    there = discovery_of("There", port)
    there.set_lobby(True)
    try:
        with Visitor(port) as visitor:
            visitor.say("open")
            visitor.hear()
            wait_until(lambda: there.peers)
            quiet, quiet_load = make_frames(length_s)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unread:
                unread.bind(("", 0))
                with Flooder(unread.getsockname()[1]):
                    beside, _ = make_frames(length_s)
            with Flooder(port) as flooder:
                before, memory = _read(there), resident_mb()
                flooded, load = make_frames(length_s)
                read = _read(there) - before
                grown = resident_mb() - memory
            is_held = any(peer.name == "Comes" for peer in there.peers)
    finally:
        there.close()
    yield Figure("datagrams sent by the flooder", flooder.sent / length_s, "a second")
    yield Figure("datagrams read, the rest dropped by the system", read / length_s, "a second")
    yield Figure("a frame from due to done, quiet, p99", 1e3 * quantile(quiet, 0.99), "ms")
    yield Figure("a frame from due to done, flood beside us, p99", 1e3 * quantile(beside, 0.99), "ms")
    yield Figure("a frame from due to done, flood at us, p99", 1e3 * quantile(flooded, 0.99), "ms", 20)
    yield Figure("flood at us / flood beside us", quantile(flooded, 0.99) / quantile(beside, 0.99), "times")
    yield Figure("processor for discovery, quiet", 100 * quiet_load, "% of a core")
    yield Figure("processor for discovery, flooded", 100 * load, "% of a core")
    yield Figure("memory that the flood costs", grown, "MB", 5)
    yield Figure("neighbours lost in the flood", float(not is_held), "of 1", 1)


class Flooder:
    """A process that sends as fast as it can to the group at a port, to be used in a `with`. Afterwards `sent` is
    known."""

    def __init__(self, port: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_flood, args=(port, theirs), daemon=True)
        self._process.start()
        self.sent = 0

    def __enter__(self) -> Flooder:
        self._pipe.recv()
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.send(None)
        self.sent = self._pipe.recv()
        self._process.join()


def make_frames(length_s: float) -> tuple[list[float], float]:
    """Make frames for this long. Returns the seconds from when each was due to when its work was done, and the load
    that other threads put on the processor."""
    times: list[float] = []
    start = due = time.perf_counter()
    before = time.process_time() - time.thread_time()
    while due < start + length_s:
        work_until = time.perf_counter() + _WORK_S
        while time.perf_counter() < work_until:
            sum(range(100))
        now = time.perf_counter()
        times.append(now - due)
        due = max(due + _FRAME_S, now)
        time.sleep(due - now)
    return times, (time.process_time() - time.thread_time() - before) / length_s


def _flood(port: int, pipe: Connection) -> None:
    """Send as fast as one process can until told to stop; then tell how many."""
    if hasattr(os, "nice"):
        os.nice(19)  # a real flood comes from another machine and takes no processor from the frames here
    noise = []
    for n in range(500):
        key = new_key()
        card = Card(key.public, new_instance(key.public), f"Nobody {n}", 7)
        noise.append(encode(Beacon(Kind.HI, card, "127.0.0.1", 1), key))
    noise += [b"\xff" * 5_000, secrets.token_bytes(300)] * 50
    sent = 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as shouts:
        shouts.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        pipe.send(None)
        while not pipe.poll():
            for data in noise:
                shouts.sendto(data, (GROUP_V4, port))
            sent += len(noise)
    pipe.send(sent)


def _read(discovery: Discovery) -> int:
    """How many datagrams were taken from the sockets and not known as our own, so far."""
    return sum(discovery.observe().counts.values())


def resident_mb() -> float:
    """Megabytes of memory in use; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return pages * 4096 / 1e6
