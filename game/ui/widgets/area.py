"""Some lines of text to type into: a text field that breaks its text and takes line breaks of one's own."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CAPTION, ROW_RADIUS
from game.ui.widgets.field import BLINK_S, TextField

_LINE: Final = 18.0
_EDGE: Final = 7.0
_SIDE: Final = 14.0


@dataclass(frozen=True, slots=True)
class _Span:
    """A line on the screen: from which character to which of the text."""

    start: int
    end: int


class TextArea(TextField):
    """Enter ends the typing (`on_enter`), Shift+Enter begins another line; Up and Down go from line to line."""

    def __init__(
        self,
        rect: pygame.FRect,
        text: str,
        placeholder: str,
        on_change: Callable[[str], None],
        limit: int,
        on_enter: Callable[[], None],
        measure: Callable[[str], float],
        name: str,
    ) -> None:
        """`measure` gives the width of a text in units, in the size of captions."""
        super().__init__(rect, text, placeholder, on_change, limit, on_enter, name)
        self._measure = measure
        self._broken: tuple[str, float, list[_Span]] = ("\0", 0.0, [])

    # ---- lines

    @property
    def _shown(self) -> str:
        """The text with what an input method is composing in it."""
        return self.text[: self.caret] + self.composition + self.text[self.caret :]

    def _spans(self) -> list[_Span]:
        """The lines of what is shown; made again when that or the width has changed."""
        shown, width = self._shown, self.rect.width - 2 * _SIDE
        if self._broken[:2] != (shown, width):
            self._broken = (shown, width, list(self._break(shown, width)))
        return self._broken[2]

    def _break(self, text: str, width: float) -> list[_Span]:
        spans, start = [], 0
        while True:
            stop = text.find("\n", start)
            stop = len(text) if stop < 0 else stop
            while self._measure(text[start:stop]) > width and stop - start > 1:
                cut = self._fitting(text, start, stop, width)
                spans.append(_Span(start, cut))
                start = cut
            spans.append(_Span(start, stop))
            if stop >= len(text):
                return spans
            start = stop + 1

    def _fitting(self, text: str, start: int, stop: int, width: float) -> int:
        """Where to break a line that is too long: behind a space or an ideograph, else anywhere."""
        low, high = start + 1, stop
        while low < high:
            middle = (low + high + 1) // 2
            if self._measure(text[start:middle]) <= width:
                low = middle
            else:
                high = middle - 1
        for cut in range(low, max(start, low - 40), -1):
            if text[cut - 1] == " " or ord(text[cut - 1]) > 0x2E80 or (cut < stop and ord(text[cut]) > 0x2E80):
                return cut
        return low

    def _line_of(self, at: int) -> int:
        """The line in which a place between two characters is seen."""
        spans = self._spans()
        return max(index for index, span in enumerate(spans) if index == 0 or span.start <= at)

    # ---- events

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if not self.composition and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
            is_enter = event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)
            if is_enter and event.mod & pygame.KMOD_SHIFT:
                self._insert("\n")
                return True
            if event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END):
                self._go(event.key)
                return True
        return super()._handle_key(event)

    def _go(self, key: int) -> None:
        self.is_all_selected = False
        self._blink_s = 0.0
        spans, line = self._spans(), self._line_of(self.caret)
        if key == pygame.K_HOME:
            self.caret = spans[line].start
        elif key == pygame.K_END:
            is_last = line == len(spans) - 1 or self.text[spans[line].end : spans[line].end + 1] == "\n"
            self.caret = spans[line].end if is_last else spans[line].end - 1
        else:
            target = line + (1 if key == pygame.K_DOWN else -1)
            if not 0 <= target < len(spans):
                self.caret = 0 if target < 0 else len(self.text)
                return
            self.caret = self._nearest(target, self._measure(self.text[spans[line].start : self.caret]))

    def _nearest(self, line: int, x: float) -> int:
        """The place in a line that is nearest to this many units from its left."""
        span = self._spans()[line]
        return min(range(span.start, span.end + 1), key=lambda at: abs(self._measure(self.text[span.start : at]) - x))

    def _clean(self, text: str) -> str:
        """Line breaks stay, other control characters go."""
        plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
        return "".join(c for c in plain if c == "\n" or not unicodedata.category(c).startswith("C"))

    def _press_at(self, pos: tuple[float, float]) -> None:
        self.is_all_selected = False
        top = self.rect.top + _EDGE
        line = int((pos[1] - top) // _LINE) + self._first_line()
        line = min(max(0, line), len(self._spans()) - 1)
        if not self.composition:
            self.caret = self._nearest(line, pos[0] - self.rect.left - _SIDE)

    # ---- drawing

    def _first_line(self) -> int:
        """The first line in sight: as far down as the caret asks for."""
        room = max(1, int((self.rect.height - 2 * _EDGE) // _LINE))
        return max(0, self._line_of(self.caret + len(self.composition)) - room + 1)

    def draw(self, canvas: Canvas) -> None:
        """Border by state, the lines in sight or the placeholder, composition and caret."""
        theme, rect = canvas.theme, self.rect
        border = theme.indigo if self.has_keyboard else theme.edge
        canvas.rounded(rect, ROW_RADIUS + 2, theme.card, border, 2.0 if self.has_keyboard else 1.5)
        left, first, shown, spans = rect.left + _SIDE, self._first_line(), self._shown, self._spans()
        caret, composed = self.caret + len(self.composition), (self.caret, self.caret + len(self.composition))
        with canvas.clipped(rect.inflate(0, -2 * _EDGE + 2)):
            if not shown:
                y = rect.top + _EDGE + _LINE / 2
                canvas.text(self.placeholder, left, y, CAPTION, theme.muted, width=rect.width - 2 * _SIDE)
            for index, span in enumerate(spans[first:], first):
                y = rect.top + _EDGE + (index - first + 0.5) * _LINE
                if y > rect.bottom + _LINE:
                    break
                line = shown[span.start : span.end]
                if self.is_all_selected and line:
                    canvas.fill(pygame.FRect(left - 1, y - 9, self._measure(line) + 2, 18), theme.indigo_tint)
                canvas.text(line, left, y, CAPTION)
                start, end = max(span.start, composed[0]), min(span.end, composed[1])
                if start < end:
                    x = left + self._measure(shown[span.start : start])
                    width = self._measure(shown[start:end])
                    canvas.fill(pygame.FRect(x, y + 8, width, 2), theme.indigo)
                if self.has_keyboard and self._blink_s < BLINK_S and self._line_of(caret) == index:
                    x = left + self._measure(shown[span.start : caret])
                    canvas.fill(pygame.FRect(x, y - 8, 2, 16), theme.ink)
