"""Who is on this network: people appear, change and go by themselves.

One thread of its own does all of it; the frame asks `peers` and `state`, which are ready-made values. The parts:

    net.discovery.beacons     the datagram             net.discovery.interfaces   what this machine has
    net.discovery.rate_limiter   how much is read         net.discovery.multicast        the sockets
    net.discovery.peer_table      who is here              net.discovery.announcer       when to say what
    net.discovery.diagnosis   what was seen, and what may be wrong
"""

from __future__ import annotations

import contextlib
import logging
import random
import selectors
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from net.discovery.announcer import Announcer, Utterance
from net.discovery.beacons import DISCOVERY_PORT, Beacon, Card, Kind, Status, encode
from net.discovery.diagnosis import LinkState, Observation, PathReport
from net.discovery.interfaces import Interface, InterfaceKind, look
from net.discovery.multicast import MulticastPath, MulticastSockets, ReceivingSocket
from net.discovery.peer_table import DatagramSource, DiscoveredPeer, HeardBeacon, PeerTable
from net.trust.keys import PrivateKey

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0
"""How often the interfaces are looked up."""

_LOOK_AGAIN_S = 1.0
"""The same while something is missing: no network, a port that is taken, an address that is not ready yet."""
_FLOODED_FOR_S = 2.0
_CLOSE_WAIT_S = 1.0
# In the lobby a peer that outside it speaks every 5 s is asked in time not to be taken for gone after 3.5 s: directly,
# then, because the direct way may be blocked, with everybody. The way there and back is measured from time to time.
_ASK_SILENT_S = 1.5
_ASK_ALL_S = 2.5
_MEASURE_EVERY_S = 5.0
_ASK_AGAIN_S = 0.7
_TEND_EVERY_S = 0.25
# A newcomer is asked for a proof as soon as it is heard, and again when it repeats its hi (`GROUP_GAP_S`), as the
# question or the answer may get lost; if the direct way seems to be blocked, with everybody.
_PROVE_AGAIN_S = 0.25
_PROVE_ALL_S = 5.0
_MOST_PROVING = 256

Asker = tuple[DatagramSource, MulticastPath | None]
"""Who has asked, and the path by which the answer goes."""


