"""What the collections say of the board that is asked for: the moves from its position, or its part that counts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pygame

from game.library.database.explorer import ExploredPosition
from game.library.database.game_database import BoardQuestion, GameDatabase
from game.records.fault import Fault
from game.rules.core import Move, Square
from game.ui.board.part_choice import PartChoice
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.collections.explorer import ExplorerList
from game.ui.scenes.collections.part import PartDialog
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

_HEAD = 44.0
_FOOT = 50.0


class BoardSide:
    """Asks for the moves, goes on with one of them and back, and lets the part be chosen."""

    def __init__(
        self, stage: Stage, database: GameDatabase, board: BoardQuestion, on_change: Callable[[], None]
    ) -> None:
        """`on_change` is called when something else is asked for."""
        self.board = board
        """What is asked for now."""
        self._stage = stage
        self._database = database
        self._on_change = on_change
        self._before: list[BoardQuestion] = []
        self._exploring: Future[ExploredPosition | Fault] | None = None
        self._explored: ExploredPosition | None = None
        self._told: BoardQuestion | None = None  # what the rows tell of
        self._room = pygame.FRect(0, 0, 0, 0)
        self.moves = ExplorerList(self._room, self._go_on)
        """The moves from the position."""

    @property
    def is_part(self) -> bool:
        """Whether only a part of the board counts."""
        return bool(self.board.squares)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._exploring is not None

    # ---- asking

    def ask(self) -> None:
        """Ask for the moves again: the store has changed."""
        self._exploring = None if self.is_part else self._database.explore(self.board)

    def take(self) -> None:
        """Take the answer, once it is there."""
        if self._exploring is not None and self._exploring.done():
            explored, self._exploring = self._exploring.result(), None
            if not isinstance(explored, Fault):
                self._explored, self._told = explored, self.board
                self.moves.show(self.board.position, self.board.variant, explored)

    def _go_on(self, move: Move) -> None:
        """Ask for the position after a move. Until the next answer is there the rows tell of the position before."""
        if self._told != self.board:
            return
        self._before.append(self.board)
        self._ask_for(BoardQuestion(self.board.position.unclaimed().play(move), self.board.variant))

    def _go_back(self) -> None:
        """Ask for the position before the last move again."""
        if self._before:
            self._ask_for(self._before.pop())

    def _ask_for(self, board: BoardQuestion) -> None:
        self.board = board
        self.ask()
        self._on_change()

    def choose_part(self) -> None:
        """Choose the squares whose pieces games must have."""
        self._stage.open(PartDialog(self._stage, self.board, self._ask_for))

    # ---- layout and drawing

    def widgets(self, room: pygame.FRect, key: str) -> list[Widget]:
        """The moves, or the board with its part; at the lower edge the choice of the part, whose key is told."""
        t = self._stage.t
        self._room = room
        part = Button(
            pygame.FRect(room.left, room.bottom - 42, room.width, 42), t("collections.part"), self.choose_part,
            icon="part", name="part",
        )  # fmt: skip
        part.tooltip, part.shortcut = t("collections.part_tip"), key
        inner = pygame.FRect(room.left, room.top + _HEAD, room.width, room.height - _HEAD - _FOOT)
        if self.is_part:
            return [self._part_shown(inner), part]
        moves = ExplorerList(inner, self._go_on)
        moves.take_over(self.moves)
        self.moves = moves
        if not self._before:
            return [moves, part]
        place = pygame.FRect(room.right - 40, room.top + 2, 40, 38)
        undo = SquareButton(place, "undo", self._go_back, t("collections.back_tip"), True, 20, "", "undo")
        return [undo, moves, part]

    def _part_shown(self, room: pygame.FRect) -> BoardView:
        """The board with its part, to be looked at."""
        board = self.board
        view = BoardView(self._stage.painter(board.variant), board.position, name="part_shown")
        choice = PartChoice(board.position.board, view.painter.frame, lambda: None, lambda: None)
        choice.squares = frozenset(map(Square, board.squares))
        view.movable.gestures = (choice,)
        view.annotations.show_forbidden = view.coordinates = view.enabled = False
        height = min(room.height, room.width / view.painter.frame.aspect)
        view.rect = pygame.FRect(room.left, room.top, room.width, height)
        return view

    def draw(self, canvas: Canvas) -> None:
        """Over the moves: what they are; in their place, if there are none, that there are none."""
        t, room = self._stage.t, self._room
        canvas.hairline(room.left, room.top + 2, room.width)
        title = t("collections.part_there" if self.is_part else "collections.moves_there")
        canvas.text(title, room.left, room.top + 22, BODY, face=Face.MEDIUM, width=room.width - 44)
        if self._explored is not None and not self._explored.moves and not self.is_part:
            top, ink = room.top + _HEAD + 14, canvas.theme.muted
            canvas.paragraph(t("collections.no_moves_there"), room.left, top, room.width, CAPTION, ink, 20)
