"""Many games from one text: each as far as the rules follow it, and what was wrong, by game and move."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from game.records.entering import enter_game
from game.records.fault import Fault, fault, fault_of_rules
from game.records.headers import TERMINATIONS, headers_of
from game.records.native import Reading
from game.records.record import Record, RecordError, Result, result_of
from game.records.written import WrittenGame
from game.rules.core import RulesError, Side, Termination, Variant
from game.rules.game import Game

LONGEST_FILE: Final = 64 << 20
"""Bytes; a larger file is refused unread."""

_CUTTING: Final = frozenset({"cut-off"})
"""Faults of a form after which moves are missing."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The games of a file, and what could not be read at all. A game that could be read in part stands among the games
    with its problem."""

    games: tuple[Reading, ...]
    problems: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordSource:
    """The games of a file as they are written there, yet to be played by the rules, which is what takes long.

    `read` gives one game's reading by its number, from 1 on, or raises RecordError with a place inside the game; `what`
    names the kind of file.
    """

    what: str
    written: Sequence[WrittenGame]
    read: Callable[[WrittenGame, int], Reading]

    def readings(self, first: int = 1) -> Iterator[Reading | Fault]:
        """Game after game, whose numbers begin with `first`: its reading, or why nothing of it can be read. Raises
        RecordError where there is no game."""
        if not self.written:
            raise RecordError(fault("no-games", form=self.what))
        for number, game in enumerate(self.written, first):
            try:
                yield self.read(game, number)
            except RecordError as error:
                yield error.fault.at(game=number)


def collect(source: RecordSource) -> Collection:
    """All games of a file at once. Raises RecordError where there is none in it."""
    found = list(source.readings())
    return Collection(
        tuple(each for each in found if isinstance(each, Reading)),
        tuple(each for each in found if isinstance(each, Fault)),
    )


def check_size(data: bytes) -> None:
    """Raises RecordError for a file that is too large to be read."""
    if len(data) > LONGEST_FILE:
        raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))


def reading_of(
    written: WrittenGame,
    number: int,
    variant: Variant,
    start: str | None,
    winner: Side | None,
    decided: bool,
    spent: Container[str] = (),
) -> Reading:
    """A written game played by the rules of a variant from a start position (None: the usual one).

    `winner` (a colour, as the side that has it at the start) and `decided` are what the file says of the end, and
    stand; moves are held by legality alone, those of variations too. `spent` are the tags whose sense lies in the other
    arguments. Raises RecordError for a start that can't be read; a move that can't be played ends the game there and is
    the reading's problem.
    """
    try:
        game = Game(variant, None if start is None else variant.read_position(start))
    except RulesError as error:
        raise RecordError(fault_of_rules(error).at(start="")) from error
    entered = enter_game(written, game)
    problem = entered.problem and entered.problem.at(game=number)
    if problem is None and written.faults:
        problem = written.faults[0].at(game=number)
    result = None
    if decided:
        result = _result(game, written, winner)
    elif (seen := game.position.outcome()) is not None:
        result = result_of(game, seen)
    told = headers_of(written.tags, variant, spent)
    record = Record(
        variant=variant.name, start=variant.write_position(game.start), tree=entered.tree, seats=told.seats,
        result=result, date=told.date, event=told.event, headers=told.headers,
        header_order=told.order if written.is_tagged else (),
    )  # fmt: skip
    record.settle(game)
    lost = tuple(each.at(game=number) for each in entered.lost)
    is_cut = entered.problem is not None or any(each.code in _CUTTING for each in written.faults)
    return Reading(record, game, problem or (entered.cut and entered.cut.at(game=number)), lost, is_cut)


def _result(game: Game, written: WrittenGame, winner: Side | None) -> Result:
    """The end that the file tells: with the rules' own reason where they see the same, else as the file says, else a
    resignation or an agreement."""
    seen = game.outcome
    if seen is not None and (None if seen.winner is None else game.position.colour(seen.winner)) is winner:
        return result_of(game, seen)
    usual = Termination.AGREEMENT if winner is None else Termination.RESIGNATION
    termination = TERMINATIONS.get(written.tags.get("Termination", "").strip().lower(), usual)
    return Result(None if winner is None else game.variant.side_names[winner], termination)
