"""Games in which a position stands, or a part of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.blocks import blocks_of
from game.library.database.masks import NEVER, first_by_masks
from game.library.database.position_index import entries_at
from game.library.database.schema import unchanging
from game.library.database.stays import LATE, Block, Places
from game.position_keys import key_of, moves_of
from game.rules.core import Position, Variant
from game.rules.registry import GAMES

_AT_ONCE: Final = 4
"""Squares that are looked at before games are left out."""
_LIFTS: Final = 2

Plies = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """Where something stands: the numbers of games, rising, and for each the first ply after which it stands there.
    Games that were deleted may be among them."""

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
    """The games of a variant, on boards of this size, in which these squares at some time have what they have in a
    position (where it has nothing, nothing), turned or mirrored too. Raises sqlite3.Error and DamagedStoreError."""
    there = GAMES[variant.game].board_cells(position)
    asked = {square: there[square] for square in squares}
    turns = GAMES[variant.game].symmetries(position.board)
    wanted = {tuple(sorted((turn[square], value) for square, value in asked.items())) for turn in turns}
    patterns = [dict(each) for each in sorted(wanted)]
    games: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    plies: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    with unchanging(connection):  # games go from `changes` into blocks
        for block in blocks_of(connection, moves_of(variant), len(there)):
            first = _first_plies(block, patterns) if block.read_mask is None else first_by_masks(block, patterns)
            (hits,) = np.nonzero(first != NEVER)
            games.append(block.games[hits])
            plies.append(first[hits])
    found = np.concatenate(games)
    order = np.argsort(found, kind="stable")
    return FoundPlaces(found[order], np.concatenate(plies)[order])


def _first_plies(block: Block, patterns: list[dict[int, int]]) -> Plies:
    """For each game of a block the first ply after which one of the patterns stands, or `NEVER`."""
    first = np.full(len(block.games), NEVER)
    for pattern in patterns:
        rarest = sorted(pattern, key=lambda square: block.covered[square, pattern[square]])
        if block.covered[rarest[0], pattern[rarest[0]]]:
            _look_for(block, {square: pattern[square] for square in rarest}, first)
    return first


def _look_for(block: Block, pattern: Mapping[int, int], first: Plies) -> None:
    """Note in `first` where a pattern, told by what is rarest first, stands earlier.

    What is known of the first changes of its squares says at once for most games that it can't stand, or that it does;
    the others are few, and their stays are looked at.
    """
    usual = int(np.bincount(block.which).argmax())
    lengths = np.minimum(np.diff(block.offsets), LATE + 1)
    some = _SomeGames(block, np.flatnonzero(block.which == usual))
    same = [square for square, value in pattern.items() if block.boards[usual, square] == value]
    other = [square for square in pattern if square not in same]
    for index, square in enumerate(other):
        some.not_before_change(square, pattern[square])
        if index % _AT_ONCE == _AT_ONCE - 1:
            some.leave_out(lengths, first)
    for _ in range(_LIFTS):
        some.leave_out(lengths, first)
        for square in same:
            some.not_while_gone(square)
    some.leave_out(lengths, first)
    surely = np.array([some.surely(square, None if square in same else pattern[square]) for square in pattern])
    stands = surely.all(axis=0)
    first[some.games[stands]] = some.since[stands]
    odd = np.flatnonzero((block.which != usual) & (first > 0))
    games = np.concatenate((some.games[~stands], odd))
    since = np.concatenate((some.since[~stands], np.zeros(len(odd), np.uint8)))
    order = np.argsort(games, kind="stable")
    games, since = games[order], since[order]
    starts, ends = block.offsets[games] + since, block.offsets[games + 1]
    squares = list(pattern)
    for index in np.argsort(surely.sum(axis=1), kind="stable").tolist():
        if not len(starts):
            return
        starts, ends = _meeting(block, starts, ends, squares[index], pattern[squares[index]])
    games, earliest = np.unique(block.offsets.searchsorted(starts, "right") - 1, return_index=True)
    first[games] = np.minimum(first[games], starts[earliest] - block.offsets[games])


class _SomeGames:
    """Games of a block that begin alike, and the ply of each before which a pattern can't stand."""

    def __init__(self, block: Block, games: NDArray[np.int64]) -> None:
        self._block = block
        self.games = games
        self.since = np.zeros(len(games), np.uint8)
        self._are_all = len(games) == len(block.games)

    def _of(self, numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return numbers if self._are_all else numbers.take(self.games)

    def not_before_change(self, square: int, value: int) -> None:
        """A square has to become something: by its first change, or not before the second."""
        turns = self._block.turns(square)
        not_then = np.not_equal(self._of(turns.then), value).view(np.uint8)
        earliest = np.minimum(self._of(turns.again), self._of(turns.first) | (0 - not_then))
        np.maximum(self.since, earliest, out=self.since)

    def not_while_gone(self, square: int) -> None:
        """A square has to have what it has at the start, which may go and come back."""
        turns = self._block.turns(square)
        gone = np.less_equal(self._of(turns.first), self.since)
        if gone.any():
            np.maximum(self.since, self._of(turns.back) & (0 - gone.view(np.uint8)), out=self.since)

    def surely(self, square: int, value: int | None) -> NDArray[np.bool_]:
        """Where a square surely has something then; None is what it has at the start. Else that is not known."""
        turns = self._block.turns(square)
        if value is None:
            still: NDArray[np.bool_] = self.since < self._of(turns.first)
            return still
        has_it: NDArray[np.bool_] = (self._of(turns.then) == value) & (self.since < self._of(turns.again))
        return has_it

    def leave_out(self, lengths: Places, first: Plies) -> None:
        """Leave out the games that end before, or where something was found before."""
        left = self.since < np.minimum(lengths, first)[self.games]
        count = np.count_nonzero(left)
        if count < len(left):
            self.games, self.since = self.games[left], self.since[left]
            self._are_all = False


def _meeting(block: Block, starts: Places, ends: Places, square: int, value: int) -> tuple[Places, Places]:
    """The parts of stretches of places over which a square has this."""
    stays = block.stays(square) if value else block.gaps(square)
    low = stays.ends.searchsorted(starts, "right")
    counts = stays.starts.searchsorted(ends, "left") - low
    if counts.max() > 1:
        which, nth = _spread(counts)
        other = low[which] + nth
    else:
        (which,) = counts.nonzero()
        other = low[which]
    has_it = stays.values[other] == value
    which, other = which[has_it], other[has_it]
    starts, ends = np.maximum(starts[which], stays.starts[other]), np.minimum(ends[which], stays.ends[other])
    if value:
        return starts, ends
    is_some = starts < ends
    return starts[is_some], ends[is_some]


def _spread(counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each index as often as its count says, and the how-manieth of it each is."""
    which = np.repeat(np.arange(len(counts)), counts)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
