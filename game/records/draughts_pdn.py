"""Draughts games as PDN 3.0: tags, numbered moves, GameType for the variant, FEN where the start is not the usual one.

Results are written as 2-0, 1-1, 0-2 and read also as 1-0, 1/2-1/2, 0-1. UTF-8 without leading zeros in squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.records.collection import (
    Collection,
    Source,
    check_size,
    collect,
    reading_of,
    written_date,
    written_event,
    written_termination,
)
from game.records.encoding import decode
from game.records.fault import fault
from game.records.native import Reading
from game.records.pgn import WrittenGame, compose, parse
from game.records.record import Record, RecordError
from game.rules.core import RulesError, Side
from game.rules.draughts import BRAZILIAN, ENGLISH, FIFTEEN, INTERNATIONAL, RUSSIAN, DraughtsVariant

EXTENSION: Final = ".pdn"

_GAME_TYPES: Final = {
    INTERNATIONAL.name: "20,W,10,10,N2,0",
    FIFTEEN.name: "20,W,10,10,N2,0",
    BRAZILIAN.name: "26,W,8,8,A0,0",
    RUSSIAN.name: "25,W,8,8,A0,0",
    ENGLISH.name: "21,B,8,8,N1,0",
}
_BY_TYPE: Final = {"20": INTERNATIONAL, "21": ENGLISH, "25": RUSSIAN, "26": BRAZILIAN}
_RESULTS: Final = {
    "2-0": Side.FIRST,
    "1-0": Side.FIRST,
    "0-2": Side.SECOND,
    "0-1": Side.SECOND,
    "1-1": None,
    "1/2-1/2": None,
    "½-½": None,
}
"""Who won by a result's text: the first number is White's in most variants, Black's in English draughts; both are the
side that begins."""


def read(data: bytes) -> Collection:
    """The games of a file. Raises RecordError when there is none in it, or the file is too large."""
    check_size(data)
    return collect(source(decode(data)))


def source(text: str) -> Source:
    """The games of a text, yet to be played through."""
    return Source("PDN", parse(text), _read_game)


def _read_game(written: WrittenGame, number: int) -> Reading:
    variant = _variant(written)
    start = written.tags.get("FEN") or None
    if start is not None and variant is INTERNATIONAL:
        try:
            if INTERNATIONAL.read_position(start) == INTERNATIONAL.read_position(FIFTEEN.start_text):
                variant = FIFTEEN
        except RulesError:
            pass  # said with its place when the game is read
    result = written.tags.get("Result", written.result)
    if result not in _RESULTS:
        result = written.result
    return reading_of(written, number, variant, start, _RESULTS.get(result), result in _RESULTS)


def _variant(written: WrittenGame) -> DraughtsVariant:
    text = written.tags.get("GameType", "20").split(",")[0].strip()
    if text not in _BY_TYPE:
        raise RecordError(fault("other-draughts", name=text[:20]).at(tag="GameType"))
    return _BY_TYPE[text]


def write(records: Sequence[Record]) -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "\n".join(map(_write_game, records)).encode()


def _write_game(record: Record) -> str:
    if record.variant not in _GAME_TYPES:
        raise RecordError(fault("not-this-game", variant=record.variant, game=INTERNATIONAL.game))
    game = record.to_game()
    variant = game.variant
    names = variant.side_names
    result = "*"
    if record.result is not None:
        winner = record.result.winner
        result = "1-1" if winner is None else ("2-0" if winner == names[Side.FIRST] else "0-2")
    tags = {
        "Event": written_event(record),
        "Date": written_date(record),
        **{name.capitalize(): seat.name or "?" for name, seat in zip(names, record.seats, strict=True)},
        "Result": result,
        **written_termination(record),
        "GameType": _GAME_TYPES[record.variant],
    }
    start = variant.write_position(game.start)
    if game.start != INTERNATIONAL.start() and (variant is FIFTEEN or game.start != variant.start()):
        tags["FEN"] = start
    return compose(tags, game.texts(), result)
