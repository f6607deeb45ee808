"""Imports games: from files and copied texts into the library, one after the other, with what went wrong.

Many games are read in a process of their own (`game.library.import_worker`), few in the librarian's thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from game.library.summary import Summary, of_reading, opening_of, print_of
from game.records import formats, native
from game.records.collection import LONGEST_FILE, RecordSource
from game.records.encoding import decode
from game.records.fault import Fault, fault, fault_of_reason, fault_of_system
from game.records.native import Reading
from game.records.record import RecordError
from game.rules.handicaps import is_even_start
from game.storage.atomic_file import read_at_most, sync_folder, write_safely
from game.storage.folders import FolderError, ready

_MOST_TOLD = 1_000


class ImportedGame(msgspec.Struct, frozen=True, array_like=True):
    """A game as it came into the library: its key there, the moment its file was written, its size, what is known."""

    key: str
    modified_ns: int
    size: int
    summary: Summary


@dataclass(slots=True)
class GameImport:
    """One import, as the window follows it: written by the library's thread, read by the window's.

    `done` of `of` games have been looked at (`of` is 0 while the files are still being read). The games are told by
    their keys in the library: `added` are new, `known` were there already; `first` is the first of either. `partly`
    says of which games only the moves before a damage were kept, `failed` what could not be read at all, both by file,
    game and move.
    `as_words` counts variations that can't be played by the rules and were kept as words.
    What goes into a collection of the store has no keys: `stored` are new, `same` were there word for word, `doubles`
    of the new ones have the moves of another game; `of` is an estimate until all is read.
    """

    name: str
    done: int = 0
    of: int = 0
    added: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    partly: list[Fault] = field(default_factory=list)
    failed: list[Fault] = field(default_factory=list)
    as_words: int = 0
    stored: int = 0
    same: int = 0
    doubles: int = 0
    first: str | None = None
    is_over: bool = False
    is_cancelled: bool = False

    def cancel(self) -> None:
        """Stop after the game in progress; what was brought in stays."""
        self.is_cancelled = True

    def tell(self, told: list[Fault], file: str, what: Fault) -> None:
        """Note what went wrong with a file (empty for a text), up to a limit."""
        if len(told) < _MOST_TOLD:
            told.append(what.at(file=file) if file else what)


class ImportStore:
    """Where games that are brought in are put: the library's folder, and what lies there already."""

    def __init__(self, folder: Path, prints: dict[str, str]) -> None:
        """`prints` are the fingerprints of the games that are there, with their keys; those that come are added."""
        self._folder = folder
        self._prints = prints
        self._is_ready = False

    def put(self, reading: Reading) -> ImportedGame | str:
        """Write a game; the key of the one that is there where it is no new one. Raises OSError and FolderError."""
        mark = print_of(reading.record)
        if mark in self._prints:
            return self._prints[mark]
        if not self._is_ready:
            ready(self._folder)
            self._is_ready = True
        day = re.sub(r"[^0-9]", "", reading.record.date[:10]) or "00000000"
        path = self._folder / f"{day}-{reading.record.variant}-{mark}{native.EXTENSION}"
        write_safely(path, native.write(reading.record), sync=False)
        state = path.stat()
        kept = Reading(reading.record, reading.game, None)  # what is kept is sound
        summary = of_reading(kept, opening_of(kept))
        self._prints[mark] = path.name
        return ImportedGame(path.name, state.st_mtime_ns, state.st_size, summary)

    def sync(self) -> None:
        """Ask that what was put here survives a power cut."""
        if self._is_ready:
            sync_folder(self._folder)


def open_source(source: Path | str) -> RecordSource:
    """The games of a file or of a copied text, yet to be played through. Raises RecordError."""
    return read_text(source) if isinstance(source, str) else read_file(source)


def read_file(path: Path) -> RecordSource:
    """The games in a file, yet to be played through. Raises RecordError, also where the file can't be read."""
    try:
        if path.is_dir():
            raise RecordError(fault("folder"))
        data = read_at_most(path, LONGEST_FILE + 1)
    except OSError as error:
        raise RecordError(fault_of_system(error)) from error
    return formats.open_data(data, path.name, partial(companion, path))


def companion(path: Path, ending: str) -> bytes | None:
    """The first file with an ending beside another one."""
    try:
        found = sorted(each for each in path.parent.iterdir() if each.suffix.lower() == ending and each.is_file())
        return read_at_most(found[0], LONGEST_FILE) if found else None
    except OSError:
        return None


def read_text(text: str) -> RecordSource:
    """The games in a copied text. Raises RecordError."""
    if len(text) > LONGEST_FILE:
        raise RecordError(fault("too-long", size=len(text), most=LONGEST_FILE))
    return formats.open_text(decode(text.encode("utf-8", "replace")))


def import_games(
    game_import: GameImport,
    sources: Sequence[Path | str],
    put: Callable[[Reading], ImportedGame | str],
    is_stopped: Callable[[], bool],
) -> Iterator[ImportedGame | None]:
    """Read files and copied texts and put their games away (`ImportStore.put`): after each game, and each file that was
    opened, what came into the library, if anything. What can't be written ends it."""
    opened: list[tuple[str, RecordSource]] = []
    for source in sources:
        if game_import.is_cancelled or is_stopped():
            return
        name = "" if isinstance(source, str) else source.name
        try:
            opened.append((name, open_source(source)))
        except RecordError as error:
            game_import.tell(game_import.failed, name, error.fault)
        yield None
    game_import.of = sum(len(games.written) for _, games in opened)
    for name, games in opened:
        try:
            for found in games.readings():
                if game_import.is_cancelled or is_stopped():
                    return
                kept = _take(game_import, name, found, put)
                game_import.done += 1
                yield kept
        except RecordError as error:
            game_import.tell(game_import.failed, name, error.fault)
        except OSError as error:
            game_import.tell(game_import.failed, "", fault_of_system(error))
            return
        except FolderError as error:
            game_import.failed.append(fault_of_reason(error.why).at(file=error.folder))
            return


def is_worth_keeping(found: Reading) -> bool:
    """Whether there is a move, or a start that somebody has laid out."""
    return bool(found.record.moves) or not is_even_start(found.game.variant, found.game.start)


def _take(
    game_import: GameImport, name: str, found: Reading | Fault, put: Callable[[Reading], ImportedGame | str]
) -> ImportedGame | None:
    if isinstance(found, Fault):
        game_import.tell(game_import.failed, name, found)
        return None
    if not is_worth_keeping(found):
        why = found.problem or fault("no-moves").at(game=game_import.done + 1)
        game_import.tell(game_import.failed, name, why)
        return None
    if found.problem is not None:
        game_import.tell(game_import.partly, name, found.problem)
    game_import.as_words += len(found.lost)
    kept = put(found)
    if isinstance(kept, str):
        game_import.known.append(kept)
        game_import.first = game_import.first or kept
        return None
    game_import.added.append(kept.key)
    game_import.first = game_import.first or kept.key
    return kept
