"""Challenges out of the engines' own games: `python -m ai.challenges SET --out FILE --seed S`.

Fast games of an engine against itself are searched for positions in which one move, and one alone, wins: a five or a
mate that can be forced (Gomoku, Xiangqi), or men won by a combination (draughts). A slower search proves the win, shows
that the second best move does not win, and writes the solution down: for each move of the person the best defence. The
same seed gives the same file. Reversi's are endings solved to the last disc (`ai.reversi.puzzles`).

A set is a game (its usual variant) or one of its other variants. In Renju only those positions are kept in which the
forbidden moves decide: without them White would not win, or Black would have another way to.

The file (JSON) says under `about` how it was made. Each of its `challenges` has the position (`start`), what is to be
reached in how many moves of the person (`moves`), and the solution as a tree of steps: `on` gives for each move that
keeps the win the defence and the step after it, or null where the challenge is solved with that move; `also` are moves
that win too but are not followed. `nodes` is how many positions the engine had to see before it played the first move.
They stand in the order of their difficulty, in grades of equal size.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ai.api import Choice, Engine, EngineError, Job, Limit, SearchInfo
from ai.arena.arguments import count
from ai.arena.games import UnknownGameError, game_kind
from ai.arena.openings import OpeningsError, play_at_random, random_opening
from ai.arena.progress import Progress
from ai.arena.referee import Referee
from ai.engines import ENGINES
from ai.levels import levels_for
from ai.positions import position_of, rules_of, start_text
from ai.reversi.puzzles import collect as collect_endings
from ai.score import Cp, Mate
from ai.solution import Challenge, Step, UnfitError
from ai.version import installed_version
from game.rules.core import Position

GRADES: Final = 6
_WANTED_ENDINGS: Final = 66
"""Reversi: so many, for none has to be left out; each is exact."""
_LAST_NODES: Final = 200_000
_AHEAD: Final = 100
"""What the last proof, with more nodes and a larger table, must still see: the same move, no second win; in draughts
the second best move so many hundredths of a man behind."""
_STEPS_MOST: Final = 40
"""A solution with more steps than this is too wide to be written down."""
_FOLLOWED: Final = 5
"""With so many plies to go, and fewer, every move that wins as fast is followed; before, only the best one."""
_LINES: Final = 5
_FIRST_NODES: Final = 20
"""The difficulty is measured with so many nodes, then twice as many, and so on."""
_MEN_WON: Final = 2
_EQUAL: Final = 60
"""Draughts: moves so little worse than the best, in hundredths of a man, are followed, too."""
_PLAIN: Final = {"gomoku": {"threats": 0, "fours_ahead": 0}}
"""For measuring difficulty: the options of an engine that sees less."""
_PLIES_MOST: Final = {"gomoku": 60, "xiangqi": 120, "draughts": 100}
"""Longer games are left off: crowded or empty boards make poor challenges."""
_LEFT_OUT: Final = {"a": 0.45, "b": 0.45, "p": 0.5, "n": 0.3, "c": 0.3, "r": 0.2}
"""Xiangqi: how often each piece is missing where the fast games begin, so that mates come early on open boards."""
_WON: Final = 3000
"""As a number of hundredths a win is worth no more than this."""
_RISE: Final = 150
"""A short look is taken where the engine's own score has risen so far since its last move, or sees a win."""
_RENJU: Final = "gomoku-renju"
_FREE: Final = "gomoku-freestyle"
_APART: Final = 8
"""Plies between two candidates of a game."""


@dataclass(frozen=True, slots=True)
class Recipe:
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
    """So many are collected; the last proof leaves some of them out."""

    @property
    def game(self) -> str:
        """The game that the variant belongs to."""
        return self.variant.partition("-")[0]


RECIPES: Final = {
    "gomoku": Recipe("gomoku-freestyle", 400, 6_000, 40_000, {3: 16, 4: 18, 5: 20, 6: 14, 7: 10}, 8, 10_000),
    "gomoku-renju": Recipe("gomoku-renju", 400, 6_000, 40_000, {2: 4, 3: 7, 4: 8, 5: 6, 6: 5}, 8, 10_000, True, 50),
    "xiangqi": Recipe("xiangqi", 300, 15_000, 60_000, {1: 4, 2: 22, 3: 26, 4: 20, 5: 16}, 6, 2000),
    "draughts": Recipe("draughts-international", 800, 0, 60_000, {2: 22, 3: 32, 4: 26}, 7, 10_000),
    "draughts-russian": Recipe("draughts-russian", 800, 0, 60_000, {2: 14, 3: 22, 4: 18}, 7, 10_000, wanted=48),
    "draughts-english": Recipe("draughts-english", 800, 0, 60_000, {2: 14, 3: 22, 4: 18}, 7, 10_000, wanted=48),
}


