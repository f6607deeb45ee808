"""The evaluation over a game as a picture: it grows while the review goes on, and leads to the moves it shows.

Above the middle FIRST is better, below it SECOND; a forced win goes to the very edge. The curve is kept as a picture
and drawn again only where something has become known, so that no frame is late.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from game.match.judgement import Judgement
from game.match.review import Review
from game.rules.core import Side
from game.ui.board.marks import draw_mark
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour, surface_from
from game.ui.paint.theme import BUTTON_RADIUS, CAPTION, Theme
from game.ui.widgets.base import LEFT_BUTTON, Widget

Curve = NDArray[np.float32]

_PAD = 10.0
"""Between the frame and the first and last position, in units, where no name stands there."""
_ALMOST: Final = 0.88
"""How far a very good evaluation goes towards the edge, which only a forced win reaches."""
_MARK = 6.0
_ROOMY: Final = 100.0
_SAMPLES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where across a name it is looked for what it would hide."""
_STRIP: Final = 30.0
"""How high the times of the moves stand."""
_FINER = 4
"""The curve is drawn this many times finer across and reduced, or its steep parts would be jagged."""


def height_of(value: float, is_forced: bool) -> float:
    """How far above the middle a judgement stands, -1 to 1."""
    return value if is_forced else value * _ALMOST


def heights(review: Review) -> list[float | None]:
    """That of each position, None where it is not known yet."""
    return [
        None if judged is None else height_of(judged.value, judged.winner is not None) for judged in review.judgements
    ]


def curve_of(known: Sequence[float | None], at: Curve) -> Curve:
    """The height at places along the game (0 the start, 1 the first move, ...), NaN where it is not known.

    Between two neighbouring positions the curve goes from one to the other without passing either.
    """
    values = np.array([np.nan if value is None else value for value in known], np.float32)
    if len(values) == 1:
        return np.full(at.shape, values[0], np.float32)
    before = np.clip(at.astype(np.int64), 0, len(values) - 2)
    share = np.clip(at - before, 0, 1)
    eased = share * share * (3 - 2 * share)
    curve: Curve = (values[before] * (1 - eased) + values[before + 1] * eased).astype(np.float32)
    return curve


class CurvePicture:
    """The areas and the line of a curve on a transparent picture. Only columns in which something has changed are drawn
    again, so a position that becomes known costs some 0.2 ms and not the 10 of the whole."""

    def __init__(self, size: tuple[int, int], theme: Theme, line: float, first: Side) -> None:
        """`size` in pixels, `line` the width of the line. The areas are filled from the middle to the curve, the upper
        one dark where `first` (the shade of FIRST's pieces) is FIRST, the lower one with the other."""
        self.picture = pygame.Surface(size, pygame.SRCALPHA)
        self._known: list[float | None] = []
        self._line = line
        dark: Colour = (214, 204, 188) if theme.is_dark else theme.plate
        pale: Colour = (205, 205, 205) if theme.is_contrast else (110, 98, 82) if theme.is_dark else (222, 206, 178)
        upper, lower = (dark, pale) if first is Side.FIRST else (pale, dark)
        self._colours: tuple[Colour, Colour, Colour] = (upper, lower, theme.ink)

    def show(self, known: list[float | None]) -> None:
        """Bring the picture up to date."""
        width = self.picture.get_width()
        if len(known) != len(self._known):
            self._known = list(known)
            self._draw(0, width)
            return
        changed = [ply for ply, pair in enumerate(zip(known, self._known, strict=True)) if pair[0] != pair[1]]
        if changed:
            self._known = list(known)
            step = width / max(1, len(known) - 1)
            first, last = math.floor((changed[0] - 1) * step - self._line), (changed[-1] + 1) * step + self._line
            self._draw(max(0, first), min(width, math.ceil(last)))

    def _draw(self, first: int, last: int) -> None:
        """Draw the columns from `first` to before `last`."""
        self.picture = self.picture.copy()  # the one before may still be on the screen
        self.picture.fill((0, 0, 0, 0), (first, 0, last - first, self.picture.get_height()))
        width, height = self.picture.get_size()
        reach = max(1, round(self._line / 2 * _FINER))
        places = np.arange(first * _FINER - reach, last * _FINER + reach, dtype=np.float32) + np.float32(0.5)
        curve = curve_of(self._known, places / np.float32(width * _FINER) * np.float32(len(self._known) - 1))
        middle = height / 2
        away = middle - curve * middle  # pixels from the top; NaN stays NaN
        # a steep line is as wide as a flat one: it covers what the curve passes within its width
        near = np.lib.stride_tricks.sliding_window_view(away, 2 * reach + 1)
        half = self._line / 2
        low, high = (np.clip(ends, half, height - half) for ends in (near.min(axis=1), near.max(axis=1)))
        away = away[reach : len(away) - reach]
        known = np.flatnonzero(~np.isnan(away)) // _FINER
        if not len(known):
            return
        part = slice(known[0] * _FINER, (known[-1] + 1) * _FINER)
        away, low, high = away[part], low[part], high[part]
        first, columns = first + int(known[0]), int(known[-1] - known[0]) + 1
        bands = (
            (np.minimum(away, middle), np.full_like(away, middle)),
            (np.full_like(away, middle), np.maximum(away, middle)),
            (low - half, high + half),
        )
        for colour, (top, bottom) in zip(self._colours, bands, strict=True):
            # where nothing is known yet there is nothing to cover
            unknown = np.isnan(top + bottom)
            if unknown.all():
                continue
            upper, lower = math.floor(np.nanmin(top)), min(height, math.ceil(np.nanmax(bottom)))
            rows = np.arange(upper, lower, dtype=np.float32)[:, None]
            shares = np.minimum(rows + 1, np.where(unknown, 0, bottom).astype(np.float32))
            shares -= np.maximum(rows, np.where(unknown, height, top).astype(np.float32))
            np.clip(shares, 0, 1, out=shares)
            covered = np.einsum("rcf->rc", shares.reshape(len(rows), columns, _FINER)) / np.float32(_FINER)
            self.picture.blit(surface_from(colour, covered), (first, upper))


