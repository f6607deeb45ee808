"""The datagram: round trips, bounds, and everything that is not one."""

from __future__ import annotations

import contextlib
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.discovery.beacons import (
    LONGEST_DATAGRAM,
    Beacon,
    BeaconError,
    Card,
    Kind,
    OlderBeaconError,
    Status,
    decode,
    is_genuine,
    packed,
)
from net.discovery.beacons import encode as encode_by
from net.trust.instance import is_instance_of, new_instance
from net.trust.keys import Purpose, new_key

KEY, OTHER = new_key(), new_key()
INSTANCE = new_instance(KEY.public)
AT = "10.0.0.1"
HEAD = 158
"""Where the name begins, with its length."""


def card_of(name: str, port: int, status: Status = Status.FREE, game: str = "", first: int = 1, last: int = 1) -> Card:
    return Card(KEY.public, INSTANCE, name, port, status, game, first, last)


def said(kind: Kind, card: Card, token: int = 0, held: float = 0.0) -> Beacon:
    return Beacon(kind, card, AT, 7, token, held)


def encode(beacon: Beacon) -> bytes:
    return encode_by(beacon, KEY)


versions = st.tuples(st.integers(1, 65_535), st.integers(1, 65_535)).map(sorted)
cards = st.builds(
    lambda name, port, status, game, pair: card_of(name, port, status, game, *pair),
    st.text(max_size=400),
    st.integers(1, 65_535),
    st.sampled_from(Status),
    st.text(max_size=400),
    versions,
)
beacons = st.builds(
    Beacon,
    st.sampled_from(Kind),
    cards,
    st.ip_addresses().filter(lambda ip: ip.version == 4 or ip.ipv4_mapped is None).map(str),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**64 - 1),
    st.integers(0, 65_535).map(lambda n: n / 10_000),
)


@given(beacons)
def test_what_goes_out_comes_in(beacon: Beacon) -> None:
    data = encode(beacon)
    assert len(data) <= LONGEST_DATAGRAM
    assert decode(data) == beacon
    assert is_genuine(data)


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
    assert is_genuine(bytes(mutated)) is (bytes(mutated) == encode(beacon))
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


@pytest.mark.parametrize("length", range(len(encode(said(Kind.HI, card_of("Anna", 1, game="gomoku"))))))
def test_a_datagram_cut_off_anywhere_is_refused(length: int) -> None:
    whole = encode(said(Kind.HI, card_of("Anna", 1, game="gomoku")))
    with pytest.raises(BeaconError):
        decode(whole[:length])


@pytest.mark.parametrize(
    ("at", "byte", "why"),
    [
        (0, 0x00, "not one of ours"),
        (3, 0x03, "not one of ours"),
        (3, 0x01, "did not sign"),
        (100, 0x03, "kind 3"),
        (103, 0x00, "versions 0 to 1"),
        (105, 0x00, "versions 1 to 0"),
        (HEAD, 0xFF, "cut off"),
        (HEAD + 1, 0xFF, "not UTF-8"),
    ],
)
def test_each_field_out_of_its_bounds_is_refused(at: int, byte: int, why: str) -> None:
    data = bytearray(encode(said(Kind.HI, card_of("Anna", 1))))
    data[at] = byte
    with pytest.raises(BeaconError, match=why):
        decode(bytes(data))


@pytest.mark.parametrize("card", [card_of("no port", 0), card_of("backwards", 1, first=2)])
def test_senseless_cards_are_refused(card: Card) -> None:
    with pytest.raises(BeaconError, match="versions"):
        decode(encode(said(Kind.ANNOUNCE, card)))


def signed(data: bytes) -> bytes:
    """The same datagram as its sender would have signed it."""
    return data[:36] + KEY.sign(Purpose.BEACON, data[100:]) + data[100:]


def test_what_a_later_release_adds_is_ignored() -> None:
    beacon = said(Kind.ANNOUNCE, card_of("Anna", 1))
    longer = signed(encode(beacon) + b"\x05mood!")
    assert decode(longer) == beacon
    assert is_genuine(longer)


