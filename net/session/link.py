"""A connection and what it is for, as the server and its spectators know it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from net.sanitize import clean_name, substitute_name
from net.session.connection import Connection
from net.session.events import Peer
from net.session.messages import HelloMessage
from net.session.session import TableSession


@dataclass(eq=False, slots=True)
class SessionLink:
    """A connection. `address` is the other end's IP, `dialled` what we dialled, or empty; `session` the table that it
    belongs to, `comes_back_to` the one that it shall, `watches` the one whose game it sees. `key` is the key that the
    other end has proved to hold, empty as long as it has not."""

    connection: Connection
    address: str
    dialled: str
    nonce: str
    since: float
    key: str = ""
    session: TableSession | None = None
    comes_back_to: TableSession | None = None
    hello: HelloMessage | None = None
    has_resumed: bool = False
    watches: TableSession | None = None
    is_counted: bool = False
    is_unstable: bool = False
    rtt_s: float | None = None

    @property
    def peer(self) -> Peer:
        """Who is at the other end, once there was a hello."""
        hello = self.hello
        assert hello is not None
        name = clean_name(hello.name) or substitute_name(hello.instance)
        version = clean_name(hello.version)
        return Peer(hello.instance, name, version, hello.capabilities, self.address, self.key)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where the other end can be dialled: as we did, and where it says that it listens, at the IP that it has."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        port = self.hello.port if self.hello is not None else 0
        listens = f"{host}:{port}" if port else ""
        return tuple(dict.fromkeys(address for address in (self.dialled, listens) if address))


def link_of(links: Iterable[SessionLink], session: TableSession) -> SessionLink | None:
    """The connection that belongs to a table, unless it is ending."""
    return next((link for link in links if link.session is session and link.connection.closing is None), None)
