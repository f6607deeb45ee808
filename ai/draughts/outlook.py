"""Where a game stands and what may be played, by the kernels (they must be compiled)."""

from __future__ import annotations

import numpy as np

from ai.api import Job
from ai.common.control import new_control
from ai.draughts import layout as at
from ai.draughts.board import square_of
from ai.draughts.moves import generate
from ai.draughts.notation import Setup, variant_of
from ai.draughts.thinker import move_text, play_game


def current(job: Job) -> Setup:
    """The position after the job's moves. Raises EngineError for what can't be read or made."""
    variant = variant_of(job.variant)
    arrays, side = play_game(job, new_control(), np.zeros(8, np.int64))
    white, black, kings = (int(word) for word in arrays.words[at.POSITION : at.POSITION + 3])
    pieces = {
        square_of(bit, variant.columns): (at.WHITE if white >> bit & 1 else at.BLACK, bool(kings >> bit & 1))
        for bit in range(64)
        if (white | black) >> bit & 1
    }
    return Setup(variant, pieces, side)


def legal_moves(job: Job) -> frozenset[str]:
    """The texts of the legal moves after the job's moves. Raises EngineError for what can't be read or made."""
    arrays, side = play_game(job, new_control(), np.zeros(8, np.int64))
    count = generate(arrays, side, 0)
    return frozenset(move_text(arrays, variant_of(job.variant), 0, index, count) for index in range(count))
