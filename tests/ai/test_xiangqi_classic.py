"""The source documents' Xiangqi engine: its sorting, its evaluation, what it searches, and that it plays."""

from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest
from engine_helpers import legal_texts, think
from patience import SOON_S
from uci_helpers import MATED, positions

from ai.api import EngineError, Job, Limit
from ai.bench.classic_xiangqi import search_rows
from ai.classic import xiangqi_kernels as kernels
from ai.classic.engines import XiangqiClassicEngine
from ai.classic.xiangqi import set_up
from ai.common.control import new_control
from ai.engines import ENGINES
from ai.score import Mate
from ai.xiangqi import layout as at
from game.rules.core import Side
from game.rules.xiangqi.variants import START, XIANGQI


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    assert len(list(kernels.compile_kernels())) == kernels.count()


def _job(start: str = START, *moves: str) -> Job:
    return Job("xiangqi", start, moves)


def _evaluation(fen: str) -> int:
    arrays, side = set_up(_job(fen), new_control())
    return kernels.evaluate(arrays, side)


def _other_side(fen: str) -> str:
    """The same position with the colours exchanged."""
    rows, turn = fen.split()[:2]
    return f"{'/'.join(reversed(rows.swapcase().split('/')))} {'b' if turn == 'w' else 'w'}"


def test_moves_are_sorted_by_what_they_have_earned() -> None:
    chance = random.Random(2)
    arrays, _ = set_up(_job(), new_control())
    for count in (0, 1, 2, 3, 7, 44, 111):
        moves = chance.sample(range(at.DOUBTFUL), count)
        for move in moves:
            arrays.state[kernels.HISTORY + move] = chance.randrange(5)
        first = kernels.MOVES
        arrays.state[first : first + count] = np.array(moves, np.int32) | at.DOUBTFUL
        kernels.merge_sort(arrays, first, first + count)
        expected = sorted(moves, key=lambda move: -arrays.state[kernels.HISTORY + move])
        found = [int(move) & at.MOVE_MASK for move in arrays.state[first : first + count]]
        assert found == expected, "the best first, equal ones as they were"


def test_what_is_earned_fades_before_it_overflows() -> None:
    arrays, _ = set_up(_job(), new_control())
    for _ in range(1000):
        kernels.reward(arrays, 77, 20)
        kernels.reward(arrays, 78, 3)
    history = arrays.state[kernels.HISTORY : kernels.HISTORY + at.DOUBTFUL]
    assert 0 < history[78] < history[77] < 1 << 29


def test_the_evaluation_is_the_same_for_both_sides() -> None:
    for position in positions("legal_moves")[::20]:
        assert _evaluation(position["fen"]) == _evaluation(_other_side(position["fen"]))


def test_attacks_and_guards_count() -> None:
    hanging = "3k5/9/9/4r4/9/9/9/4N4/9/5K3 w"
    guarded = "3k5/9/9/4r4/9/9/9/4N4/4N4/5K3 w"
    alone = "3k5/9/9/4r4/9/9/9/9/4N4/5K3 w"
    assert _evaluation(hanging) < _evaluation(hanging.replace("4r4", "3r5"))
    assert _evaluation(guarded) - _evaluation(alone) > 100
    assert _evaluation(hanging.replace(" w", " b")) > -_evaluation(hanging), "who is to move can still see to it"


def test_alpha_beta_finds_the_value_of_minimax() -> None:
    jobs = [_job(START, "h2e2", "h9g7"), _job("3k5/4a4/4b4/9/2p1R4/9/9/4C4/4r4/4K4 w")]
    for depth in (1, 2, 3):
        minimax, plain, ordered = search_rows(jobs, depth)
        assert minimax.scores == plain.scores == ordered.scores
        assert ordered.nodes <= minimax.nodes
    assert ordered.nodes < plain.nodes < minimax.nodes


def test_mates_are_found() -> None:
    engine = XiangqiClassicEngine()
    for mate_in in (1, 2):
        for position in [each for each in positions("mates") if each["mate_in"] == mate_in and each["exact"]][:8]:
            result = think(engine, _job(position["fen"]), Limit(depth=2 * mate_in))
            assert result.info.score == Mate(2 * mate_in - 1)
            if position["all_mating_moves"]:
                assert result.move in position["all_mating_moves"]


def test_the_depth_is_fixed_and_the_same_every_time() -> None:
    answers = [think(XiangqiClassicEngine(1), _job(START, "h2e2"), Limit(depth=3)) for _ in range(2)]
    assert answers[0].info.depth == 3
    assert len({(each.move, each.info.nodes, each.info.line) for each in answers}) == 1
    several = think(XiangqiClassicEngine(1), _job(), Limit(depth=2, lines=3))
    assert len({several.move, *(other.line[0] for other in several.info.others)}) == 3


def test_time_and_stop_are_obeyed() -> None:
    engine = XiangqiClassicEngine()
    began_s = time.monotonic()
    timed = think(engine, _job(), Limit(time_s=0.2))
    assert not timed.stopped
    assert timed.info.depth >= 1
    stop = engine.new_stop_flag()
    threading.Timer(0.2, stop.set).start()
    result = engine.search(_job(), Limit(depth=10), stop, lambda info: None)
    assert result.stopped
    assert time.monotonic() - began_s < SOON_S
    assert {timed.move, result.move} <= legal_texts(_job())


@pytest.mark.parametrize(
    ("job", "said"),
    [
        (_job(MATED), "over"),
        (_job(START, "h2h8"), "not a legal move"),
        (_job("nonsense"), "cannot read"),
        (Job("gomoku-renju", START), "does not play"),
    ],
)
def test_jobs_that_can_not_be_answered(job: Job, said: str) -> None:
    with pytest.raises(EngineError, match=said):
        think(XiangqiClassicEngine(), job, Limit(depth=1))


def test_a_game_against_chance_is_won() -> None:
    engine = ENGINES["xiangqi-classic"].make(3, {})
    chance, position, moves = random.Random(1), XIANGQI.start(), list[str]()
    while position.legal_moves() and len(moves) < 200:
        if len(moves) % 2:
            text = XIANGQI.write_move(chance.choice(position.legal_moves()), position)
        else:
            text = think(engine, _job(START, *moves), Limit(depth=3)).move
        moves.append(text)
        position = position.play(XIANGQI.read_move(text, position))
    assert position.turn is Side.SECOND, "Black is mated"
    assert not position.legal_moves()
