"""Messages and frames: what goes round, what is refused, and that nothing but BadMessageError ever comes out."""

from __future__ import annotations

import json
import random
import struct

import msgspec
import pytest
from frames import FINAL, GAME, HELLO, ID, MESSAGES, PLY, SECRET, TERMS, any_frame, spoil

from net.session import messages
from net.session.messages import (
    FRAME_LIMIT,
    HELLO_LIMIT,
    MOST_PLIES,
    BadMessageError,
    ChatMessage,
    FrameReader,
    InviteMessage,
    Message,
    Ply,
    StateMessage,
    TableMessage,
    Terms,
    UnknownKindError,
    common_version,
    decode,
    encode,
    ply_bytes,
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_every_message_goes_round(message: Message) -> None:
    frame = encode(message)
    assert struct.unpack(">I", frame[:4]) == (len(frame) - 4,)
    assert decode(frame[4:]) == message


def test_every_kind_is_among_the_samples() -> None:
    kinds = {type(message) for message in MESSAGES}
    assert kinds == set(messages.Message.__args__)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_fields_of_a_later_release_are_ignored(message: Message) -> None:
    fields = json.loads(encode(message)[4:])
    assert decode(json.dumps(fields | {"surprise": [{"of": 1}]}).encode()) == message


def test_fields_within_fields_are_ignored_too() -> None:
    state = StateMessage(GAME, 1, (PLY,), True, TableMessage(TERMS, "Anna", "Ben", "guest", "00"), FINAL)
    fields = json.loads(encode(state)[4:])
    for part in (fields["table"], fields["final"]):
        part["surprise"] = "!"
    fields["plies"][0].append("surprise")
    assert decode(json.dumps(fields).encode()) == state


def test_terms_are_read_to_the_letter() -> None:
    fields = json.loads(encode(InviteMessage(ID, TERMS))[4:])
    fields["terms"]["byoyomi_ms"] = 30_000
    with pytest.raises(BadMessageError, match="byoyomi_ms"):
        decode(json.dumps(fields).encode())


def test_a_kind_of_a_later_release_is_told_from_nonsense() -> None:
    with pytest.raises(UnknownKindError, match="telepathy"):
        decode(b'{"type":"telepathy","to":["Ben"]}')
    for nonsense in (b'{"type":"Not A Word"}', b'{"type":"ping"}', b'{"type":7}', b'{"type":"telepathy"'):
        with pytest.raises(BadMessageError) as caught:
            decode(nonsense)
        assert not isinstance(caught.value, UnknownKindError)


@pytest.mark.parametrize(
    ("ours", "theirs", "spoken"),
    [((1, 2), (1, 1), 1), ((1, 2), (1, 9), 2), ((2, 2), (2, 3), 2), ((1, 2), (3, 9), None), ((4, 5), (1, 3), None)],
)
def test_two_speak_the_highest_version_that_both_know(
    ours: tuple[int, int], theirs: tuple[int, int], spoken: int | None
) -> None:
    hello = msgspec.structs.replace(HELLO, first=theirs[0], last=theirs[1])
    assert common_version(hello, *ours) == spoken


def test_a_range_of_versions_that_is_none_has_none_in_common() -> None:
    assert common_version(msgspec.structs.replace(HELLO, first=2, last=1), 1, 2) is None


def changed(message: Message, **changes: object) -> bytes:
    return json.dumps(json.loads(encode(message)[4:]) | changes).encode()


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("hello", "name", "x" * 65),
        ("hello", "instance", "ABCDEF0123456789" * 2),
        ("hello", "instance", "0" * 32 + "\n"),
        ("hello", "nonce", "0" * 62),
        ("hello", "port", 65_536),
        ("hello", "port", -1),
        ("hello", "capabilities", ["x"] * 65),
        ("hello", "capabilities", ["X Y"]),
        ("invite", "id", ""),
        ("invite", "note", "x" * 301),
        ("invite", "terms", {"variant": "../../etc"}),
        ("invite", "terms", {"variant": "go", "options": {str(n): n for n in range(17)}}),
        ("invite", "terms", {"variant": "go", "options": {"size": 2**31}}),
        ("invite", "terms", {"variant": "go", "options": {"size": 1.5}}),
        ("invite", "terms", {"variant": "go", "options": {"size": [15]}}),
        ("invite", "terms", {"variant": "go", "options": {"name": "\u001b[31m"}}),
        ("invite", "terms", {"variant": "go", "colour": "mine"}),
        ("invite", "terms", {"variant": "go", "base_ms": 86_400_001}),
        ("move", "text", ""),
        ("move", "text", "x" * 65),
        ("move", "text", "h8\n"),
        ("move", "text", "h8\u0000"),
        ("move", "hash", "xyz"),
        ("move", "hash", "0" * 33),
        ("move", "ply", 0),
        ("move", "ply", MOST_PLIES + 1),
        ("move", "epoch", -1),
        ("move", "used_ms", -5),
        ("move", "used_ms", "NaN"),
        ("request", "kind", "your wallet"),
        ("chat", "text", "x" * 301),
        ("chat", "number", 2**31),
        ("start", "first", "nobody"),
        ("error", "code", "Not A Word"),
    ],
)
def test_every_field_is_bounded(kind: str, field: str, value: object) -> None:
    message = next(message for message in MESSAGES if message.__struct_config__.tag == kind)
    with pytest.raises(BadMessageError):
        decode(changed(message, **{field: value}))


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'"hello"',
        b'{"type":"nonsense"}',
        b'{"type":7}',
        b'{"number":1}',
        b'{"type":"chat","number":1,"text":"\xff\xfe"}',
        b'{"type":"chat","number":1,"text":"\\ud800"}',
        b'{"type":"ping","number":' + b"[" * 60_000,
        b'{"type":"ping","number":1e400}',
        b'{"type":"ping","number":' + b"9" * 5000 + b"}",
        b"\x80\x04\x95pickle",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_message_has_one_error(payload: bytes) -> None:
    with pytest.raises(BadMessageError):
        decode(payload)


