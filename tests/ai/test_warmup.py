"""The cache of compiled kernels and the child process that fills it."""

from __future__ import annotations

import importlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from patience import PATIENCE_S, SOON_S

from ai.common import kernel_cache
from ai.common.sources import fitting_library
from ai.runtime import warmup
from ai.runtime.warmup import Warmup, WarmupState, main

pytestmark = pytest.mark.skipif(
    fitting_library() is not None, reason="with a library (ai.build) nothing is compiled: QIGUAN_KERNELS=numba"
)
_TESTS_CACHE = os.environ["NUMBA_CACHE_DIR"]
"""What other tests have compiled; see the tests' conftest."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, with no cache named by the environment."""
    monkeypatch.setenv("QIGUAN_DATA", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return tmp_path


def _finish(running: Warmup, patience_s: float = PATIENCE_S) -> list[WarmupState]:
    states = [running.poll()]
    end_s = time.monotonic() + patience_s
    while states[-1].running:
        assert time.monotonic() < end_s
        time.sleep(0.01)
        state = running.poll()
        if state != states[-1]:
            states.append(state)
    return states


def test_the_folder_is_named_after_the_sources(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernel_cache.sources_hash() == kernel_cache.sources_hash()
    path = kernel_cache.use_kernel_cache()
    assert path is not None
    assert path == folder / "cache" / f"numba-{kernel_cache.sources_hash()}"
    assert path.is_dir()
    assert os.environ["NUMBA_CACHE_DIR"] == str(path)
    monkeypatch.setattr("platform.python_version", lambda: "4.0")
    assert kernel_cache.sources_hash() not in path.name


def test_a_folder_named_by_the_environment_is_respected(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "mine"))
    assert kernel_cache.use_kernel_cache() == folder / "mine"
    kernel_cache.mark_complete()
    assert kernel_cache.is_complete()
    assert [path.name for path in (folder / "mine").iterdir()] == [f"complete-{kernel_cache.sources_hash()}"]


def test_the_marker_tells_that_the_cache_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not kernel_cache.is_complete()
    kernel_cache.mark_complete()
    assert kernel_cache.is_complete()
    monkeypatch.setattr("platform.machine", lambda: "abacus")
    assert not kernel_cache.is_complete()


def test_old_folders_are_dropped_and_others_are_kept(folder: Path) -> None:
    names = ("numba-old", "numba-young", "numba-used", "something-else")
    long_ago = time.time() - 30 * 24 * 3600
    for name in names:
        (folder / "cache" / name).mkdir(parents=True)
        (folder / "cache" / name / "complete-x").touch()
    for name in ("numba-old", "something-else", "numba-used"):
        os.utime(folder / "cache" / name / "complete-x", (long_ago, long_ago))
        os.utime(folder / "cache" / name, (long_ago, long_ago))
    os.utime(folder / "cache" / "numba-used" / "complete-x")  # what note_use does
    kernel_cache.mark_complete()
    left = {path.name for path in (folder / "cache").iterdir()}
    assert left == {"numba-young", "numba-used", "something-else", f"numba-{kernel_cache.sources_hash()}"}


def test_note_use_keeps_the_folder_young(folder: Path) -> None:
    kernel_cache.mark_complete()
    marker = next((folder / "cache").glob("numba-*/complete-*"))
    os.utime(marker, (1.0, 1.0))
    Warmup()
    assert marker.stat().st_mtime > 1e9


@pytest.fixture
def no_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nothing can be written; gives the folder for temporary files."""
    (folder / "file").write_text("in the way")
    monkeypatch.setenv("QIGUAN_DATA", str(folder / "file"))
    (folder / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder / "temporary"))
    return folder / "temporary"


def test_where_the_home_cannot_be_written_a_temporary_folder_takes_its_place(no_home: Path) -> None:
    warmup = Warmup()
    assert not warmup.is_kept
    assert warmup.poll() == WarmupState()
    path = kernel_cache.use_kernel_cache()
    assert path is not None
    assert path.name == f"numba-{kernel_cache.sources_hash()}"
    assert path.parent.parent == no_home
    assert os.environ["NUMBA_CACHE_DIR"] == str(path)
    kernel_cache.mark_complete()
    assert kernel_cache.is_complete()
    if sys.platform != "win32":
        assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="temporary files are the user's own there")
def test_a_temporary_folder_that_others_could_fill_is_not_trusted(no_home: Path) -> None:
    theirs = no_home / f"qiguan-{os.getuid()}"
    theirs.mkdir()
    theirs.chmod(0o777)
    kernel_cache._fresh_place.cache_clear()
    folder = kernel_cache.kernel_folder()
    assert folder is not None
    assert folder.is_relative_to(no_home)
    assert not folder.is_relative_to(theirs)
    assert kernel_cache.kernel_folder() == folder
    kernel_cache._fresh_place.cache_clear()


def test_where_nothing_can_be_written_it_is_told_and_no_child_is_started(
    no_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(no_home / "gone"))
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("a child was started"))
    nowhere = Warmup()
    nowhere.start()
    nowhere.want("xiangqi")
    assert nowhere.poll() == WarmupState(failed=kernel_cache.NOWHERE)
    assert kernel_cache.use_kernel_cache() is None
    assert "NUMBA_CACHE_DIR" not in os.environ
    kernel_cache.mark_complete()
    assert not kernel_cache.is_complete()


def test_without_a_folder_kernels_are_compiled_in_memory() -> None:
    script = (
        "from ai.common.kernels import KernelSet, int64\n"
        "held = KernelSet()\n"
        "@held.kernel(int64(int64))\n"
        "def twice(number): return 2 * number\n"
        "print(list(held.compile()), twice(21))\n"
    )
    source = Path(_TESTS_CACHE).parent / "in_memory.py"
    source.write_text(script)
    before = "import sys, tempfile; tempfile.tempdir = '/nonexistent'; sys.path.insert(0, '')\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{before}exec(compile(open({str(source)!r}).read(), {str(source)!r}, 'exec'))"],
        env={**os.environ, "NUMBA_CACHE_DIR": os.devnull + "/x"},
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("['twice'] 42\n", "")


def test_only_one_program_is_at_an_engine(folder: Path) -> None:
    with (
        kernel_cache.only_one("xiangqi") as first,
        kernel_cache.only_one("xiangqi") as second,
        kernel_cache.only_one("draughts") as other,
    ):
        assert (first, second, other) == (True, False, True)
    with kernel_cache.only_one("xiangqi") as again:
        assert again


def test_with_a_full_cache_no_child_is_started(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_cache.mark_complete()
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("a child was started"))
    ready = Warmup()
    ready.start()
    assert ready.poll() == WarmupState(ready=True)
    ready.close()


@pytest.mark.parametrize(
    ("executable", "why"), [("/nonexistent/python", "cannot start the compiler"), ("/bin/false", "status 1")]
)
@pytest.mark.usefixtures("folder")
def test_a_child_that_fails_is_told(executable: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if executable == "/bin/false" and not Path(executable).exists():
        pytest.skip("no /bin/false here")
    monkeypatch.setattr("sys.executable", executable)
    failing = Warmup()
    failing.start()
    state = _finish(failing)[-1]
    assert state.failed is not None
    assert why in state.failed
    assert not state.ready
    failing.close()


@pytest.mark.usefixtures("folder")
def test_close_ends_the_child() -> None:
    running = Warmup()
    running.start()
    assert running.poll().running
    start_s = time.perf_counter()
    running.close()
    assert time.perf_counter() - start_s < SOON_S
    state = _finish(running)[-1]
    assert not state.ready
    assert state.failed is None


def test_the_child_fills_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the tests' own cache, so that it has hardly anything to compile. From another current directory, in which a
    package of our name lies in wait."""
    (folder / "ai").mkdir()
    (folder / "ai" / "__init__.py").write_text("raise ImportError('the wrong package')")
    monkeypatch.chdir(folder)
    shared = Path(_TESTS_CACHE)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(shared))
    for marker in shared.glob("complete-*"):
        marker.unlink()
    running = Warmup()
    running.start()
    states = _finish(running, 1800.0)
    assert states[-1].ready, states[-1]
    assert states[-1].failed is None
    assert states[-1].done == states[-1].of > 10
    assert [state.done for state in states] == sorted(state.done for state in states)
    assert Warmup().poll().ready


