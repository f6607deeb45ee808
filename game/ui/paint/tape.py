"""A frame as a list of strokes, each with all that its look depends on, to be compared with the frame before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pygame

from game.ui.paint.brush import Brush
from game.ui.paint.ground import Place
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme

Box = tuple[int, int, int, int]
"""A rectangle in pixels that nobody changes."""

_AHEAD = 16
"""How far is looked for where two frames agree again."""

Stroke = tuple[Callable[..., None], Brush, Box | None, tuple[Any, ...]]
"""One thing drawn: what does it, with which brush, inside which clip (None: the whole window), with which arguments."""


class Painting(NamedTuple):
    """What a stroke comes down to: the pixels that it may touch and the pieces laid there, in their order."""

    box: pygame.Rect
    clip: Box | None
    pictures: tuple[tuple[pygame.Surface, Place, int], ...]
    fills: tuple[tuple[Colour, pygame.Rect], ...]
    """Come after the pictures: no stroke lays a picture on what it has filled."""

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Paint what of it lies inside the area."""
        surface.set_clip(area if self.clip is None else area.clip(self.clip))
        for picture, at, alpha in self.pictures:
            if alpha == 255:
                surface.blit(picture, at)
            else:
                picture.set_alpha(alpha)
                surface.blit(picture, at)
                picture.set_alpha(255)
        for colour, rect in self.fills:
            surface.fill(colour, rect)


class _Pieces:
    """A ground that keeps what is laid on it."""

    def __init__(self) -> None:
        self.pictures: list[tuple[pygame.Surface, Place, int]] = []
        self.fills: list[tuple[Colour, pygame.Rect]] = []

    def lay(self, picture: pygame.Surface, at: Place, alpha: int = 255) -> None:
        """A picture at a place."""
        assert not self.fills
        if alpha > 0:
            self.pictures.append((picture, (at[0], at[1]), min(alpha, 255)))

    def lay_all(self, pictures: Sequence[tuple[pygame.Surface, Place]]) -> None:
        """Many pictures."""
        for picture, at in pictures:
            self.lay(picture, at)

    def fill(self, colour: Colour, rect: pygame.Rect) -> None:
        """A rectangle of one colour."""
        self.fills.append((colour, rect))


