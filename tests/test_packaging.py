"""What is installed: every package, every asset, one way in."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

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
