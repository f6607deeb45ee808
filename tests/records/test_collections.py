"""PGN of Xiangqi, PDN of draughts and DhtmlXQ: both ways, several games a file, encodings, and damage."""

from __future__ import annotations

import random
import re
import time
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import SOON_S

from game.records.draughts import pdn
from game.records.encoding import decode
from game.records.pgn import parse
from game.records.record import Record, RecordError, Result, SeatInfo
from game.records.xiangqi import dhtmlxq, pgn
from game.rules.core import Termination
from game.rules.game import Game
from game.rules.registry import variant

DRAUGHTS = ("international", "fifteen", "brazilian", "russian", "english")
SEATS = (SeatInfo("human", "胡 荣华"), SeatInfo("human", 'A "B" \\ C'))


@cache
def random_record(name: str, seed: int, plies: int = 60) -> Record:
    chance = random.Random(f"{name} {seed}")
    game = Game(variant(name))
    while game.outcome is None and game.ply < plies:
        game.play(chance.choice(game.position.legal_moves()))
    record = Record.from_game(game, SEATS, date="2026-11-21")
    if record.result is None:
        record = Record.from_game(game, SEATS, date="2026-11-21")
        return Record(**{**{field: getattr(record, field) for field in record.__struct_fields__}, "result": RESULT})
    return record


RESULT = Result("black", Termination.RESIGNATION)


@pytest.mark.parametrize(
    ("notation", "form"),
    [("chinese", "Chinese"), ("chinese-traditional", "Chinese"), ("wxf", "WXF"), ("iccs", "ICCS")],
)
def test_xiangqi_games_come_back(notation: pgn.Notation, form: str) -> None:
    records = [random_record("xiangqi", seed) for seed in range(4)]
    data = pgn.write(records, notation)
    found = pgn.read(data)
    assert [reading.problem for reading in found.games] == [None] * 4
    assert [reading.record for reading in found.games] == records
    assert b'[Game "Chinese Chess"]' in data
    assert data.count(f'[Format "{form}"]'.encode()) == 4


def test_games_by_the_simple_rules_come_back_as_such() -> None:
    game = Game(variant("xiangqi-simple"), variant("xiangqi-simple").read_position("3k5/9/9/9/9/9/9/9/4R4/5K3 w"))
    for text in ("e1d1", "d9e9", "d1e1", "e9d9") * 3:  # by the other rules it is over before the end
        game.play_text(text)
    record = msgspec.structs.replace(Record.from_game(game, SEATS, date="2026-11-21"), result=RESULT)
    for form in (pgn, dhtmlxq):
        data = form.write([record])
        (reading,) = form.read(data).games
        assert reading.problem is None
        assert (reading.record.variant, len(reading.record.moves)) == ("xiangqi-simple", 12)
        (other,) = form.read(data.replace(b"simple", b"club")).games
        assert other.record.variant == "xiangqi"
        assert other.problem is None
        assert len(other.record.moves) == 12
        assert [note.code for note in other.notes] == ["rules-end"]


@pytest.mark.parametrize("encoding", ["gb18030", "big5", "utf-8-sig", "utf-16"])
def test_older_encodings_are_read(encoding: str) -> None:
    record = random_record("xiangqi", 1)
    notation: pgn.Notation = "chinese-traditional" if encoding == "big5" else "chinese"
    text = pgn.write([record], notation).decode().replace("胡 荣华", "胡 榮華")
    (reading,) = pgn.read(text.encode(encoding)).games
    assert reading.problem is None
    assert reading.record.moves == record.moves
    assert reading.record.seats[0].name == "胡 榮華"


@pytest.mark.parametrize("name", DRAUGHTS)
def test_draughts_games_come_back(name: str) -> None:
    records = [random_record(f"draughts-{name}", seed) for seed in range(3)]
    found = pdn.read(pdn.write(records))
    assert [reading.problem for reading in found.games] == [None] * 3
    assert [reading.record for reading in found.games] == records


def test_quotation_marks_and_backslashes_in_names_are_escaped() -> None:
    """As the standard wants it; our own reader also understands marks that stand there as they are."""
    names = ('A "B" \\ C', '"')
    seats = (SeatInfo("human", names[0]), SeatInfo("human", names[1]))
    text = pgn.write([Record.from_game(Game(variant("xiangqi")), seats)]).decode()
    assert '[Red "A \\"B\\" \\\\ C"]' in text
    assert '[Black "\\""]' in text


def test_a_start_of_ones_own_comes_back() -> None:
    fen = "4k4/9/9/9/9/9/9/R8/9/5K3 b - - 0 1"
    game = Game(variant("xiangqi"), variant("xiangqi").read_position(fen))
    game.play_text("e9d9")
    (reading,) = pgn.read(pgn.write([Record.from_game(game, SEATS)])).games
    assert reading.game.start == game.start
    assert reading.game.texts() == ("e9d9",)
    draughts = Game(variant("draughts-russian"), variant("draughts-russian").read_position("B:WK29:BK3"))
    draughts.play_text("3-8")
    (reading,) = pdn.read(pdn.write([Record.from_game(draughts, SEATS)])).games
    assert reading.game.position == draughts.position


