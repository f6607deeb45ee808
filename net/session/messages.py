"""Every message of the wire as a typed value, and a message as bytes. No sockets, no state.

A frame is a length of four bytes, big-endian, and this many bytes of JSON: one of the structs below, named by `type`.
Every field is bounded; but msgspec looks at bounds only after it has read a text, so the limit on the frame
(`HELLO_LIMIT`, then `FRAME_LIMIT`) is what protects the memory.

Releases of different age meet like this:

- Each `HelloMessage` names the versions that its sender speaks; the highest that both speak holds for the connection
  (`common_version`), and neither says what that version does not have. Without a common one the line is closed with
  the error `version`, which is nobody's offence. So `HelloMessage`, `ErrorMessage` and `ByeMessage` keep their present
fields for ever.
- A field that is not known is ignored, in every message: a later release may add what others can do without.
  Only `Terms` are read to the letter, for whoever passed over one of them would play a different game.
- A kind of message that is not known is answered once with the error `unknown-kind` and otherwise ignored, once the
  handshake is done. What others can't do without, and new values of present fields, need a new version.
- A capability is something optional that is used where both name it; one that is not known means nothing.

    versions 1 and 2 were not sealed, and version 3 did not sign what was played: a side that could choose it could
    deny its moves, so it is not spoken any more. Whoever speaks without TLS (`net.session.sealed_line`) gets the error
    `version` and nothing else, so nobody on the way can talk two programs into an open line.

What is said by whom and when: `net.session.session`. Times are whole milliseconds. A position's hash is a text of
hexadecimal digits that means something to the game alone. Both sides of a table are named by who opened it: `host` made
the terms that were accepted, `guest` said yes; a game that swaps colours changes nothing of that.
"""

from __future__ import annotations

import struct
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

PROTOCOL_FIRST = 4
PROTOCOL_LAST = 4
"""The versions of this protocol that are spoken here."""

HELLO_LIMIT = 4 * 1024
"""Bytes of a frame before the handshake is done ..."""
FRAME_LIMIT = 64 * 1024
"""... and after it."""

MOST_PLIES = 1024
"""A game longer than this can't be told in one frame and ends without a result."""
MOST_PLY_BYTES = 56 * 1024
"""What the plies of one game may take together as JSON, for the same reason: the rest of a `StateMessage` needs less
than the 8 KB that are left."""

Hex8 = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z", max_length=16)]
Hex16 = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", max_length=32)]
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", max_length=64)]
PositionHash = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,32}\Z", max_length=32)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,39}\Z", max_length=40)]
"""Names of variants, options, capabilities, reasons: made by programs, not by people."""
MoveText = Annotated[str, Meta(pattern=r"^[^\x00-\x20\x7f-\xa0](?:[^\x00-\x1f\x7f-\x9f]{0,63})\Z", max_length=64)]
Note = Annotated[str, Meta(max_length=300)]
Name = Annotated[str, Meta(max_length=64)]
Signature = Annotated[str, Meta(pattern=r"^([0-9a-f]{128})?\Z", max_length=128)]
"""Of what `net.session.signed_game` says; empty if there is none."""
DateText = Annotated[str, Meta(pattern=r"^[0-9A-Z:.+-]{0,32}\Z", max_length=32)]
"""A time as ISO 8601 has it, of the clock of whoever says it."""
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
PlyNumber = Annotated[int, Meta(ge=0, le=MOST_PLIES)]
MOST_NAMES = 16
"""Of watchers, told at a time."""
LONGEST_MS = 7 * 86_400_000
Milliseconds = Annotated[int, Meta(ge=0, le=LONGEST_MS)]
OptionText = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]{0,40}\Z", max_length=40)]
OptionValue = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | OptionText

Side = Literal["host", "guest"]
Winner = Literal["host", "guest", "draw", "none"]
Kind = Literal["take-back", "draw", "restart", "pause"]
ColourWish = Literal["first", "second", "random"]


class _Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all messages have in common."""


class NegotiationMessage(_Message, frozen=True):
    """What belongs to one invitation and names it."""

    id: Hex8


class GameMessage(_Message, frozen=True):
    """What belongs to one game and names it."""

    game: Hex16


class HelloMessage(_Message, frozen=True, tag="hello"):
    """The first word of both. `port` is where this instance listens (0 = nowhere), `game` the game that a side comes
    back for, empty in the lobby."""

    first: Annotated[int, Meta(ge=0, le=65_535)]
    last: Annotated[int, Meta(ge=0, le=65_535)]
    version: Annotated[str, Meta(max_length=32)]
    instance: Hex16
    name: Name
    nonce: Hex32
    capabilities: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    game: Hex16 | Literal[""] = ""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game is to be played by. `colour` is the wish of the one who sends the terms; `base_ms` 0 = no clock."""

    variant: Word
    options: Annotated[dict[Word, OptionValue], Meta(max_length=16)] = {}
    base_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 0
    increment_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 0
    colour: ColourWish = "random"
    take_backs: bool = True
    watchers: bool = False


class InviteMessage(NegotiationMessage, frozen=True, tag="invite"):
    """Come and play, by these terms."""

    terms: Terms
    note: Note = ""


