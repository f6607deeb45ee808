"""The Reversi board: discs told apart, discs that turn over, dots where one may be placed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pygame
import pytest

from game.rules.core import PASS, Piece, Position, Side, Square
from game.rules.registry import variant
from game.ui.board.input import PathInput
from game.ui.board.layout import BoardLayout
from game.ui.board.motion import DROP_S, FADE_S, SETTLE_S, TURN_AFTER_S, TURN_S, motions_back, motions_of
from game.ui.board.view import BoardView
from game.ui.games.reversi.boards import TABLES
from game.ui.games.reversi.discs import SETS
from game.ui.games.reversi.painter import FRAME, ReversiPainter
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CONTRAST, LIGHT, THEMES, Theme

RULES = variant("reversi")
START = RULES.start()
F5 = RULES.read_move("f5", START)
E5 = RULES.read_move("e5", START).path[0]


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(int)


def layout_of(flipped: bool = False) -> BoardLayout:
    return BoardLayout.fit(pygame.Rect(0, 0, 752, 752), START.board, FRAME, True, flipped)


@pytest.fixture
def view() -> BoardView:
    view = BoardView(ReversiPainter("felt", "two-faced"), START)
    view.rect = pygame.FRect(20, 20, 480, 480)
    view.coordinates = False
    return view


@pytest.mark.parametrize("theme", [LIGHT, CONTRAST], ids=lambda theme: theme.name)
@pytest.mark.parametrize("name", SETS)
def test_the_colours_are_told_apart_and_covered_ones_are_not(name: str, theme: Theme) -> None:
    painter, layout = ReversiPainter("felt", name), layout_of()
    black, white = (pixels(painter.piece(Piece(side, "disc"), Square(0), layout, theme)) for side in Side)
    middle = layout.diameter // 2
    assert black[middle, middle - 6].sum() < 260 < 600 < white[middle, middle - 6].sum()
    assert painter.covered(Piece(Side.FIRST, "disc")) == painter.covered(Piece(Side.SECOND, "disc"))
    larger = painter.piece(Piece(Side.FIRST, "disc"), Square(0), layout, theme, 1.08)
    assert larger.get_width() > layout.diameter
    assert larger.get_width() % 2 == layout.diameter % 2


@pytest.mark.parametrize("name", TABLES)
def test_a_square_lies_between_its_lines(name: str, canvas_of: Callable[..., Canvas]) -> None:
    layout = layout_of()
    for theme in THEMES:
        canvas = canvas_of(theme, (752, 752))
        painter = ReversiPainter(name, "flat")
        painter.draw_board(canvas, layout)
        picture = pixels(canvas.surface)
        cell = layout.cell_of(Square(9))
        inside = picture[cell.centery - 8 : cell.centery + 8, cell.centerx - 8 : cell.centerx + 8].mean(axis=(0, 1))
        line = picture[cell.centery - 8 : cell.centery + 8, cell.left].mean(axis=0)
        assert abs(inside - line).sum() > 60


def test_discs_turn_over_one_after_the_other(view: BoardView, canvas_of: Callable[..., Canvas]) -> None:
    def width_and_brightness() -> tuple[int, float]:
        canvas = canvas_of()
        view.draw(canvas)
        rect = view.square_rect(E5)
        row = pixels(canvas.surface)[int(rect.centery) - 9, int(rect.left) + 2 : int(rect.right) - 2]
        green = (row[:, 1] > row[:, 0] + 25) & (row[:, 1] > row[:, 2] + 15)
        return int((~green).sum()), float(row[len(row) // 2].mean())

    after = START.play(F5)
    whole, white = width_and_brightness()
    view.play(F5, START, after)
    assert width_and_brightness() == (whole, white), "it waits until the new one lies"
    view.update(DROP_S + TURN_S / 2)
    narrow, _ = width_and_brightness()
    assert narrow < whole / 2
    view.update(TURN_S / 2 + 0.01)
    assert not view.is_moving
    again, black = width_and_brightness()
    assert again == pytest.approx(whole, abs=2)
    assert black < white - 100


def test_the_further_the_later_and_back_again() -> None:
    before = RULES.read_position("-" * 24 + "-XOOO---" + "---OX---" + "-" * 24 + " X")
    move = RULES.read_move("f4", before)
    after = before.play(move)
    lasting = []
    for motion in motions_of(move, before, after):
        time = 0.0
        while motion.advance(0.01):
            time += 0.01
        lasting.append(round(time, 2))
    assert sorted(lasting) == pytest.approx(
        [DROP_S + SETTLE_S - 0.01, *(DROP_S + TURN_S + TURN_AFTER_S * i for i in range(3))], abs=0.02
    )
    back = motions_back(move, before, after)
    assert len(back) == 4
    assert min(FADE_S, TURN_S) > 0
    assert motions_of(PASS, after, after) == []


def test_nothing_turns_where_motion_is_reduced(view: BoardView) -> None:
    view.reduced_motion = True
    view.play(F5, START, START.play(F5))
    assert not view.is_moving


def test_dots_where_a_disc_may_be_placed(view: BoardView, canvas_of: Callable[..., Canvas]) -> None:
    def drawn() -> np.ndarray:
        canvas = canvas_of()
        view.draw(canvas)
        return pixels(canvas.surface)

    plain = drawn()
    view.movable.sides = frozenset((Side.FIRST,))
    dotted = drawn()
    places = set()
    for square in map(Square, range(64)):
        rect = view.square_rect(square)
        area = slice(int(rect.top) + 4, int(rect.bottom) - 4), slice(int(rect.left) + 4, int(rect.right) - 4)
        if (plain[area] != dotted[area]).any():
            places.add(square)
    assert places == {move.path[0] for move in START.legal_moves()}


@pytest.mark.parametrize(
    ("name", "moves"), [("gomoku-freestyle", "h8"), ("gomoku-renju", "h8 h9"), ("xiangqi", ""), ("reversi", "f5")]
)
def test_dots_only_where_placing_is_not_nearly_free(name: str, moves: str) -> None:
    rules = variant(name)
    position: Position = rules.start()
    for text in moves.split():
        position = position.play(rules.read_move(text, position))
    assert bool(PathInput(position).few_placements) is (name == "reversi")
