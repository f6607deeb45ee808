"""`main.py`, the way in from a checkout, and what somebody reads for whom the window can't open."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from patience import PATIENCE_S

import main

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_way_in_can_be_read_by_old_pythons_which_are_told_that_they_are_too_old() -> None:
    """That it runs on them has been tried by hand with 2.7, 3.6 and 3.8; here is what can be told without them."""
    source = (ROOT / "main.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 4))
    later = (ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.AsyncFunctionDef, ast.Match)
    assert not [node for node in ast.walk(tree) if isinstance(node, later)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert all(each.returns is None and not each.args.kwonlyargs for each in functions)
    assert source.isascii()
    line = main.obstacle((3, 10, 13), lambda module: pytest.fail(f"looked for {module}"))
    assert line == f"needs Python 3.11 or newer, and this is 3.10 ({sys.executable})"


def test_the_way_in_knows_what_python_and_what_packages_it_takes() -> None:
    project = PROJECT["project"]
    assert project["requires-python"] == ">=" + ".".join(map(str, main.NEEDED))
    assert [each.split(">=")[0] for each in project["dependencies"]] == list(main.MODULES.values())
    assert main.obstacle(main.NEEDED, lambda module: True) is None


def test_a_python_without_the_packages_gets_one_clear_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "main.py"], cwd=ROOT, env={}, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "qiguan: this Python lacks pygame-ce, numpy, msgspec, platformdirs, ifaddr, cryptography, pyopenssl; "
    )
    assert line.endswith("main.py")


def test_a_machine_without_a_display_gets_one_clear_line(tmp_path: Path) -> None:
    environment = {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":77777", "QIGUAN_DATA": str(tmp_path), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("qiguan: cannot open a window")
    assert done.stdout == ""


def test_a_machine_without_any_screen_gets_one_clear_line_too(tmp_path: Path) -> None:
    environment = {"QIGUAN_DATA": str(tmp_path), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr.strip().splitlines() == ["qiguan: cannot open a window: there is no display"]
