"""Who has the first move, drawn so that neither side alone decides it.

Each side commits to a secret (its SHA-256) and opens it only when the other's commitment has come; the colours hang on
both secrets together. Whoever opens second could still break off when it does not like the result, but then there is no
game.
"""

from __future__ import annotations

import hashlib

from net.session.messages import Side


def commitment(secret: str) -> str:
    """What is revealed of a secret (hexadecimal) at first."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


class ColourDraw:
    """One draw, seen from one side: `secret` is its own, 32 random bytes in hexadecimal."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._committed: str | None = None
        self._opened: str | None = None

    def commit(self, value: str) -> bool:
        """Take the other side's commitment; whether it was the first, and not a mirror of our own."""
        if self._committed is not None or value == commitment(self.secret):
            return False
        self._committed = value
        return True

    def open(self, value: str) -> bool:
        """Take the other side's secret; whether it was due and is what was committed to."""
        if self._committed is None or self._opened is not None or commitment(value) != self._committed:
            return False
        self._opened = value
        return True

    def first(self, here: Side) -> Side:
        """Who has the first move, once the colour draw is open; `here` is our own side."""
        theirs = self._opened or ""
        host, guest = (self.secret, theirs) if here == "host" else (theirs, self.secret)
        drawn = hashlib.sha256(b"qiguan colours" + bytes.fromhex(host) + bytes.fromhex(guest)).digest()
        return "host" if drawn[0] & 1 == 0 else "guest"
