"""The datagram: round trips, bounds, and everything that is not one."""

from __future__ import annotations

import contextlib
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.discovery.beacons import LONGEST_DATAGRAM, Beacon, BeaconError, Card, Kind, Status, decode, encode

INSTANCE = "0123456789abcdef" * 2

versions = st.tuples(st.integers(1, 65_535), st.integers(1, 65_535)).map(sorted)
cards = st.builds(
    lambda instance, name, port, status, game, pair: Card(instance.hex(), name, port, status, game, *pair),
    st.binary(min_size=16, max_size=16).filter(any),
    st.text(max_size=400),
    st.integers(1, 65_535),
    st.sampled_from(Status),
    st.text(max_size=400),
    versions,
)
beacons = st.builds(
    Beacon, st.sampled_from(Kind), cards, st.integers(0, 65_535), st.integers(0, 65_535).map(lambda n: n / 10_000)
)


@given(beacons)
def test_what_goes_out_comes_in(beacon: Beacon) -> None:
    data = encode(beacon)
    assert len(data) <= LONGEST_DATAGRAM
    assert decode(data) == beacon


@given(beacons, st.data())
@settings(max_examples=400)
def test_mutations_are_refused_or_read_within_bounds_and_nothing_else(beacon: Beacon, data: st.DataObject) -> None:
    mutated = bytearray(encode(beacon))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(mutated) - 1))
        kind = data.draw(st.integers(0, 3))
        if kind == 0:
            mutated[at] = data.draw(st.integers(0, 255))
        elif kind == 1:
            mutated[at:at] = data.draw(st.binary(max_size=8))
        elif kind == 2 and len(mutated) > 1:
            del mutated[at]
        else:
            mutated[at:] = mutated[at : max(at + 1, data.draw(st.integers(0, 600)))]
    try:
        read = decode(bytes(mutated))
    except BeaconError:
        return
    assert_bounded(read.card)
    assert decode(encode(read)) == read


@given(st.binary(max_size=700))
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    with contextlib.suppress(BeaconError):
        assert_bounded(decode(data).card)


def assert_bounded(card: Card) -> None:
    for text in (card.name, card.game):
        assert len(text.encode()) <= 160
        assert all(unicodedata.category(character)[0] != "C" for character in text)
        assert text == text.strip()
    assert 1 <= card.port <= 65_535
    assert 1 <= card.first <= card.last


@pytest.mark.parametrize("length", range(len(encode(Beacon(Kind.HI, Card(INSTANCE, "Anna", 1, game="gomoku"))))))
def test_a_datagram_cut_off_anywhere_is_refused(length: int) -> None:
    whole = encode(Beacon(Kind.HI, Card(INSTANCE, "Anna", 1, game="gomoku")))
    with pytest.raises(BeaconError):
        decode(whole[:length])


@pytest.mark.parametrize(
    ("at", "byte", "why"),
    [
        (0, 0x00, "not one of ours"),
        (3, 0x02, "not one of ours"),
        (4, 0x03, "kind 3"),
        (7, 0x00, "versions 0 to 1"),
        (9, 0x00, "versions 1 to 0"),
        (32, 0xFF, "cut off"),
        (33, 0xFF, "not UTF-8"),
    ],
)
def test_each_field_out_of_its_bounds_is_refused(at: int, byte: int, why: str) -> None:
    data = bytearray(encode(Beacon(Kind.HI, Card(INSTANCE, "Anna", 1))))
    data[at] = byte
    with pytest.raises(BeaconError, match=why):
        decode(bytes(data))


@pytest.mark.parametrize(
    "card", [Card(INSTANCE, "no port", 0), Card("00" * 16, "no instance", 1), Card(INSTANCE, "backwards", 1, first=2)]
)
def test_senseless_cards_are_refused(card: Card) -> None:
    with pytest.raises(BeaconError, match="versions"):
        decode(encode(Beacon(Kind.ANNOUNCE, card)))


def test_what_a_later_release_adds_is_ignored() -> None:
    beacon = Beacon(Kind.ANNOUNCE, Card(INSTANCE, "Anna", 1))
    assert decode(encode(beacon) + b"\x05mood!") == beacon


def test_a_status_of_a_later_release_means_away() -> None:
    data = bytearray(encode(Beacon(Kind.ANNOUNCE, Card(INSTANCE, "Anna", 1))))
    data[5] = 9
    assert decode(bytes(data)).card == Card(INSTANCE, "Anna", 1, Status.AWAY)


def test_a_datagram_too_long_is_refused() -> None:
    data = encode(Beacon(Kind.ANNOUNCE, Card(INSTANCE, "Anna", 1)))
    with pytest.raises(BeaconError, match="513 bytes"):
        decode(data.ljust(LONGEST_DATAGRAM + 1, b"\x00"))


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("Anna", "Anna"),
        ("  周 \t老师\n", "周 老师"),
        ("ev\u202eil\u2066 \u200bname\u200e", "evil name"),
        ("\x1b[31mred\x07", "red"),
        ("\u3164\u2800\u115f", ""),
    ],
)
def test_hostile_names_come_in_clean_even_from_a_hostile_program(sent: str, shown: str) -> None:
    plain = encode(Beacon(Kind.HI, Card(INSTANCE, "", 7, game="g")))
    name = sent.encode()
    hostile = plain[:32] + bytes((len(name),)) + name + plain[33:]
    assert decode(hostile).card.name == shown


def test_a_tower_of_accents_falls() -> None:
    card = Card(INSTANCE, "Z" + "\u0301" * 300, 7)
    assert len(card.name) <= 4
    assert decode(encode(Beacon(Kind.HI, card))).card == card


def test_long_names_are_cut_at_a_letter() -> None:
    card = Card(INSTANCE, "\U0001f600" * 100, 7, game="棋" * 100)
    assert card.name == "\U0001f600" * len(card.name)
    assert 24 <= len(card.name) <= 40
    assert card.game == "棋" * 40
    assert len(encode(Beacon(Kind.HI, card))) <= LONGEST_DATAGRAM


def test_how_long_an_answer_was_held_is_capped() -> None:
    card = Card(INSTANCE, "Anna", 7)
    assert decode(encode(Beacon(Kind.ANNOUNCE, card, 5, 1_000.0))).held == pytest.approx(6.5535)


@pytest.mark.parametrize(
    ("ours", "theirs", "together"),
    [((1, 1), (1, 1), True), ((1, 3), (3, 5), True), ((1, 2), (3, 4), False), ((5, 9), (1, 4), False)],
)
def test_two_programs_speak_if_their_versions_overlap(
    ours: tuple[int, int], theirs: tuple[int, int], together: bool
) -> None:
    one = Card(INSTANCE, "a", 1, first=ours[0], last=ours[1])
    other = Card(INSTANCE, "b", 1, first=theirs[0], last=theirs[1])
    assert one.speaks_with(other) is together
    assert other.speaks_with(one) is together
