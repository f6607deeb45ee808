"""Blocks of stays in the store: how they are packed, and how the games that come in get into them.

A block is a row of `blocks` and one of `stays` for each square that ever changes or has something, by
block * 65,536 + square; all little-endian:

    games, offsets, covered   uint32      \
    boards                    uint8        } see `Block`
    which                     uint16      /
    stays                     of each its first place (uint32); of each, how many places (uint8); of each, what stands
                              there (uint8). Longer ones are several, one behind the other
    turns                     uint8: `SquareTurns`, one array behind the other; in a row of its own
    masks                     see `masks`; a row for each thing that a square has at some time, by
                              (block * 65,536 + square) * 16 + thing

Whether a block has masks is in its column `masked`, empty as long as nobody has made them.

Games wait in `changes` until they are enough for a small block; four blocks of one size are put together, so that few
rows are read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import numpy as np

from game.library.database.changes import unpack_changes
from game.library.database.mask_rows import MaskRow, pack_words, unpack_words
from game.library.database.masks import existing_positions, masks_of, words_before
from game.library.database.schema import DamagedStoreError, transaction
from game.library.database.stays import (
    LATE,
    NO_STAYS,
    VALUES,
    Block,
    SquareStays,
    SquareTurns,
    block_of,
    block_together,
)
from game.records.fault import fault

_FAN: Final = 4
_SIZES: Final = (128, 512, 2_048, 8_192, 32_768)
"""Games of blocks."""
_HASTY: Final = 1
"""While games come in, they wait until they are enough for this one of the sizes, as more will follow."""
_AT_ONCE: Final = 3
"""Waiting games make blocks of this many of the sizes, the smallest: larger ones would take too much memory."""
_LASTING: Final = 3
"""From this one of the sizes on a block has masks at once; others are soon put together."""
_LONGEST: Final = 255
_MOST_SQUARES: Final = 1 << 16
_OF_STAY: Final = 6
"""Bytes."""
_BLOCK: Final = "id, games, offsets, boards, which, covered, masked"


def blocks_of(connection: sqlite3.Connection, moves: str, squares: int) -> Iterator[Block]:
    """All games with these moves on boards with this number of squares, in blocks. To be asked for within
    `unchanging`. Raises sqlite3.Error and DamagedStoreError, as does looking at a block's stays."""
    rows = connection.execute(
        f"SELECT {_BLOCK} FROM blocks WHERE moves = ? AND squares = ? ORDER BY id", (moves, squares)
    )
    for row in rows.fetchall():
        yield _block(connection, row, squares)
    yield from _waiting(connection, moves, squares, _SIZES[_AT_ONCE - 1])


def pack_waiting(connection: sqlite3.Connection, is_last: bool = False) -> bool:
    """Make a block of games that wait, where there are enough of them (fewer are if `is_last`, for then no others are
    about to come), and put blocks together; whether there was anything to do. Must be called within a transaction.
    Raises sqlite3.Error and DamagedStoreError."""
    full = connection.execute(
        "SELECT moves, substr(packed, 9, 4) AS squares, count(*) FROM changes GROUP BY moves, squares"
        " HAVING count(*) >= ?",
        (_SIZES[0 if is_last else _HASTY],),
    ).fetchone()
    if full is None:
        return False
    moves, squares = full[0], int.from_bytes(full[1], "little")
    size = max(size for size in _SIZES[:_AT_ONCE] if size <= full[2])
    block = next(_waiting(connection, moves, squares, size))
    _write(connection, moves, squares, block)
    connection.executemany("DELETE FROM changes WHERE game = ?", ((game,) for game in block.games.tolist()))
    for size in _SIZES[:-1]:
        rows = connection.execute(
            f"SELECT {_BLOCK} FROM blocks WHERE moves = ? AND squares = ? AND length(games) = ? ORDER BY id",
            (moves, squares, 4 * size),
        ).fetchmany(_FAN)
        if len(rows) == _FAN:
            _write(connection, moves, squares, block_together([_block(connection, row, squares) for row in rows]))
            for number, *_ in rows:
                connection.execute("DELETE FROM blocks WHERE id = ?", (number,))
                own = number * _MOST_SQUARES, (number + 1) * _MOST_SQUARES - 1
                connection.execute("DELETE FROM stays WHERE id BETWEEN ? AND ?", own)
                connection.execute("DELETE FROM turns WHERE id BETWEEN ? AND ?", own)
                connection.execute(
                    "DELETE FROM masks WHERE id BETWEEN ? AND ?", (own[0] * VALUES, own[1] * VALUES + 15)
                )
    return True


def pack_all(connection: sqlite3.Connection, is_stopped: Callable[[], bool]) -> None:
    """Make blocks of all games that wait, as many as older releases have left, and masks of all blocks. Raises
    sqlite3.Error and DamagedStoreError."""
    for make in (partial(pack_waiting, is_last=True), _mask_next):
        made = True
        while made:
            if is_stopped():
                return
            with transaction(connection):
                made = make(connection)


def _mask_next(connection: sqlite3.Connection) -> bool:
    """Make the masks of a block that has none; whether there was one."""
    row = connection.execute(f"SELECT squares, {_BLOCK} FROM blocks WHERE masked IS NULL").fetchone()
    if row is None:
        return False
    _write_masks(connection, row[1], _block(connection, row[1:], row[0]))
    return True


def _waiting(connection: sqlite3.Connection, moves: str, squares: int, size: int) -> Iterator[Block]:
    """The games that are in no block, in lots of a size."""
    rows = connection.execute(
        "SELECT game, packed FROM changes WHERE moves = ? AND substr(packed, 9, 4) = ? ORDER BY game",
        (moves, squares.to_bytes(4, "little")),
    )
    while lot := rows.fetchmany(size):
        yield block_of([game for game, _ in lot], [unpack_changes(packed) for _, packed in lot], squares)


