"""Positions and moves as Hub writes them.

A position is the side to move (`W`, `B`) and a letter for each square: `w`, `b` men, `W`, `B` kings, `e` empty. A move
is `32-28`; a capture has its origin, its target and then every square taken: `32x23x28`.

Whatever knows the rules here needs the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from ai.api import EngineError, Job

if TYPE_CHECKING:
    from ai.draughts.board import DraughtsArrays, Variant

VARIANTS: Final = {
    "normal": "draughts-international",
    "fifteen": "draughts-fifteen",
    "brazilian": "draughts-brazilian",
    "russian": "draughts-russian",
    "english": "draughts-english",
}
"""Our variants by the names that they have here."""
_SQUARES: Final = {50: 10, 32: 8}
"""How many rows a board has, by its squares."""
_LETTERS: Final = {"w": "W", "b": "B", "W": "WK", "B": "BK"}
_PIECE: Final = 5
"""The kernel of perft, which can't be stopped, counts so many plies at a time."""


def squares_of(variant: str) -> int:
    """How many squares a variant's board has."""
    return 50 if variant in ("draughts-international", "draughts-fifteen") else 32


def read_position(text: str, variant: str) -> str:
    """The PDN FEN of a position as Hub writes it. Raises EngineError."""
    squares = squares_of(variant)
    if len(text) != squares + 1:
        raise EngineError(f"a position of this variant has {squares + 1} letters, not {len(text)}")
    if text[0].upper() not in "WB":
        raise EngineError(f"a position begins with the side to move, W or B, not {text[0]!r}")
    groups: dict[str, list[str]] = {"W": [], "B": []}
    columns = squares // _SQUARES[squares]
    for square, letter in enumerate(text[1:], 1):
        if letter in "eE":
            continue
        if letter not in _LETTERS:
            raise EngineError(f"square {square}: {letter!r} is no piece")
        side, king = _LETTERS[letter][0], _LETTERS[letter][1:]
        if not king and (square <= columns if side == "W" else square > squares - columns):
            raise EngineError(f"square {square}: a man can't stand on its crowning row")
        groups[side].append(f"{king}{square}")
    return f"{text[0].upper()}:W{','.join(groups['W'])}:B{','.join(groups['B'])}"


def write_position(fen: str, variant: str) -> str:
    """A PDN FEN as Hub writes it. Raises EngineError. Needs the kernels' notation."""
    from ai.draughts.notation import read_fen, variant_of

    setup = read_fen(fen, variant_of(variant))
    letters = [
        ("wbWB"[setup.pieces[square][0] + 2 * setup.pieces[square][1]]) if square in setup.pieces else "e"
        for square in range(1, squares_of(variant) + 1)
    ]
    return "WB"[setup.turn] + "".join(letters)


def spell(job: Job, texts: Sequence[str]) -> list[str]:
    """A line of moves after a job's as Hub writes them. Raises EngineError for a move that can't be made."""
    from ai.draughts.search import advance
    from ai.draughts.searcher import find_move

    board, side = _board(job)
    spelt = []
    for text in texts:
        index = find_move(board, _variant(job), side, text)
        spelt.append(_spelling(board, job, index))
        advance(board, side, index)
        side = 1 - side
    return spelt


def understand(job: Job, texts: Sequence[str]) -> list[str]:
    """The same the other way: moves as Hub writes them in our notation. Raises EngineError for the first that can't be
    made."""
    from ai.draughts.moves import generate
    from ai.draughts.search import advance
    from ai.draughts.searcher import find_move, move_text

    board, side = _board(job)
    own = []
    for text in texts:
        index = find_move(board, _variant(job), side, text)
        own.append(move_text(board, _variant(job), 0, index, generate(board, side, 0)))
        advance(board, side, index)
        side = 1 - side
    return own


def legal_moves(job: Job) -> list[str]:
    """All legal moves, sorted. Raises EngineError."""
    from ai.draughts.moves import generate

    board, side = _board(job)
    return sorted(_spelling(board, job, index) for index in range(generate(board, side, 0)))


def divide(job: Job, plies: int, is_stopped: Callable[[], bool]) -> dict[str, int]:
    """The number of lines of `plies` that begin with each legal move; without those that were not finished when
    `is_stopped` began to say so. Raises EngineError."""
    from ai.draughts import layout as at
    from ai.draughts.board import make
    from ai.draughts.moves import generate

    board, side = _board(job)
    counts: dict[str, int] = {}
    for index in range(generate(board, side, 0)):
        text = _spelling(board, job, index)
        make(board, side, 0, int(board.state[at.MOVES + index]), board.words[at.TAKEN + index])
        number = _count(board, 1 - side, 1, plies - 1, is_stopped)
        if is_stopped():
            break
        counts[text] = number
    return counts


def _count(board: DraughtsArrays, side: int, ply: int, plies: int, is_stopped: Callable[[], bool]) -> int:
    from ai.draughts import layout as at
    from ai.draughts.board import make
    from ai.draughts.moves import generate, perft

    if plies <= _PIECE:
        return int(perft(board, side, plies, ply))
    total = 0
    first = ply * at.MAX_MOVES
    for index in range(first, first + generate(board, side, ply)):
        if is_stopped():
            break
        make(board, side, ply, int(board.state[at.MOVES + index]), board.words[at.TAKEN + index])
        total += _count(board, 1 - side, ply + 1, plies - 1, is_stopped)
    return total


def _board(job: Job) -> tuple[DraughtsArrays, int]:
    import numpy as np

    from ai.common.control import new_control
    from ai.draughts.searcher import play_game

    return play_game(job, new_control(), np.zeros(8, np.int64))


def _variant(job: Job) -> Variant:
    from ai.draughts.notation import variant_of

    return variant_of(job.variant)


def _spelling(board: DraughtsArrays, job: Job, index: int) -> str:
    from ai.draughts import layout as at
    from ai.draughts.board import square_of

    columns = _variant(job).columns
    move, taken = int(board.state[at.MOVES + index]), int(board.words[at.TAKEN + index])
    ends = [square_of(move & at.BIT_MASK, columns), square_of(move >> at.TO_SHIFT & at.BIT_MASK, columns)]
    if not taken:
        return f"{ends[0]}-{ends[1]}"
    return "x".join(map(str, [*ends, *sorted(square_of(bit, columns) for bit in range(64) if taken >> bit & 1)]))
