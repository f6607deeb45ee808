"""Gomoku games as SGF: FF[4], GM[4] (Gomoku and renju), one or many games a file.

Points are two letters, column from the left and row from the top (`hh`), or names such as `h8` in files of some other
programs. All variations are read, with comments (C, and GC of the game), signs, clocks and what is drawn on the board
(`game.records.sgf_notes`), and what else the root says by the names of PGN. The rules stand in RU (`renju`,
`standard`, `freestyle`). Where our game began by an opening rule, the private property QO names it and QC has the
choice that was made before the next stone; other programs pass both over and see the stones in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from game.records.collection import Collection, RecordSource, check_size, collect, reading_of
from game.records.fault import Fault, fault
from game.records.native import Reading
from game.records.playing import PlayedTree, play_tree
from game.records.record import Record, RecordError
from game.records.sgf_notes import notes_text, take_notes
from game.records.sgf_root import common_tags, is_plain_result, read_result, root_tags, root_text
from game.records.sgf_syntax import (
    SgfNode,
    SgfTree,
    compose_sgf,
    decode_sgf,
    sgf_trees,
    simple_text,
)
from game.records.tree import GameNode
from game.records.written import WrittenGame, WrittenMove
from game.rules.core import FREE_OPENING, PASS, Position, Side, opening_rule
from game.rules.gomoku.variants import BOARD_SIZES, FREESTYLE, RENJU, STANDARD, GomokuVariant

EXTENSION: Final = ".sgf"

_LETTERS: Final = "abcdefghijklmnopqrstuv"
_RULES: Final = {FREESTYLE.name: "freestyle", STANDARD.name: "standard", RENJU.name: "renju"}
_ROOT: Final = frozenset({"FF", "GM", "CA", "AP", "SZ", "ST", "RE", "QO", "QC", "PL", "AB", "AW", "AE", "B", "W", "C"})
"""What the record's variant, start, result and moves say."""
_COLOURS: Final = ("B", "W")
_PASSES: Final = ("", "tt")
"""A pass; `tt` in older files, on boards up to 19 lines only."""
_GOMOKU_RULES: Final = re.compile("renju|gomoku|gobang|freestyle|五子|连珠|連珠", re.IGNORECASE)
_KNOWN_GAMES: Final = {"1": "Go", "2": "Othello", "3": "chess", "5": "Nine Men's Morris", "6": "Backgammon"}
_STONES: Final = "stones "
"""What stands before the names of the tags that give stones at the start."""
_SETUP: Final = ("AB", "AW", "AE")
_SPENT: Final = frozenset({*_COLOURS, *_SETUP, "PL", "QC"})
"""What a node says of the move or of stones that are set up."""
_POINT: Final = re.compile(r"[a-v]{2}")


# --- reading --------------------------------------------------------------------------------------------------------


def read(data: bytes) -> Collection:
    """The games of a file. Raises RecordError when there is none in it, or the file is too large."""
    check_size(data)
    return collect(source(decode_sgf(data)))


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    trees = (tree for tree in sgf_trees(text) if any(node.properties for node in tree.nodes))
    return RecordSource("SGF", [_written(tree) for tree in trees], _read_game)


def _written(tree: SgfTree) -> WrittenGame:
    """Tags and moves of a game. Tags keep the names of SGF; those that all kinds of files have are there by the usual
    ones too. The moves are the values as they stand there, each with its colour: `B hh`, and `C white` for a choice."""
    game = WrittenGame(tree.line)
    if tree.is_cut_off:
        game.faults.append(fault("cut-off").at(line=tree.line))
    root = tree.nodes[0].properties
    game.tags |= root_tags(tree.nodes[0])
    game.say("\n".join(root.get("GC", [])))
    size = int(game.tags["SZ"]) if game.tags.get("SZ", "").isdecimal() and len(game.tags["SZ"]) < 3 else 15
    places: list[int] = []
    """The last move up to each node."""
    for number, node in enumerate(tree.nodes):
        game.go_on(places[node.parent] if node.parent >= 0 else 0)
        _take_node(game, node)
        spent = _SPENT | game.tags.keys() if number == 0 else _SPENT
        take_notes(game.nodes[game.at], node, lambda point: _name(point.strip(), size), frozenset(spent))
        places.append(game.at)
    return game


def _take_node(game: WrittenGame, node: SgfNode) -> None:
    """The moves of a node, and stones that are set up before the first move."""
    properties = node.properties
    if properties.get("QC"):
        game.add(f"C {properties['QC'][0]}", node.line)
    for name in _SETUP:
        if name not in properties:
            continue
        if game.at or len(game.nodes) > 1:
            game.add(name, node.line)  # no move: whoever plays the game on is told so there
            game.nodes[game.at].fault = fault("setup-later")
        elif name != "AE":
            told = game.tags.get(f"{_STONES}{name}", "")
            game.tags[f"{_STONES}{name}"] = " ".join(filter(None, [told, *properties[name]]))
    if "PL" in properties and not game.at:
        game.tags["PL"] = simple_text(properties["PL"][0]) if properties["PL"] else ""
    for name in _COLOURS:
        if properties.get(name):
            game.add(f"{name} {properties[name][0]}", node.line)


