"""What was asked across the table and how requests that cross each other come out.

The rules, which make both sides come to the same result whatever crosses on the way:

1. Who answers decides. A yes takes effect where it is said, and the one who asked honours it whenever it comes, even
   if its own move has let the request lapse meanwhile (that move carries the old epoch and counts for nothing).
2. A request belongs to one (epoch, ply); asked of another position it is declined at once.
3. Two draw offers that cross are an agreement: each game answers the other's with yes. Otherwise requests never lie
   open in both directions: of two that cross the host's stands, the host declines the guest's, the guest drops its own.

4. After a no the same side can't put the same kind to the person again before something changes (a move, a new epoch):
   it is declined unseen. Whoever asks for that kind themselves is open to it again.

A request that has lapsed is still answered (no), so each side knows when nothing of it can come any more.
"""

from __future__ import annotations

import enum

import msgspec

from net.session.messages import Count, Kind, PlyNumber, RequestMessage

MOST_UNANSWERED = 8
_REMEMBERED = 16


class PendingRequest(msgspec.Struct, frozen=True):
    """A request of ours that has no answer yet."""

    id: Count
    kind: Kind
    epoch: Count
    ply: PlyNumber
    plies: PlyNumber

    @property
    def to_ply(self) -> int:
        """Where the game goes on if the answer is yes."""
        if self.kind == "restart":
            return 0
        return self.ply - self.plies if self.kind == "take-back" else self.ply

    @property
    def raises_epoch(self) -> bool:
        """Whether a yes begins a new epoch."""
        return self.kind in ("take-back", "restart")


class RequestVerdict(enum.Enum):
    """What is to be done with a request that came in."""

    OFFER = enum.auto()
    """Put it before the person."""
    DECLINE = enum.auto()
    REPEAT = enum.auto()
    """It was answered with yes before; the line broke before the answer arrived."""
    IGNORE = enum.auto()
    """It lies open already."""


class PendingRequests:
    """Both sides' requests, seen from one of them."""

    def __init__(self, is_host: bool, unanswered: tuple[PendingRequest, ...] = (), next_id: int = 1) -> None:
        self.next_id = next_id
        self._is_host = is_host
        self._unanswered = {asked.id: asked for asked in unanswered}  # lapsed ones too
        self._open: set[int] = set()  # those of the unanswered that have not lapsed; none after a restart
        self._coming: dict[Kind, PendingRequest] = {}
        self._answered: dict[int, bool] = {}
        self._said_no: set[Kind] = set()  # to theirs, since the last move

    @property
    def unanswered(self) -> tuple[PendingRequest, ...]:
        """Our requests without an answer, lapsed ones included, in the order in which they were asked."""
        return tuple(self._unanswered.values())

    @property
    def is_open(self) -> bool:
        """Whether a request waits for somebody's answer."""
        return bool(self._open or self._coming)

    @property
    def coming(self) -> tuple[PendingRequest, ...]:
        """Their open requests."""
        return tuple(self._coming.values())

    # --- ours ---------------------------------------------------------------------------------------------------------

    def may_ask(self, kind: Kind) -> bool:
        """Whether we may ask for something now: one open of each kind, and none while theirs wait, but for a draw."""
        asked_already = any(self._unanswered[number].kind == kind for number in self._open)
        theirs_wait = bool(self._coming) and not (kind == "draw" and "draw" in self._coming)
        return not asked_already and not theirs_wait and len(self._unanswered) < MOST_UNANSWERED

    def ask(self, kind: Kind, epoch: int, ply: int, plies: int) -> PendingRequest:
        """Note a request of ours and give it with its number."""
        asked = PendingRequest(self.next_id, kind, epoch, ply, plies)
        self.next_id += 1
        self._unanswered[asked.id] = asked
        self._open.add(asked.id)
        self._said_no.discard(kind)
        return asked

    def answer_came(self, number: int) -> tuple[PendingRequest, bool] | None:
        """Take a request of ours as answered; with it whether it was still open. None: nothing like it waits."""
        asked = self._unanswered.pop(number, None)
        if asked is None:
            return None
        was_open = number in self._open
        self._open.discard(number)
        return asked, was_open

    def raising(self, epoch: int, to_ply: int) -> PendingRequest | None:
        """The request of ours in this epoch that a yes to would have begun the next one at a ply, or None."""
        fitting = [
            asked for asked in self.unanswered if asked.raises_epoch and asked.epoch == epoch and asked.to_ply == to_ply
        ]
        return fitting[-1] if fitting else None

    def offered_draw(self, epoch: int) -> bool:
        """Whether a draw offer of ours in this epoch may have been accepted."""
        return any(asked.kind == "draw" and asked.epoch == epoch for asked in self.unanswered)

    # --- theirs -------------------------------------------------------------------------------------------------------

    def take(
        self, request: RequestMessage, epoch: int, ply: int, *, sensible: bool
    ) -> tuple[RequestVerdict, tuple[PendingRequest, ...]]:
        """What becomes of a request of theirs, and which of ours lapse by it. `sensible`: the game allows such."""
        asked = PendingRequest(request.id, request.kind, request.epoch, request.ply, request.plies)
        if request.id in self._answered:
            return (RequestVerdict.REPEAT if self._answered[request.id] else RequestVerdict.DECLINE), ()
        open_one = self._coming.get(request.kind)
        if open_one is not None and open_one.id == request.id:
            return RequestVerdict.IGNORE, ()
        stale = (request.epoch, request.ply) != (epoch, ply)
        if not sensible or stale or open_one is not None or request.kind in self._said_no:
            return RequestVerdict.DECLINE, ()
        ours = [self._unanswered[number] for number in self._open]
        if request.kind == "draw" and any(one.kind == "draw" for one in ours):
            ours = []  # both stand
        elif ours and self._is_host:
            return RequestVerdict.DECLINE, ()
        else:
            self._open.clear()
        self._coming[request.kind] = asked
        return RequestVerdict.OFFER, tuple(ours)

    def answer(self, number: int, yes: bool) -> PendingRequest | None:
        """Take a request of theirs off the pending requests, answered; None if it does not lie here."""
        asked = next((asked for asked in self._coming.values() if asked.id == number), None)
        if asked is not None:
            del self._coming[asked.kind]
            self.note_answer(number, yes)
            if not yes:
                self._said_no.add(asked.kind)
        return asked

    def note_answer(self, number: int, yes: bool) -> None:
        """Remember how a request of theirs was answered, in case it is asked again after a break of the line."""
        self._answered[number] = yes
        while len(self._answered) > _REMEMBERED:
            del self._answered[next(iter(self._answered))]

    # --- both ---------------------------------------------------------------------------------------------------------

    def lapse(self) -> tuple[PendingRequest, ...]:
        """Nothing is open any more; gives theirs, which are to be declined."""
        self._open.clear()
        dropped = self.coming
        for asked in dropped:
            self.answer(asked.id, yes=False)
        self._said_no.clear()
        return dropped

    def forget_ours(self, epoch: int) -> None:
        """Drop our requests of earlier epochs than this one."""
        self._unanswered = {number: asked for number, asked in self._unanswered.items() if asked.epoch >= epoch}
        self._open &= self._unanswered.keys()
