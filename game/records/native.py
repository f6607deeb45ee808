"""Our own format (`.qiguan`): one JSON document, versioned.

    {"format": "qiguan", "version": 1, "variant": "gomoku-renju", "size": 15, "start": "...",
     "moves": [["h8", 2.5], ["h9", 0.1]],                        text and seconds of thought
     "seats": [{"kind": "human", "name": "Ada", "level": null}, {"kind": "engine", "name": "", "level": "expert"}],
     "control": {"base_s": 600.0, "increment_s": 5.0} | null,
     "result": {"winner": "black" | "white" | null, "termination": "five"} | null,
     "date": "2024-05-01T21:40:00+08:00", "event": "...",          the last one only where it is known
     "comment": "...", "headers": {"Site": "..."},              of games that came from elsewhere
     "header_order": ["Site", "Event"],                         where it is not the usual one
     "proof": {...}}                                             signatures of a game over the LAN (`game.lan.signing`)

A move that something is said of has that as a third part: `["h8", 2.5, "the centre"]`. That is version 1, in which
every game is written that is one line and of which no more is told; older programs read it. Version 2 has a tree in the
place of `moves` and `comment`, flat as a `GameTree` is, the root first:

    "tree": [{"comments": ["of the game"]}, {"move": "h8", "used_s": 2.5}, {"move": "i9", "glyphs": [1]},
             {"move": "j8"}, {"move": "h9", "ply": 2, "before": ["or"], "comments": ["one", "two"],
              "clock_s": 59.0, "score": {"value": 0.5, "depth": 12},
              "shapes": [{"kind": "arrow", "squares": ["h8", "h9"]}], "properties": [["N", "a name"]]}]

`ply` stands where a node does not follow the one before it. What is empty or not known is left out.

Moves are held by legality alone; the result is what was agreed on, whatever the rules of today say of the line
(`Record.settle`). `size` stands there for people and other programs; the start position says it too, and must agree.
Unknown fields are passed over, so that a later version may add some.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec

from game.records.control import TimeControl
from game.records.entering import MOST_NODES, enter_game
from game.records.fault import Fault, fault
from game.records.record import (
    Record,
    RecordError,
    Result,
    SeatInfo,
    clean_comment,
    clean_name,
    notes_on,
    result_of,
)
from game.records.tree import LONGEST_S, BoardShape, GameNode, GameTree, RecordedScore
from game.records.written import WrittenGame, WrittenMove
from game.rules.game import Game

EXTENSION = ".qiguan"
VERSION = 2
LONGEST_FILE = 32 << 20
"""Bytes; a larger file is refused unread, and none is written. A game of a thousand moves has about 15,000."""

_LINE_VERSION: Final = 1
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=LONGEST_S)]


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read: the record, its game, what was wrong after it (None = nothing), and what of its variations
    can't be played and was left out or kept as words.

    Where it `is_cut` the moves end before the first one that is refused; a result that they do not bear out is gone.
    `is_exact`: not a byte is another than we would write; looked at only where there are signatures.
    """

    record: Record
    game: Game
    problem: Fault | None
    lost: tuple[Fault, ...] = ()
    is_cut: bool = False
    is_exact: bool = True

    @property
    def notes(self) -> tuple[Fault, ...]:
        """What our rules say otherwise than the record, which stands all the same."""
        return notes_on(self.game)


