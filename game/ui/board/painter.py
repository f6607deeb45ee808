"""What a game must give so that its board can be shown: one painter per game, each in its own file."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.rules.core import Move, Outcome, Piece, Side, Square
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.styles import BoardStyle
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.theme import Theme

_FAINT_ALPHA = 150


@dataclass(frozen=True, slots=True)
class Shadow:
    """A piece's shadow: its picture, and how far its middle lies from the piece's, in whole pixels."""

    picture: pygame.Surface
    right: int
    down: int


class BoardPainter(Protocol):
    """Draws one game's board and pieces. A value: two painters that draw alike are equal and hash alike.

    Canvases handed to it have scale 1, so that their units are the pixels of the layout. Nothing here changes state.
    """

    @property
    def frame(self) -> Frame:
        """How the grid lies on the slab."""
        ...

    def style(self, theme: Theme) -> BoardStyle:
        """The material of the board in this theme."""
        ...

    def draw_board(self, canvas: Canvas, layout: BoardLayout) -> None:
        """The empty board: slab and lines or fields, without coordinates. Drawn once per size and kept."""
        ...

    def draw_coordinates(
        self, canvas: Canvas, layout: BoardLayout, hovered: Square | None, taken: Collection[Square]
    ) -> None:
        """The coordinates, those of the hovered square marked; those that lie in the fields leave out the `taken`
        ones, on which pieces rest."""
        ...

    def piece(
        self, piece: Piece, square: Square, layout: BoardLayout, theme: Theme, zoom: float = 1.0
    ) -> pygame.Surface:
        """A piece, to be drawn centred on its square. `zoom` is its size by the usual one."""
        ...

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        """What a piece throws on the board; `lift` is how high it hovers, in cells. None where nothing is thrown."""
        ...

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A piece that is only thought of: under the mouse, or in the engine's line."""
        ...

    @property
    def emblem(self) -> str:
        """The kind of piece that stands for a colour beside a name."""
        ...

    @property
    def royal(self) -> str:
        """The kind of piece that can be in check; empty where the game has no check."""
        ...

    def small(self, piece: Piece, diameter: int, theme: Theme) -> pygame.Surface:
        """A piece alone, this many pixels wide: beside a name, in a list."""
        ...

    def covered(self, piece: Piece) -> Piece:
        """What is seen of a piece by somebody who plays blindfold with discs: that it is there, and no more of it than
        belongs to the game."""
        ...

    def disc_colours(self, side: Side, theme: Theme) -> tuple[Colour, Colour]:
        """The colour of a side on a small disc, and the ink that reads on it."""
        ...

    def draw_number(
        self, canvas: Canvas, layout: BoardLayout, square: Square, piece: Piece, number: int, is_last: bool
    ) -> None:
        """The move's number on a piece."""
        ...

    def draw_last_move(self, canvas: Canvas, layout: BoardLayout, move: Move, pieces: Mapping[Square, Piece]) -> None:
        """What marks the last move."""
        ...

    def draw_best_line(self, canvas: Canvas, layout: BoardLayout, moves: Sequence[Move], turn: Side) -> None:
        """The moves that the engine expects, numbered; the first of them is of the colour `turn`."""
        ...

    def draw_outcome(
        self,
        canvas: Canvas,
        layout: BoardLayout,
        outcome: Outcome,
        pieces: Mapping[Square, Piece],
        marked: int,
        joined: float,
    ) -> None:
        """The squares of `outcome.line`: the first `marked` of them ringed, then joined by a line as far as `joined`
        (0 to 1) of its way."""
        ...


class NoOutcome:
    """For the painter of a game that no squares decide."""

    __slots__ = ()

    def draw_outcome(
        self,
        canvas: Canvas,
        layout: BoardLayout,
        outcome: Outcome,
        pieces: Mapping[Square, Piece],
        marked: int,
        joined: float,
    ) -> None:
        """Nothing."""


def faint(picture: pygame.Surface) -> pygame.Surface:
    """A copy at 59 %: a piece that is only thought of."""
    copy = picture.copy()
    copy.set_alpha(_FAINT_ALPHA)
    return copy


def top_left(picture: pygame.Surface, centre: tuple[float, float]) -> tuple[int, int]:
    """Where a picture begins whose middle is at `centre`."""
    width, height = picture.get_size()
    # not round(): it goes to the even neighbour, which would depend on where the board lies
    return math.floor(centre[0] - width / 2 + 0.5), math.floor(centre[1] - height / 2 + 0.5)
