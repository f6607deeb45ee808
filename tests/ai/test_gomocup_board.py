"""The board as the Gomocup protocol gives it."""

from __future__ import annotations

import pytest

from ai.gomoku.notation import read_job
from ai.protocols.gomocup.board import BoardError, StoneBoard, read_board, stones_of

FREE, RENJU = "gomoku-freestyle", "gomoku-renju"


def _moves(board: StoneBoard) -> list[tuple[str, bool]]:
    return [(board.write_point(stone.square), stone.is_own) for stone in board.stones]


def test_points_both_ways() -> None:
    board = StoneBoard(15)
    assert board.read_point(" 3, 14") == 14 * 15 + 3
    assert board.write_point(14 * 15 + 3) == "3,14"
    for wrong in ("", "3", "3;4", "a,b", "-1,0", "3,4,5", "15,0", "0,15", "999,999", "9999,1"):
        with pytest.raises(BoardError):
            board.read_point(wrong)


def test_moves_alternate_and_come_back() -> None:
    board = StoneBoard(15).place(112, is_own=True).place(113, is_own=False)
    assert board.own_is_black is True
    assert board.is_own_turn is True
    with pytest.raises(BoardError, match="taken"):
        board.place(113, is_own=True)
    with pytest.raises(BoardError, match="other side"):
        board.place(114, is_own=False)
    with pytest.raises(BoardError, match="last move"):
        board.take_back(112)
    assert _moves(board.take_back(113)) == [("7,7", True)]
    with pytest.raises(BoardError, match="nothing"):
        StoneBoard(15).take_back(112)


def test_a_board_in_the_order_of_the_moves() -> None:
    board = read_board(15, ["7,7,2", "8,8,1", "6,6,2"], FREE, own_to_move=True)
    assert board.own_is_black is False
    job = board.job(FREE)
    assert job.moves == ("h8", "i9", "g7")
    assert read_job(job).turn == 1


def test_a_board_in_no_order_is_a_position() -> None:
    board = read_board(15, ["7,7,2", "6,6,2", "8,8,1", "0,0,2", "14,14,1"], FREE, own_to_move=True)
    job = board.job(FREE)
    assert job.moves == ()
    stones = read_job(job)
    assert stones.turn == 1
    assert stones.points == {112: 0, 96: 0, 0: 0, 128: 1, 224: 1}


def test_equal_numbers_make_the_one_who_moves_black() -> None:
    board = read_board(15, ["7,7,2", "8,8,1"], FREE, own_to_move=True)
    assert board.own_is_black is True
    assert board.is_own_turn is True
    with pytest.raises(BoardError, match="order"):
        read_board(15, ["7,7,2", "8,8,1"], RENJU, own_to_move=True)


def test_renju_wants_the_order_of_the_moves() -> None:
    assert read_board(15, ["7,7,1", "8,8,2"], RENJU, own_to_move=True).job(RENJU).moves == ("h8", "i9")
    with pytest.raises(BoardError, match="order"):
        read_board(15, ["7,7,2", "6,6,2", "8,8,1"], RENJU, own_to_move=True)


@pytest.mark.parametrize(
    "lines",
    [
        ["7,7,1"],
        ["7,7,2", "6,6,2"],
        ["7,7,2", "7,7,1"],
        ["7,7"],
        ["7,7,0"],
        ["x,7,1"],
        ["7,15,2"],
        ["7,7,2", "garbage"],
    ],
)
def test_boards_that_can_not_be(lines: list[str]) -> None:
    with pytest.raises(BoardError):
        read_board(15, lines, FREE, own_to_move=True)


def test_fields_of_a_won_line_are_passed_over() -> None:
    assert _moves(read_board(15, ["7,7,2", "1,1,3"], FREE, own_to_move=True)) == [("7,7", False)]


def test_either_side_may_be_to_move_where_no_move_is_wanted() -> None:
    assert read_board(15, ["7,7,1"], FREE, own_to_move=False).is_own_turn is False
    assert read_board(15, [], FREE, own_to_move=False).is_own_turn is None


def test_the_end_is_seen() -> None:
    five = [f"{x},0,2" for x in range(5)] + [f"{x},9,1" for x in range(4)]
    board = read_board(15, five, FREE, own_to_move=True)
    with pytest.raises(BoardError, match="over"):
        board.check(FREE)


def test_forbidden_points() -> None:
    # two threes at once on 7,7
    lines = ["6,7,1", "0,0,2", "8,7,1", "0,14,2", "7,6,1", "14,0,2", "7,8,1", "14,14,2"]
    board = read_board(15, lines, RENJU, own_to_move=True)
    assert [board.write_point(square) for square in board.forbidden()] == ["7,7"]


def test_stones_of_a_job_come_in_the_order_of_the_moves() -> None:
    board = read_board(15, ["7,7,2", "6,6,2", "8,8,1"], FREE, own_to_move=True)
    job = board.job(FREE)
    stones = stones_of(type(job)(job.variant, job.start, ("a1", "b2")))
    assert list(stones.points.items())[-2:] == [(0, 1), (16, 0)]
    assert [side for _, side in stones.points.items()] == [0, 1, 0, 1, 0]
