"""Explores openings for Black by our own search, where no proof was found: `python -m ai.gomoku.explorer --work FILE`.

A tree of positions is grown from each of White's replies near Black's first stone in the centre. Each position is
searched at fixed nodes for the
best few moves of its side; a position that both sides' good play leads to is searched next, and its score goes back up
to the start (best-first minimax, Korf and Chickering 1996). Moves that were hardly looked at get a bonus, which shrinks
with every look as in the searches of Kocsis and Szepesvári (UCT, 2006), so that no single line takes all the time. So
the tree is deep where Black's choice is hard, and a move that looked good is left as soon as a deeper one shows better.
Positions proven by `ai.gomoku.bookmaker` and wins that a search proves need no further look.

Each search goes to the work file at once, one JSON object a line, and a run with the same file goes on where it was
broken off. `ai.gomoku.bookmaker --explored FILE` puts Black's moves of the tree into the book.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

from ai.api import Choice, EngineError, Job, Limit, Score
from ai.arena.arguments import count
from ai.gomoku.book import SIZE, canonical_key, entry_of
from ai.gomoku.engine import PatternEngine
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import Rule, read_move
from ai.gomoku.proofs import Proofs
from ai.version import installed_version

WIN: Final = 30_000
"""A forced win of Black, less its plies; a value of Black's loss is negative."""
Found = dict[str, int]
"""Moves of the side to move and their values for Black, the best first."""

_DECIDED: Final = WIN - 1000
STARTS: Final = ("h8 h9 i9", "h8 i9 i7", "h8 f8", "h8 i10", "h8 j10")
"""Black's stone in the centre and each reply of White within two of it, one of each symmetry class; to the nearest two
Black's answer too, as `ai.gomoku.bookmaker` has it."""
_WIDTH: Final = (2, 4)
"""Moves looked at in a position, with Black and with White to move."""
_WIDEST: Final = 12
_BONUS: Final = 30
"""For a move that was not looked at, in hundredths, when its position was looked at once."""


class Node:
    """A position of the tree, named by its moves. Without `below` it was not searched; `width` is how many moves were
    asked for, `looks` how many searches were made here or below."""

    __slots__ = ("below", "looks", "moves", "value", "width")

    def __init__(self, moves: tuple[str, ...], value: int) -> None:
        self.moves = moves
        self.value = value
        self.looks = 0
        self.width = 0
        self.below: dict[str, Node] = {}

    @property
    def black_to_move(self) -> bool:
        return len(self.moves) % 2 == 0

    @property
    def is_decided(self) -> bool:
        return abs(self.value) >= _DECIDED

    def best(self) -> str:
        """The best move of the side to move; there has to be one."""
        sign = 1 if self.black_to_move else -1
        return max(self.below, key=lambda move: sign * self.below[move].value)

    def worth_a_look(self) -> Node | None:
        """Where the next search goes from here: a good move, or one that was hardly looked at; None where this position
        itself is to be searched, for the first time or for more moves."""
        sign = 1 if self.black_to_move else -1
        bonus = _BONUS * math.sqrt(self.looks)
        open_ones = [node for node in self.below.values() if not node.is_decided]
        return max(open_ones, key=lambda node: sign * node.value + bonus / (1 + node.looks), default=None)

    def sum_up(self) -> None:
        """Take over the value of the best move."""
        self.value = self.below[self.best()].value
        if not self.black_to_move and self.width < _WIDEST:
            # White may have others than those that were looked at and lose
            self.value = min(self.value, _DECIDED - 1)


