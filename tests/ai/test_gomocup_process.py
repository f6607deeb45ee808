"""The real program behind a pipe: whole games, stop and end in time, the clock, garbage, the same answer every time."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE_S, SOON_S
from protocol_helpers import ROOT, ProcessTalk

from ai.gomoku.book import load_book
from ai.gomoku.notation import RULES, Stones, has_five, makes_five
from ai.protocols.gomocup.board import VARIANTS, StoneBoard
from game.rules.gomoku.rows import RowRule

MESSAGE = re.compile(r"MESSAGE depth \d+( seldepth \d+)? nodes \d+ time \d+ nps \d+ ev (-?\d+|[+-]M\d+) pv( \d+,\d+)*")


@pytest.fixture(scope="module")
def warm(kernels: None) -> None:
    """The program has been started once, so that its kernels are known to be there."""
    talk = ProcessTalk()
    assert talk.ask("START 15") == "OK"
    talk.send("INFO max_node 1000")
    talk.ask("BEGIN", timeout_s=120)
    talk.close()


@pytest.fixture
def talk(warm: None) -> Iterator[ProcessTalk]:
    talk = ProcessTalk()
    yield talk
    assert "Traceback" not in talk.close()


def _get_ready(talk: ProcessTalk) -> None:
    """A game has begun, and the engine is loaded."""
    assert talk.ask("START 15") == "OK"
    talk.send("INFO max_node 1")
    talk.ask("BEGIN")
    talk.send("INFO max_node 0")


def _seconds(talk: ProcessTalk, *lines: str) -> float:
    began_s = time.monotonic()
    assert re.fullmatch(r"\d+,\d+", talk.ask(*lines)), "a move"
    return time.monotonic() - began_s


def test_it_ends_cleanly(warm: None) -> None:
    talk = ProcessTalk()
    assert talk.ask("ABOUT").startswith('name="Qiguan"')
    assert talk.ask("START 15") == "OK"
    talk.send("INFO timeout_turn 0")
    talk.ask("BEGIN")
    talk.send("END")
    assert talk.process.wait(SOON_S) == 0
    assert talk.close() == ""


@pytest.mark.parametrize(("rule", "size"), [(0, 15), (1, 20), (4, 15), (8, 15), (9, 22), (0, 7)])
def test_a_whole_game_against_chance(talk: ProcessTalk, rule: int, size: int) -> None:
    chance = random.Random(rule)
    assert talk.ask(f"START {size}") == "OK"
    talk.send("INFO max_node 3000", f"INFO rule {rule}")
    board = StoneBoard(size)
    stones = Stones(RULES[VARIANTS[rule]], size, 0)
    answer = talk.ask("BEGIN")
    for _ in range(size * size // 2):
        board = board.place(board.read_point(answer), is_own=True)
        stones.points = {stone.square: int(not stone.is_own) for stone in board.stones}
        if has_five(stones):
            break
        free = [at for at in range(size * size) if at not in stones.points and not makes_five(stones, at, 1)]
        board = board.place(chance.choice(free), is_own=False)
        answer = talk.ask(f"TURN {board.write_point(board.stones[-1].square)}")
    assert has_five(stones), "it wins"
    searched = [message for message in talk.messages if not message.startswith("MESSAGE compiling")]
    assert searched
    assert all(MESSAGE.fullmatch(message) for message in searched)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells what a process has taken")
def test_the_memory_that_gomocup_grants_is_enough(warm: None) -> None:
    talk = ProcessTalk()
    talk.send("INFO max_memory 367001600")
    assert talk.ask("START 20") == "OK"
    talk.send("INFO max_node 150000", "BOARD", "9,9,1", "10,10,2", "8,9,1", "10,9,2", "DONE")
    assert re.fullmatch(r"\d+,\d+", talk.answer())
    status = Path(f"/proc/{talk.process.pid}/status").read_text(encoding="ascii")
    most = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert most is not None
    assert 30_000 < int(most[1]) < 350 << 10
    talk.close()


def test_a_start_with_two_equal_sides_and_what_is_refused(talk: ProcessTalk) -> None:
    assert talk.ask("RECTSTART 6,6") == "OK"
    talk.send("INFO max_node 500")
    for wrong in ("RECTSTART 6,7", "RECTSTART 4,4", "RECTSTART 6", "START 23", "INFO rule 12"):
        assert talk.ask(wrong).startswith("ERROR ")
    assert re.fullmatch("[0-5],[0-5]", talk.ask("TURN 5,5")), "the board of six lines still stands"
    assert talk.ask("RECTSTART 22, 22") == "OK"
    assert re.fullmatch(r"\d+,\d+", talk.ask("TURN 21,21"))


@pytest.mark.parametrize(("rule", "size"), [(0, 5), (1, 9), (4, 22), (8, 15), (9, 6)])
def test_swap2_on_every_board(talk: ProcessTalk, rule: int, size: int) -> None:
    assert talk.ask(f"START {size}") == "OK"
    talk.send("INFO max_node 500", f"INFO rule {rule}", "INFO timeout_turn 2000")
    stones = talk.ask("SWAP2BOARD", "DONE").split()
    assert len({StoneBoard(size).read_point(stone) for stone in stones}) == 3
    answer = talk.ask("SWAP2BOARD", *stones, "DONE").split()
    assert answer == ["SWAP"] or len({StoneBoard(size).read_point(each) for each in (*stones, *answer)}) in (4, 5)


def test_the_book_is_asked_where_it_is_wanted(talk: ProcessTalk) -> None:
    book = load_book(RowRule.FREESTYLE)
    assert book is not None
    first = 7 * 15 + 7
    reply = next(square for square in range(225) if book.moves({first: 0, square: 1}, 0))
    wanted = {StoneBoard(15).write_point(square) for square in book.moves({first: 0, reply: 1}, 0)}
    position = ("BOARD", "7,7,1", f"{StoneBoard(15).write_point(reply)},2", "DONE")
    assert talk.ask("START 15") == "OK"
    talk.send("INFO max_node 2000", "INFO book 1")
    assert talk.ask(*position) in wanted
    assert " nodes 0 " in talk.messages[-1]
    talk.send("INFO book 0")
    talk.ask("START 15", *position)
    talk.answer()
    assert " nodes 0 " not in talk.messages[-1]


def test_no_move_comes_late(talk: ProcessTalk) -> None:
    _get_ready(talk)
    talk.send("INFO timeout_turn 300")
    assert _seconds(talk, "TURN 8,8") < SOON_S
    talk.send("INFO timeout_turn 0")
    assert _seconds(talk, "TURN 1,1") < SOON_S
    talk.send("INFO timeout_turn 500000", "INFO timeout_match 10000000", "INFO time_left 600")
    assert _seconds(talk, "TURN 13,2") < SOON_S
    talk.send("INFO time_left 50")
    assert _seconds(talk, "TURN 2,13") < SOON_S


def test_stop(talk: ProcessTalk) -> None:
    assert talk.ask("START 20") == "OK"
    talk.send("INFO timeout_turn 600000", "BOARD", "9,9,1", "10,10,2", "3,3,1", "10,9,2", "DONE")
    time.sleep(1.0)
    assert _seconds(talk, "STOP") < SOON_S


@pytest.mark.parametrize("thinking", [False, True])
@pytest.mark.parametrize("how", ["END", ""])
def test_the_end(talk: ProcessTalk, thinking: bool, how: str) -> None:
    assert talk.ask("START 20") == "OK"
    talk.send("INFO timeout_turn 600000")
    if thinking:
        talk.send("BOARD", "9,9,1", "10,10,2", "DONE")
        time.sleep(1.0)
    if how:
        talk.send(how)
    else:
        talk.end_of_input()
    assert talk.process.wait(SOON_S) == 0


def test_the_end_right_at_the_start(warm: None) -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "engine", "gomoku"],
        cwd=ROOT,
        input=b"START 15\nBEGIN\nEND\n",
        capture_output=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0
    # a busy machine is told to wait by MESSAGE
    said = [line for line in done.stdout.splitlines() if not line.startswith(b"MESSAGE")]
    assert said[:1] == [b"OK"]
    assert b"Traceback" not in done.stderr


def test_the_same_nodes_give_the_same_answers(warm: None) -> None:
    def said() -> list[str]:
        talk = ProcessTalk("--hash-mb", "8")
        assert talk.ask("START 15") == "OK"
        talk.send("INFO max_node 20000")
        moves = [talk.ask(line, timeout_s=60) for line in ("BEGIN", "TURN 8,8", "TURN 4,6")]
        talk.close()
        finals = [re.sub("time.*nps [0-9]+", "", line) for line in talk.messages if "depth 0" not in line]
        return [*moves, finals[-1]]

    assert said() == said()


def test_a_swap2_opening_between_two_of_us(talk: ProcessTalk) -> None:
    _get_ready(talk)
    talk.send("INFO timeout_turn 400")
    began_s = time.monotonic()
    stones = talk.ask("SWAP2BOARD", "DONE").split()
    assert len(set(stones)) == 3
    for _ in range(2):
        answer = talk.ask("SWAP2BOARD", *stones, "DONE")
        if answer == "SWAP" or len(answer.split()) == 1:
            break
        stones += answer.split()
    assert time.monotonic() - began_s < SOON_S
    assert answer == "SWAP" or re.fullmatch(r"\d+,\d+", answer)
    assert len(set(stones)) == len(stones)
    # White can make a straight four: clearly White's, then clearly Black's
    talk.send("INFO max_node 20000")
    threat = ["0,0", "7,7", "0,14", "7,8", "14,0"]
    assert re.fullmatch(r"\d+,\d+", talk.ask("SWAP2BOARD", *threat, "DONE"))
    assert talk.ask("SWAP2BOARD", "7,7", "0,0", "7,8", "14,14", "7,9", "DONE") == "SWAP"


def test_garbage_and_then_a_game(talk: ProcessTalk) -> None:
    chance = random.Random(5)
    assert talk.ask("START 15") == "OK"
    talk._stdin.write(b"\xff\xfe\x00\x01 \x80\r\r\n\n\n" + bytes(chance.randbytes(50_000)) + b"\n")
    talk._stdin.write(b"A" * 300_000 + b"\nBOARD\n" + b"1,1,1\n" * 2000 + b"DONE\n")
    talk.send("SYNCHRONISE")
    while talk.answer() != "UNKNOWN command SYNCHRONISE":
        pass
    assert talk.ask("START 15") == "OK"
    talk.send("INFO timeout_turn 100")
    assert re.fullmatch(r"\d+,\d+", talk.ask("BEGIN"))
