"""What programs write into the comments of PGN and PDN beside words: `[%clk 0:59:58]` (the time left after a move),
`[%emt 0:00:05]` (the time for it), `[%eval 0.35]`, `[%eval #-3,18]` (what the position is worth to the colour that
begins, with the depth of the search), `[%csl Gd4,Re5]` and `[%cal Gd2d4]` (squares and arrows in colours). Others are
kept by their names, as `%name`; so is lidraughts' `[%clock w0:09:57 B0:09:58]` (both clocks, the small letter for the
side that has just moved), whose first half is the time left as well.

Reference: the export format of lichess and chess.com; Alessandro Scotti's proposal of 2001 for clk and emt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from game.records.tree import LONGEST_S, BoardShape, GameNode, RecordedScore
from game.records.written import WrittenMove

_COMMAND: Final = re.compile(r"[^\S\n]?\[%([A-Za-z][A-Za-z0-9_]{0,30})\s++([^\[\]]{0,2000})\]")
_TIME: Final = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{1,2}(?:\.[0-9]{1,6})?)")
_BOTH_CLOCKS: Final = re.compile(r"(?:[WB][0-9:]+\s+)?[wb]([0-9:]+)(?:\s+[WB][0-9:]+)?")
_EVAL: Final = re.compile(r"([+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?)(?:,([0-9]{1,3}))?")
_MATE: Final = re.compile(r"#([+-]?[0-9]{1,4})(?:,([0-9]{1,3}))?")
_SQUARE: Final = r"([a-tA-T][0-9]{1,2}|[0-9]{1,2})"
_SHAPE: Final = re.compile(rf"([RGBY]){_SQUARE}(?:-?{_SQUARE})?")
_COLOURS: Final = {"R": "red", "G": "", "B": "blue", "Y": "yellow"}
"""Green is the usual colour."""
_LETTERS: Final = {name: letter for letter, name in _COLOURS.items()}

SHAPES: Final = frozenset({"ring", "arrow"})
"""The kinds of shapes that comments can tell."""


def take_annotations(move: WrittenMove, comment: str) -> str:
    """Note at a move what a comment tells by commands; gives the words that are left."""
    if "[%" not in comment:
        return comment

    shapes: list[BoardShape] = []  # joined at once, for there may be thousands
    others: list[tuple[str, str]] = []

    def take(match: re.Match[str]) -> str:
        name, value = match[1].lower(), match[2].strip()
        if not _taken(move, name, value, shapes):
            others.append((f"%{match[1]}", value))
        return ""

    words = _COMMAND.sub(take, comment).strip()
    move.shapes += tuple(shapes)
    move.properties += tuple(others)
    return words


def _taken(move: WrittenMove, name: str, value: str, shapes: list[BoardShape]) -> bool:
    if name in ("clk", "emt"):
        seconds = _seconds(value)
        if seconds is None or (name == "emt" and not seconds):
            return False
        if name == "clk":
            move.clock_s = seconds
        else:
            move.used_s = seconds
        return True
    if name == "clock" and (match := _BOTH_CLOCKS.fullmatch(value)):
        move.clock_s = _seconds(match[1])
        return False
    if name == "eval":
        score = _score(value)
        move.score = score or move.score
        return score is not None
    if name in ("csl", "cal"):
        found = [_shape(part.strip(), name == "cal") for part in value.split(",")]
        if not all(found):
            return False
        shapes += [shape for shape in found if shape is not None]
        return True
    return False


def _seconds(text: str) -> float | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    seconds = int(match[1] or 0) * 3600 + int(match[2]) * 60 + float(match[3])
    return seconds if seconds <= LONGEST_S else None


def _score(text: str) -> RecordedScore | None:
    if match := _MATE.fullmatch(text):
        return RecordedScore(mate=int(match[1]), depth=int(match[2] or 0))
    if match := _EVAL.fullmatch(text):
        return RecordedScore(value=float(match[1]), depth=int(match[2] or 0))
    return None


def _shape(text: str, is_arrow: bool) -> BoardShape | None:
    colour, rest = text[:1].upper(), text[1:]
    if is_arrow and re.fullmatch("[0-9]{4}", rest):  # two numbers of draughts, each of two digits
        rest = f"{rest[:2]}-{rest[2:]}"
    match = _SHAPE.fullmatch(colour + rest)
    if match is None or (match[3] is not None) != is_arrow:
        return None
    squares = tuple(_name(square) for square in match.groups()[1:] if square is not None)
    return BoardShape("arrow" if is_arrow else "ring", squares, colour=_COLOURS[colour])


def _name(square: str) -> str:
    return str(int(square)) if square.isdecimal() else square.lower()


def annotations_of(node: GameNode) -> str:
    """What of a node is told by commands, as they stand in front of its comment; may be empty."""
    found = [f"[{name} {value}]" for name, value in node.properties if name.startswith("%")]
    for command, kind in (("csl", "ring"), ("cal", "arrow")):
        shapes = [shape for shape in node.shapes if shape.kind == kind]
        if shapes:
            found.append(f"[%{command} {','.join(map(_shape_text, shapes))}]")
    if node.score is not None:
        found.append(f"[%eval {_score_text(node.score)}]")
    if node.clock_s is not None:
        found.append(f"[%clk {time_text(node.clock_s)}]")
    if node.used_s:
        found.append(f"[%emt {time_text(node.used_s)}]")
    return " ".join(found)


def _shape_text(shape: BoardShape) -> str:
    return _LETTERS.get(shape.colour, "G") + _joined(shape.squares)


def _joined(squares: Sequence[str]) -> str:
    return ("-" if squares[0].isdecimal() else "").join(squares)


def _score_text(score: RecordedScore) -> str:
    told = f"#{score.mate}" if score.mate is not None else f"{score.value or 0.0:.10g}"
    return f"{told},{score.depth}" if score.depth else told


def time_text(seconds: float) -> str:
    """Seconds as `0:01:30`, with a thousandth where there is one."""
    thousandths = round(seconds * 1000)
    whole, rest = divmod(thousandths, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text
