"""What moves on a board: stones dropped, pieces sliding, pieces that fade away.

A motion knows how long it has been going on; drawing it changes nothing. While it lasts, the squares that it `hides`
are left out of the resting board, because the motion draws what belongs there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Final, Protocol

import pygame

from game.rules.core import Move, Piece, Position, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept

FIRST_STEP_S: Final = 1 / 60
"""In the frame in which it begins a motion goes on by no more than this, however long the window had slept."""
DROP_S: Final = 0.120
SLIDE_S: Final = 0.200
"""For one step of a path."""
SETTLE_S: Final = 0.090
"""For a piece to settle where it has arrived."""
FADE_S: Final = 0.160
TURN_S: Final = 0.260
"""For a disc that turns over ..."""
TURN_AFTER_S: Final = 0.060
"""... which begins so much later for every square that it lies further off."""

PALE: Final = 120
"""The alpha of a captured piece that stands until its capture is complete."""

_HIT = 0.4  # the share of a step's time after which it is past what it jumps
_DROP_ZOOM = 1.08
_DROP_LIFT = 0.16  # in cells
_SLIDE_LIFT = 0.10
_OVER_FROM = 0.62  # the share of the last step's time after which a piece is past its square ...
_OVER = 0.045  # ... by at most this many cells
_PRESSED = 0.022  # a piece that settles is so much smaller for a moment
_SET_OUT_S = 0.55  # from the first to the last piece of a position that is set out
_FADE_ZOOM = 0.8
_TURN_LIFT = 0.12
_EDGE = 0.08  # of its width is seen of a disc that stands on its edge


class Motion(Protocol):
    """One thing that moves."""

    @property
    def hides(self) -> frozenset[Square]:
        """The squares that it draws itself."""
        ...

    @property
    def waiting(self) -> tuple[Square, Piece] | None:
        """The piece that still rests on a square, as before the move, until its motion begins."""
        ...

    def advance(self, dt: float) -> bool:
        """Go on for `dt` seconds. Returns whether it still lasts."""
        ...

    def draw(self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter) -> None:
        """Draw it as it is now; the canvas has scale 1."""
        ...


class _PieceMotion:
    """One piece that moves for `duration` seconds, after a delay."""

    def __init__(self, piece: Piece, square: Square, duration: float, delay: float = 0.0) -> None:
        self._piece, self._square = piece, square
        self.duration = duration
        self._elapsed = -delay

    @property
    def hides(self) -> frozenset[Square]:
        """The square on which it ends."""
        return frozenset((self._square,))

    @property
    def waiting(self) -> tuple[Square, Piece] | None:
        """None: it draws its piece from the beginning."""
        return None

    def advance(self, dt: float) -> bool:
        """Go on."""
        self._elapsed += dt
        return self._elapsed < self.duration


class Drop(_PieceMotion):
    """A piece put down on its square: it comes from above, a little too large, its shadow closing in, and settles."""

    def __init__(self, piece: Piece, square: Square, delay: float = 0.0) -> None:
        super().__init__(piece, square, DROP_S + SETTLE_S, delay)

    def draw(self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter) -> None:
        """The stone in the air."""
        if self._elapsed < 0:
            return
        # it falls: slow at first, fast at the board
        high = 1 - min(1.0, self._elapsed / DROP_S) ** 2
        centre = layout.centre_of(self._square)
        zoom = (1 + (_DROP_ZOOM - 1) * high) * _pressed(self._elapsed - DROP_S)
        draw_piece(canvas, layout, painter, self._piece, self._square, centre, zoom, _DROP_LIFT * high)


class Slide(_PieceMotion):
    """A piece on its way through the squares of a path, one step after the other, slowing down at each; at the last it
    goes a little too far, comes back, and settles."""

    def __init__(self, piece: Piece, path: Sequence[Square]) -> None:
        self.way_s = SLIDE_S * (len(path) - 1)
        """Until it is there."""
        super().__init__(piece, path[-1], self.way_s + SETTLE_S)
        self._path = tuple(path)

    def draw(self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter) -> None:
        """The piece on its way."""
        steps = list(itertools.pairwise(self._path))
        way = min(self._elapsed / SLIDE_S, len(steps))
        step = min(int(way), len(steps) - 1)
        share = way - step
        eased = 1 - (1 - share) ** 3
        (x0, y0), (x1, y1) = (layout.centre_of(square) for square in steps[step])
        lift = _SLIDE_LIFT * math.sin(math.pi * eased)
        if step == len(steps) - 1 and share > _OVER_FROM:
            over = _OVER * layout.cell * math.sin(math.pi * (share - _OVER_FROM) / (1 - _OVER_FROM))
            eased += over / max(1.0, math.hypot(x1 - x0, y1 - y0))
        centre = (x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased)
        zoom = _pressed(self._elapsed - self.way_s)
        draw_piece(canvas, layout, painter, self._piece, self._square, centre, zoom, lift)


class Fade(_PieceMotion):
    """A piece that leaves the board: after `delay` seconds it shrinks and fades. Captured on the way to further
    captures it is pale from `pale_after` seconds on."""

    def __init__(self, piece: Piece, square: Square, delay: float = 0.0, pale_after: float = math.inf) -> None:
        super().__init__(piece, square, FADE_S, delay)
        self._pale_from = pale_after - delay

    @property
    def hides(self) -> frozenset[Square]:
        """Nothing: its square is empty, or another piece already stands there."""
        return frozenset()

    @property
    def waiting(self) -> tuple[Square, Piece] | None:
        """It rests until it turns pale or leaves."""
        return (self._square, self._piece) if self._elapsed < min(0.0, self._pale_from) else None

    def draw(self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter) -> None:
        """The piece as far as it is still there."""
        if self.waiting is not None:
            return
        gone = min(max(self._elapsed / FADE_S, 0.0), 1.0)
        centre = layout.centre_of(self._square)
        zoom = 1 - (1 - _FADE_ZOOM) * gone
        whole = PALE if self._elapsed >= self._pale_from else 255
        draw_piece(canvas, layout, painter, self._piece, self._square, centre, zoom, 0.0, round(whole * (1 - gone)))


class TurnOver(_PieceMotion):
    """A piece that turns over and so becomes the other side's: after `delay` seconds it rises, is seen on its edge, and
    lies down as what it is now."""

    def __init__(self, before: Piece, after: Piece, square: Square, delay: float) -> None:
        super().__init__(after, square, TURN_S, delay)
        self._before = before

    @property
    def hides(self) -> frozenset[Square]:
        """Its square, once it turns."""
        return frozenset() if self._elapsed < 0 else super().hides

    @property
    def waiting(self) -> tuple[Square, Piece] | None:
        """It rests as what it was until it turns."""
        return (self._square, self._before) if self._elapsed < 0 else None

    def draw(self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter) -> None:
        """The piece as it is seen half turned."""
        if self._elapsed < 0:
            return
        share = min(max(self._elapsed / TURN_S, 0.0), 1.0)
        lift = _TURN_LIFT * math.sin(math.pi * share)
        piece = self._before if share < 0.5 else self._piece
        seen = max(_EDGE, abs(math.cos(math.pi * share)))
        draw_piece(canvas, layout, painter, piece, self._square, layout.centre_of(self._square), 1.0, lift, wide=seen)


def _pressed(since: float) -> float:
    """The size, by its usual one, of a piece that came down this many seconds ago."""
    return 1 - _PRESSED * math.sin(math.pi * min(max(since / SETTLE_S, 0.0), 1.0))


def setting_out(position: Position) -> list[Motion]:
    """How the pieces of a position are put on the board, from the lower left to the upper right."""
    board, pieces = position.board, position.pieces()
    places = {square: board.column(square) + 2 * board.row(square) for square in pieces}
    first, last = min(places.values(), default=0), max(places.values(), default=0)
    step = _SET_OUT_S / max(1, last - first)
    return [Drop(piece, square, (places[square] - first) * step) for square, piece in pieces.items()]


def motions_of(
    move: Move,
    before: Position,
    after: Position,
    seen: Callable[[Piece], Piece | None] = lambda piece: piece,
    way: Sequence[Square] = (),
    reached: int = 0,
) -> list[Motion]:
    """How a move is shown: a placement drops, a way slides, and what was captured leaves at its end, all together;
    what changes sides turns over, the nearest first.

    `seen` tells what is seen of a piece (None: nothing). `way` are the squares that the piece goes along, where they
    are not the path of the move, and `reached` is the number of the one to which the hand has brought it already.
    """
    if move.target is None:
        return []
    motions: list[Motion] = []
    standing = _seen(after, move.target, seen)
    way = tuple(way) or move.path
    delay = 0.0
    arriving: Motion | None = None
    if len(way) == 1:
        arriving = Drop(standing, move.target) if standing else None
    elif reached < len(way) - 1:
        mover = _seen(before, way[0], seen)
        sliding = Slide(mover, way[reached:]) if mover else None
        delay = sliding.way_s if sliding else 0.0
        arriving = sliding
    hits = {square: i for i, (a, b) in enumerate(itertools.pairwise(way)) for square in before.board.between(a, b)}
    for square in move.captured:
        piece = _seen(before, square, seen)
        if piece:
            hit = (hits[square] + _HIT - reached) * SLIDE_S if square in hits else math.inf
            motions.append(Fade(piece, square, delay, hit))
    motions += _turns(before, after, move.target, seen, delay or DROP_S)
    return [*motions, arriving] if arriving else motions


def turned_by(before: Position, after: Position, origin: Square) -> tuple[tuple[Square, int], ...]:
    """The squares whose pieces are the other side's after a move to `origin`, and how far off each lies."""
    board, was, found = before.board, before.pieces(), []
    for square, piece in after.pieces().items():
        old = was.get(square)
        if square != origin and old is not None and old.kind == piece.kind and old.side is not piece.side:
            across, up = board.column(square) - board.column(origin), board.row(square) - board.row(origin)
            found.append((square, max(abs(across), abs(up))))
    return tuple(found)


