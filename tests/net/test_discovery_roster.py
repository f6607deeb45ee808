"""Who is here: coming, changing, going, and what strangers may not do."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speaker import Speaker

from net.discovery.beacons import Beacon, Kind, Status, encode
from net.discovery.peer_table import (
    GONE_AFTER_S,
    MOST_PEERS,
    MOST_PEERS_AT_ONE_ADDRESS,
    DatagramSource,
    DiscoveredPeer,
    HeardBeacon,
    PeerTable,
)
from net.trust.instance import new_instance

ME = Speaker("Me", 1000)
FRESH = 0x1234_5678_9ABC_DEF0
"""A token that was given out a moment ago."""


def table() -> PeerTable:
    return PeerTable(ME.card, lambda token, now: token == FRESH)


def speaker(number: int, name: str | None = None) -> Speaker:
    return Speaker(name if name is not None else f"P{number}", 2000 + number % 1000)


def at(number: int) -> DatagramSource:
    return DatagramSource(f"10.0.{number >> 8}.{number & 255}", 5000)


def say(
    peer_table: PeerTable,
    who: Speaker,
    source: DatagramSource,
    now: float,
    kind: Kind = Kind.ANNOUNCE,
    token: int = FRESH,
) -> HeardBeacon:
    """Somebody says something, in answer to a fresh question."""
    return peer_table.hear(who.says(kind, source.address, token), source, now)[0]


def labels(peer_table: PeerTable) -> list[str]:
    return [peer.label for peer in peer_table.peers()]


def test_a_peer_comes_with_all_that_it_says() -> None:
    peer_table = table()
    anna = Speaker("安娜", 27_183, Status.OPEN, "xiangqi 15+10")
    anna.change(last=3)
    assert say(peer_table, anna, at(1), 5.0) is HeardBeacon.PEER
    (peer,) = peer_table.peers()
    assert (peer.key, peer.instance) == (anna.key.public, anna.instance)
    assert (peer.name, peer.label, peer.port) == ("安娜", "安娜", 27_183)
    assert (peer.status, peer.game, peer.compatible) == (Status.OPEN, "xiangqi 15+10", True)
    assert peer.addresses == ("10.0.0.1",)
    assert (peer.first_heard, peer.status_since, peer.round_trip_s) == (5.0, 5.0, None)
    assert peer_table.peers() is peer_table.peers()


def test_own_datagrams_are_ignored_from_wherever_they_come() -> None:
    peer_table = table()
    assert say(peer_table, ME, at(9), 0.0) is HeardBeacon.OWN
    assert peer_table.peers() == ()


# --- whom to believe --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "token"), [(Kind.HI, 0), (Kind.ANNOUNCE, 0), (Kind.ANNOUNCE, 5), (Kind.HI, FRESH)])
def test_somebody_new_is_believed_only_after_an_answer(kind: Kind, token: int) -> None:
    """What was recorded last year is signed too."""
    peer_table, anna = table(), Speaker()
    heard, beacon = peer_table.hear(anna.says(kind, "10.0.0.1", token), at(1), 0.0)
    assert heard is HeardBeacon.UNPROVED
    assert beacon is not None
    assert peer_table.peers() == ()
    assert say(peer_table, anna, at(1), 0.1) is HeardBeacon.PEER
    assert say(peer_table, anna, at(1), 0.2, token=0) is HeardBeacon.PEER  # from then on without


def test_a_copied_beacon_changes_nothing(peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer]) -> None:
    """The same bytes again, from where they came and from elsewhere; a beacon recorded before; an answer recorded."""
    peer_table, anna, peer = peer_of_anna
    recorded = anna.says(Kind.ANNOUNCE, "10.0.0.1", FRESH)
    assert peer_table.hear(recorded, at(1), 1.0)[0] is HeardBeacon.PEER
    assert peer_table.hear(recorded, at(1), 1.1)[0] is HeardBeacon.AGAIN
    assert peer_table.hear(recorded, at(66), 1.1)[0] is HeardBeacon.ELSEWHERE
    anna.change(name="Anna Berg")
    assert say(peer_table, anna, at(1), 1.2) is HeardBeacon.PEER
    assert peer_table.hear(recorded, at(1), 1.3)[0] is HeardBeacon.STALE
    assert [(each.name, each.addresses) for each in peer_table.peers()] == [("Anna Berg", peer.addresses)]
    peer_table.expire(1.2 + GONE_AFTER_S)
    assert peer_table.peers() == ()  # no copy has kept her here
    assert PeerTable(ME.card, lambda token, now: False).hear(recorded, at(1), 9.0)[0] is HeardBeacon.UNPROVED


def test_a_question_that_another_word_has_overtaken_is_answered_once(
    peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer],
) -> None:
    """Who is asked directly may read what was said to everybody right after it first."""
    peer_table, anna, _ = peer_of_anna
    long_ago = anna.says(Kind.HI, "10.0.0.1", 6)
    for _ in range(70):
        anna.says(Kind.ANNOUNCE, "10.0.0.1")
    word, question = anna.says(Kind.ANNOUNCE, "10.0.0.1"), anna.says(Kind.HI, "10.0.0.1", 7)
    anna.change(name="Anna Berg")
    assert say(peer_table, anna, at(1), 1.0) is HeardBeacon.PEER
    heard, beacon = peer_table.hear(question, at(1), 1.1)
    assert heard is HeardBeacon.PEER
    assert beacon is not None
    assert (beacon.kind, beacon.token) == (Kind.HI, 7)
    for late in (question, word, long_ago):
        assert peer_table.hear(late, at(1), 1.2) == (HeardBeacon.STALE, None)
    assert peer_table.hear(question, at(66), 1.3)[0] is HeardBeacon.ELSEWHERE
    assert [each.name for each in peer_table.peers()] == ["Anna Berg"]
    peer_table.expire(1.0 + GONE_AFTER_S)
    assert peer_table.peers() == ()  # what comes late keeps nobody here


def test_no_more_is_remembered_of_what_was_heard_than_is_asked_about(
    peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer],
) -> None:
    peer_table, anna, _ = peer_of_anna
    for number in range(1, 40):
        for _ in range(62):
            anna.beacon(Kind.ANNOUNCE, "10.0.0.1")
        assert say(peer_table, anna, at(1), 1.0 + number) is HeardBeacon.PEER
    assert peer_table._entries[anna.instance]._heard.bit_length() <= 64


def test_nobody_says_bye_for_another(peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer]) -> None:
    peer_table, anna, peer = peer_of_anna
    mallory = Speaker("Anna")
    foreign = Beacon(Kind.BYE, anna.card, "10.0.0.1", 99)
    assert peer_table.hear(encode(foreign, mallory.key), at(1), 0.5)[0] is HeardBeacon.FORGED
    own = replace(mallory.card, instance=anna.instance)
    assert peer_table.hear(encode(replace(foreign, card=own), mallory.key), at(1), 0.5)[0] is HeardBeacon.MALFORMED
    goodbye = anna.says(Kind.BYE, "10.0.0.1")
    assert peer_table.hear(goodbye, at(66), 0.5)[0] is HeardBeacon.ELSEWHERE
    assert peer_table.peers() == (peer,)
    assert peer_table.hear(goodbye, at(1), 0.6)[0] is HeardBeacon.PEER
    assert peer_table.peers() == ()


def test_nobody_changes_what_another_says(peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer]) -> None:
    """Name, port and status in a datagram of Anna's, as somebody on the way would have them."""
    peer_table, anna, peer = peer_of_anna
    whole = anna.says(Kind.ANNOUNCE, "10.0.0.1")
    for spot in (101, 122, 123, 134, 159):
        changed = bytearray(whole)
        changed[spot] ^= 0x01
        assert peer_table.hear(bytes(changed), at(1), 0.5)[0] is HeardBeacon.FORGED
    assert peer_table.peers() == (peer,)


