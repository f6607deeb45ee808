"""The levels: their names, what they need, what is refused."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ai.api import Limit
from ai.levels import LevelError, level, levels_for


def test_the_named_levels_of_gomoku() -> None:
    assert [each.name for each in levels_for("gomoku")] == [
        "first-steps",
        "beginner",
        "intermediate",
        "advanced",
        "expert",
    ]
    assert [level("gomoku", each.name) for each in levels_for("gomoku")] == list(levels_for("gomoku"))
    # the depths of the source document
    assert [level("gomoku", name).limit.depth for name in ("beginner", "intermediate", "advanced")] == [2, 3, 4]
    assert [each.needs_kernels for each in levels_for("gomoku")] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("depth:1", Limit(depth=1)),
        ("depth:10", Limit(depth=10)),
        ("seconds:2", Limit(depth=40, time_s=2.0)),
        ("seconds:0.5", Limit(depth=40, time_s=0.5)),
    ],
)
def test_levels_by_depth_and_by_seconds(text: str, limit: Limit) -> None:
    chosen = level("gomoku", text)
    assert chosen.limit == limit
    assert chosen.name == text
    assert chosen.engine == "patterns"


@pytest.mark.parametrize(
    "text",
    [
        *("", "grandmaster", "Beginner", "depth", "depth:", "depth:0", "depth:41", "depth:-1", "depth:2.5", "depth:²"),
        *("depth:9999999", "seconds:", "seconds:0", "seconds:nan", "seconds:inf", "seconds:-3", "seconds:x", "ply:3"),
    ],
)
def test_unknown_levels_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(LevelError) as refusal:
        level("gomoku", text)
    assert "\n" not in str(refusal.value)


def test_games_without_a_computer_have_no_levels() -> None:
    assert levels_for("tiddlywinks") == ()
    with pytest.raises(LevelError, match="tiddlywinks"):
        level("tiddlywinks", "beginner")


def test_choosing_a_level_and_making_its_engine_imports_nothing_heavy() -> None:
    script = (
        "import sys; from ai.levels import levels_for; import ai.worker, ai.warmup; ai.warmup.Warmup();"
        "[each.new_engine() for each in levels_for('gomoku')];"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
