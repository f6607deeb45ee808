"""What programs write that no standard has: results in words, encodings, tags and starts that say too little."""

from __future__ import annotations

import pytest

from game.records import formats
from game.records.collection import collect
from game.records.encoding import decode
from game.records.native import Reading
from game.records.results import told_result
from game.rules.core import Side
from game.rules.registry import variant


def only(text: str) -> Reading:
    found = collect(formats.open_text(text))
    assert found.problems == ()
    (reading,) = found.games
    return reading


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp932", "(;GM[4]PB[中村　茂]C[オープン戦の決勝。黒は先手]"),
        ("cp1252", '[White "José Müller"]\n[Event "Championnat de Québec à Liège"]'),
        ("cp1252", "é"),
        ("cp1251", '[Event "Чемпионат России"]\n[White "Иванов Пётр"]'),
        ("cp1251", "{Лучше} 1. cd4"),
        ("gb18030", '[Red "聂铁文"][Event "个人锦标赛"]'),
        ("big5", '[Red "李來群"][Event "象棋錦標賽"] 1. 砲二平五'),
        ("big5", "砲2平5 馬8進7"),
        ("utf-16-le", '[Event "炮"]\n1. 炮二平五'),
        ("utf-16-be", '[Event "炮"]\n1. 炮二平五'),
    ],
)
def test_encodings_are_told_by_the_bytes(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("黑胜", "gomoku-renju", (Side.FIRST, True)),
        ("白中盘胜", "gomoku-renju", (Side.SECOND, True)),
        ("紅勝", "xiangqi", (Side.FIRST, True)),
        ("红方胜", "xiangqi", (Side.FIRST, True)),
        ("黑先负", "xiangqi", (Side.FIRST, True)),
        ("后手胜", "xiangqi", (Side.SECOND, True)),
        ("black wins", "reversi", (Side.FIRST, True)),
        ("White lost", "draughts-russian", (Side.SECOND, True)),
        ("和局", "xiangqi", (None, True)),
        ("Draw", "draughts-english", (None, True)),
        ("白胜", "xiangqi", (None, False)),
        ("不详", "xiangqi", (None, False)),
        ("drawn out of the hat", "xiangqi", (None, False)),
        ("-", "xiangqi", (None, False)),
    ],
)
def test_results_in_words(text: str, name: str, told: tuple[Side | None, bool]) -> None:
    assert told_result(text, variant(name)) == told


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("(;GM[4]RE[黑胜];B[hh])", "black"),
        ("(;GM[4]RE[White wins by five];B[hh])", "white"),
        ('[Game "Chinese Chess"]\n[Result "紅勝"]\n1. h2e2 h9g7', "red"),
        ('[Game "Chinese Chess"]\n[Result "黑方胜"]\n1. h2e2 h9g7 1-0', "black"),
    ],
)
def test_results_in_words_come_in(text: str, winner: str) -> None:
    record = only(text).record
    assert record.result is not None
    assert record.result.winner == winner
    assert "Result" not in record.headers


@pytest.mark.parametrize(("moves", "first"), [("1. a0a9 d9d8", "w"), ("1. d9d8 a0a9", "b"), ("", "w")])
def test_the_first_move_tells_who_begins_where_only_the_pieces_are_told(moves: str, first: str) -> None:
    reading = only(f'[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/9/R4K3"]\n{moves} *')
    assert reading.problem is None
    assert reading.record.start.split()[1] == first
    assert reading.game.ply == (2 if moves else 0)


def test_tags_that_are_none_glue_no_games_together() -> None:
    text = (
        '[Empty]\n[[Event "a"]\n[GameType "20"]\n1. 32-28 19-23 2-0\n[Empty]\n[[Event "b"]\n[GameType "20"]\n1. 31-27 *'
    )
    found = collect(formats.open_text(text, "x.pdn"))
    assert [(game.record.event, game.game.ply, game.is_cut) for game in found.games] == [
        ("a", 2, False),
        ("b", 1, False),
    ]


@pytest.mark.parametrize(
    ("tag", "name"), [("American/English", "english"), ("Russian", "russian"), ("Brazilian draughts", "brazilian")]
)
def test_a_tag_may_name_the_variant(tag: str, name: str) -> None:
    move = "9-14" if name == "english" else "c3-d4"
    assert only(f'[Event "x"]\n[Variant "{tag}"]\n1. {move} *').record.variant == f"draughts-{name}"


def test_the_archive_of_the_game_server_numbers_its_games() -> None:
    game = "(;GM[Othello]PB[a]PW[b]RE[+2]TY[8]B[F5//1.5]W[D6/0.25];)"
    found = collect(formats.open_text(f"1 {game}\n2 {game}{game}\n"))
    assert [reading.game.texts() for reading in found.games] == [("f5", "d6")] * 3
    assert [move.score.value for move in found.games[0].record.moves if move.score] == [-0.25], "for Black"


def test_reversi_as_sgf() -> None:
    text = "(;GM[2]SZ[8]PB[a]PW[b]RE[B+6]C[start];B[fe]C[one](;W[fd];B[E3])(;W[df]TE[1]TR[aa]))"
    reading = only(text)
    assert reading.record.variant == "reversi"
    assert reading.game.texts() == ("f5", "f4", "e3")
    tree = reading.record.tree
    assert [tree.nodes[at].text for at in tree.children(1)] == ["f4", "d6"]
    assert (tree.nodes[4].glyphs, tree.nodes[4].shapes[0].squares) == ((1,), ("a1",))
    assert reading.record.result is not None
    assert reading.record.result.winner == "black"
    (form,) = (form for form in formats.FORMS["reversi"] if form.name == "sgf")
    assert collect(formats.open_data(form.write([reading.record]))).games[0].record == reading.record
    laid = only("(;GM[2]AB[ah][ed][de]AW[bh][dd][ee]PL[B];B[ch])")
    assert laid.game.texts() == ("c8",)
    assert laid.record.start.count("X") == 4, "a8, two in the centre, and whose turn it is"
    for wrong, why in (("SZ[10]", "no board"), ("AB[zz]", "is no point")):
        (problem,) = collect(formats.open_text(f"(;GM[2]{wrong};B[fe])")).problems
        assert why in str(problem)
