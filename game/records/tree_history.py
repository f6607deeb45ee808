"""What was done to a tree, to be undone and done again.

A step keeps the part of the tree that it changed, not the trees before and after it: a thousand words said of the moves
of a tree of ten thousand nodes are a thousand nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.records.tree import GameNode, GameTree
from game.records.tree_cursor import TreeCursor


@dataclass(frozen=True, slots=True)
class _Part:
    """Some nodes that stand side by side in a tree, and where one stood in that."""

    nodes: tuple[GameNode, ...]
    plies: tuple[int, ...]
    index: int


@dataclass(frozen=True, slots=True)
class _TreeStep:
    """From the node `start` on, `before` became `after`. Steps of one `kind` (not empty) at one node are one."""

    start: int
    before: _Part
    after: _Part
    kind: str


class TreeHistory:
    """The edits of one tree. `cursor` is where one stands now; going about is not an edit."""

    def __init__(self, cursor: TreeCursor) -> None:
        self.cursor = cursor
        self._done: list[_TreeStep] = []
        self._undone: list[_TreeStep] = []
        self._is_open = False

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to be undone."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is one to be done again."""
        return bool(self._undone)

    def go(self, cursor: TreeCursor) -> None:
        """Stand elsewhere in the tree; what comes next is another edit."""
        self.cursor = cursor
        self._is_open = False

    def do(self, cursor: TreeCursor, kind: str = "") -> bool:
        """An edit that gave this cursor, done where one stood; returns whether it changed anything. Edits of one kind
        that follow each other at one node are undone together (the letters of a comment)."""
        before, self.cursor = self.cursor, cursor
        if cursor.tree is before.tree:
            return False
        step = _step_between(before, cursor, kind)
        if step is None:
            return False
        last = self._done[-1] if self._done else None
        if kind and self._is_open and last is not None and (last.kind, last.start) == (kind, step.start):
            self._done[-1] = _TreeStep(step.start, last.before, step.after, kind)
        else:
            self._done.append(step)
        self._is_open = bool(kind)
        self._undone.clear()
        return True

    def undo(self) -> bool:
        """Undo the last edit and stand where it was made; returns whether there was one."""
        if not self._done:
            return False
        step = self._done.pop()
        self._undone.append(step)
        self._put(step.start, step.after, step.before)
        return True

    def redo(self) -> bool:
        """Do the last edit that was undone again; returns whether there was one."""
        if not self._undone:
            return False
        step = self._undone.pop()
        self._done.append(step)
        self._put(step.start, step.before, step.after)
        return True

    def _put(self, start: int, gone: _Part, come: _Part) -> None:
        tree, end = self.cursor.tree, start + len(gone.nodes)
        nodes = (*tree.nodes[:start], *come.nodes, *tree.nodes[end:])
        plies = (*tree.plies[:start], *come.plies, *tree.plies[end:])
        self.cursor = TreeCursor.at(GameTree(nodes, plies), come.index)
        self._is_open = False


def _step_between(before: TreeCursor, after: TreeCursor, kind: str) -> _TreeStep | None:
    """What differs between two trees; None where nothing does."""
    old, new = before.tree, after.tree
    most = min(len(old), len(new))
    start = next((at for at in range(most) if not _equal_at(old, new, at, at)), most)
    if start == len(old) == len(new):
        return None
    left = most - start
    end = next((at for at in range(1, left + 1) if not _equal_at(old, new, -at, -at)), left + 1) - 1
    parts = [
        _Part(
            cursor.tree.nodes[start : len(cursor.tree) - end],
            cursor.tree.plies[start : len(cursor.tree) - end],
            cursor.index,
        )
        for cursor in (before, after)
    ]
    return _TreeStep(start, parts[0], parts[1], kind)


def _equal_at(old: GameTree, new: GameTree, there: int, here: int) -> bool:
    """Whether two trees have the very same node there; those that an edit passes over are not compared letter by
    letter."""
    return old.nodes[there] is new.nodes[here] and old.plies[there] == new.plies[here]
