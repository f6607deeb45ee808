"""Which moves of a tree stand in which row of its list: two columns of moves as they were played, and between them the
variations, each in rows of its own, indented by how deep it lies.

No position is needed for that, so ten thousand moves are laid out at once: a move of a variation has the room that the
game's moves take, whatever it is called, and the colours alternate from the move beside which it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from game.records.tree import GameNode, GameTree

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
    is the variation's first node where it begins here, else -1; `hidden` counts the moves that a folded one hides."""

    kind: RowKind
    depth: int
    cells: tuple[TreeCell, ...]
    begins: int = -1
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


IsFolded = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class _Section:
    """A variation beside the main line, laid out: its nodes are counted from its first one. It holds as long as the
    nodes are these."""

    nodes: tuple[GameNode, ...]
    plies: tuple[int, ...]
    rows: list[TreeRow]
    row_of: list[int]


class KeptSections:
    """What of a tree is laid out already, to be used again after an edit elsewhere in it: the sections by their first
    nodes, as long as folding, columns and measures are the same."""

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.sections: dict[Hashable, _Section] = {}


class TreeRows:
    """The rows of a tree, and the row of each node (that of its variation's beginning where it is folded)."""

    def __init__(
        self,
        tree: GameTree,
        counted: Counted,
        is_folded: IsFolded,
        measures: RowMeasures,
        laid: KeptSections | None = None,
        name: Callable[[int], Hashable] = lambda node: node,
    ) -> None:
        """`is_folded` tells of a variation by its first node whether only its beginning is shown. `laid` has what was
        laid out before, by the `name` of a first node that outlives edits; what is laid out now is put there."""
        self.row_of: list[int] = [0] * len(tree)
        self._rows: list[tuple[TreeRow, int]] = []
        sections: dict[Hashable, _Section] = {}
        main = _Laying(tree, counted, is_folded, measures, 0)

        def take_main() -> None:
            for row in main.rows:
                for cell in row.cells:
                    self.row_of[max(0, cell.node)] = len(self._rows)
                self._rows.append((row, 0))
            main.rows.clear()

        for node in main.lay_out(0):
            take_main()
            end, at = tree.end(node), name(node)
            nodes, plies = tree.nodes[node:end], tree.plies[node:end]
            section = laid.sections.get(at) if laid is not None else None
            if section is None or (section.nodes, section.plies) != (nodes, plies):
                laying = _Laying(tree, counted, is_folded, measures, node)
                laying.lay_out_all()
                section = _Section(nodes, plies, laying.rows, laying.row_of(end - node))
            sections[at] = section
            first = len(self._rows)
            self.row_of[node:end] = [first + row for row in section.row_of]
            self._rows += [(row, node) for row in section.rows]
        take_main()
        self.row_of[0] = 0
        if laid is not None:
            laid.sections = sections

    def __len__(self) -> int:
        return len(self._rows)

    def at(self, index: int) -> TreeRow:
        """A row, from 0 on."""
        row, base = self._rows[index]
        if not base:
            return row
        cells = tuple(replace(cell, node=cell.node + base) for cell in row.cells)
        return replace(row, cells=cells, begins=row.begins + base if row.begins >= 0 else -1)


class _Laying:
    """Lays out a main line, or one variation beside it with all that lies beside that. Nodes are counted from `base` on
    in what comes out."""

    def __init__(self, tree: GameTree, counted: Counted, is_folded: IsFolded, measures: RowMeasures, base: int) -> None:
        self.rows: list[TreeRow] = []
        self._tree = tree
        self._counted = counted
        self._is_folded = is_folded
        self._measures = measures
        self._base = base
        self._cells: list[TreeCell] = []
        self._depth = 0
        self._begins = -1
        self._right = 0.0
        self._places: dict[int, int] = {}

    def row_of(self, count: int) -> list[int]:
        """The rows of this many nodes from the first on."""
        found, row = [], 0
        for node in range(count):
            row = self._places.get(node, row)  # what is folded stands where its variation begins
            found.append(row)
        return found

    def lay_out_all(self) -> None:
        """Lay out the variation that begins at `base`."""
        for _ in self._lay_out([(self._base, 1, True)], deepest=1 << 30):
            raise AssertionError("everything lies within")

    def lay_out(self, start: int) -> Iterator[int]:
        """Lay out what follows a node of the main line; gives the first node of each variation beside it when its rows
        are due."""
        yield from self._lay_out([(start, 0, False)], deepest=0)

    def _lay_out(self, waiting: list[tuple[int, int, bool]], deepest: int) -> Iterator[int]:
        """What waits: to go on after a node, or to begin a variation with it; one that lies too deep is given."""
        tree = self._tree
        while waiting:
            node, depth, is_first = waiting.pop()
            self._end_row()
            if depth > deepest:
                yield node
                continue
            self._depth = depth
            if is_first:
                self._begins = node - self._base
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
            self._put("line" if self._depth else "moves", tuple(self._cells))
            self._cells = []

    def _put(self, kind: RowKind, cells: tuple[TreeCell, ...], hidden: int = 0) -> None:
        if kind in ("line", "moves"):
            for cell in cells:
                self._places[cell.node] = len(self.rows)
        self.rows.append(TreeRow(kind, self._depth, cells, self._begins, hidden))
        self._begins = -1

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
        self._end_row()
        self._put(kind, (TreeCell(node - self._base, 0.0, 0.0, ""),))

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
        self._cells.append(TreeCell(node - self._base, self._right, whole, number))
        self._right += whole

    def _fold(self, node: int) -> None:
        """The beginning of a variation alone, and how many moves follow it."""
        self._add_to_line(node)
        cells, self._cells = tuple(self._cells), []
        self._put("line", cells, self._tree.end(node) - node - 1)