class Explorer:
    """Grows the tree. `search` gives the best moves of a position, at most so many; `proven` are the keys of positions
    with Black to move that are known to be won; the `starts` are explored in turn."""

    def __init__(
        self,
        search: Callable[[tuple[str, ...], int], Found],
        proven: AbstractSet[bytes],
        starts: Sequence[str] = STARTS,
    ) -> None:
        self._search = search
        self._proven = proven
        self._nodes: dict[tuple[frozenset[str], frozenset[str]], Node] = {}
        self.roots = [self._node(tuple(start.split()), 0) for start in starts]

    def grow(self) -> Node | None:
        """Search a position that good play leads to from the start that was looked at least, and give it; None when all
        are decided."""
        open_ones = [root for root in self.roots if not root.is_decided]
        if not open_ones:
            return None
        path = [min(open_ones, key=lambda node: node.looks)]
        while (after := path[-1].worth_a_look()) is not None:
            path.append(after)
        leaf = path[-1]
        self._look(leaf)
        for node in reversed(path):
            node.looks += 1
            if node is not leaf:
                node.sum_up()
        return leaf

    def black_moves(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """What Black plays in each position that was searched and can be reached against it."""
        waiting, seen = list(self.roots), set()
        while waiting:
            node = waiting.pop()
            if not node.below or node.moves in seen:
                continue
            seen.add(node.moves)
            if node.black_to_move:
                best = node.best()
                yield node.moves, best
                waiting.append(node.below[best])
            else:
                waiting.extend(node.below.values())

    def _look(self, node: Node) -> None:
        if node.black_to_move and canonical_key(points_of(node.moves), BLACK) in self._proven:
            node.value = WIN
            return
        width = min(2 * node.width, _WIDEST) or _WIDTH[not node.black_to_move]
        found = self._search(node.moves, width)
        node.width = width if len(found) == width else _WIDEST
        for move, value in found.items():
            if move not in node.below:
                node.below[move] = self._node((*node.moves, move), value)
        best = next(iter(found.values()))
        if abs(best) >= _DECIDED:
            # proven; where the best move loses, all do
            node.value, node.width = best, _WIDEST
        else:
            node.sum_up()

    def _node(self, moves: tuple[str, ...], value: int) -> Node:
        """The node of a position, whatever the order of its moves."""
        return self._nodes.setdefault((frozenset(moves[::2]), frozenset(moves[1::2])), Node(moves, value))


class Explored:
    """The searches of a rule so far, in memory and in the work file. Raises OSError, and ValueError for a line that
    can't be used."""

    def __init__(self, path: Path, rule: Rule) -> None:
        self._path = path
        self._rule = rule
        self._found: dict[tuple[tuple[str, ...], int], Found] = {}
        if path.exists():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                try:
                    self._read(json.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise ValueError(f"line {number} of {path} can't be used: {error}") from error

    def _read(self, entry: Any) -> None:
        if entry["rule"] != self._rule.name:
            raise ValueError(f"it is about {entry['rule']}")
        moves = tuple(map(str, entry["moves"]))
        self._found[moves, int(entry["width"])] = {str(move): int(value) for move, value in entry["found"].items()}

    def get(self, moves: tuple[str, ...], width: int) -> Found | None:
        """What a search of a position for so many moves has found; None where it was not made."""
        return self._found.get((moves, width))

    def add(self, moves: tuple[str, ...], width: int, found: Found) -> None:
        """Keep a search."""
        self._found[moves, width] = found
        entry = {"rule": self._rule.name, "moves": moves, "width": width, "found": found}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def entries(self, proven: AbstractSet[bytes], starts: Sequence[str] = STARTS) -> dict[bytes, int]:
        """Black's moves in the tree that these searches make, for a book: keys to canonical squares."""

        def recall(moves: tuple[str, ...], width: int) -> Found:
            found = self.get(moves, width)
            if found is None:
                raise LookupError
            return found

        explorer = Explorer(recall, proven, starts)
        with contextlib.suppress(LookupError):  # so far the file goes
            while explorer.grow() is not None:
                pass
        return dict(entry_of(points_of(moves), BLACK, read_move(move, SIZE)) for moves, move in explorer.black_moves())


def points_of(moves: Sequence[str]) -> dict[int, int]:
    """The stones after some moves from the empty board: square to side."""
    return {read_move(move, SIZE): ply % 2 for ply, move in enumerate(moves)}


class _OutOfTimeError(Exception):
    """The time of a run is over."""


def _searcher(work: Explored, rule: Rule, nodes: int, end_s: float | None) -> Callable[[tuple[str, ...], int], Found]:
    """Searches by the engine, remembered in the work file. Raises _OutOfTimeError instead of beginning one too late."""
    engine = PatternEngine()
    engine.load()

    def search(moves: tuple[str, ...], width: int) -> Found:
        found = work.get(moves, width)
        if found is None:
            if end_s is not None and time.monotonic() > end_s:
                raise _OutOfTimeError
            job = Job(f"gomoku-{rule.name.lower()}", f"{'/'.join([str(SIZE)] * SIZE)} b", moves)
            info = engine.search(job, Limit(nodes=nodes, lines=width), engine.new_stop_flag(), lambda info: None).info
            sign = 1 if len(moves) % 2 == 0 else -1
            choices = (Choice(info.score, info.line), *info.others)
            found = {choice.line[0]: sign * _value(choice.score) for choice in choices if choice.line}
            work.add(moves, width, found)
        return found

    return search


def _value(score: Score) -> int:
    if score.win_in is None:
        return max(1 - _DECIDED, min(_DECIDED - 1, score.centi))
    return WIN - score.win_in if score.win_in > 0 else -WIN - score.win_in


def main(arguments: Sequence[str] | None = None) -> int:
    """Grow the tree. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.explorer", description=__doc__.partition("\n")[0])
    parser.add_argument("--version", action="version", version=installed_version())
    parser.add_argument("--rule", choices=("freestyle", "standard"), default="freestyle")
    parser.add_argument("--work", type=Path, required=True, metavar="FILE", help="searches so far; made if missing")
    parser.add_argument("--proofs", type=Path, metavar="FILE", help="the bookmaker's work file: what is proven")
    parser.add_argument("--nodes", type=count, default=200_000, help="of each search (200000)")
    parser.add_argument("--minutes", type=count, help="begin nothing new after so long")
    given = parser.parse_args(arguments)
    rule = Rule[given.rule.upper()]
    end_s = None if given.minutes is None else time.monotonic() + 60.0 * given.minutes
    try:
        proven = Proofs(given.proofs, rule).known() if given.proofs else frozenset()
        explorer = Explorer(_searcher(Explored(given.work, rule), rule, given.nodes, end_s), proven)
        while (node := explorer.grow()) is not None:
            values = " ".join(f"{root.value:6}" for root in explorer.roots)
            sys.stdout.write(f"{values}  {' '.join(node.moves)} {node.value}\n")
            sys.stdout.flush()
    except _OutOfTimeError:
        pass
    except (OSError, ValueError, EngineError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
