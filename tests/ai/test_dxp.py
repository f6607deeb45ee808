"""Our draughts engine against other programs by DamExchange: messages, games, bad input, the program over a line."""

from __future__ import annotations

import contextlib
import json
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping

import pytest
from patience import PATIENCE_S
from protocol_helpers import ROOT

from ai.api import Clock, EngineError, Job, Limit, SearchInfo, SearchResult, StopFlag
from ai.draughts.engine import DraughtsEngine
from ai.level import Level
from ai.positions import position_of, rules_of
from ai.protocols.conversation import Conversation, SpeakOptions
from ai.protocols.dxp.game import DxpGame
from ai.protocols.dxp.message import (
    DxpAnswer,
    DxpBack,
    DxpBackAnswer,
    DxpChat,
    DxpEnd,
    DxpError,
    DxpMove,
    DxpRequest,
    messages_of,
    read_message,
    write_message,
)
from ai.protocols.dxp.protocol import DxpLine, DxpProtocol
from ai.protocols.engine_session import EngineSession
from ai.protocols.network_play import NetworkPlay, read_address
from ai.score import Cp

NAME = "Somebody".ljust(32)
US = "Qiguan 1.2".ljust(32)
EMPTY = "e" * 50


def placed(**pieces: str) -> str:
    """The squares of a position: `s28="w"` is a white man on 28."""
    letters = list(EMPTY)
    for square, letter in pieces.items():
        letters[int(square[1:]) - 1] = letter
    return "".join(letters)


# --- messages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"R01{NAME}W060075A", DxpRequest("Somebody", "W", 60, 75)),
        (f"R01{NAME}Z005000BZ{EMPTY}", DxpRequest("Somebody", "Z", 5, 0, ("Z", EMPTY))),
        (f"A{NAME}0", DxpAnswer("Somebody", 0)),
        ("M0012061100", DxpMove(12, 6, 11)),
        ("M001205250422122320", DxpMove(12, 5, 25, (22, 12, 23, 20))),
        ("E00", DxpEnd()),
        ("E21", DxpEnd(2, True)),
        ("B012Z", DxpBack(12, "Z")),
        ("K1", DxpBackAnswer(1)),
        ("CWhat do you think about move 35?", DxpChat("What do you think about move 35?")),
        ("C", DxpChat("")),
    ],
)
def test_messages_are_read_and_written(text: str, message: object) -> None:
    assert read_message(text) == message
    assert write_message(message) == text  # type: ignore[arg-type]  # one of its kinds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X", "begin with 'X'"),
        ("r01", "begin with 'r'"),
        ("R01", "cannot read"),
        (f"R01{NAME}B060075A", "cannot read"),
        (f"R01{NAME}W060075B", "cannot read"),
        (f"R01{NAME}W060075BW{EMPTY}e", "cannot read"),
        (f"A{NAME}", "cannot read"),
        ("M001206110", "cannot read"),
        ("M0012061101031", "cannot read"),
        ("M00120611010312", "a capture of 1 pieces names 2"),
        ("E", "cannot read"),
        ("E40", "cannot read"),
        ("B1W", "cannot read"),
        ("K9", "cannot read"),
        ("C" + "x" * 127, "127 signs at most"),
        ("Cé", "ASCII"),
    ],
)
def test_messages_that_are_none(text: str, why: str) -> None:
    with pytest.raises(DxpError, match=why):
        read_message(text)


def test_what_does_not_fit_into_a_message_is_cut() -> None:
    assert write_message(DxpAnswer("x" * 40, 0)) == "A" + "x" * 32 + "0"
    assert write_message(DxpChat("é" + "x" * 200)) == "C?" + "x" * 125
    assert write_message(DxpMove(123456, 1, 7)).startswith("M9999")


def test_messages_end_with_a_zero_byte_however_they_come() -> None:
    pieces = [b"E0", b"0\0K", b"0\0\0Cabc\r\n\0", b"C" + b"y" * 5000, b"z" * 5000 + b"\0C\xff\0", b"E0", b""]
    found = list(messages_of(lambda most: pieces.pop(0)))
    assert found[:3] == ["E00", "K0", "Cabc"]
    assert [len(each) for each in found[3:]] == [128, 2]
    assert found[4] == "C\N{REPLACEMENT CHARACTER}"

    def broken(most: int) -> bytes:
        raise ConnectionResetError

    assert list(messages_of(broken)) == []


