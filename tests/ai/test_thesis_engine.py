"""The thesis engine: its evaluation against a slow one, its search against minimax, its repair step, its limits."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
import slow_runs
from engine_helpers import VARIANTS, empty_board, job_of, random_squares, think
from patience import SOON_S

from ai.api import EngineError, Job, Limit, SearchInfo
from ai.classic import thesis_kernels as at
from ai.classic.engines import ThesisEngine
from ai.classic.repair import Mended, Repair, makes_open_four, repair
from ai.common.control import NODES, new_control
from ai.gomoku.notation import Stones, is_forbidden, makes_five, read_job, read_move, write_move
from ai.score import Cp, Mate
from game.rules.gomoku.rows import RowRule

WHOLE, NEAR = 0, 1


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    ThesisEngine().load()


def arrays_of(stones: Stones, pruned: int = 1, narrowed: int = NEAR) -> at.ThesisArrays:
    control = new_control()
    control[at.PRUNED], control[at.NARROWED] = pruned, narrowed
    return at.new_arrays(stones, control)


def stones_of(rows: str, rule: RowRule = RowRule.FREESTYLE, turn: int = 0) -> Stones:
    """A position with these rows in the middle of the board, from the top; a dot is an empty point, the left edge is
    the board's."""
    lines = rows.split()
    top = 7 + len(lines) // 2
    points = {
        (top - index) * 15 + column: "bw".index(mark)
        for index, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark != "."
    }
    return Stones(rule, 15, turn, points)


@pytest.mark.parametrize(
    ("rows", "black"),
    [
        ("....b....", 4 * 50),
        ("b........", 50 + 3 * 10),  # the edge blocks three of the lines
        ("...bb....", 1_000 + 6 * 50),
        ("..wbb....", 100 + 6 * 50 - (10 + 3 * 50)),
        ("..wbbw...", 10 + 6 * 50 - 2 * (10 + 3 * 50)),
        ("...bbb...", 3_600 + 9 * 50),
        ("..wbbb...", 500 + 9 * 50 - 160),
        ("..wbbbw..", 10 + 9 * 50 - 320),
        ("...bbbb..", 500_000 + 12 * 50),
        ("..wbbbb..", 50_000 + 12 * 50 - 160),
        ("..wbbbbw.", 10 + 12 * 50 - 320),
        ("...bb.b..", 1_000 + 50 + 9 * 50),  # gaps are not seen: runs only
        ("...wwww..", -(500_000 + 12 * 50)),  # the opponent's runs count negative
        ("...bbbbb.", slow_runs.FIVE + 15 * 50),
    ],
)
def test_the_worth_of_runs_is_the_thesis(rows: str, black: int) -> None:
    stones = stones_of(rows)
    assert arrays_of(stones).control[at.BALANCE] == black
    assert slow_runs.evaluation(stones, 0) == black


@pytest.mark.parametrize(
    ("rule", "black"), [(RowRule.FREESTYLE, True), (RowRule.STANDARD, False), (RowRule.RENJU, False)]
)
def test_six_in_a_row_count_where_they_win(rule: RowRule, black: bool) -> None:
    six = stones_of("...bbbbbb...", rule)
    assert bool(arrays_of(six).control[at.BALANCE] > at.MADE_FIVE) is black
    white = stones_of("...wwwwww...", rule)
    assert bool(arrays_of(white).control[at.BALANCE] < -at.MADE_FIVE) is (rule is not RowRule.STANDARD)


@pytest.mark.parametrize("rule", RowRule)
@pytest.mark.parametrize("size", [15, 19, 20])
def test_the_balance_follows_the_stones_on_random_boards(rule: RowRule, size: int) -> None:
    chance = random.Random(f"{rule} {size}")
    for _ in range(6):
        points = {square: chance.randrange(2) for square in random_squares(size, 40, chance)}
        stones = Stones(rule, size, chance.randrange(2), points)
        arrays = arrays_of(stones)
        assert arrays.control[at.BALANCE] == slow_runs.evaluation(stones, 0)
        parts: tuple[Any, ...] = arrays
        before = [array.copy() for array in parts]
        for square in [square for square in range(size * size) if square not in points][::17]:
            point, side = at.point_of(square, size), chance.randrange(2)
            gain = at.gain(arrays, point, side)
            at.put(arrays, point, side)
            after = Stones(rule, size, 0, {**points, square: side})
            assert arrays.control[at.BALANCE] == slow_runs.evaluation(after, 0)
            assert gain == slow_runs.evaluation(after, side) - slow_runs.evaluation(stones, side)
            at.lift(arrays, point, side)
        assert all(np.array_equal(array, was) for array, was in zip(parts, before, strict=True))


