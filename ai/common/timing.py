"""How long a move may take: a bound for the move, a share of the clock, or both."""

from __future__ import annotations

from typing import Final

from ai.api import Clock, Limit
from ai.score import Score

_MARGIN_S: Final = 0.02
_MARGIN_PART: Final = 0.02
"""What is kept back from every bound, for waking the timer, ending the threads and handing over the move."""
_RESERVE_S: Final = 1.0
"""Of a clock so much is left alone, or half of it, but for the last move before more time comes: for a machine that
stands still in the wrong moment."""
_MOST_PART: Final = 0.4
"""Of the clock no single move takes more than this part, unless it is the last one before more time comes."""
_MOST_SHARES: Final = 4.0
"""nor more than this many times its even share."""
_CALM: Final = 0.75
_UNREST: Final = 0.5
"""An even share times `_CALM` for a best move that never changed, and `_UNREST` of it more for each late change."""
_FALL: Final = 1.0 / 80
"""More of the share for each hundredth of a unit that the score has fallen, up to twice the share."""
_NEXT_DEPTH: Final = 0.65
"""No depth is begun when less than the rest of this part is left: it would hardly be finished."""
_WIN_LIKE: Final = 10_000


class MoveTimer:
    """Decides when a search ends. `most_s` is the time at which it must be stopped, whatever it is doing (None: never).

    Under a clock the move gets an even share of what is left for `moves_ahead` moves (an estimate, unless the clock
    says how many); more if the best move keeps changing or the score falls, less if nothing happens. Under a bound for
    the move alone all of it is used.
    """

    def __init__(self, limit: Limit, moves_ahead: int) -> None:
        self.most_s: float | None = None if limit.time_s is None else limit.time_s - _margin_s(limit.time_s)
        self._share_s: float | None = None
        if limit.clock is not None:
            self._share_s, most_s = _shares(limit.clock, moves_ahead)
            self.most_s = most_s if self.most_s is None else min(most_s, self.most_s)
        self._unrest = 0.0
        self._move: str | None = None
        self._height: int | None = None
        self._fall = 0.0

    def goes_on(self, elapsed_s: float, move: str, score: Score) -> bool:
        """Told of the best move after each finished depth; whether the next one is worth beginning."""
        changed = self._move is not None and move != self._move
        self._unrest = self._unrest / 2 + changed
        height = score.within(_WIN_LIKE)
        self._fall = self._fall / 2 + max(0, (self._height if self._height is not None else height) - height)
        self._move, self._height = move, height
        if self.most_s is not None and elapsed_s >= self.most_s:
            return False
        if self._share_s is None:
            return True
        factor = (_CALM + _UNREST * self._unrest) * (1 + min(1.0, _FALL * self._fall))
        return elapsed_s < _NEXT_DEPTH * factor * self._share_s


def _margin_s(time_s: float) -> float:
    return min(_MARGIN_S + _MARGIN_PART * time_s, 0.25 * time_s, 0.25)


def _shares(clock: Clock, moves_ahead: int) -> tuple[float, float]:
    """An even share of the clock, and the most that this move may take, in seconds."""
    moves = max(1, clock.moves_left or moves_ahead)
    reserve_s = min(_RESERVE_S, clock.left_s / 2) if moves > 1 else 0.0
    usable_s = max(0.0, clock.left_s - _margin_s(clock.left_s) - reserve_s)
    most_s = usable_s if moves == 1 else _MOST_PART * usable_s
    share_s = min(usable_s / moves + 0.8 * clock.increment_s, most_s)
    return share_s, min(_MOST_SHARES * share_s, most_s)
