"""Sharing a game as pictures: of the board to a file or onto the clipboard, of the whole game as an animation."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from game.records.fault import fault_of_system
from game.rules.core import Outcome, Variant
from game.storage.atomic_file import write_safely
from game.ui.board.film import BoardFilm, Frame
from game.ui.paint.gif import GifWriter
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.stage import clipboard, picture_clipboard
from game.ui.stage.faults import fault_words
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.picture_clipboard import GIF, PNG, PictureClipboardError
from game.ui.stage.stage import Stage

PICTURE: Final = 900
"""Pixels of the height of a picture."""
_SIZES: Final = (("small", 360), ("medium", 540), ("large", 720))
_SPEEDS: Final = (("slow", 2.0), ("usual", 1.0), ("fast", 0.5))
_LAST_S: Final = 3.0
"""The last position is shown at least this long before the animation begins again."""
_WAITING: Final = 4
"""The most pictures drawn ahead of the thread that puts them together."""
_WIDTH: Final = 340.0


@dataclass(frozen=True, slots=True)
class SharedLine:
    """What is shared: the positions of a line with the moves that led there, which of them is shown, from which side,
    what the file may be called, and how the game ended, where the last of them is its end."""

    variant: Variant
    frames: Sequence[Frame]
    shown: int
    is_flipped: bool
    name: str
    outcome: Outcome | None = None

    @property
    def ending(self) -> Outcome | None:
        """The outcome, where the end is shown."""
        return self.outcome if self.shown == len(self.frames) - 1 else None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be shared, and what its file may be called."""

    surface: pygame.Surface
    name: str


@dataclass(slots=True)
class _Making:
    """An animation that is being made: the pictures that wait to be put together. Without a `target` it goes to the
    clipboard."""

    film: BoardFilm
    target: Path | None
    shown_s: float
    writer: GifWriter
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="film"))
    waiting: deque[Future[None]] = field(default_factory=deque)
    drawn: int = 0
    written: Future[bytes] | None = None


