"""A tree that is looked at and edited: where one stands, what was done to it, and what each key does there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from game.match.lines import Line
from game.records.branches import Branches
from game.records.tree import BoardShape, GameTree, RecordedScore
from game.records.tree_cursor import TreeCursor
from game.records.tree_history import TreeHistory
from game.rules.core import PASS, Move, Position, RulesError, Square, must_pass
from game.ui.board.shapes import DrawnShape
from game.ui.scenes.keyed import Act
from game.ui.scenes.variations.words import JUDGEMENTS

LONGEST_COMMENT: Final = 20_000
"""Characters that can be typed at one move."""


class TreeEditing:
    """Edits of a game's tree. `on_shown` is called when one stands elsewhere, `on_edited` when the tree has changed; in
    that order where both have."""

    def __init__(
        self,
        branches: Branches,
        cursor: TreeCursor,
        on_shown: Callable[[], None],
        on_edited: Callable[[], None],
        *,
        main_stays: bool = False,
    ) -> None:
        """`main_stays`: no key turns the main line into another one."""
        self.branches: Final = branches
        self._main_stays = main_stays
        self._history = TreeHistory(cursor)
        self._on_shown = on_shown
        self._on_edited = on_edited

    @property
    def cursor(self) -> TreeCursor:
        """Where one stands."""
        return self._history.cursor

    @property
    def position(self) -> Position:
        """The position there."""
        return self.position_at(self.cursor.ply)

    @property
    def positions(self) -> list[Position]:
        """The start and the position after each move of the line, up to where one stands. Raises like `position_at`."""
        places = [self.branches.start]
        for text in self.cursor.texts(self.cursor.ply):
            places.append(places[-1].after(text))
        return [self.branches.at(place) for place in places]

    def position_at(self, ply: int) -> Position:
        """The position after this many moves of the line. Raises RulesError for a line that can't be played."""
        place = self.branches.start
        for text in self.cursor.texts(ply):
            place = place.after(text)
        return self.branches.at(place)

    def move_at(self, ply: int) -> Move | None:
        """The move of the line that led there; None at the start. Raises RulesError like `position_at`."""
        place = self.branches.start
        for text in self.cursor.texts(ply):
            place = place.after(text)
        return self.branches.move(place)

    # ---- going about

    def go(self, cursor: TreeCursor) -> None:
        """Stand elsewhere."""
        self._history.go(cursor)
        self._on_shown()

    def show(self, index: int) -> None:
        """Stand at a node."""
        self.go(self.cursor.to(index))

    # ---- edits

    def _do(self, cursor: TreeCursor, kind: str = "") -> None:
        before = self.cursor
        changed = self._history.do(cursor, kind)
        if cursor.index != before.index or cursor.texts(cursor.ply) != before.texts(before.ply):
            self._on_shown()
        if changed:
            self._on_edited()

    def play(self, move: Move) -> None:
        """Make a move where one stands: along the tree where it is there, else a variation grows. A pass that must
        follow it is made as well."""
        position = self.position.unclaimed()
        cursor = self.cursor.play(self.branches.variant.write_move(move, position))
        self._do(self._with_pass(cursor, position.play(move)))

    def play_line(self, line: Line, stays: bool = False) -> None:
        """Make the moves of a line that begins where one stands, as `play` does; `stays`: and stand where one stood."""
        cursor, here = self.cursor, self.cursor.index
        for text in line.texts(self.branches.variant):
            cursor = cursor.play(text)
        cursor = self._with_pass(cursor, line.positions[-1])
        self._do(cursor.to(here) if stays else cursor)

    def _with_pass(self, cursor: TreeCursor, after: Position) -> TreeCursor:
        """After a pass, where nothing else can follow the position."""
        try:
            if must_pass(after) and after.unclaimed().outcome() is None:
                return cursor.play(self.branches.variant.write_move(PASS, after))
        except RulesError:
            pass  # nothing can follow
        return cursor

    def comment(self, text: str) -> None:
        """Say this of the move; letters that follow each other are undone together."""
        self._do(self.cursor.commented(text), "comment")

    def judge(self, glyph: int) -> None:
        """Put a glyph at the move, or take it away."""
        self._do(self.cursor.judged(glyph))

    def draw(self, start: Square, end: Square, colour: str) -> None:
        """Draw a ring or an arrow here, or wipe it out."""
        board, name = self.position.board, self.branches.variant.square_name
        squares = (name(start, board),) if start == end else (name(start, board), name(end, board))
        self._do(self.cursor.drawn(BoardShape("ring" if start == end else "arrow", squares, colour=colour)))

    def wipe(self) -> None:
        """Wipe out all shapes here."""
        self._do(self.cursor.wiped())

    def remove(self) -> None:
        """Take the move out with all that follows it."""
        self._do(self.cursor.removed())

    def promote(self) -> None:
        """Let the variation stand before those beside it."""
        self._do(self.cursor.promoted())

    def make_main(self) -> None:
        """Let the way here be the main line."""
        self._do(self.cursor.made_main())

    def keep_line(self, ply: int, line: Line, glyph: int) -> None:
        """Let a line after this many moves of the main line be a variation, and judge the move in whose place it would
        be played (0: not at all), where nobody has."""
        cursor = TreeCursor.at(self.cursor.tree, ply)
        if glyph and not any(each in JUDGEMENTS for each in cursor.at_ply(ply + 1).node.glyphs):
            cursor = cursor.at_ply(ply + 1).judged(glyph).at_ply(ply)
        for text in line.texts(self.branches.variant):
            cursor = cursor.play(text)
        self._do(cursor)

    def keep_judgements(self, judged: Mapping[int, tuple[int, RecordedScore | None]]) -> None:
        """Put glyphs (0: none) and evaluations at moves of the main line, by their plies, where there are none yet."""
        cursor = self.cursor
        nodes = list(cursor.tree.nodes)
        for ply, (glyph, score) in judged.items():
            node = nodes[ply]  # the main line comes first, so that its nodes are numbered by their plies
            is_judged = not glyph or any(each in JUDGEMENTS for each in node.glyphs)
            glyphs = node.glyphs if is_judged else (*node.glyphs, glyph)
            nodes[ply] = msgspec.structs.replace(node, glyphs=glyphs, score=node.score or score)
        self._do(dataclasses.replace(cursor, tree=GameTree(tuple(nodes), cursor.tree.plies)))

    def take_over(self, tree: GameTree) -> None:
        """Have the tree as it has become elsewhere; one stands at the same move, where that is there."""
        here = TreeCursor.at(tree)
        for text in self.cursor.texts(self.cursor.ply):
            found = next((each for each in tree.children(here.index) if tree.nodes[each].text == text), None)
            if found is None:
                break
            here = here.to(found)
        self._do(here)

    def undo(self) -> None:
        """Undo the last edit."""
        if self._history.undo():
            self._on_shown()
            self._on_edited()

    def redo(self) -> None:
        """Do the last undone edit again."""
        if self._history.redo():
            self._on_shown()
            self._on_edited()

    # ---- what is to be seen and done

    def shapes(self) -> tuple[DrawnShape, ...]:
        """The shapes here, on the squares of the board."""
        return self.shapes_at(self.cursor.index)

    def shapes_at(self, index: int) -> tuple[DrawnShape, ...]:
        """The shapes at a node; those of the main line are numbered by their plies."""
        shapes = self.cursor.tree.nodes[index].shapes
        if not shapes:
            return ()
        board, name = self.position.board, self.branches.variant.square_name
        squares = {name(Square(square), board): Square(square) for square in range(board.squares)}
        return tuple(
            DrawnShape(each.kind, tuple(squares[at] for at in each.squares), each.text, each.colour)
            for each in shapes
            if all(at in squares for at in each.squares)
        )

    def acts(self) -> dict[str, Act]:
        """What the keys do with the tree now."""
        cursor, history = self.cursor, self._history
        acts: dict[str, Act] = {f"glyph_{glyph}": self._judger(glyph) for glyph in JUDGEMENTS} if cursor.ply else {}
        is_beside = cursor.index > len(cursor.tree.main_line)
        if cursor.ply:
            if is_beside or not self._main_stays:
                acts["remove"] = self.remove
            if len(cursor.tree.children(cursor.tree.parent(cursor.index))) > 1:
                acts["next_variation"] = lambda: self.go(self.cursor.sibling(1))
                acts["previous_variation"] = lambda: self.go(self.cursor.sibling(-1))
        if cursor.branch and not self._main_stays:
            acts |= {"promote": self.promote, "make_main": self.make_main}
        elif cursor.branch and cursor.tree.parent(cursor.branch) > len(cursor.tree.main_line):
            acts["promote"] = self.promote
        if cursor.node.shapes:
            acts["wipe"] = self.wipe
        if history.can_undo:
            acts["undo_edit"] = self.undo
        if history.can_redo:
            acts["redo_edit"] = self.redo
        return acts

    def _judger(self, glyph: int) -> Act:
        return lambda: self.judge(glyph)
