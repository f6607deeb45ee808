"""What stood where and for how long, square by square for some thousand games at once: what searches by a part of the
board look at, without playing any game.

The positions of all games of a block stand in one row, game after game; a place is a number in it. A stay is a stretch
of places over which a square has one thing; where there is none, the square is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.changes import BoardChanges
from game.library.database.mask_rows import MaskRow
from game.library.database.schema import DamagedStoreError
from game.records.fault import fault

VALUES: Final = 16
"""What a square has is less than this."""
LATE: Final = 255
"""The ply of what comes as late or never."""

Places = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class SquareStays:
    """The stays of a square, in the order of places: where each begins, the place behind its last, what is there."""

    starts: Places
    ends: Places
    values: NDArray[np.uint8]


NO_STAYS: Final = SquareStays(np.zeros(0, np.uint32), np.zeros(0, np.uint32), np.zeros(0, np.uint8))


@dataclass(frozen=True, slots=True)
class SquareTurns:
    """What is known of a square at once, a number a game: the ply that first changes it, what stands there then, the
    ply that changes it again, and that with which it has again what it had at the start; 255 for a ply that is as late
    or never comes."""

    first: NDArray[np.uint8]
    then: NDArray[np.uint8]
    again: NDArray[np.uint8]
    back: NDArray[np.uint8]


@dataclass(frozen=True)
class Block:
    """The stays of some games.

    `games` are their numbers; `offsets` the place of each one's start, and at last how many places there are;
    `boards` those that games begin with, each once, and `which` of them each game has; `covered` at how many places a
    square has something, by square and thing. `read` gives the stays of a square, `read_turns` its turns, and
    `read_mask`, where the block has such, what `masks` says of a square and a thing that it has at some time.
    """

    games: NDArray[np.int64]
    offsets: Places
    boards: NDArray[np.uint8]
    which: NDArray[np.uint16]
    covered: Places
    read: Callable[[int], SquareStays]
    read_turns: Callable[[int], SquareTurns]
    read_mask: Callable[[int, int], MaskRow] | None = None
    _known: dict[int, SquareStays] = field(default_factory=dict)
    _gaps: dict[int, SquareStays] = field(default_factory=dict)
    _turns: dict[int, SquareTurns] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """How many places there are."""
        return int(self.offsets[-1])

    def turns(self, square: int) -> SquareTurns:
        """The turns of a square, read once."""
        if square not in self._turns:
            self._turns[square] = self.read_turns(square)
        return self._turns[square]

    def stays(self, square: int) -> SquareStays:
        """The stays of a square, read once."""
        if square not in self._known:
            self._known[square] = self.read(square)
        return self._known[square]

    def gaps(self, square: int) -> SquareStays:
        """Where a square is empty, as stays of nothing, some of no length."""
        if square not in self._gaps:
            stays = self.stays(square)
            starts = np.concatenate((self.offsets[:1], stays.ends))
            ends = np.concatenate((stays.starts, self.offsets[-1:]))
            self._gaps[square] = SquareStays(starts, ends, np.zeros(len(starts), np.uint8))
        return self._gaps[square]


def block_of(games: Sequence[int], changes: Sequence[BoardChanges], squares: int) -> Block:
    """The block of some games (one at least) with these changes, on boards with this number of squares. Raises
    DamagedStoreError."""
    sizes = np.array([min(each.count, 0xFFFF) + 1 for each in changes])
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes))).astype(np.uint32)
    game = np.repeat(np.arange(len(games)), [len(each.plies) for each in changes])
    plies = np.concatenate([each.plies for each in changes])
    where = np.concatenate([each.squares for each in changes])
    values = np.concatenate([each.values for each in changes])
    if (where >= squares).any() or (plies >= sizes[game]).any() or (values >= VALUES).any():
        raise DamagedStoreError(fault("store-damaged"))
    at_start = plies == 0
    each_start = np.zeros((len(games), squares), np.uint8)
    each_start[game[at_start], where[at_start]] = values[at_start]
    boards, which = _distinct(each_start)
    order = np.argsort(where, kind="stable")  # each square's story in each game, one behind the other
    where, game, values, plies = where[order], game[order], values[order], plies[order]
    starts, ends = offsets[game] + plies, offsets[game + 1]
    goes_on = (where[1:] == where[:-1]) & (game[1:] == game[:-1])
    ends[:-1][goes_on] = starts[1:][goes_on]
    kept = (values > 0) & (ends > starts)
    turns = np.full((4, squares, len(games)), LATE, np.uint8)
    turns[1] = 0
    later = plies > 0
    begins = later.copy()
    begins[1:] &= ~(goes_on & later[:-1])
    follows = np.zeros(len(later), bool)
    follows[1:] = goes_on & begins[:-1]
    turns[0, where[begins], game[begins]] = np.minimum(plies[begins], LATE)
    turns[1, where[begins], game[begins]] = values[begins]
    turns[2, where[follows], game[follows]] = np.minimum(plies[follows], LATE)
    (returns,) = np.nonzero(later & (values == each_start[game, where]))
    story = where[returns].astype(np.int64) * len(games) + game[returns]
    _, earliest = np.unique(story, return_index=True)
    returns = returns[earliest]
    turns[3, where[returns], game[returns]] = np.minimum(plies[returns], LATE)
    where, starts, ends, values = where[kept], starts[kept], ends[kept], values[kept]
    covered = np.bincount(where.astype(np.int64) * VALUES + values, ends - starts, squares * VALUES)
    covered = covered.reshape(squares, VALUES)
    covered[:, 0] = offsets[-1] - covered.sum(axis=1)
    bounds = np.searchsorted(where, np.arange(squares + 1))

    def read(square: int) -> SquareStays:
        own = slice(bounds[square], bounds[square + 1])
        return SquareStays(starts[own], ends[own], values[own])

    def read_turns(square: int) -> SquareTurns:
        return SquareTurns(*turns[:, square])

    return Block(np.array(games, np.int64), offsets, boards, which, covered.astype(np.uint32), read, read_turns)


def block_together(blocks: Sequence[Block]) -> Block:
    """One block of several for boards of the same size, in the order of their games."""
    shifts = np.cumsum([0, *(block.last for block in blocks)]).astype(np.uint32)
    offsets = [block.offsets[:-1] + shift for block, shift in zip(blocks, shifts, strict=False)]
    boards, which = _distinct(np.concatenate([block.boards[block.which] for block in blocks]))

    def read(square: int) -> SquareStays:
        parts = [block.read(square) for block in blocks]
        return SquareStays(
            np.concatenate([part.starts + shift for part, shift in zip(parts, shifts, strict=False)]),
            np.concatenate([part.ends + shift for part, shift in zip(parts, shifts, strict=False)]),
            np.concatenate([part.values for part in parts]),
        )

    def read_turns(square: int) -> SquareTurns:
        parts = [block.read_turns(square) for block in blocks]
        return SquareTurns(
            np.concatenate([part.first for part in parts]),
            np.concatenate([part.then for part in parts]),
            np.concatenate([part.again for part in parts]),
            np.concatenate([part.back for part in parts]),
        )

    return Block(
        np.concatenate([block.games for block in blocks]),
        np.concatenate([*offsets, shifts[-1:]]),
        boards,
        which,
        np.sum([block.covered for block in blocks], axis=0, dtype=np.uint32),
        read,
        read_turns,
    )


def _distinct(boards: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Each board once, and which of them each is."""
    known: dict[bytes, int] = {}
    which = np.array([known.setdefault(board.tobytes(), len(known)) for board in boards], np.uint16)
    return np.frombuffer(b"".join(known), np.uint8).reshape(-1, boards.shape[1]), which
