"""RenLib's libraries (`.lib`): a tree of games of renju on 15 lines, with what is said of each position.

A head of 20 bytes, `FF "RenLib" FF`, the version and nothing more, may be missing in old files; then come the moves
(`game.records.preorder`): the point, marks, two more bytes of marks where the first ask for them, and text, filled to
pairs of bytes. A point is 16 times the row from the top plus the column from the left, from 1; 0 is a pass, at the
front the empty board. A comment is one line, or one and, after a byte of 8, several; the text of a move is what stands
on its point while it is one of several to choose from.

The form is that of RenLib's source (https://github.com/gomoku/RenLib, MoveNode, LibraryFile and RenLibDoc).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.records.collection import RecordSource
from game.records.encoding import decode_together
from game.records.fault import fault
from game.records.gomoku.rulings import read_by_fitting
from game.records.native import Reading
from game.records.preorder import PreorderReader
from game.records.tree import BoardShape
from game.records.written import WrittenGame
from game.rules.core import PASS
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD

_START: Final = b"\xffRenLib\xff"
_HEAD: Final = 20
_HAS_OTHER, _IS_LAST, _OLD_COMMENT, _IS_MARKED, _COMMENT, _NO_MOVE, _MORE_MARKS = 128, 64, 32, 16, 8, 2, 1
_HAS_TEXT: Final = 1
"""In the second of the further bytes of marks."""
_LINES: Final = 15
_OLD_LETTERS: Final = str.maketrans("}{|][\\", "åäöÅÄÖ")
"""What seven bits stood for in Sweden, where RenLib comes from."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said of a move of the game, in bytes: its comment, and the text on its point."""

    place: int
    comment: bytes
    is_old: bool
    text: bytes


def is_renlib(data: bytes) -> bool:
    """Whether bytes begin as a library does."""
    return data.startswith(_START)


def source(data: bytes) -> RecordSource:
    """The tree of a library, yet to be played through."""
    game = WrittenGame(1)
    words = _read_moves(data, game)
    if not game.faults and len(game.nodes) == 1:
        game.faults.append(fault("no-moves"))
    encoded = [part for each in words for part in ((b"" if each.is_old else each.comment), each.text)]
    decoded = decode_together(encoded)
    for number, each in enumerate(words):
        comment, text = decoded[2 * number : 2 * number + 2]
        if each.is_old:
            comment = bytes(value & 0x7F for value in each.comment).decode("ascii").translate(_OLD_LETTERS)
        game.nodes[each.place].comments += tuple(part.strip() for part in comment.split("\x08", 1) if part.strip())
        if text.strip():
            _draw(game, each.place, "label", text.strip())
    return RecordSource("RenLib", [game], _read_game)


def _read_moves(data: bytes, game: WrittenGame) -> list[_Words]:
    reader, words, is_first = PreorderReader(game), list[_Words](), True
    at = _HEAD if is_renlib(data) else 0
    while not reader.is_whole and at + 1 < len(data):
        entry = at
        point, marks = data[at : at + 2]
        at += 2
        has_text = False
        if marks & _MORE_MARKS:
            has_text = bool(data[at + 1 : at + 2] and data[at + 1] & _HAS_TEXT)
            at += 2
        comment = text = b""
        if marks & (_COMMENT | _OLD_COMMENT):
            comment, at = _comment(data, at, is_old=bool(marks & _OLD_COMMENT))
        if has_text:
            text, at = _comment(data, at, is_old=False)
        if at > len(data):
            reader.break_off(fault("cut-off").at(byte=entry))
            break
        is_answered, has_others = not marks & _IS_LAST, bool(marks & _HAS_OTHER)
        if is_first and point == 0:
            reader.start(is_answered=is_answered)
            place = 0
        else:
            place = reader.add(_point(point, marks), is_answered=is_answered, has_others=has_others)
            if marks & _IS_MARKED:
                _draw(game, place, "ring", "")
        is_first = False
        if comment or text:
            words.append(_Words(place, comment, bool(marks & _OLD_COMMENT), text))
    if not reader.is_whole:
        reader.break_off(fault("cut-off").at(byte=len(data)))
    return words


def _comment(data: bytes, at: int, *, is_old: bool) -> tuple[bytes, int]:
    """A text, and where what follows it begins; past the end of the data where it never ends. Old ones end with a byte
    of more than seven bits, others with a zero."""
    if is_old:
        end = next((place for place in range(at, len(data)) if data[place] & 0x80), len(data)) + 1
        text = data[at:end]
    else:
        end = data.find(b"\0", at) + 1 or len(data) + 1
        text = data[at : end - 1]
    return text, end + (end - at) % 2


def _point(point: int, marks: int) -> str:
    column, row = point % 16, point // 16 + 1
    if point == 0 and not marks & _NO_MOVE:
        return PASS.word
    if not (1 <= column <= _LINES and row <= _LINES):
        return f"<{point}>"
    return f"{'abcdefghijklmno'[column - 1]}{_LINES + 1 - row}"


def _draw(game: WrittenGame, place: int, kind: str, text: str) -> None:
    """Something that stands on a move's point before the move is made."""
    move = game.nodes[place]
    if move.text and move.text != PASS.word:
        game.nodes[move.parent].shapes += (BoardShape(kind, (move.text,), text),)


def _read_game(written: WrittenGame, number: int) -> Reading:
    return read_by_fitting((RENJU, FREESTYLE, STANDARD), written, number, None, None, False)
