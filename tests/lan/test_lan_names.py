"""People without a name: everybody sees the same one in place of it, everywhere."""

from __future__ import annotations

import getpass
from dataclasses import replace
from pathlib import Path

import pytest
from lan_helpers import TERMS, Player, begin, exchange, free_port, players, pump, settle

from game.lan.names import usual_name
from game.lan.views import LineState

INSTANCE = "f3b5" + "0" * 28


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("lin", "lin"),
        ("  Lin\x1b[31m Wei ", "Lin Wei"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "#f3b5"),
        ("", "#f3b5"),
        ("root", "#f3b5"),
        ("Admin", "#f3b5"),
        ("user", "#f3b5"),
    ],
)
def test_the_name_at_the_computer(login: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert usual_name(INSTANCE) == name


def test_a_computer_without_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise KeyError("no such user")

    monkeypatch.setattr(getpass, "getuser", fail)
    assert usual_name(INSTANCE) == "#f3b5"


def nameless(tmp_path: Path, *folders: str) -> list[Player]:
    udp = free_port()
    made = [Player("", tmp_path / folder, udp) for folder in folders]
    for player in made:
        player.lan.enter_lobby(True)
        player.lan.open()
        player.name = player.lan._name
    pump(made, lambda: all(len(player.lan.people) == len(made) - 1 for player in made))
    return made


def test_the_nameless_are_called_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "root")
    anna, bo, cleo = made = nameless(tmp_path, "a", "b", "c")
    try:
        assert len({player.name for player in made}) == 3
        assert {person.label for person in cleo.lan.people} == {anna.name, bo.name}
        bo_there = next(person for person in anna.lan.people if person.label == bo.name)
        terms = replace(TERMS, watchers=True)
        assert anna.lan.invite_address(bo_there.address, terms) is None
        pump(made, lambda: bo.lan.invitations)
        assert bo.received.name == anna.name
        bo.lan.answer(bo.received.id, True)
        pump(made, lambda: anna.seated and bo.seated)
        assert (anna.table.peer, bo.table.peer) == (bo.name, anna.name)
        exchange([anna, bo], "h8", "h9")
        there = next(person for person in cleo.lan.people if person.label == anna.name)
        cleo.lan.watch(there.instance)
        pump(made, lambda: cleo.seated)
        assert cleo.seated[-1].table.peer in (f"{anna.name} · {bo.name}", f"{bo.name} · {anna.name}")
        settle(made, 0.1)
        anna.drop()
        (game,) = Player("", tmp_path / "a", anna.lan._discovery_port).suspended
        assert game.peer == bo.name
    finally:
        for player in made:
            if player.lan.is_open:
                for seated in player.seated:
                    seated.match.close()
            player.lan.close()


def test_the_lost_are_sought_by_their_key_and_of_earlier_releases_by_a_name(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo", "Cleo") as (anna, bo, cleo):
        begin(anna, bo)
        assert cleo.lan._contacts.discovery is not None
        cleo.lan._contacts.discovery.set_name("Bo")
        pump([anna, cleo], lambda: [peer.name for peer in anna.lan._contacts.peers].count("Bo") == 2)
        bo.drop()
        bo.is_stopped = True  # type: ignore[attr-defined]
        pump([anna], lambda: anna.table.line is LineState.DOWN)
        service = anna.lan._contacts.service
        assert service is not None
        sought: list[str] = []
        service.also_at = lambda table, addresses: sought.extend(addresses)  # type: ignore[method-assign]
        (contact,) = [each for each in anna.lan._contacts.all.values() if each.table is not None]
        settle([anna, cleo], 0.7)
        assert sought == [], "a name is not a key"
        contact.key = contact.peer = ""
        cleo.lan._contacts.discovery.set_name("")  # as programs did that knew no substitute
        pump([anna, cleo], lambda: any(peer.name == "" for peer in anna.lan._contacts.peers))
        sought.clear()
        settle([anna, cleo], 0.7)
        assert sought == []
        contact.peer = "Bo"
        cleo.lan._contacts.discovery.set_name("Bo")
        pump([anna, cleo], lambda: sought)
