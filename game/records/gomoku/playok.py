"""Gomoku games as PlayOK gives them, a site where many play: tags and moves as PGN has them, stones by their points.

    [Event "?"] [Site "PlayOK"] [Black "..."] [White "..."] [Result "1-0"] [GameType "61,15"]

    1. h13 i13 2. j13 white 3. -- h12 4. g10 i12 ... 1-0

The tag GameType has the game, which PDN numbers (60 is free, 61 is swap2), and the lines of the board. The two columns
are the two people, so that in swap2 `--` stands where one of them has nothing to do: after the first three stones comes
a colour, or come two more stones and then a colour. The first column is the person in the tag Black, who lays out the
opening and may have white stones afterwards; the result is told of that person, not of a colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.collection import RecordSource
from game.records.fault import fault
from game.records.gomoku.rulings import read_by_fitting
from game.records.native import Reading
from game.records.pgn import parse
from game.records.record import RecordError
from game.records.written import WrittenGame, WrittenMove
from game.rules.core import Side
from game.rules.gomoku.openings import BLACK_WORD, MORE_WORD, SWAP2, WHITE_WORD
from game.rules.gomoku.variants import BOARD_SIZES, FREESTYLE, RENJU, STANDARD

_KIND: Final = re.compile(r"\s*6[0-9]\s*,\s*([0-9]{1,3})\s*", re.ASCII)
_COLOURS: Final = frozenset({BLACK_WORD, WHITE_WORD})
_WINNERS: Final = {"1-0": Side.FIRST, "0-1": Side.SECOND, "1/2-1/2": None, "½-½": None}
_THREE: Final = 3
_FIVE: Final = 5
"""After this many stones a colour is chosen, by the one who has not laid out the opening, and by the one who has."""


def is_playok(games: Sequence[WrittenGame]) -> bool:
    """Whether games of a text in the form of PGN are told to be Gomoku."""
    return any(_KIND.fullmatch(game.tags.get("GameType", "")) for game in games)


def source(text: str, line: int = 1) -> RecordSource:
    """The games of a text, yet to be played through; its first line has that number in the file."""
    return RecordSource("PGN", parse(text, line=line), _read_game)


def _read_game(written: WrittenGame, number: int) -> Reading:
    kind = _KIND.fullmatch(written.tags.get("GameType", ""))
    size = int(kind[1]) if kind else FREESTYLE.sizes[0]
    if size not in BOARD_SIZES:
        raise RecordError(fault("no-board", lines=f"{size}x{size}").at(tag="GameType"))
    result = written.tags.get("Result", written.result)
    winner, rows = _WINNERS.get(result), f"{'/'.join([str(size)] * size)} b"
    texts = [move.text for move in written.moves]
    if texts[_THREE : _THREE + 1] and texts[_THREE] in _COLOURS:
        is_swapped = texts[_THREE] == BLACK_WORD
    elif texts[_FIVE : _FIVE + 1] and texts[_FIVE] in _COLOURS:
        is_swapped = texts[_FIVE] == WHITE_WORD
        _ask_for_more(written)
    else:
        return read_by_fitting((STANDARD, FREESTYLE, RENJU), written, number, rows, winner, result in _WINNERS)
    if is_swapped and winner is not None:
        winner = winner.other
    start = f"{rows} {SWAP2}"
    return read_by_fitting((STANDARD, FREESTYLE, RENJU), written, number, start, winner, result in _WINNERS)


def _ask_for_more(written: WrittenGame) -> None:
    """Let the two stones after the first three be asked for, as our rules have it and the site does not say."""
    nodes = written.nodes
    before = 0
    for _ in range(_THREE):
        before = nodes[before].children[0]
    after = nodes[before].children[0]
    nodes.append(WrittenMove(MORE_WORD, nodes[after].line, parent=before, children=[after]))
    nodes[before].children[0] = nodes[after].parent = len(nodes) - 1
