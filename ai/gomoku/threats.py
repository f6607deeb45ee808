"""The solver's part in a search: wins by continuous threats, own and the other side's, for a share of the nodes."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from ai.common.control import NODE_LIMIT, NODES, STOP
from ai.common.iterative_deepening import IterativeDeepening
from ai.common.table import keeps_memory
from ai.gomoku.board import GomokuArrays, lift, place
from ai.gomoku.proof_memory import NODES as SOLVER_NODES
from ai.gomoku.proof_memory import new_memory
from ai.gomoku.solver import find_losses, win_by_threats

_TABLE_MB = 16
_WIN, _LOSING = 0, 1
_FEWEST = 1_000
"""The solver may take this many nodes at once, without being asked what the search has taken."""
_SHARE = 4
"""Beyond that the search takes at least this many nodes for one of the solver."""
_LIMIT_SHARE = 5
"""Where the nodes of the whole search are limited, the solver takes no more than this part at a time."""
_PER_MOVE = 20
_FEWEST_PER_MOVE = 40
"""The part of its nodes that one move may take when the solver looks which moves lose, and the fewest it is given."""
_MOST_MOVES = 8 + 20 * 20
"""As many times that it takes at most."""


class Threats:
    """Asked again and again in the course of a search; each time the solver goes on where it stopped."""

    def __init__(self) -> None:
        self._memory = new_memory(_TABLE_MB)
        self._about: Hashable = None

    def touch(self) -> None:
        """Take the memory of the solver's table."""
        self._memory.table.fill(0)

    def begin(self, arrays: GomokuArrays, side: int, deepening: IterativeDeepening, about: Hashable) -> None:
        """Prepare for a search. What was proven before is forgotten as in ai.common.table.TableMemory."""
        keeps = keeps_memory(deepening.limit)
        if not keeps or about != self._about:
            self._memory.table[:] = 0
        self._about = about if keeps else None
        self._arrays = arrays
        self._side = side
        self._deepening = deepening
        self._spent: dict[int, int] = {}  # by the kind of question: _WIN, _LOSING, or the point of a move
        self._losing: dict[int, int] = {}

    def win(self) -> tuple[int, list[int]] | None:
        """Plies to a win of the side to move and its line, if one is found now."""
        budget = self._allowed(_WIN)
        if not budget:
            return None
        plies = int(win_by_threats(self._arrays, self._memory, self._side, budget))
        self._count(_WIN)
        line = self._memory.line
        points = [int(point) for point in line[: int(np.argmin(line != 0))]]
        return (plies, points) if plies and points else None

    def losing_moves(self) -> dict[int, int]:
        """By point the plies in which the other side wins after a move there, as far as is known by now."""
        budget = self._allowed(_LOSING)
        per_move = max(_FEWEST_PER_MOVE, budget // _PER_MOVE)
        left = int(self._arrays.control[NODE_LIMIT] - self._arrays.control[NODES])
        if budget and _MOST_MOVES * per_move < left:
            find_losses(self._arrays, self._memory, self._side, per_move)
            self._count(_LOSING)
            found = np.flatnonzero(self._memory.losses)
            self._losing |= {int(point): int(self._memory.losses[point]) for point in found}
        return self._losing

    def refutation(self, point: int, most: int | None = None) -> int:
        """Plies in which the other side wins by threats after a move of the side to move; 0 if none is found now.

        `most`: the nodes that it may take, instead of the solver's usual share."""
        if point in self._losing:
            return self._losing[point]
        budget = self._allowed(point) if most is None else self._worth_a_look(point, most)
        if not budget:
            return 0
        place(self._arrays, point, self._side)
        plies = int(win_by_threats(self._arrays, self._memory, 1 - self._side, budget))
        lift(self._arrays, point, self._side)
        self._count(point)
        if plies:
            self._losing[point] = plies
        return plies

    def _allowed(self, kind: int) -> int:
        """How many nodes the solver may take for this kind of question now; 0: not yet."""
        control = self._arrays.control
        if control[STOP]:
            return 0
        searched = int(control[NODES]) - sum(self._spent.values())
        budget = max(_FEWEST, searched // _SHARE)
        if control[NODE_LIMIT] < 1 << 60:
            left = int(control[NODE_LIMIT] - control[NODES])
            budget = min(budget, left // _LIMIT_SHARE)
        return self._worth_a_look(kind, budget)

    def _worth_a_look(self, kind: int, budget: int) -> int:
        """The budget, or 0 where a look of that many nodes is hardly longer than the last one and finds nothing new."""
        return budget if budget > 0 and 2 * budget >= 3 * self._spent.get(kind, 0) else 0

    def _count(self, kind: int) -> None:
        nodes = int(self._memory.work[SOLVER_NODES])
        self._spent[kind] = self._spent.get(kind, 0) + nodes
        self._arrays.control[NODES] += nodes
