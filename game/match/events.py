"""What happens in a match, as values: `Match.update` hands them out, the window and the journal act on them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from game.match.evaluation import SearchInfo
from game.match.lesson import Offer
from game.rules.core import Move, Outcome, Position, Side, Square
from game.storage.notice import Notice


class RequestKind(enum.StrEnum):
    """What one side may ask of the other; the texts are those of the wire."""

    TAKE_BACK = "take-back"
    DRAW = "draw"
    RESTART = "restart"
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Request:
    """Something that takes effect only when the other side agrees. `plies` counts for a take-back alone.

    `at_screen`: it was asked by a person at this screen, so another person there has seen it happen.
    """

    kind: RequestKind
    by: Side
    plies: int = 0
    at_screen: bool = True


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move was made; `ply` counts from 1, `used_s` are the seconds that its side thought; `info` is what an engine
    thought of it, None for a person."""

    move: Move
    text: str
    side: Side
    ply: int
    before: Position
    after: Position
    used_s: float
    info: SearchInfo | None = None


@dataclass(frozen=True, slots=True)
class MovesUndone:
    """So many moves were taken back; `before` and `after` are the positions for the animation, `move` is the earliest
    of the moves taken back (the only one where `plies` is 1). `is_nudge`: the piece was pushed, and the move in its
    place follows."""

    plies: int
    before: Position
    after: Position
    move: Move
    is_nudge: bool = False


@dataclass(frozen=True, slots=True)
class MovesRedone:
    """So many taken-back moves were played again."""

    plies: int
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over, by its rules or by what was declared at the table."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Restarted:
    """The board is empty again and the clocks are full."""


@dataclass(frozen=True, slots=True)
class RequestMade:
    """A person here has to answer (`Match.answer`), or the other side was asked and has not answered yet."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestGranted:
    """The other side agreed; what was asked for happens in the events that follow."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestDeclined:
    """The other side said no."""

    request: Request


@dataclass(frozen=True, slots=True)
class RequestLapsed:
    """A request without an answer was overtaken: by a move, a take-back or the end of the game."""

    request: Request


@dataclass(frozen=True, slots=True)
class HintAsked:
    """The person wants a hint; from now on what is thought about it can be seen."""


@dataclass(frozen=True, slots=True)
class HintReady:
    """The hint that was asked for; `line` is the best line as move texts and begins with the hint."""

    move: Move
    text: str
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveOffered:
    """The person's last move is bad and is offered back: `Match.keep` or `Match.undo`."""

    offer: Offer


@dataclass(frozen=True, slots=True)
class PremoveDropped:
    """The move that the person had chosen ahead, through these squares, can't be played after the answer."""

    path: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class PlayerFailed:
    """A side's player could not give a move; the game waits for `Match.retry` or another player.

    `side` None: it was the hint that failed. `message` is one sentence; where the case has a `code`, the notices have
    a text for it that takes `values`.
    """

    side: Side | None
    message: str
    code: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """Another player sits on a side."""

    side: Side


@dataclass(frozen=True, slots=True)
class ClockLow:
    """A side has gone below so many seconds."""

    side: Side
    left_s: int


@dataclass(frozen=True, slots=True)
class Paused:
    """Time stands and nobody is asked for a move."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Time runs again."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that the person should know, such as that the game can't be saved."""

    notice: Notice


Event = (
    MovePlayed
    | MovesUndone
    | MovesRedone
    | GameEnded
    | Restarted
    | RequestMade
    | RequestGranted
    | RequestDeclined
    | RequestLapsed
    | HintAsked
    | HintReady
    | MoveOffered
    | PremoveDropped
    | PlayerFailed
    | PlayerChanged
    | ClockLow
    | Paused
    | Resumed
    | Told
)