def test_addresses() -> None:
    assert read_address("scan.example:5000") == ("scan.example", 5000)
    assert read_address("10.0.0.7") == ("10.0.0.7", None)
    assert read_address(":5000") == ("127.0.0.1", 5000)
    assert read_address("[::1]:5000") == ("::1", 5000)
    for text in ("", "a b", "host:", "host:x", "host:0", "host:65536", "::1", "[::1"):
        with pytest.raises(ValueError, match=r"address|port"):
            read_address(text)


# --- a conversation -------------------------------------------------------------------------------------------------


class FirstMove:
    """An engine that plays the first legal move, once it may."""

    def __init__(self) -> None:
        self.limits: list[Limit] = []
        self.may_answer, self.began = threading.Event(), threading.Event()
        self.may_answer.set()
        self.fails = False

    def load(self) -> None:
        """There is nothing to load."""

    def new_stop_flag(self) -> StopFlag:
        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        assert isinstance(stop, threading.Event)
        self.limits.append(limit)
        self.began.set()
        while not self.may_answer.wait(0.01) and not stop.is_set():
            pass
        if self.fails:
            raise EngineError("out of thought")
        position = position_of(job)
        move = rules_of(job.variant).write_move(position.legal_moves()[0], position)
        return SearchResult(move, SearchInfo(1, 1, 0.0, Cp(0), (move,)), False)


class DxpTalk:
    """A line to our end, in this process; `games` are those that it told of, `words` what it says to people."""

    def __init__(self, wish: NetworkPlay | None = None, level: Level | None = None) -> None:
        self.engine = FirstMove()
        self.levels: list[Level | None] = []
        self.games: list[dict[str, object]] = []
        self.words: list[str] = []
        self.protocol: DxpProtocol | None = None
        self._line, self._theirs = socket.socketpair()
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(wish or NetworkPlay("", 1, False), level), daemon=True)
        self._thread.start()
        threading.Thread(target=self._read, daemon=True).start()

    def _run(self, wish: NetworkPlay, level: Level | None) -> None:
        def make(options: Mapping[str, int], level: Level | None) -> FirstMove:
            self.levels.append(level)
            return self.engine

        def tell(game: DxpGame) -> None:
            self.games.append(json.loads(game.line()))

        def hang_up() -> None:
            self._theirs.shutdown(socket.SHUT_RDWR)

        def say(text: str) -> None:
            with contextlib.suppress(OSError):  # as the real line: that the other end has gone its reader tells
                self._theirs.sendall(text.encode() + b"\0")

        conversation = Conversation(lambda post: EngineSession(make, post))
        options = SpeakOptions("1.2", level=level)
        line = DxpLine(say, hang_up, tell, self.words.append)
        self.protocol = DxpProtocol(line, conversation.engine_session, options, wish)
        conversation.run(self.protocol, messages_of(self._theirs.recv), lambda: None)
        self._theirs.close()

    def _read(self) -> None:
        for text in messages_of(self._line.recv):
            self._heard.put(text)
        self._heard.put(None)

    def send(self, *texts: str) -> None:
        for text in texts:
            self._line.sendall(text.encode() + b"\0")

    def hear(self) -> str | None:
        """The next message; None where the line has ended."""
        return self._heard.get(timeout=PATIENCE_S)

    def told(self, count: int = 1) -> list[dict[str, object]]:
        """The games, once there are so many: one is told of after its last message."""
        until = time.monotonic() + PATIENCE_S
        while len(self.games) < count:
            assert time.monotonic() < until, f"{len(self.games)} games of {count}"
            time.sleep(0.001)
        return self.games

    def ask(self, *texts: str) -> str | None:
        self.send(*texts)
        return self.hear()

    def end(self) -> None:
        self._line.close() if self._line.fileno() < 0 else self._line.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        self._line.close()


@pytest.fixture
def talk() -> Iterator[DxpTalk]:
    talk = DxpTalk()
    yield talk
    talk.end()


def asking(colour: str, start: str = "A", minutes: int = 0, moves: int = 0) -> str:
    return f"R01{NAME}{colour}{minutes:03}{moves:03}{start}"


