"""What each game shows of itself on the menu and in the settings, and who has the darker pieces."""

from __future__ import annotations

import pytest

from game.rules.core import Side
from game.rules.registry import variant
from game.ui.games.registry import GAMES
from game.ui.scenes.colours import shade_of_first
from game.ui.scenes.showpieces import card_region, empty_board, pair_position, shown_position


@pytest.mark.parametrize("game", GAMES)
def test_showpieces_are_games_that_go_on(game: str) -> None:
    position, last = shown_position(game)
    assert position.outcome() is None
    assert last.target in position.pieces()
    assert variant(GAMES[game].showpiece.variant).game == game
    assert empty_board(game)[0] == variant(GAMES[game].showpiece.variant).start()


@pytest.mark.parametrize("game", GAMES)
def test_a_piece_of_each_side_stands_where_pieces_are_told_apart(game: str) -> None:
    position, _ = pair_position(game)
    region, board = GAMES[game].showpiece.pieces, position.board
    half = region.cells / 2
    sides = {
        piece.side
        for square, piece in position.pieces().items()
        if abs(board.column(square) - region.column) < half and abs(board.row(square) - region.row) < half
    }
    assert sides == set(Side)


@pytest.mark.parametrize("size", [(280, 160), (382, 222), (382, 334), (560, 400)])
@pytest.mark.parametrize("game", GAMES)
def test_a_card_shows_as_much_as_it_should(game: str, size: tuple[float, float]) -> None:
    shown, region = GAMES[game].showpiece, card_region(game, size)
    cell = size[0] / region.cells
    assert cell >= 36
    rows = size[1] / cell
    assert rows >= min(shown.card_rows, size[1] / 36) - 1e-6
    assert region.row - rows / 2 == pytest.approx(shown.card_bottom)


def test_black_is_the_darker_side_of_every_game() -> None:
    gomoku, xiangqi = variant("gomoku-freestyle"), variant("xiangqi")
    assert shade_of_first(gomoku, gomoku.start()) is Side.FIRST
    assert shade_of_first(xiangqi, xiangqi.start()) is Side.SECOND
