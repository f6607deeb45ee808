"""Opening rules of Gomoku: who acts, what may be done, what the texts say."""

from __future__ import annotations

import pytest

from game.rules.core import IllegalMoveError, Move, OutOfTurnError, Side, Square, UnreadablePositionError
from game.rules.game import Game
from game.rules.gomoku.position import REFUSALS, GomokuPosition
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD, GomokuVariant

EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15"


def game(opening: str, moves: str = "", size: int = 15) -> Game:
    played = Game(FREESTYLE, FREESTYLE.start(size, opening))
    for text in moves.split():
        played.play_text(text)
    return played


def present(opening: str, moves: str = "") -> GomokuPosition:
    position = game(opening, moves).position
    assert isinstance(position, GomokuPosition)
    return position


def words(position: GomokuPosition) -> list[str]:
    return [] if position.opening is None else [choice.word for choice in position.opening.choices]


# moves so far, who acts, the colour to be placed (or to move next), the choices, the task
EVERY_STATE = [
    ("swap", "", 0, 0, "", "three-stones"),
    ("swap", "h8", 0, 1, "", "three-stones"),
    ("swap", "h8 h9", 0, 0, "", "three-stones"),
    ("swap", "h8 h9 j10", 1, 1, "black white", "choose"),
    ("swap", "h8 h9 j10 white", 1, 1, "", None),
    ("swap", "h8 h9 j10 black", 0, 1, "", None),
    ("swap2", "", 0, 0, "", "three-stones"),
    ("swap2", "h8", 0, 1, "", "three-stones"),
    ("swap2", "h8 h9", 0, 0, "", "three-stones"),
    ("swap2", "h8 h9 j10", 1, 1, "black white more", "choose-or-more"),
    ("swap2", "h8 h9 j10 white", 1, 1, "", None),
    ("swap2", "h8 h9 j10 black", 0, 1, "", None),
    ("swap2", "h8 h9 j10 more", 1, 1, "", "two-stones"),
    ("swap2", "h8 h9 j10 more a1", 1, 0, "", "two-stones"),
    ("swap2", "h8 h9 j10 more a1 b1", 0, 1, "black white", "choose"),
    ("swap2", "h8 h9 j10 more a1 b1 black", 1, 1, "", None),
    ("swap2", "h8 h9 j10 more a1 b1 white", 0, 1, "", None),
    ("pro", "", 0, 0, "", "centre-stone"),
    ("pro", "h8", 1, 1, "", "any-stone"),
    ("pro", "h8 h9", 0, 0, "", "outside-5"),
    ("pro", "h8 h9 l12", 1, 1, "", None),
    ("long-pro", "h8 h9", 0, 0, "", "outside-7"),
    ("long-pro", "h8 h9 l12", 1, 1, "", None),
]


@pytest.mark.parametrize(("opening", "moves", "actor", "colour", "choices", "task"), EVERY_STATE, ids=str)
def test_every_state_of_every_opening(
    opening: str, moves: str, actor: int, colour: int, choices: str, task: str | None
) -> None:
    position = present(opening, moves)
    assert position.turn == actor
    assert position.colour_to_move == colour
    assert words(position) == choices.split()
    assert (position.opening.task if position.opening else None) == task
    assert position.opening is None or position.opening.rule == opening
    assert bool(position.legal_moves()) is not bool(choices)
    again = FREESTYLE.read_position(str(position))
    assert again == position
    assert again.key == position.key
    assert str(again) == str(position)
    stones = sum(len(text) < 4 and text[-1].isdigit() for text in moves.split())
    assert position.pieces().keys() == {FREESTYLE.read_move(text, position).target for text in moves.split()} - {None}
    assert stones <= again.ply <= position.ply  # a choice that changed nothing leaves no trace


