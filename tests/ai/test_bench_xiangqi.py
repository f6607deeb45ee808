"""The benchmark of the Xiangqi engine prints what it promises, the same signature each time."""

from __future__ import annotations

import re

import pytest

from ai.bench import __main__ as bench
from ai.xiangqi.bench import lines, perft_rate


def test_the_figures_of_xiangqi(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["xiangqi", "--depth", "5"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    for name in ("load", "leaves/s", "signature", "nodes/s", "to depth 5", "branching factor", "beginner", "expert"):
        assert name in told.out
    again = "\n".join(lines(5, perft_depth=2))
    signature = re.compile(r"signature\)\s+([0-9,]+)")
    assert signature.findall(told.out) == signature.findall(again) != []


def test_a_wrong_perft_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.xiangqi.bench._PERFT", {1: 43})
    with pytest.raises(AssertionError, match="44 instead of 43"):
        perft_rate(1)
