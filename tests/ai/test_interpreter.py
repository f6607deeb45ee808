"""Light levels before their kernels are compiled: the same moves from a child that interprets the kernels."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from patience import PATIENCE_S

from ai.api import Clock, EngineError, Job, Limit, SearchInfo, SearchResult
from ai.common.interpreted import Interpreted
from ai.games import GAMES
from ai.level import Level
from ai.levels import level
from ai.reversi.notation import START
from ai.runtime import interpreter
from ai.runtime.child import start_child
from ai.runtime.interpreter import HandedFlag, Interpreter, InterpreterGoneError
from ai.runtime.meanwhile import MeanwhileEngine, MeanwhileLevel


def _widened(number: int) -> np.uint64:
    """Stands for a kernel."""
    return np.uint64(number)


def test_a_kernel_finds_libraries_as_they_are() -> None:
    assert Interpreted(_widened)(3) == 3, "numpy has a function `inner`, too"


_EMPTY = "/".join(["15"] * 15) + " b"


_REVERSI = Job("reversi", START)


def _played(variant: str, start: str, moves: str) -> Job:
    return Job(variant, start, tuple(moves.split()))


_JOBS = (
    ("gomoku", _played("gomoku-freestyle", _EMPTY, "h8 h9 i8 g8 j8 k8 i9 g7")),
    ("gomoku", _played("gomoku-renju", _EMPTY, "h8 i9 g7 f6 j8 i8 i7")),
    ("xiangqi", _played("xiangqi", "", "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 b0c2 b9c7 h0h6")),
    ("xiangqi", Job("xiangqi", "2bak4/4a4/4b4/9/2n1C4/5N3/4P4/4B4/4A4/2BAK2c1 w - - 0 1")),
    ("xiangqi", Job("xiangqi-simple", "3ak1b2/4a4/4b4/p3p3p/9/2n1N1P2/P3c3P/4B4/4A4/2BAKC3 b - - 0 1")),
    ("draughts", Job("draughts-international", "W:W30,34,35,37,40,45,K47:B7,13,16,19,24,29,K50")),
    ("draughts", Job("draughts-russian", "W:W18,22,23,25,27,29,30:B5,7,9,11,12,14,16")),
    ("draughts", Job("draughts-english", "")),
    ("reversi", Job("reversi", "--O-----X-OXO---XXOOOO-XOXOXOOXXOOXXXOXX-OOXOOXX--XOO------X---- O")),
    ("reversi", Job("reversi", "------------------O-----XXXXO---XOXOO----XOXXX----O------------- X")),
)


@pytest.fixture(scope="module")
def child() -> Iterator[Interpreter]:
    made = Interpreter()
    yield made
    made.close()


def _answer(engine: MeanwhileEngine, job: Job, limit: Limit) -> SearchResult:
    engine.load()
    return engine.search(job, limit, engine.new_stop_flag(), lambda info: None)


def _timeless(result: SearchResult) -> SearchResult:
    return replace(result, info=replace(result.info, time_s=0.0))


_LIGHT = [
    pytest.param(job, each, id=f"{each.name}-{number}")
    for number, (game, job) in enumerate(_JOBS)
    for each in GAMES[game].levels
    if each.needs_kernels and each.is_light
]


@pytest.mark.parametrize(("job", "chosen"), _LIGHT)
def test_a_light_level_plays_interpreted_as_it_does_compiled(job: Job, chosen: Level, child: Interpreter) -> None:
    """Move, score, line, depth and number of positions: all as the kernels have it."""
    limit = replace(chosen.limit, lines=3)
    answers = [
        _answer(MeanwhileEngine(chosen, 5, child, lambda ready=ready: ready), job, limit)  # type: ignore[misc]
        for ready in (False, True)
    ]
    assert _timeless(answers[0]) == _timeless(answers[1])
    assert answers[0].info.nodes > 0


def test_every_game_has_first_opponents_that_need_nothing_compiled() -> None:
    for game, each_game in GAMES.items():
        at_once = [each.name for each in each_game.levels if not each.needs_kernels or each.is_light]
        assert at_once[:3] == ["first-steps", "beginner", "intermediate"], game
        assert "master" not in at_once


def test_what_looks_far_is_not_light() -> None:
    assert level("xiangqi", "depth:3").is_light
    assert not level("xiangqi", "depth:4").is_light
    assert not level("xiangqi", "seconds:1").is_light
    assert not level("xiangqi", "classic").is_light
    assert not level("gomoku", "first-steps").is_light  # it has no kernels


def test_progress_comes_and_a_job_that_cannot_be_read_is_told(child: Interpreter) -> None:
    chosen = level("xiangqi", "intermediate")
    engine = MeanwhileLevel(chosen, child, lambda: False).new_engine(3)
    engine.load()
    seen: list[SearchInfo] = []
    result = engine.search(Job("xiangqi", ""), chosen.limit, engine.new_stop_flag(), seen.append)
    assert [each.depth for each in seen][-1] == 2
    with pytest.raises(EngineError, match="nonsense"):
        engine.search(Job("xiangqi", "nonsense"), chosen.limit, engine.new_stop_flag(), seen.append)
    assert engine.search(Job("xiangqi", ""), chosen.limit, engine.new_stop_flag(), seen.append).move == result.move


def test_the_clock_is_kept(child: Interpreter) -> None:
    chosen = replace(level("draughts", "intermediate"), limit=Limit(depth=30), options={})
    engine = MeanwhileEngine(chosen, 3, child, lambda: False)
    start_s = time.monotonic()
    for limit in (Limit(depth=30, time_s=0.2), Limit(depth=30, clock=Clock(4.0, 0.1))):
        assert engine.search(Job("draughts-english", ""), limit, engine.new_stop_flag(), lambda info: None).move
    assert time.monotonic() - start_s < PATIENCE_S


def test_a_hand_ends_the_search(child: Interpreter) -> None:
    chosen = replace(level("xiangqi", "intermediate"), limit=Limit(depth=12), options={})
    engine = MeanwhileEngine(chosen, 3, child, lambda: False)
    for before in (True, False):
        flag = engine.new_stop_flag()
        timer = threading.Timer(0.0 if before else 0.5, flag.set)
        timer.start()
        if before:
            timer.join()
        start_s = time.monotonic()
        result = engine.search(Job("xiangqi", ""), chosen.limit, flag, lambda info: None)
        assert result.stopped
        assert result.move
        assert time.monotonic() - start_s < PATIENCE_S


def test_a_child_that_ends_is_started_again() -> None:
    made = Interpreter()
    engine = MeanwhileEngine(level("reversi", "intermediate"), 3, made, lambda: False)
    job, limit = _REVERSI, Limit(depth=1)
    first = _answer(engine, job, limit)
    made.rest()
    assert made._child is None
    assert _timeless(_answer(engine, job, limit)) == _timeless(first)
    assert made._child is not None
    made._child.kill()
    assert _timeless(_answer(engine, job, limit)) == _timeless(first)
    made.close()
    with pytest.raises(EngineError, match="intermediate can't play before it is compiled"):
        engine.search(job, limit, engine.new_stop_flag(), lambda info: None)


def test_a_child_that_ends_within_a_word_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: object, **__: object) -> subprocess.Popen[str]:
        program = """input(); print('{"id": 1, "inf', end="")"""
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, text=True)

    monkeypatch.setattr(interpreter, "start_child", start)
    made = Interpreter()
    with pytest.raises(InterpreterGoneError):
        made.search(level("reversi", "intermediate"), 3, _REVERSI, Limit(depth=1), HandedFlag(), lambda info: None)
    made.close()


def test_a_child_whose_parent_ends_within_a_word_ends_too() -> None:
    child = start_child("ai.runtime.interpreter", variables={interpreter._VARIABLE: "1"})
    assert child.stdin is not None
    child.stdin.write('{"stop": ')
    child.stdin.close()
    try:
        assert child.wait(PATIENCE_S) == 0
    finally:
        child.kill()


def test_where_no_child_can_be_started_the_kernels_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nonexistent/python")
    ready = False
    made = Interpreter()
    with pytest.raises(InterpreterGoneError):
        made.start()
    engine = MeanwhileEngine(level("reversi", "intermediate"), 3, made, lambda: ready)
    engine.load()
    flag = engine.new_stop_flag()
    with pytest.raises(EngineError, match="can't play before it is compiled"):
        engine.search(_REVERSI, Limit(depth=1), flag, lambda info: None)
    ready = True
    assert engine.search(_REVERSI, Limit(depth=1), engine.new_stop_flag(), lambda info: None).move


def test_a_flag_set_before_it_has_anybody_to_hand_on_to() -> None:
    flag = HandedFlag()
    flag.set()
    told: list[str] = []
    flag.hand_on_to(lambda: told.append("one"))
    assert told == ["one"]
    assert flag.is_set()


def test_the_parent_names_what_the_child_looks_at() -> None:
    from ai.common import interpreted

    assert interpreter._VARIABLE == interpreted.VARIABLE
