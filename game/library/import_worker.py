"""Brings many games in by a process of its own: to play thousands of moves by the rules in a thread of the window's
would take the interpreter from its frames.

    librarian                                      child: python -m game.library.import_worker
    bring_by_child ── Errand, a line ───────────>  reads, plays through, writes records (`import_games`)
    Import, Kept <── Step, a line ─────────────  some times a second
                   ── end of the input ─────────>  stops after the game in progress

The child ends by itself once it is done, and when the program that wanted it has gone.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final

import msgspec

from game.library.database.collection_import import import_into_store
from game.library.importing import GameImport, ImportedGame, ImportStore, import_games
from game.records.fault import Fault, fault

log = logging.getLogger(__name__)

CHILD: Final = ("-P", "-m", "game.library.import_worker")
"""What Python is given for the child; the packed program knows it too (`assets/package/start.py`). -P: a folder `game`
in the current directory must not be taken for ours."""
_FEW: Final = 24_000
"""Bytes of files and texts that are read sooner than a process starts: some ten games."""
_STEP_S: Final = 0.05
"""The child tells so often how far it is; the librarian looks so often whether it is to stop."""
_START_S: Final = 30.0
"""A child that has not said a word until then is given up."""
_GARBAGE_AFTER: Final = 20_000
"""Garbage is looked for after this many new objects: a game makes thousands, none of them in a circle."""
_STOP_S: Final = 3.0
"""A child that was asked to stop has this long for the game in progress."""


class ImportTask(msgspec.Struct, frozen=True):
    """What the child is to do: files (paths as the system has them) and copied texts, the folder where the records go,
    the fingerprints of those that are there. With a `collection` the games of the files go into the one of that name in
    the store whose file is `folder`."""

    files: list[bytes]
    texts: list[bytes]
    folder: bytes
    prints: list[str]
    collection: str = ""


class ImportStep(msgspec.Struct):
    """What came since the step before: see `GameImport`, whose words these are. A game that was there is told by its
    fingerprint, as names of files may be no text."""

    done: int = 0
    of: int = 0
    as_words: int = 0
    stored: int = 0
    same: int = 0
    doubles: int = 0
    first: str | None = None
    kept: list[ImportedGame] = []
    known: list[str] = []
    partly: list[Fault] = []
    failed: list[Fault] = []
    is_over: bool = False


def is_much(sources: Sequence[Path | str]) -> bool:
    """Whether files and copied texts are worth a process of their own."""
    size = 0
    for source in sources:
        with contextlib.suppress(OSError):  # what is wrong with a file is told when it is read
            size += len(source) if isinstance(source, str) else source.stat().st_size
    return size > _FEW


# ---- the librarian's side


def import_by_child(
    game_import: GameImport,
    sources: Sequence[Path | str],
    folder: Path,
    prints: Mapping[str, str],
    on_kept: Callable[[ImportedGame], None],
    is_stopped: Callable[[], bool],
    collection: str = "",
) -> bool:
    """Have a child bring files and copied texts in, and follow it until it is done. False where there is no child to be
    had: then nothing has been done. `collection`: see `ImportTask`."""
    errand = ImportTask(
        [os.fsencode(source) for source in sources if isinstance(source, Path)],
        [source.encode("utf-8", "surrogatepass") for source in sources if isinstance(source, str)],
        os.fsencode(folder),
        list(prints),
        collection,
    )
    try:
        with tempfile.TemporaryFile() as errors:
            return _Follower(game_import, prints, on_kept, is_stopped).follow(_start(errors), errand, errors)
    except OSError as error:
        log.warning("games are brought in without a child: %s", error)
        return False


def _start(errors: IO[bytes]) -> subprocess.Popen[bytes]:
    here = str(Path(__file__).resolve().parents[2])
    given = os.environ.get("PYTHONPATH")
    path = here + os.pathsep + given if given else here
    return subprocess.Popen(
        [sys.executable, *CHILD],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
    )


class _Follower:
    def __init__(
        self,
        game_import: GameImport,
        prints: Mapping[str, str],
        on_kept: Callable[[ImportedGame], None],
        is_stopped: Callable[[], bool],
    ) -> None:
        self._game_import = game_import
        self._prints = prints
        self._on_kept = on_kept
        self._is_stopped = is_stopped
        self._has_begun = False
        self._is_over = False

    def follow(self, child: subprocess.Popen[bytes], errand: ImportTask, errors: IO[bytes]) -> bool:
        lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_talk, args=(child, errand, lines), name="porter-reader", daemon=True).start()
        try:
            self._read(child, lines)
        finally:
            if child.poll() is None and not self._is_over:
                child.kill()
            _hang_up(child)
            child.wait()
        if self._is_over or (self._has_begun and self._is_to_stop()):
            return True
        errors.seek(0)
        log.error("the child that brings games in ended with status %d: %s", child.returncode, errors.read()[-2000:])
        if self._has_begun:
            self._game_import.failed.append(fault("import-broken"))
        return self._has_begun

    def _is_to_stop(self) -> bool:
        return self._game_import.is_cancelled or self._is_stopped()

    def _read(self, child: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes]) -> None:
        """Take what the child says until it has nothing more to say, or has been silent for too long."""
        wait_until_s = time.monotonic() + _START_S
        is_asked = False
        while True:
            if self._is_to_stop() and not is_asked:
                is_asked = True
                wait_until_s = time.monotonic() + _STOP_S
                _hang_up(child)
            try:
                line = lines.get(timeout=_STEP_S)
            except queue.Empty:
                if time.monotonic() > wait_until_s and (is_asked or not self._has_begun):
                    return
                continue
            if not line:
                return
            try:
                self._take(msgspec.json.decode(line, type=ImportStep))
            except msgspec.MsgspecError:
                log.warning("the child that brings games in said %r", line[:200])

    def _take(self, step: ImportStep) -> None:
        game_import = self._game_import
        self._has_begun = True
        for kept in step.kept:
            self._on_kept(kept)
            game_import.added.append(kept.key)
        game_import.known += [self._prints.get(known, known) for known in step.known]
        if game_import.first is None and step.first is not None:
            game_import.first = self._prints.get(step.first, step.first)
        game_import.partly += step.partly
        game_import.failed += step.failed
        game_import.done, game_import.of, game_import.as_words = step.done, step.of, step.as_words
        game_import.stored, game_import.same, game_import.doubles = step.stored, step.same, step.doubles
        self._is_over = step.is_over


def _talk(child: subprocess.Popen[bytes], errand: ImportTask, lines: queue.SimpleQueue[bytes]) -> None:
    """Tell the child what to do, then hand on what it says; an empty line where it ends."""
    assert child.stdin is not None
    assert child.stdout is not None
    with contextlib.suppress(OSError, ValueError):  # it has ended, or was told to stop
        child.stdin.write(msgspec.json.encode(errand) + b"\n")
        child.stdin.flush()
    for line in child.stdout:
        lines.put(line)
    lines.put(b"")


def _hang_up(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    with contextlib.suppress(OSError):
        child.stdin.close()


# ---- the child's side


class _Teller:
    """Writes what has come about since the step before."""

    def __init__(self, game_import: GameImport) -> None:
        self._game_import = game_import
        self._kept: list[ImportedGame] = []
        self._told = (0, 0, 0)
        self._next_s = 0.0

    def tell(self, kept: ImportedGame | None = None, is_over: bool = False) -> None:
        if kept is not None:
            self._kept.append(kept)
        now_s = time.monotonic()
        if now_s < self._next_s and not is_over:
            return
        self._next_s = now_s + _STEP_S
        game_import, (known, partly, failed) = self._game_import, self._told
        step = ImportStep(
            game_import.done, game_import.of, game_import.as_words, game_import.stored, game_import.same,
            game_import.doubles, game_import.first, self._kept,
            game_import.known[known:], game_import.partly[partly:], game_import.failed[failed:], is_over,
        )  # fmt: skip
        self._told = len(game_import.known), len(game_import.partly), len(game_import.failed)
        self._kept = []
        sys.stdout.buffer.write(msgspec.json.encode(step) + b"\n")
        sys.stdout.buffer.flush()


def _read_errand() -> bytes:
    """The first line of the input. Read without Python's buffer: the thread that waits for the input's end would hold
    the buffer's lock when the interpreter ends."""
    data = bytearray()
    while not data.endswith(b"\n"):
        more = os.read(0, 1 << 16)
        if not more:
            break
        data += more
    return bytes(data)


