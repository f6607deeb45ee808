"""What marks the end of a motion is made while it lasts, so that its last frame does not have to."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from fakes import make_stage

from game.rules.core import Position
from game.rules.registry import variant
from game.ui.board.view import BoardView
from game.ui.paint import brush, kept, pen
from game.ui.paint.kept import forget_pictures

WINDOW = (1280, 800)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many lines were drawn so far; however slow the machine is, there is time for them in a frame."""
    monkeypatch.setattr(kept.time, "thread_time", lambda: 0.0)
    forget_pictures()
    drawn: list[object] = []

    def noted(*args: object) -> object:
        drawn.append(args)
        return pen.polyline_in_steps(*args)  # type: ignore[arg-type]  # whatever it is asked for

    monkeypatch.setattr(brush, "polyline_in_steps", noted)
    return lambda: len(drawn)


def test_the_marks_of_a_mate_are_made_while_the_piece_slides(lines: Callable[[], int]) -> None:
    stage = make_stage(WINDOW)
    rules = variant("xiangqi")
    before: Position = rules.read_position("3k5/R8/9/9/9/9/9/9/1R7/4K4 w")
    move = rules.read_move("b1b9", before)
    after = before.play(move)
    board = BoardView(stage.painter(rules), before)
    board.rect = pygame.FRect(0, 0, 700, 760)
    canvas = stage.canvas(pygame.Surface(WINDOW))
    board.draw(canvas)
    board.play(move, before, after)
    while board.is_moving:
        board.draw(canvas)
        board.update(1 / 60)
    made = lines()
    assert made > 0
    board.draw(canvas)
    assert lines() == made, "all lines that are seen now were there already"
