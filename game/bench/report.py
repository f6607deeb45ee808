"""What is measured beside what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.bench.measuring import measure_frames, measure_idle, percentile

if TYPE_CHECKING:
    from game.ui.window.loop import Loop  # which opens a window's library: only for the checker

FRAMES_BEFORE: Final = 120
"""Until what was opened has come to rest: music is made, what was left is tidied up."""
_DESIGN_PIXELS = 1280 * 800
_GOAL_MEDIAN_MS = 2.0
_GOAL_P99_MS = 6.0
_GOAL_P99_LARGE_MS = 10.0
"""In windows larger than 1280x800."""
_GOAL_LIVELY_MS = 8.0
"""At p99 in the liveliest moments."""
_LIVELY_FRAMES = 60
_LIVELY_TIMES = 4
_GOAL_IDLE = 0.03
"""The share of a core that a window takes in which nothing moves, without music: it is being made at first."""


class FrameReport:
    """Prints what is measured and what is wanted."""

    def __init__(self, loop: Loop, frames: int, size: tuple[int, int]) -> None:
        self._loop = loop
        self._frames = frames
        self._goal_p99_ms = _GOAL_P99_MS if size[0] * size[1] <= _DESIGN_PIXELS else _GOAL_P99_LARGE_MS
        print(
            f"frames at {size[0]}x{size[1]}, {frames} each; ms of processor time, "
            f"wanted {_GOAL_MEDIAN_MS:g} at the median and {self._goal_p99_ms:g} at p99:"
        )

    def frames(self, name: str) -> None:
        """The scene that is open, at sixty frames a second."""
        gaps, work = measure_frames(self._loop.frame, self._frames)
        median, p99 = percentile(work, 0.5), percentile(work, 0.99)
        fine = median <= _GOAL_MEDIAN_MS and p99 <= self._goal_p99_ms
        print(
            f"  {name:<34} work p50 {median:5.2f}  p99 {p99:5.2f}  worst {max(work):6.2f}  {'ok ' if fine else 'SLOW'}"
            f"  on the wall p50 {percentile(gaps, 0.5):6.2f}  p99 {percentile(gaps, 0.99):6.2f}"
        )

    def lively(self, name: str, begin: Callable[[], None]) -> None:
        """The seconds after something has begun, some times over."""
        work: list[float] = []
        for _ in range(_LIVELY_TIMES):
            begin()
            work += measure_frames(self._loop.frame, _LIVELY_FRAMES)[1]
        p99 = percentile(work, 0.99)
        print(
            f"  {name:<34} work p50 {percentile(work, 0.5):5.2f}  p99 {p99:5.2f}  worst {max(work):6.2f}  "
            f"{'ok ' if p99 <= _GOAL_LIVELY_MS else 'SLOW'}  wanted {_GOAL_LIVELY_MS:g} at p99"
        )

    def idle(self, name: str) -> None:
        """The scene that is open, left alone."""
        share, rate = measure_idle(self._loop, self._frames / 60)
        fine = share <= _GOAL_IDLE
        print(
            f"  {name:<34} {share:6.2%} of a core at {rate:.0f} frames a second, wanted {_GOAL_IDLE:.0%}  "
            f"{'ok' if fine else 'SLOW'}"
        )
