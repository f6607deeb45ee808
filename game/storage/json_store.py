"""One small file of the person's own: read, written as a whole, kept aside where it is damaged, and let be where a
newer version of the program has written it."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec

from game.storage.atomic_file import keep_aside, write_safely
from game.storage.folders import FolderError, Folders, ready
from game.storage.notice import Notice
from game.storage.reasons import REASONS, SystemReason, reason_of

_LONGEST: Final = 1 << 20

T = TypeVar("T", bound=msgspec.Struct)


class _Dated(msgspec.Struct):
    """What every such file begins with."""

    version: int = 0


class JsonStore(Generic[T]):
    """What `name`.json in the person's folder holds. Nothing here raises: what goes wrong goes to the notices
    `name`-unreadable, `name`-damaged and `name`-unsaved."""

    def __init__(self, folders: Folders, name: str, kind: type[T], longest: int = _LONGEST) -> None:
        """`kind` is the form of the file; without its arguments it is what a new file holds, with the `version` that is
        known. One of more than `longest` bytes counts as damaged."""
        self._folders = folders
        self._name = name
        self._kind = kind
        self._longest = longest
        self._path = folders.data / f"{name}.json"
        self._notices: list[Notice] = []
        self._is_unread = self._is_newer = False
        self.held: T = kind()
        """What the file holds, as far as it is known."""
        self.load()

    def load(self) -> T:
        """Read the file again, for another window may have written it; what it holds is held from now on. Where it
        can't be read (any more) that stays which was held before."""
        self.held = self._read()
        return self.held

    def keep(self, content: T) -> None:
        """Hold this from now on, and write it. A file that could not be read is kept aside, not written over; where
        that fails, and where a newer version has written it, it stays and this is not kept."""
        self.held = content
        if self._is_newer:
            self._complain("unsaved", why=_reason("newer-file"))
            return
        try:
            ready(self._folders.data)
            # it may hold more than what is written in its place
            if self._is_unread and keep_aside(self._path) is None and self._path.exists():
                self._complain("unsaved", why=_reason("stays-damaged"))
                return
            write_safely(self._path, msgspec.json.format(msgspec.json.encode(content)) + b"\n")
        except FolderError as error:
            self._notices.append(error.notice)
        except OSError as error:
            self._complain("unsaved", why=reason_of(error))
        else:
            self._is_unread = False

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def _read(self) -> T:
        self._is_unread = self._is_newer = False
        try:
            with self._path.open("rb") as file:
                data = file.read(self._longest)
        except FileNotFoundError:
            return self._kind()
        except OSError as error:
            self._is_unread = True
            self._complain("unreadable", why=reason_of(error))
            return self.held
        try:
            self._is_newer = msgspec.json.decode(data, type=_Dated).version > getattr(self._kind(), "version", 0)
            return msgspec.json.decode(data, type=self._kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            if self._is_newer:
                self._complain("unreadable", why=_reason("newer-file"))
            elif (aside := keep_aside(self._path)) is not None:
                self._complain("damaged", aside=str(aside))
            else:
                self._is_unread = True
                self._complain("unreadable", why=_reason("stays-damaged"))
            return self.held

    def _complain(self, what: str, **values: str) -> None:
        self._notices.append(Notice(f"{self._name}-{what}", {"file": str(self._path), **values}))


def _reason(code: str) -> SystemReason:
    return SystemReason(REASONS[code], code)
