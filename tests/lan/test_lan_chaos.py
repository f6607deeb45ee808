"""Chaos with fixed seeds: moves, requests, cuts, silence, delay and kills in any order.

However it goes, both sides come to one game, and nobody's board ever changes but by a move or by what was agreed."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TextIO

import pytest
from lan_helpers import TERMS, Player, free_port, players, pump
from patience import PATIENCE_S
from test_lan_line import Cabled

from game.lan.views import LineState
from game.match import events as happened
from game.match.errors import MatchError
from game.match.events import RequestKind
from game.rules.core import Termination

ROOT = Path(__file__).parents[2]
_KINDS = (RequestKind.TAKE_BACK,) * 3 + (RequestKind.DRAW, RequestKind.RESTART, RequestKind.PAUSE)


class Watchman:
    """Sees that a player's board changes only as it may, also over a kill."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seen: list[str] = []
        self._heard = 0

    def look(self) -> None:
        texts = self.player.texts()
        news = self.player.events[self._heard :]
        self._heard = len(self.player.events)
        if texts == self.seen:
            return
        if not any(isinstance(event, happened.MovesUndone | happened.Restarted) for event in news):
            assert texts[: len(self.seen)] == self.seen, "a move was lost or changed"
        self.seen = texts

    def restarted(self, player: Player) -> None:
        """The program was killed and is back: everything that was to be seen is there."""
        self.player = player
        self._heard = 0
        assert player.texts() == self.seen, "a move was lost or doubled by the kill"


