"""`python -m game.bench`: what the start and the frames of each scene cost, with and without a search running.

What is judged is processor time of the window's thread, which also tells on a machine where others work; the time on
the wall from frame to frame stands beside it. Frames are made with the dummy video driver unless the environment names
another one, so the figures are those of the program and not of a screen.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence

from game.bench.measuring import measure_start, percentile, yardstick_ms
from game.bench.scenes import PARTS, bench_frames
from game.storage.version import VERSION

_GOAL_START_S = 0.6


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0."""
    parser = argparse.ArgumentParser(prog="python -m game.bench", description=__doc__)
    parser.add_argument("--version", action="version", version=f"qiguan {VERSION}")
    parser.add_argument("--frames", type=int, default=600, help="frames per scene (600)")
    parser.add_argument("--runs", type=int, default=5, help="starts, 0 for none (5)")
    parser.add_argument("--parts", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), help="what else (all)")
    parser.add_argument("--size", default="1280x800", help="window size (1280x800)")
    options = parser.parse_args(arguments)
    try:
        width, height = (int(part) for part in options.size.split("x"))
    except ValueError:
        parser.error(f"--size {options.size!r} is not of the form 1280x800")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="qiguan-bench-") as folder:
        # settings and saves of nobody; the compiled kernels are the person's own, so that nothing is compiled again
        from ai.common.kernel_cache import use_kernel_cache

        use_kernel_cache()
        os.environ["QIGUAN_DATA"] = folder
        yardsticks = sorted(yardstick_ms() for _ in range(5))
        print(f"yardstick: a million turns of a loop take {yardsticks[2]:.0f} ms of processor time just now")
        if options.runs:
            _bench_start(options.runs)
        bench_frames(options.frames, (width, height), options.parts)
    return 0


def _bench_start(runs: int) -> None:
    times, with_numba = measure_start(runs)
    median = percentile(times, 0.5)
    print(
        f"start to the first frame, of {len(times)}: best {min(times):.2f} s, median {median:.2f} s of processor "
        f"time, wanted {_GOAL_START_S:g}  {'ok' if median <= _GOAL_START_S else 'SLOW'}; "
        f"numba imported before it: {'yes' if with_numba else 'no'}"
    )


if __name__ == "__main__":
    sys.exit(main())
