"""The person's settings while the program runs: changed at once, written to disk a little later."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.settings import load, save

_SAVE_AFTER_S: Final = 0.5


class Preferences:
    """The settings as they are now. Whoever must act on a change says so with `follow`."""

    def __init__(self, folders: Folders) -> None:
        """Reads the file; what was wrong with it goes to the notices."""
        self._folders = folders
        self.settings, notice = load(folders)
        self._notices = [notice] if notice else []
        self._followers: list[Callable[[frozenset[str]], None]] = []
        self._unsaved_since: float | None = None

    def follow(self, tell: Callable[[frozenset[str]], None]) -> None:
        """Have `tell` called after each change with the names of the settings that it was about."""
        self._followers.append(tell)

    def change(self, **changes: Any) -> None:
        """Change settings, keep them, and let them take effect at once."""
        self.settings = self.settings.with_(**changes)
        if self._unsaved_since is None:
            self._unsaved_since = time.monotonic()
        for tell in self._followers:
            tell(frozenset(changes))

    def update(self) -> None:
        """Each frame. Not each change is written: a name being typed or a knob being dragged makes many."""
        if self._unsaved_since is not None and time.monotonic() - self._unsaved_since > _SAVE_AFTER_S:
            self.save()

    def save(self) -> None:
        """Write the settings; what goes wrong goes to the notices."""
        self._unsaved_since = None
        notice = save(self.settings, self._folders)
        if notice:
            self._notices.append(notice)

    def take_notices(self) -> list[Notice]:
        """What has to be told since the last call."""
        notices, self._notices = self._notices, []
        return notices
