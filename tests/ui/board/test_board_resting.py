"""The kept picture of a board is what drawing it again would give, pixel by pixel."""

import random
from collections.abc import Callable

import numpy as np
import pygame
import pytest
from steps_game import StepsPainter, steps_start

from game.rules.core import Piece, Position, Side, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.painter import BoardPainter
from game.ui.board.resting import RestingBoard, RestingPiece
from game.ui.games.gomoku.painter import GomokuPainter
from game.ui.paint.canvas import Canvas

Canvases = Callable[..., Canvas]


def picture(
    board: RestingBoard,
    canvas: Canvas,
    painter: BoardPainter,
    position: Position,
    numbers: dict[Square, int] | None = None,
    flipped: bool = False,
    size: int = 320,
) -> np.ndarray:
    """What the board draws, with its alpha."""
    layout = BoardLayout.fit(pygame.Rect(7, 5, size, size), position.board, painter.frame, flipped=flipped)
    standing = {s: RestingPiece(p, (numbers or {}).get(s, 0)) for s, p in position.pieces().items()}
    surface = board.picture(canvas, layout, painter, standing)
    return np.dstack([pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface)])


@pytest.mark.parametrize(
    ("theme", "board", "stones", "flipped", "numbered"),
    [
        ("light", "wood", "shell", False, False),
        ("dark", "slate", "glass", True, True),
        ("light", "paper", "flat", False, True),
        ("contrast", "wood", "shell", False, True),
    ],
)
def test_moves_and_take_backs_leave_no_trace(
    theme: str,
    board: str,
    stones: str,
    flipped: bool,
    numbered: bool,
    canvas_of: Canvases,
    gomoku: Callable[..., Position],
) -> None:
    rng = random.Random(7)
    canvas, painter, kept = canvas_of(theme), GomokuPainter(board, stones), RestingBoard()
    line = [gomoku()]
    for step in range(60):
        if rng.random() < 0.35 and len(line) > 1:
            del line[-rng.randint(1, min(3, len(line) - 1)) :]
        elif line[-1].legal_moves():
            # close together, so that shadows and stones overlap
            near = [m for m in line[-1].legal_moves() if abs(m.path[0] % 15 - 7) < 4 and m.path[0] // 15 < 4]
            line.append(line[-1].play(rng.choice(near or line[-1].legal_moves())))
        numbers = {s: i for i, s in enumerate(line[-1].pieces(), start=1)} if numbered else None
        mended = picture(kept, canvas, painter, line[-1], numbers, flipped)
        if step % 6 == 0:
            fresh = picture(RestingBoard(), canvas, painter, line[-1], numbers, flipped)
            assert (mended == fresh).all()


def test_a_game_of_steps_leaves_no_trace(canvas_of: Canvases) -> None:
    canvas, painter, kept = canvas_of(), StepsPainter(), RestingBoard()
    start = steps_start()
    for move in start.legal_moves():
        picture(kept, canvas, painter, start)
        after = start.play(move)
        assert (picture(kept, canvas, painter, after) == picture(RestingBoard(), canvas, painter, after)).all()


def test_the_clear_corners_of_the_slab_stay_clear(canvas_of: Canvases, gomoku: Callable[..., Position]) -> None:
    canvas, painter, kept = canvas_of(), GomokuPainter("wood", "shell"), RestingBoard()
    board = gomoku().board
    layout = BoardLayout.fit(pygame.Rect(0, 0, 320, 320), board, painter.frame, coordinates=False)
    corners = {Square(s): RestingPiece(Piece(Side.FIRST, "stone")) for s in (0, 14, 210, 224)}
    cover = []
    for standing in ({}, corners, {}, corners, {}):
        cover.append(pygame.surfarray.array_alpha(kept.picture(canvas, layout, painter, standing)))
    assert (cover[0] == cover[-1]).all()
    assert cover[-1][0, 0] < 60


def test_it_is_made_anew_for_another_size_style_or_theme(canvas_of: Canvases, gomoku: Callable[..., Position]) -> None:
    position, kept = gomoku("h8 h9"), RestingBoard()
    wood, slate = GomokuPainter("wood", "shell"), GomokuPainter("slate", "shell")
    light, contrast = canvas_of(), canvas_of("contrast")
    for canvas, painter, size in ((light, wood, 320), (light, slate, 320), (contrast, slate, 320), (light, wood, 280)):
        kept_picture = picture(kept, canvas, painter, position, size=size)
        assert (kept_picture == picture(RestingBoard(), canvas, painter, position, size=size)).all()


def test_what_has_not_changed_is_not_drawn_again(canvas_of: Canvases, gomoku: Callable[..., Position]) -> None:
    canvas, painter, kept = canvas_of(), GomokuPainter("wood", "shell"), RestingBoard()
    position = gomoku("h8 h9")
    layout = BoardLayout.fit(pygame.Rect(0, 0, 320, 320), position.board, painter.frame)
    standing = {s: RestingPiece(p) for s, p in position.pieces().items()}
    surface = kept.picture(canvas, layout, painter, standing)
    surface.set_at((3, 160), (1, 2, 3))  # a trace that only drawing would remove
    assert kept.picture(canvas, layout, painter, dict(standing)).get_at((3, 160))[:3] == (1, 2, 3)
    assert kept.picture(canvas, layout.moved_to(50, 60), painter, standing).get_at((3, 160))[:3] == (1, 2, 3)


def test_the_shadow_of_a_stone_falls_under_its_neighbours(canvas_of: Canvases, gomoku: Callable[..., Position]) -> None:
    canvas, painter = canvas_of(), GomokuPainter("wood", "shell")
    position = gomoku("h8 h7")
    alone = {s: p for s, p in position.pieces().items() if p.side is Side.SECOND}
    layout = BoardLayout.fit(pygame.Rect(0, 0, 480, 480), position.board, painter.frame)
    x, y = layout.centre_of(next(iter(alone)))
    top = int(y - layout.diameter / 2) + 2
    both = RestingBoard().picture(canvas, layout, painter, {s: RestingPiece(p) for s, p in position.pieces().items()})
    single = RestingBoard().picture(canvas, layout, painter, {s: RestingPiece(p) for s, p in alone.items()})
    assert both.get_at((int(x), top)) == single.get_at((int(x), top))
