"""The levels of draughts, and what the weak ones overlook."""

from __future__ import annotations

import itertools

import pytest
from engine_helpers import legal_texts, think

from ai.api import Job, Limit
from ai.common.blunders import BlunderingEngine
from ai.draughts.blunders import DraughtsBlunders
from ai.draughts.board import VARIANTS as KERNEL_VARIANTS
from ai.draughts.engine import DraughtsEngine
from ai.draughts.notation import setup_after, write_fen
from ai.levels import SCALES, level, levels_for
from ai.positions import start_text

NAMES = [
    *("first-steps", "beginner", "intermediate", "advanced", "classic"),
    *("proficient", "expert", "candidate", "master"),
]
INTERNATIONAL = "draughts-international"
# 32-27 or 32-28 walks into a capture of the men on 22 and 23
CONTACT = "W:W32,45:BK5,17,18,22,23"


@pytest.fixture(scope="module", autouse=True)
def engine() -> DraughtsEngine:
    engine = DraughtsEngine(table_mb=1)
    engine.load()
    return engine


def test_the_named_levels() -> None:
    assert [each.name for each in levels_for("draughts")] == NAMES
    assert all(each.needs_kernels for each in levels_for("draughts"))
    own = [each for each in levels_for("draughts") if each.engine == "draughts"]
    assert len(own) == len(NAMES) - 1, "only Classic plays by another engine"
    oversights = [each.options.get("oversight", 0) for each in own]
    assert oversights == sorted(oversights, reverse=True)
    assert [each.name for each in levels_for("draughts") if each.limit.time_s is not None] == ["master"]
    assert level("draughts", "depth:10").limit == Limit(depth=10)
    assert level("draughts", "seconds:2").engine == "draughts"


def test_measured_neighbours_are_a_good_step_apart() -> None:
    elos = [each.rating.elo for each in levels_for("draughts") if each.rating]
    assert len(elos) == len(NAMES)
    assert all(50 <= high - low <= 500 for low, high in itertools.pairwise(elos))


@pytest.mark.parametrize("name", NAMES[:8])
@pytest.mark.parametrize("variant", KERNEL_VARIANTS)
def test_every_level_plays(name: str, variant: str) -> None:
    chosen = level("draughts", name)
    engine = chosen.new_engine(3)
    engine.load()
    job = Job(variant, start_text(variant))
    moves: tuple[str, ...] = ()
    for _ in range(4):
        job = Job(variant, start_text(variant), moves)
        text = think(engine, job, chosen.limit).move
        assert text in legal_texts(job)
        moves += (text,)


def test_the_adaptive_level_plays() -> None:
    scale = SCALES["draughts"]
    for elo in (scale.weakest, (scale.weakest + scale.strongest) // 3, scale.strongest):
        chosen = level("draughts", f"adaptive:{elo}")
        engine = chosen.new_engine(1)
        engine.load()
        job = Job(INTERNATIONAL, "", ("32-28",))
        assert think(engine, job, chosen.limit).move in legal_texts(job)


def test_a_fen_is_written_as_it_was_read() -> None:
    for fen in (CONTACT, "B:WK1,50:B6,K46"):
        setup = setup_after(Job(INTERNATIONAL, fen))
        assert write_fen(setup) == fen
    assert setup_after(Job(INTERNATIONAL, "", ("32-28",))).pieces[28] == (0, False)


def test_what_is_overlooked() -> None:
    """Pieces of the other side are missing, never all; the more percent, the more often."""
    job = Job(INTERNATIONAL, CONTACT)
    before = setup_after(job).pieces
    shares = []
    for percent in (0, 20, 80, 1000):
        seen = [DraughtsBlunders(seed, percent).seen(job) for seed in range(100)]
        shares.append(sum(each is not None for each in seen))
        for each in filter(None, seen):
            after = setup_after(each).pieces
            missing = before.keys() - after.keys()
            assert missing
            assert all(before[square][0] == 1 for square in missing)
            assert any(side == 1 for side, _ in after.values())
    assert shares[0] == 0
    assert 20 < shares[1] < shares[2] <= shares[3] == 100
    assert [DraughtsBlunders(7, 50).seen(job) for _ in range(2)] == [DraughtsBlunders(7, 50).seen(job)] * 2


def test_what_is_overlooked_loses_a_man_and_a_capture_is_seen_at_a_second_look(engine: DraughtsEngine) -> None:
    careful = think(engine, Job(INTERNATIONAL, CONTACT), Limit(depth=1)).move
    answers = set()
    for seed in range(30):
        careless = BlunderingEngine(engine, DraughtsBlunders(seed, 150))
        answers.add(think(careless, Job(INTERNATIONAL, CONTACT), Limit(depth=1)).move)
        assert think(careless, Job(INTERNATIONAL, "W:W32:B28,5,19"), Limit(depth=1)).move == "32x14"
    assert len(answers | {careful}) > 1
