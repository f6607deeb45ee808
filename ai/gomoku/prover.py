"""Proofs of wins that need quiet moves: a proof-number search whose leaves are wins by threats. For the opening book.

Black moves to win, White has every reply that is not proven to lose to Black's threats at once (`find_losses`), so
that a proof covers all of White's moves. Black's moves are widened step by step: first those after which Black
threatens to win by threats, if White passed; last of all a few others. Each step still to be taken stands in the search
as one more move with a proof number of its own, so that a position is widened when its known moves look worse.

The search is a best-first one (Allis 1994) with its tree in memory. As the same position is often reached on several
ways, numbers that would be added up are replaced by the largest plus the count of the others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Final

import numpy as np

from ai.common.control import new_control
from ai.gomoku import layout as at
from ai.gomoku.board import new_arrays, point_of, square_of, tables_of, toggle
from ai.gomoku.book import SIZE, canonical_key
from ai.gomoku.notation import BLACK
from ai.gomoku.proof_memory import NODES, new_memory
from ai.gomoku.solver import find_losses, win_by_threats
from game.rules.gomoku.rows import RowRule

WHITE: Final = 1 - BLACK

# Found by trying on openings; nodes of the solver
_THREATS: Final = (300, 3000)
"""For a win by threats of the side to move, at the first and at the second step."""
_THREATENING: Final = (150, 1500)
"""For the question whether a quiet move threatens one, at the third and at the fourth step."""
_LOSING: Final = 200
"""For the question whether a reply loses to it."""
_COUNTER: Final = 3000
"""For a win of White by threats."""
_STEPS: Final = (3, 10, 40, 150)
"""The proof number of the step that comes next."""
_QUIET: Final = 8
"""Moves that the last step adds, by their looks."""
_LAST: Final = 9
_INFINITE: Final = 10**9
_TABLE_MB: Final = 64
_STEP_MB: Final = 16

_WORTH: Final = (0, 0, 0, 1, 1, 4, 5, 3, 12, 13, 10, 40, 60, 90)
"""What a pattern on one line is worth to whom it belongs."""


class SolverOracle:
    """Answers about positions by the solver, with its table kept from one to the next."""

    def __init__(self, rule: RowRule, table_mb: int = _TABLE_MB, steps: Sequence[tuple[int, int]] = ()) -> None:
        """`steps`: for `soon`, up to which ply threats are followed and how many nodes that may take, step by step."""
        self._arrays = new_arrays(tables_of(rule), SIZE, new_control(), np.zeros(2048, np.int64))
        self._empty = self._arrays.state[: at.BOARD_END].copy()
        self._words = self._arrays.words.copy()
        self._memory = new_memory(table_mb)
        self._steps = [(new_memory(_STEP_MB, deepest), limit) for deepest, limit in steps]
        self._found = self._memory
        self._points = [point_of(square, SIZE) for square in range(SIZE * SIZE)]
        self.nodes = 0

    def place(self, cells: bytes) -> None:
        """Set up a position: for each square 0, 1 black or 2 white."""
        self._arrays.state[: at.BOARD_END] = self._empty
        self._arrays.words[:] = self._words
        self._arrays.control[at.HASH] = 0
        for square, cell in enumerate(cells):
            if cell:
                toggle(self._arrays, self._points[square], cell - 1)

    def wins(self, side: int, limit: int) -> int:
        """Plies to a win by threats of a side, if it were to move; 0 if none was found."""
        plies = win_by_threats(self._arrays, self._memory, side, limit)
        self._found = self._memory
        self.nodes += int(self._memory.work[NODES])
        return plies

    def soon(self, side: int, limit: int) -> int:
        """As `wins`, but quick wins are looked for first."""
        for memory, nodes in self._steps:
            plies = win_by_threats(self._arrays, memory, side, nodes)
            self.nodes += int(memory.work[NODES])
            if plies:
                self._found = memory
                return plies
        return self.wins(side, limit)

    def wins_after(self, square: int, side: int, limit: int) -> int:
        """Plies to a win by threats of a side that may place a stone on a square and then move again."""
        toggle(self._arrays, self._points[square], side)
        plies = self.wins(side, limit)
        toggle(self._arrays, self._points[square], side)
        return plies

    def wins_against(self, square: int, side: int, limit: int) -> int:
        """Plies to a win by threats of the other side, once this side has placed a stone on a square."""
        toggle(self._arrays, self._points[square], side)
        plies = self.wins(1 - side, limit)
        toggle(self._arrays, self._points[square], side)
        return plies

    def first_move(self) -> int:
        """The square that begins the win that was found last."""
        return square_of(int(self._found.line[0]), SIZE)

    def toggle(self, square: int, side: int) -> None:
        """Place a stone on an empty square, or lift the one that came last."""
        toggle(self._arrays, self._points[square], side)

    def forget(self) -> None:
        """Clear the table: the next answers depend on nothing that was asked before."""
        self._memory.table[:] = 0

    def replies(self, side: int, limit: int) -> list[int]:
        """The squares where the side to move is not proven to lose to threats."""
        find_losses(self._arrays, self._memory, side, limit)
        self.nodes += int(self._memory.work[NODES])
        state, losses = self._arrays.state, self._memory.losses
        return [
            square
            for square, point in enumerate(self._points)
            if state[point * at.RECORD + at.CELL] == at.EMPTY and not losses[point]
        ]

    def looks(self, square: int, side: int) -> int:
        """How much an empty square seems worth to a side, its own rows counting twice as much as the other's."""
        record = self._points[square] * at.RECORD
        own = int(self._arrays.state[record + at.PATTERN + side])
        other = int(self._arrays.state[record + at.PATTERN + 1 - side])
        return sum(2 * _WORTH[own >> low & 15] + _WORTH[other >> low & 15] for low in (0, 4, 8, 12))


