"""What happens on the wire, as values for the game. Most name their table, which is a number of this program's own.

`here` and `there` are the two ends of the wire as this program sees them. Times are seconds.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from net.session.messages import ClockMessage, FinalMessage, Kind, Ply, TableMessage, Terms
from net.session.signed_game import SignedGame
from net.session.ticket import Ticket

End = Literal["here", "there"]
Result = Literal["here", "there", "draw", "none"]
"""Who won, as seen from here."""


class Peer(msgspec.Struct, frozen=True):
    """Somebody at the other end. Everything here is their own claim, except the address and the key, of which they have
    proved that it is theirs; the name is cleaned."""

    instance: str
    name: str
    version: str
    capabilities: tuple[str, ...]
    address: str
    key: str = ""


class WireEvent(msgspec.Struct, frozen=True):
    """Anything that happens on the wire."""


class TableEvent(WireEvent, frozen=True):
    """What belongs to one table, and names it."""

    table: int


class Listening(WireEvent, frozen=True):
    """The program can be reached at this TCP port; not the usual one if that is taken. 0: it can't listen, `why`."""

    port: int
    why: str = ""


class NetworkFailed(WireEvent, frozen=True):
    """The network thread has ended by a mistake of its own; nothing more will come. The log has the whole story."""

    why: str


class Joined(TableEvent, frozen=True):
    """A line to somebody stands; one may chat and invite."""

    peer: Peer


class Left(TableEvent, frozen=True):
    """The table is gone: nobody answered, the other side said goodbye, or the line broke outside a game."""

    code: str
    why: str


class Invited(TableEvent, frozen=True):
    """The other side invites; the person here has `seconds` to answer. Also when they have changed the terms."""

    invitation: str
    terms: Terms
    note: str
    seconds: float


class InvitationOver(TableEvent, frozen=True):
    """The invitation that lay between both is gone. `code`: declined, cancelled, expired, crossed, failed."""

    code: str
    reason: str = ""


class InvitationHeld(TableEvent, frozen=True):
    """The invitation between both is good for this many seconds from now on: the invited person is busy with it."""

    seconds: float


class Agreed(TableEvent, frozen=True):
    """Both said yes and the colours are drawn: set up the position and answer with `Begin`."""

    terms: Terms
    first: End


class Started(TableEvent, frozen=True):
    """The game has begun on both sides."""

    ticket: Ticket


class TicketChanged(TableEvent, frozen=True):
    """What has to be kept beside the moves so that the game can be taken up again after a crash."""

    ticket: Ticket


class MoveArrived(TableEvent, frozen=True):
    """A move of the other side. Put it to the rules and answer with `AcceptMove`, once it is on disk, or `RefuseMove`.

    A move whose `epoch` is not the game's own any more is to be ignored. `left_s` None: no clock. `at_s`: when the
    network thread had it, by `time.monotonic`; the game may have been busy since. `signature` is the mover's, which was
    found good; it is to be kept with the move, exactly as it stands here. Empty: the game is not signed.
    """

    epoch: int
    ply: int
    text: str
    hash: str
    used_s: float
    left_s: float | None
    at_s: float
    signature: str = ""


class ClockTold(TableEvent, frozen=True):
    """How the other side sees the clock of the move after `ply` plies: it had used `used_s`, and the first and the
    second to move had `left_s` (None: no time control), when the network thread had this word at `at_s`; it `runs` or
    stands."""

    epoch: int
    ply: int
    used_s: float
    left_s: tuple[float, float] | None
    runs: bool
    at_s: float


def clock_told(table: int, clock: ClockMessage, now: float) -> ClockTold:
    """A clock of the wire as the event that tells it."""
    left_s = None if clock.left_ms is None else (clock.left_ms[0] / 1000, clock.left_ms[1] / 1000)
    return ClockTold(table, clock.epoch, clock.ply, clock.used_ms / 1000, left_s, clock.runs, now)


class MoveConfirmed(TableEvent, frozen=True):
    """The other side has our move."""

    epoch: int
    ply: int


class Requested(TableEvent, frozen=True):
    """The other side asks for something, of the position at `ply` of `epoch`. Moves let it lapse without further word,
    so one that comes while a move of ours is on its way to the network thread has lapsed already. A draw asked for
    while our own offer of one is open is an agreement: answer yes."""

    request: int
    kind: Kind
    plies: int
    epoch: int
    ply: int


