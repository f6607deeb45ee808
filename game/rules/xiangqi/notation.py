"""Moves of Xiangqi as players write them: Chinese (炮二平五) and WXF (C2=5), both ways.

Four signs: the piece, where it stands, how it moves, and how far.

- Files are counted from the mover's right: Red in Chinese numerals, Black in full-width digits.
- 进 `+` forwards, 退 `-` backwards, 平 `=` sideways. The last sign is the number of points for general, rook, cannon
  and soldier that move along their file, else the file where the move ends.
- Of two like pieces on a file one is 前 `C+` (the front one), the other 后 `C-`; advisors and elephants always go by
  their file, since one of the two can't make the other's moves.
- Three soldiers on a file are 前 中 后. Four or five of them, and all soldiers on two files that hold two or more each,
  are counted 一 二 三 四 五 from the front, the file on the mover's right first. WXF counts each file for itself and
  adds it: `15=6` is the foremost soldier on file 5.

Reading takes simplified and traditional characters, digits of both widths and Chinese numerals for both sides, the
pieces' other characters (俥 傌 砲 包 ...), `.` for `=`, N and B for H and E, `Pa` to `Pe` for counted
soldiers, and 前 中 后 or a number where another habit names a soldier by it, as long as one move alone is meant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from game.rules.core import Side
from game.rules.xiangqi.board import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    GENERAL,
    HORSE,
    ROOK,
    SOLDIER,
    Cells,
    Step,
    cell,
    column_of,
    kind_of,
    reaches,
    row_for,
    side_of,
)

_NUMERALS: Final = "一二三四五六七八九"
_WIDE_DIGITS: Final = "１２３４５６７８９"
_SIMPLIFIED: Final = ("?帅仕相马车炮兵", "?将士象马车炮卒")
_TRADITIONAL: Final = ("?帥仕相馬車炮兵", "?將士象馬車炮卒")
_WXF: Final = "?KAEHRCP"

_KINDS: Final = {
    GENERAL: "帅帥将將K",
    ADVISOR: "仕士A",
    ELEPHANT: "相象EB",
    HORSE: "马馬傌HN",
    ROOK: "车車俥伡R",
    CANNON: "炮砲包C",
    SOLDIER: "兵卒P",
}
_READ_KINDS: Final = {sign: kind for kind, signs in _KINDS.items() for sign in signs}
_READ_PLACES: Final = {"前": "front", "中": "middle", "后": "back", "後": "back"}
_READ_WAYS: Final = {"进": 1, "進": 1, "+": 1, "＋": 1, "退": -1, "-": -1, "－": -1, "平": 0, "=": 0, "＝": 0, ".": 0}
_READ_NUMBERS: Final = {
    sign: number for signs in (_NUMERALS, _WIDE_DIGITS, "123456789") for number, sign in enumerate(signs, start=1)
}
_SOLDIER_LETTERS: Final = "ABCDE"


@dataclass(frozen=True, slots=True)
class _Name:
    """A piece as a text names it: by its file, by its place among like pieces (`front`, `middle`, `back`, or a number
    from the front), or by number and file."""

    kind: int
    file: int | None = None
    place: str | int | None = None


def write_chinese(cells: Cells, step: Step, traditional: bool = False) -> str:
    """The move as 炮二平五, 馬８进７ in simplified characters; as 馬８進７ in traditional ones."""
    side, kind = _mover(cells, step)
    digits = _NUMERALS if side is Side.FIRST else _WIDE_DIGITS
    sign = (_TRADITIONAL if traditional else _SIMPLIFIED)[side][kind]
    place = _place(cells, step[0])
    if place is None:
        name = sign + digits[_file(side, step[0]) - 1]
    elif isinstance(place, int):
        name = _NUMERALS[place - 1] + sign
    else:
        back = "後" if traditional else "后"
        name = {"front": "前", "middle": "中", "back": back}[place] + sign
    way, number = _way(side, kind, step)
    return name + ("平", "進" if traditional else "进", "退")[way] + digits[number - 1]


def write_wxf(cells: Cells, step: Step) -> str:
    """The move as `C2=5`, `C+-1`, `15=6`."""
    side, kind = _mover(cells, step)
    file = _file(side, step[0])
    place = _place(cells, step[0])
    column = _like_on_file(cells, step[0])
    if place is None:
        name = f"{_WXF[kind]}{file}"
    elif kind == SOLDIER and (isinstance(place, int) or len(column) > 2):
        name = f"{column.index(step[0]) + 1}{file}"
    else:
        name = _WXF[kind] + ("+" if place == "front" else "-")
    way, number = _way(side, kind, step)
    return f"{name}{'=+-'[way]}{number}"


def read_notation(cells: Cells, side: Side, text: str, is_legal: Callable[[Step], bool]) -> list[Step] | None:
    """The steps that a text in Chinese or WXF notation names, none or several where it is wrong or unclear. All are
    such that their pieces can make; of several, `is_legal` tells which are meant, and one alone is for the rules to
    refuse. None where the text is in neither notation.
    """
    said = _said(text)
    if said is None:
        return None
    name, way, number = said
    value = cell(side, name.kind)
    if name.file is not None and name.place is None:
        column = _column(side, name.file)
        file = cells[column::9]
        if file.count(value) == 1:  # as most moves are: the file tells the piece
            at = column + 9 * file.index(value)
            step = at, _aim(side, name.kind, at, way, number)
            return [step] if _can(cells, step) else []
    origins = range(len(cells)) if name.file is None else range(_column(side, name.file), len(cells), 9)
    steps = [(at, _aim(side, name.kind, at, way, number)) for at in origins if cells[at] == value]
    found = [step for step in steps if _can(cells, step)]
    if len(found) > 1:
        found = list(filter(is_legal, found))
    exact = [step for step in found if _is_called(cells, side, step[0], name)]
    return exact or [step for step in found if _may_be_called(cells, side, step[0], name)]


def _can(cells: Cells, step: Step) -> bool:
    """Whether a piece can make a step, which may lead off the board."""
    return 0 <= step[1] < len(cells) and reaches(cells, *step)


# ---- writing


def _mover(cells: Cells, step: Step) -> tuple[Side, int]:
    value = cells[step[0]]
    return side_of(value), kind_of(value)


def _file(side: Side, square: int) -> int:
    """The file from 1, counted from the side's right."""
    column = column_of(square)
    return 9 - column if side is Side.FIRST else column + 1


