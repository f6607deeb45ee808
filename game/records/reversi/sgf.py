"""Reversi games as SGF: GM[2], points as two letters from the top left (`ef` is e6), as Ludii, Sgf2misc and others have
them. Other discs at the start stand in AB and AW, and PL says who begins; a pass is an empty value or `tt`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.records.collection import RecordSource, reading_of
from game.records.fault import fault
from game.records.native import Reading
from game.records.playing import PlayedTree, play_tree
from game.records.record import Record, RecordError
from game.records.sgf_notes import notes_text, take_notes
from game.records.sgf_root import common_tags, is_plain_result, read_result, root_tags, root_text
from game.records.sgf_syntax import SgfTree, compose_sgf, sgf_trees
from game.records.written import WrittenGame
from game.rules.core import PASS, Position, Side
from game.rules.reversi.variants import REVERSI

EXTENSION: Final = ".sgf"

_HEAD: Final = re.compile(r"[\s\ufeff]*\(\s*;[^;]{0,400}?GM\[2\]")
_LETTERS: Final = "abcdefgh"
_POINT: Final = re.compile(r"[a-h]{2}")
_ROOT: Final = frozenset({"FF", "GM", "CA", "AP", "SZ", "ST", "RE", "PL", "AB", "AW", "AE", "B", "W", "GC"})
"""What the record's variant, start, result and moves say."""
_SPENT: Final = frozenset({"B", "W", "AB", "AW", "AE", "PL"})
_COLOURS: Final = ("B", "W")


def is_othello_sgf(text: str) -> bool:
    """Whether a text begins as this form does."""
    return _HEAD.match(text) is not None


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    trees = (tree for tree in sgf_trees(text) if any(node.properties for node in tree.nodes))
    return RecordSource("SGF", [_written(tree) for tree in trees], _read_game)


def _written(tree: SgfTree) -> WrittenGame:
    game = WrittenGame(tree.line)
    if tree.is_cut_off:
        game.faults.append(fault("cut-off").at(line=tree.line))
    root = tree.nodes[0].properties
    game.tags |= root_tags(tree.nodes[0])
    game.say("\n".join(root.get("GC", [])))
    for name in ("AB", "AW"):
        if name in root:
            game.tags[name] = " ".join(map(_square, root[name]))
    places: list[int] = []
    """The last move up to each node."""
    for number, node in enumerate(tree.nodes):
        game.go_on(places[node.parent] if node.parent >= 0 else 0)
        for name in _COLOURS:
            if name in node.properties:
                game.add(_square("".join(node.properties[name][:1])) or PASS.word, node.line)
        if number and {"AB", "AW", "AE"} & node.properties.keys():
            game.add("?", node.line)  # no move: whoever plays the game on is told so there
            game.nodes[game.at].fault = fault("setup-later")
        spent = _SPENT | game.tags.keys() | {"GC"} if number == 0 else _SPENT
        take_notes(game.nodes[game.at], node, _square, frozenset(spent))
        places.append(game.at)
    return game


def _square(value: str) -> str:
    """A point as the rules name it; what is not one stays as it is. Empty for a pass."""
    value = value.strip()
    if _POINT.fullmatch(value):
        return f"{value[0]}{_LETTERS.index(value[1]) + 1}"
    return "" if value in ("", "tt") else value.lower()


def _read_game(written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    size = tags.get("SZ", "8")
    if size not in ("8", "8:8"):
        raise RecordError(fault("no-board", lines=size[:10]).at(property="SZ"))
    winner, decided = read_result(tags.get("RE", ""), REVERSI)
    spent = (_ROOT if is_plain_result(tags.get("RE", "")) else _ROOT - {"RE"}) | {"Termination"}
    game = replace(written, tags=common_tags(tags))
    return reading_of(game, number, REVERSI, _start(tags), winner, decided, spent)


def _start(tags: dict[str, str]) -> str | None:
    """The text of the start position; None for the usual one."""
    discs = {name: tags.get(name, "").split() for name in ("AB", "AW")}
    if not any(discs.values()):
        return None
    cells = ["-"] * 64
    for name, letter in (("AB", "X"), ("AW", "O")):
        for square in discs[name]:
            if not re.fullmatch("[a-h][1-8]", square):
                raise RecordError(fault("no-point", text=square[:10]).at(property="AB, AW"))
            cells[8 * (int(square[1]) - 1) + _LETTERS.index(square[0])] = letter
    return f"{''.join(cells)} {'O' if tags.get('PL', 'B')[:1].upper() == 'W' else 'X'}"


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "\n".join(map(_write_game, records)).encode()


def _write_game(record: Record) -> str:
    if record.variant != REVERSI.name:
        raise RecordError(fault("not-this-game", variant=record.variant, game=REVERSI.game))
    played = play_tree(record)
    black, white = (seat.name for seat in record.seats)
    told = root_text(record, {"GM": "2", "SZ": "8"}, black, white, _letters)
    if played.positions[0] != REVERSI.start():
        told += _discs(played.positions[0])
    return compose_sgf(told, record.tree, lambda index: _node_text(played, index))


def _node_text(played: PlayedTree, index: int) -> str:
    node, colour = played.tree.nodes[index], _COLOURS[played.before(index).turn]
    point = "" if node.text == PASS.word else _letters(node.text)
    return f";{colour}[{point}]{notes_text(node, colour, _letters)}"


def _discs(start: Position) -> str:
    """The discs at another start than the usual one."""
    parts = []
    for name, side in zip(("AB", "AW"), Side, strict=True):
        squares = [square for square, piece in start.pieces().items() if piece.side is side]
        points = (f"[{_letters(REVERSI.square_name(square, start.board))}]" for square in sorted(squares))
        parts.append(f"\n{name}{''.join(points)}" * bool(squares))
    return f"{''.join(parts)}PL[{_COLOURS[start.turn]}]"


def _letters(square: str) -> str:
    return square[0] + _LETTERS[int(square[1]) - 1]
