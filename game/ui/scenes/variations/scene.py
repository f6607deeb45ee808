"""A board before which a tree of moves grows: what the replay, the analysis board and a position that was set up share.

a move, a step ──> TreeEditing ──> board, list, explorer: the new position at once
an edit        ──> TreeEditing ──> it is kept, and the list shows it
"""

from __future__ import annotations

from abc import abstractmethod

import pygame

from game.records.branches import Branch, Branches
from game.records.record import Record
from game.records.tree_cursor import TreeCursor
from game.rules.core import Move, Outcome, Position, Side, Variant
from game.ui.board.view import BoardView
from game.ui.scenes.boarded import SteppedScene, hear_move
from game.ui.scenes.explorer.panel import OpeningExplorer
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.remark import Remark, said_of
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.hand import BoardKeys
from game.ui.scenes.variations.list import VariationList
from game.ui.scenes.variations.panel import TreePanel
from game.ui.scenes.variations.words import MARKS
from game.ui.stage.stage import Stage
from game.ui.widgets.area import TextArea


class TreeBoardScene(SteppedScene):
    """Shows the position of a tree where one stands; another move on the board makes the tree grow."""

    early = SteppedScene.early | {"next_variation", "previous_variation"}

    def __init__(self, stage: Stage, variant: Variant, position: Position) -> None:
        """Begins with a position on the board; whoever inherits has a tree grow (`_grow`) and shows it (`_show`)."""
        super().__init__(stage, BoardView(stage.painter(variant), position, self._play))
        self._hands = BoardKeys(self, self._act)
        self._explorer = OpeningExplorer(stage, self._play, self.layout)
        self._place: Branch | None = None
        self._moves: VariationList | None = None
        self._remark: Remark | None = None

    def _grow(self, branches: Branches, cursor: TreeCursor) -> None:
        """Have a tree before the board, in the place of what was there."""
        self.editing = TreeEditing(branches, cursor, self._show, self._edited)
        """The tree, and where one stands in it."""
        self._tree = TreePanel(self, self.editing)
        self.board.shapes.on_drawn = self.editing.draw
        self._place = None

    # ---- what a scene says of itself

    @property
    @abstractmethod
    def record(self) -> Record:
        """The game with its tree as it is kept."""

    @abstractmethod
    def _standing(self) -> tuple[Position, Outcome | None]:
        """What is on the board where one stands, and how the game has ended there."""

    @abstractmethod
    def _keep(self) -> None:
        """The tree was changed: have it kept."""

    def _looked(self) -> None:
        """Another position is on the board."""

    def _interrupt(self) -> None:
        """The person does something, which ends what went on by itself."""

    # ---- what is on the board

    @property
    def ply(self) -> int:
        """How many moves of the line that is looked at are on the board."""
        return self.editing.cursor.ply

    def _show(self) -> None:
        """Put on the board where one stands."""
        editing, board = self.editing, self.board
        cursor, (position, outcome) = editing.cursor, self._standing()
        move, place = editing.move_at(cursor.ply), self._tree.listing.places(cursor.tree)[cursor.index]
        if place.before is self._place and move is not None:
            board.play(move, editing.position_at(cursor.ply - 1), position)
        elif place is not self._place:
            board.show(position, move)
        self._place = place
        board.show_outcome(outcome)
        board.movable.sides = frozenset() if outcome is not None else frozenset(Side)
        self._tree.comments.finish()
        self._explorer.look(editing.positions, editing.branches.variant)
        self._looked()
        self._follow()

    def _follow(self) -> None:
        """Let everything that describes the shown move describe it."""
        cursor = self.editing.cursor
        self.board.shapes.shown = self.editing.shapes()
        judgement = next((each for each in cursor.node.glyphs if each in MARKS), 0)
        self.board.annotations.badge = MARKS.get(judgement)
        self._tree.listing.unfold(cursor)
        self._tree.listing.refresh(cursor)
        self._tell()

    def _play(self, move: Move) -> None:
        """A move was made on the board: where the tree has it one goes along, else a variation grows."""
        self._interrupt()
        before, rules = self.editing.position.unclaimed(), self.editing.branches.variant
        self.editing.play(move)
        hear_move(self.stage, rules, move, before, before.play(move))

    def _edited(self) -> None:
        """The tree was changed: it is kept, and shown as it is now."""
        self._keep()
        if self._remark is None and self._says_something and self._tree.comments.field is None:
            self.layout()
        self._follow()

    # ---- what is said of the move

    @property
    def _says_something(self) -> bool:
        """Whether anything is said of the game or of its moves."""
        return any(node.comments or node.before for node in self.editing.cursor.tree.nodes)

    def _tell(self) -> None:
        """Let the box tell what is said of the shown move."""
        if self._remark is not None:
            said = said_of(self.record, self.editing.cursor.node)
            self._remark.tell("", said, self.stage.t("library.no_comment"))

    def _lay_out_words(self, rect: pygame.FRect) -> list[Remark | TextArea]:
        """In that place what is said of the move, or the field in which one writes it; nothing where it is empty."""
        field = self._tree.comments.lay_out(rect)
        shows = rect.height and field is None
        self._remark = Remark(self.stage, rect, self._tree.write_comment) if shows else None
        self._tell()
        return [each for each in (self._remark, field) if each is not None]

    # ---- going about

    def step_by(self, by: int) -> None:
        """This many moves further or back."""
        self.go_to(self.ply + by)

    def go_to(self, ply: int) -> None:
        """The position after this many moves of the line."""
        self._interrupt()
        self.editing.go(self.editing.cursor.at_ply(ply))

    def show_node(self, index: int) -> None:
        """The position after a move of the tree."""
        self._interrupt()
        self.editing.show(index)

    def tree_acts(self) -> dict[str, Act]:
        """What the keys do with the tree and with the hand on the board."""
        return {
            **self.stepping(len(self.editing.cursor.line)),
            **self.editing.acts(),
            **self._tree.acts(),
            **self._hands.acts(),
            "explorer": self._explorer.toggle,
        }

    def widget_keys(self) -> dict[str, str]:
        """What makes a move on the board."""
        return {"tree_cursor": "Enter, ↑ ↓ ← →"}

    def handle(self, event: pygame.event.Event) -> bool:
        """The keys of the hand on the board, then as ever."""
        return self._hands.handle(event) or super().handle(event)

    def back(self) -> None:
        """Escape ends the writing first, or drops a shape that was begun."""
        if self._tree.comments.is_writing:
            self._tree.comments.finish()
        elif not self._hands.drop():
            self.close()
