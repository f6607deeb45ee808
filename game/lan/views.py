"""What the window and the commands see of the LAN: frozen pictures of the present, and what can be done.

`Lan` is the whole of it. It is asked each frame (`update`), hands out matches once a game has been agreed upon, and its
properties are cheap. Nothing here waits for the network. Times are seconds.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from game.match.match import Match
from game.rules.core import FREE_OPENING, Position, Side
from game.storage.notice import Notice
from net.address import DEFAULT_PORT
from net.discovery.beacons import Status
from net.discovery.diagnosis import LinkState as LinkState
from net.discovery.diagnosis import NetworkHint as NetworkHint
from net.discovery.diagnosis import Observation as Observation
from net.discovery.diagnosis import PathReport as PathReport
from net.trust.seal import KeySeal as KeySeal
from net.trust.seal import seal_of as seal_of

USUAL_PORT = DEFAULT_PORT
"""The TCP port that is tried first."""


PersonPresence = Status
"""What somebody found on the network is doing, as their beacons say it."""


class Standing(enum.Enum):
    """What is known of somebody's key."""

    NEW = enum.auto()
    """Nobody has met it here."""
    MET = enum.auto()
    """It was played with before, so it is the same person."""
    COMPARED = enum.auto()
    """The person has compared its seal by voice: they are who they say."""
    OTHER = enum.auto()
    """It is another one than that of the same name that is known: a new computer, or somebody else."""
    OWN = enum.auto()
    """It is one's own, in another window or somewhere else."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the lobby. `label` is the name to show (with a suffix where two bear the same). `game` is the variant
    that they play or offer, a game's name where any of its rules will do, or "" for anything. `round_trip_s` is None
    before the first measurement, `since_s` for how long the presence has been what it is. `compatible` False: their
    program is too old or too new to play with ours. `blocked`: their entry among `Lan.blocked`, or empty. `key` is
    their public key, whose picture `seal_of` gives, `standing` what is known of it."""

    instance: str
    label: str
    presence: PersonPresence
    game: str
    address: str
    round_trip_s: float | None
    since_s: float
    compatible: bool
    blocked: str = ""
    key: str = ""
    standing: Standing = Standing.NEW


@dataclass(frozen=True, slots=True)
class RecentPerson:
    """Somebody once played with: when last (ISO date and time), which variant, and the results as seen from here.
    `instance` is set while the person is on the network, `address` is where they were last; of people that an earlier
    release has met no key is known."""

    name: str
    address: str
    variant: str
    last: str
    won: int
    lost: int
    drawn: int
    instance: str | None
    key: str = ""
    standing: Standing = Standing.NEW


@dataclass(frozen=True, slots=True)
class BlockedPerson:
    """Somebody from whom nothing is heard: by what name and where they were last, since when (ISO date and time)."""

    id: str
    name: str
    address: str
    since: str


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a game is to be played by. `colour` is the wish of the one who proposes (with an opening rule: who begins),
    `base_s` None = no time control, `opening` an opening rule of the variant."""

    variant: str
    size: int
    base_s: int | None = None
    increment_s: int = 0
    colour: Literal["first", "second", "random"] = "random"
    take_backs: bool = True
    watchers: bool = False
    opening: str = FREE_OPENING


class Direction(enum.Enum):
    """Who has to answer an invitation."""

    SENT = enum.auto()
    RECEIVED = enum.auto()


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation on its way. `id` names it for the answers; `changed` tells that terms were countered; of `left_s`
    seconds it is still good; `note` is a sentence of the sender, `before` what had been proposed from here
    (its colour being a wish from here)."""

    id: str
    direction: Direction
    name: str
    address: str
    terms: GameTerms
    note: str
    changed: bool
    left_s: float
    before: GameTerms | None = None
    key: str = ""
    standing: Standing = Standing.NEW


