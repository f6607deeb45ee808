"""Positions laid out by hand: what is sound, and why other things are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.core import IllegalMoveError, Move, Piece, Side, Square, UnreadablePositionError
from game.rules.laid_out import LaidOut
from game.rules.registry import VARIANTS, variant
from game.rules.setup import can_lie, kinds_of, laid_out, sound, turn_by_count

FIRST, SECOND = Side.FIRST, Side.SECOND


def laid(name: str, text: str = "") -> LaidOut:
    """What lies on the board of a position, or of the start."""
    rules = variant(name)
    return laid_out(rules.read_position(text) if text else rules.start())


def with_pieces(board: LaidOut, **pieces: str) -> LaidOut:
    """The board with further pieces: `e4="red rook"` by squares of Xiangqi, an empty text takes away."""
    found = dict(board.laid)
    for name, what in pieces.items():
        square = Square((int(name[1:])) * board.board.columns + ord(name[0]) - ord("a"))
        colour, _, kind = what.partition(" ")
        if what:
            found[square] = Piece(FIRST if colour == "red" else SECOND, kind)
        else:
            del found[square]
    return replace(board, laid=found)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_start_laid_out_is_the_start(name: str) -> None:
    rules = VARIANTS[name]
    start = rules.start()
    board = laid_out(start)
    found = sound(rules, board)
    assert rules.write_position(found) == rules.write_position(start)
    assert found == start
    assert {piece.kind for piece in board.pieces().values()} <= set(kinds_of(rules.game))
    assert all(can_lie(rules, board.board, square) for square in board.laid)


@pytest.mark.parametrize("name", VARIANTS)
def test_any_position_of_a_game_comes_back_as_it_was(name: str) -> None:
    rules = VARIANTS[name]
    position = rules.start()
    for nth in range(12):
        moves = position.legal_moves()
        position = position.play(moves[(11 * nth * nth + 3) % len(moves)])
        again = sound(rules, laid_out(position))
        assert again.pieces() == position.pieces()
        assert again.turn is position.turn
        assert again.legal_moves() == position.legal_moves()


XIANGQI = laid("xiangqi")


@pytest.mark.parametrize(
    ("board", "code", "values"),
    [
        (with_pieces(XIANGQI, e0=""), "no-general", {"colour": "red"}),
        (with_pieces(XIANGQI, e4="red rook"), "too-many", {"colour": "red", "kind": "rook", "most": "2"}),
        (with_pieces(XIANGQI, d1="red general"), "too-many", {"colour": "red", "kind": "general", "most": "1"}),
        (with_pieces(XIANGQI, a0="", a3="", e3="", a2="red soldier"), "misplaced", {"square": "a2", "kind": "soldier"}),
        (with_pieces(XIANGQI, h2="", e5="red cannon"), "check-unanswered", {"colour": "black", "square": "e5"}),
        (laid("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 b"), "position-over", {}),
    ],
)
def test_what_can_not_come_about_in_xiangqi(board: LaidOut, code: str, values: dict[str, str]) -> None:
    with pytest.raises(UnreadablePositionError) as caught:
        sound(variant("xiangqi"), board)
    assert caught.value.refusal is not None
    assert caught.value.refusal.code == code
    assert values.items() <= dict(caught.value.refusal.values).items()


def test_the_generals_may_not_face_each_other() -> None:
    board = LaidOut(XIANGQI.board, {Square(4): Piece(FIRST, "general"), Square(85): Piece(SECOND, "general")}, FIRST)
    with pytest.raises(UnreadablePositionError) as caught:
        sound(variant("xiangqi"), board)
    assert caught.value.refusal is not None
    assert caught.value.refusal.code == "generals-face"


def draughts(*pieces: tuple[int, Side, str], name: str = "draughts-international") -> LaidOut:
    """Pieces by the numbers of their squares."""
    board = variant(name).start().board
    by_name = {variant(name).square_name(Square(at), board): Square(at) for at in range(board.squares)}
    return LaidOut(board, {by_name[str(at)]: Piece(side, kind) for at, side, kind in pieces}, FIRST)


def test_what_can_not_come_about_in_draughts() -> None:
    rules = variant("draughts-international")
    both = draughts((28, FIRST, "man"), (6, SECOND, "king"))
    assert rules.write_position(sound(rules, both)) == "W:W28:BK6"
    with pytest.raises(UnreadablePositionError) as caught:
        sound(rules, draughts((3, FIRST, "man"), (6, SECOND, "king")))
    assert caught.value.refusal is not None
    assert (caught.value.refusal.code, caught.value.refusal.values["square"]) == ("misplaced", "3")
    many = draughts(*((at, FIRST, "man") for at in range(20, 41)), (6, SECOND, "man"))
    with pytest.raises(UnreadablePositionError) as caught:
        sound(rules, many)
    assert caught.value.refusal is not None
    assert (caught.value.refusal.code, caught.value.refusal.values["most"]) == ("too-many-pieces", "20")
    with pytest.raises(UnreadablePositionError) as caught:
        sound(rules, draughts((28, FIRST, "man")))
    assert caught.value.refusal is not None
    assert (caught.value.refusal.code, caught.value.refusal.values["colour"]) == ("no-pieces", "black")
    assert not can_lie(rules, both.board, Square(1))
    assert can_lie(rules, both.board, Square(0))


def test_black_is_first_in_english_draughts() -> None:
    rules = variant("draughts-english")
    board = draughts((10, FIRST, "man"), (28, SECOND, "king"), name="draughts-english")
    assert rules.write_position(sound(rules, board)) == "B:WK28:B10"


def stones(rules: str, turn: Side, black: list[str], white: list[str]) -> LaidOut:
    board = variant(rules).start().board
    points = {Square((int(at[1:]) - 1) * 15 + ord(at[0]) - ord("a")): Piece(FIRST, "stone") for at in black}
    points |= {Square((int(at[1:]) - 1) * 15 + ord(at[0]) - ord("a")): Piece(SECOND, "stone") for at in white}
    return LaidOut(board, points, turn)


@pytest.mark.parametrize(
    ("rules", "turn", "black", "white", "code"),
    [
        ("gomoku-freestyle", FIRST, ["h8"], [], "stones-even"),
        ("gomoku-standard", SECOND, ["h8", "h9"], [], "stones-odd"),
        ("gomoku-freestyle", FIRST, ["h8"], ["h9"], ""),
        ("gomoku-renju", FIRST, ["h8", "a1", "c4"], ["h9"], ""),  # passes may have come about there
        ("gomoku-renju", SECOND, [], ["h9"], "no-stone"),
        ("gomoku-freestyle", SECOND, ["a1", "b1", "c1", "d1", "e1"], ["h9", "h8", "h7", "h6"], "position-over"),
        ("gomoku-freestyle", FIRST, ["a1", "b1", "c1", "d1", "e1"], ["h9", "h8", "h7", "h6", "a9"], "rows"),
    ],
)
def test_what_can_not_come_about_in_gomoku(
    rules: str, turn: Side, black: list[str], white: list[str], code: str
) -> None:
    board = stones(rules, turn, black, white)
    if not code:
        assert sound(variant(rules), board).pieces() == board.laid
        return
    with pytest.raises(UnreadablePositionError) as caught:
        sound(variant(rules), board)
    assert caught.value.refusal is not None
    assert caught.value.refusal.code == code


def test_the_number_of_stones_tells_whose_move_it_is() -> None:
    freestyle, renju = variant("gomoku-freestyle"), variant("gomoku-renju")
    assert turn_by_count(freestyle, stones("gomoku-freestyle", FIRST, ["h8"], [])) is SECOND
    assert turn_by_count(freestyle, stones("gomoku-freestyle", SECOND, ["h8"], ["h9"])) is FIRST
    assert turn_by_count(freestyle, stones("gomoku-freestyle", FIRST, ["h8", "h9"], [])) is None
    assert turn_by_count(renju, stones("gomoku-renju", FIRST, ["h8"], [])) is None
    assert turn_by_count(variant("xiangqi"), XIANGQI) is None


def test_the_centre_of_reversi_is_never_empty() -> None:
    start = laid("reversi")
    board = replace(start, laid=dict(list(start.laid.items())[1:]))
    with pytest.raises(UnreadablePositionError) as caught:
        sound(variant("reversi"), board)
    assert caught.value.refusal is not None
    assert caught.value.refusal.code == "centre-empty"


def test_nothing_is_played_on_a_board_that_is_being_laid_out() -> None:
    assert XIANGQI.legal_moves() == ()
    assert XIANGQI.outcome() is None
    with pytest.raises(IllegalMoveError):
        XIANGQI.play(Move((Square(1), Square(20))))
    other = replace(XIANGQI, turn=SECOND)
    assert len({XIANGQI.key, other.key, with_pieces(XIANGQI, e0="").key}) == 3
    assert laid("xiangqi").key == XIANGQI.key