def _read_game(written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    kind = tags.get("GM", "4").strip()
    if kind != "4" and not _is_gomoku(kind, tags):
        name = _KNOWN_GAMES.get(kind, kind[:10])
        raise RecordError(fault("other-game", name=name, game=FREESTYLE.game).at(property="GM"))
    size, rules = _size(tags.get("SZ", "")), tags.get("RU", "")
    reading = _read_by(_variant(rules), size, written, number)
    is_over = reading.problem is not None and reading.problem.code == "after-end"
    if is_over and _variant(rules) is FREESTYLE and "free" not in rules.casefold():
        for other in (STANDARD, RENJU):  # the file does not say by which: a row of six may have been none
            found = _read_by(other, size, written, number)
            if found.problem is None:
                return found
    return reading


def _is_gomoku(kind: str, tags: dict[str, str]) -> bool:
    """Whether a game that calls itself another one is Gomoku: as Go it is written by programs that know Go, with the
    rules of Gomoku, and ORC Game Center, a server for renju, gave it the number of Nine Men's Morris, which has no
    lines to count."""
    return bool(_GOMOKU_RULES.search(tags.get("RU", ""))) if kind == "1" else kind == "5" and tags.get("SZ") == "15"


def _read_by(variant: GomokuVariant, size: int, written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    start = _start(tags, written.moves, variant, size)
    nodes = _named_moves(written.nodes, size, black_begins=start.split()[1] == "b")
    game = WrittenGame(
        written.line,
        common_tags({name: value for name, value in tags.items() if not name.startswith(_STONES)}),
        faults=list(written.faults),
        nodes=nodes,
    )
    winner, decided = read_result(tags.get("RE", ""), variant)
    reading = reading_of(game, number, variant, start, winner, decided, _spent(tags))
    if reading.game.position.colour(Side.FIRST) is Side.SECOND:  # the names go with the colours that were chosen
        black, white = reading.record.seats
        return replace(reading, record=msgspec.structs.replace(reading.record, seats=(white, black)))
    return reading


def _spent(tags: dict[str, str]) -> frozenset[str]:
    """The properties that the record says with its fields: rules of which it says only a part are kept as well."""
    told = {"GC", "Termination"} if tags.get("RU", "") not in _RULES.values() else {"GC", "Termination", "RU"}
    return (_ROOT if is_plain_result(tags.get("RE", "")) else _ROOT - {"RE"}) | told


def _variant(rules: str) -> GomokuVariant:
    told = rules.casefold()
    if "renju" in told:
        return RENJU
    return STANDARD if "standard" in told or "exact" in told else FREESTYLE


def _size(text: str) -> int:
    """The lines of the board; 15 where nothing is said, which is what Gomoku is played on."""
    number, colon, other = text.partition(":")
    if not text:
        return 15
    is_size = number.isdecimal() and len(number) < 4 and int(number) in BOARD_SIZES
    if not is_size or (colon and other != number):
        raise RecordError(fault("no-board", lines=text[:20]).at(property="SZ"))
    return int(number)


def _start(tags: dict[str, str], moves: Sequence[WrittenMove], variant: GomokuVariant, size: int) -> str:
    """The text of the start position: empty, with the stones that were set up, or under an opening rule."""
    opening = tags.get("QO", FREE_OPENING)
    if opening != FREE_OPENING:
        try:
            return variant.write_position(variant.start(size, opening))
        except ValueError as error:
            raise RecordError(fault("no-opening", name=opening[:20], why=error).at(property="QO")) from error
    cells = [["."] * size for _ in range(size)]
    for name, letter in ((f"{_STONES}AB", "b"), (f"{_STONES}AW", "w")):
        for column, row in _points(tags.get(name, "").split(), size):
            cells[row][column] = letter
    rows = [re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in cells]
    first = next((move.text[0] for move in moves if move.text[0] in _COLOURS), "")
    black, white = (sum(row.count(letter) for row in cells) for letter in "bw")
    turn = tags.get("PL", "")[:1].upper() or first or ("B" if black <= white else "W")
    return f"{'/'.join(rows)} {'w' if turn == 'W' else 'b'}"


def _points(values: Iterable[str], size: int) -> Iterator[tuple[int, int]]:
    """Column and row from the top of points and of rectangles (`aa:cc`)."""
    for value in values:
        first, _, last = value.partition(":")
        column, row = _place(first, size)
        end_column, end_row = _place(last, size) if last else (column, row)
        for y in range(row, end_row + 1):
            yield from ((x, y) for x in range(column, end_column + 1))


def _place(text: str, size: int) -> tuple[int, int]:
    if not _POINT.fullmatch(text):
        raise RecordError(fault("no-point", text=text[:10]).at(property="AB, AW"))
    column, row = _LETTERS.index(text[0]), _LETTERS.index(text[1])
    if max(column, row) >= size:
        raise RecordError(fault("off-board", point=text, lines=size).at(property="AB, AW"))
    return column, row


def _named_moves(nodes: Sequence[WrittenMove], size: int, black_begins: bool) -> list[WrittenMove]:
    """The moves in our own texts; one of the wrong colour has its fault with it."""
    named = [nodes[0]]
    turns, counts = [0 if black_begins else 1], [0]
    """After each node: whose stone comes next, and how many moves there have been."""
    for move in nodes[1:]:
        turn, count = turns[move.parent], counts[move.parent]
        kind, _, value = move.text.partition(" ")
        wrong: Fault | None = move.fault
        text = simple_text(value) or "?"
        if kind in _COLOURS and not wrong:
            if kind != _COLOURS[turn]:
                colour = "black" if kind == "B" else "white"
                wrong = fault("twice-running", number=count + 1, colour=colour)
            text, turn = _name(value.strip(), size), 1 - turn
        named.append(replace(move, text=text, fault=wrong))
        turns.append(turn)
        counts.append(count + 1)
    return named


def _name(value: str, size: int) -> str:
    """A point as the rules name it; what is not one stays as it is, and is refused with its place."""
    if value in _PASSES and (value == "" or size <= 19):
        return PASS.word
    if _POINT.fullmatch(value):
        return f"{value[0]}{size - _LETTERS.index(value[1])}"
    return value or "?"


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The file of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "\n".join(map(_write_game, records)).encode()


def _write_game(record: Record) -> str:
    if record.variant not in _RULES:
        raise RecordError(fault("not-this-game", variant=record.variant, game=FREESTYLE.game))
    played = play_tree(record)
    start, size = played.positions[0], played.positions[0].board.rows
    end = played.positions[len(record.moves)]
    names = [seat.name for seat in record.seats]
    black, white = names if end.colour(Side.FIRST) is Side.FIRST else reversed(names)
    opening = opening_rule(start)
    game = {
        "GM": "4", "SZ": str(size), "RU": _RULES[record.variant], "QO": "" if opening == FREE_OPENING else opening,
    }  # fmt: skip
    told = root_text(record, game, black, white, lambda square: _letters_of(square, size))
    return compose_sgf(told + _stones(start), record.tree, _NodeTexts(played, size).text)


def _stones(start: Position) -> str:
    """The stones that stand there before the first move."""
    pieces, size = start.pieces(), start.board.rows
    parts = []
    for name, side in (("AB", Side.FIRST), ("AW", Side.SECOND)):
        stones = sorted(square for square, piece in pieces.items() if piece.side is side)
        if stones:
            points = (_letters(start.board.column(each), size - 1 - start.board.row(each)) for each in stones)
            parts.append(f"\n{name}" + "".join(f"[{point}]" for point in points))
    if pieces:
        parts.append(f"\nPL[{_COLOURS[start.colour_to_move]}]")
    return "".join(parts)


class _NodeTexts:
    """The nodes of a tree as SGF has them: a choice of the opening stands in the node of the stone after it, unless
    something is said of it or more than one stone follows."""

    def __init__(self, played: PlayedTree, size: int) -> None:
        self._played = played
        self._size = size

    def text(self, index: int) -> str:
        """A node of the tree."""
        played, tree = self._played, self._played.tree
        move, before = played.moves[index], played.before(index)
        if self._is_choice(index):
            if self._goes_along(index):
                return ""
            return f";QC[{move.word}]{self._notes(index, '')}"
        choice = f"QC[{played.moves[tree.parent(index)].word}]" if self._goes_along(tree.parent(index)) else ""
        square = move.target
        point = (
            "" if square is None else _letters(before.board.column(square), self._size - 1 - before.board.row(square))
        )
        colour = _COLOURS[before.colour_to_move]
        return f";{choice}{colour}[{point}]{self._notes(index, colour)}"

    def _notes(self, index: int, colour: str) -> str:
        return notes_text(self._played.tree.nodes[index], colour, lambda square: _letters_of(square, self._size))

    def _is_choice(self, index: int) -> bool:
        word = self._played.moves[index].word
        return bool(word) and word != PASS.word

    def _goes_along(self, index: int) -> bool:
        """Whether a node is a choice that stands in the node of the stone after it."""
        tree = self._played.tree
        if not index or not self._is_choice(index) or len(tree.children(index)) != 1:
            return False
        is_bare = tree.nodes[index] == GameNode(tree.nodes[index].text, tree.nodes[index].used_s)
        return is_bare and not self._is_choice(tree.children(index)[0])


def _letters_of(name: str, size: int) -> str:
    """The point of a square's name."""
    column, row = _LETTERS.index(name[0]), size - int(name[1:])
    return _letters(column, row)


def _letters(column: int, row: int) -> str:
    return _LETTERS[column] + _LETTERS[row]