def plain_minimax(arrays: at.ThesisArrays, side: int, depth: int, ply: int = 0) -> int:
    """The score for the side to move with every move on the board tried; a five at once ends it: WIN - plies."""
    if depth == 0:
        return int(arrays.control[at.BALANCE]) * (1 if side == 0 else -1)
    best = -at.WIN
    for point in map(int, np.flatnonzero(arrays.cells == at.EMPTY)):
        if at.gain(arrays, point, side) > at.MADE_FIVE:
            return at.WIN - ply - 1
        at.put(arrays, point, side)
        best = max(best, -plain_minimax(arrays, 1 - side, depth - 1, ply + 1))
        at.lift(arrays, point, side)
    return best


@pytest.mark.parametrize("turn", [0, 1])
def test_every_kind_of_search_finds_the_value_of_minimax(turn: int) -> None:
    """With and without pruning, against a plain one two plies deep; between each other three plies deep."""
    chance = random.Random(turn)
    points = {square: index % 2 for index, square in enumerate(random_squares(15, 12, chance))}
    stones = Stones(RowRule.FREESTYLE, 15, turn, points)
    scores, nodes = {}, {}
    for depth in (2, 3):
        for pruned in (0, 1):
            arrays = arrays_of(stones, pruned, WHOLE)
            scores[depth, pruned] = at.search(arrays, turn, depth, -at.WIN, at.WIN, 0)
            nodes[depth, pruned] = int(arrays.control[NODES])
    assert scores[2, 0] == scores[2, 1] == plain_minimax(arrays_of(stones), turn, 2)
    assert scores[3, 0] == scores[3, 1]
    # the root, a position for each of its moves, one for each answer, ...
    assert nodes[2, 0] == 1 + 213 * (1 + 212)
    assert nodes[3, 0] == 1 + 213 * (1 + 212 * (1 + 211))
    assert nodes[3, 1] < nodes[3, 0] / 20
    arrays = arrays_of(stones)
    at.search(arrays, turn, 3, -at.WIN, at.WIN, 0)
    assert arrays.control[NODES] < nodes[3, 1] / 2


def test_the_narrowed_board_is_what_lies_near_stones_best_first() -> None:
    stones = stones_of("bbb............")
    arrays = arrays_of(stones)
    count = at.collect(arrays, 1, 0, 1)
    pairs = arrays.moves[: 2 * count].reshape(-1, 2)
    squares = {at.square_of(int(point), 15) for point in pairs[:, 1]}
    assert squares == {y * 15 + x for y in range(5, 10) for x in range(5)} - set(stones.points)
    assert np.all(np.diff(pairs[:, 0]) <= 0)
    assert at.square_of(int(pairs[0, 1]), 15) == 7 * 15 + 3  # the stone that blocks
    assert at.collect(arrays_of(stones, narrowed=WHOLE), 1, 0, 1) == 222


@pytest.mark.parametrize(
    ("rows", "moves", "why"),
    [
        ("wwww.bbbb......", ("e8", "j8"), Repair.FIVE),  # five rather than stopping a five
        (".bb..b... ..wwww....", ("b8", "g8"), Repair.STOP),
        (".bb.bb... ..wwww..", ("d9",), Repair.FIVE),
        ("..bbb.... bwwww....", ("f8",), Repair.STOP),  # stop five before an own open four
        (".wwwb.... ..bbb....", ("b8", "f8"), Repair.OPEN_FOUR),  # an own open four before stopping theirs
    ],
)
def test_the_repair_step(rows: str, moves: tuple[str, ...], why: Repair) -> None:
    found = repair(stones_of(rows))
    assert found is not None
    assert found.why is why
    assert write_move(found.square, 15) in moves


def test_nothing_to_repair() -> None:
    assert repair(stones_of("..bb..w...")) is None
    assert repair(stones_of("..wbbb....")) is None  # one end is blocked: no open four


def test_an_open_four_has_two_ends_that_make_five() -> None:
    open_three = "....bbb......."
    assert makes_open_four(stones_of(open_three), 7 * 15 + 3)
    # where six do not win, a stone two further on spoils that end
    beyond = stones_of("....bbb.b.....", RowRule.STANDARD)
    assert not makes_open_four(beyond, 7 * 15 + 3)
    assert makes_open_four(stones_of("....bbb.b.....", RowRule.FREESTYLE), 7 * 15 + 3)
    assert beyond.points == stones_of("....bbb.b.....").points


