"""What a person wants of the engine of a game that plays other programs over a network."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_ADDRESS: Final = re.compile(r"(?:\[([0-9A-Fa-f:.%\w]+)\]|([^\s:\[\]]+))?(?::(\d{1,5}))?")
_HERE: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class NetworkPlay:
    """Play against a program elsewhere: its host and port, or where we wait to be called (`waits`); port None = the
    protocol's usual one. `games` is how many games we ask it for (0: it asks us), with `minutes` for each side's whole
    game (0: no clock) and a limit of `moves` (0: none)."""

    host: str
    port: int | None
    waits: bool
    games: int = 0
    minutes: int = 5
    moves: int = 75


def read_address(text: str) -> tuple[str, int | None]:
    """The host and port of `HOST`, `HOST:PORT`, `:PORT` (this machine) or `[IPv6]:PORT`. Raises ValueError, one
    sentence."""
    found = _ADDRESS.fullmatch(text)
    if not text or found is None:
        raise ValueError(f"{text[:40]!r} is no address: HOST, HOST:PORT or :PORT")
    port = None if found[3] is None else int(found[3])
    if port is not None and not 0 < port < 1 << 16:
        raise ValueError(f"{text[:40]!r}: a port is a number from 1 to 65535")
    return found[1] or found[2] or _HERE, port
