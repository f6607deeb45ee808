"""The levels of draughts, and what the weak ones overlook."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

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
from ai.score import Cp

NAMES = [
    *("first-steps", "beginner", "intermediate", "classic", "advanced"),
    *("proficient", "expert", "candidate", "master"),
]
INTERNATIONAL = "draughts-international"
ASSETS = Path(__file__).parents[2] / "assets"
CHILDS_PLAY = {
    "W:W30,32,34,35,36,37,38,39,40,41,42,44,45,48,49:B2,3,5,7,9,10,14,17,19,20,21,23,25,26": (
        "36-31 38-33 39-33 48-43 49-43"
    ),
    "W:W26,33,36,38,39,41,44,46:B1,2,3,4,8,9,10,11,13,14,16,17,24,25,27": "33-28 39-34 41-37 44-40",
    "B:WK16,25,37,39,40,41,42,43,46,47,48,50:B1,5,6,14": "5-10 14-19",
    "B:W25,26,31,33,36,38,39,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,11,12,13,14,15,16,17,19,27": "12-18 17-22",
    "W:W26,31,35,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,10,15,17,22,23,27": "26-21 41-36",
}
"""Positions out of games at random, and the moves after which no man is lost by captures of the next six plies."""
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
    assert all(each.rating for each in levels_for("draughts"))
    # the document's program stands where it stands
    elos = [each.rating.elo for each in levels_for("draughts") if each.rating and each.engine == "draughts"]
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


def shot(moves: int) -> list[tuple[Job, str]]:
    """The challenges of ours that take so many moves, with the move that begins each."""
    data = json.loads((ASSETS / "challenges" / "draughts.json").read_text(encoding="utf-8"))
    return [
        (Job(INTERNATIONAL, each["start"]), next(iter(each["solution"]["on"])))
        for each in data["challenges"]
        if each["moves"] == moves
    ]


WON = Cp(400)
"""What an engine says that has seen where a shot ends."""


def test_a_shot_is_seen_by_who_looks_so_far() -> None:
    (job, move), *_ = shot(2)
    assert DraughtsBlunders(0, 0, 1).shuns(job, move, WON), "what it costs comes first"
    assert not DraughtsBlunders(0, 0, 4).shuns(job, move, Cp(150)), "a man is won"
    for job, move in shot(6):
        assert DraughtsBlunders(0, 0, 2).shuns(job, move, WON)
        assert not DraughtsBlunders(0, 0).shuns(job, move, WON), "without a limit all is seen"


def test_an_exchange_and_a_capture_are_no_shots() -> None:
    exchange = Job(INTERNATIONAL, "W:W28,33,38,39:B17,13,9,4")
    assert not DraughtsBlunders(0, 0, 2).shuns(exchange, "28-22", Cp(0)), "17x28 33x22 is even"
    assert DraughtsBlunders(0, 0, 2).shuns(exchange, "28-22", Cp(200)), "but it wins nothing that is seen"
    offered = Job(INTERNATIONAL, "W:W28,39,44:B17,13,9,4")
    assert DraughtsBlunders(0, 0, 2).shuns(offered, "28-22", Cp(0)), "nothing takes back"
    assert not DraughtsBlunders(0, 0, 2).shuns(Job(INTERNATIONAL, "W:W28,39:B22,12,8"), "28x17", Cp(-300))


@pytest.mark.parametrize("name", [each for each in NAMES[:5] if each != "classic"])
def test_who_of_ours_is_about_800_or_weaker_never_finds_a_shot_of_twelve_plies(name: str) -> None:
    chosen = level("draughts", name)
    assert chosen.rating is not None
    assert chosen.rating.elo <= 850
    for job, move in shot(6):
        for seed in range(2):
            assert think(chosen.new_engine(seed), job, chosen.limit).move != move


@pytest.mark.parametrize("name", ["classic", "advanced", "proficient", "expert"])
def test_who_is_stronger_than_600_hangs_nothing_that_a_child_sees(name: str) -> None:
    chosen = level("draughts", name)
    assert chosen.rating is not None
    assert chosen.rating.elo >= 600
    for fen, good in CHILDS_PLAY.items():
        for seed in range(2):
            answer = think(chosen.new_engine(seed), Job(INTERNATIONAL, fen), chosen.limit)
            assert answer.move in good.split(), fen
