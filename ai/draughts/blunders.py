"""Human-like oversight in draughts: pieces of the other side that somebody does not see (for `ai.common.blunders`).

Who does not see a piece plays as if it were not there, and walks into its capture. People see what touches their own
pieces sooner than what is far, and forget what a king does along a whole diagonal sooner than a man's step. A piece
that was once overlooked stays so until it moves: chance is drawn from the seed, the piece and its square. What must be
taken is seen at a second look, for the rules ask for it.

Nor do people see to the end of a shot, as a search does that follows captures however long they go on. Who sees a
few plies of them offers no men that have not come back by then, and none for the sake of what is won later.
"""

from __future__ import annotations

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.draughts.board import KernelVariant
from ai.draughts.notation import DraughtsSetup, position_after, setup_after, write_fen
from ai.positions import rules_of
from ai.score import Score
from game.rules.core import Side
from game.rules.draughts.position import KING, DraughtsPosition

_TOUCHING = 0.4
"""How likely a piece next to one's own is overlooked, measured by one that is not."""
_KING = 1.5
_MEN_IN_A_KING = 3
_CENTIMEN = 100
_CERTAIN = 10_000
"""A forced win promises more than all men."""
_GAIN = 0.8
"""A score that is better than what is seen by this many men promises a man."""


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

    def shuns(self, job: Job, move: str, score: Score) -> bool:
        """Whether a move offers men, and what comes of it is not seen: they have not come back, or not with what the
        score promises. Raises EngineError for a job that can't be read."""
        if not self._foresight:
            return False
        before = position_after(job)
        after = before.play(rules_of(job.variant).read_move(move, before))
        if before.must_capture() or not after.must_capture():
            return False
        now, seen = _balance(before, before.turn), _seen_balance(after, before.turn, self._foresight)
        return seen < now or score.number(_CERTAIN) >= _CENTIMEN * (max(now, seen) + _GAIN)

    def _overlooks(self, square: int, setup: DraughtsSetup) -> bool:
        _, is_king = setup.pieces[square]
        weight = _KING if is_king else 1.0
        if any(
            setup.pieces.get(beside, (1 - setup.turn,))[0] == setup.turn for beside in _beside(square, setup.variant)
        ):
            weight *= _TOUCHING
        return self.overlooks(f"{is_king} {square}", weight)


def _seen_balance(position: DraughtsPosition, side: Side, plies: int) -> int:
    """How many men a side is ahead after this many plies at most of captures and of moves by which it gives more up,
    each side choosing for itself."""
    if not plies or not (position.must_capture() or position.turn is side):
        return _balance(position, side)
    after = [position.play(move) for move in position.legal_moves()]
    if position.must_capture():
        found = [_seen_balance(each, side, plies - 1) for each in after]
        return max(found) if position.turn is side else min(found)
    offers = (_seen_balance(each, side, plies - 1) for each in after if each.must_capture())
    return max([_balance(position, side), *offers])


def _balance(position: DraughtsPosition, side: Side) -> int:
    """How many men a side is ahead."""
    return sum(
        (_MEN_IN_A_KING if piece.kind == KING else 1) * (1 if piece.side is side else -1)
        for piece in position.pieces().values()
    )


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
