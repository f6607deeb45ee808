"""Somebody who says that they are somebody else: their beacons, their lines, their answers to calls."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lan_helpers import TERMS, Player, begin, exchange, instance_of, players, pump, settle

from game.lan.key_file import NAME
from game.lan.signing import check_proof
from game.lan.terms import to_wire
from net.discovery.beacons import Status
from net.discovery.diagnosis import HintCode
from net.session import actions
from net.session.events import Joined
from net.session.server import Identity
from net.session.service import Service

Three = tuple[Player, Player, Player]


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Three]:
    """Anna, Bo and somebody else, who see each other."""
    with players(tmp_path, "Anna", "Bo", "Mallory") as (anna, bo, mallory):
        yield anna, bo, mallory


def codes(player: Player) -> list[str]:
    return [notice.code for notice in player.notices]


def refused(player: Player) -> dict[str, str | int]:
    """What the network check says was refused."""
    found = [hint for hint in player.lan.hints() if hint.code is HintCode.REFUSED]
    return dict(found[0].values) if found else {}


def test_an_invitation_that_is_led_elsewhere_is_not_said(three: Three, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bo's address leads to another machine, as after a trick with ARP or on a network that somebody else runs."""
    anna, bo, mallory = three
    wanted = instance_of(anna, bo)
    peers = tuple(
        replace(peer, port=mallory.lan.port) if peer.instance == wanted else peer for peer in anna.lan._contacts.peers
    )
    monkeypatch.setattr(type(anna.lan._contacts), "peers", property(lambda self: peers))
    anna.lan.invite(wanted, TERMS, "for Bo alone")
    pump([anna, bo, mallory], lambda: "lan-somebody-else" in codes(anna))
    assert not anna.lan.invitations
    settle([anna, bo, mallory], 0.2)
    assert not mallory.lan.invitations
    assert refused(anna) == {"beacons": 0, "lines": 1, "blocked": 0, "moves": 0, "watchers": 0}


def test_who_says_the_id_of_somebody_listed_gets_neither_label_nor_invitation(three: Three) -> None:
    anna, bo, _mallory = three
    theirs = instance_of(anna, bo)
    impostor = Service(Identity(theirs, "Bo", "1.0"), port=0, hosts=("127.0.0.1",))
    impostor.start()
    try:
        table = impostor.connect(f"127.0.0.1:{anna.lan.port}")
        seen: list[object] = []
        pump([anna], lambda: seen.extend(impostor.poll()) or any(isinstance(each, Joined) for each in seen))  # type: ignore[func-returns-value]  # extend gives None
        impostor.do(table, actions.Invite(to_wire(TERMS)))
        pump([anna], lambda: anna.lan.invitations)
        assert anna.received.name == "Bo (2)"
        assert refused(anna)["lines"] == 1
        anna.lan.invite(theirs, TERMS)
        pump([anna, bo], lambda: bo.lan.invitations)
        assert bo.received.name == "Anna"
    finally:
        impostor.close()


def test_whoever_is_listed_with_a_known_name_and_another_key_is_told_of_before_any_word(
    three: Three, tmp_path: Path
) -> None:
    anna, _bo, mallory = three
    peer = next(each for each in anna.lan._contacts.peers if each.name == "Bo")
    anna.lan._acquaintances.met("Mallory", "10.0.0.1", "10.0.0.1:1", "xiangqi", "g1", peer.key)
    mallory.lan.set_name("Mallory")
    anna.lan._recognition._peers = ()
    pump([anna], lambda: "lan-other-key" in codes(anna))
    assert [notice.values["name"] for notice in anna.notices if notice.code == "lan-other-key"] == ["Mallory"]


def test_a_blocked_person_is_known_by_the_key_under_any_name_and_counted(three: Three) -> None:
    anna, _bo, mallory = three
    anna.lan.block(instance_of(anna, mallory))
    mallory.lan.set_name("Somebody new")
    pump([anna, mallory], lambda: any(person.label == "Somebody new" for person in anna.lan.people))
    assert next(person for person in anna.lan.people if person.label == "Somebody new").blocked
    mallory.lan.invite(instance_of(mallory, anna), TERMS)
    pump([anna, mallory], lambda: "lan-declined" in codes(mallory))
    assert not anna.lan.invitations
    assert refused(anna)["blocked"] == 1


