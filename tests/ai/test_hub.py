"""Our draughts engine as a Hub engine, another Hub engine as ours, and what both are made of."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_helpers import think
from protocol_helpers import BrainTalk, Compiling

from ai.api import Clock, EngineError, Job, Limit
from ai.draughts.engine import DraughtsEngine
from ai.protocols import engine_session
from ai.protocols.external_process import Command
from ai.protocols.hub.client import HubEngine
from ai.protocols.hub.level import read_level, read_score, score_text, write_level
from ai.protocols.hub.position import position_after, read_position, write_position
from ai.protocols.hub.protocol import HubProtocol
from ai.protocols.hub.words import HubLine, WordsError, read_words, write_words
from ai.score import Cp, Mate

PROGRAM = Path(__file__).parent / "hub_program.py"
INTERNATIONAL = "draughts-international"
START = "W" + "b" * 20 + "e" * 10 + "w" * 20
# a capture of two
TWO = "W" + "e" * 17 + "b" + "e" * 9 + "b" + "e" * 3 + "w" + "e" * 18


@pytest.fixture(scope="module")
def engine() -> DraughtsEngine:
    engine = DraughtsEngine(table_mb=1)
    engine.load()
    return engine


class HubTalk(BrainTalk):
    """A conversation with our protocol; `messages` holds the lines that begin with `info`."""

    def lines_to(self, last: str, *said: str) -> list[str]:
        self.send(*said)
        lines = [self.answer()]
        while not lines[-1].startswith(last):
            lines.append(self.answer())
        return lines


@pytest.fixture
def talk(engine: DraughtsEngine) -> Iterator[HubTalk]:
    talk = HubTalk(engine, HubProtocol, "info ")  # type: ignore[arg-type]  # an engine is an engine
    assert talk.ask("init") == "ready"
    yield talk
    talk.end()


# --- lines ----------------------------------------------------------------------------------------------------------


def test_lines_are_read_and_written() -> None:
    assert read_words('pos pos=Wbw moves="32-28 19-23"') == HubLine("pos", {"pos": "Wbw", "moves": "32-28 19-23"})
    assert read_words("  go   think ") == HubLine("go", {"think": ""})
    assert read_words('level move-time = 5 nodes=""') == HubLine("level", {"move-time": "5", "nodes": ""})
    line = write_words("info", "new", mean_depth=3, pv="1-2 3-4", empty="", what='a"b=c')
    assert line == 'info new mean-depth=3 pv="1-2 3-4" empty="" what="a b=c"'
    assert read_words(line).values["what"] == "a b=c"
    for text in ("", "   ", 'pos pos="W', "pos ==", 'a "b"'):
        with pytest.raises(WordsError):
            read_words(text)


def test_positions() -> None:
    fen = read_position(START, INTERNATIONAL)
    assert fen.startswith("W:W31,32,")
    assert write_position(position_after(Job(INTERNATIONAL, fen))) == START
    # a man never comes to stand where it is crowned
    assert write_position(position_after(Job("draughts-russian", "B:WK3:B28"))) == "BeeW" + "e" * 24 + "beeee"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (START[:-1], "51 letters, not 50"),
        ("X" + START[1:], "begins with the side"),
        ("W" + "x" + START[2:], "square 1: 'x' is no piece"),
        ("W" + "w" + START[2:], "square 1: a man"),
    ],
)
def test_positions_that_are_none(text: str, why: str) -> None:
    with pytest.raises(EngineError, match=why):
        read_position(text, INTERNATIONAL)


def test_levels_and_scores() -> None:
    assert read_level({"move-time": "2.5"}).turn_s == 2.5
    budget = read_level({"time": "300", "inc": "2", "moves": "40"})
    assert (budget.left_s, budget.increment_s, budget.moves_left) == (300, 2, 40)
    assert read_level({"infinite": ""}).limit() == Limit()
    for values in ({"time": "x"}, {"time": "-1"}, {"depth": "nan"}, {"speed": "3"}):
        with pytest.raises(WordsError):
            read_level(values)
    assert write_level(Limit(depth=7, nodes=100)) == "level depth=7 nodes=100"
    assert write_level(Limit(clock=Clock(60, 1))) == "level time=60.000 inc=1.000"
    assert write_level(Limit()) == "level move-time=30.000"
    for score in (Cp(37), Cp(-512), Mate(7), Mate(-12)):
        assert read_score(score_text(score)) == score
    assert read_score("many") is None
    assert read_score("nan") is None


# --- our engine -----------------------------------------------------------------------------------------------------


def test_a_conversation(talk: HubTalk) -> None:
    hello = talk.lines_to("wait", "hub")
    assert hello[0].startswith("id name=Qiguan version=1.2")
    assert sum(line.startswith("param name=variant") for line in hello) == 1
    assert talk.ask("init") == "ready"
    assert talk.ask("ping") == "pong"
    talk.send("new-game", "pos pos=" + START + ' moves="32-28 19-23 28x19x23"', "level depth=5")
    done = talk.ask("go think")
    words = read_words(done)
    assert words.command == "done"
    assert words.values["move"] in ("14x23x19", "13x24x19")
    info = read_words(talk.messages[-1])
    assert info.values["pv"].split()[0] == words.values["move"]
    assert int(info.values["depth"]) >= 1
    assert float(info.values["nps"]) > 0
    assert int(info.values["seldepth"]) >= int(info.values["depth"])


def test_parameters(talk: HubTalk) -> None:
    hello = talk.lines_to("wait", "hub")
    assert "param name=book value=false type=bool" in hello
    assert any(line.startswith("param name=level value=full type=enum values=") for line in hello)
    talk.send("set-param name=book value=true", "set-param name=level value=expert")
    assert talk.ask("ping") == "pong"
    assert read_words(talk.ask("pos", "level infinite", "go think")).command == "done"
    assert talk.levels[-1] is not None
    assert talk.levels[-1].name == "expert"
    assert int(read_words(talk.messages[-1]).values["nodes"]) <= 7_000, "the level ends the search"
    assert talk.options[-1]["book"] == 1
    assert "param name=book value=true type=bool" in talk.lines_to("wait", "hub")


def test_ready_waits_for_the_compiler_and_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compilers: list[Compiling] = []
    monkeypatch.setattr(engine_session, "Warmup", lambda game: compilers.append(Compiling(game)) or compilers[-1])
    talk = HubTalk(None, HubProtocol, "info ", kernels_of="draughts")
    talk.lines_to("wait", "hub")
    assert talk.ask("ping") == "pong"
    assert not talk.messages, "nobody waits yet"
    talk.send("init")
    told = read_words(talk.heard())
    assert told.command == "info"
    assert re.search(r"part \d+ of 9000", told.values["message"])
    compilers[0].may_end.set()
    assert talk.answer() == "ready"
    talk.end()


def test_extensions(talk: HubTalk) -> None:
    assert talk.ask("moves") == 'moves moves="31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30"'
    lines = talk.lines_to("Nodes searched", "perft 3")
    assert len(lines) == 10
    assert lines[-1] == "Nodes searched: 658"
    assert talk.lines_to("Nodes searched", "perft 7")[-1] == "Nodes searched: 1049442"
    assert talk.ask("perft 0") == "Nodes searched: 1"
    talk.send(f"pos pos={TWO}")
    assert talk.ask("moves").startswith("moves moves=32x1")


def test_the_same_nodes_are_the_same_search(talk: HubTalk) -> None:
    answers = []
    for _ in range(2):
        answers.append(talk.ask("pos", "level nodes=20000", "go think"))
    assert answers[0] == answers[1]


def test_analysis_goes_on_until_it_is_stopped(talk: HubTalk) -> None:
    talk.send("pos", "level infinite", "go analyze")
    assert talk.ask("ping") == "pong"
    assert read_words(talk.ask("stop")).command == "done"


def test_pondering_waits_for_the_move(talk: HubTalk) -> None:
    talk.send('pos moves="32-28 19-23"', "level move-time=0.1", "go ponder")
    assert talk.ask("ping") == "pong"
    assert read_words(talk.ask("ponder-hit")).values["move"] in ("28x19x23",)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dance", "unknown command"),
        ('pos pos="W', "cannot read"),
        ("pos pos=Wxyz", "51 letters"),
        ('pos moves="32-99"', "cannot read the move"),
        ('pos moves="32-28 1-2"', "1-2 is illegal"),
        ("set-param name=variant value=losing", "variant is one of"),
        ("set-param name=threads value=many", "no whole number"),
        ("set-param name=ponder value=true", "no parameter"),
        ("set-param name=book value=perhaps", "true or false"),
        ("set-param name=level value=godlike", "unknown level"),
        ("level time=soon", "no number"),
        ("go home", "think, ponder or analyze"),
        ("perft many", "no whole number"),
    ],
)
def test_errors_are_told_and_change_nothing(talk: HubTalk, line: str, why: str) -> None:
    talk.send('pos moves="32-28"')
    before = talk.ask("moves")
    answer = read_words(talk.ask(line))
    assert answer.command == "error"
    assert why in answer.values["message"]
    assert talk.ask("moves") == before


def test_a_game_that_is_over_has_no_move(talk: HubTalk) -> None:
    talk.send("pos pos=W" + "b" + "e" * 49)
    assert talk.lines_to("done", "go think")[0].startswith("error")


def test_other_variants(talk: HubTalk) -> None:
    talk.send("set-param name=variant value=english", "pos")
    assert talk.ask("moves").split("=")[1].strip('"').split()[0] == "10-14"
    assert read_words(talk.ask("level depth=4", "go think")).command == "done"


# --- another engine -------------------------------------------------------------------------------------------------


@pytest.fixture
def guest(engine: DraughtsEngine) -> Iterator[HubEngine]:
    guest = HubEngine(Command(sys.executable, (str(PROGRAM),), "our own"))
    guest.load()
    yield guest
    guest.close()


def test_our_own_program_as_a_guest(guest: HubEngine, engine: DraughtsEngine) -> None:
    assert guest.about().name == "Qiguan"
    job = Job(INTERNATIONAL, "", ("32-28", "19-23"))
    assert think(guest, job, Limit(nodes=3000)).move == "28x19"
    quiet = Job(INTERNATIONAL, "", ("32-28",))
    theirs, ours = think(guest, quiet, Limit(nodes=20_000)), think(engine, quiet, Limit(nodes=20_000))
    assert (theirs.move, theirs.info.score, theirs.info.line) == (ours.move, ours.info.score, ours.info.line)
    assert think(guest, Job("draughts-russian", ""), Limit(depth=3)).move
    with pytest.raises(EngineError, match="over"):
        think(guest, Job(INTERNATIONAL, "W:W:B1"), Limit(depth=3))
