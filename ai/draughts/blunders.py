"""Human-like oversight in draughts: pieces of the other side that somebody does not see (for `ai.common.blunders`).

Who does not see a piece plays as if it were not there, and walks into its capture. People see what touches their own
pieces sooner than what is far, and forget what a king does along a whole diagonal sooner than a man's step. A piece
that was once overlooked stays so until it moves: chance is drawn from the seed, the piece and its square. What must be
taken is seen at a second look, for the rules ask for it.
"""

from __future__ import annotations

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.draughts.board import KernelVariant
from ai.draughts.notation import DraughtsSetup, setup_after, write_fen

_TOUCHING = 0.4
"""How likely a piece next to one's own is overlooked, measured by one that is not."""
_KING = 1.5


class DraughtsBlunders(BlunderModel):
    """What somebody sees of a position; a man that touches nothing has weight 1."""

    def seen(self, job: Job) -> Job | None:
        """The position without the pieces that are not seen; one always is. Raises EngineError for a job that can't be
        read."""
        setup = setup_after(job)
        theirs = sorted(square for square, (side, _) in setup.pieces.items() if side != setup.turn)
        unseen = {square for square in theirs if self._overlooks(square, setup)}
        if len(unseen) == len(theirs):
            unseen -= {theirs[self._seed % len(theirs)]}
        if not unseen:
            return None
        pieces = {square: piece for square, piece in setup.pieces.items() if square not in unseen}
        return Job(job.variant, write_fen(DraughtsSetup(setup.variant, pieces, setup.turn)))

    def _overlooks(self, square: int, setup: DraughtsSetup) -> bool:
        _, is_king = setup.pieces[square]
        weight = _KING if is_king else 1.0
        if any(
            setup.pieces.get(beside, (1 - setup.turn,))[0] == setup.turn for beside in _beside(square, setup.variant)
        ):
            weight *= _TOUCHING
        return self.overlooks(f"{is_king} {square}", weight)


def _beside(square: int, variant: KernelVariant) -> list[int]:
    """The squares that touch one, at most four."""
    row, nth = divmod(square - 1, variant.columns)
    shift = 1 - row % 2  # squares of even rows stand half a square further to the right
    places = [(row + down, nth + across) for down in (-1, 1) for across in (shift - 1, shift)]
    return [
        line * variant.columns + place + 1
        for line, place in places
        if 0 <= line < variant.rows and 0 <= place < variant.columns
    ]