class Discovery:
    """Finds the other instances of the program on this network, and lets them find this one.

    `card` is what this instance says about itself, with the public half of `key`, which signs it, and an instance id
    drawn for this run alone. `look` gives the interfaces, `clock` seconds that never fall, `wall` the time of this
    computer, which may be wrong. It begins at once, outside the lobby, and owns a thread until `close`.
    No method raises for what the network does, none waits but `close`; all may be called from any thread.
    """

    def __init__(
        self,
        card: Card,
        key: PrivateKey,
        *,
        port: int = DISCOVERY_PORT,
        look: Callable[[], Sequence[Interface]] = look,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._key = key
        self._count = max(0, int(wall() * 1000))
        self._look = look
        self._clock = clock
        self._started = clock()
        self._port = port
        self._lock = threading.Lock()
        self._card = card  # these three are set by other threads, under the lock
        self._in_lobby = False
        self._closing = False
        self._state = LinkState.STARTING  # these are set by our thread alone, as whole values
        self._peers: tuple[DiscoveredPeer, ...] = ()
        self._error = ""
        self._announcer: Announcer[Asker] = Announcer(random.SystemRandom(), self._started)
        self._peer_table = PeerTable(card, self._announcer.has_asked)
        self._proving: OrderedDict[DatagramSource, float] = OrderedDict()  # when it was asked for a proof
        self._selector = selectors.DefaultSelector()
        self._paths = MulticastSockets(port, self._selector)
        self._look_at = self._started
        self._asked_all_at = self._started
        self._wakes, self._waker = socket.socketpair()
        self._wakes.setblocking(False)
        self._waker.setblocking(False)
        self._selector.register(self._wakes, selectors.EVENT_READ, None)
        self._thread = threading.Thread(target=self._run, name="discovery", daemon=True)
        self._thread.start()

    @property
    def peers(self) -> tuple[DiscoveredPeer, ...]:
        """Everybody here now, in the order in which they were first heard; the same object while nothing changes."""
        return self._peers

    @property
    def state(self) -> LinkState:
        """How it is going."""
        return self._state

    def set_status(self, status: Status, game: str = "") -> None:
        """Say whether this person is free, playing, open to watchers or away, and what is played or wished for."""
        self._change(status=status, game=game)

    def set_name(self, name: str) -> None:
        """Say another name."""
        self._change(name=name)

    def set_lobby(self, in_lobby: bool) -> None:
        """In the lobby everybody is asked who is here, and announcements go out every second instead of every 5 s."""
        with self._lock:
            self._in_lobby = in_lobby
        self._wake()

    def observe(self) -> Observation:
        """What is seen of the network; `net.discovery.diagnosis.hints` draws the conclusions."""
        now = self._clock()
        return Observation(
            state=self._state,
            port=self._port,
            running_s=now - self._started,
            paths=tuple(PathReport.of(path) for path in self._paths.paths),
            peers=self._peers,
            counts=dict(self._peer_table.counts),
            is_flooded=now - self._paths.flooded_at < _FLOODED_FOR_S,
            older=self._peer_table.older_at(now),
            error=self._error,
        )

    def close(self) -> None:
        """Say bye and end, which takes some milliseconds. Closing twice is allowed."""
        with self._lock:
            self._closing = True
        self._wake()
        self._thread.join(_CLOSE_WAIT_S)

    def _change(self, **changes: Any) -> None:
        with self._lock:
            self._card = replace(self._card, **changes)
        self._wake()

    def _wake(self) -> None:
        # A full pipe wakes too, and a closed one has nobody left to wake.
        with contextlib.suppress(OSError):
            self._waker.send(b"\0")

    def _run(self) -> None:
        try:
            self._live()
        except Exception as error:  # a fault of ours must reach the screen, and leave the game alone
            _log.exception("discovery has stopped")
            self._error = f"{type(error).__name__}: {error}"
            self._state = LinkState.FAILED
        else:
            self._state = LinkState.CLOSED
        finally:
            self._peers = ()
            self._paths.close()
            self._selector.close()
            self._wakes.close()
            self._waker.close()

    def _live(self) -> None:
        while True:
            now = self._clock()
            with self._lock:
                card, in_lobby, closing = self._card, self._in_lobby, self._closing
            if closing:
                self._paths.shout(self._datagrams(Kind.BYE))
                return
            if card != self._peer_table.own:
                self._peer_table.set_own(card)
                self._announcer.change(now)
            self._announcer.set_lobby(in_lobby, now)
            if now >= self._look_at:
                self._follow_interfaces(now)
            self._peer_table.expire(now)
            if in_lobby:
                self._ask_the_silent(now)
            self._announcer.set_deaf(self._paths.is_port_taken or now - self._paths.flooded_at < _FLOODED_FOR_S)
            for utterance in self._announcer.take(now):
                self._say(utterance)
            self._peers = self._peer_table.peers()
            until = min(
                self._announcer.due(), self._peer_table.next_expiry(), self._look_at, self._paths.wake_rested(now)
            )
            if in_lobby and self._peers:
                until = min(until, now + _TEND_EVERY_S)
            for key, _ in self._selector.select(max(0.0, until - self._clock())):
                self._read(key.data)
            self._peers = self._peer_table.peers()

    def _read(self, ear: ReceivingSocket | None) -> None:
        if ear is None:
            self._wakes.recv(4096)
            return
        now = self._clock()
        for datagram in self._paths.receive(ear, now):
            if datagram.is_own:
                continue
            heard, beacon = self._peer_table.hear(datagram.data, datagram.source, now)
            if beacon is None:
                continue
            if heard is HeardBeacon.UNPROVED:
                self._ask_for_proof((datagram.source, datagram.path), now)
            if beacon.kind is Kind.HI:
                self._announcer.asked((datagram.source, datagram.path), beacon.token, datagram.to_group, now)
            elif beacon.token:
                round_trip_s = self._announcer.answered(beacon.token, beacon.held, now)
                if round_trip_s is not None:
                    self._peer_table.measured(beacon.card.instance, round_trip_s, now)

    def _datagrams(self, kind: Kind, token: int = 0, held: float = 0.0) -> Callable[[str], bytes]:
        """What makes the datagram for each of our addresses, all with the same count."""
        self._count += 1
        count, card = self._count, self._peer_table.own
        return lambda address: encode(Beacon(kind, card, address, count, token, held), self._key)

    def _say(self, utterance: Utterance[Asker]) -> None:
        datagrams = self._datagrams(utterance.kind, utterance.token, utterance.held)
        if utterance.to is None:
            self._paths.shout(datagrams)
        else:
            self._paths.tell(datagrams, *utterance.to)

    def _ask(self, asked: Asker, now: float) -> None:
        self._paths.tell(self._datagrams(Kind.HI, self._announcer.new_token(now)), *asked)

    def _ask_for_proof(self, newcomer: Asker, now: float) -> None:
        """Somebody new has spoken, now or long ago: only an answer to a fresh token tells."""
        before = self._proving.get(newcomer[0])
        if before is not None and now - before < _PROVE_AGAIN_S:
            return
        self._proving[newcomer[0]] = now
        self._proving.move_to_end(newcomer[0])
        if len(self._proving) > _MOST_PROVING:
            self._proving.popitem(last=False)
        self._ask(newcomer, now)
        if before is not None and now - self._asked_all_at >= _PROVE_ALL_S:
            self._asked_all_at = now
            self._announcer.ask_group(now)

    def _ask_the_silent(self, now: float) -> None:
        for source in self._peer_table.to_ask(now, _ASK_SILENT_S, _MEASURE_EVERY_S, _ASK_AGAIN_S):
            self._ask((source, self._paths.path_to(source)), now)
        if self._peer_table.silent_for(now) >= _ASK_ALL_S and now - self._asked_all_at >= _ASK_AGAIN_S:
            self._asked_all_at = now
            self._announcer.ask_group(now)

    def _follow_interfaces(self, now: float) -> None:
        interfaces = self._look()
        if self._paths.refresh(interfaces):
            self._announcer.greet(now)
        has_network = any(interface.kind is not InterfaceKind.LOOPBACK for interface in interfaces)
        if self._paths.is_port_taken:
            self._state = LinkState.PORT_TAKEN
        else:
            self._state = LinkState.ONLINE if has_network else LinkState.NO_NETWORK
        self._look_at = now + (LOOK_EVERY_S if has_network and self._paths.is_whole else _LOOK_AGAIN_S)
