"""The journal of one game: an append-only file from which the game can be had back after any accident.

Each line is a checksum, a space, and one JSON object:

    5f3a90c1 {"type":"game","at":...,"version":1,"id":...,"variant":"gomoku-renju","start":...,"seats":[...],...}
    0b7714ee {"type":"move","at":...,"text":"h8","used_s":2.5}
    9d02f3aa {"type":"undo","at":...,"plies":2}

The checksum is CRC-32 over the JSON, continued from the line before, so a line that is damaged, missing, doubled or out
of place is seen, and everything before it stands. `at` is the wall clock in seconds since 1970.

A line of a kind that is not known, with a good checksum, is from a later release, and so is its journal: it is left as
it is. A move that follows an end by our rules stands: the release that played it saw none there.
"""

from __future__ import annotations

import contextlib
import os
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, get_args

import msgspec

from game.match.attempt import Attempt, AttemptNote
from game.match.clock import StandingClock
from game.match.signed_move import SignedMove
from game.records.control import TimeControl
from game.records.record import SeatInfo
from game.records.tree import LONGEST_S
from game.rules import registry
from game.rules.core import GameOverError, Outcome, RulesError, Side, Termination
from game.rules.game import Game
from game.storage.atomic_file import copy_aside
from game.storage.file_lock import try_lock
from game.storage.notice import Notice
from game.storage.reasons import reason_of

SUFFIX = ".journal"
VERSION = 1

_LONGEST_FILE = 64 << 20
_FORGOTTEN_AFTER_S = 60.0
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=LONGEST_S)]
_Plies = Annotated[int, msgspec.Meta(ge=1)]
_Count = Annotated[int, msgspec.Meta(ge=0)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: float


class Header(_Entry, frozen=True, tag="game"):
    """The first line: what is played, by whom, with which time. `id` names the game in all files about it. `epoch` and
    `base`: this many take-backs and beginnings again lie before this journal, and the last one led to that ply.
    `attempt` stands in a game for the ladder; this many moves had been `offered_back`."""

    version: int
    id: _Text
    started: str
    variant: str
    start: str
    seats: tuple[SeatInfo, SeatInfo]
    control: TimeControl | None = None
    take_backs: bool = True
    pace_s: _Seconds = 0.0
    epoch: _Count = 0
    base: _Count = 0
    attempt: AttemptNote | None = None
    offered_back: _Count = 0
    standing: StandingClock | None = None


class MoveLine(_Entry, frozen=True, tag="move"):
    """A move and the seconds that its side thought; in a game with somebody elsewhere, how it is signed."""

    text: _Text
    used_s: _Seconds
    signed: SignedMove | None = None


class UndoLine(_Entry, frozen=True, tag="undo"):
    """This many moves were taken back. `is_nudge`: a piece was pushed, and the move in its place follows. `standing`:
    the clock after it, where no time is given back; also in the header, of the last one before this journal."""

    plies: _Plies
    is_nudge: bool = False
    standing: StandingClock | None = None


class RedoLine(_Entry, frozen=True, tag="redo"):
    """This many moves were played again."""

    plies: _Plies


class SeatLine(_Entry, frozen=True, tag="seat"):
    """Another player on a side."""

    side: Side
    seat: SeatInfo


class ClockLine(_Entry, frozen=True, tag="clock"):
    """The seconds that the move which is being thought about has taken so far."""

    move_s: _Seconds


class HintLine(_Entry, frozen=True, tag="hint"):
    """A hint was asked for; noted in games for the ladder."""


class OfferLine(_Entry, frozen=True, tag="offer"):
    """The last move was bad and was offered back."""


class EndLine(_Entry, frozen=True, tag="end"):
    """The game is over."""

    winner: Side | None
    termination: Termination


class RecordedLine(_Entry, frozen=True, tag="recorded"):
    """The game is over and its record is written: whoever deletes that has deleted the game."""


Line = Header | MoveLine | UndoLine | RedoLine | SeatLine | ClockLine | HintLine | OfferLine | EndLine | RecordedLine


class _AnyLine(msgspec.Struct):
    """What even a line of a later release is."""

    type: str


_KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(Line))
_decode = msgspec.json.Decoder(Line).decode
_decode_any = msgspec.json.Decoder(_AnyLine).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class ReplayedGame:
    """The game that the good lines of a journal tell. `times_s` holds the moves that a redo brings back too, `signed`
    how they are signed; `move_s` is the time of the unfinished move; `length` and `checksum` are those of the good
    lines. `epoch` counts take-backs and beginnings again, the last of which led to the ply `base`; `attempt` is what a
    game for the ladder has used, `offered_back` how many moves were offered back, `is_recorded` whether the record of
    its end is written."""

    header: Header
    game: Game
    seats: list[SeatInfo]
    at: float
    times_s: list[float] = field(default_factory=list)
    signed: list[SignedMove | None] = field(default_factory=list)
    move_s: float = 0.0
    outcome: Outcome | None = None
    length: int = 0
    checksum: int = 0
    epoch: int = 0
    base: int = 0
    attempt: Attempt | None = None
    offered_back: int = 0
    standing: StandingClock | None = None
    is_recorded: bool = False

    @property
    def ending(self) -> Outcome | None:
        """How the game ended (also if the program died before it could write the end), or None."""
        return self.outcome or self.game.outcome

    def follow(self, line: Line) -> None:
        """Take the next line. Raises RulesError or ValueError, the replayed game unchanged, if it can't come here."""
        game = self.game
        if isinstance(line, RecordedLine) and self.ending is not None:
            self.is_recorded = True
            return
        if self.outcome is not None:
            raise ValueError("a line after the end")
        move_s = 0.0
        match line:
            case MoveLine(text=text, used_s=used_s, signed=signed):
                side = game.turn
                _play(game, text)
                self.times_s[game.ply - 1 :] = [used_s]
                self.signed[game.ply - 1 :] = [signed]
                if self.attempt is not None:
                    self.attempt.play(side, used_s)
            case UndoLine(plies=plies, is_nudge=is_nudge, standing=standing):
                side = game.turn
                game.undo(plies)
                self.standing = standing or self.standing
                if self.attempt is not None:
                    self.attempt.take_back(side, self.move_s)
                if not is_nudge:
                    self.epoch += 1
                    self.base = game.ply
            case RedoLine(plies=plies):
                game.redo(plies)
            case SeatLine(side=side, seat=seat):
                self.seats[side] = seat
                move_s = self.move_s
                if self.attempt is not None:
                    self.attempt.changed = True
            case HintLine():
                move_s = self.move_s
                if self.attempt is not None:
                    self.attempt.hinted = True
            case OfferLine():
                self.offered_back += 1
            case ClockLine(move_s=seconds):
                move_s = seconds
            case EndLine(winner=winner, termination=termination):
                self.outcome = game.outcome or Outcome(winner, termination)
            case Header():
                raise ValueError("a second header")
            case RecordedLine():
                raise ValueError("the record of a game that goes on")
        self.move_s = move_s
        self.at = line.at


