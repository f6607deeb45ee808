"""The engine's own reading of positions and moves: text in, pieces and squares out."""

from __future__ import annotations

from dataclasses import dataclass

from ai.api import EngineError, Job
from ai.xiangqi import layout as at

VARIANT = "xiangqi"
SIMPLE = "xiangqi-simple"
"""The same but for the rules of repetition, see `ai.xiangqi.simple`."""

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
_LETTERS = {letter: kind for kind, letter in enumerate("kabnrcp")} | {"e": at.ELEPHANT, "h": at.HORSE}


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as pieces: the id of each square that is not empty, and the side to move (RED, BLACK)."""

    pieces: dict[int, int]
    turn: int


def read_fen(text: str) -> Setup:
    """The position that a FEN describes. Raises EngineError for one that the kernels can't hold."""
    fields = text.split()
    if not fields:
        raise EngineError("the position is empty")
    ranks = fields[0].split("/")
    if len(ranks) != 10:
        raise EngineError(f"cannot read the position {text[:100]!r}: it has {len(ranks)} ranks instead of 10")
    pieces: dict[int, int] = {}
    used = [[0] * at.KINDS, [0] * at.KINDS]
    for index, row in enumerate(ranks):
        rank, file = 9 - index, 0
        for letter in row:
            if letter in "123456789":
                file += int(letter)
                continue
            kind = _LETTERS.get(letter.lower())
            if kind is None or file > 8:
                raise EngineError(f"cannot read the position {text[:100]!r}: rank {rank} is {row[:20]!r}")
            side = at.RED if letter.isupper() else at.BLACK
            piece = at.FIRST_ID[kind] + used[side][kind]
            if piece >= at.FIRST_ID[kind + 1]:
                raise EngineError(f"cannot read the position {text[:100]!r}: too many pieces {letter!r}")
            used[side][kind] += 1
            pieces[rank * 9 + file] = piece + 16 * side
            file += 1
        if file != 9:
            raise EngineError(f"cannot read the position {text[:100]!r}: rank {rank} has {file} files instead of 9")
    if used[at.RED][at.GENERAL] != 1 or used[at.BLACK][at.GENERAL] != 1:
        raise EngineError(f"cannot read the position {text[:100]!r}: a general is missing")
    turn = fields[1].lower() if len(fields) > 1 else "w"
    if turn not in ("w", "r", "b"):
        raise EngineError(f"cannot read the position {text[:100]!r}: the side to move is {fields[1][:20]!r}")
    return Setup(pieces, at.BLACK if turn == "b" else at.RED)


def write_fen(setup: Setup) -> str:
    """The FEN of a position, its counters at the start."""
    rows = []
    for rank in range(9, -1, -1):
        row, empty = "", 0
        for file in range(9):
            piece = setup.pieces.get(rank * 9 + file)
            if piece is None:
                empty += 1
                continue
            letter = "kabnrcp"[at.KIND_OF[piece]]
            row += (str(empty) if empty else "") + (letter if piece >= 16 else letter.upper())
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {'wb'[setup.turn]} - - 0 1"


def read_move(text: str) -> int:
    """A move such as `h2e2` as the kernels write it. Raises EngineError."""
    squares = []
    for name in (text[:2], text[2:]):
        if len(name) != 2 or name[0] not in "abcdefghi" or name[1] not in "0123456789":
            raise EngineError(f"cannot read the move {text[:20]!r}")
        squares.append(int(name[1]) * 9 + ord(name[0]) - ord("a"))
    return squares[0] | squares[1] << at.TO_SHIFT


def write_move(move: int) -> str:
    """The text of a move, such as `h2e2`."""
    return _square(move & at.SQUARE_MASK) + _square(move >> at.TO_SHIFT & at.SQUARE_MASK)


def _square(square: int) -> str:
    return f"{'abcdefghi'[square % 9]}{square // 9}"


def read_job(job: Job) -> tuple[Setup, list[int]]:
    """The start position of a job and the moves from it. Raises EngineError for a job of another game."""
    if job.variant not in (VARIANT, SIMPLE):
        raise EngineError(f"this engine does not play {job.variant[:40]!r}")
    start = START if job.start in ("", "start") else job.start
    return read_fen(start), [read_move(text) for text in job.moves]