class Finder:
    """Finds challenges of one set with one engine."""

    def __init__(self, name: str, seed: int) -> None:
        """`name` is a set's, of `RECIPES`."""
        self.recipe = RECIPES[name]
        game = self.recipe.game
        self._kind = game_kind(game)
        self._game, self._seed = game, seed
        self._variant = self.recipe.variant
        kind = ENGINES[levels_for(game)[-1].engine]
        self._engine = kind.make(seed, {"table_mb": 4})
        # the solver sees most wins of Gomoku at once, which says nothing about how hard they are
        self._plain_engine = kind.make(seed, {"table_mb": 4, **_PLAIN.get(game, {})})
        self._last_engine = kind.make(seed, {"table_mb": 16})
        self._engine.load()

    def _search(self, job: Job, nodes: int, lines: int = 1) -> SearchInfo:
        return _search(self._engine, job, Limit(nodes=nodes, lines=lines))

    # ---- candidates

    def games(self) -> Iterator[list[Challenge]]:
        """Challenges game by game, without end."""
        number = 0
        while True:
            yield self._from_game(number)
            number += 1

    def _from_game(self, number: int) -> list[Challenge]:
        """At most two challenges, different in length."""
        chance = random.Random(f"challenges {self._seed} {self._variant} {number}")
        found: dict[int, Challenge] = {}
        candidates = list(self._candidates(chance))
        chance.shuffle(candidates)
        for played in candidates[:6]:
            try:
                challenge = self._prove(played)
            except UnfitError:
                continue
            found.setdefault(challenge.moves, challenge)
            if len(found) == 2:
                break
        return list(found.values())

    def _begin(self, chance: random.Random) -> tuple[str, list[str], Referee]:
        """The start of a game, its random first moves, and the referee after them."""
        if self._game != "xiangqi":
            moves, referee = random_opening(self._game, self._variant, self._kind.opening_plies, chance)
            return start_text(self._variant), moves, referee
        while True:
            start = thinned(start_text(self._variant), chance)
            try:
                referee = Referee(self._variant, start)
            except EngineError:  # the generals see each other, or somebody is in check
                continue
            return start, play_at_random(referee, self._kind, self._kind.opening_plies[1], chance), referee

    def _candidates(self, chance: random.Random) -> Iterator[Job]:
        """The games' beginnings after which the engine, at a glance, sees a win."""
        start, moves, referee = self._begin(chance)
        before = [0, 0]
        apart = 0
        while referee.ending is None and len(moves) < _PLIES_MOST[self._game]:
            job = Job(self._variant, start, tuple(moves))
            info = self._search(job, self.recipe.play_nodes)
            if apart <= 0 and self._is_promising(job, info, before[referee.turn]):
                yield job
                apart = _APART
            apart -= 1
            before[referee.turn] = info.score.within(_WON)
            moves.append(referee.play(info.line[0]))

    def _is_promising(self, job: Job, info: SearchInfo, before: int) -> bool:
        """Whether a combination, or a win of the right length that is the only one, shows itself to a short look."""
        if self._game == "draughts":
            return info.score.within(_WON) - before > 80 and "x" not in info.line[0] and "x" in "".join(info.line[1:2])
        if not info.score.wins and info.score.within(_WON) - before < _RISE:
            return False
        info = self._search(job, self.recipe.look_nodes, 2)
        if info.score <= Mate(2 * self.recipe.longest + 4) or not info.others:
            return False
        return info.others[0].score <= Cp(self.recipe.second_most)

    # ---- proof

    def _prove(self, played: Job) -> Challenge:
        """The challenge after these moves. Raises UnfitError."""
        start = _position_text(played)
        job = Job(self._variant, start)
        if self._game == "gomoku" and _has_to_parry(job):
            raise UnfitError
        info = self._search(job, self.recipe.proof_nodes, 2)
        if not info.others:
            raise UnfitError
        self._check_unique(job, info)
        if self._variant == _RENJU and not self.fouls_decide(job):
            raise UnfitError
        solution = self._win(job) if self._game != "draughts" else self._shot(job, material(job), 1)
        length = solution.moves()
        if not min(self.recipe.shares) <= length <= self.recipe.longest or solution.steps() > _STEPS_MOST:
            raise UnfitError
        key = self._kind.key(self._position(start))
        return Challenge(start, key, solution, self._nodes_needed(job, next(iter(solution.on))))

    def turn(self, start: str) -> int:
        """The side to move in a position, 0 = the one that began the game."""
        return int(self._position(start).turn)

    def _position(self, start: str) -> Position:
        return position_of(Job(self._variant, start))

    def _check_unique(self, job: Job, info: SearchInfo) -> None:
        """The best move wins, the second best does not."""
        second = info.others[0].score
        if self._game == "draughts":
            if info.score.within(_WON) - second.within(_WON) < 130 or not -1 <= material(job) <= 0:
                raise UnfitError
        elif not info.score.wins or second > Cp(self.recipe.second_most):
            raise UnfitError

    def fouls_decide(self, job: Job) -> bool:
        """Renju: whether without forbidden moves White would not win here, or Black with another move, too."""
        free = self._search(Job(_FREE, job.start), self.recipe.proof_nodes, 2)
        if job.start.endswith("w"):
            return not free.score.wins
        return bool(free.others) and free.others[0].score.wins

    def confirms(self, challenge: Challenge) -> bool:
        """Whether the last and deepest look at a challenge still sees the same move win, and no other."""
        job = Job(self._variant, challenge.start)
        info = _search(self._last_engine, job, Limit(nodes=_LAST_NODES, lines=2))
        second = info.others[0].score
        if info.line[0] not in challenge.solution.on or second.wins:
            return False
        return info.score.wins or (self._game == "draughts" and info.score.within(_WON) - second.within(_WON) > _AHEAD)

    def _win(self, job: Job, depth: int = 0) -> Step:
        """The solution of a forced win. Raises UnfitError where the engine loses sight of it, or it takes too long."""
        info = self._search(job, self.recipe.proof_nodes, 2 if not depth else _LINES)
        choices = [Choice(info.score, info.line), *info.others]
        won = sorted((each for each in choices if each.score.wins), key=lambda each: each.score, reverse=True)
        if not won or depth >= self.recipe.longest:
            raise UnfitError
        fastest = won[0].score
        if fastest == Mate(1):
            return Step({won[0].line[0]: None}, [])
        step = Step({}, [])
        for choice in won:
            move = choice.line[0]
            if step.on and (fastest < Mate(_FOLLOWED) or choice.score != fastest):
                step.also.append(move)
            else:
                step.on[move] = self._defend(job, move, depth)
        return step

    def _defend(self, job: Job, move: str, depth: int) -> tuple[str, Step]:
        """The longest defence against a winning move, and what follows it. Raises UnfitError where it is none."""
        after = Job(job.variant, job.start, (*job.moves, move))
        # Xiangqi's engine does not think about a move without alternative unless it is asked for more lines
        info = self._search(after, self.recipe.proof_nodes, 2 if self._game == "xiangqi" else 1)
        if not (-info.score).wins:
            raise UnfitError
        return info.line[0], self._win(Job(job.variant, job.start, (*after.moves, info.line[0])), depth + 1)

    def _shot(self, job: Job, before: int, turn: int) -> Step:
        """The solution of a combination that began with the person `before` men ahead. Raises UnfitError."""
        info = self._search(job, self.recipe.proof_nodes, 2 if turn == 1 else 3)
        equals = [each.line[0] for each in info.others if info.score.within(_WON) - each.score.within(_WON) < _EQUAL]
        if turn > self.recipe.longest or (turn == 1 and (equals or "x" in info.line[0])):
            raise UnfitError
        step = Step({info.line[0]: self._suffer(job, info.line[0], before, turn)}, [])
        for move in equals:
            try:
                step.on[move] = self._suffer(job, move, before, turn)
            except UnfitError:
                step.also.append(move)
        return step

    def _suffer(self, job: Job, move: str, before: int, turn: int) -> tuple[str, Step] | None:
        """The best answer to a move of a combination and what follows it; None where the men are won for good. Raises
        UnfitError."""
        after = Job(job.variant, job.start, (*job.moves, move))
        try:
            answer = self._search(after, self.recipe.proof_nodes)
        except EngineError as error:  # the other side has no move left
            if turn == 1:
                raise UnfitError from error
            return None
        reply = answer.line[0]
        if turn == 1 and "x" not in reply:
            raise UnfitError  # nothing is given: no combination
        if "x" not in reply and -material(after) - before >= _MEN_WON:
            if -answer.score.within(_WON) < 100 * (before + _MEN_WON) - 60:
                raise UnfitError
            return None
        return reply, self._shot(Job(job.variant, job.start, (*after.moves, reply)), before, turn + 1)

    def _nodes_needed(self, job: Job, move: str) -> int:
        """How many nodes the engine needs to play a move, rounded up to a power of two times the least."""
        nodes = _FIRST_NODES
        while nodes < self.recipe.proof_nodes and _search(self._plain_engine, job, Limit(nodes=nodes)).line[0] != move:
            nodes *= 2
        return nodes


