"""Pictures made ahead, in steps."""

from __future__ import annotations

import time

import pygame

from game.ui.paint.ahead import PicturesAhead
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import Steps, kept_in_steps

STEPS = 4


def test_what_is_wished_for_is_made_in_steps_in_that_order(canvas: Canvas) -> None:
    taken: list[str] = []

    @kept_in_steps(2)
    def slow(name: str) -> Steps[pygame.Surface]:
        for _ in range(STEPS):
            taken.append(name)
            end = time.thread_time() + 0.004  # longer than a frame has
            while time.thread_time() < end:
                pass
            yield
        return pygame.Surface((1, 1))

    ahead = PicturesAhead()
    ahead.go_on(canvas)
    assert not ahead.is_going_on
    for name in ("first", "second"):
        ahead.wish(lambda _, name=name: slow(name))
    for done in range(1, STEPS + 1):
        ahead.go_on(canvas)
        assert taken == ["first"] * done
    for _ in range(STEPS + 2):
        ahead.go_on(canvas)
    assert taken == ["first"] * STEPS + ["second"] * STEPS
    assert not ahead.is_going_on
    ahead.wish(lambda _: slow("third"))
    ahead.go_on(canvas)
    ahead.forget()
    ahead.go_on(canvas)
    assert taken[2 * STEPS :] == ["third"]


def test_a_frame_that_has_worked_long_has_no_time_for_it_but_each_fifth(canvas: Canvas) -> None:
    taken: list[int] = []

    @kept_in_steps(2)
    def slow() -> Steps[pygame.Surface]:
        for step in range(STEPS):
            taken.append(step)
            yield
        return pygame.Surface((1, 1))

    ahead = PicturesAhead()
    ahead.wish(lambda _: slow())
    counts = []
    for _ in range(10):
        ahead.go_on(canvas, worked_s=0.02)
        counts.append(len(taken))
    assert counts == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2]
    ahead.go_on(canvas, worked_s=0.001)
    assert not ahead.is_going_on
    assert len(taken) == STEPS