@pytest.mark.parametrize(
    ("opening", "moves", "placing", "undecided"),
    [
        ("swap", "", "bwb", True),
        ("swap", "h8", "wb", True),
        ("swap2", "h8 h9", "b", True),
        ("swap2", "h8 h9 j10", "", True),
        ("swap2", "h8 h9 j10 more", "wb", True),
        ("swap2", "h8 h9 j10 more a1", "b", True),
        ("pro", "", "b", False),
        ("pro", "h8", "w", False),
        ("long-pro", "h8 h9", "b", False),
    ],
)
def test_what_is_placed_one_after_the_other(opening: str, moves: str, placing: str, undecided: bool) -> None:
    step = present(opening, moves).opening
    assert step is not None
    assert "".join("bw"[colour] for colour in step.placing) == placing
    assert step.undecided is undecided


def test_play_goes_on_in_turns_with_the_colours_that_were_chosen() -> None:
    for moves, black in (("h8 h9 j10 black", Side.SECOND), ("h8 h9 j10 white", Side.FIRST)):
        played = game("swap2", moves)
        for text in ("a1", "a2", "a3"):
            before = played.position
            assert played.position.colour(black) is Side.FIRST
            assert before.colour(before.turn) is before.colour_to_move
            after = played.play_text(text)
            assert after.turn is before.turn.other
            (square,) = FREESTYLE.read_move(text, before).path
            assert after.pieces()[square].side is before.colour_to_move


def test_the_player_wins_not_the_colour() -> None:
    played = game("swap", "h8 a1 h9 black a2 h10 a3 h11 a4 h12")
    assert played.outcome is not None
    assert played.outcome.winner is Side.SECOND  # who has black
    assert FREESTYLE.read_position(str(played.position)).outcome() == played.outcome


def test_in_renju_who_has_black_is_bound_and_who_has_white_wins_by_a_foul() -> None:
    played = Game(RENJU, RENJU.start(15, "swap"))
    for text in ["h8", "a1", "h9", "black", "a3", "j10", "a5", "k10"]:
        played.play_text(text)
    played.play_text("a7")
    assert played.turn is Side.SECOND
    assert played.position.forbidden() == {Square(9 * 15 + 7): "double-three"}
    played.play_text("h10")
    assert played.outcome is not None
    assert played.outcome.winner is Side.FIRST
    assert RENJU.read_position(str(played.position)).outcome() == played.outcome


def test_passing_waits_for_the_end_of_the_opening() -> None:
    played = Game(RENJU, RENJU.start(15, "swap"))
    assert not played.allows("pass")
    with pytest.raises(IllegalMoveError, match="before the opening is over"):
        played.play_text("pass")
    for text in ["h8", "h9", "j10", "black", "pass", "pass"]:
        played.play_text(text)
    assert played.outcome is not None
    assert str(played.position).endswith(" swapped pass pass")
    assert RENJU.read_position(str(played.position)) == played.position


@pytest.mark.parametrize(
    ("opening", "moves", "text", "code"),
    [
        ("free", "", "black", "no-choice"),
        ("swap", "h8 h9", "white", "no-choice"),
        ("swap", "h8 h9 j10", "more", "no-choice"),
        ("swap", "h8 h9 j10", "a1", "choose-first"),
        ("swap", "h8 h9 j10 black", "black", "no-choice"),
        ("swap2", "h8 h9 j10 more", "white", "no-choice"),
        ("swap2", "h8 h9 j10 more a1 a2", "more", "no-choice"),
        ("swap2", "h8 h9 j10 more", "h8", "occupied"),
        ("pro", "", "h9", "centre-only"),
        ("pro", "h8 h9", "j10", "too-central"),
        ("pro", "h8 h9", "f6", "too-central"),
        ("long-pro", "h8 h9", "l12", None),
        ("long-pro", "h8 h9", "k11", "too-central"),
        ("pro", "h8 h9", "k11", None),
        ("pro", "h8 h9", "e8", None),
    ],
)
def test_what_an_opening_refuses_and_why(opening: str, moves: str, text: str, code: str | None) -> None:
    played = game(opening, moves)
    if code is None:
        played.play_text(text)
        return
    with pytest.raises(IllegalMoveError) as caught:
        played.play_text(text)
    assert caught.value.refusal.code == code
    assert code in REFUSALS
    assert "{" not in str(caught.value)
    assert list(played.texts()) == moves.split()


