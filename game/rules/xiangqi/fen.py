"""Positions of Xiangqi as FEN, with all that can be wrong about one.

    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1

Rows from Black's side, capitals for Red: K general, A advisor, B elephant, N horse, R rook, C cannon, P soldier; E and
H are read for B and N. Then the side to move (`w`, also read as `r`, or `b`), two fields that Xiangqi does not use, the
plies since the last capture and the number of the move. The fields after the side to move may be left out from the end.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from game.rules.core import Refusal, Side, UnreadablePositionError
from game.rules.xiangqi.board import (
    ADVISOR,
    ADVISOR_STEPS,
    BOARD,
    CANNON,
    ELEPHANT,
    ELEPHANT_STEPS,
    GENERAL,
    HORSE,
    KINDS,
    ROOK,
    SOLDIER,
    Cells,
    attackers,
    cell,
    column_of,
    general_square,
    in_palace,
    is_across,
    is_checked,
    kind_of,
    row_for,
    side_of,
    square_name,
)

_LETTERS: Final = "?KABNRCP"
_READ: Final = {letter: kind for kind, letter in enumerate(_LETTERS) if kind} | {"E": ELEPHANT, "H": HORSE}
_MOST: Final = {GENERAL: 1, ADVISOR: 2, ELEPHANT: 2, HORSE: 2, ROOK: 2, CANNON: 2, SOLDIER: 5}
_COLOURS: Final = ("red", "black")
_PLURALS: Final = {kind: f"{KINDS[kind]}s" if kind != HORSE else "horses" for kind in _MOST}
_LARGEST: Final = 9999
"""The largest number read in the last two fields; a game of more moves is nonsense."""


def write_fen(cells: Cells, turn: Side, quiet: int, ply: int) -> str:
    """The FEN of a position; `ply` counts from Red's first move."""
    rows = (_write_row(bytes(cells[start : start + 9])) for start in range(81, -1, -9))
    return f"{'/'.join(rows)} {'wb'[turn]} - - {quiet} {ply // 2 + 1}"


@lru_cache(64)  # the games of a file begin alike
def read_fen(text: str) -> tuple[bytes, Side, int, int]:
    """Cells, side to move, plies since the last capture and plies played, of a position that can come about.

    Raises UnreadablePositionError, which says what is wrong and where.
    """
    cells, turn, quiet, ply = read_pieces(text)
    _check_places(cells, text)
    _check_generals(cells, turn, text)
    return cells, turn, quiet, ply


def read_pieces(text: str) -> tuple[bytes, Side, int, int]:
    """The same of any position that a game's pieces can be laid out to, whether or not it can come about.

    Raises UnreadablePositionError.
    """
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise UnreadablePositionError(
            text, f"a FEN has 2 to 6 fields, rows and the side to move first; not {len(fields)}"
        )
    cells = _read_rows(fields[0], text)
    if fields[1] not in ("w", "r", "b"):
        raise UnreadablePositionError(text, f"the side to move is w, r or b, not {fields[1][:20]!r}")
    turn = Side.SECOND if fields[1] == "b" else Side.FIRST
    for unused in fields[2:4]:
        if unused != "-":
            raise UnreadablePositionError(
                text, f"the third and fourth field of a Xiangqi FEN are -, not {unused[:20]!r}"
            )
    quiet = _number(fields[4], 0, "plies without capture", text) if len(fields) > 4 else 0
    number = _number(fields[5], 1, "moves", text) if len(fields) > 5 else 1
    _check_counts(cells, text)
    return cells, turn, quiet, 2 * (number - 1) + turn


# ---- rows


@lru_cache(1_024)
def _write_row(row: bytes) -> str:
    text, empties = "", 0
    for value in row:
        if not value:
            empties += 1
            continue
        letter = _LETTERS[kind_of(value)]
        text += (str(empties) if empties else "") + (letter if side_of(value) is Side.FIRST else letter.lower())
        empties = 0
    return text + (str(empties) if empties else "")


