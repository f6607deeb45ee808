"""What happens in a match, as values: `Match.update` hands them out, the window and the journal act on them."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import msgspec

from game.match.evaluation import SearchInfo
from game.match.lesson import Offer
from game.match.signed_move import SignedMove
from game.rules.core import Move, Outcome, Position, Side, Square
from game.storage.notice import Notice


class RequestKind(enum.StrEnum):
    """What one side may ask of the other; the texts are those of the wire."""

    TAKE_BACK = "take-back"
    DRAW = "draw"
    RESTART = "restart"
    PAUSE = "pause"
    NO_RESULT = "no-result"
    """No request on the wire: one of the two programs finds that the games here and there do not fit."""


class MatchEvent(msgspec.Struct, frozen=True):
    """Anything that happens in a match."""


class Request(msgspec.Struct, frozen=True):
    """Something that takes effect only when the other side agrees. `plies` counts for a take-back alone.

    `at_screen`: it was asked by a person at this screen, so another person there has seen it happen.
    """

    kind: RequestKind
    by: Side
    plies: int = 0
    at_screen: bool = True


class MovePlayed(MatchEvent, frozen=True):
    """A move was made; `ply` counts from 1, `used_s` are the seconds that its side thought; `info` is what an engine
    thought of it, None for a person; `signed` how somebody elsewhere has signed it."""

    move: Move
    text: str
    side: Side
    ply: int
    before: Position
    after: Position
    used_s: float
    info: SearchInfo | None = None
    signed: SignedMove | None = None


class MovesUndone(MatchEvent, frozen=True):
    """This many moves were taken back; `before` and `after` are the positions for the animation, `move` is the earliest
    of the moves taken back (the only one where `plies` is 1). `is_nudge`: the piece was pushed, and the move in its
    place follows."""

    plies: int
    before: Position
    after: Position
    move: Move
    is_nudge: bool = False


class MovesRedone(MatchEvent, frozen=True):
    """This many taken-back moves were played again."""

    plies: int
    before: Position
    after: Position


class GameEnded(MatchEvent, frozen=True):
    """The game is over, by its rules or by what was declared at the table."""

    outcome: Outcome


class Restarted(MatchEvent, frozen=True):
    """The board is empty again and the clocks are full."""


class RequestMade(MatchEvent, frozen=True):
    """A person here has to answer (`Match.answer`), or the other side was asked and has not answered yet."""

    request: Request


class RequestGranted(MatchEvent, frozen=True):
    """The other side agreed; what was asked for happens in the events that follow."""

    request: Request


class RequestDeclined(MatchEvent, frozen=True):
    """The other side said no."""

    request: Request


class RequestLapsed(MatchEvent, frozen=True):
    """A request without an answer was overtaken: by a move, a take-back or the end of the game."""

    request: Request


class HintAsked(MatchEvent, frozen=True):
    """The person wants a hint; from now on what is thought about it can be seen."""


class HintReady(MatchEvent, frozen=True):
    """The hint that was asked for; `line` is the best line as move texts and begins with the hint."""

    move: Move
    text: str
    line: tuple[str, ...]


class MoveOffered(MatchEvent, frozen=True):
    """The person's last move is bad and is offered back: `Match.keep` or `Match.undo`."""

    offer: Offer


class PremoveDropped(MatchEvent, frozen=True):
    """The move that the person had chosen ahead, through these squares, can't be played after the answer."""

    path: tuple[Square, ...]


class PlayerFailed(MatchEvent, frozen=True):
    """A side's player could not give a move; the game waits for `Match.retry` or another player.

    `side` None: it was the hint that failed. `message` is one sentence; where the case has a `code`, the notices have
    a text for it that takes `values`.
    """

    side: Side | None
    message: str
    code: str = ""
    values: Mapping[str, str] = {}


class PlayerChanged(MatchEvent, frozen=True):
    """Another player sits on a side."""

    side: Side


class ClockLow(MatchEvent, frozen=True):
    """A side has gone below this many seconds."""

    side: Side
    left_s: int


class Paused(MatchEvent, frozen=True):
    """Time stands and nobody is asked for a move."""


class Resumed(MatchEvent, frozen=True):
    """Time runs again."""


class Told(MatchEvent, frozen=True):
    """Something that the person should know, such as that the game can't be saved."""

    notice: Notice
