"""One good message of every kind, and ways to spoil frames."""

from __future__ import annotations

import json
import random
import struct

from net.session.messages import (
    AckMessage,
    AnswerMessage,
    ByeMessage,
    CancelMessage,
    ChatMessage,
    ClockMessage,
    CounterMessage,
    EndMessage,
    ErrorMessage,
    FinalMessage,
    HelloMessage,
    HoldMessage,
    InviteMessage,
    KeptMessage,
    Message,
    MoveMessage,
    PingMessage,
    Ply,
    PongMessage,
    ReplyMessage,
    RequestMessage,
    ResignMessage,
    ResumeMessage,
    SeedMessage,
    StartMessage,
    StateMessage,
    SyncMessage,
    TableMessage,
    Terms,
    UnpauseMessage,
    WatchersMessage,
    WatchMessage,
    encode,
)

GAME = "0123456789abcdef" * 2
ID = "0123456789abcdef"
SECRET = "0123456789abcdef" * 4
SIGNATURE = "0123456789abcdef" * 8
TERMS = Terms("gomoku-renju", {"size": 15, "opening": "swap2", "rated": False}, 600_000, 5_000, "random", True, True)
HELLO = HelloMessage(4, 4, "1.0", GAME, "安娜", SECRET, ("chat",), 27183, "")
FINAL = FinalMessage("host", "five", 0, 9)
CLOCK = ClockMessage(GAME, 1, 9, 2500, (600_000, 42), False)
PLY = Ply("h8", "00ff", "host", 1200, 598_800)

MESSAGES: list[Message] = [
    HELLO,
    InviteMessage(ID, TERMS, "再来一盘？"),
    AnswerMessage(ID, True),
    AnswerMessage(ID, True, "", "安娜", "2026-11-23T05:00:00+08:00"),
    AnswerMessage(ID, False, "busy"),
    CancelMessage(ID),
    HoldMessage(ID),
    CounterMessage(ID, TERMS),
    SeedMessage(ID, "commit", SECRET),
    SeedMessage(ID, "open", SECRET),
    StartMessage(ID, GAME, "host", "00ff", SECRET),
    StartMessage(ID, GAME, "guest", "00ff", SECRET, "Ben", "2026-11-22T21:00:00Z"),
    MoveMessage(GAME, 0, 1, "h8", "00ff", 1200, 598_800),
    MoveMessage(GAME, 3, 200, "32x23x14", "ff", 0, None),
    MoveMessage(GAME, 0, 1, "h8", "00ff", 1200, 598_800, SIGNATURE),
    AckMessage(GAME, 0, 0, "00ff"),
    SyncMessage(GAME, 0, 5, "00ff"),
    StateMessage(GAME, 0, (PLY, Ply("i9", "01", "guest", 0, None))),
    StateMessage(GAME, 1, (PLY,), True, TableMessage(TERMS, "Anna", "Ben", "guest", "00"), FINAL),
    RequestMessage(GAME, 1, "take-back", 0, 9, 2),
    RequestMessage(GAME, 2, "draw", 0, 9),
    ReplyMessage(GAME, 1, True),
    ReplyMessage(GAME, 1, True, 3),
    UnpauseMessage(GAME, 2),
    ResignMessage(GAME, 0, 9),
    ResignMessage(GAME, 0, 9, SIGNATURE),
    EndMessage(GAME, FINAL),
    EndMessage(GAME, FINAL, SIGNATURE),
    KeptMessage(GAME),
    ChatMessage(1, "你好"),
    ChatMessage(2, "hello", "guest"),
    PingMessage(7),
    PongMessage(7),
    ResumeMessage(GAME, SECRET, 0, 9, "00ff", 0, 2, 4),
    WatchMessage(),
    WatchMessage(GAME),
    WatchersMessage(("Eva", "小明")),
    PingMessage(8, CLOCK),
    PongMessage(8, ClockMessage(GAME, 0, 3, 5)),
    StateMessage(GAME, 1, (PLY,), False, TableMessage(TERMS, "Anna", "Ben", "guest", "00"), None, CLOCK),
    ErrorMessage("wrong-state", "no"),
    ByeMessage("left"),
]

_WORTH_TRYING = (0, -1, 1, 2**31, 2**63, 2**64, 1e308, None, True, "", "a" * 500, [], {}, [[]], "\u202e", "ok")


def spoil(draw: random.Random, frame: bytes) -> bytes:
    """A frame with something wrong (or, now and then, nothing): bytes, fields, nesting, length."""
    way = draw.randrange(9)
    data = bytearray(frame)
    if way == 0:
        for _ in range(draw.randrange(1, 6)):
            data[draw.randrange(len(data))] = draw.randrange(256)
    elif way == 1:
        del data[draw.randrange(len(data)) :]
    elif way == 2:
        data[draw.randrange(len(data)) : 0] = draw.randbytes(draw.randrange(1, 20))
    elif way == 3:
        depth = draw.choice((5, 500, 20_000))
        payload = b'{"type":"ping","number":' + b"[" * depth + b"]" * depth + b"}"
        data[:] = struct.pack(">I", len(payload)) + payload
    elif way == 4:
        data[:4] = struct.pack(">I", draw.choice((0, 1, 2, 2**16, 2**16 + 1, 2**31, 2**32 - 1)))
    elif way == 5:
        data[:] = draw.randbytes(draw.randrange(1, 200))
    elif way == 6:
        payload = data[4:].replace(b'"', b'"\\ud800', 1) if draw.random() < 0.5 else data[4:].replace(b"a", b"\xff", 1)
        data[:] = struct.pack(">I", len(payload)) + payload
    else:
        fields = json.loads(bytes(data[4:]))
        keys = list(fields)
        if way == 7:
            fields[draw.choice(keys)] = draw.choice(_WORTH_TRYING)
        elif draw.random() < 0.5:
            fields["extra"] = draw.choice(_WORTH_TRYING)
        else:
            del fields[draw.choice(keys)]
        payload = json.dumps(fields).encode()
        data[:] = struct.pack(">I", len(payload)) + payload
    return bytes(data)


def any_frame(draw: random.Random) -> bytes:
    """The frame of one of `MESSAGES`."""
    return encode(draw.choice(MESSAGES))
