"""A position being laid out: what a click changes, and how changes are taken back and made again."""

from __future__ import annotations

import pytest

from game.rules.core import Piece, Side, Square
from game.rules.draughts.variants import BRAZILIAN, INTERNATIONAL, RUSSIAN
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD
from game.rules.setup import kinds_of
from game.rules.xiangqi.variants import XIANGQI
from game.ui.scenes.setup.draft import SetupDraft

BLACK = Piece(Side.FIRST, "stone")


@pytest.fixture
def changes() -> list[int]:
    return []


@pytest.fixture
def draft(changes: list[int]) -> SetupDraft:
    return SetupDraft(FREESTYLE, FREESTYLE.start(), lambda: changes.append(1))


def test_changes_are_taken_back_and_made_again_until_another_one_is_made(draft: SetupDraft) -> None:
    assert not draft.can_undo
    for square in (1, 2, 3):
        draft.touch(Square(square))
    draft.undo()
    draft.undo()
    assert set(draft.laid.laid) == {Square(1)}
    draft.redo()
    assert set(draft.laid.laid) == {Square(1), Square(2)}
    assert draft.can_redo
    draft.touch(Square(7))
    assert not draft.can_redo, "what was taken back before is gone"
    draft.redo()
    assert set(draft.laid.laid) == {Square(1), Square(2), Square(7)}
    for _ in range(4):
        draft.undo()
    assert draft.laid.laid == {}


def test_what_changes_nothing_is_no_change(draft: SetupDraft, changes: list[int]) -> None:
    draft.clear()
    draft.erase(Square(5))
    draft.move(Square(5), Square(6))
    draft.set_turn(draft.laid.turn)
    assert not draft.can_undo
    assert changes == []
    draft.touch(Square(5))
    assert draft.piece_at(Square(5)) == BLACK
    draft.touch(Square(5))
    assert draft.piece_at(Square(5)) is None, "the same piece again takes it away"
    assert len(changes) == 2


def test_a_brush_in_the_other_colour_replaces_what_lies_there(draft: SetupDraft) -> None:
    draft.touch(Square(5))
    draft.swap_colour()
    draft.touch(Square(5))
    assert draft.piece_at(Square(5)) == Piece(Side.SECOND, "stone")
    draft.brush = None
    draft.touch(Square(5))
    assert draft.piece_at(Square(5)) is None


def test_a_side_has_one_general_and_a_moved_piece_takes_the_place_of_another() -> None:
    draft = SetupDraft(XIANGQI, XIANGQI.start(), lambda: None)
    general = next(at for at, piece in draft.laid.laid.items() if piece == Piece(Side.FIRST, "general"))
    draft.brush = Piece(Side.FIRST, "general")
    draft.touch(Square(13))
    assert (draft.piece_at(Square(13)), draft.piece_at(general)) == (draft.brush, None)
    draft.move(Square(13), Square(0))
    assert (draft.piece_at(Square(0)), draft.piece_at(Square(13))) == (draft.brush, None)
    draft.move(Square(0), None)
    assert draft.piece_at(Square(0)) is None
    assert draft.problem is not None, "a side without its general"
    draft.undo()
    assert draft.problem is not None, "outside its palace"
    draft.undo()
    assert draft.problem is None


def test_the_usual_start_is_laid_out_on_the_board_that_is_there() -> None:
    draft = SetupDraft(FREESTYLE, FREESTYLE.start(19), lambda: None)
    draft.touch(Square(5))
    draft.begin()
    assert (draft.laid.laid, draft.laid.board.rows, draft.laid.turn) == ({}, 19, Side.FIRST)
    draft.undo()
    assert set(draft.laid.laid) == {Square(5)}


def test_other_rules_keep_what_lies_there_where_the_board_is_the_same() -> None:
    draft = SetupDraft(FREESTYLE, FREESTYLE.start(), lambda: None)
    draft.touch(Square(5))
    before = draft.laid
    draft.set_variant(RENJU)
    assert (draft.variant, draft.laid) == (RENJU, before)
    draft.set_variant(FREESTYLE, 19)
    assert (draft.variant, draft.laid.laid, draft.laid.board.rows) == (FREESTYLE, {}, 19)
    draft.set_variant(STANDARD)
    assert draft.laid.board.rows == 19, "as large as before where there is one"
    for variant in (FREESTYLE, RENJU, FREESTYLE):
        draft.undo()
        assert draft.variant is variant
    assert draft.laid == before
    assert set(draft.variants) == {FREESTYLE, STANDARD, RENJU}


def test_men_stay_on_a_board_of_the_same_size_and_go_with_another() -> None:
    draft = SetupDraft(RUSSIAN, RUSSIAN.start(), lambda: None)
    man = next(iter(draft.laid.laid))
    draft.erase(man)
    kept = draft.laid.laid
    draft.set_variant(BRAZILIAN)
    assert draft.laid.laid == kept
    draft.set_variant(INTERNATIONAL)
    assert draft.laid.laid == INTERNATIONAL.start().pieces()


def test_nothing_lies_on_a_light_square_and_whose_move_it_is_can_be_said() -> None:
    draft = SetupDraft(INTERNATIONAL, INTERNATIONAL.start(), lambda: None)
    light = Square(1)
    refusal = draft.refusal(light)
    assert refusal is not None
    assert refusal.code == "light-square"
    before = draft.laid
    man = next(iter(before.laid))
    draft.touch(light)
    draft.move(man, light)
    assert draft.laid == before
    draft.set_turn(before.turn.other)
    assert draft.laid.turn is before.turn.other
    draft.erase(man)
    assert draft.laid.turn is before.turn.other, "the number of the pieces says nothing here"


def test_the_number_of_stones_decides_whose_move_it_is(draft: SetupDraft) -> None:
    turns = []
    for number in range(4):
        draft.brush = Piece(Side(number % 2), "stone")
        draft.touch(Square(number))
        turns.append(draft.laid.turn)
    assert turns == [Side.SECOND, Side.FIRST, Side.SECOND, Side.FIRST]


def test_a_kind_is_chosen_in_the_colour_of_the_last_one() -> None:
    draft = SetupDraft(XIANGQI, XIANGQI.start(), lambda: None)
    assert draft.brush == Piece(Side.FIRST, kinds_of("xiangqi")[0])
    draft.swap_colour()
    draft.choose(2)
    assert draft.brush == Piece(Side.SECOND, kinds_of("xiangqi")[2])
    draft.choose(len(kinds_of("xiangqi")))
    assert draft.brush == Piece(Side.SECOND, kinds_of("xiangqi")[2]), "no piece has that number"
    draft.choose(len(kinds_of("xiangqi")) - 1)
    assert draft.brush.kind == kinds_of("xiangqi")[-1]
    draft.brush = None
    draft.swap_colour()
    draft.choose(0)
    assert draft.brush == Piece(Side.FIRST, kinds_of("xiangqi")[0])
