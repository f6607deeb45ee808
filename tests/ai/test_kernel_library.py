"""Kernels out of a library: which file fits, what is handed over, and that it decides what numba's kernels decide."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.common import sources
from ai.common.kernel_types import (
    ArrayTupleType,
    boolean,
    float32,
    float64,
    int32,
    int64,
    named_arrays,
    uint8,
    uint64,
    void,
)
from ai.common.library import KernelLibrary, LibraryKernel, symbol_of
from ai.common.sources import content_hash, fitting_library, kernel_sources, library_file, this_platform
from ai.runtime import warmup
from ai.runtime.warmup import Warmup, WarmupState
from ai.version import SIGNATURES

ROOT = Path(__file__).parent.parent.parent


READ_ONLY = np.zeros(4, np.int32)
READ_ONLY.flags.writeable = False


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with two files of kernels and one without."""
    folder = tmp_path / "ai"
    for name in ("game/board.py", "game/deep/search.py", "arena/play.py", "api.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}\n")
    monkeypatch.setattr(sources, "PACKAGE", folder)
    monkeypatch.setattr(sources, "FOLDER", folder / "native")
    monkeypatch.setattr("platform.machine", lambda: "AMD64")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv(sources.VARIABLE, raising=False)
    _forget()
    yield folder
    _forget()


def _forget() -> None:
    content_hash.cache_clear()
    fitting_library.cache_clear()


def test_the_hash_is_that_of_the_content_of_what_can_hold_kernels(package: Path) -> None:
    assert [file.name for file in kernel_sources()] == ["board.py", "search.py"]
    before = content_hash()
    os.utime(package / "game" / "board.py", (1, 1))
    (package / "arena" / "play.py").write_text("other")
    (package / "game" / "board.py").write_bytes(b"# game/board.py\r\n")
    _forget()
    assert content_hash() == before, "neither time, nor what holds no kernels, nor the ends of lines"
    (package / "game" / "board.py").write_text("# game/board.py \n")
    _forget()
    changed = content_hash()
    assert changed != before
    (package / "game" / "deep" / "search.py").rename(package / "game" / "deep" / "find.py")
    _forget()
    assert content_hash() not in (before, changed)


def test_where_no_sources_are_their_hash_is_read(package: Path) -> None:
    """As in the packed program; where they are it counts for nothing."""
    before = content_hash()
    note = package / "native" / sources.NOTE
    note.parent.mkdir(exist_ok=True)
    note.write_text("0123456789abcdef", encoding="ascii")
    content_hash.cache_clear()
    assert content_hash() == before
    for file in kernel_sources():
        file.unlink()
    content_hash.cache_clear()
    assert content_hash() == "0123456789abcdef"


