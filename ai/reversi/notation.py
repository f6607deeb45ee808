"""What the Reversi engine reads and writes: positions, squares and games as text. Needs neither numba nor numpy.

A position is 64 letters row by row from the top, `X` black, `O` white, `-` empty, and the side to move; a square `f5`;
who can't place a disc plays `pass`. Bit 0 is `a1`, the upper left corner.
"""

from __future__ import annotations

from typing import Final

from ai.api import EngineError, Job

START: Final = "---------------------------OX------XO--------------------------- X"
PASS: Final = "pass"
_SQUARES: Final = 64
_SIDES: Final = "XO"
_DIRECTIONS: Final = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def read_position(text: str) -> tuple[int, int, int]:
    """Black's discs, White's, and the side to move (0 = Black). Raises EngineError."""
    squares, _, turn = text.strip().partition(" ")
    if len(squares) != _SQUARES or set(squares) - set("XO-") or turn not in ("X", "O"):
        raise EngineError(f"cannot read the position {text[:80]!r}")
    black, white = (sum(1 << bit for bit in range(_SQUARES) if squares[bit] == letter) for letter in _SIDES)
    return black, white, _SIDES.index(turn)


def write_position(black: int, white: int, turn: int) -> str:
    """The text of a position."""
    letters = ("X" if black >> bit & 1 else "O" if white >> bit & 1 else "-" for bit in range(_SQUARES))
    return "".join(letters) + " " + _SIDES[turn]


def name_of(bit: int) -> str:
    """The name of a square."""
    return f"{'abcdefgh'[bit % 8]}{bit // 8 + 1}"


def bit_of(name: str) -> int:
    """The square of a name. Raises EngineError."""
    if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise EngineError(f"cannot read the move {name[:20]!r}")
    return (int(name[1]) - 1) * 8 + ord(name[0]) - ord("a")


def read_job(job: Job) -> tuple[int, int, int]:
    """The position after a job's moves, as `read_position` gives it. Raises EngineError for what can't be read or
    made."""
    if job.variant != "reversi":
        raise EngineError(f"no variant {job.variant[:40]!r} of Reversi")
    black, white, turn = read_position(job.start)
    for move in job.moves:
        black, white, turn = after(black, white, turn, move)
    return black, white, turn


def after(black: int, white: int, turn: int, move: str) -> tuple[int, int, int]:
    """The position after a move. Raises EngineError where it is none."""
    own, other = (black, white) if turn == 0 else (white, black)
    if move == PASS:
        if placements(own, other) or not placements(other, own):
            raise EngineError("pass is not a legal move")
        return black, white, 1 - turn
    bit = bit_of(move)
    flips = turned(own, other, bit)
    if not flips:
        raise EngineError(f"{move} is not a legal move")
    own, other = own | flips | 1 << bit, other & ~flips
    return (own, other, 1) if turn == 0 else (other, own, 0)


def placements(own: int, other: int) -> list[int]:
    """Where the side of `own` may place a disc."""
    return [bit for bit in range(_SQUARES) if turned(own, other, bit)]


def turned(own: int, other: int, bit: int) -> int:
    """The discs that one of the side of `own` turns over from a square; none where it may not be placed."""
    if (own | other) >> bit & 1:
        return 0
    found = 0
    for across, down in _DIRECTIONS:
        column, row, line = bit % 8 + across, bit // 8 + down, 0
        while 0 <= column < 8 and 0 <= row < 8 and other >> (row * 8 + column) & 1:
            line |= 1 << row * 8 + column
            column, row = column + across, row + down
        if line and 0 <= column < 8 and 0 <= row < 8 and own >> (row * 8 + column) & 1:
            found |= line
    return found
