"""The course of a search, over a root that only pretends to search."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from patience import SOON_S

from ai.api import Clock, EngineError, Limit, SearchInfo
from ai.common.control import NODE_LIMIT, NODES, SELDEPTH, STOP, KernelStopFlag, kernel_flag, new_control
from ai.common.iterative_deepening import Found, IterativeDeepening, Root, aspiration_window
from ai.common.threads import Helpers, thread_count
from ai.score import Cp, Mate


class _Scripted:
    """Gives for each depth and rank what a table says."""

    def __init__(self, table: dict[tuple[int, int], Found | None], step_s: float = 0.0) -> None:
        self.table = table
        self.step_s = step_s
        self.asked: list[tuple[int, int]] = []

    def search(self, depth: int, rank: int) -> Found | None:
        time.sleep(self.step_s)
        self.asked.append((depth, rank))
        return self.table.get((depth, rank))


class _Endless:
    """A root whose search runs until it is stopped."""

    def __init__(self, flag: KernelStopFlag) -> None:
        self.flag = flag

    def search(self, depth: int, rank: int) -> Found | None:
        if depth == 1:
            return Found(Cp(3), ("h8",))
        while not self.flag.control[STOP]:
            self.flag.control[NODES] += 1
            time.sleep(0.001)
        return None


def _deepening(limit: Limit, infos: list[SearchInfo]) -> IterativeDeepening:
    return IterativeDeepening(limit, KernelStopFlag(), infos.append, moves_ahead=20)


def _run(deepening: IterativeDeepening, root: Root, most_depth: int = 9) -> str:
    def decide() -> str:
        deepening.deepen(root, most_depth)
        return deepening.info.line[0]

    return deepening.run(decide).move


def test_depth_after_depth_until_the_limit() -> None:
    infos: list[SearchInfo] = []
    root = _Scripted({(depth, 0): Found(Cp(depth), (f"a{depth}", "b1")) for depth in range(1, 20)})
    assert _run(_deepening(Limit(depth=4), infos), root) == "a4"
    assert [info.depth for info in infos] == [1, 2, 3, 4]
    assert infos[-1].line == ("a4", "b1")
    root.asked.clear()
    _run(_deepening(Limit(), infos), root)
    assert root.asked[-1] == (9, 0)


def _lost(plies: int) -> Found:
    return Found(Mate(-plies), ("h9",))


def _won(plies: int, move: str = "h9", complete: bool = True) -> Found:
    return Found(Mate(plies), (move,), complete)


def test_a_forced_loss_ends_the_search() -> None:
    root = _Scripted({(1, 0): Found(Cp(0), ("h8",)), (2, 0): _lost(6), (3, 0): _lost(8)})
    assert _run(_deepening(Limit(), []), root) == "h9"
    assert root.asked == [(1, 0), (2, 0)]


class _Counting(_Scripted):
    """Each search takes this many positions."""

    def __init__(self, table: dict[tuple[int, int], Found | None], flag: KernelStopFlag, nodes: int) -> None:
        super().__init__(table)
        self.flag, self.nodes = flag, nodes

    def search(self, depth: int, rank: int) -> Found | None:
        self.flag.control[NODES] += self.nodes
        return super().search(depth, rank)


def _searched(table: dict[tuple[int, int], Found | None], limit: Limit) -> tuple[SearchInfo, int]:
    """What a search of these depths gives, ten thousand positions each, and how many of them it searched."""
    infos: list[SearchInfo] = []
    flag = KernelStopFlag()
    root = _Counting(table, flag, 10_000)
    _run(IterativeDeepening(limit, flag, infos.append, moves_ahead=20), root, most_depth=60)
    return infos[-1], len(root.asked)


def test_a_shorter_win_is_looked_for_until_none_can_be_hidden() -> None:
    table: dict[tuple[int, int], Found | None] = {(depth, 0): _won(9, "a1") for depth in range(3, 60)}
    table |= {(1, 0): Found(Cp(0), ("h8",)), (2, 0): Found(Cp(5), ("h8",))}
    info, searched = _searched(table, Limit())
    assert (info.score, searched) == (Mate(9), 11)
    table |= {(depth, 0): _won(7, "b2") for depth in range(8, 60)}
    info, searched = _searched(table, Limit())
    assert (info.score, info.line, searched) == (Mate(7), ("b2",), 9)
    assert _searched(table, Limit(depth=5))[0].line == ("a1",), "within the limit"
    assert _searched({(1, 0): _won(1)}, Limit())[1] == 1, "nothing is shorter than a win at once"


def test_a_shorter_win_is_not_looked_for_without_end() -> None:
    table: dict[tuple[int, int], Found | None] = {(depth, 0): _won(41) for depth in range(2, 60)}
    info, searched = _searched({**table, (1, 0): Found(Cp(0), ("h8",))}, Limit(clock=Clock(3600.0)))
    assert info.score == Mate(41)
    assert 4 < searched < 20, "some times the work of the first, be the clock as full as it may"


def test_a_win_is_not_given_up_for_a_longer_one_or_for_half_a_search() -> None:
    table: dict[tuple[int, int], Found | None] = {
        (1, 0): _won(7, "a1"), (2, 0): _won(9, "b1"), (3, 0): Found(Cp(60), ("c1",)),
        (4, 0): _won(5, "d1"), (5, 0): Found(Mate(5), ("e1",), complete=False),
    }  # fmt: skip
    info, searched = _searched(table, Limit())
    assert (info.score, info.line, searched) == (Mate(5), ("d1",), 5)


def test_several_lines_come_best_first_and_cut_short_ones_from_the_depth_before() -> None:
    def found(name: str, centi: int, complete: bool = True) -> Found:
        return Found(Cp(centi), (name,), complete)

    table: dict[tuple[int, int], Found | None] = {
        (1, 0): found("a1", 50), (1, 1): found("b1", 60), (1, 2): found("c1", 10),
        (2, 0): found("b1", 40), (2, 1): found("d1", 30, complete=False),
    }  # fmt: skip
    infos: list[SearchInfo] = []
    assert _run(_deepening(Limit(lines=3), infos), _Scripted(table)) == "b1"
    first, last = (infos[index] for index in (0, -1))
    assert [first.line[0], *(other.line[0] for other in first.others)] == ["b1", "a1", "c1"]
    assert [choice.score.centi for choice in first.others] == [50, 10]
    assert last.depth == 2
    assert [last.line[0], *(other.line[0] for other in last.others)] == ["b1", "a1", "c1"]


def test_fewer_moves_than_lines_asked_for() -> None:
    infos: list[SearchInfo] = []
    _run(_deepening(Limit(lines=5, depth=1), infos), _Scripted({(1, 0): Found(Cp(0), ("h8",))}))
    assert infos[-1].others == ()


def test_the_ticker_stops_in_time() -> None:
    flag = KernelStopFlag()
    deepening = IterativeDeepening(Limit(time_s=0.3), flag, lambda info: None, moves_ahead=20)
    start_s = time.perf_counter()
    assert _run(deepening, _Endless(flag)) == "h8"
    assert 0.2 < time.perf_counter() - start_s < SOON_S
    assert not flag.is_set()


def test_the_time_is_told_by_the_clock_that_was_given() -> None:
    """One that stands still, as the processor's does while others use it, ends nothing."""
    flag, start_s = KernelStopFlag(), time.perf_counter()

    def clock() -> float:
        return 5.0 if time.perf_counter() - start_s < 0.6 else 5.3

    deepening = IterativeDeepening(Limit(time_s=0.2), flag, lambda info: None, moves_ahead=20, clock=clock)
    assert _run(deepening, _Endless(flag)) == "h8"
    assert 0.6 <= time.perf_counter() - start_s < SOON_S
    assert deepening.elapsed_s == pytest.approx(0.3)


