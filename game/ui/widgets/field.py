"""A line of text to type into, with composition (Chinese input), paste, a length limit, and selection of the whole."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY, BUTTON_RADIUS
from game.ui.widgets.base import LEFT_BUTTON, Widget

BLINK_S = 0.53
_PADDING = 12.0


class TextField(Widget):
    """Shows its text, a caret while focused, and what an input method is composing (underlined, in indigo)."""

    def __init__(
        self,
        rect: pygame.FRect,
        text: str,
        placeholder: str,
        on_change: Callable[[str], None],
        limit: int,
        on_enter: Callable[[], None] | None = None,
        name: str = "",
        icon: str = "",
        room_at_end: float = 0.0,
    ) -> None:
        """`limit` is the most characters it takes; `on_change` is called after each change, `on_enter` at Enter.

        An `icon` may stand before the text, and this many units at the right end be kept for what stands there.
        """
        super().__init__(rect, name)
        self.text = text
        self.placeholder = placeholder
        self.limit = limit
        self.caret = len(text)
        self.composition = ""
        self.is_all_selected = False
        """Whether what is typed next takes the place of the whole text."""
        self.is_secret = False
        """Whether dots are shown in place of the letters."""
        self.has_keyboard = False
        """Whether typing goes here; set by the scene's group through `take_keyboard`."""
        self._on_change = on_change
        self._on_enter = on_enter
        self._blink_s = 0.0
        self._glyph_edges: list[float] = []
        self._icon = icon
        self._before = _PADDING + (28.0 if icon else 0.0)
        self._after = _PADDING + room_at_end

    def take_keyboard(self, yes: bool) -> None:
        """Typing begins or ends here: the caret shows, and the input method is told where to open its window."""
        self.has_keyboard = yes
        self.composition = ""
        self.is_all_selected = self.is_all_selected and yes

    def select_all(self) -> None:
        """Let the next letter, or a paste, take the place of the whole text."""
        self.is_all_selected = bool(self.text)
        self.caret = len(self.text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Typing, composition, editing keys, and a click that sets the caret."""
        if not (self.enabled and self.visible):
            return False
        if event.type == pygame.TEXTINPUT:
            self.composition = ""
            self._insert(event.text)
            return True
        if event.type == pygame.TEXTEDITING:
            self.composition = event.text
            return True
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            self._press_at(event.pos)
            return True
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
        return False

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if self.composition:
            return True  # the keys belong to the input method
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self._on_enter:
                self._on_enter()
                return True
            return False
        if event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self._insert(pygame.scrap.get_text())
            return True
        if event.key == pygame.K_a and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.select_all()
            return True
        if self.is_all_selected and event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.is_all_selected = False
            self.caret = 0
            self._change("")
            return True
        ends = {pygame.K_HOME: 0, pygame.K_END: len(self.text)}
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if event.key in ends:
            self.caret = ends[event.key]
        elif event.key in steps and self.is_all_selected:
            self.caret = 0 if event.key == pygame.K_LEFT else len(self.text)
        elif event.key in steps:
            self.caret = min(max(self.caret + steps[event.key], 0), len(self.text))
        elif event.key == pygame.K_BACKSPACE and self.caret > 0:
            self.caret -= 1
            self._change(self.text[: self.caret] + self.text[self.caret + 1 :])
        elif event.key == pygame.K_DELETE:
            self._change(self.text[: self.caret] + self.text[self.caret + 1 :])
        else:
            # letters come as TEXTINPUT; they must not act as the scene's keys meanwhile
            letter = bool(event.unicode and event.unicode.isprintable()) and not event.mod & pygame.KMOD_ALT
            return letter or event.key == pygame.K_BACKSPACE
        self._blink_s = 0.0
        self.is_all_selected = False
        return True

    def _insert(self, text: str) -> None:
        clean = self._clean(text)
        if self.is_all_selected and clean:
            self.is_all_selected = False
            self.caret = len(clean[: self.limit])
            self._change(clean[: self.limit])
            return
        clean = clean[: max(0, self.limit - len(self.text))]
        if clean:
            before = self.text[: self.caret] + clean
            self.caret = len(before)
            self._change(before + self.text[len(before) - len(clean) :])

    def _clean(self, text: str) -> str:
        """What of a text can be typed here: no control characters."""
        return "".join(c for c in text if not unicodedata.category(c).startswith("C"))

    def _change(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self._blink_s = 0.0
            self._on_change(text)

    def _press_at(self, pos: tuple[float, float]) -> None:
        """A click sets the caret."""
        self.is_all_selected = False
        if self._glyph_edges:
            inside = pos[0] - self.rect.left - self._before
            self.caret = min(range(len(self._glyph_edges)), key=lambda i: abs(self._glyph_edges[i] - inside))

    def update(self, dt: float) -> None:
        """Blink the caret."""
        super().update(dt)
        self._blink_s = (self._blink_s + dt) % (2 * BLINK_S)

    def draw(self, canvas: Canvas) -> None:
        """Border by state, text or placeholder, composition and caret."""
        theme = canvas.theme
        shown = "•" * len(self.text) if self.is_secret else self.text
        self._glyph_edges = [canvas.text_width(shown[:i]) for i in range(len(shown) + 1)]
        border = theme.indigo if self.has_keyboard else theme.ink if self.hovered else theme.edge
        fill = theme.card if self.enabled else theme.inset
        canvas.rounded(self.rect, BUTTON_RADIUS, fill, border, 2.0 if self.has_keyboard else 1.5)
        left, middle = self.rect.left + self._before, self.rect.centery
        room = self.rect.width - self._before - self._after
        if self._icon:
            canvas.icon(self._icon, self.rect.left + _PADDING + 10, middle, 20, theme.muted)
        caret = self._glyph_edges[self.caret] + canvas.text_width(self.composition)
        shift = max(0.0, caret + 2 - room)
        with canvas.clipped(pygame.FRect(left - 2, self.rect.top, room + 4, self.rect.height)):
            if not self.text and not self.composition:
                canvas.text(self.placeholder, left, middle, BODY, theme.muted, width=room)
            head, tail = shown[: self.caret], shown[self.caret :]
            x = left - shift
            if self.is_all_selected:
                canvas.fill(pygame.FRect(x - 1, middle - 12, self._glyph_edges[-1] + 2, 24), theme.indigo_tint)
            x += canvas.text(head, x, middle, BODY, theme.ink if self.enabled else theme.disabled)
            if self.composition:
                width = canvas.text(self.composition, x, middle, BODY, theme.indigo)
                canvas.fill(pygame.FRect(x, middle + 11, width, 2), theme.indigo)
                x += width
            if self.has_keyboard and self._blink_s < BLINK_S:
                canvas.fill(pygame.FRect(x, middle - 10, 2, 20), theme.ink)
            canvas.text(tail, x, middle, BODY, theme.ink if self.enabled else theme.disabled)
