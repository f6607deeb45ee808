"""What the programs of China say about a game of Xiangqi beside its moves, whatever the form of the file: into tags by
the names of PGN, and by these to a reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from game.records.collection import reading_of
from game.records.native import Reading
from game.records.record import Record
from game.records.written import WrittenGame
from game.rules.core import Side
from game.rules.xiangqi.variants import XIANGQI

RESULTS: Final = {1: "1-0", 2: "0-1", 3: "1/2-1/2"}
"""The numbers of results, which XQF, CBR and CBF share; 0 is not told, 4 is several results."""
_WINNERS: Final = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2-1/2": None}
_SPENT: Final = frozenset({"FEN", "Result"})


def tags_of(fields: Mapping[str, str], title: str, result: int, start: str) -> dict[str, str]:
    """The tags of a game: the file's fields by the names of PGN, those that say something, the title in the place of an
    event that is not told, the result's number (`RESULTS`), and the start as FEN."""
    tags = {name: value.strip() for name, value in fields.items() if value.strip()}
    title = title.strip()
    if title and title != tags.setdefault("Event", title):
        tags["Title"] = title
    return tags | {"Result": RESULTS.get(result, "*"), "FEN": start}


def result_number(record: Record) -> int:
    """The number of a record's result (`RESULTS`); 0 where it has none."""
    if record.result is None:
        return 0
    return {"red": 1, "black": 2, None: 3}[record.result.winner]


def read_game(written: WrittenGame, number: int) -> Reading:
    """The reading of a game with such tags. Raises RecordError for a start that can't be read."""
    result = written.tags["Result"]
    start = written.tags["FEN"] or None
    return reading_of(written, number, XIANGQI, start, _WINNERS.get(result), result in _WINNERS, _SPENT)
