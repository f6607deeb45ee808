"""Collections and tags: names for sets of games. A game may have several of either; a collection that was brought in is
one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from game.library.database.schema import transaction

LabelKind = Literal["collection", "tag"]


@dataclass(frozen=True, slots=True)
class Label:
    """A collection or a tag, and how many games it has."""

    number: int
    kind: LabelKind
    name: str
    games: int = 0


def labels_of(connection: sqlite3.Connection) -> list[Label]:
    """All collections and tags, each kind by name. Raises sqlite3.Error, as all functions here."""
    found = connection.execute(
        "SELECT id, kind, name, (SELECT count(*) FROM members WHERE label = labels.id) FROM labels"
        " ORDER BY kind, name COLLATE NOCASE"
    )
    return [Label(number, kind, name, games) for number, kind, name, games in found]


def label_named(connection: sqlite3.Connection, kind: LabelKind, name: str) -> int:
    """The number of a label, made where there is none of that name."""
    with transaction(connection):
        connection.execute("INSERT OR IGNORE INTO labels(kind, name) VALUES(?, ?)", (kind, name))
        row = connection.execute("SELECT id FROM labels WHERE kind = ? AND name = ?", (kind, name)).fetchone()
    return int(row[0])


def rename_label(connection: sqlite3.Connection, number: int, name: str) -> bool:
    """Give a label another name; False where another one of its kind has it."""
    try:
        connection.execute("UPDATE labels SET name = ? WHERE id = ?", (name, number))
    except sqlite3.IntegrityError:
        return False
    return True


def put_label(connection: sqlite3.Connection, number: int, games: Iterable[int]) -> None:
    """Give games a label; those that have it keep it."""
    with transaction(connection):
        connection.executemany(
            "INSERT OR IGNORE INTO members(label, game) SELECT ?, id FROM games WHERE id = ?",
            ((number, game) for game in games),
        )


def take_label(connection: sqlite3.Connection, number: int, games: Iterable[int]) -> None:
    """Take a label from games."""
    with transaction(connection):
        connection.executemany("DELETE FROM members WHERE label = ? AND game = ?", ((number, game) for game in games))


def labels_among(connection: sqlite3.Connection, games: Iterable[int]) -> dict[int, int]:
    """How many of some games have each label; labels that none of them has are left out."""
    found = connection.execute(
        "SELECT label, count(*) FROM members WHERE game IN (SELECT value FROM json_each(?)) GROUP BY label",
        (json.dumps(list(games)),),
    )
    return dict(found.fetchall())


def tags_of(connection: sqlite3.Connection, games: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """The names of each game's tags; games without any are left out."""
    found = connection.execute(
        "SELECT game, name FROM members JOIN labels ON labels.id = label WHERE kind = 'tag'"
        " AND game IN (SELECT value FROM json_each(?)) ORDER BY name COLLATE NOCASE",
        (json.dumps(list(games)),),
    )
    tags: dict[int, tuple[str, ...]] = {}
    for game, name in found:
        tags[game] = (*tags.get(game, ()), name)
    return tags


def remove_label(connection: sqlite3.Connection, number: int, with_games: bool) -> int:
    """Remove a label; `with_games`: with the games that have no other collection. Gives how many were deleted."""
    games: Sequence[int] = ()
    with transaction(connection):
        if with_games:
            games = [game for (game,) in connection.execute(
                "SELECT game FROM members WHERE label = ?1 AND game NOT IN (SELECT game FROM members WHERE label IN"
                " (SELECT id FROM labels WHERE kind = 'collection' AND id <> ?1))", (number,),
            )]  # fmt: skip
        connection.execute("DELETE FROM labels WHERE id = ?", (number,))
        connection.execute("DELETE FROM members WHERE label = ?", (number,))
        connection.execute("DELETE FROM imports WHERE label = ?", (number,))
        _delete(connection, games)
    return len(games)


def delete_games(connection: sqlite3.Connection, games: Iterable[int]) -> None:
    """Take games out of the store. Their entries in the search's indexes stay: they mean nobody any more."""
    with transaction(connection):
        _delete(connection, games)


def _delete(connection: sqlite3.Connection, games: Iterable[int]) -> None:
    for game in games:
        for statement in (
            "DELETE FROM games WHERE id = ?",
            "DELETE FROM records WHERE game = ?",
            "DELETE FROM changes WHERE game = ?",
            "DELETE FROM members WHERE game = ?",
        ):
            connection.execute(statement, (game,))
        connection.execute("UPDATE games SET double_of = NULL WHERE double_of = ?", (game,))
