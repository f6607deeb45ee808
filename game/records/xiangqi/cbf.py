"""CBF, the XML of CCBridge (象棋桥): one game of Xiangqi, UTF-8.

    <ChineseChessRecord Version="1.0">
      <Head> <Name>...</Name> <Contest>...</Contest> <Red>...</Red> ... <RecordResult>1</RecordResult> <FEN>...</FEN>
      </Head>
      <MoveList> <Move value="00-00">what is said of the game</Move>
        <Move value="77-47"/> <Move value="70-62" end="1"><![CDATA[what is said of the move]]></Move> </MoveList>
    </ChineseChessRecord>

A point is the file from Red's left and the rank from Black's side, each from 0. `end` marks the last move of a line.
No description of the form is public; this one is drawn from files. None of those has variations: they are read as CBR
has them (`game.records.preorder`), any other mark saying that another move follows in the place of this one, and are
not written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Final

from game.records.collection import RecordSource
from game.records.fault import fault
from game.records.headers import iso_date
from game.records.markup import MarkupElement, MarkupReader, root_of
from game.records.preorder import PreorderReader
from game.records.record import Record, RecordError
from game.records.saying import MOVES_ALONE, rules_of
from game.records.written import WrittenGame
from game.records.xiangqi.told import read_game, result_number, tags_of
from game.rules.xiangqi.variants import SIMPLE, XIANGQI

EXTENSION: Final = ".cbf"
_ROOT: Final = "ChineseChessRecord"
_HEADERS: Final = {
    "Contest": "Event", "TimeRule": "TimeControl", "RedRating": "RedElo", "BlackRating": "BlackElo",
    "Commentator": "Annotator", "Creator": "Author", "From": "Source",
}  # fmt: skip
"""The names of the head that PGN has others for; all the rest keep their own."""
_OWN: Final = ("Name", "RecordResult", "FEN")
_MOVE: Final = re.compile(r"([0-8])([0-9])-([0-8])([0-9])", re.ASCII)
_START: Final = "00-00"
_ORDER: Final = (
    "Name", "URL", "From", "ContestType", "Contest", "Round", "Group", "Table", "Date", "Site", "TimeRule", "Red",
    "RedTeam", "RedTime", "RedRating", "Black", "BlackTeam", "BlackTime", "BlackRating", "Referee", "Recorder",
    "Commentator", "CommentatorURL", "Creator", "CreatorURL", "DateCreated", "DateModified", "ECCO", "RecordType",
    "RecordKind", "RecordResult", "ResultType", "FEN",
)  # fmt: skip
"""The fields of the head in the order in which CCBridge writes them."""
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
SAYS: Final = replace(
    MOVES_ALONE, comments=1, headers=lambda name: _NAME.fullmatch(name) is not None, misses=rules_of(XIANGQI.name)
)
"""What can be told in this form."""
_NO_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_cbf(data: bytes) -> bool:
    """Whether bytes begin as this form does."""
    return root_of(data) == _ROOT


def source(data: bytes) -> RecordSource:
    """The game of a file, yet to be played through."""
    game, fields = WrittenGame(1), dict[str, str]()
    reader, moves = MarkupReader(data), PreorderReader(game)
    for element in reader.elements():
        if element.within[-1:] == ("Head",):
            fields[element.name] = element.text
        elif element.name == "Move" and element.within[-1:] == ("MoveList",):
            _take(element, game, moves)
    if reader.fault is not None:
        game.faults.append(reader.fault)
    result = fields.get("RecordResult", "")
    told = {_HEADERS.get(name, name): value for name, value in fields.items() if name not in _OWN}
    title = fields.get("Name", "")
    if title == _names(fields.get("Red", ""), fields.get("Black", "")):
        title = ""  # which says nothing more
    number = int(result) if result.isdecimal() and len(result) < 4 else 0
    game.tags = tags_of(told, title, number, fields.get("FEN", ""))
    return RecordSource("CBF", [game], read_game)


def _names(red: str, black: str) -> str:
    """What a game is called that has no name."""
    return f"{red} - {black}".strip()


def _take(element: MarkupElement, game: WrittenGame, moves: PreorderReader) -> None:
    value, is_answered = element.attributes.get("value", ""), element.attributes.get("end") != "1"
    if value == _START and not game.root.children:
        moves.start(is_answered=is_answered)
        place = 0
    elif moves.is_whole:
        if not game.faults:
            game.faults.append(fault("after-last").at(line=element.line))
        return
    else:
        match = _MOVE.fullmatch(value)
        text = _point(match[1], match[2]) + _point(match[3], match[4]) if match else value[:20] or "?"
        marks = (mark for name, mark in element.attributes.items() if name not in ("value", "end"))
        place = moves.add(text, is_answered=is_answered, has_others="1" in marks)
        game.nodes[place].line = element.line
    if element.text:
        game.nodes[place].comments = (element.text,)


def _point(file: str, rank: str) -> str:
    return f"{'abcdefghi'[int(file)]}{9 - int(rank)}"


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of one game. Raises RecordError for a record of another game or with moves that the rules refuse."""
    record = records[0]
    if record.variant not in (XIANGQI.name, SIMPLE.name):
        raise RecordError(fault("not-this-game", variant=record.variant, game=XIANGQI.game))
    game = record.to_game()
    lines = [f'<?xml version="1.0" encoding="UTF-8"?>\n<{_ROOT} Version="1.0">', " <Head>"]
    for name, value in _fields(record, XIANGQI.write_position(game.start)).items():
        lines.append(f"  <{name}>{_plain(value)}</{name}>" if value else f"  <{name} />")
    lines += [" </Head>", " <MoveList>", _move(_START, record.comment, False)]
    texts = game.texts()
    for number, (text, node) in enumerate(zip(texts, record.moves, strict=True), 1):
        lines.append(_move(f"{_digits(text[:2])}-{_digits(text[2:])}", node.comment, number == len(texts)))
    return "\n".join([*lines, " </MoveList>", f"</{_ROOT}>", ""]).encode("utf-8", "replace")


def _fields(record: Record, start: str) -> dict[str, str]:
    own_names = {theirs: ours for ours, theirs in _HEADERS.items()}
    said = {own_names.get(name, name): value for name, value in record.headers.items()}
    red, black = (seat.name for seat in record.seats)
    told = {
        "Name": said.pop("Title", "") or record.event or _names(red, black), "Contest": record.event,
        "Date": iso_date(record), "Red": red, "Black": black, "RecordResult": str(result_number(record)), "FEN": start,
    }  # fmt: skip
    others = {name: value for name, value in said.items() if _NAME.fullmatch(name)}
    return dict.fromkeys(_ORDER, "") | others | told


def _move(value: str, said: str, is_last: bool) -> str:
    end = ' end="1"' if is_last else ""
    if not said:
        return f'  <Move value="{value}"{end} />'
    return f'  <Move value="{value}"{end}><![CDATA[{_NO_XML.sub("", said).replace("]]>", "]]]]><![CDATA[>")}]]></Move>'


def _plain(value: str) -> str:
    return escape(_NO_XML.sub("", value), quote=False)


def _digits(point: str) -> str:
    return f"{'abcdefghi'.index(point[0])}{9 - int(point[1])}"
