"""The way into the program that PyInstaller has packed; Python's place is taken by the program itself."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
from patience import PATIENCE_S

from ai.common.sources import fitting_library
from ai.protocols.registry import PROTOCOLS
from ai.runtime.interpreter import Interpreter, InterpreterGoneError
from ai.runtime.warmup import Warmup
from ai.version import engines_version
from game.library.import_worker import CHILD
from game.storage.version import VERSION

START = Path(__file__).parent.parent / "assets" / "package" / "start.py"
_LAID_OUT = list(Path(numpy.__file__).parents[1].glob("numpy.libs/*openblas*.so*"))
"""A library that `patchelf` has laid out anew, in wheels for Linux."""

_IMPORT_ALL = """
import importlib, pkgutil, sys

sys.modules.update(dict.fromkeys(sys.argv[1:]))  # whoever imports one of these meets an ImportError
for top in ("game", "net", "ai"):
    for module in pkgutil.walk_packages(importlib.import_module(top).__path__, f"{top}."):
        # those that compile are for where there is no library
        if not module.name.startswith(("ai.build.", "ai.common.compiled")):
            importlib.import_module(module.name)
print("all there")
"""
"""The program and everything that it is made of, where the modules named are missing."""


def run_start(*arguments: str, **environment: str) -> str:
    root = str(START.parents[2])
    done = subprocess.run(
        [sys.executable, str(START), *arguments],
        env={**os.environ, "PYTHONPATH": root, **environment},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return done.stdout


def test_it_is_the_program() -> None:
    assert run_start("--version") == f"qiguan {VERSION}\n{engines_version()}\n"


@pytest.mark.skipif(fitting_library() is not None, reason="with a library (ai.build) engines are ready at once")
def test_it_is_the_child_that_compiles_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def note(command: list[str], **_: Any) -> None:
        asked.append(command)
        raise OSError("nothing is compiled here")

    with monkeypatch.context() as patched:
        patched.setattr("ai.common.kernel_cache.is_complete", lambda *_: False)
        patched.setattr("subprocess.Popen", note)
        Warmup(first="draughts").start()
    (python, *arguments) = asked[0]
    assert python == sys.executable
    assert run_start(*arguments, "--help").startswith("usage: python -m ai.runtime.warmup")


def test_it_is_the_child_that_interprets_kernels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def note(command: list[str], **_: Any) -> None:
        asked.append(command)
        raise OSError("nothing is interpreted here")

    with monkeypatch.context() as patched:
        patched.setattr("subprocess.Popen", note)
        with pytest.raises(InterpreterGoneError, match="nothing is interpreted here"):
            Interpreter().start()
    (_, *arguments) = asked[0]
    with subprocess.Popen(
        [sys.executable, str(START), *arguments],
        env={**os.environ, "PYTHONPATH": str(START.parents[2])},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write('{"id": 1, "engine": "nobody", "seed": 0, "options": {}}\n')
        child.stdin.flush()
        answer = child.stdout.readline()
        child.stdin.close()  # the parent has gone
        assert child.wait(PATIENCE_S) == 0
    assert json.loads(answer) == {"id": 1, "error": "KeyError: 'nobody'", "code": "", "values": {}}


def test_it_is_the_child_that_brings_games_in_too() -> None:
    root = str(START.parents[2])
    done = subprocess.run(
        [sys.executable, str(START), *CHILD],
        env={**os.environ, "PYTHONPATH": root},
        input=b'{"files": [], "texts": [], "folder": "", "prints": []}\n', capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    assert b'"is_over":true' in done.stdout


@pytest.mark.parametrize(("before", "after"), [("/their/lib", "/their/lib"), (None, "none")])
def test_other_programs_find_their_own_libraries(before: str | None, after: str, tmp_path: Path) -> None:
    package = tmp_path / "game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(
        "import os\ndef main():\n    print(os.environ.get('LD_LIBRARY_PATH', 'none'))\n"
    )
    kept = {"LD_LIBRARY_PATH_ORIG": before} if before else {}
    assert run_start(PYTHONPATH=str(tmp_path), LD_LIBRARY_PATH="/packed", **kept).strip() == after


@pytest.mark.parametrize("game", ["gomoku", "xiangqi", "draughts"])
def test_under_the_name_of_an_engine_it_is_that_engine(game: str, tmp_path: Path) -> None:
    named = tmp_path / f"qiguan-{game}"
    named.symlink_to(sys.executable)
    root = str(START.parents[2])
    path = os.pathsep.join([root, *sys.path])
    done = subprocess.run(
        [str(named), str(START), "--help"],
        env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert "engine" in done.stdout.splitlines()[0]
    assert "--hash-mb" in done.stdout


def read_specification(
    monkeypatch: pytest.MonkeyPatch, library: Path | None, made: Path, *binaries: Path
) -> tuple[dict[str, str], list[str]]:
    """What is packed, by where it comes from, and what is left out. The specification is read as PyInstaller reads it,
    but of libraries nothing is collected but `binaries`; the folder of the program, in `made`, is empty."""
    packed: dict[str, str] = {}
    left_out: list[str] = []

    def analyse(*_: object, datas: list[tuple[str, str]], excludes: list[str], **__: object) -> SimpleNamespace:
        packed.update(datas)
        left_out.extend(excludes)
        found = [(each.name, str(each), "BINARY") for each in binaries]
        return SimpleNamespace(pure=None, scripts=None, binaries=found, datas=[])

    def put_together(*_: object, **__: object) -> None:
        packed.update((file, name) for name, file, _ in given["analysis"].binaries)

    def collect(*_: object, **__: object) -> list[Any]:
        return []

    (made / "qiguan").mkdir()

    hooks = SimpleNamespace(collect_data_files=collect, collect_submodules=collect, copy_metadata=collect)
    for name, module in {
        "PyInstaller": object(),
        "PyInstaller.utils": object(),
        "PyInstaller.utils.hooks": hooks,
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("ai.common.sources.fitting_library", lambda: library)
    given: dict[str, Any] = {
        "Analysis": analyse,
        "SPECPATH": str(START.parent),
        "DISTPATH": str(made),
        "workpath": str(made),
    }
    given |= {"PYZ": collect, "EXE": collect, "COLLECT": put_together}
    exec((START.parent / "qiguan.spec").read_text(encoding="utf-8"), given)
    return packed, left_out


def test_another_name_of_the_program_is_that_engine_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packed program knows itself by its own name, and by what it was called."""
    asked: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["/packed/qiguan-xiangqi", "--threads", "1"])
    monkeypatch.setattr("game.__main__._do", lambda arguments: asked.append(list(arguments)))
    runpy.run_path(str(START))["main"]()
    assert asked == [["engine", "xiangqi", "--threads", "1"]]


