"""Seals that were compared by voice: their file, and what is known of somebody's key."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lan_helpers import TERMS, Player, instance_of, players, pump

from game.lan.compared import ComparedPeople
from game.lan.views import Standing

ANNA, OTHER = "a" * 64, "b" * 64
WHEN = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def compared(tmp_path: Path) -> ComparedPeople:
    return ComparedPeople(tmp_path / "lan" / "compared.json", lambda: WHEN)


def test_a_compared_key_is_kept_until_it_is_taken_back(tmp_path: Path) -> None:
    compared(tmp_path).add(ANNA, "Anna")
    again = compared(tmp_path)
    assert again.has(ANNA)
    assert not again.has(OTHER)
    assert again.is_other("Anna", OTHER)
    assert not again.is_other("Anna", ANNA)
    assert not again.is_other("Bo", OTHER)
    again.remove(ANNA)
    assert not compared(tmp_path).people


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b'{"version": 1, "people": [{"key": "anna"}]}', b"[" * 9000])
def test_a_damaged_file_is_set_aside(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "lan").mkdir()
    (tmp_path / "lan" / "compared.json").write_bytes(data)
    people = compared(tmp_path)
    assert people.people == ()
    assert [aside.read_bytes() for aside in (tmp_path / "lan").glob("*damaged*")] == [data]
    people.add(ANNA, "Anna")
    assert compared(tmp_path).has(ANNA)


def test_what_a_later_release_has_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "lan" / "compared.json"
    path.parent.mkdir()
    later = json.dumps({"version": 2, "keys": {ANNA: "Anna"}}).encode()
    path.write_bytes(later)
    people = compared(tmp_path)
    with pytest.raises(OSError, match="later release"):
        people.add(OTHER, "Bo")
    assert people.has(OTHER), "for this run"
    assert path.read_bytes() == later


def standing(player: Player, name: str) -> Standing:
    return next(person.standing for person in player.lan.people if person.label == name)


def test_a_stranger_becomes_known_by_a_game_or_by_voice(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        assert standing(anna, "Bo") is Standing.NEW
        shown = next(person.key for person in anna.lan.people)
        assert shown == bo.lan.key != anna.lan.key
        anna.lan.confirm(instance_of(anna, bo), True)
        assert standing(anna, "Bo") is Standing.COMPARED
        bo.lan.set_name("Anna's friend")
        pump([anna, bo], lambda: anna.lan.people[0].label == "Anna's friend")
        assert standing(anna, "Anna's friend") is Standing.COMPARED, "whatever the name"
        there = anna.lan.people[0].instance
        anna.lan.invite(there, TERMS)
        pump([anna, bo], lambda: bo.lan.invitations)
        assert (bo.received.key, bo.received.standing) == (anna.lan.key, Standing.NEW)
        bo.lan.answer(bo.received.id, True)
        pump([anna, bo], lambda: anna.seated and bo.seated)
        assert standing(bo, "Anna") is Standing.MET
        assert [each.standing for each in bo.lan.recent] == [Standing.MET]
        anna.lan.confirm(there, False)
        assert standing(anna, "Anna's friend") is Standing.MET


def test_another_key_under_a_compared_name_is_marked_and_told(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, _):
        anna.lan._recognition._compared.add(OTHER, "Bo")
        anna.lan._people_at = 0.0
        assert standing(anna, "Bo") is Standing.OTHER
        anna.lan._recognition._peers = ()
        pump([anna], lambda: "lan-other-key" in [notice.code for notice in anna.notices])


def test_where_it_can_not_be_kept_that_is_told(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        (anna.folders.lan / "compared.json").mkdir()
        anna.lan.confirm(instance_of(anna, bo), True)
        pump([anna], lambda: "lan-compared-unsaved" in [notice.code for notice in anna.notices])
        assert standing(anna, "Bo") is Standing.COMPARED
