"""What moves on a board by itself: pieces on their way, the end of a game being drawn, the glow of captures."""

from __future__ import annotations

from collections.abc import Iterable

from game.rules.core import Outcome, Piece, Square
from game.ui.board.ending import ShownOutcome
from game.ui.board.flourish import Flourish
from game.ui.board.layout import BoardLayout
from game.ui.board.motion import Motion
from game.ui.board.painter import BoardPainter
from game.ui.paint.canvas import Canvas


class Animation:
    """Goes on with the frames; the outcome waits until no piece moves."""

    def __init__(self) -> None:
        self.outcome: ShownOutcome | None = None
        self.glow_s = 0.0
        """Seconds since the position is there, for what glows and fades some times over."""
        self._motions: list[Motion] = []
        self._adornments: list[Flourish] = []

    @property
    def moves_pieces(self) -> bool:
        """Whether a piece is on its way."""
        return bool(self._motions)

    @property
    def is_moving(self) -> bool:
        """Whether a piece is on its way or the winning line is still being drawn."""
        return bool(self._motions) or (self.outcome is not None and self.outcome.is_being_drawn)

    @property
    def hides(self) -> set[Square]:
        """The squares on which nothing rests while something moves."""
        return {square for motion in self._motions for square in motion.hides}

    @property
    def waiting(self) -> dict[Square, Piece]:
        """What still rests as before a move, by its squares."""
        return dict(each for motion in self._motions if (each := motion.waiting) is not None)

    def begin(self, motions: Iterable[Motion]) -> None:
        """More pieces are on their way."""
        self._motions += motions

    def adorn(self, flourish: Flourish) -> None:
        """Something that is seen over the board for a moment, for which nobody waits."""
        self._adornments.append(flourish)

    def stop(self) -> None:
        """Every piece is where it was going."""
        self._motions.clear()
        self._adornments.clear()

    def end_game(self, outcome: Outcome | None, *, at_once: bool) -> None:
        """Show how the game has ended; None takes it away."""
        self.outcome = ShownOutcome(outcome, at_once) if outcome is not None else None

    def update(self, dt: float) -> None:
        """Go on by `dt` seconds."""
        if self._motions:
            self._motions = [motion for motion in self._motions if motion.advance(dt)]
        elif self.outcome:
            self.outcome.update(dt)
        self._adornments = [each for each in self._adornments if each.advance(dt)]
        self.glow_s += dt

    def draw(self, canvas: Canvas, layout: BoardLayout, painter: BoardPainter) -> None:
        """The pieces on their way."""
        for motion in self._motions:
            motion.draw(canvas, layout, painter)

    def draw_adornments(self, canvas: Canvas, layout: BoardLayout) -> None:
        """What is seen over all that stands on the board."""
        for each in self._adornments:
            each.draw(canvas, layout)
