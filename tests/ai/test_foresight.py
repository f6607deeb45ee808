"""What weak levels never find, and what no level but the first misses: draughts' stand in `test_draughts_levels`.

A long shot spends something at once for what comes much later: a four in Gomoku, a check in Xiangqi, a corner in
Reversi.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from engine_helpers import job_of, legal_texts, think

from ai.api import Job, Limit
from ai.classic.engine import LinesEngine
from ai.common.blunders import BlunderModel
from ai.gomoku.blunders import GomokuBlunders
from ai.level import Level
from ai.levels import level, levels_for
from ai.reversi.blunders import ReversiBlunders
from ai.score import Cp
from ai.xiangqi.blunders import XiangqiBlunders
from game.rules.core import PASS
from game.rules.reversi.variants import REVERSI

CHALLENGES = Path(__file__).parents[2] / "assets" / "challenges"
NOTHING = Cp(0)
WEAK = {
    "gomoku": ("first-steps", "beginner", "intermediate", "advanced"),
    "xiangqi": ("first-steps", "beginner", "intermediate", "advanced"),
    "reversi": ("beginner", "intermediate", "advanced"),
}
"""The levels of our own below 800; the first one of Reversi sees nothing but what it turns over."""
SEEING: dict[str, BlunderModel] = {
    "gomoku": GomokuBlunders(0, 0, 4),
    "xiangqi": XiangqiBlunders(0, 0, 4),
    "reversi": ReversiBlunders(0, 0, 4),
}
ENDINGS = {
    "--XXXX---OOOOX-OXXOOXXXO-XOOOOXOOXXXOOXOOXOOOOOOO-OXOO-O--OOOOO- X": "b7",
    "--OOOOO---OOOO-XX-OOOOXXXXXOXXOXOXOXXXXX-OOOOOOX--XXXOO--XXXXX-- X": "b2",
    "-XXXXX--X-XOXX-OXXOXXXXOXOXXXXXOXXOXOOOOXXXOXOOO--OXXX-O--XXX--- O": "b7",
    "--OOOO--OXOOOO-OOOXXOOOOOOXXXOOOOOOOXXOOOOXOXXXO--XXXXX---X--X-X O": "h7",
    "-OXXXX---OOOXX-OOOXOOXXOOOXOOOXOXXXXOOXOXOOOOOOO--OOOO-O--OOOO-- X": "g7",
}
"""Endings with 12 to 14 empty squares, out of games of the engine against itself, in which one move alone wins by the
last disc, and gives a corner away."""
CHILDS_PLAY = [
    # a four wants its fifth stone: to stop it, on a row and far away on a diagonal, and to make it
    ("gomoku", "beginner", "f8 e8 g8 c15 h8 o9 i8", "j8"),
    ("gomoku", "beginner", "l11 m12 k10 o15 j9 n15 i8", "h7"),
    ("gomoku", "beginner", "f8 e8 g8 c15 h8 o9 i8 a1", "j8"),
    # an open three
    ("gomoku", "advanced", "f8 a1 g8 c15 h8", "e8 i8 d8 j8"),
    ("gomoku", "advanced", "e8 a1 f9 c15 g10 m15 k2 o1", "d7 h11 c6 i12"),
    # a rook to be taken by a rook, a horse, a soldier; a rook that is attacked; mates in one
    ("xiangqi", "beginner", "3k5/9/9/9/4r4/9/4R4/9/9/3AK4 w - - 0 1", "e3e5"),
    ("xiangqi", "beginner", "3k5/9/9/9/2n1r4/4P4/9/9/9/4K4 w - - 0 1", "e4e5"),
    ("xiangqi", "beginner", "3k5/4a4/9/9/9/1r1R5/9/9/9/4K4 b - - 0 1", "b4d4"),
    ("xiangqi", "first-steps", "2ba1k3/9/7C1/5C3/6b2/6B1P/6P2/6c2/9/3AK1B2 w - - 0 1", "h7f7"),
]
"""A game, the weakest level that never misses this, a position, and what may be played there."""


def shots(game: str) -> list[tuple[Job, str]]:
    """The shots of a game, each with the move that begins it: of our challenges those of six moves and more, in
    Xiangqi of four and more."""
    if game == "reversi":
        return [(Job("reversi", start), move) for start, move in ENDINGS.items()]
    data = json.loads((CHALLENGES / f"{game}.json").read_text(encoding="utf-8"))
    least = 6 if game == "gomoku" else 4
    found = [
        (Job(data["about"]["variant"], each["start"]), next(iter(each["solution"]["on"])))
        for each in data["challenges"]
        if each["moves"] >= least
    ]
    return [(job, move) for job, move in found if SEEING[game].shuns(job, move, NOTHING)]


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in WEAK.items() for name in names])
def test_who_is_weaker_than_800_never_finds_a_long_shot(game: str, name: str, kernels: None) -> None:
    chosen = level(game, name)
    assert chosen.rating is not None
    assert chosen.rating.elo <= 850, "the list is that of the levels below 800, known to some fifty"
    found = shots(game)
    assert len(found) >= 5
    for job, move in found:
        for seed in range(2):
            assert think(chosen.new_engine(seed), job, chosen.limit).move != move, job.start


@pytest.mark.parametrize(
    ("game", "name", "numbers", "most"),
    [("gomoku", "intermediate", (1, 5, 6, 11), 3), ("xiangqi", "advanced", (0, 1, 2, 3), 1)],
)
def test_who_misses_attacks_seldom_plays_a_long_row_of_them_to_its_end(
    game: str, name: str, numbers: tuple[int, ...], most: int, kernels: None
) -> None:
    """It sees the end of none, but each three or check of a row may look best by itself: of these eight tries
    Gomoku's Intermediate won seven when it missed no attack, Xiangqi's Advanced two."""
    chosen = level(game, name)
    challenges = json.loads((CHALLENGES / f"{game}.json").read_text(encoding="utf-8"))
    long = [each for each in challenges["challenges"] if each["moves"] >= 6]
    rules = challenges["about"]["variant"]
    solved = sum(_solves(chosen, rules, long[number], seed) for number in numbers for seed in range(2))
    assert solved <= most


def test_a_check_may_be_missed_but_no_capture() -> None:
    """Red's rook can give check on two points; what is missed once is missed each time, and nothing that wins a piece
    with the next move."""

    def misses(start: str, move: str, seed: int) -> bool:
        return XiangqiBlunders(seed, 0, 0, 50).shuns(Job("xiangqi", start), move, NOTHING)

    free, taking = "4k4/9/9/9/9/9/R8/9/9/3K5 w - - 0 1", "n3k4/9/9/9/9/9/R8/9/9/3K5 w - - 0 1"
    missed = [misses(free, move, seed) for move in ("a3a9", "a3e3") for seed in range(40)]
    assert 25 <= sum(missed) <= 55
    assert missed == [misses(free, move, seed) for move in ("a3a9", "a3e3") for seed in range(40)]
    assert not any(misses(free, "a3b3", seed) or misses(taking, "a3a9", seed) for seed in range(40))
    fork = "4k4/9/9/9/9/9/R7n/9/9/3K5 w - - 0 1"  # on e3 the rook checks, and takes the horse next
    assert not any(misses(fork, "a3e3", seed) for seed in range(40))


def _solves(chosen: Level, rules: str, challenge: dict[str, Any], seed: int) -> bool:
    """Whether a level plays the solution that is written down to its end."""
    engine = chosen.new_engine(seed)
    step, moves = challenge["solution"], list[str]()
    while True:
        move = think(engine, Job(rules, challenge["start"], tuple(moves)), chosen.limit).move
        if move not in step["on"]:
            return False
        then = step["on"][move]
        if then is None:
            return True
        moves += [move, then[0]]
        step = then[1]


@pytest.mark.parametrize("game", SEEING)
def test_without_a_limit_all_is_seen(game: str) -> None:
    model = type(SEEING[game])(0, 0)
    assert not any(model.shuns(job, move, NOTHING) for job, move in shots(game))


@pytest.mark.parametrize(("game", "weakest", "start", "good"), CHILDS_PLAY)
def test_nobody_from_a_level_on_misses_what_a_child_sees(
    game: str, weakest: str, start: str, good: str, kernels: None
) -> None:
    names = [each.name for each in levels_for(game) if each.limit.time_s is None]
    job = job_of(start) if game == "gomoku" else Job(game, start)
    for name in names[names.index(weakest) :]:
        chosen = level(game, name)
        for seed in range(6):
            answer = think(chosen.new_engine(seed), job, chosen.limit)
            assert answer.move in good.split(), name


@pytest.mark.parametrize("name", WEAK["reversi"])
def test_nobody_from_beginner_on_gives_a_corner_away(name: str, kernels: None) -> None:
    """In positions out of games at random, where something else can be played."""
    chosen, model, looked_at = level("reversi", name), SEEING["reversi"], 0
    for number in range(12):
        chance = random.Random(number)
        position = REVERSI.start()
        for _ in range(30):
            position = position.play(chance.choice(position.legal_moves() or (PASS,)))
        job = Job("reversi", str(position))
        given = [text for text in legal_texts(job) if model.shuns(job, text, NOTHING)]
        if given and len(given) < len(legal_texts(job)):
            looked_at += 1
            for seed in range(2):
                answer = think(chosen.new_engine(seed), job, chosen.limit).move
                assert answer not in given, job.start
    assert looked_at >= 5


def test_a_four_is_made_for_what_is_seen() -> None:
    """White's four on the first row is stopped; with a three beside it a straight four comes next."""
    alone = job_of("h8 a1 a15 b1 o15 c1 o1")
    model = SEEING["gomoku"]
    assert model.shuns(alone, "d1", NOTHING)
    double = job_of("h8 a1 a15 b1 o15 c1 o1 e3 h1 e4 j1 e5 l1")
    assert not model.shuns(double, "d1", NOTHING), "Black answers on e1, then e6 or e2 makes a straight four"


def test_the_two_ply_engine_names_its_next_best_moves() -> None:
    job = job_of("h8 a1 g8 c15")
    info = think(LinesEngine(), job, Limit(lines=4)).info
    assert len(info.others) == 3
    assert info.score >= info.others[0].score >= info.others[1].score >= info.others[2].score
    assert len({info.line, *(each.line for each in info.others)}) == 4
