"""Keeps every match on disk as it goes, and gives an interrupted one back.

One journal per game in the folder of saves, one record per finished game in the folder of records. A journal is held by
a lock that ends with its process, so two windows at once keep two games and neither touches the other's.

A line is written to the file in the frame in which the move is made (0.2 ms with all around it, measured), so a killed
program loses nothing. Waiting for the disk (fsync) takes 0.2 ms on the SSD measured here and 3 ms under load, but tens
of milliseconds on a turning disk or a memory card, more than a frame may take: a thread does it right after, and writes
the records too. So a power cut can cost the move of the last moment. Whoever must not tell anybody of a move before
it is on disk asks `is_safe`.

A game that is `shared` with somebody elsewhere has its journal in a folder of its own and from its very beginning, and
keeps it until both sides know of the end (`conclude`): else a program that is killed right after the last move could
not tell it to the other side.
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from game.match import events as happened
from game.match.attempt import AttemptNote
from game.match.clock import MatchClock
from game.match.events import MatchEvent
from game.match.journal import (
    SUFFIX,
    VERSION,
    ClockLine,
    EndLine,
    Header,
    HintLine,
    JournalFile,
    Line,
    MoveLine,
    OfferLine,
    Opened,
    RecordedLine,
    RedoLine,
    ReplayedGame,
    SeatLine,
    UndoLine,
    open_journal,
)
from game.match.match import Match, Seat
from game.match.move_list import ListedMoves
from game.match.players import Player, PlayerKind
from game.match.signed_move import SignedMove
from game.records import native
from game.records.record import Record, RecordError, SeatInfo, clean_name
from game.records.tree import LONGEST_S
from game.rules.core import Outcome, Side, Termination
from game.storage.atomic_file import write_safely
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice
from game.storage.reasons import reason_of

_logger = logging.getLogger(__name__)  # `log` is the journal here

CLOCK_EVERY_S = 5.0
"""How often the time of the move in progress is noted; so much of it a killed program loses at most."""


def local_now() -> datetime:
    """The wall clock in the person's own time zone."""
    return datetime.now().astimezone()


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


