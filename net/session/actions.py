"""What the game can do at a table, as values for `Service.do`. What can't be done comes back as the event `Refused`.

Moves carry epoch and ply, so an action that something from the wire has overtaken is dropped: the event that overtook
it is on its way to the game. Times are seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from net.session.events import Result
from net.session.messages import Kind, Terms


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite the other side. Goes out later if the last invitation was less than ten seconds ago."""

    terms: Terms
    note: str = ""


@dataclass(frozen=True, slots=True)
class AnswerInvitation:
    """The person's answer to `Invited`; `invitation` is the one that was seen."""

    invitation: str
    yes: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CounterInvitation:
    """Would play, but by these terms."""

    invitation: str
    terms: Terms


@dataclass(frozen=True, slots=True)
class HoldInvitation:
    """The person is putting together other terms: its time starts again, a few times."""

    invitation: str


@dataclass(frozen=True, slots=True)
class CancelInvitation:
    """Take our invitation back, or leave before the game has begun."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The answer to `Agreed`: the start position is set up, this is its hash."""

    start_hash: str


@dataclass(frozen=True, slots=True)
class Play:
    """Our move, which is on disk here. Allowed while the line is down: it arrives when the line stands again."""

    epoch: int
    ply: int
    text: str
    hash: str
    used_s: float
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class AcceptMove:
    """Our rules have accepted the move that arrived, it is on disk, and this is the hash that we see."""

    epoch: int
    ply: int
    hash: str


@dataclass(frozen=True, slots=True)
class RefuseMove:
    """Our rules refuse the move that arrived."""

    epoch: int
    ply: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a take-back of `plies`, a draw, a restart or a pause."""

    kind: Kind
    plies: int = 0


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """The answer to `Requested`. With a yes to a take-back or a restart the next epoch begins here at once."""

    request: int
    yes: bool


@dataclass(frozen=True, slots=True)
class EndPause:
    """Go on after a pause."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class DeclareEnd:
    """The game is over: by its rules, by the clock, or as the journal of a game taken up again has it. Also the answer
    to `EndClaimed`. With `epoch` and `ply` it is dropped if the wire has overtaken it: the game has gone back since."""

    winner: Result
    reason: str
    epoch: int | None = None
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class TellClock:
    """How the clock of the move after `ply` plies stands, for whom it concerns: it had used `used_s` at `at_s` of
    `time.monotonic`, when the first and the second to move had `left_s`, and `runs` on since then or stands."""

    epoch: int
    ply: int
    used_s: float
    left_s: tuple[float, float] | None
    runs: bool
    first_moves: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class ClaimEnd:
    """Claim the game of somebody who is overdue."""


@dataclass(frozen=True, slots=True)
class Say:
    """Talk; the text is cleaned and cut."""

    text: str


@dataclass(frozen=True, slots=True)
class Watch:
    """Ask to watch a game at the other side; without its id any one that is open."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table. An unfinished game is kept by both sides and can be taken up again with its ticket."""


Action = (
    Invite
    | AnswerInvitation
    | CounterInvitation
    | HoldInvitation
    | CancelInvitation
    | Begin
    | Play
    | AcceptMove
    | RefuseMove
    | Ask
    | AnswerRequest
    | EndPause
    | Resign
    | DeclareEnd
    | TellClock
    | ClaimEnd
    | Say
    | Watch
    | Leave
)
