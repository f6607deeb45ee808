"""A small proxy between two real sockets that delays, cuts and refuses, for benches and tests.

Not every kernel has netem, and not everybody is root.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import selectors
import socket
import threading
import time


class Proxy:
    """Listens on a port of loopback and carries what comes to `target`, each way `delay_s` later. In a `with`."""

    def __init__(self, target: int, delay_s: float = 0.0) -> None:
        self.delay_s = delay_s
        self.is_open = True
        """Whether new connections are accepted."""
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._flying: list[tuple[float, int, socket.socket, bytes]] = []
        self._order = itertools.count()
        self._cut = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Proxy:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(2.0)

    def cut(self) -> None:
        """Break every connection; what is on its way is lost."""
        self._cut.set()

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            while not self._stop.is_set():
                wait = self._flying[0][0] - time.monotonic() if self._flying else 0.02
                for key, _ in selector.select(min(0.02, max(0.0, wait))):
                    self._serve(selector, key.fileobj)
                self._deliver(selector)
                if self._cut.is_set():
                    self._cut.clear()
                    for sock in list(self._pairs):
                        self._close(selector, sock)
            for sock in [*self._pairs, self._listener]:
                sock.close()

    def _serve(self, selector: selectors.BaseSelector, sock: object) -> None:
        assert isinstance(sock, socket.socket)
        if sock is self._listener:
            near, _ = self._listener.accept()
            try:
                if not self.is_open:
                    raise ConnectionRefusedError
                far = socket.create_connection(("127.0.0.1", self._target), timeout=1.0)
            except OSError:
                near.close()
                return
            for one, other in ((near, far), (far, near)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._pairs[one] = other
                selector.register(one, selectors.EVENT_READ)
        elif sock in self._pairs:
            try:
                data = sock.recv(65_536)
            except OSError:
                data = b""
            heapq.heappush(self._flying, (time.monotonic() + self.delay_s, next(self._order), sock, data))
            if not data:
                selector.unregister(sock)

    def _deliver(self, selector: selectors.BaseSelector) -> None:
        while self._flying and self._flying[0][0] <= time.monotonic():
            _, _, sock, data = heapq.heappop(self._flying)
            other = self._pairs.get(sock)
            if other is None:
                continue
            try:
                if not data:
                    raise ConnectionResetError
                other.sendall(data)
            except OSError:
                self._close(selector, sock)

    def _close(self, selector: selectors.BaseSelector, sock: socket.socket) -> None:
        other = self._pairs.pop(sock, None)
        if other is None:
            return
        self._pairs.pop(other, None)
        for end in (sock, other):
            with contextlib.suppress(KeyError, ValueError):  # its end has been seen already
                selector.unregister(end)
            end.close()
