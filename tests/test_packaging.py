"""What is installed: every package, every asset, one way in."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from patience import PATIENCE_S

import main
from ai.protocols.doors import GAMES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_is_listed() -> None:
    found = {
        ".".join(file.parent.relative_to(ROOT).parts)
        for top in ("game", "ai", "net")
        for file in (ROOT / top).rglob("__init__.py")
    }
    assert found | {"game.assets"} == set(PROJECT["tool"]["setuptools"]["packages"])


def test_every_folder_with_code_is_a_package() -> None:
    for top in ("game", "ai", "net"):
        for file in (ROOT / top).rglob("*.py"):
            assert (file.parent / "__init__.py").is_file(), file


def test_the_data_of_the_engines_is_installed() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    packages = [ROOT.joinpath(*name.split(".")) for name in PROJECT["tool"]["setuptools"]["packages"]]
    data = {
        file
        for top in ("game", "ai", "net")
        for file in (ROOT / top).rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc", ".nbi", ".nbc") and not file.name.startswith(".")
    }
    taken = {file for package in packages for pattern in patterns for file in package.glob(pattern)}
    assert data - taken == set()
    assert any(file.suffix == ".book" for file in data)


def test_what_speaks_on_the_terminal_has_a_program_with_a_console() -> None:
    """On Windows a window program prints nothing and hears nothing; a GUI takes an engine's path without arguments."""
    windows, consoles = (PROJECT["project"][kind] for kind in ("gui-scripts", "scripts"))
    assert windows == {"qiguan": "game.__main__:main"}
    assert consoles.pop("qiguan-console") == windows["qiguan"]
    assert set(consoles) == {f"qiguan-{game}" for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_the_installed_engines_need_no_arguments(game: str) -> None:
    module, _, function = PROJECT["project"]["scripts"][f"qiguan-{game}"].partition(":")
    script = f"import sys; from {module} import {function}; sys.exit({function}())"
    said = {"gomoku": "ABOUT\nEND\n", "xiangqi": "uci\nquit\n", "draughts": "hub\nquit\n"}[game]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, input=said, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Qiguan" in done.stdout.splitlines()[0]


def test_the_readme_names_the_commands_that_ci_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    between = readme.split("<!-- test command -->")[1].split("<!-- end -->")[0]
    assert "-m pytest" in between
    assert "pip install" in between


def test_the_pictures_of_the_readme_are_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [part.split(")")[0] for part in readme.split("](")[1:]]
    local = [name for name in names if "://" not in name]
    assert any(name.endswith(".jpg") for name in local)
    for name in local:
        assert (ROOT / name).is_file(), name


def test_the_readme_shows_every_picture_that_is_made_and_they_are_small() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    made = (ROOT / "assets/pictures/make_pictures.py").read_text(encoding="utf-8").split("SCENES = (")[1].split(")")[0]
    pictures = {file.stem: file for file in (ROOT / "assets/pictures").glob("*.jpg")}
    assert set(pictures) == {name.strip() for name in made.split(",") if name.strip()} - {""}
    assert all(f"assets/pictures/{name}.jpg" in readme for name in pictures)
    assert sum(file.stat().st_size for file in pictures.values()) < 1_000_000


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
    assert line.startswith("qiguan: this Python lacks pygame-ce, numpy, numba, msgspec, platformdirs, ifaddr; ")
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
