"""A LAN and a table in memory: their answers are attributes, what they were asked to do stands in `done`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from game.lan.views import (
    BlockedPerson,
    ChatLine,
    Direction,
    GameTerms,
    Invitation,
    LineState,
    Person,
    PersonPresence,
    RecentPerson,
    Seated,
    SuspendedGame,
)
from game.rules.core import Side
from game.rules.registry import variant
from game.storage.notice import Notice
from net.discovery.diagnosis import HintCode, LinkState, NetworkHint, Observation, PathReport
from net.discovery.interfaces import InterfaceKind

TERMS = GameTerms("gomoku-renju", 15, 900, 10, "second", True, False)
"""The sender wants White, so that the one who reads plays Black."""


def person(
    name: str,
    presence: PersonPresence = PersonPresence.FREE,
    game: str = "gomoku-renju",
    ms: float | None = 12,
    since_s: float = 30,
    compatible: bool = True,
) -> Person:
    """Somebody nearby, whose instance is the name in small letters."""
    delay = None if ms is None else ms / 1000
    return Person(name.lower(), name, presence, game, f"192.168.1.{20 + len(name)}", delay, since_s, compatible)


PEOPLE = (
    person("安娜"),
    person("周老师", game="", ms=4),
    person("小满", PersonPresence.OPEN, "gomoku-freestyle", 27),
    person("阿哲", PersonPresence.PLAYING, "gomoku-freestyle", 31),
    person("Kenji", PersonPresence.AWAY, "gomoku-standard", 64, 500),
)
RECENT = (
    RecentPerson("安娜", "192.168.1.22", "gomoku-renju", "2026-05-09T20:41:00+00:00", 2, 1, 0, "安娜"),
    RecentPerson("周老师", "192.168.1.23", "gomoku-freestyle", "2026-05-06T19:00:00+00:00", 0, 4, 1, "周老师"),
    RecentPerson("Kenji", "192.168.1.40:27183", "gomoku-standard", "2026-05-01T18:00:00+00:00", 1, 1, 0, None),
)


def suspended(peer: str = "安娜", moves: str = "h8 h9 i9 g7 g9 j8") -> SuspendedGame:
    """A game that a crash interrupted."""
    rules = variant("gomoku-renju")
    position = rules.start()
    for text in moves.split():
        position = position.play(rules.read_move(text, position))
    return SuspendedGame("g1", peer, rules.name, position, Side.FIRST, position.ply, "2026-05-09T21:40:00+00:00")


def invitation(
    name: str = "安娜",
    direction: Direction = Direction.RECEIVED,
    terms: GameTerms = TERMS,
    note: str = "",
    changed: bool = False,
    left_s: float = 42.0,
) -> Invitation:
    """An invitation, whose id is made of who and which way."""
    key = f"{direction.name.lower()}-{name}"
    return Invitation(key, direction, name, f"192.168.1.{20 + len(name)}", terms, note, changed, left_s)


def report(
    interface: str = "wlan0",
    kind: InterfaceKind = InterfaceKind.WIRELESS,
    address: str = "192.168.1.23",
    trouble: str | None = None,
) -> PathReport:
    """What was seen at an address."""
    return PathReport(interface, kind, address, "192.168.1.255", 120, 0, 42, 88, 118, trouble, None)


def observation(paths: Sequence[PathReport] | None = None, state: LinkState = LinkState.ONLINE) -> Observation:
    """What was seen of the network in three minutes."""
    shown = paths if paths is not None else (report(), report("lo", InterfaceKind.LOOPBACK, "127.0.0.1"))
    return Observation(state, 27182, 190.0, tuple(shown), (), {})


ALL_HINTS = (
    NetworkHint(HintCode.FAILED, {"error": "OSError: [Errno 5] Input/output error"}),
    NetworkHint(HintCode.NO_NETWORK),
    NetworkHint(HintCode.PORT_TAKEN, {"port": 27182}),
    NetworkHint(HintCode.SENDING_FORBIDDEN, {"interface": "wlan0", "address": "192.168.1.23", "error": "EPERM"}),
    NetworkHint(HintCode.SENDING_FAILS, {"interface": "wlan0", "address": "192.168.1.23", "error": "ENETUNREACH"}),
    NetworkHint(HintCode.NO_GROUP, {"interface": "wlan0", "address": "192.168.1.23", "error": "ENODEV"}),
    NetworkHint(HintCode.OWN_UNHEARD, {"interface": "wlan0", "address": "192.168.1.23", "sent": 14}),
    NetworkHint(HintCode.NO_ADDRESS_GIVEN, {"interface": "eth0", "address": "169.254.7.7"}),
    NetworkHint(HintCode.GROUP_BLOCKED, {"interface": "wlan0", "address": "192.168.1.23"}),
    NetworkHint(HintCode.ALONE, {"seconds": 190}),
    NetworkHint(HintCode.VPN, {"interface": "tun0"}),
    NetworkHint(HintCode.OTHER_VERSION, {"names": "Kenji, 安娜"}),
    NetworkHint(HintCode.OLDER_PROGRAM, {"addresses": "192.168.1.77, 192.168.1.78"}),
    NetworkHint(HintCode.REFUSED, {"beacons": 12, "lines": 1, "blocked": 3, "moves": 2, "watchers": 1}),
    NetworkHint(HintCode.FLOOD, {"dropped": 120_000}),
    NetworkHint(HintCode.CROWDED, {"most": 64}),
)
"""One of each kind."""


class FakeKeys:
    """Keys in memory: `answer` is what is said of a file, `done` what was asked for."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str, str]] = []
        self.answer: str | Notice = "e" * 64

    def save(self, path: Path, passphrase: str) -> Notice:
        self.done.append(("save", str(path), passphrase))
        return Notice("lan-key-saved", {"file": str(path)})

    def look(self, path: Path, passphrase: str) -> str | Notice:
        self.done.append(("look", str(path), passphrase))
        return self.answer

    def take(self, path: Path, passphrase: str) -> Notice:
        self.done.append(("take", str(path), passphrase))
        return Notice("lan-key-taken", {"aside": "/data/key-before-1.pem"})


