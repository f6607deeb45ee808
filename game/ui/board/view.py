"""The board as scenes use it: a widget that shows a position, lets a person play on it, and moves what moves."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.rules.core import Move, Outcome, Piece, Position, Refusal, Side, Square
from game.storage.settings import Blindfold
from game.ui.board.ahead import MarksAhead
from game.ui.board.animation import Animation
from game.ui.board.annotations import Annotations
from game.ui.board.choice import draw_choice, draw_in_hand
from game.ui.board.ending import RING_S, ShownOutcome
from game.ui.board.flourish import InkSplash, Petals, SplashPictures
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import draw_cursor, draw_reason
from game.ui.board.moment import Moment
from game.ui.board.motion import SLIDE_S, motions_back, motions_of, setting_out
from game.ui.board.movable import Movable
from game.ui.board.painter import BoardPainter
from game.ui.board.placement import Placement
from game.ui.board.pointing import Pointing
from game.ui.board.refused import RefusedMark
from game.ui.board.resting import RestingBoard, RestingPiece
from game.ui.board.shapes import DrawnShapes
from game.ui.board.styles import slab_rect
from game.ui.paint.canvas import Canvas
from game.ui.widgets.base import LEFT_BUTTON, RIGHT_BUTTON, Widget, held_modifiers

_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_CHOOSE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class BoardView(Widget):
    """Shows a position of any game: what a person may do on it is in `movable`, what is marked in `annotations`. Scenes
    set their attributes and those below at any time; all take effect with the next frame, and `rect` is in units like
    every widget's.

    A view outlives the layout of its scene: give the same one a new `rect` instead of making another, so that it keeps
    its pictures and what is moving.
    """

    def __init__(
        self,
        painter: BoardPainter,
        position: Position,
        on_move: Callable[[Move], None] | None = None,
        on_refused: Callable[[Refusal], None] | None = None,
        name: str = "board",
    ) -> None:
        """`on_move` is called with a legal move that the person has chosen; the view shows it only when told to by
        `play`. `on_refused` is called when a click can't begin or continue a legal move."""
        self._pointing = Pointing(position.board)
        super().__init__(pygame.FRect(0, 0, 0, 0), name)
        self.painter = painter
        self.coordinates = True
        self.flipped = False
        self.reduced_motion = False
        self.blindfold: Blindfold = "off"
        """How much is seen of the pieces while the game goes on; its outcome uncovers them."""
        self.movable = Movable(position, on_move, on_refused)
        self.annotations = Annotations()
        self.shapes = DrawnShapes()
        """What is drawn on the board; moves wipe it out."""
        self._animation = Animation()
        self._placement = Placement()
        self._resting = RestingBoard()
        self._splashes = SplashPictures()
        self._marks = MarksAhead()
        self._last_move: Move | None = None

    # ---- what is shown

    @property
    def position(self) -> Position:
        """The position shown, or that the motion leads to."""
        return self.movable.input.position

    @property
    def is_moving(self) -> bool:
        """Whether a piece is in motion or the winning line is still being drawn."""
        return self._animation.is_moving

    def show(self, position: Position, last_move: Move | None = None) -> None:
        """Show a position at once, without its outcome."""
        self._animation.stop()
        self._begin(position, last_move)
        self.movable.begin(position)

    def set_out(self, position: Position) -> None:
        """Show a position whose pieces are put on the board one after the other."""
        self.show(position)
        if not self.reduced_motion:
            self._animation.begin(setting_out(position))

    def play(self, move: Move, before: Position, after: Position) -> None:
        """Show a move being played: the stone drops, a piece slides, what is captured fades."""
        made = self.movable.hand.made(move)
        self._begin(after, move)
        self.movable.go_on(after)
        if not self.reduced_motion:
            way, reached = (made.way, made.reached) if made else (move.path, 0)
            self._animation.begin(motions_of(move, before, after, self._seen, way, reached))
            if after.is_check() and not self._is_blind and after.outcome() is None:
                self._splash(self._royal_square(after, after.turn), is_large=False)

    def take_back(self, move: Move, before: Position, after: Position, last_move: Move | None = None) -> None:
        """Show a move being taken back: from `after`, where it had been played, to `before`. `last_move` is the one
        that is the last now."""
        self._begin(before, last_move)
        self.movable.begin(before)
        if not self.reduced_motion:
            self._animation.begin(motions_back(move, before, after, self._seen))

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show the squares that decided the game: one every 120 ms once nothing else moves, then the line through them.
        None takes the marks away."""
        self._animation.end_game(outcome, at_once=self.reduced_motion)
        self.movable.is_over = outcome is not None

    def celebrate(self, outcome: Outcome) -> None:
        """Let petals fall from the row that has won the game, or ink splash round the king that was mated: for the
        moment in which it ends, beside `show_outcome`."""
        if self.reduced_motion or outcome.winner is None:
            return
        if self.position.is_check():
            self._splash(self._royal_square(self.position, outcome.winner.other), is_large=True)
        elif len(outcome.line) > 1:  # one square alone shows a fault of the other side
            self._animation.adorn(Petals(outcome.line, 2 * RING_S))

    def _splash(self, square: Square | None, is_large: bool) -> None:
        if square is not None:
            self._animation.adorn(InkSplash(square, SLIDE_S, is_large))

    def _royal_square(self, position: Position, side: Side) -> Square | None:
        """Where the piece of a side stands that can be in check; None if there is none."""
        royal = Piece(side, self.painter.royal)
        return next((square for square, piece in position.pieces().items() if piece == royal), None)

    def refuse(self, square: Square) -> None:
        """Mark a square as one where nothing can be played, for a moment."""
        self.movable.refused = RefusedMark(square)

    def point_out(self, square: Square) -> None:
        """Mark a square that is the reason of a refusal, as long as what was refused is marked."""
        if self.movable.refused:
            self.movable.refused.reason = square

    def _begin(self, position: Position, last_move: Move | None) -> None:
        if position.board != self.position.board:
            self._pointing.begin(position.board)
        self._last_move = last_move
        self._animation.outcome = None
        self._animation.glow_s = 0.0
        self.shapes.clear()
        self.annotations.clear()

    # ---- what the person points at

    @property
    def hovered_square(self) -> Square | None:
        """The square under the mouse, or under the keyboard's cursor while that is shown."""
        return self._pointing.cursor if self._shows_cursor else self._pointing.pointer

    @property
    def hovered_forbidden(self) -> tuple[Square, str] | None:
        """The forbidden point that is pointed at and its reason (`double-three`), for the scene to explain."""
        square = self.hovered_square
        if square is None or self._animation.outcome or not self.annotations.show_forbidden or self._is_blind:
            return None
        reason = self.position.forbidden().get(square)
        return (square, reason) if reason else None

    def square_rect(self, square: Square) -> pygame.FRect:
        """Where a square lies, in units: a place for a tooltip. Asks for `rect` to be set."""
        return self._placement.to_units(self._layout.cell_of(square))

    def square_at(self, pos: tuple[float, float]) -> Square | None:
        """The square at a place in units; None beside all."""
        return self._layout.square_at(self._placement.to_pixels(pos))

    @property
    def lowest(self) -> float:
        """The lower edge of the lowest row of squares, in units."""
        layout = self._layout
        top = max(layout.row_y(0), layout.row_y(layout.board.rows - 1))
        return (top + (layout.diameter / 2 if layout.frame.on_points else layout.cell)) / self._placement.scale

    @property
    def slab_rect(self) -> pygame.FRect:
        """The board itself inside `rect`, in units (it keeps its own shape)."""
        return self._placement.to_units(self._layout.rect)

    # `focused` belongs to the widget group. It sets it on every widget whenever the focus moves or the mouse is
    # pressed, so a False means that the keyboard has gone elsewhere, even if the cursor was shown without a focus ring.
    @property
    def focused(self) -> bool:
        """Whether the view has the keyboard and shows its cursor."""
        return self._focused

    @focused.setter
    def focused(self, value: bool) -> None:
        self._focused = value
        self._pointing.by_keyboard = value

    @property
    def _shows_cursor(self) -> bool:
        return self._pointing.by_keyboard and self.enabled

    @property
    def _layout(self) -> BoardLayout:
        return self._placement.layout(
            self.rect, self.position.board, self.painter.frame, self.coordinates, self.flipped
        )

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse and the keys; positions of mouse events are in units. Returns whether the event was used."""
        movable, pointing = self.movable, self._pointing
        if not (self.enabled and self.visible):
            self.hovered, pointing.pointer = False, None
            movable.interrupt()
            return False
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
            movable.follow(pointing.pointer, event.pos)
            return False
        if event.type == pygame.WINDOWLEAVE:
            self.hovered, pointing.pointer = False, None
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._point_at(event.pos)
            # a click that wipes arrows away while somebody else is to move chooses nothing ahead
            wipes = len(self.shapes) > 0 and not movable.is_turn
            self.shapes.wipe()
            movable.press(None if wipes else pointing.pointer, event.pos)
            if self.hovered and pointing.pointer is None:
                movable.cancel()
            return self.hovered
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON and movable.let_go():
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self._point_at(event.pos)
            self.shapes.begin(pointing.pointer)
            return self.hovered
        if event.type == pygame.MOUSEBUTTONUP and event.button == RIGHT_BUTTON:
            self._point_at(event.pos)
            return self.shapes.end(pointing.pointer, held_modifiers())
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and movable.is_pressed:
            self._point_at(event.pos)
            movable.release(pointing.pointer)
            return True
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _point_at(self, pos: tuple[float, float]) -> None:
        self._pointing.by_keyboard = False
        self.hovered = self._layout.rect.collidepoint(self._placement.to_pixels(pos))
        self._pointing.pointer = self.square_at(pos)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        movable, pointing = self.movable, self._pointing
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if event.key in _ARROWS and movable.sides:
            layout, direction = self._layout, _ARROWS[event.key]
            if event.mod & pygame.KMOD_SHIFT:
                pushed = movable.shift(lambda square: layout.neighbour(square, *direction))
                if pushed is not None:
                    pointing.cursor = pushed
                    return True
            pointing.step(layout, direction, is_shown=self._shows_cursor)
            return True
        if event.key in _CHOOSE and (movable.sides or movable.closed):
            if self._shows_cursor:
                movable.click(pointing.cursor)
            pointing.by_keyboard = True
            return True
        return event.key == pygame.K_ESCAPE and movable.let_go()

    # ---- time

    def update(self, dt: float) -> None:
        """Let everything move on by `dt` seconds."""
        super().update(dt)
        self._animation.update(dt)
        self.movable.update(dt, still=self.reduced_motion)

    # ---- drawing

    def prepare(self, canvas: Canvas) -> None:
        """Make the pictures of board and pieces now instead of with the first frame; it takes some 50 to 150 ms. Raises
        NotYetError where less is allowed; then the next call goes on."""
        self._placement.scale = canvas.scale
        self._resting.prepare(canvas, self._layout, self.painter, self._standing())

    def draw(self, canvas: Canvas) -> None:
        """Draw the board, what stands and moves on it, and its marks."""
        self._placement.scale = canvas.scale
        layout = self._layout
        style = self.painter.style(canvas.theme)
        ground = self._placement.to_units(slab_rect(style, layout))
        canvas.shadow(ground, style.radius * layout.unit / canvas.scale, 2 if style.is_solid else 1)
        standing = self._standing()
        for tile, (x, y) in self._resting.tiles(canvas, layout, self.painter, standing):
            canvas.lay(tile, (layout.x + x, layout.y + y))
        on_board = canvas.like(scale=1.0)
        hovered, taken = self.hovered_square, frozenset(standing)
        on_board.passage(
            ("coordinates", self.painter, layout, hovered, taken),
            lambda: self.painter.draw_coordinates(on_board, layout, hovered, taken),
        )
        now, animation = self._moment(layout), self._animation
        if animation.outcome:
            animation.draw(on_board, layout, self.painter)
            self._draw_outcome(on_board, now, animation.outcome)
        else:
            self.annotations.draw_below(on_board, now)
            draw_choice(on_board, now, self.movable, hovered, canvas.scale, animation.glow_s)
            self.annotations.draw_above(on_board, now)
            animation.draw(on_board, layout, self.painter)
            draw_in_hand(on_board, now, self.movable, canvas.scale)
        animation.draw_adornments(on_board, layout)
        if now.is_moving:
            self._marks.make(on_board, now, self.annotations.draw_last)
        elif self.painter.royal and not (self.reduced_motion or animation.is_moving):
            self._splashes.make_next(on_board, layout)
        self.shapes.draw(on_board, layout, hovered)
        if self._shows_cursor:
            draw_cursor(on_board, layout, self._pointing.cursor)
        if self.annotations.faulty is not None:
            draw_reason(on_board, layout, self.annotations.faulty)
        if self.movable.refused:
            self.movable.refused.draw(on_board, layout, self.reduced_motion, not self._is_blind)

    def _moment(self, layout: BoardLayout) -> Moment:
        dragged = self.movable.hand.dragged_to if self.movable.is_carrying else None
        return Moment(
            layout=layout,
            painter=self.painter,
            position=self.position,
            pieces=self.position.pieces(),
            last_move=self._last_move,
            seen=self._seen,
            is_blind=self._is_blind,
            is_moving=self._animation.moves_pieces,
            is_still=self.reduced_motion,
            chooses_way=bool(self.movable.chosen) and self.movable.input.must_capture,
            carried=self._placement.to_pixels(dragged) if dragged is not None else None,
        )

    def _draw_outcome(self, canvas: Canvas, now: Moment, shown: ShownOutcome) -> None:
        if now.is_moving or not shown.outcome.line:
            self.annotations.draw_last(canvas, now)
            return
        marked, joined = shown.stage
        self.painter.draw_outcome(canvas, now.layout, shown.outcome, now.pieces, marked, joined)

    def _standing(self) -> dict[Square, RestingPiece]:
        """What rests on the board, also what a move will only change in a moment: not what moves or is in hand."""
        hidden = self._animation.hides | self.movable.lifted()
        last = self._last_move.target if self._last_move else None
        numbers = {} if self._is_blind else self.annotations.numbers
        waiting = {square: RestingPiece(piece) for square, piece in self._animation.waiting.items()}
        resting = {
            square: RestingPiece(seen, number := numbers.get(square, 0), bool(number) and square == last)
            for square, piece in self.position.pieces().items()
            if square not in hidden and (seen := self._seen(piece)) is not None
        }
        return {**resting, **waiting}

    # ---- blindfold

    @property
    def _is_blind(self) -> bool:
        return self.blindfold != "off" and self._animation.outcome is None

    def _seen(self, piece: Piece) -> Piece | None:
        """What is seen of a piece; None for nothing."""
        if not self._is_blind:
            return piece
        return self.painter.covered(piece) if self.blindfold == "discs" else None
