"""Whole games between two machines: network namespaces joined by a virtual cable stand for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from namespaces import Network, why_not
from patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
_why_not = why_not()
pytestmark = pytest.mark.skipif(_why_not is not None, reason=str(_why_not))


class Machines:
    """Two machines on one cable; commands of the program run on either, with a data folder each."""

    def __init__(self, stack: ExitStack, folder: Path, family: str) -> None:
        self._stack = stack
        self._folder = folder
        self._network = stack.enter_context(Network())
        self._hosts = {name: self._network.host(name, ipv6=family == "ipv6") for name in ("l", "r")}
        left, right = self._hosts.values()
        self._network.cable(left, "lan0", right, "lan0")
        if family == "ipv4":
            self._network.address(left, "lan0", "10.91.0.1/24")
            self._network.address(right, "lan0", "10.91.0.2/24")
        else:
            for host in self._hosts.values():
                self._network.await_link_local(host, "lan0")

    def start(self, machine: str, *arguments: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "QIGUAN_DATA": str(self._folder / machine), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [*self._network.enter(self._hosts[machine]), sys.executable, "main.py", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.callback(_end, process)
        return process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("family", ["ipv4", "ipv6"])
def test_a_challenger_finds_a_house_player_by_name_and_plays_it(tmp_path: Path, stack: ExitStack, family: str) -> None:
    machines = Machines(stack, tmp_path, family)
    common = ("gomoku", "--level", "first-steps")
    host = machines.start("l", "host", *common, "--name", "Tea House", "--games", "1")
    time.sleep(0.5)  # the challenger looks for the name anyway; this only lets it be found at once
    challenge = machines.start("r", "challenge", *common, "--name", "Guest of it", "--peer", "Tea House")
    told, complaints = challenge.communicate(timeout=PATIENCE_S)
    assert (challenge.returncode, complaints) == (0, "")
    theirs, host_complaints = host.communicate(timeout=PATIENCE_S)
    assert (host.returncode, host_complaints) == (0, "")
    mine, other = json.loads(told), json.loads(theirs)
    assert mine["peer"] == "Tea House"
    assert other["peer"] == "Guest of it"
    assert (mine["plies"], mine["winner"]) == (other["plies"], other["winner"])
    assert {mine["result"], other["result"]} in ({"won", "lost"}, {"drawn"})
