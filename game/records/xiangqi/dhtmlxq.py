"""DhtmlXQ: the text in which Chinese forums and web pages carry games of Xiangqi.

    [DhtmlXQ_title]...[/DhtmlXQ_title] [DhtmlXQ_red]...[/DhtmlXQ_red] [DhtmlXQ_black]...[/DhtmlXQ_black]
    [DhtmlXQ_binit]32 pieces, two digits each[/DhtmlXQ_binit]
    [DhtmlXQ_movelist]moves, four digits each[/DhtmlXQ_movelist]

Two digits are a point: the file from Red's left and the rank from the top, both from 0; 99 is a piece that is not on
the board. The pieces come in a fixed order, Red's first. `comment0` is said of the game, `comment12` after the twelfth
move, with `||` between its lines. A field of our own, `rules`, tells games by the simple rules of repetition.

Lines have numbers, 0 is the main line: `move_2_13_5` has the moves of line 5, which leaves line 2 with its thirteenth
move, and `comment5_14` is said after the fourteenth move of line 5. So the page of dpxq.com reads and writes them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.records.collection import Collection, RecordSource, check_size, collect, reading_of
from game.records.encoding import decode
from game.records.fault import fault
from game.records.headers import iso_date
from game.records.native import Reading
from game.records.playing import play_tree
from game.records.record import Record, RecordError
from game.records.results import told_result
from game.records.saying import MOVES_ALONE
from game.records.written import WrittenGame
from game.records.xiangqi.placement import ORDER, fen_of, place_pieces
from game.rules.xiangqi.variants import SIMPLE, XIANGQI

_MARK: Final = re.compile(r"\[(/?)DhtmlXQ_([a-z0-9_]+)\]")
EXTENSION: Final = ".txt"
"""Web pages and forums carry it; as a file it is plain text."""

_SIMPLE: Final = "simple"
_HEADERS: Final = {
    "place": "Site", "round": "Round", "redteam": "RedTeam", "blackteam": "BlackTeam", "redrating": "RedElo",
    "blackrating": "BlackElo", "author": "Annotator", "open": "Opening", "redname": "RedName", "blackname": "BlackName",
}  # fmt: skip
"""The fields that PGN has names for; others keep their own."""
_OWN: Final = frozenset({"binit", "rules", "init", "movelist", "movelistend"})
_COMMENT: Final = re.compile(r"comment(?:([0-9]{1,6})_)?([0-9]{1,6})")
_LINE: Final = re.compile(r"move_([0-9]{1,6})_([0-9]{1,6})_([0-9]{1,6})")
_MAIN: Final = "move_0_1_0"
_MOVE: Final = re.compile(r"[0-8][0-9][0-8][0-9]", re.ASCII)


SAYS: Final = replace(
    MOVES_ALONE,
    variations=True,
    comments=1,
    headers=lambda name: name not in _OWN and re.fullmatch("[A-Za-z0-9]+", name) is not None,
)
"""What can be told in this form."""


def is_dhtmlxq(text: str) -> bool:
    """Whether a text is of this form."""
    return "[DhtmlXQ" in text


def read(data: bytes) -> Collection:
    """The games of a text. Raises RecordError when there is none in it, or it is too large."""
    check_size(data)
    return collect(source(decode(data)))


def source(text: str) -> RecordSource:
    """The games of a text, yet to be played through."""
    written: list[WrittenGame] = []
    line = 1
    for block in re.split(r"(?=\[DhtmlXQ\])", text):
        fields = _fields(block)
        if "movelist" in fields or "binit" in fields:
            written.append(_written(line + block.count("\n", 0, max(0, block.find("[DhtmlXQ_movelist]"))), fields))
        line += block.count("\n")
    return RecordSource("DhtmlXQ", written, _read_game)


def _fields(block: str) -> dict[str, str]:
    """What stands between the marks of each name, up to the first that ends it; one that is never ended is passed
    over."""
    marks = list(_MARK.finditer(block))
    ends: dict[str, list[int]] = {}
    for mark in marks:
        if mark[1]:
            ends.setdefault(mark[2], []).append(mark.start())
    fields: dict[str, str] = {}
    read = 0
    for mark in marks:
        known = ends.get(mark[2], [])
        following = bisect_left(known, mark.end())
        if not mark[1] and mark.start() >= read and following < len(known):
            read = known[following]
            fields[mark[2]] = block[mark.end() : read].strip()
    return fields


@dataclass(slots=True)
class _Line:
    """A line of moves: the line that it leaves, the ply of its first move, and where its moves stand in the game."""

    leaves: _Line | None
    first: int
    places: list[int]

    def place(self, ply: int) -> int:
        """Where the position after this many plies stands in the game; -1 for one that the line does not have."""
        line = self
        while ply < line.first and line.leaves is not None:
            line = line.leaves
        return 0 if ply == 0 else line.places[ply - line.first] if ply - line.first < len(line.places) else -1


def _written(line: int, fields: dict[str, str]) -> WrittenGame:
    said = {
        (int(match[1] or 0), int(match[2])): _lines(fields.pop(name))
        for name in list(fields)
        if (match := _COMMENT.fullmatch(name))
    }
    main = fields.pop("movelist", "") or fields.pop(_MAIN, "")
    found = [match for match in map(_LINE.fullmatch, [*fields]) if match]
    others = [(int(match[1]), int(match[2]), int(match[3]), fields.pop(match[0])) for match in found]
    event = fields.pop("event", "")
    if fields.get("title", "") in (event, f"{fields.get('red', '')} - {fields.get('black', '')}".strip()):
        fields.pop("title", "")  # which says nothing more
    game = WrittenGame(line, {"Event": event or fields.pop("title", "")})
    game.tags |= {name.capitalize(): fields.pop(name, "") for name in ("red", "black", "date", "result")}
    game.tags |= {"binit": "", "rules": "", **{_HEADERS.get(name, name): value for name, value in fields.items()}}
    lines = {0: _add_line(game, None, 1, main, line)}
    for leaves, first, number, moves in others:  # a line stands behind the one that it leaves
        known = lines.get(leaves)
        if known is None or number in lines or first < 1 or known.place(first - 1) < 0:
            game.faults.append(fault("variation-loose", name=f"move_{leaves}_{first}_{number}"))
            continue
        while known.leaves is not None and first <= known.first:
            known = known.leaves  # it stands beside the first move of a line, or before
        lines[number] = _add_line(game, known, first, moves, line)
    for (number, ply), comment in said.items():
        if number in lines and (ply or not number) and (place := lines[number].place(ply)) >= 0 and comment.strip():
            game.nodes[place].comments += (comment.strip(),)
    return game


def _add_line(game: WrittenGame, leaves: _Line | None, first: int, moves: str, line: int) -> _Line:
    """Put the moves of a line into a game, up to the first that is not one."""
    added = _Line(leaves, first, [])
    before = 0 if leaves is None else leaves.place(first - 1)
    moves = "".join(moves.split())
    for at in range(0, len(moves), 4):
        digits = moves[at : at + 4]
        if not _MOVE.fullmatch(digits):
            game.faults.append(fault("unreadable-move", move=digits[:8], why="a move is four digits").at(line=line))
            break
        before = game.add(_point(digits[:2]) + _point(digits[2:]), line, after=before)
        added.places.append(before)
    return added


def _lines(text: str) -> str:
    return text.replace("||", "\n")


def _point(digits: str) -> str:
    return f"{'abcdefghi'[int(digits[0])]}{9 - int(digits[1])}"


def _read_game(written: WrittenGame, number: int) -> Reading:
    result = written.tags["Result"]
    start = _start(written.tags["binit"], written) if written.tags["binit"] else None
    rules = SIMPLE if written.tags["rules"] == _SIMPLE else XIANGQI
    winner, decided = told_result(result, rules)
    return reading_of(written, number, rules, start, winner, decided, _OWN | {"Result"} if decided else _OWN)


def _start(digits: str, written: WrittenGame) -> str:
    """The FEN of the pieces; who begins is told by the first move."""
    if not re.fullmatch(r"(?:[0-8][0-9]|99){32}", digits):
        raise RecordError(fault("pieces-unreadable").at(field="binit"))
    places = (digits[at : at + 2] for at in range(0, len(digits), 2))
    pieces = place_pieces([None if place == "99" else _point(place) for place in places], "binit")
    first = written.nodes[written.root.children[0]].text if written.root.children else ""
    return fen_of(pieces, first)


# --- writing --------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> bytes:
    """The text of games, UTF-8. Raises RecordError for a record of another game or with moves that the rules refuse."""
    return "\n".join(map(_write_game, records)).encode()


def _write_game(record: Record) -> str:
    if record.variant not in (XIANGQI.name, SIMPLE.name):
        raise RecordError(fault("not-this-game", variant=record.variant, game=XIANGQI.game))
    start = play_tree(record).positions[0]
    red, black = (seat.name for seat in record.seats)
    result = ""
    if record.result is not None:
        result = {None: "和棋", "red": "红胜", "black": "黑胜"}[record.result.winner]
    own_names = {theirs: ours for ours, theirs in _HEADERS.items()}
    others = {own_names.get(name, name.lower()): value for name, value in record.headers.items()}
    fields = {
        "title": record.event or f"{red} - {black}",
        "event": record.event,
        "date": iso_date(record),
        "red": red,
        "black": black,
        "result": result,
        **{name: value for name, value in others.items() if re.fullmatch("[a-z0-9]+", name) and name not in _OWN},
        **({"rules": _SIMPLE} if record.variant == SIMPLE.name else {}),
        "binit": _places(XIANGQI.write_position(start).split()[0]),
    }
    moves, said = _told_lines(record)
    fields |= moves
    lines = [f"[DhtmlXQ_{name}]{_plain(value)}[/DhtmlXQ_{name}]" for name, value in fields.items()]
    lines += [f"[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]" for name, value in said.items()]
    return "\n".join(["[DhtmlXQ]", *lines, "[/DhtmlXQ]", ""])


def _told_lines(record: Record) -> tuple[dict[str, str], dict[str, str]]:
    """The fields of all lines of moves, a line behind the one that it leaves, and of all that is said of moves."""
    tree = record.tree
    names, lines, said = ["movelist"], list[list[str]]([[]]), dict[str, str]()
    numbers = [0] * len(tree)  # the line of each node
    for at, node in enumerate(tree.nodes):
        if at:
            before = tree.parent(at)
            numbers[at] = numbers[before]
            if at != tree.children(before)[0]:
                numbers[at] = len(names)
                names.append(f"move_{numbers[before]}_{tree.plies[at]}_{len(names)}")
                lines.append([])
            lines[numbers[at]].append(_digits(node.text[:2]) + _digits(node.text[2:]))
        if node.comments:
            line = f"{numbers[at]}_" if numbers[at] else ""
            said[f"comment{line}{tree.plies[at]}"] = _plain_comment(node.comment)
    return {name: "".join(line) for name, line in zip(names, lines, strict=True)}, said


def _digits(point: str) -> str:
    return f"{'abcdefghi'.index(point[0])}{9 - int(point[1])}"


def _places(board: str) -> str:
    """The points of the pieces of a FEN's board, in the order of the form; 99 where one is missing."""
    places: dict[str, list[str]] = {}
    for row, text in enumerate(board.split("/")):
        cells = re.sub(r"[0-9]", lambda gap: " " * int(gap[0]), text)
        for column, letter in enumerate(cells):
            places.setdefault(letter, []).append(f"{column}{row}")
    return "".join(places[letter].pop(0) if places.get(letter) else "99" for letter in ORDER)


def _plain(value: str) -> str:
    return re.sub(r"[\[\]\s]+", " ", value).strip()


def _plain_comment(text: str) -> str:
    """A comment as one line; a bar pair in it would be taken for the end of one."""
    lines = text.replace("||", "| |").split("\n")
    return re.sub(r"\[(?=/?DhtmlXQ)", "[ ", "||".join(lines))
