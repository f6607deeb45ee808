"""Gomoku's three variants: who wins, how a game ends, what is refused, passes and keys."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from gomoku_boards import drawn
from hypothesis import given
from hypothesis import strategies as st

from game.rules.core import PASS, Board, IllegalMoveError, Move, Outcome, Side, Square, Termination
from game.rules.game import Game
from game.rules.gomoku.position import REFUSALS, GomokuPosition
from game.rules.gomoku.renju import DOUBLE_FOUR, DOUBLE_THREE, OVERLINE
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD, GomokuVariant

BOTH = [Side.FIRST, Side.SECOND]
ALL = [FREESTYLE, STANDARD, RENJU]


def after(variant: GomokuVariant, picture: str, move: str, turn: Side = Side.FIRST, size: int = 15) -> Outcome | None:
    """How the game stands once a side has played the move in a picture; `x` are the mover's stones."""
    if turn is Side.SECOND:
        picture = picture.translate(str.maketrans("xo", "ox"))
    position = drawn(variant, picture, turn, size)
    return position.play(variant.read_move(move, position)).outcome()


def squares(text: str, size: int = 15) -> tuple[Square, ...]:
    position = FREESTYLE.start(size)
    return tuple(FREESTYLE.read_move(name, position).path[0] for name in text.split())


@pytest.mark.parametrize("turn", BOTH)
@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize(
    ("picture", "move", "line"),
    [
        ("xxxx.", "e1", "a1 b1 c1 d1 e1"),
        ("xx.xx", "c1", "a1 b1 c1 d1 e1"),
        ("x . x x x", "a4", "a1 a2 a3 a4 a5"),
        ("....x ..... ..x.. .x... x....", "d4", "a1 b2 c3 d4 e5"),
        ("x.... .x... ..x.. ...x. .....", "e1", "a5 b4 c3 d2 e1"),
        ("..........xxxx.", "o1", "k1 l1 m1 n1 o1"),
    ],
)
def test_five_in_a_row_win(turn: Side, variant: GomokuVariant, picture: str, move: str, line: str) -> None:
    assert after(variant, picture, move, turn) == Outcome(turn, Termination.FIVE, squares(line))


@pytest.mark.parametrize("turn", BOTH)
def test_a_row_does_not_go_round_the_edge(turn: Side) -> None:
    # o1 and a2 are neighbours as numbers only.
    assert after(FREESTYLE, "x.............. ...........xxx.", "o1", turn) is None
    assert after(FREESTYLE, "xx............. ............xx.", "o1", turn) is None


@pytest.mark.parametrize(
    ("variant", "turn", "expected"),
    [
        (FREESTYLE, Side.FIRST, Termination.FIVE),
        (FREESTYLE, Side.SECOND, Termination.FIVE),
        (STANDARD, Side.FIRST, None),
        (STANDARD, Side.SECOND, None),
        (RENJU, Side.FIRST, Termination.FORBIDDEN_MOVE),
        (RENJU, Side.SECOND, Termination.FIVE),
    ],
)
def test_six_in_a_row(variant: GomokuVariant, turn: Side, expected: Termination | None) -> None:
    outcome = after(variant, "xxx.xx", "d1", turn)
    if expected is None:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.termination is expected
    assert outcome.winner is (turn if expected is Termination.FIVE else turn.other)
    assert outcome.line == squares("a1 b1 c1 d1 e1 f1" if expected is Termination.FIVE else "d1")


@pytest.mark.parametrize("turn", BOTH)
def test_in_standard_a_five_beside_a_six_wins(turn: Side) -> None:
    outcome = after(STANDARD, "...x ...x ...x ...x xxx.xx", "d1", turn)
    assert outcome == Outcome(turn, Termination.FIVE, squares("d1 d2 d3 d4 d5"))


def test_nine_in_a_row_show_all_nine() -> None:
    outcome = after(FREESTYLE, "xxxx.xxxx", "e1")
    assert outcome is not None
    assert outcome.line == squares("a1 b1 c1 d1 e1 f1 g1 h1 i1")


