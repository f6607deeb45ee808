"""The frames while something is worked at: games come in, an engine analyses, a game is reviewed."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from game.bench.measuring import percentile
from game.bench.report import FRAMES_BEFORE, FrameReport

if TYPE_CHECKING:
    from game.app import Program  # which opens a window's library: only for the checker

_FRAME_S = 1 / 60
_BROUGHT = 1_000
_ANALYSED_LINES = 5
_BEST_MOVES = 12
_GOAL_FIRST_LINE_MS = 150.0
"""On the analysis board, from a move to the first line about the position after it."""

_GAME = (
    "h8 h9 i9 g7 g9 j8 i8 i7 h7 j9 f9 e9 g10 g8 i10 i11 f10 e10 h10 j10 e7 f8 k9 d10 c11 j7 g11 h11 i12 g12 h12 f12 "
    "e11 f11 k10 l11 k8 k11 j11 l10 m9 l9"
)
"""A game of two that is long enough to be reviewed for a while."""


def bench_bringing(program: Program, report: FrameReport) -> None:
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


def bench_analysis(program: Program, report: FrameReport) -> None:
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
        for _ in range(FRAMES_BEFORE):
            program.loop.frame()
            clock.tick(60)
        report.frames(f"analysis of {game.name}, five lines")
        waits, works = [], []
        for _ in range(_BEST_MOVES):
            scene.play_best()
            asked, worked = time.perf_counter(), time.process_time()
            while scene.best is None and time.perf_counter() < asked + 5:
                program.loop.frame()
                clock.tick(60)
            waits.append((time.perf_counter() - asked) * 1000)
            works.append((time.process_time() - worked) * 1000)
            for _ in range(FRAMES_BEFORE // 4):
                program.loop.frame()
                clock.tick(60)
        print(
            f"    first line after a move: median {percentile(waits, 0.5):.0f} ms, longest {max(waits):.0f} ms, "
            f"wanted {_GOAL_FIRST_LINE_MS:g}; of it processor time {percentile(works, 0.5):.0f}, {max(works):.0f} ms"
        )


def bench_review(program: Program, report: FrameReport) -> None:
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