class RecordedMove(msgspec.Struct, frozen=True, array_like=True):
    """A move of version 1: its text, the seconds that its side thought, and what is said of it (mostly nothing)."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    used_s: _Seconds = 0.0
    comment: str = ""


class RecordedNode(msgspec.Struct, kw_only=True):
    """A node of version 2: see `GameNode`. `ply` 0 = it follows the one before it."""

    move: Annotated[str, msgspec.Meta(max_length=64)] = ""
    ply: Annotated[int, msgspec.Meta(ge=0)] = 0
    used_s: _Seconds = 0.0
    before: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    glyphs: tuple[Annotated[int, msgspec.Meta(ge=0, le=255)], ...] = ()
    clock_s: _Seconds | None = None
    score: RecordedScore | None = None
    shapes: tuple[BoardShape, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


class _NativeFile(msgspec.Struct, kw_only=True):
    format: Literal["qiguan"]
    version: Annotated[int, msgspec.Meta(ge=1)]
    variant: Annotated[str, msgspec.Meta(max_length=64)]
    start: Annotated[str, msgspec.Meta(max_length=10_000)]
    size: int | None = None
    moves: list[msgspec.Raw] = []  # read one by one, so that a damaged one costs only the rest
    tree: list[msgspec.Raw] = []
    seats: tuple[SeatInfo, SeatInfo] = (SeatInfo("human"), SeatInfo("human"))
    control: TimeControl | None = None
    result: Result | None = None
    date: Annotated[str, msgspec.Meta(max_length=64)] = ""
    event: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    comment: msgspec.Raw = msgspec.Raw(b"null")  # damage in these costs only these
    headers: msgspec.Raw = msgspec.Raw(b"null")
    header_order: msgspec.Raw = msgspec.Raw(b"null")
    proof: msgspec.Raw = msgspec.Raw(b"null")


# --- writing --------------------------------------------------------------------------------------------------------


def write(record: Record) -> bytes:
    """The file of a record, UTF-8. Raises RecordError for a record whose variant or start can't be read, and for one
    that is larger than what is read."""
    tree = record.tree
    is_line = not tree.root.used_s and not tree.variations and all(node.is_plain for node in tree.nodes)
    document: dict[str, Any] = {
        "format": "qiguan",
        "version": _LINE_VERSION if is_line else VERSION,
        "variant": record.variant,
        "size": record.size,
        "start": record.start,
    }
    if is_line:
        document["moves"] = [_line_move(node) for node in record.moves]
    else:
        document["tree"] = list(map(_file_node, tree.nodes, tree.plies, (-1, *tree.plies)))
    document |= {"seats": record.seats, "control": record.control, "result": record.result, "date": record.date}
    told: dict[str, Any] = {
        "event": record.event,
        "comment": record.comment if is_line else "",
        "headers": record.headers,
    }
    told["header_order"] = record.header_order
    told["proof"] = msgspec.Raw(record.proof) if record.proof else None
    data = msgspec.json.encode(document | {name: value for name, value in told.items() if value}) + b"\n"
    if len(tree) - 1 > MOST_NODES:
        raise RecordError(fault("too-many-moves", count=len(tree) - 1, most=MOST_NODES))
    if len(data) > LONGEST_FILE:
        raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))
    return data


def tree_nodes(tree: GameTree) -> list[dict[str, Any]]:
    """The nodes of a tree as version 2 has them, each with its ply."""
    return [{"ply": ply} | _file_node(node, ply, ply - 1) for node, ply in zip(tree.nodes, tree.plies, strict=True)]


def _line_move(node: GameNode) -> list[str | float]:
    return [node.text, node.used_s, node.comment] if node.comments else [node.text, node.used_s]


def _file_node(node: GameNode, ply: int, before: int) -> dict[str, Any]:
    told: dict[str, Any] = {
        "move": node.text, "ply": 0 if ply == before + 1 else ply, "used_s": node.used_s, "before": node.before,
        "comments": node.comments, "glyphs": node.glyphs, "shapes": node.shapes, "properties": node.properties,
    }  # fmt: skip
    told = {name: value for name, value in told.items() if value}
    if node.clock_s is not None:
        told["clock_s"] = node.clock_s
    return told if node.score is None else told | {"score": node.score}


# --- reading --------------------------------------------------------------------------------------------------------


def read(data: bytes) -> Reading:
    """The record in a file's bytes, as far as the rules follow it.

    Raises RecordError when nothing of it can be used: no JSON, another format, an unknown variant or start position.
    """
    if len(data) > LONGEST_FILE:
        raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))
    try:
        file = msgspec.json.decode(data, type=_NativeFile)
    except msgspec.ValidationError as error:
        raise _error_of(error) from error
    except (ValueError, RecursionError) as error:  # no JSON, broken UTF-8, nested without end
        raise RecordError(fault("no-game-file", why=error)) from error
    if file.version > VERSION:
        raise RecordError(fault("newer", version=file.version, known=VERSION).at(field="version"))
    seats = tuple(SeatInfo(seat.kind, clean_name(seat.name), seat.level) for seat in file.seats)
    record = Record(
        variant=file.variant, start=file.start, seats=(seats[0], seats[1]), control=file.control,
        result=file.result, date=clean_name(file.date), event=clean_name(file.event), headers=_headers(file.headers),
        header_order=_order(file.header_order), proof=b"" if bytes(file.proof) == b"null" else bytes(file.proof),
    )  # fmt: skip
    game = record.empty_game()
    written, problem, lost = _written_tree(file.tree) if file.tree else _written_line(file)
    entered = enter_game(written, game)
    problem = entered.problem or problem
    record = msgspec.structs.replace(record, tree=entered.tree)
    problem = (record.settle(game) if problem is None else problem) or entered.cut
    if problem is not None and problem is not entered.cut:
        record = msgspec.structs.replace(record, result=decided(game))
        record.settle(game)
    if problem is None and file.size not in (None, game.start.board.rows):
        problem = fault("size-differs", size=file.size, rows=game.start.board.rows).at(field="size")
    is_cut = problem is not None and problem.code not in ("size-differs", "comments-cut")
    is_exact = not record.proof or write(record) == data
    return Reading(record, game, problem, (*lost, *entered.lost), is_cut, is_exact)


def _written_line(file: _NativeFile) -> tuple[WrittenGame, Fault | None, tuple[Fault, ...]]:
    """The moves of version 1, and what is wrong with the first that is not one."""
    written = WrittenGame(0)
    written.say(_comment(file.comment))
    for number, each in enumerate(file.moves, 1):
        try:
            move = msgspec.json.decode(each, type=RecordedMove)
        except (ValueError, RecursionError) as error:
            return written, fault("invalid", why=error).at(move=number), ()
        written.add(move.text, 0, used_s=move.used_s)
        written.say(move.comment)
    return written, None, ()


def _written_tree(raw: Sequence[msgspec.Raw]) -> tuple[WrittenGame, Fault | None, tuple[Fault, ...]]:
    """The tree of version 2; what is wrong where its main line breaks off; and what is wrong with nodes beside it,
    which go with all that follows them."""
    written = WrittenGame(0)
    problem: Fault | None = None
    lost: list[Fault] = []
    line: list[int] = []
    """The node of each ply on the way to the present one; -1 for one that is damaged, or follows such a one."""
    broken: set[int] = set()
    """The nodes whose main continuation is damaged: what stands beside it must not take its place."""
    for index, each in enumerate(raw):
        found = _node_of(each, index)
        ply = _ply_of(each, found, len(line)) if index else 0
        is_lost = ply is None  # nobody knows what this and the rest follow
        if ply is None:
            found, ply = fault("invalid", why="it follows no other move"), len(line)
        parent = line[ply - 1] if ply else 0
        is_main = index == ply and problem is None
        del line[ply:]
        if isinstance(found, Fault):
            if is_main and index:
                problem = found.at(move=index)
            else:
                lost.append(found.at(field=f"tree[{index}]"))
            if index and parent >= 0 and not written.nodes[parent].children:
                broken.add(parent)
            line.append(-1 if index else 0)
            if is_lost:
                break
        elif parent < 0 or parent in broken:
            line.append(-1)
        else:
            line.append(written.add(found.move, 0, after=parent) if index else 0)
            _take_over(found, written.nodes[line[-1]])
    return written, problem, tuple(lost)


def _node_of(raw: msgspec.Raw, index: int) -> RecordedNode | Fault:
    try:
        node = msgspec.json.decode(raw, type=RecordedNode)
        if index and not node.move:
            raise ValueError("a move has no text")
    except (ValueError, RecursionError) as error:
        return fault("invalid", why=error)
    return node


def _ply_of(raw: msgspec.Raw, found: RecordedNode | Fault, following: int) -> int | None:
    """The ply of a node, damaged or not, where the one that follows on the node before it is `following`; None where
    it can't be told."""
    try:
        told = msgspec.json.decode(raw, type=dict[str, Any]) if isinstance(found, Fault) else {"ply": found.ply}
        ply = told.get("ply") or following
    except (ValueError, RecursionError):
        return None
    return ply if isinstance(ply, int) and 1 <= ply <= following else None


