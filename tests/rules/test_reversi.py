"""Reversi: published counts, discs that turn over, passes, ends, texts and what is refused."""

from __future__ import annotations

import pytest

from game.rules.core import (
    PASS,
    GameOverError,
    IllegalMoveError,
    Move,
    Side,
    Square,
    Termination,
    UnreadableMoveError,
    UnreadablePositionError,
    must_pass,
)
from game.rules.game import Game
from game.rules.reversi.board import BOARD, CORNERS, name_of, read_square
from game.rules.reversi.position import REFUSALS, ReversiPosition
from game.rules.reversi.variants import REVERSI, with_corners

START = "---------------------------OX------XO--------------------------- X"
FIRST_COUNTS = [4, 12, 56, 244, 1396, 8200]
"""Lines of 1, 2 ... plies from the start, passes counted as moves (Aart Bik, "Computing Perft in Othello")."""
SHORTEST = "e6f4e3f6g5d6e7f5c5"
"""Black has taken every disc after nine moves."""


def played(text: str, start: ReversiPosition | None = None) -> Game:
    """A game out of squares written without gaps; passes are made where nothing else can be."""
    game = Game(REVERSI, start)
    for at in range(0, len(text), 2):
        if must_pass(game.position):
            game.play(PASS)
        game.play_text(text[at : at + 2])
    return game


def perft(position: ReversiPosition, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.legal_moves() or ((PASS,) if must_pass(position) else ())
    return sum(perft(position.play(move), depth - 1) for move in moves) if moves else 1


def rows(*lines: str, turn: str) -> ReversiPosition:
    return REVERSI.read_position("".join(lines) + turn)


BLACK_PASSES = rows(
    "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "OOOOOOX-", turn="X"
)  # fmt: skip
"""Black has no square, White takes h8."""


def test_the_published_counts() -> None:
    start = REVERSI.start()
    assert [perft(start, depth) for depth in range(1, 7)] == FIRST_COUNTS


def test_the_start_and_its_text() -> None:
    start = REVERSI.start()
    assert REVERSI.write_position(start) == START
    assert [name_of(move.path[0]) for move in start.legal_moves()] == ["e6", "f5", "c4", "d3"]
    assert (name_of(Square(0)), name_of(Square(63)), read_square("A1")) == ("a8", "h1", BOARD.square(0, 7))


def test_all_lines_turn_over() -> None:
    lines = ("X--X--X-", "-O-O-O--", "--OOO---", "XOO-OOX-", "--OOO---", "-O-O-O--", "O--O--X-", "---X----")
    cells = bytes("-XO".index(letter) for line in reversed(lines) for letter in line)
    position = ReversiPosition(cells)  # a text with an empty square in the centre is refused
    after = position.play(Move((read_square("d4"),)))
    turned = {name_of(at) for at, piece in after.pieces().items() if piece != position.pieces().get(at)}
    lines_to_ends = "d3 d2 e3 f2 e4 f4 e5 f6 d5 d6 d7 c4 b4 c3 b2"  # a7 is White's: that diagonal stays
    assert turned == {"d4", *lines_to_ends.split()}
    assert after.count(Side.FIRST) == position.count(Side.FIRST) + len(turned)


def test_who_has_no_square_passes() -> None:
    assert BLACK_PASSES.outcome() is None
    assert BLACK_PASSES.legal_moves() == ()
    assert must_pass(BLACK_PASSES)
    game = Game(REVERSI, BLACK_PASSES)
    assert game.allows("pass")
    with pytest.raises(IllegalMoveError, match="to pass"):
        game.play_text("h8")
    game.play_text("pass")
    assert not must_pass(game.position)
    assert not game.allows("pass")
    game.play_text("h8")
    assert (game.ply, game.made) == (2, 1)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (Side.SECOND, Termination.DISC_COUNT)
    assert game.texts() == ("pass", "h8")
    assert game.outcome.score == (0, 64)


def test_a_side_without_discs_has_lost_and_the_empty_squares_go_to_the_winner() -> None:
    game = played(SHORTEST)
    assert game.outcome is not None
    assert game.outcome.winner is Side.FIRST
    assert game.outcome.score == (64, 0)
    assert [game.at(1).pieces().get(at) for at in CORNERS] == [None] * 4
    with pytest.raises(GameOverError):
        game.play_text("a1")


def test_equal_discs_are_a_draw() -> None:
    position = rows(*["XXXXXXXX"] * 4, *["OOOOOOOO"] * 3, "OOOOOOOO", turn="X")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.score == (32, 32)


@pytest.mark.parametrize(
    ("black", "white", "winner", "score"),
    [(24, 24, None, (32, 32)), (24, 23, Side.FIRST, (41, 23)), (8, 32, Side.SECOND, (8, 56))],
)
def test_the_empty_squares_at_the_end(black: int, white: int, winner: Side | None, score: tuple[int, int]) -> None:
    """Discs of one colour at each end of the board and nothing between them: nobody encloses anything."""
    outcome = ReversiPosition(b"\1" * black + bytes(64 - black - white) + b"\2" * white).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.score) == (winner, score)


