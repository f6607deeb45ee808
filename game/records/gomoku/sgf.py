"""Gomoku games as SGF: FF[4], GM[4] (Gomoku and renju), one or many games a file.

Points are two letters, column from the left and row from the top (`hh`), or names such as `h8` in files of some other
programs. Only the main line of a game is read; the variations beside it are counted. Comments (C, and GC of the game)
come along, and what else the root says by the names of PGN. The rules stand in RU (`renju`,
`standard`, `freestyle`). Where our game began by an opening rule, the private property QO names it and QC has the
choice that was made before the next stone; other programs pass both over and see the stones in their order.

Reference: https://www.red-bean.com/sgf/sgf4.html and user_guide/index.html there (structure, escapes, simple text).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from game.records.collection import Collection, RecordSource, check_size, collect, reading_of
from game.records.encoding import decode
from game.records.fault import fault
from game.records.headers import iso_date
from game.records.native import Reading
from game.records.pgn import WrittenGame, WrittenMove
from game.records.record import Record, RecordError
from game.rules.core import FREE_OPENING, Side, Termination, opening_rule
from game.rules.gomoku.variants import FREESTYLE, RENJU, STANDARD, GomokuVariant

EXTENSION: Final = ".sgf"

_LETTERS: Final = "abcdefghijklmnopqrst"
_RULES: Final = {FREESTYLE.name: "freestyle", STANDARD.name: "standard", RENJU.name: "renju"}
_NAMES: Final = {
    "PB": "Black", "PW": "White", "DT": "Date", "EV": "Event", "PC": "Site", "RO": "Round", "BT": "BlackTeam",
    "WT": "WhiteTeam", "BR": "BlackElo", "WR": "WhiteElo", "AN": "Annotator", "ON": "Opening", "SO": "Source",
}  # fmt: skip
"""The properties that PGN has names for; others keep their own."""
_ROOT: Final = frozenset({"FF", "GM", "CA", "AP", "SZ", "ST", "RE", "QO", "QC", "PL", "AB", "AW", "AE", "B", "W", "C"})
"""What the record's variant, start, result and moves say."""
_COLOURS: Final = ("B", "W")
_PASSES: Final = ("", "tt")
"""A pass; `tt` in older files, on boards up to 19 lines only."""
_KNOWN_GAMES: Final = {"1": "Go", "2": "Othello", "3": "chess", "5": "Nine Men's Morris", "6": "Backgammon"}
_CHARSET: Final = re.compile(
    rb"CA\[(utf-?8|gb[k0-9-]+|big5|iso-?8859-?[0-9]+|latin-?1|cp125[0-9]|shift_jis|euc-[a-z]+)\]", re.IGNORECASE
)
_NAME: Final = re.compile(r"[A-Za-z]+")
_POINT: Final = re.compile(r"[a-t]{2}")


def is_sgf(text: str) -> bool:
    """Whether a text begins as this form does."""
    return bool(re.match(r"[\s\ufeff]*\([\s]*;", text))


# --- reading --------------------------------------------------------------------------------------------------------


def read(data: bytes) -> Collection:
    """The games of a file. Raises RecordError when there is none in it, or the file is too large."""
    check_size(data)
    return collect(source(decode_sgf(data)))


def decode_sgf(data: bytes) -> str:
    """The text, in the encoding that the file names (CA) or else the one that fits. Never raises."""
    named = _CHARSET.search(data[:10_000])
    if named is not None and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode(named[1].decode("ascii"))
        except (UnicodeDecodeError, LookupError):
            pass  # the file is not what it says
    return decode(data)


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    return RecordSource(
        "SGF", [_written(tree) for tree in _trees(text) if any(node for _, node in tree.nodes)], _read_game
    )


@dataclass(slots=True)
class _Tree:
    """The main line of one game: its nodes, each as properties with their values and the line where it begins."""

    line: int
    nodes: list[tuple[int, dict[str, list[str]]]] = field(default_factory=list)
    variations: int = 0
    is_cut_off: bool = False