def test_the_ticker_reports_while_a_depth_takes_long() -> None:
    infos: list[SearchInfo] = []
    flag = KernelStopFlag()

    def take(info: SearchInfo) -> None:
        infos.append(info)
        if len(infos) == 4:  # the first depth, and three times meanwhile
            flag.set()

    _run(IterativeDeepening(Limit(), flag, take, moves_ahead=20), _Endless(flag))
    assert infos[-1].nodes >= infos[1].nodes > 0
    assert {info.line for info in infos} == {("h8",)}


class _Surprised:
    """A root whose first search is ended before it has found anything."""

    def __init__(self, flag: KernelStopFlag) -> None:
        self.flag = flag
        self.limits: list[int] = []

    def search(self, depth: int, rank: int) -> Found | None:
        control = self.flag.control
        self.limits.append(int(control[NODE_LIMIT]) - int(control[NODES]))
        if len(self.limits) > 1:
            return Found(Cp(depth), (f"b{depth}",))
        while not control[STOP]:
            time.sleep(0.001)
        control[NODES] = 1000
        return None


def test_one_ply_is_searched_even_if_the_time_was_over_before() -> None:
    """As on a machine that stands still: the first move of the list may be the worst."""
    flag = KernelStopFlag()
    root = _Surprised(flag)
    deepening = IterativeDeepening(Limit(time_s=0.02), flag, lambda info: None, moves_ahead=20)
    deepening.note(0, Cp(0), ("a1",))
    assert _run(deepening, root) == "b1"
    assert len(root.limits) == 2, "and no deeper"
    assert root.limits[1] <= 50_000
    assert not flag.is_set()