class RequestAnswered(TableEvent, frozen=True):
    """The answer to a request of ours. A yes counts even if a move of ours has overtaken it: the game goes back to
    `to_ply` in `epoch` all the same (for a draw or a pause both are the present ones)."""

    kind: Kind
    yes: bool
    epoch: int
    to_ply: int


class Unpaused(TableEvent, frozen=True):
    """The other side ended the pause."""


class EndClaimed(TableEvent, frozen=True):
    """The other side sees the game as over. Answer with `DeclareEnd` of the same, or with `RefuseEnd`. Without a winner
    and a draw (`none`) one of the two programs finds that the two games do not fit: that is for the person to say."""

    winner: Result
    reason: str
    ply: int


class Ended(TableEvent, frozen=True):
    """How the game ended. `confirmed` False: the other side has not said so yet; a second one may follow and differ.
    `denied`: it stands by another end, so this is ours alone. With the reason `unknown-game` nobody is left to confirm
    it.

    Each time, once it is on disk, answer with `DeclareEnd` of the same: only then is the other side told that we know.
    A confirmed one is answered with `AcknowledgeEnd` as well, once its signatures (`Proved`) are on disk too: so long
    the other side keeps the game, and we keep ours until `EndAcknowledged`.
    """

    winner: Result
    reason: str
    ply: int
    confirmed: bool
    denied: bool = False


class EndAcknowledged(TableEvent, frozen=True):
    """The other side has the end on its disk, too, or its program knows no such game any more: nothing has to be kept
    for it. Comes after an `Ended` that is confirmed."""


class Proved(TableEvent, frozen=True):
    """The game with its signatures as they are now that it is over; comes before `Ended`, and again when the other side
    has signed the end."""

    game: SignedGame


class ChatArrived(TableEvent, frozen=True):
    """A line of talk, cleaned. `by` says to watchers who spoke (`host` or `guest`); else it was the other side."""

    text: str
    by: str = ""


class LineDown(TableEvent, frozen=True):
    """The line is cut: clocks stand. The other side has `seconds` to come back."""

    why: str
    seconds: float


class LineUp(TableEvent, frozen=True):
    """The line stands again and both sides are at the same position."""


class LineUnstable(TableEvent, frozen=True):
    """Nothing has been heard for a while, or it has again."""

    unstable: bool


class Latency(TableEvent, frozen=True):
    """How long a question and its answer take."""

    rtt_s: float


class NotBack(TableEvent, frozen=True):
    """The other side's program answers, but nobody has sat down at this game there; said once for each cut. Not
    `is_known`: it says that it knows no such game, which may be true or not; ours waits on. Said once as well."""

    is_known: bool = True


class Overdue(TableEvent, frozen=True):
    """The other side has not come back in time: wait on, leave, or `ClaimEnd`."""


class Resynchronising(TableEvent, frozen=True):
    """A move or a position did not fit; everything is compared once from the beginning."""


class Resynchronised(TableEvent, frozen=True):
    """It fits now."""


class WatcherCame(TableEvent, frozen=True):
    """Somebody watches this table; `watchers` are all names."""

    name: str
    watchers: tuple[str, ...]


class WatcherLeft(TableEvent, frozen=True):
    """Somebody watches no longer."""

    name: str
    watchers: tuple[str, ...]


class WatchersThere(TableEvent, frozen=True):
    """To a player: who watches this game at the other player's side. To a watcher: who watches it at all."""

    watchers: tuple[str, ...]


class WatchedState(TableEvent, frozen=True):
    """To a watcher: the whole game, at first and whenever something other than a move has changed it."""

    setting: TableMessage
    plies: tuple[Ply, ...]
    paused: bool
    final: FinalMessage | None
    game: str = ""
    clock: ClockTold | None = None


class WatchedMove(TableEvent, frozen=True):
    """To a watcher: the next move."""

    ply: int
    move: str
    hash: str
    used_s: float
    left_s: float | None


class Refused(TableEvent, frozen=True):
    """An action could not be done; nothing has changed. `action` is its class's name."""

    action: str
    code: str
    why: str


class Complaint(TableEvent, frozen=True):
    """The other side found something wrong with what was said from here, or here with theirs. For the log."""

    code: str
    text: str
    by: End
