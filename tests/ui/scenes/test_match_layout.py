"""Where the parts of a match lie: inside the window, apart from each other, chat and moves with room for both."""

from __future__ import annotations

import itertools

import pytest

from game.ui.scenes.match.layout import FOLDED, board_alone, lay_out

SIZES = [(float(width), float(height)) for width in range(960, 2600, 80) for height in (640, 720, 800, 1080, 1440)]


@pytest.mark.parametrize("with_thinking", [False, True])
@pytest.mark.parametrize("with_chat", [False, True])
@pytest.mark.parametrize("board_ratio", [1.0, 0.9])
def test_everything_lies_in_the_window_and_nothing_over_another(
    with_thinking: bool, with_chat: bool, board_ratio: float
) -> None:
    sides = set()
    for size in SIZES:
        place = lay_out(size, with_thinking, board_ratio, with_chat, strip_height=44.0, task_height=lambda room: 60.0)
        parts = [place.board, place.header, place.upper_card, place.moves, place.strip, place.task]
        parts += [place.lower_card, place.actions, *([place.thinking] if with_thinking else [])]
        parts += [] if place.is_chat_folded else [place.chat]
        for part in parts:
            assert 0 <= part.left < part.right <= size[0]
            assert 0 <= part.top < part.bottom <= size[1]
        for one, other in itertools.combinations(parts, 2):
            assert not one.colliderect(other)
        assert place.board.width / place.board.height == pytest.approx(board_ratio)
        if not place.is_chat_folded:
            sides.add(size)
            assert place.moves.width >= 196
            assert place.chat.width >= 212, "a line of talk has room"
    assert bool(sides) is with_chat
    assert (960.0, 640.0) not in sides


def test_folded_thoughts_leave_their_room_to_the_moves() -> None:
    open_, folded = (lay_out((1280, 800), True, folds_thinking=folds) for folds in (False, True))
    assert folded.thinking.height == FOLDED
    assert folded.moves.height - open_.moves.height == open_.thinking.height - FOLDED


@pytest.mark.parametrize("ratio", [1.0, 0.9])
def test_a_board_alone_fills_the_window(ratio: float) -> None:
    for size in SIZES:
        board = board_alone(size, ratio)
        assert board.width / board.height == pytest.approx(ratio)
        assert board.center == pytest.approx((size[0] / 2, size[1] / 2))
        assert max(board.width / (size[0] - 32), board.height / (size[1] - 32)) == pytest.approx(1)