@pytest.mark.slow
def test_two_children_at_once_fill_an_empty_cache(folder: Path) -> None:
    both = [Warmup(), Warmup()]
    for each in both:
        each.start()
    assert all(_finish(each, 3600.0)[-1].ready for each in both)
    filled = set((folder / "cache").glob("numba-*/*/*.nbi"))
    for marker in (folder / "cache").glob("numba-*/complete-*"):
        marker.unlink()
    again = Warmup()
    again.start()
    assert _finish(again, 3600.0)[-1].ready
    assert set((folder / "cache").glob("numba-*/*/*.nbi")) == filled != set(), "the two left nothing out"


def _fake_child(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> Path:
    """In Python's place: notes how it was called and what it hears, tells the lines, and stays until it has heard
    `end`. Gives where the notes are."""
    notes = folder / "notes"
    script = folder / "child"
    told = "".join(f"echo '{line}'\n" for line in lines)
    heard = f'while read -r line && [ "$line" != end ]; do echo "heard $line" >> \'{notes}\'; done\n'
    script.write_text(f"#!/bin/sh\necho \"called $*\" >> '{notes}'\n{told}{heard}exit 3\n")
    script.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(script))
    return notes


def _await(notes: Path, *lines: str) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not notes.exists() or notes.read_text().splitlines() != list(lines):
        assert time.monotonic() < end_s, notes.read_text() if notes.exists() else "nothing"
        time.sleep(0.01)


