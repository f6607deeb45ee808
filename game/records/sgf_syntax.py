"""The outer form of SGF, whatever its game: trees of nodes with properties, and how they are escaped.

Reference: https://www.red-bean.com/sgf/sgf4.html and user_guide/index.html there (structure, escapes, simple text).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from game.records.encoding import decode
from game.records.tree import GameTree

_CHARSET: Final = re.compile(
    rb"CA\[(utf-?8|gb[k0-9-]+|big5|iso-?8859-?[0-9]+|latin-?1|cp125[0-9]|shift_jis|euc-[a-z]+)\]", re.IGNORECASE
)
_BEGIN: Final = re.compile(r"\(\s{0,1000};")
_TOKEN: Final = re.compile(r"[();]|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*+)\]|\[", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_NODES_A_LINE: Final = 12


@dataclass(slots=True)
class SgfNode:
    """The line where a node begins, the node before it (-1: none), and its properties with their values."""

    line: int
    parent: int
    properties: dict[str, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class SgfTree:
    """One game of a file, parents before their children, main lines first."""

    line: int
    nodes: list[SgfNode] = field(default_factory=list)
    is_cut_off: bool = False


def is_sgf(text: str) -> bool:
    """Whether a text begins as this form does."""
    return bool(re.match(r"[\s\ufeff]*\([\s]*;", text))


def decode_sgf(data: bytes) -> str:
    """The text, in the encoding that the file names (CA) or else the one that fits. Never raises."""
    named = _CHARSET.search(data[:10_000])
    if named is not None and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode(named[1].decode("ascii"))
        except (UnicodeDecodeError, LookupError):
            pass  # the file is not what it says
    return decode(data)


def sgf_trees(text: str) -> Iterator[SgfTree]:
    """The games of a text. What stands outside of them is passed over."""
    at, line = 0, 1
    while begin := _BEGIN.search(text, at):
        line += text.count("\n", at, begin.start())
        tree = SgfTree(line)
        at = _read_tree(text, begin.start(), tree)
        line += text.count("\n", begin.start(), at)
        yield tree


def _read_tree(text: str, at: int, tree: SgfTree) -> int:
    """Read one game; where it ends."""
    line, counted = tree.line, at
    open_: list[int] = []
    """For each open parenthesis the node before it."""
    present = -1
    values: list[str] = []
    for token in _TOKEN.finditer(text, at):
        kind = token[0]
        if kind == "(":
            open_.append(present)
        elif kind == ")":
            present = open_.pop()
            if not open_:
                return token.end()
        elif kind == ";":
            line += text.count("\n", counted, token.start())
            counted = token.start()
            tree.nodes.append(SgfNode(line, present))
            present = len(tree.nodes) - 1
            values = []
        elif token[1] is not None:
            name = "".join(filter(str.isupper, token[1]))  # older files have small letters in between
            values = tree.nodes[present].properties.setdefault(name, []) if present >= 0 else []
        elif token[2] is not None:
            values.append(unescaped(token[2]))
        else:  # a value that is never closed is damaged, and so is all that follows
            break
    tree.is_cut_off = True
    return len(text)


def unescaped(value: str) -> str:
    """The text of a value. An escaped end of line is none."""
    return _ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], value) if "\\" in value else value


def simple_text(value: str) -> str:
    """A value that is one line."""
    return " ".join(value.split())


def escaped(value: str) -> str:
    """One line of text as it stands in a value."""
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace("]", "\\]")


def escaped_lines(text: str) -> str:
    """Lines of text as they stand in a value."""
    return "\n".join(map(escaped, text.split("\n")))


def compose_sgf(root: str, tree: GameTree, node_text: Callable[[int], str]) -> str:
    """The text of a game: the root's properties as they are, and the nodes of a tree by their indices (an empty text
    leaves one out), variations in parentheses."""
    out: list[str] = []
    waiting: list[tuple[int, str]] = [(0, "")]
    """Nodes to come, the next one last, with what stands before each; -1 is none, and what stands there closes."""
    in_line = 0
    while waiting:
        index, before = waiting.pop()
        out.append(before)
        if index < 0:
            continue
        if index:
            out.append(node_text(index))
        in_line = 0 if "\n" in before else in_line + 1
        following: Sequence[int] = tree.children(index)
        if len(following) == 1:
            waiting.append((following[0], "\n" if in_line >= _NODES_A_LINE else ""))
            continue
        for child in reversed(following):
            waiting += [(-1, ")"), (child, "\n(")]
    return f"(;{root}\n{''.join(out)})\n"
