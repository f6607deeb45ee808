"""What the benches of the wire measure meets its targets; the short ones always, the long ones slowly."""

from __future__ import annotations

import pytest
from patience import when_calm

from net.bench import __main__ as bench
from net.bench.figures import Figure
from net.bench.wire import clock_figure, resume_figure


def missed(figures: list[Figure]) -> list[str]:
    return [str(figure) for figure in figures if figure.misses]


@when_calm
def test_a_move_arrives_within_a_frame() -> None:
    figures = list(bench.SECTIONS["moves"](5))
    assert figures[0].value < 1000
    assert all(figure.value < 1000 / 60 for figure in figures[1:]), list(map(str, figures))


@when_calm
def test_a_line_is_sealed_before_anybody_notices() -> None:
    assert not missed(list(bench.SECTIONS["handshake"](9)))


@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.2])
@when_calm
def test_a_slow_line_costs_no_time_on_the_clock(delay_s: float) -> None:
    assert not clock_figure(delay_s, 3).misses


@pytest.mark.slow
@pytest.mark.parametrize("cut_s", [5.0, 15.0, 60.0])
def test_a_game_goes_on_two_seconds_after_the_line(cut_s: float) -> None:
    assert not missed([resume_figure(cut_s, tables=20)])


@pytest.mark.slow
def test_a_storm_at_the_door_costs_little() -> None:
    """Where the machine itself has no time for frames, the comparison within the run has to do."""
    figures = {figure.name: figure for figure in bench.SECTIONS["siege"](50)}
    stormed = figures.pop("a frame from due to done, stormed, p99")
    quiet = figures["a frame from due to done, quiet, p99"]
    assert not stormed.misses or stormed.value < 1.5 * quiet.value
    assert not missed(list(figures.values()))
