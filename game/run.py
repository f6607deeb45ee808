"""Runs the window from its opening to its end, and answers for what nobody has foreseen: it is logged, the game is on
disk, and the person is told both in the window."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from game.app import Program
from game.storage.folders import Folders, find_folders
from game.storage.logs import keep_log, versions
from game.storage.memory import return_large_blocks
from game.ui.stage.language import LanguageError
from game.ui.window.crash import tell_of_crash
from game.ui.window.loop import DisplayError

log = logging.getLogger(__name__)

_COLLECT_AFTER = (700, 10, 1000)
"""Python's own numbers, but for the last: a full collection comes after seven million new objects at the earliest, half
a minute of frames, and not once a second."""


def run_window(files: Sequence[Path | str] = ()) -> int:
    """Open the window until the person closes it, with the games of these files and links, and give the exit code: 0
    well, 1 if it could not be opened or the program failed, 130 if it was interrupted from the terminal."""
    return_large_blocks()
    folders = find_folders()
    with keep_log(folders) as file:
        log.info("start: %s", versions())
        code = None
        while code is None:
            code = _run(folders, files, file)
            files = ()
        log.info("end: %d", code)
    return code


def _run(folders: Folders, files: Sequence[Path | str], log_file: Path | None) -> int | None:
    """One life of the program; None where the person wants another one after a failure."""
    try:
        program = Program(folders)
    except (DisplayError, LanguageError, FileNotFoundError) as error:
        log.error("cannot start: %s", error)
        print(f"qiguan: {error}", file=sys.stderr)
        return 1
    collect_garbage_again()
    stage = program.stage
    log.info(
        "window: %dx%d, %s, scale %.2f, language %s, folders %s",
        *program.window.size,
        program.window.system,
        stage.scale,
        stage.t.name,
        folders.data,
    )
    failure: Exception | None = None
    try:
        if files:
            program.open_files(files)
        program.loop.run()
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # whatever it is: the game is on disk, and the person is told instead of left alone
        log.exception("the program failed")
        failure = error
    finally:
        _close(program)
    if failure is None:
        return 0
    where = f"; details are in {log_file}" if log_file else ""
    print(
        f"qiguan: the program failed: {type(failure).__name__}: {' '.join(str(failure).split())}{where}; "
        "an unfinished game can be continued",
        file=sys.stderr,
    )
    return None if _tell(program, log_file) else 1


def collect_garbage_again() -> None:
    """Have Python look for garbage, which `game.__main__` stops while the program starts, but never again among the
    modules, texts and tables that are there for good. Pictures and scenes that came later still take a full collection
    longer than a frame may: the loop makes one when nothing moves any more, Python only if that is long in coming."""
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()


def _close(program: Program) -> None:
    try:
        program.close()
    except Exception:  # a failure may have left any part unable to end; every other part has been ended
        log.exception("not everything could be closed")


def _tell(program: Program, log_file: Path | None) -> bool:
    """Show what happened in the window that is still open; whether the person wants to start again."""
    try:
        return tell_of_crash(program.stage, program.window, log_file, program.pictures)
    except KeyboardInterrupt:
        return False
    except Exception:  # not even that can be shown; the terminal and the log have it
        log.exception("the failure could not be shown")
        return False
