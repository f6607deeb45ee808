"""PSQ, RenLib's libraries, RenjuNet's base and the games of PlayOK."""

from __future__ import annotations

import pytest
from binary_records import Step, line, renlib

from game.commands.records import described
from game.records import formats, native
from game.records.collection import collect
from game.records.gomoku import psq, sgf
from game.records.native import Reading
from game.records.record import Record, RecordError, SeatInfo
from game.rules.core import Outcome, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant

SEATS = (SeatInfo("engine", "one.zip"), SeatInfo("human", "Ada"))


def only(data: bytes) -> Reading:
    (found,) = collect(formats.open_data(data)).games
    assert native.read(native.write(found.record)).record == found.record
    return found


# --- PSQ --------------------------------------------------------------------------------------------------------------

GOMOCUP = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1500\n8,9,27\n9,8,3\none.zip\nother.zip\n-1\n2,Renju_2024\n"


def test_psq_of_gomocup() -> None:
    record = only(GOMOCUP.encode()).record
    assert record.variant == "gomoku-renju"
    assert [(node.text, node.used_s) for node in record.moves] == [
        ("h8", 0.0),
        ("i9", 1.5),
        ("h7", 0.027),
        ("i8", 0.003),
    ]
    assert [seat.name for seat in record.seats] == ["one.zip", "other.zip"]
    assert record.event == "Renju_2024"
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("white", Termination.RESIGNATION)


def test_psq_of_piskvork() -> None:
    """It writes no result, perhaps no names, and who began where the second player did."""
    text = "Piskvorky 20x20, 0:11, 1\r\n1,1,5\r\n20,20,6\r\nhomo-1\r\npbrain-x.exe\r\n0\r\n"
    record = only(text.encode()).record
    assert (record.variant, record.size) == ("gomoku-freestyle", 20)
    assert [node.text for node in record.moves] == ["a20", "t1"]
    assert [seat.name for seat in record.seats] == ["pbrain-x.exe", "homo-1"]
    assert record.result is None
    bare = only(b"Piskvorky 15x15 , 0 - 0\n8, 8\n9 ,8\n-1\n").record
    assert [node.text for node in bare.moves] == ["h8", "i8"]
    assert [seat.name for seat in bare.seats] == ["", ""]


def test_the_stones_tell_who_won_a_psq() -> None:
    """Gomocup's number is that of a player, which changes sides in a way that the file does not tell."""
    moves = "8,8,0\n1,1,0\n8,9,0\n1,2,0\n8,10,0\n1,3,0\n8,11,0\n1,5,0\n8,12,0\n"
    record = only(f"Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n-1\n2,Freestyle15\n".encode()).record
    assert record.result is not None
    assert (record.result.winner, record.result.termination) == ("black", Termination.FIVE)


def test_the_moves_tell_the_rules_of_a_psq_that_does_not() -> None:
    six = (
        "".join(f"{column},8,0\n{column},{1 + 2 * (column % 2)},0\n" for column in (3, 4, 5, 7, 8)) + "6,8,0\n1,15,0\n"
    )
    record = only(f"Piskvorky 15x15, 0:0, 0\n{six}-1\n".encode()).record
    assert record.variant == "gomoku-standard"  # a row of six, and on it went
    assert len(record.moves) == 12


@pytest.mark.parametrize(("size", "corner"), [(5, "e1"), (22, "v1")])
def test_boards_that_are_not_on_offer_are_read(size: int, corner: str) -> None:
    psq_file = only(f"Piskvorky {size}x{size}, 0:0, 0\n{size},{size},0\n1,1,5\n-1\n".encode())
    letter = "abcdefghijklmnopqrstuv"[size - 1]
    sgf_file = only(f"(;GM[4]SZ[{size}];B[{letter}{letter}];W[aa])".encode())
    for reading in (psq_file, sgf_file):
        assert reading.problem is None
        assert reading.record.size == size
        assert [node.text for node in reading.record.moves] == [corner, f"a{size}"]
    assert only(sgf.write([sgf_file.record])).record.tree == sgf_file.record.tree


