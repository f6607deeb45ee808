"""Fills numba's disk cache in a child process, so that the first game does not wait for the compiler.

    parent                                         child: python -m ai.warmup
    Warmup().start() ───────────────────────────>  compiles kernel by kernel, at low priority
    poll() each frame  <── {"step": 3, "of": 14, "kernel": "search", "games": []} ──  a JSON line per kernel
    close() ── terminates ──────────────────────>

When all is done the child leaves a marker (`ai.cache`), so that a later start knows at once, without numba and without
a child. Two programs that warm up at the same time compile twice and disturb each other in nothing else: numba writes
its files whole and renames them. If the child fails, engines still work: what is missing is compiled in the worker's
thread when a level is first played.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from ai import cache

_ENGINES = {
    "gomoku": ("ai.gomoku.kernels", "ai.classic.thesis_kernels"),
    "xiangqi": ("ai.xiangqi.kernels", "ai.classic.xiangqi_kernels"),
    "draughts": ("ai.draughts.kernels", "ai.classic.draughts_kernels"),
    "reversi": ("ai.reversi.kernels",),
}
"""Modules with `count()` and `compile_kernels()` by game, in the order in which they are compiled."""


@dataclass(frozen=True, slots=True)
class WarmupState:
    """How far it is: kernels done `of` all, whether all are in the cache, whether the child runs, why it failed, and
    the games whose kernels are all done."""

    done: int = 0
    of: int = 0
    ready: bool = False
    running: bool = False
    failed: str | None = None
    games: frozenset[str] = frozenset()

    def is_ready(self, game: str) -> bool:
        """Whether the kernels of a game are in the cache."""
        return self.ready or game in self.games


class Warmup:
    """The parent's side. Makes no child before `start`, and none at all if the cache is full already."""

    def __init__(self, first: str | None = None) -> None:
        """`first` names the game that is needed soonest."""
        self._first = first
        self._lock = threading.Lock()
        self._state = WarmupState(ready=cache.is_complete())
        self._child: subprocess.Popen[str] | None = None
        self._closed = False
        if self._state.ready:
            cache.note_use()

    def start(self) -> None:
        """Start the child, unless the cache is full or a child was started before. Never raises: what goes wrong is
        in the state."""
        with self._lock:
            if self._state.ready or self._child is not None or self._closed:
                return
            errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")  # noqa: SIM115  closed by _read
            try:
                self._child = subprocess.Popen(
                    # -P: a folder `ai` in the current directory must not be taken for ours
                    [sys.executable, "-P", "-m", "ai.warmup", *(["--first", self._first] if self._first else [])],
                    env={**os.environ, "PYTHONPATH": _search_path()},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    text=True,
                    encoding="utf-8",
                )
            except OSError as error:
                errors.close()
                self._state = replace(self._state, failed=f"cannot start the compiler: {error}")
                return
            self._state = replace(self._state, running=True)
        threading.Thread(target=self._read, args=(self._child, errors), name="warmup-reader", daemon=True).start()

    def poll(self) -> WarmupState:
        """How far it is now; never waits."""
        with self._lock:
            return self._state

    def close(self, timeout_s: float = 1.0) -> None:
        """End the child if it still runs; what it has compiled stays. Waits at most twice `timeout_s`."""
        with self._lock:
            self._closed = True
            child = self._child
        if child is None:
            return
        child.terminate()
        try:
            child.wait(timeout_s)
        except subprocess.TimeoutExpired:
            child.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(timeout_s)

    def _read(self, child: subprocess.Popen[str], errors: IO[str]) -> None:
        assert child.stdout is not None
        with errors, child.stdout:
            for line in child.stdout:
                self._take(line)
            status = child.wait()
            errors.seek(0)
            last = errors.read().strip().splitlines()[-1:]
        with self._lock:
            if status == 0:
                self._state = replace(self._state, ready=True, running=False)
            else:
                why = None if self._closed else (last[0] if last else f"the compiler ended with status {status}")
                self._state = replace(self._state, running=False, failed=why)

    def _take(self, line: str) -> None:
        try:
            step = json.loads(line)
            done, of = int(step["step"]), int(step["of"])
            games = frozenset(map(str, step["games"]))
        except (ValueError, KeyError, TypeError):
            return  # a library's chatter on stdout
        with self._lock:
            self._state = replace(self._state, done=done, of=of, games=games)


def _search_path() -> str:
    """The child's PYTHONPATH: where this package lies, then what was there."""
    here = str(Path(__file__).resolve().parent.parent)
    given = os.environ.get("PYTHONPATH")
    return here + os.pathsep + given if given else here


def main() -> int:
    """The child: compile all kernels with a JSON line for each. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.warmup", description=__doc__.partition("\n")[0])
    parser.add_argument("--first", choices=tuple(_ENGINES), default=next(iter(_ENGINES)), help="the game to begin with")
    first = parser.parse_args().first
    if hasattr(os, "nice"):
        os.nice(10)
    order = sorted(_ENGINES.items(), key=lambda each: each[0] != first)
    engines = {game: [importlib.import_module(name) for name in names] for game, names in order}
    of = sum(engine.count() for each in engines.values() for engine in each)
    step = 0
    games: list[str] = []

    def tell(kernel: str) -> None:
        sys.stdout.write(json.dumps({"step": step, "of": of, "kernel": kernel, "games": games}) + "\n")
        sys.stdout.flush()

    try:
        for game, each in engines.items():
            for engine in each:
                for name in engine.compile_kernels():
                    step += 1
                    tell(name)
            games.append(game)
            tell("")
    except BrokenPipeError:
        # the program that wanted it has ended; keep the interpreter from complaining when it closes stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    cache.mark_complete()
    return 0


if __name__ == "__main__":
    sys.exit(main())
