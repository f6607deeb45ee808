"""Another instance of discovery in a process of its own, driven by lines; and what the tests need to drive it.

Run as a program it takes commands on its standard input (`open NAME`, `lobby`, `status STATUS GAME`, `observe`,
`close`) and writes a line of JSON whenever what it sees has changed, with the time on the clock that all processes of
a machine share.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


_PATIENCE_S = 120.0


@dataclass
class Sight:
    """What a neighbour has reported: when, its state, and the people it sees by label."""

    at: float
    state: str
    people: dict[str, dict[str, Any]] = field(default_factory=dict)


class Neighbour:
    """A child process with an instance of discovery, to be used in a `with`. It is ended by its own id."""

    def __init__(self, port: int, *, loopback: bool = False, prefix: Sequence[str] = ()) -> None:
        arguments = [*prefix, sys.executable, "-u", __file__, str(port), "loopback" if loopback else "all"]
        self._child = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self._lines: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.sight = Sight(0.0, "")

    def __enter__(self) -> Neighbour:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.kill()
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._reader.join(5)

    def _read(self) -> None:
        assert self._child.stdout is not None
        with self._child.stdout as lines:
            for line in lines:
                self._lines.put(json.loads(line))

    def say(self, command: str) -> float:
        """Give it a command. Returns when."""
        assert self._child.stdin is not None
        now = time.monotonic()
        self._child.stdin.write(command + "\n")
        self._child.stdin.flush()
        return now

    def kill(self) -> float:
        """End it as a crash would. Returns when."""
        now = time.monotonic()
        self._child.kill()
        self._child.wait()
        return now

    def ask(self, command: str, key: str, timeout_s: float = _PATIENCE_S) -> Any:
        """The answer to a command that has one: `open` answers with `opened`, `close` with `closed`."""
        self.say(command)
        return self._next(lambda line: key in line, timeout_s)[key]

    def until(self, holds: Callable[[Sight], bool], timeout_s: float = _PATIENCE_S) -> Sight:
        """The first sight of which this holds, beginning with the last one. Fails after `timeout_s`."""
        if not holds(self.sight):
            self._next(lambda line: "people" in line and holds(self.sight), timeout_s)
        return self.sight

    def sees(self, *labels: str, timeout_s: float = _PATIENCE_S) -> Sight:
        """The first sight of exactly these people."""
        return self.until(lambda sight: sorted(sight.people) == sorted(labels), timeout_s)

    def _next(self, wanted: Callable[[dict[str, Any]], bool], timeout_s: float) -> dict[str, Any]:
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"nothing of the kind within {timeout_s} s; last seen: {self.sight}") from None
            if "people" in line:
                self.sight = Sight(line["at"], line["state"], {person["label"]: person for person in line["people"]})
            if wanted(line):
                return line


def _main() -> None:
    from net.discovery.beacons import Card, Status
    from net.discovery.diagnosis import hints
    from net.discovery.discovery import Discovery
    from net.discovery.interfaces import InterfaceKind, look
    from net.trust.instance import new_instance
    from net.trust.keys import new_key

    port, scope = int(sys.argv[1]), sys.argv[2]
    commands: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            commands.put(line.strip())
        commands.put("end")

    def interfaces() -> list[Any]:
        return [one for one in look() if scope == "all" or one.kind is InterfaceKind.LOOPBACK]

    def tell(**line: Any) -> None:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    threading.Thread(target=listen, daemon=True).start()
    discovery: Discovery | None = None
    told: Any = None
    while True:
        if discovery is not None:
            peers, state = discovery.peers, discovery.state
            shown = (state, [(peer.label, peer.status, peer.game, peer.addresses) for peer in peers])
            if shown != told:
                told = shown
                people = [
                    {
                        "label": peer.label,
                        "status": peer.status.name,
                        "game": peer.game,
                        "addresses": peer.addresses,
                        "port": peer.port,
                    }
                    for peer in peers
                ]
                tell(at=time.monotonic(), state=state.name, people=people)
        try:
            command, _, rest = commands.get(timeout=0.001).partition(" ")
        except queue.Empty:
            continue
        if command == "end":
            break
        if command == "open":
            opened = time.monotonic()
            key = new_key()
            card = Card(key.public, new_instance(key.public), rest, 40_000)
            discovery = Discovery(card, key, port=port, look=interfaces)
            tell(opened=opened)
        assert discovery is not None
        if command == "lobby":
            discovery.set_lobby(True)
        elif command == "status":
            status, _, game = rest.partition(" ")
            discovery.set_status(Status[status], game)
        elif command == "observe":
            seen = discovery.observe()
            paths = [
                {
                    "interface": path.interface,
                    "address": path.address,
                    "sent": path.sent,
                    "own_heard": path.own_heard,
                    "trouble": path.trouble,
                }
                for path in seen.paths
            ]
            tell(observed={"paths": paths, "hints": [[hint.code.name, dict(hint.values)] for hint in hints(seen)]})
        elif command == "close":
            closing = time.monotonic()
            discovery.close()
            tell(closed=[closing, time.monotonic()])
    if discovery is not None:
        discovery.close()


if __name__ == "__main__":
    _main()
