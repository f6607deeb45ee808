"""The root of a search: its moves in the order of how good they were, searched with a narrow window."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from ai.common.control import NODES
from ai.common.iterative_deepening import Found, IterativeDeepening, aspiration_window
from ai.gomoku import layout as at
from ai.gomoku.board import GomokuArrays, point_of, square_of
from ai.gomoku.notation import Stones, read_move, write_move
from ai.gomoku.search import search_root
from ai.gomoku.threats import Threats
from ai.score import Mate, Score, of_kernel
from game.rules.core import Board
from game.rules.symmetry import square_symmetry

_UNIT = 150
"""Units of the evaluation in an open two."""
_WINDOW = 40
"""Half the window about the score of the depth before, in units of the evaluation."""
_FIRST_DEPTH = 4
"""From this depth on the window is narrow."""
_LOOKS = (0.65, 0.9)
"""When these parts of the nodes or of the time are spent, the search stands still and the solver gets half of what is
left to refute the move that would be played: what wins by threats after it may lie far beyond the search's depth."""
_BACK = 3
"""Once a move is left out the others are first searched this many plies less deep: in order, with one to play if the
time is soon over."""
_ESTIMATED_S = 0.01
"""From so much time on the nodes that a whole search in time will take are estimated."""
_OPENING_STONES = 3
_OPENING_SLACK = 30
"""While so few stones are on the board, a move so little worse than the best is as good, as are its images: chance
decides."""


