"""`python -m game.bench`: what the start and the frames of each scene cost, with and without a search running.

What is judged is processor time of the window's thread, which also tells on a machine where others work; the time on
the wall from frame to frame stands beside it. Frames are made with the dummy video driver unless the environment names
another one, so the figures are those of the program and not of a screen.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.storage.version import VERSION

if TYPE_CHECKING:
    from game.app import Program  # which opens a window's library: only for the checker
    from game.ui.window.loop import Loop

_FRAME_S = 1 / 60
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
_GOAL_SOUND_MS = 30.0
"""From the frame that takes a click to the loudspeaker: the work before the mixer has the sound, at p90, then the
buffer that is being filled and the one that is being played. A click waits for its frame for 17 ms at most."""
_CLICKED_MOVES = 24
_GOAL_START_S = 0.6
_GOAL_FIRST_LINE_MS = 150.0
"""On the analysis board, from a move to the first line about the position after it."""
_BROUGHT = 1_000
_ANALYSED_LINES = 5
_BEST_MOVES = 12
_FRAMES_BEFORE = 120

_GAME = (
    "h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 g8 i10 i11 f10 e10 h10 j10 e7 f8 k9 d10 c11 j7 g11 h11 i12 g12 h12 f12 "
    "e11 f11 k10 l11 k8 k11 j11 l10 m9 l9"
)
"""A game of two that is long enough to be reviewed for a while."""

_START = """
import gc, sys, time
gc.disable()  # as game.__main__ does
import pygame
from game import run
from game.storage.folders import find_folders
program = run.Program(find_folders())
run.collect_garbage_again()
program.loop.frame()
print(time.process_time(), "numba" in sys.modules)
program.services.tables.prepare = lambda: None
program.close()
"""


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measure_start(runs: int) -> tuple[list[float], bool]:
    """Seconds of processor time from the start of a process to its first frame, and whether numba was imported before
    it."""
    times, with_numba = [], False
    with tempfile.TemporaryDirectory(prefix="qiguan-bench-") as compiled:
        # compiled modules, as every installed program has them: written by a first start that does not count
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = compiled
        for _ in range(1 + runs):
            done = subprocess.run(
                [sys.executable, "-c", _START],
                capture_output=True,
                text=True,
                check=True,
                cwd=Path(__file__).parent.parent,
                env=env,
            )
            seconds, numba = done.stdout.split()[-2:]
            times.append(float(seconds))
            with_numba = with_numba or numba == "True"
    return times[1:], with_numba


def yardstick_ms() -> float:
    """Milliseconds of processor time that a loop of a million turns takes: processors that are shared count more for
    the same work, so figures of two runs compare as these do."""
    begun = time.thread_time()
    total = 0
    for i in range(1_000_000):
        total += i * i
    return (time.thread_time() - begun) * 1000


def measure_frames(step: Callable[[], None], frames: int) -> tuple[list[float], list[float]]:
    """Runs frames at 60 a second; milliseconds on the wall from frame to frame, and milliseconds of this thread's
    processor time in each."""
    import pygame

    clock = pygame.time.Clock()
    gaps, work = [], []
    clock.tick(60)
    before = time.perf_counter()
    for _ in range(frames):
        begun = time.thread_time()
        step()
        work.append((time.thread_time() - begun) * 1000)
        clock.tick(60)
        now = time.perf_counter()
        gaps.append((now - before) * 1000)
        before = now
    return gaps, work


def measure_idle(loop: Loop, seconds: float) -> tuple[float, float]:
    """Lets a window run as it does for a person who does nothing; the share of a core that its thread takes, and its
    frames a second."""
    end = time.perf_counter() + 2.0  # until what was just opened has come to rest
    while time.perf_counter() < end:
        loop.frame()
        loop.rest()
    frames, before, begun = 0, time.perf_counter(), time.thread_time()
    while time.perf_counter() < before + seconds:
        loop.frame()
        loop.rest()
        frames += 1
    elapsed = time.perf_counter() - before
    return (time.thread_time() - begun) / elapsed, frames / elapsed


class _Report:
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


def bench_frames(frames: int, size: tuple[int, int]) -> None:
    """Every scene, the match also while the engine thinks."""
    from game.app import Program
    from game.run import collect_garbage_again
    from game.storage.folders import find_folders
    from game.storage.memory import return_large_blocks
    from game.storage.settings import LevelChoice
    from game.ui.games.registry import GAMES
    from game.ui.stage.navigator import CHALLENGES, LEARN, LEVELS, LOBBY, MATCH, SETTINGS, TOURNAMENTS

    return_large_blocks()
    program = Program(find_folders(), seed=1)
    tables = program.services.tables
    program.services.preferences.change(stories=tuple(GAMES))  # nobody is told anything over what is measured
    program.resize(size)
    frame = program.loop.frame
    for _ in range(3):
        frame()
    collect_garbage_again()  # as the program does
    _wait_until_prepared(tables.preparation, frame)
    report = _Report(program.loop, frames, size)

    def idle(name: str) -> None:
        program.services.preferences.change(music=False)
        report.idle(name)
        program.services.preferences.change(music=True)

    report.frames("menu")
    idle("menu, left alone")
    _bench_bringing(program, report)
    for game in ("gomoku", "xiangqi"):
        program.stage.go(LEVELS, game)
        report.frames(f"level select of {game}")
    opened: tuple[tuple[str, Callable[[], None]], ...] = (
        ("settings", lambda: program.stage.go(SETTINGS)),
        ("lessons", lambda: program.stage.go(LEARN, "xiangqi")),
        ("challenges", lambda: program.stage.go(CHALLENGES, "gomoku")),
        ("tournaments", lambda: program.stage.go(TOURNAMENTS, "")),
        ("lobby", lambda: program.stage.go(LOBBY)),
    )
    for name, open_scene in opened:
        open_scene()
        report.frames(name)
    match = tables.new_match("gomoku", LevelChoice(mode="two"), "")
    program.stage.go(MATCH, match)
    for text in ("h8", "h9", "i9", "g7", "g9", "j8", "i8", "i7", "h7", "j9"):
        match.submit(match.turn, match.variant.read_move(text, match.position))
        frame()
    report.frames("match, nobody thinks")
    idle("match, left alone")
    captures = tables.new_match("draughts", LevelChoice(mode="two"), "")
    program.stage.go(MATCH, captures)
    for text in ("32-28", "19-23", "28x19"):  # two men can capture now: both glow
        captures.submit(captures.turn, captures.variant.read_move(text, captures.position))
        frame()
    report.frames("match of draughts, captures glow")
    thinking = tables.new_match("gomoku", LevelChoice(mode="watch", level="seconds:60", second_level="seconds:60"), "")
    program.stage.go(MATCH, thinking)
    deadline = time.perf_counter() + 20
    while thinking.thinking is None and time.perf_counter() < deadline:
        frame()
    report.frames("match, the engine thinks")
    match.resign()
    for game in GAMES:
        _bench_sounds(program, game)
    _bench_lively(program, report)
    _bench_analysis(program, report)
    _bench_review(program, report)
    program.close()


def _bench_sounds(program: Program, game: str) -> None:
    """How soon a move that is clicked on the board is heard."""
    from game.ui.sound.player import BUFFER_MS

    work = time_sounds(program, game, _CLICKED_MOVES)
    late = percentile(work, 0.9)
    whole = late + 2 * BUFFER_MS
    print(
        f"  {f'sounds of {game}':<34} work p50 {percentile(work, 0.5):5.2f}  p90 {late:5.2f}  "
        f"with two buffers of {BUFFER_MS:.1f} ms: {whole:.1f} ms, wanted {_GOAL_SOUND_MS:g}  "
        f"{'ok' if whole <= _GOAL_SOUND_MS else 'SLOW'}"
    )


def time_sounds(program: Program, game: str, moves: int) -> list[float]:
    """Milliseconds of processor time from a frame's beginning, with a click that completes a move before it, until the
    mixer is given the move's sound, for each of some random moves of two people at one screen."""
    import random

    import pygame

    from game.storage.settings import LevelChoice
    from game.ui.scenes.match.scene import MatchScene
    from game.ui.stage.navigator import MATCH

    stage, frame, chance = program.stage, program.loop.frame, random.Random(1)
    found: list[float] = []
    match = program.services.tables.new_match(game, LevelChoice(mode="two"), "")
    stage.to_menu()
    stage.go(MATCH, match)
    scene = stage.stack.top
    assert isinstance(scene, MatchScene)
    begun, heard, play = 0.0, 0.0, stage.sounds.play

    def listen(name: str, step: int = 0) -> None:
        nonlocal heard
        play(name, step)
        heard = heard or time.thread_time()

    with patched(stage.sounds, "play", listen):
        for _ in range(moves):
            for _ in range(_FRAMES_BEFORE // 2):
                frame()
                time.sleep(0.002)
            if match.outcome is not None:
                break
            ways = [move.path for move in match.position.legal_moves() if move.path]
            for square in chance.choice(ways):
                x, y = scene.board.square_rect(square).center
                at = round(x * stage.scale), round(y * stage.scale)
                pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
                for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                    pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
                begun, heard = time.thread_time(), 0.0
                frame()
            if heard:
                found.append((heard - begun) * 1000)
    return found


@contextmanager
def patched(thing: object, name: str, value: object) -> Iterator[None]:
    """Meanwhile a method of an object is another one."""
    setattr(thing, name, value)
    try:
        yield
    finally:
        delattr(thing, name)


def _bench_lively(program: Program, report: _Report) -> None:
    """What moves most: a five with its petals, discs that turn, a mate, and each game's story."""
    from game.rules.registry import VARIANTS
    from game.ui.games.registry import GAMES
    from game.ui.stage.navigator import MATCH, STORY

    def game_after(name: str, position: str, moves: str) -> Callable[[], None]:
        """Sits down at a position and makes moves, the last of them once everything else has come to rest."""

        def begin() -> None:
            rules = VARIANTS[name]
            start = rules.read_position(position) if position else rules.start()
            match = program.services.tables.play_position(rules, start, None, "first-steps", "")
            program.stage.to_menu()
            program.stage.go(MATCH, match)
            for text in moves.split()[:-1]:
                match.submit(match.turn, rules.read_move(text, match.position))
            for _ in range(_FRAMES_BEFORE):  # music is made, what was left is tidied up
                program.loop.frame()
            match.submit(match.turn, rules.read_move(moves.split()[-1], match.position))

        return begin

    def tell(name: str) -> None:
        """Begins a story, its pictures made."""
        program.stage.to_menu()
        program.stage.go(STORY, name)
        for _ in range(10):
            program.loop.frame()

    for game in GAMES.values():
        last = game.story.shots[-1]
        before = "" if last.start else " ".join(shot.moves for shot in game.story.shots[:-1])
        moves = f"{before} {last.moves}"
        report.lively(f"match of {game.name}, the end", game_after(game.story.variant, last.start, moves))
    for name in GAMES:
        report.lively(f"story of {name}", partial(tell, name))


def _bench_bringing(program: Program, report: _Report) -> None:
    """The library while many games are brought in."""
    import random

    from game.records.record import Record, SeatInfo
    from game.records.xiangqi import pgn
    from game.rules.game import Game
    from game.rules.registry import variant
    from game.ui.stage.navigator import LIBRARY

    chance = random.Random(1)
    game = Game(variant("xiangqi"))
    while game.ply < 90 and game.outcome is None:
        game.play(chance.choice([move for move in game.position.legal_moves() if not move.captured]))
    seats = SeatInfo("human", "A"), SeatInfo("human", "B")
    record = pgn.write([Record.from_game(game, seats)]).decode()
    games = [record.replace('"A"', f'"{number}"', 1) for number in range(_BROUGHT)]
    with tempfile.TemporaryDirectory(prefix="qiguan-bench-") as folder:
        file = Path(folder) / "games.pgn"
        file.write_text("\n".join(games), encoding="utf-8")
        program.stage.go(LIBRARY, frozenset())
        bringing = program.services.library.bring_in([file])
        report.frames(f"library, {_BROUGHT} games come in")
        print(f"    {bringing.done} of them in that time")
        bringing.cancel()
        while not bringing.is_over:
            program.loop.frame()
            time.sleep(_FRAME_S)


def _bench_analysis(program: Program, report: _Report) -> None:
    """The analysis board with five lines; then how long its first line is in coming after each of some best moves."""
    import pygame

    from game.records.analysed import AnalysedGame
    from game.rules.registry import GAMES
    from game.ui.scenes.analysis.scene import AnalysisScene

    clock = pygame.time.Clock()
    for game in GAMES.values():
        rules = game.variants[0]
        scene = AnalysisScene(program.stage, AnalysedGame.of_position(rules, rules.start()))
        program.stage.to_menu()
        program.stage.open(scene)
        scene.engines.set_lines(_ANALYSED_LINES)
        for _ in range(_FRAMES_BEFORE):
            program.loop.frame()
            clock.tick(60)
        report.frames(f"analysis of {game.name}, five lines")
        waits = []
        for _ in range(_BEST_MOVES):
            scene.play_best()
            asked = time.perf_counter()
            while scene.best is None and time.perf_counter() < asked + 5:
                program.loop.frame()
                clock.tick(60)
            waits.append((time.perf_counter() - asked) * 1000)
            for _ in range(_FRAMES_BEFORE // 4):
                program.loop.frame()
                clock.tick(60)
        print(
            f"    first line after a move: median {percentile(waits, 0.5):.0f} ms, longest {max(waits):.0f} ms, "
            f"wanted {_GOAL_FIRST_LINE_MS:g}"
        )


def _bench_review(program: Program, report: _Report) -> None:
    """The result and the review of a game, both while the engine goes through it."""
    import pygame

    from game.storage.settings import LevelChoice
    from game.ui.scenes.result.scene import ResultScene
    from game.ui.stage.navigator import MATCH

    match = program.services.tables.new_match("gomoku", LevelChoice(mode="two"), "")
    program.stage.go(MATCH, match)
    for text in _GAME.split():
        match.submit(match.turn, match.variant.read_move(text, match.position))
        program.loop.frame()
    match.resign()
    deadline = time.perf_counter() + 20
    while not isinstance(program.stage.stack.top, ResultScene) and time.perf_counter() < deadline:
        program.loop.frame()
    report.frames("result, the game is reviewed")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_v, mod=0, unicode="v"))
    program.loop.frame()
    report.frames("review, the engine goes on")


def _wait_until_prepared(preparation: Callable[[], object], frame: Callable[[], None]) -> None:
    from game.tables.opponents import Preparation

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
        # settings and saves of nobody; the compiled kernels are the person's own, so that nothing is compiled again
        from ai.common.kernel_cache import use_kernel_cache

        use_kernel_cache()
        os.environ["QIGUAN_DATA"] = folder
        yardsticks = sorted(yardstick_ms() for _ in range(5))
        print(f"yardstick: a million turns of a loop take {yardsticks[2]:.0f} ms of processor time just now")
        times, with_numba = measure_start(options.runs)
        median = percentile(times, 0.5)
        print(
            f"start to the first frame, of {len(times)}: best {min(times):.2f} s, median {median:.2f} s of processor "
            f"time, wanted {_GOAL_START_S:g}  {'ok' if median <= _GOAL_START_S else 'SLOW'}; "
            f"numba imported before it: {'yes' if with_numba else 'no'}"
        )
        bench_frames(options.frames, (width, height))
    return 0


if __name__ == "__main__":
    sys.exit(main())
