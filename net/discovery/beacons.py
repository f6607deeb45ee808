"""The datagrams by which instances of this program find each other: values and bytes, no sockets.

A datagram, all numbers big-endian. What does not fit this is refused, but for bytes after the end, which a later
release may have added, and statuses that are not known, which are taken for "away":

     0   4  magic b"QGN" and the version of this layout, 2
     4  32  public key of the sender (Ed25519)
    36  64  signature of all that follows
   100   1  kind: 0 hi ("answer me"), 1 announce, 2 bye
   101   1  status: 0 free, 1 playing, 2 playing and open to watchers, 3 away
   102   2  first and
   104   2  last version of the TCP protocol that the sender speaks
   106  16  instance id: what the key says, and a number drawn at every start of the program (`net.trust.instance`)
   122   2  TCP port on which the sender takes connections
   124   8  token: in a hi, a number to be given back; in an answer, that number; else 0
   132   2  held: in an answer, tenths of a millisecond between the question and the answer; else 0
   134   8  count: higher with everything that the sender says; it begins with the milliseconds of its clock
   142  16  the address that it is sent from, IPv4 as ::ffff:a.b.c.d
   158   1  bytes of the name, then the name in UTF-8
     .   1  bytes of the game, then the game in UTF-8

Count, address and token are there against copies: what comes again is not higher, what comes from elsewhere says so,
and a newcomer has to answer a fresh token before it is believed. Nobody compares a count with a clock of their own, so
clocks may be wrong by years. Token and held are also there because an answer waits 20 to 120 ms at random
(`net.discovery.announcer`): with them the one who asked can still tell how long the way is.

Version 1 was not signed. It is recognised, so that the person hears of an older program, and not read.
"""

from __future__ import annotations

import enum
import struct
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from net.sanitize import clean_line, clean_name
from net.trust.instance import is_instance_of
from net.trust.keys import PrivateKey, Purpose, is_signed

DISCOVERY_PORT = 27183
"""The UDP port that every instance listens on."""
GROUP_V4 = "239.255.27.183"
"""Multicast group within the administratively scoped range (RFC 2365)."""
GROUP_V6 = "ff12::7169:6775:616e"
"""Multicast group with the scope of one link, not permanently assigned (RFC 4291, 2.7)."""
LONGEST_DATAGRAM = 512
LONGEST_NAME_BYTES = 160
LONGEST_GAME_BYTES = 120
"""In UTF-8, after cleaning. Together with the rest they stay below `LONGEST_DATAGRAM`."""
_MAGIC = b"QGN\x02"
_MAGIC_BEFORE = b"QGN\x01"
_SEAL = struct.Struct("!4s32s64s")
_HEAD = struct.Struct("!BBHH16sHQHQ16s")
_MAPPED = bytes(10) + b"\xff\xff"
"""What stands before an IPv4 address (RFC 4291, 2.5.5.2)."""
_LONGEST_HELD = 0xFFFF


class BeaconError(ValueError):
    """A datagram that is none of ours, or a damaged or malicious one."""


class OlderBeaconError(BeaconError):
    """A datagram of a release that did not sign yet."""


class Kind(enum.IntEnum):
    HI = 0
    """I am here; answer me."""
    ANNOUNCE = 1
    BYE = 2


class Status(enum.IntEnum):
    FREE = 0
    PLAYING = 1
    OPEN = 2
    """Playing, and open to watchers."""
    AWAY = 3


@dataclass(frozen=True, slots=True)
class Card:
    """What an instance says about itself.

    `key` is its public key and `instance` its id, 64 and 32 hexadecimal digits: one that its key can bear, else the
    card is refused wherever it comes. `game` is for the layers above to fill and to read: the name of a variant that is
    played or wished for, or nothing. `first` and `last` bound the
    versions of the TCP protocol that it speaks. Name and game are cleaned and cut here, so a card's texts are always
    fit to show; the name may come out empty.
    """

    key: str
    instance: str
    name: str
    port: int
    status: Status = Status.FREE
    game: str = ""
    first: int = 1
    last: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", _cut(clean_name(self.name), LONGEST_NAME_BYTES))
        object.__setattr__(self, "game", _cut(clean_line(self.game, LONGEST_GAME_BYTES), LONGEST_GAME_BYTES))

    def speaks_with(self, other: Card) -> bool:
        """Whether the two have a version of the TCP protocol in common."""
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True, slots=True)
class Beacon:
    """One datagram. `token`, `held` (seconds), `count` and `address` are explained at the head of this module."""

    kind: Kind
    card: Card
    address: str
    count: int
    token: int = 0
    held: float = 0.0


