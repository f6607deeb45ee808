"""An engine that follows the position on the board: what it says belongs to that position, and ends when it must."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable

import pytest
from patience import PATIENCE_S

from ai import levels
from ai.api import Engine, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.runtime.worker import Worker
from ai.score import Cp, Mate
from game.match.live_analysis import LiveAnalysis
from game.match.players import TurnAsked
from game.rules.core import Side
from game.rules.registry import VARIANTS

WITHOUT_END = Limit()


class Scripted:
    """An engine that says what it is told to; it thinks on until it is stopped, or ends by itself."""

    def __init__(self, told: SearchInfo, ends: bool = False) -> None:
        self.told, self.ends = told, ends
        self.asked: list[tuple[Job, Limit]] = []
        self.closed = False

    def load(self) -> None:
        pass

    def new_stop_flag(self) -> StopFlag:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        self.asked.append((job, limit))
        report(SearchInfo(0, 0, 0.0, Cp(0), ("a1",)))
        report(self.told)
        while not self.ends and not stop.is_set():
            time.sleep(0.001)
        return SearchResult(self.told.line[0], self.told, stop.is_set())

    def close(self) -> None:
        self.closed = True


class Seat:
    """A level whose engine is handed in."""

    name, ponders = "scripted", False

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self._engine, self.limit = engine, limit

    def new_engine(self, seed: int = 0) -> Engine:
        return self._engine


def analysis_of(engine: Engine, limit: Limit = WITHOUT_END) -> LiveAnalysis:
    return LiveAnalysis(Seat(engine, limit), Worker())


def turn(*moves: str) -> TurnAsked:
    return TurnAsked(Side(len(moves) % 2), "gomoku-freestyle", "start", moves)


def until(analysis: LiveAnalysis, happened: Callable[[], Hashable]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        analysis.update()
        time.sleep(0.001)


def test_it_thinks_without_an_end_until_another_position_is_there() -> None:
    engine = Scripted(SearchInfo(7, 100, 0.1, Cp(30), ("h8",)))
    analysis = analysis_of(engine, Limit(depth=40))
    analysis.look(turn(), 3)
    until(analysis, lambda: analysis.info)
    assert analysis.is_thinking
    assert not analysis.is_over
    analysis.look(turn("h8"), 5)
    assert analysis.info is None, "what was said of the position before"
    until(analysis, lambda: analysis.info)
    assert [(job.moves, limit) for job, limit in engine.asked] == [((), Limit(lines=3)), (("h8",), Limit(lines=5))]
    analysis.stop()
    assert not analysis.is_thinking
    assert analysis.info is not None
    analysis.close()
    assert engine.closed


def test_a_move_named_before_the_first_ply_is_no_word() -> None:
    analysis = analysis_of(Scripted(SearchInfo(0, 0, 0.0, Cp(0), ("h8",))))
    analysis.look(turn(), 1)
    time.sleep(0.02)
    analysis.update()
    assert analysis.info is None
    analysis.close()


@pytest.mark.parametrize(("limit", "solved"), [(Limit(), True), (Limit(time_s=600.0), False)])
def test_who_ends_without_being_given_an_end_has_solved_it(limit: Limit, solved: bool) -> None:
    analysis = analysis_of(Scripted(SearchInfo(9, 100, 0.1, Mate(9), ("h8",)), ends=True), limit)
    analysis.look(turn(), 1)
    until(analysis, lambda: analysis.is_over)
    assert analysis.is_solved is solved
    assert analysis.info is not None
    assert analysis.info.score == Mate(9)
    analysis.close()


def test_a_move_made_without_looking_is_looked_at_after_all() -> None:
    engine = Scripted(SearchInfo(1, 1, 0.0, Cp(0), ("h8",)), ends=True)
    analysis = analysis_of(engine)
    analysis.look(turn(), 1)
    until(analysis, lambda: analysis.is_over)
    assert [limit.lines for _, limit in engine.asked] == [1, 2]
    analysis.close()


def test_what_an_engine_can_not_tell_is_said() -> None:
    engine = Scripted(SearchInfo(1, 1, 0.0, Cp(0), ()), ends=True)  # no line: it fails
    analysis = analysis_of(engine)
    analysis.look(turn(), 1)
    until(analysis, lambda: analysis.fault)
    assert not analysis.is_thinking
    analysis.close()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("gomoku-renju", ("h8", "i9", "i8", "h9")),
        ("gomoku-freestyle", ()),
        ("xiangqi", ()),
        ("draughts-international", ()),
        ("reversi", ()),
    ],
)
def test_our_engines_tell_five_different_moves(name: str, line: tuple[str, ...]) -> None:
    rules = VARIANTS[name]
    level = levels.levels_for(rules.game)[-1].attentive()
    analysis = LiveAnalysis(level, Worker())
    start = rules.write_position(rules.start())
    analysis.look(TurnAsked(Side.FIRST, name, start, line), 5)
    wanted = min(5, len(rules.start().legal_moves()))
    until(analysis, lambda: analysis.info is not None and len(analysis.info.others) == wanted - 1)
    assert analysis.info is not None
    firsts = [analysis.info.line[0], *(each.line[0] for each in analysis.info.others)]
    assert len(set(firsts)) == wanted
    analysis.close()
