"""The levels of Gomoku, weakest first.

The node limits of the levels with a fixed depth only cap the rare position in which it would take long, so that an
answer stays prompt and is yet the same on every machine.
"""

from __future__ import annotations

from ai.api import Limit
from ai.level import MAX_DEPTH, Level

LEVELS = (
    Level("first-steps", "gomoku", Limit(depth=2), "lines"),
    Level("beginner", "gomoku", Limit(depth=2, nodes=40_000), "patterns", {"fours_ahead": 2}),
    Level("intermediate", "gomoku", Limit(depth=3, nodes=100_000), "patterns", {"fours_ahead": 4}),
    Level("advanced", "gomoku", Limit(depth=4, nodes=200_000), "patterns", {"fours_ahead": 8}),
    Level("expert", "gomoku", Limit(depth=MAX_DEPTH, time_s=3.0), "patterns", {"fours_ahead": 30}),
)
