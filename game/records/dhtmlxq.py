"""DhtmlXQ: the text in which Chinese forums and web pages carry a game of Xiangqi. Read only.

    [DhtmlXQ_title]...[/DhtmlXQ_title] [DhtmlXQ_red]...[/DhtmlXQ_red] [DhtmlXQ_black]...[/DhtmlXQ_black]
    [DhtmlXQ_binit]32 pieces, two digits each[/DhtmlXQ_binit]
    [DhtmlXQ_movelist]moves, four digits each[/DhtmlXQ_movelist]

Two digits are a point: the file from Red's left and the rank from the top, both from 0; 99 is a piece that is not on
the board. The pieces come in a fixed order, Red's first.
"""

from __future__ import annotations

import re
from typing import Final

from game.records.collection import Collection, Source, check_size, collect, reading_of
from game.records.encoding import decode
from game.records.native import Reading
from game.records.pgn import WrittenGame, WrittenMove
from game.records.record import RecordError
from game.rules.core import Side
from game.rules.xiangqi import XIANGQI

_FIELD: Final = re.compile(r"\[DhtmlXQ_([a-z0-9]+)\](.*?)\[/DhtmlXQ_\1\]", re.DOTALL)
_ORDER: Final = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
_RESULTS: Final = {"红胜": Side.FIRST, "红方胜": Side.FIRST, "黑胜": Side.SECOND, "黑方胜": Side.SECOND, "和棋": None}


def is_dhtmlxq(text: str) -> bool:
    """Whether a text is of this form."""
    return "[DhtmlXQ" in text


def read(data: bytes) -> Collection:
    """The games of a text. Raises RecordError when there is none in it, or it is too large."""
    check_size(data)
    return collect(source(decode(data)))


def source(text: str) -> Source:
    """The games of a text, yet to be played through."""
    written: list[WrittenGame] = []
    begun = 0
    for block in re.split(r"(?=\[DhtmlXQ\])", text):
        fields = {name: value.strip() for name, value in _FIELD.findall(block)}
        if "movelist" in fields or "binit" in fields:
            line = text.count("\n", 0, begun + max(0, block.find("[DhtmlXQ_movelist]"))) + 1
            written.append(_written(line, fields))
        begun += len(block)
    return Source("DhtmlXQ", written, _read_game)


def _written(line: int, fields: dict[str, str]) -> WrittenGame:
    moves = fields.get("movelist", "")
    game = WrittenGame(line, {"Red": fields.get("red", ""), "Black": fields.get("black", "")})
    game.tags |= {
        "Date": fields.get("date", ""),
        "Event": fields.get("event", "") or fields.get("title", ""),
        "Result": fields.get("result", ""),
        "binit": fields.get("binit", ""),
    }
    for at in range(0, len(moves), 4):
        digits = moves[at : at + 4]
        if not re.fullmatch(r"[0-8][0-9][0-8][0-9]", digits):
            game.faults.append((line, f"{digits[:8]!r} is no move"))
            break
        game.moves.append(WrittenMove(_point(digits[:2]) + _point(digits[2:]), line))
    return game


def _point(digits: str) -> str:
    return f"{'abcdefghi'[int(digits[0])]}{9 - int(digits[1])}"


def _read_game(written: WrittenGame, number: int) -> Reading:
    result = written.tags["Result"]
    start = _start(written.tags["binit"], written) if written.tags["binit"] else None
    return reading_of(written, number, XIANGQI, start, _RESULTS.get(result), result in _RESULTS)


def _start(digits: str, written: WrittenGame) -> str:
    """The FEN of the pieces; who begins is told by the first move."""
    if not re.fullmatch(r"(?:[0-8][0-9]|99){32}", digits):
        raise RecordError("binit", "it is not 32 points of two digits")
    cells: dict[str, str] = {}
    for index, letter in enumerate(_ORDER):
        place = digits[2 * index : 2 * index + 2]
        if place == "99":
            continue
        point = _point(place)
        if point in cells:
            raise RecordError("binit", f"two pieces stand on {point}")
        cells[point] = letter
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(cells.get(f"{file}{rank}", " ") for file in "abcdefghi")
        rows.append(re.sub(" +", lambda gap: str(len(gap[0])), row))
    first = cells.get(written.moves[0].text[:2], "K") if written.moves else "K"
    return f"{'/'.join(rows)} {'b' if first.islower() else 'w'} - - 0 1"
