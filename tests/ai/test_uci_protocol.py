"""Our Xiangqi protocol before a quick engine: both protocols, commands in and out of order, garbage."""

from __future__ import annotations

import queue
import random
import re
import threading
import time

import pytest
from patience import PATIENCE_S, SOON_S
from protocol_helpers import Compiling
from uci_helpers import MATED, QuickXiangqi, UciTalk, positions, talking

from ai.api import Clock, Limit, Score
from ai.level import Level
from ai.protocols import conversation, engine_session
from ai.protocols.budget import MoveBudget
from ai.protocols.engine_session import EngineSession, RunningSearch, SearchTask, SessionEvent, TaskAnswered, TaskBegun
from ai.protocols.uci.moves import write_move
from ai.protocols.uci.quick import quick_move
from ai.score import Cp, Mate, Repetition
from game.rules.xiangqi.board import attackers
from game.rules.xiangqi.variants import XIANGQI

FIRST = "a0a1"
"""What the quick engine plays in the start position, with ranks from 0."""
_WAITED_S = 0.25
_WORDS = (
    "uci ucci isready setoption name value Hash Threads position startpos fen moves h2e2 h9g7 banmoves go depth 1 "
    "nodes movetime time infinite ponder ponderhit stop probe searchmoves ucinewgame -7 99999999999999999999 \x00 "
    "ｆｅｎ ９ 馬 \ufffd a0a1 i10i9 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w b - draw mate"
)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody stands in for an engine that a busy machine lets wait; each question has waited equally long for it."""
    monkeypatch.setattr(MoveBudget, "patience_s", None)
    monkeypatch.setattr(RunningSearch, "waited_s", _WAITED_S)


def _clock(left_s: float, increment_s: float, moves_left: int | None) -> Clock:
    """What reaches the engine of such a clock: the wait is taken off, and something for the way."""
    return Clock(pytest.approx(left_s - _WAITED_S - 0.015), increment_s, moves_left)


def _told(talk: UciTalk, *said: str) -> str:
    """The remark that an out-of-order command gets, without its prefix; all before it is chatter."""
    talk.messages.clear()
    talk.lines_to("readyok", *said, "isready")
    return talk.messages[-1].removeprefix("info string ").removeprefix("info message ") if talk.messages else ""


def test_uci_introduces_itself() -> None:
    with talking() as talk:
        lines = talk.lines_to("uciok", "uci")
        assert lines[0] == "id name Qiguan 1.2"
        names = [line.split("name ")[1].split(" type")[0] for line in lines if line.startswith("option ")]
        told = ["Hash", "Threads", "MultiPV", "Ponder", "OwnBook", "Level", "Clear Hash", "UCI_Variant", "Repetition"]
        assert names == told
        assert any(line.startswith("option name Level type combo default full var full var first") for line in lines)
        assert "option name UCI_Variant type combo default xiangqi var xiangqi" in lines


@pytest.mark.parametrize(("protocol", "prefix"), [("uci", "info string "), ("ucci", "info message ")])
def test_a_loss_by_perpetual_check_is_said(protocol: str, prefix: str) -> None:
    with talking(QuickXiangqi(score=Repetition(-4)), protocol) as talk:
        assert talk.ask("go depth 3").startswith("bestmove")
        assert any(" score mate -2 " in line for line in talk.messages)
        assert any(line.startswith(f"{prefix}there is only a perpetual check") for line in talk.messages)


def test_ucci_introduces_itself_and_parts() -> None:
    talk = UciTalk()
    lines = talk.lines_to("ucciok", "ucci")
    assert lines[0] == "id name Qiguan 1.2"
    assert "option usemillisec type check default false" in lines
    talk.end()
    assert talk.answer() == "bye"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (("uci",), f"bestmove {FIRST}"),
        (("ucci",), f"bestmove {FIRST}"),
        ((), f"bestmove {FIRST}"),
        (("uci", "setoption name UCI_Variant value xiangqi"), "bestmove a1a2"),
        (("position startpos moves h2e2",), "bestmove a6a5"),
        (("position startpos moves h3e3",), "bestmove a7a6"),
        (("ucci", "position startpos moves h3e3"), "bestmove a7a6"),
        (("uci", "setoption name UCI_Variant value xiangqi", "position startpos moves h2e2"), "bestmove a6a5"),
        (("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e1",), "bestmove d9d8"),
        (("position fen 3k5/9/9/9/9/9/9/9/9/4K4 b moves d9d8 e0e1",), "bestmove d8d7"),
        (("position 3k5/9/9/9/9/9/9/9/9/4K4 w",), "bestmove e0e1"),
        (("POSITION STARTPOS MOVES H2-E2",), "bestmove a6a5"),
    ],
)
def test_positions_and_counts_of_ranks(said: tuple[str, ...], answer: str) -> None:
    with talking(None, *said) as talk:
        assert talk.ask("go depth 3").split(" ponder")[0] == answer


def test_who_grants_more_time_than_a_wait_can_last_gets_a_move() -> None:
    engine = QuickXiangqi(is_quick_to_load=False)
    with talking(engine, "uci", "position startpos", "go movetime 999999999999999999") as talk:
        threading.Timer(0.2, engine.may_load.set).start()
        assert talk.answer().startswith(f"bestmove {FIRST}")


def test_a_game_that_goes_on() -> None:
    with talking(None, "uci") as talk:
        moves = []
        for move in ["h2e2", "h9g7", "h0g2", "i9h9"]:
            moves.append(move)
            talk.send(f"position startpos moves {' '.join(moves)}")
            talk.ask("go depth 1")
        assert [len(job.moves) for job in talk.engine.jobs] == [1, 2, 3, 4]
        talk.send("position startpos moves h2e2 h9g7")  # taken back
        talk.ask("go depth 1")
        assert talk.engine.jobs[-1].moves == ("h2e2", "h9g7")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("position startpos moves h2e2 h2e2", "moves[1] 'h2e2' is not legal"),
        ("position startpos moves ninety", "moves[0] 'ninety' is no move"),
        ("position", "the position is empty"),
        ("position fen", "the position is empty"),
        ("position fen 9/9 w", "rows"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other"),
        ("position fen kkkkkkkkk/9/9/9/9/9/9/9/9/4K4 w", "9 generals"),
        ("setoption", "name"),
        ("setoption name Nonsense value 3", "no option nonsense"),
        ("setoption name Hash value lots", "whole number"),
        ("setoption name UCI_Variant value chess", "xiangqi only"),
        ("banmoves h7e7 a9a5", "not each of these is a legal move: h7e7 a9a5"),
        ("go depth 2 searchmoves a0a5", "not each"),
        ("fly me to the moon", "unknown command fly"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(command: str, said: str) -> None:
    with talking(None, "uci", "position startpos moves h2e2") as talk:
        assert said in _told(talk, command)
        assert talk.ask("go depth 1").startswith("bestmove a6a5")


def test_commands_that_are_out_of_order() -> None:
    with talking() as talk:
        assert _told(talk, "stop", "ponderhit", "ucinewgame", "debug on", "register later", "banmoves") == ""
        talk.send("go infinite")
        assert talk.engine.began.wait(PATIENCE_S)
        assert talk.ask("isready") == "readyok", "at once while it thinks"
        talk.send("go depth 2", "position startpos moves h2e2", "go depth 3")
        assert talk.is_silent(), "the rest waits"
        assert talk.ask("stop").startswith(f"bestmove {FIRST}")
        assert talk.answer().startswith(f"bestmove {FIRST}")
        assert talk.answer().startswith("bestmove a6a5")


@pytest.mark.usefixtures("patient")
def test_the_limits_reach_the_engine() -> None:
    with talking(None, "uci") as talk:
        for command in ("go depth 5", "go nodes 100", "go wtime 9000 btime 5000 winc 100 binc 50 movestogo 4"):
            talk.ask(command)
        assert talk.engine.limits[:2] == [Limit(depth=5), Limit(nodes=100)]
        assert talk.engine.limits[2].clock == _clock(9.0, 0.1, 4)
        talk.send("position startpos moves h2e2")
        talk.ask("go wtime 9000 btime 5000 winc 100 binc 50")
        assert talk.engine.limits[3].clock == _clock(5.0, 0.05, None)


@pytest.mark.usefixtures("patient")
def test_uccis_clock_counts_seconds_or_thousandths() -> None:
    with talking(None, "ucci") as talk:
        for command in ("go time 60 increment 3", "go time 7 movestogo 2"):
            talk.ask(command)
        talk.send("setoption usemillisec true")
        talk.ask("go time 60000 increment 3000")
        clocks = [limit.clock for limit in talk.engine.limits]
        assert clocks == [_clock(60.0, 3.0, None), _clock(7.0, 0.0, 2), _clock(60.0, 3.0, None)]


def test_progress_and_answer() -> None:
    with talking(None, "uci", "setoption name MultiPV value 2") as talk:
        assert talk.ask("go depth 3") == "bestmove a0a1 ponder a6a5"
        assert talk.messages == [
            "info depth 3 multipv 1 score cp 34 nodes 1000 nps 2000 time 500 pv a0a1 a6a5",
            "info depth 3 multipv 2 score cp 33 nodes 1000 nps 2000 time 500 pv a0a2 a6a5",
        ]
        assert talk.engine.limits[0].lines == 2


def test_infinite_ends_with_a_stop_only() -> None:
    with talking(None, "uci", "go infinite") as talk:
        assert talk.engine.began.wait(PATIENCE_S)
        assert talk.is_silent(0.1) or talk.is_silent(0.1), "its info, then nothing, though the engine has answered"
        began_s = time.monotonic()
        assert talk.ask("stop").startswith("bestmove")
        assert time.monotonic() - began_s < SOON_S


def test_pondering() -> None:
    with talking(QuickXiangqi(thinks_s=0.3), "uci", "position startpos moves h2e2 h9g7") as talk:
        talk.send("go ponder wtime 60000 btime 60000")
        assert talk.engine.began.wait(PATIENCE_S)
        assert talk.engine.limits == [Limit()]
        time.sleep(0.5)
        assert talk.ask("isready") == "readyok"
        assert talk.is_silent(), "it waits for the move though its search has ended"
        assert talk.ask("ponderhit").startswith("bestmove a0a1")
        assert talk.engine.limits[1].clock is not None
        assert len(talk.engine.limits) == 2


def test_pondering_that_is_stopped() -> None:
    with talking(QuickXiangqi(thinks_s=600), "uci") as talk:
        talk.send("go ponder wtime 60000 btime 60000")
        assert talk.engine.began.wait(PATIENCE_S)
        assert talk.ask("stop").startswith("bestmove a0a1")
        assert len(talk.engine.limits) == 1, "nothing was asked after it"


def test_a_hit_before_the_engine_has_begun() -> None:
    with talking(QuickXiangqi(is_quick_to_load=False), "ucci") as talk:
        talk.send("go ponder time 60", "ponderhit")
        assert talk.is_silent()
        talk.engine.may_load.set()
        assert talk.answer().startswith("bestmove a0a1")
        assert talk.engine.limits[-1].clock is not None


def test_moves_that_are_barred() -> None:
    with talking(None, "ucci") as talk:
        talk.send("banmoves a0a1 a0a2")
        assert talk.ask("go depth 3").startswith("bestmove a3a4")
        assert talk.engine.limits[-1].lines == 3
        assert talk.ask("go depth 3 searchmoves a0a2 h2e2").startswith("bestmove h2e2"), "both count"
        talk.send("position startpos")
        assert talk.ask("go depth 3").startswith("bestmove a0a1"), "a new position has none"
        talk.send("position fen 3k5/9/9/9/9/9/9/9/9/4K4 w", "banmoves e0e1 e0f0")
        assert talk.ask("go depth 3") == "nobestmove"


@pytest.mark.parametrize(("protocol", "answer"), [("uci", "bestmove (none)"), ("ucci", "nobestmove")])
def test_who_is_mated_names_no_move(protocol: str, answer: str) -> None:
    with talking(None, protocol, f"position fen {MATED}") as talk:
        assert talk.ask("go depth 4") == answer
        assert talk.messages == ["info depth 0 score mate 0"]


@pytest.mark.parametrize(
    ("score", "go", "end"),
    [
        (Cp(20), "go draw depth 3", ""),
        (Cp(-20), "go draw depth 3", " draw"),
        (Cp(-20), "go depth 3", ""),
        (Mate(5), "go draw depth 3", ""),
        (Mate(-20), "go draw depth 3", " draw"),
        (Mate(-2), "go depth 3", " resign"),
        (Mate(-20), "go depth 3", ""),
    ],
)
def test_draws_and_resignations(score: Score, go: str, end: str) -> None:
    with talking(QuickXiangqi(score=score), "ucci") as talk:
        assert talk.ask(go) == f"bestmove a0a1 ponder a6a5{end}"
    with talking(QuickXiangqi(score=score), "uci") as talk:
        assert talk.ask(go) == "bestmove a0a1 ponder a6a5", "UCI knows neither"


def test_probing() -> None:
    with talking(None, "ucci") as talk:
        assert talk.ask("probe") == "pophash"
        talk.ask("go depth 3")
        assert talk.ask("probe") == "pophash bestmove a0a1 lowerbound 34 depth 3 upperbound 34 depth 3"
        assert talk.ask("probe startpos moves h2e2") == "pophash"
        assert talk.ask("probe startpos").startswith("pophash bestmove a0a1")


def test_options_reach_the_engine() -> None:
    with talking(None, "uci", "setoption name Hash value 7", "setoption name Threads value 2") as talk:
        talk.send("setoption name Clear Hash", "setoption name Ponder value true")
        talk.ask("go depth 1")
        assert talk.options[0] == {"threads": 1, "table_mb": 64}
        assert talk.options[-1] == talk.options[-2] == {"threads": 2, "table_mb": 7}, "a fresh one remembers nothing"
        assert len(talk.options) == 4


def test_somebody_else_answers_while_the_engine_is_not_ready() -> None:
    with talking(QuickXiangqi(is_quick_to_load=False), "uci") as talk:
        began_s = time.monotonic()
        assert talk.ask("go movetime 300").startswith("bestmove ")
        assert talk.ask("go infinite", "stop").startswith("bestmove ")
        assert time.monotonic() - began_s < SOON_S
        assert talk.engine.limits == []
        talk.engine.may_load.set()
        assert talk.ask("isready") == "readyok"
        assert talk.ask("go nodes 300").startswith("bestmove a0a1"), "now it is"


def test_readyok_waits_for_the_engine_however_long_that_takes() -> None:
    with talking(QuickXiangqi(is_quick_to_load=False), "uci") as talk:
        talk.send("isready", "isready", "position startpos moves h2e2")
        assert talk.is_silent()
        talk.engine.may_load.set()
        assert [talk.answer(), talk.answer()] == ["readyok", "readyok"]
        assert talk.ask("setoption name Hash value 5", "isready") == "readyok"
        assert len(talk.options) == 2, "and for the one with the new options"
        assert talk.ask("go depth 2") == "bestmove a6a5 ponder a0a1", "what was said meanwhile was heard"


def test_readyok_comes_before_the_move_that_waits_for_the_engine_too() -> None:
    with talking(QuickXiangqi(thinks_s=600, is_quick_to_load=False), "uci") as talk:
        talk.send("isready", "go infinite", "isready")
        assert talk.is_silent()
        talk.engine.may_load.set()
        assert [talk.answer(), talk.answer()] == ["readyok", "readyok"]
        assert talk.ask("isready") == "readyok", "while it thinks at once"
        assert talk.ask("stop").startswith("bestmove a0a1")


def test_an_engine_that_never_gets_ready_is_told_and_keeps_nobody_waiting() -> None:
    class Broken(QuickXiangqi):
        def load(self) -> None:
            raise OSError("the disk is gone")

    with talking(Broken(), "uci") as talk:
        assert talk.ask("isready") == "readyok"
        assert "could not be made ready" in talk.messages[-1]


def test_who_waits_is_told_how_far_the_compiler_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compilers: list[Compiling] = []
    monkeypatch.setattr(engine_session, "Warmup", lambda game: compilers.append(Compiling(game)) or compilers[-1])
    monkeypatch.setattr(conversation, "_PROGRESS_EVERY_S", 0.0)
    talk = UciTalk(kernels_of="xiangqi")
    talk.lines_to("uciok", "uci")
    assert talk.is_silent(), "nobody waits yet"
    talk.send("isready")
    assert re.fullmatch(r"info string compiling the engine for this machine, once \(part \d+ of 9000\)", talk.heard())
    assert talk.heard() != talk.heard()
    talk.send("go movetime 100")
    while not (line := talk.heard()).startswith("bestmove"):
        assert line.startswith("info string ")
        last = line
    assert "two plies" in last, "somebody else has answered, and said so"
    compilers[0].may_end.set()
    assert talk.answer() == "readyok"
    talk.end()


def test_a_level_that_needs_no_kernels_does_not_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the person chooses it while the compiler is at work."""
    monkeypatch.setattr(engine_session, "Warmup", Compiling)
    monkeypatch.setattr(Level, "needs_kernels", False)
    talk = UciTalk(kernels_of="xiangqi")
    assert talk.ask("isready", "setoption name Level value first-steps") == "readyok"
    assert [level.name if level else None for level in talk.levels] == ["first-steps"]
    talk.end()