class Chaos:
    """Two programs, two cables, and a seed that decides what happens."""

    def __init__(self, cabled: Cabled, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.cabled = cabled
        self.two = cabled.two
        self.folder = folder
        self.watchmen = [Watchman(player) for player in self.two]
        self.kills = 0
        self.moves = 0

    def frames(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for player, watchman in zip(self.two, self.watchmen, strict=True):
                player.frame()
                watchman.look()
            time.sleep(0.002)

    @property
    def is_over(self) -> bool:
        return any(player.match.outcome is not None for player in self.two)

    def step(self) -> None:
        """Something happens."""
        number = self.rng.randrange(2)
        act = self.rng.choices(
            [self.move, self.ask, self.answer, self.cut, self.down, self.freeze, self.delay, self.kill],
            [12, 2, 4, 1, 1, 1, 1, 1],
        )[0]
        act(number)
        self.frames(self.rng.choice([0.0, 0.005, 0.02, 0.1]))

    def move(self, _: int) -> None:
        for _ in range(self.rng.randrange(30)):  # or not at all, if the news is still on its way
            for player in self.two:
                if player.match.may_move:
                    moves = player.match.position.legal_moves()
                    player.match.submit(player.match.turn, self.rng.choice(moves))
                    self.moves += 1
                    return
            self.frames(0.02)

    def ask(self, number: int) -> None:
        match, kind = self.two[number].match, self.rng.choice(_KINDS)
        asks = {
            RequestKind.TAKE_BACK: match.undo,
            RequestKind.DRAW: match.offer_draw,
            RequestKind.RESTART: match.restart,
            RequestKind.PAUSE: match.resume if match.is_paused else match.pause,
        }
        with contextlib.suppress(MatchError):  # there is nothing to take back, or it was asked already
            asks[kind]()

    def answer(self, _: int) -> None:
        for player in self.two:
            request = player.match.requests.to_answer
            if request is not None:
                yes = request.kind is not RequestKind.DRAW and self.rng.random() < 0.6
                player.match.requests.answer(request.kind, yes)
            elif player.match.is_paused:
                player.match.resume()
                return

    def cut(self, _: int) -> None:
        self.cabled.cut()

    def down(self, _: int) -> None:
        self.cabled.cut(stay_down=True)
        self.frames(self.rng.uniform(0.05, 0.3))
        self.cabled.mend()

    def freeze(self, _: int) -> None:
        self.cabled.freeze()
        self.frames(self.rng.uniform(0.05, 0.3))
        self.cabled.mend()

    def delay(self, _: int) -> None:
        self.cabled.delay(self.rng.choice([0.0, 0.0, 0.02, 0.1]))

    def kill(self, number: int) -> None:
        """Kill one program and start it again."""
        self.kills += 1
        player, cable = self.two[number], self.cabled.cables[number]
        self.watchmen[number].seen = player.texts()  # what no frame has shown yet is in the journal all the same
        player.drop()
        fresh = Player(player.name, self.folder / player.name, player.lan._discovery_port)
        fresh.lan.open()
        assert fresh.lan._contacts.service is not None
        fresh.lan._contacts.service._server.port = cable.port
        fresh.lan._returning._look_for_the_lost = lambda: None  # type: ignore[method-assign]
        cable._target = fresh.lan.port
        (game,) = fresh.suspended
        fresh.lan.resume(game.id)
        self.two[number] = fresh
        pump([fresh], lambda: fresh.seated)
        self.watchmen[number].restarted(fresh)

    def settle(self) -> None:
        """All is mended: both come together."""
        self.cabled.mend()
        self.cabled.delay(0.0)
        until = time.monotonic() + PATIENCE_S
        while not self._agree() or any(player.table.line is not LineState.CONNECTED for player in self.two):
            assert time.monotonic() < until, [
                (player.table.line, player.texts(), player.match.outcome) for player in self.two
            ]
            self.frames(0.05)

    def _agree(self) -> bool:
        first, second = self.two
        return (
            first.texts() == second.texts()
            and first.match.position == second.match.position
            and first.match.is_paused == second.match.is_paused
        )


def run(tmp_path: Path, seed: int, steps: int) -> None:
    with players(tmp_path, "Anna", "Bo") as two:
        cabled = Cabled(two)
        try:
            cabled.begin(dataclasses.replace(TERMS, variant="gomoku-freestyle", size=19))
            chaos = Chaos(cabled, tmp_path, seed)
            for _ in range(steps):
                chaos.step()
                if chaos.is_over:  # five in a row happen, though nobody tries
                    break
            chaos.settle()
            assert chaos.moves > steps / 10
            if chaos.is_over:
                pump(chaos.two, lambda: all(player.match.outcome is not None for player in chaos.two))
                assert {player.match.outcome.termination for player in chaos.two if player.match.outcome} == {
                    Termination.FIVE
                }
                return
            for player in chaos.two:
                if player.match.is_paused:
                    player.match.resume()
                    chaos.settle()
            chaos.move(0)
            chaos.settle()
        finally:
            for cable in cabled.cables:
                cable.close()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_little_chaos(tmp_path: Path, seed: int) -> None:
    run(tmp_path, seed, 40)


CHILD = """
import json, random, sys, time
sys.path[:0] = [{root!r}, {root!r} + "/tests/lan"]
from pathlib import Path
from lan_helpers import Player
player = Player({name!r}, Path({folder!r}), {udp})
player.lan.enter_lobby(True)
player.lan.open()
for game in player.suspended:
    player.lan.resume(game.id)
told = None
while True:
    player.frame()
    for invitation in player.lan.invitations:
        player.lan.answer(invitation.id, True)
    if {invites} and not player.seated and not player.lan.invitations:
        for person in player.lan.people:
            from lan_helpers import TERMS
            player.lan.invite(person.instance, TERMS)
    if player.seated and player.match.may_move and player.match.ply < {plies}:
        moves = player.match.position.legal_moves()
        player.match.submit(player.match.turn, random.Random(player.match.ply).choice(moves))
    now = player.texts() if player.seated else []
    if now != told:
        told = now
        print(json.dumps(now), flush=True)
    time.sleep(0.003)
"""


class Child:
    """A program in a process of its own; what it has shown is read by a thread."""

    def __init__(self, folder: Path, name: str, udp: int, invites: bool, plies: int) -> None:
        self.code = CHILD.format(
            root=str(ROOT), name=name, folder=str(folder / name), udp=udp, invites=invites, plies=plies
        )
        self.shown: list[str] = []
        self.wrong: list[list[str]] = []
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", self.code], stdout=subprocess.PIPE, text=True)
        self.thread = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self.thread.start()

    def _read(self, stream: TextIO) -> None:
        for line in stream:
            if not line.endswith("\n"):
                return  # killed in the middle of a word
            texts = json.loads(line)
            if texts or not self.shown:
                if texts[: len(self.shown)] != self.shown:
                    self.wrong.append(texts)
                self.shown = texts

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)
        self.thread.join(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.parametrize("seed", [1, 2])
def test_two_processes_that_are_killed_again_and_again(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    udp, plies = free_port(), 120
    children = [Child(tmp_path, name, udp, name == "Anna", plies) for name in ("Anna", "Bo")]
    try:
        until = time.monotonic() + PATIENCE_S
        while not all(child.shown for child in children):
            assert time.monotonic() < until
            time.sleep(0.02)
        for _ in range(15):
            time.sleep(rng.uniform(0.0, 0.6))
            child = rng.choice(children)
            child.kill()
            time.sleep(rng.uniform(0.0, 0.3))
            child.start()
        until = time.monotonic() + 2 * PATIENCE_S
        while any(len(child.shown) < plies for child in children):
            assert time.monotonic() < until, [len(child.shown) for child in children]
            time.sleep(0.05)
        assert children[0].shown == children[1].shown
        assert [child.wrong for child in children] == [[], []], "a move was lost or changed"
    finally:
        for child in children:
            child.kill()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_much_chaos(tmp_path: Path, seed: int) -> None:
    run(tmp_path, seed, 150)
