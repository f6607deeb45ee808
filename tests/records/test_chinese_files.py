"""The files that Chinese programs write: XQF, CBR, CBL and CBF, read with variations and comments."""

from __future__ import annotations

import time

import pytest
from binary_records import POINTS, Step, cbl, cbr, line, xqf
from patience import SOON_S

from game.records import formats, native
from game.records.collection import collect
from game.records.native import Reading
from game.records.record import RecordError
from game.records.xiangqi import cbf, dhtmlxq, pgn
from game.records.xiangqi.xqf import write as write_xqf
from game.rules.core import Termination

KEYS = bytes([0x5A, 1, 2, 3, 4, 0x11, 0x22, 0x44, 0x88, 0x37, 0x9D, 0xC1, 0x55])
TREE = Step(
    "h2e2", "中炮",
    then=Step(
        "h9g7",
        then=Step("h0g2", "正着", then=Step("i9h9"), more=Step("b0c2", then=Step("i9h9", "变着"))),
        more=Step("h7e7", "顺炮", then=Step("h0g2")),
    ),
    more=Step("c3c4"),
)  # fmt: skip
"""1. h2e2 (1. c3c4) h9g7 (1... h7e7 2. h0g2) 2. h0g2 (2. b0c2 i9h9) i9h9"""
TEXTS = ["", "h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "i9h9", "h7e7", "h0g2", "c3c4"]
PLIES = (0, 1, 2, 3, 4, 3, 4, 2, 3, 1)
SAID = {0: "全局", 1: "中炮", 3: "正着", 6: "变着", 7: "顺炮"}


def only(data: bytes) -> Reading:
    (found,) = collect(formats.open_data(data)).games
    return found


def assert_tree(reading: Reading) -> None:
    tree = reading.record.tree
    assert reading.problem is None
    assert reading.lost == ()
    assert [node.text for node in tree.nodes] == TEXTS
    assert tree.plies == PLIES
    assert {at: node.comment for at, node in enumerate(tree.nodes) if node.comments} == SAID
    again = native.read(native.write(reading.record)).record
    assert again == reading.record


# --- XQF --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [10, 11, 12, 13, 16, 18])
def test_xqf_of_every_version(version: int) -> None:
    data = xqf(
        TREE, version=version, keys=KEYS, said="全局", result=1,
        texts={80: "题目", 208: "五羊杯", 272: "1993年4月27日", 288: "南京", 304: "张强", 320: "胡荣华", 464: "某某"},
    )  # fmt: skip
    reading = only(data)
    assert_tree(reading)
    record = reading.record
    assert record.variant == "xiangqi"
    assert [seat.name for seat in record.seats] == ["张强", "胡荣华"]
    assert (record.event, record.date) == ("五羊杯", "1993-04-27")
    assert record.headers == {"Site": "南京", "Annotator": "某某", "Title": "题目"}
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("red", Termination.RESIGNATION)


def test_the_example_of_the_published_description() -> None:
    """XQF.TXT of XQStudio, its first moves and its head, byte by byte."""
    head = bytearray(1024)
    head[:3], head[51] = b"XQ\x0a", 2
    head[16:48] = bytes.fromhex("50463C3228 1E140A 00480C533F2B1703 09131D27313B454F 59114D061A2E4256")
    head[80:97] = bytes.fromhex("10CFC9C8CBD6B8C2B7B6D4C6F0C2EDBED6")
    head[272:287] = bytes.fromhex("0E31393937C4EA3131D4C23136C8D5")
    head[304:311] = bytes.fromhex("06C1F8B4F3BBAA")
    moves = bytes.fromhex("1820F0FF000000002F38F0000000000067630000 00000000")
    reading = only(bytes(head) + moves)
    assert reading.problem is None
    assert reading.record.event == "仙人指路对起马局"
    assert reading.record.seats[0].name == "柳大华"
    assert reading.record.date == "1997-11-16"
    assert reading.game.texts() == ("c3c4", "h9g7")
    assert reading.record.result is not None
    assert reading.record.result.winner == "black"


def test_xqf_from_another_start() -> None:
    points = [255] * 32
    points[4], points[0], points[20] = 30, 11, 49  # Red's general and a chariot, Black's general
    points[31] = 3
    reading = only(xqf(line("a3a2", "b1b9"), points=points, version=18, keys=KEYS))
    assert reading.record.start.startswith("4k4/9/9/9/9/9/p8/9/1R7/3K5 b")
    assert reading.game.texts() == ("a3a2", "b1b9")


def test_xqf_of_taiwan_is_big5() -> None:
    first = Step("h2e2", "黑方局勢較好，紅車難退", then=None)
    reading = only(xqf(first, encoding="big5", texts={304: "將士象車馬"}))
    assert reading.record.moves[0].comment == "黑方局勢較好，紅車難退"
    assert reading.record.seats[0].name == "將士象車馬"


def test_a_move_off_the_board_ends_the_line_and_is_named() -> None:
    data = bytearray(xqf(line("h2e2", "h9g7")))
    data[1024 + 16] = 250
    reading = only(bytes(data))
    assert reading.game.texts() == ("h2e2",)
    assert reading.problem is not None
    assert reading.problem.code == "unreadable-move"
    assert ("move", "2") in reading.problem.places


def test_xqf_that_is_cut_off_keeps_what_there_is() -> None:
    whole = xqf(line("h2e2", "h9g7", "h0g2"))
    reading = only(whole[:-3])
    assert reading.game.texts() == ("h2e2", "h9g7")
    assert reading.problem is not None
    assert (reading.problem.code, dict(reading.problem.places)["byte"]) == ("cut-off", str(len(whole) - 8))
    with pytest.raises(RecordError, match="ends before"):
        formats.open_data(whole[:1000])


def test_two_pieces_on_one_point_are_named() -> None:
    points = [*POINTS[:31], POINTS[0]]
    with pytest.raises(RecordError, match="two pieces stand on i0"):
        formats.open_data(xqf(None, points=points))


def test_a_deep_line_is_read_without_recursion() -> None:
    """Longer than Python's stack is deep."""
    there = ("h2g2", "h9g7", "g2h2", "g7h9")
    reading = only(xqf(None)[:-8] + b"\x18\x20\xf0\xff\0\0\0\0" + _entries(there * 500))
    assert reading.problem is None
    assert reading.game.ply == 2_000


def _entries(moves: tuple[str, ...]) -> bytes:
    out = bytearray()
    for number, text in enumerate(moves, 1):
        start, end = (int(f"{'abcdefghi'.index(text[at])}{text[at + 1]}") for at in (0, 2))
        out += bytes([start + 24, end + 32, 0xF0 * (number < len(moves)), 0, 0, 0, 0, 0])
    return bytes(out)


# --- CBR and CBL ------------------------------------------------------------------------------------------------------


def test_cbr() -> None:
    texts = {
        180: "题目",
        692: "五羊杯",
        756: "3",
        884: "1993.4",
        1076: "张强",
        1140: "北京",
        1300: "胡荣华",
        1652: "某某",
    }
    reading = only(cbr(TREE, said="全局", texts=texts, result=3))
    assert_tree(reading)
    record = reading.record
    assert [seat.name for seat in record.seats] == ["张强", "胡荣华"]
    assert (record.event, record.date) == ("五羊杯", "1993-04")
    assert record.headers == {"Title": "题目", "Round": "3", "RedTeam": "北京", "Annotator": "某某"}
    assert record.result is not None
    assert record.result.winner is None


def test_cbr_without_moves_and_cut_off() -> None:
    assert only(cbr(None)).record.moves == ()
    whole = cbr(line("h2e2", "h9g7"))
    reading = only(whole[:-2])
    assert reading.game.texts() == ("h2e2",)
    assert reading.problem is not None
    assert reading.problem.code == "cut-off"
    with pytest.raises(RecordError, match="ends before"):
        formats.open_data(whole[:2000])


def test_cbl_has_the_games_that_are_there() -> None:
    long = Step("h2e2", "话" * 3_000, then=line("h9g7"))
    games = [
        cbr(line("h2e2")),
        cbr(None, empty=True, texts={180: "第一部分"}),
        cbr(long),
        cbr(line("c3c4")),
        cbr(line("b2e2")),
    ]
    found = collect(formats.open_data(cbl(games, deleted=[3])))
    assert found.problems == ()
    assert [each.game.texts() for each in found.games] == [("h2e2",), ("h2e2", "h9g7"), ("b2e2",)]
    assert len(found.games[1].record.moves[0].comment) == 3_000
    with pytest.raises(RecordError, match="no game"):
        collect(formats.open_data(cbl([])))


# --- CBF --------------------------------------------------------------------------------------------------------------

CBF = """\ufeff<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0">
 <Head>
  <Name>第一局</Name> <Contest>橘中秘</Contest> <Round /> <Date>1632</Date>
  <Red>甲 &amp; 乙</Red> <RedTeam>北京</RedTeam>
  <Black>丙</Black> <Commentator>某某</Commentator> <ECCO>C03</ECCO> <RecordResult>2</RecordResult>
  <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN>
 </Head>
 <MoveList>
  <Move value="00-00"><![CDATA[全局]]></Move>
  <Move value="77-47" />
  <Move value="70-62"><![CDATA[a < b]]></Move>
  <Move value="79-67" end="1" />
 </MoveList>
</ChineseChessRecord>
"""


def test_cbf_is_read_and_written() -> None:
    record = only(CBF.encode()).record
    assert [node.text for node in record.moves] == ["h2e2", "h9g7", "h0g2"]
    assert (record.comment, record.moves[1].comment) == ("全局", "a < b")
    assert [seat.name for seat in record.seats] == ["甲 & 乙", "丙"]
    assert (record.event, record.date) == ("橘中秘", "1632")
    assert record.headers == {"Title": "第一局", "RedTeam": "北京", "Annotator": "某某", "ECCO": "C03"}
    assert record.result is not None
    assert record.result.winner == "black"
    written = cbf.write([record])
    assert only(written).record == record
    (copied,) = formats.open_text(written.decode()).readings()
    assert isinstance(copied, Reading)
    assert copied.record == record


def test_what_xml_cannot_hold_does_not_break_a_cbf() -> None:
    record = only(CBF.encode()).record
    said = only(CBF.replace("a < b", "]]]]><![CDATA[> <Move value='1'/> & \U0001f600").encode()).record
    assert said.moves[1].comment == "]]> <Move value='1'/> & \U0001f600"
    assert only(cbf.write([said])).record == said
    assert said != record


def test_cbf_that_is_damaged_keeps_what_was_read() -> None:
    broken = only(CBF[: CBF.index("79-67")].encode())
    assert broken.game.texts() == ("h2e2", "h9g7")
    assert broken.problem is not None
    assert broken.problem.code == "markup-broken"
    more = only(CBF.replace(' end="1" />', ' end="1" /><Move value="89-88" />').encode())
    assert more.game.ply == 3
    assert more.problem is not None
    assert more.problem.code == "after-last"


def test_cbf_with_entities_of_its_own_is_refused() -> None:
    bomb = CBF.replace("<ChineseChessRecord Version", '<!DOCTYPE x [<!ENTITY a "aaaa">]>\n<ChineseChessRecord Version')
    reading = only(bomb.encode())
    assert reading.game.ply == 0
    assert reading.problem is not None
    assert reading.problem.code == "markup-entities"


# --- DhtmlXQ ----------------------------------------------------------------------------------------------------------

WEB = """[DhtmlXQ]
[DhtmlXQ_title]中炮[/DhtmlXQ_title]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]
[DhtmlXQ_move_0_3_2]19278070[/DhtmlXQ_move_0_3_2]
[DhtmlXQ_move_0_2_1]7242{}[/DhtmlXQ_move_0_2_1]
[DhtmlXQ_move_1_3_4]19271022[/DhtmlXQ_move_1_3_4]
[DhtmlXQ_move_4_3_5]2625[/DhtmlXQ_move_4_3_5]
[DhtmlXQ_comment0]全局||第二行[/DhtmlXQ_comment0]
[DhtmlXQ_comment1]主线[/DhtmlXQ_comment1]
[DhtmlXQ_comment2_4]变着[/DhtmlXQ_comment2_4]
[DhtmlXQ_comment4_3]又一变[/DhtmlXQ_comment4_3]
[/DhtmlXQ]
"""


def test_the_lines_of_dhtmlxq_are_variations() -> None:
    record = only(WEB.format("7967").encode()).record
    tree = record.tree
    texts = ["", "h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "i9h9", "h7e7", "h0g2", "b0c2", "b9c7", "c3c4"]
    assert [node.text for node in tree.nodes] == texts
    assert tree.plies == (0, 1, 2, 3, 4, 3, 4, 2, 3, 3, 4, 3)
    said = {at: node.comment for at, node in enumerate(tree.nodes) if node.comments}
    assert said == {0: "全局\n第二行", 1: "主线", 6: "变着", 9: "又一变"}
    for again in (only(dhtmlxq.write([record])).record, native.read(native.write(record)).record):
        assert again == record


def test_blanks_and_empty_lines_of_comments_come_back_from_dhtmlxq() -> None:
    said = "红    方：甲\n\n黑  方：乙 || 丙"
    reading = only(xqf(Step("h2e2", said), version=10, said=said))
    again = only(dhtmlxq.write([reading.record])).record
    assert [node.comment for node in again.tree.nodes] == [said.replace("||", "| |")] * 2


def test_a_line_of_dhtmlxq_that_leaves_none_is_told() -> None:
    for old, new in (("move_1_3_4", "move_9_3_4"), ("move_1_3_4", "move_1_7_4"), ("move_1_3_4", "move_1_0_4")):
        reading = only(WEB.format("7967").replace(old, new).encode())
        assert reading.problem is not None
        assert (reading.problem.code, reading.problem.values["name"]) == ("variation-loose", new)
        assert reading.game.ply == 4


def test_many_lines_of_dhtmlxq_are_read_in_one_go() -> None:
    chain = "".join(f"[DhtmlXQ_move_{n}_2_{n + 1}]7062[/DhtmlXQ_move_{n}_2_{n + 1}]" for n in range(20_000))
    start_s = time.monotonic()
    (source,) = formats.open_text(WEB.format("7967").replace("[/DhtmlXQ]\n", chain + "[/DhtmlXQ]")).written
    assert time.monotonic() - start_s < SOON_S
    assert len(source.nodes) > 15_000


def test_a_position_laid_out_and_its_variations_come_back_from_a_written_xqf() -> None:
    tags = '[Game "Chinese Chess"]\n[FEN "4k4/9/9/9/9/9/9/9/4r4/3K4R b - - 0 1"]\n[Red "甲"]\n[Event "杯"]\n\n'
    text = "1... e1e2 {好\n棋} (1... e9f9) (1... e1e3 2. i0i1 {再}) 2. i0i1 *"
    record = collect(formats.open_text(tags + text)).games[0].record
    assert record.tree.variations == 2
    data = write_xqf([record])
    back = collect(formats.open_data(data)).games[0].record
    assert (back.start, back.tree, back.seats, back.event) == (record.start, record.tree, record.seats, record.event)


def test_moves_as_winboard_writes_them_name_no_more_than_is_needed() -> None:
    moves = "1. i0i1 i9i8 2. a0a1 a9a8 3. i1d1 h9g7 4. c3c4 c6c5 5. c4c5"
    record = collect(formats.open_text(f'[Game "Chinese Chess"]\n\n{moves} *')).games[0].record
    assert record.tree.plies[-1] == 9
    out = pgn.write([record], "winboard").decode()
    assert "1. Ri1 Ri8 2. Raa1 Raa8 3. Rid1 Hg7 4. c4 c5 5. cxc5" in " ".join(out.split())
    assert collect(formats.open_text(out)).games[0].record.tree == record.tree
