"""Why mistakes were mistakes, in games that are played for the test: a review finds them, a second reading holds the
reasons against the rules. Slow; prints what it finds. Nine minutes of processor time: Xiangqi 250 s, draughts
150, Gomoku 90, Reversi 20."""

from __future__ import annotations

import dataclasses
import itertools
import random
import sys
from collections.abc import Iterator

import draughts_claims
import gomoku_claims
import pytest
import reversi_claims
import xiangqi_claims
from at_once import AtOnce
from slips import Claims

from ai.api import Engine, Job, Limit
from ai.levels import levels_for
from ai.runtime.worker import Done, Report, Token
from game.match.judgement import Mark
from game.match.lines import Line
from game.match.players import Analyst, EngineRoom
from game.match.review import Finding, Review
from game.rules.core import PASS
from game.rules.game import Game
from game.rules.motive import Motive, Slip
from game.rules.registry import GAMES, variants_of
from game.storage.paths import assets_folder
from game.ui.scenes.motive_words import motive_sentence
from game.ui.stage.language import Language

HOLDS = {
    "draughts": draughts_claims.holds,
    "gomoku": gomoku_claims.holds,
    "reversi": reversi_claims.holds,
    "xiangqi": xiangqi_claims.holds,
}
NODES = {"gomoku": 8_000, "reversi": 8_000, "xiangqi": 20_000, "draughts": 20_000}
WANTED = 200
FEWEST = 0.95
FEWEST_TOLD = 0.85
"""Of all mistakes: a teacher who says nothing half of the time is a weak one."""
_AT_RANDOM = 0.08
"""How often a move is made at random, so that levels that differ little still err in many ways."""
_MOST_PLIES = 120


class Thinking:
    """Stands for a worker: thinks at once, as far as a number of nodes goes."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._reports: list[Report] = []

    def submit(self, engine: Engine, job: Job, limit: Limit, token: Token) -> None:
        engine.load()
        nodes = Limit(nodes=self._nodes, lines=limit.lines)
        self._reports.append(Done(token, engine.search(job, nodes, engine.new_stop_flag(), lambda info: None)))

    def stop(self, token: Token | None = None) -> None:
        pass

    def cancel(self, token: Token) -> None:
        pass

    def poll(self) -> list[Report]:
        reports, self._reports = self._reports, []
        return reports


def played(name: str, seed: int) -> Game:
    """A game between two of the weaker levels, with some moves at random."""
    chance = random.Random(f"{name} {seed}")
    rules = variants_of(name)[0]
    game = Game(rules)
    levels = [each for each in levels_for(name) if each.limit.time_s is None][1:5]
    chosen = [chance.choice(levels) for _ in range(2)]
    engines = [level.new_engine(seed) for level in chosen]
    for engine in engines:
        engine.load()
    start = rules.write_position(game.start)
    while game.outcome is None and game.position.outcome() is None and game.ply < _MOST_PLIES:
        side = game.position.turn
        moves = game.position.legal_moves()
        if moves and chance.random() < _AT_RANDOM:
            game.play(chance.choice(moves))
        elif not moves:
            game.play(PASS)
        else:
            job = Job(rules.name, start, game.texts())
            engine = engines[side]
            game.play_text(engine.search(job, chosen[side].limit, engine.new_stop_flag(), lambda info: None).move)
    return game


def reviewed(name: str, game: Game) -> Review:
    """The review of a game, at its end."""
    strongest = levels_for(name)[-1].attentive()
    level = dataclasses.replace(strongest, options={k: v for k, v in strongest.options.items() if k != "threads"})
    review = Review(game, Analyst(level, EngineRoom(Thinking(NODES[name]))), AtOnce())
    while not review.is_over:
        review.update()
    return review


def mistakes(name: str) -> Iterator[tuple[Game, Review, Finding]]:
    """Mistakes of one game after the other, without end."""
    for seed in itertools.count():
        game = played(name, seed)
        review = reviewed(name, game)
        yield from ((game, review, found) for found in review.findings if found.mark is not Mark.INACCURACY)


def slip_of(game: Game, found: Finding) -> Slip:
    """What the finder was told of a mistake."""
    before, after, side = found.before, found.after, found.side
    return Slip(
        game.variant, game.at(found.ply - 1), found.move, game.at(found.ply), found.better.moves, found.reply.moves,
        before.plies if before.winner is side else None, after.plies if after.winner is side.other else None,
        game.outcome if found.ply == game.ply else None,
    )  # fmt: skip


def sentence(language: str, slip: Slip, motive: Motive) -> str:
    """What a person reads."""
    t = Language(assets_folder() / "languages", language)
    lines = Line(slip.improved, slip.better), Line(slip.replied, slip.reply)
    return motive_sentence(t, slip.variant, motive, *lines, "Nobody")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(HOLDS))
def test_reasons_of_real_mistakes_are_true(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of 200 mistakes; those without a reason that can be told are counted apart."""
    assert HOLDS.keys() == GAMES.keys()
    told = true = 0
    with capsys.disabled():
        for game, review, found in itertools.islice(mistakes(name), WANTED):
            motive, slip = review.motive(found.ply), slip_of(game, found)
            if motive is None:
                continue
            told += 1
            holds = HOLDS[name](Claims(slip, motive))
            true += holds
            words = " | ".join(sentence(language, slip, motive) for language in ("en", "zh"))
            about = f"{game.variant.write_position(slip.before)} {game.texts()[found.ply - 1]}"
            sys.stdout.write(f"{'' if holds else 'FALSE '}{motive.code}: {about} {words}\n")
        sys.stdout.write(f"{name}: {told} of {WANTED} mistakes have a reason, {true} of these are true\n")
    assert told >= FEWEST_TOLD * WANTED
    assert true >= FEWEST * told
