"""Damaged and hostile files of every form that is told by its bytes: nothing but faults of the house comes out of them,
in bounded time, and what is read can be kept."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from itertools import islice

import pytest
from binary_records import Step, cbl, cbr, line, renlib, wtb, wthor_head, wthor_names, xqf
from hypothesis import example, given, settings
from hypothesis import strategies as st
from patience import SOON_S

from game.records import formats, native, preorder
from game.records.annotations import take_annotations
from game.records.fault import Fault
from game.records.native import Reading
from game.records.record import RecordError
from game.records.sgf_notes import take_notes
from game.records.sgf_syntax import SgfNode
from game.records.written import WrittenMove

_KEYS = bytes([0x5A, 1, 2, 3, 4, 0x11, 0x22, 0x44, 0x88, 0x37, 0x9D, 0xC1, 0x55])
_XIANGQI = Step("h2e2", "好棋", then=Step("h9g7", then=line("h0g2", "i9h9"), more=Step("h7e7", "?")), more=line("c3c4"))
_GOMOKU = Step("h8", "centre", then=Step("h9", more=Step("i9", "indirect")))
_CBF = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<ChineseChessRecord Version="1.0"><Head><Name>a</Name><Red>b</Red>'
    b"<RecordResult>1</RecordResult></Head><MoveList><Move value='00-00'>c</Move><Move value='77-47'/>"
    b"<Move value='70-62' end='1'><![CDATA[d]]></Move></MoveList></ChineseChessRecord>"
)
_RIF = (
    b'<database><rules><rule id="1" name="RIF"/></rules><players><player id="1" name="A" surname="B"/></players>'
    b'<tournaments><tournament id="1" name="T" start="1999-01-01" rule="1"/></tournaments><games>'
    b'<game id="1" tournament="1" rule="1" black="1" white="2" bresult="1"><move>h8 i9 j10</move></game>'
    b'<game id="2" tournament="1" rule="1" black="2" white="1" bresult="0.5"><move>h8</move></game></games></database>'
)
SOUND = {
    "xqf 1.0": xqf(_XIANGQI, said="说明", texts={80: "题目", 304: "甲"}),
    "xqf 1.8": xqf(_XIANGQI, version=18, keys=_KEYS, said="说明", texts={80: "题目", 304: "甲"}),
    "cbr": cbr(_XIANGQI, said="说明", texts={180: "题目", 1076: "甲"}),
    "cbl": cbl([cbr(_XIANGQI), cbr(line("h2e2", "h9g7"))]),
    "cbf": _CBF,
    "psq": b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\n1,1,7\na.zip\nb.zip\n-1\n1,Freestyle15\n",
    "renlib": renlib(_GOMOKU, said="all", labels={"i9": "A"}, marked="h9"),
    "rif": _RIF,
    "wthor": wtb([(0, 1, 2, 40, 0, "f5d6c3"), (1, 2, 3, 24, 0, "f5f4")]),
    "wthor names": wthor_names(["one", "two"], 20),
}


def readings(data: bytes, most: int = 50) -> list[Reading]:
    """The first games of a file; what is wrong with it must be told in one line."""
    found: list[Reading] = []
    told: list[Fault | None] = []
    try:
        for each in islice(formats.open_data(data, "x.dat").readings(), most):
            if isinstance(each, Reading):
                found.append(each)
            told.append(each.problem if isinstance(each, Reading) else each)
    except RecordError as error:
        told.append(error.fault)
    assert not any("\n" in str(each) for each in told)
    return found


def assert_kept(found: list[Reading]) -> None:
    for each in found:
        again = native.read(native.write(each.record))
        assert again.record.tree == each.record.tree
        assert again.record.headers == each.record.headers


def assert_soon(read: Callable[[], object]) -> None:
    start_s = time.monotonic()
    read()
    assert time.monotonic() - start_s < SOON_S


@pytest.mark.parametrize("name", sorted(SOUND))
def test_a_sound_file_is_told_by_its_bytes(name: str) -> None:
    found = readings(SOUND[name])
    assert len(found) == {"cbl": 2, "rif": 2, "wthor": 2, "wthor names": 0}.get(name, 1)
    assert all(each.problem is None and each.game.ply for each in found)
    games = {"psq": "gomoku", "renlib": "gomoku", "rif": "gomoku", "wthor": "reversi"}
    assert {each.game.variant.game for each in found} <= {games.get(name, "xiangqi")}
    assert_kept(found)


def test_no_form_is_taken_for_another() -> None:
    """Each file is one of one form, and no text of the field is one of them."""
    binary = [form for game in formats.GAMES for form in game.binary]
    for name, data in SOUND.items():
        assert sum(form.is_one(data) for form in binary) == (name != "psq"), name
    for text in (
        b"(;GM[4]SZ[15];B[hh])",
        b'[Event "x"]\n1. c3-d4 *',
        b"h8i9",
        b"<html><body/></html>",
        b"XQ is a game\n",
    ):
        assert not any(form.is_one(text) for form in binary)


@settings(max_examples=300)
@given(st.sampled_from(sorted(SOUND)), st.data())
def test_mutated_bytes_raise_nothing_else(name: str, chance: st.DataObject) -> None:
    data = bytearray(SOUND[name])
    if name == "cbl":  # where there is something
        places = st.one_of(st.integers(0, 80), st.integers(66_624, 67_200), st.integers(101_952, len(data) - 1))
    else:
        places = st.integers(0, len(data) - 1)
    for at in chance.draw(st.lists(places, min_size=1, max_size=8)):
        data[at] = chance.draw(st.integers(0, 255))
    cut = chance.draw(st.one_of(st.none(), st.integers(0, len(data))))
    assert_kept(readings(bytes(data[:cut])))


@settings(max_examples=200)
@given(st.sampled_from(sorted(SOUND)), st.integers(0, 120), st.binary(max_size=300))
@example("renlib", 20, b"\x78\x08" * 100)
@example("xqf 1.0", 1024, b"\x18\x20\xff\xff\xff\xff\xff\xff")
def test_nonsense_behind_a_sound_beginning_raises_nothing_else(name: str, kept: int, rest: bytes) -> None:
    start = {"xqf 1.0": 1024, "xqf 1.8": 1024, "cbr": 2214, "cbl": 101_952 + 2214}.get(name, 16)
    assert_kept(readings(SOUND[name][: start + kept] + rest))


def test_more_moves_than_are_kept_are_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each beside the one before it."""
    monkeypatch.setattr(preorder, "MOST_NODES", 5_000)
    wide = b"\x2f\x38\x0f\0\0\0\0\0" * 6_000

    def read() -> None:
        (reading,) = readings(xqf(None)[:-8] + b"\x18\x20\xf0\xff\0\0\0\0" + wide)
        assert reading.problem is not None
        assert reading.problem.code == "too-many-moves"
        assert len(reading.record.tree) == 5_001

    assert_soon(read)