def test_nobody_leads_elsewhere(peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer]) -> None:
    """A stranger passes on what Anna says, question and answer, so that calls to her would come to him."""
    peer_table, anna, peer = peer_of_anna
    assert peer_table.hear(anna.says(Kind.ANNOUNCE, "10.0.0.1", FRESH), at(66), 0.5)[0] is HeardBeacon.ELSEWHERE
    newcomer = Speaker("Bert")
    assert peer_table.hear(newcomer.says(Kind.ANNOUNCE, "10.0.0.2", FRESH), at(66), 0.5)[0] is HeardBeacon.ELSEWHERE
    assert peer_table.peers() == (peer,)


def test_a_taken_name_takes_nothing_else(peer_of_anna: tuple[PeerTable, Speaker, DiscoveredPeer]) -> None:
    peer_table, anna, _ = peer_of_anna
    say(peer_table, Speaker("Anna"), at(66), 0.5)
    assert labels(peer_table) == ["Anna", "Anna (2)"]
    say(peer_table, anna, at(1), 0.6, Kind.ANNOUNCE)
    assert labels(peer_table) == ["Anna", "Anna (2)"]


def test_who_claims_an_instance_before_its_owner_is_heard_does_not_keep_the_owner_out() -> None:
    peer_table, anna, mallory = table(), Speaker("Anna"), Speaker("Anna")
    claimed = replace(mallory.card, instance=anna.instance)
    first = encode(Beacon(Kind.ANNOUNCE, claimed, "10.0.0.66", 2**60, FRESH), mallory.key)
    assert peer_table.hear(first, at(66), 0.0)[0] is HeardBeacon.MALFORMED
    assert say(peer_table, anna, at(1), 0.1) is HeardBeacon.PEER
    assert labels(peer_table) == ["Anna"]