def test_levels() -> None:
    with talking(None, "uci", "setoption name Level value expert", "setoption name OwnBook value true") as talk:
        assert talk.ask("go depth 30").startswith("bestmove")
        assert talk.levels[-1] is not None
        assert talk.levels[-1].name == "expert"
        assert talk.engine.limits[-1] == Limit(depth=30, nodes=8_500)
        talk.ask("go")
        assert talk.engine.limits[-1] == Limit(nodes=8_500), "it needs no time to be limited by"
        assert "unknown level" in _told(talk, "setoption name Level value godlike")
        assert talk.ask("setoption name Level value Full", "go depth 2").startswith("bestmove")
        assert talk.engine.limits[-1] == Limit(depth=2)
        assert talk.levels[-1] is None
        assert talk.options[-1] == {"threads": 1, "table_mb": 64, "book": 1}


def test_a_level_does_not_ponder_beyond_its_strength() -> None:
    with talking(None, "uci", "setoption name Level value expert") as talk:
        assert talk.ask("go ponder depth 30", "ponderhit").startswith("bestmove")
        assert talk.engine.limits == [Limit(depth=30, nodes=8_500)]
        assert talk.ask("go ponder depth 30", "stop").startswith("bestmove")
        assert talk.engine.limits[1:] == [Limit(nodes=8_500)]


