"""Games for the store of collections, and how they get into it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence

from game.library.database.labels import label_named
from game.library.database.storing import StoredLot, StoreWriter
from game.records.native import Reading
from game.records.record import Record, SeatInfo
from game.records.tree import GameNode, GameTree
from game.rules.core import PASS, Position, must_pass
from game.rules.game import Game
from game.rules.registry import variant


def reading(
    name: str, *moves: str, first: str = "", second: str = "", start: Position | None = None, **told: object
) -> Reading:
    """A game as a file tells it: its moves are entered by legality alone."""
    game = Game(variant(name), start)
    for move in moves:
        game.enter_text(move)
    nodes = [GameNode(text) for text in game.texts()]
    told.setdefault("tree", GameTree.of_line(nodes))
    record = Record(
        variant=name,
        start=game.variant.write_position(game.start),
        seats=(SeatInfo("human", first), SeatInfo("human", second)),
        **told,
    )
    return Reading(record, game, None)


def random_reading(name: str, seed: int, plies: int = 30, start: Position | None = None) -> Reading:
    """A game of random moves, always the same for a seed."""
    rng = random.Random(f"{name} {seed}")
    game = Game(variant(name), start)
    for _ in range(plies):
        moves = (PASS,) if must_pass(game.position) else game.position.legal_moves()
        if game.outcome is not None or not moves:
            break
        game.play(rng.choice(moves))
    return reading(name, *game.texts(), start=start)


def fill(store: sqlite3.Connection, readings: Sequence[Reading], name: str = "mine") -> StoredLot:
    """Put games into a collection, as one lot."""
    writer = StoreWriter(store, label_named(store, "collection", name))
    for each in readings:
        writer.put(each)
    return writer.flush()