def _block(
    connection: sqlite3.Connection, row: tuple[int, bytes, bytes, bytes, bytes, bytes, int | None], squares: int
) -> Block:
    number, games, offsets, boards, which, covered, masked = row
    count = len(games) // 4
    sizes = (len(games), len(offsets) - 4, len(which) * 2, len(covered), len(boards) % squares)
    if sizes != (count * 4, count * 4, count * 4, squares * VALUES * 4, 0) or not count:
        raise DamagedStoreError(fault("store-damaged"))
    block = Block(
        np.frombuffer(games, "<u4").astype(np.int64),
        np.frombuffer(offsets, "<u4"),
        np.frombuffer(boards, np.uint8).reshape(-1, squares),
        np.frombuffer(which, "<u2"),
        np.frombuffer(covered, "<u4").reshape(squares, VALUES),
        lambda square: _read(connection, number, square, block.last),
        lambda square: _read_turns(connection, number, square, count),
        (lambda square, thing: _read_mask(connection, number, square, thing, words)) if masked else None,
    )
    rises = block.offsets[0] == 0 and (block.offsets[1:] > block.offsets[:-1]).all()
    if not rises or (block.which >= len(block.boards)).any():
        raise DamagedStoreError(fault("store-damaged"))
    words = int(words_before(block.offsets)[-1])
    return block


def _read(connection: sqlite3.Connection, block: int, square: int, last: int) -> SquareStays:
    row = connection.execute("SELECT packed FROM stays WHERE id = ?", (block * _MOST_SQUARES + square,)).fetchone()
    if row is None:
        return NO_STAYS
    count, rest = divmod(len(row[0]), _OF_STAY)
    starts = np.frombuffer(row[0], "<u4", count)
    ends = starts + np.frombuffer(row[0], np.uint8, count, 4 * count)
    if rest or not count or ends[-1] > last:
        raise DamagedStoreError(fault("store-damaged"))
    return SquareStays(starts, ends, np.frombuffer(row[0], np.uint8, count, 5 * count))


def _read_turns(connection: sqlite3.Connection, block: int, square: int, games: int) -> SquareTurns:
    row = connection.execute("SELECT packed FROM turns WHERE id = ?", (block * _MOST_SQUARES + square,)).fetchone()
    if row is None:
        never = np.full(games, LATE, np.uint8)
        return SquareTurns(never, np.zeros(games, np.uint8), never, never)
    if len(row[0]) != 4 * games:
        raise DamagedStoreError(fault("store-damaged"))
    return SquareTurns(*np.frombuffer(row[0], np.uint8).reshape(4, games))


def _read_mask(connection: sqlite3.Connection, block: int, square: int, thing: int, words: int) -> MaskRow:
    number = (block * _MOST_SQUARES + square) * VALUES + thing
    row = connection.execute("SELECT packed FROM masks WHERE id = ?", (number,)).fetchone()
    if row is None:
        raise DamagedStoreError(fault("store-damaged"))
    return unpack_words(row[0], words)


def _write_masks(connection: sqlite3.Connection, number: int, block: Block) -> None:
    """Give a block that is in the store masks."""
    connection.execute("UPDATE blocks SET masked = 1 WHERE id = ?", (number,))
    existing = existing_positions(block.offsets)
    for square in range(block.boards.shape[1]):
        for thing, words in masks_of(block, square):
            row = (number * _MOST_SQUARES + square) * VALUES + thing, pack_words(words, existing)
            connection.execute("INSERT INTO masks(id, packed) VALUES(?, ?)", row)


def _write(connection: sqlite3.Connection, moves: str, squares: int, block: Block) -> None:
    number = connection.execute(
        "INSERT INTO blocks(moves, squares, games, offsets, boards, which, covered) VALUES(?, ?, ?, ?, ?, ?, ?)",
        (
            moves,
            squares,
            block.games.astype("<u4").tobytes(),
            block.offsets.astype("<u4").tobytes(),
            block.boards.tobytes(),
            block.which.astype("<u2").tobytes(),
            block.covered.astype("<u4").tobytes(),
        ),
    ).lastrowid
    assert number is not None
    for square in range(squares):
        stays = block.read(square)
        if len(stays.starts):
            row = number * _MOST_SQUARES + square, _packed(stays)
            connection.execute("INSERT INTO stays(id, packed) VALUES(?, ?)", row)
        turns = block.read_turns(square)
        if (turns.first < LATE).any():
            packed = b"".join(each.tobytes() for each in (turns.first, turns.then, turns.again, turns.back))
            connection.execute("INSERT INTO turns(id, packed) VALUES(?, ?)", (number * _MOST_SQUARES + square, packed))
    if len(block.games) >= _SIZES[_LASTING]:
        _write_masks(connection, number, block)


def _packed(stays: SquareStays) -> bytes:
    sizes = (stays.ends - stays.starts).astype(np.int64)
    parts = (sizes + (_LONGEST - 1)) // _LONGEST
    whole = np.repeat(np.arange(len(parts)), parts)
    before = (np.arange(len(whole)) - np.repeat(np.cumsum(parts) - parts, parts)) * _LONGEST
    starts = stays.starts[whole] + before
    lengths = np.minimum(sizes[whole] - before, _LONGEST)
    columns = starts.astype("<u4"), lengths.astype(np.uint8), stays.values[whole]
    return b"".join(column.tobytes() for column in columns)
