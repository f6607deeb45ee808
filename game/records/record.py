"""A game as a value that can be kept: who played what, how long they thought, how it ended.

Moves and positions are the variant's own texts, so a record of any game in the registry has the same form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from game.records.control import TimeControl
from game.records.fault import Fault, fault, fault_of_rules
from game.rules import registry
from game.rules.core import Outcome, RulesError, Side, Termination
from game.rules.game import Game

SeatKind = Literal["human", "engine", "remote"]

LONGEST_S = 1e7
"""No move takes longer (four months), as far as files are concerned."""

_LONGEST_NAME = 64


class RecordError(Exception):
    """A record can't be read or written; `fault` says why and where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sat on a side. `level` is the name of an engine's level."""

    kind: SeatKind
    name: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    level: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class RecordedMove(msgspec.Struct, frozen=True, array_like=True):
    """A move's text and the seconds that its side thought."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    used_s: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_S)] = 0.0


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the winner's colour (None = draw or without a result) and the referee's word for why."""

    winner: Annotated[str, msgspec.Meta(max_length=32)] | None
    termination: Termination


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One game. `start` is the text of its start position; `date` an ISO 8601 time with zone.

    `result` None = unfinished. `seats` are FIRST's, who begins, and SECOND's; `control` None = no time control.
    `event` says where it was played, as the file has it that it came from: a tournament, a title; mostly empty.
    """

    variant: str
    start: str
    moves: tuple[RecordedMove, ...] = ()
    seats: tuple[SeatInfo, SeatInfo] = (SeatInfo("human"), SeatInfo("human"))
    control: TimeControl | None = None
    result: Result | None = None
    date: str = ""
    event: Annotated[str, msgspec.Meta(max_length=1000)] = ""

    @property
    def size(self) -> int:
        """Rows of the board. Raises RecordError like `to_game`."""
        return self._empty_game().start.board.rows

    @classmethod
    def from_game(
        cls,
        game: Game,
        seats: tuple[SeatInfo, SeatInfo],
        *,
        times_s: Sequence[float] = (),
        control: TimeControl | None = None,
        outcome: Outcome | None = None,
        date: str = "",
    ) -> Record:
        """The record of what was played in a game. `times_s` may be shorter than the game (unknown = 0); `outcome` is
        what was declared at the table and is not needed where the rules decide."""
        padded = [*times_s, *[0.0] * game.ply]
        decided = game.outcome or outcome
        return cls(
            variant=game.variant.name,
            start=game.variant.write_position(game.start),
            moves=tuple(
                RecordedMove(text, round(min(padded[ply], LONGEST_S), 3)) for ply, text in enumerate(game.texts())
            ),
            seats=seats,
            control=control,
            result=None if decided is None else result_of(game, decided),
            date=date,
        )

    def to_game(self) -> Game:
        """The game, all moves played. Raises RecordError with the place of what the rules refuse."""
        game, problem = self.replay()
        if problem is not None:
            raise RecordError(problem)
        return game

    def replay(self) -> tuple[Game, Fault | None]:
        """The game up to the first move that the rules refuse, and what is wrong. Raises RecordError when the variant
        is unknown or the start can't be read."""
        game = self._empty_game()
        for number, move in enumerate(self.moves, 1):
            try:
                game.play_text(move.text)
            except RulesError as error:
                return game, fault_of_rules(error, game.variant).at(move=number)
        return game, self._contradiction(game)

    def _empty_game(self) -> Game:
        try:
            variant = registry.variant(self.variant)
        except RulesError as error:
            raise RecordError(fault_of_rules(error).at(field="variant")) from error
        try:
            return Game(variant, variant.read_position(self.start))
        except RulesError as error:
            raise RecordError(fault_of_rules(error).at(start="")) from error

    def _contradiction(self, game: Game) -> Fault | None:
        """What is wrong with the result, held against the rules; None if nothing is."""
        if self.result is None:
            return None
        if game.outcome is not None:
            if self.result == result_of(game, game.outcome):
                return None
            return fault("ended-otherwise", termination=game.outcome.termination).at(result="")
        if self.result.termination not in _AT_THE_TABLE:
            return fault("not-ended", termination=self.result.termination).at(result="")
        if self.result.winner not in (None, *game.variant.side_names):
            return fault("no-colour", name=self.result.winner).at(field="result.winner")
        return None


_AT_THE_TABLE = frozenset({Termination.RESIGNATION, Termination.AGREEMENT, Termination.TIME, Termination.ABANDONED})
"""Ends that are declared by the players and can't be seen from the moves."""


def result_of(game: Game, outcome: Outcome) -> Result:
    """An outcome in the words of a record."""
    winner = None
    if outcome.winner is not None:
        winner = game.variant.side_names[game.position.colour(outcome.winner)]
    return Result(winner, outcome.termination)


def outcome_of(record: Record, game: Game) -> Outcome | None:
    """How the record's game ended: by the rules, else as the record says; None while it goes on."""
    if game.outcome is not None or record.result is None:
        return game.outcome
    winner = record.result.winner
    names = game.variant.side_names
    side = game.position.colour(Side(names.index(winner))) if winner in names else None
    return Outcome(side, record.result.termination)


def clean_name(text: str) -> str:
    """A name without control and formatting characters (escapes, changes of writing direction), cut to a length that a
    window can show."""
    visible = (character for character in text if unicodedata.category(character)[0] != "C")
    return " ".join("".join(visible).split())[:_LONGEST_NAME]