def test_every_asset_is_packed_and_the_library_in_the_place_of_the_compiler(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packed, left_out = read_specification(monkeypatch, Path("/made/kernels-0-linux-x86_64.so"), tmp_path)
    assert packed["/made/kernels-0-linux-x86_64.so"] == "ai/native"
    assert {"numba", "llvmlite"} <= set(left_out)
    assets = START.parents[1]
    wanted = {
        file
        for file in assets.rglob("*/*")
        if file.is_file()
        and file.suffix not in (".py", ".pyc")
        and file.parts[len(assets.parts)] not in ("package", "pictures")
    }
    assert {Path(each) for each in packed if Path(each).is_relative_to(assets)} == wanted
    assert packed[str(assets / "challenges" / "gomoku.json")] == str(Path("assets", "challenges"))


@pytest.mark.skipif(fitting_library() is None, reason="without a library (ai.build) engines need numba")
def test_nothing_imports_what_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, left_out = read_specification(monkeypatch, Path("/made/kernels-0-linux-x86_64.so"), tmp_path)
    done = subprocess.run(
        [sys.executable, "-OO", "-c", _IMPORT_ALL, *left_out],  # without docstrings and assertions, as it is packed
        env={**os.environ, "PYTHONPATH": str(START.parents[2]), "QIGUAN_DATA": str(tmp_path)},
        capture_output=True, text=True, timeout=PATIENCE_S, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "all there"


@pytest.mark.skipif(not _LAID_OUT or not shutil.which("strip"), reason="numpy brings none along, or `strip` is missing")
def test_a_library_is_loaded_without_its_symbols(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = max(_LAID_OUT, key=lambda each: each.stat().st_size)
    packed, _ = read_specification(monkeypatch, Path("/made/kernels-0-linux-x86_64.so"), tmp_path, whole)
    (file,) = (file for file, name in packed.items() if name == whole.name)
    assert Path(file).stat().st_size < whole.stat().st_size
    subprocess.run(
        [sys.executable, "-c", f"import ctypes; ctypes.CDLL({file!r})"],
        env={**os.environ, "LD_LIBRARY_PATH": str(whole.parent)},
        check=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there each engine is a program of its own")
def test_engines_are_other_names_of_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read_specification(monkeypatch, Path("/made/kernels-0-linux-x86_64.so"), tmp_path)
    links = {each.name: str(each.readlink()) for each in (tmp_path / "qiguan").iterdir()}
    assert links == {f"qiguan-{game}": "qiguan" for game in PROTOCOLS}


def test_nothing_is_packed_without_a_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"python -m ai\.build --here"):
        read_specification(monkeypatch, None, tmp_path)
