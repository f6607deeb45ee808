"""The log for reports: what goes in and what must not, that it stays small, and a command that fails unforeseen."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import warnings
from importlib.metadata import PackageNotFoundError
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest

from game.storage.folders import Folders, find_folders
from game.storage.logs import DEBUG_VARIABLE, keep_log, versions
from game.storage.version import VERSION


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def fail() -> None:
    raise RuntimeError("a thread that nobody waits for")


def test_ours_are_noted_and_so_is_a_thread_that_fails(folders: Folders) -> None:
    before = threading.excepthook
    with keep_log(folders) as file:
        logging.getLogger("game.x").info("a note")
        logging.getLogger("somebody").info("a library's note")
        logging.getLogger("somebody").warning("a library's warning")
        thread = threading.Thread(target=fail, name="worker-9")
        thread.start()
        thread.join()
    assert file is not None
    text = file.read_text(encoding="utf-8")
    assert "INFO game.x: a note" in text
    assert "a library's note" not in text
    assert "a library's warning" in text
    assert "worker-9 has failed\nTraceback" in text
    assert threading.excepthook is before
    assert not any(isinstance(each, RotatingFileHandler) for each in logging.getLogger().handlers)


def leave_quietly() -> None:
    raise SystemExit


def test_a_warning_of_python_is_noted_and_a_thread_that_ends_itself_is_not(folders: Folders) -> None:
    levels = {name: logging.getLogger(name).level for name in ("game", "game.lan", "net")}
    with keep_log(folders) as file, warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("an old call", DeprecationWarning, stacklevel=1)
        thread = threading.Thread(target=leave_quietly, name="worker-9")
        thread.start()
        thread.join()
    assert file is not None
    text = file.read_text(encoding="utf-8")
    assert "an old call" in text
    assert "worker-9" not in text
    assert {name: logging.getLogger(name).level for name in levels} == levels, "as it was before"


def test_the_log_of_the_next_start_comes_after_that_of_the_last(folders: Folders) -> None:
    for number in range(2):
        with keep_log(folders) as file:
            logging.getLogger("game.x").info("start %d", number)
    assert file is not None
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if "start" in line]
    assert [line.rpartition(": ")[2] for line in lines] == ["start 0", "start 1"]


def test_what_people_say_to_each_other_stays_out(folders: Folders) -> None:
    with keep_log(folders) as file:
        logging.getLogger("game.lan.play").info("a complaint: %s", "see you at nine")
        logging.getLogger("net.session.session").info("chat: %s", "see you at nine")
    assert file is not None
    assert "nine" not in file.read_text(encoding="utf-8")


def test_the_log_stays_small(folders: Folders) -> None:
    with keep_log(folders):
        for _ in range(2000):
            logging.getLogger("game.x").warning("x" * 1000)
    sizes = [file.stat().st_size for file in folders.log.glob("qiguan.log*")]
    assert len(sizes) == 3
    assert max(sizes) <= 500_000


def test_stacks_of_a_crash_below_python_are_kept_and_said_once(folders: Folders) -> None:
    with keep_log(folders):
        pass
    (folders.log / "faults.log").write_text("Fatal Python error: Segmentation fault")
    for _ in range(2):
        with keep_log(folders) as file:
            pass
    assert file is not None
    assert file.read_text(encoding="utf-8").count("crashed below Python") == 1
    assert "Segmentation" in (folders.log / "faults.old.log").read_text()


def test_a_folder_that_cannot_be_written_hinders_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with keep_log(find_folders({"QIGUAN_DATA": str(tmp_path / "file")})) as file:
        logging.getLogger("game.x").warning("nobody reads this")
    assert file is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
def test_a_full_disk_is_borne_in_silence(folders: Folders, capsys: pytest.CaptureFixture[str]) -> None:
    folders.log.mkdir(parents=True)
    (folders.log / "qiguan.log").symlink_to("/dev/full")
    with keep_log(folders):
        logging.getLogger("game.x").warning("nobody can write this")
    assert "Traceback" not in capsys.readouterr().err
    assert logging.raiseExceptions


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_command_that_fails_says_so_in_a_line(tmp_path: Path, debug: str) -> None:
    code = (
        "import sys\n"
        "from game import __main__\n"
        "def fail(*_): raise LookupError('the moon\\nis missing')\n"
        "from game.commands import line\n"
        "line.run = fail\n"
        "sys.argv = ['qiguan', 'host']\n"
        "__main__.main()\n"
    )
    environment = {**os.environ, "QIGUAN_DATA": str(tmp_path), DEBUG_VARIABLE: debug}
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    file = tmp_path / "log" / "qiguan.log"
    lines = done.stderr.strip().splitlines()
    assert lines[-1] == f"qiguan: LookupError: the moon is missing; details are in {file}"
    assert ("Traceback" in done.stderr) is bool(debug)
    assert len(lines) == 1 or debug
    text = file.read_text(encoding="utf-8")
    assert VERSION in text
    assert "Traceback" in text


def test_extras_that_are_not_there_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", absent)
    told = versions()
    assert "numpy without a version" in told
    assert "numba" not in told
