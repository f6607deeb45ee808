"""Which moves of a tree stand in which row of its list: two columns of moves as they were played, and between them the
variations, each in rows of its own, indented by how deep it lies.

No position is needed for that, so ten thousand moves are laid out at once: a move of a variation has the room that the
game's moves take, whatever it is called, and the colours alternate from the move beside which it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from game.records.tree import GameTree

RowKind = Literal["moves", "line", "comment", "before"]

DEEPEST: Final = 5
"""Variations that lie deeper are not indented further."""
INDENT: Final = 14.0
"""Units for each depth."""
TOGGLE: Final = 20.0
"""Before the first move of a variation, for what folds it."""


@dataclass(frozen=True, slots=True)
class TreeCell:
    """A move in a row: its node, where it begins from the left, how wide it is, and the number before it (empty: there
    is none). Node -1 holds the place of a move that stands elsewhere."""

    node: int
    left: float
    width: float
    number: str


@dataclass(frozen=True, slots=True)
class TreeRow:
    """Moves of the main line in their columns, moves of a variation, or what is said after a move (before it). `begins`
    is the variation's first node where it begins here, else 0; `hidden` counts the moves that a folded one hides."""

    kind: RowKind
    depth: int
    cells: tuple[TreeCell, ...]
    begins: int = 0
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class RowMeasures:
    """In units: the width of the list, what stands before the first column (numbers), the usual width of a move in a
    variation, and the widths of numbers and glyphs before and behind it."""

    width: float
    numbers: float
    move: float
    number: Callable[[str], float]
    glyphs: Callable[[tuple[int, ...]], float]


@dataclass(frozen=True, slots=True)
class Counted:
    """By the plies of a game, from 1 on: the column of each move (None: a choice, which has a row to itself) and the
    number of its row."""

    columns: Sequence[int | None]
    numbers: Sequence[int]

    @classmethod
    def of(cls, played: Sequence[int | None], longest: int, first: int) -> Counted:
        """Of the columns of the moves that were played, gone on to `longest` plies; `first` is the column of the first
        move where none was played."""
        columns: list[int | None] = [None]
        numbers = [0]
        for ply in range(1, longest + 1):
            known = ply <= len(played)
            last = next((each for each in reversed(columns) if each is not None), 1 - first) if not known else 0
            column = played[ply - 1] if known else 1 - last
            before = columns[-1]
            goes_on = column is not None and before is not None and column > before and ply > 1
            numbers.append(numbers[-1] + (0 if goes_on else 1))
            columns.append(column)
        return cls(columns, numbers)


class TreeRows:
    """The rows of a tree, and the row of each node (that of its variation's beginning where it is folded)."""

    def __init__(
        self, tree: GameTree, counted: Counted, is_folded: Callable[[int], bool], measures: RowMeasures
    ) -> None:
        """`is_folded` tells of a variation by its first node whether only its beginning is shown."""
        self.rows: list[TreeRow] = []
        self.row_of: list[int] = [0] * len(tree)
        self._tree = tree
        self._counted = counted
        self._is_folded = is_folded
        self._measures = measures
        self._cells: list[TreeCell] = []
        self._depth = 0
        self._begins = 0
        self._right = 0.0
        self._lay_out()

    def _lay_out(self) -> None:
        tree = self._tree
        waiting = [(0, 0, False)]  # go on after a node; or begin a variation with it
        while waiting:
            node, depth, is_first = waiting.pop()
            self._end_row()
            self._depth = depth
            if is_first:
                self._begins = node
                if self._is_folded(node):
                    self._fold(node)
                    continue
                self._add(node)
            while children := tree.children(node):
                self._add(children[0])
                if len(children) > 1:
                    waiting.append((children[0], depth, False))
                    waiting += [(each, depth + 1, True) for each in reversed(children[1:])]
                    break
                node = children[0]
        self._end_row()

    def _end_row(self) -> None:
        if self._cells:
            kind: RowKind = "line" if self._depth else "moves"
            for cell in self._cells:
                if cell.node > 0:
                    self.row_of[cell.node] = len(self.rows)
            self.rows.append(TreeRow(kind, self._depth, tuple(self._cells), self._begins))
            self._cells = []
            self._begins = 0

    def _add(self, node: int) -> None:
        said = self._tree.nodes[node]
        if said.before:
            self._say("before", node)
        if self._depth:
            self._add_to_line(node)
        else:
            self._add_to_columns(node)
        if said.comments:
            self._say("comment", node)

    def _say(self, kind: RowKind, node: int) -> None:
        begins, self._begins = (self._begins, 0) if not self._cells else (0, self._begins)
        self._end_row()
        self.rows.append(TreeRow(kind, self._depth, (TreeCell(node, 0.0, 0.0, ""),), begins))

    def _add_to_columns(self, node: int) -> None:
        measures, ply = self._measures, self._tree.plies[node]
        column, number = self._counted.columns[ply], str(self._counted.numbers[ply])
        width = (measures.width - measures.numbers - 4) / 2
        if column is None:
            self._end_row()
            self._cells = [TreeCell(node, measures.numbers, 2 * width + 4, number)]
            self._end_row()
            return
        if not column or (self._cells and self._cells[-1].left > measures.numbers):
            self._end_row()
        if column and not self._cells and self._counted.numbers[ply] == self._counted.numbers[ply - 1]:
            self._cells = [TreeCell(-1, measures.numbers, width, number)]  # its first half stands above what interrupts
        left = measures.numbers + column * (width + 4)
        self._cells.append(TreeCell(node, left, width, "" if self._cells else number))

    def _add_to_line(self, node: int) -> None:
        measures, ply, glyphs = self._measures, self._tree.plies[node], self._tree.nodes[node].glyphs
        left = min(self._depth, DEEPEST) * INDENT
        column, move_number = self._counted.columns[ply], self._counted.numbers[ply]
        width = measures.move + (measures.glyphs(glyphs) if glyphs else 0.0)
        told = f"{move_number}{'...' if column else ''}"
        number = told if not column or not self._cells else ""
        if self._cells and self._right + (measures.number(number) if number else 0.0) + width > measures.width:
            self._end_row()
        if not self._cells:
            self._right, number = left + TOGGLE, told
        whole = width + (measures.number(number) if number else 0.0)
        self._cells.append(TreeCell(node, self._right, whole, number))
        self._right += whole

    def _fold(self, node: int) -> None:
        """The beginning of a variation alone, and how many moves follow it."""
        end = self._tree.end(node)
        self._add_to_line(node)
        cells, self._cells = tuple(self._cells), []
        self.row_of[node:end] = [len(self.rows)] * (end - node)
        self.rows.append(TreeRow("line", self._depth, cells, node, end - node - 1))
        self._begins = 0