class FakeLan:
    """A `Lan` that does nothing by itself."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.is_open = False
        self.key = ""
        self.keys = FakeKeys()
        self.port = 27183
        self.address: str | None = "192.168.1.23"
        self.people: tuple[Person, ...] = PEOPLE
        self.recent: tuple[RecentPerson, ...] = RECENT
        self.invitations: tuple[Invitation, ...] = ()
        self.suspended: tuple[SuspendedGame, ...] = ()
        self.blocked: tuple[BlockedPerson, ...] = ()
        self.notices: list[Notice] = []
        self.seated: list[Seated] = []
        self.address_error: str | None = None
        self.seen: Observation | None = observation()
        self.to_check: tuple[NetworkHint, ...] = ()

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def enter_lobby(self, yes: bool) -> None:
        self.done.append(("lobby", yes))

    def update(self) -> Sequence[Seated]:
        seated, self.seated = self.seated, []
        return seated

    def confirm(self, instance: str, yes: bool) -> None:
        self.done.append(("confirm", instance, yes))

    def invite(self, instance: str, terms: GameTerms, note: str = "") -> None:
        self.done.append(("invite", instance, terms, note))

    def invite_address(self, address: str, terms: GameTerms, note: str = "") -> str | None:
        self.done.append(("invite-address", address, terms, note))
        return self.address_error

    def answer(self, invitation: str, yes: bool) -> None:
        self.done.append(("answer", invitation, yes))
        self._drop(invitation)

    def counter(self, invitation: str, terms: GameTerms) -> None:
        self.done.append(("counter", invitation, terms))
        self._drop(invitation)

    def hold(self, invitation: str) -> None:
        self.done.append(("hold", invitation))
        self.invitations = tuple(replace(each, left_s=60.0) for each in self.invitations)

    def cancel(self, invitation: str) -> None:
        self.done.append(("cancel", invitation))
        self._drop(invitation)

    def watch(self, instance: str) -> None:
        self.done.append(("watch", instance))

    def block(self, instance: str) -> None:
        self.done.append(("block", instance))
        self.blocked = (BlockedPerson(f"of {instance}", instance, "192.168.1.9", "2026-05-09T20:41:00+00:00"),)

    def block_sender(self, invitation: str) -> None:
        self.done.append(("block-sender", invitation))
        self._drop(invitation)

    def unblock(self, blocked: str) -> None:
        self.done.append(("unblock", blocked))
        self.blocked = tuple(each for each in self.blocked if each.id != blocked)

    def set_quiet(self, yes: bool) -> None:
        self.done.append(("quiet", yes))

    def set_port(self, port: int) -> None:
        self.done.append(("port", port))

    def resume(self, game: str) -> None:
        self.done.append(("resume", game))

    def discard(self, game: str) -> None:
        self.done.append(("discard", game))
        self.suspended = tuple(each for each in self.suspended if each.id != game)

    def set_name(self, name: str) -> None:
        self.done.append(("name", name))

    def take_notices(self) -> tuple[Notice, ...]:
        notices, self.notices = tuple(self.notices), []
        return notices

    def observe(self) -> Observation | None:
        return self.seen

    def hints(self) -> tuple[NetworkHint, ...]:
        return self.to_check

    def _drop(self, invitation: str) -> None:
        self.invitations = tuple(each for each in self.invitations if each.id != invitation)

    def pass_time(self, seconds: float) -> None:
        """Let the invitations come nearer to their end."""
        self.invitations = tuple(replace(each, left_s=each.left_s - seconds) for each in self.invitations)


class FakeTable:
    """A `Table` that does nothing by itself."""

    def __init__(self, peer: str = "Anna") -> None:
        self.done: list[object] = []
        self.peer = peer
        self.is_watched = False
        self.line = LineState.CONNECTED
        self.record_key = self.written_key = ""
        self.back_in_s = 0.0
        self.round_trip_s: float | None = 0.012
        self.watchers: tuple[str, ...] = ()
        self.chat: Sequence[ChatLine] = ()
        self.unread = 0
        self.refuses: str | None = None

    def read(self) -> None:
        self.unread = 0

    def say(self, text: str) -> str | None:
        self.done.append(("say", text))
        if self.refuses is None:
            self.chat = (*self.chat, ChatLine("Lin", text, True, "14:05"))
        return self.refuses

    def hear(self, text: str, who: str = "", at: str = "14:02") -> None:
        """The other side says something."""
        self.chat = (*self.chat, ChatLine(who or self.peer, text, False, at))
        self.unread += 1

    def claim(self) -> None:
        self.done.append("claim")

    def invite_again(self, swapped: bool) -> None:
        self.done.append(("again", swapped))

    def leave(self) -> None:
        self.done.append("leave")
