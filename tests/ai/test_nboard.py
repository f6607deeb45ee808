"""Our Reversi engine as an NBoard engine, another NBoard engine as ours, and how both write games."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from engine_helpers import think
from patience import PATIENCE_S
from protocol_helpers import BrainTalk, Compiling

from ai.api import Choice, Clock, EngineError, Job, Limit, SearchInfo
from ai.positions import position_of, rules_of
from ai.protocols import engine_session
from ai.protocols.external_process import Command, ProgramError
from ai.protocols.nboard.client import NBoardEngine, _time_of
from ai.protocols.nboard.protocol import NBoardProtocol
from ai.protocols.nboard.text import play, read_game, read_line, write_game, write_line
from ai.reversi.engine import ReversiEngine
from ai.score import Cp
from game.rules.core import PASS, Side, must_pass

PROGRAM = Path(__file__).parent / "nboard_program.py"
START = Job("reversi", "")
BOARD = "8 ---------------------------O*------*O--------------------------- *"
PASSING = Job("reversi", "OX" + "-" * 25 + "XX" + "-" * 6 + "XX" + "-" * 27 + " X")
"""Black can't move, White can."""
OVER = Job("reversi", "X" * 40 + "-" * 24 + " X")


def ggf(moves: str, board: str = BOARD) -> str:
    return f"(;GM[Othello]PC[NBoard]DT[2026-11-22 17:00:00 GMT]PB[A]PW[B]RE[?]TI[05:00]TY[8]BO[{board}]{moves};)"


# --- texts ----------------------------------------------------------------------------------------------------------


def test_games_are_read() -> None:
    job = read_game("set game " + ggf("B[F5//1.5]W[f6/-2.0/0.2]B[E6]"))
    assert job.moves == ("f5", "f6", "e6")
    assert position_of(job) == position_of(Job("reversi", "", ("f5", "f6", "e6")))
    assert read_game(ggf("B[F5]").replace("PB[A]", "PB[semi;)x]")).moves == ("f5",)
    white = read_game(ggf("W[f5]", BOARD[:-1] + "O").replace("f5", "f4"))
    assert position_of(white).turn == Side.FIRST