def test_frames_are_cut_out_of_any_pieces() -> None:
    draw = random.Random(1)
    reader = FrameReader(FRAME_LIMIT)
    stream = b"".join(map(encode, MESSAGES))
    found = []
    while stream:
        size = draw.randrange(1, 300)
        reader.feed(stream[:size])
        stream = stream[size:]
        while (frame := reader.next()) is not None:
            found.append(decode(frame))
    assert found == MESSAGES
    assert not reader.is_inside


@pytest.mark.parametrize("length", [0, 1, HELLO_LIMIT + 1, 2**32 - 1])
def test_a_bad_length_is_refused_before_anything_is_kept(length: int) -> None:
    reader = FrameReader()
    reader.feed(struct.pack(">I", length))
    with pytest.raises(BadMessageError):
        reader.next()


def test_the_limit_rises_after_the_handshake() -> None:
    frame = struct.pack(">I", HELLO_LIMIT + 1) + b"x" * (HELLO_LIMIT + 1)
    reader = FrameReader()
    reader.limit = FRAME_LIMIT
    reader.feed(frame)
    assert reader.next() == b"x" * (HELLO_LIMIT + 1)


def test_the_longest_game_fits_into_a_frame() -> None:
    """Everything at its bounds and beyond ASCII: what a move log lets in can be told."""
    options = {f"{number:040}": "長" * 40 for number in range(16)}
    terms = Terms("v" * 40, options, 86_400_000, 3_600_000, "second", False, True)
    table = TableMessage(terms, "長" * 40, "長" * 40, "guest", "f" * 32)
    ply = Ply("長" * 64, "f" * 32, "guest", 604_800_000, 604_800_000)
    count = messages.MOST_PLY_BYTES // ply_bytes(ply)
    state = StateMessage(
        GAME, 2**31 - 1, (ply,) * count, True, table, messages.FinalMessage("none", "d" * 40, 2**31 - 1, MOST_PLIES)
    )
    assert decode(encode(state)[4:]) == state
    short = Ply("h8", "f" * 16, "guest", 100_000, 1_000_000)
    assert messages.MOST_PLY_BYTES // ply_bytes(short) >= 1000


def test_what_does_not_fit_into_a_frame_is_said_so() -> None:
    with pytest.raises(ValueError, match="longer than a frame"):
        encode(StateMessage(GAME, 0, (Ply("x" * 64, "f" * 32, "host", 0, None),) * MOST_PLIES))


def test_values_are_frozen() -> None:
    with pytest.raises(AttributeError):
        HELLO.name = "Eve"  # that is the point


def fuzz(seed: int, frames: int) -> None:
    draw = random.Random(seed)
    for _ in range(frames):
        reader = FrameReader(FRAME_LIMIT)
        try:
            reader.feed(spoil(draw, any_frame(draw)))
            while (frame := reader.next()) is not None:
                message = decode(frame)
                # what is let in is within its bounds, so it can be said again
                assert decode(encode(message)[4:]) == message
        except BadMessageError:
            pass


def test_spoiled_frames_never_raise_anything_else() -> None:
    fuzz(seed=3, frames=20_000)


def test_ids_and_secrets_are_of_the_sizes_that_we_draw() -> None:
    for kind, text in ((messages.Hex8, ID), (messages.Hex16, GAME), (messages.Hex32, SECRET)):
        assert msgspec.convert(text, kind) == text
    assert TERMS.options["size"] == 15
    assert decode(changed(ChatMessage(1, "a"), by="host")) == ChatMessage(1, "a", "host")
