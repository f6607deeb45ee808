"""A game as a tree: what was played, what else could have been, and what is said of each move. A played game is a tree
with one line.

A tree lies flat, in the order in which a book prints it: a node, all that follows its first continuation, then the
other continuations. `plies` has the depth of each node, so the nodes of a subtree stand side by side and a node's
parent is the last one before it that is one ply less deep:

    index  0     1     2     3     4     5            1. h8 i9 (1... h9 2. h7) 2. j8
    ply    0     1     2     3     2     3
    node   root  h8    i9    j8    h9    h7           main line: 1 2 3; children of 1: 2 and 4

Nothing here calls itself, so a tree may be as deep and as wide as it likes; equal trees are equal values; an edit gives
a new tree that shares its nodes with the old one, which is what undo needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Final

import msgspec

LONGEST_S: Final = 1e7
"""No move takes longer (four months), as far as files are concerned."""

SHAPE_KINDS: Final = ("arrow", "line", "ring", "square", "triangle", "cross", "dot", "label")
"""What can be drawn on a board: an arrow or a line between two squares; the others stand on one."""


class BoardShape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something drawn on the board for a position: one of `SHAPE_KINDS`, its squares as the variant names them, the
    letters of a label, and a colour (`red`, `blue`, `yellow`; empty = the usual one, green)."""

    kind: Annotated[str, msgspec.Meta(max_length=16)]
    squares: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=8)], ...], msgspec.Meta(min_length=1, max_length=2)]
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""
    colour: Annotated[str, msgspec.Meta(max_length=16)] = ""


class RecordedScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a file says a position is worth, from the view of the colour that the variant names first: `value` in the
    game's unit (a soldier, a man, a disc), or `mate` in this many moves (negative: the other wins), and how deep was
    searched (0 = not told). Exactly one of value and mate is there."""

    value: float | None = None
    mate: int | None = None
    depth: int = 0


class GameNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move and what a file tells of it and of the position after it.

    `text` is the variant's own (`Variant.write_move`), empty at the root alone, whose comments are said of the game as
    a whole. `comments` are said after the move, `before` before it, each a text with words. `glyphs` are NAGs
    (`game.records.glyphs`). `used_s` are the seconds that the side thought (0 = not told), `clock_s` those that it had
    left then. `properties` has what no field says, by the names of the form that it came from.
    """

    text: str = ""
    used_s: float = 0.0
    comments: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    glyphs: tuple[int, ...] = ()
    clock_s: float | None = None
    score: RecordedScore | None = None
    shapes: tuple[BoardShape, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()

    @property
    def comment(self) -> str:
        """All that is said after the move."""
        return "\n".join(self.comments)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is told but the move, the time for it and perhaps one comment."""
        told = self.before or self.glyphs or self.shapes or self.properties
        return not told and self.clock_s is None and self.score is None and len(self.comments) < 2


class TreeError(ValueError):
    """Nodes that make no tree, or an edit of a node that is not there."""


@dataclass(frozen=True)
class GameTree:
    """The nodes of a game and the ply of each, as the module describes; node 0 is the root, the position at the start.

    Raises TreeError where they make no tree. Nodes are named by their index, which holds for this value alone.
    """

    nodes: tuple[GameNode, ...] = (GameNode(),)
    plies: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        plies = self.plies
        if len(plies) != len(self.nodes) or not plies or plies[0] != 0:
            raise TreeError("every node has a ply, and the first is the root")
        if any(not 1 <= ply <= before + 1 for before, ply in pairwise(plies)):
            raise TreeError("a node follows none")

    @classmethod
    def of_line(cls, moves: Iterable[GameNode], root: GameNode | None = None) -> GameTree:
        """The tree of one line of moves."""
        nodes = (GameNode() if root is None else root, *moves)
        return cls(nodes, tuple(range(len(nodes))))

    # --- looking around -----------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """How many nodes there are, the root among them."""
        return len(self.nodes)

    @property
    def root(self) -> GameNode:
        """What is said of the game and of its start."""
        return self.nodes[0]

    @cached_property
    def _parents(self) -> tuple[int, ...]:
        parents = [-1] * len(self.plies)
        line: list[int] = []  # the node of each ply on the way to the present one
        for index, ply in enumerate(self.plies):
            del line[ply:]
            if line:
                parents[index] = line[-1]
            line.append(index)
        return tuple(parents)

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        children: list[list[int]] = [[] for _ in self.nodes]
        for index, parent in enumerate(self._parents[1:], 1):
            children[parent].append(index)
        return tuple(map(tuple, children))

    def parent(self, index: int) -> int:
        """The node before one; -1 for the root."""
        return self._parents[index]

    def children(self, index: int) -> tuple[int, ...]:
        """The nodes that follow one: the main continuation, then the variations."""
        return self._children[index]

    def end(self, index: int) -> int:
        """The index after the last node of what follows a node: `range(index, end)` is all of it."""
        ply = self.plies[index]
        for at in range(index + 1, len(self.plies)):
            if self.plies[at] <= ply:
                return at
        return len(self.plies)

    def path(self, index: int) -> tuple[int, ...]:
        """The nodes on the way to one, itself the last; without the root."""
        found = []
        while index > 0:
            found.append(index)
            index = self._parents[index]
        return tuple(reversed(found))

    def line(self, index: int) -> tuple[int, ...]:
        """The line in which a node stands: the way to it, then always the main continuation."""
        return (*self.path(index), *self._onwards(index))

    def _onwards(self, index: int) -> range:
        """The main continuation of a node, which lies behind it without a gap."""
        if self.plies[-1] == len(self.plies) - 1:  # there is one line alone
            return range(index + 1, len(self.plies))
        end = index + 1
        while end < len(self.plies) and self.plies[end] == self.plies[end - 1] + 1:
            end += 1
        return range(index + 1, end)

    @property
    def main_line(self) -> tuple[GameNode, ...]:
        """The moves that were played."""
        return self.nodes[1 : self._onwards(0).stop]

    @property
    def variations(self) -> int:
        """How many lines stand beside the main line, at any depth."""
        return sum(ply <= before for before, ply in pairwise(self.plies))

    # --- edits --------------------------------------------------------------------------------------------------------

    def add(self, index: int, node: GameNode) -> tuple[GameTree, int]:
        """The tree with a move after a node, behind those that are there, and where it stands. A move that is there
        already is not added again."""
        if not node.text:
            raise TreeError("a move has a text")
        for child in self.children(index):
            if self.nodes[child].text == node.text:
                return self, child
        at = self.end(index)
        return self._spliced(at, at, (node,), (self.plies[index] + 1,)), at

    def replace(self, index: int, node: GameNode) -> GameTree:
        """The tree with another node in the place of one; what follows stays."""
        if bool(node.text) != bool(index):
            raise TreeError("a move has a text, and the root has none")
        return GameTree((*self.nodes[:index], node, *self.nodes[index + 1 :]), self.plies)

    def timed(self, times_s: Sequence[float]) -> GameTree:
        """The tree with these seconds of thought for the moves of the main line, as far as they go."""
        line = self._onwards(0)[: len(times_s)]
        pairs = zip(self.nodes[1 : len(line) + 1], times_s, strict=False)
        timed = (msgspec.structs.replace(node, used_s=used_s) for node, used_s in pairs)
        return GameTree((self.nodes[0], *timed, *self.nodes[len(line) + 1 :]), self.plies)

    def remove(self, index: int) -> GameTree:
        """The tree without a node and all that follows it. The root stays."""
        if index <= 0:
            raise TreeError("the root can't be removed")
        return self._spliced(index, self.end(index), (), ())

    def promote(self, index: int) -> tuple[GameTree, int]:
        """The tree with a move as the main continuation of the one before it, and where it stands then."""
        first = self.children(self.parent(index))[0] if index > 0 else index
        if index == first:
            return self, index
        end = self.end(index)
        order = (*range(first), *range(index, end), *range(first, index), *range(end, len(self)))
        return GameTree(tuple(self.nodes[at] for at in order), tuple(self.plies[at] for at in order)), first

    def make_main(self, index: int) -> tuple[GameTree, int]:
        """The tree with the way to a node as its main line, and where the node stands then."""
        tree, depth = self, self.plies[index]
        way: Sequence[int] = self.path(index)
        for step in range(depth):
            tree, at = tree.promote(way[step])
            moved = way[step] - at  # what follows the promoted move came along with it
            way = [each - moved for each in way]
        return tree, way[-1] if way else 0

    def _spliced(self, start: int, end: int, nodes: tuple[GameNode, ...], plies: tuple[int, ...]) -> GameTree:
        return GameTree(
            (*self.nodes[:start], *nodes, *self.nodes[end:]), (*self.plies[:start], *plies, *self.plies[end:])
        )
