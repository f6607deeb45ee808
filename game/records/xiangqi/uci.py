"""Lists of moves as programs give them to engines (UCI, UCCI): one line a position, in a log one line a move.

    position startpos moves h2e2 h9g7
    position fen 4k4/9/9/9/9/9/9/R8/9/5K3 w - - 0 1 moves a2a9

A line that another one goes on from is a part of that game. Rows are counted from 0, or from 1 where a 10 tells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.collection import RecordSource, reading_of
from game.records.fault import fault
from game.records.native import Reading
from game.records.record import Record, RecordError
from game.records.saying import moves_of
from game.records.written import WrittenGame
from game.rules.xiangqi.variants import SIMPLE, XIANGQI

EXTENSION: Final = ".txt"
_LINE: Final = re.compile(
    r"(?:^|\s)(?:position\s+(?:startpos|fen\s+(?P<fen>[^\n]{5,120}?))|startpos)"
    r"(?:[^\S\n]+moves(?P<moves>(?:[^\S\n]+[a-i](?:10|[0-9])[a-i](?:10|[0-9]))+))[^\S\n]*$",
    re.MULTILINE | re.ASCII,
)
_ROW: Final = re.compile(r"10|[0-9]", re.ASCII)
_HEAD: Final = 20_000
SAYS: Final = moves_of(XIANGQI.name)
"""What can be told in this form."""


def is_uci(text: str) -> bool:
    """Whether a text has such a line, of which the first move can be made in Xiangqi: chess has the same form."""
    head = source(text[:_HEAD])
    if not head.written:
        return False
    try:
        return head.read(head.written[0], 1).game.ply > 0
    except RecordError:
        return False


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    games: list[WrittenGame] = []
    last: tuple[str, list[str]] = ("", [])
    for match in _LINE.finditer(text):
        fen, moves = (match["fen"] or "").strip(), match["moves"].split()
        if games and last[0] == fen and moves[: len(last[1])] == last[1]:
            games.pop()
        last = (fen, moves)
        games.append(_written(text.count("\n", 0, match.start("moves")) + 1, fen, moves))
    return RecordSource("UCI", games, _read_game)


def _written(line: int, fen: str, moves: list[str]) -> WrittenGame:
    game = WrittenGame(line, {"FEN": fen})
    from_one = any("10" in move for move in moves)
    for move in moves:
        game.add(_ROW.sub(lambda row: str(int(row[0]) - 1), move) if from_one else move, line)
    return game


def _read_game(written: WrittenGame, number: int) -> Reading:
    return reading_of(written, number, XIANGQI, written.tags["FEN"] or None, None, False, frozenset({"FEN"}))


def write(records: Sequence[Record]) -> bytes:
    """The line of one game. Raises RecordError for a record of another game or with moves that the rules refuse."""
    record = records[0]
    if record.variant not in (XIANGQI.name, SIMPLE.name):
        raise RecordError(fault("not-this-game", variant=record.variant, game=XIANGQI.game))
    game = record.to_game()
    start = "startpos" if game.start == XIANGQI.start() else f"fen {XIANGQI.write_position(game.start)}"
    moves = f" moves {' '.join(game.texts())}" if game.ply else ""
    return f"position {start}{moves}\n".encode()