def error_of(text: str | None) -> str:
    assert text is not None
    assert text.startswith("Cerror: "), text
    return text.removeprefix("Cerror: ")


def test_we_are_asked_for_a_game_and_play_it(talk: DxpTalk) -> None:
    assert talk.ask(asking("Z")) == f"A{US}0"
    reply = talk.ask("M0001322800")
    assert reply is not None
    assert reply.startswith("M0000")
    black = read_message(reply)
    assert isinstance(black, DxpMove)
    assert 16 <= black.origin <= 20, "a black man of the foremost row"
    assert talk.ask("E10") == "E00"
    (game,) = talk.told()
    assert (game["peer"], game["side"], game["result"], game["termination"]) == (
        "Somebody",
        "black",
        "won",
        "resignation",
    )
    assert str(game["moves"]).startswith("32-28 ")
    reply = talk.ask(asking("W"))
    assert reply == f"A{US}0"
    assert str(talk.hear()).startswith("M0000"), "White begins, and that is we"


def test_a_capture_names_what_it_takes_in_any_order(talk: DxpTalk) -> None:
    start = placed(s33="w", s29="z", s19="z", s1="z")
    assert talk.ask(asking("Z", f"BW{start}")) == f"A{US}0"
    assert talk.ask("M00003313021929") == "M0000010600", "taken are 29 and 19, in whichever order"
    talk.send("E00")
    assert talk.hear() == "E00"
    assert talk.told()[0]["moves"] == "33x13 1-6"


def test_a_capture_of_other_pieces_is_none(talk: DxpTalk) -> None:
    start = placed(s33="w", s29="z", s19="z", s1="z")
    assert talk.ask(asking("Z", f"BW{start}")) == f"A{US}0"
    assert error_of(talk.ask("M00003313022918")) == "33x13x29x18 is not legal"
    assert talk.hear() == "E00"


def test_we_say_which_pieces_we_take(talk: DxpTalk) -> None:
    start = placed(s33="w", s29="z", s19="z", s1="z")
    assert talk.ask(asking("W", f"BW{start}")) == f"A{US}0"
    assert talk.hear() == "M00003313021929"


def test_who_has_lost_ends_the_game(talk: DxpTalk) -> None:
    assert talk.ask(asking("Z", f"BW{placed(s33='w', s29='z')}")) == f"A{US}0"
    assert talk.ask("M000033240129") == "E10"
    assert "no game to move in" in error_of(talk.ask("M0000241900"))
    talk.send("E00", asking("Z"))
    assert talk.hear() == f"A{US}0", "after the confirmation there may be another game"
    assert (talk.told()[0]["result"], talk.told()[0]["termination"]) == ("lost", "no-pieces")


def test_a_draw_by_the_rules_ends_the_game(talk: DxpTalk) -> None:
    reply = talk.ask(asking("Z", f"BW{placed(s46='W', s50='Z')}"))
    for move in ("M0000464100", "M0000414600") * 10:
        reply = talk.ask(move)
        if str(reply).startswith("E"):
            break
    assert reply == "E20"
    assert talk.ask("E00", "E00") == "Cerror: there is no game to end", "the first has confirmed it"
    assert talk.told()[0]["result"] == "drawn"


def test_a_game_ends_after_as_many_moves_as_were_asked_for(talk: DxpTalk) -> None:
    talk.send(asking("Z", moves=1))
    assert talk.hear() == f"A{US}0"
    assert str(talk.ask("M0000322800")).startswith("M")
    assert talk.ask("E00") == "E00"
    assert talk.ask(asking("W", moves=1)) == f"A{US}0"
    ours = read_message(str(talk.hear()))
    assert isinstance(ours, DxpMove)
    assert talk.ask("M0000192300") == "E00", "both have made one"
    assert talk.told()[0]["result"] == "none"


def test_the_clock_is_that_of_the_request(talk: DxpTalk) -> None:
    assert talk.ask(asking("W", minutes=2, moves=40)) == f"A{US}0"
    assert str(talk.hear()).startswith("M")
    clock = talk.engine.limits[0].clock
    assert isinstance(clock, Clock)
    assert 119 < clock.left_s <= 120
    assert clock.moves_left == 40
    assert str(talk.ask("M0000192300")).startswith("M")
    later = talk.engine.limits[1].clock
    assert later is not None
    assert later.moves_left == 39
    assert later.left_s < clock.left_s
    assert talk.ask("E00") == "E00"
    assert talk.ask(asking("W")) == f"A{US}0"
    assert str(talk.hear()).startswith("M")
    assert talk.engine.limits[2] == Limit(time_s=talk.engine.limits[2].time_s), "without a clock some seconds a move"


