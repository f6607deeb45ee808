"""Keeps every match on disk as it goes; `saved_match` gives an interrupted one back.

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
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path

from game.match import events as happened
from game.match.attempt import AttemptNote
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
    RedoLine,
    ReplayedGame,
    SeatLine,
    UndoLine,
)
from game.match.match import Match
from game.match.match_record import amend_record, match_record, remove_files, seat_info, write_and_remove
from game.match.move_list import ListedMoves
from game.match.signed_move import SignedMove
from game.records import native
from game.records.record import Record
from game.records.tree import LONGEST_S
from game.rules.core import Outcome, Side, Termination
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice
from game.storage.reasons import reason_of

_logger = logging.getLogger(__name__)  # `log` is the journal here

CLOCK_EVERY_S = 5.0
"""How often the time of the move in progress is noted; so much of it a killed program loses at most."""


def local_now() -> datetime:
    """The wall clock in the person's own time zone."""
    return datetime.now().astimezone()


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
        self._submit(partial(remove_files, spoilt))  # the new journal holds all that they did

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
        record = None
        if match.ply and (self._shared or outcome.termination is not Termination.ABANDONED):
            record = match_record(match, self._started or self._wall().isoformat(timespec="seconds"))
            record = self._change(record) if self._change is not None else record
            self._record = self._records / f"{self._id}{native.EXTENSION}"
        self._settle(match, outcome)
        spoilt, self._spoilt = self._spoilt, []
        self._submit(partial(write_and_remove, self._record, record, file, spoilt, self._unconcluded))

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
        self._submit(partial(remove_files, spoilt))

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


def part_id_of(path: Path) -> str:
    """`Autosave.part_id` of a journal: its name is `<id>.<part>.journal`."""
    return path.name.removesuffix(SUFFIX)
