"""The Gomoku board: lines, star points, letters and numbers, stones, and the marks that belong to stones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.rules.core import Board, Outcome, Piece, Side, Square, Termination
from game.ui.board.black_and_white import COVERED, LastDot, StoneMarks, emblem_stone, ink_on
from game.ui.board.labels import draw_label
from game.ui.board.layout import BoardLayout, Frame
from game.ui.board.marks import draw_forbidden, halo, mark_theme
from game.ui.board.painter import Shadow, top_left
from game.ui.board.stones import STONES, ghost, lifted_shadow, stone
from game.ui.board.styles import BoardStyle, slab, style_for
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import Theme

FRAME = Frame(on_points=True, span=644 / 752, bare_span=0.915, piece=0.955)

_SEED = 5
_GOLD: Colour = (196, 134, 28)
_PALE_GOLD: Colour = (255, 244, 214)


@dataclass(frozen=True, slots=True)
class GomokuPainter(StoneMarks):
    """Stones of one style on a board of one style; the high-contrast theme takes its own of both."""

    board_style: str
    stone_style: str

    frame = FRAME
    emblem = "stone"
    royal = ""
    last_dot = LastDot(0.15, 0.045, (176, 46, 34), (1.7, 0.8))
    thought_number = 0.39

    def style(self, theme: Theme) -> BoardStyle:
        """The chosen material."""
        return style_for(self.board_style, theme)

    def draw_board(self, canvas: Canvas, layout: BoardLayout) -> None:
        """Slab, lines (the outer ones twice as thick) and star points."""
        style = self.style(canvas.theme)
        canvas.lay(slab(style, layout, _SEED), (layout.x, layout.y))
        thin = layout.line * (2 if canvas.theme.is_contrast else 1)
        thick = max(thin, round(2 * layout.unit))
        self._draw_lines(canvas, layout, style.ink, thin, thick)
        for square in star_points(layout.board):
            canvas.circle(*layout.centre_of(square), max(2.2, layout.cell * 0.09), style.ink)

    @staticmethod
    def _draw_lines(canvas: Canvas, layout: BoardLayout, ink: Colour, thin: int, thick: int) -> None:
        columns, rows = layout.board.columns, layout.board.rows
        xs = sorted(layout.column_x(column) for column in range(columns))
        ys = sorted(layout.row_y(row) for row in range(rows))
        # thicker lines grow outwards, so that every crossing keeps its middle
        grow = thick - layout.line
        left, top, right, bottom = xs[0] - grow, ys[0] - grow, xs[-1] + thick, ys[-1] + thick
        spread = (thin - layout.line) // 2
        for x in xs[1:-1]:
            canvas.surface.fill(ink, (x - spread, top, thin, bottom - top))
        for y in ys[1:-1]:
            canvas.surface.fill(ink, (left, y - spread, right - left, thin))
        for x in (left, xs[-1]):
            canvas.surface.fill(ink, (x, top, thick, bottom - top))
        for y in (top, ys[-1]):
            canvas.surface.fill(ink, (left, y, right - left, thick))

    def draw_coordinates(
        self, canvas: Canvas, layout: BoardLayout, hovered: Square | None, taken: Collection[Square] = ()
    ) -> None:
        """Letters below and numbers at the left; the hovered square's two are medium and underlined."""
        if not layout.coordinates:
            return
        style = self.style(canvas.theme)
        board = layout.board
        away = layout.margin * 0.655
        half = layout.line / 2
        below = layout.row_y(board.rows - 1 if layout.flipped else 0) + half + away
        aside = layout.column_x(board.columns - 1 if layout.flipped else 0) + half - away
        on_column = board.column(hovered) if hovered is not None else -1
        on_row = board.row(hovered) if hovered is not None else -1
        for column in range(board.columns):
            x = layout.column_x(column) + half
            draw_label(canvas, layout, style, chr(65 + column), x, below, column == on_column)
        for row in range(board.rows):
            draw_label(canvas, layout, style, str(row + 1), aside, layout.row_y(row) + half, row == on_row)

    def piece(
        self, piece: Piece, square: Square, layout: BoardLayout, theme: Theme, zoom: float = 1.0
    ) -> pygame.Surface:
        """A stone; each square has its own grain."""
        usual = layout.diameter
        # half pixels are fine enough for a moving stone and keep the number of pictures small
        diameter = round(usual * zoom * 2) / 2
        size = max(usual, usual + 2 * int((diameter - usual) / 2 + 0.99))
        variant = layout.board.row(square) * 3 + layout.board.column(square) * 7
        style = COVERED if piece.kind == COVERED else self._stones(theme)
        return stone(style, piece.side is Side.FIRST, diameter, size, variant)

    def small(self, piece: Piece, diameter: int, theme: Theme) -> pygame.Surface:
        """A stone of slate or shell, whatever the set: small ones of glass can't be told apart. Black has a rim where
        the ground may be dark."""
        return emblem_stone("shell", piece.side, diameter, theme)

    def shadow(self, piece: Piece, layout: BoardLayout, theme: Theme, lift: float = 0.0) -> Shadow | None:
        """A soft disc to the lower right; further off, wider and fainter under a stone in the air."""
        strength = STONES[self._stones(theme)].shadow
        if not strength:
            return None
        return lifted_shadow(layout.diameter, strength, lift, soft=(0.20, 0.6), away=(0.045, 0.085))

    def ghost(self, piece: Piece, layout: BoardLayout, theme: Theme) -> pygame.Surface:
        """A stone at 59 %."""
        return ghost(self._stones(theme), piece.side is Side.FIRST, layout.diameter)

    def draw_number(
        self, canvas: Canvas, layout: BoardLayout, square: Square, piece: Piece, number: int, is_last: bool
    ) -> None:
        """The number in the colour of the other side; the last one stands in a ring."""
        centre = layout.centre_of(square)
        colour = ink_on(piece.side)
        share = 0.39 if number < 100 else 0.33
        if is_last:
            red = (255, 138, 112) if piece.side is Side.FIRST else mark_theme(canvas.theme).red
            colour = colour if canvas.theme.is_contrast else red
            canvas.circle(*centre, layout.cell * 0.36, colour, stroke=max(1.5, layout.cell * 0.045))
            share *= 0.87
        canvas.text(str(number), *centre, round(layout.cell * share), colour, "centre", Face.MEDIUM)

    def _draw_thought(self, canvas: Canvas, layout: BoardLayout, centre: tuple[float, float], side: Side) -> None:
        """Faint, with a rim."""
        radius = layout.diameter / 2 - 0.5
        if canvas.theme.is_contrast:
            canvas.circle(*centre, radius, halo(canvas.theme))  # no line runs through a number
        super(GomokuPainter, self)._draw_thought(canvas, layout, centre, side)  # slots make a second class of this one
        rim = (255, 250, 240) if side is Side.FIRST else (40, 30, 20)
        canvas.circle(*centre, radius, rim, stroke=max(1.2, layout.cell * 0.026), alpha=150)

    def draw_outcome(
        self,
        canvas: Canvas,
        layout: BoardLayout,
        outcome: Outcome,
        pieces: Mapping[Square, Piece],
        marked: int,
        joined: float,
    ) -> None:
        """The winning stones ringed in gold and numbered, then joined; the point of a forbidden move crossed out."""
        if outcome.termination is Termination.FORBIDDEN_MOVE:
            for square in outcome.line[:marked]:
                self._draw_foul(canvas, layout, square)
            return
        squares = outcome.line[:marked]
        if joined > 0 and len(squares) > 1:
            self._draw_joint(canvas, layout, squares, joined)
        width = layout.cell * (0.10 if canvas.theme.is_contrast else 0.07)
        colour, pale = self._win_colours(canvas.theme)
        for number, square in enumerate(squares, start=1):
            piece = pieces[square]
            centre = layout.centre_of(square)
            picture = self.piece(piece, square, layout, canvas.theme)
            canvas.lay(picture, top_left(picture, centre))
            radius = layout.diameter / 2 + layout.cell * 0.022
            canvas.circle(*centre, radius, pale, stroke=width * 1.72)
            canvas.circle(*centre, radius, colour, stroke=width)
            size = round(layout.cell * 0.39)
            canvas.text(str(number), *centre, size, ink_on(piece.side), "centre", Face.MEDIUM)

    @staticmethod
    def _win_colours(theme: Theme) -> tuple[Colour, Colour]:
        return (mark_theme(theme).red, halo(theme)) if theme.is_contrast else (_GOLD, _PALE_GOLD)

    def _draw_joint(self, canvas: Canvas, layout: BoardLayout, squares: Sequence[Square], joined: float) -> None:
        """The line through the stones, uncovered from its first end; it is drawn whole and clipped, to be made once."""
        (x0, y0), (x1, y1) = layout.centre_of(squares[0]), layout.centre_of(squares[-1])
        tip_x, tip_y = x0 + (x1 - x0) * joined, y0 + (y1 - y0) * joined
        pad = layout.cell / 4
        left, top = min(x0, tip_x) - pad, min(y0, tip_y) - pad
        seen = pygame.FRect(left, top, abs(tip_x - x0) + 2 * pad, abs(tip_y - y0) + 2 * pad)
        colour, pale = self._win_colours(canvas.theme)
        with canvas.clipped(seen):
            canvas.line([(x0, y0), (x1, y1)], layout.cell * 0.24, pale)
            canvas.line([(x0, y0), (x1, y1)], layout.cell * 0.13, colour)

    @staticmethod
    def _draw_foul(canvas: Canvas, layout: BoardLayout, square: Square) -> None:
        """The cross would not be seen on a black stone, so it stands on a pale disc."""
        canvas.circle(*layout.centre_of(square), layout.cell * 0.47, halo(canvas.theme))
        draw_forbidden(canvas, layout, square)

    def _stones(self, theme: Theme) -> str:
        return "contrast" if theme.is_contrast else self.stone_style


def star_points(board: Board) -> tuple[Square, ...]:
    """The dotted points: three from each corner, the middle where there is one, and on 19 lines those between."""
    if board.columns < 9 or board.rows < 9:
        return ()
    columns, rows = [3, board.columns - 4], [3, board.rows - 4]
    points = {(column, row) for column in columns for row in rows}
    if board.columns % 2 and board.rows % 2:
        middle = board.columns // 2, board.rows // 2
        points.add(middle)
        if board.columns >= 19:
            points |= {(middle[0], row) for row in rows} | {(column, middle[1]) for column in columns}
    return tuple(sorted(board.square(column, row) for column, row in points))