def test_a_move_is_taken_back(talk: DxpTalk) -> None:
    assert talk.ask(asking("Z")) == f"A{US}0"
    assert str(talk.ask("M0000322800")).startswith("M")
    assert talk.ask("B001W") == "K0"
    assert str(talk.ask("M0000312600")).startswith("M"), "another first move"
    assert talk.ask("B001Z") == "K0"
    assert str(talk.hear()).startswith("M"), "it is we who move again"
    assert talk.ask("B003W") == "K2", "there was none"
    assert str(talk.hear()).startswith("Cerror: there was no move 3")
    assert talk.ask("E20") == "E00"
    assert str(talk.told()[0]["moves"]).startswith("31-26 ")


def test_moves_are_counted_from_who_begins(talk: DxpTalk) -> None:
    start = placed(s10="z", s45="w", s5="z", s50="w")
    assert talk.ask(asking("W", f"BZ{start}")) == f"A{US}0"
    assert str(talk.ask("M0000101400")).startswith("M")
    assert talk.ask("B001Z") == "K0"
    assert str(talk.ask("M0000101500")).startswith("M"), "Black has made the first move and makes another"
    assert talk.ask("B002W") == "K0"
    assert str(talk.hear()).startswith("M")


def test_what_is_said_wrongly_is_answered(talk: DxpTalk) -> None:
    assert "begin with 'X'" in error_of(talk.ask("Xyz"))
    assert "no game to move in" in error_of(talk.ask("M0000322800"))
    assert "no game to end" in error_of(talk.ask("E00"))
    assert "asked for a game" in error_of(talk.ask(f"A{NAME}0"))
    assert "asked to go back" in error_of(talk.ask("K0"))
    assert talk.ask("B001W") == "K2"
    assert "go back in" in error_of(talk.hear())
    assert talk.ask(asking("W").replace("R01", "R02")) == f"A{US}1"
    for start, why in (
        ("BW" + "x" * 50, "square 1: 'x' is no piece"),
        ("BWw" + "e" * 49, "square 1: a man"),
        ("BW" + EMPTY, "over in the start position"),
    ):
        assert talk.ask(asking("W", start)) == f"A{US}2"
        assert why in error_of(talk.hear())
    assert talk.ask(asking("Z")) == f"A{US}0", "nothing of it harms a game to come"
    assert talk.ask(asking("Z")) == f"A{US}2"
    assert "being played" in error_of(talk.hear())
    talk.send("CGood luck\x07")
    assert str(talk.ask("M0000322800")).startswith("M")
    assert "Good luck\x07" in talk.words


def test_a_move_that_is_not_legal_ends_the_game(talk: DxpTalk) -> None:
    assert talk.ask(asking("Z")) == f"A{US}0"
    assert error_of(talk.ask("M0000322300")) == "32-23 is not legal"
    assert talk.hear() == "E00"
    talk.send("E00")
    assert talk.ask(asking("Z")) == f"A{US}0"
    assert error_of(talk.ask("M000032280119")) == "32x28x19 is not legal"
    assert talk.hear() == "E00"
    assert talk.told()[0]["result"] == "none"


def test_a_move_out_of_turn(talk: DxpTalk) -> None:
    talk.engine.may_answer.clear()
    assert talk.ask(asking("W")) == f"A{US}0"
    assert talk.engine.began.wait(PATIENCE_S)
    talk.send("M0000192300")
    talk.engine.may_answer.set()
    assert str(talk.hear()).startswith("M"), "while we think it waits, and then it is their move"
    assert str(talk.hear()).startswith("M")
    assert talk.ask("M0000182200", "M0000182300") is not None


def test_the_end_of_a_game_ends_a_search(talk: DxpTalk) -> None:
    talk.engine.may_answer.clear()
    assert talk.ask(asking("W")) == f"A{US}0"
    assert talk.engine.began.wait(PATIENCE_S)
    assert talk.ask("E00") == "E00"
    talk.engine.may_answer.set()
    assert talk.ask(asking("Z")) == f"A{US}0", "and no move comes of it"
    assert talk.told()[0]["plies"] == 0


