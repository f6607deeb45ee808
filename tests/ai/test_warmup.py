"""The cache of compiled kernels and the child process that fills it."""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from patience import PATIENCE_S, SOON_S

from ai import cache
from ai.warmup import Warmup, WarmupState, main

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
    assert cache.sources_hash() == cache.sources_hash()
    path = cache.use_kernel_cache()
    assert path == folder / "cache" / f"numba-{cache.sources_hash()}"
    assert path.is_dir()
    assert os.environ["NUMBA_CACHE_DIR"] == str(path)
    monkeypatch.setattr("platform.python_version", lambda: "4.0")
    assert cache.sources_hash() not in path.name


def test_a_folder_named_by_the_environment_is_respected(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "mine"))
    assert cache.use_kernel_cache() == folder / "mine"
    cache.mark_complete()
    assert cache.is_complete()
    assert [path.name for path in (folder / "mine").iterdir()] == [f"complete-{cache.sources_hash()}"]


def test_the_marker_tells_that_the_cache_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not cache.is_complete()
    cache.mark_complete()
    assert cache.is_complete()
    monkeypatch.setattr("platform.machine", lambda: "abacus")
    assert not cache.is_complete()


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
    cache.mark_complete()
    left = {path.name for path in (folder / "cache").iterdir()}
    assert left == {"numba-young", "numba-used", "something-else", f"numba-{cache.sources_hash()}"}


def test_note_use_keeps_the_folder_young(folder: Path) -> None:
    cache.mark_complete()
    marker = next((folder / "cache").glob("numba-*/complete-*"))
    os.utime(marker, (1.0, 1.0))
    Warmup()
    assert marker.stat().st_mtime > 1e9


def test_a_folder_that_cannot_be_written_is_no_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("in the way")
    monkeypatch.setenv("QIGUAN_DATA", str(folder / "file"))
    cache.use_kernel_cache()
    cache.mark_complete()
    assert not cache.is_complete()


def test_with_a_full_cache_no_child_is_started(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.mark_complete()
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
    states = _finish(running, 240.0)
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
    assert all(_finish(each, 600.0)[-1].ready for each in both)
    assert len(list((folder / "cache").glob("numba-*/*/*.nbi"))) == both[0].poll().of


def test_a_game_is_ready_before_all_are(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that has compiled the first game and still compiles the second."""
    script = folder / "child"
    first = '{"step": 2, "of": 5, "kernel": "", "games": ["gomoku"]}'
    script.write_text(f"#!/bin/sh\necho \"$@\" > '{folder}/asked'\necho '{first}'\necho chatter\nsleep 0.5\nexit 3\n")
    script.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(script))
    running = Warmup("gomoku")
    running.start()
    state = _finish(running)[-1]
    assert (state.done, state.of, state.games) == (2, 5, {"gomoku"})
    assert state.is_ready("gomoku")
    assert not state.is_ready("xiangqi")
    assert WarmupState(ready=True).is_ready("xiangqi")
    assert (folder / "asked").read_text().split()[-2:] == ["--first", "gomoku"]
    running.close()


def test_the_child_begins_with_the_game_that_is_needed_soonest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = SimpleNamespace(count=lambda: 1, compile_kernels=lambda: iter(["kernel"]))
    monkeypatch.setattr(os, "nice", lambda by: 0, raising=False)
    monkeypatch.setattr(cache, "mark_complete", lambda: None)
    monkeypatch.setattr(importlib, "import_module", lambda name: fake)
    for first, games in ((None, ["gomoku", "xiangqi"]), ("xiangqi", ["xiangqi", "gomoku"])):
        monkeypatch.setattr(sys, "argv", ["warmup", *(["--first", first] if first else [])])
        assert main() == 0
        last = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert last["games"][:2] == games
