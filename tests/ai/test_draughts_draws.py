"""The draws of draughts that the kernels count, in every variant, against the rules of the table."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from ai.api import Job
from ai.arena.openings import random_move
from ai.arena.referee import Referee
from ai.common.control import new_control
from ai.draughts import layout as at
from ai.draughts.arena import DRAUGHTS
from ai.draughts.board import VARIANTS as BOARDS
from ai.draughts.draws import plies_left
from ai.draughts.kernels import compile_kernels
from ai.draughts.search import advance, is_draw
from ai.draughts.searcher import find_move, play_game
from ai.positions import start_text
from game.rules.draughts.position import DraughtsPosition
from game.rules.registry import VARIANTS

ENDINGS = {
    "draughts-international": ("W:WK46,K48,47:BK5", "W:WK46,K48:BK5", "B:WK46,40:BK5,K3", "W:WK46,K48,K50:BK5,18"),
    "draughts-brazilian": ("W:WK29,K30:BK4", "W:WK29,K30:BK4,5", "W:WK29,K30:BK4,K3", "W:WK29,22:BK4,K3"),
    "draughts-russian": (
        *("W:WK29,K30,K31:BK4", "W:WK29,K30:BK4", "W:WK29,K30:BK4,K3", "W:WK29,K30,K31:BK4,K3,K2"),
        *("W:WK30,K31,32:BK4", "B:WK18:BK1,2,3", "W:WK30,K31,K32,27:BK4", "W:WK30,31,32:BK5"),
    ),
    "draughts-english": ("W:WK29,K30:BK4", "W:WK29,K30,22:BK4,K3"),
}
COUNTED = ("few-pieces", "kings-only", "move-limit")


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    for _ in compile_kernels():
        pass


def follow(name: str, start: str, chance: random.Random, plies: int) -> str | None:
    """Play a random game by the rules and on the board of the kernels side by side; gives the reason of its end."""
    referee = Referee(name, start)
    board, side = play_game(Job(name, start), new_control(), np.zeros(8, np.int64))
    seen = Counter([referee.position])
    for _ in range(plies):
        text = random_move(referee, DRAUGHTS, chance)
        position = referee.position
        assert isinstance(position, DraughtsPosition)
        step = position.step(VARIANTS[name].read_move(text, position))
        assert step is not None
        advance(board, side, find_move(board, BOARDS[name], side, step))
        referee.play(text)
        side = 1 - side
        seen[referee.position] += 1
        here = int(board.state[at.GAME])
        counted = plies_left(int(board.state[at.LASTED + here])) <= 0
        counted = counted or board.state[at.QUIET + here] >= board.state[at.KINGS_ONLY]
        ending = referee.ending
        if ending is None:
            assert not counted, str(referee.position)
            assert not is_draw(board, 0) or seen[referee.position] > 1
        elif ending.reason in COUNTED:
            assert counted, (start, str(referee.position))
        elif ending.reason == "repetition":
            assert is_draw(board, 0)
        if ending is not None:
            return ending.reason
    return None


@pytest.mark.parametrize("name", DRAUGHTS.variants)
def test_random_games_end_as_by_the_rules(name: str) -> None:
    reasons = {follow(name, start_text(name), random.Random(seed), 250) for seed in range(4)}
    assert reasons & {"no-moves", "no-pieces", "few-pieces", "kings-only", "repetition"}


@pytest.mark.parametrize(("name", "start"), [(name, start) for name in ENDINGS for start in ENDINGS[name]])
def test_endings_end_as_by_the_rules(name: str, start: str) -> None:
    reasons = {follow(name, start, random.Random(seed), 200) for seed in range(6)}
    assert reasons - {None}


def test_the_sixteen_moves_go_on_beside_the_five() -> None:
    """Three pieces become two by a capture of the lone king in some of the games."""
    name = "draughts-international"
    reasons = [follow(name, ENDINGS[name][0], random.Random(seed), 200) for seed in range(12)]
    assert "few-pieces" in reasons
