"""The real Xiangqi program behind a pipe: whole games in both protocols, stop and end in time, clocks, perft, garbage,
the same answer every time."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from patience import PATIENCE_S, SOON_S
from protocol_helpers import ROOT, ProcessTalk
from uci_helpers import positions

from ai.protocols.uci.moves import read_legal_move, write_move
from ai.xiangqi.engine import XiangqiEngine
from game.rules.core import Move, Side
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.variants import XIANGQI

INFO = re.compile(
    r"info depth \d+( seldepth \d+)? score (cp -?\d+|mate -?\d+) nodes \d+ nps \d+ time \d+ "
    r"pv( [a-i](10|\d)[a-i](10|\d))+"
)
BEST = re.compile(r"bestmove ([a-i]\d+[a-i]\d+)( ponder [a-i]\d+[a-i]\d+)?( draw| resign)?")


class Xiangqi(ProcessTalk):
    """The program; `messages` holds what it tells of its searches."""

    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments, game="xiangqi", chatter="info ")

    def greet(self, word: str) -> None:
        """Wait until it has said who it is and is ready."""
        answer = self.ask(word)
        while answer != f"{word}ok":
            answer = self.answer()
        assert self.ask("isready", timeout_s=2 * PATIENCE_S) == "readyok"

    def move(self, *said: str, timeout_s: float = PATIENCE_S) -> str:
        """The move of its answer."""
        found = BEST.fullmatch(self.ask(*said, timeout_s=timeout_s))
        assert found
        return found[1]


@pytest.fixture(scope="module")
def warm() -> None:
    """The kernels are compiled, and the program has been started once, so that it knows that they are there."""
    XiangqiEngine().load()
    talk = Xiangqi()
    talk.greet("uci")
    talk.move("go nodes 1000", timeout_s=240)
    talk.close()


@pytest.fixture
def talk(warm: None) -> Iterator[Xiangqi]:
    talk = Xiangqi()
    yield talk
    assert "Traceback" not in talk.close()


def _seconds(talk: Xiangqi, *said: str) -> float:
    began_s = time.monotonic()
    talk.move(*said)
    return time.monotonic() - began_s


def test_it_ends_cleanly(warm: None) -> None:
    talk = Xiangqi()
    talk.greet("ucci")
    talk.move("go nodes 1000")
    assert talk.ask("quit") == "bye"
    assert talk.process.wait(SOON_S) == 0
    assert talk.close() == ""


@pytest.mark.parametrize(
    ("word", "first_rank", "go"),
    [
        ("uci", 1, "go wtime 6000 btime 6000 winc 50 binc 50"),
        ("ucci", 0, "go time 6000 increment 50"),
    ],
)
def test_a_whole_game_against_chance(talk: Xiangqi, word: str, first_rank: int, go: str) -> None:
    talk.greet(word)
    talk.send("setoption usemillisec true" if word == "ucci" else "setoption name UCI_Variant value xiangqi")
    chance = random.Random(first_rank)
    position, moves = XIANGQI.start(), list[str]()

    def play(move: Move | None) -> XiangqiPosition:
        assert move is not None
        moves.append(write_move(move, first_rank))
        return position.play(move)

    while position.legal_moves() and len(moves) < 150:
        answer = talk.move(f"position startpos moves {' '.join(moves)}", go)
        position = play(read_legal_move(position, answer, first_rank))
        legal = position.legal_moves()
        if legal:
            position = play(chance.choice(legal))
    assert position.turn is Side.SECOND, "Black is mated"
    assert position.legal_moves() == ()
    searched = [
        message
        for message in talk.messages
        if not message.startswith(("info string compiling", "info message compiling"))
    ]
    assert searched
    assert all(INFO.fullmatch(message) for message in searched)
    assert any("score mate 1 " in message for message in talk.messages)
    nothing = talk.ask(f"position startpos moves {' '.join(moves)}", go)
    assert nothing == ("bestmove (none)" if word == "uci" else "nobestmove")


def test_no_move_comes_late(talk: Xiangqi) -> None:
    talk.greet("uci")
    assert _seconds(talk, "position startpos moves h2e2", "go movetime 300") < SOON_S
    assert _seconds(talk, "go movetime 0") < SOON_S
    assert _seconds(talk, "go wtime 90000000 btime 600") < SOON_S
    assert _seconds(talk, "go wtime 90000000 btime 50") < SOON_S
    assert _seconds(talk, "go btime 1000 movestogo 10") < SOON_S


def test_stop_and_ponderhit(talk: Xiangqi) -> None:
    talk.greet("uci")
    talk.send("position startpos moves h2e2", "go infinite")
    time.sleep(1.0)
    assert talk.ask("isready") == "readyok"
    assert _seconds(talk, "stop") < SOON_S
    talk.send("go ponder movetime 300")
    time.sleep(1.0)
    assert 0.2 < _seconds(talk, "ponderhit") < SOON_S
    talk.send("go perft 9")
    time.sleep(0.3)
    assert talk.ask("stop", "isready") == "readyok"
    assert _seconds(talk, "go depth 1") < SOON_S, "nothing else is being done"


@pytest.mark.parametrize("thinking", ["", "go infinite", "go perft 8"])
@pytest.mark.parametrize("how", ["quit", ""])
def test_the_end(talk: Xiangqi, thinking: str, how: str) -> None:
    talk.greet("uci")
    if thinking:
        talk.send(thinking)
        time.sleep(0.5)
    if how:
        talk.send(how)
    else:
        talk.end_of_input()
    assert talk.process.wait(SOON_S) == 0


def test_the_end_right_at_the_start(warm: None) -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "engine", "xiangqi"],
        cwd=ROOT,
        input=b"ucci\nposition startpos\ngo time 1\nquit\n",
        capture_output=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0
    assert b"\nucciok\n" in done.stdout
    assert done.stdout.endswith(b"bye\n")
    assert b"Traceback" not in done.stderr


def test_the_same_nodes_give_the_same_answers(warm: None) -> None:
    def said() -> list[str]:
        talk = Xiangqi("--hash-mb", "8")
        talk.greet("uci")
        moves = [talk.move("go nodes 20000"), talk.move("position startpos moves h2e2", "go nodes 20000")]
        talk.close()
        finals = [re.sub("nps.*time [0-9]+", "", line) for line in talk.messages]
        return [*moves, finals[-1]]

    assert said() == said()


def test_perft(talk: Xiangqi) -> None:
    talk.greet("uci")
    for position in positions("perft")[::9]:
        depth = max(int(plies) for plies, count in position["perft"].items() if count < 300_000)
        here = XIANGQI.read_position(position["fen"])
        talk.send(f"position fen {position['fen']}", f"go perft {depth}")
        counts = {}
        while not (line := talk.answer()).startswith("Nodes searched"):
            if line:
                move, count = line.split(": ")
                counts[move] = int(count)
        assert line == f"Nodes searched: {position['perft'][str(depth)]}"
        assert set(counts) == {write_move(move, 0) for move in here.legal_moves()}
        assert sum(counts.values()) == position["perft"][str(depth)]
    assert talk.ask("go perft 0") == "Nodes searched: 1"


def test_several_lines_and_barred_moves(talk: Xiangqi) -> None:
    talk.greet("uci")
    talk.move("setoption name MultiPV value 3", "go depth 5")
    last = [line for line in talk.messages if line.startswith("info depth 5 ")][-3:]
    assert [re.findall("multipv ([0-9])", line)[0] for line in last] == ["1", "2", "3"]
    best = [line.split(" pv ")[1].split()[0] for line in last]
    assert len(set(best)) == 3
    assert talk.move(f"banmoves {' '.join(best[:2])}", "go depth 5") not in best[:2]
    assert talk.move("position startpos", "go depth 4 searchmoves a0a1 i0i1") in ("a0a1", "i0i1")


def test_garbage_and_then_a_game(talk: Xiangqi) -> None:
    chance = random.Random(5)
    talk.greet("uci")
    talk._stdin.write(b"\xff\xfe\x00\x01 \x80\r\r\n\n\n" + bytes(chance.randbytes(50_000)) + b"\n")
    talk._stdin.write(b"A" * 300_000 + b"\nposition startpos moves " + b"h2e2 " * 5000 + b"\n")
    assert talk.ask("isready") == "readyok"
    assert talk.move("position startpos moves h2e2 h9g7", "go movetime 100")
