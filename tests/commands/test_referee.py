"""The referee: answers and errors line by line, and a real process fed with garbage."""

from __future__ import annotations

import io
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import PATIENCE_S

from game.commands import referee
from game.rules.core import Move, Position, Side
from game.rules.registry import VARIANTS

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "main.py", "referee"]
DATA = ROOT / "tests" / "data" / "gomoku"
WON = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]


def ask(**request: Any) -> Any:
    return json.loads(json.dumps(referee.answer(json.dumps(request).encode())))


def ask_raw(line: bytes) -> Any:
    return json.loads(json.dumps(referee.answer(line)))


def texts(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["text"] for entry in entries]


# Answers


def test_the_start_of_renju() -> None:
    answer = ask(id=7, variant="gomoku-renju", size=15, position=None, moves=["h8", "h9"])
    legal = answer.pop("legal")
    assert answer == {
        "id": 7,
        "variant": "gomoku-renju",
        "turn": "black",
        "ply": 2,
        "position": "15/15/15/15/15/15/7w7/7b7/15/15/15/15/15/15/15 b",
        "forbidden": [],
        "pass": True,
        "outcome": None,
    }
    assert legal == sorted(legal, key=lambda entry: str(entry["text"]))
    assert len(legal) == 223
    assert legal[0] == {"text": "a1"}
    assert not {"h8", "h9"} & set(texts(legal))


@pytest.mark.parametrize("variant", ["gomoku-freestyle", "gomoku-standard"])
def test_fields_that_a_game_does_not_have_are_left_out(variant: str) -> None:
    answer = ask(variant=variant)
    assert set(answer) == {"id", "variant", "turn", "ply", "position", "legal", "outcome"}
    assert answer["id"] is None
    assert len(answer["legal"]) == 225


@pytest.mark.parametrize("size", [15, 19, 20])
def test_sizes(size: int) -> None:
    answer = ask(variant="gomoku-standard", size=size)
    assert len(answer["legal"]) == size * size
    assert answer["position"].count("/") == size - 1


def test_an_answered_position_can_be_asked_for() -> None:
    first = ask(variant="gomoku-renju", size=19, moves=["k10", "pass", "k11"])
    again = ask(variant="gomoku-renju", position=first["position"], moves=["a1"])
    assert again["ply"] == first["ply"] + 1
    assert again["turn"] == "black"
    assert ask(variant="gomoku-renju", position=first["position"]) == first


def test_a_game_text_can_be_the_position() -> None:
    assert ask(variant="gomoku-freestyle", position="h8h9j9")["turn"] == "white"


def test_a_win_shows_its_line() -> None:
    answer = ask(variant="gomoku-freestyle", moves=WON)
    assert answer["outcome"] == {"winner": "black", "termination": "five", "line": ["a1", "b1", "c1", "d1", "e1"]}
    assert answer["legal"] == []
    assert answer["turn"] == "white"


def test_forbidden_points_and_the_loss_by_one() -> None:
    moves = ["h8", "a1", "h9", "a3", "j7", "a5", "k7", "a7"]
    before = ask(variant="gomoku-renju", moves=moves)
    assert before["forbidden"] == [{"text": "h7", "reason": "double-three"}]
    assert "h7" not in texts(before["legal"])
    after = ask(variant="gomoku-renju", moves=[*moves, "h7"])
    assert after["outcome"] == {"winner": "white", "termination": "forbidden-move", "line": ["h7"]}
    assert after["forbidden"] == []
    assert "pass" not in after
    # White may go there, and nothing is forbidden to White.
    white = ask(variant="gomoku-renju", moves=[*moves, "o15"])
    assert white["forbidden"] == []
    assert "h7" in texts(white["legal"])


def test_two_passes_draw() -> None:
    answer = ask(variant="gomoku-renju", moves=["h8", "pass", "pass"])
    assert answer["outcome"] == {"winner": None, "termination": "agreement", "line": []}


