"""The levels of Xiangqi, and what the weak ones overlook."""

from __future__ import annotations

import itertools

import pytest
from engine_helpers import think

from ai.api import Job, Limit
from ai.common.blunders import BlunderingEngine
from ai.levels import level, levels_for
from ai.xiangqi import layout as at
from ai.xiangqi.blunders import XiangqiBlunders
from ai.xiangqi.engine import XiangqiEngine
from ai.xiangqi.notation import XiangqiSetup, read_fen, read_move, write_fen
from ai.xiangqi.outlook import board_of, current, moves_of, threats
from game.rules.xiangqi.variants import START

NAMES = [
    *("first-steps", "beginner", "intermediate", "classic"),
    *("advanced", "proficient", "expert", "candidate", "master", "grandmaster"),
]
# Black's rook on a5 stands open before Red's on a0; Black's cannon on h9 looks over a screen at Red's horse on h0
HANGING = "2bakabc1/9/9/9/r6p1/9/9/9/9/R2K1A1N1 w - - 0 1"


@pytest.fixture(scope="module", autouse=True)
def engine() -> XiangqiEngine:
    engine = XiangqiEngine(table_mb=1)
    engine.load()
    return engine


def legal_moves(setup: XiangqiSetup) -> list[int]:
    return moves_of(board_of(setup), setup.turn)


def test_the_named_levels() -> None:
    assert [each.name for each in levels_for("xiangqi")] == NAMES
    assert all(each.needs_kernels for each in levels_for("xiangqi"))
    own = [each for each in levels_for("xiangqi") if each.engine == "xiangqi"]
    assert len(own) == len(NAMES) - 1, "only Classic plays by another engine"
    oversights = [each.options.get("oversight", 0) for each in own]
    assert oversights == sorted(oversights, reverse=True)
    assert [each.name for each in levels_for("xiangqi") if each.limit.time_s is not None] == ["grandmaster"]
    assert [each.name for each in levels_for("xiangqi") if each.options.get("book")] == NAMES[6:]
    assert level("xiangqi", "first-steps").attentive().options == {}
    assert level("xiangqi", "master").attentive().options == {}
    assert level("xiangqi", "grandmaster").attentive().options == {"threads": 0}
    assert level("xiangqi", "depth:10").limit == Limit(depth=10)
    assert level("xiangqi", "seconds:2").engine == "xiangqi"


def test_measured_neighbours_are_a_good_step_apart() -> None:
    own = [each for each in levels_for("xiangqi") if each.engine == "xiangqi"]
    elos = [each.rating.elo for each in own if each.rating]
    assert len(elos) == len(own)
    # how far the Grandmaster, who is limited by time, is above the Master depends on the machine
    assert all(100 <= high - low <= 400 for low, high in itertools.pairwise(elos[:-1]))
    assert elos[-1] - elos[-2] >= 100


@pytest.mark.parametrize("name", NAMES[:9])
def test_every_level_plays(name: str) -> None:
    chosen = level("xiangqi", name)
    engine = chosen.new_engine(3)
    engine.load()
    moves = ("h2e2", "h9g7", "h0g2")
    after = current(read_fen(START), list(map(read_move, moves)))
    move = think(engine, Job("xiangqi", START, moves), chosen.limit).move
    assert read_move(move) in moves_of(board_of(after), after.turn)


def test_a_fen_is_written_as_it_was_read() -> None:
    for fen in (START, HANGING, "3k5/4R4/9/9/9/9/9/9/9/3RK4 b - - 0 1"):
        assert write_fen(read_fen(fen)) == fen


def test_threats_of_both_sides() -> None:
    found = {(each.side, each.origin, each.target) for each in threats(read_fen(HANGING))}
    rook, other = 0, 45
    assert (at.RED, rook, other) in found
    assert (at.BLACK, other, rook) in found
    assert (at.BLACK, 9 * 9 + 7, 7) in found


def test_what_is_overlooked() -> None:
    """A piece that is not seen for what it is becomes a soldier; the more percent, the more often."""
    job = Job("xiangqi", HANGING)
    shares = []
    for percent in (0, 20, 80):
        seen = [XiangqiBlunders(seed, percent).seen(job) for seed in range(200)]
        shares.append(sum(each is not None for each in seen))
        for each in filter(None, seen):
            before, after = read_fen(HANGING).pieces, read_fen(each.start).pieces
            assert before.keys() == after.keys()
            changed = [square for square in before if at.KIND_OF[before[square]] != at.KIND_OF[after[square]]]
            assert changed
            assert all(at.KIND_OF[after[square]] == at.SOLDIER and before[square] >= 16 for square in changed)
    assert shares[0] == 0
    assert 20 < shares[1] < shares[2]
    assert [XiangqiBlunders(7, 50).seen(job) for _ in range(2)] == [XiangqiBlunders(7, 50).seen(job)] * 2


def test_who_overlooks_a_cannon_leaves_the_rook_where_it_is(engine: XiangqiEngine) -> None:
    # who does not see it takes the other cannon
    job = Job("xiangqi", "c1bakab2/9/9/9/9/9/P8/6c2/9/R2K1A1N1 w - - 0 1")
    saved = dict.fromkeys((0, 60), 0)
    for percent in saved:
        for seed in range(30):
            careless = BlunderingEngine(engine, XiangqiBlunders(seed, percent))
            saved[percent] += think(careless, job, Limit(depth=1)).move.startswith("a")
    assert saved[0] == 30
    assert saved[60] < 15


def test_an_answer_that_is_illegal_is_looked_at_again(engine: XiangqiEngine) -> None:
    """The rook that pins the horse is taken for a soldier by some, who would move the horse."""
    fen = "3ak4/9/9/9/4r4/9/9/4n4/4N4/4K4 w - - 0 1"
    for seed in range(20):
        careless = BlunderingEngine(engine, XiangqiBlunders(seed, 300))
        move = think(careless, Job("xiangqi", fen), Limit(depth=1)).move
        assert read_move(move) in moves_of(board_of(read_fen(fen)), at.RED)
