"""What each game shows of itself on the menu and in the settings, and who has the darker pieces."""

from __future__ import annotations

import pytest

from game.rules.core import Side
from game.rules.registry import variant
from game.ui.board.painters import PAINTERS
from game.ui.scenes.colours import shade_of_first
from game.ui.scenes.menu import GAMES
from game.ui.scenes.showpieces import SHOWPIECES, card_region, empty_board, pair_position, shown_position


def test_every_game_with_a_painter_has_a_showpiece_and_a_card() -> None:
    assert set(SHOWPIECES) == set(PAINTERS)
    assert set(PAINTERS) <= set(GAMES)


@pytest.mark.parametrize("game", SHOWPIECES)
def test_showpieces_are_games_that_go_on(game: str) -> None:
    position, last = shown_position(game)
    assert position.outcome() is None
    assert last.target in position.pieces()
    assert variant(SHOWPIECES[game].variant).game == game
    assert empty_board(game)[0] == variant(SHOWPIECES[game].variant).start()


@pytest.mark.parametrize("game", SHOWPIECES)
def test_a_piece_of_each_side_stands_where_pieces_are_told_apart(game: str) -> None:
    position, _ = pair_position(game)
    region, board = SHOWPIECES[game].pieces, position.board
    half = region.cells / 2
    sides = {
        piece.side
        for square, piece in position.pieces().items()
        if abs(board.column(square) - region.column) < half and abs(board.row(square) - region.row) < half
    }
    assert sides == set(Side)


@pytest.mark.parametrize("size", [(280, 160), (382, 222), (382, 334), (560, 400)])
@pytest.mark.parametrize("game", SHOWPIECES)
def test_a_card_shows_as_much_as_it_should(game: str, size: tuple[float, float]) -> None:
    shown, region = SHOWPIECES[game], card_region(game, size)
    cell = size[0] / region.cells
    assert cell >= 36
    rows = size[1] / cell
    assert rows >= min(shown.card_rows, size[1] / 36) - 1e-6
    assert region.row - rows / 2 == pytest.approx(shown.card_bottom)


def test_black_is_the_darker_side_of_every_game() -> None:
    gomoku, xiangqi = variant("gomoku-freestyle"), variant("xiangqi")
    assert shade_of_first(gomoku, gomoku.start()) is Side.FIRST
    assert shade_of_first(xiangqi, xiangqi.start()) is Side.SECOND
