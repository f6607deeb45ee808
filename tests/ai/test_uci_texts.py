"""What UCI and UCCI say, read and written: positions, moves in both counts of ranks, limits, progress."""

from __future__ import annotations

import pytest
from uci_helpers import positions

from ai.api import Choice, Clock, EngineError, Limit, Score, SearchInfo
from ai.protocols.uci.go import read_go
from ai.protocols.uci.info import UciInfo, info_lines, read_info, repetition_remark, score_text
from ai.protocols.uci.moves import read_legal_move, read_move, read_moves, write_move
from ai.protocols.uci.options import Option, OptionError, read_option
from ai.protocols.uci.quick import quick_move
from ai.score import Cp, Mate, Repetition
from game.rules.xiangqi.variants import XIANGQI


def test_the_legal_moves_are_those_of_other_programs() -> None:
    for position in positions("legal_moves")[::4]:
        here = XIANGQI.read_position(position["fen"])
        for key, first_rank in (("legal_ucci", 0), ("legal_uci1", 1)):
            assert sorted(write_move(move, first_rank) for move in here.legal_moves()) == sorted(position[key])


def test_moves_in_both_counts() -> None:
    start = XIANGQI.start()
    for texts, first_rank in ((["h2e2", "h9g7"], 0), (["h3e3", "h10g8"], 1), (["H2-E2", "h9g7"], 0)):
        for guess in (0, 1):
            moves, after, found = read_moves(start, texts, guess)
            assert [write_move(move, 0) for move in moves] == ["h2e2", "h9g7"]
            assert found == first_rank
            assert after.turn == start.turn
    assert read_moves(start, [], 1) == ([], start, 1)
    with pytest.raises(EngineError, match=r"moves\[2\] 'h3e3' is not legal"):
        read_moves(start, ["h3e3"], 0, before=2)
    assert read_move(start, "a0a10", 0) is None, "from 0 to 9 or from 1 to 10"
    assert read_move(start, "a0a1", 1) is None
    assert read_move(start, "a10a1", 1) == read_move(start, "a9a0", 0)
    assert read_legal_move(start, "a9a0", 0) is None


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["h2e2", "h2e2"], r"moves\[1\] 'h2e2' is not legal"),
        (["h2h2"], r"moves\[0\] 'h2h2' is not legal"),
        (["h2e2", "nonsense"], r"moves\[1\] 'nonsense' is no move"),
        (["h2e2", "h10g8"], r"moves\[1\] 'h10g8' is not legal"),
        (["e9e8"], "is not legal"),
        (["a5a6"], "is not legal"),
    ],
)
def test_moves_that_can_not_be_made(texts: list[str], said: str) -> None:
    with pytest.raises(EngineError, match=said):
        read_moves(XIANGQI.start(), texts, 0)


def test_the_quick_move_takes_what_it_can_get() -> None:
    for between, best in (("9", "a1a6"), ("1n7", "a1i1")):  # the horse would take back: the soldier is worth more
        here = XIANGQI.read_position(f"3k5/9/9/r8/9/{between}/9/9/R7p/4K4 w")
        assert write_move(quick_move(here, here.legal_moves()), 0) == best


# --- go


def _limit(words: str, turn: int = 0, unit_s: float = 1.0) -> Limit:
    return read_go(words.split(), turn, unit_s).budget.limit()


def test_limits_of_both_protocols() -> None:
    assert _limit("depth 7") == Limit(depth=7)
    assert _limit("nodes 5000 depth 9") == Limit(depth=9, nodes=5000)
    assert _limit("movetime 1000").time_s == pytest.approx(0.985)
    assert _limit("wtime 60000 btime 30000 winc 1000 binc 500 movestogo 10").clock == Clock(59.985, 1.0, 10)
    assert _limit("wtime 60000 btime 30000 winc 1000 binc 500", turn=1).clock == Clock(29.985, 0.5, None)
    assert _limit("time 60 increment 2").clock == Clock(59.985, 2.0, None)
    assert _limit("time 60 movestogo 7 opptime 3 oppmovestogo 2").clock == Clock(59.985, 0.0, 7)
    assert _limit("time 60000 increment 2000", unit_s=0.001).clock == Clock(59.985, 2.0, None)
    assert _limit("mate 3").depth == 5
    assert _limit("").time_s is not None, "nobody waits for ever"
    assert _limit("wtime -100 btime 5").clock == Clock(0.005, 0.0, None)
    assert _limit("depth 0 nodes -3") == Limit(depth=1, nodes=1)


