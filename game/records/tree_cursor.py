"""Where one stands in a tree of moves, and the line that is looked at; what is played, said and turned round there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from game.records.tree import BoardShape, GameNode, GameTree


@dataclass(frozen=True, slots=True)
class TreeCursor:
    """A tree, a line of it (`line`: its nodes without the root, from the first move to the last), and how many moves of
    that line have been made. Stepping back and forth stays on the line. Edits give another cursor with another tree."""

    tree: GameTree
    line: tuple[int, ...]
    ply: int = 0

    @classmethod
    def at(cls, tree: GameTree, index: int = 0) -> TreeCursor:
        """At a node, on the line in which it stands."""
        return cls(tree, tree.line(index), tree.plies[index])

    @property
    def index(self) -> int:
        """The node of the move that was made last; 0 at the start."""
        return self.line[self.ply - 1] if self.ply else 0

    @property
    def node(self) -> GameNode:
        """That node."""
        return self.tree.nodes[self.index]

    @property
    def branch(self) -> int:
        """Where the innermost variation begins in which one stands; 0 on the main line."""
        index = self.index
        while index and self.tree.children(self.tree.parent(index))[0] == index:
            index = self.tree.parent(index)
        return index

    def texts(self, plies: int | None = None) -> tuple[str, ...]:
        """The moves of the line, by default all of them."""
        return tuple(self.tree.nodes[index].text for index in self.line[:plies])

    # --- going about --------------------------------------------------------------------------------------------------

    def at_ply(self, ply: int) -> TreeCursor:
        """After this many moves of the line, or at its nearer end."""
        return replace(self, ply=min(max(0, ply), len(self.line)))

    def to(self, index: int) -> TreeCursor:
        """At another node; the line stays where that stands on it."""
        ply = self.tree.plies[index]
        if not ply or (ply <= len(self.line) and self.line[ply - 1] == index):
            return replace(self, ply=ply)
        return TreeCursor.at(self.tree, index)

    def sibling(self, by: int) -> TreeCursor:
        """At the next (1) or the previous (-1) of the moves that are there in place of this one, round and round."""
        if not self.ply:
            return self
        others = self.tree.children(self.tree.parent(self.index))
        return self.to(others[(others.index(self.index) + by) % len(others)])

    # --- edits --------------------------------------------------------------------------------------------------------

    def play(self, text: str) -> TreeCursor:
        """After a further move: along the tree where it is there already, else on a line that it begins or goes on.
        Raises TreeError for a move without a text."""
        tree, index = self.tree.add(self.index, GameNode(text))
        return TreeCursor(tree, self.line, self.ply).to(index) if tree is self.tree else TreeCursor.at(tree, index)

    def told(self, node: GameNode) -> TreeCursor:
        """With other things said of this move. Raises TreeError for a node without its text."""
        return replace(self, tree=self.tree.replace(self.index, node))

    def commented(self, text: str) -> TreeCursor:
        """With these words in the place of all comments on this move; without words, with none."""
        return self.told(msgspec.structs.replace(self.node, comments=(text,) if text.strip() else ()))

    def judged(self, glyph: int) -> TreeCursor:
        """With a glyph at this move, or without it where it was there. Of those that judge a move (1 to 6) one stands
        at most."""
        glyphs = [each for each in self.node.glyphs if each != glyph]
        if len(glyphs) == len(self.node.glyphs):
            glyphs = [each for each in glyphs if glyph > _LAST_JUDGEMENT or each > _LAST_JUDGEMENT]
            glyphs = [glyph, *glyphs] if glyph <= _LAST_JUDGEMENT else [*glyphs, glyph]
        return self.told(msgspec.structs.replace(self.node, glyphs=tuple(glyphs)))

    def drawn(self, shape: BoardShape) -> TreeCursor:
        """With a shape on the board here: in the place of one of its kind on its squares; without it where the very
        same was there."""
        same = [each for each in self.node.shapes if (each.kind, each.squares) == (shape.kind, shape.squares)]
        others = tuple(each for each in self.node.shapes if each not in same)
        return self.told(msgspec.structs.replace(self.node, shapes=others if shape in same else (*others, shape)))

    def wiped(self) -> TreeCursor:
        """Without shapes here."""
        return self.told(msgspec.structs.replace(self.node, shapes=()))

    def removed(self) -> TreeCursor:
        """Before this move, which is gone with all that followed it. Raises TreeError at the start."""
        before = self.tree.parent(self.index)
        return TreeCursor.at(self.tree.remove(self.index), max(0, before))

    def promoted(self) -> TreeCursor:
        """With the innermost variation in which one stands before the moves that it stood beside."""
        branch = self.branch
        tree, at = self.tree.promote(branch)
        return TreeCursor.at(tree, self.index - branch + at) if branch else self

    def made_main(self) -> TreeCursor:
        """With the way here as the main line."""
        return TreeCursor.at(*self.tree.make_main(self.index)) if self.branch else self


_LAST_JUDGEMENT = 6
