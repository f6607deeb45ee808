"""A socket with TLS on it, as a program would speak that nobody here has written: blocking, says whatever it likes."""

from __future__ import annotations

import hashlib
import socket
import threading

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from net.session.sealed_line import SealedLine
from net.trust.credentials import tls_context
from net.trust.keys import PrivateKey, new_key


def key_called(name: str) -> PrivateKey:
    """Always the same key for a name."""
    return PrivateKey(Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest()))


class SealedSocket:
    """Made of a connected socket; the handshake is done when this returns. Raises OSError where it fails."""

    def __init__(self, sock: socket.socket, key: PrivateKey | None = None) -> None:
        self.socket = sock
        self.line = SealedLine(tls_context(key or new_key()), dials=True)
        self._lock = threading.Lock()  # some tests hear and say in threads of their own
        self._early = b""
        while not self.line.key:
            self.push()
            data = sock.recv(65_536)
            self._early += self.line.receive(data)
            if self.line.failed or not data:
                raise ConnectionError(self.line.failed or "closed")
        self.push()

    def push(self) -> None:
        """Send what TLS has made."""
        self.socket.sendall(bytes(self.line.unsent))
        self.line.unsent.clear()

    def sendall(self, data: bytes) -> None:
        """As a socket does. Raises OSError, also once the other side has closed."""
        waiting = bytearray(data)
        while waiting:
            with self._lock:
                if self.line.failed:
                    raise ConnectionError(self.line.failed)
                self.line.send(waiting)
                self.push()

    def recv(self) -> bytes:
        """What has come, empty at the end."""
        plain, self._early = self._early, b""
        while not plain and not self.line.failed:
            data = self.socket.recv(65_536)
            if not data:
                break
            with self._lock:
                plain = self.line.receive(data)
        return plain
