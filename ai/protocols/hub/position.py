"""Positions and moves as Hub writes them.

A position is the side to move (`W`, `B`) and a letter for each square: `w`, `b` men, `W`, `B` kings, `e` empty. A move
is `32-28`; a capture has its origin, its target and then every square taken: `32x23x28`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ai.api import EngineError, Job
from ai.positions import position_of, rules_of
from game.rules.core import Move, RulesError
from game.rules.draughts.board import BLACK_KING, BLACK_MAN, EMPTY, WHITE_KING, WHITE_MAN
from game.rules.draughts.position import DraughtsPosition

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
_PIECES: Final = {EMPTY: "e", WHITE_MAN: "w", BLACK_MAN: "b", WHITE_KING: "W", BLACK_KING: "B"}
_PIECE: Final = 5
"""The kernel of perft, which can't be stopped, counts this many plies at a time."""


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


def write_position(position: DraughtsPosition) -> str:
    """A position as Hub writes it."""
    letters = "".join(_PIECES[value] for value in position.cells)
    return "WB"[position.rules.colour_of(position.turn)] + letters


def spell(job: Job, texts: Sequence[str]) -> list[str]:
    """A line of moves after a job's as Hub writes them. Raises EngineError for a move that can't be made."""
    return [_spelling(position, move) for position, move in _follow(job, texts)]


def understand(job: Job, texts: Sequence[str]) -> list[str]:
    """The same the other way: moves as Hub writes them in our notation. Raises EngineError for the first that can't be
    made."""
    rules = rules_of(job.variant)
    return [rules.write_move(move, position) for position, move in _follow(job, texts)]


def legal_moves(job: Job) -> list[str]:
    """All legal moves, sorted. Raises EngineError."""
    position = position_after(job)
    return sorted(_spelling(position, move) for move in position.legal_moves())


def divide(job: Job, plies: int, is_stopped: Callable[[], bool]) -> dict[str, int]:
    """The number of lines of `plies` that begin with each legal move; without those that were not finished when
    `is_stopped` began to say so. Needs the kernels, which must be compiled. Raises EngineError."""
    position = position_after(job)
    counts: dict[str, int] = {}
    for move in position.legal_moves():
        number = _count(job.variant, position.play(move), plies - 1, is_stopped)
        if is_stopped():
            break
        counts[_spelling(position, move)] = number
    return counts


def _count(variant: str, position: DraughtsPosition, plies: int, is_stopped: Callable[[], bool]) -> int:
    if plies <= _PIECE:
        import numpy as np

        from ai.common.control import new_control
        from ai.draughts.moves import perft
        from ai.draughts.notation import place_all, setup_of

        setup = setup_of(variant, position)
        return int(perft(place_all(setup, new_control(), np.zeros(8, np.int64)), setup.turn, plies, 0))
    total = 0
    for move in position.legal_moves():
        if is_stopped():
            break
        total += _count(variant, position.play(move), plies - 1, is_stopped)
    return total


def position_after(job: Job) -> DraughtsPosition:
    """The position after a job's moves. Raises EngineError for what can't be read or made, and for another game."""
    position = position_of(job)
    if not isinstance(position, DraughtsPosition):
        raise EngineError(f"{job.variant} is not played by Hub")
    return position


def _follow(job: Job, texts: Sequence[str]) -> list[tuple[DraughtsPosition, Move]]:
    """The moves that texts name after a job's, each with the position before it."""
    position, rules = position_after(job), rules_of(job.variant)
    found = []
    for text in texts:
        try:
            move = rules.read_move(text, position)
        except RulesError as error:
            raise EngineError(str(error)) from error
        found.append((position, move))
        position = position.play(move)
    return found


def _spelling(position: DraughtsPosition, move: Move) -> str:
    step = position.step(move)
    assert step is not None, "the move is legal"
    ends = [step.origin + 1, step.target + 1]
    if not step.taken:
        return f"{ends[0]}-{ends[1]}"
    return "x".join(map(str, [*ends, *sorted(index + 1 for index in step.taken)]))