class AnswerMessage(NegotiationMessage, frozen=True, tag="answer"):
    """The invited person's yes or no. With a yes come `name` and `date` of the one who says it, as both sign them."""

    yes: bool
    reason: Note = ""
    name: Name = ""
    date: DateText = ""


class CancelMessage(NegotiationMessage, frozen=True, tag="cancel"):
    """The invitation does not hold any more."""


class CounterMessage(NegotiationMessage, frozen=True, tag="counter"):
    """The invited would play by other terms; the one who says so is the sender of the invitation now."""

    terms: Terms


class HoldMessage(NegotiationMessage, frozen=True, tag="hold"):
    """The invited person is putting together other terms: the invitation's time starts again."""


class SeedMessage(NegotiationMessage, frozen=True, tag="seed"):
    """One half of the draw for colours: first its SHA-256, then itself, once the other's commitment is here."""

    step: Literal["commit", "open"]
    value: Hex32


class StartMessage(NegotiationMessage, frozen=True, tag="start"):
    """The host opens the table. `token` is the secret that proves a side which comes back; `name` and `date` are the
    host's, as both sign them."""

    game: Hex16
    first: Side
    hash: PositionHash
    token: Hex32
    name: Name = ""
    date: DateText = ""


class MoveMessage(GameMessage, frozen=True, tag="move"):
    """The ply that brings the game to `ply` plies. `left_ms` None = no clock; `signature` is over the link after it."""

    epoch: Count
    ply: Annotated[int, Meta(ge=1, le=MOST_PLIES)]
    text: MoveText
    hash: PositionHash
    used_ms: Milliseconds
    left_ms: Milliseconds | None = None
    signature: Signature = ""


class AckMessage(GameMessage, frozen=True, tag="ack"):
    """The other side's own rules have accepted the move, and it is on disk there. Ply 0: the start position."""

    epoch: Count
    ply: PlyNumber
    hash: PositionHash


class SyncMessage(GameMessage, frozen=True, tag="sync"):
    """Something does not fit: this is where I am, tell me all."""

    epoch: Count
    ply: PlyNumber
    hash: PositionHash


class Ply(msgspec.Struct, frozen=True, array_like=True):
    """One move of a game, as short as JSON can be. `epoch` is the one in which it was played; `signature`, of who made
    it, is not said where all moves are."""

    text: MoveText
    hash: PositionHash
    by: Side
    used_ms: Milliseconds
    left_ms: Milliseconds | None
    epoch: Count = 0
    signature: Signature = ""


class FinalMessage(msgspec.Struct, frozen=True):
    """How a game ended, at which ply of which epoch. `none` = without a result."""

    winner: Winner
    reason: Word
    epoch: Count
    ply: PlyNumber


class TableMessage(msgspec.Struct, frozen=True):
    """What a watcher has to know of a table beside the moves."""

    terms: Terms
    host: Name
    guest: Name
    first: Side
    hash: PositionHash


class ClockMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of the move after `ply` plies, as its sender sees it at this moment: what the move has taken so far,
    and what the first and the second to move have left (none = no time control). `runs` False: it stands."""

    game: Hex16
    epoch: Count
    ply: PlyNumber
    used_ms: Milliseconds
    left_ms: tuple[Milliseconds, Milliseconds] | None = None
    runs: bool = True


class StateMessage(GameMessage, frozen=True, tag="state"):
    """All moves of the game. To watchers it comes with `table`, and `final` once the game is over, and from version 2
    on with the clock of the running move."""

    epoch: Count
    plies: Annotated[tuple[Ply, ...], Meta(max_length=MOST_PLIES)]
    paused: bool = False
    table: TableMessage | None = None
    final: FinalMessage | None = None
    clock: ClockMessage | None = None


class RequestMessage(GameMessage, frozen=True, tag="request"):
    """Asks for something that needs consent, of the position at `ply`; `plies` counts for a take-back."""

    id: Count
    kind: Kind
    epoch: Count
    ply: PlyNumber
    plies: PlyNumber = 0


class ReplyMessage(GameMessage, frozen=True, tag="reply"):
    """The answer to a request. A yes to a pause comes with `pauses`, see `UnpauseMessage`."""

    id: Count
    yes: bool
    pauses: Count = 0


class UnpauseMessage(GameMessage, frozen=True, tag="unpause"):
    """A pause is over; either side may end it. `pauses` counts pauses and their ends, so it is odd while one lasts.

    Also the first word after coming back: where the pauses stand, for an answer or an end may have been lost.
    """

    pauses: Count


class ResignMessage(GameMessage, frozen=True, tag="resign"):
    """The sender gives the game up; signed as an end."""

    epoch: Count
    ply: PlyNumber
    signature: Signature = ""


class EndMessage(GameMessage, frozen=True, tag="end"):
    """The sender sees the game as ended in this way; the other side confirms with the same. Signed as an end."""

    final: FinalMessage
    signature: Signature = ""


class KeptMessage(GameMessage, frozen=True, tag="kept"):
    """The end that both have said is on the sender's disk, with what the other side has signed of it: the other side
    need not keep it for the sender any longer."""


class ChatMessage(_Message, frozen=True, tag="chat"):
    """A line of talk. Numbers count up for each sender; `by` says to watchers who spoke."""

    number: Count
    text: Note
    by: Side | Literal[""] = ""


class PingMessage(_Message, frozen=True, tag="ping"):
    """Are you there? From version 2 on with the clock of the move that somebody thinks about."""

    number: Count
    clock: ClockMessage | None = None


class PongMessage(_Message, frozen=True, tag="pong"):
    """I am, and this was the question; with the clock like `PingMessage`."""

    number: Count
    clock: ClockMessage | None = None


class WatchersMessage(_Message, frozen=True, tag="watchers"):
    """Who watches this table: to the other player those at the sender's side, to watchers all. From version 2 on."""

    names: Annotated[tuple[Name, ...], Meta(max_length=MOST_NAMES)]


