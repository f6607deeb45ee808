"""A position being laid out: what a click changes, and how changes are taken back and made again."""

from __future__ import annotations

import pytest

from game.rules.core import Piece, Side, Square
from game.rules.gomoku.variants import FREESTYLE
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