_HALF = '{"steps": {"patterns": [9, 9], "xiangqi": [2, 5]}, "ready": ["patterns"]}'


def test_an_engine_is_ready_before_all_are(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that has compiled the first engine and still compiles the second."""
    _fake_child(folder, monkeypatch, "chatter", _HALF)
    running = Warmup()
    running.start()
    while not (state := running.poll()).of:
        time.sleep(0.01)
    assert (state.done, state.of, state.engines) == (11, 14, {"patterns"})
    assert state.steps == {"patterns": (9, 9), "xiangqi": (2, 5)}
    assert state.is_ready("patterns")
    assert not state.is_ready("xiangqi")
    assert WarmupState(ready=True).is_ready("xiangqi")
    running.close()


def test_whoever_waits_has_a_child_that_leaves_the_processor_to_nobody(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = _fake_child(folder, monkeypatch, _HALF)
    running = Warmup()
    running.start()
    _await(notes, "called -P -m ai.runtime.warmup --polite")
    while not running.poll().of:
        time.sleep(0.01)
    running.want("patterns")  # it is ready
    running.want("lines")  # it has no kernels
    assert notes.read_text().splitlines() == ["called -P -m ai.runtime.warmup --polite"]
    running.want("xiangqi")
    called = ("called -P -m ai.runtime.warmup --polite", "called -P -m ai.runtime.warmup --first xiangqi")
    _await(notes, *called)
    running.want("xiangqi")
    running.want("draughts")
    _await(notes, *called, "heard draughts")
    assert running.poll().running
    assert running.poll().failed is None
    running.close()


def test_before_the_start_a_wish_is_kept_in_engine_session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = _fake_child(folder, monkeypatch)
    for made in (Warmup(), Warmup("draughts")):
        made.want("draughts")
        made.start()
        _await(notes, "called -P -m ai.runtime.warmup --first draughts")
        made.close()
        notes.unlink()


class _Engines:
    """In the place of the kernels: two engines of three, which the child compiles by name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.compiled: list[str] = []
        self._capsys = capsys
        self.wish: dict[str, str] = {}
        """What is heard after a kernel, by its name."""
        self.nice: list[int] = []
        monkeypatch.setattr(os, "nice", self.nice.append, raising=False)
        monkeypatch.setattr(kernel_cache, "mark_complete", lambda: self.compiled.append("marked"))
        monkeypatch.setattr(warmup, "_ENGINES", {"one": "one", "two": "two"})
        monkeypatch.setattr(importlib, "import_module", self._module)
        monkeypatch.setattr(warmup._Compiler, "listen", lambda compiler: setattr(self, "compiler", compiler))
        self.compiler: warmup._Compiler

    def _module(self, name: str) -> SimpleNamespace:
        def compile_kernels() -> Iterator[str]:
            for number in range(3):
                self.compiled.append(f"{name} {number}")
                self.compiler.wanted = self.wish.get(self.compiled[-1], self.compiler.wanted)
                yield self.compiled[-1]

        return SimpleNamespace(count=lambda: 3, compile_kernels=compile_kernels)

    def run(self, *arguments: str) -> list[dict[str, Any]]:
        """The lines that the child tells."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys, "argv", ["warmup", *arguments])
            patched.setattr(sys, "stdin", io.StringIO())
            assert main() == 0
        return [json.loads(line) for line in self._capsys.readouterr().out.splitlines()]


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> _Engines:
    return _Engines(monkeypatch, capsys)


def test_the_child_goes_on_with_what_is_wanted(engines: _Engines) -> None:
    engines.wish["one 1"] = "two"
    told = engines.run("--polite")
    assert engines.compiled == ["one 0", "one 1", "two 0", "two 1", "two 2", "one 2", "marked"]
    assert engines.nice == [10]
    assert told[0] == {"steps": {"one": [0, 3], "two": [0, 3]}, "ready": []}
    assert {"steps": {"one": [2, 3], "two": [3, 3]}, "ready": ["two"]} in told
    assert told[-1] == {"steps": {"one": [3, 3], "two": [3, 3]}, "ready": ["one", "two"]}


def test_the_child_begins_with_the_engine_that_is_needed_soonest(engines: _Engines) -> None:
    engines.run("--first", "two")
    assert engines.compiled[0] == "two 0"
    assert engines.nice == []


def test_the_child_leaves_what_another_program_is_at_for_later(
    engines: _Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ExitStack()
    assert other.enter_context(kernel_cache.only_one("one"))
    monkeypatch.setattr(time, "sleep", lambda seconds: other.close())  # the other program has finished
    engines.run()
    assert engines.compiled == ["two 0", "two 1", "two 2", "one 0", "one 1", "one 2", "marked"]
