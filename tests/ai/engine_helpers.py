"""Jobs, random games and answers, as the tests of the engines need them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from ai.api import Engine, Job, Limit, SearchInfo, SearchResult
from ai.gomoku.notation import write_move
from ai.positions import position_of, rules_of

DATA = Path(__file__).parent.parent / "data" / "gomoku"
VARIANTS = ("gomoku-freestyle", "gomoku-standard", "gomoku-renju")


def legal_texts(job: Job) -> set[str]:
    """What may be played after a job's moves, by the rules of the table."""
    position, rules = position_of(job), rules_of(job.variant)
    return {rules.write_move(move, position) for move in position.legal_moves()}


def empty_board(size: int = 15) -> str:
    """The text of the start position."""
    return "/".join([str(size)] * size) + " b"


def job_of(moves: str | tuple[str, ...], variant: str = "gomoku-freestyle", size: int = 15) -> Job:
    """The job after moves from the empty board, given as one text or as texts."""
    return Job(variant, empty_board(size), tuple(moves.split()) if isinstance(moves, str) else moves)


def job_of_data(position: dict[str, Any]) -> Job:
    """The job of a position in our data files."""
    size = position["size"]
    moves = tuple(write_move(y * size + x, size) for x, y in position["moves"])
    return job_of(moves, f"gomoku-{position['rule']}", size)


def positions(name: str) -> list[dict[str, Any]]:
    """The positions of a data file."""
    found: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["positions"]
    return found


def think(engine: Engine, job: Job, limit: Limit, infos: list[SearchInfo] | None = None) -> SearchResult:
    """The engine's answer, with its progress appended to `infos`."""
    seen: list[SearchInfo] = [] if infos is None else infos
    return engine.search(job, limit, engine.new_stop_flag(), seen.append)


def random_squares(size: int, count: int, chance: random.Random) -> list[int]:
    """Different squares, mostly near each other, so that rows come about."""
    squares = [chance.randrange(size * size)]
    while len(squares) < count:
        column, row = (part + chance.randint(-2, 2) for part in reversed(divmod(chance.choice(squares), size)))
        if 0 <= column < size and 0 <= row < size and row * size + column not in squares:
            squares.append(row * size + column)
    return squares
