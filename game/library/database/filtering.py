"""Which games of the store are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.library.database.orders import GameOrders, Order, numbers_in
from game.library.database.words import match_for
from game.openings.naming import codes_called
from game.rules.core import Termination
from game.rules.registry import variants_of

_ENDED: Final = f"termination NOT IN ('', '{Termination.ABANDONED}')"
_RESULTS: Final = {
    # the winner is a player; `first_colour` tells whose colour the player who began has at the end
    "first": "(winner IS NOT NULL AND winner = first_colour)",
    "second": "(winner IS NOT NULL AND winner <> first_colour)",
    "draw": f"(winner IS NULL AND {_ENDED})",
    "unfinished": f"(winner IS NULL AND NOT {_ENDED})",
}


@dataclass(frozen=True, slots=True)
class GameFilter:
    """What games must have; what is not told does not matter.

    `text` are words that names, events, other headers or comments begin with, `player` words of the names alone,
    `opening` a part of the opening's code, or of its name in either language. `result` is who won by colours (`first`,
    `second`, `draw`) or `unfinished`. `years`, `moves` and `ratings` are the least and the most (0 = open). `labels`
    are collections and tags of which the game must have every one. `doubles`: only games that have the same moves as
    another one.
    """

    text: str = ""
    player: str = ""
    opening: str = ""
    game: str = ""
    variant: str = ""
    result: str = ""
    years: tuple[int, int] = (0, 0)
    moves: tuple[int, int] = (0, 0)
    ratings: tuple[int, int] = (0, 0)
    labels: tuple[int, ...] = ()
    doubles: bool = False


def numbers_of(
    orders: GameOrders, asked: GameFilter, order: Order = "number", falling: bool = True
) -> NDArray[np.int64]:
    """The numbers of the games that fit, in order. Raises sqlite3.Error."""
    tests, values = _tests(asked)
    ordered = orders.all_games(order, falling)
    if not tests or not len(ordered):
        return ordered
    found = numbers_in(orders.connection, f"SELECT id FROM games WHERE {' AND '.join(tests)}", values)
    fits = np.zeros(max(ordered.max(), found.max(initial=0)) + 1, np.bool_)
    fits[found] = True
    return ordered[fits[ordered]]


def _tests(asked: GameFilter) -> tuple[list[str], list[object]]:
    tests: list[str] = []
    values: list[object] = []

    def need(test: str, *given: object) -> None:
        tests.append(test)
        values.extend(given)

    for text, column in ((asked.text, ""), (asked.player, "names")):
        if match := match_for(text, column):
            need("id IN (SELECT rowid FROM words WHERE words MATCH ?)", match)
        elif text.strip():
            need("0")  # nothing but signs, which nothing is found by
    if asked.variant:
        need("variant = ?", asked.variant)
    elif asked.game:
        names = [variant.name for variant in variants_of(asked.game)]
        need(f"variant IN ({','.join('?' * len(names))})", *names)
    if asked.opening.strip():
        wanted = asked.opening.strip()
        codes = codes_called(wanted)
        marks = ",".join("?" * len(codes))
        need(f"(opening LIKE ? ESCAPE '!' OR opening IN ({marks}))", f"%{_literal(wanted)}%", *codes)
    if asked.result:
        need(_RESULTS[asked.result])
    for column, (least, most) in (("year", asked.years), ("moves", asked.moves), ("rating", asked.ratings)):
        if least:
            need(f"{column} >= ?", least)
        if most:
            need(f"{column} BETWEEN 1 AND ?", most)
    for label in asked.labels:
        need("id IN (SELECT game FROM members WHERE label = ?)", label)
    if asked.doubles:
        need("(double_of IS NOT NULL OR id IN (SELECT double_of FROM games))")
    return tests, values


def _literal(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