def _search(engine: Engine, job: Job, limit: Limit) -> SearchInfo:
    return engine.search(job, limit, engine.new_stop_flag(), lambda info: None).info


def thinned(start: str, chance: random.Random) -> str:
    """Xiangqi's start position without some of its pieces, chosen by chance for each side."""
    board, rest = start.split(" ", 1)
    letters = ("1" if chance.random() < _LEFT_OUT.get(each.lower(), 0) else each for each in board)
    rows = ("".join(letters)).split("/")
    return "/".join(re.sub("[0-9]+", lambda run: str(sum(map(int, run[0]))), row) for row in rows) + " " + rest


def material(job: Job) -> int:
    """Draughts: by how many men the side to move is ahead, a king counted as three."""
    position = position_of(job)
    pieces = position.pieces().values()
    return sum((3 if each.kind == "king" else 1) * (1 if each.side == position.turn else -1) for each in pieces)


def _position_text(job: Job) -> str:
    """The position after a job's moves as a text, without its history (which Xiangqi's counters tell of)."""
    text = rules_of(job.variant).write_position(position_of(job))
    return re.sub(r" \d+ \d+$", " 0 1", text)


def _has_to_parry(job: Job) -> bool:
    """Gomoku: whether the other side would make a five with its next stone."""
    return any(position_of(job).threats().values())