def test_threats_are_corners_and_what_wins_at_once() -> None:
    assert REVERSI.start().threats() == {}
    empty = "--------"
    corner = rows(empty, "-O------", "--X-----", "---XO---", "---XX---", empty, empty, empty, turn="O")
    assert corner.threats() == {read_square("a1"): False}
    last = rows(empty, "-O------", "--X-----", "---XX---", "---XX---", empty, empty, empty, turn="O")
    assert last.threats() == {read_square("a1"): True}


@pytest.mark.parametrize(
    ("text", "code"), [("d4", "occupied-square"), ("a1", "turns-nothing"), ("pass", "no-pass-with-moves")]
)
def test_refusals(text: str, code: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Game(REVERSI).play_text(text)
    assert caught.value.refusal.code == code


def test_moves_that_are_none() -> None:
    start = REVERSI.start()
    assert start.refusal((Square(64),)).code == "off-board"
    assert start.refusal((Square(1), Square(2))).code == "not-a-placement"
    assert BLACK_PASSES.refusal((read_square("h8"),)).code == "must-pass"
    assert played(SHORTEST).position.refusal((Square(0),)).code == "game-over"
    with pytest.raises(ValueError):
        start.refusal((read_square("d3"),))
    assert len(REFUSALS) == 7


@pytest.mark.parametrize("text", ["", "i1", "a9", "a0", "d", "d33", "５d"])
def test_unreadable_moves(text: str) -> None:
    with pytest.raises(UnreadableMoveError):
        REVERSI.read_move(text, REVERSI.start())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "64 squares"),
        (START[:-1], "64 squares"),
        (START[:-1] + "-", "belongs"),
        (START.replace("OX", "QX", 1), "'Q'"),
        (START.replace("OX", "-X", 1), "centre"),
    ],
)
def test_unreadable_positions(text: str, why: str) -> None:
    with pytest.raises(UnreadablePositionError, match=why):
        REVERSI.read_position(text)


def test_other_ways_of_writing_a_position() -> None:
    stars = START.replace("X", "*").replace("-", ".")
    spaced = " ".join(START[at : at + 8] for at in range(0, 72, 8))
    assert REVERSI.read_position(stars) == REVERSI.read_position(spaced.lower()) == REVERSI.start()


def test_corners_as_a_handicap() -> None:
    start = with_corners(2, Side.SECOND)
    assert start.turn is Side.SECOND
    assert {name_of(at) for at in CORNERS[:2]} == {"a1", "h8"}
    assert all(start.pieces()[at].side is Side.FIRST for at in CORNERS[:2])
    assert start.count(Side.FIRST) == 4
    assert with_corners(4, Side.FIRST).count(Side.SECOND) == 6