def test_dhtmlxq_comes_back_from_any_start() -> None:
    records = [random_record("xiangqi", seed, 20) for seed in range(2)]
    game = Game(variant("xiangqi"), variant("xiangqi").read_position("4k4/9/9/9/9/9/9/R8/9/5K3 b - - 0 1"))
    game.play_text("e9d9")
    records.append(Record.from_game(game, (SeatInfo("human", "a [b]\nc"), SEATS[1]), date="2026-11-21"))
    data = dhtmlxq.write(records)
    found = dhtmlxq.read(data)
    assert [reading.problem for reading in found.games] == [None] * 3
    assert [reading.record.moves for reading in found.games] == [record.moves for record in records]
    assert [reading.record.start for reading in found.games] == [record.start for record in records]
    assert [reading.record.result for reading in found.games] == [record.result for record in records]
    assert found.games[2].record.seats[0].name == "a b c"
    with pytest.raises(RecordError):
        dhtmlxq.write([random_record("draughts-russian", 1)])


def test_everything_that_stands_beside_the_moves_is_passed_over() -> None:
    text = """% a line of a program
[Game "Chinese Chess"]
[Event "{no comment}"]
[Red "甲"]
[Unknown "x"]
; to the end of the line 1. 炮八平五
1. 炮二平五! {a comment (with) 2. 兵七进一 {nested} inside} $14 马8进7
  (1... 炮８平５ {變例 )} 2. 马二进三 ; to the end of the line )
   (2. 车一进一)) 2.馬二進三?? 车9平8
3.车一平二 ... 马2进3 1-0

[Game "Chinese Chess"]
1. C2.5 H8+7 2. h0g2 *
"""
    first, second = pgn.read(text.encode()).games
    assert first.problem is None
    assert first.game.texts() == ("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7")
    assert first.record.result == Result("red", Termination.RESIGNATION)
    assert first.record.seats[0].name == "甲"
    assert second.game.texts() == ("h2e2", "h9g7", "h0g2")
    assert second.record.result is None


def test_a_bad_move_is_named_by_game_move_and_line_and_the_rest_kept() -> None:
    text = """[Event "a"]
1. 32-28 19-23 2. 28x19 14x23 *
[Event "b"]
1. 32-28 19-23
2. 33-29 1-0
[Event "c"]
1. 31-27 2-0"""
    first, second, third = pdn.read(text.encode()).games
    assert first.problem is None
    assert second.game.ply == 2
    assert second.problem is not None
    assert second.problem.where == "game 2, move 2, line 5"
    assert "must be played" in second.problem.why
    assert second.record.result is not None, "what was recorded stands"
    assert second.record.result.winner == "white"
    assert third.problem is None
    assert third.record.result == Result("white", Termination.RESIGNATION)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[Game "Chess"]\n1. e4 e5 *', "game 1, tag Game"),
        ('[FEN "nonsense"]\n1. 炮二平五 *', "game 1, start"),
        ('[FEN "4k4/9/9/9/9/9/9/9/9/4K4 w"]\n*', "game 1, start"),
    ],
)
def test_what_is_no_game_of_xiangqi(text: str, where: str) -> None:
    found = pgn.read(text.encode())
    assert found.games == ()
    assert found.problems[0].where == where


def test_a_game_type_of_others_is_refused() -> None:
    found = pdn.read(b'[GameType "30"]\n1. 32-28 *\n[GameType "25,W,8,8,A0,0"]\n1. c3-d4 *')
    assert found.problems[0].where == "game 1, tag GameType"
    assert found.games[0].record.variant == "draughts-russian"


@pytest.mark.parametrize("reader", [pgn.read, pdn.read, dhtmlxq.read])
def test_files_without_a_game(reader: object) -> None:
    assert callable(reader)
    for data in (b"", b"   \n", b"{only a comment}", b"\x00\xff\xfe"):
        try:
            found = reader(data)
        except RecordError:
            continue
        assert found.problems or all(reading.problem for reading in found.games)


def test_a_result_that_the_moves_contradict_stands_and_is_noted() -> None:
    record = random_record("draughts-russian", 0, 400)
    assert record.result is not None
    text = pdn.write([record]).decode()
    wrong = {"white": '[Result "0-2"]', "black": '[Result "2-0"]', None: '[Result "2-0"]'}[record.result.winner]
    (reading,) = pdn.read(re.sub(r'\[Result ".*"\]', wrong, text).encode()).games
    assert reading.problem is None
    assert reading.record.result is not None
    assert reading.record.result.winner == ("black" if record.result.winner == "white" else "white")
    (note,) = reading.notes
    assert note.where == f"move {reading.game.ply}"
    assert note.code == "ended-otherwise"