class EvaluationGraph(Widget):
    """The graph of a review. A press or a drag on it, and the stepping keys, ask for a ply by `on_show`."""

    def __init__(
        self,
        rect: pygame.FRect,
        review: Review,
        names: tuple[str, str],
        first: Side,
        on_show: Callable[[int], None],
        times: Sequence[tuple[Side, float]] = (),
    ) -> None:
        """`names` are those of FIRST and SECOND, `first` is FIRST where the player FIRST has the darker pieces. `times`
        are the seconds that each move took its side; they stand under the curve where there is room."""
        super().__init__(rect, "graph")
        self._times = times if rect.height >= _ROOMY and any(used_s for _, used_s in times) else ()
        self.shown: int | None = None
        """The ply at which the cursor stands; None = there is none."""
        self._review = review
        self.names = names
        """What FIRST and SECOND are called."""
        self._first = first
        self._on_show = on_show
        self._curve: tuple[object, CurvePicture] | None = None
        self._seen = -1
        self._named: tuple[object, bool] | None = None
        self._left = self._right = _PAD
        """Between the frame and the first and the last position."""

    @property
    def _last(self) -> int:
        return len(self._review.judgements) - 1

    @property
    def _width(self) -> float:
        return self.rect.width - self._left - self._right

    def _x(self, ply: int) -> float:
        return self.rect.left + self._left + self._width * ply / max(1, self._last)

    def _ply_at(self, x: float) -> int:
        share = (x - self.rect.left - self._left) / max(1.0, self._width)
        return min(max(0, round(share * self._last)), self._last)

    def handle(self, event: pygame.event.Event) -> bool:
        """Press, drag, wheel, and keys."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.rect.collidepoint(event.pos)
            # a press that opened another scene is let go there
            self.pressed = self.pressed and bool(event.buttons[0])
            if self.pressed:
                self._on_show(self._ply_at(event.pos[0]))
            return self.pressed
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON and self.rect.collidepoint(event.pos):
            self.pressed = True
            self._on_show(self._ply_at(event.pos[0]))
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self.pressed:
            self.pressed = False
            return True
        now = self._last if self.shown is None else self.shown
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            self._on_show(min(max(0, now - event.y), self._last))
            return True
        if event.type == pygame.KEYDOWN and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            steps = {pygame.K_LEFT: now - 1, pygame.K_RIGHT: now + 1, pygame.K_HOME: 0, pygame.K_END: self._last}
            steps |= {pygame.K_RETURN: now, pygame.K_KP_ENTER: now, pygame.K_SPACE: now}
            if event.key in steps:
                self._on_show(min(max(0, steps[event.key]), self._last))
                return True
        return False

    def draw(self, canvas: Canvas) -> None:
        """Frame, curve, names, marks, cursor."""
        theme, rect = canvas.theme, self.rect
        if self.focused:
            canvas.focus_ring(rect)
        canvas.rounded(rect, BUTTON_RADIUS, theme.inset, theme.line, 1.25)
        inner = rect.inflate(0, -6)
        if self._times:
            inner.height -= _STRIP
        labels = self._labels(canvas, inner)
        inner.left, inner.width = rect.left + self._left, self._width
        if self._times:
            self._draw_times(canvas, pygame.FRect(inner.left, inner.bottom, inner.width, _STRIP - 2))
        self._draw_curve(canvas, inner)
        canvas.hairline(inner.left, inner.centery, inner.width, theme.edge)
        for name, place in labels:
            canvas.rounded(place, 6, theme.inset)
            canvas.text(name, place.left + 6, place.centery, CAPTION, theme.muted)
        for found in self._review.findings:
            draw_mark(canvas, found.mark, *self._place_of(found.ply, found.after, inner), _MARK)
        if self.shown is not None:
            x = self._x(self.shown)
            canvas.fill(pygame.FRect(x - 1, rect.top + 2, 2, rect.height - 4), theme.indigo)
            canvas.line([(x - 6, rect.top - 3), (x + 6, rect.top - 3), (x, rect.top + 5)], 0.5, theme.indigo, fill=True)

    def _place_of(self, ply: int, judged: Judgement, inner: pygame.FRect) -> tuple[float, float]:
        """Where the mark of a finding stands."""
        y = inner.centery - height_of(judged.value, judged.winner is not None) * inner.height / 2
        return self._x(ply), min(max(y, self.rect.top + 9), inner.bottom - 7)

    def _labels(self, canvas: Canvas, inner: pygame.FRect) -> list[tuple[str, pygame.FRect]]:
        """Both names with their places: at the left, or at the right if they hide less of marks and curve there. Where
        they would hide some at either side, the curve leaves them room of their own."""
        low = min(15.0, (inner.bottom - self.rect.top) / 4)
        rows = (self.rect.top + low, inner.bottom - low + 2)

        def places(at_right: bool) -> list[pygame.FRect]:
            widths = [canvas.text_width(name, CAPTION) + 12 for name in self.names]
            lefts = [self.rect.right - 6 - width if at_right else self.rect.left + 6 for width in widths]
            return [pygame.FRect(x, y - 9, w, 18) for x, y, w in zip(lefts, rows, widths, strict=True)]

        findings = self._review.findings
        key = (self._review.revision, tuple(self.rect), self.names, len(findings), canvas.scale)
        if self._named is None or self._named[0] != key:
            self._left = self._right = _PAD
            hidden, at_right = min((self._hidden(inner, places(at_right)), at_right) for at_right in (False, True))
            if any(hidden):
                room = max(place.width for place in places(at_right)) + _PAD + 2
                self._left, self._right = (_PAD, room) if at_right else (room, _PAD)
            self._named = (key, at_right)
        return list(zip(self.names, places(self._named[1]), strict=True))

    def _hidden(self, inner: pygame.FRect, places: Sequence[pygame.FRect]) -> tuple[int, int]:
        """How much names in these places would hide: of the marks, and of the area between middle and curve."""
        marks = [self._place_of(found.ply, found.after, inner) for found in self._review.findings]
        known = [(self._x(ply), height) for ply, height in enumerate(heights(self._review)) if height is not None]
        curve = np.array(known or [(0.0, 0.0)], np.float32)

        def is_filled(x: float, place: pygame.FRect) -> bool:
            if not known or not known[0][0] <= x <= known[-1][0]:
                return False
            y = inner.centery - float(np.interp(x, curve[:, 0], curve[:, 1])) * inner.height / 2
            return min(y, inner.centery) < place.bottom and place.top < max(y, inner.centery)

        near = [place.inflate(2 * _MARK, 2 * _MARK) for place in places]
        return (
            sum(place.collidepoint(mark) for place in near for mark in marks),
            sum(is_filled(place.left + place.width * share, place) for place in places for share in _SAMPLES),
        )

    def _draw_times(self, canvas: Canvas, strip: pygame.FRect) -> None:
        """A bar for each move, FIRST's upwards from the middle and SECOND's downwards."""
        theme, middle = canvas.theme, strip.centery
        canvas.hairline(strip.left, strip.top, strip.width, theme.line)
        longest = max(used_s for _, used_s in self._times)
        width = max(1.0, min(6.0, 0.7 * strip.width / len(self._times)))
        for nth, (side, used_s) in enumerate(self._times, start=1):
            # a root lets short moves be seen beside a long one
            height = math.sqrt(used_s / longest) * (strip.height / 2 - 3)
            if height >= 0.5:
                is_first = side is Side.FIRST
                bar = pygame.FRect(self._x(nth) - width / 2, middle - height if is_first else middle, width, height)
                canvas.fill(bar, theme.ink if is_first is (self._first is Side.FIRST) else theme.edge)

    def _draw_curve(self, canvas: Canvas, inner: pygame.FRect) -> None:
        place = canvas.pixels(inner)
        key = (place.size, canvas.theme.name)
        if self._curve is None or self._curve[0] != key:
            self._curve = (key, CurvePicture(place.size, canvas.theme, 2 * canvas.scale, self._first))
            self._seen = -1
        curve = self._curve[1]
        if self._seen != self._review.revision:
            self._seen = self._review.revision
            curve.show(heights(self._review))
        canvas.lay(curve.picture, place.topleft)
