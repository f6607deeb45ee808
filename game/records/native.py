"""Our own format (`.qiguan`): one JSON document, versioned.

    {"format": "qiguan", "version": 1, "variant": "gomoku-renju", "size": 15, "start": "...",
     "moves": [["h8", 2.5], ["h9", 0.1]],                        text and seconds of thought
     "seats": [{"kind": "human", "name": "Ada", "level": null}, {"kind": "engine", "name": "", "level": "expert"}],
     "control": {"base_s": 600.0, "increment_s": 5.0} | null,
     "result": {"winner": "black" | "white" | null, "termination": "five"} | null,
     "date": "2024-05-01T21:40:00+08:00", "event": "...",          the last one only where it is known
     "comment": "...", "headers": {"Site": "..."}}              of games that came from elsewhere

A move that something is said of has that as a third part: `["h8", 2.5, "the centre"]`. Moves are held by legality
alone; the result is what was agreed on, whatever the rules of today say of the line (`Record.settle`).
`size` stands there for people and other programs; the start position says it too, and must agree.
Unknown fields are passed over, so that a later version may add some.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from game.records.control import TimeControl
from game.records.fault import Fault, fault
from game.records.record import (
    Record,
    RecordedMove,
    RecordError,
    Result,
    SeatInfo,
    clean_comment,
    clean_name,
    notes_on,
    result_of,
)
from game.rules.game import Game

EXTENSION = ".qiguan"
VERSION = 1
LONGEST_FILE = 4 << 20
"""Bytes; a larger file is refused unread. A game of a thousand moves has about 15,000."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read: the record, its game, and what was wrong after it (None = nothing).

    With a problem the moves end before the first one that is refused, and a result that they do not bear out is gone.
    """

    record: Record
    game: Game
    problem: Fault | None

    @property
    def notes(self) -> tuple[Fault, ...]:
        """What our rules say otherwise than the record, which stands all the same."""
        return notes_on(self.game)


class _NativeFile(msgspec.Struct, kw_only=True):
    format: Literal["qiguan"]
    version: Annotated[int, msgspec.Meta(ge=1)]
    variant: Annotated[str, msgspec.Meta(max_length=64)]
    start: Annotated[str, msgspec.Meta(max_length=10_000)]
    size: int | None = None
    moves: list[msgspec.Raw] = []  # read one by one, so that a damaged one costs only the rest
    seats: tuple[SeatInfo, SeatInfo] = (SeatInfo("human"), SeatInfo("human"))
    control: TimeControl | None = None
    result: Result | None = None
    date: Annotated[str, msgspec.Meta(max_length=64)] = ""
    event: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    comment: msgspec.Raw = msgspec.Raw(b"null")  # damage in these costs only these
    headers: msgspec.Raw = msgspec.Raw(b"null")


def write(record: Record) -> bytes:
    """The file of a record, UTF-8. Raises RecordError for a record whose variant or start can't be read."""
    document = {"format": "qiguan", "version": VERSION, "variant": record.variant, "size": record.size}
    document |= msgspec.to_builtins(record)
    for name in ("event", "comment", "headers"):
        if not document[name]:
            del document[name]
    document["moves"] = [list(msgspec.structs.astuple(each))[: 3 if each.comment else 2] for each in record.moves]
    return msgspec.json.encode(document) + b"\n"


def read(data: bytes) -> Reading:
    """The record in a file's bytes, as far as the rules follow it.

    Raises RecordError when nothing of it can be used: no JSON, another format, an unknown variant or start position.
    """
    if len(data) > LONGEST_FILE:
        raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))
    try:
        file = msgspec.json.decode(data, type=_NativeFile)
    except msgspec.ValidationError as error:
        raise _error_of(error) from error
    except (ValueError, RecursionError) as error:  # no JSON, broken UTF-8, nested without end
        raise RecordError(fault("no-game-file", why=error)) from error
    if file.version > VERSION:
        raise RecordError(fault("newer", version=file.version, known=VERSION).at(field="version"))
    moves, problem = _moves(file.moves)
    seats = tuple(SeatInfo(seat.kind, clean_name(seat.name), seat.level) for seat in file.seats)
    record = Record(
        variant=file.variant, start=file.start, moves=moves, seats=(seats[0], seats[1]), control=file.control,
        result=file.result if problem is None else None, date=clean_name(file.date),
        event=clean_name(file.event), comment=_comment(file.comment), headers=_headers(file.headers),
    )  # fmt: skip
    game, refusal = record.replay()
    problem = refusal or problem
    if problem is not None:
        record = msgspec.structs.replace(record, moves=moves[: game.ply], result=None)
        record = msgspec.structs.replace(record, result=_decided(game))
        record.settle(game)
    if problem is None and file.size not in (None, game.start.board.rows):
        problem = fault("size-differs", size=file.size, rows=game.start.board.rows).at(field="size")
    return Reading(record, game, problem)


def _moves(raw: list[msgspec.Raw]) -> tuple[tuple[RecordedMove, ...], Fault | None]:
    moves: list[RecordedMove] = []
    for number, each in enumerate(raw, 1):
        try:
            move = msgspec.json.decode(each, type=RecordedMove)
            moves.append(RecordedMove(move.text, move.used_s, clean_comment(move.comment)) if move.comment else move)
        except (ValueError, RecursionError) as error:
            return tuple(moves), fault("invalid", why=error).at(move=number)
    return tuple(moves), None


def _comment(raw: msgspec.Raw) -> str:
    try:
        return clean_comment(msgspec.json.decode(raw, type=str))
    except (ValueError, RecursionError):
        return ""


def _headers(raw: msgspec.Raw) -> dict[str, str]:
    try:
        found = msgspec.json.decode(raw, type=dict[str, str])
    except (ValueError, RecursionError):
        return {}
    return {clean_name(name): clean_comment(value) for name, value in found.items()}


def _decided(game: Game) -> Result | None:
    """The result that the last position gives to what could be kept."""
    seen = game.position.outcome()
    return None if seen is None else result_of(game, seen)


def _error_of(error: msgspec.ValidationError) -> RecordError:
    """msgspec says `... - at `$.seats[0].kind``; the place goes to the front."""
    why, _, where = str(error).partition(" - at `$")
    where = where.strip("`.").strip()
    found = fault("invalid", why=why)
    return RecordError(found.at(field=where) if where else found)