@pytest.mark.parametrize("size", ["4x4", "23x23", "15x20", "100x100"])
def test_a_board_that_is_not_played_on_is_told(size: str) -> None:
    with pytest.raises(RecordError, match=size):
        formats.open_data(f"Piskvorky {size}, 0:0, 0\n1,1,1\n".encode())


def test_caro_is_told_as_another_kind_of_gomoku() -> None:
    (problem,) = collect(formats.open_data(GOMOCUP.replace("Renju_2024", "Caro").encode())).problems
    assert (problem.code, problem.values["name"]) == ("other-kind", "Caro")


def test_a_stone_off_the_board_is_named_with_its_line() -> None:
    reading = only(GOMOCUP.replace("8,9,27", "16,9,27").encode())
    assert reading.game.texts() == ("h8", "i9")
    assert reading.problem is not None
    assert {"move": "3", "line": "4"}.items() <= dict(reading.problem.places).items()


@pytest.mark.parametrize("winner", [None, Side.FIRST, Side.SECOND])
@pytest.mark.parametrize("name", ["gomoku-freestyle", "gomoku-standard", "gomoku-renju"])
def test_psq_comes_back(name: str, winner: Side | None) -> None:
    game = Game(variant(name))
    for text in ("h8", "a15", "o1", "h9"):
        game.play_text(text)
    outcome = Outcome(winner, Termination.AGREEMENT if winner is None else Termination.RESIGNATION)
    record = Record.from_game(game, SEATS, times_s=(0.25, 0, 3), outcome=outcome)
    back = only(psq.write([record])).record
    assert (back.variant, back.moves, back.result) == (name, record.moves, record.result)
    assert [seat.name for seat in back.seats] == ["one.zip", "Ada"]


def test_after_a_swap_who_has_black_comes_first_in_psq() -> None:
    rules = variant("gomoku-freestyle")
    game = Game(rules, rules.start(15, "swap"))
    for text in ("h8", "h9", "i9", "black", "j10"):
        game.enter_text(text)
    assert psq.write([Record.from_game(game, SEATS)]).decode().split("\n")[5:7] == ["Ada", "one.zip"]


def test_what_psq_cannot_say_is_told() -> None:
    game = Game(variant("gomoku-renju"))
    game.play_text("h8")
    game.play_text("pass")
    with pytest.raises(RecordError, match="pass"):
        psq.write([Record.from_game(game, SEATS)])
    rules = variant("gomoku-freestyle")
    late = Game(rules, rules.read_position("h8h9"))
    with pytest.raises(RecordError, match="usual position"):
        psq.write([Record.from_game(late, SEATS)])
    with pytest.raises(RecordError):
        psq.write([Record.from_game(Game(variant("reversi")), SEATS)])


# --- RenLib -----------------------------------------------------------------------------------------------------------

TREE = Step(
    "h8", "centre\x08of the board\r\nsecond line",
    then=Step("h9", then=Step("j9", "kagetsu"), more=Step("i9", "indirect", then=Step("h6"))),
)  # fmt: skip


def test_renlib_is_read_as_a_tree() -> None:
    record = only(renlib(TREE, said="all of it", labels={"i9": "B", "j9": "长"}, marked="h9")).record
    tree = record.tree
    assert record.variant == "gomoku-renju"
    assert [node.text for node in tree.nodes] == ["", "h8", "h9", "j9", "i9", "h6"]
    assert tree.plies == (0, 1, 2, 3, 2, 3)
    assert [node.comments for node in tree.nodes] == [
        ("all of it",), ("centre", "of the board\nsecond line"), (), ("kagetsu",), ("indirect",), (),
    ]  # fmt: skip
    drawn = {at: [(each.kind, each.squares, each.text) for each in node.shapes] for at, node in enumerate(tree.nodes)}
    assert drawn[1] == [("ring", ("h9",), ""), ("label", ("i9",), "B")]
    assert drawn[2] == [("label", ("j9",), "长")]
    assert not any(drawn[at] for at in (0, 3, 4, 5))