def test_sizes_that_lie_ask_for_nothing() -> None:
    huge = struct.pack("<I", 0xFFFFFFF0)
    assert_soon(lambda: readings(xqf(None)[:-4] + huge))
    assert_soon(lambda: readings(cbr(None)[:-4] + b"\x04\0\0\0" + huge))
    assert_soon(lambda: readings(wthor_head(games=0xFFFFFFFF)))
    (reading,) = readings(xqf(None)[:-4] + huge)
    assert reading.problem is not None
    assert reading.problem.code == "cut-off"


def test_elements_without_an_end_are_read_in_one_go() -> None:
    assert_soon(lambda: readings(b"<ChineseChessRecord><MoveList>" + b"<Move>" * 50_000))
    assert_soon(lambda: readings(b"<database><games>" + b"<game><move>" * 20_000, most=100))
    assert_soon(lambda: readings(b"<database>" + b"<!--" * 100_000))
    assert_soon(lambda: readings(b"<!DOCTYPE " * 5_000))
    bomb = b'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)
    )
    assert_soon(lambda: readings(b"<database>" + bomb + b"]><games/></database>"))
    assert_soon(lambda: readings(bomb + b"]><ChineseChessRecord>&j;</ChineseChessRecord>"))


def test_numbers_without_end_and_nodes_without_moves_are_no_more_than_damage() -> None:
    """A number of thousands of digits can't be read as one, and what is said of a single move a hundred thousand times
    must not be copied each time."""
    with pytest.raises(RecordError):
        formats.open_data(b"<CBF>" + b"1" * 20_000)
    (problem,) = formats.open_data(b"(;GM[4]SZ[0015" + b"9" * 5_000 + b"];B[hh])").readings()
    assert isinstance(problem, Fault)
    assert problem.code == "no-board"
    source = formats.open_data(b"(;GM[4]" + b";KO[1]" * 30_000)
    assert 5_000 < len(source.written[0].root.properties) < 20_000


@pytest.mark.parametrize("comment", ["[%clk" + " " * 100_000, "[%x 1]" * 200_000], ids=["spaces", "many"])
def test_commands_of_a_comment_are_read_in_one_go(comment: str) -> None:
    """Spaces can be shared out in many ways, and what is told of one move must not be copied each time."""
    assert_soon(lambda: take_annotations(WrittenMove("h2e2", 1), comment))


def test_what_a_comment_tells_by_commands_is_in_its_order() -> None:
    move = WrittenMove("h2e2", 1)
    assert take_annotations(move, "[%x 1] so [%csl Ga1,Rb2][%y 2] [%csl Ga2]") == "so"
    assert [shape.squares for shape in move.shapes] == [("a1",), ("b2",), ("a2",)]
    assert move.properties == (("%x", "1"), ("%y", "2"))


def test_marks_of_a_node_are_read_in_one_go() -> None:
    node = SgfNode(1, -1, {"LB": ["aa:x", "bb"] * 100_000, "AR": ["aa:bb"] * 100_000})
    move = WrittenMove("h8", 1)
    assert_soon(lambda: take_notes(move, node, lambda point: point, frozenset()))
    assert len(move.shapes) == 200_000
    assert move.properties == (("LB", "bb"),) * 100_000


def test_the_end_of_a_psq_is_read_in_one_go() -> None:
    assert_soon(lambda: readings(b"Piskvorky 15x15, 11:11, 0\n8,8,0\n0," + b" " * 200_000 + b"\n"))


def test_beginnings_of_games_that_never_end_are_read_in_one_go() -> None:
    assert_soon(lambda: readings(b"<database>" + b"<games" * 400_000))
    assert_soon(lambda: readings(b"<database>" + b"<games " * 400_000))
