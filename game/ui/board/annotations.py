"""What is marked on a board apart from what the person does there: the last move, check, threats, hints, judgements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.core import Move, Piece, Square
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import (
    draw_badge,
    draw_check,
    draw_closed,
    draw_forbidden,
    draw_hint,
    draw_refuted,
    draw_threat,
)
from game.ui.board.painter import top_left
from game.ui.canvas import Canvas

if TYPE_CHECKING:
    from game.ui.board.view import BoardView


@dataclass(frozen=True, slots=True)
class Moment:
    """What decides on the marks of a view in this frame beside what its scene has set: the last move, whether something
    moves, whether the pieces are hidden, and whether a way of captures is being chosen."""

    view: BoardView
    layout: BoardLayout
    pieces: Mapping[Square, Piece]
    last_move: Move | None
    is_moving: bool
    is_blind: bool
    chooses_way: bool

    def draw_below(self, canvas: Canvas) -> None:
        """What lies under the person's choice."""
        view, layout, pieces = self.view, self.layout, self.pieces
        step = view.position.opening
        if step is not None and step.closed:
            draw_closed(canvas, layout, step.closed, () if self.is_blind else pieces)
        if view.show_forbidden and not self.is_blind:
            for square in view.position.forbidden():
                draw_forbidden(canvas, layout, square)
        self._draw_last_move(canvas)
        if view.show_threats and not self.is_blind and not self.is_moving:
            for square, at_once in view.position.threats().items():
                draw_threat(canvas, layout, square, square in pieces, at_once)
        self._draw_check(canvas)
        if view.best_line and not self.is_blind:
            self._draw_best_line(canvas)

    def draw_above(self, canvas: Canvas) -> None:
        """What lies over it."""
        view = self.view
        self._draw_judgement(canvas)
        if view.pointed is not None and not self.is_moving:
            draw_hint(canvas, self.layout, view.pointed)
        several = len(view.hints) > 1
        for rank in range(len(view.hints), 0, -1):
            draw_hint(canvas, self.layout, view.hints[rank - 1], rank if several else 0)

    def draw_last(self, canvas: Canvas) -> None:
        """How the game came to its end: the last move, and the check of a mate."""
        self._draw_last_move(canvas)
        self._draw_check(canvas)

    def _draw_last_move(self, canvas: Canvas) -> None:
        move = self.last_move
        if self.chooses_way:
            return  # a way of the past would cross the one that is being chosen
        if move and move.target is not None and not self.is_moving and not self.view.numbers.get(move.target):
            self.view.painter.draw_last_move(canvas, self.layout, move, self.pieces)

    def _draw_check(self, canvas: Canvas) -> None:
        """Who is in check, and by what; not while something moves, since it would point at where a piece was."""
        position, royal = self.view.position, self.view.painter.royal
        if not royal or self.is_moving or self.is_blind or not position.is_check():
            return
        threatened = Piece(position.colour_to_move, royal)
        general = next((square for square, piece in self.pieces.items() if piece == threatened), None)
        if general is None:
            return
        checkers = position.checkers()
        # in high contrast the corners around the piece that has just moved tell enough
        marked = self.last_move is not None and self.last_move.target in checkers
        with_arrows = not (canvas.theme.is_contrast and marked)
        draw_check(canvas, self.layout, general, checkers, self.view.check_word, with_arrows)

    def _draw_best_line(self, canvas: Canvas) -> None:
        # the line may come from a search of a moment ago: what does not fit the board any more is left out
        line, colour = self.view.best_line, self.view.position.colour_to_move
        first = line[0].path
        if first and (len(first) > 1) == (first[0] in self.pieces):
            self.view.painter.draw_best_line(canvas, self.layout, line, colour)

    def _draw_judgement(self, canvas: Canvas) -> None:
        """What is wrong with the last move, or with the next one: a placed piece that is refuted is thought of only."""
        view, layout = self.view, self.layout
        if view.badge and self.last_move and not self.is_moving:
            draw_badge(canvas, layout, self.last_move, view.badge)
        if not view.refuted:
            return
        move, mark = view.refuted
        if len(move.path) == 1 and move.path[0] not in self.pieces:
            piece = view.position.play(move).pieces().get(move.path[0])
            if piece:
                picture = view.painter.ghost(piece, layout, canvas.theme)
                canvas.lay(picture, top_left(picture, layout.centre_of(move.path[0])))
        draw_refuted(canvas, layout, move, mark)
