"""Asking and answering across the table: nothing that was asked takes effect before the other side agrees.

Each side may have one open request of each kind. An engine answers at once, a person here by `answer`, somebody
elsewhere by a later report.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.match import events as happened
from game.match.errors import MatchError
from game.match.events import MatchEvent, Request, RequestKind
from game.match.players import Reply
from game.match.score_sheet import ScoreSheet
from game.match.seating import Seating
from game.match.turns import TurnState
from game.rules.core import Side


@dataclass(frozen=True, slots=True)
class Granting:
    """What a match does once it was agreed upon: take moves back, end in a draw, begin again, stand still, end without
    a result."""

    take_back: Callable[[int], None]
    draw: Callable[[], None]
    restart: Callable[[], None]
    pause: Callable[[], None]
    no_result: Callable[[], None]


class Requests:
    """The open requests of a match, oldest first. `granting` does what was agreed upon, `emit` tells of it."""

    def __init__(
        self,
        sheet: ScoreSheet,
        seats: Seating,
        turns: TurnState,
        granting: Granting,
        emit: Callable[[MatchEvent], None],
    ) -> None:
        self._sheet = sheet
        self._seats = seats
        self._turns = turns
        self._granting = granting
        self._emit = emit
        self.open: tuple[Request, ...] = ()
        """What was asked and not yet answered."""

    @property
    def to_answer(self) -> Request | None:
        """The first request that a person at this screen has to answer, or None."""
        return next((request for request in self.open if self._seats.is_human(request.by.other)), None)

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
                self.open = (*self.open, request)
                self._emit(happened.RequestMade(request))

    def answer(self, kind: RequestKind, yes: bool) -> None:
        """A person's answer at this screen. Raises MatchError if nothing of the kind waits for one."""
        for request in self.open:
            if request.kind is kind and self._seats.is_human(request.by.other):
                self._settle(request, yes)
                return
        raise MatchError("nothing-asked", f"nobody has asked for a {kind}")

    def take_reply(self, side: Side, kind: RequestKind, yes: bool) -> bool:
        """A side's answer from elsewhere; one that comes too late changes nothing. Whether it came in time."""
        request = self._find(kind, side.other)
        if request is not None:
            self._settle(request, yes)
        return request is not None

    def take(self, request: Request, *, take_backs: bool) -> None:
        """A request from elsewhere; what makes no sense (any more) is declined. `take_backs`: whether moves may be
        taken back in this match."""
        over = self._sheet.outcome is not None
        senseless = {
            RequestKind.TAKE_BACK: not take_backs or not 1 <= request.plies <= self._sheet.game.ply,
            RequestKind.DRAW: over,
            RequestKind.RESTART: False,
            RequestKind.PAUSE: over or self._turns.is_paused,
            RequestKind.NO_RESULT: over,
        }
        if senseless[request.kind]:
            self._emit(happened.RequestDeclined(request))
        elif not self.is_open(request.kind, request.by):
            self.ask(request)

    def honour(self, request: Request, ply: int) -> None:
        """A yes that a move here has overtaken: it took effect where it was said, so it does here too."""
        plies = self._sheet.game.ply - ply
        if ply < 0 or plies < 0:
            return
        self._emit(happened.RequestGranted(request))
        if plies and request.kind in (RequestKind.TAKE_BACK, RequestKind.DRAW):
            self._granting.take_back(plies)
        match request.kind:
            case RequestKind.PAUSE:
                if not self._turns.is_paused and self._sheet.outcome is None:
                    self._granting.pause()
            case RequestKind.RESTART:
                self._granting.restart()
            case RequestKind.DRAW:
                self._granting.draw()
            case RequestKind.TAKE_BACK | RequestKind.NO_RESULT:
                pass  # done, and never asked from here

    def lapse(self) -> None:
        """Something has overtaken the open requests."""
        lapsed, self.open = self.open, ()
        for request in lapsed:
            self._emit(happened.RequestLapsed(request))

    def _grant(self, request: Request) -> None:
        match request.kind:
            case RequestKind.TAKE_BACK:
                self._granting.take_back(request.plies)
            case RequestKind.DRAW:
                self._granting.draw()
            case RequestKind.RESTART:
                self._granting.restart()
            case RequestKind.PAUSE:
                self._granting.pause()
            case RequestKind.NO_RESULT:
                self._granting.no_result()

    def _find(self, kind: RequestKind, by: Side) -> Request | None:
        return next((request for request in self.open if request.kind is kind and request.by is by), None)

    def _settle(self, request: Request, yes: bool) -> None:
        self.open = tuple(each for each in self.open if each is not request)
        if yes:
            self._emit(happened.RequestGranted(request))
            self._grant(request)
        else:
            self._emit(happened.RequestDeclined(request))
