"""TLS for one connection, without its socket: sealed bytes in, plain bytes out, and the other way. Nothing blocks."""

from __future__ import annotations

from OpenSSL import SSL

from net.trust.credentials import key_of

_PIECE = 16 * 1024
"""What one record of TLS holds (RFC 8446, 5.1)."""
_MOST_HANDSHAKE = 16 * 1024
"""Bytes that a handshake may take; one of ours takes some 800."""


class SealedLine:
    """See the module's text. `key` is whose line it is once that was proved (64 hexadecimal digits), `failed` why
    nothing more can be read, `unsent` what waits for the socket."""

    def __init__(self, context: SSL.Context, *, dials: bool) -> None:
        self.key = ""
        self.failed = ""
        self.unsent = bytearray()
        self._tls = SSL.Connection(context, None)
        self._heard = 0
        if dials:
            self._tls.set_connect_state()
        else:
            self._tls.set_accept_state()
        self._shake_hands()

    def receive(self, data: bytes) -> bytes:
        """The plain bytes that these sealed ones complete; none before the other side has proved its key."""
        plain = bytearray()
        for at in range(0, len(data), _PIECE):
            if self.failed:
                break
            self._tls.bio_write(data[at : at + _PIECE])
            if not self.key:
                self._heard += len(data[at : at + _PIECE])
                self._shake_hands()
            if self.key:
                plain += self._open()
        return bytes(plain)

    def send(self, plain: bytearray) -> None:
        """Seal what waits to be sent, a record's worth at most, and take it from the front of `plain`. Nothing happens
        before the other side has proved its key, while sealed bytes wait already, nor once the line has failed."""
        if self.key and plain and not self.unsent and not self.failed:
            sent = self._tls.send(bytes(plain[:_PIECE]))
            del plain[:sent]
            self._take()

    def close(self) -> None:
        """Say that nothing more will come, so that nobody on the way can have cut it off."""
        if self.key and not self.failed:
            try:
                self._tls.shutdown()
            except SSL.Error:
                return
            self._take()

    def _shake_hands(self) -> None:
        try:
            self._tls.do_handshake()
        except SSL.WantReadError:
            if self._heard > _MOST_HANDSHAKE:
                self.failed = "the handshake has no end"
        except SSL.Error as error:
            self.failed = _why(error)
        else:
            self.key = key_of(self._tls)
            if not self.key:
                self.failed = "its certificate holds a key of another kind"
        self._take()

    def _open(self) -> bytes:
        plain = bytearray()
        try:
            while True:
                plain += self._tls.recv(_PIECE)
        except SSL.WantReadError:
            pass
        except SSL.ZeroReturnError:
            self.failed = "closed by the other side"
        except SSL.Error as error:
            self.failed = _why(error)
        self._take()
        return bytes(plain)

    def _take(self) -> None:
        """Whatever TLS wants to send, an alert included."""
        try:
            while True:
                self.unsent += self._tls.bio_read(_PIECE)
        except SSL.WantReadError:
            pass


def _why(error: SSL.Error) -> str:
    """The last of OpenSSL's reasons, in its own words."""
    reasons = error.args[0] if error.args and isinstance(error.args[0], list) else []
    return str(reasons[-1][-1]) if reasons and reasons[-1] else "the line can't be sealed"
