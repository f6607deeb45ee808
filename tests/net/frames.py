"""One good message of every kind, and ways to spoil frames."""

from __future__ import annotations

import json
import random
import struct

from net.session.messages import (
    Ack,
    Answer,
    Bye,
    Cancel,
    Chat,
    Clock,
    Counter,
    End,
    Error,
    Final,
    Hello,
    Hold,
    Invite,
    Message,
    Move,
    Ping,
    Ply,
    Pong,
    Reply,
    Request,
    Resign,
    Resume,
    Seed,
    Start,
    State,
    Sync,
    Table,
    Terms,
    Unpause,
    Watch,
    Watchers,
    encode,
)

GAME = "0123456789abcdef" * 2
ID = "0123456789abcdef"
SECRET = "0123456789abcdef" * 4
TERMS = Terms("gomoku-renju", {"size": 15, "opening": "swap2", "rated": False}, 600_000, 5_000, "random", True, True)
HELLO = Hello(1, 1, "1.0", GAME, "安娜", SECRET, ("chat",), 27183, "")
FINAL = Final("host", "five", 0, 9)
CLOCK = Clock(GAME, 1, 9, 2500, (600_000, 42), False)
PLY = Ply("h8", "00ff", "host", 1200, 598_800)

MESSAGES: list[Message] = [
    HELLO,
    Invite(ID, TERMS, "再来一盘？"),
    Answer(ID, True),
    Answer(ID, False, "busy"),
    Cancel(ID),
    Hold(ID),
    Counter(ID, TERMS),
    Seed(ID, "commit", SECRET),
    Seed(ID, "open", SECRET),
    Start(ID, GAME, "host", "00ff", SECRET),
    Move(GAME, 0, 1, "h8", "00ff", 1200, 598_800),
    Move(GAME, 3, 200, "32x23x14", "ff", 0, None),
    Ack(GAME, 0, 0, "00ff"),
    Sync(GAME, 0, 5, "00ff"),
    State(GAME, 0, (PLY, Ply("i9", "01", "guest", 0, None))),
    State(GAME, 1, (PLY,), True, Table(TERMS, "Anna", "Ben", "guest", "00"), FINAL),
    Request(GAME, 1, "take-back", 0, 9, 2),
    Request(GAME, 2, "draw", 0, 9),
    Reply(GAME, 1, True),
    Reply(GAME, 1, True, 3),
    Unpause(GAME, 2),
    Resign(GAME, 0, 9),
    End(GAME, FINAL),
    Chat(1, "你好"),
    Chat(2, "hello", "guest"),
    Ping(7),
    Pong(7),
    Resume(GAME, SECRET, 0, 9, "00ff", 0, 2, 4),
    Watch(),
    Watch(GAME),
    Watchers(("Eva", "小明")),
    Ping(8, CLOCK),
    Pong(8, Clock(GAME, 0, 3, 5)),
    State(GAME, 1, (PLY,), False, Table(TERMS, "Anna", "Ben", "guest", "00"), None, CLOCK),
    Error("wrong-state", "no"),
    Bye("left"),
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