def test_a_status_of_a_later_release_means_away() -> None:
    data = bytearray(encode(said(Kind.ANNOUNCE, card_of("Anna", 1))))
    data[101] = 9
    assert decode(bytes(data)).card == card_of("Anna", 1, Status.AWAY)


@pytest.mark.parametrize("at", range(len(encode(said(Kind.HI, card_of("Anna", 1, game="gomoku"))))))
def test_a_datagram_changed_by_one_byte_is_refused_or_not_genuine(at: int) -> None:
    data = bytearray(encode(said(Kind.HI, card_of("Anna", 1, game="gomoku"))))
    data[at] ^= 0x01
    with contextlib.suppress(BeaconError):
        decode(bytes(data))
        assert not is_genuine(bytes(data))


def test_nobody_bears_an_instance_of_another_key() -> None:
    card = Card(OTHER.public, INSTANCE, "Anna", 1)
    with pytest.raises(BeaconError, match="another key"):
        decode(encode_by(said(Kind.HI, card), OTHER))
    assert is_instance_of(INSTANCE, KEY.public)
    assert not is_instance_of(INSTANCE, OTHER.public)
    assert not is_instance_of(INSTANCE, "no key")
    assert new_instance(KEY.public) != INSTANCE


def test_a_signature_for_something_else_is_none_for_a_beacon() -> None:
    data = encode(said(Kind.HI, card_of("Anna", 1)))
    assert is_genuine(data)
    assert not is_genuine(data[:36] + KEY.key.sign(data[100:]) + data[100:])
    assert not is_genuine(data[:36] + OTHER.sign(Purpose.BEACON, data[100:]) + data[100:])


def test_a_beacon_of_a_release_before_signatures_is_known_as_such() -> None:
    head = b"QGN\x01" + bytes((1, 0, 0, 1, 0, 2)) + b"\x0a" * 16 + b"\x6a\x2f" + bytes(4)
    with pytest.raises(OlderBeaconError):
        decode(head + b"\x04Anna" + b"\x00")


def test_an_address_is_the_same_with_and_without_its_interface() -> None:
    assert packed("fe80::1%2") == packed("fe80::1")
    assert packed("10.0.0.1") == packed("::ffff:10.0.0.1")
    assert packed("nowhere") == bytes(16)


def test_a_datagram_too_long_is_refused() -> None:
    data = encode(said(Kind.ANNOUNCE, card_of("Anna", 1)))
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
    plain = encode(said(Kind.HI, card_of("", 7, game="g")))
    name = sent.encode()
    hostile = plain[:HEAD] + bytes((len(name),)) + name + plain[HEAD + 1 :]
    assert decode(hostile).card.name == shown


def test_a_tower_of_accents_falls() -> None:
    card = card_of("Z" + "\u0301" * 300, 7)
    assert len(card.name) <= 4
    assert decode(encode(said(Kind.HI, card))).card == card


def test_long_names_are_cut_at_a_letter() -> None:
    card = card_of("\U0001f600" * 100, 7, game="棋" * 100)
    assert card.name == "\U0001f600" * len(card.name)
    assert 24 <= len(card.name) <= 40
    assert card.game == "棋" * 40
    assert len(encode(said(Kind.HI, card))) <= LONGEST_DATAGRAM


def test_how_long_an_answer_was_held_is_capped() -> None:
    card = card_of("Anna", 7)
    assert decode(encode(said(Kind.ANNOUNCE, card, 5, 1_000.0))).held == pytest.approx(6.5535)


@pytest.mark.parametrize(
    ("ours", "theirs", "together"),
    [((1, 1), (1, 1), True), ((1, 3), (3, 5), True), ((1, 2), (3, 4), False), ((5, 9), (1, 4), False)],
)
def test_two_programs_speak_if_their_versions_overlap(
    ours: tuple[int, int], theirs: tuple[int, int], together: bool
) -> None:
    one = card_of("a", 1, first=ours[0], last=ours[1])
    other = card_of("b", 1, first=theirs[0], last=theirs[1])
    assert one.speaks_with(other) is together
    assert other.speaks_with(one) is together
