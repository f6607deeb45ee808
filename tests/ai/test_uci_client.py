"""Other people's Xiangqi programs in our window: of either protocol, with either count of ranks, good and bad ones."""

from __future__ import annotations

import random
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bad_uci import OPENING
from patience import SOON_S
from protocol_helpers import ROOT
from uci_helpers import MATED

from ai.api import Choice, Clock, EngineError, Job, Limit, SearchInfo
from ai.protocols import external_engine
from ai.protocols.external_process import Command, Introduction, ProgramError
from ai.protocols.registry import ask_who
from ai.protocols.uci.client import Speech, UciEngine, go_words
from ai.protocols.uci.moves import follow, read_legal_move, write_move
from ai.score import Cp, Mate
from ai.xiangqi.engine import XiangqiEngine
from game.rules.core import Side
from game.rules.xiangqi.variants import START, XIANGQI

BAD = str(Path(__file__).parent / "bad_uci.py")
LIMIT = Limit(time_s=30.0)
FAIRY = shutil.which("fairy-stockfish", path="/usr/games:/usr/bin:/usr/local/bin")


@pytest.fixture
def told(tmp_path: Path) -> Path:
    return tmp_path / "told"


@pytest.fixture
def engine_that(told: Path) -> Iterator[Callable[[str], UciEngine]]:
    made: list[UciEngine] = []

    def make(how: str) -> UciEngine:
        made.append(UciEngine(Command(sys.executable, (BAD, how, str(told)), "Bad")))
        return made[-1]

    yield make
    for engine in made:
        engine.close()


def _job(*moves: str, start: str = START) -> Job:
    return Job("xiangqi", start, moves)


def _ask(engine: UciEngine, job: Job, limit: Limit = LIMIT, infos: list[SearchInfo] | None = None) -> str:
    return engine.search(job, limit, engine.new_stop_flag(), (infos if infos is not None else []).append).move


@pytest.mark.parametrize(
    ("how", "is_ucci", "first_rank"),
    [("plain", False, 0), ("variant", False, 1), ("ucci", True, 0), ("seconds", True, 0), ("abrupt", True, 0)],
)
def test_a_good_program_of_any_kind(
    engine_that: Callable[[str], UciEngine], told: Path, how: str, is_ucci: bool, first_rank: int
) -> None:
    engine, infos = engine_that(how), list[SearchInfo]()
    assert engine.about() == Introduction("Bad Boy 0.9")
    assert (engine.speech.is_ucci, engine.speech.first_rank) == (is_ucci, first_rank)
    for ply in range(0, 6, 2):
        assert _ask(engine, _job(*OPENING[:ply]), infos=infos) == OPENING[ply]
    assert (infos[0].depth, infos[0].nodes, infos[0].score) == (5, 4321, Cp(34))
    assert infos[0].line == OPENING[:2], "as far as it can be made"
    assert len(infos) == 3, "the best line of each search"
    lines = told.read_text(encoding="utf-8").splitlines()
    new_game = "setoption newgame" if how == "ucci" else "ucinewgame"
    assert lines.count(new_game) == (how not in ("seconds", "abrupt")), "once for a game"
    assert f"position startpos moves {'h3e3 h10g8' if first_rank else 'h2e2 h9g7'}" in lines


def test_several_lines_where_the_program_knows_how(engine_that: Callable[[str], UciEngine], told: Path) -> None:
    engine, infos = engine_that("plain"), list[SearchInfo]()
    _ask(engine, _job(), Limit(time_s=30.0, lines=2), infos)
    assert (infos[-1].score, infos[-1].line) == (Cp(34), OPENING[:2])
    assert infos[-1].others == (Choice(Cp(1), ("a0a1",)),)
    _ask(engine, _job(*OPENING[:2]), Limit(time_s=30.0, lines=2), infos)
    infos.clear()
    _ask(engine, _job(*OPENING[:4]), LIMIT, infos)
    assert [info.others for info in infos] == [()]
    said = [line for line in told.read_text(encoding="utf-8").splitlines() if "MultiPV" in line]
    assert said == ["setoption name MultiPV value 2", "setoption name MultiPV value 1"]


