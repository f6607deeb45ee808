"""A record's tree on the board: every move with the position before and after it. Writers take their notations from it,
and whoever shows a variation its positions."""

from __future__ import annotations

from dataclasses import dataclass

from game.records.fault import fault_of_rules
from game.records.record import Record, RecordError
from game.records.tree import GameTree
from game.rules.core import Move, Position, RulesError, Variant


@dataclass(frozen=True, slots=True)
class PlayedTree:
    """A tree with, by the places of its nodes, the positions after them (the start at 0) and the moves that led there
    (the one at 0 is no move and stands for none)."""

    variant: Variant
    tree: GameTree
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]

    def before(self, index: int) -> Position:
        """The position in which a node's move was made."""
        return self.positions[self.tree.parent(index)].unclaimed()

    def texts(self, notation: str) -> tuple[str, ...]:
        """The moves in one of the variant's notations (`Variant.notations`), by node; the first is empty."""
        told = (
            self.variant.notations(self.moves[index], self.before(index))[notation]
            for index in range(1, len(self.moves))
        )
        return ("", *told)


_NO_MOVE = Move(())


def play_tree(record: Record) -> PlayedTree:
    """The record's tree, played by the rules of moving alone. Raises RecordError with the place of a move that can't be
    made, and where the variant or the start can't be read."""
    game, tree = record.empty_game(), record.tree
    variant = game.variant
    positions, moves = [game.start], [_NO_MOVE]
    for index in range(1, len(tree)):
        before = positions[tree.parent(index)].unclaimed()
        try:
            move = variant.read_move(tree.nodes[index].text, before)
            positions.append(before.play(move))
        except RulesError as error:
            raise RecordError(fault_of_rules(error, variant).at(move=tree.plies[index])) from error
        moves.append(move)
    return PlayedTree(variant, tree, tuple(positions), tuple(moves))
