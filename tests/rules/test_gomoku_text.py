"""Gomoku's texts: points, positions and games, there and back, and what can't be read."""

from __future__ import annotations

import contextlib

import pytest
from gomoku_boards import drawn
from hypothesis import given
from hypothesis import strategies as st

from game.rules.core import (
    PASS,
    Board,
    Move,
    Outcome,
    Side,
    Square,
    Termination,
    UnreadableMoveError,
    UnreadablePositionError,
)
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD, GomokuVariant

START = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b"


def rows(*bottom: str, size: int = 15) -> str:
    """Rows of stones with the given ones at the bottom, the lowest last, the others empty."""
    return "/".join([str(size)] * (size - len(bottom)) + list(bottom))


@pytest.mark.parametrize(
    ("text", "square", "size"),
    [
        ("a1", 0, 15),
        ("o1", 14, 15),
        ("a15", 210, 15),
        ("o15", 224, 15),
        ("h8", 112, 15),
        ("i1", 8, 15),
        ("t20", 399, 20),
    ],
)
def test_points_have_names(text: str, square: int, size: int) -> None:
    position = FREESTYLE.start(size)
    move = Move((Square(square),))
    assert FREESTYLE.read_move(text, position) == move
    assert FREESTYLE.read_move(text.upper(), position) == move
    assert FREESTYLE.write_move(move, position) == text
    assert FREESTYLE.square_name(Square(square), Board(size, size)) == text


@pytest.mark.parametrize(
    "text",
    # with a full-width digit and letter, the Kelvin sign, which lower() makes a k, and a Devanagari digit
    [
        *["h", "8", "h0", "h08", "h16", "p1", "z9", "hh8", "h８", "ｈ8", "h-1", "h1.0", "8h", "\u212a5", "h८", "passe"],
        "",
        "h8 ",
        " h8",
        "h8\n",
        "h8" * 4000,
        "\0",
    ],
)
def test_what_is_no_point_of_the_board_cannot_be_read(text: str) -> None:
    with pytest.raises(UnreadableMoveError) as caught:
        FREESTYLE.read_move(text, FREESTYLE.start())
    assert caught.value.text == text
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_p16_is_on_the_larger_boards_only() -> None:
    with pytest.raises(UnreadableMoveError, match="off the 15x15 board"):
        FREESTYLE.read_move("p16", FREESTYLE.start(15))
    assert FREESTYLE.read_move("p16", FREESTYLE.start(19)).path == (15 * 19 + 15,)


def test_the_pass_is_a_word_of_renju() -> None:
    assert RENJU.read_move("pass", RENJU.start()) == PASS
    assert RENJU.write_move(PASS, RENJU.start()) == "pass"
    with pytest.raises(UnreadableMoveError, match="no passing in gomoku-standard"):
        STANDARD.read_move("pass", STANDARD.start())


def test_the_start_as_text() -> None:
    assert RENJU.write_position(RENJU.start()) == START
    assert RENJU.read_position(START) == RENJU.start()


def test_the_bottom_row_comes_last() -> None:
    position = FREESTYLE.read_position("a1o15c3")
    text = "14w/15/15/15/15/15/15/15/15/15/15/15/2b12/15/b14 w"
    assert FREESTYLE.write_position(position) == text
    assert FREESTYLE.read_position(text) == position


@pytest.mark.parametrize("text", ["h8h9j9", "H8H9J9", "h8H9j9"])
def test_a_game_text_is_played(text: str) -> None:
    position = FREESTYLE.read_position(text)
    assert position.ply == 3
    assert position.turn is Side.SECOND
    assert [position.cells[at] for at in (112, 127, 129)] == [1, 2, 1]


