"""What two programs say to each other by DamExchange: a letter, then fields of fixed width, up to 127 signs of ASCII.

R  the initiator asks for a game                       A  the follower takes it or not
M  a move                                              E  the game is over; said back, that it is so for both
B  back to an earlier move                             K  yes or no to it
C  words for people

Over a network each message ends with a zero byte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 127
"""Signs of a message."""
VERSION: Final = 1
_NAME: Final = 32
_CHUNK: Final = 4096
_MOST_SECONDS: Final = 9999

ACCEPTED, OTHER_VERSION, NOT_THIS_GAME = 0, 1, 2
"""Answers to a request for a game."""
UNKNOWN, GIVEN_UP, DRAWN, WON = 0, 1, 2, 3
"""Why somebody ends a game, from their own view."""
BACK_ACCEPTED, BACK_UNKNOWN, BACK_DECLINED = 0, 1, 2
"""Answers to a wish to go back; the second says that one can't."""

_REQUEST: Final = re.compile(r"R(\d\d)(.{32})([WZ])(\d{3})(\d{3})(?:A|B([WZ])(.{50}))")
_ANSWER: Final = re.compile(r"A(.{32})([0-3])")
_MOVE: Final = re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)")
_END: Final = re.compile(r"E([0-3])([01])")
_BACK: Final = re.compile(r"B(\d{3})([WZ])")
_BACK_ANSWER: Final = re.compile(r"K([0-2])")
_KINDS: Final = "RAMEBKC"


class DxpError(ValueError):
    """The message can't be read or obeyed. One sentence."""


@dataclass(frozen=True, slots=True)
class DxpRequest:
    """R: whose name, the follower's colour (`W`, `Z`), minutes for each side's whole game (0: no clock), moves after
    which the game may be ended (0: none), and who begins in which position (`squares`; None: the usual start)."""

    name: str
    colour: str
    minutes: int
    moves: int
    start: tuple[str, str] | None = None
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class DxpAnswer:
    """A: the follower's name and whether the game is played (`ACCEPTED`, ...)."""

    name: str
    code: int


@dataclass(frozen=True, slots=True)
class DxpMove:
    """M: seconds that were thought, origin, target and the squares captured, from 1 on."""

    seconds: int
    origin: int
    target: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DxpEnd:
    """E: why (`UNKNOWN`, ...), and whether the sender wants no further game."""

    reason: int = UNKNOWN
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class DxpBack:
    """B: the number of the move that is to be made again, and the colour that makes it."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class DxpBackAnswer:
    """K: `BACK_ACCEPTED`, `BACK_UNKNOWN` or `BACK_DECLINED`."""

    code: int


@dataclass(frozen=True, slots=True)
class DxpChat:
    """C: words."""

    text: str


DxpMessage = DxpRequest | DxpAnswer | DxpMove | DxpEnd | DxpBack | DxpBackAnswer | DxpChat


def read_message(text: str) -> DxpMessage:
    """Read a message. Raises DxpError."""
    if len(text) > LONGEST:
        raise DxpError(f"a message has {LONGEST} signs at most")
    if not text.isascii():
        raise DxpError("a message is ASCII alone")
    kind = text[:1]
    if kind == "R" and (found := _REQUEST.fullmatch(text)):
        start = (found[6], found[7]) if found[6] else None
        return DxpRequest(found[2].strip(), found[3], int(found[4]), int(found[5]), start, int(found[1]))
    if kind == "A" and (found := _ANSWER.fullmatch(text)):
        return DxpAnswer(found[1].strip(), int(found[2]))
    if kind == "M" and (found := _MOVE.fullmatch(text)):
        captured = tuple(int(found[5][at : at + 2]) for at in range(0, len(found[5]), 2))
        if len(captured) != int(found[4]):
            raise DxpError(f"a capture of {int(found[4])} pieces names {len(captured)}")
        return DxpMove(int(found[1]), int(found[2]), int(found[3]), captured)
    if kind == "E" and (found := _END.fullmatch(text)):
        return DxpEnd(int(found[1]), found[2] == "1")
    if kind == "B" and (found := _BACK.fullmatch(text)):
        return DxpBack(int(found[1]), found[2])
    if kind == "K" and (found := _BACK_ANSWER.fullmatch(text)):
        return DxpBackAnswer(int(found[1]))
    if kind == "C":
        return DxpChat(text[1:])
    if kind in _KINDS:
        raise DxpError(f"cannot read the message {text[:40]!r}")
    raise DxpError(f"there are no messages that begin with {kind!r}")


def write_message(message: DxpMessage) -> str:
    """A message as it is sent. Names and words are cut to what fits."""
    match message:
        case DxpRequest():
            start = "A" if message.start is None else f"B{message.start[0]}{message.start[1]}"
            head = f"R{message.version:02}{_padded(message.name)}{message.colour}"
            return f"{head}{message.minutes:03}{message.moves:03}{start}"
        case DxpAnswer():
            return f"A{_padded(message.name)}{message.code}"
        case DxpMove():
            captured = "".join(f"{square:02}" for square in message.captured)
            seconds = min(message.seconds, _MOST_SECONDS)
            return f"M{seconds:04}{message.origin:02}{message.target:02}{len(message.captured):02}{captured}"
        case DxpEnd():
            return f"E{message.reason}{int(message.is_last)}"
        case DxpBack():
            return f"B{message.number:03}{message.colour}"
        case DxpBackAnswer():
            return f"K{message.code}"
        case DxpChat():
            return f"C{_visible(message.text)}"[:LONGEST]


def _padded(name: str) -> str:
    return _visible(name).strip()[:_NAME].ljust(_NAME)


def _visible(text: str) -> str:
    return "".join(sign if sign.isascii() and sign.isprintable() else "?" for sign in text)


def messages_of(read: Callable[[int], bytes]) -> Iterator[str]:
    """The messages that come out of `read` (which gives some bytes, none at the end), without the zero byte and cut to
    one sign more than they may have. Empty ones are left out, and so is one without an end. Bytes that are no ASCII
    become signs that are none either. An error of the operating system counts as the end."""
    rest = b""
    while True:
        try:
            chunk = read(_CHUNK)
        except (OSError, ValueError):  # ValueError: closed here meanwhile
            chunk = b""
        if not chunk:
            return
        *whole, rest = (rest + chunk).split(b"\0")
        for each in whole:
            text = each[: LONGEST + 1].decode("ascii", "replace").rstrip("\r\n")
            if text:
                yield text
        rest = rest[: LONGEST + 1]  # more of it would be too long all the same
