"""Analyses that are not in the library yet: the newest is found again; damaged and old ones stand in nobody's way."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE_S

from game.library.library import Library
from game.records.record import Record
from game.records.tree import GameNode, GameTree
from game.rules.registry import variant
from game.storage.folders import find_folders

DAY_S = 86_400.0


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(find_folders({"QIGUAN_DATA": str(tmp_path)}))
    yield made
    made.close()


def record(text: str) -> Record:
    rules = variant("gomoku-freestyle")
    start = rules.write_position(rules.start())
    return Record(variant=rules.name, start=start, tree=GameTree.of_line([GameNode(text)]))


def keep(library: Library, key: str, text: str, days_ago: float = 0.0) -> Path:
    keeper = library.drafts.edit(key)
    keeper.keep(record(text))
    deadline = time.monotonic() + PATIENCE_S
    while not keeper.is_kept:
        assert time.monotonic() < deadline, "it was never kept"
        time.sleep(0.002)
    at = time.time() - days_ago * DAY_S
    os.utime(keeper.path, (at, at))
    return keeper.path


def newest(library: Library) -> str:
    found = library.drafts.newest().result()
    return "" if found is None else found.reading.record.moves[0].text


def test_the_draft_that_was_edited_last_is_found(library: Library) -> None:
    assert newest(library) == ""
    keep(library, "a.qiguan", "h8", days_ago=2)
    keep(library, "b.qiguan", "h9", days_ago=1)
    assert newest(library) == "h9"
    keep(library, "a.qiguan", "h10")
    assert newest(library) == "h10"


def test_all_drafts_are_listed_the_newest_first(library: Library) -> None:
    keep(library, "a.qiguan", "h8", days_ago=2)
    keep(library, "b.qiguan", "h9", days_ago=3)
    keep(library, "c.qiguan", "h10").write_bytes(b"{")
    found = library.drafts.listed().result()
    assert [(each.key, each.reading.record.moves[0].text) for each in found] == [("a.qiguan", "h8"), ("b.qiguan", "h9")]
    assert time.time() - found[0].edited_s == pytest.approx(2 * DAY_S, abs=3600)


def test_a_damaged_draft_is_passed_over(library: Library) -> None:
    keep(library, "a.qiguan", "h8", days_ago=1)
    keep(library, "b.qiguan", "h9").write_bytes(b'{"format": "qiguan", "ver')
    assert newest(library) == "h8"


def test_drafts_go_when_they_are_a_month_old_or_not_needed(library: Library) -> None:
    old = keep(library, "a.qiguan", "h8", days_ago=31)
    kept = keep(library, "b.qiguan", "h9", days_ago=29)
    assert newest(library) == "h9"
    assert (old.exists(), kept.exists()) == (False, True)
    library.drafts.drop("b.qiguan")
    assert newest(library) == ""


def test_a_draft_stands_in_no_list_of_games(library: Library) -> None:
    keep(library, "a.qiguan", "h8")
    assert not list(library.folder.glob("*"))
