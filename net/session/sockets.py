"""The sockets of the network thread: listening on both families, dialling, and one per connection. Nothing blocks.

Everything here is used by the network thread alone, but `Listeners`, which the program opens before the thread runs.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys

from net.address import Address
from net.session.link import SessionLink
from net.session.sealed_line import SealedLine

CLOSE_S = 0.5
"""How long the last bytes of a connection may take."""
_RECEIVE_BYTES = 64 * 1024
_BACKLOG = 64
_PORT_TRIES = 8
_PLAIN_FRAME = 0
"""The first byte of a frame that is not sealed: the highest of its length. None of a record of TLS begins so."""
_IN_PROGRESS = (errno.EINPROGRESS, errno.EWOULDBLOCK, errno.EALREADY, errno.EINTR)


def peer_host(sock: socket.socket) -> str:
    """The IP address at the other end, an IPv6 one with its interface where it needs one. Raises OSError."""
    name = sock.getpeername()
    host = str(name[0])
    return f"{host}%{name[3]}" if len(name) == 4 and name[3] and "%" not in host else host


class Listeners:
    """Listening sockets for IPv4 and IPv6 on one port: the wanted one, or any free one where it is taken.

    `hosts` are the addresses to listen on. Without a single socket `port` is 0 and `why` says what was wrong.
    """

    def __init__(self, port: int, hosts: tuple[str, ...]) -> None:
        self.sockets: list[socket.socket] = []
        self.port = 0
        self.why = ""
        for wanted in (port, *[0] * _PORT_TRIES):
            if self._open(wanted, hosts):
                return

    def _open(self, port: int, hosts: tuple[str, ...]) -> bool:
        """Whether every family that this machine has listens on one port; else nothing is left open."""
        taken = False
        for host in hosts:
            try:
                self.sockets.append(_listen(host, port))
            except OSError as error:
                self.why = error.strerror or str(error)
                # a machine without IPv6 is no reason to look for another port
                taken = taken or error.errno in (errno.EADDRINUSE, errno.EACCES)
                continue
            port = int(self.sockets[-1].getsockname()[1])
        if taken or not self.sockets:
            self.close()
            return False
        self.port, self.why = port, ""
        return True

    def close(self) -> None:
        """Listen no longer."""
        for sock in self.sockets:
            sock.close()
        self.sockets = []


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((host, port))
        sock.listen(_BACKLOG)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def begin_dial(address: Address) -> socket.socket:
    """A socket that is connecting; it becomes writable when that has come to an end. Raises OSError."""
    family, kind, protocol, _, name = socket.getaddrinfo(
        address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
    )[0]
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setblocking(False)
        code = sock.connect_ex(name)
        if code and code not in _IN_PROGRESS:
            raise OSError(code, os.strerror(code))
    except OSError:
        sock.close()
        raise
    return sock


class Wire:
    """A connected socket, its link, and the seal between them. `is_over`: the socket is to be taken out of the selector
    and closed, in this order, or the next connection could get its number while the selector still knows it.

    Without a line nothing is sealed: to turn somebody away needs no handshake, and releases before the third know none.
    """

    def __init__(self, sock: socket.socket, link: SessionLink, line: SealedLine | None) -> None:
        self.sock = sock
        self.link = link
        self.is_over = False
        self._line = line
        self._has_heard = False
        self._close_by: float | None = None
        self._is_shut = False
        sock.setblocking(False)
        with contextlib.suppress(OSError):  # the other end may be gone already; then reading says so
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    @property
    def wants_to_write(self) -> bool:
        """Whether bytes wait for the socket."""
        unsent, line = self.link.connection.unsent, self._line
        if line is None:
            return bool(unsent)
        return bool(line.unsent or (unsent and line.key))

    def read(self) -> tuple[bytes, str]:
        """What has come, opened; and why nothing more will come (empty while it may). The link's `key` is set before
        the first of it."""
        try:
            data = self.sock.recv(_RECEIVE_BYTES)
        except (BlockingIOError, InterruptedError):
            return b"", ""
        except OSError as error:
            return b"", error.strerror or str(error)
        if not data:
            return b"", "closed by the other side"
        line = self._line
        if line is not None and not self._has_heard and data[0] == _PLAIN_FRAME:
            line = self._line = None
        self._has_heard = True
        if line is None:
            return data, ""
        plain = line.receive(data)
        self.link.key = line.key
        return plain, "" if plain else line.failed

    def write(self) -> str:
        """Send what the socket takes now; why nothing more can be sent, or empty."""
        plain, line = self.link.connection.unsent, self._line
        unsent = plain if line is None else line.unsent
        try:
            while True:
                if line is not None:
                    line.send(plain)
                if not unsent:
                    return ""
                sent = self.sock.send(unsent[:_RECEIVE_BYTES])
                del unsent[:sent]
        except (BlockingIOError, InterruptedError):
            return ""
        except OSError as error:
            return error.strerror or str(error)

    def wind_down(self, now: float) -> None:
        """The connection is over: get the last bytes out, give the other side a moment to read them, close.

        Closing while unread bytes wait would reset the connection, and the error that says why would be lost.
        """
        if self._close_by is None:
            self._close_by = now + CLOSE_S
        if self.write() or now >= self._close_by:
            self.is_over = True
        elif not self.wants_to_write and not self._is_shut:
            self._is_shut = True
            if self._line is not None:
                self._line.close()
                self.write()
            with contextlib.suppress(OSError):  # closed by the other side already
                self.sock.shutdown(socket.SHUT_WR)

    def discard(self) -> None:
        """Read what the other side says after the end; it is over when that side has closed."""
        data, why = self.read()
        if not data and why:
            self.is_over = True