class _Node:
    """A position in the tree. `moves` is None before it was looked at; `step` is the next one to be taken."""

    __slots__ = ("cells", "disproof", "good", "moves", "parent", "proof", "step")

    def __init__(self, cells: bytes, proof: int, parent: _Node | None) -> None:
        self.cells = cells
        self.proof = proof
        self.disproof = 1
        self.moves: list[tuple[int, _Node]] | None = None
        self.parent = parent
        self.step = 0
        self.good: Counter[int] = Counter()
        """With White to move: which moves of Black have proven replies."""

    def settle(self, won: bool) -> None:
        """Proven, or refuted."""
        self.proof, self.disproof = (0, _INFINITE) if won else (_INFINITE, 0)
        self.step = _LAST
        self.moves = []

    @property
    def next_step(self) -> int:
        """The proof number of widening this node (Black to move)."""
        return _STEPS[self.step - 1] if 1 <= self.step <= len(_STEPS) else _INFINITE


class Proof:
    """One attempt to prove that Black, to move, wins from a position.

    `known` are the keys of positions (Black to move) known to be won. `seed` decides between moves that look alike.
    """

    def __init__(
        self, judge: SolverOracle, points: Mapping[int, int], known: Set[bytes], seed: int, most_stones: int
    ) -> None:
        cells = bytearray(SIZE * SIZE)
        for square, side in points.items():
            cells[square] = side + 1
        self._judge = judge
        self._known = known
        self._chance = random.Random(f"{seed} {sorted(points.items())}")
        self._most_stones = most_stones
        self._nodes: dict[bytes, _Node] = {}
        self._root = _Node(bytes(cells), 1, None)

    def run(self, node_limit: int) -> bool:
        """Search until the win is proven (True), or refuted or not proven within this many nodes of the solver."""
        end = self._judge.nodes + node_limit
        while self._root.proof and self._root.disproof and self._judge.nodes < end:
            self._grow()
        return self._root.proof == 0

    def moves(self) -> dict[bytes, int]:
        """What Black plays in each position of a proof that was found: cells to square. Positions that the solver or
        the known ones decide are left out."""
        found: dict[bytes, int] = {}
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            if node.cells in found or not node.moves:
                continue
            square, after = next(pair for pair in node.moves if pair[1].proof == 0)
            found[node.cells] = square
            waiting.extend(below for _, below in after.moves or ())
        return found

    # --- the tree ---------------------------------------------------------------------------------------------------

    def _grow(self) -> None:
        """Look at the most promising node, and pass on what was found."""
        path = [self._root]
        node = self._root
        black = True
        stale = False
        while (moves := node.moves) is not None and not stale:
            if black:
                best = min((after for _, after in moves), key=_promise, default=None)
                if best is None or node.next_step <= best.proof:
                    stale = node.next_step >= _INFINITE
                    break
            else:
                left = [after for _, after in moves if after.proof]
                best = min(left, key=lambda each: (each.disproof, -each.proof), default=None)
            # what was decided on another way to the same position needs only to be passed on
            stale = best is None or not best.proof or not best.disproof
            if best is not None and not stale:
                node = best
                path.append(node)
                black = not black
        if stale:
            pass
        elif black:
            self._look_for_black(node)
        else:
            self._look_for_white(node)
        for depth in range(len(path) - 1, -1, -1):
            node = path[depth]
            if depth % 2 == 0:
                self._sum_up_black(node)
            else:
                _sum_up_white(node)

    def _after(self, node: _Node, square: int, side: int, proof: int) -> tuple[int, _Node]:
        cells = bytearray(node.cells)
        cells[square] = side + 1
        key = bytes(cells)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = _Node(key, proof, node)
        return square, found

    def _sum_up_black(self, node: _Node) -> None:
        if node.step == _LAST and not node.moves:
            if node.proof:
                node.settle(False)  # nothing worth trying
            return
        widening = node.next_step
        moves = node.moves or []
        node.proof = min(min((after.proof for _, after in moves), default=_INFINITE), widening)
        open_ones = [after.disproof for _, after in moves if after.disproof]
        if widening < _INFINITE:
            open_ones.append(1)
        if node.proof == 0:
            node.disproof = _INFINITE
            if node.parent is not None:
                node.parent.good[next(square for square, after in moves if after.proof == 0)] += 1
        elif open_ones:
            node.disproof = max(open_ones) + len(open_ones) - 1
        else:
            node.settle(False)

    # --- a node -----------------------------------------------------------------------------------------------------

    def _look_for_black(self, node: _Node) -> None:
        """Take the next step at a node with Black to move."""
        judge, cells = self._judge, node.cells
        judge.place(cells)
        step = node.step
        if step < 2:
            if step == 0 and self._is_known(cells):
                node.settle(True)
                return
            if judge.wins(BLACK, _THREATS[step]):
                node.settle(True)
                return
            if step == 0:
                if len(cells) - cells.count(0) >= self._most_stones:
                    node.settle(False)
                    return
                node.moves = []
                if node.parent is not None:
                    good = [square for square, _ in node.parent.good.most_common(2) if not cells[square]]
                    node.moves = [self._after(node, square, BLACK, 2) for square in good]
            node.step = step + 1
            return
        assert node.moves is not None
        squares = _near_black(cells) - {square for square, _ in node.moves}
        if judge.wins(WHITE, _THREATENING[1]):
            squares &= set(judge.replies(BLACK, _THREATENING[0]))
        if step < 4:
            for square in sorted(squares):
                plies = judge.wins_after(square, BLACK, _THREATENING[step - 2])
                if plies:
                    node.moves.append(self._after(node, square, BLACK, 2 + plies // 2))
            node.step = step + 1
        else:
            for index, square in enumerate(self._by_looks(squares, BLACK)[:_QUIET]):
                node.moves.append(self._after(node, square, BLACK, _STEPS[-1] + 10 * index))
            node.step = _LAST

    def _look_for_white(self, node: _Node) -> None:
        """Find White's replies."""
        judge = self._judge
        judge.place(node.cells)
        if judge.wins(WHITE, _COUNTER):
            node.settle(False)
            return
        node.step = _LAST
        replies = self._by_looks(set(judge.replies(WHITE, _LOSING)), WHITE)
        node.moves = [self._after(node, square, WHITE, 1) for square in replies]

    def _by_looks(self, squares: set[int], side: int) -> list[int]:
        chance = {square: self._chance.random() for square in sorted(squares)}
        return sorted(squares, key=lambda square: (-self._judge.looks(square, side), chance[square]))

    def _is_known(self, cells: bytes) -> bool:
        points = {square: cell - 1 for square, cell in enumerate(cells) if cell}
        return bool(self._known) and canonical_key(points, BLACK) in self._known


def _promise(node: _Node) -> tuple[int, int]:
    return node.proof, node.disproof


def _sum_up_white(node: _Node) -> None:
    if node.moves is None or (not node.moves and node.disproof == 0):
        return
    open_ones = [after.proof for _, after in node.moves if after.proof]
    if not open_ones:
        node.settle(True)
        return
    node.disproof = min(after.disproof for _, after in node.moves)
    node.proof = _INFINITE if node.disproof == 0 else min(_INFINITE, max(open_ones) + len(open_ones) - 1)


def _near_black(cells: bytes) -> set[int]:
    """The empty squares within two of a black stone, or three on a line with it."""
    found = set()
    for square, cell in enumerate(cells):
        if cell != BLACK + 1:
            continue
        row, column = divmod(square, SIZE)
        for up in range(-3, 4):
            for right in range(-3, 4):
                on_line = up == 0 or right == 0 or abs(up) == abs(right)
                if (on_line or max(abs(up), abs(right)) <= 2) and 0 <= row + up < SIZE and 0 <= column + right < SIZE:
                    found.add((row + up) * SIZE + column + right)
    return {square for square in found if not cells[square]}
