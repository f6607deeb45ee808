"""The benchmark prints what it promises, the same signature each time, and nothing else into a pipe."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from ai.bench import __main__ as bench
from ai.gomoku import bench as gomoku_bench

pytestmark = pytest.mark.usefixtures("kernels")


def test_the_figures_of_gomoku(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(gomoku_bench, "_REPLAYS", 20)
    monkeypatch.setattr(gomoku_bench, "_SOLVER_NODES", 200)
    monkeypatch.setattr(gomoku_bench, "_NODES", 5_000)
    assert bench.main(["gomoku", "--depth", "3"]) == 0
    first = capsys.readouterr()
    assert first.err == ""
    for name in (
        "load",
        "pairs/s",
        "signature",
        "nodes/s",
        "to depth 3",
        "branching factor",
        "without / with transposition table",
    ):
        assert name in first.out
    for name in ("solver for threats", "depth reached", "beginner", "advanced", "stop to answer"):
        assert name in first.out
    bench.main(["--depth", "3"])
    signature = re.compile(r"signature\)\s+([0-9,]+)")
    assert signature.findall(first.out) == signature.findall(capsys.readouterr().out)


def test_help_and_wrong_use() -> None:
    help_text = subprocess.run([sys.executable, "-m", "ai.bench", "--help"], capture_output=True, text=True, check=True)
    assert "gomoku" in help_text.stdout
    part = subprocess.run(
        [sys.executable, "-m", "ai.bench", "gomoku", "--help"], capture_output=True, text=True, check=True
    )
    assert "--depth" in part.stdout
    for arguments in (["checkers"], ["--depth", "99"], ["gomoku", "--depht", "3"]):
        wrong = subprocess.run([sys.executable, "-m", "ai.bench", *arguments], capture_output=True, text=True)
        assert wrong.returncode == 2
        assert "Traceback" not in wrong.stderr
