"""Moves that stand in a text without a form of their own: engines' logs, transcripts among other words."""

from __future__ import annotations

import pytest

from game.records import formats
from game.records.collection import collect
from game.records.native import Reading
from game.records.record import RecordError


def games(text: str) -> list[tuple[str, tuple[str, ...]]]:
    found = collect(formats.open_text(text))
    assert found.problems == ()
    assert all(each.problem is None for each in found.games)
    return [(each.record.variant, each.game.texts()) for each in found.games]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("position startpos moves h2e2 h9g7", ("h2e2", "h9g7")),
        ("startpos moves h2e2 h9g7\n", ("h2e2", "h9g7")),
        ("position startpos moves h3e3 h10g8 h1g3", ("h2e2", "h9g7", "h0g2")),
        ("position fen 4k4/9/9/9/9/9/9/R8/9/5K3 w - - 0 1 moves a2a9", ("a2a9",)),
    ],
)
def test_lists_of_moves_for_engines(text: str, moves: tuple[str, ...]) -> None:
    assert games(text) == [("xiangqi", moves)]


def test_a_log_has_one_game_where_each_line_goes_on_from_the_last() -> None:
    log = "12:00 < uciok\n12:01 > position startpos moves h2e2\n> go movetime 100\n< bestmove h9g7\n"
    log += "12:02 > position startpos moves h2e2 h9g7 h0g2\n> ucinewgame\n> position startpos moves c3c4\n"
    assert games(log) == [("xiangqi", ("h2e2", "h9g7", "h0g2")), ("xiangqi", ("c3c4",))]


def test_the_same_form_with_moves_of_chess_is_none_of_xiangqi() -> None:
    with pytest.raises(RecordError):
        games("position startpos moves e2e4 e7e5 g1f3 b8c6")


def test_transcripts_among_other_words() -> None:
    text = """Round 1: Ada beat Lin, a fine game.
    F5D6C3D3C4F4F6F3E6E7
Round 2 (they agreed on a draw after ten moves):
    1. f5 d6 2. c5 f4 3. e3 c6 4. d3 f6 -- see page 12
"""
    assert games(text) == [
        ("reversi", ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7")),
        ("reversi", ("f5", "d6", "c5", "f4", "e3", "c6", "d3", "f6")),
    ]


def test_a_game_on_each_line() -> None:
    assert games("f5d6c3d3c4f4f6f3e6e7\n\nF5D6C5F4E3C6\n") == [
        ("reversi", ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7")),
        ("reversi", ("f5", "d6", "c5", "f4", "e3", "c6")),
    ]
    assert games("h8 h9 i9\nh8i10j8\n") == [
        ("gomoku-freestyle", ("h8", "h9", "i9")),
        ("gomoku-freestyle", ("h8", "i10", "j8")),
    ]
    assert games("h2e2 h9g7\nb2e2 b9c7 b0c2\n") == [
        ("xiangqi", ("h2e2", "h9g7")),
        ("xiangqi", ("b2e2", "b9c7", "b0c2")),
    ]


def test_a_game_on_each_line_of_a_long_text() -> None:
    lines = ["f5d6c3d3c4f4f6f3e6e7", "f5d6c5f4e3c6"]
    assert [variant for variant, _ in games("\n".join(lines * 200))] == ["reversi"] * 400
    found = list(formats.open_text("\n".join([*lines * 200, "the end", *lines])).readings())
    odd = found[400]
    assert isinstance(odd, Reading)
    assert odd.problem is not None
    assert ("game", "401") in odd.problem.places
    assert ("line", "401") in odd.problem.places
    assert [each.game.ply for each in found[401:] if isinstance(each, Reading)] == [10, 6]


def test_a_game_in_several_lines_is_one() -> None:
    moves = ("h8", "h9", "i9", "g7", "g9", "j9")
    for text in ("h8 h9 i9\ng7 g9 j9\n", "1. h8 h9\n2. i9 g7\n3. g9 j9\n", "h8\nh9\ni9\ng7\ng9\nj9"):
        assert games(text) == [("gomoku-freestyle", moves)]
    assert games("f5d6c3\nd3c4") == [("reversi", ("f5", "d6", "c3", "d3", "c4"))]


def test_stones_after_six_in_a_row_are_of_the_standard_rules() -> None:
    six = "a1 a8 b1 b8 c1 c8 e1 f8 f1 g8 d1"
    assert games(six)[0][0] == "gomoku-freestyle"
    assert games(f"{six} o8 o1")[0][0] == "gomoku-standard"


def test_words_that_look_like_squares_are_no_game() -> None:
    for text in ("the squares f5 f5 f5 f5 f5 f5 f5 f5 f5 of the plan", "c3 c3po d4 e5 f6 c6 d6 e6 f3", "hello, world"):
        with pytest.raises(RecordError):
            games(text)
