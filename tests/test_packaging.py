"""What is installed: one name in site-packages with everything in it, which works whatever lies beside it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path
from xml.etree import ElementTree

import pytest
from patience import PATIENCE_S

from ai.common.sources import FOLDER
from ai.protocols.registry import PROTOCOLS
from game.storage.version import APPLICATION_ID, VERSION

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
INSIDE = ("game", "ai", "net", "assets")
LEFT_OUT = ("assets/pictures/", "assets/package/")
DETAILS = f"qiguan-{VERSION}.dist-info"

BUILD = """
import sys
import hatchling.build
for kind in sys.argv[2:]:
    getattr(hatchling.build, "build_" + kind)(sys.argv[1] + "/" + kind)
"""


def build(source: Path, folder: Path, *kinds: str) -> None:
    """As pip does it, but in this environment: the backend is among the requirements of the tests."""
    subprocess.run([sys.executable, "-c", BUILD, str(folder), *kinds], cwd=source, timeout=PATIENCE_S, check=True)


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def files_below(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def add_packages_of_others(folder: Path) -> Path:
    """Packages named as parts of ours, which no part of ours may take."""
    for name in INSIDE:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"raise ImportError('this {name} is somebody else\\'s')\n")
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(ROOT, folder, "wheel", "sdist", "editable")
    return folder


@pytest.fixture(scope="module")
def contents(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is unpacked into site-packages."""
    folder = tmp_path_factory.mktemp("contents")
    with zipfile.ZipFile(only_file(built / "wheel")) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def crowded(contents: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Site-packages in which others have put a `game`, an `ai`, a `net` beside ours."""
    folder = add_packages_of_others(tmp_path_factory.mktemp("crowded"))
    for part in contents.iterdir():
        (folder / part.name).symlink_to(part)
    return folder


def run(site: Path, here: Path, *arguments: str, said: str = "") -> str:
    """What the program says that is installed in `site` and runs in a folder with packages of others."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(site),
        "QIGUAN_DATA": str(here / "data"),
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=add_packages_of_others(here / "somewhere"),
        env=environment, input=said, capture_output=True, text=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_wheel_takes_one_name(contents: Path) -> None:
    assert {each.name for each in contents.iterdir()} == {"qiguan", DETAILS}
    assert {each.name for each in (contents / "qiguan").iterdir()} == {*INSIDE, "__init__.py", "__main__.py"}


def test_nothing_is_missing_in_the_wheel_and_nothing_too_much(contents: Path) -> None:
    ours = {f"{top}/{file}" for top in INSIDE for file in files_below(ROOT / top) if "__pycache__" not in file}
    wanted = {each for each in ours if not is_left_out(each)}
    assert files_below(contents / "qiguan") - {"__init__.py", "__main__.py"} == wanted
    assert {Path(each).suffix for each in wanted} >= {".py", ".book", ".npz", ".xz", ".json", ".otf", ".desktop"}


def is_left_out(file: str) -> bool:
    """What makes the program, its pictures and its fonts, and is no part of it."""
    return file.startswith(LEFT_OUT) or (file.startswith("assets/") and file.endswith(".py"))


def test_every_folder_with_code_is_a_package() -> None:
    """Checkers pass over folders that are none."""
    for top in ("game", "ai", "net"):
        for file in (ROOT / top).rglob("*.py"):
            assert (file.parent / "__init__.py").is_file(), file


def test_the_wheel_says_what_it_is(contents: Path) -> None:
    details = PathDistribution(contents / DETAILS).metadata
    assert (details["Name"], details["Version"]) == ("qiguan", VERSION)
    assert details["Author"] == "the makers of Qiguan"
    assert details["License-Expression"] == "MIT AND OFL-1.1"
    for file in details.get_all("License-File") or ():
        assert (contents / DETAILS / "licenses" / file).read_bytes() == (ROOT / file).read_bytes()
    classifiers = details.get_all("Classifier") or []
    assert any(each.startswith("Topic :: Games/Entertainment") for each in classifiers)
    assert not any(each.startswith("License ::") for each in classifiers)  # an expression stands in their place


def test_the_source_archive_makes_the_same_wheel(built: Path, contents: Path, tmp_path: Path) -> None:
    with tarfile.open(only_file(built / "sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / f"qiguan-{VERSION}"
    assert (source / "tests" / "test_packaging.py").is_file()
    build(source, tmp_path, "wheel")
    with zipfile.ZipFile(only_file(tmp_path / "wheel")) as archive:
        made = {name: archive.read(name) for name in archive.namelist()}
    no_sources = ("qiguan/ai/native/", f"{DETAILS}/RECORD") if FOLDER.is_dir() else ()  # libraries, and the list of all
    wanted = {name for name in files_below(contents) if not name.startswith(no_sources)}
    assert {name: data for name, data in made.items() if not name.startswith(no_sources)} == {
        name: (contents / name).read_bytes() for name in wanted
    }


def test_what_speaks_on_the_terminal_has_a_program_with_a_console() -> None:
    """On Windows a window program prints nothing and hears nothing; a GUI takes an engine's path without arguments."""
    windows, consoles = (PROJECT["project"][kind] for kind in ("gui-scripts", "scripts"))
    assert windows == {"qiguan": "qiguan.__main__:main"}
    assert consoles.pop("qiguan-console") == windows["qiguan"]
    assert set(consoles) == {f"qiguan-{game}" for game in PROTOCOLS}


def command(site: Path, name: str) -> str:
    """What an installer writes into the program of this name."""
    (found,) = Distribution.at(site / DETAILS).entry_points.select(name=name)
    return f"import sys; from {found.module} import {found.attr}; sys.exit({found.attr}())"


def test_the_version_and_its_day_are_the_same_wherever_they_are_told() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    told = re.findall(r"^## (\S+), (\d{4}-\d\d-\d\d)$", text, re.MULTILINE)
    releases = ElementTree.parse(ROOT / "assets" / "desktop" / f"{APPLICATION_ID}.metainfo.xml").iterfind(
        "releases/release"
    )
    assert told == [(each.get("version"), each.get("date")) for each in releases]
    assert told[0][0] == VERSION


@pytest.mark.parametrize("name", ["qiguan", "qiguan-console"])
def test_the_installed_commands_are_the_program_whatever_lies_beside_them(
    name: str, crowded: Path, tmp_path: Path
) -> None:
    assert run(crowded, tmp_path, "-c", command(crowded, name), "--version").splitlines()[0] == f"qiguan {VERSION}"


@pytest.mark.parametrize("game", PROTOCOLS)
def test_the_installed_engines_need_no_arguments(game: str, crowded: Path, tmp_path: Path) -> None:
    said = {
        "gomoku": "ABOUT\nEND\n",
        "xiangqi": "uci\nquit\n",
        "draughts": "hub\nquit\n",
        "reversi": "nboard 2\nquit\n",
    }[game]
    answer = run(crowded, tmp_path, "-c", command(crowded, f"qiguan-{game}"), said=said)
    assert "Qiguan" in answer.splitlines()[0]


def test_the_installed_package_runs_as_a_module(crowded: Path, tmp_path: Path) -> None:
    said = '{"variant": "reversi", "moves": ["f5"]}\n'
    answer = json.loads(run(crowded, tmp_path, "-m", "qiguan", "referee", said=said))
    assert [move["text"] for move in answer["legal"]] == ["d6", "f4", "f6"]


def test_a_tool_of_the_house_runs_from_the_wheel(crowded: Path, tmp_path: Path) -> None:
    assert run(crowded, tmp_path, "-m", "qiguan.ai.ladder", "--help").startswith("usage:")


def test_window_and_children_take_everything_from_the_wheel(crowded: Path, tmp_path: Path) -> None:
    told = run(crowded, tmp_path, str(ROOT / "tests" / "from_the_wheel.py"))
    packages, window, engine, imported, computed = json.loads(told.splitlines()[-1])
    ours = crowded.joinpath("qiguan").resolve()
    assert packages == {name: str(ours / name) for name in ("ai", "game", "net")}
    assert window in ("en", "zh")
    assert (engine, imported, computed) == ("KeyError: 'nobody'", [".qiguan"], 4)


def test_an_editable_installation_finds_the_checkout(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(only_file(built / "editable")) as archive:
        (link,) = {name for name in archive.namelist() if not name.startswith(DETAILS)}
        site = Path(archive.read(link).decode().strip())
    assert link.endswith(".pth")
    assert [each.name for each in site.iterdir()] == ["qiguan"]
    where = "import qiguan, game; print(game.__file__)"
    assert run(site, tmp_path, "-c", where).split() == [str(ROOT / "game" / "__init__.py")]
    assert run(site, tmp_path / "again", "-m", "qiguan", "--version").splitlines()[0] == f"qiguan {VERSION}"
