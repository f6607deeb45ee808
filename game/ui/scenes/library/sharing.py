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
from game.rules.core import Variant
from game.storage.atomic_file import write_safely
from game.ui.board.film import BoardFilm, Frame
from game.ui.paint.gif import GifWriter
from game.ui.scenes.library.browser import FileBrowser, Wish
from game.ui.stage import clipboard
from game.ui.stage.faults import fault_words
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage

PICTURE: Final = 900
"""Pixels of the height of a picture."""
_SIZES: Final = (("small", 360), ("medium", 540), ("large", 720))
_SPEEDS: Final = (("slow", 2.0), ("usual", 1.0), ("fast", 0.5))
_LAST_S: Final = 3.0
"""The last position is shown at least so long before the animation begins again."""
_WAITING: Final = 4
"""So many pictures may be drawn ahead of the thread that puts them together."""
_WIDTH: Final = 340.0


@dataclass(frozen=True, slots=True)
class SharedLine:
    """What is shared: the positions of a line with the moves that led there, which of them is shown, from which side,
    and what the file may be called."""

    variant: Variant
    frames: Sequence[Frame]
    shown: int
    is_flipped: bool
    name: str


@dataclass(slots=True)
class _Making:
    """An animation that is being made: the pictures that wait to be put together."""

    film: BoardFilm
    target: Path
    shown_s: float
    writer: GifWriter
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="film"))
    waiting: deque[Future[None]] = field(default_factory=deque)
    drawn: int = 0
    written: Future[int] | None = None


class SharingSteps:
    """Asks how a game is to be shared, makes it a little each frame, and tells what came of it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._making: _Making | None = None

    def entries(self, place: pygame.FRect, shared: Callable[[], SharedLine]) -> list[ListEntry]:
        """What can be done with a game, for a list that opens at a place."""
        t = self._stage.t

        def open_speeds() -> None:
            line = shared()
            choices = [
                ListEntry(t(f"library.film_{name}"), partial(self._ask_size, place, line, seconds), "clock")
                for name, seconds in _SPEEDS
            ]
            self._stage.open(Popup(place, choices, _WIDTH))

        return [
            ListEntry(t("library.picture_copy"), lambda: self.copy_picture(shared()), "copy"),
            ListEntry(t("library.picture_save"), lambda: self._ask_picture(shared()), "save"),
            ListEntry(t("library.film_save"), open_speeds, "play", enabled=self._making is None),
        ]

    # ---- pictures

    def _film(self, line: SharedLine, frames: Sequence[Frame], height: int) -> BoardFilm:
        stage = self._stage
        return BoardFilm(stage.painter(line.variant), stage.theme, stage.fonts, height, frames, line.is_flipped)

    def picture(self, line: SharedLine) -> pygame.Surface:
        """The board as it is shown."""
        return self._film(line, [line.frames[line.shown]], PICTURE).picture(0)

    def copy_picture(self, line: SharedLine) -> None:
        """Put the picture on the clipboard, and say so, or why that can't be done here."""
        why = clipboard.put_picture(self.picture(line))
        t, toasts = self._stage.t, self._stage.toasts
        if why:
            toasts.tell(t("library.picture_not_copied", why=why))
        else:
            toasts.show(t("library.picture_copied"), "check")

    def _ask_picture(self, line: SharedLine) -> None:
        def write(target: Path, _: str) -> None:
            try:
                write_safely(target, clipboard.png_of(self.picture(line)))
            except OSError as error:
                self._tell(fault_words(self._stage.t, fault_of_system(error)), target)
                return
            self._tell("", target)

        self._browse(line.name, ".png", write)

    # ---- animations

    def _ask_size(self, place: pygame.FRect, line: SharedLine, seconds: float) -> None:
        t = self._stage.t

        def choose(height: int) -> None:
            self._browse(line.name, ".gif", lambda target, _: self.make(line, height, seconds, target))

        choices = [
            ListEntry(t(f"library.film_{name}", height=height), partial(choose, height), "sliders")
            for name, height in _SIZES
        ]
        self._stage.open(Popup(place, choices, _WIDTH))

    def make(self, line: SharedLine, height: int, seconds: float, target: Path) -> None:
        """Begin to make an animation of so many pixels height, each position shown so long."""
        film = self._film(line, line.frames, height)
        end = len(line.frames) - 1
        writer = GifWriter(film.pixels(0), film.pixels(end // 2), film.pixels(end))
        self._making = _Making(film, target, seconds, writer)
        self._stage.toasts.show(self._stage.t("library.film_begun", n=end + 1), "info")

    def update(self) -> None:
        """Each frame: draw one more picture, and say what came of it at the end."""
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
                making.written.result()
            except OSError as error:
                self._tell(fault_words(self._stage.t, fault_of_system(error)), making.target)
                return
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


def _write(target: Path, writer: GifWriter) -> int:
    data = writer.data()
    write_safely(target, data)
    return len(data)