def test_a_choice_with_a_square_is_none() -> None:
    with pytest.raises(IllegalMoveError, match="one stone"):
        present("swap", "h8").play(Move((Square(0),), word="black"))


def test_nobody_else_may_act() -> None:
    played = game("swap", "h8")
    with pytest.raises(OutOfTurnError):
        played.play(FREESTYLE.read_move("h9", played.position), by=Side.SECOND)
    played.play_text("h9")
    played.play_text("j10")
    with pytest.raises(OutOfTurnError, match="black, but it is white"):
        played.play(FREESTYLE.read_move("white", played.position), by=Side.FIRST)


def test_closed_points_are_where_no_stone_may_stand() -> None:
    first = present("pro")
    assert first.opening is not None
    assert [move.path for move in first.legal_moves()] == [(Square(7 * 15 + 7),)]
    assert len(first.opening.closed) == 224
    third = present("pro", "h8 h9")
    assert third.opening is not None
    assert len(third.opening.closed) == 25 - 2
    for square in third.opening.closed:
        assert third.refusal((square,)).code == "too-central"
    open_points = {move.target for move in third.legal_moves()}
    assert open_points | third.opening.closed | third.pieces().keys() == set(range(225))


def test_on_an_even_board_the_square_lies_around_the_first_stone() -> None:
    start = FREESTYLE.start(20, "pro")
    assert {FREESTYLE.write_move(move, start) for move in start.legal_moves()} == {"j10", "j11", "k10", "k11"}
    position = start.play(FREESTYLE.read_move("k11", start))
    position = position.play(FREESTYLE.read_move("j11", position))
    assert position.opening is not None
    assert len(position.opening.closed) == 25 - 2
    assert FREESTYLE.read_move("m13", position).target in position.opening.closed
    assert FREESTYLE.read_move("h8", position).target not in position.opening.closed


@pytest.mark.parametrize(
    "text",
    [
        f"{EMPTY} b swap3",
        f"{EMPTY} w swap",
        f"{EMPTY} b swap pass",
        f"{EMPTY} b swap2-more",
        f"{EMPTY} b swapped",
        f"{EMPTY} b swap swapped",
        f"{EMPTY[:-2]}bwbw11 b swap",
        f"{EMPTY[:-2]}bwbw11 b swap2",
        f"{EMPTY[:-2]}bwbwbw9 b swap2-more",
        f"{EMPTY[:-2]}b14 w pro",
        f"{EMPTY[:-2]}bbb12 w swap",
        f"{EMPTY[:-2]}bwb12 b swap",
        f"{EMPTY[:-2]}bw13 b swapped",
    ],
)
@pytest.mark.parametrize("variant", [FREESTYLE, RENJU], ids=lambda variant: variant.name)
def test_openings_that_never_stand_like_this(variant: GomokuVariant, text: str) -> None:
    with pytest.raises(UnreadablePositionError):
        variant.read_position(text)


def test_unknown_rules_are_refused() -> None:
    for variant in (FREESTYLE, STANDARD, RENJU):
        assert variant.openings == ("free", "pro", "long-pro", "swap", "swap2")
        with pytest.raises(ValueError, match="only free, pro"):
            variant.start(15, "swap2-more")
    assert FREESTYLE.start() == FREESTYLE.start(15, "free")


def test_undo_and_redo_go_across_a_choice() -> None:
    played = game("swap2", "h8 h9 j10 black a1")
    assert played.turn is Side.SECOND
    played.undo(2)
    assert played.turn is Side.SECOND
    assert played.position.colour(Side.SECOND) is Side.SECOND
    played.play_text("more")
    assert played.can_redo == 0
    assert played.turn is Side.SECOND