def _read_rows(text: str, whole: str) -> bytes:
    rows = text.split("/")
    if len(rows) != BOARD.rows:
        raise UnreadablePositionError(whole, f"it has {len(rows)} rows, not {BOARD.rows}")
    cells = bytearray()
    for row, letters in zip(range(BOARD.rows), reversed(rows), strict=True):
        cells += _read_row(letters, row, whole)
    return bytes(cells)


def _read_row(letters: str, row: int, whole: str) -> bytes:
    cells = bytearray()
    for letter in letters:
        kind = _READ.get(letter.upper()) if letter.isascii() else None
        if kind is not None:
            cells.append(cell(Side.FIRST if letter.isupper() else Side.SECOND, kind))
        elif letter in "123456789":
            cells += bytes(int(letter))
        else:
            raise UnreadablePositionError(
                whole, f"row {row} has {letter!r} where a piece or a number from 1 to 9 belongs"
            )
    if len(cells) != BOARD.columns:
        raise UnreadablePositionError(whole, f"row {row} has {len(cells)} points, not {BOARD.columns}")
    return bytes(cells)


def _number(text: str, least: int, of_what: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= _LARGEST):
        raise UnreadablePositionError(whole, f"the number of {of_what} is {least} to {_LARGEST}, not {text[:20]!r}")
    return int(text)


# ---- what can't come about


def _check_counts(cells: bytes, whole: str) -> None:
    for side in Side:
        for kind, most in _MOST.items():
            count = cells.count(cell(side, kind))
            if count > most:
                name = KINDS[kind] if most == 1 else _PLURALS[kind]
                values = {"colour": _COLOURS[side], "kind": KINDS[kind], "most": str(most)}
                why = f"{_COLOURS[side]} has {count} {_PLURALS[kind]}, but only {most} {name}"
                raise UnreadablePositionError(whole, why, Refusal("too-many", values))
        if cell(side, GENERAL) not in cells:
            refusal = Refusal("no-general", {"colour": _COLOURS[side]})
            raise UnreadablePositionError(whole, f"{_COLOURS[side]} has no general", refusal)


def _check_places(cells: bytes, whole: str) -> None:
    for square, value in enumerate(cells):
        if value and not _can_stand(side_of(value), kind_of(value), square):
            colour, kind, at = _COLOURS[side_of(value)], KINDS[kind_of(value)], square_name(square)
            refusal = Refusal("misplaced", {"colour": colour, "kind": kind, "square": at})
            raise UnreadablePositionError(whole, f"a {colour} {kind} can't stand on {at}", refusal)


def _can_stand(side: Side, kind: int, square: int) -> bool:
    """Whether a piece can ever come to a square."""
    if kind == GENERAL:
        return in_palace(side, square)
    if kind == ADVISOR:  # the middle of the palace and what it leads to
        middle = 13 if side is Side.FIRST else 76
        return square == middle or square in ADVISOR_STEPS[side][middle]
    if kind == ELEPHANT:  # the four points around the middle one, and what they lead to
        around = [target for _, target in ELEPHANT_STEPS[side][22 if side is Side.FIRST else 67]]
        return square in around or any(target == square for at in around for _, target in ELEPHANT_STEPS[side][at])
    if kind == SOLDIER:
        row = row_for(side, square)
        return is_across(side, square) or (row >= 3 and column_of(square) % 2 == 0)
    return True


def _check_generals(cells: bytes, turn: Side, whole: str) -> None:
    """Neither general may be open to capture by the side to move."""
    waiting = turn.other
    general = general_square(cells, waiting)
    if general_square(cells, turn) in set(attackers(cells, general, turn)):
        refusal = Refusal("generals-face")
        raise UnreadablePositionError(whole, "the generals face each other on an open file", refusal)
    if is_checked(cells, waiting):
        checker = min(attackers(cells, general, turn))
        why = f"{_COLOURS[waiting]} is not to move, but its general on {square_name(general)} is in check"
        refusal = Refusal("check-unanswered", {"colour": _COLOURS[waiting], "square": square_name(checker)})
        raise UnreadablePositionError(whole, f"{why} from {square_name(checker)}", refusal)