def test_the_data_of_forbidden_points() -> None:
    positions = json.loads((DATA / "renju_forbidden.json").read_text(encoding="utf-8"))["positions"]
    letters = "abcdefghijklmno"
    for entry in positions:
        moves = [f"{letters[x]}{y + 1}" for x, y in entry["moves"]]
        answer = ask(id=entry["id"], variant="gomoku-renju", moves=moves)
        assert answer["id"] == entry["id"]
        expected = sorted(f"{letters[x]}{y + 1}" for x, y in entry["forbidden"])
        assert texts(answer["forbidden"]) == expected
        assert len(answer["legal"]) == 225 - len(moves) - len(expected)


@pytest.mark.parametrize(
    "request_id", [0, -3, 1.5, "seven", "\ud800", "棋", True, None, [1, [2]], {"a": {"b": []}}, 10**39]
)
def test_the_id_comes_back_as_it_is(request_id: Any) -> None:
    assert ask(id=request_id, variant="gomoku-renju")["id"] == request_id
    assert ask(id=request_id, variant="?")["id"] == request_id


# What later games have: a stand-in whose moves capture, whose squares are numbers, which knows check and whose history
# can end a game that the position would let go on.


class FakePosition:
    """Two moves, one of them a capture; compares by identity."""

    def __init__(self, ply: int = 0) -> None:
        self.ply = ply
        self.turn = Side(ply % 2)
        self.board = VARIANTS["gomoku-freestyle"].start().board

    def legal_moves(self) -> tuple[Move, ...]:
        start = VARIANTS["gomoku-freestyle"].start()
        step, jump = start.legal_moves()[3], start.legal_moves()[5]
        return (step, Move(jump.path, captured=start.legal_moves()[28].path))

    @property
    def opening(self) -> None:
        return None

    @property
    def colour_to_move(self) -> Side:
        return self.turn

    def colour(self, side: Side) -> Side:
        return side

    def is_check(self) -> bool:
        return True

    def play(self, move: Move) -> FakePosition:
        return FakePosition(self.ply + 1)


class FakeVariant:
    name = "fake"
    sizes = (15,)
    openings = ("free",)
    side_names = ("red", "black")
    has_check = True
    has_forbidden = False

    def start(self, size: int | None = None, opening: str = "free") -> FakePosition:
        return FakePosition()

    def write_position(self, position: Position) -> str:
        return "fake position"

    def read_move(self, text: str, position: Position) -> Move:
        return VARIANTS["gomoku-freestyle"].read_move(text, VARIANTS["gomoku-freestyle"].start())

    def write_move(self, move: Move, position: Position) -> str:
        return "z-step" if not move.captured else "capture"

    def square_name(self, square: int, board: object) -> str:
        return str(square)

    def notations(self, move: Move, position: Position) -> dict[str, str]:
        return {"chinese": "炮二平五"}

    def outcome(self, positions: list[Position], moves: list[Move]) -> Any:
        from game.rules.core import Outcome, Termination

        return Outcome(None, Termination.REPETITION) if len(moves) == 2 else None


def test_what_games_to_come_will_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee.registry, "VARIANTS", {"fake": FakeVariant()})
    answer = ask(variant="fake", moves=["a1"])
    assert answer["check"] is True
    assert answer["turn"] == "black"
    assert answer["legal"] == [
        {"text": "capture", "chinese": "炮二平五", "captured": [28]},
        {"text": "z-step", "chinese": "炮二平五"},
    ]
    ended = ask(variant="fake", moves=["a1", "a1"])
    assert ended["outcome"] == {"winner": None, "termination": "repetition", "line": []}
    assert ended["legal"] == []


# Opening rules


def test_an_opening_rule_adds_its_fields() -> None:
    start = ask(variant="gomoku-freestyle", opening="swap2")
    assert (start["opening"], start["task"], start["actor"], start["choices"]) == ("swap2", "three-stones", "first", [])
    assert start["position"].endswith(" b swap2")
    assert len(start["legal"]) == 225
    three = ask(variant="gomoku-freestyle", opening="swap2", moves=["h8", "h9", "j10"])
    assert (three["task"], three["actor"], three["turn"]) == ("choose-or-more", "second", "white")
    assert three["choices"] == [{"text": "black"}, {"text": "more"}, {"text": "white"}]
    assert three["legal"] == []
    assert three["outcome"] is None
    again = ask(variant="gomoku-freestyle", position=three["position"], moves=["more", "a1", "a2", "white"])
    assert (again["opening"], again["task"], again["actor"]) == (None, None, "first")
    assert (again["choices"], again["turn"], again["ply"]) == ([], "white", 7)


