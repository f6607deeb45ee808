"""What `level` grants for a move, and how a limit is told to another program; times are in seconds.

level move-time=5 | level time=300 inc=2 moves=40 | level depth=9 | level nodes=100000 | level infinite
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from ai.api import Limit
from ai.protocols.budget import USUAL_S, MoveBudget
from ai.protocols.external_engine import USUAL_S as GUEST_S
from ai.protocols.hub.words import WordsError, write_words
from ai.score import Cp, Mate, Score

_MOST: Final = 10**12
_WIN: Final = 10_000
"""In hundredths: a win in n plies is written as 100 men less n hundredths."""
_SURE: Final = 9_000


def read_level(values: Mapping[str, str]) -> MoveBudget:
    """The budget of each move from now on. Raises WordsError."""

    def number(name: str) -> float | None:
        text = values.get(name)
        if text is None:
            return None
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not 0 <= found <= _MOST:
            raise WordsError(f"level: {name}={text[:20]} is no number")
        return found

    def whole(name: str) -> int | None:
        found = number(name)
        return None if found is None else max(1, int(found))

    known = ("depth", "nodes", "move-time", "time", "inc", "moves", "infinite", "ponder")
    unknown = [name for name in values if name not in known]
    if unknown:
        raise WordsError(f"level has no {unknown[0][:20]!r}")
    return MoveBudget(
        turn_s=number("move-time"),
        left_s=number("time"),
        increment_s=number("inc") or 0.0,
        moves_left=whole("moves"),
        depth=whole("depth"),
        nodes=whole("nodes"),
        usual_s=None if "infinite" in values else USUAL_S,
    )


def write_level(limit: Limit) -> str:
    """The line that tells a program a limit."""
    values: dict[str, object] = {}
    if limit.depth is not None:
        values["depth"] = limit.depth
    if limit.nodes is not None:
        values["nodes"] = limit.nodes
    if limit.clock is not None:
        if limit.clock.moves_left:
            values["moves"] = limit.clock.moves_left
        values |= {"time": f"{limit.clock.left_s:.3f}", "inc": f"{limit.clock.increment_s:.3f}"}
    if limit.time_s is not None or not values:
        values["move_time"] = f"{limit.time_s if limit.time_s is not None else GUEST_S:.3f}"
    return write_words("level", **values)


def score_text(score: Score) -> str:
    """A score in men, from the side to move; wins lie near 100 men."""
    return f"{(score.number(_WIN) if isinstance(score, Mate) else score.within(_SURE - 100)) / 100:.2f}"


def read_score(text: str) -> Score | None:
    """A score in men; None if the text is no number."""
    try:
        men = float(text)
    except ValueError:
        return None
    if not abs(100 * men) <= 2 * _WIN:
        return None
    centi = round(100 * men)
    if abs(centi) < _SURE:
        return Cp(centi)
    plies = max(1, _WIN - abs(centi))
    return Mate(plies if men > 0 else -plies)
