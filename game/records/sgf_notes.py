"""What SGF says about a node beside the move, whatever its game: comments, signs, clocks, values, and what is drawn on
the board. What no field of ours says is kept by the property's name.

Signs that judge the move: TE good, BM bad, DO doubtful, IT interesting; the position: GB and GW good for Black and
White, DM even, UC unclear. All of them but DO and IT may be doubled (SGF FF[4], Double).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from game.records.saying import FormSays
from game.records.sgf_syntax import SgfNode, escaped, escaped_lines, simple_text
from game.records.tree import LONGEST_S, BoardShape, GameNode, RecordedScore
from game.records.written import WrittenMove

_GLYPHS: Final = {
    ("TE", "1"): 1, ("TE", "2"): 3, ("BM", "1"): 2, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6, ("DM", "1"): 10,
    ("UC", "1"): 13, ("GB", "1"): 16, ("GW", "1"): 17, ("GB", "2"): 18, ("GW", "2"): 19,
}  # fmt: skip
_BY_GLYPH: Final = {number: told for told, number in _GLYPHS.items()}
_DOUBLE: Final = frozenset(name for name, _ in _GLYPHS)
_POINTS: Final = {"CR": "ring", "SQ": "square", "TR": "triangle", "MA": "cross", "SL": "dot"}
_PAIRS: Final = {"AR": "arrow", "LN": "line"}
_BY_SHAPE: Final = {kind: name for name, kind in (*_POINTS.items(), *_PAIRS.items())}
_CLOCKS: Final = ("BL", "WL")
_FIELDS: Final = frozenset({"C", "B", "W", "AB", "AW", "AE", "PL", "QC"})

NOTES: Final = frozenset({"C", "V", "LB", *_DOUBLE, *_POINTS, *_PAIRS, *_CLOCKS})
"""The properties that tell something of any node, the root among them."""
GLYPHS: Final = frozenset(_BY_GLYPH)
"""The glyphs that can be told."""

SAYS: Final = FormSays(
    comments=1,
    root_comments=2,
    before="nowhere",
    root=frozenset({"glyphs", "scores", "shapes"}),
    glyphs=GLYPHS,
    times=False,
    mates=False,
    depths=False,
    shapes=frozenset({*_BY_SHAPE, "label"}),
    colours=False,
    properties=lambda name: is_property(name),
)
"""What can be told in this form; headers by those that know the game."""

_MOST: Final = 10_000
"""What is said of one move; thousands of nodes without one are damage."""

Point = Callable[[str], str]
"""A point of the file to the name of its square, or the other way round."""


def take_notes(move: WrittenMove, node: SgfNode, point: Point, spent: frozenset[str]) -> None:
    """Note at a move what a node tells of it. `spent` are the properties that say the move or the game itself."""
    if len(move.properties) + len(move.comments) + len(move.shapes) > _MOST:
        return
    for name, values in node.properties.items():
        if name in spent:
            continue
        if name == "C":
            move.comments += tuple(filter(None, (value.strip() for value in values)))
        elif name in _DOUBLE and (glyph := _glyph(name, values)):
            move.glyphs += (glyph,)
        elif name in _POINTS:
            move.shapes += tuple(BoardShape(_POINTS[name], (point(value),)) for value in values if ":" not in value)
            move.properties += tuple((name, value) for value in values if ":" in value)
        elif name in _PAIRS or name == "LB":
            shapes = [_label(value, point) if name == "LB" else _pair(_PAIRS[name], value, point) for value in values]
            move.shapes += tuple(shape for shape in shapes if shape is not None)
            others = (value for value, shape in zip(values, shapes, strict=True) if shape is None)
            move.properties += tuple((name, value) for value in others)
        elif name in _CLOCKS and (seconds := _number(values)) is not None and 0 <= seconds <= LONGEST_S:
            move.clock_s = seconds
        elif name == "V" and (worth := _number(values)) is not None:
            move.score = RecordedScore(value=worth)
        else:
            move.properties += tuple((name, value) for value in values or [""])


def is_property(name: str) -> bool:
    """Whether a property of a node can have that name: capitals, and none that says what a field of ours does."""
    return re.fullmatch("[A-Z]{1,3}", name) is not None and name not in _FIELDS


def _glyph(name: str, values: list[str]) -> int | None:
    value = values[0].strip() if values else ""
    return _GLYPHS.get((name, value)) or (_GLYPHS.get((name, "1")) if not value else None)


def _number(values: list[str]) -> float | None:
    try:
        number = float(values[0])
    except (ValueError, IndexError):
        return None
    return number if abs(number) < 1e9 else None  # which is neither without end nor none


def _label(value: str, point: Point) -> BoardShape | None:
    where, colon, text = value.partition(":")
    text = simple_text(text)[:200]
    return BoardShape("label", (point(where),), text) if colon and text else None


def _pair(kind: str, value: str, point: Point) -> BoardShape | None:
    first, colon, last = value.partition(":")
    return BoardShape(kind, (point(first), point(last))) if colon else None


def notes_text(node: GameNode, colour: str, point: Point) -> str:
    """What a node tells beside its move, as properties. `colour` is that of the move, `B` or `W`."""
    words = "\n".join((*node.before, *node.comments))
    parts = [f"C[{escaped_lines(words)}]"] if words else []
    parts += ("{}[{}]".format(*_BY_GLYPH[glyph]) for glyph in node.glyphs if glyph in _BY_GLYPH)
    by_name: dict[str, list[str]] = {}
    for shape in node.shapes:
        text = ":".join(point(square) for square in shape.squares)
        name = "LB" if shape.kind == "label" else _BY_SHAPE.get(shape.kind, "")
        told = f"{text}:{escaped(shape.text)}" if shape.kind == "label" else text
        if name and told not in by_name.setdefault(name, []):
            by_name[name].append(told)
    for name, value in node.properties:
        if is_property(name) and colour:
            by_name.setdefault(name, []).append(escaped_lines(value))
    parts += (f"{name}{''.join(f'[{told}]' for told in values)}" for name, values in by_name.items())
    if node.clock_s is not None and colour:
        parts.append(f"{colour}L[{node.clock_s:.10g}]")
    if node.score is not None and node.score.value is not None:
        parts.append(f"V[{node.score.value:.10g}]")
    return "".join(parts)
