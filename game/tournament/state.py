"""A tournament as it stands, as a value that can be kept: the plan and the games that have been played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from ai.arena.play import FAULT, PLY_LIMIT
from game.rules.core import RulesError, Termination
from game.tournament.plan import TournamentPlan, begun, variants_for

VERSION: Final = 1
"""Of the file. It rises when a field changes its meaning, not when one is added."""

ENDS: Final = frozenset({FAULT, PLY_LIMIT, *(each.value for each in Termination)})
"""The words for how a game ended: the referee's, and the arena's for a forfeit and for a game that became too long."""

_Text = Annotated[str, msgspec.Meta(max_length=1000)]
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e7)]


class TournamentFault(msgspec.Struct, frozen=True):
    """Why an engine could not go on: one sentence, and for other languages the case's code and values, if it has a
    code."""

    message: _Text
    code: _Text = ""
    values: Mapping[str, str] = {}


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over: its number in the schedule, the winner (0 = who played FIRST, 1 = SECOND, None = a draw),
    why it ended (one of `ENDS`), moves with those of the opening, the seconds that each side thought, the key of its
    record in the library, and what went wrong if an engine forfeited it."""

    number: Annotated[int, msgspec.Meta(ge=0)]
    winner: Annotated[int, msgspec.Meta(ge=0, le=1)] | None
    end: _Text
    plies: Annotated[int, msgspec.Meta(ge=0)]
    used_s: tuple[_Seconds, _Seconds]
    record: _Text
    fault: TournamentFault | None = None

    def points(self, side: int) -> float:
        """What a side got: 1 for a win, a half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == side)


class TournamentState(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament. `id` names its files; `begun` is an ISO 8601 time with zone."""

    version: int = VERSION
    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-z-]{1,40}$")]
    begun: _Text
    plan: TournamentPlan
    played: tuple[PlayedGame, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether every game has been played."""
        return len(self.played) >= self.plan.of

    def with_game(self, game: PlayedGame) -> TournamentState:
        """The state after one more game."""
        return msgspec.structs.replace(self, played=(*self.played, game))


class StateError(Exception):
    """The text is not a tournament. One sentence."""


class NewerStateError(StateError):
    """It was written by a later version of the program."""


def write_state(state: TournamentState) -> bytes:
    """The file of a tournament."""
    return msgspec.json.encode(state) + b"\n"


def read_state(data: bytes) -> TournamentState:
    """The tournament of a file. Raises StateError, NewerStateError for one that only a later version understands."""
    try:
        version = msgspec.json.decode(data, type=_StateVersion).version
        if version > VERSION:
            raise NewerStateError(f"it has version {version}, this program knows {VERSION}")
        state = msgspec.json.decode(data, type=TournamentState)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise StateError(str(error)) from error
    _check(state)
    return state


class _StateVersion(msgspec.Struct):
    version: int


def check_openings(state: TournamentState) -> None:
    """Raises StateError for an opening that can't be played. Asked before games are: it takes a millisecond each."""
    for opening in state.plan.openings:
        if begun(state.plan.rules, opening.split()) is None:
            raise StateError(f"{opening[:80]!r} is no opening of {state.plan.variant}")


def _check(state: TournamentState) -> None:
    """What the types don't say. Raises StateError."""
    plan = state.plan
    try:
        rules = plan.rules
    except RulesError as error:
        raise StateError(str(error)) from error
    if rules not in variants_for(rules.game):
        raise StateError(f"computers can't be matched in {plan.variant}")
    if len(set(plan.players)) < len(plan.players):
        raise StateError("two players have the same name")
    numbers = [game.number for game in state.played]
    if len(set(numbers)) < len(numbers) or any(number >= plan.of for number in numbers):
        raise StateError("the numbers of the games do not fit the plan")
    for game in state.played:
        if game.end not in ENDS:
            raise StateError(f"{game.end[:40]!r} is no end of a game")
