"""A cable between two programs that can be cut, delayed and frozen: a proxy between real sockets."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections import deque

_STEP_S = 0.002


class _Half:
    """One direction of one connection: what was read and when it may go on."""

    def __init__(self, source: socket.socket, sink: socket.socket) -> None:
        self.source = source
        self.sink = sink
        self.waiting: deque[tuple[float, bytes]] = deque()


class Cable:
    """Listens on a port of its own and passes on to 127.0.0.1:`target`. `delay_s` counts for each direction."""

    def __init__(self, target: int) -> None:
        self.delay_s = 0.0
        self.is_frozen = False
        """Nothing passes, and nobody notices but by the silence."""
        self.is_down = False
        """Nobody gets through; who tries is turned away."""
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port = int(self._listener.getsockname()[1])
        self._halves: list[_Half] = []
        self._lock = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self, stay_down: bool = False) -> None:
        """Break every connection; with `stay_down` nobody gets through until `is_down` is False again."""
        self.is_down = stay_down
        with self._lock:
            for half in self._halves:
                # reset instead of a polite end: a cable says nothing
                with contextlib.suppress(OSError):
                    half.source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                half.source.close()
            self._halves.clear()

    def close(self) -> None:
        """End the thread and every connection."""
        self._closing = True
        self._thread.join(2.0)
        self.cut(stay_down=True)
        self._listener.close()

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                self._accept()
                for half in list(self._halves):
                    self._carry(half)
            self._wait()

    def _wait(self) -> None:
        with selectors.DefaultSelector() as selector, contextlib.suppress(OSError, ValueError, KeyError):
            selector.register(self._listener, selectors.EVENT_READ)
            for half in self._halves:
                if not self.is_frozen:
                    selector.register(half.source, selectors.EVENT_READ)
            busy = any(half.waiting for half in self._halves)
            selector.select(_STEP_S if busy or self.is_frozen else 0.02)
        if self.is_frozen:
            time.sleep(_STEP_S)

    def _accept(self) -> None:
        try:
            near, _ = self._listener.accept()
        except OSError:
            return
        if self.is_down:
            near.close()
            return
        try:
            far = socket.create_connection(("127.0.0.1", self._target), 1.0)
        except OSError:
            near.close()
            return
        for end in (near, far):
            end.setblocking(False)
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._halves += [_Half(near, far), _Half(far, near)]

    def _carry(self, half: _Half) -> None:
        if self.is_frozen:
            return
        try:
            data = half.source.recv(65536)
        except BlockingIOError:
            data = None
        except OSError:
            data = b""
        if data == b"" and not half.waiting:
            self._end(half)
            return
        if data:
            half.waiting.append((time.monotonic() + self.delay_s, data))
        while half.waiting and half.waiting[0][0] <= time.monotonic():
            try:
                half.sink.sendall(half.waiting.popleft()[1])
            except OSError:
                self._end(half)
                return

    def _end(self, half: _Half) -> None:
        for each in [each for each in self._halves if each.source in (half.source, half.sink)]:
            each.source.close()
            self._halves.remove(each)
