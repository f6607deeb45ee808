"""What floats above a scene: toasts and tooltips on a dark plate, and bubbles."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.pen import Point
from game.ui.paint.seal_print import seal_print
from game.ui.paint.theme import BODY, CAPTION, LEAVE_S, ROW_RADIUS, TOAST_RADIUS, TOAST_S, TOOLTIP_S
from game.ui.widgets.base import Widget, approach

_MESSAGE_S = 7.0
_MOST_WAITING = 8
_WARNING_DISC = (255, 214, 120)
_WARNING_INK = (60, 40, 10)
_TIP = 7.0
_GUIDE_PAD = 16.0
_GUIDE_LINE = 23.0
_GUIDE_AWAY = 12.0
_PAPER = (254, 249, 238)
_SCRAP = 38.0


class Toasts:
    """One sentence at a time. An explanation stays four seconds or until the next move; a message, which tells of
    something lasting, stays seven seconds, and further messages wait behind it."""

    def __init__(self) -> None:
        self.text = ""
        self.icon = "warning"
        self.stamp = ""
        """The characters of the seal that the sentence is about, shown in the place of an icon."""
        self._left_s = 0.0
        self._share = 0.0
        self._is_message = False
        self._waiting: deque[tuple[str | Callable[[], str], str, str]] = deque(maxlen=_MOST_WAITING)

    @property
    def is_seen(self) -> bool:
        """Whether there is a sentence now, also while it fades."""
        return self._share > 0 and bool(self.text)

    def show(self, text: str, icon: str = "warning") -> None:
        """Explain something now, in the place of whatever is shown; a message that it interrupts is shown again."""
        if self._is_message and self._left_s > 0:
            self._waiting.appendleft((self.text, self.icon, self.stamp))
        self._begin(text, icon, "", TOAST_S, is_message=False)

    def tell(self, text: str | Callable[[], str], icon: str = "warning", stamp: str = "") -> None:
        """Show a message, after those that were told before; with a seal of these characters in the place of an icon.
        One that may wait for long is worded by a function once it is shown: the language may be another one by then."""
        message = text, icon, stamp
        if message in self._waiting or (self._is_message and self._left_s > 0 and self.text == text):
            return
        self._waiting.append(message)
        if self._left_s <= 0:
            self._next()

    def clear(self) -> None:
        """Let an explanation fade: what it was about is over. Messages stay."""
        if not self._is_message:
            self._left_s = 0.0

    def update(self, dt: float) -> None:
        """Count down, fade, go on to the next message."""
        self._left_s = max(0.0, self._left_s - dt)
        self._share = approach(self._share, float(self._left_s > 0), dt, LEAVE_S)
        if self._left_s <= 0 and self._share <= 0 and self._waiting:
            self._next()

    def _next(self) -> None:
        text, icon, stamp = self._waiting.popleft()
        self._begin(text if isinstance(text, str) else text(), icon, stamp, _MESSAGE_S, is_message=True)

    def _begin(self, text: str, icon: str, stamp: str, seconds: float, is_message: bool) -> None:
        self.text, self.icon, self.stamp, self._left_s, self._is_message = text, icon, stamp, seconds, is_message

    def draw(self, canvas: Canvas, anchor: tuple[float, float], width: float) -> None:
        """Draw above the anchor (the middle of its lower edge), no wider than `width`."""
        if not self.is_seen:
            return
        theme = canvas.theme
        lines = canvas.wrapped(self.text, width - 88)
        across = max(canvas.text_width(line) for line in lines) + 80
        height = 26 + 22 * len(lines)
        top = anchor[1] - height + 8 * (1 - self._share)
        rect = pygame.FRect(anchor[0] - across / 2, top, across, height)
        canvas.shadow(rect, TOAST_RADIUS, 3)
        canvas.rounded(rect, TOAST_RADIUS, theme.plate)
        if self.stamp:
            _draw_stamp(canvas, rect.left + 28, rect.centery, self.stamp)
        else:
            canvas.circle(rect.left + 28, rect.centery, 13, _WARNING_DISC)
            canvas.icon(self.icon, rect.left + 28, rect.centery - 0.5, 16, _WARNING_INK)
        for i, line in enumerate(lines):
            y = rect.centery + (i - (len(lines) - 1) / 2) * 22
            canvas.text(line, rect.left + 52, y, BODY, theme.on_plate)


def _draw_stamp(canvas: Canvas, x: float, y: float, characters: str) -> None:
    """A small print of a seal on a scrap of paper."""
    scrap = pygame.FRect(x - _SCRAP / 2, y - _SCRAP / 2, _SCRAP, _SCRAP)
    canvas.rounded(scrap, 5, _PAPER)
    size = canvas.px(_SCRAP - 4)
    canvas.lay(seal_print(canvas.fonts, size, characters), (canvas.px(scrap.left + 2), canvas.px(scrap.top + 2)))


class Tooltips:
    """When a tooltip is shown: once the mouse has rested, and at once on an icon without a word that is pointed at for
    the first time."""

    def __init__(self) -> None:
        self._met: set[str] = set()
        self._pointed: Widget | None = None
        self._is_first = False
        self._rested_s = 0.0

    def update(self, pointed: tuple[Widget, float] | None) -> None:
        """Each frame: the widget under the mouse and for how many seconds it has been there."""
        widget, self._rested_s = pointed if pointed is not None else (None, 0.0)
        if widget is not self._pointed:
            self._pointed = widget
            self._is_first = widget is not None and widget.is_wordless and widget.tooltip not in self._met
            if widget is not None and self._is_first:
                self._met.add(widget.tooltip)

    def draw(self, canvas: Canvas) -> None:
        """The tooltip, where one is due."""
        if self._pointed is not None:
            draw_tooltip(canvas, self._pointed, TOOLTIP_S if self._is_first else self._rested_s)


def draw_tooltip(canvas: Canvas, widget: Widget, rested_s: float) -> None:
    """The tooltip of a widget with its key, once the mouse has rested on it for half a second."""
    if rested_s < TOOLTIP_S or not widget.tooltip:
        return
    draw_hint_plate(canvas, widget.rect, widget.tooltip, widget.shortcut)


def draw_hint_plate(canvas: Canvas, beside: pygame.FRect, text: str, shortcut: str = "") -> None:
    """A small plate under (or, near the lower edge, above) a rectangle, kept inside the window."""
    theme = canvas.theme
    lines = canvas.wrapped(text, 320, CAPTION)
    key_width = canvas.text_width(shortcut, CAPTION) + 24 if shortcut else 0.0
    width = max(canvas.text_width(line, CAPTION) for line in lines) + 24 + key_width
    height = 16 + 20.0 * len(lines)
    window = canvas.size
    left = min(max(8.0, beside.centerx - width / 2), window[0] - width - 8)
    below = beside.bottom + 10 + height < window[1]
    top = beside.bottom + 8 if below else beside.top - 8 - height
    rect = pygame.FRect(left, top, width, height)
    canvas.rounded(rect, ROW_RADIUS, theme.plate)
    x = min(max(beside.centerx, left + 14), left + width - 14)
    edge, tip = (top + 0.5, top - 6) if below else (rect.bottom - 0.5, rect.bottom + 6)
    canvas.line([(x - 6, edge), (x + 6, edge), (x, tip)], 0.5, theme.plate, fill=True)
    for i, line in enumerate(lines):
        canvas.text(line, left + 12, top + 8 + 10 + 20 * i, CAPTION, theme.on_plate)
    if shortcut:
        canvas.text(shortcut, rect.right - 12, top + 18, CAPTION, theme.plate_muted, "right")


def draw_bubble(canvas: Canvas, rect: pygame.FRect, tip: Point | None = None) -> None:
    """The ground of words that somebody says, with a small tip that ends at a place beside it."""
    theme = canvas.theme
    edge, width = (theme.ink, 2.0) if theme.is_contrast else (theme.edge, 1.25)
    canvas.shadow(rect, TOAST_RADIUS, 2)
    canvas.rounded(rect, TOAST_RADIUS, theme.card, edge, width)
    if tip is None:
        return
    x, y = tip
    if rect.left <= x <= rect.right:
        base, rim = (rect.bottom - 1.5, rect.bottom - 0.6) if y > rect.bottom else (rect.top + 1.5, rect.top + 0.6)
        ends, rims = ((x - _TIP, base), (x + _TIP, base)), ((x - _TIP, rim), (x + _TIP, rim))
    else:
        base, rim = (rect.right - 1.5, rect.right - 0.6) if x > rect.right else (rect.left + 1.5, rect.left + 0.6)
        ends, rims = ((base, y - _TIP), (base, y + _TIP)), ((rim, y - _TIP), (rim, y + _TIP))
    canvas.line([*ends, tip], 0.5, theme.card, fill=True)
    for end in rims:
        canvas.line([end, tip], width, edge)


def draw_guide(canvas: Canvas, text: str, tip: Point, width: float, at_left: bool = False) -> None:
    """A bubble that leads a newcomer, at most `width` wide: at the right of the place that it points to, or at the
    left."""
    lines = canvas.wrapped(text, width - 2 * _GUIDE_PAD, BODY)
    across = max(canvas.text_width(line, BODY) for line in lines) + 2 * _GUIDE_PAD
    down = _GUIDE_LINE * len(lines) + 2 * _GUIDE_PAD - 8
    rect = pygame.FRect(tip[0] + _GUIDE_AWAY, tip[1] - down / 2, across, down)
    if at_left:
        rect.right = tip[0] - _GUIDE_AWAY
    draw_bubble(canvas, rect, tip)
    for n, line in enumerate(lines):
        canvas.text(line, rect.left + _GUIDE_PAD, rect.top + _GUIDE_PAD - 4 + _GUIDE_LINE * (n + 0.5), BODY)
