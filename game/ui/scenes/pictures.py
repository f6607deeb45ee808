"""Boards as pictures on cards, each made once and kept, and single pieces beside a word."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pygame

from game.rules.core import Move, Piece, Position, Side, Variant
from game.rules.registry import variant
from game.ui.board.painter import top_left
from game.ui.board.thumbnail import Region, thumbnail
from game.ui.games.registry import painter_for
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import KeptPictures
from game.ui.paint.theme import Theme
from game.ui.stage.stage import Stage
from game.ui.widgets.choices import Mark

_BOARDS: Final = KeptPictures(64)
_LEAST_CELLS = 7.0
"""The fewest cells that the small picture of the saved game is wide."""


class Pictures:
    """Pictures of boards in the stage's present theme and scale, kept for all scenes together."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def board(
        self,
        rules: Variant,
        position: Position,
        size: tuple[float, float],
        region: Region | None = None,
        last_move: Move | None = None,
        styles: tuple[str, str] | None = None,
        theme: Theme | None = None,
    ) -> pygame.Surface:
        """A picture of `size` units with the forbidden points crossed out: of a region, or of the whole board.

        `styles` are those of board and pieces, by default the ones that the person has chosen; `theme` is the
        stage's by default.
        """
        stage = self._stage
        theme = theme or stage.theme
        notation = stage.t.notation(rules.game)
        painter = painter_for(rules, *styles, stage.fonts, notation) if styles else stage.painter(rules)
        pixels = (round(size[0] * stage.scale), round(size[1] * stage.scale))
        return _BOARDS.picture(
            (painter, position, pixels, theme.name, region, last_move),
            lambda: thumbnail(painter, position, pixels, theme, stage.fonts, region, last_move),
        )


def read_position(rules: Variant, text: str) -> Position:
    """What `rules.read_position` gives for a text that may be asked for in every frame: reading it may take as long as
    drawing a scene. Raises RulesError, each time, where the text is none of a position."""
    return _read(rules.name, text)


@lru_cache(256)
def _read(variant_name: str, text: str) -> Position:
    return variant(variant_name).read_position(text)


def draw_emblem(canvas: Canvas, rules: Variant, side: Side, x: float, y: float, diameter: float = 18.0) -> None:
    """The piece that stands for a colour of a game (a stone, a general) centred on x, y, as it lies before a name."""
    painter = painter_for(rules, "", "", canvas.fonts)
    picture = painter.small(Piece(side, painter.emblem), canvas.px(diameter), canvas.theme)
    canvas.lay(picture, top_left(picture, (x * canvas.scale, y * canvas.scale)))


def emblem_mark(rules: Variant, side: Side, diameter: float = 18.0) -> Mark:
    """The piece that stands for a colour of a game as the mark of a choice."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        draw_emblem(canvas, rules, side, x, y, diameter)

    return draw


def played(variant_name: str, moves: str, start: str = "") -> tuple[Position, Move]:
    """The position of a variant after moves given as texts between spaces, and the last of them; `start` is the text of
    the position before them, by default the usual one."""
    rules = variant(variant_name)
    position = rules.read_position(start) if start else rules.start()
    last = Move(())
    for text in moves.split():
        last = rules.read_move(text, position)
        position = position.play(last)
    return position, last


def around_pieces(position: Position) -> Region:
    """The square part of a board with all its pieces and a little air, for a picture that is small; no more of it lies
    beside the board than must."""
    board = position.board
    squares = list(position.pieces()) or [board.square(board.columns // 2, board.rows // 2)]
    columns, rows = [board.column(each) for each in squares], [board.row(each) for each in squares]
    extent = max(max(columns) - min(columns), max(rows) - min(rows)) + 2.4
    cells = min(max(extent, _LEAST_CELLS), max(board.columns, board.rows) + 0.2)
    return Region(_inside(columns, board.columns, cells), _inside(rows, board.rows, cells), cells)


def _inside(places: list[int], count: int, cells: float) -> float:
    """The middle of the columns or rows in use, moved so that the region's edge lies on the board if it can."""
    least, most = cells / 2 - 0.6, count - 0.4 - cells / 2
    if least > most:
        return (count - 1) / 2
    return min(max((min(places) + max(places)) / 2, least), most)
