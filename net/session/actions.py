"""What the game can do at a table, as values for `Service.do`. What can't be done comes back as the event `Refused`.

Moves carry epoch and ply, so an action that something from the wire has overtaken is dropped: the event that overtook
it is on its way to the game. Times are seconds.
"""

from __future__ import annotations

import msgspec

from net.session.events import Result
from net.session.messages import Kind, Terms


class TableAction(msgspec.Struct, frozen=True):
    """Anything that can be done at a table."""


class GameAction(TableAction, frozen=True):
    """What can be done where a game lies on the table."""


class Invite(TableAction, frozen=True):
    """Invite the other side. Goes out later if the last invitation was less than ten seconds ago."""

    terms: Terms
    note: str = ""


class AnswerInvitation(TableAction, frozen=True):
    """The person's answer to `Invited`; `invitation` is the one that was seen. `date` goes into the signed game."""

    invitation: str
    yes: bool
    reason: str = ""
    date: str = ""


class CounterInvitation(TableAction, frozen=True):
    """Would play, but by these terms."""

    invitation: str
    terms: Terms


class HoldInvitation(TableAction, frozen=True):
    """The person is putting together other terms: its time starts again, a few times."""

    invitation: str


class CancelInvitation(TableAction, frozen=True):
    """Take our invitation back, or leave before the game has begun."""


class Begin(TableAction, frozen=True):
    """The answer to `Agreed`: the start position is set up, this is its hash. `date` goes into the signed game."""

    start_hash: str
    date: str = ""


class Play(GameAction, frozen=True):
    """Our move, which is on disk here. Allowed while the line is down: it arrives when the line stands again."""

    epoch: int
    ply: int
    text: str
    hash: str
    used_s: float
    left_s: float | None = None


class AcceptMove(GameAction, frozen=True):
    """Our rules have accepted the move that arrived, it is on disk, and this is the hash that we see."""

    epoch: int
    ply: int
    hash: str


class RefuseMove(GameAction, frozen=True):
    """Our rules refuse the move that arrived."""

    epoch: int
    ply: int


class Ask(GameAction, frozen=True):
    """Ask for a take-back of `plies`, a draw, a restart or a pause."""

    kind: Kind
    plies: int = 0


class AnswerRequest(GameAction, frozen=True):
    """The answer to `Requested`. With a yes to a take-back or a restart the next epoch begins here at once."""

    request: int
    yes: bool


class EndPause(GameAction, frozen=True):
    """Go on after a pause."""


class Resign(GameAction, frozen=True):
    """Give the game up."""


class DeclareEnd(GameAction, frozen=True):
    """The game is over: by its rules, by the clock, or as the journal of a game taken up again has it. Also the answer
    to `EndClaimed`. With `epoch` and `ply` it is dropped if the wire has overtaken it: the game has gone back since."""

    winner: Result
    reason: str
    epoch: int | None = None
    ply: int | None = None


class RefuseEnd(GameAction, frozen=True):
    """The answer to an `EndClaimed` that is not true here: the other side is told so, and the game goes on."""


class AcknowledgeEnd(GameAction, frozen=True):
    """The end that both have said (`Ended`, confirmed) is on disk here, with its signatures."""


class TellClock(GameAction, frozen=True):
    """How the clock of the move after `ply` plies stands, for whom it concerns: it had used `used_s` at `at_s` of
    `time.monotonic`, when the first and the second to move had `left_s`, and `runs` on since then or stands."""

    epoch: int
    ply: int
    used_s: float
    left_s: tuple[float, float] | None
    runs: bool
    first_moves: bool
    at_s: float


class ClaimEnd(GameAction, frozen=True):
    """Claim the game of somebody who is overdue."""


class Say(TableAction, frozen=True):
    """Talk; the text is cleaned and cut."""

    text: str


class Watch(TableAction, frozen=True):
    """Ask to watch a game at the other side; without its id any one that is open."""

    game: str = ""


class Leave(TableAction, frozen=True):
    """Leave the table. An unfinished game is kept by both sides and can be taken up again with its ticket."""