def _play(game: Game, text: str) -> None:
    try:
        game.play_text(text)
    except GameOverError:  # by rules (of repetition, say) that have changed since
        game.enter_text(text)


class NewerJournalError(Exception):
    """The journal was written by a later version of the program and is not ours to judge."""


def read_replayed(data: bytes) -> ReplayedGame | None:
    """The game that the bytes of a journal tell up to the first bad line; None without a good first line.

    Raises NewerJournalError, and nothing else whatever the bytes are.
    """
    replayed: ReplayedGame | None = None
    checksum = 0
    position = 0
    while (end := data.find(b"\n", position)) >= 0:
        raw = data[position:end]
        checksum = zlib.crc32(raw[9:], checksum)
        if raw[:9] != b"%08x " % checksum:
            break
        try:
            line = _decode(raw[9:])
            if replayed is None:
                replayed = _begin(line)
            else:
                replayed.follow(line)
        except (RulesError, ValueError, RecursionError) as error:  # ValueError covers what msgspec finds
            if replayed is not None and _is_newer(raw[9:]):
                raise NewerJournalError from error
            break
        position = end + 1
        replayed.length = position
        replayed.checksum = checksum
    return replayed


def _is_newer(line: bytes) -> bool:
    """Whether a later release knows lines of this kind."""
    try:
        return _decode_any(line).type not in _KINDS
    except (ValueError, RecursionError):
        return False


def _begin(line: Line) -> ReplayedGame:
    if not isinstance(line, Header):
        raise ValueError("the first line is no header")
    if line.version > VERSION:
        raise NewerJournalError
    variant = registry.variant(line.variant)
    game = Game(variant, variant.read_position(line.start))
    attempt = Attempt(line.attempt) if line.attempt is not None else None
    return ReplayedGame(
        line, game, list(line.seats), line.at, epoch=line.epoch, base=line.base, attempt=attempt,
        offered_back=line.offered_back, standing=line.standing,
    )  # fmt: skip