class LineState(enum.Enum):
    """How the line to the other side of a table is."""

    CONNECTED = enum.auto()
    UNSTABLE = enum.auto()
    DOWN = enum.auto()
    """Cut: clocks stand, it is being dialled again; `TableView.back_in_s` says how long the other side has."""
    OVERDUE = enum.auto()
    """The other side has not come back in time: wait on, leave (the game is kept), or claim it."""
    GONE = enum.auto()
    """The other side has left the table; nothing can be said any more."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of talk: `who` is a name, `mine` whether it was said here, `at` the local time as HH:MM. `note` True: no
    talk but something that happened at the table (`text` is then a key of the language files, `values` fill it)."""

    who: str
    text: str
    mine: bool
    at: str
    note: bool = False
    values: tuple[tuple[str, str], ...] = ()


class TableView(Protocol):
    """One table with somebody elsewhere, as the match scene shows it beside its `Match`."""

    @property
    def peer(self) -> str:
        """The other side's name (of a watched game: both names)."""
        ...

    @property
    def is_watched(self) -> bool:
        """Whether the person here only watches."""
        ...

    @property
    def line(self) -> LineState:
        """How the line is."""
        ...

    @property
    def record_key(self) -> str:
        """The key of the game in the library once it is over; empty for one that is not kept here."""
        ...

    @property
    def written_key(self) -> str:
        """The same once that file is written."""
        ...

    @property
    def back_in_s(self) -> float:
        """While the line is down: for how many seconds the other side may still come back."""
        ...

    @property
    def round_trip_s(self) -> float | None:
        """How long a question and its answer take."""
        ...

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of those who watch."""
        ...

    @property
    def chat(self) -> Sequence[ChatLine]:
        """What was said, the oldest first; the same object until it changes."""
        ...

    @property
    def unread(self) -> int:
        """Lines of the other side that `read` has not been called for."""
        ...

    def read(self) -> None:
        """Everything said has been seen."""
        ...

    def say(self, text: str) -> str | None:
        """Say something; None, or the code of why not (`too-fast`, `gone`, `empty`)."""
        ...

    def claim(self) -> None:
        """Claim the game of somebody who is overdue."""
        ...

    def invite_again(self, swapped: bool) -> None:
        """After the end: invite the other side to another game, with colours swapped on request."""
        ...

    def leave(self) -> None:
        """Leave the table; an unfinished game is kept on both sides."""
        ...


@dataclass(frozen=True, slots=True)
class SuspendedGame:
    """A LAN game that a crash or a leaving interrupted and that can be taken up again with its peer, who was last seen
    at `addresses`."""

    id: str
    peer: str
    variant: str
    position: Position
    person: Side
    ply: int
    saved_at: str
    opening: str = FREE_OPENING
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seated:
    """A game has begun, been resumed, or is being watched: sit down at it. `match` plays or shows it."""

    match: Match
    table: TableView


class Keys(Protocol):
    """One's own key on its way to another computer, or into a safe: a file protected by a passphrase."""

    def save(self, path: Path, passphrase: str) -> Notice:
        """Write one's key into a new file, and say where it lies, or why not."""
        ...

    def look(self, path: Path, passphrase: str) -> str | Notice:
        """Whose key a file holds (64 hexadecimal digits), or what is wrong with it."""
        ...

    def take(self, path: Path, passphrase: str) -> Notice:
        """Use the key of a file from now on, and keep the one before aside; or why not."""
        ...


