"""The computer in openings by rule: what a job asks for, which stones it places, which colour it takes."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest
from engine_helpers import VARIANTS

from ai.api import Clock, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.gomoku import swapping
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import RULES, read_job, read_move
from ai.gomoku.opening_rules import Task, read_opening
from ai.gomoku.swapping import Swapper, SwappingEngine
from ai.gomoku.threes import THREES, completion, find
from ai.score import Cp, Mate
from game.rules.gomoku.rows import RowRule

EMPTY = "/".join(["15"] * 15) + " b"
VARIANT = "gomoku-freestyle"
THREE = ("h8", "h9", "j10")


def job(rule: str, *moves: str, variant: str = VARIANT) -> Job:
    return Job(variant, f"{EMPTY} {rule}".strip(), moves)


class Scripted:
    """An engine that says of each position what it was told to, and keeps what it was asked."""

    def __init__(self, centi: Callable[[Job], int] = lambda job: 0, on_search: Callable[[], None] = lambda: None):
        self.centi = centi
        self.on_search = on_search
        self.asked: list[tuple[Job, Limit]] = []

    def load(self) -> None:
        pass

    def new_stop_flag(self) -> StopFlag:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        self.asked.append((job, limit))
        self.on_search()
        return SearchResult("a1", SearchInfo(3, 10, 0.0, Cp(self.centi(job)), ("a1",)), stop.is_set())


def answer(engine: Scripted | PatternEngine, asked: Job, limit: Limit | None = None, seed: int = 0) -> SearchResult:
    player = SwappingEngine(engine, seed)
    return player.search(asked, limit or Limit(depth=2, nodes=2_000), player.new_stop_flag(), lambda info: None)


@pytest.mark.parametrize(
    ("rule", "moves", "task"),
    [
        ("", (), Task.PLAY),
        ("swap", (), Task.PROPOSE),
        ("swap2", ("h8", "h9"), Task.PROPOSE),
        ("swap", THREE, Task.CHOOSE),
        ("swap2", THREE, Task.CHOOSE_OR_MORE),
        ("swap2", (*THREE, "more"), Task.ADD),
        ("swap2", (*THREE, "more", "a1"), Task.ADD),
        ("swap2", (*THREE, "more", "a1", "b1"), Task.CHOOSE),
        ("swap2", (*THREE, "more", "a1", "b1", "black"), Task.PLAY),
        ("swap", (*THREE, "white", "a1"), Task.PLAY),
        ("swapped", THREE, Task.PLAY),
        ("pro", (), Task.CENTRE),
        ("pro", ("h8",), Task.PLAY),
        ("pro", ("h8", "h9"), Task.OUTSIDE),
        ("long-pro", ("h8", "h9", "l10", "a1"), Task.PLAY),
    ],
)
def test_what_a_job_asks_for(rule: str, moves: tuple[str, ...], task: Task) -> None:
    asked = read_opening(job(rule, *moves))
    assert asked.task is task
    assert asked.job.start == EMPTY
    assert asked.job.moves == tuple(text for text in moves if len(text) < 4)


def test_stones_of_a_start_position_count_too() -> None:
    start = "/".join(["15"] * 14 + ["bwb12"]) + " w swap2"
    assert read_opening(Job(VARIANT, start)).task is Task.CHOOSE_OR_MORE
    assert read_opening(Job(VARIANT, start + "-more", ("h8",))).task is Task.ADD


def test_jobs_that_cannot_be_read() -> None:
    for bad in (job("", "black"), job("swap", variant="chess"), Job(VARIANT, "15 b swap")):
        with pytest.raises(EngineError):
            read_opening(bad)
    with pytest.raises(EngineError):
        answer(PatternEngine(), job("swap3"))


def test_the_better_colour_is_taken_and_nothing_clear_asks_for_more() -> None:
    for centi, swap, swap2 in ((200, "white", "white"), (-200, "black", "black"), (5, "white", "more")):
        engine = Scripted(lambda job, centi=centi: centi)
        assert answer(engine, job("swap", *THREE)).move == swap
        assert answer(engine, job("swap2", *THREE)).move == swap2
        assert answer(engine, job("swap2", *THREE, "more", "a1", "b1")).move == swap
        assert all(asked.start == EMPTY and "more" not in asked.moves for asked, _ in engine.asked)


def test_a_forced_win_outweighs_every_score() -> None:
    engine = Scripted()
    engine.search = lambda job, limit, stop, report: SearchResult(  # type: ignore[method-assign]  # one answer
        "a1", SearchInfo(3, 10, 0.0, Mate(-6), ("a1",))
    )
    result = answer(engine, job("swap2", *THREE))
    assert result.move == "black"
    assert result.info.score == Mate(6)


@pytest.mark.parametrize("variant", VARIANTS)
def test_three_stones_come_from_the_list_from_any_side_and_go_on_after_other_stones(variant: str) -> None:
    seen = set()
    for seed in range(8):
        moves: tuple[str, ...] = ()
        while len(moves) < 3:
            engine = Scripted()
            moves = (*moves, answer(engine, job("swap", *moves, variant=variant), seed=seed).move)
            assert not engine.asked
        seen.add(moves)
    assert len(seen) > 4
    assert len(answer(Scripted(), job("swap", "a1", variant=variant)).move) > 1  # no list begins there
    engine = Scripted()
    answer(engine, job("swap", "a1", "b2", variant=variant))
    assert len(engine.asked) > 1


def test_added_stones_are_the_most_balanced_that_were_tried() -> None:
    def centi(asked: Job) -> int:
        return 10 * read_move(asked.moves[-1], 15) + read_move(asked.moves[-2], 15) - 900

    for moves in ((*THREE, "more"), (*THREE, "more", "j8")):
        engine = Scripted(centi)
        result = answer(engine, job("swap2", *moves))
        tried = {asked.moves[len(moves) - 1]: abs(centi(asked)) for asked, _ in engine.asked}
        best = min(abs(centi(asked)) for asked, _ in engine.asked)
        assert result.info.score == Cp(-best)
        assert best in tried.values()
        assert all(len(asked.moves) == 5 for asked, _ in engine.asked)
        assert result.move not in moves


@pytest.mark.parametrize(("rule", "least"), [("pro", 3), ("long-pro", 4)])
def test_pro_begins_in_the_centre_and_goes_outside(rule: str, least: int) -> None:
    assert answer(Scripted(), job(rule)).move == "h8"
    engine = Scripted(lambda job: len(job.moves))
    square = read_move(answer(engine, job(rule, "h8", "h9")).move, 15)
    assert max(abs(square % 15 - 7), abs(square // 15 - 7)) in (least, least + 1)
    assert answer(engine, job(rule, "h8")).move == "a1"  # an ordinary search


def test_the_middle_of_an_even_board() -> None:
    start = "/".join(["20"] * 20) + " b pro"
    assert answer(Scripted(), Job(VARIANT, start)).move == "k11"


def test_a_decision_ends_by_hand() -> None:
    engine = Scripted()
    player = SwappingEngine(engine)
    flag = player.new_stop_flag()
    engine.on_search = flag.set
    result = player.search(job("swap2", *THREE, "more"), Limit(depth=2), flag, lambda info: None)
    assert len(engine.asked) == 1
    assert result.stopped
    assert flag.is_set()


def test_a_decision_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(swapping.time, "monotonic", lambda: now[0])

    def a_second() -> None:
        now[0] += 1.0

    for limit in (Limit(time_s=5.0), Limit(clock=Clock(100.0))):
        now[0] = 0.0
        engine = Scripted(on_search=a_second)
        answer(engine, job("swap2", *THREE, "more"), limit)
        assert len(engine.asked) == 4
        assert all(part.time_s is not None and part.time_s <= 4.0 for _, part in engine.asked)


def test_ordinary_play_is_the_other_engines_and_unchanged() -> None:
    engine, limit = Scripted(), Limit(depth=3)
    plain = job("", "h8", "h9")
    assert answer(engine, plain, limit).move == "a1"
    assert engine.asked == [(plain, limit)]


def test_with_our_engine_a_lost_colour_is_left_to_the_other() -> None:
    engine = PatternEngine()
    together = answer(engine, job("swap", "h8", "a1", "h9"), Limit(nodes=5_000))
    assert together.move == "black"
    assert answer(engine, job("swap2", "a1", "h8", "o15"), Limit(nodes=5_000)).move == "white"


def test_the_list_holds_points_of_the_board_and_completes_what_begins_like_it() -> None:
    for rule, threes in THREES.items():
        assert len(set(threes)) == len(threes) >= 10
        for three in threes:
            squares = [read_move(point, 15) for point in three.split()]
            assert len(set(squares)) == 3
            variant = next(name for name, each in RULES.items() if each is rule)
            stones = read_job(Job(variant, EMPTY, tuple(three.split()[:2])))
            assert len(completion(stones, random.Random(1))) == 1


def test_new_balanced_stones_are_found() -> None:
    (text, centi), *_ = find(RowRule.FREESTYLE, 1, 5)
    assert len(text.split()) == 3
    assert abs(centi) <= 12


def test_a_swapper_asks_the_search_that_it_was_given() -> None:
    asked: list[Job] = []

    def search(plain: Job, limit: Limit) -> SearchResult:
        asked.append(plain)
        return SearchResult("a1", SearchInfo(1, 5, 0.0, Cp(300), ("a1",)))

    swapper = Swapper(search, Limit(nodes=100))
    result = swapper.choose(Job(VARIANT, EMPTY, THREE), may_add=True)
    assert (result.move, result.info.line, result.info.nodes) == ("white", ("white", "a1"), 5)
    assert asked == [Job(VARIANT, EMPTY, THREE)]
