"""A game as a file has it, before the rules have seen it: tags, and moves in the file's own words.

What a reader of any form makes; `game.records.collection.reading_of` plays it by the rules and gives the record. Moves
may come in any order, each after the one that it follows:

    game = WrittenGame(line=1, tags={"Event": "..."})
    first = game.add("h8", 3)                       # after the move before: the main line
    game.add("i9", 3)
    other = game.add("h9", 4, after=first)          # beside i9: a variation
    game.nodes[other].comments += ("better",)
    game.go_on(game.main_end)                       # what is added next follows the main line again
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.records.fault import Fault
from game.records.tree import BoardShape, RecordedScore


@dataclass(slots=True)
class WrittenMove:
    """A move as it stands in the file, its line there, counted from 1, and what is said about it: see `GameNode`.
    `parent` and `children` are places in the game's nodes, the main continuation first. `source` is where it begins in
    the file's text, and which of the game's `spans` it belongs to, where the reader has said so.
    `fault` is what the reader found wrong with it: then it is not played, and the line ends before it."""

    text: str
    line: int
    used_s: float = 0.0
    comments: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    glyphs: tuple[int, ...] = ()
    clock_s: float | None = None
    score: RecordedScore | None = None
    shapes: tuple[BoardShape, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    parent: int = -1
    children: list[int] = field(default_factory=list)
    source: tuple[int, int] = (-1, -1)
    fault: Fault | None = None

    @property
    def comment(self) -> str:
        """All that is said after the move."""
        return "\n".join(self.comments)


@dataclass(slots=True)
class WrittenGame:
    """One game of a file: tags by name, the result's text (`*` if there is none), what was wrong with its form, each
    at its line, and the moves; `nodes[0]` is the root, without a move, of which is said what is said of the game. `at`
    is the node that the next move follows. `text` is the whole file's, where variations are known by their ends in it
    (`spans`). `is_tagged`: the tags are those of PGN, and their order is worth keeping."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    result: str = "*"
    faults: list[Fault] = field(default_factory=list)
    nodes: list[WrittenMove] = field(default_factory=list)
    at: int = 0
    text: str = ""
    is_tagged: bool = False
    spans: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.nodes:
            self.nodes.append(WrittenMove("", self.line))

    def add(self, text: str, line: int, *, after: int | None = None, is_main: bool = False, used_s: float = 0.0) -> int:
        """Add a move after the one at `at`, or after another, and give its place, which `at` becomes. `is_main` puts it
        before the moves that follow there already."""
        parent = self.at if after is None else after
        self.at = len(self.nodes)
        self.nodes.append(WrittenMove(text, line, used_s, parent=parent))
        children = self.nodes[parent].children
        children.insert(0 if is_main else len(children), self.at)
        return self.at

    def go_on(self, at: int) -> None:
        """Let the next move follow that node."""
        self.at = at

    def say(self, comment: str) -> None:
        """Add a comment to the last move, before the first to the game."""
        if comment.strip():
            self.nodes[self.at].comments += (comment.strip(),)

    @property
    def root(self) -> WrittenMove:
        """What is said about the game as a whole."""
        return self.nodes[0]

    @property
    def main_end(self) -> int:
        """The place of the last move of the main line; 0 if there is none."""
        at = 0
        while self.nodes[at].children:
            at = self.nodes[at].children[0]
        return at

    @property
    def moves(self) -> list[WrittenMove]:
        """The main line."""
        return self.line_after(0)

    def line_after(self, at: int) -> list[WrittenMove]:
        """The main continuation of a node."""
        found = []
        while self.nodes[at].children:
            at = self.nodes[at].children[0]
            found.append(self.nodes[at])
        return found

    def words_of(self, at: int) -> str:
        """A move and all that follows it, as the file has it, or where that is not told its moves and comments, the
        variations among them in parentheses."""
        start, span = self.nodes[at].source
        if span >= 0:
            return f"({self.text[start : self.spans[span]].strip()})"
        parts: list[str] = []
        waiting: list[tuple[str, int, list[int]]] = [("(", at, [])]
        """Moves to come, the next one last, each behind a parenthesis or none, with those that stand beside it."""
        while waiting:
            mark, place, beside = waiting.pop()
            if mark == ")":
                parts[-1] += mark
                continue
            move = self.nodes[place]
            parts += [mark + move.text, *(f"{{{said}}}" for said in move.comments)]
            if mark:
                waiting.append((")", 0, []))
            if move.children:
                waiting.append(("", move.children[0], move.children[1:]))
            waiting += [("(", other, []) for other in reversed(beside)]
        return " ".join(parts)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found that makes a game."""
        return not self.tags and len(self.nodes) == 1
