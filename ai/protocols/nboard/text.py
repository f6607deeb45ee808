"""Games, moves and lines as NBoard writes them: a game is GGF, a move is `F5` or `PA`, a line is `F5D6C3`.

Boards are told from the upper left corner row by row, `*` black and `O` white, with the side to move behind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ai.api import EngineError, Job
from ai.positions import allows, position_of, start_text
from ai.reversi.notation import PASS
from game.rules.core import Side, must_pass
from game.rules.reversi.variants import REVERSI

_GAME: Final = re.compile(r"\(\s*;((?:\[[^\]]*\]|[^\[;]|;(?!\s*\)))*);\s*\)")
_PROPERTY: Final = re.compile(r"([A-Z]{1,2})\[([^\]]*)\]")
_PASS: Final = "PA"
_COLOURS: Final = "BW"


def read_game(text: str) -> Job:
    """The position after a game's moves. A pass may be told or not. Raises EngineError for what is no such game or
    can't be played."""
    found = _GAME.search(text)
    parts = _PROPERTY.findall(found[1]) if found else []
    size, _, board = next((value.strip() for name, value in parts if name == "BO"), "").partition(" ")
    if size != "8" or board.strip() in ("", "start"):
        raise EngineError("a game is GGF with a board of 8 lines: (;GM[Othello]...BO[8 ...]...;)")
    job = Job(REVERSI.name, board.strip())
    position_of(job)
    for name, value in parts:
        if name in ("B", "W"):
            job = play(job, value, Side(_COLOURS.index(name)))
    return job


def write_game(job: Job) -> str:
    """A job as GGF. Raises EngineError for what can't be played."""
    start = job.start if job.start not in ("", "start") else start_text(REVERSI.name)
    after = Job(REVERSI.name, start)
    cells, side = str(position_of(after)).split()
    moves = []
    for text in job.moves:
        moves.append(f"{_COLOURS[position_of(after).turn]}[{write_move(text)}]")
        after = replace(after, moves=(*after.moves, text))
    board = f"{cells} {side}".replace("X", "*")
    return f"(;GM[Othello]PC[NBoard]PB[black]PW[white]RE[?]TI[5:00]TY[8]BO[8 {board}]{''.join(moves)};)"


def play(job: Job, text: str, side: Side | None = None) -> Job:
    """A job with one more move, `F5`, `PA` or `F5/eval/seconds`; before it a pass that was not told, where one must be
    made. Raises EngineError for a move that may not be played, and for one of the other `side`."""
    named = text.split("/")[0].split()
    move = read_move(named[0]) if named else ""
    if move != PASS and must_pass(position_of(job)):
        job = replace(job, moves=(*job.moves, PASS))
    if side is not None and position_of(job).turn != side:
        raise EngineError(f"move {len(job.moves) + 1}: it is the other side's turn, not {_COLOURS[side]}'s")
    if not allows(job, move):
        raise EngineError(f"move {len(job.moves) + 1}: {text[:20]!r} may not be played")
    return replace(job, moves=(*job.moves, move))


def read_move(text: str) -> str:
    """A move as our rules write it; whether it is one is not looked at."""
    return PASS if text.upper() in (_PASS, "PASS") else text.lower()


def write_move(move: str) -> str:
    """A move of our rules in capitals, a pass as `PA`."""
    return _PASS if move == PASS else move.upper()


def write_line(moves: Sequence[str]) -> str:
    """A line without gaps."""
    return "".join(map(write_move, moves))


def read_line(text: str, job: Job) -> tuple[str, ...]:
    """The moves of a line without gaps or with dashes, as far as they may be played after a job. A pass that was not
    told is put in."""
    words = re.findall(r"[A-Za-z][A-Za-z0-9]", text)
    after = job
    for word in words:
        try:
            after = play(after, word)
        except EngineError:
            break
    return after.moves[len(job.moves) :]