def test_two_programs_with_one_key_are_told_of_each_other(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        bo.lan.close()
        shutil.copy(anna.folders.lan / NAME, bo.folders.lan / NAME)
        bo.lan._key = None
        bo.lan.open()
        pump([anna, bo], lambda: "lan-same-key" in codes(anna) and "lan-same-key" in codes(bo))
        assert codes(anna).count("lan-same-key") == 1
        assert anna.lan.people
        assert bo.lan.people


def test_a_key_file_that_is_gone_in_the_middle_of_a_run_is_written_again(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        before = next(peer.key for peer in bo.lan._contacts.peers)
        kept = (anna.folders.lan / NAME).read_bytes()
        (anna.folders.lan / NAME).unlink()
        anna.lan.close()
        anna.lan.open()
        pump([anna, bo], lambda: any(peer.key == before for peer in bo.lan._contacts.peers))
        assert (anna.folders.lan / NAME).read_bytes() == kept


def test_a_game_of_a_key_that_is_lost_is_told_of_and_nothing_of_it_is_lost(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        exchange([anna, bo], "h8", "h9", "j8")
        settle([anna, bo], 0.1)
        anna.drop()
        kept = anna.folders.lan / NAME
        kept.rename(kept.with_name("aside"))
        back = Player("Anna", tmp_path / "Anna", anna.lan._discovery_port)
        back.lan.open()
        (game,) = back.suspended
        back.lan.resume(game.id)
        settle([back], 0.1)
        assert [notice.values for notice in back.notices if notice.code == "lan-game-old-key"] == [{"name": "Bo"}]
        assert not back.seated
        assert back.suspended == (game,), "the key may come back"
        back.lan.discard(game.id)
        (record,) = back.records()
        assert [move.text for move in record.moves] == ["h8", "h9", "j8"]
        found = check_proof(record)
        assert found is not None
        assert [side.plies for side in found.sides] == [3, 2], "what each has signed while it was played"
        back.lan.close()


def test_a_game_goes_on_with_the_key_that_has_come_back(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo") as (anna, bo):
        begin(anna, bo)
        exchange([anna, bo], "h8", "h9")
        anna.drop()
        kept = anna.folders.lan / NAME
        aside = kept.rename(kept.with_name("aside"))
        without = Player("Anna", tmp_path / "Anna", anna.lan._discovery_port)
        without.lan.open()
        without.lan.close()
        aside.replace(kept)
        back = Player("Anna", tmp_path / "Anna", anna.lan._discovery_port)
        back.lan.open()
        back.lan.resume(back.suspended[0].id)
        pump([back, bo], lambda: back.seated and back.table.is_here)
        exchange([back, bo], "j8")
        back.match.close()
        back.lan.close()


def test_an_address_is_meant_for_whom_one_has_played_with_there(three: Three) -> None:
    """As with a known host: whoever has the address now is told nothing, unless they are called once more."""
    anna, bo, mallory = three
    address = f"127.0.0.1:{mallory.lan.port}"
    key = next(each.key for each in anna.lan._contacts.peers if each.name == "Bo")
    anna.lan._acquaintances.met("Bo", "127.0.0.1", address, "xiangqi", "g1", key)
    assert anna.lan.invite_address(address, TERMS) is None
    pump([anna, bo, mallory], lambda: "lan-address-moved" in codes(anna))
    settle([anna, bo, mallory], 0.2)
    assert not mallory.lan.invitations
    (told,) = [notice for notice in anna.notices if notice.code == "lan-address-moved"]
    assert told.values == {"address": address, "name": "Bo"}
    anna.lan.invite_address(address, TERMS)
    pump([anna, bo, mallory], lambda: mallory.lan.invitations)


def test_blocked_people_who_want_to_watch_are_counted(three: Three) -> None:
    anna, bo, mallory = three
    begin(anna, bo, replace(TERMS, watchers=True))
    anna.lan.block(instance_of(anna, mallory))
    pump([anna, bo, mallory], lambda: any(person.presence is Status.OPEN for person in mallory.lan.people))
    mallory.lan.watch(instance_of(mallory, anna))
    pump([anna, bo, mallory], lambda: "lan-not-open" in codes(mallory))
    assert refused(anna)["watchers"] == 1
