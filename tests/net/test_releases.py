"""Programs of different age: a later one that says more than this one knows, one that speaks another protocol."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_session_chaos import run
from world import SPOKEN, World

from net.session import events
from net.session.messages import PROTOCOL_LAST


def frames(data: bytes) -> Iterator[dict[str, Any]]:
    while data:
        (length,) = struct.unpack_from(">I", data)
        yield json.loads(data[4 : 4 + length])
        data = data[4 + length :]


def frame(fields: dict[str, Any]) -> bytes:
    payload = json.dumps(fields).encode()
    return struct.pack(">I", len(payload)) + payload


def later_release(draw: random.Random) -> Callable[[bytes], bytes]:
    """How a later release talks: more fields everywhere but in the terms, and now and then a kind that is new."""

    def accent(data: bytes) -> bytes:
        said = b""
        for fields in frames(data):
            fields["mood"] = {"colour": ["green", draw.randrange(100)]}
            if fields["type"] == "hello":
                fields["last"] = PROTOCOL_LAST + 7
                fields["capabilities"] = [f"later-{number}" for number in range(40)]
            for part in ("final", "table"):
                if fields.get(part) is not None:
                    fields[part]["mood"] = "green"
            for ply in fields["plies"] if fields["type"] == "state" else ():
                ply.append("!?")
            said += frame(fields)
            if draw.random() < 0.2:
                said += frame({"type": f"later-{draw.randrange(5)}", "game": 7})
        return said

    return accent


@pytest.mark.parametrize("seed", range(20))
def test_a_later_release_is_played_with_whatever_happens(seed: int) -> None:
    world = World(30_000 + seed)
    world.nodes[seed % 2].accent = later_release(random.Random(seed))
    run(30_000 + seed, 300, kills=seed % 3 == 0, ends=seed % 2 == 0, world=world)
    honest = world.nodes[1 - seed % 2]
    complaints = [event for event in honest.player.seen if isinstance(event, events.Complaint)]
    assert not [event for event in complaints if event.by == "here"]


def test_somebody_who_speaks_no_version_of_ours_is_told_and_not_punished() -> None:
    world = World(3, (SPOKEN, (PROTOCOL_LAST + 1, PROTOCOL_LAST + 2)))
    anna, ben = world.nodes
    for _ in range(3):
        anna.connect(ben)
        world.settle(0.2)
    left = [event for event in anna.player.seen if isinstance(event, events.Left)]
    assert [event.code for event in left] == ["version"] * 3, "none of them is told to wait"
