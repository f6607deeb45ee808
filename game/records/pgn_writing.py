"""Writes the outer form that PGN and PDN share: tags, numbered moves, comments, glyphs and variations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from game.records.annotations import SHAPES, annotations_of
from game.records.headers import is_tag_name
from game.records.saying import FormSays
from game.records.tree import GameNode, GameTree

SAYS: Final = FormSays(
    before="variations",
    shapes=SHAPES,
    headers=is_tag_name,
    properties=lambda name: name.startswith("%"),
)
"""What can be told in this form."""
_WIDTH: Final = 79
_CLOSED: Final = ")"


def compose(tags: Mapping[str, str], tree: GameTree, texts: Sequence[str], result: str) -> str:
    """The text of one game: tags with their values escaped, the moves (`texts`, by the tree's nodes) numbered, with all
    that is said of them and their variations, in lines of at most 79 characters, and the result."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    lines.append("")
    return "\n".join(lines + _wrapped([*_parts(tree, texts), result])) + "\n"


def _parts(tree: GameTree, texts: Sequence[str]) -> Sequence[str]:
    parts = [*_glyphs(tree.root), *_said(tree.root, tree.root.comments)]
    is_open = False  # a first move stands there that the second can follow
    opened = ""
    for index in _in_print_order(tree):
        if index == -1:
            opened, is_open = "(", False
            continue
        if index == -2:
            parts[-1] += _CLOSED
            is_open = False
            continue
        node, ply = tree.nodes[index], tree.plies[index] - 1
        for told in _said(None, node.before):
            parts.append(opened + told)
            opened, is_open = "", False
        if is_open:
            parts[-1] += f" {texts[index]}"
        else:
            parts.append(f"{opened}{ply // 2 + 1}{'...' if ply % 2 else '.'} {texts[index]}")
        opened = ""
        parts += _glyphs(node)
        said = list(_said(node, node.comments))
        parts += said
        is_open = ply % 2 == 0 and not said
    return parts


def _in_print_order(tree: GameTree) -> Iterator[int]:
    """The nodes as a text has them: a move, the variations beside it, each between -1 and -2, and what follows it."""
    waiting = [(0, True)]  # a node, and whether what follows it is meant; else it begins a variation
    while waiting:
        index, is_passed = waiting.pop()
        if index < 0:
            yield -2
            continue
        if not is_passed:
            yield -1
            yield index
            waiting += [(-1, True), (index, True)]
            continue
        first, *others = tree.children(index) or (0,)
        if first:
            yield first
            waiting.append((first, True))
            waiting += [(other, False) for other in reversed(others)]


def _glyphs(node: GameNode) -> Iterator[str]:
    return (f"${glyph}" for glyph in node.glyphs)


def _said(node: GameNode | None, comments: Sequence[str]) -> Iterator[str]:
    """What programs and people say of a node, the former before the first words of the latter."""
    texts = list(comments)
    commands = annotations_of(node) if node is not None else ""
    if commands:
        texts[:1] = [" ".join([commands, *texts[:1]])]
    before = ""
    for text in texts:
        told = _told(text)
        if before.endswith("\n") and told.startswith("\n"):
            yield "{}"  # or the two would be one
        yield told
        before = told


def _told(comment: str) -> str:
    """A comment in braces; one that has braces itself, which can't stand there, as lines of its own."""
    if "{" in comment or "}" in comment:
        return "\n" + "\n".join(f"; {line}" for line in comment.split("\n")) + "\n"
    return f"{{{comment}}}"


def _escaped(value: str) -> str:
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(parts: Sequence[str]) -> list[str]:
    lines = [""]
    for part in parts:
        first, _, rest = part.partition("\n")
        if lines[-1] and len(lines[-1]) + 1 + len(first) > _WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {first}".strip()
        if rest:  # the comment has lines of its own
            lines += rest.split("\n")
    return lines
