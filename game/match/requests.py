"""What was asked across the table and waits for an answer: at most one of each kind from each side."""

from __future__ import annotations

from game.match.events import Request, RequestKind
from game.rules.core import Side


class Requests:
    """The open requests, oldest first."""

    def __init__(self) -> None:
        self._open: tuple[Request, ...] = ()

    @property
    def all(self) -> tuple[Request, ...]:
        """Every open request."""
        return self._open

    def find(self, kind: RequestKind, by: Side) -> Request | None:
        """The open request of a kind from a side, or None."""
        return next((request for request in self._open if request.kind is kind and request.by is by), None)

    def add(self, request: Request) -> None:
        """Keep a request until it is answered or lapses."""
        self._open = (*self._open, request)

    def remove(self, request: Request) -> None:
        """It has been answered."""
        self._open = tuple(each for each in self._open if each is not request)

    def lapse(self) -> tuple[Request, ...]:
        """Drop all and give what was dropped."""
        lapsed, self._open = self._open, ()
        return lapsed