def _turns(
    before: Position, after: Position, origin: Square, seen: Callable[[Piece], Piece | None], delay: float
) -> list[Motion]:
    """The pieces that are the other side's after a move, each the later the further it lies from `origin`."""
    was, stands = before.pieces(), after.pieces()
    found: list[Motion] = []
    for square, away in turned_by(before, after, origin):
        first, second = seen(was[square]), seen(stands[square])
        if first is not None and second is not None and first != second:
            found.append(TurnOver(first, second, square, delay + TURN_AFTER_S * (away - 1)))
    return found


def motions_back(
    move: Move,
    before: Position,
    after: Position,
    seen: Callable[[Piece], Piece | None] = lambda piece: piece,
) -> list[Motion]:
    """How a move taken back is shown: a placement fades, a way slides back; what was captured stands again at once, and
    what had changed sides turns back."""
    if move.target is None:
        return []
    if len(move.path) == 1:
        piece = _seen(after, move.target, seen)
        return [*_turns(after, before, move.target, seen, 0.0), *([Fade(piece, move.target)] if piece else [])]
    mover = _seen(before, move.path[0], seen)
    return [Slide(mover, move.path[::-1])] if mover else []


def _seen(position: Position, square: Square, seen: Callable[[Piece], Piece | None]) -> Piece | None:
    """What is seen of what stands on a square."""
    piece = position.pieces().get(square)
    return seen(piece) if piece else None


