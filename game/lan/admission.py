"""Whose invitations come before the person, and whose are refused unasked: rates, "do not disturb", blocked people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net.session.limits import RateLimit

WINDOW_S: Final = 30.0
FROM_ADDRESS: Final = 3
"""Invitations from one address in `WINDOW_S`; a program sends one every eleven seconds at most."""
FROM_STRANGERS: Final = 2
"""Invitations in `WINDOW_S` of all those together who are not listed and were never played with."""
FROM_ALL: Final = 6
"""Invitations in twice that time of everybody: more nobody could answer."""
_MOST_ADDRESSES: Final = 256

QUIET: Final = "quiet"
LATER: Final = "later"
"""Reasons of a refusal, as the wire carries them."""
UNHEARD: Final = ""
"""Whoever is blocked hears what everybody hears whose invitation is declined."""


class Admission:
    """See the module's text. `now` is the clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.is_quiet = False
        """Whether the person does not want to be disturbed."""
        self._now = now
        self._from_address: dict[str, RateLimit] = {}
        self._from_strangers = RateLimit(FROM_STRANGERS, WINDOW_S)
        self._from_all = RateLimit(FROM_ALL, 2 * WINDOW_S)

    def refusal(self, host: str, *, is_known: bool, is_blocked: bool) -> str | None:
        """Why an invitation from an address is refused unasked, or None for one that comes before the person.
        `is_known`: the sender is listed on the network or was played with."""
        if is_blocked:
            return UNHEARD
        if self.is_quiet:
            return QUIET
        now = self._now()
        if not self._of(host).count(now) or not (is_known or self._from_strangers.count(now)):
            return LATER
        return None if self._from_all.count(now) else LATER

    def _of(self, host: str) -> RateLimit:
        if host not in self._from_address and len(self._from_address) >= _MOST_ADDRESSES:
            del self._from_address[next(iter(self._from_address))]
        return self._from_address.setdefault(host, RateLimit(FROM_ADDRESS, WINDOW_S))