def test_the_paths_of_one_sender_say_the_same_with_one_count() -> None:
    peer_table, anna = table(), Speaker()
    cable, wireless = DatagramSource("10.0.0.1", 5000), DatagramSource("10.1.0.1", 5001)
    by_cable = anna.beacon(Kind.ANNOUNCE, cable.address, FRESH)
    by_wireless = replace(by_cable, address=wireless.address)
    assert peer_table.hear(encode(by_cable, anna.key), cable, 0.0)[0] is HeardBeacon.PEER
    assert peer_table.hear(encode(by_wireless, anna.key), wireless, 0.1)[0] is HeardBeacon.PEER
    assert peer_table.hear(encode(by_wireless, anna.key), wireless, 0.1)[0] is HeardBeacon.AGAIN
    assert peer_table.peers()[0].addresses == ("10.0.0.1", "10.1.0.1")
    assert peer_table.next_expiry() == GONE_AFTER_S  # as old as the first


def test_signatures_of_people_not_listed_are_looked_at_rarely() -> None:
    peer_table, anna = table(), Speaker()
    say(peer_table, anna, at(1), 0.0)
    stranger = Speaker("Nobody")
    for number in range(400):
        source = at(number % 250 + 2)
        forged = bytearray(stranger.says(Kind.HI, source.address))
        forged[40] ^= 1
        peer_table.hear(bytes(forged), source, 1.0)
        claims_anna = encode(Beacon(Kind.ANNOUNCE, anna.card, source.address, 10_000), stranger.key)
        peer_table.hear(claims_anna, source, 1.0)
    assert 100 <= peer_table.counts[HeardBeacon.FORGED] <= 160
    assert peer_table.counts[HeardBeacon.FORGED] + peer_table.counts[HeardBeacon.FLOOD] == 800
    assert say(peer_table, anna, at(1), 1.0) is HeardBeacon.PEER


def test_older_programs_are_noted_for_a_minute_and_few_of_them() -> None:
    peer_table = table()
    old = b"QGN\x01" + bytes(40)
    assert peer_table.hear(old, at(1), 0.0)[0] is HeardBeacon.OLDER
    assert peer_table.older_at(59.0) == ("10.0.0.1",)
    assert peer_table.older_at(60.0) == ()
    for number in range(100):
        peer_table.hear(old, at(number), 1.0)
    assert len(peer_table.older_at(1.0)) == 8


@pytest.fixture
def peer_of_anna() -> tuple[PeerTable, Speaker, DiscoveredPeer]:
    """A list with Anna in it, whom it knows at 10.0.0.1."""
    peer_table, anna = table(), Speaker("Anna")
    say(peer_table, anna, at(1), 0.0)
    return peer_table, anna, peer_table.peers()[0]


# --- coming and going -------------------------------------------------------------------------------------------------


def test_a_silent_peer_is_gone_after_three_and_a_half_seconds() -> None:
    peer_table, one, two = table(), speaker(1), speaker(2)
    say(peer_table, one, at(1), 0.0)
    say(peer_table, two, at(2), 1.0)
    assert peer_table.next_expiry() == GONE_AFTER_S
    peer_table.expire(GONE_AFTER_S - 0.001)
    assert labels(peer_table) == ["P1", "P2"]
    peer_table.expire(GONE_AFTER_S)
    assert labels(peer_table) == ["P2"]
    peer_table.expire(peer_table.next_expiry())
    assert labels(peer_table) == []
    assert peer_table.next_expiry() == float("inf")
    assert say(peer_table, one, at(1), 9.0, token=0) is HeardBeacon.UNPROVED  # it may be a recording by now
    assert say(peer_table, one, at(1), 9.0) is HeardBeacon.PEER
    assert labels(peer_table) == ["P1"]


