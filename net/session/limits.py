"""How much one may send, and who has to wait. No sockets; time is given from outside, in seconds that only grow.

What is allowed is what a player at a lively table needs several times over. The sender keeps a part of it free
(`SENDER_SHARE`), because a line that stalls and lets go delivers in fewer seconds than it took to send.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

RATE_WINDOW_S = 20.0
PLAYER_MESSAGES = 100
WATCHER_MESSAGES = 50
CHAT_WINDOW_S = 10.0
CHATS = 4
INVITE_WINDOW_S = 10.0
SENDER_SHARE = 0.7
MOST_CONNECTIONS = 5
"""Accepted connections at one time from one address ..."""
MOST_ACCEPTS = 30
"""... and new ones from it in `RATE_WINDOW_S`: a redialling program needs no more."""
MOST_UNSENT = 256 * 1024
"""Bytes that wait for a slow reader."""
MOST_WRONG = 20
"""Messages in the wrong state that one connection may send; races cause a few."""
PENALTY_S = 3.0
MOST_PENALTY_S = 60.0

_MOST_ADDRESSES = 1024
_MOST_PEERS = 512


class RateLimit:
    """At most `limit` events in any `window_s` seconds."""

    def __init__(self, limit: int, window_s: float) -> None:
        self.limit = limit
        self.window_s = window_s
        self._times: deque[float] = deque()

    def free_at(self, now: float) -> float:
        """When the next event is within the limit: `now` or later."""
        self._forget(now)
        return now if len(self._times) < self.limit else self._times[-self.limit] + self.window_s

    def count(self, now: float) -> bool:
        """Count an event; whether it is within the limit. Events beyond it are counted no further."""
        self._forget(now)
        if len(self._times) >= self.limit:
            return False
        self._times.append(now)
        return True

    def _forget(self, now: float) -> None:
        while self._times and now - self._times[0] >= self.window_s:
            self._times.popleft()


class Doorkeeper:
    """Who may connect: counts connections for each address and remembers who broke a limit.

    The first breach costs `PENALTY_S`, each further one within a minute of the last twice as long as the one before.
    """

    def __init__(self) -> None:
        self._open: dict[str, int] = {}
        self._accepts: dict[str, RateLimit] = {}
        self._penalties: dict[str, tuple[float, float]] = {}  # until when, and how long

    def enter(self, address: str, now: float) -> str:
        """Let an accepted connection in and count it: empty. Or why not: a code."""
        until, _ = self._penalties.get(address, (now, 0.0))
        if now < until:
            return "wait"
        if self._open.get(address, 0) >= MOST_CONNECTIONS:
            return "too-many-connections"
        if address not in self._accepts and len(self._accepts) >= _MOST_ADDRESSES:
            self._accepts.clear()
        accepts = self._accepts.setdefault(address, RateLimit(MOST_ACCEPTS, RATE_WINDOW_S))
        if not accepts.count(now):
            return "wait"
        self._open[address] = self._open.get(address, 0) + 1
        return ""

    def leave(self, address: str) -> None:
        """An accepted connection has ended."""
        left = self._open.get(address, 0) - 1
        if left > 0:
            self._open[address] = left
        else:
            self._open.pop(address, None)

    def punish(self, address: str, now: float) -> None:
        """The address broke a limit and waits."""
        until, length = self._penalties.get(address, (0.0, 0.0))
        length = min(length * 2, MOST_PENALTY_S) if now - until < MOST_PENALTY_S and length else PENALTY_S
        if len(self._penalties) >= _MOST_ADDRESSES:
            self._penalties = {key: value for key, value in self._penalties.items() if value[0] > now}
        self._penalties[address] = (now + length, length)


@dataclass(slots=True)
class PeerLimits:
    """A limit of one event in `window_s` seconds for each of the programs that are heard of: a run of the program, and
    the key that it has proved, so that nobody uses up another one's by saying that they are it."""

    window_s: float
    limits: dict[tuple[str, str], RateLimit] = field(default_factory=dict)

    def of(self, instance: str, key: str) -> RateLimit:
        """The limit for one of them."""
        who = instance, key
        if who not in self.limits and len(self.limits) >= _MOST_PEERS:
            del self.limits[next(iter(self.limits))]
        return self.limits.setdefault(who, RateLimit(1, self.window_s))
