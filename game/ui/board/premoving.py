"""Choosing a move ahead on the board: a click on a free point, or two on a piece and where it shall go, or a drag.

What is chosen stands there as a pale piece with a dashed way and a small clock; any click, Esc or the right button
takes it back.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Protocol

from game.match.premove import Foresight, Premove
from game.rules.core import Piece, Square
from game.ui.board.gestures import draw_in_hand
from game.ui.board.marks import dashes, draw_strokes, halo, mark_theme, stroke_width, towards
from game.ui.board.moment import Moment
from game.ui.board.painter import top_left
from game.ui.paint.canvas import Canvas


class Plans(Protocol):
    """What keeps the move that was chosen ahead."""

    @property
    def foresight(self) -> Foresight | None:
        """What can be chosen ahead now; None for nothing at all."""
        ...

    @property
    def premove(self) -> Premove | None:
        """What was chosen."""
        ...

    def keep(self, path: tuple[Square, ...]) -> None:
        """Choose this."""
        ...

    def forget(self) -> None:
        """Choose nothing."""
        ...

    def refuse(self, square: Square) -> None:
        """Say that the piece in hand can't be meant to go there."""
        ...


class Premoving:
    """See the module's text."""

    def __init__(self, plans: Plans) -> None:
        self._plans = plans
        self._picked: Square | None = None

    @property
    def picked(self) -> Square | None:
        """The piece that was chosen to move."""
        return self._picked

    def choose(self, square: Square) -> bool:
        """A first click chooses a point or a piece, a second where that goes; a third takes it back."""
        plans, foresight = self._plans, self._plans.foresight
        if foresight is None:
            self._picked = None
            return False
        picked, self._picked = self.picked, None
        if plans.premove is not None:
            again = square in plans.premove.path
            plans.forget()
            if not again and square in foresight.ways:
                self._picked = square
            return True
        if picked is not None and square != picked and foresight.allows((picked, square)):
            plans.keep((picked, square))
        elif square in foresight.places:
            plans.keep((square,))
        elif square in foresight.ways:
            self._picked = square if square != picked else None
        elif picked is not None:
            plans.refuse(square)
        else:
            return False
        return True

    def pick_up(self, square: Square) -> bool:
        """A piece of one's own that may come to move."""
        foresight = self._plans.foresight
        if foresight is None or square not in foresight.ways:
            return False
        self._plans.forget()
        self._picked = square
        return True

    def drop(self, square: Square | None) -> None:
        """Where it shall go; back on its square it stays chosen."""
        foresight, picked = self._plans.foresight, self.picked
        if foresight is None or picked is None or square == picked:
            return
        self._picked = None
        if square is not None and foresight.allows((picked, square)):
            self._plans.keep((picked, square))
        elif square is not None:
            self._plans.refuse(square)

    def shift(self, neighbour: Callable[[Square], Square]) -> Square | None:
        """Never meant for this: what is planned is chosen again."""
        return None

    def cancel(self) -> bool:
        """Choose nothing."""
        had = self.picked is not None or self._plans.premove is not None
        self._picked = None
        self._plans.forget()
        return had

    def draw(self, canvas: Canvas, look: Moment) -> None:
        """The piece in hand, or the move that was chosen."""
        premove, foresight, picked = self._plans.premove, self._plans.foresight, self.picked
        if picked is not None and foresight is not None and picked in foresight.ways:
            draw_in_hand(canvas, look, picked, () if look.is_blind else foresight.ways[picked])
        elif premove is not None:
            _draw_premove(canvas, look, premove)


def _draw_premove(canvas: Canvas, look: Moment, premove: Premove) -> None:
    layout, target = look.layout, premove.target
    colour = mark_theme(canvas.theme).indigo
    width = stroke_width(canvas, layout, 0.06)
    points = [layout.centre_of(square) for square in premove.path]
    for start, end in itertools.pairwise(points):
        way = dashes(start, towards(end, start, layout.cell * 0.5), layout.cell * 0.2)
        draw_strokes(canvas, way, width * 1.2, colour)
    piece = _piece_of(look, premove)
    if piece is not None:
        picture = look.painter.ghost(piece, layout, canvas.theme)
        canvas.lay(picture, top_left(picture, points[-1]))
    for square in premove.path:
        draw_strokes(canvas, _dashed_frame(look, square), width, colour)
    x, y = layout.centre_of(target)
    x, y, radius = x + layout.cell * 0.36, y - layout.cell * 0.36, layout.cell * 0.2
    canvas.circle(x, y, radius * 1.3, halo(canvas.theme))
    canvas.icon("clock", x, y, radius * 2.1, colour)


def _piece_of(look: Moment, premove: Premove) -> Piece | None:
    """What would stand at the end of it, as far as it is seen."""
    if len(premove.path) == 2:
        piece = look.position.pieces().get(premove.path[0])
    else:
        # a placing game has one kind of piece, and on an empty board the other side places the first of it
        position = look.position
        standing = position.pieces() or position.play(position.legal_moves()[0]).pieces()
        piece = Piece(position.colour(premove.side), next(iter(standing.values())).kind)
    return look.seen(piece) if piece is not None else None


def _dashed_frame(look: Moment, square: Square) -> list[list[tuple[float, float]]]:
    """A square of dashes around a square: corners and the middles of its sides."""
    (x, y), half = look.layout.centre_of(square), look.layout.cell * 0.47
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    lines: list[list[tuple[float, float]]] = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for begin, end in ((0.0, 0.16), (0.34, 0.66), (0.84, 1.0)):
            lines.append(
                [
                    (x0 + (x1 - x0) * begin, y0 + (y1 - y0) * begin),
                    (x0 + (x1 - x0) * end, y0 + (y1 - y0) * end),
                ]
            )
    return lines
