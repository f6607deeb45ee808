"""The source documents' draughts program: four algorithms, one score; a player of all variants."""

from __future__ import annotations

import pytest
from engine_helpers import legal_texts, think

from ai.api import EngineError, Job, Limit
from ai.bench import classic_draughts as bench
from ai.classic import draughts_kernels as kernels
from ai.classic.draughts import set_up
from ai.classic.engines import DraughtsClassicEngine
from ai.common.control import new_control
from ai.draughts import layout as at
from ai.draughts.board import VARIANTS as KERNEL_VARIANTS
from ai.score import Mate

INTERNATIONAL = "draughts-international"


@pytest.fixture(scope="module", autouse=True)
def engine() -> DraughtsClassicEngine:
    engine = DraughtsClassicEngine()
    engine.load()
    return engine


@pytest.mark.parametrize("fen", ["", "W:W27,28,32,38,K47:B9,13,18,19,24", "B:WK6,28,33:BK50,14,20"])
def test_four_algorithms_find_one_score_with_fewer_nodes_each(fen: str) -> None:
    rows = bench.search_rows([Job(INTERNATIONAL, fen)], 5)
    assert len({row.scores[0] for row in rows}) == 1
    assert rows[0].nodes > 2 * rows[1].nodes
    assert min(row.nodes for row in rows) < rows[1].nodes


def test_what_the_evaluation_counts() -> None:
    def worth(fen: str, side: int = at.WHITE) -> int:
        arrays, _ = set_up(Job(INTERNATIONAL, fen), new_control(), kernels.TABLE)
        return int(kernels.side_worth(arrays, side, 0))

    assert worth("W:W31-50:B1-20") == worth("W:W31-50:B1-20", at.BLACK)
    assert worth("W:WK28:B1") > worth("W:W28:B1") > 0
    assert worth("W:W36:B1") - worth("W:W37:B1") == 5 - 2  # on the edge, one move less
    assert worth("W:W48:B1") - worth("W:W38:B1") == 4 + 5  # a defender on the edge
    assert worth("W:W17:BK50") - worth("W:W27:BK50") == 6  # an attacker
    assert worth("W:W28:B22") < worth("W:W28:B21")  # threatened


def test_the_printed_evaluation_counts_pieces_and_half_of_ones_own_that_are_threatened() -> None:
    def worth(fen: str, side: int = at.WHITE) -> int:
        arrays, _ = set_up(Job(INTERNATIONAL, fen), new_control(), kernels.TABLE, printed=1)
        return int(kernels.printed_worth(arrays, side, 0))

    assert worth("W:W31-50:B1-20") == worth("W:W31-50:B1-20", at.BLACK) == 0
    assert worth("W:W28,K47:B1") == 100, "a king is a piece like any other"
    assert worth("W:W28,38:B22") == 100 - 50, "28 stands beside 22, with 33 empty behind it"
    assert worth("W:W28,33,39:B22") == 200, "33 stands behind 28"
    assert worth("W:W28,38:B22", at.BLACK) == -100 - 50


def test_the_printed_evaluation_is_searched_when_asked_for() -> None:
    job = Job(INTERNATIONAL, "W:W27,28,32,33,35,36,37,38,40,42,43,45,48:B8,9,11,12,13,16,17,18,19,22,23,24,26")
    printed, weighed = (think(DraughtsClassicEngine(printed=each), job, Limit(depth=5)).info for each in (1, 0))
    assert printed.score.centi % 50 == 0
    assert printed.score != weighed.score
    with pytest.raises(ValueError, match="printed=2: choose 0 to 1"):
        DraughtsClassicEngine(printed=2)


@pytest.mark.parametrize("variant", KERNEL_VARIANTS)
def test_it_plays_every_variant(engine: DraughtsClassicEngine, variant: str) -> None:
    moves: tuple[str, ...] = ()
    for _ in range(4):
        job = Job(variant, "", moves)
        result = think(engine, job, Limit(depth=4))
        assert result.move in legal_texts(job)
        moves += (result.move,)
    assert think(engine, Job(variant, "", moves), Limit(depth=3, lines=2)).info.others


def test_wins_and_ends(engine: DraughtsClassicEngine) -> None:
    assert think(engine, Job(INTERNATIONAL, "W:W32:B28"), Limit(depth=3)).info.score == Mate(1)
    with pytest.raises(EngineError, match="over"):
        think(engine, Job(INTERNATIONAL, "W:W:B28"), Limit(depth=3))
    with pytest.raises(ValueError, match="algorithm=7: choose 0 to 3"):
        DraughtsClassicEngine(algorithm=7)
