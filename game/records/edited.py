"""A record after its tree was edited: what is true of it still."""

from __future__ import annotations

import msgspec

from game.records.native import Reading, decided
from game.records.record import Record
from game.records.tree import GameTree


def with_tree(record: Record, tree: GameTree) -> Record:
    """The record with another tree whose main line is the same, or is held to be."""
    return msgspec.structs.replace(record, tree=tree)


def is_amendment(record: Record, before: Record) -> bool:
    """Whether a record says the same as before but for what is put into it after its end: signatures, and the names,
    date and times that were signed."""
    return with_amendment(before, record) == record


def with_amendment(record: Record, amended: Record) -> Record:
    """The record with signatures, names, date and times of another one with the same main line."""
    return msgspec.structs.replace(
        record,
        tree=record.tree.timed([move.used_s for move in amended.moves]),
        seats=amended.seats,
        date=amended.date,
        proof=amended.proof,
    )


def edited(record: Record, tree: GameTree) -> Reading:
    """The record with another tree, whose main line can be played by the rules, and its game. The result stands as far
    as the moves bear it out; else it is the one that the last position gives, or none. Raises RulesError for a main
    line that can't be played."""
    changed = with_tree(record, tree)
    game = changed.empty_game()
    for node in changed.moves:
        game.enter_text(node.text)
    if changed.settle(game) is not None:
        changed = msgspec.structs.replace(changed, result=decided(game))
        changed.settle(game)
    return Reading(changed, game, None)
