"""The log for reports: what the program began with, what went wrong and where, in a file that people can pass on.

What people say to each other never goes in: no chat, no reason of a declined invitation. Paths and error messages do.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib.metadata
import logging
import logging.handlers
import os
import platform
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from game.storage.folders import FolderError, Folders, ready
from game.storage.version import VERSION

log = logging.getLogger(__name__)

DEBUG_VARIABLE: Final = "QIGUAN_DEBUG"
"""The environment variable that, set and not empty, shows the log with its tracebacks on standard error too."""

LOG_NAME: Final = "qiguan.log"
_FAULTS_NAME: Final = "faults.log"
_LOG_BYTES: Final = 500_000
_OLD_LOGS: Final = 2
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_OURS: Final = ("game", "ai", "net")
_QUIET: Final = ("game.lan", "net")
"""Loggers whose lines below a warning quote what came in over the network: it may be somebody's words."""
_LIBRARIES: Final = ("pygame-ce", "numpy", "msgspec", "platformdirs", "ifaddr", "cryptography")
_EXTRAS: Final = ("numba", "llvmlite")
"""Told where they are; the program does without them."""


def is_debugging() -> bool:
    """Whether the environment asks for tracebacks on the terminal."""
    return bool(os.environ.get(DEBUG_VARIABLE))


def versions() -> str:
    """One line: the program, Python, the system and every library it stands on, as a report needs it."""
    parts = [f"Qiguan {VERSION}", f"Python {platform.python_version()}", platform.platform()]
    for name in (*_LIBRARIES, *_EXTRAS):
        try:
            parts.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            if name in _LIBRARIES:
                parts.append(f"{name} without a version")  # frozen into one program, or put there by hand
    return ", ".join(parts)


@contextlib.contextmanager
def keep_log(folders: Folders) -> Iterator[Path | None]:
    """Until the end of the block notes, warnings, errors and uncaught exceptions of threads go to the log, three files
    of half a megabyte at most; what crashes Python itself leaves its stacks in a file beside it.

    Gives the log's path; None where none can be kept: the program runs all the same.
    """
    with contextlib.ExitStack() as kept:
        path = None
        with contextlib.suppress(FolderError, OSError):
            path = ready(folders.log) / LOG_NAME
            _add(kept, logging.handlers.RotatingFileHandler(path, "a", _LOG_BYTES, _OLD_LOGS, encoding="utf-8"))
            _watch_for_faults(kept, folders.log / _FAULTS_NAME)
        if is_debugging():
            _add(kept, logging.StreamHandler(sys.stderr))
        for name, level in ((name, logging.DEBUG if is_debugging() else logging.INFO) for name in _OURS):
            _set_level(kept, name, level)
        for name in _QUIET:
            _set_level(kept, name, logging.WARNING)
        # a full disk, or a second window that turns the files over, is no reason for tracebacks on the terminal
        kept.callback(setattr, logging, "raiseExceptions", logging.raiseExceptions)
        logging.raiseExceptions = is_debugging()
        logging.captureWarnings(True)
        kept.callback(logging.captureWarnings, False)
        before = threading.excepthook
        threading.excepthook = _note_thread
        kept.callback(setattr, threading, "excepthook", before)
        yield path


def _add(kept: contextlib.ExitStack, handler: logging.Handler) -> None:
    handler.setFormatter(logging.Formatter(_FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    kept.callback(_close, handler)
    kept.callback(root.removeHandler, handler)


def _close(handler: logging.Handler) -> None:
    with contextlib.suppress(OSError):  # what could not be written before can't be written now
        handler.close()


def _set_level(kept: contextlib.ExitStack, name: str, level: int) -> None:
    logger = logging.getLogger(name)
    kept.callback(logger.setLevel, logger.level)
    logger.setLevel(level)


def _watch_for_faults(kept: contextlib.ExitStack, path: Path) -> None:
    """Let a crash below Python (a kernel, a driver) leave its stacks; say so at the next start, once."""
    old = path.with_suffix(".old.log")
    if path.is_file() and path.stat().st_size:
        path.replace(old)
        log.warning("the program crashed below Python the last time; its stacks are in %s", old)
    file = kept.enter_context(path.open("w", encoding="utf-8"))
    if not faulthandler.is_enabled():
        faulthandler.enable(file)
        kept.callback(faulthandler.disable)


def _note_thread(failure: threading.ExceptHookArgs) -> None:
    """An exception that ends a thread goes to the log instead of the terminal."""
    if failure.exc_type is SystemExit or failure.exc_value is None:
        return
    name = failure.thread.name if failure.thread is not None else "a thread"
    log.error("%s has failed", name, exc_info=failure.exc_value)
