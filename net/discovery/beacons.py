"""The datagrams by which instances of this program find each other: values and bytes, no sockets.

A datagram, all numbers big-endian. What does not fit this is refused, but for bytes after the end, which a later
release may have added, and statuses that are not known, which are taken for "away" (the first release refuses both):

     0   4  magic b"QGN" and the version of this layout
     4   1  kind: 0 hi ("answer me"), 1 announce, 2 bye
     5   1  status: 0 free, 1 playing, 2 playing and open to watchers, 3 away
     6   2  first and
     8   2  last version of the TCP protocol that the sender speaks
    10  16  instance id: random, drawn at every start of the program
    26   2  TCP port on which the sender takes connections
    28   2  token: in a hi, a number to be given back; in an answer, that number; else 0
    30   2  held: in an answer, tenths of a millisecond between the question and the answer; else 0
    32   1  bytes of the name, then the name in UTF-8
     .   1  bytes of the game, then the game in UTF-8

Token and held are there because an answer waits 20 to 120 ms at random (`net.discovery.announcer`): with them the one
who asked can still tell how long the way is.
"""

from __future__ import annotations

import enum
import struct
from dataclasses import dataclass

from net.sanitize import clean_line, clean_name

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
_MAGIC = b"QGN\x01"
_HEAD = struct.Struct("!4sBBHH16sHHH")
_LONGEST_HELD = 0xFFFF


class BeaconError(ValueError):
    """A datagram that is none of ours, or a damaged or malicious one."""


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

    `instance` is its id, 32 hexadecimal digits drawn afresh for each run of the program. `game` is for the layers above
    to fill and to read: the name of a variant that is played or wished for, or nothing. `first` and `last` bound the
    versions of the TCP protocol that it speaks. Name and game are cleaned and cut here, so a card's texts are always
    fit to show; the name may come out empty.
    """

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
    """One datagram. `token` and `held` (seconds) are explained at the head of this module."""

    kind: Kind
    card: Card
    token: int = 0
    held: float = 0.0


def encode(beacon: Beacon) -> bytes:
    """The datagram, at most `LONGEST_DATAGRAM` bytes."""
    card = beacon.card
    name, game = (text.encode() for text in (card.name, card.game))
    held = min(round(beacon.held * 10_000), _LONGEST_HELD)
    head = _HEAD.pack(
        _MAGIC,
        beacon.kind,
        card.status,
        card.first,
        card.last,
        bytes.fromhex(card.instance),
        card.port,
        beacon.token,
        held,
    )
    return b"".join((head, bytes((len(name),)), name, bytes((len(game),)), game))


def decode(data: bytes) -> Beacon:
    """The beacon in a datagram, its texts clean. Raises BeaconError for anything else, and nothing but that."""
    if not _HEAD.size + 2 <= len(data) <= LONGEST_DATAGRAM:
        raise BeaconError(f"{len(data)} bytes")
    magic, kind, status, first, last, instance, port, token, held = _HEAD.unpack_from(data)
    if magic != _MAGIC:
        raise BeaconError("not one of ours")
    if kind >= len(Kind):
        raise BeaconError(f"kind {kind}")
    if not 1 <= first <= last or port == 0 or not any(instance):
        raise BeaconError(f"versions {first} to {last}, port {port}, instance {instance.hex()}")
    name, at = _text(data, _HEAD.size)
    game, _ = _text(data, at)
    shown = Status(status) if status < len(Status) else Status.AWAY
    card = Card(instance.hex(), name, port, shown, game, first, last)
    return Beacon(Kind(kind), card, token, held / 10_000)


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