def test_the_winner_is_a_colour_whoever_has_it() -> None:
    moves = ["h8", "a1", "h9", "black", "a2", "h10", "a3", "h11", "a4", "h12"]
    ended = ask(variant="gomoku-standard", opening="swap", moves=moves)
    assert ended["outcome"]["winner"] == "black"
    assert (ended["opening"], ended["actor"]) == (None, "first")
    plain = ask(variant="gomoku-standard", moves=["h8"])
    assert not {"opening", "task", "actor", "choices"} & set(plain)
    assert ask(variant="gomoku-standard", opening="free", moves=["h8"]) == plain
    swapped = ask(variant="gomoku-standard", position=ended["position"])
    assert swapped["outcome"] == ended["outcome"]
    assert swapped["actor"] == "first"


@pytest.mark.parametrize(
    ("fields", "kind", "where"),
    [
        ({"opening": "swap3"}, "unreadable", "opening"),
        ({"opening": 7}, "unreadable", "opening"),
        ({"opening": ["swap"]}, "unreadable", "opening"),
        ({"opening": "swap2-more"}, "unreadable", "opening"),
        ({"opening": "swap", "position": "h8h9"}, "unreadable", "opening"),
        ({"opening": "swap", "moves": ["h8", "white"]}, "illegal", "moves[1]"),
        ({"opening": "swap", "moves": ["h8", "h9", "j10", "more"]}, "illegal", "moves[3]"),
        ({"opening": "swap", "moves": ["h8", "h9", "j10", "a1"]}, "illegal", "moves[3]"),
        ({"opening": "pro", "moves": ["h9"]}, "illegal", "moves[0]"),
        ({"opening": "pro", "moves": ["h8", "a1", "h9"]}, "illegal", "moves[2]"),
        ({"moves": ["black"]}, "illegal", "moves[0]"),
    ],
)
def test_what_an_opening_refuses(fields: dict[str, Any], kind: str, where: str) -> None:
    error = ask(variant="gomoku-freestyle", **fields)["error"]
    assert (error["kind"], error["where"]) == (kind, where)


# Errors


@pytest.mark.parametrize(
    ("request_fields", "kind", "where"),
    [
        ({}, "unreadable", "variant"),
        ({"variant": None}, "unreadable", "variant"),
        ({"variant": 3}, "unreadable", "variant"),
        ({"variant": ["gomoku-renju"]}, "unreadable", "variant"),
        ({"variant": "chess"}, "unreadable", "variant"),
        ({"variant": "gomoku-renju", "size": 16}, "unreadable", "size"),
        ({"variant": "gomoku-renju", "size": "15"}, "unreadable", "size"),
        ({"variant": "gomoku-renju", "size": 15.0}, "unreadable", "size"),
        ({"variant": "gomoku-renju", "size": True}, "unreadable", "size"),
        ({"variant": "gomoku-renju", "size": 19, "position": "h8h9"}, "unreadable", "size"),
        ({"variant": "gomoku-renju", "position": 5}, "unreadable", "position"),
        ({"variant": "gomoku-renju", "position": ""}, "unreadable", "position"),
        ({"variant": "gomoku-renju", "position": "15/15 b"}, "unreadable", "position"),
        ({"variant": "gomoku-renju", "position": "h8h8"}, "unreadable", "position"),
        ({"variant": "gomoku-renju", "moves": "h8"}, "unreadable", "moves"),
        ({"variant": "gomoku-renju", "moves": {"0": "h8"}}, "unreadable", "moves"),
        ({"variant": "gomoku-renju", "moves": ["h8", 9]}, "unreadable", "moves[1]"),
        ({"variant": "gomoku-renju", "moves": ["h8", None]}, "unreadable", "moves[1]"),
        ({"variant": "gomoku-renju", "moves": ["h8", "z9"]}, "unreadable", "moves[1]"),
        ({"variant": "gomoku-renju", "moves": ["h8", "h16"]}, "unreadable", "moves[1]"),
        ({"variant": "gomoku-standard", "moves": ["pass"]}, "unreadable", "moves[0]"),
        ({"variant": "gomoku-renju", "moves": ["h8", "H8"]}, "illegal", "moves[1]"),
        ({"variant": "gomoku-freestyle", "moves": [*WON, "o15"]}, "over", "moves[9]"),
        ({"variant": "gomoku-renju", "moves": ["pass", "pass", "pass"]}, "over", "moves[2]"),
        ({"variant": "gomoku-renju", "movess": []}, "unreadable", "movess"),
        ({"variant": "gomoku-renju", "x" * 500: 1}, "unreadable", "x" * 40),
    ],
)
def test_a_request_with_a_fault_names_the_place(request_fields: dict[str, Any], kind: str, where: str) -> None:
    answer = ask(id="q", **request_fields)
    assert set(answer) == {"id", "error"}
    assert answer["id"] == "q"
    assert set(answer["error"]) == {"kind", "where", "message"}
    assert (answer["error"]["kind"], answer["error"]["where"]) == (kind, where)
    assert answer["error"]["message"]
    assert "\n" not in answer["error"]["message"]
    assert len(answer["error"]["message"]) < 700


