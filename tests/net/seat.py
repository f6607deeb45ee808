"""A program of its own for `test_processes`: one seat of the invented game, its journal in a file, on real sockets.

    python seat.py FILE listen PORT          waits for somebody and accepts
    python seat.py FILE dial IP:PORT         connects, invites, and plays

A file that holds an unfinished game is taken up again. It plays by itself and runs until it is killed; the file says
how far it is.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import sys
import time
from pathlib import Path

import msgspec
from sealed import key_called
from world import Disk, Player, plies_of

from net.session import actions, events
from net.session.messages import Terms
from net.session.server import Identity
from net.session.service import Service
from net.session.ticket import read_ticket

TERMS = Terms("invented", {}, 300_000, 0, "first", True, False)


class FileDisk(Disk):
    """A disk that is one."""

    def write(self, path: Path) -> None:
        fresh = path.with_suffix(".new")
        with fresh.open("w") as file:
            json.dump(dataclasses.asdict(self), file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)


def read_disk(path: Path) -> FileDisk:
    """What the file holds, or an empty disk."""
    if not path.exists():
        return FileDisk()
    found = json.loads(path.read_text())
    found["over"] = tuple(found["over"]) if found["over"] is not None else None
    return FileDisk(**found)


def main(path: Path, way: str, where: str) -> None:
    disk = read_disk(path)
    service = Service(
        Identity(os.urandom(16).hex(), path.stem, "1"),
        int(where) if way == "listen" else 0,
        ("127.0.0.1",) if way == "listen" else (),
        key_called(path.stem),
    )
    table = 0
    outbox: list[actions.TableAction] = []
    player = Player(outbox.append, disk)
    service.start()
    service._server.port = 0  # else the other side would find the way round the proxy
    if disk.ticket and not disk.acknowledged:
        ticket = read_ticket(disk.ticket)
        player.here_first = ticket.first == ticket.here
        player.is_playing = True
        if ticket.epoch != disk.epoch:
            ticket = msgspec.structs.replace(ticket, epoch=disk.epoch, base=disk.base)
        table = service.restore(ticket, plies_of(player.moves, ticket, player.marks))
        if disk.over is not None:
            player.end(*disk.over)
    elif way == "dial" and not disk.ticket:
        table = service.connect(where)
    draw = random.Random(path.stem)
    invited = False
    next_move_at = time.monotonic() + 0.05
    while True:
        for event in service.poll():
            if isinstance(event, events.Joined) and table in (0, event.table):
                table = event.table
                if way == "dial" and not invited:
                    invited = True
                    outbox.append(actions.Invite(TERMS))
            if isinstance(event, events.Left) and event.table == table and not disk.ticket:
                # nobody was there yet, or the line broke before there was a game
                invited = False
                table = service.connect(where) if way == "dial" else 0
            if not isinstance(event, events.Listening | events.NetworkFailed) and event.table == table:
                player.see(event)
        now = time.monotonic()
        if player.my_turn and now >= next_move_at:
            player.play(f"m{draw.randrange(100)}")
            next_move_at = now + draw.uniform(0.02, 0.1)
        if outbox or player.disk_is_new:
            disk.write(path)  # whatever is told is on disk before
            player.disk_is_new = False
            for action in outbox:
                service.do(table, action)
            outbox.clear()
        time.sleep(0.002)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