def _wait_for_end(is_ended: threading.Event) -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 1 << 10):
            pass
    is_ended.set()


def main() -> int:
    """The child. Gives the exit status."""
    if hasattr(os, "nice"):
        os.nice(5)
    gc.freeze()
    gc.set_threshold(_GARBAGE_AFTER)
    line = _read_errand()
    if not line.endswith(b"\n"):
        return 1  # the program that wanted it ended before it had said what
    errand = msgspec.json.decode(line, type=ImportTask)
    is_ended = threading.Event()
    threading.Thread(target=_wait_for_end, args=(is_ended,), daemon=True).start()
    game_import = GameImport("")
    teller = _Teller(game_import)
    try:
        teller.tell()  # it has begun
        (_into_store if errand.collection else _into_folder)(errand, game_import, teller, is_ended)
        teller.tell(is_over=True)
    except BrokenPipeError:
        # the program that wanted it has ended; keep the interpreter from complaining when it closes stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _into_folder(errand: ImportTask, game_import: GameImport, teller: _Teller, is_ended: threading.Event) -> None:
    store = ImportStore(Path(os.fsdecode(errand.folder)), {each: each for each in errand.prints})
    sources: list[Path | str] = [Path(os.fsdecode(file)) for file in errand.files]
    sources += [text.decode("utf-8", "surrogatepass") for text in errand.texts]
    for kept in import_games(game_import, sources, store.put, is_ended.is_set):
        teller.tell(kept)
    store.sync()


def _into_store(errand: ImportTask, game_import: GameImport, teller: _Teller, is_ended: threading.Event) -> None:
    files = [Path(os.fsdecode(file)) for file in errand.files]
    for _ in import_into_store(
        game_import, Path(os.fsdecode(errand.folder)), errand.collection, files, is_ended.is_set
    ):
        teller.tell()


if __name__ == "__main__":
    sys.exit(main())
