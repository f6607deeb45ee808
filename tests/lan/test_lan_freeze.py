"""A program stands still (a sleep, a stopped process, a window that is dragged) while the other side is to move: nobody
loses by it, and both clocks come out the same."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from lan_helpers import SECOND, TERMS, Player, begin, exchange, free_port, players, pump, settle
from patience import PATIENCE_S, when_calm

from game.lan.views import LineState

ROOT = Path(__file__).parents[2]
SAME_S = 0.05
"""How far two honest clocks may differ after a move."""

CHILD = """
import json, sys, time
sys.path[:0] = [{root!r}, {root!r} + "/tests/lan"]
from pathlib import Path
from lan_helpers import Player
player = Player("Bo", Path({folder!r}), {udp})
player.lan.enter_lobby(True)
player.lan.open()
moves = {moves!r}
told = None
while True:
    player.frame()
    for invitation in player.lan.invitations:
        player.lan.answer(invitation.id, True)
    if player.seated and player.match.may_move and player.match.ply // 2 < len(moves):
        player.play(moves[player.match.ply // 2])
    if player.seated and player.match.ply != told:
        told = player.match.ply
        print(json.dumps([list(player.match.clock.times_s), str(player.match.outcome)]), flush=True)
    time.sleep(0.003)
"""


@contextmanager
def playing_a_child(tmp_path: Path, base_s: int) -> Iterator[tuple[Player, subprocess.Popen[str]]]:
    """Anna here, Bo in a process of his own; Bo, as Black, has made his first move."""
    udp = free_port()
    anna = Player("Anna", tmp_path / "Anna", udp)
    code = CHILD.format(root=str(ROOT), folder=str(tmp_path / "Bo"), udp=udp, moves=["h8", "j8", "k8"])
    bo = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        anna.lan.enter_lobby(True)
        anna.lan.open()
        pump([anna], lambda: anna.lan.people)
        anna.lan.invite(anna.lan.people[0].instance, dataclasses.replace(TERMS, base_s=base_s, colour="second"))
        pump([anna], lambda: anna.seated and anna.match.ply == 1)
        yield anna, bo
    finally:
        bo.kill()
        bo.wait(PATIENCE_S)
        assert bo.stdout is not None
        bo.stdout.close()
        for seated in anna.seated:
            seated.match.close()
        anna.lan.close()


def times_there(bo: subprocess.Popen[str], ply: int) -> list[float]:
    """What the child's clock says of the moves, once it has so many; its game goes on."""
    assert bo.stdout is not None
    while True:
        times, outcome = json.loads(bo.stdout.readline())
        assert outcome == "None"
        if len(times) >= ply:
            return [float(each) for each in times]


needs_stop = pytest.mark.skipif(os.name != "posix", reason="SIGSTOP")


@needs_stop
@when_calm
def test_a_move_that_came_while_the_process_was_stopped_costs_what_it_took(tmp_path: Path) -> None:
    """The stop is too short for the line to be given up, and longer than the credit of a slow line."""
    with playing_a_child(tmp_path, 300) as (anna, bo):
        os.kill(bo.pid, signal.SIGSTOP)
        settle([anna], 0.3)
        anna.play("h9")
        settle([anna], 3.0)
        os.kill(bo.pid, signal.SIGCONT)
        pump([anna], lambda: anna.match.ply == 3)
        assert times_there(bo, 3)[1] == pytest.approx(anna.match.clock.times_s[1], abs=SAME_S)


@needs_stop
@when_calm
def test_a_process_that_is_stopped_for_longer_than_the_time_left_claims_nothing(tmp_path: Path) -> None:
    with playing_a_child(tmp_path, 7) as (anna, bo):
        os.kill(bo.pid, signal.SIGSTOP)
        settle([anna], 8.5)
        os.kill(bo.pid, signal.SIGCONT)
        pump([anna], lambda: anna.table.line is LineState.CONNECTED)
        left_s = anna.match.clock.left_s(SECOND)
        assert left_s is not None
        assert left_s > 1.0, "it stood while the line was down"
        for text, ply in (("h9", 3), ("j9", 5)):
            anna.play(text)
            pump([anna], lambda ply=ply: anna.match.ply == ply)  # type: ignore[misc]
        assert anna.match.outcome is None
        assert times_there(bo, 5) == pytest.approx(anna.match.clock.times_s, abs=SAME_S)


@when_calm
def test_a_window_that_is_dragged_dates_moves_by_when_they_came(tmp_path: Path) -> None:
    """Anna's frames stand still and her network thread goes on: Bo thinks for 0.3 s and no longer."""
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, dataclasses.replace(TERMS, base_s=300))
        exchange(two, "h8")
        settle([bo], 0.3)
        bo.play("h9")
        settle([bo], 2.0)
        pump(two, lambda: anna.match.ply == 2)
        exchange(two, "j8", "j9")
        assert anna.match.clock.times_s == pytest.approx(bo.match.clock.times_s, abs=SAME_S)
        assert anna.match.clock.times_s[1:3] == pytest.approx((0.3, 2.0), abs=0.1), "then it was hers"


@when_calm
def test_a_window_that_is_dragged_for_longer_than_they_have_left_claims_nothing(tmp_path: Path) -> None:
    """Bo moves in time, and Anna's frames begin again long after his flag would have fallen."""
    with players(tmp_path, "Anna", "Bo") as two:
        anna, bo = two
        begin(anna, bo, dataclasses.replace(TERMS, base_s=1))
        exchange(two, "h8")
        settle([bo], 0.2)
        bo.play("h9")
        settle([bo], 0.05)
        until = time.monotonic() + 4.0
        while time.monotonic() < until:  # his own program stands still too: Anna is to move
            time.sleep(0.05)
        anna.lan.update()
        anna.match.update()
        assert anna.texts() == ["h8", "h9"]
        assert anna.match.outcome is None