@pytest.mark.parametrize(
    "line",
    [
        b"garbage",
        b"{",
        b'{"variant": "gomoku-renju"',
        b"[]",
        b"3",
        b"null",
        b'"gomoku-renju"',
        b"NaN",
        b'{"id": NaN}',
        b'{"id": -Infinity}',
        b'{"id": 1e999}',
        b'{"id": ' + b"9" * 5000 + b"}",
        b'{"size": ' + b"9" * 41 + b"}",
        b"\xff\xfe",
        b'{"id": "\xc3"}',
        b"\xef\xbb\xbf{",
        b"\0",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"id": 1} {"id": 2}',
        b"x" * (referee.LINE_LIMIT + 1),
    ],
)
def test_a_line_that_is_no_request(line: bytes) -> None:
    answer = ask_raw(line)
    assert answer["id"] is None
    assert answer["error"]["kind"] == "unreadable"
    assert answer["error"]["where"] == "line"
    assert len(answer["error"]["message"]) < 200


@pytest.mark.parametrize("depth", [9, 200, 800])
def test_an_id_that_is_nested_deeply(depth: int) -> None:
    answer = ask_raw(b'{"id": ' + b"[" * depth + b"]" * depth + b"}")
    assert answer["id"] is None
    assert answer["error"]["kind"] == "unreadable"


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    assert set(ask_raw(line)) == {"id", "error"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8), st.lists, max_leaves=5
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "id": JSON,
            "variant": st.sampled_from([*VARIANTS, "x"]) | JSON,
            "size": st.sampled_from([15, 19, 20, 16]) | JSON,
            "position": st.sampled_from(["h8h9", "15/15 b", "h8passpass"]) | JSON,
            "moves": st.lists(st.sampled_from(["a1", "h8", "pass", "t20", "?"]) | JSON, max_size=6) | JSON,
        },
    )
)
def test_any_request_gets_an_answer(request_fields: dict[str, Any]) -> None:
    answer = ask(**request_fields)
    assert ("error" in answer) != ("outcome" in answer)
    json.dumps(answer, allow_nan=False)


# Lines


def test_each_line_is_answered_and_blank_ones_are_skipped() -> None:
    good = b'{"id": 1, "variant": "gomoku-renju"}'
    source = io.BytesIO(b"\n".join([good, b"", b"  \t", b"?", good + b"\r", good]))
    sink = io.BytesIO()
    referee.run(source, sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False, False]


@pytest.mark.parametrize("excess", [0, 1, 5, referee.LINE_LIMIT, 3 * referee.LINE_LIMIT + 7])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_that_is_too_long_is_one_error(excess: int, end: bytes) -> None:
    filling = b" " * (referee.LINE_LIMIT - len(end) - len(b'{"variant": "gomoku-renju"}') + excess)
    line = b'{"variant": "gomoku-renju"' + filling + b"}" + end
    after = b'{"id": 2, "variant": "gomoku-renju"}\n' if end else b""
    sink = io.BytesIO()
    referee.run(io.BytesIO(line + after), sink)
    answers = [json.loads(answer) for answer in sink.getvalue().splitlines()]
    assert len(answers) == (2 if end else 1)
    assert ("error" in answers[0]) == (excess > 0)
    if end:
        assert answers[1]["id"] == 2


