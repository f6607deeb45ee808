"""The network thread: sockets and time for the server, and the way between it and the game.

    game thread                        network thread
    connect, restore, do  ──commands──>  Server  <──bytes── sockets
    poll                  <──events────

The game never waits: commands are left in a queue, and `poll` gives what has happened. Whatever strangers send is
limited and checked in the network thread. When the game does not fetch its events, reading stops until it does.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import queue
import secrets
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from net.address import DEFAULT_PORT, Address, BadAddressError, parse_address
from net.session.actions import DeclareEnd, TableAction
from net.session.events import Listening, NetworkFailed, WireEvent
from net.session.limits import RateLimit
from net.session.messages import Ply
from net.session.redials import Dial
from net.session.sealed_line import SealedLine
from net.session.server import Identity, SessionServer
from net.session.sockets import Listeners, Wire, begin_dial, peer_host
from net.session.ticket import Ticket
from net.trust.credentials import tls_context
from net.trust.keys import PrivateKey, new_key

TICK_S = 0.05
MOST_EVENTS = 1000
"""Events that may wait for the game; beyond that nothing is read."""
CLOSE_S = 0.3
"""How long a goodbye may take."""
_ACCEPTS = 32
_ACCEPT_WINDOW_S = 0.05
"""This many connections are accepted in this time; a storm at the door costs no more of the processor."""
_MOST_WINDING_DOWN = 32

_log = logging.getLogger(__name__)

Command = Callable[[float], None]


class _Call:
    """A call that has not been answered yet."""

    def __init__(self, dial: Dial, sock: socket.socket, until: float) -> None:
        self.dial = dial
        self.sock = sock
        self.until = until


class Service:
    """The network of one program. `hosts` are the addresses to listen on; port 0 takes any free one. `key` is what this
    program proves itself by; without one it draws one for this run.

    All methods are for the game's thread, and none of them waits but `close`.
    """

    def __init__(
        self,
        me: Identity,
        port: int = DEFAULT_PORT,
        hosts: tuple[str, ...] = ("0.0.0.0", "::"),
        key: PrivateKey | None = None,
    ) -> None:
        self.port = 0
        """Where the program can be reached, from `start` on; 0 = nowhere."""
        self._wanted_port = port
        self._hosts = hosts
        self._tables = itertools.count(1)
        key = key or new_key()
        self._tls = tls_context(key)
        self._server = SessionServer(me, key, secrets.token_hex, self._new_table)
        self._listeners: Listeners | None = None
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._events: deque[WireEvent] = deque()
        self._waker, self._alarm = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        self._wires: list[Wire] = []
        self._calls: list[_Call] = []
        self._accepts = RateLimit(_ACCEPTS, _ACCEPT_WINDOW_S)
        self._deaf_until = 0.0
        self._is_deaf = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)

    # --- for the game -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen, and let the network thread run. Where listening is not possible, dialling still is (`Listening`)."""
        self._listeners = Listeners(self._wanted_port, self._hosts)
        self.port = self._server.port = self._listeners.port
        self._events.append(Listening(self.port, self._listeners.why))
        for end in (self._waker, self._alarm):
            end.setblocking(False)
        self._selector.register(self._alarm, selectors.EVENT_READ)
        for sock in self._listeners.sockets:
            self._selector.register(sock, selectors.EVENT_READ, "listener")
        self._thread.start()

    def poll(self, most: int = 200) -> list[WireEvent]:
        """What has happened since the last call, at most this many events; the rest comes with the next call."""
        found: list[WireEvent] = []
        while self._events and len(found) < most:
            found.append(self._events.popleft())
        return found

    def connect(self, address: str | Address, key: str = "") -> int:
        """Open a table with whoever is at an address, and give its number; `Joined` or `Left` follows. With a `key`
        only its owner is talked to: where somebody else answers, `Left` says so.

        Raises BadAddressError for a text that is not an address.
        """
        parsed = parse_address(address) if isinstance(address, str) else address
        table = self._new_table()
        self._command(lambda now: self._server.connect(table, str(parsed), now, key))
        return table

    def restore(self, ticket: Ticket, plies: Sequence[Ply], end: DeclareEnd | None = None) -> int:
        """Open a table for a game that was broken off, and look for the other side; `LineUp` follows when it is back.
        With `end` the game is over here: it is said to the other side, which is waited for until it has it.

        `plies` are all moves that are on disk here. Where take-backs or restarts were noted after the ticket was
        written, its `epoch` has to be raised by as many first, and its `base` be the ply that the last of them went
        back to. A game that had ended is restored too, unless it was acknowledged (`EndAcknowledged`).
        """
        table = self._new_table()
        self._command(lambda now: self._server.restore(table, ticket, plies, now, end))
        return table

    def also_at(self, table: int, addresses: Sequence[str]) -> None:
        """Somebody who is waited for may be at these addresses now: try them first when dialling again."""
        self._command(lambda _: self._server.also_at(table, addresses))

    def keep(self, games: frozenset[str]) -> None:
        """These games lie on disk here, so whoever comes back for one is asked to be patient. Until this was said, that
        goes for every game."""
        self._command(lambda _: self._server.keep(games))

    def discard(self, game: str) -> None:
        """A game was given up here: whoever comes back for it is told."""
        self._command(lambda _: self._server.discard(game))

    def set_name(self, name: str) -> None:
        """Say hello by another name from now on; lines that stand keep the old one."""
        self._command(lambda _: self._server.set_name(name))

    def turn_away(self, hosts: frozenset[str], keys: frozenset[str] = frozenset()) -> None:
        """Let nobody from these addresses (without ports and interfaces), or with these keys, watch a game here."""
        self._command(lambda now: self._server.turn_away(hosts, keys, now))

    def do(self, table: int, action: TableAction) -> None:
        """Do something at a table. What can't be done comes back as `Refused`."""
        self._command(lambda now: self._server.act(table, action, now))

    def close(self) -> None:
        """Say goodbye and end the thread; takes at most a little more than `CLOSE_S`. Once is enough."""
        if self._closing:
            return
        self._closing = True
        if self._thread.is_alive():
            self._wake()
            self._thread.join(CLOSE_S * 2 + 1.0)
        else:
            self._close_sockets()

    def _new_table(self) -> int:
        return next(self._tables)

    def _command(self, command: Command) -> None:
        self._commands.put(command)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full: it is awake; closed: it has ended
            self._waker.send(b"!")

    # --- the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            next_tick = 0.0
            while not self._closing:
                self._wait(next_tick)
                now = time.monotonic()
                self._obey(now)
                if now >= next_tick:
                    next_tick = now + TICK_S
                    self._tick(now)
                self._dial(now)
                self._write(now)
                self._publish()
            self._say_goodbye()
        except Exception as error:  # a worker's failure travels as a message; the game decides what to do
            _log.exception("the network thread has failed")
            self._events.append(NetworkFailed(f"{type(error).__name__}: {error}"))
        finally:
            self._close_sockets()

    def _wait(self, next_tick: float) -> None:
        """Wait for sockets, commands or the next tick, and read what has come."""
        timeout = max(0.0, next_tick - time.monotonic())
        for key, mask in self._selector.select(timeout):
            now = time.monotonic()
            if key.data == "listener":
                self._accept(key.fileobj, now)
            elif isinstance(key.data, _Call):
                self._answered(key.data, now)
            elif isinstance(key.data, Wire):
                if mask & selectors.EVENT_READ:
                    self._read(key.data, now)
            else:
                with contextlib.suppress(OSError):  # nothing more to read
                    self._alarm.recv(4096)

    def _obey(self, now: float) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return
            command(now)

    def _tick(self, now: float) -> None:
        if self._is_stuffed:
            for wire in self._wires:
                wire.link.connection.excuse(now)
        self._server.tick(now)
        for call in [call for call in self._calls if now >= call.until]:
            self._give_up(call, "no answer", now)
        if self._is_deaf and now >= self._deaf_until:
            self._set_deaf(False)

    def _publish(self) -> None:
        self._events.extend(self._server.events)
        self._server.events.clear()

    @property
    def _is_stuffed(self) -> bool:
        """Whether the game has not fetched its events for long."""
        return len(self._events) >= MOST_EVENTS

    # --- connections --------------------------------------------------------------------------------------------------

    def _accept(self, listener: object, now: float) -> None:
        assert isinstance(listener, socket.socket)
        while self._accepts.count(now):
            try:
                sock, _ = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                _log.warning("cannot accept: %s", error)
                break
            try:
                host = peer_host(sock)
            except OSError:  # gone before it was greeted
                sock.close()
                continue
            link = self._server.accept(host, now)
            if link.connection.closing is not None:
                Wire(sock, link, None).write()
                sock.close()
            else:
                self._add(Wire(sock, link, SealedLine(self._tls, dials=False)))
        # a crowd, or no descriptors left: let the others have a turn
        self._deaf_until = now + _ACCEPT_WINDOW_S
        self._set_deaf(True)

    def _set_deaf(self, deaf: bool) -> None:
        if deaf == self._is_deaf or self._listeners is None:
            return
        self._is_deaf = deaf
        for sock in self._listeners.sockets:
            if deaf:
                self._selector.unregister(sock)
            else:
                self._selector.register(sock, selectors.EVENT_READ, "listener")

    def _add(self, wire: Wire) -> None:
        self._wires.append(wire)
        self._selector.register(wire.sock, selectors.EVENT_READ, wire)

    def _read(self, wire: Wire, now: float) -> None:
        if wire.link.connection.closing is not None:
            wire.discard()
            return
        data, why = wire.read()
        try:
            if data:
                self._server.receive(wire.link, data, now)
            elif why:
                self._server.lost(wire.link, why, now)
        except Exception:  # a mistake of ours that one peer has found must not end everybody's games
            _log.exception("a message from %s could not be handled", wire.link.address)
            self._server.lost(wire.link, "an error in this program", now)

    def _write(self, now: float) -> None:
        for wire in self._wires:
            connection = wire.link.connection
            if connection.closing is not None:
                if not wire.is_over:
                    wire.wind_down(now)
            elif wire.wants_to_write:
                why = wire.write()
                if why:
                    self._server.lost(wire.link, why, now)
        winding_down = [wire for wire in self._wires if wire.link.connection.closing is not None]
        for wire in winding_down[:-_MOST_WINDING_DOWN]:
            wire.is_over = True
        for wire in self._wires:
            self._watch(wire)
        self._wires = [wire for wire in self._wires if not wire.is_over]

    def _watch(self, wire: Wire) -> None:
        """Tell the selector what this socket waits for."""
        wanted = 0 if self._is_stuffed and wire.link.connection.closing is None else selectors.EVENT_READ
        if wire.wants_to_write:
            wanted |= selectors.EVENT_WRITE
        if wire.is_over:
            wanted = 0
        key = self._selector.get_map().get(wire.sock)
        registered = key.events if key is not None else 0
        if wanted != registered:
            if registered and wanted:
                self._selector.modify(wire.sock, wanted, wire)
            elif wanted:
                self._selector.register(wire.sock, wanted, wire)
            else:
                self._selector.unregister(wire.sock)
        if wire.is_over:
            wire.sock.close()

    # --- dialling -----------------------------------------------------------------------------------------------------

    def _dial(self, now: float) -> None:
        dials = self._server.redials.take_dials()
        for dial in dials:
            try:
                call = _Call(dial, begin_dial(parse_address(dial.address)), now + dial.patience_s)
            except (BadAddressError, OSError) as error:
                why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
                self._server.dial_failed(dial.table, why, now)
                continue
            self._calls.append(call)
            self._selector.register(call.sock, selectors.EVENT_WRITE, call)

    def _answered(self, call: _Call, now: float) -> None:
        code = call.sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if code:
            self._give_up(call, os.strerror(code), now)
            return
        self._calls.remove(call)
        self._selector.unregister(call.sock)
        try:
            host = peer_host(call.sock)
        except OSError as error:
            call.sock.close()
            self._server.dial_failed(call.dial.table, str(error), now)
            return
        link = self._server.dialled(call.dial.table, host, call.dial.address, now)
        if link is None:
            call.sock.close()
        else:
            self._add(Wire(call.sock, link, SealedLine(self._tls, dials=True)))

    def _give_up(self, call: _Call, why: str, now: float) -> None:
        self._calls.remove(call)
        self._selector.unregister(call.sock)
        call.sock.close()
        self._server.dial_failed(call.dial.table, why, now)

    # --- the end ------------------------------------------------------------------------------------------------------

    def _say_goodbye(self) -> None:
        """Carry out what was asked for before the end, and say bye."""
        now = time.monotonic()
        self._obey(now)
        self._server.close(now)
        until = now + CLOSE_S
        while self._wires and time.monotonic() < until:
            self._wait(time.monotonic() + 0.01)
            self._write(time.monotonic())

    def _close_sockets(self) -> None:
        for call in self._calls:
            call.sock.close()
        for wire in self._wires:
            wire.sock.close()
        if self._listeners is not None:
            self._listeners.close()
        self._selector.close()
        self._waker.close()
        self._alarm.close()
