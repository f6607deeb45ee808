"""Other people's engines in our window: good ones, and every way in which a program can be bad."""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from engine_helpers import empty_board, job_of
from patience import SOON_S, until
from protocol_helpers import ROOT

from ai.api import Choice, Clock, EngineError, Job, Limit, Score, SearchInfo
from ai.gomoku.notation import Stones, read_job
from ai.protocols import external_engine
from ai.protocols.external_process import Command, ExternalProcess, Introduction, ProgramError
from ai.protocols.gomocup.client import GomocupEngine
from ai.protocols.gomocup.heard import HeardSearch, RowNames
from ai.score import Cp, Mate
from game.rules.gomoku.rows import RowRule

BAD = str(Path(__file__).parent / "bad_engine.py")
LIMIT = Limit(time_s=30.0)
EMPTY = Stones(RowRule.FREESTYLE, 15, 0)
NOTHING = SearchInfo(0, 0, 0.0, Cp(0))


@pytest.fixture
def engine_that() -> Iterator[Callable[[str], GomocupEngine]]:
    made: list[GomocupEngine] = []

    def make(how: str) -> GomocupEngine:
        made.append(GomocupEngine(Command(sys.executable, (BAD, how), "Bad")))
        return made[-1]

    yield make
    for engine in made:
        engine.close()


def _is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def _ask(engine: GomocupEngine, job: Job, limit: Limit = LIMIT, infos: list[SearchInfo] | None = None) -> str:
    return engine.search(job, limit, engine.new_stop_flag(), (infos if infos is not None else []).append).move


