"""Being left alone: rates of invitations, "do not disturb", blocked people, and the port of one's choice."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lan_helpers import TERMS, Player, begin, exchange, free_port, instance_of, let_invite_again, players, pump, settle

from game.lan.admission import FROM_ADDRESS, FROM_ALL, FROM_STRANGERS, LATER, QUIET, UNHEARD, WINDOW_S, Admission
from game.lan.blocked import MOST_BLOCKED, Blocked, BlockedPeople
from game.lan.views import PersonPresence
from game.storage.notice import Notice
from net.session import events as wire
from net.session.messages import Terms


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[Player]]:
    with players(tmp_path, "Anna", "Bo") as made:
        yield made


# --- rates ------------------------------------------------------------------------------------------------------------


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_address_asks_only_so_often() -> None:
    clock = Clock()
    admission = Admission(clock)
    said = [admission.refusal("10.0.0.1", is_known=True, is_blocked=False) for _ in range(FROM_ADDRESS + 1)]
    assert said == [None] * FROM_ADDRESS + [LATER]
    assert admission.refusal("10.0.0.2", is_known=True, is_blocked=False) is None
    clock.now += WINDOW_S
    assert admission.refusal("10.0.0.1", is_known=True, is_blocked=False) is None


def test_strangers_together_ask_less_than_those_who_are_listed() -> None:
    clock = Clock()
    admission = Admission(clock)
    asked = 0
    for number in range(38):  # as many came in 25 seconds once, with a dialog each
        clock.now += 25 / 38
        asked += admission.refusal(f"10.0.0.{number % 20}", is_known=False, is_blocked=False) is None
    assert asked == FROM_STRANGERS
    assert admission.refusal("10.0.1.1", is_known=True, is_blocked=False) is None


def test_a_whole_room_asks_no_more_than_anybody_can_answer() -> None:
    admission = Admission(Clock())
    said = [admission.refusal(f"10.0.0.{number}", is_known=True, is_blocked=False) for number in range(20)]
    assert said == [None] * FROM_ALL + [LATER] * (20 - FROM_ALL)


def test_what_is_refused_anyway_costs_nobody_a_turn() -> None:
    admission = Admission(Clock())
    admission.is_quiet = True
    for _ in range(50):
        assert admission.refusal("10.0.0.1", is_known=True, is_blocked=False) == QUIET
        assert admission.refusal("10.0.0.1", is_known=True, is_blocked=True) == UNHEARD
    admission.is_quiet = False
    assert admission.refusal("10.0.0.1", is_known=True, is_blocked=False) is None


def test_a_crowd_of_strangers_puts_few_invitations_before_the_person(two: list[Player]) -> None:
    """Each of them is somebody else at another address, as far as can be seen."""
    anna = two[0]
    shown = set()
    for number in range(1000, 1038):
        peer = wire.Peer(f"{number:032x}", f"Somebody {number}", "1", (), f"10.0.{number % 20}.9")
        anna.lan._take(wire.Joined(number, peer))
        anna.lan._take(wire.Invited(number, f"{number:016x}", Terms("gomoku-freestyle", {}, 0, 0, "random"), "", 60.0))
        shown |= {each.id for each in anna.lan.invitations}
    assert len(shown) == FROM_STRANGERS


# --- do not disturb ---------------------------------------------------------------------------------------------------


def test_whoever_does_not_want_to_be_disturbed_is_away_and_asked_nothing(two: list[Player]) -> None:
    anna, bo = two
    bo.lan.set_quiet(True)
    pump(two, lambda: anna.lan.people[0].presence is PersonPresence.AWAY)
    anna.lan.invite(instance_of(anna, bo), TERMS)
    pump(two, lambda: anna.notices)
    assert anna.notices == [Notice("lan-quiet", {"name": "Bo"})]
    assert bo.lan.invitations == ()
    bo.lan.set_quiet(False)
    pump(two, lambda: anna.lan.people[0].presence is PersonPresence.FREE)


def test_a_game_and_the_next_one_with_the_same_go_on_undisturbed(two: list[Player]) -> None:
    anna, bo = two
    begin(anna, bo)
    bo.lan.set_quiet(True)
    exchange(two, "h8", "h9")
    anna.match.resign()
    pump(two, lambda: anna.table.has_ended and bo.table.has_ended)
    let_invite_again(anna.lan, bo.lan)
    anna.table.invite_again(False)
    pump(two, lambda: bo.lan.invitations)


# --- blocked people ---------------------------------------------------------------------------------------------------


def test_the_blocked_ask_nothing_and_are_known_again_at_the_next_start(tmp_path: Path) -> None:
    with players(tmp_path, "Anna", "Bo", "Cleo") as (anna, bo, cleo):
        made = [anna, bo, cleo]
        bo.lan.invite(instance_of(bo, anna), TERMS)
        pump(made, lambda: anna.lan.invitations)
        anna.lan.block_sender(anna.received.id)
        pump(made, lambda: bo.notices)
        assert bo.notices == [Notice("lan-declined", {"name": "Anna"})], "it sounds like any refusal"
        assert [each.name for each in anna.lan.blocked] == ["Bo"]
        anna.lan.close()
        fresh = made[0] = Player("Anna", tmp_path / "Anna", anna.lan._discovery_port)
        fresh.lan.enter_lobby(True)
        fresh.lan.open()
        pump(made, lambda: len(fresh.lan.people) == 2 and len(bo.lan.people) == 2)
        (entry,) = fresh.lan.blocked
        assert [(each.label, each.blocked) for each in fresh.lan.people] == [("Cleo", ""), ("Bo", entry.id)]
        bo.notices.clear()
        settle(made, 0.1)
        pump(made, lambda: any(each.label == "Anna" for each in bo.lan.people))
        bo.lan._invitations._contacts.all.clear()  # the line to Anna's last run
        bo.lan.invite_address(f"127.0.0.1:{fresh.lan.port}", TERMS)
        pump(made, lambda: bo.notices)
        assert bo.notices[0].code == "lan-declined"
        assert fresh.lan.invitations == ()
        # Cleo is at the same address, which is also Anna's own, and is heard
        cleo.lan.invite_address(f"127.0.0.1:{fresh.lan.port}", TERMS)
        pump(made, lambda: fresh.lan.invitations)
        assert fresh.received.name == "Cleo"
        fresh.lan.unblock(entry.id)
        assert fresh.lan.blocked == ()
        pump(made, lambda: all(each.blocked == "" for each in fresh.lan.people))
        fresh.lan.close()


def test_somebody_elsewhere_is_known_by_the_address_whatever_the_name(tmp_path: Path) -> None:
    people = BlockedPeople(tmp_path / "blocked.json", lambda: datetime(2026, 5, 1, tzinfo=UTC))
    own = frozenset({"127.0.0.1", "192.168.1.5"})
    people.add("Mallory", ["192.168.1.9", "fe80::9%eth0"])
    assert people.find("Somebody", ["192.168.1.9"], own) is not None
    assert people.find("Somebody", ["fe80::9%wlan0"], own) is not None
    assert people.find("Mallory", ["192.168.1.10"], own) is None, "a namesake"
    people.add("Eve", ["192.168.1.5"])
    assert people.find("Eve", ["192.168.1.5"], own) is not None
    assert people.find("Adam", ["192.168.1.5"], own) is None, "everybody on this computer has this address"
    people.save()
    again = BlockedPeople(tmp_path / "blocked.json", lambda: datetime(2026, 5, 1, tzinfo=UTC))
    assert again.people == people.people


@pytest.mark.parametrize("data", [b"", b"{", b"[1, 2]", b'[{"name": 3}]', b"\xff" * 100, b"[" * 5000])
def test_a_damaged_list_blocks_nobody_and_stops_nothing(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "blocked.json"
    path.write_bytes(data)
    people = BlockedPeople(path, lambda: datetime(2026, 5, 1, tzinfo=UTC))
    assert people.people == ()
    for number in range(MOST_BLOCKED + 5):
        people.add(f"Somebody {number}", [f"10.0.0.{number}"])
    people.save()
    assert len(BlockedPeople(path, lambda: datetime(2026, 5, 1, tzinfo=UTC)).people) == MOST_BLOCKED
    assert people.people[0] == Blocked(
        f"Somebody {MOST_BLOCKED + 4}", (f"10.0.0.{MOST_BLOCKED + 4}",), "2026-05-01T00:00:00+00:00"
    )


# --- the port ---------------------------------------------------------------------------------------------------------


def test_another_port_holds_from_the_next_coming_into_the_lobby_on(two: list[Player]) -> None:
    anna, bo = two
    wanted = free_port(socket.SOCK_STREAM)
    anna.lan.set_port(wanted)
    assert anna.lan.port != wanted
    anna.lan.enter_lobby(True)
    assert anna.lan.port == wanted
    pump(two, lambda: any(each.address.endswith(f":{wanted}") for each in bo.lan.people))


def test_a_game_is_not_disturbed_by_another_port(two: list[Player]) -> None:
    anna = two[0]
    begin(*two)
    before = anna.lan.port
    anna.lan.set_port(free_port(socket.SOCK_STREAM))
    anna.lan.enter_lobby(True)
    assert anna.lan.port == before
    exchange(two, "h8")


def test_a_port_that_is_taken_is_told_of_and_another_one_used(two: list[Player]) -> None:
    anna, bo = two
    anna.lan.set_port(bo.lan.port)
    anna.lan.enter_lobby(True)
    assert anna.lan.port not in (0, bo.lan.port)
    assert Notice("lan-port-taken", {"port": str(bo.lan.port), "used": str(anna.lan.port)}) in anna.lan.take_notices()
