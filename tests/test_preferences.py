"""The settings while the program runs: who hears of a change, and when it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.storage import preferences
from game.storage.folders import Folders, find_folders
from game.storage.preferences import Preferences
from game.storage.settings import load


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(preferences, "time", clock)
    return clock


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


def kept_name(folders: Folders) -> str:
    return load(folders)[0].name


def test_a_change_is_heard_of_at_once_and_written_a_little_later(folders: Folders, clock: Clock) -> None:
    kept, heard = Preferences(folders), []
    kept.follow(lambda changed: heard.append((sorted(changed), kept.settings.name)))
    for name in ("L", "Li", "Lin"):
        kept.change(name=name, sound=False)
        clock.now += 0.2
        kept.update()
    assert heard == [(["name", "sound"], name) for name in ("L", "Li", "Lin")]
    assert kept_name(folders) == "Lin", "half a second after the first change, with what has come since"
    kept.change(name="Anna")
    clock.now += 0.4
    kept.update()
    assert kept_name(folders) == "Lin"
    clock.now += 0.2
    kept.update()
    assert kept_name(folders) == "Anna"


def test_what_can_not_be_written_is_told_once(folders: Folders, clock: Clock) -> None:
    kept = Preferences(folders)
    folders.settings_file.mkdir(parents=True)
    kept.change(name="Lin")
    kept.save()
    (notice,) = kept.take_notices()
    assert notice.code.startswith(("settings", "folder"))
    assert kept.take_notices() == []
    assert kept.settings.name == "Lin"