def test_an_engine_that_fails_ends_the_game(talk: DxpTalk) -> None:
    talk.engine.fails = True
    assert talk.ask(asking("W")) == f"A{US}0"
    assert error_of(talk.hear()) == "out of thought"
    assert talk.hear() == "E00"


def test_whoever_says_nothing_but_nonsense_is_left(talk: DxpTalk) -> None:
    for _ in range(100):
        talk.send("?")
    for _ in range(100):
        assert "begin with '?'" in error_of(talk.hear())
    assert talk.hear() is None


def test_a_line_that_ends_leaves_a_game_without_a_result() -> None:
    talk = DxpTalk()
    assert talk.ask(asking("Z")) == f"A{US}0"
    talk.end()
    assert talk.told()[0]["result"] == "none"
    assert talk.protocol is not None
    assert talk.protocol.finished == 0


def test_we_ask_for_games_with_the_colours_in_turn() -> None:
    talk = DxpTalk(NetworkPlay("", 1, False, games=2, minutes=3, moves=60))
    assert talk.hear() == f"R01{US}Z003060A", "the other end has Black: we begin"
    assert talk.ask(asking("W")) == f"A{'Qiguan 1.2'.ljust(32)}2", "it is we who ask"
    error_of(talk.hear())
    assert str(talk.ask(f"A{NAME}0")).startswith("M")
    assert talk.ask("E30") == "E00"
    assert talk.hear() == f"R01{US}W003060A"
    talk.send(f"A{NAME}0", "M0000322800")
    assert str(talk.hear()).startswith("M")
    assert talk.ask("E10") == "E01", "it was the last"
    assert talk.hear() is None
    talk.end()
    assert [(game["side"], game["result"]) for game in talk.told(2)] == [("white", "lost"), ("black", "won")]
    assert talk.protocol is not None
    assert talk.protocol.finished == 2


def test_who_does_not_want_the_game_is_left() -> None:
    talk = DxpTalk(NetworkPlay("", 1, False, games=1))
    assert str(talk.hear()).startswith("R01")
    assert talk.ask(f"A{NAME}2") is None
    talk.end()
    assert "Somebody does not want the game (code 2)" in talk.words


# --- the program ----------------------------------------------------------------------------------------------------


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "engine", "draughts", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_two_of_our_programs_play_over_a_line() -> None:
    DraughtsEngine(table_mb=1).load()  # both find the kernels compiled
    port = free_port()
    waiting = started("--listen", f":{port}", "--level", "beginner")
    try:
        assert waiting.stderr is not None
        assert waiting.stdout is not None
        assert waiting.stderr.readline() == f"qiguan: waits on 127.0.0.1:{port}\n"
        games = ("--games", "2", "--minutes", "0", "--moves", "8")
        calling = started("--connect", f":{port}", "--level", "beginner", *games)
        told, _ = calling.communicate(timeout=PATIENCE_S)
        ours = [json.loads(line) for line in told.splitlines()]
        theirs = [json.loads(waiting.stdout.readline()) for _ in ours]
        assert calling.returncode == 0
    finally:
        waiting.kill()
        waiting.communicate()
    assert [game["side"] for game in ours] == ["white", "black"]
    assert [game["side"] for game in theirs] == ["black", "white"]
    assert all(game["plies"] == 16 for game in ours), "eight moves each"
    assert [game["moves"] for game in ours] == [game["moves"] for game in theirs]
    assert all(game["peer"].startswith("Qiguan ") for game in ours + theirs)


def test_nobody_there() -> None:
    program = started("--connect", f":{free_port()}", "--games", "1")
    _, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 1
    assert errors.startswith("qiguan: cannot reach 127.0.0.1:")
    assert len(errors.splitlines()) == 1


def test_a_line_that_ends_too_soon() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        program = started("--connect", f"127.0.0.1:{server.getsockname()[1]}", "--games", "3")
        server.settimeout(PATIENCE_S)
        line, _ = server.accept()
        line.close()
    _, errors = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 1
    assert errors.splitlines()[-1] == "qiguan: the line has ended after 0 of 3 games"