def _way(side: Side, kind: int, step: Step) -> tuple[int, int]:
    """Forwards 1, backwards -1, sideways 0, with the number that goes with it."""
    origin, target = step
    rows = row_for(side, target) - row_for(side, origin)
    if rows and kind in (GENERAL, ROOK, CANNON, SOLDIER):
        return (1 if rows > 0 else -1), abs(rows)
    return (rows > 0) - (rows < 0), _file(side, target)


def _column(side: Side, file: int) -> int:
    """The column of a file that the side counts."""
    return 9 - file if side is Side.FIRST else file - 1


def _aim(side: Side, kind: int, origin: int, way: int, number: int) -> int:
    """The only square of which `_way` could tell this way and number; no square of the board or none to which such a
    piece can go where there is none."""
    forward = 9 if side is Side.FIRST else -9
    if way and kind in (GENERAL, ROOK, CANNON, SOLDIER):
        return origin + way * number * forward
    target = origin - column_of(origin) + _column(side, number)
    columns = abs(target - origin)
    rows = columns if kind in (ADVISOR, ELEPHANT) else 3 - columns if kind == HORSE else 0
    return target + way * rows * forward


def _like_on_file(cells: Cells, square: int) -> list[int]:
    """The squares of the like pieces on the square's file, the front one first."""
    value = cells[square]
    found = [at for at in range(column_of(square), len(cells), 9) if cells[at] == value]
    return found[::-1] if side_of(value) is Side.FIRST else found


def _tandem_soldiers(cells: Cells, square: int) -> list[int]:
    """The soldiers of the square's side on files that hold two or more, from the right, each file front first."""
    value = cells[square]
    side = side_of(value)
    first = [next((at for at in range(column, len(cells), 9) if cells[at] == value), None) for column in range(9)]
    columns = [_like_on_file(cells, at) for at in (first[::-1] if side is Side.FIRST else first) if at is not None]
    return [at for column in columns if len(column) > 1 for at in column]


def _place(cells: Cells, square: int) -> str | int | None:
    """How the piece is told from its like on the file; None where the file tells."""
    kind, column = kind_of(cells[square]), _like_on_file(cells, square)
    if len(column) == 1 or kind in (ADVISOR, ELEPHANT):
        return None
    if kind == SOLDIER:
        soldiers = _tandem_soldiers(cells, square)
        if len(soldiers) > len(column) or len(column) > 3:
            return soldiers.index(square) + 1
    return _words(len(column))[column.index(square)]


def _words(count: int) -> tuple[str, ...]:
    return ("front", "back") if count == 2 else ("front", *["middle"] * (count - 2), "back")


# ---- reading


@lru_cache(4_096)
def _said(signs: str) -> tuple[_Name, int, int] | None:
    """The piece, the way and the number that four signs name; None where they are no move. The same few thousand are
    read over and over."""
    if len(signs) != 4:
        return None
    name, way, number = _read_name(signs[:2]), _READ_WAYS.get(signs[2]), _READ_NUMBERS.get(signs[3])
    return None if name is None or way is None or number is None else (name, way, number)


def _read_name(signs: str) -> _Name | None:
    """The first two signs, in either order where that is clear."""
    first, second = signs[0].upper(), signs[1].upper()
    kind = _READ_KINDS.get(first)
    if kind is not None:
        if second in _READ_NUMBERS:
            return _Name(kind, file=_READ_NUMBERS[second])
        if kind == SOLDIER and second in _SOLDIER_LETTERS:
            return _Name(kind, place=_SOLDIER_LETTERS.index(second) + 1)
        place = {1: "front", -1: "back", 0: "middle"}.get(_READ_WAYS.get(second, 2))
        return None if place is None else _Name(kind, place=place)
    number, kind = _READ_NUMBERS.get(first), _READ_KINDS.get(second)
    if number is not None and second in _READ_NUMBERS:
        return _Name(SOLDIER, file=_READ_NUMBERS[second], place=number)
    if kind is None:
        return None
    place_word = _READ_PLACES.get(first) or {"+": "front", "-": "back"}.get(first)
    if place_word is not None:
        return _Name(kind, place=place_word)
    return None if number is None else _Name(kind, place=number)


def _is_called(cells: Cells, side: Side, square: int, name: _Name) -> bool:
    """Whether the piece would be written by this name."""
    place = _place(cells, square)
    if name.file is None:
        return place == name.place
    if name.place is None:
        return place is None and _file(side, square) == name.file
    column = _like_on_file(cells, square)
    return _file(side, square) == name.file and name.place == column.index(square) + 1 and len(column) > 1


def _may_be_called(cells: Cells, side: Side, square: int, name: _Name) -> bool:
    """Whether somebody of another habit could mean the piece by this name."""
    column = _like_on_file(cells, square)
    if name.file is not None:
        return name.place is None and _file(side, square) == name.file
    if len(column) == 1:
        return False
    if isinstance(name.place, int):
        return name.place == column.index(square) + 1
    return name.place == _words(len(column))[column.index(square)]