class Lan(Protocol):
    """The LAN as scenes and commands know it. Opened when the lobby is first entered or a LAN game is resumed."""

    @property
    def is_open(self) -> bool:
        """Whether it listens and looks for people."""
        ...

    def open(self) -> None:
        """Listen, announce, look for people. Does nothing when it is open."""
        ...

    def close(self) -> None:
        """Say goodbye and end. Unfinished games are kept."""
        ...

    def enter_lobby(self, yes: bool) -> None:
        """In the lobby people are announced to each other every second, elsewhere every five."""
        ...

    def update(self) -> Sequence[Seated]:
        """Each frame, also while it is closed: take what came in; the games to sit down at."""
        ...

    @property
    def port(self) -> int:
        """The TCP port at which this program can be reached; 0 while it can't."""
        ...

    @property
    def address(self) -> str | None:
        """Our own address to tell others, without the port."""
        ...

    @property
    def people(self) -> tuple[Person, ...]:
        """Who is on the network, free ones first; the same object until it changes."""
        ...

    @property
    def recent(self) -> tuple[RecentPerson, ...]:
        """Whom one has played with, the last first."""
        ...

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        """All invitations that wait for an answer, received ones first."""
        ...

    @property
    def suspended(self) -> tuple[SuspendedGame, ...]:
        """LAN games that can be taken up again, as far as `update` has found them on the disk."""
        ...

    def invite(self, instance: str, terms: GameTerms, note: str = "") -> None:
        """Invite somebody of `people`. What becomes of it is told by `invitations`, `take_notices` or `update`."""
        ...

    def invite_address(self, address: str, terms: GameTerms, note: str = "") -> str | None:
        """Invite whoever is at `IP:port` or `[v6]:port`; None, or the code of why the text is not an address."""
        ...

    def answer(self, invitation: str, yes: bool) -> None:
        """Accept or refuse a received invitation."""
        ...

    def counter(self, invitation: str, terms: GameTerms) -> None:
        """Answer a received invitation with other terms."""
        ...

    def hold(self, invitation: str) -> None:
        """The person is busy with the terms of a received invitation: its time starts again, three times at most."""
        ...

    def cancel(self, invitation: str) -> None:
        """Take a sent invitation back."""
        ...

    def watch(self, instance: str) -> None:
        """Ask to watch the game of somebody whose presence is OPEN."""
        ...

    @property
    def blocked(self) -> tuple[BlockedPerson, ...]:
        """From whom nothing is heard, the last one first."""
        ...

    def block(self, instance: str) -> None:
        """Hear nothing more from somebody of `people`: their invitations are declined unseen, in later runs too."""
        ...

    def block_sender(self, invitation: str) -> None:
        """Decline a received invitation and block whoever sent it."""
        ...

    def unblock(self, blocked: str) -> None:
        """Hear from somebody of `blocked` again."""
        ...

    def set_quiet(self, yes: bool) -> None:
        """Whether the person does not want to be disturbed: then invitations are refused unseen, with that reason."""
        ...

    def set_port(self, port: int) -> None:
        """Listen on this TCP port, 0 = the usual one; where it is open already from the next coming into the lobby on,
        and not while a game is played."""
        ...

    def resume(self, game: str) -> None:
        """Take up a suspended game; the other side may come back as well at any time."""
        ...

    def discard(self, game: str) -> None:
        """Give a suspended game up."""
        ...

    def set_name(self, name: str) -> None:
        """Be known by another name."""
        ...

    def take_notices(self) -> tuple[Notice, ...]:
        """What has to be told since the last call (declined, expired, nobody answers, ...)."""
        ...

    @property
    def key(self) -> str:
        """One's own public key; empty before the network was first opened."""
        ...

    @property
    def keys(self) -> Keys:
        """One's own key as a file."""
        ...

    def confirm(self, instance: str, yes: bool) -> None:
        """Somebody of `people` is really who they say, their seal was compared by voice; or it is taken back."""
        ...

    def observe(self) -> Observation | None:
        """What is seen of the network, for the diagnosis page; None while closed."""
        ...

    def hints(self) -> tuple[NetworkHint, ...]:
        """What may be wrong with the network, the gravest first."""
        ...


def received(lan: Lan) -> tuple[Invitation, ...]:
    """The invitations that wait for the person's own answer."""
    return tuple(each for each in lan.invitations if each.direction is Direction.RECEIVED)
