"""Positions in fast games of an engine against itself in which one move, and one alone, wins: the common part.

Fast games are searched for them; a slower search proves the win, shows that the second best move does not win, and
writes the solution down: for each move of the person the best defence. Each game says in its own `puzzles` what is
different there. The same seed finds the same.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from ai.api import Choice, Engine, Job, Limit, SearchInfo
from ai.arena.openings import random_opening
from ai.arena.progress import ProgressLine
from ai.arena.referee import Referee
from ai.games import GAMES
from ai.positions import position_of, rules_of, start_text
from ai.score import Cp, Mate
from ai.solution import ChallengeMaker, ProvedChallenge, SolutionStep, UnfitError, proved_again
from game.rules.core import Position

_LAST_NODES: Final = 2_000_000
"""The last proof, with more nodes and a larger table, must still see the same move, and no second win."""
_STEPS_MOST: Final = 40
"""A solution with more steps than this is too wide to be written down."""
_FOLLOWED: Final = 5
"""With this many plies to go, and fewer, every move that wins as fast is followed; before, only the best one."""
_LINES: Final = 5
_FIRST_NODES: Final = 20
"""The difficulty is measured with this many nodes, then twice as many, and so on."""
WON: Final = 3000
"""As a number of hundredths a win is worth no more than this."""
_RISE: Final = 150
"""A short look is taken where the engine's own score has risen so far since its last move, or sees a win."""
_APART: Final = 8
"""Plies between two candidates of a game."""


@dataclass(frozen=True, slots=True)
class ChallengeRecipe:
    """How the challenges of a variant are made: nodes a move of the fast games, of a short look and of the proof, how
    many challenges of each length at most (in moves of the person; the last one also holds longer ones up to
    `longest`), and how good, in hundredths, the second best move may look."""

    variant: str
    play_nodes: int
    look_nodes: int
    proof_nodes: int
    shares: dict[int, int]
    longest: int
    second_most: int
    each_side: bool = False
    """The shares are for each side to move."""
    wanted: int = 72
    """This many are collected; the last proof leaves some of them out."""

    @property
    def game(self) -> str:
        """The game that the variant belongs to."""
        return rules_of(self.variant).game


