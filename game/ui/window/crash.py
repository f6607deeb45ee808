"""The last words of a program that has failed: what happened, that the game is safe, where the log lies."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.stage.overlays import Dialog, DialogAnswer
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.window.loop import Loop, Window

_WIDTH = 680.0


def _nothing() -> None:
    """What a loop without a program around it does each frame, and for its keys."""


class _Paper(Scene):
    """Plain paper under the notice: what was on the screen may be what has failed."""

    def draw_scene(self, canvas: Canvas) -> None:
        """Nothing but the ground."""
        canvas.fill(pygame.FRect(0, 0, *canvas.size), canvas.theme.paper)


def tell_of_crash(stage: Stage, window: Window, log_file: Path | None, pictures: Path) -> bool:
    """Show the notice in both languages until it is answered; whether the person wants the program again.

    All scenes of `stage` must have been left. `pictures` is where F12 saves what is seen. Raises whatever goes wrong.
    """
    wanted = False

    def again() -> None:
        nonlocal wanted
        wanted = True
        leave()

    def leave() -> None:
        loop.running = False

    t = stage.t
    text = [*t.both("crash.text")]
    if log_file is not None:
        text += ["\n".join((*t.both("crash.log"), str(log_file)))]
    answers = (
        DialogAnswer(" · ".join(t.both("crash.again")), again, "jade"),
        DialogAnswer(" · ".join(t.both("crash.close")), leave),
    )
    loop = Loop(stage, window, _nothing, _nothing, _nothing, leave, pictures)
    stage.open(_Paper())
    # whoever was just pressing Enter in a game has not answered this
    stage.open(Dialog(" · ".join(t.both("crash.title")), "\n\n".join(text), answers, _WIDTH, by_itself=True))
    loop.run()
    return wanted