class Tape:
    """Takes the strokes of one frame after the other, on a window of `size` pixels."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self.strokes: list[Stroke] = []
        self._clip: Box | None = None
        self._pieces = _Pieces()
        self._brushes: dict[tuple[str, float], Brush] = {}
        self._passages: dict[Hashable, list[Stroke]] = {}
        self._passages_before: dict[Hashable, list[Stroke]] = {}

    def begin(self, size: tuple[int, int]) -> None:
        """Begin another frame."""
        self.size = size
        self.strokes = []
        self._passages, self._passages_before = {}, self._passages
        self._clip = None

    def brush(self, theme: Theme, fonts: Fonts, scale: float) -> Brush:
        """The brush of a theme and scale: the same one in every frame, so that strokes can be compared."""
        brush = self._brushes.get((theme.name, scale))
        if brush is None or brush.theme is not theme or brush.fonts is not fonts:
            brush = self._brushes[theme.name, scale] = Brush(self._pieces, theme, fonts, scale)
        return brush

    def note(self, draw: Callable[..., None], brush: Brush, args: tuple[Any, ...]) -> None:
        """Note a stroke."""
        self.strokes.append((draw, brush, self._clip, args))

    @contextmanager
    def clipped(self, box: pygame.Rect) -> Iterator[None]:
        """Strokes are seen only inside the box meanwhile."""
        before = self._clip
        inside = box if before is None else box.clip(before)
        self._clip = (inside.x, inside.y, inside.w, inside.h)
        try:
            yield
        finally:
            self._clip = before

    def passage(self, brush: Brush, key: Hashable, draw: Callable[[], None]) -> None:
        """Note what `draw` draws, or what it drew for the same key in the frame before."""
        whole_key = (key, id(brush), self._clip)
        strokes = self._passages_before.get(whole_key)
        if strokes is None:
            begin = len(self.strokes)
            draw()
            strokes = self.strokes[begin:]
        else:
            self.strokes += strokes
        self._passages[whole_key] = strokes

    def painting(self, stroke: Stroke) -> Painting:
        """What a stroke of this tape comes down to."""
        draw, brush, clip, args = stroke
        pieces = self._pieces
        pieces.pictures, pieces.fills = [], []
        draw(brush, *args)
        boxes = [picture.get_rect(topleft=at) for picture, at, _ in pieces.pictures]
        boxes += [rect for _, rect in pieces.fills]
        box = boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)
        seen = box.clip((0, 0, *self.size)) if clip is None else box.clip((0, 0, *self.size)).clip(clip)
        return Painting(seen, clip, tuple(pieces.pictures), tuple(pieces.fills))


def same_ends(old: Sequence[Stroke], new: Sequence[Stroke]) -> tuple[int, int]:
    """How many strokes two frames have in common at their beginnings, and after these at their ends."""
    first, most = 0, min(len(old), len(new))
    while first < most and old[first] == new[first]:
        first += 1
    last = 0
    while last < most - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, last


def same_strokes(old: Sequence[Stroke], new: Sequence[Stroke]) -> Iterator[tuple[int, int]]:
    """Pairs of places of equal strokes in two frames, both ascending: what is left out has gone or has come.

    Wherever no stroke that has gone or come touches a pixel, that pixel was painted by the same strokes in the same
    order, so it is as it was.
    """
    first, last = same_ends(old, new)
    yield from zip(range(first), range(first), strict=True)
    for before, after in _longest_common(old[first : len(old) - last], new[first : len(new) - last]):
        yield first + before, first + after
    yield from zip(range(len(old) - last, len(old)), range(len(new) - last, len(new)), strict=True)


def _longest_common(old: Sequence[Stroke], new: Sequence[Stroke]) -> list[tuple[int, int]]:
    """Equal strokes in the same order, as many as there are where none is repeated (Hunt and Szymanski's way: the
    longest ascending run of the places in `old`, in the order of `new`)."""
    if len(old) == len(new):
        still = [(i, i) for i, (a, b) in enumerate(zip(old, new, strict=True)) if a == b]
        if 2 * len(still) >= len(new) or _have_moved(old, new):
            return still  # the usual case: a clock here, a glow there, or all on its way; not worth the search below
    near = _in_step(old, new)
    if 2 * len(near) >= min(len(old), len(new)):
        return near
    places: dict[Hashable, list[int]] = {}
    for i in range(len(old) - 1, -1, -1):
        places.setdefault(_key(old[i]), []).append(i)
    ends: list[int] = []  # for each length of a run, the least place that one can end with
    tails: list[int] = []
    pairs: list[tuple[int, int, int]] = []  # place in old, place in new, which pair comes before
    for j, stroke in enumerate(new):
        found = places.get(_key(stroke))
        if not found:
            continue
        i = found.pop()  # the first one that is left: repeated strokes are taken in their order
        length = bisect_left(ends, i)
        pairs.append((i, j, tails[length - 1] if length else -1))
        ends[length : length + 1] = [i]
        tails[length : length + 1] = [len(pairs) - 1]
    run: list[tuple[int, int]] = []
    at = tails[-1] if tails else -1
    while at >= 0:
        i, j, at = pairs[at]
        run.append((i, j))
    return run[::-1]


def _have_moved(old: Sequence[Stroke], new: Sequence[Stroke]) -> bool:
    """Whether each stroke seems to be the one before in another place, as when all pieces are dealt at once: drawn by
    the same means, and none where a neighbour of it was."""
    return all(a[0] == b[0] for a, b in zip(old, new, strict=True)) and not any(
        old[i + 1] == new[i] or old[i] == new[i + 1] for i in range(len(old) - 1)
    )


def _in_step(old: Sequence[Stroke], new: Sequence[Stroke]) -> list[tuple[int, int]]:
    """Equal strokes in the same order, found by looking a few strokes ahead wherever the two frames part: most of them
    where little has gone or come at each place."""
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
            continue
        for ahead in range(1, _AHEAD):
            if i + ahead < len(old) and old[i + ahead] == new[j]:
                i += ahead
                break
            if j + ahead < len(new) and old[i] == new[j + ahead]:
                j += ahead
                break
        else:
            i, j = i + 1, j + 1
    return pairs


def _key(stroke: Stroke) -> Hashable:
    """A stroke as the key of a dictionary: rectangles as tuples."""
    draw, brush, clip, args = stroke
    return draw, id(brush), clip, tuple([tuple(each) if isinstance(each, pygame.FRect) else each for each in args])
