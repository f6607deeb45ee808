"""A game in a few words: what a list of thousands shows of each, without playing any of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import cycle, takewhile
from typing import Final

import msgspec

from game.openings.naming import openings_of
from game.records import native
from game.records.fault import Fault
from game.records.native import Reading, RecordedMove
from game.records.record import Record, RecordError, Result, SeatInfo, clean_name, outcome_of
from game.rules.core import Side
from game.rules.registry import VARIANTS

_OPENINGS: Final = ("ECCO", "ECO", "Opening")
NOBODY: Final = SeatInfo("human")


class Summary(msgspec.Struct, frozen=True):
    """What is known of a file. `problem` is what is wrong with it, None where nothing is.

    `winner` is the player (0 FIRST, 1 SECOND; None = nobody, or not told), `first_colour` the colour that FIRST has at
    the end, as the side that has it at the start. `termination` is the referee's word, empty for an unfinished game.
    `used_s` are the seconds that FIRST and SECOND took for their moves, as far as they were noted, and `timed` for how
    many moves of each some were.
    `opening` is the code of a named opening (`game.openings`), else what the file calls it.
    `print` is equal for two files with the same game. `checked` tells that the moves were played by the rules, before
    which `winner`, `first_colour`, `used_s` and `timed` are as in a game that FIRST began, without exchanged colours,
    and `opening` is empty.
    """

    variant: str = ""
    seats: tuple[SeatInfo, SeatInfo] = (NOBODY, NOBODY)
    winner: int | None = None
    first_colour: int = 0
    termination: str = ""
    date: str = ""
    moves: int = 0
    used_s: tuple[float, float] = (0.0, 0.0)
    timed: tuple[int, int] = (0, 0)
    event: str = ""
    opening: str = ""
    problem: Fault | None = None
    print: str = ""
    checked: bool = False

    @property
    def game(self) -> str:
        """The game that the variant belongs to; empty where nothing could be read."""
        found = VARIANTS.get(self.variant)
        return found.game if found is not None else ""

    @property
    def is_readable(self) -> bool:
        """Whether there is a game to be shown, perhaps not up to its end."""
        return bool(self.game)


class _TreeNode(msgspec.Struct):
    """As much of a node of a tree as a list needs."""

    move: str = ""
    ply: int = 0
    used_s: float = 0.0


class _RecordHeader(msgspec.Struct):
    """As much of our file as a list needs."""

    format: str
    variant: str
    start: str
    moves: list[RecordedMove] = []
    tree: list[_TreeNode] = []
    seats: tuple[SeatInfo, SeatInfo] = (NOBODY, NOBODY)
    result: Result | None = None
    date: str = ""
    event: str = ""


def broken(why: Fault) -> Summary:
    """That of a file of which nothing can be used."""
    return Summary(problem=why, checked=True)


def read_header(data: bytes) -> Summary:
    """The summary of a file of ours, without playing its moves (0.1 ms). Never raises: what is wrong is in it."""
    if len(data) > native.LONGEST_FILE:
        return read_validated(data)
    try:
        file = msgspec.json.decode(data, type=_RecordHeader)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return read_validated(data)  # which says what is wrong, and takes what can be had
    rules = VARIANTS.get(file.variant)
    if file.format != "qiguan" or rules is None:
        return read_validated(data)
    winner = None
    if file.result is not None and file.result.winner in rules.side_names:
        winner = rules.side_names.index(file.result.winner)
    line = list(takewhile(lambda node: not node.ply, file.tree[1:]))
    texts = [node.move for node in line] if file.tree else [move.text for move in file.moves]
    times_s = [node.used_s for node in (line if file.tree else file.moves)]
    seats = [SeatInfo(seat.kind, clean_name(seat.name), seat.level) for seat in file.seats]
    used_s, timed = _used(cycle(Side), times_s)
    return Summary(
        variant=file.variant, seats=(seats[0], seats[1]), winner=winner,
        termination=file.result.termination.value if file.result is not None else "",
        date=clean_name(file.date), moves=sum(map(_is_made, texts)), used_s=used_s, timed=timed,
        event=clean_name(file.event), print=_print(file.variant, file.start, texts, seats, file.date),
    )  # fmt: skip


def read_validated(data: bytes) -> Summary:
    """The summary of a file of ours after its moves were played (some 30 ms). Never raises."""
    try:
        reading = native.read(data)
        return of_reading(reading, opening_of(reading))
    except RecordError as error:
        return broken(error.fault)


def of_reading(reading: Reading, opening: str = "") -> Summary:
    """The summary of a game that was read, which opening it has being for the caller to say."""
    record, game = reading.record, reading.game
    outcome = outcome_of(record, game)
    sides = (position.turn for position in game.positions)
    used_s, timed = _used(sides, (move.used_s for move in record.moves))
    return Summary(
        variant=record.variant, seats=record.seats,
        winner=None if outcome is None or outcome.winner is None else int(outcome.winner),
        first_colour=int(game.position.colour(Side.FIRST)),
        termination="" if outcome is None else outcome.termination.value,
        date=record.date, moves=sum(_is_made(move.text) for move in record.moves), used_s=used_s, timed=timed,
        event=record.event, opening=opening, problem=reading.problem, print=print_of(record), checked=True,
    )  # fmt: skip


def opening_of(reading: Reading) -> str:
    """The code of a game's opening, else what its file calls it; empty where it has no name. The first game of a
    variant takes up to half a second."""
    found = openings_of(reading.game.variant).of_game(reading.game.positions, reading.game.variant)
    return found.code if found is not None else opening_told(reading.record)


def opening_told(record: Record) -> str:
    """What the file of a game calls its opening, perhaps nothing."""
    return next((record.headers[name] for name in _OPENINGS if record.headers.get(name)), "")


def print_of(record: Record) -> str:
    """The fingerprint of a game: equal for the same moves by the same people on the same day."""
    texts = [move.text for move in record.moves]
    return _print(record.variant, record.start, texts, record.seats, record.date)


def _is_made(text: str) -> bool:
    """Whether a move is made on the board: passes and choices of an opening are words, which name no square."""
    return any(map(str.isdecimal, text))


def _used(sides: Iterable[Side], times_s: Iterable[float]) -> tuple[tuple[float, float], tuple[int, int]]:
    """The seconds of FIRST and of SECOND, by who made each move, and how many of their moves took any: where no time
    was noted, a file has none or 0."""
    used, timed = dict.fromkeys(Side, 0.0), dict.fromkeys(Side, 0)
    for side, time_s in zip(sides, times_s, strict=False):  # after the last move somebody would be to move
        used[side] += time_s
        timed[side] += time_s > 0
    return (
        (round(used[Side.FIRST], 1), round(used[Side.SECOND], 1)),
        (timed[Side.FIRST], timed[Side.SECOND]),
    )


def _print(variant: str, start: str, moves: Sequence[str], seats: Sequence[SeatInfo], date: str) -> str:
    told = "\n".join([variant, start, " ".join(moves), *(seat.name for seat in seats), date[:10]])
    return blake2b(told.encode("utf-8", "replace"), digest_size=8).hexdigest()
