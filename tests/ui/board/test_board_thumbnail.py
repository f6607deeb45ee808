"""Small pictures of boards."""

from collections.abc import Callable, Sequence

import pygame
import pytest

from game.rules.core import Move, Position, Square
from game.rules.registry import variant
from game.ui.board.thumbnail import Region, thumbnail
from game.ui.games.gomoku.painter import GomokuPainter
from game.ui.games.registry import painter_for
from game.ui.paint.text import Fonts
from game.ui.paint.theme import CONTRAST, LIGHT
from game.ui.scenes.pictures import around_pieces

WOOD = GomokuPainter("wood", "shell")


def reddish(surface: pygame.Surface) -> int:
    """How many pixels are clearly red."""
    picture = pygame.surfarray.array3d(surface).astype(int)
    return int(((picture[..., 0] > 120) & (picture[..., 1] < 80) & (picture[..., 2] < 80)).sum())


def test_a_region_has_its_square_in_the_middle(fonts: Fonts, gomoku: Callable[..., Position]) -> None:
    position = gomoku("h8 k12")
    for region, dark in ((Region(7, 7, 5), True), (Region(10, 11, 5), False)):
        picture = thumbnail(WOOD, position, (200, 120), LIGHT, fonts, region)
        assert picture.get_size() == (200, 120)
        assert (picture.get_at((103, 63)).g < 90) is dark
        assert not picture.get_flags() & pygame.SRCALPHA


def test_forbidden_points_are_crossed_out(fonts: Fonts, gomoku: Callable[..., Position]) -> None:
    position = gomoku("g8 j10 h8 h10 i9 a1 i10 a15", "renju")
    region = Region(8, 7, 5)
    assert reddish(thumbnail(WOOD, position, (200, 120), LIGHT, fonts, region)) > 100
    assert reddish(thumbnail(WOOD, position, (200, 120), LIGHT, fonts, region, show_forbidden=False)) == 0


def test_a_piece_that_would_be_cut_is_left_out_on_request(fonts: Fonts, gomoku: Callable[..., Position]) -> None:
    position = gomoku("h8 a1 k8 a2 h11 a3")  # three cells away the edge goes through the stone
    whole, parts = (
        thumbnail(WOOD, position, (300, 300), CONTRAST, fonts, Region(7, 7, 6), cuts_pieces=cuts)
        for cuts in (False, True)
    )
    for at, is_cut in (((150, 150), False), ((294, 156), True), ((156, 6), True)):
        assert parts.get_at(at).g < 90
        assert (whole.get_at(at).g > 90) is is_cut


def test_the_last_move_is_marked(fonts: Fonts, gomoku: Callable[..., Position]) -> None:
    position = gomoku("h8")
    last = Move((Square(112),))
    assert reddish(thumbnail(WOOD, position, (200, 200), LIGHT, fonts, Region(7, 7, 4), last)) > 100
    assert reddish(thumbnail(WOOD, position, (200, 200), LIGHT, fonts, Region(7, 7, 4))) == 0


@pytest.mark.parametrize("size", [60, 72, 160, 300])
def test_a_whole_board_fills_its_picture(size: int, fonts: Fonts, gomoku: Callable[..., Position]) -> None:
    picture = thumbnail(WOOD, gomoku("h8 a1 o15 o1 a15"), (size, size), LIGHT, fonts)
    assert picture.get_size() == (size, size)
    cell = size / 15

    def mean(column: int, down: int) -> Sequence[int]:
        return pygame.transform.average_color(picture, pygame.FRect(column * cell, down * cell, cell, cell))

    for black in ((7, 7), (14, 0), (0, 0)):
        assert mean(*black)[1] < 120
    for white in ((0, 14), (14, 14)):
        assert mean(*white)[2] > 160  # wood has less blue
    assert 120 < mean(3, 10)[1] < 200
    assert mean(3, 10)[2] < 140


def test_high_contrast_pictures_are_black_and_white(fonts: Fonts, gomoku: Callable[..., Position]) -> None:
    picture = pygame.surfarray.array3d(thumbnail(WOOD, gomoku("h8 h9"), (150, 150), CONTRAST, fonts, Region(7, 7, 5)))
    assert (picture.max(axis=2) - picture.min(axis=2)).max() == 0
    assert (picture == 255).mean() > 0.5


@pytest.mark.parametrize(
    ("stones", "region"),
    [
        ((), Region(7, 7, 7)),
        (("h8",), Region(7, 7, 7)),  # never so few cells that nobody knows the board
        (("h8", "i9"), Region(7.5, 7.5, 7)),
        (("a1", "k3"), Region(5.6, 5.6, 12.4)),  # its corner is the board's, and not far beside it
    ],
)
def test_a_small_picture_shows_all_pieces_with_a_little_air(stones: tuple[str, ...], region: Region) -> None:
    rules = variant("gomoku-freestyle")
    position = rules.start()
    for stone in stones:
        position = position.play(rules.read_move(stone, position))
    found = around_pieces(position)
    assert (found.column, found.row, found.cells) == pytest.approx((region.column, region.row, region.cells))


def test_a_whole_board_in_use_lies_in_the_middle_of_a_small_picture() -> None:
    rules = variant("xiangqi")
    position = rules.read_position("3k5/9/9/9/9/9/9/9/9/R4K2r w - - 0 1")
    assert around_pieces(position) == Region(4, 4.5, 10.2)


@pytest.mark.parametrize("size", [40, 46, 60])
def test_pieces_too_small_to_be_read_are_discs_of_their_colour(size: int, fonts: Fonts) -> None:
    """A rook on wood is wood; as a disc it is red or black."""
    rules = variant("xiangqi")
    position = rules.read_position("3k5/9/9/9/9/9/9/9/9/R4K2r w - - 0 1")
    painter = painter_for(rules, "", "", fonts)
    picture = thumbnail(painter, position, (size, size), LIGHT, fonts, around_pieces(position))
    seen = pygame.surfarray.array3d(picture).astype(int)
    red = (seen[..., 0] > 120) & (seen[..., 1] < 80) & (seen[..., 2] < 80)
    black = seen.max(axis=2) < 80
    assert red.sum() >= 8
    assert black.sum() >= 8