def test_a_good_program_plays_and_tells(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine, infos = engine_that(""), []
    assert _ask(engine, job_of(""), infos=infos) == "a1"
    assert (infos[0].depth, infos[0].nodes, infos[0].score) == (4, 12000, Mate(9))
    assert infos[0].line == ("h8", "i9")
    first = engine._program
    assert _ask(engine, job_of("a1 b1")) == "c1"  # TURN
    assert _ask(engine, job_of("b1")) == "a1"  # taken back: BOARD
    assert _ask(engine, job_of("a1 b1", size=20)) == "c1"
    assert _ask(engine, Job("gomoku-freestyle", empty_board().replace("15 b", "bw13 w"), ())) == "c1"
    assert engine._program is first, "all that without starting it again"


def test_of_a_program_that_tells_nothing_nothing_is_told(engine_that: Callable[[str], GomocupEngine]) -> None:
    """Its move is none of an opening book."""
    engine = engine_that("quiet")
    result = engine.search(job_of(""), LIMIT, engine.new_stop_flag(), lambda info: None)
    assert result.move == "a1"
    assert result.info.is_empty
    assert not result.info.is_known


def test_what_it_is_told() -> None:
    said: list[str] = []

    class Ear(GomocupEngine):
        def _running(self) -> ExternalProcess:
            program = super()._running()
            if not hasattr(program, "is_heard"):
                program.is_heard = True  # type: ignore[attr-defined]  # a mark of this test
                say = program.say
                program.say = lambda line: (said.append(line), say(line))[1]  # type: ignore[method-assign]
            return program

    engine = Ear(Command(sys.executable, (BAD,)))
    limit = Limit(depth=4, nodes=1000, time_s=2.0, clock=Clock(60.0))
    _ask(engine, job_of("h8 i9 g7", "gomoku-renju"), limit)
    assert said[0] == "START 15"
    infos = {line.split()[1]: line.split()[2] for line in said if line.startswith("INFO")}
    assert infos["timeout_turn"] == "2000"
    assert infos["time_left"] == "60000"
    assert (infos["rule"], infos["max_depth"], infos["max_node"]) == ("4", "4", "1000")
    assert said[said.index("BOARD") :] == ["BOARD", "7,7,2", "8,8,1", "6,6,2", "DONE"]
    said.clear()
    _ask(engine, job_of("h8 i9 g7 a1 b2", "gomoku-renju"), limit)
    assert said[-1] == "TURN 1,1"
    assert not any("max_" in line for line in said), "told once"
    said.clear()
    _ask(engine, job_of("h8"), Limit(time_s=2.0))
    told = [line for line in said if "max_depth" in line or "max_node" in line]
    assert told == ["INFO max_depth 225", "INFO max_node 2000000000"], "lifted, but not by 0"
    engine.close()


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("crash", "crashed", "Segmentation fault"),
        ("start-crash", "crashed", "no weights found"),
        ("occupied", "illegal", "7,7"),
        ("outside", "illegal", "99,3"),
        ("error", "error", "out of ideas"),
        ("small", "refused", "15"),
        ("silent", "silent", "did not answer"),
        ("flood", "flood", "stop talking"),
    ],
)
def test_bad_programs(
    engine_that: Callable[[str], GomocupEngine], how: str, code: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "silent":
        monkeypatch.setattr(external_engine, "_LATE_S", 0.5)
    engine = engine_that(how)
    began_s = time.monotonic()
    limit = Limit(time_s=0.3) if how == "silent" else LIMIT
    with pytest.raises(ProgramError, match=said) as error:
        _ask(engine, job_of("h8"), limit)
    assert error.value.code == f"program-{code}"
    assert "Bad" in str(error.value)
    assert time.monotonic() - began_s < SOON_S
    assert engine._program is None, "it has been ended"
    with pytest.raises(ProgramError):  # and is tried again from the beginning
        _ask(engine, job_of("h8"), limit)


def test_a_word_that_a_program_does_not_know_is_no_end(engine_that: Callable[[str], GomocupEngine]) -> None:
    assert _ask(engine_that("puzzled"), job_of("h8")) == "a1"


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_program_that_is_killed(engine_that: Callable[[str], GomocupEngine]) -> None:
    with pytest.raises(ProgramError, match="SIGKILL"):
        _ask(engine_that("killed"), job_of("h8"))


def test_garbage_before_the_answer_is_passed_over(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine = engine_that("garbage")
    assert _ask(engine, job_of("")) == "a1"
    assert _ask(engine, job_of("h8")) == "a1"


def test_stop_by_hand(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine = engine_that("deaf")
    stop = engine.new_stop_flag()
    threading.Timer(0.5, stop.set).start()
    began_s = time.monotonic()
    result = engine.search(job_of("h8"), Limit(time_s=600), stop, lambda info: None)
    assert result.move == "a1", "started again for a quick move"
    assert result.stopped
    assert time.monotonic() - began_s < SOON_S


def test_a_program_that_will_not_end_is_ended(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine = engine_that("endless")
    assert _ask(engine, job_of("")) == "a1"
    program = engine._program
    assert program is not None
    engine.close()
    until(lambda: not program.is_running)
    with pytest.raises(ProgramError, match="left"):
        _ask(engine, job_of(""))


def test_closing_while_it_thinks(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine = engine_that("silent")
    threading.Timer(0.4, engine.close).start()
    began_s = time.monotonic()
    with pytest.raises(EngineError):
        _ask(engine, job_of("h8"), Limit(time_s=600))
    assert time.monotonic() - began_s < SOON_S


def test_who_it_is(engine_that: Callable[[str], GomocupEngine]) -> None:
    assert engine_that("").about() == Introduction("Bad Boy", "0.9")
    assert engine_that("nameless").about() == Introduction()
    with pytest.raises(ProgramError, match="no weights"):
        engine_that("start-crash").about()


def test_programs_that_can_not_be_started(tmp_path: Path) -> None:
    missing = GomocupEngine(Command(str(tmp_path / "nothing")))
    with pytest.raises(ProgramError, match="no file") as error:
        missing.about()
    assert error.value.code == "program-missing"
    text = tmp_path / "readme.txt"
    text.write_text("no program")
    for mode in (0o600, 0o700):
        text.chmod(mode)
        with pytest.raises(ProgramError, match=r"cannot start readme\.txt") as error:
            GomocupEngine(Command(str(text))).about()
        assert error.value.code == "program-unstartable"
    with pytest.raises(ProgramError):
        GomocupEngine(Command("a\0b")).about()


@pytest.mark.skipif(os.name != "posix", reason="a shell script")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_engine, "_LATE_S", 0.5)
    script = tmp_path / "engine.sh"
    script.write_text(f'#!/bin/sh\necho $$ > pid\n"{sys.executable}" "{BAD}" silent\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    engine = GomocupEngine(Command(str(script)))
    with pytest.raises(ProgramError, match=r"engine\.sh did not answer"):
        _ask(engine, job_of("h8"), Limit(time_s=0.3))
    group = int((tmp_path / "pid").read_text())
    until(lambda: _is_gone(group))


def test_jobs_that_can_not_be_asked(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine = engine_that("")
    with pytest.raises(EngineError, match="pass"):
        _ask(engine, job_of("h8 pass", "gomoku-renju"))
    with pytest.raises(EngineError, match="over"):
        _ask(engine, job_of("a1 a2 b1 b2 c1 c2 d1 d2 e1"))


def test_an_opening_by_rule_is_decided_for_it(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine = engine_that("")
    job = job_of("h8 i9 g7")
    result = _ask(engine, Job(job.variant, f"{job.start} swap", job.moves))
    assert result in ("black", "white")


@pytest.mark.parametrize(
    ("line", "depth", "nodes", "score", "moves"),
    [
        ("MESSAGE depth 9 nodes 281591 time 506 nps 557007 ev 117 pv 7,9 8,6", 9, 281591, Cp(117), ("h10", "i7")),
        ("MESSAGE depth 12-20 ev -32 n 12K n/ms 900 tm 50 pv H8 I9", 12, 12000, Cp(-32), ("h8", "i9")),
        ("MESSAGE depth 8-9 multipv 1 ev 7 n 12 n/ms 0 tm 1 pv T20 A0 P1 O15", 8, 12, Cp(7), ("o15",)),
        ("MESSAGE Depth 5-9 | Eval +M13 | Time 4ms", 5, 0, Mate(13), ()),
        ("MESSAGE DEPTH: 6 EV: -M8 N: 3M", 6, 3_000_000, Mate(-8), ()),
        ("MESSAGE depth 3 ev 5 pv 99,99 1,1", 3, 0, Cp(5), ("b2",)),
    ],
)
def test_messages(line: str, depth: int, nodes: int, score: Score, moves: tuple[str, ...]) -> None:
    assert HeardSearch(EMPTY, 1, RowNames()).take(line, NOTHING, 1.5) == SearchInfo(depth, nodes, 1.5, score, moves)


def test_messages_of_something_else() -> None:
    second = "MESSAGE depth 8-9 multipv 2 ev 7 n 12 n/ms 0 tm 1 pv H8"
    for line in ("MESSAGE", "MESSAGE hello", "MESSAGE pv 1,1", "MESSAGE loaded 12 files", second):
        assert HeardSearch(EMPTY, 1, RowNames()).take(line, NOTHING, 0.0) is None


@pytest.mark.parametrize(
    "form",
    ["MESSAGE ({rank}) {score} | {depth}-9 | {line}", "MESSAGE depth {depth}-9 multipv {rank} ev {score} pv {line}"],
)
def test_several_moves_are_ranked_once_all_are_told(form: str) -> None:
    heard, info, seen = HeardSearch(EMPTY, 3, RowNames()), NOTHING, list[tuple[int, str]]()
    for depth, told in (
        (4, {1: "-82 I9 I8", 2: "-78 H6", 3: "-87 I5"}),
        (5, {1: "15 H6 I9", 2: "-M4 J10", 3: "-31 I9"}),
    ):
        for rank, (score, line) in ((rank, each.split(maxsplit=1)) for rank, each in told.items()):
            info = heard.take(form.format(rank=rank, score=score, depth=depth, line=line), info, 0.5) or info
            seen.append((info.depth, info.line[0]))
    assert seen == [(4, "i9"), (4, "i9"), (4, "h6"), (5, "h6"), (5, "h6"), (5, "h6")]
    assert (info.score, info.line) == (Cp(15), ("h6", "i9"))
    assert info.others == (Choice(Cp(-31), ("i9",)), Choice(Mate(-4), ("j10",)))
    assert heard.take("MESSAGE Depth 5-9 | Eval 15 | Time 4ms | H6 I9", info, 0.5) is None, "it says that again"
    for rank, line in ((1, "H6"), (2, "I9"), (3, "H6")):
        info = heard.take(form.format(rank=rank, score=rank, depth=6, line=line), info, 0.5) or info
    assert [info.line, *(each.line for each in info.others)] == [("h6",), ("i9",), ("j10",)]
    last = heard.take("MESSAGE Speed 263K | Depth 5-9 | Eval 15 | Node 26K | Time 9ms", info, 0.6)
    assert last == replace(info, nodes=26_000, time_s=0.6)


def test_names_may_count_the_rows_from_the_other_edge() -> None:
    stones, names = read_job(job_of("g8 h9 f9")), RowNames()
    heard = HeardSearch(stones, 1, names)
    assert (info := heard.take("MESSAGE Depth 5-9 | Eval 1 | G9 H10", NOTHING, 0.5)) is not None
    assert info.line == ("g9", "h10"), "nothing speaks against it"
    assert (info := heard.take("MESSAGE Depth 6-9 | Eval 1 | G9 H9", info, 0.5)) is not None
    assert info.line == ("g7", "h7"), "on h9 there is a stone"
    assert (info := heard.take("MESSAGE depth 7 ev 1 pv 6,6 7,6", info, 0.5)) is not None
    assert info.line == ("g7", "h7"), "numbers are as ever"
    names.learn("g8", "g9", stones)
    assert names.read([(6, 6)], stones) == ("g9",), "another move"
    names.learn("g9", "g7", stones)
    assert names.read([(6, 6)], stones) == ("g7",)


def test_a_program_that_tells_of_one_line_is_asked_as_ever(engine_that: Callable[[str], GomocupEngine]) -> None:
    engine, infos = engine_that(""), list[SearchInfo]()
    assert not engine.tells_one_line, "it was not asked yet"
    assert _ask(engine, job_of("b15"), Limit(time_s=2.0, lines=3), infos) == "a1"
    assert engine.tells_one_line
    assert infos[-1].line == ("h8", "i9")


def test_our_own_program_as_an_external_engine(kernels: None) -> None:
    engine = GomocupEngine(Command(sys.executable, (str(ROOT / "main.py"), "engine", "gomoku")))
    assert engine.about().name == "Qiguan"
    infos: list[SearchInfo] = []
    _ask(engine, job_of(""), Limit(nodes=1000), infos)
    job = job_of("h8 a1 i8 a2 j8 a3")
    answer = engine.search(job, Limit(nodes=20_000), engine.new_stop_flag(), infos.append)
    assert answer.move in ("g8", "k8"), "four in a row"
    assert isinstance(answer.info.score, Mate)
    infos.clear()
    assert _ask(engine, job_of("h8 a1 i8 a2"), Limit(nodes=2000, lines=3), infos) == infos[-1].line[0]
    assert not engine.tells_one_line
    assert len({infos[-1].line[0], *(each.line[0] for each in infos[-1].others)}) == 3
    assert _ask(engine, job_of(""), Limit(nodes=100, lines=3))
    assert read_job(Job(job.variant, job.start, (*job.moves, answer.move)))
    engine.close()