class Recorder(io.BytesIO):
    """A sink that notes how much was written whenever it is flushed."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[int] = []

    def flush(self) -> None:
        self.flushed.append(self.getvalue().count(b"\n"))


def test_each_answer_is_flushed() -> None:
    sink = Recorder()
    referee.run(io.BytesIO(b"?\n?\n?\n"), sink)
    assert sink.flushed == [1, 2, 3]


# A real process


def test_a_process_fed_with_garbage_answers_every_line() -> None:
    rng = random.Random(1)
    good = json.dumps({"id": "good", "variant": "gomoku-renju", "moves": ["h8", "h9", "j9"]}).encode()
    lines = []
    for _ in range(300):
        line = bytearray(good)
        for _ in range(rng.randrange(1, 4)):
            line[rng.randrange(len(line))] = rng.choice(b'{}[]",:\\0a\xff\x01 ')
        lines += [bytes(line).replace(b"\n", b" "), good]
    done = subprocess.run(COMMAND, cwd=ROOT, input=b"\n".join(lines), capture_output=True, timeout=PATIENCE_S)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(answers) == len(lines)
    expected = ask_raw(good)
    assert all(answer == expected for answer in answers[1::2])
    assert sum("error" in answer for answer in answers[::2]) > 150


def test_no_input_is_no_fault() -> None:
    done = subprocess.run(COMMAND, cwd=ROOT, input=b"", capture_output=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        assert it.stderr is not None
        it.stdin.write(b'{"variant": "gomoku-renju"}\n')
        it.stdin.flush()
        assert b'"legal"' in it.stdout.readline(), "answered while the input is still open"
        it.stdout.close()
        it.stdin.write(b'{"variant": "gomoku-renju"}\n' * 3)
        it.stdin.close()
        assert it.wait(PATIENCE_S) == 0
        assert it.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
def test_an_interrupt_ends_it_quietly() -> None:
    with subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        assert it.stderr is not None
        it.stdin.write(b"?\n")
        it.stdin.flush()
        it.stdout.readline()
        time.sleep(0.05)
        it.send_signal(signal.SIGINT)
        assert it.wait(PATIENCE_S) == 1
        assert it.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_is_full_is_one_line_of_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(COMMAND, cwd=ROOT, input=b"?\n", stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE_S)
    assert done.returncode == 1
    assert done.stderr.startswith(b"qiguan referee: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX shell")
@pytest.mark.parametrize(("closed", "shown"), [("<&-", 1), (">&-", 1), (">&- 2>&-", 0)])
def test_closed_streams_are_one_line_of_error(closed: str, shown: int) -> None:
    done = subprocess.run(
        f"exec '{sys.executable}' main.py referee {closed}", shell=True, cwd=ROOT, capture_output=True
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == shown
    assert b"Traceback" not in done.stderr


def test_it_needs_no_window_and_no_engine() -> None:
    code = (
        "import sys; from game.commands import line; line.run(['referee'], print);"
        "heavy = {'pygame', 'numpy', 'numba', 'msgspec'} & set(sys.modules);"
        "told = {'ai', 'ai.version', 'ai.common', 'ai.common.sources'};"  # what --version tells
        "own = [name for name in sys.modules if name.startswith(('ai', 'net', 'game.ui', 'game.match'))];"
        "own = [name for name in own if name not in told];"
        "sys.exit(f'{heavy} {own}' if heavy or own else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, input=b"?\n", capture_output=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stderr) == (0, b"")


def test_thousands_of_positions_take_seconds() -> None:
    line = json.dumps({"variant": "gomoku-renju", "moves": ["h8", "h9", "j9", "i10", "g7", "k11"]}).encode()
    began = time.process_time()
    for _ in range(500):
        referee.answer(line)
    assert time.process_time() - began < 10


def test_a_byte_order_mark_before_the_line_is_passed_over() -> None:
    answer = ask_raw(b'\xef\xbb\xbf{"id": 4, "variant": "gomoku-freestyle"}')
    assert (answer["id"], answer["turn"]) == (4, "black")