def test_a_bye_removes_at_once_and_what_arrives_later_does_not_bring_back() -> None:
    peer_table, one = table(), speaker(1)
    say(peer_table, one, at(1), 0.0)
    assert say(peer_table, one, at(1), 0.1, Kind.BYE) is HeardBeacon.PEER
    assert labels(peer_table) == []
    assert say(peer_table, one, DatagramSource("fe80::1%2", 4), 0.2) is HeardBeacon.LATE
    assert say(peer_table, one, at(1), 0.3, Kind.BYE) is HeardBeacon.LATE
    assert labels(peer_table) == []


def test_a_bye_of_somebody_unheard_keeps_nobody_out() -> None:
    peer_table, one = table(), speaker(1)
    assert say(peer_table, one, at(1), 0.0, Kind.BYE) is HeardBeacon.LATE
    assert say(peer_table, one, at(1), 0.1) is HeardBeacon.PEER


def test_a_bye_holds_for_ten_seconds() -> None:
    """What was under way when it was said has come by then."""
    peer_table, one = table(), speaker(1)
    say(peer_table, one, at(1), 0.0)
    say(peer_table, one, at(1), 1.0, Kind.BYE)
    assert say(peer_table, one, at(1), 10.9) is HeardBeacon.LATE
    assert say(peer_table, one, at(1), 11.0) is HeardBeacon.PEER
    assert peer_table.peers()[0].first_heard == 11.0


def test_addresses_gather_with_the_best_first() -> None:
    peer_table, one = table(), speaker(1)
    for number, address in enumerate(("169.254.7.7", "fe80::7%2", "10.0.0.7", "127.0.0.1", "192.168.0.7")):
        say(peer_table, one, DatagramSource(address, 5000 + number), 0.0)
    assert peer_table.peers()[0].addresses == ("127.0.0.1", "10.0.0.7", "192.168.0.7", "fe80::7%2", "169.254.7.7")


def test_an_address_no_longer_heard_is_let_go_and_few_are_kept() -> None:
    peer_table, one = table(), speaker(1)
    say(peer_table, one, at(1), 0.0)
    for second in range(1, 12):
        say(peer_table, one, at(2), float(second))
    peer_table.expire(11.9)
    assert peer_table.peers()[0].addresses == ("10.0.0.1", "10.0.0.2")
    peer_table.expire(12.0)
    assert peer_table.peers()[0].addresses == ("10.0.0.2",)
    for number in range(100):
        say(peer_table, one, at(number + 10), 12.0)
    assert len(peer_table.peers()[0].addresses) == 8


def test_an_address_stands_once_however_many_ports_it_sends_from() -> None:
    peer_table, one = table(), speaker(1)
    for port, address in enumerate(("10.0.0.7", "10.0.0.8", "10.0.0.7")):
        say(peer_table, one, DatagramSource(address, 5000 + port), 0.0)
    assert peer_table.peers()[0].addresses == ("10.0.0.7", "10.0.0.8")


def test_of_too_many_addresses_the_one_that_is_silent_for_longest_goes() -> None:
    peer_table, one = table(), speaker(1)
    for number in range(8):
        say(peer_table, one, at(number), 1.0 + number / 10)
    say(peer_table, one, at(0), 2.0)
    say(peer_table, one, at(8), 2.1)
    assert set(peer_table.peers()[0].addresses) == {f"10.0.0.{number}" for number in (0, 2, 3, 4, 5, 6, 7, 8)}


def test_equal_names_get_a_suffix_that_stays() -> None:
    peer_table = table()
    names = ("Anna", "ANNA", "Anna (2)", "Me", "", "", "Ａnna")
    everybody = [speaker(number, name) for number, name in enumerate(names)]
    nameless = everybody[4].instance[:4]
    everybody[5].change(instance=f"{nameless}{'0' * 28}")  # refused: no key can bear it
    for number, one in enumerate(everybody):
        say(peer_table, one, at(number), 0.0)
    assert labels(peer_table) == ["Anna", "ANNA (2)", "Anna (2) (2)", "Me (2)", f"#{nameless}", "Ａnna (3)"]
    twin = speaker(9, "")
    twin.key, twin.card = everybody[4].key, replace(everybody[4].card, instance=new_instance(everybody[4].key.public))
    say(peer_table, twin, at(9), 0.0)
    assert labels(peer_table)[-1] == f"#{nameless} (2)"
    say(peer_table, everybody[0], at(0), 0.1, Kind.BYE)
    assert labels(peer_table)[0] == "ANNA (2)"
    everybody[1].change(name="Berta")
    say(peer_table, everybody[1], at(1), 0.2)
    assert labels(peer_table)[0] == "Berta"
    peer_table.set_own(replace(ME.card, name="berta"))
    assert labels(peer_table)[0] == "Berta (2)"