def draw_piece(
    canvas: Canvas,
    layout: BoardLayout,
    painter: BoardPainter,
    piece: Piece,
    square: Square,
    centre: tuple[float, float],
    zoom: float,
    lift: float,
    alpha: int = 255,
    wide: float = 1.0,
) -> None:
    """A piece whose middle is at `centre` (pixels), `lift` cells above the board, drawn as faint as `alpha` says; of
    its width so much is seen as `wide` says."""
    shadow = painter.shadow(piece, layout, canvas.theme, lift)
    if shadow:
        thrown = _narrowed(shadow.picture, wide)
        x, y = top_left(thrown, centre)
        canvas.lay(thrown, (x + shadow.right, y + shadow.down), alpha)
    picture = _narrowed(painter.piece(piece, square, layout, canvas.theme, zoom), wide)
    canvas.lay(picture, top_left(picture, centre), alpha)


def _narrowed(picture: pygame.Surface, wide: float) -> pygame.Surface:
    """A picture at so much of its width, at most all of it."""
    if wide >= 1:
        return picture
    # every second pixel is as fine as an eye can tell, and discs that turn together share their pictures
    return _squeezed(picture, max(2, 2 * round(picture.get_width() * wide / 2)))


@kept(96)
def _squeezed(picture: pygame.Surface, width: int) -> pygame.Surface:
    return pygame.transform.smoothscale(picture, (width, picture.get_height()))