class Autosave:
    """The log of one match, as `Match` wants it: it never raises, and never waits but in `close`."""

    def __init__(
        self,
        folders: Folders,
        wall: Callable[[], datetime] = local_now,
        *,
        shared: bool = False,
        records: Path | None = None,
    ) -> None:
        """`records` is where the record goes, by default the person's own."""
        self._folders = folders
        self._wall = wall
        self._shared = shared
        self._saves = folders.lan if shared else folders.saves
        self._records = folders.records if records is None else records
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="autosave")
        self._jobs: list[Future[None]] = []
        self._syncing: Future[None] | None = None
        self._file: JournalFile | None = None
        self._spoilt: list[Path] = []  # journals of this game that could not be written any more
        self._id = ""
        self._started = ""
        self._part = 0  # a game that goes on after its end gets another journal
        self._epoch = self._base = 0  # as `ReplayedGame` has them
        self._signed: list[SignedMove | None] = []
        self._unconcluded: JournalFile | None = None
        self._left_behind: Path | None = None  # the same after `close`
        self.is_closed = False
        """Whether the match was left: nothing more is noted."""
        self._record: Path | None = None
        self._change: Callable[[Record], Record] | None = None
        self._failing = False
        self._notices: list[Notice] = []
        self._clocked_s = 0.0

    def take_over(self, file: JournalFile, replayed: ReplayedGame) -> None:
        """Go on in the journal of a game that was interrupted."""
        self._file = file
        self._id = replayed.header.id
        self._started = replayed.header.started
        self._epoch, self._base = replayed.epoch, replayed.base
        self._signed = list(replayed.signed)
        part = part_id_of(file.path).rpartition(".")[2]
        self._part = int(part) if part.isdecimal() else 0

    @property
    def id(self) -> str:
        """The name of the game in all files about it; empty before there are any."""
        return self._id

    @property
    def part_id(self) -> str:
        """The name of its journal: a game that goes on after its end gets another one for each end."""
        return f"{self._id}.{self._part}"

    @property
    def epoch(self) -> tuple[int, int]:
        """How many take-backs and beginnings again there were, and the ply to which the last one led."""
        return self._epoch, self._base

    @property
    def is_safe(self) -> bool:
        """Whether all that was noted is on disk, or can't be got there (which a notice has told)."""
        return all(job.done() for job in self._jobs)

    @property
    def record(self) -> Path | None:
        """The file of the game's record, once the game is over and if it has one; it is there as soon as `is_safe`."""
        return self._record

    def begin(self, match: Match) -> None:
        """Keep a shared game from now on, though no move has been made."""
        if self._file is None:
            self._begin(match)

    def amend(self, change: Callable[[Record], Record]) -> None:
        """Have the record changed like this: the one that is written already, and any that will be. It waits for the
        disk only where the match was left. Never raises."""
        self._change = change
        if self._record is None:
            return
        if self.is_closed:
            amend_record(self._record, change)
        else:
            self._submit(partial(amend_record, self._record, change))

    def conclude(self) -> None:
        """Both sides know how the shared game ended: its journal is not needed any more."""
        file, self._unconcluded = self._unconcluded, None
        path, self._left_behind = self._left_behind, None
        if file is not None:
            self._submit(file.delete)
        elif path is not None:
            with contextlib.suppress(OSError):  # the next start finds it, and its record
                path.unlink()

    def note(self, event: MatchEvent, match: Match) -> None:
        """Keep what has happened."""
        match event:
            case happened.MovePlayed(text=text, used_s=used_s):
                signed = self._sign(event, match)
                self._write(match, MoveLine(at=self._at(), text=text, used_s=min(used_s, LONGEST_S), signed=signed))
            case happened.MovesUndone(plies=plies, is_nudge=is_nudge):
                if not is_nudge:
                    self._epoch += 1
                    self._base = match.ply
                self._write(
                    match, UndoLine(at=self._at(), plies=plies, is_nudge=is_nudge, standing=match.clock.standing)
                )
            case happened.MovesRedone(plies=plies):
                self._write(match, RedoLine(at=self._at(), plies=plies))
            case happened.PlayerChanged(side=side):
                self._write(match, SeatLine(at=self._at(), side=side, seat=seat_info(match, side)))
            case happened.HintAsked() if match.attempt is not None:
                self._note_clock(match)
                self._write(match, HintLine(at=self._at()))
            case happened.MoveOffered():
                self._write(match, OfferLine(at=self._at()))
            case happened.Paused():
                self._note_clock(match)
            case happened.Restarted():
                self._forget(match)
            case happened.GameEnded(outcome=outcome):
                self._finish(match, outcome)
            case _:
                pass

    def update(self, match: Match) -> Sequence[Notice]:
        """Note the running clock now and then, and tell what went wrong since the last call."""
        if match.clock.is_running and abs(match.clock.now() - self._clocked_s) >= CLOCK_EVERY_S:
            self._note_clock(match)
        if any(job.done() for job in self._jobs):
            for job in [job for job in self._jobs if job.done()]:
                self._jobs.remove(job)
                error = job.exception()
                if error is not None:
                    self._complain(error)
        if not self._notices:
            return ()
        notices, self._notices = self._notices, []
        return notices

    def close(self, match: Match) -> None:
        """Leave the table: an unfinished game can be continued later. Waits for the disk."""
        if match.outcome is None:
            self._note_clock(match)
        self.is_closed = True
        self._disk.shutdown(wait=True)
        if self._unconcluded is not None:
            self._left_behind = self._unconcluded.path
        for file in (self._file, self._unconcluded):
            if file is not None:
                file.close()
        self._file = self._unconcluded = None

    def _sign(self, event: happened.MovePlayed, match: Match) -> SignedMove | None:
        """How a move of a shared game is signed: as the other side said, or as it will hear of ours."""
        signed = event.signed
        if signed is None and self._shared:
            left_s = match.clock.left_s(event.side)
            left_ms = None if left_s is None else max(0, round(1000 * left_s))
            signed = SignedMove(self._epoch, max(0, round(1000 * event.used_s)), left_ms)
        self._signed[event.ply - 1 :] = [signed]
        return signed

    # --- writing ------------------------------------------------------------------------------------------------------

    def _write(self, match: Match, line: Line) -> None:
        """Append a line; without a journal (the first move, or after a failure) write one that tells all up to now."""
        if self._file is None:
            self._begin(match)
            return
        try:
            self._file.append(line)
        except OSError as error:
            self._spoil(error)
        else:
            self._sync()

    def _note_clock(self, match: Match) -> None:
        """Note how long the move in progress has taken. Not worth waiting for the disk, nor a journal of its own."""
        self._clocked_s = match.clock.now()
        if self._file is not None:
            try:
                self._file.append(ClockLine(at=self._at(), move_s=min(match.clock.move_s, LONGEST_S)))
            except OSError as error:
                self._spoil(error)

    def _begin(self, match: Match) -> None:
        texts = match.sheet.kept_texts
        if not texts and not self._shared:
            return  # nothing that could be lost
        if not self._id:
            now = self._wall()
            self._id = f"{now:%Y%m%d-%H%M%S}-{match.variant.name[:24]}-{os.urandom(3).hex()}"
            self._started = now.isoformat(timespec="seconds")
        self._part += 1
        at = self._at()
        header = Header(
            at=at, version=VERSION, id=self._id, started=self._started, variant=match.variant.name,
            start=match.variant.write_position(match.game.start),
            seats=(seat_info(match, Side.FIRST), seat_info(match, Side.SECOND)),
            control=match.clock.control, take_backs=match.take_backs, pace_s=match.pace_s,
            # the line that takes back what can be redone counts again when the journal is read
            epoch=max(0, self._epoch - (match.game.can_redo > 0)), base=self._base,
            attempt=_attempt_note(match), offered_back=match.teaching.offered_back,
            standing=match.clock.standing,
        )  # fmt: skip
        if self._unconcluded is not None:  # the game goes on after all
            self._spoilt.append(self._unconcluded.path)
            self._submit(self._unconcluded.close)
            self._unconcluded = None
        times = match.clock.all_times_s
        signed = [*self._signed, *[None] * len(texts)]
        lines: list[Line] = [
            MoveLine(at=at, text=text, used_s=min(used_s, LONGEST_S), signed=mark)
            for text, used_s, mark in zip(texts, times, signed[: len(texts)], strict=True)
        ]
        if match.game.can_redo:
            lines.append(UndoLine(at=at, plies=match.game.can_redo))
        try:
            self._file = JournalFile.create(ready(self._saves) / f"{self._id}.{self._part}{SUFFIX}")
            self._file.append(header, *lines)
        except (OSError, FolderError) as error:
            self._spoil(error)
            return
        self._failing = False
        self._sync()
        spoilt, self._spoilt = self._spoilt, []
        self._submit(partial(_remove, spoilt))  # the new journal holds all that they did

    def _finish(self, match: Match, outcome: Outcome) -> None:
        """The game is over: its record is written, then its journal removed, in this order."""
        file, self._file = self._file, None
        if file is not None:
            try:
                file.append(EndLine(at=self._at(), winner=outcome.winner, termination=outcome.termination))
            except OSError as error:
                self._complain(error)
        if self._shared and file is not None:
            self._unconcluded, file = file, None  # the other side may still have to hear of the end
        self._settle(match, outcome)
        record = None
        if match.ply and (self._shared or outcome.termination is not Termination.ABANDONED):
            record = match_record(match, self._started or self._wall().isoformat(timespec="seconds"))
            record = self._change(record) if self._change is not None else record
            self._record = self._records / f"{self._id}{native.EXTENSION}"
        spoilt, self._spoilt = self._spoilt, []
        self._submit(partial(_put_away, self._record, record, file, spoilt, self._unconcluded))

    def _settle(self, match: Match, outcome: Outcome) -> None:
        """What the end means elsewhere. The journal has the end already, and stays until this is written."""

    def _forget(self, match: Match) -> None:
        """The game was begun again: it has another journal, and another record unless it is shared (the other side
        agreed, so what was played is not a game of its own)."""
        file, self._file = self._file, None
        spoilt, self._spoilt = self._spoilt, []
        if self._shared:
            self._epoch += 1
            self._base = 0
            self._signed = []
            self._begin(match)
        else:
            self._id = ""
            self._part = 0
            self._epoch = self._base = 0
        if file is not None:
            self._submit(file.close)
            spoilt.append(file.path)
        self._submit(partial(_remove, spoilt))

    def _spoil(self, error: Exception) -> None:
        """The journal can't be written; the next move tries again with a new one."""
        if self._file is not None:
            self._spoilt.append(self._file.path)
            self._submit(self._file.close)  # the thread may just be waiting for this file
            self._file = None
        self._complain(error)

    def _complain(self, error: BaseException) -> None:
        """Tell the person, but only once until it works again."""
        if not self._failing:
            self._failing = True
            why = error.why if isinstance(error, FolderError) else reason_of(error)
            self._notices.append(Notice("autosave-failed", {"folder": str(self._folders.data), "why": why}))

    def _sync(self) -> None:
        if self._syncing is not None and not self._syncing.done() and not self._syncing.running():
            return  # one that has yet to begin will see this line too
        if self._file is not None:
            self._syncing = self._submit(self._file.sync)

    def _submit(self, job: Callable[[], None]) -> Future[None]:
        future = self._disk.submit(job)
        self._jobs.append(future)
        return future

    def _at(self) -> float:
        return self._wall().timestamp()


