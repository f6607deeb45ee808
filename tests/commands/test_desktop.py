"""The program in the desktop's menu: the files are well-formed, agree with each other, and get to their places."""

from __future__ import annotations

import configparser
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.commands import desktop
from game.storage.paths import assets_folder
from game.storage.version import APPLICATION_ID, VERSION

ROOT = Path(__file__).resolve().parents[2]
FOLDER = assets_folder() / "desktop"


def read_entry(file: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]  keys are told apart by case
    parser.read(file, encoding="utf-8")
    assert parser.sections() == ["Desktop Entry"]
    return parser["Desktop Entry"]


def test_the_entry_has_what_a_menu_needs() -> None:
    entry = read_entry(FOLDER / f"{APPLICATION_ID}.desktop")
    assert entry["Type"] == "Application"
    assert entry["Icon"] == entry["StartupWMClass"] == APPLICATION_ID
    assert entry["Exec"] == "qiguan %F"
    assert "Game" in entry["Categories"].split(";")
    for key in ("Categories", "Keywords", "Keywords[zh_CN]", "MimeType"):
        assert entry[key].endswith(";")
    for key in ("Name", "GenericName", "Comment"):
        assert entry[key] != entry[f"{key}[zh_CN]"]


def test_the_metadata_has_what_a_software_centre_needs() -> None:
    root = ElementTree.parse(FOLDER / f"{APPLICATION_ID}.metainfo.xml").getroot()
    assert (root.tag, root.attrib) == ("component", {"type": "desktop-application"})
    assert root.findtext("id") == APPLICATION_ID
    assert root.findtext("launchable[@type='desktop-id']") == f"{APPLICATION_ID}.desktop"
    assert root.findtext("provides/binary") == "qiguan"
    for tag in ("metadata_license", "project_license", "name", "summary", "description/p"):
        assert root.findtext(tag), tag
    assert not (root.findtext("summary") or "").endswith(".")
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    assert {"zh_CN", "zh_TW"} <= {each.get(language) for each in root.iterfind("summary")}
    release = root.find("releases/release")
    assert release is not None
    assert release.get("version") == VERSION
    assert root.find("content_rating") is not None


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="the checker is not installed")
def test_the_metadata_passes_the_checker() -> None:
    file = FOLDER / f"{APPLICATION_ID}.metainfo.xml"
    done = subprocess.run(["appstreamcli", "validate", "--no-net", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_icons_are_as_large_as_they_say() -> None:
    pictures = list(FOLDER.glob("icon-*.png"))
    assert len(pictures) >= 5
    for picture in pictures:
        data = picture.read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", data[16:24]) == (int(picture.stem[5:]),) * 2
    count, *_ = struct.unpack("<4xH", (FOLDER / "qiguan.ico").read_bytes()[:6])
    assert count == 4
    assert ElementTree.parse(FOLDER / f"{APPLICATION_ID}.svg").getroot().tag.endswith("svg")


def test_files_get_to_their_places_and_away_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert desktop.main(tmp_path, remove=False) == 0
    share = tmp_path / "share"
    assert read_entry(share / "applications" / f"{APPLICATION_ID}.desktop")["Exec"] == "qiguan %F"
    assert (share / "icons/hicolor/48x48/apps" / f"{APPLICATION_ID}.png").is_file()
    assert (share / "metainfo" / f"{APPLICATION_ID}.metainfo.xml").is_file()
    assert desktop.main(tmp_path, remove=True) == 0
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []
    assert str(share) in capsys.readouterr().out


def test_for_one_person_the_entry_starts_the_program_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda: str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "argv", ["/home/lin/my games/.venv/bin/qiguan", "install-desktop"])
    assert desktop.main(None, remove=False) == 0
    entry = read_entry(tmp_path / "applications" / f"{APPLICATION_ID}.desktop")
    assert entry["Exec"] == '"/home/lin/my games/.venv/bin/qiguan" %F'


def test_other_systems_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert desktop.main(None, remove=False) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_that_cannot_be_written_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "share").write_text("")
    assert desktop.main(tmp_path, remove=False) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("/usr/bin/qiguan", "/usr/bin/qiguan"),
        ("/a b/qiguan", '"/a b/qiguan"'),
        ("/50 %/q", '"/50 %%/q"'),
        ('/a"$`', r'"/a\\"\\$\\`"'),
        (r"C:\q", r'"C:\\\\q"'),  # escaped for the command, and again for the file
    ],
)
def test_commands_are_quoted_as_an_entry_wants_it(path: str, written: str) -> None:
    assert desktop.quoted([path]) == written


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (["/opt/venv/bin/qiguan"], ["/opt/venv/bin/qiguan"]),
        (["/src/main.py"], [sys.executable, "/src/main.py"]),
        (["/lib/site-packages/qiguan/__main__.py"], [sys.executable, "-m", "qiguan"]),
        ([str(ROOT / "game" / "__main__.py")], [sys.executable, str(ROOT / "main.py")]),
    ],
)
def test_the_program_knows_how_it_was_started(
    arguments: list[str], command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", arguments)
    assert desktop.running_program() == command