def test_changes_are_taken_and_a_status_knows_since_when() -> None:
    peer_table, one = table(), speaker(1)
    say(peer_table, one, at(1), 0.0)
    one.change(game="gomoku")
    say(peer_table, one, at(1), 1.0)
    assert (peer_table.peers()[0].game, peer_table.peers()[0].status_since) == ("gomoku", 0.0)
    one.change(status=Status.AWAY)
    say(peer_table, one, at(1), 2.0)
    assert (peer_table.peers()[0].status, peer_table.peers()[0].status_since) == (Status.AWAY, 2.0)
    assert peer_table.peers()[0].first_heard == 0.0
    assert peer_table.next_expiry() == 2.0 + GONE_AFTER_S


def test_another_version_is_shown_and_marked() -> None:
    peer_table, one = table(), speaker(1)
    one.change(first=7, last=9)
    say(peer_table, one, at(1), 0.0)
    assert not peer_table.peers()[0].compatible
    peer_table.set_own(replace(ME.card, first=9, last=12))
    assert peer_table.peers()[0].compatible


def test_sixty_four_are_listed_and_the_next_comes_when_one_goes() -> None:
    peer_table = table()
    everybody = [speaker(number) for number in range(100)]
    for number in range(MOST_PEERS):
        assert say(peer_table, everybody[number], at(number), 0.0) is HeardBeacon.PEER
    assert say(peer_table, everybody[99], at(99), 0.0) is HeardBeacon.FULL
    assert len(peer_table.peers()) == MOST_PEERS
    say(peer_table, everybody[3], at(3), 0.1, Kind.BYE)
    assert say(peer_table, everybody[99], at(99), 0.2) is HeardBeacon.PEER


def test_one_address_can_invent_sixteen_people_and_leaves_room_for_others() -> None:
    peer_table = table()
    heard = [say(peer_table, speaker(number), DatagramSource("10.6.6.6", 5000 + number), 0.0) for number in range(30)]
    assert heard.count(HeardBeacon.PEER) == MOST_PEERS_AT_ONE_ADDRESS
    assert heard.count(HeardBeacon.FULL) == 30 - MOST_PEERS_AT_ONE_ADDRESS
    assert say(peer_table, speaker(99), at(99), 0.0) is HeardBeacon.PEER


def test_a_flood_is_dropped_unread_and_counted() -> None:
    peer_table = table()
    for _ in range(1_000):
        peer_table.hear(b"rubbish", at(1), 0.5)
    assert peer_table.counts[HeardBeacon.MALFORMED] == 10
    assert peer_table.counts[HeardBeacon.FLOOD] == 990


def test_a_known_peer_is_heard_through_a_flood_from_its_own_address() -> None:
    peer_table, one = table(), speaker(1)
    say(peer_table, one, DatagramSource("10.0.0.1", 5000), 0.0)
    for port in range(6_000, 6_400):
        peer_table.hear(b"rubbish", DatagramSource("10.0.0.1", port), 1.0)
    assert say(peer_table, one, DatagramSource("10.0.0.1", 5000), 1.0) is HeardBeacon.PEER


def test_the_silent_and_the_unmeasured_are_asked_where_they_were_last_heard() -> None:
    peer_table, one, two = table(), speaker(1), speaker(2)
    say(peer_table, one, at(1), 0.0)
    say(peer_table, two, at(2), 0.0)
    assert peer_table.to_ask(0.5, 1.5, 5.0, 0.7) == []  # both were asked when they came
    assert peer_table.to_ask(0.8, 1.5, 5.0, 0.7) == [at(1), at(2)]  # never measured
    peer_table.measured(one.instance, 0.010, 0.9)
    peer_table.measured(two.instance, 0.010, 0.9)
    say(peer_table, two, DatagramSource("fe80::2%3", 7), 1.4)
    assert peer_table.to_ask(1.6, 1.5, 5.0, 0.7) == [at(1)]
    assert peer_table.to_ask(1.7, 1.5, 5.0, 0.7) == []
    assert peer_table.silent_for(1.7) == 1.7
    say(peer_table, one, at(1), 5.0)
    say(peer_table, two, DatagramSource("fe80::2%3", 7), 5.0)
    assert peer_table.to_ask(6.0, 1.5, 5.0, 0.7) == [at(1), DatagramSource("fe80::2%3", 7)]  # measured too long ago


