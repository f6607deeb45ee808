"""Games against other programs where numba can't be imported: what such a game needs of ours is the rules."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE_S

from ai.games import GAMES

ROOT = Path(__file__).parent.parent.parent
PROGRAM = Path(__file__).parent / "first_move_program.py"
GAME = """
import sys

sys.modules["numba"] = None  # importing it fails from now on
from ai.arena.play import Fixture, play_game
from ai.arena.players import player
from ai.positions import start_text

game, variant, command = sys.argv[1:]
program = player(game, f"external:{command},seconds=20")
played = play_game(Fixture(0, game, variant, start_text(variant), (), (program, program), 0))
print(played.reason, len(played.moves), played.message)
"""


@pytest.mark.skipif(os.name != "posix", reason="paths are quoted in another way")
@pytest.mark.parametrize(
    ("game", "reason"),
    [("gomoku", "five"), ("xiangqi", "repetition"), ("draughts", "no-pieces"), ("reversi", "disc-count")],
)
def test_a_game_between_two_programs(game: str, reason: str) -> None:
    command = shlex.join([sys.executable, str(PROGRAM), game])
    done = subprocess.run(
        [sys.executable, "-c", GAME, game, GAMES[game].arena.variants[0], command],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    ended, plies, *message = done.stdout.split(maxsplit=2)
    assert (ended, message) == (reason, [])
    assert int(plies) > 8
