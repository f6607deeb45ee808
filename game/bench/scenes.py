"""The frames of each scene."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

from game.bench.lively import bench_lively
from game.bench.report import FrameReport
from game.bench.sounds import bench_sounds
from game.bench.working import bench_analysis, bench_bringing, bench_review

if TYPE_CHECKING:
    from game.app import Program  # which opens a window's library: only for the checker

_FRAME_S = 1 / 60


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


def bench_frames(frames: int, size: tuple[int, int], parts: Collection[str]) -> None:
    """The chosen ones of `PARTS`."""
    from game.app import Program
    from game.run import collect_garbage_again
    from game.storage.folders import find_folders
    from game.storage.memory import return_large_blocks
    from game.ui.games.registry import GAMES

    return_large_blocks()
    program = Program(find_folders(), seed=1)
    program.services.preferences.change(stories=tuple(GAMES))  # nobody is told anything over what is measured
    program.resize(size)
    for _ in range(3):
        program.loop.frame()
    collect_garbage_again()  # as the program does
    _wait_until_prepared(program.services.tables.preparation, program.loop.frame)
    report = FrameReport(program.loop, frames, size)
    for name, bench in PARTS.items():
        if name in parts:
            bench(program, report)
    program.close()


def _idle(program: Program, report: FrameReport, name: str) -> None:
    program.services.preferences.change(music=False)
    report.idle(name)
    program.services.preferences.change(music=True)


def _bench_rooms(program: Program, report: FrameReport) -> None:
    """The menu and what it leads to."""
    from game.ui.games.registry import GAMES
    from game.ui.stage.navigator import CHALLENGES, LEARN, LEVELS, LOBBY, SETTINGS, TOURNAMENTS

    report.frames("menu")
    _idle(program, report, "menu, left alone")
    for game in GAMES:
        program.stage.go(LEVELS, game)
        report.frames(f"level select of {game}")
        program.stage.to_menu()
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
        program.stage.to_menu()


def _bench_matches(program: Program, report: FrameReport) -> None:
    """Matches in which nobody thinks, and one in which the engine does."""
    from game.storage.settings import LevelChoice
    from game.ui.stage.navigator import MATCH

    tables, frame = program.services.tables, program.loop.frame
    match = tables.new_match("gomoku", LevelChoice(mode="two"), "")
    program.stage.go(MATCH, match)
    for text in ("h8", "h9", "i9", "g7", "g9", "j8", "i8", "i7", "h7", "j9"):
        match.submit(match.turn, match.variant.read_move(text, match.position))
        frame()
    report.frames("match, nobody thinks")
    _idle(program, report, "match, left alone")
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
    program.stage.to_menu()


def _bench_all_sounds(program: Program, report: FrameReport) -> None:
    from game.ui.games.registry import GAMES

    for game in GAMES:
        bench_sounds(program, game)


PARTS: Final[dict[str, Callable[[Program, FrameReport], None]]] = {
    "rooms": _bench_rooms,
    "import": bench_bringing,
    "matches": _bench_matches,
    "sounds": _bench_all_sounds,
    "lively": bench_lively,
    "analysis": bench_analysis,
    "review": bench_review,
}
