"""The key of this installation: its file, who is known again by it, and who is not."""

from __future__ import annotations

import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lan_helpers import TERMS, instance_of, players, pump

from game.lan.blocked import BlockedPeople
from game.lan.key_file import NAME, own_key
from game.lan.recent import RecentPeople
from net.trust.keys import new_key

ANNA, OTHER = "a" * 64, "b" * 64
WHEN = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def test_a_key_is_made_once_and_for_the_person_alone(tmp_path: Path) -> None:
    key, notices = own_key(tmp_path / "lan")
    assert not notices
    again, _ = own_key(tmp_path / "lan")
    assert again.public == key.public
    assert [path.name for path in (tmp_path / "lan").iterdir()] == [NAME]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "lan" / NAME).stat().st_mode) == 0o600


def test_of_two_programs_that_make_a_key_at_the_same_time_one_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faster = new_key()
    link = os.link

    def late(source: Path, target: Path) -> None:
        (tmp_path / NAME).write_bytes(faster.as_pem())
        (tmp_path / NAME).chmod(0o600)
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    key, notices = own_key(tmp_path)
    assert key.public == faster.public
    assert not notices


@pytest.mark.parametrize("text", [b"", b"no key", b"\xff" * 9000], ids=["empty", "words", "rubbish"])
def test_a_damaged_key_is_set_aside_and_told(tmp_path: Path, text: bytes) -> None:
    (tmp_path / NAME).write_bytes(text)
    (tmp_path / NAME).chmod(0o600)
    key, notices = own_key(tmp_path)
    assert [notice.code for notice in notices] == ["lan-key-damaged"]
    assert Path(str(notices[0].values["aside"])).read_bytes() == text
    assert own_key(tmp_path)[0].public == key.public


@pytest.mark.skipif(os.name != "posix", reason="rights of this kind are POSIX's")
def test_a_key_that_others_could_read_is_closed_and_told(tmp_path: Path) -> None:
    key, _ = own_key(tmp_path)
    (tmp_path / NAME).chmod(0o644)
    again, notices = own_key(tmp_path)
    assert again.public == key.public
    assert [notice.code for notice in notices] == ["lan-key-was-open"]
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert not own_key(tmp_path)[1]


def test_where_nothing_can_be_kept_the_key_is_for_this_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    key, notices = own_key(tmp_path / "file" / "lan")
    assert key.public
    assert [notice.code for notice in notices] in (["folder-unwritable"], ["lan-key-unusable"])


def test_a_folder_where_a_file_has_one_name_only_keeps_a_key_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    key, notices = own_key(tmp_path)
    assert not notices
    assert own_key(tmp_path)[0].public == key.public
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_whoever_bears_a_known_name_with_another_key_is_told_of_once(tmp_path: Path) -> None:
    """The Bo of last week, and somebody who calls themselves so today; they come and go as they like."""
    (tmp_path / "Anna" / "data" / "lan").mkdir(parents=True)
    known = RecentPeople(tmp_path / "Anna" / "data" / "lan" / "people.json", lambda: WHEN)
    known.met("Bo", "10.0.0.9", "10.0.0.9:1", "xiangqi", "g1", OTHER)
    known.save()
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        for _ in range(2):
            bo.lan.invite(instance_of(bo, anna), TERMS)
            pump([anna, bo], lambda: anna.lan.invitations)
            anna.lan.answer(anna.received.id, False)
            pump([anna, bo], lambda: not anna.lan.invitations and not bo.lan.invitations)
            bo.lan.close()
            pump([anna, bo], lambda: not anna.lan.people)
            bo.lan.open()
            pump([anna, bo], lambda: anna.lan.people and bo.lan.people)
        assert [notice.code for notice in anna.notices].count("lan-other-key") == 1
        assert "lan-other-key" not in [notice.code for notice in bo.notices]


def people(tmp_path: Path) -> RecentPeople:
    return RecentPeople(tmp_path / "people.json", lambda: WHEN)


def test_somebody_is_known_by_the_key_whatever_they_call_themselves(tmp_path: Path) -> None:
    known = people(tmp_path)
    known.met("Anna", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g1", ANNA)
    known.played("g1", "Anna", "10.0.0.1", "won")
    known.met("Hannah", "10.0.0.7", "10.0.0.7:1", "xiangqi", "g2", ANNA)
    known.save()
    (found,) = people(tmp_path).people
    assert (found.name, found.host, found.won, found.key) == ("Hannah", "10.0.0.7", 1, ANNA)


def test_somebody_else_of_the_same_name_and_address_is_somebody_else(tmp_path: Path) -> None:
    known = people(tmp_path)
    known.met("Anna", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g1", ANNA)
    assert known.is_other("Anna", OTHER)
    assert not known.is_other("Anna", ANNA)
    assert not known.is_other("Ben", OTHER)
    known.met("Anna", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g2", OTHER)
    assert [each.key for each in known.people] == [OTHER, ANNA]
    assert not known.is_other("Anna", OTHER), "told once; from now on both are known"


def test_a_result_counts_for_the_key_and_for_no_namesake(tmp_path: Path) -> None:
    """Also one of whose beginning nothing is known here any more."""
    known = people(tmp_path)
    known.met("Anna", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g1", ANNA)
    assert not known.played("lost sight of", "Anna", "10.0.0.1", "won", OTHER)
    assert known.people[0].won == 0
    assert known.played("another", "Hannah", "10.0.0.9", "won", ANNA), "she has another name and address by now"
    assert known.people[0].won == 1


def test_of_two_blocked_people_of_one_name_and_address_both_stay_blocked(tmp_path: Path) -> None:
    blocked = BlockedPeople(tmp_path / "blocked.json", lambda: WHEN)
    for key in (ANNA, OTHER):
        blocked.add("Anna", ["10.0.0.1"], key)
    for key in (ANNA, OTHER):
        found = blocked.find("Renamed", ["10.0.0.77"], frozenset(), key)
        assert found is not None
        assert found.key == key
    blocked.add("Hannah", ["10.0.0.2"], ANNA)
    assert [(each.name, each.hosts, each.key) for each in blocked.people] == [
        ("Hannah", ("10.0.0.2", "10.0.0.1"), ANNA),
        ("Anna", ("10.0.0.1",), OTHER),
    ]
    blocked.remove(blocked.people[0].id)
    assert blocked.find("Anna", ["10.0.0.77"], frozenset(), ANNA) is None
    assert blocked.find("Anna", ["10.0.0.77"], frozenset(), OTHER) is not None


def test_an_entry_of_an_earlier_release_gets_the_first_key_that_comes(tmp_path: Path) -> None:
    known = people(tmp_path)
    known.met("Anna", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g1")
    known.played("g1", "Anna", "10.0.0.1", "lost")
    assert not known.is_other("Anna", ANNA)
    known.met("Anna", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g2", ANNA)
    (found,) = known.people
    assert (found.key, found.lost) == (ANNA, 1)


def test_the_blocked_are_known_by_their_key_at_any_address(tmp_path: Path) -> None:
    blocked = BlockedPeople(tmp_path / "blocked.json", lambda: WHEN)
    blocked.add("Anna", ["10.0.0.1"], ANNA)
    blocked.save()
    blocked = BlockedPeople(tmp_path / "blocked.json", lambda: WHEN)
    assert blocked.find("Hannah", ["10.0.0.9"], frozenset(), ANNA)
    assert blocked.find("Hannah", ["10.0.0.1"], frozenset(), OTHER), "a new key is made in no time"
    assert not blocked.find("Anna", ["10.0.0.9"], frozenset(), OTHER)
    assert blocked.keys == {ANNA}