class Finder:
    """Finds challenges of one set with one engine."""

    plies_most: ClassVar[int] = 120
    """Longer games are left off: crowded or empty boards make poor challenges."""
    plain_options: ClassVar[Mapping[str, int]] = {}
    """For measuring difficulty: the options of an engine that sees less."""
    defence_lines: ClassVar[int] = 1
    """How many lines the engine is asked for where the defence is looked for."""

    def __init__(self, recipe: ChallengeRecipe, seed: int) -> None:
        self.recipe = recipe
        self._variant = recipe.variant
        self._game, self._seed = recipe.game, seed
        self.kind = GAMES[self._game].arena
        engine = GAMES[self._game].levels[-1].kind
        self._engine = engine.make(seed, {"table_mb": 4})
        self._plain_engine = engine.make(seed, {"table_mb": 4, **self.plain_options})
        self._last_engine = engine.make(seed, {"table_mb": 16})
        self._engine.load()

    def search(self, job: Job, nodes: int, lines: int = 1) -> SearchInfo:
        """What the engine thinks of a position."""
        return _search(self._engine, job, Limit(nodes=nodes, lines=lines))

    # ---- what is different in games

    def begin(self, chance: random.Random) -> tuple[str, list[str], Referee]:
        """The start of a game, its random first moves, and the referee after them."""
        moves, referee = random_opening(self._game, self._variant, self.kind.opening_plies, chance)
        return start_text(self._variant), moves, referee

    def is_promising(self, job: Job, info: SearchInfo, before: int) -> bool:
        """Whether a win of the right length that is the only one shows itself to a short look; `before` is what the
        side thought of its position a move ago."""
        if not info.score.wins and info.score.within(WON) - before < _RISE:
            return False
        info = self.search(job, self.recipe.look_nodes, 2)
        if info.score <= Mate(2 * self.recipe.longest + 4) or not info.others:
            return False
        return info.others[0].score <= Cp(self.recipe.second_most)

    def check_position(self, job: Job) -> None:
        """Raises UnfitError for a position that makes no challenge, whatever the engine thinks of it."""

    def check_unique(self, job: Job, info: SearchInfo) -> None:
        """The best move wins, the second best does not: else raises UnfitError."""
        if not info.score.wins or info.others[0].score > Cp(self.recipe.second_most):
            raise UnfitError

    def solve(self, job: Job) -> SolutionStep:
        """The whole solution. Raises UnfitError."""
        return self._win(job)

    def still_wins(self, info: SearchInfo) -> bool:
        """Whether the last look sees a win and, after the second best move, none."""
        return info.score.wins

    # ---- candidates

    def games(self) -> Iterator[list[ProvedChallenge]]:
        """Challenges game by game, without end."""
        number = 0
        while True:
            yield self._from_game(number)
            number += 1

    def _from_game(self, number: int) -> list[ProvedChallenge]:
        """At most two challenges, different in length."""
        chance = random.Random(f"challenges {self._seed} {self._variant} {number}")
        found: dict[int, ProvedChallenge] = {}
        candidates = list(self._candidates(chance))
        chance.shuffle(candidates)
        for played in candidates[:6]:
            try:
                challenge = self.prove(_position_text(played))
            except UnfitError:
                continue
            found.setdefault(challenge.moves, challenge)
            if len(found) == 2:
                break
        return list(found.values())

    def _candidates(self, chance: random.Random) -> Iterator[Job]:
        """The games' beginnings after which the engine, at a glance, sees a win."""
        start, moves, referee = self.begin(chance)
        before = [0, 0]
        apart = 0
        while referee.ending is None and len(moves) < self.plies_most:
            job = Job(self._variant, start, tuple(moves))
            info = self.search(job, self.recipe.play_nodes)
            if apart <= 0 and self.is_promising(job, info, before[referee.turn]):
                yield job
                apart = _APART
            apart -= 1
            before[referee.turn] = info.score.within(WON)
            moves.append(referee.play(info.line[0]))

    # ---- proof

    def prove(self, start: str) -> ProvedChallenge:
        """The challenge that a position is. Raises UnfitError."""
        job = Job(self._variant, start)
        self.check_position(job)
        info = self.search(job, self.recipe.proof_nodes, 2)
        if not info.others:
            raise UnfitError
        self.check_unique(job, info)
        solution = self.solve(job)
        length = solution.moves()
        if not min(self.recipe.shares) <= length <= self.recipe.longest or solution.steps() > _STEPS_MOST:
            raise UnfitError
        key = self.kind.key(self._position(start))
        return ProvedChallenge(start, key, solution, self._nodes_needed(job, next(iter(solution.on))))

    def turn(self, start: str) -> int:
        """The side to move in a position, 0 = the one that began the game."""
        return int(self._position(start).turn)

    def _position(self, start: str) -> Position:
        return position_of(Job(self._variant, start))

    def confirms(self, challenge: ProvedChallenge) -> bool:
        """Whether the last and deepest look at a challenge still sees the same move win, and no other."""
        job = Job(self._variant, challenge.start)
        info = _search(self._last_engine, job, Limit(nodes=_LAST_NODES, lines=2))
        if info.line[0] not in challenge.solution.on or info.others[0].score.wins:
            return False
        return self.still_wins(info)

    def _win(self, job: Job, depth: int = 0) -> SolutionStep:
        """The solution of a forced win. Raises UnfitError where the engine loses sight of it, or it takes too long."""
        info = self.search(job, self.recipe.proof_nodes, 2 if not depth else _LINES)
        choices = [Choice(info.score, info.line), *info.others]
        won = sorted((each for each in choices if each.score.wins), key=lambda each: each.score, reverse=True)
        if not won or depth >= self.recipe.longest:
            raise UnfitError
        fastest = won[0].score
        if fastest == Mate(1):
            return SolutionStep({won[0].line[0]: None}, [])
        step = SolutionStep({}, [])
        for choice in won:
            move = choice.line[0]
            if step.on and (fastest < Mate(_FOLLOWED) or choice.score != fastest):
                step.also.append(move)
            else:
                step.on[move] = self._defend(job, move, depth)
        return step

    def _defend(self, job: Job, move: str, depth: int) -> tuple[str, SolutionStep]:
        """The longest defence against a winning move, and what follows it. Raises UnfitError for a move that does not
        win."""
        after = Job(job.variant, job.start, (*job.moves, move))
        info = self.search(after, self.recipe.proof_nodes, self.defence_lines)
        if not (-info.score).wins:
            raise UnfitError
        return info.line[0], self._win(Job(job.variant, job.start, (*after.moves, info.line[0])), depth + 1)

    def _nodes_needed(self, job: Job, move: str) -> int:
        """How many nodes the engine needs to play a move, rounded up to a power of two times the least."""
        nodes = _FIRST_NODES
        while nodes < self.recipe.proof_nodes and _search(self._plain_engine, job, Limit(nodes=nodes)).line[0] != move:
            nodes *= 2
        return nodes


