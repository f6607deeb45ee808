"""What a person's hand does on a board: a move in turn by clicks or a drag, or one of its gestures."""

from __future__ import annotations

from collections.abc import Callable

from game.rules.core import Move, Position, Refusal, Side, Square
from game.ui.board.gestures import Gesture
from game.ui.board.hand import Hand, Held
from game.ui.board.input import PathInput
from game.ui.board.refused import RefusedMark


class Movable:
    """Who may move on one board, and the move that is being put together there. Places of the mouse are in units."""

    def __init__(
        self,
        position: Position,
        on_move: Callable[[Move], None] | None,
        on_refused: Callable[[Refusal], None] | None,
    ) -> None:
        self.on_move = on_move
        self.on_refused = on_refused
        self.sides: frozenset[Side] = frozenset()
        """The sides for which the person may move here; empty = the board is only looked at."""
        self.closed: Refusal | None = None
        """What a click is answered with while the board is only looked at; None = with nothing."""
        self.gestures: tuple[Gesture, ...] = ()
        """What a hand can do here beside making its move in turn; a click is offered to them first."""
        self.is_over = False
        """Whether the end of the game is shown, so that nothing can be chosen."""
        self.input = PathInput(position)
        self.hand = Hand()
        self.refused: RefusedMark | None = None
        """The square where nothing can be played, while it is marked."""
        self._pressed_on: Square | None = None
        self._carrying: Gesture | None = None  # for which a piece is dragged

    @property
    def is_turn(self) -> bool:
        """Whether the person may move for the side to move."""
        return self.input.position.turn in self.sides

    @property
    def chosen(self) -> tuple[Square, ...]:
        """The squares of the move that the person is putting together, as far as it has come."""
        return self.input.path

    @property
    def picked(self) -> Square | None:
        """The square whose piece is in hand for something else than a move in turn."""
        return next((gesture.picked for gesture in self.gestures if gesture.picked is not None), None)

    @property
    def carried(self) -> Square | None:
        """The same while the piece is dragged."""
        return self._carrying.picked if self._carrying is not None and self.hand.is_dragging else None

    @property
    def is_carrying(self) -> bool:
        """Whether something is dragged that is not a move in turn."""
        return self._carrying is not None and self.hand.is_dragging

    def held(self) -> Held | None:
        """The piece in hand for a move in turn."""
        return self.hand.held(self.input.position, self.input.path)

    def lifted(self) -> set[Square]:
        """The squares on which nothing rests because of the hand: where it has taken a piece, what that has jumped and
        where it waits for its move to be played."""
        squares = set() if self.carried is None else {self.carried}
        held = self.held()
        if held is not None:
            squares |= {held.path[0], *self.input.taken(held.path)} | ({held.square} if held.has_arrived else set())
        return squares

    # ---- another position

    def begin(self, position: Position) -> None:
        """Nothing is in hand in another position."""
        self.input = PathInput(position)
        self.is_over = False
        self.refused = None
        self._pressed_on = self._carrying = None
        self.hand.clear()

    def go_on(self, position: Position) -> None:
        """A move was played: what was in hand for later is in hand for now."""
        picked, dragged = self.picked, self.hand.dragged_to
        self.begin(position)
        if picked is not None and self.is_turn and self.cancel() and self.input.pick_up(picked):
            self._pressed_on = picked if dragged else None
            self.hand.drag(dragged)

    # ---- the mouse

    @property
    def is_pressed(self) -> bool:
        """Whether the button was pressed on a square and not let go of."""
        return self._pressed_on is not None

    def press(self, square: Square | None, pos: tuple[float, float]) -> None:
        """The button went down on a square, or where it means nothing."""
        self._pressed_on = square
        self.hand.press(pos)

    def follow(self, square: Square | None, pos: tuple[float, float]) -> None:
        """The mouse has moved: perhaps with a piece, which it picks up once it is a little away."""
        begins = self._pressed_on is not None and self.hand.pulls_away(pos) and self._pick_up(self._pressed_on)
        if begins or self.hand.is_dragging:
            self.hand.drag(pos)
            if square is not None:
                self.input.pass_over(square)

    def release(self, square: Square | None) -> None:
        """A press and a release on one square are a click; the way out of a wrong press is to let go elsewhere."""
        pressed_on, self._pressed_on = self._pressed_on, None
        if self.hand.is_dragging:
            self.hand.drag(None)
            self._drop(square)
        elif pressed_on is not None and pressed_on == square:
            self.click(pressed_on)

    def interrupt(self) -> None:
        """The mouse does not count any more."""
        self._pressed_on = None
        self.hand.drag(None)

    def _pick_up(self, square: Square) -> bool:
        """Choose the piece on a square to be dragged. Returns whether there is one that can move."""
        if self.is_over or not self.sides:
            return False
        self._carrying = next((gesture for gesture in self.gestures if gesture.pick_up(square)), None)
        return self._carrying is not None or (self.is_turn and self.input.pick_up(square))

    def _drop(self, square: Square | None) -> None:
        """A dragged piece is let go of: where it can go it has moved; back on its square it stays chosen."""
        carrying, self._carrying = self._carrying, None
        if carrying is not None:
            carrying.drop(square)
            return
        if square is None:
            self.input.put_back()
            return
        answer = self.input.land(square)
        if isinstance(answer, Refusal):
            self._refuse(square, answer)
        elif answer is not None:
            self._play(answer, self.input.way.index(square, 1))

    # ---- choosing

    def choose(self, square: Square) -> None:
        """Choose the piece on a square, as a click there would; nothing where none can move."""
        if self.is_turn:
            self.input.pick_up(square)

    def click(self, square: Square) -> None:
        """A square was clicked, or confirmed by the keyboard."""
        if not self.sides or self.is_over:
            if self.closed:
                self._refuse(square, self.closed)
            return
        if any(gesture.choose(square) for gesture in self.gestures):
            return
        if not self.is_turn:
            self._refuse(square, Refusal("not-your-turn"))
            return
        before = self.input.path
        answer = self.input.choose(square)
        if isinstance(answer, Refusal):
            self._refuse(square, answer)
        elif answer is not None:
            self._play(answer, max(0, len(before) - 1) if self.input.way[: len(before)] == before else 0)
        elif self.input.path[:1] != before[:1]:
            self.hand.take_another()

    def shift(self, neighbour: Callable[[Square], Square]) -> Square | None:
        """Shift and an arrow key, for a gesture that has a use for it. Where its piece stands now; None for none."""
        return next((at for gesture in self.gestures if (at := gesture.shift(neighbour)) is not None), None)

    def let_go(self) -> bool:
        """Take back what was chosen so far, in turn or ahead. Returns whether there was anything."""
        if not self.cancel() and not self.input.path:
            return False
        self.input.clear()
        self.hand.drag(None)
        self._pressed_on = self._carrying = None
        return True

    def cancel(self) -> bool:
        """Take back what was chosen for something else than a move in turn. Returns whether there was anything."""
        cancelled = [gesture.cancel() for gesture in self.gestures]  # each of them
        return any(cancelled)

    def _play(self, move: Move, reached: int) -> None:
        """Hand over a move whose piece has been brought as far as that square of its way."""
        self.refused = None
        self.hand.make(move, self.input.way, reached)
        if self.on_move:
            self.on_move(move)

    def _refuse(self, square: Square, refusal: Refusal) -> None:
        self.refused = RefusedMark(square)
        if self.on_refused:
            self.on_refused(refusal)

    # ---- time

    def update(self, dt: float, *, still: bool) -> None:
        """Let the hand and the mark of a refusal go on by `dt` seconds; `still` without motion."""
        if self.refused:
            self.refused.update(dt)
            if self.refused.is_over:
                self.refused = None
        self.hand.update(dt, bool(self.input.path), still)
