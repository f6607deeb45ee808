"""What programs write that no standard has: results in words, encodings, tags and starts that say too little."""

from __future__ import annotations

import pytest

from game.records import formats
from game.records.collection import collect
from game.records.encoding import decode, encoding_of_parts
from game.records.native import Reading
from game.records.results import told_result
from game.records.xiangqi import pgn as xiangqi_pgn
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
        ("big5", '[Red "雲南何連生"] 1. 卒４平５'),  # as GB18030 it has kana
        ("utf-16-le", '[Event "炮"]\n1. 炮二平五'),
        ("utf-16-be", '[Event "炮"]\n1. 炮二平五'),
    ],
)
def test_encodings_are_told_by_the_bytes(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == text


_CHINESE = '[Red "许银川"]\n[Event "全国象棋赛"]\n\n1. 炮二平五 马８进７ 2. 马二进三 {好棋} 车９平８\n'
_RUSSIAN = '[White "Иванов Пётр"]\n[Event "Чемпионат России"]\n\n1. 22-17 {Лучше} 11-15\n'


@pytest.mark.parametrize("text", [_CHINESE, _RUSSIAN])
def test_utf_8_with_a_damaged_place_stays_utf_8(text: str) -> None:
    """As where a file was cut within a character, or a program has shortened a name by its bytes."""
    data = text.encode()
    last = max(at for at, byte in enumerate(data) if byte >= 0xC0)
    assert decode(data[: last + 1]) == data[:last].decode() + "\ufffd"
    name = data.index(b'"', 10)
    damaged = decode(data[: name - 1] + data[name:])
    assert damaged.replace("\ufffd", "") == (data[:name].decode()[:-1] + data[name:].decode())
    assert decode(b"\xe9\n" + data) == "\ufffd\n" + text
    assert encoding_of_parts([data[: last + 1], b"\n", data]) == "utf-8"


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


def test_a_side_that_can_not_begin_has_not_the_first_move() -> None:
    """Books of endgames keep all positions as if Red were to move."""
    fen = '[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"]\n'
    assert only(f"{fen}1. d9d8 a0a9 *").game.ply == 2
    broken = only(f"{fen}1. a0b9 d9d8 *")
    assert broken.record.start.split()[1] == "w"
    assert broken.is_cut


def test_the_title_of_a_book_in_the_tag_of_the_game_is_no_other_game() -> None:
    """As in horaceho/xiang.js: `[Game "象棋譜大全"]`."""
    reading = only('[Game "象棋譜大全"]\n[Event "第097局"]\n1. 炮二平五 马8进7 *')
    assert reading.game.ply == 2
    assert reading.record.headers["Game"] == "象棋譜大全"
    assert only('[Game "象棋譜大全"]\n1. 炮二平五 马8进7 2. 炮五平九 *').is_cut
    assert only('[Game "Casual"]\n1. 炮二平五 马8进7 *').game.ply == 2
    unreadable = only('[Game "象棋譜大全"]\n1. Z9=9 C8=5 *')
    again = only(xiangqi_pgn.write([unreadable.record]).decode())
    assert (unreadable.is_cut, again.is_cut) == (True, False)
    assert again.record == unreadable.record
    for name, moves in (("国际象棋", "1. Nc3 Nc6 2. e4"), ("Casual", "1. 炮二平五 马8进7 2. 炮五平九"), ("Go", "")):
        found = collect(formats.open_text(f'[Game "Chinese Chess"]\n1. 炮二平五 *\n\n[Game "{name}"]\n{moves} *'))
        assert [each.code for each in found.problems] == ["other-game"], name


def test_letters_of_english_draughts_may_count_from_the_side_that_begins() -> None:
    """As PlayStrategy writes them, with the players as P1 and P2."""
    game = only('[P1 "Anna"]\n[P2 "Ben"]\n[Variant "American/English"]\n1. c3-d4 b6-c5 2. d4xb6 a7xc5 (2... c7xa5) *')
    assert game.problem is None
    assert game.lost == ()
    assert game.game.texts() == ("11-15", "24-19", "15x24", "28x19")
    assert [seat.name for seat in game.record.seats] == ["Anna", "Ben"]
    assert only('[GameType "21"]\n1. f6-e5 c3-d4 *').game.texts() == ("11-15", "22-18")


def test_a_remark_without_a_brace_is_a_comment_of_its_move() -> None:
    """As in the games of Tinsley that CheckerBoard brings."""
    game = only('[GameType "21"]\n1. 11-15 23-19 2. 8-11Whiteoverstepped. 22-17 3. 9x18x25 *')
    assert game.game.texts()[:4] == ("11-15", "23-19", "8-11", "22-17")
    assert game.record.tree.nodes[3].comments == ("Whiteoverstepped.",)


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
    for wrong, why in (("SZ[10]", "no board"), ("AB[zz]", "is not a point")):
        (problem,) = collect(formats.open_text(f"(;GM[2]{wrong};B[fe])")).problems
        assert why in str(problem)


def test_jumps_that_are_written_one_by_one_are_one_capture() -> None:
    reading = only('[Event "x"]\n[GameType "25"]\n[FEN "W:Wa1,g1:Bb2,d4,h8"]\n1. a1:c3 c3:e5 {two} h8-g7 2. g1-h2 *')
    assert reading.problem is None
    assert [(node.text, node.comments) for node in reading.record.moves][:2] == [("29x15", ("two",)), ("4-8", ())]
    numbered = only('[GameType "21"]\n[FEN "B:B1,12:W6,15,32"]\n1. 1x10 10x19 32-28 (32-27) *')
    assert numbered.game.texts() == ("1x19", "32-28")


def test_the_rest_of_a_main_line_that_can_not_go_on_is_kept_as_words() -> None:
    text = '[Game "Chinese Chess"]\n1. h2e2 h9g7 2. a0a9 {why} (2. h0g2 i9h9) 2... i9h9 {end} 1-0'
    reading = only(text)
    assert reading.is_cut
    assert [node.comments for node in reading.record.moves] == [
        (),
        ("(a0a9 {why} (2. h0g2 i9h9) 2... i9h9 {end})",),
    ], "the variation once, where it stands"
    sgf = only("(;GM[4];B[hh];W[hh]C[twice](;B[aa])(;B[bb]C[or];W[cc]))")
    assert [node.comments for node in sgf.record.moves] == [("(h8 {twice} a15 (b14 {or} c13))",)]


def test_xiangqi_as_chess_programs_write_it() -> None:
    winboard = only('[Variant "xiangqi"]\n1. Che2 Hg7 2. Hg2 Rh9 (2... c5 {soldier} 3. Rh0) 3. c4 1-0')
    assert winboard.problem is None
    assert winboard.game.texts() == ("h2e2", "h9g7", "h0g2", "i9h9", "c3c4")
    assert winboard.record.tree.variations == 1
    fairy = only('[Variant "Xiangqi"]\n1. Che3 Nc8 2. N2c3 *')
    assert fairy.game.texts() == ("h2e2", "b9c7")
    assert fairy.is_cut, "N2c3 is no move: no horse stands on the second row"


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("1. c3-d4 d6-e5 2. b2-c3 e7-d6 3. g3-f4 e5xg3 4. h2xf4 d6-c5 5. a1-b2 b6-a5 6. d4xb6 a7xc5", None),
        ("1. 21-17 12-15 2. 23-19 11-14 3. 19x12 8x15 4. 28-23 14-18 5. 22x13 9x18", "italian"),
        (
            "1. g3-f4 f6-g5 2. c3-d4 d6-c5 3. b2-c3 g7-f6 4. c3-b4 e7-d6 5. b4-a5 f8-e7 6. a1-b2 c5-b4 "
            "7. a3xc5 d6xb4 8. b2-a3 b6-c5 9. d4xb6 a7xc5",
            "czech",
        ),
    ],
)
def test_kinds_of_draughts_that_are_not_played_here_are_named(moves: str, name: str | None) -> None:
    text = "\n".join(f'[Event "{number}"]\n{moves} *\n' for number in range(5))
    found = collect(formats.open_text(text, "x.pdn"))
    told = {(each.code, each.values.get("name")) for each in found.problems}
    assert told == ({("other-kind", name)} if name else set())


