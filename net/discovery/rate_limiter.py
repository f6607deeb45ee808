"""How much is read of whom: limits for datagrams, kept before anything in them is looked at. No sockets, no clock."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable

SOURCE_LIMIT = 10
"""Datagrams read in any one second from one source, that is from one address and port: every instance of this program
sends from ports of its own, and several may run on one machine."""
ADDRESS_LIMIT = 50
"""Datagrams read in any one second from all sources together that lie at one address and belong to nobody known yet."""

_WINDOW_S = 1.0
_MOST_KEYS = 512


class KeyedRateLimiter:
    """Lets through at most `limit` events in any one second for each key.

    At most `most_keys` keys are kept; those silent for a second are forgotten, and while there are too many all the
    same a new key is refused, unless room is made for it.
    """

    def __init__(self, limit: int, most_keys: int = _MOST_KEYS) -> None:
        self._limit = limit
        self._most_keys = most_keys
        self._times: OrderedDict[Hashable, deque[float]] = OrderedDict()  # the one silent for longest stands first

    def lets_through(self, key: Hashable, now: float, *, make_room: bool = False) -> bool:
        """Whether an event of this key may pass at `now` (seconds that never fall). Only those that pass are counted.
        `make_room`: keep this key even if there are too many, of whom the caller has a bounded number."""
        times = self._times.get(key)
        if times is None:
            self._forget_idle(now)
            if len(self._times) >= self._most_keys and not make_room:
                return False
            times = self._times[key] = deque(maxlen=self._limit)
        if len(times) == self._limit and now - times[0] < _WINDOW_S:
            return False
        times.append(now)
        self._times.move_to_end(key)
        return True

    def _forget_idle(self, now: float) -> None:
        while self._times:
            key, times = next(iter(self._times.items()))
            if now - times[-1] < _WINDOW_S:
                return
            del self._times[key]


class DatagramLimits:
    """The limits of `SOURCE_LIMIT` and `ADDRESS_LIMIT`.

    Those who are known pass by their own limit alone, so nobody can silence them from their own address or by inventing
    thousands of others.
    """

    def __init__(self) -> None:
        self._sources = KeyedRateLimiter(SOURCE_LIMIT)
        self._addresses = KeyedRateLimiter(ADDRESS_LIMIT)

    def lets_through(self, address: str, port: int, is_known: bool, now: float) -> bool:
        """Whether a datagram from there is to be read."""
        source = (address, port)
        if not self._sources.lets_through(source, now, make_room=is_known):
            return False
        return is_known or self._addresses.lets_through(address, now)


class TokenBucket:
    """This many events a second on the long run, `burst` of them at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = 0.0

    def left(self, now: float) -> int:
        """How many events are paid for at `now`."""
        self._left = min(float(self._burst), self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        return int(self._left)

    def spend(self, events: int) -> None:
        """Take away what was used of `left`."""
        self._left -= events
