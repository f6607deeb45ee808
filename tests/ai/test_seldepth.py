"""How far the searches have looked, which they count beside how deep they were asked to look."""

from __future__ import annotations

import pytest
from engine_helpers import job_of, think

from ai.api import Job, Limit, SearchInfo
from ai.engines import ENGINES
from game.rules.draughts.variants import RUSSIAN
from game.rules.reversi.variants import REVERSI
from game.rules.xiangqi.variants import XIANGQI

LAST_SQUARES = "-OOOOOO-OOOOOOOOOOOOOOOOOOOXXOOOOOOXXOOOOOOOOOOOOOOOOOOOXXXXXXXX X"


def _infos(engine: str, job: Job, limit: Limit, **options: int) -> list[SearchInfo]:
    made = ENGINES[engine].make(1, options)
    made.load()
    infos: list[SearchInfo] = []
    infos.append(think(made, job, limit, infos).info)
    return infos


@pytest.mark.parametrize(
    ("engine", "job", "depth"),
    [
        ("patterns", job_of("h8 i9 i8 j8 h9 h10"), 6),
        ("xiangqi", Job("xiangqi", str(XIANGQI.start()), ()), 6),
        ("draughts", Job("draughts-russian", str(RUSSIAN.start()), ("c3d4", "f6g5", "b2c3", "g7f6")), 7),
    ],
)
def test_captures_checks_and_fours_are_followed_beyond_the_depth(engine: str, job: Job, depth: int) -> None:
    infos = _infos(engine, job, Limit(depth=depth))
    told = [info.seldepth for info in infos]
    assert told == sorted(told)
    assert depth < infos[-1].seldepth < 8 * depth
    assert _infos(engine, job, Limit(depth=depth))[-1].seldepth == infos[-1].seldepth
    alone = _infos(engine, job, Limit(depth=1))[-1].seldepth
    assert 1 <= alone < infos[-1].seldepth


def test_reversi_follows_nothing_beyond_the_depth_but_solves_to_the_end() -> None:
    start = Job("reversi", str(REVERSI.start()), ("f5", "d6", "c3", "d3"))
    for depth in (1, 2, 5):
        assert _infos("reversi", start, Limit(depth=depth))[-1].seldepth == depth
    assert _infos("reversi", Job("reversi", LAST_SQUARES), Limit(depth=2))[-1].seldepth == 2


def test_what_does_not_count_says_nothing() -> None:
    assert _infos("lines", job_of("h8 i9"), Limit(depth=2))[-1].seldepth == 0