def _trees(text: str) -> Iterator[_Tree]:
    """The games of a text. What stands outside of them is passed over."""
    tree: _Tree | None = None
    open_trees: list[list[bool]] = []
    """For each open parenthesis: whether it belongs to the main line, and whether it has had a child."""
    line, at = 1, 0
    values: list[str] | None = None
    while at < len(text):
        character = text[at]
        if character == "(" and (open_trees or re.match(r"\(\s*;", text[at : at + 1000])):
            if tree is None:
                tree = _Tree(line)
            is_main = not open_trees or (open_trees[-1][0] and not open_trees[-1][1])
            if open_trees:
                tree.variations += open_trees[-1][0] and open_trees[-1][1]
                open_trees[-1][1] = True
            open_trees.append([is_main, False])
        elif character == ")" and open_trees:
            open_trees.pop()
            if not open_trees and tree is not None:
                yield tree
                tree = None
        elif tree is not None and open_trees and character == ";":
            if open_trees[-1][0]:
                tree.nodes.append((line, {}))
            values = None
        elif tree is not None and open_trees and character == "[":
            end, value = _value(text, at + 1)
            if values is not None and open_trees[-1][0] and end <= len(text):  # one that is never closed is damaged
                values.append(value)
            line += text.count("\n", at, end)
            at = end
            continue
        elif tree is not None and (name := _NAME.match(text, at)) is not None:
            identifier = "".join(filter(str.isupper, name[0]))  # older files have small letters in between
            values = tree.nodes[-1][1].setdefault(identifier, []) if tree.nodes and open_trees[-1][0] else []
            at = name.end()
            continue
        line += character == "\n"
        at += 1
    if tree is not None:
        tree.is_cut_off = True
        yield tree


def _value(text: str, at: int) -> tuple[int, str]:
    """Where the value that begins at `at` ends (after its bracket), and its text without escapes."""
    parts: list[str] = []
    while at < len(text) and text[at] != "]":
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
            if text[at] != "\n":  # an escaped end of line is none
                parts.append(text[at])
        else:
            parts.append(text[at])
        at += 1
    return at + 1, "".join(parts)


def _written(tree: _Tree) -> WrittenGame:
    """Tags and moves of a game. Tags keep the names of SGF; those that all kinds of files have are there by the usual
    ones too. The moves are the values as they stand there, each with its colour: `B hh`, and `C white` for a choice."""
    game = WrittenGame(tree.line, variations=tree.variations)
    if tree.is_cut_off:
        game.faults.append(fault("cut-off").at(line=tree.line))
    for number, (line, node) in enumerate(tree.nodes):
        if number == 0:
            game.tags |= {name: _simple(values[0]) for name, values in node.items() if values}
            game.say("\n".join(node.get("GC", [])))
        game.moves += [WrittenMove(f"C {values[0]}", line) for values in [node.get("QC", [])] if values]
        for name in ("AB", "AW", "AE"):
            if name not in node:
                continue
            if number and any(other.text[0] in _COLOURS for other in game.moves):
                game.moves.append(WrittenMove(name, line))  # no move: whoever plays the game on is told so there
            elif name != "AE":
                told = game.tags.get(f"stones {name}", "")
                game.tags[f"stones {name}"] = " ".join(filter(None, [told, *node[name]]))
        if "PL" in node:
            game.tags["PL"] = _simple(node["PL"][0]) if node["PL"] else ""
        game.moves += [WrittenMove(f"{name} {node[name][0]}", line) for name in _COLOURS if node.get(name)]
        for comment in node.get("C", []):
            game.say(comment)
    return game


def _simple(value: str) -> str:
    return " ".join(value.split())


