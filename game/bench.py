"""`python -m game.bench`: start-up time, and frame times of each scene with and without a search running.

Frames are timed with the dummy video driver unless the environment names another one, so the figures are those of the
program and not of a screen. In one run an empty loop, each scene, and the match with the engine thinking are compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.version import VERSION

if TYPE_CHECKING:
    from game.app import Program  # which opens a window's library: only for the checker

_FRAME_S = 1 / 60
_GOAL_P99_MS = 17.5
_GOAL_WORST_MS = 50.0
_BROUGHT = 1_000

_GAME = (
    "h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 g8 i10 i11 f10 e10 h10 j10 e7 f8 k9 d10 c11 j7 g11 h11 i12 g12 h12 f12 "
    "e11 f11 k10 l11 k8 k11 j11 l10 m9 l9"
)
"""A game of two that is long enough to be reviewed for a while."""

_START = """
import gc, sys, time
begun = time.perf_counter()
gc.disable()  # as game.__main__ does
import pygame
from game import run
from game.folders import find_folders
program = run.Program(find_folders())
run.collect_garbage_again()
program.loop.frame()
print(time.perf_counter() - begun, "numba" in sys.modules)
program.tables.prepare = lambda: None
program.close()
"""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure_start(runs: int) -> tuple[list[float], bool]:
    """Seconds from a started process to its first frame, and whether numba was imported before it."""
    times, with_numba = [], False
    for _ in range(runs):
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", _START], capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent
        )
        whole = time.perf_counter() - begun
        inside, numba = done.stdout.split()[-2:]
        # the interpreter's own start counts, its end does not
        times.append(min(whole, float(inside) + 0.05))
        with_numba = with_numba or numba == "True"
    return times, with_numba


def measure_frames(step: Callable[[], None], frames: int) -> tuple[list[float], list[float]]:
    """Runs frames at 60 a second; milliseconds from frame to frame, and milliseconds of work in each."""
    import pygame

    clock = pygame.time.Clock()
    gaps, work = [], []
    clock.tick(60)
    before = time.perf_counter()
    for _ in range(frames):
        step()
        done = time.perf_counter()
        work.append((done - before) * 1000)
        clock.tick(60)
        now = time.perf_counter()
        gaps.append((now - before) * 1000)
        before = now
    return gaps, work


def _report(name: str, gaps: Sequence[float], work: Sequence[float], against: float | None) -> float:
    p99 = percentile(gaps, 0.99)
    ratio = f"{p99 / against:6.2f} x the empty loop" if against else ""
    fine = p99 <= _GOAL_P99_MS and max(gaps) <= _GOAL_WORST_MS
    print(
        f"  {name:<34} p50 {percentile(gaps, 0.5):6.2f}  p99 {p99:6.2f}  worst {max(gaps):6.2f} ms"
        f"  work p99 {percentile(work, 0.99):5.2f} ms  {'ok' if fine else 'LATE'} {ratio}"
    )
    return p99


def bench_frames(frames: int, size: tuple[int, int]) -> None:
    """Every scene, the match also while the engine thinks."""
    from game.app import Program
    from game.folders import find_folders
    from game.memory import return_large_blocks
    from game.settings import LevelChoice

    return_large_blocks()
    program = Program(find_folders(), seed=1)
    program.resize(size)
    frame = program.loop.frame
    for _ in range(3):
        frame()
    print(f"frames at {size[0]}x{size[1]}, {frames} each, goal p99 {_GOAL_P99_MS} ms and worst {_GOAL_WORST_MS} ms:")
    _wait_until_prepared(program.tables.preparation, frame)
    # what the machine itself does to a loop that only waits: no scene can be better
    bare = _report("an empty loop", *measure_frames(lambda: None, frames), None)
    _report("menu", *measure_frames(frame, frames), bare)
    _bench_bringing(program, frames, bare)
    program.open_levels("gomoku")
    frame()
    _report("level select", *measure_frames(frame, frames), bare)
    program.open_settings()
    frame()
    _report("settings", *measure_frames(frame, frames), bare)
    match = program.new_match("gomoku", LevelChoice(mode="two"))
    program.open_match(match)
    for text in ("h8", "h9", "i9", "g7", "g9", "j8", "i8", "i7", "h7", "j9"):
        match.submit(match.turn, match.variant.read_move(text, match.position))
        frame()
    _report("match, nobody thinks", *measure_frames(frame, frames), bare)
    captures = program.new_match("draughts", LevelChoice(mode="two"))
    program.open_match(captures)
    for text in ("32-28", "19-23", "28x19"):  # two men can capture now: both glow
        captures.submit(captures.turn, captures.variant.read_move(text, captures.position))
        frame()
    _report("match of draughts, captures glow", *measure_frames(frame, frames), bare)
    thinking = program.new_match("gomoku", LevelChoice(mode="watch", level="seconds:60", second_level="seconds:60"))
    program.open_match(thinking)
    deadline = time.perf_counter() + 20
    while thinking.thinking is None and time.perf_counter() < deadline:
        frame()
    _report("match, the engine thinks", *measure_frames(frame, frames), bare)
    match.resign()
    _bench_review(program, frames, bare)
    program.close()


def _bench_bringing(program: Program, frames: int, bare: float) -> None:
    """The library while many games are brought in."""
    import random

    from game.records import xiangqi_pgn
    from game.records.record import Record, SeatInfo
    from game.rules.game import Game
    from game.rules.registry import variant

    chance = random.Random(1)
    game = Game(variant("xiangqi"))
    while game.ply < 90 and game.outcome is None:
        game.play(chance.choice([move for move in game.position.legal_moves() if not move.captured]))
    seats = SeatInfo("human", "A"), SeatInfo("human", "B")
    record = xiangqi_pgn.write([Record.from_game(game, seats)]).decode()
    games = [record.replace('"A"', f'"{number}"', 1) for number in range(_BROUGHT)]
    with tempfile.TemporaryDirectory(prefix="qiguan-bench-") as folder:
        file = Path(folder) / "games.pgn"
        file.write_text("\n".join(games), encoding="utf-8")
        program.open_library()
        bringing = program.library.bring_in([file])
        _report(f"library, {_BROUGHT} games come in", *measure_frames(program.loop.frame, frames), bare)
        print(f"    {bringing.done} of them in that time")
        bringing.cancel()
        while not bringing.is_over:
            program.loop.frame()
            time.sleep(_FRAME_S)


def _bench_review(program: Program, frames: int, bare: float) -> None:
    """The result and the review of a game, both while the engine goes through it."""
    import pygame

    from game.settings import LevelChoice
    from game.ui.scenes.result.scene import ResultScene

    match = program.new_match("gomoku", LevelChoice(mode="two"))
    program.open_match(match)
    for text in _GAME.split():
        match.submit(match.turn, match.variant.read_move(text, match.position))
        program.loop.frame()
    match.resign()
    deadline = time.perf_counter() + 20
    while not isinstance(program.stage.stack.top, ResultScene) and time.perf_counter() < deadline:
        program.loop.frame()
    _report("result, the game is reviewed", *measure_frames(program.loop.frame, frames), bare)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=0, unicode="v"))
    program.loop.frame()
    _report("review, the engine goes on", *measure_frames(program.loop.frame, frames), bare)


def _wait_until_prepared(preparation: Callable[[], object], frame: Callable[[], None]) -> None:
    from game.ui.hall import Preparation

    while True:
        state = preparation()
        assert isinstance(state, Preparation)
        if not state.running:
            break
        frame()
        time.sleep(0.05)
    for _ in range(120):  # the kernels are being loaded
        frame()
        time.sleep(_FRAME_S)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; the exit code is 0."""
    parser = argparse.ArgumentParser(prog="python -m game.bench", description=__doc__)
    parser.add_argument("--version", action="version", version=f"qiguan {VERSION}")
    parser.add_argument("--frames", type=int, default=600, help="frames per scene (600)")
    parser.add_argument("--runs", type=int, default=5, help="starts (5)")
    parser.add_argument("--size", default="1280x800", help="window size (1280x800)")
    options = parser.parse_args(arguments)
    try:
        width, height = (int(part) for part in options.size.split("x"))
    except ValueError:
        parser.error(f"--size {options.size!r} is not of the form 1280x800")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="qiguan-bench-") as folder:
        # settings and saves of nobody; the compiled kernels are the person's own, so that nothing is compiled anew
        from ai.cache import use_kernel_cache

        use_kernel_cache()
        os.environ["QIGUAN_DATA"] = folder
        times, with_numba = measure_start(options.runs)
        print(
            f"start to the first frame: best {min(times):.2f} s, median {percentile(times, 0.5):.2f} s"
            f" of {len(times)}; numba imported before it: {'yes' if with_numba else 'no'}"
        )
        bench_frames(options.frames, (width, height))
    return 0


if __name__ == "__main__":
    sys.exit(main())
