"""Games that were interrupted, as their journals tell them, given back; those that were over get their records."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from game.match.autosave import Autosave, part_id_of
from game.match.clock import MatchClock
from game.match.journal import SUFFIX, Opened, ReplayedGame, open_journal
from game.match.match import Match, Seat
from game.match.match_record import record_path, told_record, write_and_remove
from game.match.move_list import ListedMoves
from game.match.players import Player, PlayerKind
from game.records.record import SeatInfo
from game.rules.core import Side
from game.storage.folders import FolderError, Folders
from game.storage.notice import Notice
from game.storage.reasons import reason_of

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """An unfinished game on disk, as the menu's Continue shows it. `saved` is in the person's time zone."""

    path: Path
    variant: str
    seats: tuple[SeatInfo, SeatInfo]
    ply: int
    turn: Side
    saved: datetime
    moves: tuple[str, ...]
    start: str
    is_attempt: bool = False
    """Whether it is played for the ladder."""


class GameTakenError(Exception):
    """The saved game can't be had: another window plays it, or it is gone. `notice` says so."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(str(notice))
        self.notice = notice


def recover(path: Path) -> tuple[SavedMatch | None, Notice | None]:
    """What an unfinished game's journal holds, and what the person should know of it (a damage). Never raises.

    A damaged journal is kept aside and cut to its good part. None for a game that another window plays, that is over,
    or of which nothing can be read.
    """
    opened, notice = open_journal(path)
    if opened is None:
        return None, notice
    opened.file.close()
    replayed = opened.replayed
    return (saved_game(path, replayed) if replayed.ending is None else None), notice


def saved_game(path: Path, replayed: ReplayedGame) -> SavedMatch:
    """The game that a journal tells, as the person sees it."""
    game = replayed.game
    return SavedMatch(
        path=path, variant=game.variant.name, seats=(replayed.seats[0], replayed.seats[1]), ply=game.ply,
        turn=game.turn, saved=_wall_time(replayed.at), moves=game.texts(), start=replayed.header.start,
        is_attempt=replayed.attempt is not None,
    )  # fmt: skip


def unfinished(
    folders: Folders, settle: Callable[[ReplayedGame, str], None] = lambda replayed, part_id: None
) -> tuple[list[SavedMatch], list[Notice]]:
    """The games that can be continued, the last saved first, and what the person should know. Never raises.

    A game that ended just before the program was killed gets its record now; before that `settle` is told of it, which
    may have heard of that end already.
    """
    games: list[SavedMatch] = []
    notices: list[Notice] = []
    try:
        paths = sorted(folders.saves.glob(f"*{SUFFIX}"))
    except OSError as error:
        return [], [Notice("save-unreadable", {"file": str(folders.saves), "why": reason_of(error)})]
    for path in paths:
        game, notice = recover(path)
        if notice is not None:
            notices.append(notice)
        if game is not None:
            games.append(game)
        elif notice is None:
            _put_away_ended(folders, path, settle)
    return sorted(games, key=lambda game: game.saved, reverse=True), notices


def _put_away_ended(folders: Folders, path: Path, settle: Callable[[ReplayedGame, str], None]) -> None:
    opened, _ = open_journal(path)
    if opened is not None and opened.replayed.ending is None:
        opened.file.close()
    elif opened is not None:
        settle(opened.replayed, part_id_of(path))
        put_away(opened, folders.records)


def put_away(opened: Opened, records: Path, *, shared: bool = False) -> None:
    """Write the record of a game that was killed at its end, if that was not done before, and remove its journal. Never
    raises: what can't be written now stays for another time."""
    replayed = opened.replayed
    try:
        record = None if replayed.is_recorded else told_record(replayed, shared=shared)
        write_and_remove(record_path(records, replayed), record, opened.file)
    except (OSError, FolderError) as error:
        _logger.warning("a finished game stays as a journal: %s", error)
    finally:
        opened.file.close()


def keep_record(opened: Opened, records: Path) -> None:
    """Write the record of a shared game that is over, unless that was done before; its journal stays. Never raises:
    what can't be written now is for another time."""
    replayed = opened.replayed
    if replayed.ending is None or replayed.is_recorded:
        return
    try:
        record = told_record(replayed, shared=True)
        write_and_remove(record_path(records, replayed), record, None, unconcluded=opened.file)
    except (OSError, FolderError) as error:
        _logger.warning("the record of a finished game can't be written: %s", error)


def resume(
    saved: SavedMatch,
    folders: Folders,
    player_for: Callable[[Side, SeatInfo], Player],
    *,
    adviser: Player | None = None,
    paused: bool = False,
    now: Callable[[], float] = time.perf_counter,
    log: Autosave | None = None,
    returns_time: bool = True,
) -> Match:
    """The match as it stood, with clocks, moves to redo and names, going on in its journal with `log`.

    `player_for` makes the players of the seats; `returns_time` is the clock's. A match between computers begins paused,
    others with `paused`. Raises GameTakenError if another window plays the game meanwhile or it is gone, and what
    `player_for` raises.
    """
    opened, notice = open_journal(saved.path)
    if opened is None or opened.replayed.ending is not None:
        if opened is not None:
            opened.file.close()
        raise GameTakenError(notice or Notice("save-taken", {"file": str(saved.path)}))
    replayed, game = opened.replayed, opened.replayed.game
    try:
        seats = [Seat(player_for(side, replayed.seats[side]), replayed.seats[side].name) for side in Side]
    except BaseException:  # whatever it was goes on; only the lock must not stay
        opened.file.close()
        raise
    clock = MatchClock(replayed.header.control, now, returns_time=returns_time)
    clock.replay(ListedMoves(game).sides, replayed.times_s, game.can_redo, replayed.standing)
    clock.start(game.turn, replayed.move_s)
    clock.pause()
    log = Autosave(folders) if log is None else log
    log.take_over(opened.file, replayed)
    watched = all(seat.player.kind is PlayerKind.ENGINE for seat in seats)
    match = Match(
        game, (seats[0], seats[1]), clock, adviser=adviser, take_backs=replayed.header.take_backs,
        paused=watched or paused, pace_s=replayed.header.pace_s, log=log, attempt=replayed.attempt,
    )  # fmt: skip
    match.teaching.offered_back = replayed.offered_back
    return match


def _wall_time(at: float) -> datetime:
    try:
        return datetime.fromtimestamp(at, UTC).astimezone()
    except (OverflowError, OSError, ValueError):  # a number that is no time
        return datetime.fromtimestamp(0, UTC)