def _attempt_note(match: Match) -> AttemptNote | None:
    if match.attempt is None:
        return None
    return match.attempt.written(ListedMoves(match.game).sides, match.clock.all_times_s)


def _put_away(
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
        write_safely(path, native.write(record))
        if unconcluded is not None:
            unconcluded.append(RecordedLine(at=time.time()))
    if file is not None:
        file.delete()
    _remove(spoilt)


def _remove(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


# --- giving back ------------------------------------------------------------------------------------------------------


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


def part_id_of(path: Path) -> str:
    """`Autosave.part_id` of a journal: its name is `<id>.<part>.journal`."""
    return path.name.removesuffix(SUFFIX)


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
        record = None if replayed.is_recorded else _told_record(replayed, shared=shared)
        _put_away(_record_path(records, replayed), record, opened.file)
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
        _put_away(_record_path(records, replayed), _told_record(replayed, shared=True), None, unconcluded=opened.file)
    except (OSError, FolderError) as error:
        _logger.warning("the record of a finished game can't be written: %s", error)


def amend_record(path: Path, change: Callable[[Record], Record]) -> None:
    """Change a record that is written. One that is gone or can't be read stays so; never raises."""
    try:
        record = native.read(path.read_bytes()).record
        changed = change(record)
        if changed != record:
            write_safely(path, native.write(changed))
    except FileNotFoundError:
        pass
    except (OSError, RecordError) as error:
        _logger.warning("a record can't be changed: %s", error)


def _record_path(records: Path, replayed: ReplayedGame) -> Path:
    return records / f"{replayed.header.id}{native.EXTENSION}"


def _told_record(replayed: ReplayedGame, *, shared: bool) -> Record | None:
    """The record of the game that a journal tells, or None for one that needs none."""
    ending = replayed.ending or Outcome(None, Termination.ABANDONED)
    if not replayed.game.ply or not (shared or ending.termination is not Termination.ABANDONED):
        return None
    return Record.from_game(
        replayed.game, (replayed.seats[0], replayed.seats[1]), times_s=replayed.times_s[: replayed.game.ply],
        control=replayed.header.control, outcome=ending, date=replayed.header.started,
    )  # fmt: skip


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
