"""The record of a match: what it says, and how it comes to the disk."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from game.match.journal import JournalFile, RecordedLine, ReplayedGame
from game.match.match import Match
from game.records import native
from game.records.record import Record, RecordError, SeatInfo, clean_name
from game.records.tree import GameNode
from game.rules.core import Outcome, Side, Termination
from game.storage.atomic_file import free_beside, write_safely
from game.storage.file_lock import alone_in
from game.storage.folders import ready

_logger = logging.getLogger(__name__)


def seat_info(match: Match, side: Side) -> SeatInfo:
    """Who plays a side, as files have it."""
    seat = match.seat(side)
    return SeatInfo(seat.player.kind.value, clean_name(seat.name), seat.player.level)


def match_record(match: Match, date: str = "") -> Record:
    """The record of a match as it stands, finished or not. `date` is an ISO 8601 time."""
    return Record.from_game(
        match.game, (seat_info(match, Side.FIRST), seat_info(match, Side.SECOND)), times_s=match.clock.times_s,
        control=match.clock.control, outcome=match.outcome, date=date,
    )  # fmt: skip


def _make_way(path: Path, record: Record) -> None:
    """Let a record that was edited after the game's first end, when it went on to the end of `record`, be a record of
    its own; one that can't be read, of a newer version perhaps, too. Raises OSError."""
    try:
        there = native.read(path.read_bytes()).record
    except FileNotFoundError:
        return
    except RecordError:
        is_edited = True
    else:
        tree = there.tree
        is_edited = (
            bool(tree.variations)
            or any(node != GameNode(node.text, node.used_s) for node in tree.nodes)
            or _around_the_moves(there) != _around_the_moves(record)
        )
    if is_edited:
        os.replace(path, free_beside(path))


def _around_the_moves(record: Record) -> tuple[object, ...]:
    """What a record says that another end of the same game does not change."""
    names = [seat.name for seat in record.seats]
    return names, record.date, record.event, record.headers, record.header_order


def record_path(records: Path, replayed: ReplayedGame) -> Path:
    """Where the record of the game lies that a journal tells."""
    return records / f"{replayed.header.id}{native.EXTENSION}"


def told_record(replayed: ReplayedGame, *, shared: bool) -> Record | None:
    """The record of the game that a journal tells, or None for one that needs none."""
    ending = replayed.ending or Outcome(None, Termination.ABANDONED)
    if not replayed.game.ply or not (shared or ending.termination is not Termination.ABANDONED):
        return None
    return Record.from_game(
        replayed.game, (replayed.seats[0], replayed.seats[1]), times_s=replayed.times_s[: replayed.game.ply],
        control=replayed.header.control, outcome=ending, date=replayed.header.started,
    )  # fmt: skip


def write_and_remove(
    path: Path | None,
    record: Record | None,
    file: JournalFile | None,
    spoilt: Sequence[Path] = (),
    unconcluded: JournalFile | None = None,
) -> None:
    """Write the record of a finished game, then remove its journals; one that is `unconcluded` stays, and says from
    now on that the record is written. Raises OSError or FolderError."""
    if record is not None and path is not None:
        ready(path.parent)
        data = native.write(record)
        with alone_in(path.parent):
            _make_way(path, record)
            write_safely(path, data)
        if unconcluded is not None:
            unconcluded.append(RecordedLine(at=time.time()))
    if file is not None:
        file.delete()
    remove_files(spoilt)


def remove_files(paths: Sequence[Path]) -> None:
    """Remove files, as far as they are there. Raises OSError."""
    for path in paths:
        path.unlink(missing_ok=True)


def amend_record(path: Path, change: Callable[[Record], Record]) -> None:
    """Change a record that is written. One that is gone or can't be read stays so; never raises."""
    try:
        with alone_in(path.parent):  # it may just be edited
            record = native.read(path.read_bytes()).record
            changed = change(record)
            if changed != record:
                write_safely(path, native.write(changed))
    except FileNotFoundError:
        pass
    except (OSError, RecordError) as error:
        _logger.warning("a record can't be changed: %s", error)
