"""A tiny game of steps and capture paths on fields, with its painter: what a game other than Gomoku asks of a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from game.rules.core import Board, FreeMoves, Move, NoCheck, NoOpening, Outcome, Piece, Refusal, Side, Square
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.painter import Shadow
from game.ui.board.stones import disc_shadow, stone
from game.ui.board.styles import STYLES, BoardStyle, slab
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.theme import Theme


@dataclass(frozen=True)
class StepsPosition(FreeMoves, NoCheck, NoOpening):
    """Men on a small board; the legal moves are given."""

    men: Mapping[Square, Piece]
    moves: tuple[Move, ...]
    turn: Side = Side.FIRST
    board: Board = field(default=Board(5, 4))
    ply: int = 0

    @property
    def key(self) -> int:
        return hash((tuple(self.men.items()), self.turn))

    def pieces(self) -> Mapping[Square, Piece]:
        return self.men

    def legal_moves(self) -> tuple[Move, ...]:
        return self.moves

    def play(self, move: Move) -> StepsPosition:
        men = {s: p for s, p in self.men.items() if s not in (move.path[0], *move.captured)}
        men[move.path[-1]] = self.men[move.path[0]]
        return StepsPosition(men, (), self.turn.other, self.board, self.ply + 1)

    def outcome(self) -> Outcome | None:
        return None

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        return Refusal("no-such-step", {"squares": " ".join(map(str, path))})


def steps_start() -> StepsPosition:
    """Two own men (0 and 2) and two of the other side (6, 13); 2 can step to 3 or capture both on its way 2-11-5."""
    men = {
        Square(0): Piece(Side.FIRST, "man"),
        Square(2): Piece(Side.FIRST, "man"),
        Square(6): Piece(Side.SECOND, "man"),
        Square(13): Piece(Side.SECOND, "man"),
    }
    paths = [(0, 1), (0, 5), (2, 3), (2, 7)]
    steps = [Move((Square(a), Square(b))) for a, b in paths]
    capture = Move((Square(2), Square(11), Square(5)), (Square(6), Square(13)))
    hit = Move((Square(0), Square(6)), (Square(6),))
    return StepsPosition(men, (*steps, capture, hit))


@dataclass(frozen=True)
class StepsPainter:
    """Plain fields and discs."""

    frame = Frame(on_points=False, span=0.84, bare_span=0.9, piece=0.8, aspect=1.2)
    emblem = "man"
    royal = "king"

    def style(self, theme: Theme) -> BoardStyle:
        return STYLES["slate"]

    def draw_board(self, canvas: Canvas, layout: BoardLayout) -> None:
        canvas.surface.blit(slab(self.style(canvas.theme), layout, 1), (layout.x, layout.y))
        for number in range(layout.board.squares):
            if (layout.board.row(Square(number)) + layout.board.column(Square(number))) % 2:
                canvas.surface.fill((40, 40, 40), layout.cell_of(Square(number)))

    def draw_coordinates(
        self, canvas: Canvas, layout: BoardLayout, hovered: Square | None, taken: Collection[Square] = ()
    ) -> None:
        pass

    def piece(
        self, piece: Piece, square: Square, layout: BoardLayout, theme: Theme, zoom: float = 1.0
    ) -> pygame.Surface:
        return stone("flat", piece.side is Side.FIRST, layout.diameter * zoom, layout.diameter)

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        return Shadow(disc_shadow(layout.diameter, 0.2, 0.4), 3, 5)

    def small(self, piece: Piece, diameter: int, theme: Theme) -> pygame.Surface:
        return stone("flat", piece.side is Side.FIRST, diameter, diameter)

    def covered(self, piece: Piece) -> Piece:
        return Piece(Side.SECOND, "man")

    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        return (0, 0, 0), (255, 255, 255)

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        return stone("flat", piece.side is Side.FIRST, layout.diameter, layout.diameter)

    def draw_number(
        self, canvas: Canvas, layout: BoardLayout, square: Square, piece: Piece, number: int, is_last: bool
    ) -> None:
        pass

    def draw_last_move(self, canvas: Canvas, layout: BoardLayout, move: Move, pieces: Mapping[Square, Piece]) -> None:
        for square in (move.path[0], move.path[-1]):
            canvas.circle(*layout.centre_of(square), 4, (38, 86, 140))

    def draw_best_line(self, canvas: Canvas, layout: BoardLayout, moves: Sequence[Move], turn: Side) -> None:
        pass

    def draw_outcome(
        self,
        canvas: Canvas,
        layout: BoardLayout,
        outcome: Outcome,
        pieces: Mapping[Square, Piece],
        marked: int,
        joined: float,
    ) -> None:
        pass