def test_a_program_that_knows_one_line_is_asked_for_no_more(
    engine_that: Callable[[str], UciEngine], told: Path
) -> None:
    infos: list[SearchInfo] = []
    _ask(engine_that("variant"), _job(), Limit(time_s=30.0, lines=3), infos)
    assert infos[0].line == OPENING[:2]
    assert "MultiPV" not in told.read_text(encoding="utf-8")


def test_mates_are_counted_in_plies(engine_that: Callable[[str], UciEngine]) -> None:
    infos: list[SearchInfo] = []
    _ask(engine_that("plain"), _job(*OPENING[:2]), infos=infos)
    assert infos[0].score == Mate(5)


def test_limits_in_the_words_of_each() -> None:
    uci, ucci = Speech(False), Speech(True)
    fine = Speech(True, options=frozenset(("usemillisec",)))
    clock = Limit(clock=Clock(60.0, 0.5))
    for limit, in_uci, in_ucci, in_fine in (
        (Limit(depth=4), "go depth 4", "go depth 4", "go depth 4"),
        (Limit(nodes=900), "go nodes 900", "go nodes 900", "go nodes 900"),
        (Limit(time_s=2.5), "go movetime 2500", "go time 2 movestogo 1", "go time 2500 movestogo 1"),
        (Limit(time_s=0.1), "go movetime 100", "go time 1 movestogo 1", "go time 100 movestogo 1"),
        (
            clock,
            "go wtime 60000 btime 60000 winc 500 binc 500",
            "go time 60 increment 0",
            "go time 60000 increment 500",
        ),
        (
            Limit(clock=Clock(60.0, 0.0, 9)),
            "go wtime 60000 btime 60000 winc 0 binc 0 movestogo 9",
            "go time 60 movestogo 9",
            "go time 60000 movestogo 9",
        ),
        (Limit(), "go movetime 30000", "go time 30 movestogo 1", "go time 30000 movestogo 1"),
    ):
        assert (go_words(limit, uci), go_words(limit, ucci), go_words(limit, fine)) == (in_uci, in_ucci, in_fine)


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("crash", "crashed", "out of memory"),
        ("illegal", "illegal", "h2h8"),
        ("none", "moveless", "names no move"),
        ("silent", "silent", "did not answer"),
        ("chess", "foreign", "does not play"),
        ("foreign", "foreign", "does not play"),
    ],
)
def test_bad_programs(
    engine_that: Callable[[str], UciEngine], how: str, code: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "silent":
        monkeypatch.setattr(external_engine, "_LATE_S", 0.5)
    engine = engine_that(how)
    limit = Limit(time_s=0.3) if how == "silent" else LIMIT
    began_s = time.monotonic()
    for _ in range(2):  # it is tried again from the beginning
        with pytest.raises(ProgramError, match=said) as error:
            _ask(engine, _job(), limit)
        assert error.value.code == f"program-{code}"
        assert engine._program is None, "it has been ended"
    assert time.monotonic() - began_s < SOON_S


def test_a_program_that_speaks_neither(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.protocols.uci.client._HELLO_S", 0.5)
    monkeypatch.setattr("ai.protocols.uci.client._OTHER_S", 0.2)
    with pytest.raises(ProgramError, match="did not answer"):
        ask_who("xiangqi", Command(sys.executable, (BAD, "mute", str(told))))
    assert told.read_text(encoding="utf-8").splitlines()[:2] == ["uci", "ucci"]


def test_one_that_has_failed_once_is_asked_by_uci_again(
    engine_that: Callable[[str], UciEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.protocols.uci.client._HELLO_S", 1.0)
    engine = engine_that("fickle")
    with pytest.raises(ProgramError, match="did not answer"):
        engine.load()  # it ends at `uci` as if that were a farewell, and knows nothing of `ucci`
    monkeypatch.undo()
    assert engine.about() == Introduction("Bad Boy 0.9")
    assert not engine.speech.is_ucci


def test_one_that_holds_the_game_to_be_drawn_is_asked_about_the_position(
    engine_that: Callable[[str], UciEngine], told: Path
) -> None:
    assert _ask(engine_that("drawn"), _job(*OPENING[:2])) == OPENING[2]
    _, position = follow(XIANGQI.start(), OPENING[:2], 0)
    asked = [line for line in told.read_text(encoding="utf-8").splitlines() if line.startswith("position ")]
    assert f"position startpos moves {' '.join(OPENING[:2])}" in asked
    assert asked[-1] == f"position fen {position}"


def test_one_that_overlooks_its_time_is_stopped(engine_that: Callable[[str], UciEngine]) -> None:
    began_s = time.monotonic()
    assert _ask(engine_that("slow"), _job(), Limit(time_s=0.3)) == OPENING[0]
    assert time.monotonic() - began_s < SOON_S


def test_stop_by_hand(engine_that: Callable[[str], UciEngine]) -> None:
    for how in ("slow", "deaf"):
        engine = engine_that(how)
        engine.load()
        stop = engine.new_stop_flag()
        threading.Timer(0.3, stop.set).start()
        began_s = time.monotonic()
        result = engine.search(_job(*OPENING[:2]), Limit(time_s=600), stop, lambda info: None)
        assert result.move == OPENING[2]
        assert result.stopped
        assert time.monotonic() - began_s < SOON_S


def test_jobs_that_can_not_be_asked(engine_that: Callable[[str], UciEngine]) -> None:
    engine = engine_that("plain")
    for job, said in (
        (_job("h2e2", "h3e3"), "h3e3 is not a legal move"),
        (_job(start=MATED), "over"),
        (_job(start="nonsense"), "cannot read"),
        (Job("gomoku-renju", START), "not played"),
    ):
        with pytest.raises(EngineError, match=said):
            _ask(engine, job)


def test_our_own_program_as_an_external_engine() -> None:
    XiangqiEngine().load()  # so that its kernels are compiled
    engine = UciEngine(Command(sys.executable, (str(ROOT / "main.py"), "engine", "xiangqi")))
    assert engine.about().name.startswith("Qiguan")
    speech = engine.speech  # on a machine so busy that it begins late it was asked by both
    assert speech.first_rank == (0 if speech.is_ucci else 1)
    infos: list[SearchInfo] = []
    _ask(engine, _job(), Limit(nodes=1000), infos)
    mate = _job(start="3k5/9/2R6/4R4/9/9/9/9/9/4K4 w - - 0 1")
    answer = engine.search(mate, Limit(depth=5), engine.new_stop_flag(), infos.append)
    assert isinstance(answer.info.score, Mate)
    assert read_legal_move(XIANGQI.read_position(mate.start), answer.move, 0) is not None
    engine.close()


@pytest.mark.skipif(FAIRY is None, reason="fairy-stockfish is not installed")
def test_a_whole_game_against_fairy_stockfish() -> None:
    assert FAIRY is not None
    engine = UciEngine(Command(FAIRY))
    assert engine.about().name.startswith("Fairy-Stockfish")
    chance, position, moves = random.Random(3), XIANGQI.start(), list[str]()
    while position.legal_moves() and len(moves) < 200:
        if len(moves) % 2:
            move = chance.choice(position.legal_moves())
        else:
            read = read_legal_move(position, _ask(engine, _job(*moves), Limit(nodes=3000)), 0)
            assert read is not None
            move = read
        moves.append(write_move(move, 0))
        position = position.play(move)
    assert position.turn is Side.SECOND, "it mates Black"
    assert not position.legal_moves()
    engine.close()