def _read_game(written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    kind = tags.get("GM", "4").strip()
    if kind != "4":
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


def _read_by(variant: GomokuVariant, size: int, written: WrittenGame, number: int) -> Reading:
    tags = written.tags
    game = WrittenGame(
        written.line, _common_tags(tags), [], "*", list(written.faults), written.variations, written.comment
    )
    start = _start(tags, written.moves, variant, size)
    _take_moves(game, written.moves, size, black_begins=start.split()[1] == "b")
    result = tags.get("RE", "").upper()
    winner = {"B": Side.FIRST, "W": Side.SECOND}.get(result[:1])
    decided = winner is not None or result in ("0", "DRAW")
    reading = reading_of(game, number, variant, start, winner, decided, _spent(tags))
    if reading.game.position.colour(Side.FIRST) is Side.SECOND:  # the names go with the colours that were chosen
        black, white = reading.record.seats
        return Reading(msgspec.structs.replace(reading.record, seats=(white, black)), reading.game, reading.problem)
    return reading


def _common_tags(tags: dict[str, str]) -> dict[str, str]:
    ending = tags.get("RE", "").upper().partition("+")[2]
    termination = "time" if ending.startswith("T") else "abandoned" if ending.startswith("F") else ""
    found = {_NAMES.get(name, name): value for name, value in tags.items() if not name.startswith("stones ")}
    if not found.get("Event"):
        found["Event"] = found.pop("GN", "")
    return {**found, "Termination": termination}


def _spent(tags: dict[str, str]) -> frozenset[str]:
    """The properties that the record says with its fields: rules of which it says only a part are kept as well."""
    told = {"GC", "Termination"} if tags.get("RU", "") not in _RULES.values() else {"GC", "Termination", "RU"}
    known = re.fullmatch(r"[BW]\+?(R|RESIGN|T|TIME|F|FORFEIT)?|0|DRAW|VOID|\?|", tags.get("RE", "").upper())
    return (_ROOT if known else _ROOT - {"RE"}) | told


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
    if not number.isdecimal() or (colon and other != number) or int(number[:4]) not in FREESTYLE.sizes:
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
    for name, letter in (("stones AB", "b"), ("stones AW", "w")):
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


def _take_moves(game: WrittenGame, moves: Sequence[WrittenMove], size: int, black_begins: bool) -> None:
    """The moves in our own texts, up to the first that is no move of the game."""
    colour = 0 if black_begins else 1
    for move in moves:
        kind, _, value = move.text.partition(" ")
        if kind == "C":
            game.moves.append(WrittenMove(_simple(value) or "?", move.line, move.comment))
            continue
        if kind not in _COLOURS:
            game.faults.append(fault("setup-later").at(line=move.line))
            return
        if kind != _COLOURS[colour]:
            name, number = "black" if kind == "B" else "white", len(game.moves) + 1
            game.faults.append(fault("twice-running", number=number, colour=name).at(line=move.line))
            return
        colour = 1 - colour
        game.moves.append(WrittenMove(_name(value.strip(), size), move.line, move.comment))


def _name(value: str, size: int) -> str:
    """A point as the rules name it; what is none stays as it is, and is refused with its place."""
    if value in _PASSES and (value == "" or size <= 19):
        return "pass"
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
    game = record.to_game()
    start, size = game.start, game.start.board.rows
    names = [seat.name for seat in record.seats]
    black, white = names if game.position.colour(Side.FIRST) is Side.FIRST else reversed(names)
    opening = opening_rule(start)
    root = {
        "FF": "4", "GM": "4", "CA": "UTF-8", "AP": "Qiguan", "SZ": str(size), "RU": _RULES[record.variant],
        "PB": black, "PW": white, "DT": iso_date(record),
        "EV": record.event, "RE": _result(record), "QO": "" if opening == FREE_OPENING else opening,
    }  # fmt: skip
    own_names = {theirs: ours for ours, theirs in _NAMES.items()}
    headers = {own_names.get(name, name): value for name, value in record.headers.items()}
    root |= {name: value for name, value in headers.items() if re.fullmatch("[A-Z]{2}", name)}
    lines = ["(;" + "".join(f"{name}[{_escaped(value)}]" for name, value in root.items() if value)]
    lines[0] += _comment(record.comment)
    pieces = start.pieces()
    for name, side in (("AB", Side.FIRST), ("AW", Side.SECOND)):
        stones = sorted(square for square, piece in pieces.items() if piece.side is side)
        if stones:
            points = (_letters(start.board.column(each), size - 1 - start.board.row(each)) for each in stones)
            lines.append(name + "".join(f"[{point}]" for point in points))
    if pieces:
        lines.append(f"PL[{_COLOURS[start.colour_to_move]}]")
    nodes, choice = [], ""
    for move, before, recorded in zip(game.moves, game.positions, record.moves, strict=False):
        if move.word and move.word != "pass":
            choice = f"QC[{move.word}]{_comment(recorded.comment)}"
            if recorded.comment:  # of which a node has one
                nodes.append(f";{choice}")
                choice = ""
            continue
        board, square = before.board, move.target
        point = "" if square is None else _letters(board.column(square), size - 1 - board.row(square))
        nodes.append(f";{choice}{_COLOURS[before.colour_to_move]}[{point}]{_comment(recorded.comment)}")
        choice = ""
    if choice:
        nodes.append(f";{choice}")
    lines += ["".join(nodes[at : at + 12]) for at in range(0, len(nodes), 12)]
    return "\n".join(lines) + ")\n"


def _comment(text: str) -> str:
    """Lines of free text as a property; nothing where there are none."""
    escaped = "\n".join(map(_escaped, text.split("\n")))
    return f"C[{escaped}]" if text else ""


def _letters(column: int, row: int) -> str:
    return _LETTERS[column] + _LETTERS[row]


def _result(record: Record) -> str:
    result = record.result
    if result is None:
        return "?"
    if result.winner is None:
        return "Void" if result.termination is Termination.ABANDONED else "0"
    words = {Termination.RESIGNATION: "R", Termination.TIME: "T", Termination.ABANDONED: "F"}
    return f"{'B' if result.winner == 'black' else 'W'}+{words.get(result.termination, '')}"


def _escaped(value: str) -> str:
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace("]", "\\]")