def test_a_game_text_can_hold_passes_and_the_end() -> None:
    position = RENJU.read_position("h8passpass")
    assert position.outcome() == Outcome(None, Termination.AGREEMENT)
    assert position.ply == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("h8h8", "move 2: h8 is illegal: there is a stone on h8 already"),
        ("h8p1", "move 2: cannot read the move 'p1': that point is off"),
        ("h8pass", "move 2: cannot read the move 'pass': there is no passing"),
        ("a1a2b1b2c1c2d1d2e1e2", "move 10: e2 is illegal: the game is over"),
    ],
)
def test_a_game_text_with_a_fault_says_where(text: str, why: str) -> None:
    with pytest.raises(UnreadablePositionError) as caught:
        FREESTYLE.read_position(text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("variant", "text", "why"),
    [
        (FREESTYLE, "", "rows of stones and the side to move"),
        (FREESTYLE, "h8 h9", "rows of stones and the side to move"),
        (FREESTYLE, rows(), "rows of stones and the side to move"),
        (FREESTYLE, f"{rows()} x", "rows of stones and the side to move"),
        (FREESTYLE, f"{rows()} B", "rows of stones and the side to move"),
        (FREESTYLE, f"{rows(size=23)} b", "it has 23 rows"),
        (FREESTYLE, "15/15 b", "it has 2 rows"),
        (FREESTYLE, f"{rows('14')} b", "row 15 from the top has 14 points, not 15"),
        (FREESTYLE, f"{rows('16', '15')} b", "row 14 from the top has 16 points, not 15"),
        (FREESTYLE, f"{rows('')} b", "row 15 from the top has 0 points"),
        (FREESTYLE, f"{rows('14x')} b", "row 15 from the top has 'x' where"),
        (FREESTYLE, f"{rows('14B')} w", "row 15 from the top has 'B' where"),
        (FREESTYLE, f"{rows('14－')} w", "row 15 from the top has '－' where"),
        (FREESTYLE, f"{rows('015')} b", "the number 015"),
        (FREESTYLE, f"{rows('0b14')} w", "the number 0"),
        (FREESTYLE, f"{rows('9' * 5000)} b", "the number 999"),
        (FREESTYLE, f"{rows('b14')} b", "as many black stones as white: 1 black, 0 white"),
        (FREESTYLE, f"{rows('bbb12')} w", "one black stone more than white: 3 black, 0 white"),
        (STANDARD, f"{rows('w14')} w", "one black stone more"),
        (FREESTYLE, f"{rows()} b pass", "in gomoku-freestyle nothing follows"),
        (RENJU, f"{rows()} w", "black has no stone"),
        (RENJU, f"{rows('w14')} w", "black has no stone"),
        (RENJU, f"{rows('b14')} b", "white has no stone"),
        (RENJU, f"{rows('b14')} w pass", "white has no stone"),
        (RENJU, f"{rows()} b pass", "black has no stone"),
        (RENJU, f"{rows()} w pass pass", "black has no stone"),
        (RENJU, f"{rows('b14')} b pass pass pass", "one or two passes"),
        (RENJU, f"{rows('b14')} b passed", "its last field"),
        (RENJU, f"{rows('b14')} w b1", "the last move on b1 was not Black's"),
        (RENJU, f"{rows('bw13')} b a1", "the last move on a1 was not Black's"),
        (RENJU, f"{rows('bw13')} w a1", "a1 is no forbidden move"),
        (RENJU, f"{rows('bbbbb10', 'wwww11')} w a2", "a2 is no forbidden move"),
        (RENJU, f"{rows('bbbbbb9', 'wwwww10')} w c2", "the game had ended before"),
        (RENJU, f"{rows('bbbbbb9', 'wwww11')} w", "name the forbidden move"),
        (RENJU, f"{rows('bbbbb10', 'wwww11')} b pass", "stands before the pass"),
        (FREESTYLE, f"{rows('bbbbb10', 'wwwww10')} b", "can't all come from the last move"),
        (FREESTYLE, f"{rows('bbbbb10', 'wwwww10', 'b14')} w", "can't all come from the last move"),
        (FREESTYLE, f"{rows('bbbbb10', 'wwww1w9')} b", "can't all come from the last move"),
        (FREESTYLE, f"{rows('bbbbb10', 'w1w1w1w1w6', 'bbbbb10', 'w1w1w1w8')} w", "can't all come"),
        (FREESTYLE, f"{rows('bbbbbbbbbb5', 'w1w1w1w1w6', 'w1w1w1w8')} w", "can't all come"),
    ],
)
def test_a_position_that_cannot_be_says_why(variant: GomokuVariant, text: str, why: str) -> None:
    with pytest.raises(UnreadablePositionError) as caught:
        variant.read_position(text)
    assert why in str(caught.value)
    assert caught.value.text == text
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("variant", "text", "line"),
    [
        (FREESTYLE, f"{rows('bbbbb10', 'wwww11')} w", [15, 16, 17, 18, 19]),
        (FREESTYLE, f"{rows('bbbbbb9', 'www1ww9')} w", [15, 16, 17, 18, 19, 20]),
        (STANDARD, f"{rows('bbbb11', 'wwwww10', '14b')} b", [15, 16, 17, 18, 19]),
        (RENJU, f"{rows('bbbb11', 'wwwwww9', '14b')} b", [15, 16, 17, 18, 19, 20]),
    ],
)
def test_a_five_is_found_anywhere(variant: GomokuVariant, text: str, line: list[int]) -> None:
    position = variant.read_position(text)
    outcome = position.outcome()
    assert outcome is not None
    assert list(outcome.line) == line
    assert outcome.winner is position.turn.other
    assert variant.write_position(position) == text


