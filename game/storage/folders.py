"""Where the program keeps the person's things: settings, unfinished games, records, caches and logs."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from game.storage.notice import Notice
from game.storage.reasons import SystemReason, reason_of

DATA_VARIABLE = "QIGUAN_DATA"
"""The environment variable that names one folder for everything, in place of the person's own folders."""

_APPLICATION = "qiguan"


class FolderError(Exception):
    """A folder can't be made or written to. One sentence; `notice` says the same to the window."""

    def __init__(self, folder: Path, why: SystemReason) -> None:
        super().__init__(f"cannot write to the folder {folder}: {why}")
        self.folder = folder
        self.why = why
        self.notice = Notice("folder-unwritable", {"folder": str(folder), "why": why})


@dataclass(frozen=True, slots=True)
class Folders:
    """The four roots. Nothing is created before it is asked for with `ready`."""

    config: Path
    data: Path
    cache: Path
    log: Path

    @property
    def settings_file(self) -> Path:
        """The one file of the settings."""
        return self.config / "settings.json"

    @property
    def sounds(self) -> Path:
        """The person's own sounds."""
        return self.data / "sounds"

    @property
    def saves(self) -> Path:
        """The journals of unfinished games."""
        return self.data / "saves"

    @property
    def lan(self) -> Path:
        """The journals of unfinished games with people elsewhere, and what is needed to come back to them."""
        return self.data / "lan"

    @property
    def records(self) -> Path:
        """The records of finished games."""
        return self.data / "records"


def find_folders(environment: Mapping[str, str] = os.environ) -> Folders:
    """The folders below `QIGUAN_DATA` where that is set and not empty, else the user's own by the system's custom."""
    root = environment.get(DATA_VARIABLE, "")
    if root:
        top = Path(os.path.expanduser(root)).absolute()
        return Folders(config=top / "config", data=top / "data", cache=top / "cache", log=top / "log")
    own = platformdirs.PlatformDirs(_APPLICATION, appauthor=False)
    return Folders(own.user_config_path, own.user_data_path, own.user_cache_path, own.user_log_path)


def ready(folder: Path) -> Path:
    """The folder itself, made if it was missing and found writable. Raises FolderError.

    Whether a file can be made is tried out, because permission bits tell neither of full disks nor of read-only mounts.
    """
    probe = folder / f".probe-{os.getpid()}-{threading.get_ident()}"  # several threads write at a time
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with probe.open("wb"):
            pass
        probe.unlink()
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        raise FolderError(folder, reason_of(error)) from error
    return folder
