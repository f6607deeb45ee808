"""The levels: their names, what they need, what is refused; the adaptive one's scale."""

from __future__ import annotations

import dataclasses
import itertools
import math
import subprocess
import sys

import pytest
from engine_helpers import job_of, think

from ai.api import Limit
from ai.gomoku.adaptive import ANCHORS
from ai.levels import SCALES, LevelError, level, levels_for

NAMES = [
    *("first-steps", "beginner", "intermediate", "advanced", "proficient", "expert", "candidate", "master"),
    "grandmaster",
]


def test_the_named_levels_of_gomoku() -> None:
    assert [each.name for each in levels_for("gomoku")] == NAMES
    assert [level("gomoku", each.name) for each in levels_for("gomoku")] == list(levels_for("gomoku"))
    assert [each.needs_kernels for each in levels_for("gomoku")] == [False] + [True] * 8


def test_three_levels_play_by_the_thesis() -> None:
    """Beginner on the whole board, the others with the dynamic optimisation; depths 2, 3 and 4."""
    chosen = [level("gomoku", name) for name in ("beginner", "intermediate", "advanced")]
    assert {each.engine for each in chosen} == {"thesis"}
    assert [each.limit for each in chosen] == [Limit(depth=2), Limit(depth=3), Limit(depth=4)]
    assert [each.options.get("dynamic", 1) for each in chosen] == [0, 1, 1]


def test_only_the_weak_overlook_and_only_the_strongest_goes_by_time() -> None:
    oversights = [each.options.get("oversight", 0) for each in levels_for("gomoku")]
    assert oversights == sorted(oversights, reverse=True)
    assert [bool(oversight) for oversight in oversights] == [True] * 3 + [False] * 6
    assert [each.name for each in levels_for("gomoku") if each.limit.time_s is not None] == ["grandmaster"]
    weakest = level("gomoku", "first-steps")
    assert weakest.attentive().options == {}
    assert weakest.attentive().limit == weakest.limit


def test_who_advises_overlooks_nothing_and_thinks_for_itself() -> None:
    options = {"oversight": 20, "book": 1, "variety": 40, "threads": 2, "table_mb": 16}
    chosen = dataclasses.replace(level("gomoku", "expert"), options=options)
    assert chosen.attentive().options == {"threads": 2, "table_mb": 16}


def test_measured_neighbours_are_a_good_step_apart() -> None:
    """The ratings that the level select shows. A step is measured to some 100 points: what lies a little outside may
    well be inside."""
    elos = [each.rating.elo for each in levels_for("gomoku") if each.rating]
    assert len(elos) == len(NAMES)
    # how far the Grandmaster, who is limited by time, is above the Master depends on the machine
    assert all(80 <= high - low <= 420 for low, high in itertools.pairwise(elos[:-1]))
    assert elos[-1] - elos[-2] >= 80


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
    # what is limited by depth alone is the same every time
    assert text.startswith("seconds") or not {"threads", "book"} & set(chosen.options)


@pytest.mark.parametrize(("game", "deepest"), [("gomoku", 10), ("xiangqi", 10), ("draughts", 16)])
def test_the_source_documents_engines_play_to_any_depth(game: str, deepest: int) -> None:
    for depth in (1, deepest):
        chosen = level(game, f"classic:{depth}")
        assert chosen.limit == Limit(depth=depth)
        assert chosen.engine == {"gomoku": "thesis"}.get(game, f"{game}-classic")
        assert not chosen.options
    for text in ("classic:0", f"classic:{deepest + 1}", "classic:x", "classic:"):
        with pytest.raises(LevelError, match=f"from 1 to {deepest}"):
            level(game, text)
    with pytest.raises(LevelError, match="unknown level"):
        level("reversi", "classic:3")