@pytest.mark.parametrize("nodes", [1000, None])
def test_it_is_not_searched_after_a_stop_by_hand_or_beyond_the_limit_of_nodes(nodes: int | None) -> None:
    flag = KernelStopFlag()
    root = _Surprised(flag)
    limit = Limit(time_s=0.02, nodes=nodes) if nodes else Limit(time_s=1000.0)
    deepening = IterativeDeepening(limit, flag, lambda info: None, moves_ahead=20)
    deepening.note(0, Cp(0), ("a1",))
    if not nodes:
        threading.Timer(0.05, flag.set).start()
    assert _run(deepening, root) == "a1"
    assert len(root.limits) == 1


def test_a_hand_ends_a_search_under_a_clock() -> None:
    flag = KernelStopFlag()
    deepening = IterativeDeepening(Limit(clock=Clock(1000.0)), flag, lambda info: None, moves_ahead=20)
    threading.Timer(0.1, flag.set).start()
    start_s = time.perf_counter()
    assert _run(deepening, _Endless(flag)) == "h8"
    assert time.perf_counter() - start_s < SOON_S
    assert flag.is_set()


def test_node_limits_of_stages_never_pass_the_whole() -> None:
    deepening = _deepening(Limit(nodes=100), [])
    control = deepening.stop.control
    assert control[NODE_LIMIT] == 100
    assert deepening.set_node_limit(30)
    assert control[NODE_LIMIT] == 30
    control[NODES], control[STOP] = 90, 1
    assert deepening.set_node_limit(30)
    assert (control[NODE_LIMIT], control[STOP]) == (100, 0)
    control[NODES] = 100
    assert not deepening.set_node_limit()
    deepening.stop.set()
    assert not deepening.stop.may_go_on()
    assert control[STOP] == 1


def test_the_farthest_ply_is_that_of_the_thread_that_looked_farthest() -> None:
    infos: list[SearchInfo] = []
    deepening = _deepening(Limit(depth=1), infos)
    helper = new_control()
    deepening.count_also(helper)
    for own, of_helper in ((0, 0), (7, 3), (7, 9)):
        deepening.stop.control[SELDEPTH], helper[SELDEPTH] = own, of_helper
        deepening.note(2, Cp(0), ["h8"])
    assert [info.seldepth for info in infos] == [0, 7, 9]


def test_only_our_stop_flags_are_taken() -> None:
    with pytest.raises(EngineError, match="another engine"):
        kernel_flag(threading.Event())  # type: ignore[arg-type]  # what a caller's mistake looks like


@pytest.mark.parametrize("truth", [-30000, -700, -31, 0, 12, 400, 29990, 30000])
@pytest.mark.parametrize("centre", [-29000, 0, 350])
def test_aspiration_finds_the_score_whatever_was_expected(truth: int, centre: int) -> None:
    tried: list[tuple[int, int]] = []

    def search(alpha: int, beta: int) -> int:
        tried.append((alpha, beta))
        return truth

    assert aspiration_window(search, centre, 20, 30001) == truth
    assert len(tried) < 12
    assert all(-30001 <= alpha < beta <= 30001 for alpha, beta in tried)
    assert aspiration_window(lambda alpha, beta: None, centre, 20, 30001) is None


def test_helpers_run_until_they_are_stopped() -> None:
    controls = [np.zeros(16, np.int64) for _ in range(2)]

    def endless(control: np.ndarray) -> None:
        while not control[STOP]:
            control[NODES] += 1
            time.sleep(0.0005)

    deepening = _deepening(Limit(), [])
    with Helpers([((lambda mine=control: endless(mine)), control) for control in controls]):
        for control in controls:
            deepening.count_also(control)
        time.sleep(0.05)
    nodes = deepening.nodes
    assert nodes > 2
    time.sleep(0.02)
    assert deepening.nodes == nodes


def test_thread_counts() -> None:
    assert thread_count(3) == 3
    assert thread_count(0) >= 1
