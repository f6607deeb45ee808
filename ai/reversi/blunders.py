"""Human-like oversight in Reversi: discs whose colour somebody takes for the other one (for `ai.common.blunders`).

On a board where everything turns over all the time, one disc in the crowd is soon remembered as it was. Who is wrong
about one sees lines where there are none, and misses others. People know the edges better than the middle. A disc that
was once mistaken stays so until it turns: chance is drawn from the seed, the square and its colour. The edges are plain
to see.

Nor do people give a corner away for what comes much later: with foresight it is done for a corner that comes back at
once, and for nothing else.
"""

from __future__ import annotations

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.reversi.notation import PASS, position_after, position_of_bits, read_job
from ai.score import Score
from game.rules.core import Move
from game.rules.reversi.board import CORNERS, read_square
from game.rules.reversi.position import ReversiPosition

_EDGE = 0.4
"""How likely a disc on the edge is mistaken, measured by one in the middle."""


class ReversiBlunders(BlunderModel):
    """What somebody sees of a position; a disc in the middle has weight 1."""

    @property
    def considered(self) -> int:
        """Enough to have one beside those that give a corner."""
        return 16

    def seen(self, job: Job) -> Job | None:
        """The position with the discs that are mistaken in the other colour. Raises EngineError for a job that can't
        be read."""
        black, white, turn = read_job(job)
        mistaken = sum(
            1 << bit for bit in range(64) if (black | white) >> bit & 1 and self._mistakes(bit, bool(black >> bit & 1))
        )
        if not mistaken:
            return None
        return Job(job.variant, str(position_of_bits(black ^ mistaken, white ^ mistaken, turn)))

    def shuns(self, job: Job, move: str, score: Score) -> bool:
        """Whether a move gives a corner away that does not come back within what is seen. Raises EngineError for a job
        that can't be read."""
        if not self._foresight or move == PASS:
            return False
        before = position_after(job)
        after = before.play(Move((read_square(move),)))
        given = _corners(after) - _corners(ReversiPosition(before.cells, after.turn))
        return any(not _corners(after.play(corner)) for corner in given)

    def _mistakes(self, bit: int, is_black: bool) -> bool:
        row, column = divmod(bit, 8)
        is_edge = row in (0, 7) or column in (0, 7)
        weight = _EDGE if is_edge else 1.0
        return self.overlooks(f"{bit} {is_black}", weight, plain=is_edge)


def _corners(position: ReversiPosition) -> set[Move]:
    """The moves of the side to move into a corner."""
    return {move for move in position.legal_moves() if move.target in CORNERS}
