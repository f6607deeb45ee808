"""What was told to be kept of an edited game is there, wherever the program is killed."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest
from editing_program import edits

from game.records import native
from game.records.native import Reading
from game.records.record import Record, SeatInfo
from game.rules.game import Game
from game.rules.registry import variant

PROGRAM = Path(__file__).with_name("editing_program.py")
ROOT = PROGRAM.parents[2]


def read(path: Path) -> Reading:
    found = native.read(path.read_bytes())
    assert (found.problem, found.lost) == (None, ())
    return found


def killed_while_editing(folder: Path, path: Path, seed: int) -> int:
    """Let the program edit for a while, kill it, and give the last edit that it told to be kept."""
    command = [sys.executable, str(PROGRAM), str(folder), path.name, str(seed)]
    program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(ROOT)})
    assert program.stdout is not None
    first = program.stdout.readline()
    assert first, "it told of no edit"
    time.sleep(random.Random(seed).random() * 0.15)
    program.kill()
    rest = program.communicate()[0]
    told = [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
    return int(told[-1])


def edit_and_kill(folder: Path, times: int) -> None:
    path = folder / "data" / "records" / "x.qiguan"
    path.parent.mkdir(parents=True)
    game = Game(variant("gomoku-freestyle"))
    for text in ("h8", "i9", "j8", "i7"):
        game.enter_text(text)
    path.write_bytes(native.write(Record.from_game(game, (SeatInfo("human"), SeatInfo("human")))))
    for seed in range(1, times + 1):
        before = read(path).record
        told = killed_while_editing(folder, path, seed)
        after = read(path).record
        last, number = map(int, after.comment.split())
        assert (last, number >= told) == (seed, True), f"{told} edits were told to be kept, {number} are"
        assert after.tree == next(islice(edits(before, seed), number - 1, None)), "the tree after just that edit"


def test_what_was_told_to_be_kept_outlives_some_kills(tmp_path: Path) -> None:
    edit_and_kill(tmp_path, 4)


@pytest.mark.slow
def test_what_was_told_to_be_kept_outlives_200_kills(tmp_path: Path) -> None:
    edit_and_kill(tmp_path, 200)
