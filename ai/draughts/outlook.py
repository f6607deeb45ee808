"""Where a game stands and what may be played, by the kernels (they must be compiled)."""

from __future__ import annotations

import numpy as np

from ai.api import Job
from ai.common.control import new_control
from ai.draughts.moves import generate
from ai.draughts.notation import Setup, setup_of, variant_of
from ai.draughts.searcher import move_text, play_game


def current(job: Job) -> Setup:
    """The position after the job's moves. Raises EngineError for what can't be read or made."""
    variant = variant_of(job.variant)
    arrays, side = play_game(job, new_control(), np.zeros(8, np.int64))
    return setup_of(arrays, variant, side)


def legal_moves(job: Job) -> frozenset[str]:
    """The texts of the legal moves after the job's moves. Raises EngineError for what can't be read or made."""
    arrays, side = play_game(job, new_control(), np.zeros(8, np.int64))
    count = generate(arrays, side, 0)
    return frozenset(move_text(arrays, variant_of(job.variant), 0, index, count) for index in range(count))