def makers(finder: type[Finder], recipes: Mapping[str, ChallengeRecipe]) -> dict[str, ChallengeMaker]:
    """What makes each of these sets."""

    def maker(recipe: ChallengeRecipe) -> ChallengeMaker:
        def make(seed: int, most_games: int, progress: ProgressLine) -> list[ProvedChallenge]:
            return _collect(finder(recipe, seed), most_games, progress)

        def prove_again(starts: Sequence[str], progress: ProgressLine) -> list[ProvedChallenge]:
            again = finder(recipe, 1)
            return _confirmed(again, proved_again(again.prove, starts, progress))

        return ChallengeMaker(recipe.variant, recipe.wanted, make, prove_again)

    return {name: maker(recipe) for name, recipe in recipes.items()}


def _search(engine: Engine, job: Job, limit: Limit) -> SearchInfo:
    return engine.search(job, limit, engine.new_stop_flag(), lambda info: None).info


def _position_text(job: Job) -> str:
    """The position after a job's moves as a text, without its history (which Xiangqi's counters tell of)."""
    text = rules_of(job.variant).write_position(position_of(job))
    return re.sub(r" \d+ \d+$", " 0 1", text)


def _collect(finder: Finder, most_games: int, progress: ProgressLine) -> list[ProvedChallenge]:
    """As many challenges of each length as the recipe says, or what this many games gave; the easiest first."""
    sides = (0, 1) if finder.recipe.each_side else (0,)
    shares = {(side, moves): share for side in sides for moves, share in finder.recipe.shares.items()}
    longest = max(finder.recipe.shares)
    seen: set[str] = set()
    kept: list[ProvedChallenge] = []
    for number, found in enumerate(finder.games()):
        progress.show(len(kept), f"{number} games, to be found: {shares}")
        if number >= most_games or len(kept) >= finder.recipe.wanted:
            break
        for challenge in found:
            share = (finder.turn(challenge.start) if finder.recipe.each_side else 0, min(challenge.moves, longest))
            if challenge.key not in seen and shares.get(share, 0) and len(kept) < finder.recipe.wanted:
                shares[share] -= 1
                seen.add(challenge.key)
                kept.append(challenge)
    return _confirmed(finder, kept)


def _confirmed(finder: Finder, challenges: Sequence[ProvedChallenge]) -> list[ProvedChallenge]:
    """Those that stand the last look, the easiest first."""
    kept = [challenge for challenge in challenges if finder.confirms(challenge)]
    return sorted(kept, key=lambda each: (each.moves + math.log2(each.nodes / _FIRST_NODES) / 3, each.nodes, each.key))
