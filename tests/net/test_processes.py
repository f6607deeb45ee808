"""Chaos between two real processes: the line is delayed and cut, programs are killed, restarted and frozen."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import PATIENCE_S
from seat import read_disk
from world import GAME_LENGTH

from net.bench.proxy import Proxy

SEAT = Path(__file__).parent / "seat.py"
ROOT = SEAT.parent.parent.parent


def free_port() -> int:
    """A port on which nobody listens. Systems give outgoing connections ports from 32768 on: one of these could be
    taken while the process that listens there is being restarted."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as free, contextlib.suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port


class Seats:
    """Two processes and the proxy between them, in a `with`."""

    def __init__(self, folder: Path, delay_s: float) -> None:
        self.port = free_port()
        self.files = (folder / "anna.json", folder / "ben.json")
        self.log = folder / "log"
        self.proxy = Proxy(self.port, delay_s)
        self.processes: list[subprocess.Popen[bytes] | None] = [None, None]

    def __enter__(self) -> Seats:
        self.proxy.__enter__()
        for who in (1, 0):
            self.start(who)
        return self

    def __exit__(self, *_: object) -> None:
        for who in (0, 1):
            self.kill(who)
        self.proxy.__exit__()

    def start(self, who: int) -> None:
        way = ("dial", f"127.0.0.1:{self.proxy.port}") if who == 0 else ("listen", str(self.port))
        with self.log.open("ab") as log:
            command = [sys.executable, str(SEAT), str(self.files[who]), *way]
            environment = os.environ | {"PYTHONPATH": str(ROOT)}
            self.processes[who] = subprocess.Popen(command, stderr=log, env=environment)

    def kill(self, who: int) -> None:
        process = self.processes[who]
        if process is not None:
            process.kill()
            process.wait(PATIENCE_S)
            self.processes[who] = None

    def freeze(self, who: int, seconds: float) -> None:
        process = self.processes[who]
        if process is not None and hasattr(signal, "SIGSTOP"):
            process.send_signal(signal.SIGSTOP)
            time.sleep(seconds)
            process.send_signal(signal.SIGCONT)

    @property
    def ply(self) -> int:
        return min(len(read_disk(file).moves) for file in self.files)

    @property
    def is_over(self) -> bool:
        return all(read_disk(file).confirmed for file in self.files)


def play(folder: Path, seed: int, misfortunes: int) -> None:
    """One game; then both files hold the same one, whole."""
    draw = random.Random(seed)
    with Seats(folder, draw.choice((0.0, 0.01, 0.05))) as seats:
        deadline = time.monotonic() + PATIENCE_S * (1 + misfortunes)
        wait_for(lambda: seats.ply >= 2, deadline, seats.log)
        for _ in range(misfortunes):
            what, who = draw.choice(("cut", "cut", "kill", "kill both", "freeze", "block")), draw.randrange(2)
            if what == "cut":
                seats.proxy.cut()
            elif what == "freeze":
                seats.freeze(who, draw.choice((0.3, 1.0, 6.0)))
            elif what == "block":
                seats.proxy.is_open = False
                seats.proxy.cut()
                time.sleep(draw.uniform(0.1, 1.5))
                seats.proxy.is_open = True
            else:
                for each in (who,) if what == "kill" else (0, 1):
                    seats.kill(each)
                time.sleep(draw.uniform(0.0, 0.5))
                for each in (0, 1):
                    if seats.processes[each] is None:
                        seats.start(each)
            ply = seats.ply
            wait_for(lambda ply=ply: seats.ply > ply or seats.is_over, deadline, seats.log)
            time.sleep(draw.uniform(0.0, 0.3))
        wait_for(lambda: seats.is_over, deadline, seats.log)
        anna, ben = (read_disk(file) for file in seats.files)
        assert anna.moves == ben.moves
        assert len(anna.moves) == GAME_LENGTH
        assert (anna.over, ben.over) == (("there", "five"), ("here", "five"))
        assert anna.signed == ben.signed == [GAME_LENGTH, GAME_LENGTH, True, True], "both hold a whole proof"
        assert b"Traceback" not in seats.log.read_bytes()


def wait_for(condition: object, deadline: float, log: Path) -> None:
    assert callable(condition)
    while True:
        with contextlib.suppress(ValueError):  # a file that is being replaced
            if condition():
                return
        assert time.monotonic() < deadline, f"the game stands still: {log.read_text()[-1000:]}"
        time.sleep(0.02)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_survives_misfortunes(tmp_path: Path, seed: int) -> None:
    play(tmp_path, seed, misfortunes=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 35))
def test_many_games_survive_many_misfortunes(tmp_path: Path, seed: int) -> None:
    play(tmp_path, seed, misfortunes=8)
