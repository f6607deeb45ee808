"""The list of a tree in step with the tree: its rows, laid out when something about them has changed, and its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

import pygame

from game.records.branches import Branch, Branches
from game.records.tree import GameNode, GameTree
from game.records.tree_cursor import TreeCursor
from game.rules.core import Position, RulesError, Side
from game.ui.paint.theme import CAPTION
from game.ui.scenes.colours import both_mark
from game.ui.scenes.notation import move_words
from game.ui.scenes.page import measure
from game.ui.scenes.pictures import emblem_mark
from game.ui.scenes.variations.list import ListedTree, TreeActs, VariationList, numbers_width, view_of
from game.ui.scenes.variations.rows import Counted, KeptSections, RowMeasures, TreeRows
from game.ui.scenes.variations.words import score_text, signs_of
from game.ui.stage.stage import Stage
from game.ui.widgets.choices import Mark

_SAMPLES: Final = 60
"""How many moves from the start are measured for the width of a move's name."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """What the rows were laid out of."""

    tree: GameTree
    folded: frozenset[Branch]
    width: float

    def holds(self, tree: GameTree, folded: frozenset[Branch], width: float) -> bool:
        """Whether rows would be the same for another tree: words alone change none."""
        if tree is self.tree:
            return (self.folded, self.width) == (folded, width)
        old = self.tree
        return (
            (self.folded, self.width, old.plies) == (folded, width, tree.plies)
            and all(map(_lie_alike, old.nodes, tree.nodes))
        )  # fmt: skip


def _lie_alike(old: GameNode, new: GameNode) -> bool:
    """Whether two nodes take the same rows."""
    return old is new or (bool(old.comments), bool(old.before), old.glyphs) == (
        bool(new.comments),
        bool(new.before),
        new.glyphs,
    )


def _lead_alike(old: GameNode, new: GameNode) -> bool:
    """Whether two nodes have the same move."""
    return old is new or old.text == new.text


