"""Many games from one text: each as far as the rules follow it, and what was wrong, by game and move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from game.records.fault import Fault, fault, fault_of_rules
from game.records.native import Reading
from game.records.pgn import LONGEST_FILE, WrittenGame
from game.records.record import Record, RecordError, Result, SeatInfo, clean_name, result_of
from game.rules.core import RulesError, Side, Termination, Variant
from game.rules.game import Game

_DATE: Final = re.compile(r"([0-9]{4})[.\-/]([0-9]{2})[.\-/]([0-9]{2})")
_TERMINATIONS: Final = {"time forfeit": Termination.TIME, "time": Termination.TIME, "abandoned": Termination.ABANDONED}


@dataclass(frozen=True, slots=True)
class Collection:
    """The games of a file, and what could not be read at all. A game that could be read in part stands among the games
    with its problem. `variations` counts what was passed over: only the main line of a game is kept."""

    games: tuple[Reading, ...]
    problems: tuple[Fault, ...] = ()
    variations: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """The games of a file as they are written there, yet to be played by the rules, which is what takes long.

    `read` gives one game's reading by its number, from 1 on, or raises RecordError with a place inside the game; `what`
    names the kind of file.
    """

    what: str
    written: Sequence[WrittenGame]
    read: Callable[[WrittenGame, int], Reading]

    @property
    def variations(self) -> int:
        """How many variations beside the main lines were passed over."""
        return sum(game.variations for game in self.written)

    def readings(self) -> Iterator[Reading | Fault]:
        """Game after game: its reading, or why nothing of it can be read. Raises RecordError where there is no game."""
        if not self.written:
            raise RecordError(fault("no-games", form=self.what))
        for number, game in enumerate(self.written, 1):
            try:
                yield self.read(game, number)
            except RecordError as error:
                yield error.fault.at(game=number)


def collect(source: Source) -> Collection:
    """All games of a file at once. Raises RecordError where there is none in it."""
    found = list(source.readings())
    return Collection(
        tuple(each for each in found if isinstance(each, Reading)),
        tuple(each for each in found if isinstance(each, Fault)),
        source.variations,
    )


def check_size(data: bytes) -> None:
    """Raises RecordError for a file that is too large to be read."""
    if len(data) > LONGEST_FILE:
        raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))


def reading_of(
    written: WrittenGame, number: int, variant: Variant, start: str | None, winner: Side | None, decided: bool
) -> Reading:
    """A written game played by the rules of a variant from a start position (None: the usual one).

    `winner` (a colour, as the side that has it at the start) and `decided` are what the file says of the end. Raises
    RecordError for a start that can't be read; a move that can't be played ends the game there and is the reading's
    problem.
    """
    try:
        game = Game(variant, None if start is None else variant.read_position(start))
    except RulesError as error:
        raise RecordError(fault_of_rules(error).at(start="")) from error
    problem: Fault | None = None
    for move in written.moves:
        try:
            game.play_text(move.text)
        except RulesError as error:
            in_rounds = variant.game not in ("gomoku", "reversi")  # what is placed is counted singly
            place = {"round": game.ply // 2 + 1} if in_rounds else {"move": game.ply + 1}
            problem = fault_of_rules(error, variant).at(game=number, **place, line=move.line)
            break
    if problem is None and written.faults:
        problem = written.faults[0].at(game=number)
    record = Record.from_game(game, _seats(written, variant), date=_date(written.tags.get("Date", "")))
    event = clean_name(written.tags.get("Event", ""))
    record = msgspec.structs.replace(record, event="" if event == "?" else event)
    if record.result is None and decided and (problem is None or written.faults):
        record = msgspec.structs.replace(record, result=_declared(written, variant, winner))
    elif game.outcome is not None and decided and problem is None and _winning_colour(game) is not winner:
        ended = result_of(game, game.outcome)
        problem = fault("ended-otherwise", termination=ended.termination).at(game=number, result="")
    return Reading(record, game, problem)


def _winning_colour(game: Game) -> Side | None:
    """The colour that has won a game that is over, as the side that has it at the start; None = a draw."""
    winner = game.outcome.winner if game.outcome is not None else None
    return None if winner is None else game.position.colour(winner)


def _declared(written: WrittenGame, variant: Variant, winner: Side | None) -> Result:
    """An end that the moves do not show: as the file says, else a resignation or an agreement."""
    usual = Termination.AGREEMENT if winner is None else Termination.RESIGNATION
    termination = _TERMINATIONS.get(written.tags.get("Termination", "").lower(), usual)
    return Result(None if winner is None else variant.side_names[winner], termination)


def _seats(written: WrittenGame, variant: Variant) -> tuple[SeatInfo, SeatInfo]:
    names = (written.tags.get(colour.capitalize(), "") for colour in variant.side_names)
    first, second = (SeatInfo("human", clean_name("" if name == "?" else name)) for name in names)
    return first, second


def _date(text: str) -> str:
    match = _DATE.match(text)
    return "-".join(match.groups()) if match else ""


def written_event(record: Record) -> str:
    """A record's event as PGN and PDN have it."""
    return record.event or "?"


def written_date(record: Record) -> str:
    """A record's date as PGN and PDN have it."""
    match = _DATE.match(record.date)
    return ".".join(match.groups()) if match else "????.??.??"


def written_termination(record: Record) -> dict[str, str]:
    """The tag that says how a game ended at the table, where it was not a resignation or an agreement."""
    if record.result is None:
        return {}
    names = {Termination.TIME: "time forfeit", Termination.ABANDONED: "abandoned"}
    name = names.get(record.result.termination)
    return {} if name is None else {"Termination": name}