def test_dhtmlxq_fields_within_a_field_are_words() -> None:
    said = "as in [DhtmlXQ_movelist]1242[/DhtmlXQ_movelist]"
    text = (
        "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n"
        f"[DhtmlXQ_comment0]{said}[/DhtmlXQ_comment0]\n[/DhtmlXQ]"
    )
    (reading,) = dhtmlxq.read(text.encode()).games
    assert reading.game.texts() == ("h2e2", "h9g7")
    assert reading.record.comment == said


def test_dhtmlxq() -> None:
    text = """[DhtmlXQ]
[DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_black]乙[/DhtmlXQ_black][DhtmlXQ_result]黑胜[/DhtmlXQ_result]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
[/DhtmlXQ]"""
    (reading,) = dhtmlxq.read(text.encode("gb18030")).games
    assert dhtmlxq.is_dhtmlxq(text)
    assert reading.game.start == variant("xiangqi").start()
    assert reading.game.texts() == ("h2e2", "h9g7", "h0g2")
    assert reading.record.seats[1].name == "乙"
    assert reading.record.result == Result("black", Termination.RESIGNATION)
    (broken,) = dhtmlxq.read(text.replace("774770", "77x770").encode()).games
    assert broken.problem is not None
    bad = dhtmlxq.read(text.replace("8979", "8989").encode())
    assert bad.problems[0].where == "game 1, binit"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("红胜", Result("red", Termination.RESIGNATION)),
        ("红方胜", Result("red", Termination.RESIGNATION)),
        ("黑胜", Result("black", Termination.RESIGNATION)),
        ("黑方胜", Result("black", Termination.RESIGNATION)),
        ("和棋", Result(None, Termination.AGREEMENT)),
        ("不详", None),
    ],
)
def test_who_won_is_told_in_more_than_one_way_in_dhtmlxq(text: str, result: Result | None) -> None:
    block = f"[DhtmlXQ][DhtmlXQ_result]{text}[/DhtmlXQ_result][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]"
    (reading,) = dhtmlxq.read(block.encode()).games
    assert reading.record.result == result


@settings(max_examples=60)
@given(st.data())
def test_damaged_files_never_raise_anything_else(data: st.DataObject) -> None:
    reader, text = data.draw(
        st.sampled_from(
            [
                (pgn.read, pgn.write([random_record("xiangqi", 2, 12)])),
                (pdn.read, pdn.write([random_record("draughts-international", 2, 12)])),
            ]
        )
    )
    broken = bytearray(text)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(broken) - 1))
        broken[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
        broken = broken or bytearray(b" ")
    try:
        found = reader(bytes(broken))
    except RecordError:
        return
    for reading in found.games:
        assert reading.record.to_game().texts() == reading.game.texts()


def test_bytes_that_mean_nothing_become_text() -> None:
    assert decode(b"\x81\x20\xff") != ""
    assert decode("炮二平五".encode("gb18030")) == "炮二平五"
    assert decode("砲二平五 馬８進７".encode("big5")) == "砲二平五 馬８進７"


@pytest.mark.parametrize("text", ["{{}" * 40_000, "{{} a *\n" * 20_000, '{{}[A "1"]\n' * 20_000, "{a}" * 100_000])
def test_braces_without_pairs_are_read_in_one_go(text: str) -> None:
    start_s = time.monotonic()
    parse(text)
    assert time.monotonic() - start_s < SOON_S


@pytest.mark.parametrize(
    "text",
    ["[Event" + " " * 10_000 + "x\n", "1. h2e2 (" + "[" * 100_000 + ")", "1. h2e2" + "!" * 200_000 + "x"],
    ids=["spaces", "brackets", "marks"],
)
def test_tags_that_are_none_and_words_without_an_end_are_read_in_one_go(text: str) -> None:
    start_s = time.monotonic()
    parse(text)
    assert time.monotonic() - start_s < SOON_S


def test_tags_without_quotes_and_with_some_inside() -> None:
    text = '[Game "Chinese Chess"]\n[Event  a "b" c" ]\t\n[Site]\n[Round [1] ]\n[Annotator "A "B""]\n\n1. h2e2 *\n'
    (reading,) = pgn.read(text.encode()).games
    assert (reading.record.event, reading.record.headers["Round"]) == ('a "b" c', "[1]")
    assert reading.record.headers["Annotator"] == 'A "B"'
    assert reading.problem is not None
    assert reading.problem.code == "no-tag"


def test_a_comment_with_braces_inside_is_read_whole_after_some_without_pairs() -> None:
    (game,) = parse("1. 32-28 {a {b} 19-23 {c {d} e} 2. 28x19 {f} *")
    assert [(move.text, move.comment) for move in game.moves] == [
        ("32-28", "a {b"), ("19-23", "c {d} e"), ("28x19", "f"),
    ]  # fmt: skip