def test_six_in_a_row_go_on_in_standard() -> None:
    text = f"{rows('bbbbbb9', 'www1ww9')} w"
    assert STANDARD.read_position(text).outcome() is None


def test_the_text_of_a_lost_forbidden_move_names_it() -> None:
    lost = RENJU.read_position("a1a15b1b15c1d15e1e15f1g15d1")
    assert RENJU.write_position(lost).endswith(" w d1")
    again = RENJU.read_position(RENJU.write_position(lost))
    assert again == lost
    assert again.outcome() == Outcome(Side.SECOND, Termination.FORBIDDEN_MOVE, (Square(3),))


@pytest.mark.parametrize("size", [15, 19, 20])
def test_a_full_board_as_text(size: int) -> None:
    lines = ["".join("xo"[(column // 2 + row) % 2] for column in range(size)) for row in range(size)]
    turn = Side.SECOND if size % 2 else Side.FIRST
    drawn_position = drawn(RENJU, "\n".join(lines), turn, size)
    read = RENJU.read_position(RENJU.write_position(drawn_position))
    assert read == drawn_position
    assert read.outcome() == Outcome(None, Termination.FULL_BOARD)


@pytest.mark.parametrize(
    ("moves", "ply"),
    [
        ("", 0),
        ("h8", 1),
        ("pass", 1),
        ("h8pass", 2),
        ("h8h9pass", 3),
        ("passh8pass", 3),
        ("h8passi8", 3),
        ("h8passpass", 3),
    ],
)
def test_the_ply_of_a_text_is_the_least_that_leads_there(moves: str, ply: int) -> None:
    played = RENJU.read_position(moves) if moves else RENJU.start()
    assert played.ply == ply
    assert RENJU.read_position(str(played)).ply == ply


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (RENJU.read_position, lambda text: RENJU.read_move(text, RENJU.start())):
        with contextlib.suppress(UnreadablePositionError, UnreadableMoveError):
            read(text)


@given(
    st.lists(st.text(alphabet="0123456789bw/x ", max_size=8), max_size=20).map("/".join),
    st.sampled_from(["", " b", " w", " w pass", " b h8"]),
)
def test_any_rows_are_read_or_refused(text: str, end: str) -> None:
    try:
        position = RENJU.read_position(text + end)
    except UnreadablePositionError:
        return
    assert RENJU.read_position(str(position)) == position