def collect(finder: Finder, most_games: int, progress: Progress) -> list[Challenge]:
    """As many challenges of each length as the recipe says, or what so many games gave; the easiest first."""
    sides = (0, 1) if finder.recipe.each_side else (0,)
    shares = {(side, moves): share for side in sides for moves, share in finder.recipe.shares.items()}
    longest = max(finder.recipe.shares)
    seen: set[str] = set()
    kept: list[Challenge] = []
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
    kept = [challenge for challenge in kept if finder.confirms(challenge)]
    return sorted(kept, key=lambda each: (each.moves + math.log2(each.nodes / _FIRST_NODES) / 3, each.nodes, each.key))


def _plain(challenges: Sequence[Challenge]) -> list[dict[str, Any]]:
    return [
        {
            "start": each.start,
            "moves": each.moves,
            "grade": 1 + index * GRADES // len(challenges),
            "nodes": each.nodes,
            "solution": each.solution.plain(),
        }
        for index, each in enumerate(challenges)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="python -m ai.challenges", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--version", action="version", version=installed_version())
    parser.add_argument("set", metavar="SET", choices=sorted((*RECIPES, "reversi")), help="a game, or a variant of it")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the JSON file to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=count, default=2000, help="so many games are searched at most (2000)")
    options = parser.parse_args(given)
    try:
        if options.set == "reversi":
            game, variant = "reversi", game_kind("reversi").variants[0]
            progress = Progress(_WANTED_ENDINGS)
            challenges = collect_endings(options.seed, _WANTED_ENDINGS, options.games, progress)
        else:
            finder = Finder(options.set, options.seed)
            game, variant = finder.recipe.game, finder.recipe.variant
            progress = Progress(finder.recipe.wanted)
            challenges = collect(finder, options.games, progress)
        progress.clear()
        about = {
            "made_by": shlex.join(["python", "-m", "ai.challenges", *given]),
            "game": game,
            "variant": variant,
        }
        rows = ",\n".join(json.dumps(each, ensure_ascii=False) for each in _plain(challenges))
        text = f'{{"about": {json.dumps(about, ensure_ascii=False)},\n"challenges": [\n{rows}\n]}}\n'
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(text, encoding="utf-8")
    except (UnknownGameError, OpeningsError, EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(challenges)} challenges written to {options.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
