"""The clock of a match: thinking time of both sides always, time left where a time control was agreed.

The time source is given from outside (seconds that only grow), so tests need not wait. Only one side's time runs at
once; between two moves none does, until `start`. Held (a line is down), it lets no time pass at all.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.records.control import TimeControl as TimeControl
from game.rules.core import Side

WARNINGS_S = (20, 10, 5, 4, 3, 2, 1)
"""Seconds left at which the person is warned; below 20 s the tenths are shown too."""


@dataclass(frozen=True, slots=True)
class _State:
    """The clock between two moves: seconds used by each side, and the seconds left (empty without a time control)."""

    used_s: tuple[float, float] = (0.0, 0.0)
    left_s: tuple[float, ...] = ()

    def after(self, side: Side, used_s: float, control: TimeControl | None) -> _State:
        used = list(self.used_s)
        used[side] += used_s
        left = list(self.left_s)
        if control is not None:
            left[side] = max(0.0, left[side] - used_s) + control.increment_s
        return _State((used[0], used[1]), tuple(left))


@dataclass(frozen=True, slots=True)
class StandingClock:
    """What stood after a take-back that gave no time back: the ply, and the seconds used and left by each side."""

    ply: int
    used_s: tuple[float, float]
    left_s: tuple[float, float] | None = None


class MatchClock:
    """Thinking time, time left, and the state after every ply, so that a take-back restores it.

    With `returns_time` False it restores the position alone: all thinking counts, and each side has what it had then or
    what it has now, whichever is less.
    """

    def __init__(
        self,
        control: TimeControl | None = None,
        now: Callable[[], float] = time.perf_counter,
        *,
        returns_time: bool = True,
    ) -> None:
        self._control = control
        self._returns_time = returns_time
        self.standing: StandingClock | None = None
        """After the last take-back that gave no time back."""
        self.now = now
        self._times: list[float] = []
        self._side: Side | None = None
        self._before_s = 0.0  # of the current move, up to the last pause
        self._since: float | None = None  # when the time began to run; None while it stands
        self._held_at: float | None = None
        self._held_s = 0.0  # in all the holds before
        self.reset()

    def reset(self) -> None:
        """Begin again: full time, nothing used, nothing remembered."""
        control = self._control
        self._states = [_State(left_s=() if control is None else (control.base_s, control.base_s))]
        self._times.clear()
        self._ply = 0
        self.standing = None
        full = math.inf if control is None else _threshold(control.base_s)
        self._warned = [full, full]
        self.stop()

    @property
    def control(self) -> TimeControl | None:
        """The agreed time, or None where only the thinking time is counted."""
        return self._control

    @property
    def side(self) -> Side | None:
        """The side whose move is being timed (also while paused), or None between moves."""
        return self._side

    @property
    def is_running(self) -> bool:
        """Whether anybody's time is passing."""
        return self._since is not None and self._held_at is None

    @property
    def is_held(self) -> bool:
        """Whether time stands until `release`."""
        return self._held_at is not None

    @property
    def move_s(self) -> float:
        """Seconds spent on the current move so far; 0 between moves."""
        if self._since is None:
            return self._before_s
        return self._before_s + max(0.0, self.passed_s - self._since)

    @property
    def times_s(self) -> tuple[float, ...]:
        """Seconds used for each move played (taken-back moves are not in it)."""
        return tuple(self._times[: self._ply])

    @property
    def all_times_s(self) -> tuple[float, ...]:
        """The same with the moves that a redo would bring back."""
        return tuple(self._times)

    def used_s(self, side: Side) -> float:
        """Seconds that a side has thought in the whole game, the current move included."""
        return self._states[self._ply].used_s[side] + (self.move_s if side is self._side else 0.0)

    def left_s(self, side: Side) -> float | None:
        """Seconds that a side has left, never below 0; None without a time control."""
        left = self._states[self._ply].left_s
        if not left:
            return None
        return max(0.0, left[side] - (self.move_s if side is self._side else 0.0))

    def left_after_s(self, ply: int, side: Side) -> float | None:
        """Seconds that a side had left after this many plies, before the next move began; None without a clock."""
        left = self._states[ply].left_s
        return left[side] if left else None

    @property
    def fallen(self) -> Side | None:
        """The side whose time has run out, or None."""
        return self._side if self._side is not None and self.left_s(self._side) == 0.0 else None

    @property
    def overdrawn_s(self) -> float:
        """Seconds that the current move has taken beyond the time that was left; 0 without a time control."""
        left = self._states[self._ply].left_s
        if not left or self._side is None:
            return 0.0
        return max(0.0, self.move_s - left[self._side])

    def start(self, side: Side, already_s: float = 0.0) -> None:
        """Let a side's move begin; `already_s` seconds of it have passed before (a game taken up again)."""
        self._side = side
        self._before_s = already_s
        self._since = self.passed_s

    def press(self, used_s: float | None = None) -> float:
        """End the current move, add the increment, and give the seconds that the move took.

        `used_s` counts instead of one's own measurement: the mover's report over a network, or a journal's.
        Raises ValueError when no move is being timed.
        """
        if self._side is None:
            raise ValueError("no move is being timed")
        took = self.move_s if used_s is None else used_s
        del self._times[self._ply :], self._states[self._ply + 1 :]
        self._times.append(took)
        self._states.append(self._states[-1].after(self._side, took, self._control))
        self._ply += 1
        self.stop()
        return took

    def replay(
        self, sides: Sequence[Side], times_s: Sequence[float], undone: int = 0, standing: StandingClock | None = None
    ) -> None:
        """Begin again with the moves of a game taken up again: who made each, the seconds it took, how many of the last
        ones were taken back, and what stood after the last take-back. Raises ValueError if the lengths differ."""
        self.reset()
        self._stand(standing)
        for side, used_s in zip(sides, times_s, strict=True):
            self.start(side)
            self.press(used_s)
            self._stand(standing)
        if not 0 <= undone <= self._ply:
            raise ValueError(f"{undone} plies back from ply {self._ply}")
        self._ply -= undone
        self.stop()

    def _stand(self, standing: StandingClock | None) -> None:
        if standing is not None and standing.ply == self._ply and not self._returns_time:
            left_s = self._states[self._ply].left_s
            self._states[self._ply] = _State(standing.used_s, standing.left_s if left_s and standing.left_s else left_s)
            self.standing = standing

    def pause(self) -> None:
        """Let the time stand; the current move keeps what it has used."""
        self._before_s = self.move_s
        self._since = None

    def resume(self) -> None:
        """Let the current move's time run on, if there is one."""
        if self._side is not None and self._since is None:
            self._since = self.passed_s

    def forgive(self, seconds: float) -> None:
        """Take this many seconds off the current move, at most what it has used: they were not its side's."""
        self._before_s = max(0.0, self.move_s - seconds)
        if self._since is not None:
            self._since = self.passed_s

    def correct(self, used_s: float) -> None:
        """The current move has used this many seconds, whatever was measured here."""
        self._before_s = max(0.0, used_s)
        if self._since is not None:
            self._since = self.passed_s

    def set_left(self, side: Side, left_s: float) -> None:
        """A side has this many seconds left now, whatever was counted here; nothing without a time control."""
        state = self._states[self._ply]
        if state.left_s:
            left = list(state.left_s)
            left[side] = max(0.0, left_s) + (self.move_s if side is self._side else 0.0)
            self._states[self._ply] = _State(state.used_s, tuple(left))

    def hold(self) -> None:
        """Let no time pass, whatever is started, paused or pressed meanwhile, until `release`."""
        if self._held_at is None:
            self._held_at = self.now()

    def release(self) -> None:
        """Let time pass again after `hold`."""
        if self._held_at is not None:
            self._held_s += max(0.0, self.now() - self._held_at)
            self._held_at = None

    @property
    def passed_s(self) -> float:
        """Seconds of the time source without those that were held, for measuring across a hold."""
        return (self.now() if self._held_at is None else self._held_at) - self._held_s

    def stop(self) -> None:
        """Time no move any more and forget what the current one has used."""
        self._side = None
        self._before_s = 0.0
        self._since = None

    def rewind(self, plies: int) -> None:
        """Restore the state before the last `plies` moves; what the current move has used is forgotten, unless no time
        is given back."""
        if not 0 <= plies <= self._ply:
            raise ValueError(f"{plies} plies back from ply {self._ply}")
        used = (self.used_s(Side.FIRST), self.used_s(Side.SECOND))
        left = [self.left_s(side) or 0.0 for side in Side]
        self._ply -= plies
        self.stop()
        if not self._returns_time:
            then = self._states[self._ply].left_s
            kept = (min(left[0], then[0]), min(left[1], then[1])) if then else None
            self._stand(StandingClock(self._ply, used, kept))

    def forward(self, plies: int) -> None:
        """Restore the state after the next `plies` moves that were taken back."""
        if not 0 <= plies <= len(self._times) - self._ply:
            raise ValueError(f"{plies} plies on from ply {self._ply} of {len(self._times)}")
        self._ply += plies
        self.stop()

    def take_warning(self) -> tuple[Side, int] | None:
        """The running side and the seconds that it has just gone below, once for each of `WARNINGS_S`; mostly None."""
        side = self._side
        left = None if side is None else self.left_s(side)
        if side is None or left is None:
            return None
        threshold = _threshold(left)
        news = threshold < self._warned[side]
        self._warned[side] = threshold
        return (side, int(threshold)) if news else None


def _threshold(left_s: float) -> float:
    """The smallest warning that is not below the seconds left; infinite while there is plenty."""
    return min((float(warning) for warning in WARNINGS_S if left_s <= warning), default=math.inf)


def clock_text(seconds: float) -> tuple[str, str]:
    """A time as main text and tenths: `("04:37", ".8")`, from an hour on `("1:04:37", ".8")`. Rounded down."""
    # 4.3 as a float is a little less than 4.3; a microsecond of mercy keeps its last tenth
    tenths = int(max(0.0, seconds) * 10 + 1e-5)
    minutes, rest = divmod(tenths // 10, 60)
    main = f"{minutes:02d}:{rest:02d}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
    return main, f".{tenths % 10}"


def shows_tenths(left_s: float) -> bool:
    """Whether a countdown is short enough to be shown with its tenths."""
    return left_s < WARNINGS_S[0]