def test_random_games_come_back_as_they_were_with_or_without_their_passes() -> None:
    passed = 0
    for seed in range(40):
        chance, job = random.Random(seed), START
        rules = rules_of("reversi")
        while (position := position_of(job)).outcome() is None:
            moves = position.legal_moves() or (PASS,)
            job = Job("reversi", "", (*job.moves, rules.write_move(chance.choice(list(moves)), position)))
        written = write_game(job)
        passed += written.count("[PA]")
        assert read_game(written).moves == job.moves
        silent = written.replace("B[PA]", "").replace("W[PA]", "")
        assert read_game(silent).moves == job.moves
        assert read_line(write_line(job.moves), START) == job.moves
    assert passed > 0, "some of them had one"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "GGF"),
        ("f5d6", "GGF"),
        (ggf("").replace("BO[8", "BO[10"), "board of 8"),
        (ggf("").replace("*O-", "*Q-"), "read"),
        (ggf("B[F5]W[F5]"), "move 2: 'F5' may not be played"),
        (ggf("W[F5]"), "move 1: it is the other side's turn"),
        (ggf("B[]"), "may not be played"),
        (ggf("", "8"), "board of 8"),
        (ggf("", "8 start"), "board of 8"),
        (ggf("B[PA]"), "may not be played"),
        (ggf("B[Z9]"), "may not be played"),
    ],
)
def test_games_that_can_not_be_read(text: str, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        read_game(text)


def test_lines_are_read_as_far_as_they_can_be_played() -> None:
    assert read_line("F5-d6-C3", START) == ("f5", "d6", "c3")
    assert read_line("F5D6C3A1H8", START) == ("f5", "d6", "c3")
    assert read_line("", START) == read_line("?", START) == ()


def test_a_pass_that_is_not_told_is_put_in() -> None:
    position = position_of(PASSING)
    assert must_pass(position)
    assert play(PASSING, "C1").moves == ("pass", "c1")
    assert play(PASSING, "PA").moves == ("pass",)


# --- our engine -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def engine() -> ReversiEngine:
    engine = ReversiEngine(table_mb=1)
    engine.load()
    return engine


class NBoardTalk(BrainTalk):
    """A conversation with our protocol."""

    def lines_to(self, last: str, *said: str) -> list[str]:
        """What it says up to a line that begins so."""
        self.send(*said)
        lines = [self.heard()]
        while not lines[-1].startswith(last):
            lines.append(self.heard())
        return lines


@pytest.fixture
def talk(engine: ReversiEngine) -> Iterator[NBoardTalk]:
    talk = NBoardTalk(engine, NBoardProtocol, "none ")  # type: ignore[arg-type]  # an engine is an engine
    assert talk.ask("nboard 2") == "set myname Qiguan"
    yield talk
    talk.end()


def test_a_conversation(talk: NBoardTalk, engine: ReversiEngine) -> None:
    assert talk.ask("set depth 5") == "set myname Qiguan5"
    lines = talk.lines_to("===", "set game " + ggf("B[F5]"), "move D6//0.1", "go")
    assert lines[0] == "status thinking"
    assert lines[-2] == "status"
    ours = think(engine, Job("reversi", "", ("f5", "d6")), Limit(depth=5))
    move, score, seconds = lines[-1].removeprefix("=== ").split("/")
    assert (move.lower(), float(score)) == (ours.move, ours.info.score.number(0) / 100)
    assert float(seconds) >= 0
    searched = [line for line in lines if line.startswith("search ")]
    assert searched[-1] == f"search {write_line(ours.info.line)} {score} 0 5"
    assert f"nodestats {ours.info.nodes} " in " ".join(lines)
    assert [line for line in lines if line.startswith("status thinking, ")][-1] == "status thinking, depth 5-5"
    again = talk.lines_to("===", "go")
    assert again[-1].split("/")[:2] == lines[-1].split("/")[:2], "the board waits for the move to be told"
    assert talk.ask("learn") == "learned"


def test_hints_tell_of_several_moves(talk: NBoardTalk) -> None:
    talk.ask("set depth 3")
    assert talk.ask("hint 3") == "status thinking"
    lines = []
    while (line := talk.heard()) != "status":
        lines.append(line)
    depth_three = [line for line in lines if line.startswith("search ") and line.endswith(" 0 3")]
    assert len({line.split()[1][:2] for line in depth_three[-3:]}) == 3
    assert talk.ask("ping 7") == "pong 7", "and no answer"


def test_a_ping_ends_a_search(engine: ReversiEngine) -> None:
    talk = NBoardTalk(engine, NBoardProtocol, "none ")  # type: ignore[arg-type]
    talk.send("set depth 60", "go", "ping 1")
    lines = talk.lines_to("pong")
    assert lines[-1] == "pong 1"
    assert lines[-2].startswith("=== "), "the answer comes before"
    assert talk.ask("ping 2") == "pong 2"
    talk.end()


def test_a_ping_ends_a_search_that_has_not_begun() -> None:
    class Slow(ReversiEngine):
        may_load = threading.Event()

        def load(self) -> None:
            assert self.may_load.wait(PATIENCE_S)
            super().load()

    talk = NBoardTalk(Slow(table_mb=1), NBoardProtocol, "none ")  # type: ignore[arg-type]
    talk.send("set depth 60", "go", "ping 1", "ping 2")
    assert talk.lines_to("status thinking")
    assert talk.is_silent()
    Slow.may_load.set()
    assert talk.lines_to("pong 1")[-2].startswith("=== ")
    assert talk.heard() == "pong 2"
    talk.end()


def test_a_ping_is_answered_when_all_before_it_is_done(talk: NBoardTalk) -> None:
    talk.send("set depth 60", "go", "set level godlike", "move F5", "go", "ping 5", "set depth what")
    lines = talk.lines_to("pong 5")
    told = [line.split()[0] for line in lines if line.startswith(("===", "warning"))]
    assert told == ["===", "warning", "==="], "what came between too, and the search after that is ended"
    assert str(talk.heard()).startswith("warning set depth")


def test_moves_without_a_word_and_a_pass_that_must_be_made(talk: NBoardTalk) -> None:
    talk.ask("set depth 1")
    board = str(position_of(PASSING)).replace("X", "*")
    assert talk.ask("set game " + ggf("", "8 " + board), "go") == "=== PA"
    talk.send("PA")
    assert talk.lines_to("===", "go")[-1].startswith("=== C1/")
    talk.send("C1")
    assert talk.ask("go").startswith("warning the game is over")


def test_levels(talk: NBoardTalk) -> None:
    assert talk.ask("set level expert") == "set myname Qiguan expert"
    talk.lines_to("===", "go")
    assert talk.levels[-1] is not None
    assert talk.levels[-1].name == "expert"
    assert talk.ask("set level godlike").startswith("warning unknown level")


@pytest.mark.parametrize("line", ["set game what", "set depth deep", "set depth 0", "move A1", "a1", "hint -1", "move"])
def test_what_can_not_be_done_is_told_and_changes_nothing(talk: NBoardTalk, line: str) -> None:
    talk.ask("set depth 2")
    talk.send("move F5")
    assert talk.ask(line).startswith("warning ")
    assert talk.lines_to("===", "move D6", "go")[-1].startswith("=== ")


def test_unknown_commands_are_passed_over(talk: NBoardTalk) -> None:
    talk.send("dance", "set contempt 3", "analyze", "棋")
    assert talk.ask("ping 4") == "pong 4"


def test_who_waits_for_the_compiler_learns_why(monkeypatch: pytest.MonkeyPatch) -> None:
    compilers: list[Compiling] = []
    monkeypatch.setattr(engine_session, "Warmup", lambda game: compilers.append(Compiling(game)) or compilers[-1])
    talk = NBoardTalk(ReversiEngine(table_mb=1), NBoardProtocol, "none ", kernels_of="reversi")  # type: ignore[arg-type]
    assert talk.ask("set depth 1") == "set myname Qiguan1"
    assert talk.ask("go") == "status thinking"
    assert "of 9000" in talk.heard()
    compilers[0].may_end.set()
    talk.lines_to("===")
    talk.end()


# --- another engine -------------------------------------------------------------------------------------------------


def test_our_own_program_as_a_guest(engine: ReversiEngine) -> None:
    guest = NBoardEngine(Command(sys.executable, (str(PROGRAM),), "our own"))
    guest.load()
    assert guest.about().name == "Qiguan"
    job = Job("reversi", "", ("f5", "d6"))
    theirs, ours = think(guest, job, Limit(depth=5)), think(engine, job, Limit(depth=5))
    assert (theirs.move, theirs.info.score, theirs.info.line) == (ours.move, ours.info.score, ours.info.line)
    infos: list[SearchInfo] = []
    assert think(guest, job, Limit(time_s=0.5), infos).move
    assert infos[-1].depth >= 6
    assert think(guest, PASSING, Limit(time_s=0.5)).move == "pass"
    theirs, ours = think(guest, job, Limit(depth=5, lines=3)), think(engine, job, Limit(depth=5, lines=3))
    assert (theirs.move, theirs.info.score, theirs.info.others) == (ours.move, ours.info.score, ours.info.others)
    assert think(guest, PASSING, Limit(depth=3, lines=3)).move == "pass"
    assert not guest.tells_one_line
    with pytest.raises(EngineError, match="over"):
        think(guest, OVER, Limit(depth=3))
    guest.close()


Guest = Callable[..., NBoardEngine]


@pytest.fixture
def guest_that(tmp_path: Path) -> Iterator[Guest]:
    """A program that answers `go` and `hint` as its lines of Python say; `depth` is the depth that was asked for."""
    made: list[NBoardEngine] = []

    def make(go: str, hint: str = "pass") -> NBoardEngine:
        program = tmp_path / f"guest{len(made)}.py"
        program.write_text(
            "import sys, time\n"
            "depth = 0\n"
            "def say(text): print(text, flush=True)\n"
            "for line in sys.stdin:\n"
            "    word, _, rest = line.strip().partition(' ')\n"
            "    if word == 'ping': say('pong ' + rest)\n"
            "    elif rest.startswith('depth'):\n"
            "        depth = int(rest.split()[1])\n"
            "        say(f'set myname Guest{depth}')\n"
            "    elif word == 'go':\n" + "".join(f"        {each}\n" for each in go.splitlines()) + ""
            "    elif word == 'hint':\n" + "".join(f"        {each}\n" for each in hint.splitlines())
        )
        made.append(NBoardEngine(Command(sys.executable, (str(program),))))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_a_guest_is_asked_deeper_while_there_is_time(guest_that: Guest) -> None:
    guest = guest_that(
        "say(f'search F5-D6 {depth}.5 0 {depth}'); say('nodestats 100 0'); say(f'=== F5 {depth}.25 0.1')"
    )
    assert guest.about().name == "Guest"
    infos: list[SearchInfo] = []
    result = think(guest, START, Limit(time_s=3600.0), infos)
    assert [info.depth for info in infos if info.score == Cp(100 * info.depth + 25)] == list(range(6, 61, 2))
    assert (result.move, result.info.depth, result.info.line) == ("f5", 60, ("f5", "d6"))
    assert result.info.nodes == 2800, "of all searches together"
    assert think(guest, START, Limit(depth=4)).info.score == Cp(425), "a depth is one search"
    assert think(guest, START, Limit(nodes=1, clock=Clock(0.0))).info.depth == 6, "no time for a second"


def test_a_guest_is_asked_for_hints_where_several_lines_are_wanted(guest_that: Guest) -> None:
    hint = (
        "say('status Analysing')\n"
        "say('search F5-F6  +1.00 0 2')\n"
        "say(f'search D3 {3 if depth < 10 else 0} 0 {depth}')\n"
        "say('book C4 2 7 60') if depth == 6 else None\n"
        "say(f'search F5-D6 1.5 0 {depth}')\n"
        "say('status Guest is waiting' if depth % 4 else 'status')"
    )
    guest = guest_that("pass", hint)
    infos: list[SearchInfo] = []
    result = think(guest, START, Limit(time_s=3600.0, lines=2), infos)
    assert [info.line[0] for info in infos if info.depth == 6][-1] == "d3"
    assert all(len(info.others) == 1 for info in infos[1:])
    assert (result.move, result.info.depth, result.info.line) == ("f5", 60, ("f5", "d6"))
    assert result.info.others == (Choice(Cp(0), ("d3",)),), "what was told of another move is older"
    assert think(guest, START, Limit(depth=4, lines=2)).info.score == Cp(300), "a depth is one search"


def test_a_guest_that_knows_no_hints_is_asked_for_its_move(guest_that: Guest) -> None:
    guest = guest_that("say(f'=== F5/{depth}/1')")
    assert think(guest, START, Limit(time_s=0.2, lines=3)).info.score == Cp(200)
    assert guest.tells_one_line
    assert think(guest, START, Limit(depth=8, lines=3)).info.score == Cp(800)


def test_a_guest_that_is_stopped_is_asked_nothing_more(guest_that: Guest, tmp_path: Path) -> None:
    guest = guest_that(
        f"open({str(tmp_path / 'asked')!r}, 'a').write(f'{{depth}} ')\ntime.sleep(0.3)\nsay('=== F5//1.5')"
    )
    stop = guest.new_stop_flag()
    stop.set()
    result = guest.search(START, Limit(time_s=3600.0), stop, lambda info: None)
    assert (result.move, result.info.score, result.stopped) == ("f5", Cp(0), True), "1.5 are the seconds"
    assert (tmp_path / "asked").read_text() == "6 "


def test_the_time_for_a_guest_is_a_part_of_its_clock() -> None:
    assert _time_of(Limit(clock=Clock(1.0, 5.0))) == pytest.approx(0.7)
    assert _time_of(Limit(clock=Clock(150.0, 2.0))) == pytest.approx(12.0)
    assert _time_of(Limit(time_s=3.0, clock=Clock(150.0))) == 3.0


def test_a_guest_that_needs_too_long_is_taken_at_its_last_word(guest_that: Guest) -> None:
    guest = guest_that("say('=== F5') if depth < 8 else None")
    assert think(guest, START, Limit(time_s=0.3)).move == "f5", "its pong ends the waiting"


def test_a_guest_that_breaks_off_without_an_answer_is_asked_for_a_quick_one(guest_that: Guest) -> None:
    guest = guest_that("say('=== D3') if depth == 2 else None")
    assert think(guest, START, Limit(time_s=0.1)).move == "d3"


@pytest.mark.parametrize(
    ("go", "code"),
    [("say('=== A1')", "program-illegal"), ("say('===')", "program-moveless"), ("sys.exit(3)", "program-crashed")],
)
def test_a_guest_that_fails(guest_that: Guest, go: str, code: str) -> None:
    with pytest.raises(ProgramError) as caught:
        think(guest_that(go), START, Limit(depth=3))
    assert caught.value.code == code


def test_a_guest_that_talks_of_something_else_is_heard_out(guest_that: Guest) -> None:
    guest = guest_that(
        "say('search')\nsay('search F5')\nsay('search A1 1 0 3')\nsay('search F5 nan 0 3')\n"
        "say('book F5D6 7 3')\nsay('nodestats x')\nsay('status ok')\nsay('=== F5/x')"
    )
    result = think(guest, START, Limit(depth=3))
    assert (result.move, result.info.score, result.info.line) == ("f5", Cp(700), ("f5", "d6"))
