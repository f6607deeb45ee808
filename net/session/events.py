"""What happens on the wire, as values for the game. Most name their table, which is a number of this program's own.

`here` and `there` are the two ends of the wire as this program sees them. Times are seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from net.session.messages import ClockMessage, FinalMessage, Kind, Ply, TableMessage, Terms
from net.session.ticket import Ticket

End = Literal["here", "there"]
Result = Literal["here", "there", "draw", "none"]
"""Who won, as seen from here."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Somebody at the other end. Everything here is their own claim, except the address; the name is cleaned.
    `protocol` is the version of the wire that both speak."""

    instance: str
    name: str
    version: str
    capabilities: tuple[str, ...]
    address: str
    protocol: int = 1


@dataclass(frozen=True, slots=True)
class Listening:
    """The program can be reached at this TCP port; not the usual one if that is taken. 0: it can't listen, `why`."""

    port: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class NetworkFailed:
    """The network thread has ended by a mistake of its own; nothing more will come. The log has the whole story."""

    why: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A line to somebody stands; one may chat and invite."""

    table: int
    peer: Peer


@dataclass(frozen=True, slots=True)
class Left:
    """The table is gone: nobody answered, the other side said goodbye, or the line broke outside a game."""

    table: int
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Invited:
    """The other side invites; the person here has `seconds` to answer. Also when they have changed the terms."""

    table: int
    invitation: str
    terms: Terms
    note: str
    seconds: float


@dataclass(frozen=True, slots=True)
class InvitationOver:
    """The invitation that lay between both is gone. `code`: declined, cancelled, expired, crossed, failed."""

    table: int
    code: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class InvitationHeld:
    """The invitation between both is good for this many seconds from now on: the invited person is busy with it."""

    table: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both said yes and the colours are drawn: set up the position and answer with `Begin`."""

    table: int
    terms: Terms
    first: End


@dataclass(frozen=True, slots=True)
class Started:
    """The game has begun on both sides."""

    table: int
    ticket: Ticket


@dataclass(frozen=True, slots=True)
class TicketChanged:
    """What has to be kept beside the moves so that the game can be taken up again after a crash."""

    table: int
    ticket: Ticket


@dataclass(frozen=True, slots=True)
class MoveArrived:
    """A move of the other side. Put it to the rules and answer with `AcceptMove`, once it is on disk, or `RefuseMove`.

    A move whose `epoch` is not the game's own any more is to be ignored. `left_s` None: no clock. `at_s`: when the
    network thread had it, by `time.monotonic`; the game may have been busy since.
    """

    table: int
    epoch: int
    ply: int
    text: str
    hash: str
    used_s: float
    left_s: float | None
    at_s: float


@dataclass(frozen=True, slots=True)
class ClockTold:
    """How the other side sees the clock of the move after `ply` plies: it had used `used_s`, and the first and the
    second to move had `left_s` (None: no time control), when the network thread had this word at `at_s`; it `runs` or
    stands."""

    table: int
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


@dataclass(frozen=True, slots=True)
class MoveConfirmed:
    """The other side has our move."""

    table: int
    epoch: int
    ply: int


@dataclass(frozen=True, slots=True)
class Requested:
    """The other side asks for something, of the position at `ply` of `epoch`. Moves let it lapse without further word,
    so one that comes while a move of ours is on its way to the network thread has lapsed already. A draw asked for
    while our own offer of one is open is an agreement: answer yes."""

    table: int
    request: int
    kind: Kind
    plies: int
    epoch: int
    ply: int


@dataclass(frozen=True, slots=True)
class RequestAnswered:
    """The answer to a request of ours. A yes counts even if a move of ours has overtaken it: the game goes back to
    `to_ply` in `epoch` all the same (for a draw or a pause both are the present ones)."""

    table: int
    kind: Kind
    yes: bool
    epoch: int
    to_ply: int


@dataclass(frozen=True, slots=True)
class Unpaused:
    """The other side ended the pause."""

    table: int


@dataclass(frozen=True, slots=True)
class EndClaimed:
    """The other side sees the game as over. Answer with `DeclareEnd`: the same, or what is true here."""

    table: int
    winner: Result
    reason: str
    ply: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How the game ended. `confirmed` False: the other side has not said so yet; a second one may follow and differ.
    With the reason `unknown-game` nobody is left to confirm it.

    Each time, once it is on disk, answer with `DeclareEnd` of the same: only then is the other side told that we know,
    and it keeps the game until it is.
    """

    table: int
    winner: Result
    reason: str
    ply: int
    confirmed: bool


@dataclass(frozen=True, slots=True)
class ChatArrived:
    """A line of talk, cleaned. `by` says to watchers who spoke (`host` or `guest`); else it was the other side."""

    table: int
    text: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class LineDown:
    """The line is cut: clocks stand. The other side has `seconds` to come back."""

    table: int
    why: str
    seconds: float


@dataclass(frozen=True, slots=True)
class LineUp:
    """The line stands again and both sides are at the same position."""

    table: int


@dataclass(frozen=True, slots=True)
class LineUnstable:
    """Nothing has been heard for a while, or it has again."""

    table: int
    unstable: bool


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a question and its answer take."""

    table: int
    rtt_s: float


@dataclass(frozen=True, slots=True)
class NotBack:
    """The other side's program answers, but nobody has sat down at this game there; said once for each cut."""

    table: int


@dataclass(frozen=True, slots=True)
class Overdue:
    """The other side has not come back in time: wait on, leave, or `ClaimEnd`."""

    table: int


@dataclass(frozen=True, slots=True)
class Resynchronising:
    """A move or a position did not fit; everything is compared once from the beginning."""

    table: int


@dataclass(frozen=True, slots=True)
class Resynchronised:
    """It fits now."""

    table: int


@dataclass(frozen=True, slots=True)
class WatcherCame:
    """Somebody watches this table; `watchers` are all names."""

    table: int
    name: str
    watchers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WatcherLeft:
    """Somebody watches no longer."""

    table: int
    name: str
    watchers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WatchersThere:
    """To a player: who watches this game at the other player's side. To a watcher: who watches it at all."""

    table: int
    watchers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WatchedState:
    """To a watcher: the whole game, at first and whenever something other than a move has changed it."""

    table: int
    setting: TableMessage
    plies: tuple[Ply, ...]
    paused: bool
    final: FinalMessage | None
    game: str = ""
    clock: ClockTold | None = None


@dataclass(frozen=True, slots=True)
class WatchedMove:
    """To a watcher: the next move."""

    table: int
    ply: int
    move: str
    hash: str
    used_s: float
    left_s: float | None


@dataclass(frozen=True, slots=True)
class Refused:
    """An action could not be done; nothing has changed. `action` is its class's name."""

    table: int
    action: str
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """The other side found something wrong with what was said from here, or here with theirs. For the log."""

    table: int
    code: str
    text: str
    by: End


TableEvent = (
    Joined
    | Left
    | Invited
    | InvitationOver
    | InvitationHeld
    | Agreed
    | Started
    | TicketChanged
    | MoveArrived
    | ClockTold
    | MoveConfirmed
    | Requested
    | RequestAnswered
    | Unpaused
    | EndClaimed
    | Ended
    | ChatArrived
    | LineDown
    | LineUp
    | LineUnstable
    | Latency
    | NotBack
    | Overdue
    | Resynchronising
    | Resynchronised
    | WatcherCame
    | WatcherLeft
    | WatchersThere
    | WatchedState
    | WatchedMove
    | Refused
    | Complaint
)
"""What belongs to one table, and names it."""

Event = Listening | NetworkFailed | TableEvent
