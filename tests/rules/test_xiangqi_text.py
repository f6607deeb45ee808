"""Xiangqi's texts: FEN both ways and what is wrong with one; moves in coordinates and notation."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xiangqi_boards import position

from game.rules.core import IllegalMoveError, RulesError, Side, UnreadableMoveError, UnreadablePositionError
from game.rules.xiangqi.variants import START, XIANGQI

ROWS, TURN = START.split()[:2]


# ---- FEN


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (START, START),
        (f"{ROWS} w", START),
        (f"{ROWS} r", START),
        (f"{ROWS} r - -", START),
        (f"  {ROWS}   w - - 0 ", START),
        ("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", START),
        (f"{ROWS} b - - 3 17", f"{ROWS} b - - 3 17"),
        ("3k5/111111111/9/18/9/9/9/9/9/4K4 b", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"),
    ],
)
def test_fens_that_can_be_read(text: str, written: str) -> None:
    here = XIANGQI.read_position(text)
    assert XIANGQI.write_position(here) == written
    assert XIANGQI.read_position(written) == here


def test_the_fields_of_a_fen() -> None:
    here = XIANGQI.read_position("3k5/9/9/9/9/9/9/9/9/4K4 b - - 31 60")
    assert (here.turn, here.quiet, here.ply) == (Side.SECOND, 31, 119)
    assert XIANGQI.read_position("3k5/9/9/9/9/9/9/9/9/4K4 w - - 31 60").ply == 118


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "2 to 6 fields"),
        (ROWS, "2 to 6 fields"),
        (f"{START} 7", "2 to 6 fields"),
        (f"{ROWS} x", "w, r or b, not 'x'"),
        (f"{ROWS} W", "w, r or b"),
        (f"{ROWS} w KQkq -", "'KQkq'"),
        (f"{ROWS} w - - -1 1", "plies without capture"),
        (f"{ROWS} w - - 0 0", "number of moves is 1"),
        (f"{ROWS} w - - 0 1.5", "'1.5'"),
        (f"{ROWS} w - - 0 99999", "to 9999"),
        (f"{ROWS} w - - 0 {'9' * 5000}", "to 9999"),
        (f"{ROWS} w - - ٣ 1", "plies without capture"),
        (f"{ROWS}/9 w", "11 rows"),
        ("3k5/9/9/9/9/9/9/9/4K4 w", "9 rows"),
        ("3k6/9/9/9/9/9/9/9/9/4K4 w", "row 9 has 10 points"),
        ("3k5/9/9/9/9/9/9/9/9/4K3 w", "row 0 has 8 points"),
        ("3k5/9/9/9/0/9/9/9/9/4K4 w", "row 5 has '0'"),
        ("3k5/9/9/9/9/9/9/q8/9/4K4 w", "row 2 has 'q'"),
        ("3k5/9/9/9/9/9/9/²8/9/4K4 w", "row 2 has '²'"),
        ("3k5/9/9/9/9/9/9/帥8/9/4K4 w", "row 2 has '帥'"),
        ("3k5/9/9/9/9/9/9/9/9/3KK4 w", "red has 2 generals"),
        ("3kk4/9/9/9/9/9/9/9/9/4K4 w", "black has 2 generals"),
        ("9/9/9/9/9/9/9/9/9/4K4 w", "black has no general"),
        ("3k5/9/9/9/9/9/9/9/9/9 w", "red has no general"),
        ("3k5/9/9/9/9/9/9/RRR6/9/4K4 w", "red has 3 rooks, but only 2"),
        ("3k5/9/9/9/9/9/ppp1p1pp1/9/9/4K4 w", "black has 6 soldiers, but only 5"),
        ("3k1a3/4a4/3a1a3/9/9/9/9/9/9/4K4 w", "black has 4 advisors"),
        ("3k5/9/9/9/4K4/9/9/9/9/9 w", "a red general can't stand on e5"),
        ("2k6/9/9/9/9/9/9/9/9/4K4 w", "a black general can't stand on c9"),
        ("9/9/9/9/9/9/9/3k5/9/4K4 w", "a black general can't stand on d2"),
        ("3k5/9/9/9/9/9/9/9/3A5/4K4 w", "a red advisor can't stand on d1"),
        ("3k5/9/9/9/9/9/9/1B7/9/4K4 w", "a red elephant can't stand on b2"),
        ("3k5/9/9/9/2B6/9/9/9/9/4K4 w", "a red elephant can't stand on c5"),
        ("3k5/9/b8/9/9/b8/9/9/9/4K4 w", "a black elephant can't stand on a4"),
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w", "a red soldier can't stand on a2"),
        ("3k5/9/9/9/9/1P7/9/9/9/4K4 w", "a red soldier can't stand on b4"),
        ("3k5/9/9/1p7/9/9/9/9/9/4K4 w", "a black soldier can't stand on b6"),
        ("3k5/p8/9/9/9/9/9/9/9/4K4 w", "a black soldier can't stand on a8"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "generals face each other"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 b", "generals face each other"),
        ("3k5/9/9/3R5/9/9/9/9/9/4K4 w", "black is not to move, but its general on d9 is in check from d6"),
        ("3k5/9/9/4c4/9/9/4P4/9/9/4K4 b", "red is not to move, but its general on e0 is in check from e6"),
    ],
)
def test_what_is_wrong_with_a_fen(text: str, said: str) -> None:
    with pytest.raises(UnreadablePositionError) as caught:
        XIANGQI.read_position(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.text(alphabet="rnbakcpKRNBACPx0123456789/ wb-", max_size=90))
def test_no_text_makes_reading_a_fen_fail(text: str) -> None:
    try:
        here = XIANGQI.read_position(text)
    except RulesError:
        return
    assert XIANGQI.read_position(str(here)) == here


def test_keys_tell_positions_apart_and_follow_the_moves() -> None:
    rng = random.Random(5)
    here, seen = XIANGQI.start(), {}
    for _ in range(300):
        assert XIANGQI.read_position(str(here)).key == here.key
        assert seen.setdefault(here.key, (here.cells, here.turn)) == (here.cells, here.turn)
        moves = here.legal_moves()
        here = here.play(rng.choice(moves)) if moves else XIANGQI.start()
    other = XIANGQI.read_position(START.replace(" w ", " b "))
    assert other.key != XIANGQI.start().key


# ---- moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("h2e2", "h2e2"),
        ("H2E2", "h2e2"),
        ("H2-E2", "h2e2"),
        ("h2-e2", "h2e2"),
        ("h2 e2", "h2e2"),
        (" b0c2 ", "b0c2"),
        ("h3h10", "h2h9"),
        ("炮二平五", "h2e2"),
        ("炮2平5", "h2e2"),
        ("砲２平５", "h2e2"),
        ("包二平五", "h2e2"),
        ("馬八進七", "b0c2"),
        ("傌8进7", "b0c2"),
        ("俥一进一", "i0i1"),
        ("車九進二", "a0a2"),
        ("卒三进1", "g3g4"),
        ("帥五进一", "e0e1"),
        ("象三进五", "g0e2"),
        ("士四進五", "f0e1"),
        ("C2=5", "h2e2"),
        ("c2.5", "h2e2"),
        ("C2=５", "h2e2"),
        ("H8+7", "b0c2"),
        ("n8+7", "b0c2"),
        ("E3+5", "g0e2"),
        ("B3+5", "g0e2"),
        ("P3+1", "g3g4"),
    ],
)
def test_moves_that_can_be_read_at_the_start(text: str, move: str) -> None:
    start = XIANGQI.start()
    assert XIANGQI.write_move(XIANGQI.read_move(text, start), start) == move


def test_rows_from_one_are_read_where_a_ten_shows_them() -> None:
    here = position("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b")
    assert XIANGQI.write_move(XIANGQI.read_move("h10g8", here), here) == "h9g7"
    with pytest.raises(UnreadableMoveError):
        XIANGQI.read_move("h10g0", here)
    # without one, rows are those of the referee, so this is no way to write h2e2
    move = XIANGQI.read_move("h3e3", XIANGQI.start())
    with pytest.raises(IllegalMoveError):
        XIANGQI.start().play(move)


@pytest.mark.parametrize(
    "text",
    ["", "h", "h2", "h2e", "j2e2", "h2e2q", "h2e22", "h11e2", "h2--e2", "炮二平", "炮二平十", "炮零平五", "炮二走五",
     "二炮五平", "XX=5", "C0=5", "C2*5", "+++1", "pass", "炮二平五。", "٣٣=5", "h2e2 h9g7", "x" * 10_000],
)  # fmt: skip
def test_what_is_no_move_cannot_be_read(text: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        XIANGQI.read_move(text, XIANGQI.start())
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "text", ["炮二平二", "炮三平五", "马二进五", "前炮平五", "车一平二", "C+=5", "15+1", "兵三退一"]
)
def test_notation_that_no_legal_move_fits_is_illegal(text: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        XIANGQI.read_move(text, XIANGQI.start())
    assert caught.value.refusal.code == "no-such-move"


def test_notation_of_a_pinned_piece_is_refused_by_the_rules() -> None:
    """Where one piece alone can be meant it is read, and the rules tell why not; of two it is the one that may move."""
    alone = XIANGQI.read_position("4k4/4r4/9/9/9/9/4N4/9/9/4K4 w - - 0 1")
    move = XIANGQI.read_move("馬五进四", alone)
    with pytest.raises(IllegalMoveError) as caught:
        alone.play(move)
    assert caught.value.refusal.code == "into-check"
    soldiers = XIANGQI.read_position("3k5/9/4P4/4P4/9/9/9/9/9/4K4 w - - 0 1")
    assert XIANGQI.write_move(XIANGQI.read_move("前兵平四", soldiers), soldiers) == "e7f7"
    two = XIANGQI.read_position("4k4/4r4/9/2N6/9/9/4N4/9/9/4K4 w - - 0 1")
    assert XIANGQI.write_move(XIANGQI.read_move("馬七进八", two), two) == "c6b8"


@given(st.text(max_size=6) | st.text(alphabet="前中后後一二三四五炮马車兵卒进退平+-=.123HCRP", min_size=4, max_size=4))
def test_no_text_makes_reading_a_move_fail(text: str) -> None:
    start = XIANGQI.start()
    try:
        XIANGQI.read_move(text, start)
    except RulesError:
        return


def test_a_name_of_another_habit_is_read_where_one_move_alone_fits() -> None:
    here = position("3k5/9/9/4P1P2/4P1P2/9/9/9/9/4K4 w")  # two files with two soldiers each
    assert XIANGQI.write_move(XIANGQI.read_move("前兵平四", position("3k5/9/9/4P4/4P4/9/9/9/9/5K3 w")), here) == "e6f6"
    assert XIANGQI.write_move(XIANGQI.read_move("前兵平二", here), here) == "g6h6"
    with pytest.raises(UnreadableMoveError, match="e6e7 and g6g7 fit it"):
        XIANGQI.read_move("前兵进一", here)
    advisors = position("5a3/3ka4/9/9/9/9/9/9/9/4K4 b")
    assert XIANGQI.write_move(XIANGQI.read_move("士5进6", advisors), advisors) == "e8f7"


@pytest.mark.parametrize(("text", "move"), [("Pa=2", "g6h6"), ("Pb=2", "g5h5"), ("Pc=6", "e6d6"), ("pd=4", "e5f5")])
def test_soldiers_counted_with_letters_are_read(text: str, move: str) -> None:
    """As some programs write WXF: from the front, the file on the mover's right first."""
    here = position("3k5/9/9/4P1P2/4P1P2/9/9/9/9/4K4 w")
    assert XIANGQI.write_move(XIANGQI.read_move(text, here), here) == move


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ("4k4/4P4/4P4/9", "前兵平四 P+=4, 后兵平四 P-=4"),
        ("4k4/4P4/4P4/4P4", "前兵平四 15=4, 中兵平四 25=4, 后兵平四 35=4"),
        ("4k4/4P4/4P4/4P4/4P4", "一兵平四 15=4, 二兵平四 25=4, 三兵平四 35=4, 四兵平四 45=4"),
        ("4k4/2P1P4/2P1P4/9", "三兵平六 17=6, 四兵平六 27=6, 一兵平四 15=4, 二兵平四 25=4"),
    ],
)
def test_soldiers_on_one_file_have_their_places(rows: str, names: str) -> None:
    """Two are front and back, three have a middle one, more have numbers; on two files they are counted together."""
    here = position(rows + "/9" * (9 - rows.count("/") - 1) + "/3K5 w")
    soldiers = sorted((at for at, piece in here.pieces().items() if piece.kind == "soldier"), reverse=True)
    told = []
    for at in sorted(soldiers, key=lambda at: (at % 9, -at)):
        move = next(move for move in here.legal_moves() if move.path == (at, at + 1))
        found = XIANGQI.notations(move, here)
        told.append(f"{found['chinese']} {found['wxf']}")
        assert XIANGQI.read_move(found["chinese"], here) == XIANGQI.read_move(found["wxf"], here) == move
    assert ", ".join(told) == names


def test_what_is_written_can_be_read_by_the_mover_of_either_side() -> None:
    rng = random.Random(8)
    here = XIANGQI.start()
    for _ in range(150):
        moves = here.legal_moves()
        if not moves:
            here = XIANGQI.start()
            continue
        for move in moves:
            for text in XIANGQI.notations(move, here).values():
                assert XIANGQI.read_move(text, here) == move
        here = here.play(rng.choice(moves))
