"""The move list by itself: where moves stand, what clicks and keys ask for, what is kept in sight."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from game.ui.scenes.match.move_list import ListedMove, MoveList


class Listed:
    """A list of 200 by 243 units, in which six rows are seen at once; `asked` are the plies that it wanted shown."""

    def __init__(self, columns: Sequence[int | None]) -> None:
        self.asked: list[int] = []
        self.list = MoveList(pygame.FRect(10, 20, 200, 243), "Moves", (_no_mark, _no_mark), self.asked.append)
        self.list.entries = [ListedMove(str(n), "1.0 s", _no_mark, column) for n, column in enumerate(columns, 1)]

    def cell(self, ply: int) -> pygame.FRect:
        return self.list._cell(ply)

    def click(self, pos: tuple[float, float], button: int = 1) -> bool:
        return self.list.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))

    def press(self, key: int, mod: int = 0) -> bool:
        return self.list.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod))

    def show(self, ply: int) -> None:
        self.list.shown = ply
        self.list.follow()


def _no_mark(*_: object) -> None:
    pass


@pytest.mark.parametrize(
    ("columns", "places"),
    [
        ([0, 1, 0, 1], [(0, 0, 1), (0, 1, 0), (1, 0, 2), (1, 1, 0)]),
        ([1, 0, 1], [(0, 1, 1), (1, 0, 2), (1, 1, 0)]),  # Black begins in draughts as SECOND
        ([0, 0, 1], [(0, 0, 1), (1, 0, 2), (1, 1, 0)]),  # the other side has passed
        ([0, 1, 0, None, 1, 0], [(0, 0, 1), (0, 1, 0), (1, 0, 2), (2, None, 0), (3, 1, 3), (4, 0, 4)]),
        ([None, 0, 1], [(0, None, 0), (1, 0, 1), (1, 1, 0)]),
        ([], []),
    ],
)
def test_both_sides_stand_in_a_row_and_a_choice_has_one_to_itself(
    columns: list[int | None], places: list[tuple[int, int | None, int]]
) -> None:
    listed = Listed(columns)
    assert [(each.row, each.column, each.number) for each in listed.list._places] == places
    rows = len({row for row, _, _ in places})
    assert listed.list._count() == rows
    if columns:
        last = places[-1]
        listed.list.waiting = True
        for column in (0, 1, None):
            listed.list.next_column = column
            beside = column is not None and last[1] is not None and column > last[1]
            assert listed.list._count() == rows + (not beside), "the dots of who thinks have a place too"


def test_a_choice_is_as_wide_as_two_moves() -> None:
    listed = Listed([0, 1, None])
    first, second, choice = (listed.cell(ply) for ply in (1, 2, 3))
    assert (choice.left, choice.right) == (first.left, second.right)
    assert first.right < second.left


def test_a_click_shows_the_move_that_is_seen_there() -> None:
    listed = Listed([n % 2 for n in range(40)])
    for ply in (1, 2, 11):
        assert listed.click(listed.cell(ply).center)
    assert listed.asked == [1, 2, 11]
    listed.asked.clear()
    listed.show(40)
    for ply in (40, 39, 30):
        assert listed.click(listed.cell(ply).center)
    assert listed.asked == [40, 39, 30]
    listed.asked.clear()
    assert listed.click((20, 30)), "the title takes a click and shows nothing"
    assert listed.click(listed.cell(40).center, button=3) is False
    assert not listed.click((500, 30))
    hidden = listed.cell(20)
    assert hidden.bottom < 63, "it would lie under the title"
    listed.click(hidden.center)
    assert listed.asked == []


def test_keys_step_within_the_game() -> None:
    listed = Listed([0, 1, 0])
    for shown, key, ply in (
        (2, pygame.K_LEFT, 1),
        (2, pygame.K_RIGHT, 3),
        (0, pygame.K_LEFT, 0),
        (3, pygame.K_RIGHT, 3),
        (2, pygame.K_HOME, 0),
        (1, pygame.K_END, 3),
    ):
        listed.list.shown = shown
        assert listed.press(key)
        assert listed.asked.pop() == ply
    assert not listed.press(pygame.K_LEFT, pygame.KMOD_ALT)
    assert not listed.press(pygame.K_UP)
    assert listed.asked == []


def test_the_shown_move_is_kept_in_sight_and_the_last_with_what_follows() -> None:
    listed = Listed([n % 2 for n in range(40)])
    view = listed.list._view
    for ply in (1, 13, 39, 40, 20, 1):
        listed.show(ply)
        assert view.top <= listed.cell(ply).top
        assert listed.cell(ply).bottom <= view.bottom
    listed.show(0)
    assert listed.cell(1).top == view.top
    listed.list._scroll_to(96)
    listed.list.follow()
    assert listed.list._scroll == 96, "somebody scrolls, and nothing new is shown"
    listed.list.waiting, listed.list.next_column = True, 0
    listed.show(40)
    assert listed.cell(40).bottom < view.bottom, "the next row, with its dots, is seen too"
