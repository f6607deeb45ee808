"""The benches of the network: their command line and, slowly, that what they measure meets its targets."""

from __future__ import annotations

import pytest

from net.bench import __main__ as bench
from net.bench.figures import Figure, quantile


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3, 1, 2], 0.5, 2), ([1, 2], 0.5, 1), ([1, 2], 0.51, 2), (range(1, 101), 0.99, 99), ([7], 0.99, 7), ([7], 0, 7)],
)
def test_a_quantile_is_the_value_that_so_many_do_not_exceed(values: list[float], share: float, expected: float) -> None:
    assert quantile(list(values), share) == expected


def test_a_figure_says_whether_it_meets_its_target() -> None:
    good, bad, plain = Figure("a", 1.0, "ms", 2), Figure("a", 2.0, "ms", 2), Figure("a", 9.0, "ms")
    assert [figure.misses for figure in (good, bad, plain)] == [False, True, False]
    assert str(good).split() == ["a", "1.00", "ms", "under", "2"]
    assert str(bad).split() == ["a", "2.00", "ms", "MISSES", "2"]
    assert str(plain).split() == ["a", "9.00", "ms"]


def test_a_miss_is_an_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def section(rounds: int) -> list[Figure]:
        asked.append(rounds)
        return [Figure("slow thing", 5.0, "ms", 4)]

    monkeypatch.setattr(
        bench, "SECTIONS", {"one": section, "two": lambda rounds: [Figure("quick thing", 1.0, "ms", 4)]}
    )
    assert bench.main(["one", "--rounds", "7"]) == 1
    assert bench.main(["two"]) == 0
    assert bench.main([]) == 1
    assert asked == [7, 50]
    assert capsys.readouterr().out.count("slow thing") == 2


@pytest.mark.parametrize(
    ("arguments", "why"), [(["nonsense"], "no section 'nonsense'"), (["--rounds", "1"], "2 to 10000")]
)
def test_a_bad_command_line_is_one_clear_line(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        bench.main(arguments)
    assert why in capsys.readouterr().err


@pytest.mark.slow
def test_discovery_meets_its_targets() -> None:
    figures = list(bench.SECTIONS["discovery"](100))
    assert figures
    assert not [str(figure) for figure in figures if figure.misses]


@pytest.mark.slow
def test_a_flood_at_us_costs_frames_no_more_than_one_beside_us() -> None:
    """Where the machine itself has no time for frames, the comparison within the run has to do."""
    figures = {figure.name: figure for figure in bench.SECTIONS["flood"](100)}
    frames = figures.pop("a frame from due to done, flood at us, p99")
    assert not frames.misses or figures["flood at us / flood beside us"].value < 2
    assert not [str(figure) for figure in figures.values() if figure.misses]
    assert figures["processor for discovery, flooded"].value < 10