def test_renlib_of_chinese_players_is_gb18030() -> None:
    data = renlib(Step("h8", "XX")).replace(b"XX\0", "黑方先走，白方防守".encode("gb18030") + b"\0")
    assert only(data).record.moves[0].comment == "黑方先走，白方防守"


def test_old_comments_have_seven_bits_and_letters_of_sweden() -> None:
    """A comment of RenLib 2 ends with a byte of which the highest bit is set."""
    data = b"\xffRenLib\xff\x03\x00" + b"\xff" * 10 + b"\x78\x20" + b"sm}" + bytes([ord("t") | 0x80]) + b"\x69\x40"
    record = only(data).record
    assert [node.text for node in record.moves] == ["h8", "i9"]
    assert record.moves[0].comment == "småt"


def test_a_library_with_moves_against_renju_is_one_of_gomoku() -> None:
    six_of_white = ("a1", "c8", "a3", "d8", "a5", "e8", "a7", "g8", "a9", "h8", "a11", "f8", "a13")
    record = only(renlib(line(*six_of_white))).record
    assert (record.variant, len(record.moves)) == ("gomoku-standard", 13)


def test_renlib_that_is_cut_off_keeps_what_there_is() -> None:
    data = renlib(TREE)
    for end in range(21, len(data)):
        reading = only(data[:end])
        assert reading.problem is not None
        assert reading.problem.code == "cut-off"
    (nothing,) = collect(formats.open_data(data[:20])).games
    assert nothing.problem is not None


# --- RIF --------------------------------------------------------------------------------------------------------------

RIF = """<?xml version="1.0" encoding="UTF-8"?>
<database version="10">
<countries><country id="7" name="Estonia" abbr="EST"/></countries>
<cities><city id="3" country="7" name="Tallinn"/></cities>
<rules><rule id="1" name="RIF"/><rule id="9" name="Gomoku Swap2"/></rules>
<openings><opening id="5" name="I5" abbr="I5"/></openings>
<players>
 <player id="1" name="Ando" surname="M&#233;ritee" country="7" city="3"/>
 <player id="2" name="A" surname="B &amp; C" country="7" city="3"/>
</players>
<tournaments>
 <tournament id="4" name="World Championship" country="7" city="3" year="1993" month="8" start="1993-08-00"
  end="" rule="1"/>
 <tournament id="5" name="Club" country="7" city="" year="2001" month="2" start="0000-00-00" end="" rule="9"/>
</tournaments>
<games>
<game id="11" publisher="6" tournament="4" round="1" rule="1" black="1" white="2" bresult="0.5" opening="5" alt="">
<move>h8 i9 j10</move>
<info>a &lt;good&gt; game</info>
</game>
<game id="12" tournament="5" round="" rule="9" black="2" white="88" bresult="0"><move>h8 H9</move></game>
<game id="13" tournament="5" rule="1" black="2" white="1" bresult=""><move>h8 h8</move></game>
</games>
</database>
"""


def test_rif() -> None:
    found = collect(formats.open_data(RIF.encode()))
    assert found.problems == ()
    first, second, third = found.games
    record = first.record
    assert record.variant == "gomoku-renju"
    assert first.game.texts() == ("h8", "i9", "j10")
    assert [seat.name for seat in record.seats] == ["Ando Méritee", "A B & C"]
    assert (record.event, record.date, record.comment) == ("World Championship", "1993-08", "a <good> game")
    assert record.headers == {
        "Site": "Tallinn, Estonia", "Round": "1", "Rules": "RIF", "Opening": "I5", "id": "11", "publisher": "6",
    }  # fmt: skip
    assert record.result is not None
    assert record.result.winner is None
    other = second.record
    assert (other.variant, other.date, other.headers["Rules"]) == ("gomoku-standard", "2001-02", "Gomoku Swap2")
    assert [seat.name for seat in other.seats] == ["A B & C", "#88"]
    assert other.result is not None
    assert other.result.winner == "white"
    assert third.problem is not None
    assert {"game": "3", "move": "2", "line": "22"}.items() <= dict(third.problem.places).items()
    assert third.record.result is None