def test_how_it_is_asked() -> None:
    assert read_go(["infinite"], 0, 1.0).endless
    assert read_go(["depth", "infinite"], 0, 1.0).endless, "an older UCCI"
    go = read_go(["draw", "ponder", "time", "10"], 0, 1.0)
    assert (go.draw, go.ponder, go.endless) == (True, True, False)
    assert read_go(["perft", "3"], 0, 1.0).perft == 3
    assert read_go(["searchmoves", "h2e2", "h3e3", "depth", "3"], 0, 1.0).only == ("h2e2", "h3e3")
    odd = read_go(["depth", "many", "nodes", "fast", "DEPTH", "4"], 0, 1.0)
    assert odd.unread == ("depth", "many", "nodes", "fast")
    assert odd.budget.depth == 4


# --- info


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (Cp(34), "cp 34"),
        (Cp(-7), "cp -7"),
        (Mate(1), "mate 1"),
        (Mate(5), "mate 3"),
        (Mate(-2), "mate -1"),
        (Mate(-6), "mate -3"),
    ],
)
def test_progress_is_written_and_read_again(score: Score, said: str) -> None:
    info = SearchInfo(9, 12345, 0.5, score, ("h2e2", "h9g7"))
    (line,) = info_lines(info, 1, lambda text: text)
    assert line == f"info depth 9 score {said} nodes 12345 nps 24690 time 500 pv h2e2 h9g7"
    heard = read_info(line.split()[1:])
    assert heard == UciInfo(9, 12345, score, 1, ("h2e2", "h9g7"))


@pytest.mark.parametrize(
    ("score", "said", "remark"),
    [
        (Repetition(5), "mate 3", "the other side has only a perpetual check or chase"),
        (Repetition(-4), "mate -2", "there is only a perpetual check or chase"),
        (Cp(34), "cp 34", ""),
    ],
)
def test_a_perpetual_that_decides_is_told_as_such(score: Score, said: str, remark: str) -> None:
    assert score_text(score) == said
    assert repetition_remark(score).startswith(remark)
    assert bool(repetition_remark(score)) == bool(remark)


def test_several_lines_are_numbered() -> None:
    info = SearchInfo(4, 10, 0.0, Cp(5), ("h2e2",), (Choice(Cp(3), ("b2e2",)), Choice(Cp(1), ("a0a1",))))
    assert info_lines(info, 2, str.upper) == [
        "info depth 4 multipv 1 score cp 5 nodes 10 nps 0 time 0 pv H2E2",
        "info depth 4 multipv 2 score cp 3 nodes 10 nps 0 time 0 pv B2E2",
    ]


def test_the_farthest_ply_is_told_where_it_was_counted() -> None:
    info = SearchInfo(4, 10, 0.0, Cp(5), ("h2e2",), seldepth=9)
    assert info_lines(info, 1, str.upper) == ["info depth 4 seldepth 9 score cp 5 nodes 10 nps 0 time 0 pv H2E2"]
    assert info_lines(info, 2, str.upper)[0].startswith("info depth 4 seldepth 9 multipv 1 score")


@pytest.mark.parametrize(
    ("line", "heard"),
    [
        ("depth 6 score 4 pv b2e2 h9g7", UciInfo(6, None, Cp(4), 1, ("b2e2", "h9g7"))),  # UCCI
        (
            "depth 5 seldepth 9 multipv 2 score cp -30 lowerbound nodes 77 nps 4 tbhits 0 time 3 pv h3e3",
            UciInfo(5, 77, Cp(-30), 2, ("h3e3",)),
        ),
        ("score mate 0", UciInfo()),
        ("string depth 9 score cp 4", UciInfo()),
        ("depth many score nodes pv", UciInfo()),
        ("", UciInfo()),
    ],
)
def test_progress_of_others(line: str, heard: UciInfo) -> None:
    assert read_info(line.split()) == heard


# --- options


def test_options_of_both_protocols() -> None:
    assert read_option(["name", "Clear", "Hash"]) == Option("clear hash", "")
    assert read_option(["name", "MultiPV", "value", "3"]) == Option("multipv", "3")
    assert read_option(["Clear_Hash"]) == Option("clear hash", "")
    assert read_option(["usemillisec", "true"]).is_on
    assert not read_option(["usemillisec", "off"]).is_on
    assert read_option(["hashsize", "99999999999"]).number(1000) == 1000
    assert read_option(["hashsize", "-5"]).number(1000) == 1
    assert read_option(["name", "Ponder", "value", "true"]).is_passed_over
    for words in ("", "name", "name value 3"):
        with pytest.raises(OptionError):
            read_option(words.split())
    with pytest.raises(OptionError, match="whole number"):
        read_option(["hashsize", "big"]).number(1000)
