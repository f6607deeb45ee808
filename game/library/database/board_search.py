"""Games in which a position stands, or a part of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.changes import unpack_changes
from game.library.database.position_index import entries_at
from game.position_keys import key_of, moves_of
from game.rules.core import Position, Variant
from game.rules.registry import GAMES

_AT_ONCE: Final = 4_000
"""Games whose changes are held in memory at the same time."""


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """Where something stands: the numbers of games, rising, and for each the first ply after which it stands there."""

    games: NDArray[np.int64]
    plies: NDArray[np.int64]


def find_position(connection: sqlite3.Connection, position: Position, variant: Variant) -> FoundPlaces:
    """The games with a position, turned or mirrored too. Raises sqlite3.Error."""
    entries = entries_at(connection, key_of(position, variant))
    games, plies = entries["game"].astype(np.int64), entries["ply"].astype(np.int64)
    order = np.lexsort((plies, games))
    games, first = np.unique(games[order], return_index=True)
    return FoundPlaces(games, plies[order][first])


def find_part(
    connection: sqlite3.Connection, position: Position, variant: Variant, squares: Iterable[int]
) -> FoundPlaces:
    """The games of a variant in which these squares at some time have what they have in a position (where it has
    nothing, nothing), turned or mirrored too. Raises sqlite3.Error and DamagedStoreError."""
    there = GAMES[variant.game].board_cells(position)
    asked = {square: there[square] for square in squares}
    turns = GAMES[variant.game].symmetries(position.board)
    wanted = {tuple(sorted((turn[square], value) for square, value in asked.items())) for turn in turns}
    games: list[int] = []
    plies: list[int] = []
    rows = connection.execute("SELECT game, packed FROM changes WHERE moves = ? ORDER BY game", (moves_of(variant),))
    while lot := rows.fetchmany(_AT_ONCE):
        found = _in_lot([packed for _, packed in lot], [dict(each) for each in wanted])
        for index, ply in found.items():
            games.append(lot[index][0])
            plies.append(ply)
    order = np.argsort(games, kind="stable")
    return FoundPlaces(np.array(games, np.int64)[order], np.array(plies, np.int64)[order])


def _in_lot(lot: list[bytes], wanted: list[dict[int, int]]) -> dict[int, int]:
    """By the index of a game in the lot, the first ply at which one of the patterns stands."""
    unpacked = [unpack_changes(each) for each in lot]
    sizes = np.array([len(each.plies) for each in unpacked])
    game = np.repeat(np.arange(len(lot)), sizes)
    plies = np.concatenate([each.plies for each in unpacked])
    squares = np.concatenate([each.squares for each in unpacked])
    values = np.concatenate([each.values for each in unpacked])
    found: dict[int, int] = {}
    for pattern in wanted:
        for index, ply in zip(*_matches(len(lot), game, plies, squares, values, pattern), strict=True):
            found[int(index)] = min(int(ply), found.get(int(index), int(ply)))
    return found


def _matches(
    count: int,
    game: NDArray[np.int64],
    plies: NDArray[np.uint16],
    squares: NDArray[np.uint16],
    values: NDArray[np.uint8],
    pattern: Mapping[int, int],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The games (of `count`) in which a pattern stands, and the first ply after which it does. The arrays have a row a
    change, by games and within them in the order of the plies; everything is empty before the first."""
    wanted = np.full(1 << 16, -1, np.int16)
    for square, value in pattern.items():
        wanted[square] = value
    (there,) = np.nonzero(wanted[squares] >= 0)
    game, plies, squares = game[there], plies[there], squares[there]
    fits = values[there] == wanted[squares]
    order = np.lexsort((np.arange(len(there)), squares, game))  # each square's story in each game
    fitted = wanted[squares[order]] == 0
    same = (game[order][1:] == game[order][:-1]) & (squares[order][1:] == squares[order][:-1])
    fitted[1:][same] = fits[order][:-1][same]
    before = np.empty_like(fits)
    before[order] = fitted
    running = np.cumsum(fits.astype(np.int64) - before)
    starts = np.searchsorted(game, np.arange(count))
    base = np.concatenate((np.zeros(1, np.int64), running))[starts]
    empty = sum(value == 0 for value in pattern.values())
    standing = empty + running - base[game]
    is_last = np.ones(len(game), bool)  # of its ply: between two changes of a move nothing stands
    is_last[:-1] = (game[1:] != game[:-1]) | (plies[1:] != plies[:-1])
    (hits,) = np.nonzero(is_last & (standing == len(pattern)))
    found, first = np.unique(game[hits], return_index=True)
    at = plies[hits][first].astype(np.int64)
    if empty == len(pattern):  # it may stand at the start, before anything changes there
        touched = np.zeros(count, bool)
        touched[game[plies == 0]] = True
        (bare,) = np.nonzero(~touched)
        later = ~np.isin(found, bare)
        found = np.concatenate((bare, found[later]))
        at = np.concatenate((np.zeros(len(bare), np.int64), at[later]))
    return found, at
