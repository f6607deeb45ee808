"""Games being brought in: how far it is, and in the end what could not be read, by file, game and move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.library.importing import GameImport
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, ROW_RADIUS
from game.ui.stage import clipboard
from game.ui.stage.faults import fault_words
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import Button
from game.ui.widgets.scroll_bar import draw_scroll_bar
from game.ui.widgets.scrolled import Scrolled

_WIDTH: Final = 780.0
_NARROW: Final = 560.0
_SMALL: Final = 176.0
_LINE: Final = 20.0
_UNSEEN_S: Final = 0.3
"""What is done sooner is not shown at all."""


class Report(Scrolled):
    """Lines of text that scroll; only the ones in sight are drawn."""

    wheel_step = 3 * _LINE

    def __init__(self, rect: pygame.FRect, lines: list[str]) -> None:
        super().__init__(rect, "report")
        self.lines = lines

    def _whole(self) -> float:
        return len(self.lines) * _LINE + 12

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """All keys that move about scroll."""
        page, most = self.rect.height - _LINE, self._most_scroll()
        by = {
            pygame.K_UP: -_LINE, pygame.K_DOWN: _LINE, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -most, pygame.K_END: most,
        }.get(event.key, 0.0)  # fmt: skip
        return self._scroll_to(self._scroll + by)

    def draw(self, canvas: Canvas) -> None:
        """A well with the lines."""
        theme, rect = canvas.theme, self.rect
        canvas.rounded(rect, ROW_RADIUS, theme.inset, theme.line, 1)
        if self.focused:
            canvas.focus_ring(rect, ROW_RADIUS)
        first = int(self._scroll // _LINE)
        with canvas.clipped(rect.inflate(-4, -4)):
            for index in range(first, min(len(self.lines), first + int(rect.height / _LINE) + 2)):
                y = rect.top + 6 + (index + 0.5) * _LINE - self._scroll
                canvas.text(self.lines[index], rect.left + 12, y, CAPTION, width=rect.width - 32)
        track = pygame.FRect(rect.right - 9, rect.top + 4, 4, rect.height - 8)
        draw_scroll_bar(canvas, track, self._scroll, self._most_scroll())


class BringingDialog(Overlay):
    """Follows an import. Where all went well it closes by itself; else it shows what was wrong."""

    def __init__(self, stage: Stage, game_import: GameImport, on_done: Callable[[set[str]], None]) -> None:
        """`on_done` gets the keys of the games, new or known, when the dialog has closed and there are any."""
        super().__init__()
        self._stage = stage
        self._game_import = game_import
        self._on_done = on_done
        self._for_s = 0.0
        self._lines: list[str] | None = None

    def layout(self) -> None:
        """A progress bar with its button, or the report with its."""
        t, size = self._stage.t, self.size
        told = self._lines is not None
        height = min(size[1] - 64, 460.0) if told else _SMALL
        self._box.size = min(_WIDTH if told else _NARROW, size[0] - 64), height
        box = self._centre()
        if not told:
            stop = pygame.FRect(box.right - 24 - 120, box.bottom - 24 - 44, 120, 44)
            self.widgets.replace([Button(stop, t("library.bringing_stop"), self._game_import.cancel, name="stop")])
            self.widgets.focus_on("stop")
            return
        report = Report(pygame.FRect(box.left + 24, box.top + 100, box.width - 48, box.height - 188), self._lines or [])
        ok = Button(
            pygame.FRect(box.right - 24 - 140, box.bottom - 24 - 44, 140, 44), t("common.ok"), self._finish, "primary",
            name="ok",
        )  # fmt: skip
        copy = Button(
            pygame.FRect(box.left + 24, box.bottom - 24 - 44, 180, 44), t("library.copy_report"), self._copy,
            icon="copy", name="copy",
        )  # fmt: skip
        self.widgets.replace([report, copy, ok])
        self.widgets.focus_on("ok", show=True)

    def _copy(self) -> None:
        why = clipboard.put("\n".join(self._lines or []))
        if why:
            self._stage.toasts.show(self._stage.t("library.copy_failed", why=why))

    def _finish(self) -> None:
        self.close()
        game_import = self._game_import
        keys = {*game_import.added, *game_import.known}
        if keys or game_import.stored or game_import.same:
            self._on_done(keys)

    def back(self) -> None:
        """Stop, then close."""
        if self._lines is None:
            self._game_import.cancel()
        else:
            self._finish()

    def update(self, dt: float) -> None:
        """Once it is over: close, or show the report."""
        super().update(dt)
        self._for_s += dt
        game_import = self._game_import
        if not game_import.is_over or self._lines is not None or self.closed:
            return
        if game_import.partly or game_import.failed:
            self._lines = [fault_words(self._stage.t, each) for each in (*game_import.failed, *game_import.partly)]
            self.layout()
            return
        many = len(game_import.added) + len(game_import.known) > 1 or game_import.stored or game_import.same
        if many or game_import.as_words or game_import.is_cancelled:
            self._stage.toasts.tell(self._summary(), "check")
        self._finish()

    def _title(self) -> str:
        """How many games came in."""
        t, game_import = self._stage.t, self._game_import
        n = len(game_import.added) + game_import.stored
        known = game_import.known or game_import.same
        return t("library.brought_title", n=n) if n or known else t("library.brought_none")

    def _summary(self) -> str:
        """What came of it, in one line."""
        t, game_import = self._stage.t, self._game_import
        parts = [self._title()]
        for key, count in (
            ("known", len(game_import.known) + game_import.same),
            ("doubles", game_import.doubles),
            ("partly", len(game_import.partly)),
            ("failed", len(game_import.failed)),
            ("as_words", game_import.as_words),
        ):
            if count:
                parts.append(t(f"library.brought_{key}", n=count))
        if game_import.is_cancelled:
            parts.append(t("library.brought_stopped"))
        return " · ".join(parts)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, how far it is or what was wrong."""
        t, theme, box, game_import = self._stage.t, canvas.theme, self._box, self._game_import
        super().draw_scene(canvas)
        x, room = box.left + 24, box.width - 48
        if self._lines is not None:
            canvas.text(self._title(), x, box.top + 40, HEADING, face=Face.MEDIUM, width=room)
            details = self._summary().split(" · ")[1:]
            canvas.text(" · ".join(details), x, box.top + 72, BODY, theme.muted, width=room)
            return
        canvas.text(t("library.bringing_title"), x, box.top + 40, HEADING, face=Face.MEDIUM, width=room)
        bar = pygame.FRect(x, box.top + 66, room, 8)
        canvas.rounded(bar, 4, theme.inset, theme.line, 1)
        text = game_import.name or t("library.bringing_begins")
        if game_import.of:
            share = min(1.0, game_import.done / game_import.of)
            canvas.rounded(pygame.FRect(bar.left, bar.top, max(8.0, room * share), 8), 4, theme.jade)
            text = " · ".join(
                filter(None, [game_import.name, t("library.bringing_of", done=game_import.done, of=game_import.of)])
            )
        canvas.text(text, x, box.bottom - 46, BODY, theme.muted, width=room - 140)

    def draw(self, canvas: Canvas) -> None:
        """Nothing for the first moment: small imports come and go unseen."""
        if self._for_s > _UNSEEN_S or self._lines is not None:
            super().draw(canvas)
