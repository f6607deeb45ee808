"""What is marked on a board apart from what the person does there: the last move, check, threats, hints, judgements."""

from __future__ import annotations

from collections.abc import Mapping

from game.match.judgement import Mark
from game.rules.core import Move, Piece, Square
from game.ui.board.candidates import Candidates, draw_candidates
from game.ui.board.marks import (
    Worth,
    draw_badge,
    draw_check,
    draw_closed,
    draw_forbidden,
    draw_hint,
    draw_refuted,
    draw_settled,
    draw_threat,
    draw_worth,
)
from game.ui.board.moment import Moment
from game.ui.board.painter import top_left
from game.ui.paint.canvas import Canvas


class Annotations:
    """The marks of one board. Scenes set the attributes at any time; all take effect with the next frame."""

    def __init__(self) -> None:
        self.hints: tuple[Move, ...] = ()
        """Good moves, the best first, numbered where there are several; gone with the next position."""
        self.candidates: Candidates | None = None
        """The moves that an engine ranks; gone like `hints`."""
        self.best_line: tuple[Move, ...] = ()
        """The moves that the engine expects from the shown position on; gone like `hints`."""
        self.refuted: tuple[Move, Mark] | None = None
        """A move that was played from the shown position on, and what is wrong with it; gone like `hints`."""
        self.pointed: Move | None = None
        """A move that is pointed at elsewhere: its way is shown while no piece is moving. Gone like `hints`."""
        self.badge: Mark | None = None
        """What is wrong with the last move; gone like `hints`."""
        self.numbers: Mapping[Square, int] = {}
        """Numbers to write on the pieces of these squares."""
        self.faulty: Square | None = None
        """A square on which something lies that can't; marked as long as it is set."""
        self.settled: frozenset[Square] = frozenset()
        """Empty squares of which is known what a piece there comes to: a point on each; gone like `hints`."""
        self.worths: Mapping[Square, Worth] = {}
        """What a piece on an empty square comes to; gone like `hints`."""
        self.show_forbidden = True
        """Whether forbidden points are crossed out."""
        self.show_threats = False
        """Whether what the other side threatens is marked."""
        self.check_word = ""
        """What the flag beside a general in check says."""

    def clear(self) -> None:
        """Another position is shown."""
        self.hints = self.best_line = ()
        self.refuted = self.pointed = self.badge = self.candidates = None
        self.settled = frozenset()
        self.worths = {}

    def draw_below(self, canvas: Canvas, now: Moment) -> None:
        """What lies under the person's choice; while a way of captures is chosen, a way of the past would cross it."""
        layout, pieces = now.layout, now.pieces
        step = now.position.opening
        if step is not None and step.closed:
            draw_closed(canvas, layout, step.closed, () if now.is_blind else pieces)
        if self.show_forbidden and not now.is_blind:
            for square in now.position.forbidden():
                draw_forbidden(canvas, layout, square)
        if self.settled and not now.is_moving:
            for square in self.settled:
                draw_settled(canvas, layout, square)
        if not now.chooses_way:
            self._draw_last_move(canvas, now)
        if self.show_threats and not now.is_blind and not now.is_moving:
            for square, at_once in now.position.threats().items():
                draw_threat(canvas, layout, square, square in pieces, at_once)
        self._draw_check(canvas, now)
        if self.best_line and not now.is_blind:
            self._draw_best_line(canvas, now)

    def draw_above(self, canvas: Canvas, now: Moment) -> None:
        """What lies over it."""
        self._draw_judgement(canvas, now)
        if self.candidates is not None and not now.is_moving and not now.is_blind:
            shown = self.candidates
            canvas.passage(
                ("candidates", now.painter, now.layout, shown),
                lambda: draw_candidates(canvas, now.layout, now.painter, shown),
            )
        if self.pointed is not None and not now.is_moving:
            draw_hint(canvas, now.layout, self.pointed)
        if self.worths and not now.is_moving:
            for square, worth in self.worths.items():
                draw_worth(canvas, now.layout, square, worth)
        several = len(self.hints) > 1
        for rank in range(len(self.hints), 0, -1):
            draw_hint(canvas, now.layout, self.hints[rank - 1], rank if several else 0)

    def draw_last(self, canvas: Canvas, now: Moment) -> None:
        """How the game came to its end: the last move, and the check of a mate."""
        if not now.chooses_way:
            self._draw_last_move(canvas, now)
        self._draw_check(canvas, now)

    def _draw_last_move(self, canvas: Canvas, now: Moment) -> None:
        move = now.last_move
        if move and move.target is not None and not now.is_moving and not self.numbers.get(move.target):
            now.painter.draw_last_move(canvas, now.layout, move, now.pieces)

    def _draw_check(self, canvas: Canvas, now: Moment) -> None:
        """Who is in check, and by what; not while something moves, since it would point at where a piece was."""
        position, royal = now.position, now.painter.royal
        if not royal or now.is_moving or now.is_blind or not position.is_check():
            return
        threatened = Piece(position.colour_to_move, royal)
        general = next((square for square, piece in now.pieces.items() if piece == threatened), None)
        if general is None:
            return
        checkers = position.checkers()
        # in high contrast the corners around the piece that has just moved tell enough
        marked = now.last_move is not None and now.last_move.target in checkers
        with_arrows = not (canvas.theme.is_contrast and marked)
        draw_check(canvas, now.layout, general, checkers, self.check_word, with_arrows)

    def _draw_best_line(self, canvas: Canvas, now: Moment) -> None:
        # the line may come from a search of a moment ago: what does not fit the board any more is left out
        line, colour = self.best_line, now.position.colour_to_move
        first = line[0].path
        if first and (len(first) > 1) == (first[0] in now.pieces):
            now.painter.draw_best_line(canvas, now.layout, line, colour)

    def _draw_judgement(self, canvas: Canvas, now: Moment) -> None:
        """What is wrong with the last move, or with the next one: a placed piece that is refuted is thought of only."""
        layout = now.layout
        if self.badge and now.last_move and not now.is_moving:
            draw_badge(canvas, layout, now.last_move, self.badge)
        if not self.refuted:
            return
        move, mark = self.refuted
        if len(move.path) == 1 and move.path[0] not in now.pieces:
            piece = now.position.play(move).pieces().get(move.path[0])
            if piece:
                picture = now.painter.ghost(piece, layout, canvas.theme)
                canvas.lay(picture, top_left(picture, layout.centre_of(move.path[0])))
        draw_refuted(canvas, layout, move, mark)