def encode(beacon: Beacon, key: PrivateKey) -> bytes:
    """The datagram, at most `LONGEST_DATAGRAM` bytes, signed by `key`, which has to be that of the card."""
    card = beacon.card
    name, game = (text.encode() for text in (card.name, card.game))
    head = _HEAD.pack(
        beacon.kind,
        card.status,
        card.first,
        card.last,
        bytes.fromhex(card.instance),
        card.port,
        beacon.token,
        min(round(beacon.held * 10_000), _LONGEST_HELD),
        beacon.count,
        packed(beacon.address),
    )
    said = b"".join((head, bytes((len(name),)), name, bytes((len(game),)), game))
    return _SEAL.pack(_MAGIC, bytes.fromhex(card.key), key.sign(Purpose.BEACON, said)) + said


def decode(data: bytes) -> Beacon:
    """The beacon in a datagram, its texts clean; `is_genuine` tells who has signed it. Raises BeaconError for anything
    else, OlderBeaconError for one of a release that did not sign, and nothing but that."""
    if data.startswith(_MAGIC_BEFORE):
        raise OlderBeaconError("of a release that did not sign")
    if not _SEAL.size + _HEAD.size + 2 <= len(data) <= LONGEST_DATAGRAM:
        raise BeaconError(f"{len(data)} bytes")
    magic, key, _ = _SEAL.unpack_from(data)
    kind, status, first, last, instance, port, token, held, count, address = _HEAD.unpack_from(data, _SEAL.size)
    if magic != _MAGIC:
        raise BeaconError("not one of ours")
    if kind >= len(Kind):
        raise BeaconError(f"kind {kind}")
    if not 1 <= first <= last or port == 0:
        raise BeaconError(f"versions {first} to {last}, port {port}")
    if not is_instance_of(instance.hex(), key.hex()):
        raise BeaconError(f"instance {instance.hex()} belongs to another key")
    name, at = _text(data, _SEAL.size + _HEAD.size)
    game, _ = _text(data, at)
    shown = Status(status) if status < len(Status) else Status.AWAY
    card = Card(key.hex(), instance.hex(), name, port, shown, game, first, last)
    return Beacon(Kind(kind), card, _unpacked(address), count, token, held / 10_000)


def is_genuine(data: bytes) -> bool:
    """Whether a datagram that `decode` could read was signed by the key that it names. Takes some 0.1 ms."""
    _, key, signature = _SEAL.unpack_from(data)
    return is_signed(key.hex(), Purpose.BEACON, signature, data[_SEAL.size :])


def packed(address: str) -> bytes:
    """An address, with or without the interface it was seen on, as the 16 bytes that a beacon has for it; zeros for a
    text that is none."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return bytes(16)
    return ip.packed if isinstance(ip, IPv6Address) else _MAPPED + ip.packed


def _unpacked(address: bytes) -> str:
    ip = IPv6Address(address)
    return str(ip.ipv4_mapped or ip)


def _text(data: bytes, at: int) -> tuple[str, int]:
    """The text that begins with its length at `at`, and where the next field begins."""
    if at >= len(data):
        raise BeaconError("cut off")
    end = at + 1 + data[at]
    if end > len(data):
        raise BeaconError("cut off")
    try:
        return data[at + 1 : end].decode(), end
    except UnicodeDecodeError as error:
        raise BeaconError("not UTF-8") from error


def _cut(text: str, most_bytes: int) -> str:
    """The beginning of a text that fits into this many bytes of UTF-8."""
    return text.encode()[:most_bytes].decode(errors="ignore").rstrip()
