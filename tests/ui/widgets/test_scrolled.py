"""Contents that are taller than their room: the wheel, what is revealed, rows and the keys that lead to them."""

from __future__ import annotations

import pygame
import pytest

from game.ui.widgets.scrolled import ScrolledRows


class Rows(ScrolledRows):
    """Rows of 40 units; two and a half of them are seen at once."""

    row_height = 40.0
    wheel_step = 60.0

    def __init__(self, count: int) -> None:
        super().__init__(pygame.FRect(10, 100, 200, 100), "rows")
        self.count = count
        self.hovered = True

    def _count(self) -> int:
        return self.count

    def wheel(self, y: int) -> bool:
        return self._follow_wheel(pygame.event.Event(pygame.MOUSEWHEEL, y=y, x=0))


def test_the_wheel_scrolls_within_bounds_and_only_under_the_mouse() -> None:
    rows = Rows(6)
    assert [(rows.wheel(y), rows._scroll) for y in (-1, -1, -1, 5)] == [
        (True, 80.0), (True, 160.0), (True, 160.0), (True, 0.0),
    ]  # fmt: skip
    rows.hovered = False
    assert not rows.wheel(-1)
    few = Rows(2)
    assert few.wheel(-1), "nobody else is to follow it"
    assert few._scroll == 0.0


def test_rows_lie_where_they_are_pointed_at() -> None:
    rows = Rows(6)
    rows.wheel(-1)
    assert [rows._index_at((20, y)) for y in (99, 100, 139, 140, 199, 201)] == [-1, 2, 2, 3, 4, -1]
    assert list(rows._in_sight()) == [2, 3, 4]
    assert all(rows._index_at(rows.row_rect(index).center) == index for index in (2, 3))
    assert rows.row_rect(2) == pygame.FRect(10, 100, 188, 40)
    assert Rows(2)._index_at((20, 190)) == -1


@pytest.mark.parametrize(("before", "index", "after"), [(0, 1, 0), (0, 2, 40), (0, 5, 160), (120, 2, 80), (80, 3, 80)])
def test_no_further_than_needed_is_scrolled_to_reveal_a_row_below_a_whole_one(
    before: float, index: int, after: float
) -> None:
    rows = Rows(6)
    rows._scroll_to(before)
    rows._reveal_row(index)
    assert rows._scroll == after


def test_keys_lead_to_rows() -> None:
    rows = Rows(6)
    asked = {key: rows._row_by_key(key, 1) for key in (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)}
    assert list(asked.values()) == [0, 2, 0, 2]
    assert (rows._row_by_key(pygame.K_HOME, 3), rows._row_by_key(pygame.K_END, 3)) == (0, 5)
    assert (rows._row_by_key(pygame.K_UP, 0), rows._row_by_key(pygame.K_DOWN, 5)) == (-1, 6), "for the focus to move on"
    assert rows._row_by_key(pygame.K_a, 3) is None
