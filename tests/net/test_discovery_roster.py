"""Who is here: coming, changing, going, and what strangers may not do."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.discovery.beacons import Beacon, Card, Kind, Status, encode
from net.discovery.peer_table import (
    GONE_AFTER_S,
    MOST_PEERS,
    MOST_PEERS_AT_ONE_ADDRESS,
    DatagramSource,
    HeardBeacon,
    PeerTable,
)

OWN = Card("ff" * 16, "Me", 1000)


def card(number: int, name: str | None = None) -> Card:
    return Card(f"{number + 1:032x}", name if name is not None else f"P{number}", 2000 + number % 1000)


def at(number: int) -> DatagramSource:
    return DatagramSource(f"10.0.{number >> 8}.{number & 255}", 5000)


def say(
    peer_table: PeerTable, said: Card, source: DatagramSource, now: float, kind: Kind = Kind.ANNOUNCE
) -> HeardBeacon:
    return peer_table.hear(encode(Beacon(kind, said)), source, now)[0]


def labels(peer_table: PeerTable) -> list[str]:
    return [peer.label for peer in peer_table.peers()]


def test_a_peer_comes_with_all_that_it_says() -> None:
    peer_table = PeerTable(OWN)
    said = Card("ab" * 16, "安娜", 27_183, Status.OPEN, "xiangqi 15+10", 1, 3)
    assert say(peer_table, said, at(1), 5.0, Kind.HI) is HeardBeacon.PEER
    (peer,) = peer_table.peers()
    assert (peer.instance, peer.name, peer.label, peer.port) == ("ab" * 16, "安娜", "安娜", 27_183)
    assert (peer.status, peer.game, peer.compatible) == (Status.OPEN, "xiangqi 15+10", True)
    assert peer.addresses == ("10.0.0.1",)
    assert (peer.first_heard, peer.status_since, peer.round_trip_s) == (5.0, 5.0, None)
    assert peer_table.peers() is peer_table.peers()


def test_own_datagrams_are_ignored_from_wherever_they_come() -> None:
    peer_table = PeerTable(OWN)
    assert say(peer_table, OWN, at(9), 0.0) is HeardBeacon.OWN
    assert peer_table.peers() == ()


def test_a_silent_peer_is_gone_after_three_and_a_half_seconds() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    say(peer_table, card(2), at(2), 1.0)
    assert peer_table.next_expiry() == GONE_AFTER_S
    peer_table.expire(GONE_AFTER_S - 0.001)
    assert labels(peer_table) == ["P1", "P2"]
    peer_table.expire(GONE_AFTER_S)
    assert labels(peer_table) == ["P2"]
    peer_table.expire(peer_table.next_expiry())
    assert labels(peer_table) == []
    assert peer_table.next_expiry() == float("inf")
    assert say(peer_table, card(1), at(1), 9.0) is HeardBeacon.PEER
    assert labels(peer_table) == ["P1"]


def test_a_bye_removes_at_once_and_what_arrives_later_does_not_bring_back() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    assert say(peer_table, card(1), at(1), 0.1, Kind.BYE) is HeardBeacon.PEER
    assert labels(peer_table) == []
    assert say(peer_table, card(1), DatagramSource("fe80::1%2", 4), 0.2) is HeardBeacon.LATE
    assert say(peer_table, card(1), at(1), 0.3, Kind.BYE) is HeardBeacon.LATE
    assert labels(peer_table) == []


def test_a_bye_of_somebody_unheard_keeps_nobody_out() -> None:
    """Else a stranger could say bye for everybody before they answer."""
    peer_table = PeerTable(OWN)
    assert say(peer_table, card(1), at(66), 0.0, Kind.BYE) is HeardBeacon.LATE
    assert say(peer_table, card(1), at(1), 0.1) is HeardBeacon.PEER


def test_a_bye_holds_for_ten_seconds() -> None:
    """What was under way when it was said has come by then; a forged one keeps nobody out for longer."""
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    say(peer_table, card(1), at(1), 1.0, Kind.BYE)
    assert say(peer_table, card(1), at(1), 10.9) is HeardBeacon.LATE
    assert say(peer_table, card(1), at(1), 11.0) is HeardBeacon.PEER
    assert peer_table.peers()[0].first_heard == 11.0


def test_nobody_says_bye_or_speaks_for_another_from_elsewhere() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    assert say(peer_table, card(1), at(66), 0.1, Kind.BYE) is HeardBeacon.DOUBTED
    assert say(peer_table, replace(card(1), name="Fool"), at(66), 0.1) is HeardBeacon.DOUBTED
    assert say(peer_table, replace(card(1), port=666), at(66), 0.1) is HeardBeacon.DOUBTED
    (peer,) = peer_table.peers()
    assert (peer.name, peer.port, peer.addresses) == ("P1", card(1).port, ("10.0.0.1",))


def test_addresses_gather_with_the_best_first() -> None:
    peer_table = PeerTable(OWN)
    for number, address in enumerate(("169.254.7.7", "fe80::7%2", "10.0.0.7", "127.0.0.1", "192.168.0.7")):
        say(peer_table, card(1), DatagramSource(address, 5000 + number), 0.0)
    assert peer_table.peers()[0].addresses == ("127.0.0.1", "10.0.0.7", "192.168.0.7", "fe80::7%2", "169.254.7.7")


def test_an_address_no_longer_heard_is_let_go_and_few_are_kept() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    for second in range(1, 12):
        say(peer_table, card(1), at(2), float(second))
    peer_table.expire(11.9)
    assert peer_table.peers()[0].addresses == ("10.0.0.1", "10.0.0.2")
    peer_table.expire(12.0)
    assert peer_table.peers()[0].addresses == ("10.0.0.2",)
    for number in range(100):
        say(peer_table, card(1), at(number + 10), 12.0)
    assert len(peer_table.peers()[0].addresses) == 8


def test_an_address_stands_once_however_many_ports_it_sends_from() -> None:
    peer_table = PeerTable(OWN)
    for port, address in enumerate(("10.0.0.7", "10.0.0.8", "10.0.0.7")):
        say(peer_table, card(1), DatagramSource(address, 5000 + port), 0.0)
    assert peer_table.peers()[0].addresses == ("10.0.0.7", "10.0.0.8")


def test_of_too_many_addresses_the_one_that_is_silent_for_longest_goes() -> None:
    peer_table = PeerTable(OWN)
    for number in range(8):
        say(peer_table, card(1), at(number), 1.0 + number / 10)
    say(peer_table, card(1), at(0), 2.0)
    say(peer_table, card(1), at(8), 2.1)
    assert set(peer_table.peers()[0].addresses) == {f"10.0.0.{number}" for number in (0, 2, 3, 4, 5, 6, 7, 8)}
    # and what is said from there afterwards is a stranger's word
    assert say(peer_table, replace(card(1), name="Fool"), at(1), 2.2) is HeardBeacon.DOUBTED


def test_equal_names_get_a_suffix_that_stays() -> None:
    peer_table = PeerTable(OWN)
    for number, name in enumerate(("Anna", "ANNA", "Anna (2)", "Me", "", "", "Ａnna")):
        say(peer_table, card(number, name), at(number), 0.0)
    assert labels(peer_table) == ["Anna", "ANNA (2)", "Anna (2) (2)", "Me (2)", "#0000", "#0000 (2)", "Ａnna (3)"]
    say(peer_table, card(0), at(0), 0.1, Kind.BYE)
    assert labels(peer_table)[0] == "ANNA (2)"
    say(peer_table, card(1, "Berta"), at(1), 0.2)
    assert labels(peer_table)[0] == "Berta"
    peer_table.set_own(replace(OWN, name="berta"))
    assert labels(peer_table)[0] == "Berta (2)"


def test_changes_are_taken_and_a_status_knows_since_when() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    say(peer_table, replace(card(1), game="gomoku"), at(1), 1.0)
    assert (peer_table.peers()[0].game, peer_table.peers()[0].status_since) == ("gomoku", 0.0)
    say(peer_table, replace(card(1), status=Status.AWAY), at(1), 2.0)
    assert (peer_table.peers()[0].status, peer_table.peers()[0].status_since) == (Status.AWAY, 2.0)
    assert peer_table.peers()[0].first_heard == 0.0
    assert peer_table.next_expiry() == 2.0 + GONE_AFTER_S


def test_another_version_is_shown_and_marked() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, replace(card(1), first=7, last=9), at(1), 0.0)
    assert not peer_table.peers()[0].compatible
    peer_table.set_own(replace(OWN, first=9, last=12))
    assert peer_table.peers()[0].compatible


def test_sixty_four_are_listed_and_the_next_comes_when_one_goes() -> None:
    peer_table = PeerTable(OWN)
    for number in range(MOST_PEERS):
        assert say(peer_table, card(number), at(number), 0.0) is HeardBeacon.PEER
    assert say(peer_table, card(99), at(99), 0.0) is HeardBeacon.FULL
    assert len(peer_table.peers()) == MOST_PEERS
    say(peer_table, card(3), at(3), 0.1, Kind.BYE)
    assert say(peer_table, card(99), at(99), 0.2) is HeardBeacon.PEER


def test_one_address_can_invent_sixteen_people_and_leaves_room_for_others() -> None:
    peer_table = PeerTable(OWN)
    heard = [say(peer_table, card(number), DatagramSource("10.6.6.6", 5000 + number), 0.0) for number in range(30)]
    assert heard.count(HeardBeacon.PEER) == MOST_PEERS_AT_ONE_ADDRESS
    assert heard.count(HeardBeacon.FULL) == 30 - MOST_PEERS_AT_ONE_ADDRESS
    assert say(peer_table, card(99), at(99), 0.0) is HeardBeacon.PEER


def test_a_flood_is_dropped_unread_and_counted() -> None:
    peer_table = PeerTable(OWN)
    for _ in range(1_000):
        peer_table.hear(b"rubbish", at(1), 0.5)
    assert peer_table.counts[HeardBeacon.MALFORMED] == 10
    assert peer_table.counts[HeardBeacon.FLOOD] == 990


def test_a_known_peer_is_heard_through_a_flood_from_its_own_address() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), DatagramSource("10.0.0.1", 5000), 0.0)
    for port in range(6_000, 6_400):
        peer_table.hear(b"rubbish", DatagramSource("10.0.0.1", port), 1.0)
    assert say(peer_table, card(1), DatagramSource("10.0.0.1", 5000), 1.0) is HeardBeacon.PEER


def test_the_silent_and_the_unmeasured_are_asked_where_they_were_last_heard() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    say(peer_table, card(2), at(2), 0.0)
    assert peer_table.to_ask(0.5, 1.5, 5.0, 0.7) == []  # both were asked when they came
    assert peer_table.to_ask(0.8, 1.5, 5.0, 0.7) == [at(1), at(2)]  # never measured
    peer_table.measured(card(1).instance, 0.010, 0.9)
    peer_table.measured(card(2).instance, 0.010, 0.9)
    say(peer_table, card(2), DatagramSource("fe80::2%3", 7), 1.4)
    assert peer_table.to_ask(1.6, 1.5, 5.0, 0.7) == [at(1)]
    assert peer_table.to_ask(1.7, 1.5, 5.0, 0.7) == []
    assert peer_table.silent_for(1.7) == 1.7
    say(peer_table, card(1), at(1), 5.0)
    say(peer_table, card(2), DatagramSource("fe80::2%3", 7), 5.0)
    assert peer_table.to_ask(6.0, 1.5, 5.0, 0.7) == [at(1), DatagramSource("fe80::2%3", 7)]  # measured too long ago


def test_who_is_heard_in_two_ways_at_once_is_asked_by_the_better_one() -> None:
    peer_table = PeerTable(OWN)
    for address in ("fe80::1%2", "10.0.0.1", "169.254.7.7"):
        say(peer_table, card(1), DatagramSource(address, 5000), 0.0)
    assert peer_table.to_ask(2.0, 1.5, 5.0, 0.7) == [DatagramSource("10.0.0.1", 5000)]


def test_the_way_is_shown_smoothed() -> None:
    peer_table = PeerTable(OWN)
    say(peer_table, card(1), at(1), 0.0)
    peer_table.measured(card(1).instance, 0.010, 0.1)
    assert peer_table.peers()[0].round_trip_s == pytest.approx(0.010)
    peer_table.measured(card(1).instance, 0.020, 0.2)
    assert peer_table.peers()[0].round_trip_s == pytest.approx(0.015)
    peer_table.measured("00" * 16, 0.010, 0.3)  # somebody who has gone meanwhile


names = st.sampled_from(["Anna", "anna", "Anna (2)", "Me", "", "\u202eAnna", "安娜", "x" * 99])
events = st.tuples(
    st.floats(0, 1.2),
    st.sampled_from([*Kind, None]),
    st.integers(0, 90),  # who it claims to be
    st.integers(0, 12),  # where it comes from
    st.integers(1, 3),  # from which port
    names,
    st.integers(0, 80),  # where a byte is changed, if it lies within
)


@given(st.lists(events, max_size=150))
@settings(max_examples=150, deadline=None)
def test_whatever_comes_the_list_stays_within_its_bounds(
    happened: list[tuple[float, Kind | None, int, int, int, str, int]],
) -> None:
    peer_table = PeerTable(OWN)
    now = 0.0
    read: dict[DatagramSource, list[float]] = {}
    for pause, kind, who, where, port, name, spot in happened:
        now += pause if pause > 0.3 else 0.0  # bursts, too
        source = DatagramSource(f"10.0.0.{where}", port)
        data = bytearray(encode(Beacon(kind or Kind.HI, card(who, name))))
        if kind is None and spot < len(data):
            data[spot] ^= 0x55
        heard, beacon = peer_table.hear(bytes(data), source, now)
        assert (beacon is not None) == (heard is HeardBeacon.PEER)
        if heard is not HeardBeacon.FLOOD:
            read.setdefault(source, []).append(now)
        if pause > 0.9:
            peer_table.expire(now)
            assert peer_table.next_expiry() > now
        peers = peer_table.peers()
        assert len(peers) <= MOST_PEERS
        assert len({peer.label.casefold() for peer in peers} | {"me"}) == len(peers) + 1
        assert OWN.instance not in [peer.instance for peer in peers]
        assert all(peer.addresses for peer in peers)
        assert all("\u202e" not in peer.label for peer in peers)
    for times in read.values():
        assert all(times[n + 10] - times[n] >= 1.0 for n in range(len(times) - 10))
    assert sum(peer_table.counts.values()) == len(happened)


@pytest.mark.slow
def test_a_million_mutated_datagrams_do_no_harm() -> None:
    rng = random.Random(20_260_401)
    peer_table = PeerTable(OWN)
    whole = [encode(Beacon(rng.choice(list(Kind)), card(number, f"Näme {number} 棋"))) for number in range(100)]
    now = 0.0
    for turn in range(1_000_000):
        data = bytearray(rng.choice(whole))
        for _ in range(rng.choice((0, 1, 1, 2, 5))):
            spot = rng.randrange(len(data))
            match rng.randrange(4):
                case 0 | 1:
                    data[spot] = rng.randrange(256)
                case 2:
                    data[spot:spot] = rng.randbytes(rng.randrange(1, 40))
                case _:
                    del data[spot + 1 :]
        now += 0.001
        peer_table.hear(bytes(data), at(rng.randrange(200)), now)
        if turn % 100 == 0:
            peer_table.expire(now)
            assert len(peer_table.peers()) <= MOST_PEERS
    assert all(
        peer_table.counts[heard] > 0
        for heard in (HeardBeacon.PEER, HeardBeacon.MALFORMED, HeardBeacon.LATE, HeardBeacon.DOUBTED)
    )
