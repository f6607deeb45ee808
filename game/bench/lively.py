"""The frames of the liveliest moments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.bench.report import FRAMES_BEFORE, FrameReport

if TYPE_CHECKING:
    from game.app import Program  # which opens a window's library: only for the checker


def bench_lively(program: Program, report: FrameReport) -> None:
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
            for _ in range(FRAMES_BEFORE):
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
