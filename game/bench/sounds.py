"""How soon a move that is clicked on the board is heard."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from game.bench.measuring import percentile
from game.bench.report import FRAMES_BEFORE

if TYPE_CHECKING:
    from game.app import Program  # which opens a window's library: only for the checker

_GOAL_SOUND_MS = 30.0
"""From the frame that takes a click to the loudspeaker: the work before the mixer has the sound, at p90, then the
buffer that is being filled and the one that is being played. A click waits for its frame for 17 ms at most."""
_CLICKED_MOVES = 24


def bench_sounds(program: Program, game: str) -> None:
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
            for _ in range(FRAMES_BEFORE // 2):
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
