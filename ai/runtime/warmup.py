"""Fills numba's disk cache in a child process, so that no game waits for the compiler.

    parent                                         child: python -m ai.runtime.warmup
    Warmup().start() ───────────────────────────>  compiles kernel by kernel
    want("xiangqi") ──── xiangqi ───────────────>  goes on with these
    poll() each frame  <── {"steps": {"xiangqi": [3, 14], ...}, "ready": []} ──  a JSON line per kernel
    close() ── terminates ──────────────────────>

The kernels are compiled engine by engine, in an order that `want` changes. As long as nobody waits the child is polite
and leaves the processor to others; whoever wants an engine has a child in its place that does not. When all is done the
child leaves a marker (`ai.common.kernel_cache`), so that a later start knows at once, without numba and without a
child. Programs that warm up at the same time share the work: each begins with what no other one is at. If the child
fails, engines still work: what is missing is compiled in the worker's thread when a level is first played.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Final

from ai.common import kernel_cache
from ai.common.sources import NO_KERNELS, can_compile, fitting_library
from ai.engines import ENGINES
from ai.runtime.child import start_child

_ENGINES: Final[Mapping[str, str]] = {
    kind.name: kind.kernels
    for kind in sorted(ENGINES.values(), key=lambda kind: kind.compiled_last)
    if kind.needs_kernels
}
"""Modules with `count()` and `compile_kernels()` by engine (`ai.engines`), in the order in which they are compiled."""
_LOOK_AGAIN_S: Final = 0.2
"""Where another program is at all that is left."""


@dataclass(frozen=True, slots=True)
class WarmupState:
    """How far it is: kernels done `of` all, whether all are in the cache, whether the child runs, why it failed; the
    engines whose kernels are all done, and of the others how many of how many are, as far as that is known."""

    done: int = 0
    of: int = 0
    ready: bool = False
    running: bool = False
    failed: str | None = None
    engines: frozenset[str] = frozenset()
    steps: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def is_ready(self, engine: str) -> bool:
        """Whether the kernels of an engine (one of `ai.engines.ENGINES`) are in the cache."""
        return self.ready or engine in self.engines


class Warmup:
    """The parent's side. Makes no child before `start`, and none at all if the cache is full already or a library of
    kernels was made ahead of time."""

    def __init__(self, first: str | None = None) -> None:
        """`first` names an engine that somebody waits for already."""
        self._lock = threading.Lock()
        self._child: subprocess.Popen[str] | None = None
        self._wanted = first
        self._is_polite = first is None
        self._closed = False
        self._folder: Path | None = None
        self.is_kept = True
        """Whether what is compiled will be there at the next start, too: False where the user's own cache can't be
        written, and a temporary folder has to do."""
        if fitting_library() is not None:
            self._state = WarmupState(ready=True)
            return
        if not can_compile():
            self._state = WarmupState(failed=NO_KERNELS)
            return
        digest = kernel_cache.sources_hash()
        self._folder = kernel_cache.kernel_folder(digest)
        self.is_kept = self._folder is not None and kernel_cache.is_kept(self._folder, digest)
        ready = kernel_cache.is_complete(digest)
        self._state = WarmupState(ready=ready, failed=None if self._folder else kernel_cache.NOWHERE)
        if ready:
            kernel_cache.note_use()

    def start(self) -> None:
        """Start the child, unless the cache is full or a child was started before. Never raises: what goes wrong is
        in the state."""
        with self._lock:
            if self._child is None:
                self._start()

    def want(self, engine: str) -> None:
        """Have the kernels of an engine (one of `ai.engines.ENGINES`) before all others, and soon: somebody waits for
        them. Before `start` that is only noted."""
        with self._lock:
            if engine not in _ENGINES or self._state.is_ready(engine) or engine == self._wanted:
                return
            self._wanted = engine
            if self._child is None:
                self._is_polite = False
            elif self._is_polite:  # who was polite can't be otherwise any more; what it has compiled is there
                self._is_polite = False
                self._child.terminate()
                self._start()
            else:
                assert self._child.stdin is not None
                with contextlib.suppress(OSError, ValueError):
                    self._child.stdin.write(engine + "\n")
                    self._child.stdin.flush()

    def _start(self) -> None:
        if self._state.ready or self._state.failed or self._closed:
            return
        errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace")  # noqa: SIM115  closed by _read
        arguments = [*(["--first", self._wanted] if self._wanted else []), *(["--polite"] if self._is_polite else [])]
        try:
            self._child = start_child(
                "ai.runtime.warmup", *arguments, variables={"NUMBA_CACHE_DIR": str(self._folder)}, errors=errors
            )
        except OSError as error:
            errors.close()
            self._state = replace(self._state, running=False, failed=f"cannot start the compiler: {error}")
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
            if child is not self._child:
                return  # another one has taken its place
            if status == 0:
                self._state = replace(self._state, ready=True, running=False)
            else:
                why = None if self._closed else (last[0] if last else f"the compiler ended with status {status}")
                self._state = replace(self._state, running=False, failed=why)

    def _take(self, line: str) -> None:
        try:
            told = json.loads(line)
            steps = {str(name): (int(done), int(of)) for name, (done, of) in told["steps"].items()}
            ready = frozenset(map(str, told["ready"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            return  # a library's chatter on stdout
        with self._lock:
            # a child that was started in another's place begins to count again
            known = self._state.steps
            steps = {name: (max(done, known.get(name, (0, 0))[0]), of) for name, (done, of) in steps.items()}
            done, of = (sum(each) for each in zip(*steps.values(), strict=True)) if steps else (0, 0)
            self._state = replace(self._state, done=done, of=of, engines=self._state.engines | ready, steps=steps)


# --- the child ------------------------------------------------------------------------------------------------------


class _Compiler:
    """What compiles in the child."""

    def __init__(self, first: str | None) -> None:
        self.wanted = first
        modules = {name: importlib.import_module(module) for name, module in _ENGINES.items()}
        self._left: dict[str, Iterator[str]] = {name: module.compile_kernels() for name, module in modules.items()}
        self._steps: dict[str, list[int]] = {name: [0, module.count()] for name, module in modules.items()}
        self._held: dict[str, ExitStack] = {}

    def listen(self) -> None:
        """In a thread: which engine is wanted, until the parent has gone."""
        for line in sys.stdin:
            self.wanted = line.strip()

    def run(self) -> None:
        """Compile all, and tell of each kernel."""
        self._tell()
        while self._left:
            engine = self._next()
            if engine is None:
                time.sleep(_LOOK_AGAIN_S)
                continue
            if next(self._left[engine], None) is None:
                del self._left[engine]
                self._held.pop(engine).close()
            else:
                self._steps[engine][0] += 1
            self._tell()

    def _next(self) -> str | None:
        """The engine to go on with: the one that is wanted, or the first of the others, but none that another program
        is at."""
        for engine in sorted(self._left, key=lambda name: (name != self.wanted, name not in self._held)):
            if engine in self._held:
                return engine
            lock = ExitStack()
            if lock.enter_context(kernel_cache.only_one(engine)):
                self._held[engine] = lock
                return engine
            lock.close()
        return None

    def _tell(self) -> None:
        told: dict[str, Any] = {"steps": self._steps, "ready": [name for name in _ENGINES if name not in self._left]}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


def main() -> int:
    """The child: compile all kernels with a JSON line for each. Gives the exit status."""
    import argparse  # for the child alone: the window, which watches it, starts sooner without

    told = (__doc__ or "").partition("\n")[0]  # docstrings are left out of the packed program
    parser = argparse.ArgumentParser(prog="python -m ai.runtime.warmup", description=told)
    parser.add_argument("--first", choices=tuple(_ENGINES), help="the engine to begin with")
    parser.add_argument("--polite", action="store_true", help="leave the processor to others")
    options = parser.parse_args()
    if options.polite and hasattr(os, "nice"):
        os.nice(10)
    compiler = _Compiler(options.first)
    if not sys.stdin.isatty():
        threading.Thread(target=compiler.listen, name="listener", daemon=True).start()
    try:
        compiler.run()
    except BrokenPipeError:
        # the program that wanted it has ended; keep the interpreter from complaining when it closes stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    kernel_cache.mark_complete()
    return 0


if __name__ == "__main__":
    sys.exit(main())
