"""Back to a game that was watched when the line to it was cut: it is dialled again, for as long as the players would
wait for each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.lan.contacts import Contact, Contacts
from game.lan.views import LineState
from game.lan.watching import WatchedTable
from net.session import actions
from net.session.presence import COME_BACK_S

_EVERY_S: Final = 2.0
_FIRST_S: Final = 0.25
_BY_WILL: Final = ("left-here", "over", "closed", "closing", "left", "not-open", "replaced", "too-fast", "wait")
"""Codes of a line that somebody has ended; what else ends one is a misfortune."""


@dataclass
class _PlayerSearch:
    contact: Contact
    dial_at: float
    until: float
    is_dialling: bool = False


class Rewatching:
    """The watched games whose line is cut. `now` is the clock of the frames."""

    def __init__(self, contacts: Contacts, now: Callable[[], float]) -> None:
        self._contacts = contacts
        self._now = now
        self._searches: list[_PlayerSearch] = []

    def lost(self, contact: Contact, code: str) -> bool:
        """The line to a watched game has ended, or could not be had again; whether it is looked for (again)."""
        table, search = contact.table, self._search_of(contact)
        if not isinstance(table, WatchedTable) or table.is_over:
            self._forget(contact)
            return False
        if search is not None and table.line is not LineState.DOWN:  # found, and lost again within a frame
            self._forget(contact)
            search = None
        if search is None:
            if code in _BY_WILL:
                return False
            search = _PlayerSearch(contact, self._now() + _FIRST_S, self._now() + COME_BACK_S)
            self._searches.append(search)
            table.look_for(COME_BACK_S)
        elif self._now() >= search.until:
            self._forget(contact)
            return False
        elif search.is_dialling:
            search.is_dialling = False
            search.dial_at = self._now() + _EVERY_S
        return True

    def is_looked_for(self, contact: Contact) -> bool:
        """Whether this contact's game is being looked for."""
        return self._search_of(contact) is not None

    def update(self) -> None:
        """Each frame: dial what is due, and forget what was found or left."""
        for search in list(self._searches):
            table = search.contact.table
            if not isinstance(table, WatchedTable) or table.line is not LineState.DOWN:
                self._searches.remove(search)
            elif not search.is_dialling and self._now() >= search.dial_at:
                search.is_dialling = True
                search.contact.joined = False
                search.contact.wanted = actions.Watch(table.game)
                self._contacts.dial(search.contact)

    def close(self) -> None:
        """The network is down."""
        self._searches.clear()

    def _search_of(self, contact: Contact) -> _PlayerSearch | None:
        return next((each for each in self._searches if each.contact is contact), None)

    def _forget(self, contact: Contact) -> None:
        self._searches = [each for each in self._searches if each.contact is not contact]