class ResumeMessage(_Message, frozen=True, tag="resume"):
    """Back at the table; `net.resuming` says what the proof is made of. `base` is the ply at which the epoch began,
    `turn` counts the connections of this game, `chat` the lines received."""

    game: Hex16
    proof: Hex32
    epoch: Count
    ply: PlyNumber
    hash: PositionHash
    base: PlyNumber
    turn: Count
    chat: Count


class WatchMessage(_Message, frozen=True, tag="watch"):
    """Let me see this game; without one, any that is open to watchers."""

    game: Hex16 | Literal[""] = ""


class ErrorMessage(_Message, frozen=True, tag="error"):
    """Something was wrong with what was said."""

    code: Word
    text: Note = ""


class ByeMessage(_Message, frozen=True, tag="bye"):
    """The last word on a connection."""

    code: Word
    text: Note = ""


Message = (
    HelloMessage
    | InviteMessage
    | AnswerMessage
    | CancelMessage
    | CounterMessage
    | HoldMessage
    | SeedMessage
    | StartMessage
    | MoveMessage
    | AckMessage
    | SyncMessage
    | StateMessage
    | RequestMessage
    | ReplyMessage
    | UnpauseMessage
    | ResignMessage
    | EndMessage
    | KeptMessage
    | ChatMessage
    | PingMessage
    | PongMessage
    | ResumeMessage
    | WatchMessage
    | WatchersMessage
    | ErrorMessage
    | ByeMessage
)


class BadMessageError(Exception):
    """Bytes that are not a message of this protocol; one sentence why."""


class UnknownKindError(BadMessageError):
    """A message of a kind that is not known here: perhaps a later release has it. The text is the kind."""


class _AnyMessage(msgspec.Struct):
    """What even a message of a later release is."""

    type: Word


_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_KIND_DECODER = msgspec.json.Decoder(_AnyMessage)
_KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(Message))
_LENGTH = struct.Struct(">I")


def encode(message: Message) -> bytes:
    """The frame of a message. Raises ValueError if it is longer than any frame may be."""
    payload = _ENCODER.encode(message)
    if len(payload) > FRAME_LIMIT:
        raise ValueError(f"a {type(message).__name__} of {len(payload)} bytes is longer than a frame")
    return _LENGTH.pack(len(payload)) + payload


def ply_bytes(ply: Ply) -> int:
    """What a ply takes in a `StateMessage`, which has no signatures."""
    return len(_ENCODER.encode(ply)) + 1 - len(ply.signature)


def decode(payload: bytes) -> Message:
    """The message in a frame without its length. Raises BadMessageError, and nothing but that, whatever the bytes;
    UnknownKindError, which is one, for a whole message of a kind that is not known."""
    try:
        return _DECODER.decode(payload)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:  # UnicodeDecodeError is a ValueError
        kind = _kind_of(payload)
        if kind is not None and kind not in _KINDS:
            raise UnknownKindError(kind) from error
        raise BadMessageError(f"not a message: {str(error)[:120]}") from error


def _kind_of(payload: bytes) -> str | None:
    try:
        return _KIND_DECODER.decode(payload).type
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def common_version(hello: HelloMessage, first: int = PROTOCOL_FIRST, last: int = PROTOCOL_LAST) -> int | None:
    """The version in which two can talk of whom one has said hello and the other speaks `first` to `last`, or None."""
    version = min(hello.last, last)
    return version if version >= max(hello.first, first) else None


class FrameReader:
    """Cuts a stream of bytes into frames. `limit` is the longest frame accepted, and may be raised at any time."""

    def __init__(self, limit: int = HELLO_LIMIT) -> None:
        self.limit = limit
        self._buffer = bytearray()

    @property
    def is_inside(self) -> bool:
        """Whether a frame has begun and not ended."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take what the socket gave."""
        self._buffer += data

    def next(self) -> bytes | None:
        """The next whole frame without its length, or None. Raises BadMessageError as soon as a length is over the
        limit, before any of that frame is kept."""
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if not 2 <= length <= self.limit:
            raise BadMessageError(f"a frame of {length} bytes, at most {self.limit} are allowed")
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        frame = bytes(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return frame
