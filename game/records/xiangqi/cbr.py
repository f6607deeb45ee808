"""CBR and CBL, the files of CCBridge (象棋桥): a game, and a library of games.

A game is a head of 2,214 bytes, little-endian, with texts in UTF-16 that a zero ends:

    0  "CCBridge Record", zero    180 title    692 event    756 round    884 date    948 place    1012 time control
    1076 Red and 1300 Black: name, team, time taken, points    1524 referee, recorder, annotator, ...
    2040 kind of record    2076 result    2112 who begins    2120 the board, 90 bytes from Black's left
    2210 the position that was shown last

then what is said of the game, and the moves (`game.records.preorder`): marks, a byte that means nothing, from, to, and
where something is said of the move its length in bytes and the text. A point is its number from Black's left.

A library has "CCBridgeLibrary" and its name in its head, an index of 276 bytes for each game, the first of which tells
whether it was deleted, and from a place that depends on the index's size the games, each beginning at a multiple of
4,096 bytes after the first.

What is where is known from a description that goes round among Chinese programmers (象棋桥文件格式, kept with
https://github.com/walker8088/cchess), and from the files there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.records.collection import RecordSource
from game.records.fault import fault
from game.records.lazy_games import LazyGames
from game.records.preorder import PreorderReader
from game.records.record import RecordError
from game.records.written import WrittenGame
from game.records.xiangqi.placement import fen_of
from game.records.xiangqi.told import read_game, tags_of

_GAME: Final = b"CCBridge Record\0"
_LIBRARY: Final = b"CCBridgeLibrary\0"
_HEAD: Final = 2214
_BLOCK: Final = 4096
_INDEX_AT, _ENTRY = 66_624, 276
_DELETED: Final = 5
"""The first byte of a game's entry in the index; 7 is one that is there."""
_FIELDS: Final = {
    "Title": (180, 128), "Source": (564, 64), "ContestType": (628, 64), "Event": (692, 64), "Round": (756, 64),
    "Group": (820, 32), "Table": (852, 32), "Date": (884, 64), "Site": (948, 64), "TimeControl": (1012, 64),
    "Red": (1076, 64), "RedTeam": (1140, 64), "RedTime": (1204, 64), "RedElo": (1268, 32), "Black": (1300, 64),
    "BlackTeam": (1364, 64), "BlackTime": (1428, 64), "BlackElo": (1492, 32), "Referee": (1524, 64),
    "Recorder": (1588, 64), "Annotator": (1652, 64), "Author": (1780, 64), "RecordKind": (2044, 32),
    "ResultType": (2080, 32),
}  # fmt: skip
"""The names by which the texts of the head are kept, where each lies, and its bytes."""
_KIND_AT, _RESULT_AT, _BEGINS_AT, _BOARD_AT = 2040, 2076, 2112, 2120
_BLACK: Final = 2
_LAST, _HAS_OTHER, _HAS_TEXT = 1, 2, 4
_PIECES: Final = {0x11 + at: letter for at, letter in enumerate("RNBAKCP")} | {
    0x21 + at: letter for at, letter in enumerate("rnbakcp")
}
_POINTS: Final = tuple(f"{file}{rank}" for rank in range(9, -1, -1) for file in "abcdefghi")
_SQUARES: Final = len(_POINTS)


def is_cbr(data: bytes) -> bool:
    """Whether bytes begin as a game of this form does."""
    return data.startswith(_GAME)


def is_cbl(data: bytes) -> bool:
    """Whether bytes begin as a library of this form does."""
    return data.startswith(_LIBRARY)


def source(data: bytes) -> RecordSource:
    """The game of a file, yet to be played through. Raises RecordError for a file that ends within its head."""
    if len(data) < _HEAD:
        raise RecordError(fault("cut-off").at(byte=len(data)))
    return RecordSource("CBR", [_written(data)], read_game)


def library_source(data: bytes) -> RecordSource:
    """The games of a library, yet to be played through; neither those that were deleted nor headings between them,
    which are games without a piece."""
    spans = [span for span in _live_spans(data) if any(data[span[0] + _BOARD_AT : span[0] + _BOARD_AT + _SQUARES])]

    def make(index: int) -> WrittenGame:
        start, end = spans[index]
        return _written(data[start:end])

    return RecordSource("CBL", LazyGames(len(spans), make), read_game)


def _live_spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each game of a library begins and ends that was not deleted. Entries of the index and games have the same
    order."""
    first = data.find(_GAME, _INDEX_AT)
    games = [start for start in range(first, len(data), _BLOCK) if data.startswith(_GAME, start)] if first > 0 else []
    for number, (start, end) in enumerate(zip(games, [*games[1:], len(data)], strict=False)):
        entry = _INDEX_AT + number * _ENTRY
        if entry >= games[0] or data[entry] != _DELETED:
            yield start, end


def _written(data: bytes) -> WrittenGame:
    game = WrittenGame(1)
    fields = {name: _text(data[at : at + size]) for name, (at, size) in _FIELDS.items()}
    head = data[:_HEAD].ljust(_HEAD, b"\0")
    board = head[_BOARD_AT : _BOARD_AT + _SQUARES]
    pieces = {point: _PIECES[value] for point, value in zip(_POINTS, board, strict=True) if value in _PIECES}
    _read_moves(data, game)
    first = game.moves[0].text if game.root.children else ""
    start = fen_of(pieces, first, black_begins=head[_BEGINS_AT] == _BLACK)
    if head[_KIND_AT]:
        fields["RecordType"] = str(head[_KIND_AT])
    game.tags = tags_of(fields, fields.pop("Title"), head[_RESULT_AT], start)
    return game


def _text(data: bytes) -> str:
    return data.decode("utf-16-le", errors="replace").split("\0")[0]


def _read_moves(data: bytes, game: WrittenGame) -> None:
    reader, at, is_start = PreorderReader(game), _HEAD, True
    while not reader.is_whole:
        entry = at
        marks, _, source, target = data[at : at + 4].ljust(4, b"\0")
        at += 8 if marks & _HAS_TEXT else 4
        size = int.from_bytes(data[at - 4 : at], "little") if marks & _HAS_TEXT else 0
        if at + size > len(data):
            if not is_start or size:
                reader.break_off(fault("cut-off").at(byte=entry))
            break
        said = _text(data[at : at + size]).strip()
        at += size
        if is_start:
            reader.start(is_answered=not marks & _LAST)
            place, is_start = 0, False
        elif source == target:
            break  # what fills the block of a game without moves
        else:
            text = _point(source) + _point(target)
            place = reader.add(text, is_answered=not marks & _LAST, has_others=bool(marks & _HAS_OTHER))
        if said:
            game.nodes[place].comments = (said,)


def _point(value: int) -> str:
    """The name of a point; for a byte that is not one, its number, which nobody takes for one."""
    return _POINTS[value] if value < _SQUARES else f"<{value}>"
