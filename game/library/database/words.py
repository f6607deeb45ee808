"""What the full-text search has of a game, and what is asked of it.

SQLite's tokenizer takes letters that stand together for one word, and Chinese has no spaces: each character of such a
script becomes a word of its own here, so that a name is found by any part of it. Words of letters are found by how they
begin.
"""

from __future__ import annotations

import re
from typing import Final

from game.records.record import Record

_ALONE: Final = re.compile(
    "([\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
)
_MOST: Final = 100_000
"""Characters of a game's comments that are looked through."""


def spaced(text: str) -> str:
    """The text with each character of a script without spaces as a word."""
    return _ALONE.sub(r" \1 ", text)


def words_of(record: Record) -> tuple[str, str, str]:
    """The names, what else is told, and the comments of a game, as they are searched."""
    names = " \n ".join(seat.name for seat in record.seats)
    told = " \n ".join((record.event, record.date, *record.headers.values()))
    said = "\n".join(text for node in record.tree.nodes for text in (*node.before, *node.comments))
    return spaced(names), spaced(told), spaced(said[:_MOST])


def match_for(text: str, column: str = "") -> str:
    """The question of FTS5 for games that have all words of a text, each as a beginning; empty where it has none.
    `column` restricts it (`names`)."""
    asked = []
    for term in text.split():
        tokens = re.findall(r"\w+", spaced(term))
        if tokens:
            asked.append(f'"{" ".join(tokens)}" *')
    found = " AND ".join(asked)
    return f"{{{column}}} : ({found})" if column and found else found
