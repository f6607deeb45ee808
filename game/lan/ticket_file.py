"""The ticket of one game on disk: what a program that was killed needs to be let back to its table.

A ticket changes with every request and every connection, and a stranger can make it change often, so its file has a
fixed size: two slots, written in turn. What was written survives the death of the process at once, and a half-written
slot (a power cut) leaves the other one.

    slot    CRC-32 of the rest (8 hex digits), a space, the number of the writing (10 digits), a space, the ticket, "\n"
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import Final

from net.session.ticket import BadTicketError, Ticket, read_ticket, write_ticket

SUFFIX: Final = ".ticket"
_SLOT: Final = 8192


class TicketFile:
    """One game's ticket. Raises OSError where the file can't be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number = _newest(path)[0] if path.exists() else 0

    def write(self, ticket: Ticket) -> None:
        """Keep this ticket in place of the one before. Raises OSError, also for a ticket that no slot can hold."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            for _ in range(2 if self._number == 0 else 1):  # the first one into both slots
                self._number += 1
                os.lseek(descriptor, (self._number % 2) * _SLOT, os.SEEK_SET)
                os.write(descriptor, _slot(self._number, ticket))
        finally:
            os.close(descriptor)

    def sync(self) -> None:
        """Wait until the disk has it; a file that is gone needs nothing. Raises OSError."""
        try:
            descriptor = os.open(self.path, os.O_RDWR)
        except FileNotFoundError:
            return
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def remove(self) -> None:
        """The game is over, or given up. Raises OSError."""
        self.path.unlink(missing_ok=True)


def _slot(number: int, ticket: Ticket) -> bytes:
    body = f"{number:010d} {write_ticket(ticket)}".encode()
    slot = b"%08x %b\n" % (zlib.crc32(body), body)
    if len(slot) > _SLOT:
        raise OSError(f"a ticket of {len(slot)} bytes is too long")
    return slot


def read(path: Path) -> Ticket | None:
    """The newest good ticket in a file, or None. Never raises."""
    return _newest(path)[1]


def _newest(path: Path) -> tuple[int, Ticket | None]:
    try:
        with path.open("rb") as file:
            data = file.read(2 * _SLOT)
    except OSError:
        return 0, None
    found = [slot for slot in (_read_slot(data[:_SLOT]), _read_slot(data[_SLOT:])) if slot is not None]
    return max(found, key=lambda slot: slot[0], default=(0, None))


def _read_slot(data: bytes) -> tuple[int, Ticket] | None:
    slot, newline, _ = data.partition(b"\n")
    if not newline or slot[:9] != b"%08x " % zlib.crc32(slot[9:]):
        return None
    number, _, text = slot[9:].partition(b" ")
    try:
        return int(number), read_ticket(text.decode())
    except (ValueError, BadTicketError):  # ValueError covers broken UTF-8
        return None