def _take_over(node: RecordedNode, move: WrittenMove) -> None:
    move.used_s, move.comments, move.before, move.glyphs = node.used_s, node.comments, node.before, node.glyphs
    move.clock_s, move.score, move.shapes, move.properties = node.clock_s, node.score, node.shapes, node.properties


def _comment(raw: msgspec.Raw) -> str:
    try:
        return clean_comment(msgspec.json.decode(raw, type=str))
    except (ValueError, RecursionError):
        return ""


def _headers(raw: msgspec.Raw) -> dict[str, str]:
    try:
        found = msgspec.json.decode(raw, type=dict[str, str])
    except (ValueError, RecursionError):
        return {}
    return {clean_name(name): clean_comment(value) for name, value in found.items()}


def _order(raw: msgspec.Raw) -> tuple[str, ...]:
    try:
        return tuple(map(clean_name, msgspec.json.decode(raw, type=list[str])))
    except (ValueError, RecursionError):
        return ()


def decided(game: Game) -> Result | None:
    """The result that the last position gives to what could be kept."""
    seen = game.position.outcome()
    return None if seen is None else result_of(game, seen)


def _error_of(error: msgspec.ValidationError) -> RecordError:
    """msgspec says `... - at `$.seats[0].kind``; the place goes to the front."""
    why, _, where = str(error).partition(" - at `$")
    where = where.strip("`.").strip()
    found = fault("invalid", why=why)
    return RecordError(found.at(field=where) if where else found)
