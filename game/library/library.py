"""The library: the records of the person's games as a list that is always at hand, and all that is done with them.

    look ──> librarian (a thread) ──> entries, revision        the window reads them each frame
    bring_in, bring_text ──> Import    give ──> Export       followed by the window while the librarian works

The librarian does one job after the other; when nothing is asked of it, it plays new games through by the rules, one at
a time, to see whether they are sound. A second thread reads single games for the window. All methods are for the
window's thread; none of them waits for the disk but `close`, and none raises because of it.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.library import exporting as exports
from game.library import import_worker, index
from game.library.drafts import Drafts
from game.library.exporting import GameExport
from game.library.folder_list import FolderList, list_folder
from game.library.importing import GameImport, ImportedGame, ImportStore, import_games
from game.library.keeping import RecordKeeper
from game.library.summary import Summary, broken, read_header, read_validated
from game.records import native
from game.records.fault import Fault, fault_of_system
from game.records.native import Reading
from game.records.record import Record, RecordError
from game.storage.atomic_file import read_at_most, remove_left_behind
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice
from game.storage.reasons import reason_of

log = logging.getLogger(__name__)

_PUBLISH_EVERY: Final = 400
"""The window sees new files each time this many more were read."""
_BREATH_S: Final = 0.004
"""The librarian lets the window draw between two games."""
_KEPT_S: Final = 30 * 86_400.0
"""How long deleted games are kept."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """One file of the library. `key` is its name."""

    key: str
    path: Path
    modified_ns: int
    size: int
    summary: Summary


@dataclass(frozen=True, slots=True)
class DeletedGames:
    """Games that were just deleted and can be had back."""

    entries: tuple[LibraryEntry, ...]


class Library:
    """See the module's text. Nothing is read before the first `look`."""

    def __init__(self, folders: Folders) -> None:
        self._folder = folders.records
        self._bin = folders.data / "deleted"
        self._index_file = folders.cache / "library.json"
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._entries: dict[str, LibraryEntry] = {}
        self._shown: tuple[LibraryEntry, ...] = ()
        self._shown_revision = -1
        self._revision = 0
        self._unchecked: deque[str] = deque()
        self._jobs: deque[Callable[[], None]] = deque()
        self._notices: list[Notice] = []
        self._is_looking = False
        self._has_looked = False
        self._is_closing = False
        self._is_index_old = False
        self._librarian: threading.Thread | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="library-reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="library-writer")
        self.drafts: Final = Drafts(folders.data / "analysis", self._reader, self._writer)
        """Analyses that are not in the library yet."""

    # --- what the window shows ----------------------------------------------------------------------------------------

    @property
    def folder(self) -> Path:
        """Where the records lie."""
        return self._folder

    @property
    def revision(self) -> int:
        """Rises with every change of the entries."""
        return self._revision

    @property
    def entries(self) -> tuple[LibraryEntry, ...]:
        """All games, in no particular order; the same object until `revision` changes."""
        with self._lock:
            if self._shown_revision != self._revision:
                self._shown = tuple(self._entries.values())
                self._shown_revision = self._revision
            return self._shown

    @property
    def is_looking(self) -> bool:
        """Whether the folder is being looked through."""
        return self._is_looking

    @property
    def has_looked(self) -> bool:
        """Whether it has been looked through at least once: before that the entries are not all."""
        return self._has_looked

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        with self._lock:
            notices, self._notices = self._notices, []
        return notices

    # --- acts ---------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the folder again, in the background."""
        if not self._is_looking:
            self._is_looking = True
            self._submit(self._look)

    def read(self, key: str) -> Future[Reading | Fault]:
        """One game, or why it can't be read."""
        written = self._writer.submit(_nothing)  # what was edited of it is on the disk then

        def read() -> Reading | Fault:
            written.result()
            return _read_record(self._folder / key)

        return self._reader.submit(read)

    def edit(self, key: str, is_damaged: bool, read: Record | None = None) -> RecordKeeper:
        """What keeps a game while it is edited: see `RecordKeeper`."""
        return RecordKeeper(self._folder / key, self._writer, self._was_kept, is_damaged, read)

    def list_folder(self, folder: Path) -> Future[FolderList]:
        """What lies in any folder, for choosing files."""
        return self._reader.submit(list_folder, folder)

    def bring_in(self, paths: Sequence[Path | str]) -> GameImport:
        """Bring the games of files, and of texts, in. A record that lies in the library already is found there."""
        here = [path for path in paths if isinstance(path, Path) and self._is_own(path)]
        name = paths[0].name if len(paths) == 1 and isinstance(paths[0], Path) else ""
        game_import = GameImport(name, known=[path.name for path in here])
        game_import.first = game_import.known[0] if here else None
        self._bring(game_import, [path for path in paths if path not in here])
        return game_import

    def bring_text(self, text: str) -> GameImport:
        """Bring the games of a copied text in."""
        game_import = GameImport("")
        self._bring(game_import, [text])
        return game_import

    def give(self, keys: Sequence[str], path: Path, forms: Mapping[str, str]) -> GameExport:
        """Write games into the file of that path, in a form by each game (`game.records.formats.FORMS`)."""
        game_export = GameExport(len(keys))
        sources = [self._folder / key for key in keys]

        def job() -> None:
            try:
                exports.export_games(game_export, path, sources, forms)
            finally:
                game_export.is_over = True

        self._submit(job)
        return game_export

    def give_record(self, record: Record, path: Path, forms: Mapping[str, str]) -> GameExport:
        """Write a game as it stands now, be it in the library or not, as `give` does."""
        game_export = GameExport(1)

        def job() -> None:
            try:
                exports.write_games(game_export, path, [record], forms)
            finally:
                game_export.is_over = True

        self._submit(job)
        return game_export

    def delete(self, keys: Sequence[str]) -> DeletedGames:
        """Take games out of the library; they are kept for a month, and `restore` brings them back."""
        with self._lock:
            gone = tuple(self._entries.pop(key) for key in keys if key in self._entries)
            self._revision += 1
        self._submit(lambda: self._move(gone, self._bin))
        return DeletedGames(gone)

    def restore(self, deleted: DeletedGames) -> None:
        """Put deleted games back."""
        with self._lock:
            self._entries |= {entry.key: entry for entry in deleted.entries}
            self._revision += 1
        self._submit(lambda: self._move(deleted.entries, self._folder, self._bin))

    def close(self) -> None:
        """Stop after the game in progress and keep what was edited and found out. Waits for the disk."""
        self._writer.shutdown(wait=True)
        with self._lock:
            self._is_closing = True
            self._wake.notify()
        if self._librarian is not None:
            self._librarian.join()
        self._reader.shutdown(wait=True, cancel_futures=True)
        if self._is_index_old:
            self._save_index()

    # --- the librarian ------------------------------------------------------------------------------------------------

    def _submit(self, job: Callable[[], None]) -> None:
        with self._lock:
            self._jobs.append(job)
            self._wake.notify()
            if self._librarian is None:
                self._librarian = threading.Thread(target=self._work, name="librarian", daemon=True)
                self._librarian.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                while not (self._jobs or self._unchecked or self._is_closing):
                    self._wake.wait()
                # moves of files are finished before the end, everything else ends by itself
                if self._is_closing and not self._jobs:
                    return
                job = self._jobs.popleft() if self._jobs else None
                key = self._unchecked.popleft() if job is None else ""
            try:
                if job is not None:
                    job()
                else:
                    self._check(key)
                    time.sleep(_BREATH_S)
            except Exception:  # a fault in one job must not end the thread that all others need
                log.exception("the librarian failed")

    def _look(self) -> None:
        try:
            self._throw_away()
            self._read_folder()
        finally:
            self._is_looking = False
            self._has_looked = True
            with self._lock:
                self._revision += 1

    def _read_folder(self) -> None:
        """Bring the entries in step with the folder; only files that are new or changed are read."""
        if not self._has_looked:
            known = index.load(self._index_file)
        else:
            with self._lock:
                entries = tuple(self._entries.values())
            known = {each.key: index.IndexedGame(each.modified_ns, each.size, each.summary) for each in entries}
        found: dict[str, LibraryEntry] = {}
        try:
            there = list(os.scandir(self._folder))
        except FileNotFoundError:
            there = []
        except OSError as error:
            self._tell(Notice("library-unreadable", {"folder": str(self._folder), "why": reason_of(error)}))
            return
        files = [each for each in there if each.name.endswith(native.EXTENSION)]
        for each in there:
            remove_left_behind(each)
        new = 0
        for file in sorted(files, key=lambda each: each.name, reverse=True):
            if self._is_closing:
                return
            try:
                state = file.stat()
            except OSError:
                continue  # gone since
            was = known.get(file.name)
            if was is not None and (was.modified_ns, was.size) == (state.st_mtime_ns, state.st_size):
                summary = was.summary
            else:
                summary = _glance_at(Path(file.path))
                new += 1
                if new % _PUBLISH_EVERY == 0:
                    self._publish(found, whole=False)
                    time.sleep(_BREATH_S)
            found[file.name] = LibraryEntry(file.name, Path(file.path), state.st_mtime_ns, state.st_size, summary)
        self._publish(found, whole=True)
        if new or len(found) != len(known):
            self._save_index()

    def _publish(self, found: Mapping[str, LibraryEntry], whole: bool) -> None:
        with self._lock:
            self._entries = dict(found) if whole else {**self._entries, **found}
            if whole:
                self._unchecked = deque(key for key, entry in found.items() if not entry.summary.checked)
            self._revision += 1

    def _check(self, key: str) -> None:
        """Play one game through by the rules and see whether it is sound."""
        with self._lock:
            entry = self._entries.get(key)
        if entry is None or entry.summary.checked:
            return
        try:
            summary = read_validated(_bytes_of(entry.path))
        except OSError as error:
            summary = broken(fault_of_system(error))
        with self._lock:
            if self._entries.get(key) is entry:
                self._entries[key] = LibraryEntry(key, entry.path, entry.modified_ns, entry.size, summary)
                self._is_index_old = True
                # the window sorts its list again at each change: not for every single game
                if not self._unchecked or len(self._unchecked) % 50 == 0 or summary.problem:
                    self._revision += 1

    def _save_index(self) -> None:
        with self._lock:
            known = {
                entry.key: index.IndexedGame(entry.modified_ns, entry.size, entry.summary)
                for entry in self._entries.values()
            }
            self._is_index_old = False
        index.save(self._index_file, known)

    def _is_own(self, path: Path) -> bool:
        if path.suffix != native.EXTENSION:
            return False
        try:
            return path.resolve().parent == self._folder.resolve()
        except OSError:
            return False

    def _bring(self, game_import: GameImport, sources: Sequence[Path | str]) -> None:
        def job() -> None:
            try:
                if not self._has_looked:
                    self._look()  # or games that are there already would be taken for new ones
                with self._lock:
                    prints = {each.summary.print: each.key for each in self._entries.values() if each.summary.print}
                if not import_worker.is_much(sources) or not import_worker.import_by_child(
                    game_import, sources, self._folder, prints, self._take_in, self._has_to_stop
                ):
                    self._bring_here(game_import, sources, ImportStore(self._folder, prints))
                self._is_index_old = True
            finally:
                with self._lock:
                    self._revision += 1
                game_import.is_over = True

        self._submit(job)

    def _bring_here(self, game_import: GameImport, sources: Sequence[Path | str], store: ImportStore) -> None:
        try:
            for kept in import_games(game_import, sources, store.put, self._has_to_stop):
                if kept is not None:
                    self._take_in(kept)
                    time.sleep(_BREATH_S / 4)
        finally:
            store.sync()

    def _take_in(self, kept: ImportedGame) -> None:
        """Enter a game that was brought in."""
        path = self._folder / kept.key
        with self._lock:
            self._entries[kept.key] = LibraryEntry(kept.key, path, kept.modified_ns, kept.size, kept.summary)

    def _was_kept(self, path: Path, data: bytes) -> None:
        """A game was edited and written: the list has it as it is now, once it is looked at."""
        try:
            state = path.stat()
        except OSError:
            return  # gone at once: the next look tells
        entry = LibraryEntry(path.name, path, state.st_mtime_ns, state.st_size, read_header(data))
        with self._lock:
            self._entries[path.name] = entry
            self._unchecked.append(path.name)
            self._is_index_old = True
            self._revision += 1
            self._wake.notify()

    def _has_to_stop(self) -> bool:
        return self._is_closing

    def _move(self, entries: Sequence[LibraryEntry], folder: Path, source: Path | None = None) -> None:
        """Move files, and say so where it fails; the list then shows again what is there."""
        try:
            ready(folder)
            now = time.time()
            for entry in entries:
                target = folder / entry.key
                os.replace((source or self._folder) / entry.key, target)
                if folder == self._bin:
                    os.utime(target, (now, now))
                else:
                    os.utime(target, ns=(entry.modified_ns, entry.modified_ns))
            with self._lock:  # a look at the folder that was under way has seen the files where they were
                for entry in entries:
                    if folder == self._bin:
                        self._entries.pop(entry.key, None)
                    else:
                        self._entries[entry.key] = entry
                self._revision += 1
            self._is_index_old = True
        except (OSError, FolderError) as error:
            why = error.why if isinstance(error, FolderError) else reason_of(error)
            self._tell(Notice("library-unmoved", {"folder": str(folder), "why": why}))
            self._read_folder()

    def _throw_away(self) -> None:
        """Remove what was deleted long ago."""
        try:
            for file in os.scandir(self._bin):
                if file.name.endswith(native.EXTENSION) and time.time() - file.stat().st_mtime > _KEPT_S:
                    os.unlink(file.path)
        except FileNotFoundError:
            pass
        except OSError as error:
            log.warning("deleted games can't be removed: %s", error)

    def _tell(self, notice: Notice) -> None:
        with self._lock:
            self._notices.append(notice)


def _nothing() -> None:
    """What a thread is asked to do by who waits for all that it was asked before."""


def _bytes_of(path: Path) -> bytes:
    """A file's bytes, one more than are read at most. Raises OSError."""
    return read_at_most(path, native.LONGEST_FILE + 1)


def _glance_at(path: Path) -> Summary:
    try:
        return read_header(_bytes_of(path))
    except OSError as error:
        return broken(fault_of_system(error))


def _read_record(path: Path) -> Reading | Fault:
    try:
        return native.read(_bytes_of(path))
    except RecordError as error:
        return error.fault
    except OSError as error:
        return fault_of_system(error)
