"""Challenges of Reversi: endings in which one move alone wins, solved to the last disc.

Fast games of the engine against itself are searched for them. After the first move the person goes on as long as the
win hangs on it: the solution ends where, against the best defence, nothing that can be played loses any more. Nobody
has to pass on the way.

A challenge is the harder the more squares are empty, the more moves have to be found, the more the engine has to see
before it plays the first one, and the more that one looks wrong: it turns fewer discs than others, leaves a corner
or lies beside an empty one, or a look at two plies puts other moves before it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

from ai.api import Choice, Job, Limit, SearchInfo
from ai.arena.openings import random_opening
from ai.arena.progress import ProgressLine
from ai.reversi.arena import REVERSI
from ai.reversi.engine import ReversiEngine
from ai.reversi.notation import PASS, START, bit_at, position_after
from ai.score import Cp
from ai.solution import ChallengeMaker, ProvedChallenge, SolutionStep, UnfitError, proved_again
from game.rules.reversi.board import EMPTY, read_square, turned
from game.rules.reversi.position import ReversiPosition

_SHARES: Final = {6: 9, 7: 9, 8: 10, 9: 10, 10: 10, 11: 10, 12: 10, 13: 9, 14: 7}
"""How many challenges at most with this many empty squares."""
_MOST_OF_GAME: Final = 2
_PLAY_NODES: Final = 60
_EVERY: Final = 64
"""This many lines are all of them: each move has its own result."""
_END: Final = 64
"""This many plies reach the end from anywhere."""
_GLANCE: Final = 4
_CLOSE: Final = 1200
"""Positions of games in which a look at this many plies sees more than this many hundredths of a disc are left aside:
there, mostly, either everything wins or nothing, and to solve it would be time lost."""
_FEWEST_MOVES: Final = 4
_LEAST: Final = 2
_LONGEST: Final = 6
"""Moves of the person."""
_STEPS_MOST: Final = 40
_MOST_WINNERS: Final = 4
"""Where more moves win, and some lose, the step is too loose to be asked about."""
_FOLLOWED: Final = 2
"""With this many winning moves, and fewer, each is followed; else only the best one."""
_FIRST_NODES: Final = 20
_MOST_NODES: Final = 40_000
_CORNERS: Final = {0: (1, 8, 9), 7: (6, 14, 15), 56: (48, 49, 57), 63: (54, 55, 62)}
"""Each corner with the squares beside it."""


class EndingFinder:
    """Finds challenges with one engine. The same seed finds the same ones."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._engine = ReversiEngine(seed, table_mb=4)
        self._engine.load()

    def positions(self, number: int) -> list[str]:
        """The positions of a game with as many empty squares as are wanted."""
        return list(self._positions(random.Random(f"endings {self._seed} {number}")))

    def _positions(self, chance: random.Random) -> Iterator[str]:
        moves, referee = random_opening("reversi", "reversi", (4, 10), chance)
        while referee.ending is None:
            start = str(referee.position)
            if _empty(start) in _SHARES:
                yield start
            info = self._search(Job("reversi", START, tuple(moves)), Limit(nodes=_PLAY_NODES))
            moves.append(referee.play(info.line[0]))

    def _search(self, job: Job, limit: Limit) -> SearchInfo:
        return self._engine.search(job, limit, self._engine.new_stop_flag(), lambda info: None).info

    def _solved(self, job: Job) -> list[Choice]:
        """Every move with its result at the end of the game, the best first."""
        info = self._search(job, Limit(depth=_END, lines=_EVERY))
        return [Choice(info.score, info.line), *info.others]

    def is_close(self, start: str) -> bool:
        """Whether a position looks neither won nor lost at a glance."""
        return abs(self._search(Job("reversi", start), Limit(depth=_GLANCE)).score) <= Cp(_CLOSE)

    def prove(self, start: str) -> ProvedChallenge:
        """The challenge that a position is. Raises UnfitError."""
        job = Job("reversi", start)
        if _empty(start) not in _SHARES or len(position_after(job).legal_moves()) < _FEWEST_MOVES:
            raise UnfitError
        two = self._search(job, Limit(depth=_END, lines=2))
        if two.score <= Cp(0) or two.others[0].score > Cp(0):
            raise UnfitError
        choices = [Choice(two.score, two.line), *two.others]
        solution = self._win(job, choices)
        if solution is None or solution.steps() > _STEPS_MOST or not _LEAST <= solution.moves() <= _LONGEST:
            raise UnfitError
        nodes = self._nodes_needed(job, choices[0].line[0])
        return ProvedChallenge(start, REVERSI.key(position_after(job)), solution, nodes)

    def _win(self, job: Job, choices: list[Choice]) -> SolutionStep | None:
        """What keeps the win, None where it is safe. Raises UnfitError."""
        winners = _winners(choices)
        is_safe = len(winners) == len(choices)
        if winners[0] == PASS or (not is_safe and len(winners) > _MOST_WINNERS):
            raise UnfitError
        first, *rest = winners
        step = SolutionStep({first: self._defend(job, first)}, [])
        if is_safe and step.on[first] is None:
            return None
        for move in rest:
            try:
                if len(winners) > _FOLLOWED:
                    raise UnfitError
                step.on[move] = self._defend(job, move)
            except UnfitError:
                step.also.append(move)
        return step

    def _defend(self, job: Job, move: str) -> tuple[str, SolutionStep] | None:
        """The best defence, and among equals the one that leaves the person the least choice; what follows it, None
        where the win is safe. Raises UnfitError."""
        then = Job(job.variant, job.start, (*job.moves, move))
        if position_after(then).outcome() is not None:
            return None
        replies = self._solved(then)
        found: list[tuple[float, str, Job, list[Choice]]] = []
        for reply in replies:
            if reply.score != replies[0].score:
                break
            if reply.line[0] == PASS:
                raise UnfitError
            answered = Job(job.variant, job.start, (*then.moves, reply.line[0]))
            if position_after(answered).outcome() is not None:
                found.append((1.0, reply.line[0], answered, []))
                continue
            choices = self._solved(answered)
            found.append((len(_winners(choices)) / len(choices), reply.line[0], answered, choices))
        _, text, answered, choices = min(found, key=lambda each: each[:2])
        step = self._win(answered, choices) if choices else None
        return None if step is None else (text, step)

    def _nodes_needed(self, job: Job, move: str) -> int:
        """How many nodes the engine needs to play a move, rounded up to a power of two times the least."""
        nodes = _FIRST_NODES
        while nodes < _MOST_NODES and self._search(job, Limit(nodes=nodes)).line[0] != move:
            nodes *= 2
        return nodes

    def difficulty(self, challenge: ProvedChallenge) -> float:
        """How hard it is, in steps of no unit; see above."""
        position = position_after(Job("reversi", challenge.start))
        move = next(iter(challenge.solution.on))
        glance = self._search(Job("reversi", challenge.start), Limit(depth=2, lines=_EVERY))
        order = [glance.line[0], *(each.line[0] for each in glance.others)]
        empty = _empty(challenge.start)
        seen = math.log2(challenge.nodes / _FIRST_NODES) / 2
        return empty / 2 + (challenge.moves - 1) / 2 + seen + order.index(move) / 2 + looks_wrong(position, move)