@pytest.mark.parametrize(
    "text",
    [
        *("", "champion", "Beginner", "depth", "depth:", "depth:0", "depth:41", "depth:-1", "depth:2.5", "depth:²"),
        *("depth:9999999", "seconds:", "seconds:0", "seconds:nan", "seconds:inf", "seconds:-3", "seconds:x", "ply:3"),
        *("adaptive", "adaptive:", "adaptive:-1", "adaptive:x", "adaptive:99999", "adaptive:1.5", "adaptive:1234567"),
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
        "import sys; from ai.levels import level, levels_for; import ai.runtime.worker, ai.runtime.warmup;"
        "ai.runtime.warmup.Warmup(); [each.new_engine() for each in levels_for('gomoku')];"
        "level('gomoku', 'adaptive:100').new_engine();"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_first_steps_play_with_nothing_compiled() -> None:
    """The level for the first start, while the kernels are being compiled: numba is not even imported."""
    script = (
        "import sys; from ai.api import Job; from ai.levels import level; first = level('gomoku', 'first-steps');"
        "engine = first.new_engine(3); engine.load(); board = '/'.join(['15'] * 15) + ' b';"
        "job = Job('gomoku-freestyle', board, tuple('h8 h9 i8 g8 j8 k8 i9 g7'.split()));"
        "print(engine.search(job, first.limit, engine.new_stop_flag(), lambda info: None).move, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    move, numba = done.stdout.split()
    assert move[0] in "abcdefghijklmno"
    assert numba == "False"


def test_the_scale_of_the_adaptive_level_rises_evenly() -> None:
    """From one strength to the next it never overlooks more nor looks at fewer positions."""
    scale = SCALES["gomoku"]
    before = None
    for elo in range(scale.weakest, scale.strongest + 1, 10):
        chosen = scale.level_at(elo)
        assert chosen.name == f"adaptive:{elo}"
        assert chosen.rating is not None
        assert chosen.rating.elo == elo
        assert chosen.limit.time_s is None  # the same on every machine
        now = (chosen.engine == "patterns", -chosen.options.get("oversight", 0), chosen.limit.nodes or 0)
        assert before is None or now >= before
        before = now
    assert level("gomoku", f"adaptive:{scale.weakest}") == scale.level_at(scale.weakest)
    assert scale.level_at(-500) == scale.level_at(scale.weakest)
    assert scale.level_at(9999) == scale.level_at(scale.strongest)


def test_between_anchors_oversight_goes_evenly_and_nodes_by_their_logarithm() -> None:
    scale = SCALES["gomoku"]
    for low, high in itertools.pairwise(ANCHORS):
        assert low.rating is not None
        assert high.rating is not None
        assert low.rating.elo < high.rating.elo
        middle = scale.level_at((low.rating.elo + high.rating.elo) // 2)
        if low.engine != high.engine:
            continue
        if low.limit.nodes:
            assert middle.limit.nodes == pytest.approx(math.sqrt(low.limit.nodes * high.limit.nodes), rel=0.05)
        else:
            overlooked = (low.options["oversight"] + high.options.get("oversight", 0)) / 2
            assert middle.options["oversight"] == pytest.approx(overlooked, abs=1)
    assert scale.level_at(scale.weakest).attentive().engine == level("gomoku", "first-steps").engine
    strongest, expert = scale.level_at(scale.strongest), level("gomoku", "expert")
    assert (strongest.limit, strongest.options, strongest.engine) == (expert.limit, expert.options, expert.engine)
    for anchor in ANCHORS:
        assert anchor.rating is not None
        exact = scale.level_at(anchor.rating.elo)
        assert (exact.engine, exact.limit, exact.options) == (anchor.engine, anchor.limit, anchor.options)


def test_the_adaptive_level_is_known_as_well_as_the_levels_around_it() -> None:
    ratings = [each.rating for each in levels_for("gomoku")]
    named = {each.elo: each.error for each in ratings if each is not None}
    for anchor in ANCHORS:
        assert anchor.rating is not None
        elo, error = anchor.rating.elo, anchor.rating.error
        if elo in named:
            assert error == named[elo]
        else:
            around = [
                named[max(each for each in named if each < elo)],
                named[min(each for each in named if each > elo)],
            ]
            assert min(around) < error <= math.hypot(max(around), 65) + 1
    ends = [anchor.rating.elo for anchor in (ANCHORS[0], ANCHORS[-1]) if anchor.rating is not None]
    assert ends == [ratings[0].elo, level("gomoku", "expert").rating.elo]  # type: ignore[union-attr]


def test_the_adaptive_level_plays(kernels: None) -> None:
    scale = SCALES["gomoku"]
    for elo in (scale.weakest, scale.strongest):
        engine = scale.level_at(elo).new_engine(1)
        engine.load()
        assert think(engine, job_of("h8 a1 h9 a15 h10 o1 h11"), scale.level_at(elo).limit).move