@pytest.mark.parametrize("size", [19, 20])
def test_rows_in_the_far_corner_of_larger_boards(size: int) -> None:
    picture = "\n".join("." * (size - 1 - back) + "x" + "." * back for back in range(4))
    column = "abcdefghijklmnopqrst"[size - 5]
    move = f"{column}{size - 4}"
    outcome = after(FREESTYLE, picture + ("\n" + "." * size) * (size - 4), move, size=size)
    assert outcome is not None
    assert outcome.termination is Termination.FIVE
    assert outcome.line[0] == squares(move, size)[0]
    assert outcome.line[-1] == size * size - 1


def fives_nowhere(size: int) -> str:
    """A full board without five in a row for either side, but for the last point, a1, which is empty."""
    rows = ["".join("xo"[(column // 2 + row) % 2] for column in range(size)) for row in range(size)]
    return "\n".join(rows[:-1]) + "\n." + rows[-1][1:]


@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize("size", [15, 19, 20])
def test_a_full_board_is_a_draw(variant: GomokuVariant, size: int) -> None:
    position = drawn(variant, fives_nowhere(size), Side.SECOND, size)
    assert [variant.write_move(move, position) for move in position.legal_moves()] == ["a1"]
    full = position.play(position.legal_moves()[0])
    assert full.outcome() == Outcome(None, Termination.FULL_BOARD)
    assert full.legal_moves() == ()
    assert not full.can_pass()


def test_the_last_stone_can_win() -> None:
    picture = fives_nowhere(15).splitlines()
    picture[-1] = ".xxxx" + picture[-1][5:]
    picture[-1] = picture[-1][:5] + "o" + picture[-1][6:]
    outcome = after(FREESTYLE, "\n".join(picture), "a1")
    assert outcome is not None
    assert outcome.termination is Termination.FIVE


def test_a_forbidden_move_is_played_and_loses() -> None:
    position = drawn(RENJU, "........ .....x.. .....x.. ..xx.... ........ ........")
    move = RENJU.read_move("f3", position)
    assert move not in position.legal_moves()
    lost = position.play(move)
    assert lost.outcome() == Outcome(Side.SECOND, Termination.FORBIDDEN_MOVE, move.path)
    assert lost.foul == move.path[0]
    assert lost.legal_moves() == ()
    assert lost.forbidden() == {}
    # The verdict is the same whether or not the forbidden points were asked for before.
    again = drawn(RENJU, "........ .....x.. .....x.. ..xx.... ........ ........")
    assert again.play(move).outcome() == lost.outcome()


def test_two_passes_in_a_row_draw() -> None:
    game = Game(RENJU)
    for text in ("h8", "pass", "i9", "PASS", "h9"):
        game.play_text(text)
    assert game.outcome is None
    game.play_text("pass")
    game.play_text("pass")
    assert game.outcome == Outcome(None, Termination.AGREEMENT)
    assert game.position.legal_moves() == ()
    assert game.texts() == ("h8", "pass", "i9", "pass", "h9", "pass", "pass")


def test_a_pass_is_part_of_the_position() -> None:
    start = RENJU.start()
    passed = start.play(PASS)
    assert passed.turn is Side.SECOND
    assert passed.ply == 1
    assert PASS not in passed.legal_moves()
    waited = RENJU.read_position("h8pass")
    plain = GomokuPosition(waited.rule, waited.board, waited.cells, waited.turn)
    assert waited != plain
    assert waited.key != plain.key


@pytest.mark.parametrize("variant", [FREESTYLE, STANDARD])
def test_no_passing_outside_renju(variant: GomokuVariant) -> None:
    position = variant.start()
    assert not position.can_pass()
    with pytest.raises(IllegalMoveError) as caught:
        position.play(PASS)
    assert caught.value.refusal.code == "no-pass"


def refused(position: GomokuPosition, path: tuple[int, ...]) -> tuple[str, dict[str, str]]:
    refusal = position.refusal(tuple(Square(at) for at in path))
    assert refusal.code in REFUSALS
    assert REFUSALS[refusal.code].format(**refusal.values)
    return refusal.code, dict(refusal.values)


def test_a_refusal_says_why() -> None:
    position = RENJU.read_position("h8h9")
    assert refused(position, (112,)) == ("occupied", {"square": "h8"})
    assert refused(position, (225,)) == ("off-board", {"square": "225"})
    assert refused(position, (-1,)) == ("off-board", {"square": "-1"})
    assert refused(position, ()) == ("not-a-placement", {})
    assert refused(position, (1, 2)) == ("not-a-placement", {})
    with pytest.raises(ValueError, match="a1 is a legal move"):
        position.refusal((Square(0),))


@pytest.mark.parametrize(
    ("picture", "point", "reason"),
    [
        ("........ .....x.. .....x.. ..xx.... ........ ........", "f3", DOUBLE_THREE),
        ("xxx...xxx", "e1", DOUBLE_FOUR),
        ("xxx.xx", "d1", OVERLINE),
    ],
)
def test_a_refusal_names_the_foul(picture: str, point: str, reason: str) -> None:
    position = drawn(RENJU, picture)
    assert refused(position, RENJU.read_move(point, position).path) == (reason, {"square": point})


def test_nothing_is_played_after_the_end() -> None:
    won = drawn(FREESTYLE, "xxxx.").play(Move((Square(4),)))
    assert refused(won, (100,)) == ("game-over", {})
    with pytest.raises(IllegalMoveError, match="the game is over"):
        won.play(Move((Square(100),)))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move((Square(112),)), "occupied"),
        (Move((Square(225),)), "off-board"),
        (Move((Square(-1),)), "off-board"),
        (Move((Square(0), Square(1))), "not-a-placement"),
        (Move((Square(0),), captured=(Square(1),)), "not-a-placement"),
        (Move((), word="swap"), "not-a-placement"),
        (Move(()), "not-a-placement"),
    ],
)
def test_an_illegal_move_names_itself_and_the_position(move: Move, code: str) -> None:
    position = RENJU.read_position("h8")
    with pytest.raises(IllegalMoveError) as caught:
        position.play(move)
    assert caught.value.refusal.code == code
    assert str(position) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_pieces_are_the_stones() -> None:
    position = FREESTYLE.read_position("a1o15")
    found = {square: (piece.side, piece.kind) for square, piece in position.pieces().items()}
    assert found == {0: (Side.FIRST, "stone"), 224: (Side.SECOND, "stone")}


def test_gomoku_knows_no_check() -> None:
    position = RENJU.start()
    assert not RENJU.has_check
    assert not position.is_check()
    assert position.checkers() == ()


def test_forbidden_squares_exist_in_renju_only() -> None:
    assert [variant.has_forbidden for variant in ALL] == [False, False, True]
    assert drawn(STANDARD, "xxx.xx").forbidden() == {}


def test_the_key_is_the_same_in_every_process() -> None:
    position = RENJU.read_position("h8h9j9")
    code = "from game.rules.gomoku.variants import RENJU; print(RENJU.read_position('h8h9j9').key)"
    root = Path(__file__).parent.parent.parent
    for seed in ("1", "2"):
        shown = subprocess.run(
            [sys.executable, "-c", code], cwd=root, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        assert int(shown.stdout) == position.key
    assert 0 <= position.key < 1 << 64


@given(st.lists(st.integers(0, 224), min_size=4, max_size=8, unique=True))
def test_the_key_forgets_the_order_of_moves(points: list[int]) -> None:
    def key_of(order: list[int]) -> int:
        position = FREESTYLE.start()
        for square in order:
            position = position.play(Move((Square(square),)))
        return position.key

    # The first and the third stone are of one colour.
    swapped = [points[2], points[1], points[0], *points[3:]]
    other_colours = [points[1], points[0], *points[2:]]
    assert key_of(points) == key_of(swapped)
    assert key_of(points) != key_of(other_colours)


def test_a_size_that_is_not_on_offer() -> None:
    with pytest.raises(ValueError, match="no board of size 16"):
        FREESTYLE.start(16)
    assert [FREESTYLE.start(size).board for size in FREESTYLE.sizes] == [Board(15, 15), Board(19, 19), Board(20, 20)]
    assert FREESTYLE.start().board == Board(15, 15)