def test_the_pieces_of_a_fen_alone_are_a_position() -> None:
    reading = only("3k5/9/9/9/9/9/9/9/9/R4K3\n")
    assert reading.problem is None
    assert reading.record.start == "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"


def test_a_result_in_chinese_words_ends_the_moves() -> None:
    tags = '[Game "Chinese Chess"]\n[Result "*"]\n\n'
    found = collect(
        formats.open_text(f"{tags}1. 炮二平五 马8进7 红方胜\n\n{tags}1. 炮二平五 (1. 兵七进一 和棋) 和棋\n")
    )
    assert found.problems == ()
    assert [game.game.ply for game in found.games] == [2, 1]
    results = [game.record.result for game in found.games]
    assert [result is not None and result.winner for result in results] == ["red", None]


def test_a_game_that_is_cut_keeps_the_result_that_was_recorded() -> None:
    (reading,) = collect(formats.open_text('[GameType "25"]\n[Result "0-2"]\n\n1. c3-d4 d6-c5 2. a1-h8 0-2\n')).games
    assert (reading.is_cut, reading.game.ply) == (True, 2)
    assert reading.record.result is not None
    assert reading.record.result.winner == "black"


def test_spaces_that_few_programs_write_are_spaces() -> None:
    record = only('[Game "Chinese Chess"]\n\n\u2003\u2003 1. h2e2 \u2002 h9g7').record
    assert [node.text for node in record.moves] == ["h2e2", "h9g7"]