class JournalFile:
    """A journal that this process holds: nobody else can open it as one until it is closed or the process ends."""

    def __init__(self, path: Path, descriptor: int, length: int = 0, checksum: int = 0) -> None:
        self.path = path
        self.descriptor = descriptor
        self._length = length
        self._checksum = checksum

    @classmethod
    def create(cls, path: Path) -> JournalFile:
        """A new and empty journal. Raises OSError, also where the file exists."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
        # a program that lists the saves just now may hold the empty file for a moment, and leaves it alone
        if _lock_soon(descriptor, 50):
            return cls(path, descriptor)
        os.close(descriptor)
        raise OSError(f"{path} is held by another program")

    @classmethod
    def open(cls, path: Path) -> JournalFile | None:
        """An existing journal, or None while another one holds it. Raises OSError."""
        descriptor = os.open(path, os.O_RDWR | _BINARY)
        # whoever lists the saves may hold it for a moment, and so may a process that was being started (by any thread
        # of ours) when we let it go last
        if _lock_soon(descriptor, 15):
            return cls(path, descriptor)
        os.close(descriptor)
        return None

    def read(self) -> bytes:
        """The whole content (at most 64 MB of it). Raises OSError."""
        os.lseek(self.descriptor, 0, os.SEEK_SET)
        chunks = []
        left = _LONGEST_FILE
        while left > 0 and (chunk := os.read(self.descriptor, min(left, 1 << 20))):
            chunks.append(chunk)
            left -= len(chunk)
        return b"".join(chunks)

    def go_on_after(self, replayed: ReplayedGame) -> None:
        """Append after a replayed game's good lines from now on; what stands there now goes with the next line or
        `cut`."""
        self._length = replayed.length
        self._checksum = replayed.checksum

    def cut(self) -> None:
        """Drop what stands after the last good line. Raises OSError."""
        os.ftruncate(self.descriptor, self._length)

    def append(self, *lines: Line) -> None:
        """Write lines; they survive the death of this process at once, and a power cut after `sync`.

        Raises OSError, and the file then ends where it did before.
        """
        checksum = self._checksum
        data = bytearray()
        for line in lines:
            text = _encode(line)
            checksum = zlib.crc32(text, checksum)
            data += b"%08x %b\n" % (checksum, text)
        try:
            self.cut()
            os.lseek(self.descriptor, self._length, os.SEEK_SET)
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        except OSError:
            with contextlib.suppress(OSError):
                self.cut()
            raise
        self._length += len(data)
        self._checksum = checksum

    def sync(self) -> None:
        """Wait until the disk has everything. Raises OSError."""
        os.fsync(self.descriptor)

    def close(self) -> None:
        """Let the file go; again is not an error."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def delete(self) -> None:
        """Let the file go and remove it; another one of us may have been faster. Raises OSError."""
        self.close()
        self.path.unlink(missing_ok=True)


def _lock_soon(descriptor: int, tries: int) -> bool:
    """Whether the lock could be had, if not at once then within this many times two milliseconds."""
    for _ in range(tries):
        if try_lock(descriptor):
            return True
        time.sleep(0.002)
    return False


_BINARY = getattr(os, "O_BINARY", 0)  # Windows would else change line ends


@dataclass(frozen=True, slots=True)
class Opened:
    """A journal that is now held, and what it tells."""

    file: JournalFile
    replayed: ReplayedGame


def open_journal(path: Path) -> tuple[Opened | None, Notice | None]:
    """Take a journal and read it; what is damaged is kept aside and cut off. Never raises.

    None while another running program (or match) holds it, or when nothing in it can be used. The notice says what the
    person should know: of a damage, or of a file that can't be opened.
    """
    try:
        file = JournalFile.open(path)
    except OSError as error:
        return None, Notice("save-unreadable", {"file": str(path), "why": reason_of(error)})
    if file is None:
        return None, None
    try:
        opened, notice = _examine(file)
    except OSError as error:
        opened, notice = None, Notice("save-unreadable", {"file": str(path), "why": reason_of(error)})
    if opened is None:
        file.close()
    return opened, notice


def is_free(path: Path) -> bool:
    """Whether nobody holds a journal just now. Never raises."""
    try:
        file = JournalFile.open(path)
    except OSError:
        return False
    if file is not None:
        file.close()
    return file is not None


def _examine(file: JournalFile) -> tuple[Opened | None, Notice | None]:
    data = file.read()
    if not data:
        # somebody is about to write the first line, or died before it
        if time.time() - file.path.stat().st_mtime > _FORGOTTEN_AFTER_S:
            file.delete()
        return None, None
    try:
        replayed = read_replayed(data)
    except NewerJournalError:
        return None, Notice("save-newer", {"file": str(file.path)})
    if replayed is not None and replayed.length == len(data):
        file.go_on_after(replayed)
        return Opened(file, replayed), None
    aside = copy_aside(file.path, data)
    code = "save-damaged" if replayed is not None else "save-lost"
    notice = Notice(code, {"file": str(file.path), "aside": str(aside or file.path)})
    if replayed is None:
        if aside is not None:
            file.delete()
        return None, notice
    file.go_on_after(replayed)
    if aside is not None:  # else the damaged part stays until the game goes on
        file.cut()
    return Opened(file, replayed), notice
