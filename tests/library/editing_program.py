"""A program that edits a game of the library without end, and says after which edit all was told to be kept; the test
that kills it makes the same edits to know what must be there.

    python editing_program.py DATA_FOLDER KEY SEED
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from game.library.library import Library
from game.records import native
from game.records.branches import Branches
from game.records.edited import edited
from game.records.record import Record
from game.records.tree import BoardShape, GameTree
from game.records.tree_cursor import TreeCursor
from game.records.tree_history import TreeHistory
from game.storage.folders import find_folders

_LARGEST = 400


def edits(record: Record, seed: int) -> Iterator[GameTree]:
    """The trees after each edit, always the same for a seed; the words at the root say after how many."""
    chance = random.Random(seed)
    branches = Branches(record.empty_game())
    history = TreeHistory(TreeCursor.at(record.tree))
    number = 0
    while True:
        number += 1
        history.go(TreeCursor.at(history.cursor.tree, chance.randrange(len(history.cursor.tree))))
        _edit(history, branches, chance)
        history.go(TreeCursor.at(history.cursor.tree))
        history.do(history.cursor.commented(f"{seed} {number}"), "number")
        yield history.cursor.tree


def _edit(history: TreeHistory, branches: Branches, chance: random.Random) -> None:
    cursor = history.cursor
    position = branches.at(branches.of(cursor.tree)[cursor.index]).unclaimed()
    kind = chance.randrange(12)
    if kind < 5 and position.outcome() is None and len(cursor.tree) < _LARGEST:
        moves = list(position.legal_moves())
        history.do(cursor.play(branches.variant.write_move(chance.choice(moves), position)))
    elif kind == 5:
        history.do(cursor.commented("好棋, " * chance.randrange(60) + "好棋"))
    elif kind == 6 and cursor.index:
        history.do(cursor.judged(chance.randrange(1, 7)))
    elif kind == 7:
        history.do(cursor.drawn(BoardShape("arrow", ("h8", f"{chance.choice('abc')}1"))))
    elif kind == 8 and cursor.index and chance.random() < 0.3:
        history.do(cursor.removed())
    elif kind == 9:
        history.do(cursor.promoted() if chance.random() < 0.5 else cursor.made_main())
    elif kind == 10:
        history.undo()
    elif kind == 11:
        history.redo()


def main() -> None:
    """Edit until killed."""
    folder, key, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
    library = Library(find_folders({"QIGUAN_DATA": folder}))
    path = library.folder / key
    record = native.read(path.read_bytes()).record
    keeper = library.edit(key, False)
    chance = random.Random(-seed)
    for number, tree in enumerate(edits(record, seed), 1):
        keeper.keep(edited(record, tree).record)
        if chance.random() < 0.5:
            time.sleep(chance.random() * 0.004)
        if keeper.is_kept:
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
