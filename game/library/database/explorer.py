"""What was played from a position in the games of the store, and how that ended."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

import numpy as np

from game.library.database.position_index import RESULTS, Entries, children_of, entries_at
from game.position_keys import key_of, keys_of
from game.rules.core import PASS, Move, Position, Variant, must_pass


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move with the number of games in which it was played, how many of them the colour that the variant names first
    won, how many were drawn, how many the other won (the rest is not known), and the year of the last (0: not told)."""

    move: Move
    games: int
    first: int
    drawn: int
    second: int
    last_year: int


@dataclass(frozen=True, slots=True)
class ExploredPosition:
    """How many games have the position, and the moves that were played there, the most frequent first. Moves that a
    turn or a reflection makes one are one."""

    games: int
    moves: tuple[ExploredMove, ...]


def explore(connection: sqlite3.Connection, position: Position, variant: Variant) -> ExploredPosition:
    """The moves from a position. Raises sqlite3.Error."""
    entries = _standing(connection, entries_at(connection, key_of(position, variant)))
    games = len(np.unique(entries["game"]))
    if not games:
        return ExploredPosition(0, ())
    step = position.opening
    moves = [*position.legal_moves(), *(step.choices if step is not None else ())]
    if must_pass(position):
        moves.append(PASS)
    moves += [Move((square,)) for square in position.forbidden()]  # played all the same, and lost
    children = children_of(keys_of([position.play(move) for move in moves], variant)) if moves else np.zeros(0)
    found: list[ExploredMove] = []
    seen: set[int] = set()
    # of images of one move the last: it is the one on the right, by which Xiangqi's openings are called
    for move, child in zip(reversed(moves), reversed(children.tolist()), strict=True):
        if child not in seen:
            seen.add(child)
            played = entries[entries["child"] == child]
            if len(played):
                found.append(_explored(move, played))
    found.sort(key=lambda each: -each.games)
    return ExploredPosition(games, tuple(found))


def _explored(move: Move, played: Entries) -> ExploredMove:
    results = np.bincount(played["result"], minlength=len(RESULTS))
    first, drawn, second = (int(results[RESULTS[name]]) for name in ("first", "draw", "second"))
    return ExploredMove(move, len(played), first, drawn, second, int(played["year"].max()))


def _standing(connection: sqlite3.Connection, entries: Entries) -> Entries:
    """Without the games that were deleted."""
    count, last = connection.execute("SELECT count(*), max(id) FROM games").fetchone()
    if count == last or not len(entries):
        return entries
    there = np.fromiter((number for (number,) in connection.execute("SELECT id FROM games")), np.int64)
    return entries[np.isin(entries["game"], there)]
