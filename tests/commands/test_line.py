"""The command line: which door is opened, and what is said when it is used wrongly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ai.protocols.conversation import SpeakOptions
from ai.protocols.network_play import NetworkPlay
from ai.version import engines_version
from game.commands import engine, line, referee
from game.storage.version import VERSION

ROOT = Path(__file__).parent.parent.parent


class Window:
    """Notes what it was opened with."""

    def __init__(self) -> None:
        self.opened = 0
        self.data: list[str | None] = []
        self.files: list[list[str]] = []

    def __call__(self, files: Sequence[Path]) -> int:
        self.opened += 1
        self.files.append([str(file) for file in files])
        self.data.append(os.environ.get("QIGUAN_DATA"))
        return 5


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QIGUAN_DATA", "as it was")


def test_no_command_opens_the_window() -> None:
    window = Window()
    assert line.run([], window) == 5
    assert window.opened == 1
    assert window.data == ["as it was"]


@pytest.mark.parametrize("before", [[], ["open"], ["--data", "{}"], ["--data={}", "open"], ["--"]])
def test_files_open_in_the_window(before: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game one.sgf").touch()
    (tmp_path / "referee").touch()
    monkeypatch.chdir(tmp_path)
    window = Window()
    arguments = [each.format(tmp_path) for each in before]
    assert line.run([*arguments, "game one.sgf", "./referee"], window) == 5
    assert window.files == [[str(tmp_path / "game one.sgf"), str(tmp_path / "referee")]]


def test_the_data_folder_is_set_before_the_window_opens(tmp_path: Path) -> None:
    window = Window()
    line.run(["--data", str(tmp_path / "new")], window)
    assert window.data == [str(tmp_path / "new")]


def test_the_data_folder_is_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    window = Window()
    line.run(["--data", "here"], window)
    assert window.data == [str(tmp_path / "here")]
    if os.name == "posix":
        line.run(["--data", "~/there"], window)
        assert window.data[1] == str(tmp_path / "there")


@pytest.mark.parametrize("arguments", [["referee"], ["--data", "{}", "referee"], ["referee", "--data", "{}"]])
def test_the_referee_is_called(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def stand_in() -> int:
        seen.append(os.environ["QIGUAN_DATA"])
        return 3

    monkeypatch.setattr(referee, "main", stand_in)
    window = Window()
    assert line.run([argument.format(tmp_path) for argument in arguments], window) == 3
    assert seen == [str(tmp_path) if "--data" in arguments else "as it was"]
    assert window.opened == 0


def test_the_engine_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int | None, int | None, str | None]] = []

    def stand_in(game: str, options: SpeakOptions) -> int:
        assert options.version == VERSION
        seen.append((game, options.threads, options.hash_mb, options.level.name if options.level else None))
        return 4

    monkeypatch.setattr(engine, "speak", stand_in)
    assert line.run(["engine", "gomoku"], Window()) == 4
    assert line.run(["engine", "gomoku", "--threads", "2", "--hash-mb", "64", "--level", "expert"], Window()) == 4
    assert seen == [("gomoku", None, None, None), ("gomoku", 2, 64, "expert")]


def test_the_engine_plays_over_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[NetworkPlay] = []

    def stand_in(game: str, options: SpeakOptions, where: NetworkPlay) -> int:
        assert (game, options.threads) == ("draughts", 2)
        seen.append(where)
        return 6

    monkeypatch.setattr(engine, "speak_over_network", stand_in)
    asked = ["engine", "draughts", "--threads", "2"]
    assert line.run([*asked, "--listen"], Window()) == 6
    assert line.run([*asked, "--listen", "0.0.0.0:7", "--games", "4"], Window()) == 6
    wishes = ("--games", "3", "--minutes", "0", "--moves", "90")
    assert line.run([*asked, "--connect", "scan", *wishes], Window()) == 6
    assert seen == [
        NetworkPlay("127.0.0.1", None, waits=True),
        NetworkPlay("0.0.0.0", 7, waits=True, games=4),
        NetworkPlay("scan", None, waits=False, games=3, minutes=0, moves=90),
    ]


@pytest.mark.parametrize("arguments", [["--version"], ["referee", "--version"], ["engine", "gomoku", "--version"]])
def test_the_version(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        line.run(arguments, Window())
    assert left.value.code == 0
    assert capsys.readouterr().out == f"qiguan {VERSION}\n{engines_version()}\n"


@pytest.mark.parametrize(
    ("arguments", "told"), [(["--help"], "referee"), (["referee", "-h"], "JSON line"), (["engine", "-h"], "Gomocup")]
)
def test_help(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        line.run(arguments, Window())
    shown = capsys.readouterr().out
    assert left.value.code == 0
    assert told in shown
    assert "--data DIR" in shown
    assert shown.isascii(), "a terminal without Chinese must show it too"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["no such game.sgf"],
        ["open"],
        ["open", "no such game.sgf"],
        [__file__, "no such game.sgf"],
        [os.path.dirname(__file__)],
        ["nul\0l"],
        ["x" * 5000],
        ["engine"],
        ["engine", "go"],
        ["engine", "gomoku", "--threads", "0"],
        ["engine", "gomoku", "--hash-mb", "many"],
        ["engine", "gomoku", "--level", "godlike"],
        ["engine", "gomoku", "--listen"],
        ["engine", "draughts", "--games", "2"],
        ["engine", "draughts", "--listen", "--connect", "scan"],
        ["engine", "draughts", "--listen", "no address"],
        ["engine", "draughts", "--connect", "scan:0", "--games", "2"],
        ["engine", "draughts", "--connect", "scan", "--minutes", "3"],
        ["engine", "draughts", "--connect", "scan", "--games", "none"],
        ["two\nlines"],
        ["--bogus"],
        ["--bog\nus"],
        ["--dat", "x"],
        ["referee", "more"],
        ["referee", "--size", "15"],
        ["--data"],
        ["--data", ""],
        ["--data", __file__],
        [""],
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    window = Window()
    with pytest.raises(SystemExit) as left:
        line.run(arguments, window)
    shown = capsys.readouterr()
    assert left.value.code == 2
    assert shown.out == ""
    assert shown.err.startswith("qiguan")
    assert shown.err.count("\n") == 1
    assert window.opened == 0
    assert os.environ["QIGUAN_DATA"] == "as it was"


def test_main_from_a_checkout() -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "--version"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"qiguan {VERSION}\n{engines_version()}\n", "")
    wrong = subprocess.run([sys.executable, "main.py", "what"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.count("\n") == 1
    assert "Traceback" not in wrong.stderr
