"""Grows the opening book for Black's win: `python -m ai.gomoku.bookmaker --rule freestyle --work FILE`.

For each opening below, every reply of White, the nearest ones first, is a question: does Black win from here? Each is
put to a proof search (`ai.gomoku.prover`) with a limit on its nodes; what stays open comes again in the next round with
four times as many. Answers go to the work file at once, one JSON object a line, and a run with the same file goes on
where it was broken off. Positions proven before are leaves of later proofs, so the order of the answers can change what
is found, and with it the book; with one process and the same seed, limits and rounds the book is the same.

At the end the book is written: for every position of a proof that the solver does not win at once the move to play.
What stays open is left to the engine. Moves from a tree of long searches were tried instead: with them Black won 18 of
20 games, without them 20, half of them against a White with three times the nodes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from ai.arena.arguments import count
from ai.arena.pool import Pool, PoolError, open_pool, results
from ai.gomoku.book import SIZE, GomokuBook, canonical_key, entry_of
from ai.gomoku.notation import BLACK, read_move, write_move
from ai.gomoku.proofs import ProofAnswer, Proofs
from game.rules.gomoku.rows import RowRule

WHITE: Final = 1 - BLACK

OPENINGS: Final = ("h8 h9 i9", "h8 i9 i7")
"""White's best first replies and how Black goes on: kagetsu and hogetsu, the two openings that players of renju have
long known as sure wins for Black."""

REPLIES: Final = ("h8 h9", "h8 i9")
"""What White plays against Black in the centre: the replies that hold out longest."""

_MORE: Final = 4
"""How many times as many nodes the next round has."""
_STONES: Final = 36
"""Positions with this many stones are given up."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position with Black to move, as squares and sides, and what may be spent on it."""

    rule: RowRule
    points: tuple[tuple[int, int], ...]
    nodes: int
    seed: int
    known: frozenset[bytes]


def answer(question: Question) -> ProofAnswer:
    """Try to prove one position. For a process of its own: takes the kernels from the cache first."""
    from ai.gomoku.kernels import compile_kernels
    from ai.gomoku.prover import Proof, SolverOracle

    for _ in compile_kernels():
        pass
    judge = SolverOracle(question.rule)
    proof = Proof(judge, dict(question.points), question.known, question.seed, _STONES)
    proven = proof.run(question.nodes)
    moves = []
    for cells, square in proof.moves().items() if proven else ():
        points = {each: cell - 1 for each, cell in enumerate(cells) if cell}
        moves.append(entry_of(points, BLACK, square))
    return ProofAnswer(proven, tuple(moves), judge.nodes)


def make_book(rule: RowRule, work: Proofs) -> GomokuBook:
    """The moves of all proofs, and those of the openings."""
    entries: dict[bytes, list[int]] = {}
    for moves in work.proven.values():
        for key, square in moves.items():
            entries.setdefault(key, [square])
    for text in OPENINGS:
        *before, last = [read_move(move, SIZE) for move in text.split()]
        key, square = entry_of({each: ply % 2 for ply, each in enumerate(before)}, BLACK, last)
        entries[key] = [square]
    for text in REPLIES:
        first, reply = (read_move(move, SIZE) for move in text.split())
        key, square = entry_of({first: BLACK}, WHITE, reply)
        entries.setdefault(key, []).append(square)
    return GomokuBook(rule, entries)


def positions(opening: str) -> list[tuple[int, bytes, tuple[tuple[int, int], ...]]]:
    """The positions after each reply of White to an opening, one of each symmetry class: how far the reply is from
    Black's stones, the position's key and its stones."""
    points = {read_move(move, SIZE): ply % 2 for ply, move in enumerate(opening.split())}
    found: dict[bytes, tuple[int, bytes, tuple[tuple[int, int], ...]]] = {}
    for square in range(SIZE * SIZE):
        if square not in points:
            after = {**points, square: WHITE}
            far = sum(_distance(square, each) for each, side in points.items() if side == BLACK)
            key = canonical_key(after, BLACK)
            found.setdefault(key, (far, key, tuple(sorted(after.items()))))
    return list(found.values())


def _distance(one: int, other: int) -> int:
    return max(abs(one // SIZE - other // SIZE), abs(one % SIZE - other % SIZE))


def questions(work: Proofs, rule: RowRule, nodes: int, seed: int) -> Iterator[Question]:
    """What is still open in a round: not proven, and not yet tried with this many nodes."""
    for _, key, points in sorted(each for opening in OPENINGS for each in positions(opening)):
        if key not in work.proven and work.spent.get(key, 0) < nodes:
            yield Question(rule, points, nodes, seed, work.known())


def main(arguments: list[str] | None = None) -> int:
    """Grow the book and write it. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.gomoku.bookmaker", description=__doc__.partition("\n")[0])
    parser.add_argument("--rule", choices=("freestyle", "standard"), default="freestyle")
    parser.add_argument("--work", type=Path, required=True, metavar="FILE", help="answers so far; made if missing")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the book to write")
    parser.add_argument("--nodes", type=count, default=2_000_000, help="limit for each question in the first round")
    parser.add_argument("--rounds", type=count, default=3, help=f"each has {_MORE} times as many nodes (3)")
    parser.add_argument("--most", type=count, help="the number of questions asked in this run at most")
    parser.add_argument("--minutes", type=count, help="begin nothing new after so long")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=count, help="processes at the same time")
    parser.add_argument("--dask", metavar="ADDRESS", help="work on this Dask cluster")
    given = parser.parse_args(arguments)
    rule = RowRule[given.rule.upper()]
    budget = _Budget(given.most, None if given.minutes is None else 60.0 * given.minutes)
    try:
        work = Proofs(given.work, rule)
        pool = open_pool(given.jobs, given.dask)
        try:
            for turn in range(given.rounds):
                _round(work, rule, given.nodes * _MORE**turn, given.seed, pool, budget)
        finally:
            pool.close(at_once=True)
        book = make_book(rule, work)
        if given.out:
            given.out.write_bytes(book.to_bytes())
    except (OSError, ValueError, PoolError) as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    _say(f"{len(book)} moves; {len(work.proven)} questions proven, {len(work.open)} open")
    return 0


class _Budget:
    """How much a run may still begin: this many questions (None: any number) within this many seconds (None: any)."""

    def __init__(self, most: int | None, seconds: float | None) -> None:
        self._left = most
        self._end_s = None if seconds is None else time.monotonic() + seconds

    def take(self) -> bool:
        """Begin one more question, if that may be."""
        if self._left == 0 or (self._end_s is not None and time.monotonic() > self._end_s):
            return False
        if self._left is not None:
            self._left -= 1
        return True


def _round(work: Proofs, rule: RowRule, nodes: int, seed: int, pool: Pool, budget: _Budget) -> None:
    """Put what is open to the proof search, each with this many nodes."""
    tasks = takewhile(lambda question: budget.take(), questions(work, rule, nodes, seed))
    for question, found in results(pool, answer, tasks):
        if isinstance(found, BaseException):
            raise found
        work.add(canonical_key(dict(question.points), BLACK), found, nodes)
        word = "wins" if found.proven else "open"
        _say(f"{_text(question)} {word}, {len(found.moves)} moves, {found.nodes} nodes; {len(work.proven)} proven")


def _text(question: Question) -> str:
    """The stones of a question, Black's before White's."""
    sides = [[write_move(square, SIZE) for square, side in question.points if side == each] for each in (BLACK, WHITE)]
    return " - ".join(" ".join(side) for side in sides)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
