"""What each side has captured, as small pieces beside its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from game.match.match import Match
from game.rules.core import Piece, Side
from game.ui.board.painter import BoardPainter, top_left
from game.ui.paint.canvas import Canvas
from game.ui.scenes.match.player_card import CAPTURED
from game.ui.widgets.choices import Mark


class Captured:
    """Follows a match; counts again only when a move was made or taken back."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._counted: object = None
        self._taken: dict[Side, Counter[Piece]] = {}

    def by(self, side: Side) -> Mapping[Piece, int]:
        """What a side has captured and how many of each kind, in the order of the first of them."""
        line = self._match.line
        if self._counted is not line:
            self._counted, self._taken = line, self._count()
        return self._taken[side]

    def _count(self) -> dict[Side, Counter[Piece]]:
        game = self._match.game
        taken: dict[Side, Counter[Piece]] = {side: Counter() for side in Side}
        for ply, move in enumerate(game.moves):
            before = game.at(ply)
            for square in move.captured:
                piece = before.pieces().get(square)
                if piece is not None:
                    taken[before.turn][piece] += 1
        return taken

    def marks(self, side: Side, painter: BoardPainter) -> tuple[tuple[Mark, int], ...]:
        """The same as small pieces of a set."""
        return tuple((_mark(painter, piece), count) for piece, count in self.by(side).items())


def _mark(painter: BoardPainter, piece: Piece) -> Mark:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        picture = painter.small(piece, canvas.px(CAPTURED), canvas.theme)
        canvas.lay(picture, top_left(picture, (x * canvas.scale, y * canvas.scale)))

    return draw