def looks_wrong(position: ReversiPosition, move: str) -> float:
    """How much a move goes against what beginners go by: corners are good, the squares beside them bad, and many discs
    are better than few."""
    counts = {each.path[0]: len(turned(position.cells, each.path[0], position.turn)) for each in position.legal_moves()}
    square = read_square(move)
    bit, free = bit_at(square), {bit_at(at) for at, cell in enumerate(position.cells) if cell == EMPTY}
    wrong = 0.0
    if bit not in _CORNERS and any(bit_at(at) in _CORNERS for at in counts):
        wrong += 1.5
    if any(bit in beside and corner in free for corner, beside in _CORNERS.items()):
        wrong += 1.5
    return wrong + sum(count > counts[square] for count in counts.values()) / len(counts)


def _winners(choices: list[Choice]) -> list[str]:
    return [each.line[0] for each in choices if each.score > Cp(0)]


def collect(seed: int, wanted: int, most_games: int, progress: ProgressLine) -> list[ProvedChallenge]:
    """This many challenges, two a game at most, or what this many games gave; the easiest first."""
    finder = EndingFinder(seed)
    shares = dict(_SHARES)
    kept: dict[str, ProvedChallenge] = {}
    for number in range(most_games):
        progress.show(len(kept), f"{number} games, to be found: {shares}")
        if len(kept) >= wanted:
            break
        of_game = 0
        # first where most are to be found yet
        for start in sorted(finder.positions(number), key=lambda start: -shares[_empty(start)]):
            if not shares[_empty(start)] or of_game == _MOST_OF_GAME or len(kept) >= wanted:
                break
            if not finder.is_close(start):
                continue
            try:
                challenge = finder.prove(start)
            except UnfitError:
                continue
            if challenge.key not in kept:
                kept[challenge.key] = challenge
                shares[_empty(start)] -= 1
                of_game += 1
    return _graded(finder, list(kept.values()))


def prove_again(starts: Sequence[str], progress: ProgressLine) -> list[ProvedChallenge]:
    """Those of these positions that make a challenge; the easiest first."""
    finder = EndingFinder(1)
    return _graded(finder, proved_again(finder.prove, starts, progress))


def _graded(finder: EndingFinder, challenges: Sequence[ProvedChallenge]) -> list[ProvedChallenge]:
    return sorted(challenges, key=lambda each: (finder.difficulty(each), each.key))


def _empty(start: str) -> int:
    """How many squares of a position are empty."""
    return start.count("-")


_WANTED: Final = 66
"""This many, for none has to be left out; each is exact."""
MAKERS: Final = {
    "reversi": ChallengeMaker(
        "reversi", _WANTED, lambda seed, most_games, progress: collect(seed, _WANTED, most_games, progress), prove_again
    )
}
