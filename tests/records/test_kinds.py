"""Every file is known by its content: which game it has, which kind of draughts, and what is not read here at all."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.records import formats
from game.records.collection import Collection, RecordSource, collect
from game.records.draughts import pdn
from game.records.native import Reading
from game.records.record import Record, RecordError, SeatInfo
from game.records.reversi.wthor import is_wthor
from game.records.xiangqi import pgn
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant

SEATS = (SeatInfo("human", "A"), SeatInfo("human", "B"))
DRAUGHTS = ("international", "brazilian", "russian", "english")


def played(name: str, seed: int, plies: int = 60) -> Record:
    chance = random.Random(f"{name} {seed}")
    game = Game(variant(name))
    while game.outcome is None and game.ply < plies:
        game.play(chance.choice(game.position.legal_moves()))
    return Record.from_game(game, SEATS)


def readings(text: str, name: str = "") -> list[Reading]:
    found = collect(formats.open_data(text.encode(), name))
    assert found.problems == ()
    return list(found.games)


def refusal(data: bytes, name: str = "") -> str:
    """Why nothing of a file can be read."""
    with pytest.raises(RecordError) as caught:
        formats.open_data(data, name)
    return str(caught.value)


# --- draughts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRAUGHTS)
@pytest.mark.parametrize("count", [1, 6])
def test_draughts_without_gametype_are_known_by_their_moves(name: str, count: int) -> None:
    records = [played(f"draughts-{name}", seed) for seed in range(count)]
    text = re.sub(r"\[GameType .*\]\n", "", pdn.write(records).decode())
    found = readings(text)
    assert [each.record.moves for each in found] == [each.moves for each in records]
    few = name == "brazilian" and count == 1  # one game is one of Russian draughts as well
    assert {each.record.variant for each in found} == {"draughts-russian" if few else f"draughts-{name}"}


def test_the_file_tells_where_a_game_fits_two_kinds() -> None:
    brazilian = [played("draughts-brazilian", seed) for seed in range(6)]
    text = re.sub(r"\[GameType .*\]\n", "", pdn.write(brazilian).decode())
    text += '\n[Event "short"]\n1. c3-d4 b6-a5 *\n'  # alone it would be taken for Russian draughts
    assert {each.record.variant for each in readings(text)} == {"draughts-brazilian"}
    (alone,) = readings('[Event "short"]\n1. c3-d4 b6-a5 *\n')
    assert alone.record.variant == "draughts-russian"


@pytest.mark.parametrize(
    ("name", "winner", "result"),
    [
        ("international", Side.FIRST, "2-0"),
        ("international", None, "1-1"),
        ("international", Side.SECOND, "0-2"),
        ("russian", Side.FIRST, "1-0"),
        ("english", None, "1/2-1/2"),
        ("brazilian", Side.SECOND, "0-1"),
    ],
)
def test_results_are_written_as_is_customary(name: str, winner: Side | None, result: str) -> None:
    """In points of the federation on a hundred squares, as in chess on sixty-four."""
    outcome = Outcome(winner, Termination.RESIGNATION if winner is not None else Termination.AGREEMENT)
    game = played(f"draughts-{name}", 1, plies=4).to_game()
    text = pdn.write([Record.from_game(game, SEATS, outcome=outcome)]).decode()
    assert f'[Result "{result}"]' in text
    assert text.rstrip().endswith(f" {result}")
    (reading,) = readings(text)
    assert reading.record.result is not None
    names = reading.game.variant.side_names
    assert reading.record.result.winner == (None if winner is None else names[winner])


def test_small_boards_never_become_large_ones() -> None:
    for text in ("1. 9-14 22-18 2. 5-9 18-15 *", "1. 22-18 11-16 2. 18-14 9x18 *"):
        (reading,) = readings(f'[Event "x"]\n{text}')
        assert reading.problem is None
        assert reading.record.size == 8


def test_a_kind_that_is_not_played_here_is_told_and_not_guessed() -> None:
    czech = "1. c3-d4 b6-c5 2. d4xb6 a7xc5 3. a3-b4 c5xa3 4. b2-c3 a3-b2 *"  # kings may take instead of men there
    strange = "\n".join(f'[Event "{n}"]\n1. c3-d4 d6-c5 2. e3-d2 f6-e7 3. d2-e3 *\n' for n in range(5))
    found = collect(formats.open_data((strange + f'[Event "6"]\n{czech}\n').encode(), "x.pdn"))
    assert found.games == ()
    assert [each.code for each in found.problems] == ["which-kind"] * 5 + ["other-kind"]
    for number, name in (("22,W,8,8,N2,1", "italian"), ("40", "frisian"), ("99", "99")):
        (problem,) = pdn.read(f'[GameType "{number}"]\n1. 21-17 *'.encode()).problems
        assert problem.values["name"] == name


@pytest.mark.parametrize("capture", ["14x34", "34:14", "30x28"])
def test_a_capture_along_a_line_is_of_frisian_draughts(capture: str) -> None:
    found = collect(formats.open_text(f'[Event "x"]\n1. 34-30 20-25 2. 31-26 25x34 3. 39x30 17-21 4. {capture} *'))
    assert [(each.code, each.values["name"]) for each in found.problems] == [("other-kind", "frisian")]
    (cut,) = collect(formats.open_text('[Event "x"]\n1. 34-30 20-25 2. 31-26 25x34 3. 39x30 17-21 4. 1x45 *')).games
    assert cut.game.ply == 6


@pytest.mark.parametrize("name", ["draughts-international", "draughts-english"])
@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_squares_may_be_counted_from_0_in_any_corner(name: str, is_turned: bool, is_mirrored: bool) -> None:
    columns, squares = (5, 50) if name == "draughts-international" else (4, 32)

    def counted(number: re.Match[str]) -> str:
        index = int(number[0]) - 1
        index = squares - 1 - index if is_turned else index
        row, nth = divmod(index, columns)
        return str(row * columns + (columns - 1 - nth if is_mirrored else nth))

    games = [played(name, seed, plies=50) for seed in range(8)]
    lines = [re.sub("[0-9]+", counted, " ".join(move.text for move in game.moves)) + " *" for game in games]
    assert any(re.search(r"\b0\b", line) for line in lines)
    found = collect(formats.open_data("\n".join(lines).encode(), "x.txt"))
    assert [game.record.variant for game in found.games] == [name] * 8
    assert [game.game.texts() for game in found.games] == [game.to_game().texts() for game in games]


def test_squares_counted_from_0_that_fit_nothing_are_told() -> None:
    found = collect(formats.open_text("1. 0-4 30-27 2. 1-31 3-28 3. 2-29 27-9 *", "x.pdn"))
    assert (found.games, [each.code for each in found.problems]) == ((), ["counts-from-zero"])
    (sound,) = collect(formats.open_text('[GameType "20"]\n1. 32-28 18-23 0-12')).games  # a result, perhaps
    assert sound.game.texts() == ("32-28", "18-23")


def test_a_file_of_another_program_is_told_with_the_kinds_that_are_known() -> None:
    for data in (b'{"id": 1, "moves": [1, 2]}', b"nothing of that kind", bytes(range(200))):
        assert ".sgf .psq .lib" in refusal(data), data


def test_a_damaged_game_keeps_the_kind_of_its_file() -> None:
    records = [played("draughts-english", seed) for seed in range(5)]
    text = re.sub(r"\[GameType .*\]\n", "", pdn.write(records).decode())
    text += '\n[Event "torn"]\n1. 9-14 22-18 2. 5-9 1-2 3. 9-13 *\n'
    *_, torn = formats.open_data(text.encode()).readings()
    assert isinstance(torn, Reading)
    assert torn.record.variant == "draughts-english"
    assert torn.game.ply == 3
    assert torn.problem is not None


@pytest.mark.parametrize(
    ("name", "moves"), [("russian", r"c3:e5|[a-h][1-8]:[a-h][1-8]"), ("brazilian", r"[a-h][1-8]x[a-h][1-8]")]
)
def test_letters_are_written_where_gametype_says_letters(name: str, moves: str) -> None:
    game = Game(variant(f"draughts-{name}"), variant(f"draughts-{name}").read_position("W:WK29,22:B17,3"))
    game.play_text("22x13")
    record = Record.from_game(game, SEATS)
    text = pdn.write([record, played(f"draughts-{name}", 1)]).decode()
    body = re.sub(r"\[(?!FEN).*\]", "", text)
    assert re.search(moves, body)
    assert re.search(r"\b[0-9]{1,2}[-x:][0-9]{1,2}\b", body.replace("1-0", "").replace("0-1", "")) is None
    assert '[FEN "W:Wc3,Ka1:B' in text
    assert '[SetUp "1"]' in text
    assert [each.record.moves for each in readings(text)] == [record.moves, played(f"draughts-{name}", 1).moves]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. cd4 fe5 2. df6 eg5", ("22-18", "11-15", "18x11", "7x16")),
        ("1. c3d4 f6e5 2. d4:f6", ("22-18", "11-15", "18x11")),
        ("1. c3-d4 f6-e5 2. d:f6 1/2:1/2", ("22-18", "11-15", "18x11")),
    ],
)
def test_short_notation_of_russian_records(text: str, moves: tuple[str, ...]) -> None:
    (reading,) = readings(f'[Event "x"]\n[GameType "25"]\n{text}')
    assert reading.problem is None
    assert reading.game.texts()[: len(moves)] == moves


def test_the_moves_that_follow_tell_which_capture_was_meant() -> None:
    fen = '[GameType "20"]\n[FEN "W:WK36,41:B38,26,31,23,10"]\n'  # takes 31, 10 and 38, or 31, 23 and 38
    for reply, way in (("23-28", "36x4x15x42"), ("10-14", "36x18x29x42")):
        (reading,) = readings(f"{fen}1. 36x42 {reply} *")
        assert reading.problem is None
        assert reading.game.texts() == (way, reply)
    (open_,) = readings(f"{fen}1. 36x42 *")
    assert open_.problem is not None
    assert open_.problem.code == "unreadable-move"


def test_spaces_inside_moves() -> None:
    (reading,) = readings(
        '[GameType "20"]\n1. 32 - 28  19 -23 2. 28x 19 14x23  3. 33-29 1- 6? 2 - 0'.replace("1- 6?", "10-14")
    )
    assert reading.game.texts() == ("32-28", "19-23", "28x19", "14x23", "33-29", "10-14")
    (reading,) = readings('[GameType "20"]\n1. 31-26 19-24 2. 36-31 14-19 3. 41-36 10-14 4. 46-41  5- 10 *')
    assert reading.game.texts()[-1] == "5-10"


def test_a_comment_before_everything_makes_no_file_of_ours() -> None:
    for comment in ('{ this is a "comment" }', '{"quoted"}', '{ "a" and: "b" }'):
        found = collect(formats.open_text(f'{comment}\n[Event "x"]\n[GameType "20"]\n1. 32-28 19-23 *'))
        assert [each.record.variant for each in found.games] == ["draughts-international"], comment
        assert found.games[0].record.comment == comment.strip("{}").strip()


# --- other games in the form of PGN -----------------------------------------------------------------------------------


def test_lines_drawn_and_remarks_after_a_game_are_no_game() -> None:
    for rest in ("=====", "======================\n", "-- end --", "The end of the file.\n", "***"):
        text = f'[Game "Chinese Chess"]\n1. 炮二平五 马8进7 1-0\n{rest}'
        assert len(pgn.read(text.encode()).games) == 1, rest
    two = '[Game "Chinese Chess"]\n1. 炮二平五 马8进7 1-0\n=====\n1. 炮八平五 *'
    assert [each.game.ply for each in pgn.read(two.encode()).games] == [2, 1]


def test_wxf_of_full_width() -> None:
    text = '[Game "Chinese Chess"]\n[Format "WXF"]\n１．Ｃ２＝５　Ｈ８＋７　２．Ｈ２＋３　Ｒ９＝８　１－０'
    (reading,) = readings(text)
    assert reading.problem is None
    assert reading.game.texts() == ("h2e2", "h9g7", "h0g2", "i9h9")
    assert reading.record.result is not None


def test_tags_without_quotes_or_with_too_many() -> None:
    text = '[Event ""Yellow" Cup"]\n[Round 17]\n[Game "Chinese Chess"]\n[Red "甲"\n1. 炮二平五 马8进7 *'
    (reading,) = readings(text)
    assert reading.problem is None
    assert (reading.record.event, reading.record.seats[0].name) == ('"Yellow" Cup', "甲")
    assert reading.record.headers["Round"] == "17"


def test_a_tag_of_that_name_makes_no_xiangqi_of_draughts() -> None:
    (reading,) = readings('[Event "x"]\n[Game # 612]\n 1.E3-D4 F6-G5   2.C3-B4 G5-H4 *')
    assert reading.record.variant == "draughts-russian"
    assert reading.problem is None


def test_chess_is_told_as_chess() -> None:
    chess = '[Event "x"]\n[White "a"]\n[Black "b"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *'
    assert "chess" in refusal(chess.encode(), "x.pgn")
    assert "chess" in refusal(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "x.txt")


# --- what is no record at all -----------------------------------------------------------------------------------------


def wthor(first: bytes = bytes((20, 24, 5, 1)), entries: tuple[int, int] = (0, 0), length: int = 16) -> bytes:
    """A header of WTHOR with these numbers of games and of players or tournaments, and a file of this length."""
    return (first + struct.pack("<IH", *entries) + bytes(6)).ljust(length, b"\0")[:length]


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (wthor(), True),
        (wthor(length=15), False),
        (wthor(entries=(3, 0), length=16 + 3 * 68), True),
        (wthor(entries=(3, 0), length=15 + 3 * 68), False),
        (wthor(entries=(300, 0), length=16 + 300 * 68), True),
        (wthor(entries=(0, 7), length=16 + 7 * 20), True),
        (wthor(entries=(0, 7), length=16 + 7 * 26), True),
        (wthor(entries=(0, 7), length=16 + 7 * 27), False),
        (wthor(bytes((19, 99, 12, 31))), True),
        (wthor(bytes((20, 0, 1, 1))), True),
        (wthor(bytes((18, 24, 5, 1))), False),
        (wthor(bytes((21, 24, 5, 1))), False),
        (wthor(bytes((20, 100, 5, 1))), False),
        (wthor(bytes((20, 24, 0, 1))), False),
        (wthor(bytes((20, 24, 13, 1))), False),
        (wthor(bytes((20, 24, 5, 0))), False),
        (wthor(bytes((20, 24, 5, 32))), False),
    ],
)
def test_wthor_is_known_by_its_date_and_its_size(data: bytes, is_one: bool) -> None:
    assert is_wthor(data) is is_one


def test_what_is_no_text_is_told_as_such() -> None:
    for data in (b"\x89PNG\r\n\x1a\n" + bytes(100), b"PK\x03\x04rest", bytes(range(256)) * 4):
        assert "neither text" in refusal(data)


def said(source: Callable[[], RecordSource]) -> Collection | str:
    """What is read, or the one line that tells why not."""
    try:
        return collect(source())
    except RecordError as error:
        return str(error)


BEGINNINGS = [b"XQ\x12", b"CCBridge", b"Piskvorky 15x15", b"\xffRenLib\xff", b"[Event", b"1. c3", b"{ ", b"<"]
TOKENS = [
    *('[Event "a"]', '[GameType "25"]', '[FEN "W:W21:B1"]', "1.", "c3-d4", "cd4", "32-28", "1- 6", "{", "}", "(", ")"),
    *(";", "\n", "h2e2", "炮二平五", "F5", "1-0", "$1", "[", "]", "Ｃ２＝５", "=====", "1"),
]


@settings(max_examples=150)
@given(st.sampled_from(BEGINNINGS), st.binary(max_size=200))
def test_no_beginning_of_a_file_raises_anything_else(start: bytes, rest: bytes) -> None:
    found = said(lambda: formats.open_data(start + rest))
    assert not isinstance(found, str) or "\n" not in found


@settings(max_examples=150)
@given(st.lists(st.sampled_from(TOKENS), max_size=40))
def test_no_heap_of_tokens_raises_anything_else(tokens: list[str]) -> None:
    found = said(lambda: formats.open_text(" ".join(tokens)))
    if isinstance(found, str):
        assert "\n" not in found
    else:
        for reading in found.games:
            assert reading.record.to_game().texts() == reading.game.texts()
