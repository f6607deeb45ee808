"""Wins by threats as trees: what the solver finds is a win against every defence, and nothing else is taken for one."""

from __future__ import annotations

import random

import pytest

from ai.gomoku.notation import BLACK, WHITE, read_move
from ai.gomoku.proof.extraction import Extractor
from ai.gomoku.proof.symmetry import SIZE, SQUARES, after_stone, canonical, image_of, square_of_image
from ai.gomoku.proof.trees import ThreatNode, Win, check, moved, read_win, write_win
from ai.gomoku.proof.windows import WindowBoard


def cells_of(moves: str) -> bytes:
    """The cells after moves, Black first; `--` is a pass."""
    cells = bytearray(SQUARES)
    for ply, move in enumerate(moves.split()):
        if move != "--":
            cells[read_move(move, SIZE)] = ply % 2 + 1
    return bytes(cells)


def _square(move: str) -> int:
    return read_move(move, SIZE)


def test_five_four_and_straight_four() -> None:
    four = cells_of("h8 a1 i8 a3 j8 a5 k8 b8")
    assert check(Win(_square("l8"), None), WindowBoard(four), 0) == (1 << _square("l8"), 1)
    three = WindowBoard(cells_of("h8 a1 i8 a3 j8 a5"))
    won = check(Win(_square("k8"), None), three, 0)
    assert won is not None
    assert won.plies == 3
    assert check(Win(_square("l8"), None), three, 0) is None, "one answer stops it, and nothing follows"
    assert check(Win(_square("a1"), None), three, 0) is None, "a stone stands there"


def test_a_five_of_white_has_to_be_stopped() -> None:
    cells = cells_of("h8 c1 i8 d1 j8 e1 o15 f1")
    assert check(Win(_square("k8"), None), WindowBoard(cells), 0) is None
    with_a_stop = after_stone(cells, _square("b1"), BLACK)
    assert check(Win(_square("k8"), None), WindowBoard(with_a_stop), 0) is None, "the other end"
    stopped = after_stone(with_a_stop, _square("g1"), BLACK)
    assert check(Win(_square("k8"), None), WindowBoard(stopped), 0) is not None


@pytest.fixture(scope="module")
def found() -> list[tuple[bytes, Win]]:
    """Positions, Black to move, and the wins that the solver finds in them."""
    extractor = Extractor()
    wins = []
    for moves in ("h8 i9 i7 h10 g8 --", "h8 a1 i9 e3 g9 --", "h8 e8 i9 k4 j10 --", "h8 h9 i9 i10 g9 --"):
        cells = cells_of(moves)
        win = extractor.win(cells)
        assert win is not None, moves
        wins.append((cells, win))
    return wins


def test_what_the_solver_finds_is_written_and_read_again(found: list[tuple[bytes, Win]]) -> None:
    for cells, win in found:
        data = write_win(win)
        again = read_win(data)
        assert write_win(again) == data
        assert check(again, WindowBoard(cells), 0) == check(win, WindowBoard(cells), 0)
        with pytest.raises(ValueError, match="cut short"):
            read_win(data[:-1])
        with pytest.raises(ValueError, match="more"):
            read_win(data + data)


def test_a_stone_outside_the_zone_spoils_nothing(found: list[tuple[bytes, Win]]) -> None:
    """The claim of the zones, tried with every square: so is the check of two levels of zones by that of one."""
    for cells, win in found:
        board = WindowBoard(cells)
        safe = check(win, board, 1)
        assert safe is not None
        outside = [square for square in range(SQUARES) if not cells[square] and not safe.zone >> square & 1]
        assert outside
        for square in outside:
            board.place(square, WHITE)
            held = check(win, board, 0)
            board.lift(square, WHITE)
            assert held is not None, square
            assert held.plies <= safe.plies


def test_two_stones_in_a_row_outside_the_zone_spoil_nothing(found: list[tuple[bytes, Win]]) -> None:
    """Likewise the wider zone, with pairs in one row of five, as many as find room."""
    chance = random.Random(2)
    for cells, win in found:
        board = WindowBoard(cells)
        safe = check(win, board, 2)
        narrow = check(win, board, 1)
        assert safe is not None
        assert narrow is not None
        assert narrow.zone & ~safe.zone == 0
        outside = [square for square in range(SQUARES) if not cells[square] and not safe.zone >> square & 1]
        assert outside
        for _ in range(8):
            chance.shuffle(outside)
            guests: list[int] = []
            for square in outside:
                board.place(square, WHITE)
                if board.white_rows(3) & ~WindowBoard(cells).white_rows(3):
                    board.lift(square, WHITE)
                else:
                    guests.append(square)
            assert len(guests) > 1
            assert check(win, board, 0) is not None, guests
            for square in guests:
                board.lift(square, WHITE)


def test_a_win_that_lacks_a_reply_or_goes_elsewhere_is_none(found: list[tuple[bytes, Win]]) -> None:
    chance = random.Random(1)
    noticed = 0
    for cells, win in found:
        data = write_win(win)
        board = WindowBoard(cells)
        for _ in range(20):
            at = chance.randrange(len(data))
            changed = bytearray(data)
            changed[at] = chance.randrange(SQUARES)
            try:
                wrong = read_win(bytes(changed))
            except ValueError:
                noticed += 1
                continue
            noticed += check(wrong, board, 0) is None
    assert noticed > 60, "some changes make another win"
    cells, win = found[0]
    follow = win.follow
    while not isinstance(follow, ThreatNode):
        assert follow is not None
        follow = follow.follow
    assert isinstance(win.follow, ThreatNode)
    for reply in win.follow.replies:
        fewer = {each: below for each, below in win.follow.replies.items() if each != reply}
        assert check(Win(win.move, ThreatNode(win.follow.line, fewer)), WindowBoard(cells), 0) is None


def test_wins_and_forms_turn_with_the_board(found: list[tuple[bytes, Win]]) -> None:
    for cells, win in found:
        form, symmetry = canonical(cells)
        turned = read_win(moved(write_win(win), lambda square, by=symmetry: image_of(square, by)))  # type: ignore[misc]
        assert check(turned, WindowBoard(form), 0) is not None
        for square in range(SQUARES):
            assert square_of_image(image_of(square, symmetry), symmetry) == square
            assert form[image_of(square, symmetry)] == cells[square]
