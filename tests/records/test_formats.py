"""Which kind a file or a copied text is, told by what stands in it."""

from __future__ import annotations

import time

import pytest
from patience import SOON_S

from game.records import formats, native
from game.records.draughts import pdn
from game.records.fault import Fault
from game.records.gomoku import sgf
from game.records.native import Reading
from game.records.record import Record, RecordError, SeatInfo
from game.records.xiangqi import pgn
from game.rules.game import Game
from game.rules.registry import variant

SEATS = (SeatInfo("human", "Lin"), SeatInfo("engine", "", "expert"))
XIANGQI_FEN = "4k4/9/9/9/9/9/9/R8/9/5K3 b - - 0 1"
DHTMLXQ = "[DhtmlXQ]\n[DhtmlXQ_title]杯[/DhtmlXQ_title][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"


def record(name: str, *moves: str) -> Record:
    game = Game(variant(name))
    for move in moves:
        game.play_text(move)
    return Record.from_game(game, SEATS, date="2026-11-21")


GOMOKU = record("gomoku-standard", "h8", "h9", "i9")
XIANGQI = record("xiangqi", "h2e2", "h9g7")
DRAUGHTS = record("draughts-russian", "22-17", "9-13")


def only(source: object) -> Reading:
    (found,) = source.readings()  # type: ignore[attr-defined]
    assert isinstance(found, Reading), found
    assert found.problem is None
    return found


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (native.write(GOMOKU), GOMOKU),
        (sgf.write([GOMOKU]), GOMOKU),
        (pgn.write([XIANGQI]), XIANGQI),
        (pgn.write([XIANGQI], "iccs").decode().encode("utf-16"), XIANGQI),
        (b"\xfe\xff" + pgn.write([XIANGQI], "iccs").decode().encode("utf-16-be"), XIANGQI),
        (pdn.write([DRAUGHTS]), DRAUGHTS),
    ],
)
def test_files_are_known_by_their_content(data: bytes, wanted: Record) -> None:
    read = only(formats.open_data(data, "misleading.txt")).record
    assert (read.variant, read.moves, read.seats[0]) == (wanted.variant, wanted.moves, wanted.seats[0])


@pytest.mark.parametrize(
    ("text", "name", "moves"),
    [
        ("h8h9i9", "gomoku-freestyle", ("h8", "h9", "i9")),
        ("1. H8 2. H9\n3. i9", "gomoku-freestyle", ("h8", "h9", "i9")),
        ("1) h8 2) h9 3) i9", "gomoku-freestyle", ("h8", "h9", "i9")),
        ("h2e2 h9g7", "xiangqi", ("h2e2", "h9g7")),
        ("1. 炮二平五 马8进7", "xiangqi", ("h2e2", "h9g7")),
        ("C2.5 H8+7", "xiangqi", ("h2e2", "h9g7")),
        (DHTMLXQ, "xiangqi", ("h2e2", "h9g7")),
        ("1. 32-28 19-23 2. 28x19", "draughts-international", ("32-28", "19-23", "28x19")),
        (XIANGQI_FEN, "xiangqi", ()),
        ("W:W33:B6", "draughts-international", ()),
        ("W:W31:B5", "draughts-english", ()),  # numbers of a small board
        ("W:Wc3,Ka1:Bd6", "draughts-russian", ()),  # letters
        ("W:W21-32:B1-12", "draughts-brazilian", ()),  # in English draughts Black begins
        ("B:W21-32:B1-12", "draughts-english", ()),
        ("W:W36-50:B1-15", "draughts-fifteen", ()),
        ("15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w", "gomoku-freestyle", ()),
    ],
)
def test_a_copied_text_is_a_game_or_a_position(text: str, name: str, moves: tuple[str, ...]) -> None:
    reading = only(formats.open_text(f"\ufeff {text}\r\n"))
    assert reading.record.variant == name
    assert reading.game.texts() == moves


def test_many_games_of_dhtmlxq_in_one_text() -> None:
    found = list(formats.open_text(DHTMLXQ + DHTMLXQ.replace("77477062", "7747")).readings())
    assert [each.game.ply for each in found if isinstance(each, Reading)] == [2, 1]
    assert [each.record.event for each in found if isinstance(each, Reading)] == ["杯", "杯"]


@pytest.mark.parametrize("text", ["", " \n", "hello, world", "1. e4 e5 2. Nf3 Nc6", "\0\0\0", "[", "{", "(;", "<html>"])
def test_what_is_no_game_is_said_in_one_line(text: str) -> None:
    try:
        (said,) = formats.open_text(text).readings()
    except RecordError as error:
        said = error.fault
    assert isinstance(said, Fault)
    assert "\n" not in str(said)


def test_every_game_has_a_form_in_which_it_comes_back() -> None:
    for each in (GOMOKU, XIANGQI, DRAUGHTS):
        for form in formats.FORMS[variant(each.variant).game]:
            assert formats.form_of(each, form.name) is form
            read = only(formats.open_data(form.write([each]))).record
            assert read.moves == each.moves, form.name
    assert formats.form_of(GOMOKU, "nonsense").name == "sgf"
    with pytest.raises(RecordError):
        formats.form_of(Record(variant="chess", start=""))


_GGF = "(;GM[Othello]BO[8 ------]B[d3];)" + " " * 2_000 + "\n"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (_GGF * 10_000, 10_000),
        ("(;GM[Othello]" + "(;" * 60_000, 0),
        (DHTMLXQ.replace("]\n[/", "]" + " " * 2_000 + "\n[/") * 10_000, 10_000),
        (DHTMLXQ + "[DhtmlXQ]\n" + "[DhtmlXQ_a]" * 60_000, 1),
    ],
)
def test_many_games_and_marks_that_nothing_ends_are_read_in_one_go(text: str, games: int) -> None:
    start_s = time.monotonic()
    written = formats.open_data(text.encode()).written
    assert time.monotonic() - start_s < SOON_S
    assert len(written) == games
    lines = text.count("\n") // max(1, games)
    assert [game.line - written[0].line for game in written] == [lines * number for number in range(games)]