def test_the_games_of_a_large_base_are_made_one_by_one() -> None:
    game = '<game id="1" tournament="4" rule="1" black="1" white="2" bresult="1"><move>h8 i9</move></game>\n'
    source = formats.open_data(RIF.replace("</games>", game * 20_000 + "</games>").encode())
    assert len(source.written) == 20_003
    assert source.written[20_002] is not source.written[20_002]
    assert [move.text for move in source.written[-1].moves] == ["h8", "i9"]
    assert source.written[20_002].line == 20_022


def test_rif_that_is_damaged_loses_one_game() -> None:
    first, second, _ = collect(formats.open_data(RIF.replace("</info>\n</game>", "<info>\n").encode())).games
    assert first.problem is not None
    assert first.problem.code == "cut-off"
    assert second.problem is None
    assert second.game.ply == 2


# --- PlayOK -----------------------------------------------------------------------------------------------------------


def playok(kind: str, moves: str, result: str) -> Reading:
    tags = {"Site": "PlayOK", "Black": "opener", "White": "other", "Result": result, "GameType": kind}
    text = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return only(f"{text}\n{moves} {result}\n".encode())


@pytest.mark.parametrize(
    ("moves", "words", "second", "winner"),
    [
        ("1. h13 i13 2. j13 white 3. -- h12 4. g10 i12", ("white",), "white", "black"),
        ("1. h13 i13 2. j13 black 3. h12 g10 4. i12 f9", ("black",), "black", "white"),
        ("1. b12 c14 2. e14 f10 3. f11 -- 4. white -- 5. g11 h12", ("more", "white"), "black", "white"),
        ("1. b12 c14 2. e14 f10 3. f11 -- 4. black g11 5. h12 h10", ("more", "black"), "white", "black"),
    ],
)
def test_playok_swap2(moves: str, words: tuple[str, ...], second: str, winner: str) -> None:
    """The result is that of the person who laid out the opening, whatever the colour."""
    reading = playok("61,15", moves, "1-0")
    record, game = reading.record, reading.game
    assert reading.problem is None
    assert record.start.endswith(" b swap2")
    assert [node.text for node in record.moves if not node.text[1:].isdecimal()] == list(words)
    assert [seat.name for seat in record.seats] == ["opener", "other"]
    assert game.variant.side_names[game.position.colour(Side.SECOND)] == second
    assert record.result is not None
    assert record.result.winner == winner
    assert described("a.pgn", reading)["result"] == "1-0"


def test_playok_without_a_choice() -> None:
    """The free game, one that ended during its opening, and another board."""
    free = playok("60,15", "1. h8 i7 2. j7 h9 3. i6", "0-1")
    assert (free.record.start[-2:], free.record.result and free.record.result.winner) == (" b", "white")
    assert free.record.headers["GameType"] == "60,15"
    assert [node.text for node in playok("61,15", "1. h8 i9 2. j8", "0-1").record.moves] == ["h8", "i9", "j8"]
    assert playok("60,19", "1. s19 a1", "*").record.size == 19
    source = formats.open_data(b'[GameType "60,99"]\n\n1. h8 i7 *\n')
    assert [(told.code, told.values) for told in collect(source).problems] == [("no-board", {"lines": "99x99"})]


@pytest.mark.parametrize(
    ("kind", "moves", "game"),
    [("50", "1. d3 c5 2. f6 f5 *", "reversi"), ("1", "1. C2.5 H8+7 *", "xiangqi"), ("20", "1. 32-28 *", "draughts")],
)
def test_the_number_of_the_kind_is_not_always_one_of_draughts(kind: str, moves: str, game: str) -> None:
    assert only(f'[GameType "{kind}"]\n\n{moves}\n'.encode()).game.variant.game == game
