"""What the proof search asks about one position, answered by the solver and the engine: a job for any process.

With Black to move: does Black win by threats, and if not, which moves does the engine like? With White to move: which
replies do not lose at once? A reply is left out only if the solver has proven that Black wins by threats after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from ai.api import EngineError, Job, Limit, SearchInfo
from ai.gomoku.engine import PatternEngine
from ai.gomoku.notation import BLACK, WHITE, position_text, read_move
from ai.gomoku.proof.symmetry import SIZE
from ai.gomoku.prover import SolverOracle
from game.rules.gomoku.rows import RowRule

VARIANT: Final = "gomoku-freestyle"

_WIN_NODES: Final = 12_000
"""The solver's nodes for a win by threats of Black, to move."""
_THREAT_NODES: Final = 25_000
"""Likewise once Black has moved and White passes."""
_LOSING_NODES: Final = 200
_QUICK_NODES: Final = 1_500
"""For one reply of White: to see that it loses to the same threat, and to see that it loses to another."""
_MOST_ASKED: Final = 60
"""More replies than this are not looked at again: where Black threatens so little, it has better moves."""
_COUNTER_NODES: Final = 2_000
"""For a win by threats of White."""
_ENGINE_NODES: Final = 12_000
_LINES: Final = 4
_FEWEST_STONES: Final = 5
"""With fewer stones nobody wins by threats."""
_HOPELESS: Final = -400
"""Moves of Black with less than this score, in hundredths of an open two, are left alone."""
_WON: Final = 2_000
"""The score of a move by which the engine sees Black win."""


@dataclass(frozen=True, slots=True)
class ProofQuestion:
    """A position (cells: 0 empty, 1 black, 2 white) with a side to move, and moves of Black to be tried instead of
    asking the engine."""

    cells: bytes
    turn: int
    hints: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Examined:
    """`plies` not 0: Black wins by threats in that many. With Black to move `moves` holds candidates with their
    scores; with White to move the replies that are not proven to lose (score 0), None where White wins by threats."""

    plies: int
    moves: tuple[tuple[int, int], ...] | None
    nodes: int


class Examiner:
    """Answers one question after the other, each as if it were the first."""

    def __init__(self) -> None:
        self._judge = SolverOracle(RowRule.FREESTYLE, table_mb=8)
        self._engine = PatternEngine(0, table_mb=4, threats=0)
        self._engine.load()

    def answer(self, question: ProofQuestion) -> Examined:
        """See Examined."""
        judge = self._judge
        judge.forget()
        judge.place(question.cells)
        before = judge.nodes
        stones = len(question.cells) - question.cells.count(0)
        plies, moves = 0, None
        if question.turn == BLACK:
            plies = judge.wins(BLACK, _WIN_NODES) if stones >= _FEWEST_STONES - 1 else 0
            if not plies:
                moves = self._candidates(question)
        elif stones < _FEWEST_STONES or not judge.wins(WHITE, _COUNTER_NODES):
            moves = tuple((square, 0) for square in self._replies(question.cells, stones))
        return Examined(plies, moves, judge.nodes - before)

    def _replies(self, cells: bytes, stones: int) -> list[int]:
        """White's replies that are not proven to lose to threats."""
        judge = self._judge
        if stones < _FEWEST_STONES or not judge.wins(BLACK, _THREAT_NODES):
            return [square for square, cell in enumerate(cells) if not cell]
        replies = judge.replies(WHITE, _LOSING_NODES)
        if len(replies) > _MOST_ASKED:
            return replies
        return [square for square in replies if not judge.wins_against(square, WHITE, _QUICK_NODES)]

    def _candidates(self, question: ProofQuestion) -> tuple[tuple[int, int], ...]:
        points = {square: cell - 1 for square, cell in enumerate(question.cells) if cell}
        found = {square: _WON for square in question.hints if square not in points}
        if not found:
            for square, score in self._engine_moves(position_text(points, SIZE, BLACK)):
                if score > _HOPELESS or not found:
                    found.setdefault(square, score)
        return tuple(found.items())

    def _engine_moves(self, position: str) -> list[tuple[int, int]]:
        try:
            result = self._engine.search(
                Job(VARIANT, position), Limit(nodes=_ENGINE_NODES, lines=_LINES), self._engine.new_stop_flag(), _silent
            )
        except EngineError:
            return []  # the board is full
        choices = [(result.info.line, result.info.score), *((each.line, each.score) for each in result.info.others)]
        return [(read_move(line[0], SIZE), score.within(_WON)) for line, score in choices if line]


def _silent(info: SearchInfo) -> None:
    """Nobody looks."""


@cache
def _examiner() -> Examiner:
    from ai.gomoku.kernels import compile_kernels

    for _ in compile_kernels():
        pass
    return Examiner()


def examine(question: ProofQuestion) -> Examined:
    """Answer a question, in whatever process it is."""
    return _examiner().answer(question)
