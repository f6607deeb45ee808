"""Positions that answer others: by their zones, up to symmetry, and nothing beyond."""

from __future__ import annotations

import pytest
from test_gomoku_proof_trees import cells_of

from ai.gomoku.notation import WHITE, read_move
from ai.gomoku.proof.sharing import ZoneShelf, in_every_way, rows_of_guests, stones_of, turned, turned_back
from ai.gomoku.proof.symmetry import (
    SIZE,
    SQUARES,
    after_stone,
    canonical,
    composed,
    image_of,
    images,
    own_symmetries,
    square_of_image,
)

OWN = cells_of("h8 g9 i9 c12")
ZONE = sum(1 << square for square in range(SQUARES) if 4 <= square // SIZE <= 11 and 3 <= square % SIZE <= 12)


@pytest.fixture
def shelf() -> ZoneShelf:
    """A shelf with one position."""
    made = ZoneShelf()
    form, symmetry = canonical(OWN)
    made.add(b"abcdef", form, turned(ZONE, symmetry), 21)
    return made


def _with(cells: bytes, *moves: str) -> bytes:
    for move in moves:
        cells = after_stone(cells, read_move(move, SIZE), WHITE)
    return cells


def test_a_position_answers_others_whose_stones_lie_outside(shelf: ZoneShelf) -> None:
    for cells in (
        OWN,
        _with(OWN, "a1"),
        _with(OWN, "a1", "o1", "b15"),
        cells_of("h8 a1 i9 g9"),
        cells_of("h8 -- i9 a9"),
    ):
        for image in images(cells):
            form, symmetry = canonical(image)
            found = shelf.answer(form)
            assert found is not None
            assert (found.key, found.plies) == (b"abcdef", 21)
            # the stones lie as the shelf's own, once they are turned twice
            there = turned(turned(stones_of(image, 1 - WHITE), symmetry), found.symmetry)
            assert there == stones_of(canonical(OWN)[0], 1 - WHITE)
            assert composed(symmetry, found.symmetry) in range(8)


def test_what_touches_it_is_not_answered(shelf: ZoneShelf) -> None:
    touching = (
        _with(OWN, "e6"),
        _with(OWN, "a1", "h12"),
        _with(OWN, "a1", "a3"),  # two in one row
        cells_of("h8 g9 j8 c12"),  # other black stones
        cells_of("h8 f9 -- c12"),
    )
    for cells in touching:
        assert shelf.answer(canonical(cells)[0]) is None


def test_the_zone_goes_along_with_rows_of_guests(shelf: ZoneShelf) -> None:
    cells = _with(OWN, "a1")
    form, symmetry = canonical(cells)
    found = shelf.answer(form)
    assert found is not None
    zone = turned_back(found.zone, symmetry)
    rows = rows_of_guests(cells, 1)
    assert rows is not None
    assert rows.bit_count() == 13
    assert zone == ZONE | rows
    assert rows_of_guests(_with(cells, "e5"), 1 | 1 << read_move("e5", SIZE)) is None


def test_many_positions_and_the_soonest(shelf: ZoneShelf) -> None:
    form, symmetry = canonical(OWN)
    for plies in range(300, 19, -1):
        shelf.add(b"%06d" % plies, form, turned(ZONE, symmetry), plies)
    found = shelf.answer(form)
    assert found is not None
    assert (found.plies, len(shelf)) == (20, 282)


def test_symmetries_one_after_the_other() -> None:
    for first in range(8):
        for then in range(8):
            both = composed(first, then)
            assert all(image_of(image_of(square, first), then) == image_of(square, both) for square in (0, 1, 17, 200))
            assert square_of_image(image_of(33, both), both) == 33
    middle = cells_of("h8")
    assert own_symmetries(middle) == list(range(8))
    assert own_symmetries(OWN) == [0]
    assert in_every_way(1, middle).bit_count() == 4
    assert in_every_way(1, OWN) == 1
