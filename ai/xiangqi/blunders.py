"""Human-like oversight in Xiangqi: threats that somebody does not see (for `ai.common.blunders`).

People overlook what a cannon does over its screen or a horse round its leg sooner than what a rook does along an open
line, what comes from afar sooner than what is near, and what threatens them sooner than what they could take. Whoever
overlooks a threat of the other side takes the piece that makes it for a soldier, and whoever overlooks a capture takes
the target for one: the piece is seen, but not what it does or is worth. A threat that was once overlooked stays so
until one of both pieces moves: chance is drawn from the seed and the threat itself. A check is never overlooked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ai.api import Job
from ai.common.blunders import BlunderModel
from ai.xiangqi import layout as at
from ai.xiangqi.notation import XiangqiSetup, read_job, write_fen

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


class XiangqiBlunders(BlunderModel):
    """What somebody sees of a position; the threat of a rook nearby has weight 1. Needs the kernels."""

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

    def _overlooks(self, threat: Threat, setup: XiangqiSetup) -> bool:
        kind = at.KIND_OF[setup.pieces[threat.origin]]
        if kind not in _BY_KIND or at.KIND_OF[setup.pieces[threat.target]] not in _WORTH:
            return False
        weight = _BY_KIND[kind] * (_OWN if threat.side == setup.turn else 1.0)
        files = abs(threat.origin % 9 - threat.target % 9)
        ranks = abs(threat.origin // 9 - threat.target // 9)
        if max(files, ranks) > _NEAR:
            weight *= _FAR
        return self.overlooks(f"{kind} {threat}", weight)
