"""Human-like oversight in Xiangqi: threats that somebody does not see (for `ai.common.blunders`).

People overlook what a cannon does over its screen or a horse round its leg sooner than what a rook does along an open
line, what comes from afar sooner than what is near, and what threatens them sooner than what they could take. Whoever
overlooks a threat of the other side takes the piece that makes it for a soldier, and whoever overlooks a capture takes
the target for one: the piece is seen, but not what it does or is worth. A threat that was once overlooked stays so
until one of both pieces moves: chance is drawn from the seed and the threat itself. What a rook or a soldier attacks
nearby is plain to see, and a check is never overlooked.

Nor do people find a long row of checks: who sees a few plies gives no check that neither mates nor wins a piece
within them. So a mate that begins with one and takes longer is never found.

Nor does everybody think of each check that could be given: one that neither takes, nor mates or wins a piece with the
next move, may be missed, as long as no check has to be answered. A single one matters little; of a long row each has to
be thought of, so that a mate that nobody would see to its end is seldom played to its end by one natural check after
the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.positions import position_of
from ai.score import Score
from ai.xiangqi import layout as at
from ai.xiangqi.notation import VARIANT, XiangqiSetup, read_job, write_fen
from game.rules.core import Square
from game.rules.xiangqi.board import CANNON, HORSE, ROOK, kind_of
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.threats import threats as won_pieces
from game.rules.xiangqi.variants import XIANGQI

if TYPE_CHECKING:
    from ai.xiangqi.outlook import Threat  # which needs the kernels

_OWN = 0.5
"""How likely a capture is overlooked, measured by the same threat of the other side."""
_BY_KIND = {at.ROOK: 1.0, at.CANNON: 1.6, at.HORSE: 1.4, at.SOLDIER: 0.8}
"""How likely the threat of a kind is overlooked; those of other kinds are always seen."""
_FAR = 1.4
"""More than `_NEAR` ranks or files apart."""
_NEAR = 3
_WORTH = (at.HORSE, at.ROOK, at.CANNON)
"""Threats to other kinds matter too little to be overlooked."""
_PLAINLY = 2
"""The plies after a check within which everybody sees what it wins."""
_PLAIN = (at.ROOK, at.SOLDIER)
"""What these do nearby is plain to see."""


class XiangqiBlunders(BlunderModel):
    """What somebody sees of a position; the threat of a rook nearby has weight 1. Needs the kernels."""

    @property
    def considered(self) -> int:
        """More where checks are missed, for the best moves are often all of them checks."""
        return 10 if self._missed else super().considered

    def seen(self, job: Job) -> Job | None:
        """The position with soldiers in the place of pieces that are not seen for what they are. Raises EngineError
        for a job that can't be read."""
        from ai.xiangqi.outlook import current, threats

        setup = current(*read_job(job))
        pieces = dict(setup.pieces)
        other = 16 * (1 - setup.turn)
        free = [piece for piece in range(other + 11, other + 16) if piece not in pieces.values()]
        unseen = {
            threat.target if threat.side == setup.turn else threat.origin
            for threat in threats(setup)
            if self._overlooks(threat, setup)
        }
        for square, piece in zip(sorted(unseen), free, strict=False):
            pieces[square] = piece
        if pieces == setup.pieces:
            return None
        return Job(job.variant, write_fen(XiangqiSetup(pieces, setup.turn)))

    def shuns(self, job: Job, move: str, score: Score) -> bool:
        """Whether a move gives a check that takes nothing, and that comes to nothing within what is seen or is not
        thought of. Raises EngineError for a job that can't be read."""
        if not (self._foresight or self._missed):
            return False
        before = position_of(Job(VARIANT, job.start, job.moves))
        assert isinstance(before, XiangqiPosition), "the variant is Xiangqi's"
        after = before.play(XIANGQI.read_move(move, before))
        takes = len(after.pieces()) < len(before.pieces())
        if takes or before.is_check() or not after.is_check() or not after.legal_moves():
            return False
        if self._foresight and not _wins(after, self._foresight):
            return True
        return not _wins(after, _PLAINLY) and self.misses(f"{before.turn} {move}")

    def _overlooks(self, threat: Threat, setup: XiangqiSetup) -> bool:
        kind = at.KIND_OF[setup.pieces[threat.origin]]
        if kind not in _BY_KIND or at.KIND_OF[setup.pieces[threat.target]] not in _WORTH:
            return False
        weight = _BY_KIND[kind] * (_OWN if threat.side == setup.turn else 1.0)
        files = abs(threat.origin % 9 - threat.target % 9)
        ranks = abs(threat.origin // 9 - threat.target // 9)
        if max(files, ranks) > _NEAR:
            weight *= _FAR
        is_plain = max(files, ranks) <= _NEAR and kind in _PLAIN
        return self.overlooks(f"{kind} {threat}", weight, is_plain)


def _wins(position: XiangqiPosition, plies: int) -> bool:
    """Whether the side that has just given check mates, or wins a piece, within `plies` more, whatever the
    answer."""
    return all(_wins_on(position.play(move), plies - 1) for move in position.legal_moves())


def _wins_on(position: XiangqiPosition, plies: int) -> bool:
    """Whether the side to move can do so with its next move, or by more checks."""
    won = won_pieces(position.cells, position.turn)
    if any(mates or _is_piece(position, square) for square, mates in won.items()):
        return True
    if plies < 3:
        return False
    after = (position.play(move) for move in position.legal_moves())
    return any(each.is_check() and _wins(each, plies - 1) for each in after)


def _is_piece(position: XiangqiPosition, square: Square) -> bool:
    return kind_of(position.cells[square]) in (HORSE, ROOK, CANNON)
