"""Human-like oversight in Reversi: discs whose colour somebody takes for the other one (for `ai.common.blunders`).

On a board where everything turns over all the time, one disc in the crowd is soon remembered as it was. Who is wrong
about one sees lines where there are none, and misses others. People know the edges better than the middle. A disc that
was once mistaken stays so until it turns: chance is drawn from the seed, the square and its colour.
"""

from __future__ import annotations

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.reversi.notation import position_of_bits, read_job

_EDGE = 0.4
"""How likely a disc on the edge is mistaken, measured by one in the middle."""


class ReversiBlunders(BlunderModel):
    """What somebody sees of a position; a disc in the middle has weight 1."""

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

    def _mistakes(self, bit: int, is_black: bool) -> bool:
        row, column = divmod(bit, 8)
        weight = _EDGE if row in (0, 7) or column in (0, 7) else 1.0
        return self.overlooks(f"{bit} {is_black}", weight)