@pytest.mark.parametrize(
    ("system", "machine", "name", "ending"),
    [
        ("linux", "x86_64", "linux-x86_64", "so"),
        ("linux", "aarch64", "linux-arm64", "so"),
        ("darwin", "arm64", "macos-arm64", "dylib"),
        ("win32", "AMD64", "windows-x86_64", "dll"),
        ("win32", "ARM64", "windows-arm64", "dll"),
        ("linux", "riscv64", None, ""),
        ("freebsd14", "amd64", None, ""),
    ],
)
def test_platforms(system: str, machine: str, name: str | None, ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    found = this_platform()
    assert found == name
    assert found is None or library_file(found).suffix == f".{ending}"


def test_a_library_fits_its_sources_and_its_machine_alone(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda file: None)
    assert fitting_library() is None
    file = library_file("linux-x86_64")
    file.parent.mkdir()
    file.touch()
    _forget()
    assert fitting_library() == file
    monkeypatch.setenv(sources.VARIABLE, "numba")
    _forget()
    assert fitting_library() is None, "the environment passes it over"
    monkeypatch.delenv(sources.VARIABLE)
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    _forget()
    assert fitting_library() is None
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    (package / "game" / "board.py").write_text("other")
    _forget()
    assert fitting_library() is None


def test_a_library_that_the_system_can_not_open_is_passed_over(package: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = library_file("linux-x86_64")
    file.parent.mkdir()
    file.write_text("cut off")
    _forget()
    assert fitting_library() is None
    assert "can't be opened" in caplog.text


def test_with_a_library_nothing_is_compiled_and_without_numba_nothing_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "fitting_library", lambda: Path("kernels"))
    monkeypatch.setattr(warmup, "start_child", pytest.fail)
    with_library = Warmup()
    with_library.start()
    assert with_library.poll() == WarmupState(ready=True)
    assert with_library.is_kept
    monkeypatch.setattr(warmup, "fitting_library", lambda: None)
    monkeypatch.setattr(warmup, "can_compile", lambda: False)
    without = Warmup()
    without.start()
    assert without.poll() == WarmupState(failed=sources.NO_KERNELS)
    assert "install numba" in sources.NO_KERNELS


def test_what_is_no_library_of_these_sources_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "kernels.so"
    text.write_text("no library")
    with pytest.raises(OSError, match="kernels"):
        KernelLibrary(text)
    other = next(Path(path) for path in (_ctypes_file(),) if path)
    with pytest.raises(OSError, match="no library of kernels"):
        KernelLibrary(other)


def _ctypes_file() -> str:
    import _ctypes

    return _ctypes.__file__


# --- what is handed over --------------------------------------------------------------------------------------------


class FakeLibrary:
    """Its functions note what they are called with."""

    def __init__(self) -> None:
        self.called: list[tuple[Any, ...]] = []
        self.types: list[Any] = []
        self.asked: list[str] = []
        self.answer: Any = None

    def find(self, symbol: str) -> Any:
        self.asked.append(symbol)

        def function(*words: Any) -> Any:
            self.called.append(words)
            return self.answer

        self.types.append(function)
        return function


class Rows(NamedTuple):
    small: NDArray[np.uint8]
    large: NDArray[np.int64]


def judged() -> None:
    """Stands for a kernel."""


def kernel(signature: Any) -> tuple[FakeLibrary, LibraryKernel]:
    library = FakeLibrary()
    return library, LibraryKernel(library, judged, signature)  # type: ignore[arg-type]  # it finds functions, too


def test_arguments_are_handed_over_as_words() -> None:
    rows = named_arrays((uint8[::1], int64[::1]), Rows)
    library, call = kernel(boolean(int64, uint64, int32[::1], rows, float32))
    library.answer = True
    row, given = np.arange(5, dtype=np.int32), Rows(np.zeros(3, np.uint8), np.zeros(2, np.int64))
    assert call(np.int64(-3), np.uint64(2**64 - 1), row, given, 0.5) is True
    small, large = given.small.ctypes.data, given.large.ctypes.data
    assert library.called == [(-3, 2**64 - 1, row.ctypes.data, 5, small, 3, large, 2, 0.5)]
    assert library.asked == ["qg_test_kernel_library_judged"] == [symbol_of(judged)]
    at, long = ctypes.c_void_p, ctypes.c_int64
    assert library.types[0].argtypes == [long, ctypes.c_uint64, at, long, at, long, at, long, ctypes.c_float]
    assert library.types[0].restype is ctypes.c_bool
    assert (call.__name__, call.__doc__) == ("judged", "Stands for a kernel.")
    library, call = kernel(void(float64[:, ::1]))
    table = np.zeros((2, 3))
    call(table)
    assert library.called == [(table.ctypes.data, 2, 3)]
    _, nothing = kernel(void())
    assert nothing() is None


def test_kernels_of_a_module_run_as_a_command_have_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    here = ModuleType("__main__")
    here.__spec__ = ModuleSpec("ai.reversi.selfplay", None)
    monkeypatch.setitem(sys.modules, "__main__", here)
    monkeypatch.setattr(judged, "__module__", "__main__")
    assert symbol_of(judged) == "qg_reversi_selfplay_judged"
    here.__spec__ = None
    assert symbol_of(judged) == "qg___main___judged"


@pytest.mark.parametrize(
    ("taken", "given"),
    [
        (int64, 1.5),
        (int64, 2**63),
        (int32, -(2**31) - 1),
        (uint64, -1),
        (int32[::1], READ_ONLY),
        (int64, "1"),
        (int32[::1], np.zeros(4, np.int64)),
        (int32[::1], np.zeros((2, 2), np.int32)),
        (int32[:, ::1], np.zeros(4, np.int32)),
        (int32[:, ::1], np.zeros((4, 4), np.int32)[:, :2]),
        (int32[::1], np.zeros(8, np.int32)[::2]),
        (int32[::1], [1, 2, 3]),
        (ArrayTupleType((uint8[::1], int64[::1]), Rows), (np.zeros(3, np.uint8), np.zeros(2, np.int64))),
    ],
)
def test_arguments_of_another_kind_are_refused(taken: Any, given: Any) -> None:
    library, call = kernel(int64(taken))
    with pytest.raises(TypeError):
        call(given)
    with pytest.raises(ValueError, match="argument"):
        call()
    assert not library.called


def test_types_convert_numbers_as_kernels_do() -> None:
    assert (type(int32(7)), int32(7)) == (np.int32, 7)
    assert uint64(2**63) + uint64(1) == 2**63 + 1
    assert boolean(2) is True


# --- the libraries --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_library_of_this_machine_decides_what_numba_decides_and_is_the_same_twice(tmp_path: Path) -> None:
    pytest.importorskip("ziglang", reason="it links the library: pip install -e '.[test]'")
    for name in ("ai", "game"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "native"))
    variables = {**os.environ, "PYTHONPATH": str(tmp_path)}
    variables.pop(sources.VARIABLE, None)

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    made = []
    for _ in range(2):
        run("-m", "ai.build", "--here")
        (file,) = (tmp_path / "ai" / "native").iterdir()
        made.append(file.read_bytes())
    assert made[0] == made[1]
    without = "import sys; sys.modules['numba'] = None; from ai.bench.__main__ import main; main(['signatures'])"
    assert run("-c", without) == SIGNATURES.read_text(encoding="utf-8")