class SharingSteps:
    """Asks how a game is to be shared, makes it a little each frame, and tells what came of it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._making: _Making | None = None
        self._copying: tuple[Future[None], str] | None = None
        """What is being put on the clipboard, and the text that tells so once it is there."""

    @property
    def is_busy(self) -> bool:
        """Whether an animation is being made, or something is put on the clipboard."""
        return self._making is not None or self._copying is not None

    def entries(self, place: pygame.FRect, shared: Callable[[], SharedLine]) -> list[ListEntry]:
        """What can be done with a game, for a list that opens at a place."""
        t = self._stage.t

        def open_speeds(is_copied: bool) -> None:
            line = shared()
            choices = [
                ListEntry(t(f"library.film_{name}"), partial(self._ask_size, place, line, seconds, is_copied), "clock")
                for name, seconds in _SPEEDS
            ]
            self._stage.open(Popup(place, choices, _WIDTH))

        def picture() -> Picture:
            line = shared()
            return Picture(self.picture(line), line.name)

        is_free = self._making is None
        return [
            *self.picture_entries("picture", picture),
            ListEntry(t("library.film_copy"), lambda: open_speeds(True), "copy", enabled=is_free),
            ListEntry(t("library.film_save"), lambda: open_speeds(False), "play", enabled=is_free),
        ]

    # ---- pictures

    def picture_entries(self, kind: str, picture: Callable[[], Picture]) -> list[ListEntry]:
        """To copy and to save a picture, which is drawn when it is asked for."""
        t = self._stage.t
        return [
            ListEntry(t(f"library.{kind}_copy"), lambda: self.copy_picture(picture().surface), "copy"),
            ListEntry(t(f"library.{kind}_save"), lambda: self._ask_picture(picture()), "save"),
        ]

    def film(self, line: SharedLine, frames: Sequence[Frame], height: int, outcome: Outcome | None) -> BoardFilm:
        """Pictures of positions of a line, of this height in pixels."""
        stage, painter = self._stage, self._stage.painter(line.variant)
        return BoardFilm(painter, stage.theme, stage.fonts, height, frames, line.is_flipped, outcome)

    def picture(self, line: SharedLine) -> pygame.Surface:
        """The board as it is shown."""
        return self.film(line, [line.frames[line.shown]], PICTURE, line.ending).picture(0)

    def copy_picture(self, picture: pygame.Surface) -> None:
        """Have a picture put on the clipboard; `update` says so once it is there, or why that can't be done here."""
        self._copy(PNG, clipboard.png_of(picture), "library.picture_copied")

    def _copy(self, kind: str, data: bytes, key: str) -> None:
        thread = ThreadPoolExecutor(1, thread_name_prefix="clipboard")
        self._copying = thread.submit(picture_clipboard.put, kind, data), key
        thread.shutdown(wait=False)

    def _tell_copied(self) -> None:
        if self._copying is None or not self._copying[0].done():
            return
        (put, key), self._copying = self._copying, None
        t, toasts, error = self._stage.t, self._stage.toasts, put.exception()
        if error is None:
            toasts.show(t(key), "check")
        elif isinstance(error, PictureClipboardError) and error.programs:
            toasts.tell(t("library.picture_needs", program=" / ".join(error.programs)))
        else:
            toasts.tell(t("library.picture_not_copied", why=error))

    def _ask_picture(self, picture: Picture) -> None:
        def write(target: Path, _: str) -> None:
            try:
                write_safely(target, clipboard.png_of(picture.surface))
            except OSError as error:
                self._tell(fault_words(self._stage.t, fault_of_system(error)), target)
                return
            self._tell("", target)

        self._browse(picture.name, ".png", write)

    # ---- animations

    def _ask_size(self, place: pygame.FRect, line: SharedLine, seconds: float, is_copied: bool) -> None:
        t = self._stage.t

        def choose(height: int) -> None:
            if is_copied:
                self.make(line, height, seconds, None)
            else:
                self._browse(line.name, ".gif", lambda target, _: self.make(line, height, seconds, target))

        choices = [
            ListEntry(t(f"library.film_{name}", height=height), partial(choose, height), "sliders")
            for name, height in _SIZES
        ]
        self._stage.open(Popup(place, choices, _WIDTH))

    def make(self, line: SharedLine, height: int, seconds: float, target: Path | None) -> None:
        """Begin to make an animation of this height in pixels, each position shown this long; without a target for the
        clipboard."""
        film = self.film(line, line.frames, height, line.outcome)
        end = len(line.frames) - 1
        writer = GifWriter(film.pixels(0), film.pixels(end // 2), film.pixels(end))
        self._making = _Making(film, target, seconds, writer)
        self._stage.toasts.show(self._stage.t("library.film_begun", n=end + 1), "info")

    def update(self) -> None:
        """Each frame: draw one more picture, and say what came of it at the end."""
        self._tell_copied()
        making = self._making
        if making is None:
            return
        while making.waiting and making.waiting[0].done():
            making.waiting.popleft().result()
        end = len(making.film.frames) - 1
        if making.drawn <= end and len(making.waiting) < _WAITING:
            shown_s = making.shown_s if making.drawn < end else max(making.shown_s, _LAST_S)
            pixels = making.film.pixels(making.drawn)
            making.waiting.append(making.thread.submit(making.writer.add, pixels, shown_s))
            making.drawn += 1
        elif making.written is None and not making.waiting:
            making.written = making.thread.submit(_write, making.target, making.writer)
        elif making.written is not None and making.written.done():
            self._making = None
            making.thread.shutdown(wait=False)
            try:
                data = making.written.result()
            except OSError as error:
                assert making.target is not None, "only a file can fail"
                self._tell(fault_words(self._stage.t, fault_of_system(error)), making.target)
                return
            if making.target is None:
                self._copy(GIF, data, "library.film_copied")
            else:
                self._tell("", making.target)

    # ---- files

    def _browse(self, name: str, ending: str, write: Callable[[Path, str], None]) -> None:
        library = self._stage.services.library
        self._stage.open(FileBrowser(self._stage, library, Wish("save", name, "", ending), on_save=write))

    def _tell(self, why: str, target: Path) -> None:
        t, toasts = self._stage.t, self._stage.toasts
        if why:
            toasts.tell(t("library.nothing_given", why=why))
        else:
            toasts.tell(t("library.shared", file=str(target)), "check")


def _write(target: Path | None, writer: GifWriter) -> bytes:
    """The animation, which is then in the file, if one is asked for."""
    data = writer.data()
    if target is not None:
        write_safely(target, data)
    return data
