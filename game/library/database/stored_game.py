"""A game of the store in a few words: the row that lists show, and how it comes of a record."""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final

import msgspec

from game.library.database.labels import tags_of
from game.library.database.schema import DamagedStoreError
from game.library.summary import Summary, of_reading, opening_told
from game.records import native
from game.records.fault import fault
from game.records.native import Reading
from game.records.record import Record, RecordError, SeatInfo
from game.rules.core import Side, Termination

COLUMNS: Final = (
    "variant", "first", "second", "seats", "winner", "first_colour", "termination", "date", "year", "event", "opening",
    "rating", "moves", "line", "content", "double_of",
)  # fmt: skip
"""Of the table `games`, without its number."""
_SHOWN: Final = (
    "id, variant, first, second, seats, winner, first_colour, termination, date, event, opening, rating, moves,"
    " double_of"
)
_SEATS = tuple[SeatInfo, SeatInfo]
_RATINGS: Final = re.compile(r"(?:White|Black|Red)?(?:Elo|Rating|LF)", re.IGNORECASE)
_YEAR: Final = re.compile(r"[0-9]{4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A row of a list: the game's number in the store, what is known of it, the mean of the players' ratings (0: not
    told), the number of another game with the same moves, and its tags."""

    number: int
    summary: Summary
    rating: int = 0
    double_of: int | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A record as the tables have it: the values of `COLUMNS` but the last, and the compressed file; and who won by
    colour, as the position index has it (`position_index.RESULTS`)."""

    values: tuple[object, ...]
    data: bytes
    line: int
    content: int
    year: int
    moves: int
    result: str


def row_of(reading: Reading, opening: str = "") -> PackedGame:
    """The row of a game that was read. Raises RecordError for one that is too large for a file of ours."""
    record, told = reading.record, of_reading(reading, opening or opening_told(reading.record))
    data = native.write(record)
    line, content = _hash(_line_of(record)), _hash(data)
    plain = all(seat == SeatInfo("human", seat.name) for seat in told.seats)
    seats = "" if plain else msgspec.json.encode(told.seats).decode()
    names = [seat.name for seat in told.seats]
    match = _YEAR.match(told.date)
    year = int(match[0]) if match else 0
    values = (
        told.variant, *names, seats, told.winner, told.first_colour, told.termination, told.date,
        year, told.event, told.opening, _rating(record), told.moves,
        line, content,
    )  # fmt: skip
    return PackedGame(values, zlib.compress(data, 1), line, content, year, told.moves, _colour_result(told))


def _line_of(record: Record) -> bytes:
    moves = " ".join(node.text for node in record.moves)
    return f"{record.variant}\n{record.start}\n{moves}".encode("utf-8", "replace")


def _hash(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little", signed=True)


def _rating(record: Record) -> int:
    """The mean of the ratings that are told; 0 if there are none."""
    told = [text for name, text in record.headers.items() if _RATINGS.fullmatch(name)]
    known = [int(text) for text in told if text.isdecimal() and 100 <= int(text) < 10_000]
    return sum(known) // len(known) if known else 0


def _colour_result(summary: Summary) -> str:
    if summary.winner is None:
        return "draw" if summary.termination not in ("", Termination.ABANDONED) else "unknown"
    colour = summary.winner if summary.first_colour == Side.FIRST else 1 - summary.winner
    return "first" if colour == Side.FIRST else "second"


def rows_of(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[StoredGame | None]:
    """The rows of some games, in that order; None for one that is there no more. Raises sqlite3.Error."""
    marks = ",".join("?" * len(numbers))
    found = connection.execute(f"SELECT {_SHOWN} FROM games WHERE id IN ({marks})", tuple(numbers))
    tags = tags_of(connection, numbers)
    by_number = {each.number: replace(each, tags=tags.get(each.number, ())) for each in map(_game, found)}
    return [by_number.get(number) for number in numbers]


def _game(row: tuple[object, ...]) -> StoredGame:
    (
        number, variant, first, second, seats, winner, first_colour, termination, date, event, opening, rating, moves,
        double_of,
    ) = row  # fmt: skip
    try:
        who = msgspec.json.decode(str(seats), type=_SEATS) if seats else None
    except ValueError:
        who = None
    summary = msgspec.convert(
        {
            "variant": variant, "seats": who or (SeatInfo("human", str(first)), SeatInfo("human", str(second))),
            "winner": winner, "first_colour": first_colour, "termination": termination, "date": date, "moves": moves,
            "event": event, "opening": str(opening), "checked": True,
        },
        Summary,
    )  # fmt: skip
    assert isinstance(number, int)
    assert isinstance(rating, int)
    assert double_of is None or isinstance(double_of, int)
    return StoredGame(number, summary, rating, double_of)


def read_game(connection: sqlite3.Connection, number: int) -> Reading:
    """A whole game. Raises RecordError where it is there no more or can't be read, sqlite3.Error, and
    DamagedStoreError."""
    row = connection.execute("SELECT data FROM records WHERE game = ?", (number,)).fetchone()
    if row is None:
        raise RecordError(fault("missing"))
    return native.read(unpacked(row[0]))


def unpacked(data: bytes) -> bytes:
    """The file of a game as a row of `records` has it. Raises DamagedStoreError."""
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise DamagedStoreError(fault("store-damaged")) from error


def records_of(connection: sqlite3.Connection, numbers: Iterable[int]) -> Iterable[Record]:
    """The records of games, one after the other; those that are there no more are passed over. Raises like
    `read_game`."""
    for number in numbers:
        row = connection.execute("SELECT data FROM records WHERE game = ?", (number,)).fetchone()
        if row is not None:
            yield native.read(unpacked(row[0])).record
