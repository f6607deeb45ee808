"""What each side has captured, as small pieces beside its name."""

from __future__ import annotations

from game.match.match import Match
from game.rules.core import Piece, Side
from game.ui.board.painter import BoardPainter, top_left
from game.ui.canvas import Canvas
from game.ui.scenes.match.player_card import CAPTURED
from game.ui.widgets.choices import Mark


class Captured:
    """Follows a match; counts anew only when a move was made or taken back."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._counted: object = None
        self._taken: dict[Side, tuple[Piece, ...]] = {}

    def by(self, side: Side) -> tuple[Piece, ...]:
        """What a side has captured, like kinds together in the order of the first of them."""
        line = self._match.line
        if self._counted is not line:
            self._counted, self._taken = line, self._count()
        return self._taken[side]

    def _count(self) -> dict[Side, tuple[Piece, ...]]:
        game = self._match.game
        taken: dict[Side, dict[str, list[Piece]]] = {side: {} for side in Side}
        for ply, move in enumerate(game.moves):
            before = game.at(ply)
            for square in move.captured:
                piece = before.pieces().get(square)
                if piece is not None:
                    taken[before.turn].setdefault(piece.kind, []).append(piece)
        return {side: tuple(piece for kind in kinds.values() for piece in kind) for side, kinds in taken.items()}

    def marks(self, side: Side, painter: BoardPainter) -> tuple[Mark, ...]:
        """The same as small pieces of a set."""
        return tuple(_mark(painter, piece) for piece in self.by(side))


def _mark(painter: BoardPainter, piece: Piece) -> Mark:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        picture = painter.small(piece, canvas.px(CAPTURED), canvas.theme)
        canvas.surface.blit(picture, top_left(picture, (x * canvas.scale, y * canvas.scale)))

    return draw
