"""Our answers by the protocol, with an engine that answers at once: what it asks for, and every kind of garbage."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Mapping

import pytest
from patience import PATIENCE_S, SOON_S
from protocol_helpers import BrainTalk, Compiling, QuickEngine

from ai.api import Choice, Clock, Limit, SearchInfo
from ai.level import Level
from ai.protocols import conversation, engine_session
from ai.protocols.budget import AT_ONCE_S, MoveBudget
from ai.protocols.engine_session import RunningSearch
from ai.protocols.gomocup.message import detailed_messages, score_text, usual_message
from ai.score import Cp, Mate


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Iterator[BrainTalk]:
    monkeypatch.setattr(MoveBudget, "patience_s", None)  # nobody stands in for an engine that a busy machine lets wait
    talk = BrainTalk()
    yield talk
    talk.end()


def test_a_short_game(talk: BrainTalk) -> None:
    assert talk.ask("ABOUT") == 'name="Qiguan", version="1.2", author="the makers of Qiguan"'
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert talk.messages == [
        "MESSAGE depth 1 nodes 1 time 0 nps 0 ev 7 pv 0,0",
        "MESSAGE depth 3 nodes 1000 time 500 nps 2000 ev -12 pv 0,0",
    ]
    assert talk.ask("TURN 7,7") == "1,0"
    assert talk.ask("turn 8,8") == "2,0"
    assert talk.messages[-1].endswith("ev +M9 pv 2,0")
    assert talk.ask("TAKEBACK 2,0") == "OK"
    assert talk.ask("TAKEBACK 8,8") == "OK"
    assert talk.ask("TURN 7,8") == "2,0"
    assert talk.engine.jobs[-1].moves == ("a1", "h8", "b1", "h9")
    assert talk.ask("RESTART") == "OK"
    assert talk.ask("PLAY 3,4") == "3,4"
    assert talk.ask("TURN 0,0") == "1,0"
    assert talk.engine.jobs[-1].moves == ("d5", "a1")


@pytest.mark.parametrize(("size", "fits"), [(size, 5 <= size <= 22) for size in (0, *range(4, 24), 99)])
def test_sizes(talk: BrainTalk, size: int, fits: bool) -> None:
    for start in (f"START {size}", f"RECTSTART {size},{size}"):
        assert talk.ask(start).startswith("OK" if fits else "ERROR unsupported size: boards have 5 to 22 lines")
    if fits:
        corner = f"{size - 1},{size - 1}"
        assert talk.ask(f"TURN {corner}") == "0,0"
        assert talk.ask(f"TURN {size},0").startswith("ERROR")
        assert talk.engine.jobs[-1].start.count(f"{size}") >= size
        assert talk.engine.jobs[-1].moves == ("abcdefghijklmnopqrstuv"[size - 1] + str(size),)


@pytest.mark.parametrize(("number", "variant"), [(8, "gomoku-caro"), (9, "gomoku-caro-exact")])
def test_caro(talk: BrainTalk, number: int, variant: str) -> None:
    talk.send(f"INFO rule {number}")
    assert talk.ask("START 15") == "OK"
    closed = ["0,5,2", *[f"{x},5,1" for x in range(1, 6)], *[f"{x},0,2" for x in range(6, 9)], "6,5,2"]
    assert talk.ask("BOARD", *closed, "DONE") == "0,0", "the five in the middle counts for nothing"
    assert talk.engine.jobs[-1].variant == variant
    at_the_edge = [*[f"{x},5,1" for x in range(5)], *[f"{x},0,2" for x in range(6, 10)], "5,5,2"]
    assert talk.ask("BOARD", *at_the_edge, "DONE").startswith("ERROR the game is over")
    six = ["0,5,2", *[f"{x},5,1" for x in range(1, 7)], *[f"{x},0,2" for x in range(6, 10)], "7,5,2"]
    assert talk.ask("BOARD", *six, "DONE").startswith("ERROR the game is over" if number == 8 else "0,0")


def test_boards(talk: BrainTalk) -> None:
    assert talk.ask("START 20") == "OK"
    assert talk.ask("BOARD", "0,0,2", "5,5,1", "1,0,2", "DONE") == "2,0"
    assert talk.ask("TURN 9,9") == "3,0"
    assert talk.ask("BOARD", "DONE") == "0,0"
    talk.send("YXBOARD", "7,7,1", "DONE")
    assert talk.is_silent()
    assert talk.ask("TURN 0,0") == "1,0"
    assert talk.engine.jobs[-1].moves == ("h8", "a1")


@pytest.mark.parametrize(
    "lines",
    [
        ["START"],
        ["START 15 15"],
        ["START -15"],
        ["START fifteen"],
        ["RECTSTART 15,20"],
        ["RECTSTART"],
        ["BEGIN"],
        ["TURN"],
        ["TURN 15,0"],
        ["TURN 7"],
        ["TURN 7,7"],
        ["TURN -1,3"],
        ["TURN 1,2,3"],
        ["PLAY 1,1"],
        ["TAKEBACK 7,7"],
        ["TAKEBACK 0,0,0"],
        ["BOARD", "7,7", "DONE"],
        ["BOARD", "7,7,2", "7,7,1", "DONE"],
        ["BOARD", "7,7,1", "7,8,1", "DONE"],
        ["BOARD", "7,7,2", "what", "7,8,1", "7,9,2", "DONE"],
        ["BOARD", "15,7,2", "DONE"],
        ["BOARD", *[f"{n},0,2" for n in range(5)], *[f"{n},9,1" for n in range(4)], "DONE"],
        ["YXBOARD", "1,1,9999", "DONE"],
        ["SWAP2BOARD", "7,7", "DONE"],
        ["SWAP2BOARD", "7,7", "7,7", "8,8", "DONE"],
        ["INFO rule 2"],
        ["INFO rule 10"],
        ["RECTSTART 23,23"],
        ["RECTSTART 15 15"],
        ["INFO rule -1"],
        ["INFO rule renju"],
        ["INFO timeout_turn soon"],
        ["INFO max_node 1e6"],
        ["YXNBEST 0"],
        ["HELLO"],
        ["\x00\x01\x02"],
        ["DONE"],
        ["棋"],
    ],
)
def test_what_can_not_be_done_changes_nothing(talk: BrainTalk, lines: list[str]) -> None:
    assert talk.ask("START 15") == "OK"
    assert talk.ask("TURN 7,7") == "0,0"
    assert talk.ask(*lines).startswith(("ERROR ", "UNKNOWN "))
    assert talk.ask("TURN 8,8") == "1,0"
    assert talk.engine.jobs[-1].moves == ("h8", "a1", "i9")
    assert talk.engine.jobs[-1].variant == "gomoku-freestyle"


@pytest.mark.parametrize(
    "line", ["RESTART", "BEGIN", "TURN 7,7", "PLAY 7,7", "TAKEBACK 7,7", "YXNBEST 2", "YXSHOWFORBID"]
)
def test_before_the_start(talk: BrainTalk, line: str) -> None:
    assert talk.ask(line).startswith("ERROR no game yet")
    assert talk.ask("BOARD", "DONE").startswith("ERROR no game yet")


def test_a_board_that_is_never_done(talk: BrainTalk) -> None:
    assert talk.ask("START 15") == "OK"
    talk.send("BOARD", "7,7,2", "7,8,1")
    assert talk.ask("ABOUT").startswith("ERROR BOARD without DONE")
    assert talk.answer().startswith("name=")
    assert talk.ask("BEGIN") == "0,0"


def test_after_the_end_nothing_goes_on(talk: BrainTalk) -> None:
    assert talk.ask("START 15") == "OK"
    for x in range(4):
        assert talk.ask(f"TURN {x},7") == f"{x},0"
    assert talk.ask("TURN 4,7").startswith("ERROR the game is over")
    assert talk.ask("TURN 9,9").startswith("ERROR the game is over")
    assert talk.ask("PLAY 9,9").startswith("ERROR the game is over")
    assert talk.ask("TAKEBACK 4,7") == "OK"
    assert talk.ask("TURN 9,9") == "4,0"
    assert talk.ask("TURN 10,9").startswith("ERROR the game is over")


def test_renju(talk: BrainTalk) -> None:
    assert talk.ask("START 15") == "OK"
    assert talk.ask("YXSHOWFORBID") == "FORBID ."
    talk.send("INFO rule 4", "YXBOARD")
    talk.send("6,7,1", "0,0,2", "8,7,1", "0,14,2", "7,6,1", "14,0,2", "7,8,1", "14,14,2", "DONE")
    assert talk.ask("YXSHOWFORBID") == "FORBID 0707."
    assert talk.ask("BOARD", "7,7,2", "8,8,2", "9,9,1", "DONE").startswith("ERROR in renju")
    assert talk.ask("RESTART") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert talk.engine.jobs[-1].variant == "gomoku-renju"
    talk.send("INFO rule 1")
    assert talk.ask("TURN 7,7") == "1,0"
    assert talk.engine.jobs[-1].variant == "gomoku-standard"


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> float:
    """The seconds for which every question has waited when the engine begins with it, and kept for the way."""
    monkeypatch.setattr(RunningSearch, "waited_s", 0.25)
    return 0.25 + 0.015


def test_limits(talk: BrainTalk, waited: float) -> None:
    assert talk.ask("START 15") == "OK"
    talk.ask("BEGIN")
    assert talk.engine.limits[-1].time_s == pytest.approx(5 - waited)
    talk.send("INFO timeout_turn 1000", "INFO timeout_match 0", "INFO time_left 2147483647")
    talk.ask("TURN 7,7")
    limit = talk.engine.limits[-1]
    assert limit.clock is None
    assert limit.time_s == pytest.approx(1 - waited)
    talk.send("INFO timeout_turn 30000", "INFO timeout_match 100000", "INFO time_left 80000")
    talk.ask("TURN 8,8")
    limit = talk.engine.limits[-1]
    assert limit.clock is not None
    assert limit.clock.left_s == pytest.approx(80 - waited)
    assert limit.time_s == pytest.approx(30 - waited)
    talk.send("INFO timeout_turn 0")
    talk.ask("TURN 9,9")
    assert talk.engine.limits[-1].time_s == pytest.approx(AT_ONCE_S)
    talk.send("INFO max_node 5000", "INFO max_depth 7", "INFO timeout_match 0", "INFO time_left 0")
    talk.ask("TURN 5,9")
    limit = talk.engine.limits[-1]
    assert (limit.nodes, limit.depth, limit.time_s, limit.clock) == (5000, 7, None, None)
    talk.send("INFO max_node 0", "INFO max_depth -1", "INFO timeout_turn -5")
    assert talk.ask("RESTART") == "OK"
    talk.ask("BEGIN")
    limit = talk.engine.limits[-1]
    assert (limit.nodes, limit.depth, limit.time_s) == (None, None, pytest.approx(AT_ONCE_S))


def test_the_match_time_runs_down_where_the_manager_does_not_say(talk: BrainTalk, waited: float) -> None:
    talk.engine.thinks_s = 0.2
    talk.send("INFO timeout_match 1000000")
    assert talk.ask("START 15") == "OK"
    talk.ask("BEGIN")
    talk.ask("TURN 7,7")
    clock = talk.engine.limits[-1].clock
    assert clock is not None
    assert 1000 - PATIENCE_S < clock.left_s < 1000 - waited - 0.19
    assert talk.ask("RESTART") == "OK"
    talk.ask("BEGIN")
    clock = talk.engine.limits[-1].clock
    assert clock is not None
    assert clock.left_s == pytest.approx(1000 - waited)


def test_budgets() -> None:
    assert MoveBudget(turn_s=1.0).limit(waited_s=0.5).time_s == pytest.approx(0.485)
    assert MoveBudget(turn_s=0.1).limit(waited_s=0.5).time_s == pytest.approx(0.005)
    assert MoveBudget(left_s=60, increment_s=2, moves_left=10).limit().clock == Clock(60 - 0.015, 2, 10)
    assert MoveBudget(usual_s=5).limit().time_s == pytest.approx(4.985)
    assert MoveBudget(usual_s=5, nodes=100).limit().time_s is None
    assert MoveBudget(turn_s=0, nodes=100).limit().time_s is None
    assert MoveBudget(turn_s=2, left_s=1).most_s == 1
    assert MoveBudget(turn_s=0).most_s is None


def test_scores() -> None:
    texts = [score_text(score) for score in (Cp(-31), Cp(0), Mate(9), Mate(-8))]
    assert texts == ["-31", "0", "+M9", "-M8"]


def test_details_as_yixins_board_asks_for_them(talk: BrainTalk) -> None:
    assert talk.ask("YXSHOWINFO", "START 15") == "OK"
    assert talk.messages == ["MESSAGE INFO MAX_THREAD_NUM 256", "MESSAGE INFO MAX_HASH_SIZE 26"]
    assert talk.ask("BEGIN") == "0,0"
    assert talk.messages[2:] == [
        "MESSAGE depth 1-1 ev 7 n 1 n/ms 0 tm 0 pv A1",
        "MESSAGE depth 3-3 ev -12 n 1000 n/ms 2 tm 500 pv A1",
    ]


def test_details_of_several_moves() -> None:
    info = SearchInfo(9, 12_345_678, 2.0, Cp(31), ("h8", "pass"), (Choice(Mate(-8), ("t20", "a1")),), seldepth=21)
    assert list(detailed_messages(info)) == [
        "MESSAGE depth 9-21 multipv 1 ev 31 n 12M n/ms 6172 tm 2000 pv H8",
        "MESSAGE depth 9-21 multipv 2 ev -M8 n 12M n/ms 6172 tm 2000 pv T20 A1",
    ]
    farther = SearchInfo(4, 10, 0.0, Cp(5), ("b1",), seldepth=9)
    assert usual_message(farther, 15) == "MESSAGE depth 4 seldepth 9 nodes 10 time 0 nps 0 ev 5 pv 1,0"
    for nodes, text in ((9_999, "9999"), (10_000, "10K"), (9_999_999, "9999K"), (10_000_000, "10M")):
        assert f" n {text} n/ms 0 tm 0" in next(detailed_messages(SearchInfo(1, nodes, 0.0, Cp(0))))


def test_the_best_moves(talk: BrainTalk) -> None:
    assert talk.ask("START 15") == "OK"
    talk.send("INFO max_node 5000", "YXBOARD", "7,7,2", "DONE")
    assert talk.ask("YXNBEST 3") == "0,0"
    assert talk.engine.limits[-1] == Limit(nodes=5000, lines=3)
    assert talk.ask("TURN 8,8") == "1,0", "its move stands on the board"
    assert talk.engine.limits[-1].lines == 1
    assert talk.ask("YXNBEST 2").startswith("ERROR it is the other side's turn")
    for wrong in ("YXNBEST", "YXNBEST 0", "YXNBEST 65", "YXNBEST two"):
        assert talk.ask(wrong).startswith("ERROR YXNBEST takes")


def test_an_empty_table(talk: BrainTalk) -> None:
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert len(talk.options) == 1
    talk.send("YXHASHCLEAR")
    assert talk.ask("TURN 7,7") == "1,0"
    assert talk.options == [{}, {}], "another engine, which remembers nothing"
    assert "MESSAGE the search's table is empty" in talk.messages


def test_the_size_of_the_table(talk: BrainTalk) -> None:
    talk.send("INFO hash_size 262144", "INFO max_memory 209715200", "INFO max_memory 0", "INFO hash_size 0")
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert talk.options == [{}, {"table_mb": 256}, {"table_mb": 20}, {"table_mb": 256}, {}]


def test_options_of_the_engine(talk: BrainTalk) -> None:
    talk.send("INFO thread_num 3", "INFO max_memory 209715200", "INFO max_memory 0", "INFO folder /x y", "INFO what 1")
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    assert talk.options == [{}, {"threads": 3}, {"threads": 3, "table_mb": 20}, {"threads": 3}]


def test_a_new_game_does_not_wait_for_a_new_engine(talk: BrainTalk) -> None:
    for line in ("START 15", "RESTART", "START 20"):
        assert talk.ask(line) == "OK"
        assert talk.ask("BEGIN") == "0,0"
    assert len(talk.options) == 1


def test_stop_while_thinking_and_what_was_said_meanwhile(waited: float) -> None:
    talk = BrainTalk(QuickEngine(thinks_s=600))
    assert talk.ask("START 15") == "OK"
    talk.send("BEGIN", "ABOUT", "INFO timeout_turn 7000", "STOP")
    began_s = time.monotonic()
    assert talk.answer() == "0,0"
    assert talk.answer().startswith("name=")
    talk.send("TURN 7,7")
    time.sleep(0.05)
    assert talk.ask("YXSTOP") == "1,0"
    assert time.monotonic() - began_s < SOON_S
    assert talk.engine.limits[-1].time_s == pytest.approx(7 - waited)
    talk.send("STOP")
    assert talk.is_silent()
    talk.end()


def test_the_end_while_thinking_still_brings_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_LAST_CALL_S", PATIENCE_S)
    talk = BrainTalk(QuickEngine(thinks_s=600))
    assert talk.ask("START 15") == "OK"
    talk.send("BEGIN")
    assert talk.engine.began.wait(PATIENCE_S)
    began_s = time.monotonic()
    talk.end()
    assert time.monotonic() - began_s < SOON_S
    assert talk.answer() == "0,0"


def test_an_engine_that_is_late_is_stood_in_for() -> None:
    talk = BrainTalk(QuickEngine(is_quick_to_load=False))
    talk.send("INFO timeout_turn 500", "START 15")
    began_s = time.monotonic()
    assert talk.ask("BEGIN") == "OK"
    assert re.fullmatch("[0-9]+,[0-9]+", talk.answer())
    assert time.monotonic() - began_s < SOON_S
    assert not talk.engine.jobs
    talk.engine.may_load.set()
    talk.send("INFO max_node 1000")  # whose answer is waited for
    assert talk.ask("TURN 0,0") == "1,0"
    assert talk.engine.jobs[-1].moves[-1] == "a1"
    talk.end()


def test_the_start_waits_for_the_engine() -> None:
    talk = BrainTalk(QuickEngine(is_quick_to_load=False))
    talk.send("START 15", "INFO timeout_turn 500")
    assert talk.is_silent()
    talk.engine.may_load.set()
    assert talk.answer() == "OK"
    assert talk.ask("RESTART") == "OK"
    talk.end()


def test_the_start_tells_how_far_the_compiler_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compilers: list[Compiling] = []
    monkeypatch.setattr(engine_session, "Warmup", lambda game: compilers.append(Compiling(game)) or compilers[-1])
    talk = BrainTalk(kernels_of="patterns")
    talk.send("START 15")
    assert re.fullmatch(r"MESSAGE compiling the engine .* \(part \d+ of 9000\)", talk.heard())
    compilers[0].may_end.set()
    assert talk.answer() == "OK"
    talk.end()


def test_who_asks_without_waiting_gets_the_ok_before_the_move() -> None:
    talk = BrainTalk(QuickEngine(is_quick_to_load=False))
    talk.send("INFO timeout_turn 500", "START 15", "BEGIN")
    assert talk.heard() == "OK"
    assert "two plies" in talk.heard(), "and learns who answers"
    assert re.fullmatch("[0-9]+,[0-9]+", talk.answer())
    talk.engine.may_load.set()
    talk.end()


def test_levels(talk: BrainTalk) -> None:
    assert talk.ask("START 15") == "OK"
    talk.send("INFO level expert", "INFO timeout_turn 7000")
    assert talk.ask("BEGIN") == "0,0"
    assert talk.levels[-1] is not None
    assert talk.levels[-1].name == "expert"
    assert talk.engine.limits[-1].nodes == 1_800
    assert talk.engine.limits[-1].time_s is not None
    assert talk.ask("INFO level godlike").startswith("ERROR unknown level 'godlike'")
    talk.send("INFO level full", "INFO book 1", "INFO max_node 77")
    assert talk.ask("TURN 5,5") == "1,0"
    assert talk.engine.limits[-1].nodes == 77
    assert talk.options[-1] == {"book": 1}


def test_an_engine_that_fails() -> None:
    class Broken(QuickEngine):
        def search(self, *arguments: object) -> None:  # type: ignore[override]  # it never answers
            raise ZeroDivisionError

    talk = BrainTalk(Broken())
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "ERROR the engine failed: ZeroDivisionError"
    assert talk.ask("ABOUT").startswith("name=")
    talk.end()


def test_options_that_no_engine_can_be_made_with_leave_the_one_before() -> None:
    class Picky(BrainTalk):
        def make(self, options: Mapping[str, int], level: Level | None) -> QuickEngine:
            if options:
                raise TypeError(f"unexpected {options}")
            return super().make(options, level)

    talk = Picky()
    talk.send("INFO thread_num 3")
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    talk.end()


WORDS = [
    "START",
    "RESTART",
    "RECTSTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "DONE",
    "PLAY",
    "TAKEBACK",
    "INFO",
    "ABOUT",
    "STOP",
    "YXSHOWFORBID",
    "timeout_turn",
    "time_left",
    "rule",
    "max_node",
    "15",
    "20",
    "-3",
    "99999999999999999999",
    "7,7",
    "0,0",
    "14,14",
    "1,2,1",
    "3,4,2",
    "5,5,9",
    ",,",
    "x",
    "é",
    "棋",
]


@pytest.mark.parametrize("seed", range(4))
def test_garbage(seed: int) -> None:
    chance = random.Random(seed)
    talk = BrainTalk()
    assert talk.ask("START 15") == "OK"
    for _ in range(600):
        line = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
        if chance.random() < 0.2:
            line = "".join(
                chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x110000)))) for _ in range(9)
            )
        talk.send(line.replace("\n", "").replace("\r", "").encode("utf-8", "replace").decode())
    talk.send("x" * 100_000)
    talk.send("BOARD", *["7,7,2"] * 5000, "DONE")
    talk.send("DONE", "SYNCHRONISE")  # no word that is garbage above
    while talk.answer() != "UNKNOWN command SYNCHRONISE":
        pass
    talk.send("INFO rule 0")
    assert talk.ask("START 15") == "OK"
    assert talk.ask("BEGIN") == "0,0"
    talk.end()
