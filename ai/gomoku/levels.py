"""The levels of Gomoku, weakest first.

First steps plays by winning lines, the next three by the thesis with its depths 2, 3 and 4 (the weakest of them on the
whole board, as in the thesis); from Proficient on our own engine plays. The three weakest overlook rows as people do,
the four weakest find no long row of fours, and Intermediate, whose rows of threes were the best, misses every other
attack.

All but the Master are limited by depth or nodes, on one thread and without a book, so they are the same on every
machine. Proficient and Expert do not know the solver of threats; the Master has all that there is.

The oversights and node limits are set so that neighbours are 100 to 400 Elo apart. After a change of an engine:

    python -m ai.ladder gomoku --games 100 --neighbours --write
"""

from __future__ import annotations

from ai.api import Limit
from ai.gomoku.engines import LINES, PATTERNS, THESIS
from ai.level import MAX_DEPTH, Level

LEVELS = (
    Level("first-steps", "gomoku", Limit(depth=2), LINES, {"oversight": 300, "foresight": 2}),
    Level("beginner", "gomoku", Limit(depth=2), THESIS, {"dynamic": 0, "oversight": 30, "foresight": 2}),
    Level("intermediate", "gomoku", Limit(depth=3), THESIS, {"oversight": 3, "foresight": 2, "missed": 50}),
    Level("advanced", "gomoku", Limit(depth=4), THESIS, {"foresight": 2}),
    Level("proficient", "gomoku", Limit(nodes=300), PATTERNS, {"fours_ahead": 4, "threats": 0}),
    Level("expert", "gomoku", Limit(nodes=2_500), PATTERNS, {"threats": 0}),
    Level("candidate", "gomoku", Limit(nodes=32_000), PATTERNS),
    Level("master", "gomoku", Limit(depth=MAX_DEPTH, time_s=5.0), PATTERNS, {"book": 1, "threads": 0}),
)
