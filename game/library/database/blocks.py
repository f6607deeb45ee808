"""Blocks of stays in the store: how they are packed, and how the games that come in get into them.

A block is a row of `blocks` and one of `stays` for each square that ever changes or has something, by
block * 65,536 + square; all little-endian:

    games, offsets, covered   uint32      \
    boards                    uint8        } see `Block`
    which                     uint16      /
    stays                     of each its first place (uint32); of each, how many places (uint8); of each, what stands
                              there (uint8). Longer ones are several, one behind the other
    turns                     uint8: `SquareTurns`, one array behind the other; in a row of its own
    masks                     uint64: see `masks`; a row for each thing that a square has at some time, by
                              (block * 65,536 + square) * 16 + thing

Whether a block has masks is in its column `masked`, empty where nobody has looked yet whether they pay.

Games wait in `changes` until they are enough for a small block; four blocks of one size are put together, so that few
rows are read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from game.library.database.changes import unpack_changes
from game.library.database.masks import Words, do_masks_pay, masks_of, words_before
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
_SIZES: Final = (512, 2_048, 8_192, 32_768)
"""Games of blocks."""
_AT_ONCE: Final = 2
"""Of these sizes games that wait make blocks: more of them would take too much memory at the same time."""
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


def pack_waiting(connection: sqlite3.Connection) -> bool:
    """Make a block of games that wait, where there are enough of them, and put blocks together; whether there was
    anything to do. Must be called within a transaction. Raises sqlite3.Error and DamagedStoreError."""
    full = connection.execute(
        "SELECT moves, substr(packed, 9, 4) AS squares, count(*) FROM changes GROUP BY moves, squares"
        " HAVING count(*) >= ?",
        _SIZES[:1],
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
    for make in (pack_waiting, _mask_next):
        made = True
        while made:
            if is_stopped():
                return
            with transaction(connection):
                made = make(connection)


def _mask_next(connection: sqlite3.Connection) -> bool:
    """Make the masks of a block that nobody has looked at; whether there was one."""
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


def _read_mask(connection: sqlite3.Connection, block: int, square: int, thing: int, words: int) -> Words:
    number = (block * _MOST_SQUARES + square) * VALUES + thing
    row = connection.execute("SELECT packed FROM masks WHERE id = ?", (number,)).fetchone()
    if row is None or len(row[0]) != 8 * words:
        raise DamagedStoreError(fault("store-damaged"))
    return np.frombuffer(row[0], "<u8")


def _write_masks(connection: sqlite3.Connection, number: int, block: Block) -> None:
    """Give a block that is in the store masks, if they pay."""
    own = number * _MOST_SQUARES, (number + 1) * _MOST_SQUARES - 1
    size = connection.execute("SELECT sum(length(packed)) FROM stays WHERE id BETWEEN ? AND ?", own).fetchone()[0] or 0
    pays = do_masks_pay(block, size // _OF_STAY)
    connection.execute("UPDATE blocks SET masked = ? WHERE id = ?", (pays, number))
    for square in range(block.boards.shape[1]) if pays else ():
        for thing, words in masks_of(block, block.read(square)):
            row = (own[0] + square) * VALUES + thing, words.astype("<u8").tobytes()
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
