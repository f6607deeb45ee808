"""The positions of a tree of moves, each made when it is first asked for.

A tree of ten thousand nodes takes seconds to be played; a window shows thirty of them. What was found out about a move
belongs to the way that leads to it, so it outlives every edit of the tree: a branch is a place on that way.
"""

from __future__ import annotations

from game.records.tree import GameTree
from game.rules.core import Move, Position, Variant
from game.rules.game import Game


class Branch:
    """A place in a game: what leads there. Two moves with the same way are the same branch."""

    __slots__ = ("_following", "_move", "_position", "before", "text")

    def __init__(self, text: str, before: Branch | None) -> None:
        self.text = text
        self.before = before
        """The place one move earlier; None at the start."""
        self._following: dict[str, Branch] = {}
        self._position: Position | None = None
        self._move: Move | None = None

    def after(self, text: str) -> Branch:
        """The place after a further move."""
        found = self._following.get(text)
        if found is None:
            found = self._following[text] = Branch(text, self)
        return found

    @property
    def is_known(self) -> bool:
        """Whether its position is at hand."""
        return self._position is not None

    def known(self, move: Move | None, position: Position) -> None:
        """The move that leads here and the position, from who has them."""
        self._move, self._position = move, position

    def play(self, variant: Variant) -> tuple[Move | None, Position]:
        """The move that leads here (None at the start) and the position, which stays at hand. Raises RulesError for a
        move that can't be made."""
        way: list[Branch] = []
        place: Branch | None = self
        while place is not None and place._position is None:
            way.append(place)
            place = place.before
        position = place._position if place is not None else None
        assert position is not None, "the start is known"
        for each in reversed(way):
            before = position.unclaimed()
            each._move = variant.read_move(each.text, before)
            each._position = position = before.play(each._move)
        return self._move, position


class Branches:
    """The places of one game, from its start on."""

    def __init__(self, game: Game) -> None:
        """The moves of `game` are at hand."""
        self.variant = game.variant
        self.start = Branch("", None)
        self.start.known(None, game.start)
        place = self.start
        for ply, (text, move) in enumerate(zip(game.texts(), game.moves, strict=True), 1):
            place = place.after(text)
            place.known(move, game.at(ply))

    def of(self, tree: GameTree) -> tuple[Branch, ...]:
        """The place of each node."""
        found = [self.start]
        for index in range(1, len(tree)):
            found.append(found[tree.parent(index)].after(tree.nodes[index].text))
        return tuple(found)

    def at(self, place: Branch) -> Position:
        """The position at a place. Raises RulesError where the way there can't be played."""
        return place.play(self.variant)[1]

    def move(self, place: Branch) -> Move | None:
        """The move that leads to a place; None at the start. Raises RulesError like `at`."""
        return place.play(self.variant)[0]
