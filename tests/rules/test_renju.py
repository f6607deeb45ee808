"""Renju's forbidden moves: each rule by a picture, and the whole against a second opinion written another way."""

from __future__ import annotations

import random

import pytest
from gomoku_boards import data, drawn, played
from naive_renju import NaiveBoard

from game.rules.core import Side, Square, Termination
from game.rules.gomoku.position import GomokuPosition
from game.rules.gomoku.variants import RENJU


def names(position: GomokuPosition) -> dict[str, str]:
    return {RENJU.square_name(square, position.board): reason for square, reason in position.forbidden().items()}


def naive(position: GomokuPosition) -> NaiveBoard:
    size = position.board.columns
    stones: dict[Side, set[tuple[int, int]]] = {Side.FIRST: set(), Side.SECOND: set()}
    for square, piece in position.pieces().items():
        stones[piece.side].add((square % size, square // size))
    return NaiveBoard(size, frozenset(stones[Side.FIRST]), frozenset(stones[Side.SECOND]))


def by_points(position: GomokuPosition) -> dict[tuple[int, int], str]:
    size = position.board.columns
    return {(square % size, square // size): reason for square, reason in position.forbidden().items()}


def test_two_open_threes_are_forbidden() -> None:
    position = drawn(
        RENJU,
        """
        ........
        .....x..
        .....x..
        ..xx....
        ........
        ........
        """,
    )
    assert names(position) == {"f3": "double-three"}


def test_a_three_blocked_on_one_side_is_none() -> None:
    position = drawn(
        RENJU,
        """
        ........
        .....x..
        .....x..
        .oxx....
        ........
        ........
        """,
    )
    assert names(position) == {}


def test_a_broken_three_counts() -> None:
    position = drawn(
        RENJU,
        """
        .........
        ......x..
        .........
        ......x..
        ...xx....
        .........
        .........
        """,
    )
    assert names(position)["g3"] == "double-three"


def test_a_three_at_the_edge_has_no_room() -> None:
    # The upright three would need the point below row 1 for a straight four.
    position = drawn(
        RENJU,
        """
        .....x..
        .....x..
        ..xx....
        """,
    )
    assert names(position) == {}


def test_two_fours_on_two_lines_are_forbidden() -> None:
    position = drawn(
        RENJU,
        """
        .....x..
        .....x..
        .....x..
        oxxx....
        .....o..
        """,
    )
    # e2 and f2 make a four along the row; f2 makes another one upright.
    assert names(position) == {"f2": "double-four"}


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("xxx...xxx......", ["e1"]),  # XXX.X.XXX
        ("xx.x..xx.......", ["e1"]),  # XX.XX.XX, f1 would leave it without a second five
        ("x.xx..x........", ["e1"]),  # X.XXX.X
        ("xxx...xx.......", []),
        ("xxx....xxx.....", []),
        ("oxx.x..xxo.....", ["f1"]),
        ("xxxx...xxx.....", []),  # the left five would be six: one four is left
    ],
)
def test_two_fours_on_one_line(row: str, points: list[str]) -> None:
    assert [name for name, reason in names(drawn(RENJU, row)).items() if reason == "double-four"] == points


def test_an_open_four_is_one_four() -> None:
    assert names(drawn(RENJU, "....xxx........")) == {}


def test_six_in_a_row_are_forbidden() -> None:
    assert names(drawn(RENJU, "..xxx.xx......."))["f1"] == "overline"
    assert names(drawn(RENJU, "xxx.xxx........"))["d1"] == "overline"


def test_a_five_beats_an_overline() -> None:
    position = drawn(
        RENJU,
        """
        ...x...........
        ...x...........
        ...x...........
        ...x...........
        xxx.xx.........
        """,
    )
    assert "d1" not in names(position)
    after = position.play(RENJU.read_move("d1", position))
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (Side.FIRST, Termination.FIVE)
    assert outcome.line == tuple(Square(3 + 15 * row) for row in range(5)), "the five, not the six"


def test_a_five_beats_a_double_three() -> None:
    picture = """
        .......x...
        ......x....
        .....x.....
        ....x......
        .....xx....
        ...x.......
        ...x.......
        ...........
        """
    position = drawn(RENJU, picture)
    point = RENJU.read_move("d4", position)
    outcome = position.play(point).outcome()
    assert outcome is not None
    assert outcome.winner is Side.FIRST
    assert point.path[0] not in position.forbidden()
    assert names(drawn(RENJU, picture.replace(".......x...", "...........")))["d4"] == "double-three"


def test_a_three_whose_straight_four_is_forbidden_is_none() -> None:
    entries = [entry for entry in data("renju_forbidden.json") if entry["needs_recursion"]]
    shallow = one_level = 0
    for entry in entries:
        position = played(entry).position
        assert isinstance(position, GomokuPosition)
        board = naive(position)
        exact = {tuple(point) for point in entry["forbidden"]}
        assert set(board.forbidden()) == exact
        shallow += set(board.forbidden(depth=0)) != exact
        one_level += set(board.forbidden(depth=1)) != exact
    # The data has positions that come out wrong without the recursion, and with one level of it only.
    assert shallow > 0
    assert one_level > 0


def test_white_has_no_forbidden_points() -> None:
    picture = """
        .....x..
        .....x..
        ..xx....
        ........
        ........
        """
    assert len(drawn(RENJU, picture).forbidden()) == 1
    assert drawn(RENJU, picture, turn=Side.SECOND).forbidden() == {}


@pytest.mark.parametrize("size", [15, 19, 20])
@pytest.mark.parametrize("seed", range(12))
def test_a_second_opinion_on_random_positions(size: int, seed: int) -> None:
    rng = random.Random(seed * 100 + size)
    # Stones in a square of ten points leave enough fives out and enough fouls in.
    left, bottom = (rng.randrange(size - 9) for _ in range(2))
    cells = bytearray(size * size)
    for _ in range(rng.randrange(16, 44)):
        at = (bottom + rng.randrange(10)) * size + left + rng.randrange(10)
        cells[at] = rng.choice((1, 1, 2))
    picture = "\n".join(
        "".join(".xo"[cell] for cell in cells[start : start + size]) for start in range(size * (size - 1), -1, -size)
    )
    position = drawn(RENJU, picture, size=size)
    assert by_points(position) == naive(position).forbidden()


@pytest.mark.slow
def test_a_second_opinion_on_many_random_positions() -> None:
    rng = random.Random(5)
    fouls = 0
    for _ in range(1000):
        cells = [rng.choice((0, 0, 0, 1, 1, 2)) if rng.random() < 0.6 else 0 for _ in range(225)]
        picture = "\n".join("".join(".xo"[cell] for cell in cells[row * 15 : row * 15 + 15]) for row in range(15))
        position = drawn(RENJU, picture)
        assert by_points(position) == naive(position).forbidden(), picture
        fouls += len(position.forbidden())
    assert fouls > 300