# where a move that is safe itself leaves another piece to be taken
@pytest.mark.parametrize(
    ("fen", "hangs"),
    [
        ("rn1aka1n1/5c2r/4b3b/p1p1p1p1p/P8/9/2P1P1P1P/CcN1C1N2/4K4/R1BA1AB1R b - - 0 1", ["a6a5"]),
        ("rnbaka1nr/9/7cb/p1p1p1p1p/9/1c2P4/P1P3P1P/1C2C4/4A4/RNB1KABNR b - - 0 1", ["a9a8", "a6a5"]),
        ("1n1aka2r/1r7/bc4n1b/p3p1p2/2p2c3/2P1P1C2/P5P1P/1R7/4K2C1/1NBA1ABNR b - - 0 1", ["b9d8", "b9a7"]),
    ],
)
def test_who_stands_in_loses_no_piece_to_the_next_move(fen: str, hangs: list[str]) -> None:
    here = XIANGQI.read_position(fen)
    move = quick_move(here, here.legal_moves())
    assert write_move(move, 0) not in hangs
    after = here.play(move)
    for answer in after.legal_moves():
        for target in answer.captured:
            if after.pieces()[target].kind in ("horse", "cannon", "rook"):
                then = after.play(answer)
                assert list(attackers(then.cells, target, then.turn)), "who takes a piece is taken"


