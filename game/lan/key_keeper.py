"""One's key on its way to another computer, or into a safe: a file of its own, protected by a passphrase."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.lan.key_file import NAME, own_key, swap_key, write_secret
from game.storage.atomic_file import read_at_most
from game.storage.folders import FolderError
from game.storage.notice import Notice
from game.storage.reasons import reason_of
from net.trust.keys import LONGEST_PEM, BadKeyError, PrivateKey, WrongPassphraseError, read_key

LEAST_PASSPHRASE: Final = 8
"""Characters."""
USUAL_NAME: Final = "qiguan-key.pem"
"""Of the file, where only a folder is named."""


class KeyKeeper:
    """The key in a folder. `is_busy` tells whether somebody is just being talked to under it; `changed` hears of
    another one."""

    def __init__(self, folder: Path, is_busy: Callable[[], bool], changed: Callable[[PrivateKey], None]) -> None:
        self._folder = folder
        self._is_busy = is_busy
        self._changed = changed

    def save(self, path: Path, passphrase: str) -> Notice:
        """Write one's key into a new file, and say where it lies, or why not. Nothing is written over."""
        if len(passphrase) < LEAST_PASSPHRASE:
            return Notice("lan-key-short", {"least": str(LEAST_PASSPHRASE)})
        key, notices = own_key(self._folder)
        if notices and not (self._folder / NAME).exists():
            return notices[0]
        target = path / USUAL_NAME if path.is_dir() else path
        try:
            write_secret(target, key.as_pem(passphrase))
        except FileExistsError:
            return Notice("lan-key-exists", {"file": str(target)})
        except (OSError, ValueError) as error:
            return Notice("lan-key-unsaved", {"file": str(target), "why": _why(error)})
        return Notice("lan-key-saved", {"file": str(target)})

    def look(self, path: Path, passphrase: str) -> str | Notice:
        """Whose key a file holds (64 hexadecimal digits), or what is wrong with it."""
        found = _read(path, passphrase)
        return found if isinstance(found, Notice) else found.public

    def take(self, path: Path, passphrase: str) -> Notice:
        """Use the key of a file from now on, and keep the one before aside; or why not."""
        key = _read(path, passphrase)
        if isinstance(key, Notice):
            return key
        if self._is_busy():
            return Notice("lan-key-busy", {})
        own = self._folder / NAME
        try:
            aside = swap_key(own, key)
        except FolderError as error:
            return error.notice
        except OSError as error:
            return Notice("lan-key-untaken", {"file": str(own), "why": reason_of(error)})
        self._changed(key)
        return Notice("lan-key-taken", {"aside": str(aside or own)})


def _read(path: Path, passphrase: str) -> PrivateKey | Notice:
    try:
        return read_key(read_at_most(path, LONGEST_PEM + 1), passphrase)
    except WrongPassphraseError:
        return Notice("lan-key-passphrase", {"file": str(path)})
    except BadKeyError:
        return Notice("lan-key-foreign", {"file": str(path)})
    except (OSError, ValueError) as error:
        return Notice("lan-key-unreadable", {"file": str(path), "why": _why(error)})


def _why(error: OSError | ValueError) -> str:
    return reason_of(error) if isinstance(error, OSError) else str(error)