def test_who_is_heard_in_two_ways_at_once_is_asked_by_the_better_one() -> None:
    peer_table, one = table(), speaker(1)
    for address in ("fe80::1%2", "10.0.0.1", "169.254.7.7"):
        say(peer_table, one, DatagramSource(address, 5000), 0.0)
    assert peer_table.to_ask(2.0, 1.5, 5.0, 0.7) == [DatagramSource("10.0.0.1", 5000)]


def test_the_way_is_shown_smoothed() -> None:
    peer_table, one = table(), speaker(1)
    say(peer_table, one, at(1), 0.0)
    peer_table.measured(one.instance, 0.010, 0.1)
    assert peer_table.peers()[0].round_trip_s == pytest.approx(0.010)
    peer_table.measured(one.instance, 0.020, 0.2)
    assert peer_table.peers()[0].round_trip_s == pytest.approx(0.015)
    peer_table.measured("00" * 16, 0.010, 0.3)  # somebody who has gone meanwhile


@cache
def crowd() -> tuple[Speaker, ...]:
    return tuple(speaker(number) for number in range(91))


names = st.sampled_from(["Anna", "anna", "Anna (2)", "Me", "", "\u202eAnna", "安娜", "x" * 99])
events = st.tuples(
    st.floats(0, 1.2),
    st.sampled_from([*Kind, None]),
    st.integers(0, 90),  # who it claims to be
    st.integers(0, 12),  # where it comes from
    st.integers(1, 3),  # from which port
    names,
    st.integers(0, 200),  # where a byte is changed, if it lies within
)


@given(st.lists(events, max_size=150))
@settings(max_examples=150, deadline=None)
def test_whatever_comes_the_list_stays_within_its_bounds(
    happened: list[tuple[float, Kind | None, int, int, int, str, int]],
) -> None:
    peer_table = table()
    now = 0.0
    read: dict[DatagramSource, list[float]] = {}
    for pause, kind, who, where, port, name, spot in happened:
        now += pause if pause > 0.3 else 0.0  # bursts, too
        source = DatagramSource(f"10.0.0.{where}", port)
        one = crowd()[who]
        one.change(name=name)
        data = bytearray(one.says(kind or Kind.HI, source.address, FRESH if spot % 3 else 0))
        if kind is None and spot < len(data):
            data[spot] ^= 0x55
        heard, beacon = peer_table.hear(bytes(data), source, now)
        assert (beacon is not None) == (heard in (HeardBeacon.PEER, HeardBeacon.UNPROVED))
        if heard is not HeardBeacon.FLOOD:
            read.setdefault(source, []).append(now)
        if pause > 0.9:
            peer_table.expire(now)
            assert peer_table.next_expiry() > now
        peers = peer_table.peers()
        assert len(peers) <= MOST_PEERS
        assert len({peer.label.casefold() for peer in peers} | {"me"}) == len(peers) + 1
        assert ME.instance not in [peer.instance for peer in peers]
        assert all(peer.addresses for peer in peers)
        assert all("\u202e" not in peer.label for peer in peers)
    for times in read.values():
        assert all(times[n + 10] - times[n] >= 1.0 for n in range(len(times) - 10))
    assert sum(peer_table.counts.values()) == len(happened)


@pytest.mark.slow
def test_a_million_mutated_datagrams_do_no_harm() -> None:
    rng = random.Random(20_260_401)
    peer_table = table()
    everybody = [speaker(number, f"Näme {number} 棋") for number in range(100)]
    sources = {one.instance: at(number) for number, one in enumerate(everybody)}
    now = 0.0
    for turn in range(1_000_000):
        if turn % 5_000 == 0:
            whole = [
                (
                    sources[one.instance],
                    one.says(rng.choice((*Kind, Kind.ANNOUNCE)), sources[one.instance].address, FRESH),
                )
                for one in everybody
            ]
        source, datagram = rng.choice(whole)
        data = bytearray(datagram)
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
        peer_table.hear(bytes(data), rng.choice((source, source, at(rng.randrange(200)))), now)
        if turn % 100 == 0:
            peer_table.expire(now)
            assert len(peer_table.peers()) <= MOST_PEERS
    assert all(
        peer_table.counts[heard] > 0 for heard in HeardBeacon if heard not in (HeardBeacon.OWN, HeardBeacon.FULL)
    )