def test_who_stands_in_mates_and_is_not_mated_at_once() -> None:
    mates = [each for each in positions("mates") if each["mate_in"] == 1 and each["all_mating_moves"]]
    for each in mates:
        here = XIANGQI.read_position(each["fen"])
        assert write_move(quick_move(here, here.legal_moves()), 0) in each["all_mating_moves"]
    # Red's rooks mate on the last rank unless Black makes room or stands between
    here = XIANGQI.read_position("4k4/R8/8r/9/9/9/9/9/9/1R1K5 b - - 0 1")
    after = here.play(quick_move(here, here.legal_moves()))
    assert all(after.play(move).legal_moves() for move in after.legal_moves())


def test_a_stop_for_one_question_ends_no_other() -> None:
    """As when the engine begins with one that somebody else has answered meanwhile, and has gone on to the next."""
    events: queue.SimpleQueue[SessionEvent] = queue.SimpleQueue()
    engine_session = EngineSession(lambda options, level: QuickXiangqi(), events.put)
    may_end = threading.Event()

    def think(thought: RunningSearch) -> bool:
        assert may_end.wait(PATIENCE_S)
        return thought.is_stopped

    asked = [SearchTask(think, lambda answer: None, lambda why: None) for _ in range(2)]
    engine_session.prepare({})
    engine_session.ask(asked[1])
    assert events.get(timeout=PATIENCE_S) == TaskBegun(asked[1])
    engine_session.stop(asked[0])
    may_end.set()
    assert events.get(timeout=PATIENCE_S) == TaskAnswered(asked[1], False)
    engine_session.close(PATIENCE_S)


def test_any_garbage_is_survived() -> None:
    chance = random.Random(11)
    with talking() as talk:
        for _ in range(1500):
            talk.send(" ".join(chance.choices(_WORDS.split(" "), k=chance.randint(1, 7))))
        for _ in range(400):  # every endless search ends
            talk.send("stop")
            time.sleep(0.002)
        talk.send("ucci", "position startpos", "stop", "xyzzy")
        while "xyzzy" not in (talk.messages or [""])[-1]:
            talk.send("stop", "isready")
            talk.answer()
        talk.lines_to("bestmove", "stop", "go depth 1")


def test_the_end_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_LAST_CALL_S", PATIENCE_S)
    talk = UciTalk(QuickXiangqi(thinks_s=600))
    talk.send("ucci", "go infinite")
    assert talk.engine.began.wait(PATIENCE_S)
    began_s = time.monotonic()
    talk.end()
    assert time.monotonic() - began_s < SOON_S
    talk.lines_to("ucciok")
    assert talk.answer().startswith("bestmove a0a1")
    assert talk.answer() == "bye"
