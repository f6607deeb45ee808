"""Pictures that are made in steps, as long as there is time for them."""

from __future__ import annotations

import itertools

import pygame
import pytest

from game.ui.paint import kept as module
from game.ui.paint.kept import NotYetError, Steps, at_once, forget_pictures, kept, kept_in_steps, pictures_within
from game.ui.paint.paper import paper
from game.ui.paint.theme import LIGHT

STEP_S = 0.005


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever somebody looks at it, a step's time has gone by."""
    ticks = itertools.count()
    monkeypatch.setattr(module.time, "thread_time", lambda: next(ticks) * STEP_S)


def made_in(seconds: float, make: object) -> tuple[int, object]:
    """In how many attempts something is made, and what."""
    for attempt in range(1, 100):
        try:
            with pictures_within(seconds):
                return attempt, make()  # type: ignore[operator]  # any function
        except NotYetError:
            pass
    raise AssertionError("it never comes to an end")


@pytest.mark.parametrize(("seconds", "attempts"), [(0.0, 11), (0.012, 4), (1.0, 1)])
def test_what_takes_long_goes_on_where_the_time_ended(clock: None, seconds: float, attempts: int) -> None:
    taken: list[int] = []

    @kept_in_steps(2)
    def picture(name: str) -> Steps[str]:
        for step in range(10):
            taken.append(step)
            yield
        return name * 2

    assert made_in(seconds, lambda: picture("a")) == (attempts, "aa")
    assert taken == list(range(10)), "no step is taken twice"
    assert picture("a") == "aa"
    assert len(taken) == 10
    forget_pictures()
    assert picture("a") == "aa"
    assert len(taken) == 20


def test_a_picture_without_steps_waits_for_the_next_time(clock: None) -> None:
    drawn: list[int] = []

    @kept(8)
    def picture(number: int) -> int:
        drawn.append(number)
        return number

    assert made_in(0.0, lambda: [picture(n) for n in range(4)]) == (4, [0, 1, 2, 3])
    assert drawn == [0, 1, 2, 3]


def test_a_picture_made_of_others_comes_to_an_end(clock: None) -> None:
    @kept(4)
    def stone() -> str:
        return "stone"

    @kept(4)
    def board() -> str:
        return f"board with {stone()}"

    assert made_in(0.0, board) == (1, "board with stone")


def test_what_fails_is_tried_again() -> None:
    fails = iter([True, False])

    @kept_in_steps(2)
    def picture() -> Steps[str]:
        yield
        if next(fails):
            raise ValueError("not this time")
        return "made"

    with pytest.raises(ValueError, match="not this time"):
        picture()
    assert picture() == "made"


def test_only_the_newest_are_kept() -> None:
    drawn: list[int] = []

    @kept_in_steps(2)
    def picture(number: int) -> Steps[int]:
        drawn.append(number)
        yield
        return number

    for number in (1, 2, 1, 3, 1, 2):
        assert picture(number) == number
    assert drawn == [1, 2, 3, 2]


def test_paper_made_in_steps_is_the_same_paper(clock: None) -> None:
    def sheet() -> pygame.Surface:
        return paper(300, 200, LIGHT.paper, LIGHT.mountain, LIGHT.sun, 1.0, (100.0, 50.0, 40.0))

    forget_pictures()
    whole = pygame.image.tobytes(sheet(), "RGB")
    forget_pictures()
    attempts, piecewise = made_in(0.0, sheet)
    assert attempts > 5
    assert isinstance(piecewise, pygame.Surface)
    assert pygame.image.tobytes(piecewise, "RGB") == whole


def test_at_once() -> None:
    def steps() -> Steps[str]:
        yield
        yield
        return "there"

    assert at_once(steps()) == "there"
