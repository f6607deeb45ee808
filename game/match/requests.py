"""Asking and answering across the table: nothing that was asked takes effect before the other side agrees.

Each side may have one open request of each kind. An engine answers at once, a person here by `Match.answer`, somebody
elsewhere by a later report.
"""

from __future__ import annotations

from collections.abc import Callable

from game.match import events as happened
from game.match.errors import MatchError
from game.match.events import Event, Request, RequestKind
from game.match.players import Reply
from game.match.seating import Seating
from game.rules.core import Side


class Requests:
    """The open requests of a match, oldest first. `grant` does what was agreed upon, `emit` tells of it."""

    def __init__(self, seats: Seating, grant: Callable[[Request], None], emit: Callable[[Event], None]) -> None:
        self._seats = seats
        self._grant = grant
        self._emit = emit
        self._open: tuple[Request, ...] = ()

    @property
    def all(self) -> tuple[Request, ...]:
        """Every open request."""
        return self._open

    @property
    def to_answer(self) -> Request | None:
        """The first request that a person at this screen has to answer, or None."""
        return next((request for request in self._open if self._seats.is_human(request.by.other)), None)

    def is_open(self, kind: RequestKind, by: Side) -> bool:
        """Whether a side has asked for this and not been answered."""
        return self._find(kind, by) is not None

    def ask(self, request: Request) -> None:
        """Put a request to the other side. Raises MatchError if it waits for an answer already."""
        if self.is_open(request.kind, request.by):
            raise MatchError("already-asked", f"a {request.kind} has been asked for already")
        crossing = self._find(request.kind, request.by.other)
        if crossing is not None and request.kind is RequestKind.DRAW:
            self._settle(crossing, True)  # two offers that cross are an agreement
            return
        match self._seats.player(request.by.other).consider(request):
            case Reply.YES:
                if request.kind is RequestKind.DRAW:
                    self._emit(happened.RequestGranted(request))
                self._grant(request)
            case Reply.NO:
                self._emit(happened.RequestDeclined(request))
            case Reply.LATER:
                self._open = (*self._open, request)
                self._emit(happened.RequestMade(request))

    def answer_here(self, kind: RequestKind, yes: bool) -> None:
        """A person's answer at this screen. Raises MatchError if nothing of the kind waits for one."""
        for request in self._open:
            if request.kind is kind and self._seats.is_human(request.by.other):
                self._settle(request, yes)
                return
        raise MatchError("nothing-asked", f"nobody has asked for a {kind}")

    def answer(self, side: Side, kind: RequestKind, yes: bool) -> bool:
        """A side's answer from elsewhere; one that comes too late changes nothing. Whether it came in time."""
        request = self._find(kind, side.other)
        if request is not None:
            self._settle(request, yes)
        return request is not None

    def decline(self, request: Request) -> None:
        """Say no at once, without asking anybody."""
        self._emit(happened.RequestDeclined(request))

    def lapse(self) -> None:
        """Something has overtaken the open requests."""
        lapsed, self._open = self._open, ()
        for request in lapsed:
            self._emit(happened.RequestLapsed(request))

    def _find(self, kind: RequestKind, by: Side) -> Request | None:
        return next((request for request in self._open if request.kind is kind and request.by is by), None)

    def _settle(self, request: Request, yes: bool) -> None:
        self._open = tuple(each for each in self._open if each is not request)
        if yes:
            self._emit(happened.RequestGranted(request))
            self._grant(request)
        else:
            self._emit(happened.RequestDeclined(request))
