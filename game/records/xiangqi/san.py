"""Moves of Xiangqi in the short algebraic form of chess programs: `Che2`, `R3xd3`, `c4` for a soldier.

WinBoard counts the rows from 0 and calls horse and elephant H and E, Fairy-Stockfish counts from 1 and calls them N and
B; a game is read in the way in which more of it can be played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat
from typing import Final

from game.records.playing import PlayedTree
from game.records.written import WrittenGame
from game.rules.core import Move, Position, RulesError
from game.rules.xiangqi.board import square_name
from game.rules.xiangqi.variants import XIANGQI

_MOVE: Final = re.compile(r"([KAEBHNRCP]?)([a-i]?)(10|[0-9])?x?([a-i])(10|[0-9])(?:=[A-Z])?", re.ASCII)
_KINDS: Final = {
    "K": "general", "A": "advisor", "E": "elephant", "B": "elephant", "H": "horse", "N": "horse", "R": "rook",
    "C": "cannon", "P": "soldier", "": "soldier",
}  # fmt: skip

_LETTERS: Final = {
    "general": "K", "advisor": "A", "elephant": "E", "horse": "H", "rook": "R", "cannon": "C", "soldier": "",
}  # fmt: skip


def is_san(game: WrittenGame) -> bool:
    """Whether a game tells by its tag that a program for many kinds of chess has written it."""
    return "xiangqi" in game.tags.get("Variant", "").casefold()


def spell_out(game: WrittenGame, start: Position) -> None:
    """Put the squares `h2e2` in the place of each such move. What is none, and what no legal move fits or several, is
    left as it is."""
    best = max((_spelled(game, start, first) for first in (0, 1)), key=len)
    for place, text in best.items():
        game.nodes[place].text = text


def _spelled(game: WrittenGame, start: Position, first: int) -> dict[int, str]:
    """The moves that can be made where rows are counted from `first`, by their places."""
    found: dict[int, str] = {}
    waiting: list[tuple[Sequence[int], Position]] = [(game.nodes[0].children, start)]
    while waiting:
        places, position = waiting.pop()
        for place in places:
            text = _squares(game.nodes[place].text, position, first)
            try:
                after = position.play(XIANGQI.read_move(text, position))
            except RulesError:
                continue
            found[place] = text
            waiting.append((game.nodes[place].children, after))
    return found


def _squares(text: str, position: Position, first: int) -> str:
    match = _MOVE.fullmatch(text)
    if match is None:
        return text
    target = f"{match[4]}{int(match[5]) - first}"
    row = "" if match[3] is None else str(int(match[3]) - first)
    pieces, fitting = position.pieces(), []
    for move in position.legal_moves():
        origin, end = move.path
        name = square_name(origin)
        is_named = name.startswith(match[2]) and name.endswith(row)
        if is_named and square_name(end) == target and pieces[origin].kind == _KINDS[match[1]]:
            fitting.append(name + target)
    return fitting[0] if len(fitting) == 1 else text


def san_texts(played: PlayedTree) -> tuple[str, ...]:
    """The moves of a tree as WinBoard writes them, by node; the first is empty."""
    return ("", *(_san(played.moves[index], played.before(index)) for index in range(1, len(played.moves))))


def _san(move: Move, before: Position) -> str:
    """A move, with its file, its row or both before the target where another piece of its kind could go there."""
    pieces = before.pieces()
    origin, end = move.path
    kind, name = pieces[origin].kind, square_name(origin)
    others = [
        square_name(each.path[0])
        for each in before.legal_moves()
        if each.path[-1] == end and each.path[0] != origin and pieces[each.path[0]].kind == kind
    ]
    is_capture = end in pieces
    ways = [("", "")] * (kind != "soldier" or not is_capture)
    ways += [(name[0], ""), ("", name[1]), (name[0], name[1])]
    file, row = next(way for way in ways if not any(map(_fits, others, repeat(way))))
    return f"{_LETTERS[kind]}{file}{row}{'x' * is_capture}{square_name(end)}"


def _fits(name: str, way: tuple[str, str]) -> bool:
    return name.startswith(way[0]) and name.endswith(way[1])
