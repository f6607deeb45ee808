"""Xiangqi games as PGN: `[Game "Chinese Chess"]`, moves in Chinese notation, WXF or ICCS.

The form is that of the movement around XQBase (PGN for Chinese chess): tags Game, Event, Date, Red, Black, Result, FEN
where the start is not the usual one, and Format, Chinese where it is missing. WinBoard names the game in a tag Variant
and writes moves as chess does (`game.records.xiangqi.san`). Many files are GB18030 or Big5. A tag of
our own, Rules, tells games by the simple rules of repetition; others' games are read by the World Xiangqi Rules. Some
programs put the title of a book into Game: another name there is another game only where the moves say so too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal

from game.records.collection import Collection, RecordSource, check_size, collect, reading_of
from game.records.encoding import decode
from game.records.fault import fault
from game.records.headers import with_headers, written_date, written_event, written_termination
from game.records.native import Reading
from game.records.pgn import parse
from game.records.pgn_writing import compose
from game.records.playing import play_tree
from game.records.record import Record, RecordError
from game.records.results import told_result
from game.records.written import WrittenGame
from game.records.xiangqi.san import is_san, san_texts, spell_out
from game.rules.core import RulesError, Side
from game.rules.xiangqi.variants import SIMPLE, START, XIANGQI

EXTENSION: Final = ".pgn"
GAME: Final = "Chinese Chess"

Notation = Literal["chinese", "chinese-traditional", "wxf", "iccs", "winboard"]

_FORMATS: Final[dict[Notation, str]] = {
    "chinese": "Chinese",
    "chinese-traditional": "Chinese",
    "wxf": "WXF",
    "iccs": "ICCS",
}
_XIANGQI: Final = re.compile("(?<!国际)(?<!國際)象棋|xiangqi|chinese", re.IGNORECASE)
_SIMPLE: Final = "simple"
_OWN: Final = frozenset({"Game", "FEN", "SetUp", "Rules", "Format"})
"""Tags that the record's variant, start and moves say."""
_WINNERS: Final = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2-1/2": None, "½-½": None}


def read(data: bytes) -> Collection:
    """The games of a file. Raises RecordError when there is none in it, or the file is too large."""
    check_size(data)
    return collect(source(decode(data)))


def source(text: str, line: int = 1) -> RecordSource:
    """The games of a text, yet to be played through; its first line has that number in the file."""
    return RecordSource("PGN", parse(text, line=line), _read_game)


def _read_game(written: WrittenGame, number: int) -> Reading:
    name = written.tags.get("Game", GAME)
    if name.casefold() == GAME.casefold():
        return _read_xiangqi(written, number, _OWN)
    other = RecordError(fault("other-game", name=name[:40], game=XIANGQI.game).at(tag="Game"))
    try:
        reading = _read_xiangqi(written, number, _OWN - {"Game"})
    except RecordError:
        raise other from None
    if not _XIANGQI.search(name) and (reading.is_cut or not written.moves):
        raise other
    return reading


def _read_xiangqi(written: WrittenGame, number: int, spent: frozenset[str]) -> Reading:
    result = written.tags.get("Result", written.result)
    rules = SIMPLE if written.tags.get("Rules", "").casefold() == _SIMPLE.casefold() else XIANGQI
    winner, decided = _WINNERS.get(result), result in _WINNERS
    if not decided:
        winner, decided = told_result(result, rules)
    if decided or result == "*":
        spent |= {"Result"}
    if not decided:
        winner, decided = _WINNERS.get(written.result), written.result in _WINNERS
    if not decided:
        winner, decided = told_result(written.result, rules)
    start = _start(written)
    if is_san(written):
        with suppress(RulesError):  # a start that can't be read is told below, with its place
            spell_out(written, XIANGQI.start() if start is None else XIANGQI.read_position(start))
    return reading_of(written, number, rules, start, winner, decided, spent)


def _start(written: WrittenGame) -> str | None:
    """The start position. The first move tells who begins where only the pieces are told, and where only the other side
    can make it: many positions of books are kept as if Red were always to move."""
    fen = written.tags.get("FEN", "").strip()
    if fen.count("/") != 9 or fen == START:
        return fen or None
    pieces, *rest = fen.split()
    told = rest[0] if rest else "w"
    if rest and _can_begin(written, fen):
        return fen
    other = " ".join((pieces, "w" if told == "b" else "b", *(rest[1:] or ("-", "-", "0", "1"))))
    return other if _can_begin(written, other) else (fen if rest else f"{fen} w - - 0 1")


def _can_begin(written: WrittenGame, fen: str) -> bool:
    """Whether the first move can be made in a position."""
    try:
        position = XIANGQI.read_position(fen)
        position.play(XIANGQI.read_move(written.moves[0].text, position))
    except (RulesError, IndexError):
        return False
    return True


def write(records: Sequence[Record], notation: Notation = "chinese") -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "\n".join(_write_game(record, notation) for record in records).encode()


def _write_game(record: Record, notation: Notation) -> str:
    if record.variant not in (XIANGQI.name, SIMPLE.name):
        raise RecordError(fault("not-this-game", variant=record.variant, game=XIANGQI.game))
    played = play_tree(record)
    result = "*"
    if record.result is not None:
        result = {None: "1/2-1/2", "red": "1-0", "black": "0-1"}[record.result.winner]
    tags = {
        "Game": GAME,
        "Event": written_event(record),
        "Date": written_date(record),
        "Red": record.seats[Side.FIRST].name or "?",
        "Black": record.seats[Side.SECOND].name or "?",
        "Result": result,
        **written_termination(record),
    }
    start = XIANGQI.write_position(played.positions[0])
    if start != START:
        tags["FEN"] = start
    if record.variant == SIMPLE.name:
        tags["Rules"] = _SIMPLE
    if notation == "winboard":
        tags["Variant"] = XIANGQI.name
        return compose(with_headers(tags, record), record.tree, san_texts(played), result)
    tags["Format"] = _FORMATS[notation]
    return compose(with_headers(tags, record), record.tree, played.texts(notation), result)