class GomokuRoot:
    """The moves at the root (ai.common.iterative_deepening.Root)."""

    def __init__(
        self,
        arrays: GomokuArrays,
        stones: Stones,
        moves: list[int],
        seed: int,
        deepening: IterativeDeepening,
        threats: Threats | None,
        won: Found | None = None,
    ) -> None:
        """`won` is a win that is known already."""
        self._arrays = arrays
        self._stones = stones
        self._count = len(moves)
        self._slack = 0 if len(stones.points) > _OPENING_STONES or deepening.limit.lines > 1 else _OPENING_SLACK
        self._random = random.Random(f"{seed} {stones.rule} {sorted(stones.points.items())}")
        self._deepening = deepening
        self._threats = threats
        self._won = won
        self._scores: dict[int, int] = {}
        self._spare: Found | None = None
        self._best = 0
        self._looks = list(_LOOKS) if threats is not None and deepening.limit.lines == 1 else []
        arrays.state[at.ROOT : at.ROOT + len(moves)] = moves

    def search(self, depth: int, rank: int) -> Found | None:
        """All moves but the first `rank`, `depth` plies deep: the best line."""
        if not rank and self._threats is not None:
            won = self._look_for_threats()
            if won is not None and (self._won is None or won.score > self._won.score):
                self._won = won
        if not rank and self._won is not None:
            return self._shorter(self._won, depth)
        while rank < self._count:
            due = self._run_to_next_look()
            found = self._search(depth, rank)
            if due and self._goes_on() and (found is None or not found.complete):
                self._look_at(found, depth)
                continue
            if found is None and not rank and not self._is_kept(self._deepening.info.line):
                # cut short, and what was best until now has turned out to lose
                return self._spare or self._found(0, [int(self._arrays.state[at.ROOT])], False)
            if not self._is_refuted(found, depth, rank):
                return found
        return None

    def _shorter(self, won: Found, depth: int) -> Found:
        """A win that is known, or a shorter one: what threats prove is seldom the shortest."""
        if self._deepening.limit.lines > 1:
            return won
        found = self._search(depth, 0)
        if found is not None and found.complete and found.score > won.score:
            self._won = found
        return self._won or won

    def _is_kept(self, line: tuple[str, ...]) -> bool:
        """Whether the move that begins a line is still among those to be searched."""
        points = self._arrays.state[at.ROOT : at.ROOT + self._count]
        return bool(line) and self._point(line[0]) in points

    def _point(self, text: str) -> int:
        return point_of(read_move(text, self._stones.size), self._stones.size)

    def _whole(self) -> int | None:
        """How many nodes the whole search will have taken, None where that cannot be told."""
        deepening, control = self._deepening, self._arrays.control
        if deepening.limit.nodes is not None:
            return deepening.limit.nodes
        elapsed_s, most_s = deepening.elapsed_s, deepening.timer.most_s
        if most_s is None or elapsed_s < _ESTIMATED_S:
            return None
        return int(control[NODES] * most_s / elapsed_s)

    def _run_to_next_look(self) -> bool:
        """Let the search run as far as to the next look at its best move; whether there is one."""
        whole = self._whole() if self._looks and self._count > 1 else None
        if whole is None:
            return False
        left = int(self._looks[0] * whole) - int(self._arrays.control[NODES])
        self._deepening.set_node_limit(max(1, left))
        return True

    def _goes_on(self) -> bool:
        """Lift the limit of the next look; whether nothing else has stopped the search."""
        return self._deepening.set_node_limit()

    def _look_at(self, found: Found | None, depth: int) -> None:
        """Have the solver try to refute what would be played now; it is left out where it loses."""
        assert self._threats is not None
        self._looks.pop(0)
        line = self._deepening.info.line if found is None else found.line
        whole = self._whole()
        if whole is None or not self._is_kept(line):
            return
        point = self._point(line[0])
        if self._threats.refutation(point, (whole - int(self._arrays.control[NODES])) // 2):
            self._leave_out(point, depth)

    def _is_refuted(self, found: Found | None, depth: int, rank: int) -> bool:
        """Whether the solver shows that the best move loses to threats; then it is left out from now on."""
        if found is None or not found.complete or isinstance(found.score, Mate) or rank or self._count == 1:
            return False
        if self._threats is None or self._deepening.limit.lines > 1:
            return False
        point = self._point(found.line[0])
        if not self._threats.refutation(point):
            return False
        self._leave_out(point, depth)
        return True

    def _leave_out(self, point: int, depth: int) -> None:
        """Search a move no more, and the others again, first less deep than `depth`."""
        points = self._arrays.state[at.ROOT : at.ROOT + self._count]
        kept = [int(each) for each in points if each != point]
        self._count = len(kept)
        self._arrays.state[at.ROOT : at.ROOT + len(kept)] = kept
        spare = self._search(max(1, depth - _BACK), 0)
        self._spare = None if spare is None or not spare.complete else replace(spare, complete=False)

    def _search(self, depth: int, rank: int) -> Found | None:
        """As `search`, by the kernels alone."""
        done = 0
        risen: list[int] = []

        def within(alpha: int, beta: int) -> int | None:
            nonlocal done, risen
            slack = 0 if rank else self._slack
            done = search_root(self._arrays, self._stones.turn, depth, alpha, beta, slack, rank, self._count)
            if done < self._count - rank:
                return None
            score = int(self._arrays.state[at.ROOT + at.MAX_MOVES + rank])
            risen = best_line(self._arrays) if score >= beta else []
            self._low = alpha
            return score

        before = self._scores.get(rank)
        self._low = -at.MATE
        if before is None or depth < _FIRST_DEPTH or self._slack or abs(before) >= at.MATE_IN_MAX:
            score = within(-at.MATE, at.MATE)
        else:
            score = aspiration_window(within, before, _WINDOW, at.MATE)
        if score is None:
            return self._unfinished(rank, done, risen)
        self._scores[rank] = score
        line = best_line(self._arrays)
        if self._slack and not rank and abs(score) < at.MATE_IN_MAX:
            self._best = line[0]
            line = self._choose(self._good(score - self._slack), line)
        return self._found(score, line, True)

    def _unfinished(self, rank: int, done: int, risen: list[int]) -> Found | None:
        """What a search that was cut short has found: nothing, a better move, or that the best one loses."""
        state = self._arrays.state
        if done:
            score = int(state[at.ROOT + at.MAX_MOVES + rank])
            if score > max(self._low, -at.MATE_IN_MAX):
                line = best_line(self._arrays)
                if self._slack and not rank:
                    if line[0] == self._best:
                        return None  # the choice among its like stays
                    line = self._choose(line[:1], line)
                return self._found(score, line, False)
            if score <= -at.MATE_IN_MAX:  # any move that was not searched yet is better than one that loses
                return self._found(0, [int(state[at.ROOT + rank + done])], False)
        return self._found(self._scores.get(rank, 0), risen, False) if risen else None

    def _found(self, score: int, line: list[int], complete: bool) -> Found:
        texts = tuple(text_of(point, self._stones.size) for point in line)
        return Found(score_of(score), texts, complete)

    def _good(self, floor: int) -> list[int]:
        """The moves that score above `floor`."""
        scores = self._arrays.state[at.ROOT + at.MAX_MOVES : at.ROOT + at.MAX_MOVES + self._count]
        points = self._arrays.state[at.ROOT : at.ROOT + self._count]
        return [int(point) for point in points[scores > floor]]

    def _choose(self, good: list[int], line: list[int]) -> list[int]:
        """One of these moves and of their images among the moves, where the position is symmetrical, by the seed; the
        best line, or its image, if it is the best move's."""
        images = _own_symmetries(self._stones)
        kept = {int(point) for point in self._arrays.state[at.ROOT : at.ROOT + self._count]}
        chosen = self._random.choice(sorted(kept & {image[point] for point in good for image in images}))
        best = next((image for image in images if image[line[0]] == chosen), None)
        return [chosen] if best is None else [best[point] for point in line]

    def _look_for_threats(self) -> Found | None:
        """Spend a share of the nodes on threats: an own win by them, or which moves lose to the other side's."""
        assert self._threats is not None
        points = self._arrays.state[at.ROOT : at.ROOT + self._count]
        win = self._threats.win()
        if win is not None:
            plies, line = win
            first = int(np.flatnonzero(points == line[0])[0]) if line[0] in points else 0
            points[: first + 1] = [line[0], *points[:first]]
            return self._found(at.MATE - plies, line, True)
        if self._deepening.limit.lines == 1 and self._count > 1:
            losing = self._threats.losing_moves()
            plies_left = [losing.get(int(point), at.MAX_MOVES) for point in points]
            longest = max(plies_left)
            kept = [int(point) for point, plies in zip(points, plies_left, strict=True) if plies == longest]
            self._count = len(kept)
            self._arrays.state[at.ROOT : at.ROOT + len(kept)] = kept
        return None


def _own_symmetries(stones: Stones) -> list[dict[int, int]]:
    """For each symmetry of the board that leaves the stones as they are the image of each point, the identity first."""
    size = stones.size
    points = [point_of(square, size) for square in range(size * size)]
    return [
        dict(zip(points, (points[image] for image in images), strict=True))
        for images in square_symmetry(Board(size, size))
        if all(stones.points.get(images[square]) == side for square, side in stones.points.items())
    ]


def best_line(arrays: GomokuArrays) -> list[int]:
    """The points of the best line that a kernel has left at the root."""
    line = arrays.state[at.LINES : at.LINES + at.MAX_PLY]
    return [int(point) for point in line[: int(np.argmin(line != 0))]]


def text_of(point: int, size: int) -> str:
    """The text of a move on a grid's point."""
    return write_move(square_of(point, size), size)


def score_of(score: int) -> Score:
    """A kernel's score as the rest of the program reads it."""
    return of_kernel(score, at.MATE, at.MATE_IN_MAX, _UNIT)
