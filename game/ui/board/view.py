"""The board as scenes use it: a widget that shows a position, lets a person play on it, and moves what moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.match.judgement import Mark
from game.rules.core import Move, Outcome, Piece, Position, Refusal, Side, Square
from game.storage.settings import Blindfold
from game.ui.board.annotations import Moment
from game.ui.board.captures import draw_captures, glow_strength
from game.ui.board.ending import ShownOutcome
from game.ui.board.gestures import Aside, AsideLook
from game.ui.board.hand import Hand, Held
from game.ui.board.input import PathInput
from game.ui.board.layout import BoardLayout
from game.ui.board.marks import (
    draw_cursor,
    draw_places,
    draw_reason,
    draw_selected,
    draw_targets,
)
from game.ui.board.motion import Motion, draw_piece, motions_back, motions_of
from game.ui.board.painter import BoardPainter, top_left
from game.ui.board.refused import RefusedMark
from game.ui.board.resting import RestingBoard, Standing
from game.ui.board.shapes import Scribbles
from game.ui.board.styles import slab_rect
from game.ui.canvas import Canvas
from game.ui.widgets.base import LEFT_BUTTON, RIGHT_BUTTON, Widget

_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_CHOOSE = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class BoardView(Widget):
    """Shows a position of any game. The scene sets the attributes below at any time; all take effect with the next
    frame, and `rect` is in units like every widget's.

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
        super().__init__(pygame.FRect(0, 0, 0, 0), name)
        self.painter = painter
        self.on_move = on_move
        self.on_refused = on_refused
        self.coordinates = True
        self.flipped = False
        self.reduced_motion = False
        self.interactive: frozenset[Side] = frozenset()
        """The sides for which the person may move here; empty = the board is only looked at."""
        self.closed: Refusal | None = None
        """What a click is answered with while the board is only looked at; None = with nothing."""
        self.hints: tuple[Move, ...] = ()
        """Good moves, the best first, numbered where there are several; gone with the next `show`, `play` or
        `take_back`."""
        self.best_line: tuple[Move, ...] = ()
        """The moves that the engine expects from the shown position on; gone like `hints`."""
        self.refuted: tuple[Move, Mark] | None = None
        """A move that was played from the shown position on, and what is wrong with it; gone like `hints`."""
        self.pointed: Move | None = None
        """A move that is pointed at elsewhere: its way is shown while no piece is moving."""
        self.badge: Mark | None = None
        """What is wrong with the last move; gone like `hints`."""
        self.numbers: Mapping[Square, int] = {}
        """Numbers to write on the pieces of these squares."""
        self.faulty: Square | None = None
        """A square on which something lies that can't; marked as long as it is set."""
        self.show_forbidden = True
        """Whether forbidden points are crossed out."""
        self.show_threats = False
        """Whether what the other side threatens is marked."""
        self.blindfold: Blindfold = "off"
        """How much is seen of the pieces while the game goes on; its outcome uncovers them."""
        self.asides: tuple[Aside, ...] = ()
        """What a hand can do here beside making its move in turn; a click is offered to them first."""
        self.check_word = ""
        """What the flag beside a general in check says."""
        self._input = PathInput(position)
        self._last_move: Move | None = None
        self._outcome: ShownOutcome | None = None
        self._motions: list[Motion] = []
        self._pointer: Square | None = None
        self._pressed_on: Square | None = None
        self._hand = Hand()
        self._carrying: Aside | None = None  # for which a piece is dragged
        self._scribbles = Scribbles()
        self._cursor = _middle(position)
        self._refused: RefusedMark | None = None
        self._resting = RestingBoard()
        self._glow_s = 0.0
        self._scale = 1.0
        self._laid: tuple[tuple[object, ...], BoardLayout] | None = None  # a layout keeps what it has computed

    # ---- what is shown

    @property
    def position(self) -> Position:
        """The position shown, or that the motion leads to."""
        return self._input.position

    @property
    def is_moving(self) -> bool:
        """Whether a piece is in motion or the winning line is still being drawn."""
        return bool(self._motions) or (self._outcome is not None and self._outcome.is_being_drawn)

    def show(self, position: Position, last_move: Move | None = None) -> None:
        """Show a position at once, without its outcome."""
        self._motions.clear()
        self._change(position, last_move)

    def play(self, move: Move, before: Position, after: Position) -> None:
        """Show a move being played: the stone drops, a piece slides, what is captured fades."""
        made = self._hand.made(move)
        picked, dragged = self.aside_picked, self._hand.dragged_to
        self._change(after, move)
        if (
            picked is not None
            and after.turn in self.interactive
            and self._cancel_asides()
            and self._input.pick_up(picked)
        ):
            # what was in hand for later is in hand for now
            self._pressed_on = picked if dragged else None
            self._hand.drag(dragged)
        if not self.reduced_motion:
            way, reached = (made.way, made.reached) if made else (move.path, 0)
            self._motions += motions_of(move, before, after, self._seen, way, reached)

    def take_back(self, move: Move, before: Position, after: Position, last_move: Move | None = None) -> None:
        """Show a move being taken back: from `after`, where it had been played, to `before`. `last_move` is the one
        that is the last now."""
        self._change(before, last_move)
        if not self.reduced_motion:
            self._motions += motions_back(move, before, after, self._seen)

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show the squares that decided the game: one every 120 ms once nothing else moves, then the line through them.
        None takes the marks away."""
        self._outcome = ShownOutcome(outcome, self.reduced_motion) if outcome is not None else None

    def refuse(self, square: Square) -> None:
        """Mark a square as one where nothing can be played, for a moment."""
        self._refused = RefusedMark(square)

    def choose(self, square: Square) -> None:
        """Choose the piece on a square, as a click there would; nothing where none can move."""
        if self.position.turn in self.interactive:
            self._input.pick_up(square)

    def point_out(self, square: Square) -> None:
        """Mark a square that is the reason of a refusal, as long as what was refused is marked."""
        if self._refused:
            self._refused.reason = square

    def _change(self, position: Position, last_move: Move | None) -> None:
        if position.board != self.position.board:
            self._cursor = _middle(position)
            self._pointer = None
        self._input = PathInput(position)
        self._last_move = last_move
        self._outcome = None
        self._refused = None
        self._pressed_on = None
        self._hand.clear()
        self._carrying = None
        self._scribbles.clear()
        self.hints = ()
        self.best_line = ()
        self.refuted = None
        self.pointed = None
        self.badge = None

    # ---- what the person points at

    @property
    def is_dragging(self) -> bool:
        """Whether a piece is being carried by the mouse."""
        return self._hand.is_dragging

    @property
    def chosen(self) -> tuple[Square, ...]:
        """The squares of the move that the person is putting together, as far as it has come."""
        return self._input.path

    @property
    def aside_picked(self) -> Square | None:
        """The square whose piece is in hand for something else than a move in turn."""
        return next((aside.picked for aside in self.asides if aside.picked is not None), None)

    @property
    def hovered_square(self) -> Square | None:
        """The square under the mouse, or under the keyboard's cursor while that is shown."""
        return self._cursor if self._shows_cursor else self._pointer

    @property
    def hovered_forbidden(self) -> tuple[Square, str] | None:
        """The forbidden point that is pointed at and its reason (`double-three`), for the scene to explain."""
        square = self.hovered_square
        if square is None or self._outcome or not self.show_forbidden or self._is_blind:
            return None
        reason = self.position.forbidden().get(square)
        return (square, reason) if reason else None

    def square_rect(self, square: Square) -> pygame.FRect:
        """Where a square lies, in units: a place for a tooltip. Asks for `rect` to be set."""
        cell = self._layout(self._scale).cell_of(square)
        return pygame.FRect(*(value / self._scale for value in cell))

    def square_at(self, pos: tuple[float, float]) -> Square | None:
        """The square at a place in units; None beside all."""
        return self._layout(self._scale).square_at((pos[0] * self._scale, pos[1] * self._scale))

    @property
    def lowest(self) -> float:
        """The lower edge of the lowest row of squares, in units."""
        layout = self._layout(self._scale)
        top = max(layout.row_y(0), layout.row_y(layout.board.rows - 1))
        return (top + (layout.diameter / 2 if layout.frame.on_points else layout.cell)) / self._scale

    @property
    def slab_rect(self) -> pygame.FRect:
        """The board itself inside `rect`, in units (it keeps its own shape)."""
        return pygame.FRect(*(value / self._scale for value in self._layout(self._scale).rect))

    # `focused` belongs to the widget group. It sets it on every widget whenever the focus moves or the mouse is
    # pressed, so a False means that the keyboard has gone elsewhere, even if the cursor was shown without a focus ring.
    @property
    def focused(self) -> bool:
        """Whether the view has the keyboard and shows its cursor."""
        return self._focused

    @focused.setter
    def focused(self, value: bool) -> None:
        self._focused = value
        self._keyboard = value

    @property
    def _shows_cursor(self) -> bool:
        return self._keyboard and self.enabled

    # ---- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse and the keys; positions of mouse events are in units. Returns whether the event was used."""
        if not (self.enabled and self.visible):
            self.hovered, self._pointer, self._pressed_on = False, None, None
            self._hand.drag(None)
            return False
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
            self._follow_drag(event.pos)
            return False
        if event.type == pygame.WINDOWLEAVE:
            self.hovered, self._pointer = False, None
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._point_at(event.pos)
            # a click that wipes arrows away while somebody else is to move chooses nothing ahead
            wipes = len(self._scribbles) > 0 and self.position.turn not in self.interactive
            self._scribbles.clear()
            self._pressed_on = None if wipes else self._pointer
            self._hand.press(event.pos)
            if self.hovered and self._pointer is None:
                self._cancel_asides()
            return self.hovered
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON and self.let_go():
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            self._point_at(event.pos)
            self._scribbles.begin(self._pointer)
            return self.hovered
        if event.type == pygame.MOUSEBUTTONUP and event.button == RIGHT_BUTTON:
            self._point_at(event.pos)
            return self._scribbles.end(self._pointer)
        if event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON and self._pressed_on is not None:
            return self._release(event.pos)
        return event.type == pygame.KEYDOWN and self._handle_key(event)

    def _point_at(self, pos: tuple[float, float]) -> None:
        self._keyboard = False
        at = (pos[0] * self._scale, pos[1] * self._scale)
        self.hovered = self._layout(self._scale).rect.collidepoint(at)
        self._pointer = self.square_at(pos)

    def _release(self, pos: tuple[float, float]) -> bool:
        """A press and a release on one square are a click; the way out of a wrong press is to let go elsewhere."""
        pressed_on, self._pressed_on = self._pressed_on, None
        self._point_at(pos)
        if self._hand.is_dragging:
            self._hand.drag(None)
            self._drop()
        elif pressed_on is not None and pressed_on == self._pointer:
            self._choose(pressed_on)
        return True

    def _follow_drag(self, pos: tuple[float, float]) -> None:
        """The mouse has moved: perhaps with a piece, which it picks up once it is a little away."""
        begins = self._pressed_on is not None and self._hand.pulls_away(pos) and self._pick_up(self._pressed_on)
        if begins or self._hand.is_dragging:
            self._hand.drag(pos)
            if self._pointer is not None:
                self._input.pass_over(self._pointer)

    def _pick_up(self, square: Square) -> bool:
        """Choose the piece on a square to be dragged. Returns whether there is one that can move."""
        if self._outcome or not self.interactive:
            return False
        self._carrying = next((aside for aside in self.asides if aside.pick_up(square)), None)
        if self._carrying is not None:
            return True
        return self.position.turn in self.interactive and self._input.pick_up(square)

    def let_go(self) -> bool:
        """Take back what was chosen so far, in turn or ahead. Returns whether there was anything."""
        if not self._cancel_asides() and not self._input.path:
            return False
        self._input.clear()
        self._hand.drag(None)
        self._pressed_on = self._carrying = None
        return True

    def _cancel_asides(self) -> bool:
        cancelled = [aside.cancel() for aside in self.asides]  # each of them
        return any(cancelled)

    def _drop(self) -> None:
        """A dragged piece is let go of: where it can go it has moved; back on its square it stays chosen."""
        square, carrying = self._pointer, self._carrying
        if carrying is not None:
            self._carrying = None
            carrying.drop(square)
            return
        if square is None:
            self._input.put_back()
            return
        answer = self._input.land(square)
        if isinstance(answer, Refusal):
            self._refuse(square, answer)
        elif answer is not None:
            self._play(answer, self._input.way.index(square, 1))

    def _handle_key(self, event: pygame.event.Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if event.key in _ARROWS and self.interactive:
            if event.mod & pygame.KMOD_SHIFT and self._push(event.key):
                return True
            layout = self._layout(self._scale)
            if self._shows_cursor:
                self._cursor = layout.neighbour(self._cursor, *_ARROWS[event.key])
            elif self._pointer is not None:
                self._cursor = layout.nearest_playable(self._pointer)
            self._keyboard = True
            return True
        if event.key in _CHOOSE and (self.interactive or self.closed):
            if self._shows_cursor:
                self._choose(self._cursor)
            self._keyboard = True
            return True
        return event.key == pygame.K_ESCAPE and self.let_go()

    def _push(self, key: int) -> bool:
        """Shift and an arrow key: for an aside, if one has a use for it. The keyboard's cursor goes along."""
        layout = self._layout(self._scale)
        for aside in self.asides:
            square = aside.shift(lambda square: layout.neighbour(square, *_ARROWS[key]))
            if square is not None:
                self._cursor = square
                return True
        return False

    def _choose(self, square: Square) -> None:
        if not self.interactive or self._outcome:
            if self.closed:
                self._refuse(square, self.closed)
            return
        if any(aside.choose(square) for aside in self.asides):
            return
        if self.position.turn not in self.interactive:
            self._refuse(square, Refusal("not-your-turn"))
            return
        before = self._input.path
        answer = self._input.choose(square)
        if isinstance(answer, Refusal):
            self._refuse(square, answer)
        elif answer is not None:
            self._play(answer, max(0, len(before) - 1) if self._input.way[: len(before)] == before else 0)
        elif self._input.path[:1] != before[:1]:
            self._hand.take_another()

    def _play(self, move: Move, reached: int) -> None:
        """Hand over a move whose piece has been brought as far as that square of its way."""
        self._refused = None
        self._hand.make(move, self._input.way, reached)
        if self.on_move:
            self.on_move(move)

    def _refuse(self, square: Square, refusal: Refusal) -> None:
        self.refuse(square)
        if self.on_refused:
            self.on_refused(refusal)

    # ---- time

    def update(self, dt: float) -> None:
        """Let everything move on by `dt` seconds."""
        super().update(dt)
        if self._motions:
            self._motions = [motion for motion in self._motions if motion.advance(dt)]
        elif self._outcome:
            self._outcome.update(dt)
        if self._refused:
            self._refused.update(dt)
            if self._refused.is_over:
                self._refused = None
        self._hand.update(dt, bool(self._input.path), self.reduced_motion)
        self._glow_s += dt

    # ---- drawing

    def prepare(self, canvas: Canvas) -> None:
        """Make the board's pictures now instead of with the first frame; it takes some 50 to 150 ms."""
        self._scale = canvas.scale
        self._resting.picture(canvas, self._layout(canvas.scale), self.painter, self._standing())

    def draw(self, canvas: Canvas) -> None:
        """Draw the board, what stands and moves on it, and its marks."""
        self._scale = canvas.scale  # events are measured by the frame that the person saw
        layout = self._layout(canvas.scale)
        style = self.painter.style(canvas.theme)
        ground = pygame.FRect(*(value / canvas.scale for value in slab_rect(style, layout)))
        canvas.shadow(ground, style.radius * layout.unit / canvas.scale, 2 if style.is_solid else 1)
        standing = self._standing()
        canvas.lay(self._resting.picture(canvas, layout, self.painter, standing), (layout.x, layout.y))
        on_board = canvas.like(scale=1.0)
        hovered, taken = self.hovered_square, frozenset(standing)
        on_board.passage(
            ("coordinates", self.painter, layout, hovered, taken),
            lambda: self.painter.draw_coordinates(on_board, layout, hovered, taken),
        )
        if self._outcome:
            self._draw_motions(on_board, layout)
            self._draw_outcome(on_board, layout, self._outcome)
        else:
            moment = self._moment(layout)
            moment.draw_below(on_board)
            self._draw_choice(on_board, layout, moment.pieces)
            moment.draw_above(on_board)
            self._draw_motions(on_board, layout)
            self._draw_in_hand(on_board, layout)
            self._draw_asides(on_board, layout)
        self._scribbles.draw(on_board, layout)
        if self._shows_cursor:
            draw_cursor(on_board, layout, self._cursor)
        if self.faulty is not None:
            draw_reason(on_board, layout, self.faulty)
        if self._refused:
            self._refused.draw(on_board, layout, self.reduced_motion, not self._is_blind)

    def _layout(self, scale: float) -> BoardLayout:
        left, top = round(self.rect.left * scale), round(self.rect.top * scale)
        area = pygame.Rect(left, top, round(self.rect.right * scale) - left, round(self.rect.bottom * scale) - top)
        key = (tuple(area), self.position.board, self.painter.frame, self.coordinates, self.flipped)
        if self._laid is None or self._laid[0] != key:
            self._laid = key, BoardLayout.fit(area, *key[1:])
        return self._laid[1]

    def _held(self) -> Held | None:
        return self._hand.held(self.position, self._input.path)

    def _standing(self) -> dict[Square, Standing]:
        """What rests on the board: not what moves, is in hand or has been jumped."""
        hidden = {square for motion in self._motions for square in motion.hides}
        if self._carrying is not None and self._carrying.picked is not None and self._hand.is_dragging:
            hidden.add(self._carrying.picked)
        held = self._held()
        if held is not None:
            hidden |= {held.path[0], *self._input.taken(held.path)} | ({held.square} if held.has_arrived else set())
        last = self._last_move.target if self._last_move else None
        numbers = {} if self._is_blind else self.numbers
        return {
            square: Standing(seen, number := numbers.get(square, 0), bool(number) and square == last)
            for square, piece in self.position.pieces().items()
            if square not in hidden and (seen := self._seen(piece)) is not None
        }

    # ---- blindfold

    @property
    def _is_blind(self) -> bool:
        return self.blindfold != "off" and self._outcome is None

    def _seen(self, piece: Piece) -> Piece | None:
        """What is seen of a piece; None for nothing."""
        if not self._is_blind:
            return piece
        return self.painter.covered(piece) if self.blindfold == "discs" else None

    def _draw_asides(self, canvas: Canvas, layout: BoardLayout) -> None:
        dragged = self._hand.dragged_to
        carried = (dragged[0] * self._scale, dragged[1] * self._scale) if self._carrying and dragged else None
        look = AsideLook(layout, self.painter, self.position, self._seen, carried, self._is_blind, self.reduced_motion)
        for aside in self.asides:
            aside.draw(canvas, look)
        square = self._carrying.picked if self._carrying else None
        piece = self.position.pieces().get(square) if square is not None else None
        seen = self._seen(piece) if piece is not None else None
        if carried and square is not None and seen is not None:
            draw_piece(canvas, layout, self.painter, seen, square, carried, 1.0, self._hand.height)

    def _draw_in_hand(self, canvas: Canvas, layout: BoardLayout) -> None:
        held = self._held()
        piece = self._seen(held.piece) if held is not None else None
        if held is None or piece is None:
            return
        centre = self._hand.centre(layout, held.square, self._scale)
        draw_piece(canvas, layout, self.painter, piece, held.square, centre, 1.0, self._hand.height)

    def _draw_motions(self, canvas: Canvas, layout: BoardLayout) -> None:
        for motion in self._motions:
            motion.draw(canvas, layout, self.painter)

    def _moment(self, layout: BoardLayout) -> Moment:
        return Moment(
            self,
            layout,
            self.position.pieces(),
            self._last_move,
            bool(self._motions),
            self._is_blind,
            bool(self._input.path) and self._input.must_capture,
        )

    def _draw_outcome(self, canvas: Canvas, layout: BoardLayout, shown: ShownOutcome) -> None:
        moment = self._moment(layout)
        if self._motions or not shown.outcome.line:
            moment.draw_last(canvas)
            return
        marked, joined = shown.stage
        self.painter.draw_outcome(canvas, layout, shown.outcome, moment.pieces, marked, joined)

    def _draw_choice(self, canvas: Canvas, layout: BoardLayout, pieces: Mapping[Square, Piece]) -> None:
        """What the person has chosen or is about to place."""
        if self.position.turn not in self.interactive:
            return
        if self._input.must_capture and not self._is_blind and not self._motions:
            strength = 1.0 if self.reduced_motion else glow_strength(self._glow_s)
            draw_captures(canvas, layout, self.painter, self._input, self._held(), strength)
        if self._input.path:
            if not self._is_blind and not self._input.must_capture:
                draw_targets(canvas, layout, self._input.targets(), pieces)
            draw_selected(canvas, layout, self._hand.centre(layout, self._input.path[-1], self._scale))
            return
        if not self._is_blind and not self._motions:
            hovered = self.hovered_square
            draw_places(canvas, layout, (at for at in self._input.few_placements if at != hovered))
        square = self.hovered_square
        piece = self._input.placed(square) if square is not None and not self._is_blind else None
        if square is not None and piece:
            picture = self.painter.ghost(piece, layout, canvas.theme)
            canvas.lay(picture, top_left(picture, layout.centre_of(square)))


def _middle(position: Position) -> Square:
    board = position.board
    return board.square(board.columns // 2, board.rows // 2)
