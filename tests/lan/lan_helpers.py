"""Two programs in one process: their LANs on loopback, with folders and ports of their own, driven frame by frame."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.lan.play import LanPlay
from game.lan.table import LanTable
from game.lan.views import GameTerms, Invitation, Seated, SuspendedGame
from game.match.events import MatchEvent
from game.match.match import Match
from game.records import native
from game.records.record import Record
from game.rules.core import Side
from game.storage.folders import Folders, find_folders
from game.storage.notice import Notice

FIRST, SECOND = Side.FIRST, Side.SECOND
TERMS = GameTerms("gomoku-freestyle", 15, colour="first")
FIVE = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"]
"""Nine plies of freestyle; the last one makes five for Black."""


def free_port(kind: int = socket.SOCK_DGRAM) -> int:
    """A port that nobody uses now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


class Player:
    """One program: its LAN, the game that it sits at, and all that it was told."""

    def __init__(self, name: str, folder: Path, udp: int, **options: Any) -> None:
        self.name = name
        self.folders: Folders = find_folders({"QIGUAN_DATA": str(folder)})
        self.lan = LanPlay(self.folders, name, port=0, discovery_port=udp, **options)
        self.seated: list[Seated] = []
        self.events: list[MatchEvent] = []
        self.notices: list[Notice] = []

    @property
    def match(self) -> Match:
        """The match sat down at last."""
        return self.seated[-1].match

    @property
    def table(self) -> LanTable:
        """Its table."""
        table = self.seated[-1].table
        assert isinstance(table, LanTable)
        return table

    @property
    def received(self) -> Invitation:
        """The one invitation that has come."""
        (found,) = self.lan.invitations
        return found

    @property
    def suspended(self) -> tuple[SuspendedGame, ...]:
        """The games that can be taken up again, as they are on disk now."""
        self.lan.look()
        return self.lan.suspended

    @property
    def notes(self) -> list[str]:
        """The notes between the lines of chat, without their prefix."""
        return [line.text.removeprefix("lan.note_") for line in self.table.chat if line.note]

    @property
    def talk(self) -> list[tuple[str, str]]:
        """Who said what."""
        return [(line.who, line.text) for line in self.table.chat if not line.note]

    def frame(self) -> None:
        """What a frame of the window does."""
        self.seated += self.lan.update()
        self.notices += self.lan.take_notices()
        if self.seated and not getattr(self, "is_stopped", False):
            self.events += self.match.update()

    def play(self, text: str) -> None:
        """A move of the person."""
        match = self.match
        match.submit(match.turn, match.variant.read_move(text, match.position))

    def texts(self) -> list[str]:
        """The moves as this program has them."""
        return [played.text for played in self.match.line]

    def records(self) -> list[Record]:
        """The records in the folder."""
        files = sorted(self.folders.records.glob("*.qiguan")) if self.folders.records.exists() else []
        return [native.read(file.read_bytes()).record for file in files]

    def kept_files(self) -> list[str]:
        """What lies in the folder for LAN games, by kind."""
        return sorted(path.suffix for path in self.folders.lan.iterdir() if path.suffix not in (".json", ".pem"))

    def drop(self) -> None:
        """End as a killed process does: nothing is said or written any more, locks go, sockets close without a word."""
        service, discovery, files = self.lan._contacts.service, self.lan._contacts.discovery, self.lan._files
        assert service is not None
        assert discovery is not None
        assert files is not None
        service._say_goodbye = lambda: None  # type: ignore[method-assign]  # a dead program says nothing
        service.close()
        discovery.close()
        files.shutdown(wait=True)
        self.lan._returning.close()
        for seated in self.seated:
            journal = seated.match._log
            if journal is not None:
                journal._disk.shutdown(wait=True)  # type: ignore[attr-defined]  # an Autosave
                for file in (journal._file, journal._unconcluded):  # type: ignore[attr-defined]
                    if file is not None:
                        file.close()
        self.lan._contacts.all.clear()
        self.lan._seating._gone.clear()
        self.seated.clear()


def pump(players: Sequence[Player], until: Callable[[], object], timeout_s: float = 120.0) -> None:
    """Let frames pass until something is true; fails after two minutes."""
    end = time.monotonic() + timeout_s
    while True:
        for player in players:
            player.frame()
        if until():
            return
        assert time.monotonic() < end, [(p.name, p.notices, [type(e).__name__ for e in p.events[-5:]]) for p in players]
        time.sleep(0.002)


def settle(players: Sequence[Player], seconds: float = 0.3) -> None:
    """Let some frames pass."""
    end = time.monotonic() + seconds
    pump(players, lambda: time.monotonic() >= end, seconds + 60.0)


@contextmanager
def players(tmp_path: Path, *names: str, **options: Any) -> Iterator[list[Player]]:
    """Programs that see each other and nobody else."""
    udp = free_port()
    made = [Player(name, tmp_path / name, udp, **options) for name in names]
    try:
        for player in made:
            player.lan.enter_lobby(True)
            player.lan.open()
        pump(made, lambda: all(len(player.lan.people) == len(made) - 1 for player in made))
        yield made
    finally:
        for player in made:
            if player.lan.is_open:
                for seated in player.seated:
                    seated.match.close()
            player.lan.close()


def instance_of(player: Player, other: Player) -> str:
    """The id under which one sees another."""
    return next(person.instance for person in player.lan.people if person.label == other.name)


def begin(first: Player, second: Player, terms: GameTerms = TERMS) -> None:
    """Sit both down to a game, the first one inviting."""
    seated = len(first.seated), len(second.seated)
    first.lan.invite(instance_of(first, second), terms)
    pump([first, second], lambda: second.lan.invitations)
    second.lan.answer(second.received.id, True)
    pump([first, second], lambda: (len(first.seated), len(second.seated)) == (seated[0] + 1, seated[1] + 1))


def let_invite_again(*lans: LanPlay) -> None:
    """As if the ten seconds had passed that lie between two invitations to the same person."""
    for lan in lans:
        service = lan._contacts.service
        assert service is not None
        for limits in (service._server._gates, service._server._invites):
            for limit in limits.limits.values():
                limit._times.clear()


def exchange(players: Sequence[Player], *texts: str) -> None:
    """Moves, made by whoever is to move and seen by all."""
    for text in texts:
        mover = next(player for player in players if player.match.may_move)
        ply = mover.match.ply + 1
        mover.play(text)
        pump(players, lambda ply=ply: all(player.match.ply == ply for player in players))  # type: ignore[misc]