class TreeListing:
    """Keeps a `VariationList` in step with a cursor, and says what it writes."""

    def __init__(self, stage: Stage, branches: Branches) -> None:
        self._stage = stage
        self._branches = branches
        self._list: VariationList | None = None
        self._tree: GameTree | None = None
        self._places: tuple[Branch, ...] = ()
        self._laid: _Laid | None = None
        self._rows: TreeRows | None = None
        self._names: dict[Branch, str] = {}
        self._widest: float | None = None
        self._sections = KeptSections(None)
        self._has_times = False
        self._values: dict[Branch, str] = {}
        self.folded: frozenset[Branch] = frozenset()
        """Where the variations begin of which only the beginning is shown."""

    def lay_out(self, rect: pygame.FRect, acts: TreeActs) -> VariationList:
        """A list for that place; its rows come with the next `refresh`. Also after a change of language."""
        self._names.clear()
        self._laid = self._widest = None
        self._sections = KeptSections(None)
        self._list = VariationList(rect, self._stage.t("match.moves"), self, acts)
        return self._list

    def places(self, tree: GameTree) -> tuple[Branch, ...]:
        """The place of each node of a tree."""
        if tree is not self._tree:
            old, self._tree = self._tree, tree
            if old is None or old.plies != tree.plies or not all(map(_lead_alike, old.nodes, tree.nodes)):
                self._places = self._branches.of(tree)
            self._has_times = any(node.used_s for node in tree.main_line)
        return self._places

    def refresh(self, cursor: TreeCursor) -> None:
        """Bring the list in step."""
        shown = self._list
        if shown is None:
            return
        tree, places, width = cursor.tree, self.places(cursor.tree), shown.rect.width
        if self._rows is None or self._laid is None or not self._laid.holds(tree, self.folded, width):
            self._laid = _Laid(tree, self.folded, width)
            self._rows = self._lay_out_rows(tree, places, shown)
        shown.listed = ListedTree(tree, self._rows, cursor.index)
        shown.follow()

    def _lay_out_rows(self, tree: GameTree, places: tuple[Branch, ...], shown: VariationList) -> TreeRows:
        room = view_of(shown.rect).width - shown.beside_rows
        number = lru_cache(2048)(self._number)  # of the few that there are, for ten thousand moves
        measures = RowMeasures(room, numbers_width(room), self._move_width(), number, self._glyphs)
        main = range(1, len(tree.main_line) + 1)
        first = int(self._branches.at(places[0]).colour_to_move)
        columns = tuple(self._column(places[node]) for node in main)
        counted = Counted.of(columns, max(tree.plies), first)
        key = (columns, self.folded, room)
        if key != self._sections.key:
            self._sections = KeptSections(key)
        return TreeRows(
            tree, counted, lambda node: places[node] in self.folded, measures, self._sections, places.__getitem__
        )

    def _wide(self, text: str) -> float:
        return measure(self._stage, text, CAPTION)

    def _number(self, text: str) -> float:
        return self._wide(text) + 4.0

    def _glyphs(self, glyphs: tuple[int, ...]) -> float:
        return self._wide(signs_of(glyphs)) + 6.0

    def _move_width(self) -> float:
        """The room of a move in a variation: that of the widest move that begins the game, with a little air; naming
        them all takes some milliseconds, which every move that is made would cost."""
        if self._widest is None:
            self._widest = self._measured_width()
        return self._widest

    def _measured_width(self) -> float:
        position = self._branches.at(self._branches.start)
        names = (
            move_words(self._stage.t, self._branches.variant, move, position)
            for move in islice(position.legal_moves(), _SAMPLES)
        )
        return max((self._wide(name) for name in names), default=40.0) + 12.0

    def _before(self, place: Branch) -> Position:
        assert place.before is not None, "a move follows something"
        return self._branches.at(place.before)

    def _column(self, place: Branch) -> int | None:
        position, move = self._before(place), self._branches.move(place)
        is_choice = position.opening is not None and move in position.opening.choices
        return None if is_choice else int(position.colour_to_move)

    # ---- words

    def note(self, place: Branch, value: str) -> None:
        """The position at a place is worth so much, in a few characters: told beside its move where the tree tells
        nothing."""
        if self._values.get(place) != value:
            self._values[place] = value
            if self._list is not None:
                self._list.told += 1

    def text(self, node: int) -> str:
        """A move in the notation that the person reads; as it is written where the rules can't follow it."""
        place = self._places[node]
        found = self._names.get(place)
        if found is None:
            try:
                move = self._branches.move(place)
                assert move is not None
                found = move_words(self._stage.t, self._branches.variant, move, self._before(place).unclaimed())
            except RulesError:
                found = place.text
            self._names[place] = found
        return found

    def mark(self, node: int) -> Mark | None:
        """The piece of the colour that made a move."""
        rules, place = self._branches.variant, self._places[node]
        column = self._column(place)
        return both_mark(rules, 16) if column is None else emblem_mark(rules, Side(column), 16)

    def aside(self, node: int) -> str:
        """A move's evaluation, or one that somebody else knows, else the time that it took, where any took time."""
        assert self._tree is not None
        told = self._tree.nodes[node]
        if told.score is not None:
            return score_text(told.score)
        if self._places[node] in self._values:
            return self._values[self._places[node]]
        return self._stage.t("match.seconds", n=f"{told.used_s:.1f}") if self._has_times else ""

    # ---- folding

    def fold(self, node: int) -> None:
        """Fold the variation that begins with a node, or unfold it."""
        self.folded ^= {self._places[node]}

    def fold_all(self, begins: Iterable[int]) -> None:
        """Fold the variations that begin with these nodes; all are unfolded where these are folded already."""
        wanted = frozenset(self._places[node] for node in begins)
        self.folded = frozenset() if wanted <= self.folded else wanted

    def unfold(self, cursor: TreeCursor) -> None:
        """Unfold what hides where one stands: all around it, its own variation where it is beyond the beginning."""
        places = self.places(cursor.tree)
        way = [places[index] for index in cursor.line[: cursor.ply]]
        hidden = self.folded.intersection(way[:-1])
        if hidden:
            self.folded -= hidden