def test_the_repair_step_obeys_renju() -> None:
    """Black may not stop the five where that makes six of its own, and the engine does not either."""
    rows = "bbb.bb... ...w..... ...w..... ...w..... ...w....."
    stones = stones_of(rows, RowRule.RENJU)
    foul = 9 * 15 + 3
    assert is_forbidden(stones.points, 15, foul)
    assert makes_five(stones, foul, 1)
    found = repair(stones)
    assert found == Mended(4 * 15 + 3, Repair.STOP)
    blocked = {**stones.points, 4 * 15 + 3: 0}
    assert repair(Stones(RowRule.RENJU, 15, 0, blocked)) is None
    text = "/".join(["15"] * 5 + ["bbb1bb9", *["3w11"] * 4, "3b11"] + ["15"] * 4) + " b"
    answer = think(ThesisEngine(), Job("gomoku-renju", text), Limit(depth=2)).move
    assert not is_forbidden(blocked, 15, read_move(answer, 15))


MIDDLE_GAME = "j10 h7 i10 f10 k10 h10 j9 h11 h9 j11 l12 i11 g11"


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_it_searches_to_the_depth_asked_for(depth: int) -> None:
    infos: list[SearchInfo] = []
    result = think(ThesisEngine(), job_of(MIDDLE_GAME), Limit(depth=depth), infos)
    assert result.info.depth == depth
    assert sorted({info.depth for info in infos}) == list(range(depth + 1))
    assert len(result.info.line) == depth
    stones = read_job(job_of(MIDDLE_GAME))
    score = at.search(arrays_of(stones), stones.turn, depth, -at.WIN, at.WIN, 0)
    assert result.info.score == Cp(score * 100 // at.OPEN_TWO)


def test_it_sees_forced_ends() -> None:
    won = think(ThesisEngine(), job_of("h8 a1 h9 a15 h10 o1"), Limit(depth=4))
    assert won.info.score == Mate(3)
    assert won.move in ("h7", "h11")
    lost = think(ThesisEngine(), job_of("h8 a1 h9 a15 h10 o1 h11"), Limit(depth=4))
    assert lost.move in ("h7", "h12")


def test_it_begins_in_the_middle_and_varies_by_seed() -> None:
    assert think(ThesisEngine(), job_of(""), Limit(depth=4)).move == "h8"
    assert think(ThesisEngine(), job_of("", size=20), Limit(depth=4)).move == "k11"
    for dynamic in (WHOLE, NEAR):
        answers = [think(ThesisEngine(seed, dynamic=dynamic), job_of("h8"), Limit(depth=2)).move for seed in range(12)]
        assert len(set(answers)) > 1
        assert all(text[0] in "fghij" and int(text[1:]) in range(6, 11) for text in answers)
        assert answers[3] == think(ThesisEngine(3, dynamic=dynamic), job_of("h8"), Limit(depth=2)).move


def test_several_best_moves_at_once() -> None:
    result = think(ThesisEngine(), job_of(MIDDLE_GAME), Limit(depth=3, lines=3))
    moves = [result.move, *(other.line[0] for other in result.info.others)]
    assert len(set(moves)) == 3
    scores = [result.info.score.centi, *(other.score.centi for other in result.info.others)]
    assert scores == sorted(scores, reverse=True)


def test_limits_end_the_search() -> None:
    job = job_of(MIDDLE_GAME)
    first, again = (think(ThesisEngine(), job, Limit(nodes=3_000)) for _ in range(2))
    assert first.info.nodes < 3_500
    assert (first.move, first.info.nodes) == (again.move, again.info.nodes)
    timed = think(ThesisEngine(), job, Limit(time_s=0.15))
    assert timed.info.time_s < SOON_S
    assert read_move(timed.move, 15) not in read_job(job).points
    engine = ThesisEngine()
    flag = engine.new_stop_flag()
    flag.set()
    stopped = engine.search(job, Limit(), flag, lambda info: None)
    assert stopped.stopped
    assert read_move(stopped.move, 15) not in read_job(job).points


def test_what_it_refuses() -> None:
    engine = ThesisEngine()
    with pytest.raises(EngineError, match="over"):
        think(engine, job_of("h8 a1 h9 a2 h10 a3 h11 a4 h12"), Limit(depth=2))
    with pytest.raises(EngineError, match="no Gomoku engine"):
        think(engine, Job("chess", empty_board()), Limit(depth=2))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("size", [15, 19])
def test_whole_games_by_all_rules(variant: str, size: int) -> None:
    """Two of its levels play a game to an end; every move is one that the rules allow."""
    engines = (ThesisEngine(1, dynamic=WHOLE), ThesisEngine(2, dynamic=NEAR))
    moves: list[str] = []
    for ply in range(60):
        job = job_of(tuple(moves), variant, size)
        stones = read_job(job)
        text = think(engines[ply % 2], job, Limit(depth=2)).move
        square = read_move(text, size)
        assert square not in stones.points
        assert variant != "gomoku-renju" or ply % 2 or not is_forbidden(stones.points, size, square)
        moves.append(text)
        if makes_five(stones, square, stones.turn):
            break
