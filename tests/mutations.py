"""Plants small faults in copies of the tree, one by one, and tells which of them the tests don't notice.

    python tests/mutations.py                 all faults of tests/data/mutations.toml
    python tests/mutations.py --only NAME     one of them (again for more)
    python tests/mutations.py --list

The tests that ought to catch a fault are run without it first: they must pass. Exit status 0: all were caught; 1: some
were not, whose names stand in the last line; 2: a fault of the list can't be planted. A fault that survives wants a
case that catches it; one that changes nothing anybody could see goes off the list.
"""

from __future__ import annotations

import argparse
import ast
import enum
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tests" / "data" / "mutations.toml"

_LEFT_OUT = (".git", ".*_cache", ".venv", "venv", "__pycache__", "build", "dist", "*.egg-info")
_LONGEST_S = 900
"""Tests that a fault lets run for ever have noticed it by then."""
_NETWORK = ("tests/net", "tests/lan", "tests/commands")
"""Tests that would find those of another copy on this machine's network."""


class WrongListError(Exception):
    """A fault can't be planted, or the list can't be read; one line."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`text`, which stands exactly once in `file`, becomes `planted`; `tests` (arguments for pytest) ought to fail."""

    name: str
    file: str
    text: str
    planted: str
    tests: tuple[str, ...]

    def planted_in(self, root: Path) -> str:
        """The whole file with the fault. Raises WrongListError."""
        try:
            source = (root / self.file).read_text(encoding="utf-8")
        except OSError as error:
            raise WrongListError(f"{self.name}: {self.file} can't be read: {error.strerror}") from error
        if (found := source.count(self.text)) != 1:
            raise WrongListError(f"{self.name}: its text stands {found} times in {self.file}, not once: {self.text!r}")
        changed = source.replace(self.text, self.planted)
        try:
            ast.parse(changed)
        except SyntaxError as error:
            raise WrongListError(f"{self.name}: {self.file} is no Python with it, line {error.lineno}") from error
        return changed


def read_faults(path: Path = FAULTS) -> tuple[Fault, ...]:
    """The faults of a list. Raises WrongListError."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
        faults = tuple(Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables)
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise WrongListError(f"{path.name}: {error}") from error
    names = [fault.name for fault in faults]
    if len(set(names)) != len(names):
        raise WrongListError(f"{path.name}: a name stands there twice")
    return faults


class Verdict(enum.Enum):
    """What came of a fault."""

    CAUGHT = "caught"
    SURVIVED = "SURVIVED"
    NOT_JUDGED = "NOT JUDGED"
    """Its tests fail, or can't be run, without it."""


_BAD = (Verdict.SURVIVED, Verdict.NOT_JUDGED)


class Copies:
    """Copies of a tree in a folder, each with its own compiled kernels; each is lent to one run at a time."""

    def __init__(self, root: Path, folder: Path, count: int) -> None:
        self._free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        self._network = threading.Lock()
        for number in range(count):
            copy = folder / str(number)
            shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*_LEFT_OUT), symlinks=True)
            self._free.put(copy)

    def failure(self, tests: Sequence[str], fault: Fault | None = None) -> str | None:
        """How tests fail, with a fault or without; None if they pass."""
        copy = self._free.get()
        try:
            if any(test.startswith(_NETWORK) for test in tests):
                with self._network:
                    return self._failure_in(copy, tests, fault)
            return self._failure_in(copy, tests, fault)
        finally:
            self._free.put(copy)

    def _failure_in(self, copy: Path, tests: Sequence[str], fault: Fault | None) -> str | None:
        if fault is None:
            return _run(copy, tests)
        path = copy / fault.file
        state, sound = path.stat(), path.read_bytes()
        path.write_text(fault.planted_in(copy), encoding="utf-8")
        try:
            return _run(copy, tests)
        finally:
            path.write_bytes(sound)
            os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))  # by which compiled kernels are known again


def _run(copy: Path, tests: Sequence[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    try:
        ran = subprocess.run(
            command,
            cwd=copy,
            env={**environment, "PYTHONPATH": str(copy)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"not over after {_LONGEST_S} s"
    return ran.stdout[-2000:] if ran.returncode else None


def judged(
    root: Path, faults: Sequence[Fault], jobs: int, say: Callable[[str], None] = lambda line: None
) -> dict[Verdict, list[str]]:
    """The names of the faults by what came of them, told one by one. Raises WrongListError."""
    for fault in faults:
        fault.planted_in(root)
    with tempfile.TemporaryDirectory(prefix="qiguan-faults-") as folder, ThreadPoolExecutor(jobs) as pool:
        copies = Copies(root, Path(folder), jobs)
        tests = sorted({test for fault in faults for test in fault.tests})
        fails_anyway = dict(zip(tests, pool.map(lambda test: copies.failure([test]), tests), strict=True))
        for test, why in fails_anyway.items():
            if why is not None:
                say(f"{test} fails without any fault:\n{why}")

        def judge(fault: Fault) -> Verdict:
            began_s = time.monotonic()
            if any(fails_anyway[test] is not None for test in fault.tests):
                verdict = Verdict.NOT_JUDGED
            else:
                verdict = Verdict.SURVIVED if copies.failure(fault.tests, fault) is None else Verdict.CAUGHT
            say(f"{verdict.value} {fault.name} ({fault.file}, {time.monotonic() - began_s:.0f} s)")
            return verdict

        verdicts = list(pool.map(judge, faults))
    return {
        each: [fault.name for fault, verdict in zip(faults, verdicts, strict=True) if verdict is each]
        for each in Verdict
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(description="Plants small faults and tells which of them the tests don't notice.")
    parser.add_argument("--list", action="store_true", help="tell the faults and end")
    parser.add_argument("--only", metavar="NAME", action="append", help="this fault (several times for more)")
    parser.add_argument("--jobs", metavar="N", type=int, default=2, help="how many at a time (2)")
    asked = parser.parse_args(arguments)
    try:
        faults = read_faults()
        if unknown := set(asked.only or ()) - {fault.name for fault in faults}:
            raise WrongListError(f"there is no fault called {', '.join(sorted(unknown))}")
        faults = tuple(fault for fault in faults if asked.only is None or fault.name in asked.only)
        if asked.list:
            for fault in faults:
                print(f"{fault.name}: {fault.file}, {' '.join(fault.tests)}")
            return 0
        found = judged(ROOT, faults, max(1, asked.jobs), lambda line: print(line, flush=True))
    except WrongListError as error:
        print(error, file=sys.stderr)
        return 2
    told = [f"; {verdict.value}: {', '.join(found[verdict])}" for verdict in _BAD if found[verdict]]
    print(f"{len(found[Verdict.CAUGHT])} of {len(faults)} faults caught{''.join(told)}")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
