"""Games with people elsewhere that were interrupted: ticket, journal and talk of each, in the folder for LAN games.

    20260114-201500-gomoku-renju-1f2e3d.ticket         the place at the table (`ticket_file`)
    20260114-201500-gomoku-renju-1f2e3d.2.journal      the moves (`match.journal`); the highest part counts
    20260114-201500-gomoku-renju-1f2e3d.chat           what was said (`chat`)

Of a game that is over here the record is written at once; ticket and journal stay until the other side has heard of the
end, or for a week.

The journal is written before anybody elsewhere hears of a move or a take-back, the ticket a moment after, so where the
two differ the journal is right.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from game.lan import chat, ticket_file
from game.lan.signing import with_proof
from game.lan.views import SuspendedGame
from game.match.clock import MatchClock
from game.match.journal import SUFFIX, Opened, is_free, open_journal
from game.match.match_record import amend_record
from game.match.move_list import ListedMoves
from game.match.players import PlayerKind
from game.match.remote import position_hash
from game.match.saved_match import SavedMatch, keep_record, put_away, saved_game
from game.match.signed_move import SignedMove
from game.records.native import EXTENSION
from game.rules.core import Outcome, Side, opening_rule
from game.rules.game import Game
from game.storage.folders import Folders
from game.storage.notice import Notice
from game.storage.reasons import reason_of
from net.session.messages import MOST_PLIES, Ply
from net.session.messages import Side as TableSide
from net.session.signed_game import SignedGame, signed_game, with_kept
from net.session.ticket import Ticket
from net.trust.keys import PrivateKey

FORGOTTEN_AFTER_S: Final = 7 * 86_400.0
"""A finished game whose end the other side has not heard by then need not be told any more."""
_BEING_MADE_S: Final = 60.0
"""A ticket without a journal may be one whose journal is just being made."""


@dataclass(frozen=True, slots=True)
class InterruptedGame:
    """One interrupted game. `ending`: it is over here, but the other side may not know that. `stamp`: what its files
    looked like when they were read."""

    id: str
    ticket: Ticket
    saved: SavedMatch
    view: SuspendedGame
    plies: tuple[Ply, ...]
    ending: Outcome | None
    stamp: tuple[object, ...] = ()


def here(ticket: Ticket) -> Side:
    """Our side at the table of a ticket."""
    return Side.FIRST if ticket.first == ticket.here else Side.SECOND


def plies_of(
    game: Game, clock: MatchClock, ticket: Ticket, signed: Sequence[SignedMove | None] = ()
) -> tuple[Ply, ...]:
    """The moves played, as the wire has them: with the numbers that are `signed`, where they are."""
    own = here(ticket)
    there: dict[str, str] = {"host": "guest", "guest": "host"}
    found = []
    marks = [*signed, *[None] * game.ply][: game.ply]
    for ply, (text, used_s, mark) in enumerate(zip(game.texts(), clock.times_s, marks, strict=True)):
        mover = game.at(ply).turn
        if mark is None:
            left_s = clock.left_after_s(ply + 1, mover)
            mark = SignedMove(0, round(used_s * 1000), None if left_s is None else round(left_s * 1000))
        found.append(
            Ply(
                text=text,
                hash=position_hash(game.at(ply + 1).key),
                by=ticket.here if mover is own else there[ticket.here],  # type: ignore[arg-type]  # of two words the other
                used_ms=mark.used_ms,
                left_ms=mark.left_ms,
                epoch=mark.epoch,
                signature=mark.signature,
            )
        )
    return tuple(found)


class InterruptedGames:
    """The kept games of one kind of player: a person's are none of the computer's business, nor the other way round.
    `records` is where their records go, `key` gives what we sign by. For one thread at a time."""

    def __init__(
        self,
        folders: Folders,
        kind: PlayerKind,
        records: Path | None = None,
        key: Callable[[], PrivateKey | None] = lambda: None,
    ) -> None:
        self._folder = folders.lan
        self._records = folders.records if records is None else records
        self._kind = kind.value
        self._key = key
        self._known: dict[str, InterruptedGame] = {}
        self._ids: dict[str, str] = {}

    def look(self) -> tuple[list[InterruptedGame], list[Notice]]:
        """The games that can be taken up again or whose end has still to be told, the last saved first. Never raises.

        What is damaged beyond use, forgotten or left over is put away, and a game that is over gets its record. Games
        that another window plays are not among them. Files that have not changed since the last look are not read.
        """
        try:
            names, notices = self._names(), list[Notice]()
        except OSError as error:
            return [], [Notice("save-unreadable", {"file": str(self._folder), "why": reason_of(error)})]
        known: dict[str, InterruptedGame] = {}
        for name, paths in names.items():
            if paths:
                kept, notice = self._examine(name, sorted(paths, key=_part, reverse=True))
                if notice is not None:
                    notices.append(notice)
                if kept is not None:
                    known[name] = kept
            elif all(_age_s(path) > _BEING_MADE_S for path in self._beside(name) if path.exists()):
                self._drop_all(name)
        self._known = known
        return sorted(known.values(), key=lambda kept: kept.saved.saved, reverse=True), notices

    def games(self) -> frozenset[str]:
        """All games that lie here, by their ids on the wire, whoever of this account plays them or may take them up.
        Never raises."""
        try:
            names = [path.name.removesuffix(ticket_file.SUFFIX) for path in self._folder.glob(f"*{ticket_file.SUFFIX}")]
        except OSError:
            return frozenset(self._ids.values())
        found = {name: self._ids.get(name) or ticket_file.read(self._ticket(name)) for name in names}
        self._ids = {
            name: each if isinstance(each, str) else each.game for name, each in found.items() if each is not None
        }
        return frozenset(self._ids.values())

    def is_ours(self, game: InterruptedGame) -> bool:
        """Whether the key that sits at a game is the one that we have now: nobody else is let back to it."""
        key, card = self._key(), game.ticket.card
        return card is None or key is None or card.seat(game.ticket.here).key == key.public

    def find(self, name: str) -> InterruptedGame | None:
        """The game of this name as it is on disk now. Never raises."""
        paths = sorted(self._journals(name), key=_part, reverse=True)
        return self._examine(name, paths)[0] if paths else None

    def discard(self, name: str) -> None:
        """Give a game up: what was played of it is kept as a record without a result. Never raises."""
        ticket = ticket_file.read(self._ticket(name))
        self._drop_all(name)
        for path in self._journals(name):
            opened, _ = open_journal(path)
            if opened is not None:
                put_away(opened, self._records, shared=True)
                if ticket is not None and not opened.replayed.is_recorded:
                    self._sign(name, ticket, opened)

    def prove(self, name: str, game: SignedGame, here: TableSide) -> None:
        """Put the signatures of a game into its record. Never raises."""
        amend_record(self._records / f"{name}{EXTENSION}", partial(with_proof, game=game, here=here))

    def _sign(self, name: str, ticket: Ticket, opened: Opened) -> None:
        """Put into the record of a game what both have signed of its moves."""
        if ticket.card is not None:
            plies = plies_of(opened.replayed.game, _clock_of(opened), ticket, opened.replayed.signed)
            game = signed_game(ticket.card, plies, self._key())
            self.prove(name, with_kept(game, ticket.here, ticket.signed), ticket.here)

    def _names(self) -> dict[str, list[Path]]:
        """The journals of every game, also of those that have other files alone. Raises OSError."""
        found: dict[str, list[Path]] = {}
        for suffix in (ticket_file.SUFFIX, chat.SUFFIX):
            for path in sorted(self._folder.glob(f"*{suffix}")):
                found[path.name.removesuffix(suffix)] = []
        for path in sorted(self._folder.glob(f"*{SUFFIX}")):
            found.setdefault(path.name.removesuffix(SUFFIX).rpartition(".")[0], []).append(path)
        return found

    def _drop_all(self, name: str) -> None:
        """Remove what lies beside a journal."""
        for path in self._beside(name):
            _drop(path)

    def _beside(self, name: str) -> tuple[Path, ...]:
        return self._ticket(name), self._folder / f"{name}{chat.SUFFIX}"

    def _ticket(self, name: str) -> Path:
        return self._folder / f"{name}{ticket_file.SUFFIX}"

    def _journals(self, name: str) -> list[Path]:
        return list(self._folder.glob(f"{name}.*{SUFFIX}"))

    def _examine(self, name: str, paths: list[Path]) -> tuple[InterruptedGame | None, Notice | None]:
        """The game of a name out of its journals, the newest first."""
        stamp = _stamp(paths[0], self._ticket(name))
        known = self._known.get(name)
        if known is not None and stamp and known.stamp == stamp and is_free(paths[0]):
            return known, None
        opened, notice = open_journal(paths[0])
        if opened is None:
            return None, notice
        for older in paths[1:]:  # its program was killed before it could remove them
            _drop(older)
        ticket = ticket_file.read(self._ticket(name))
        replayed = opened.replayed
        if ticket is not None and replayed.seats[here(ticket)].kind != self._kind:
            opened.file.close()
            return None, notice
        old = replayed.ending is not None and time.time() - replayed.at > FORGOTTEN_AFTER_S
        if ticket is None or old or replayed.game.ply > MOST_PLIES:
            self._drop_all(name)
            put_away(opened, self._records, shared=True)
            return None, notice
        is_new = replayed.ending is not None and not replayed.is_recorded
        keep_record(opened, self._records)  # not when its end was heard: that may never be
        if is_new:
            self._sign(name, ticket, opened)
        kept = _kept(name, paths[0], opened, ticket)
        opened.file.close()
        return replace(kept, stamp=_stamp(paths[0], self._ticket(name))), notice


def _kept(name: str, path: Path, opened: Opened, ticket: Ticket) -> InterruptedGame:
    replayed, game = opened.replayed, opened.replayed.game
    ticket = raised(ticket, replayed.epoch, replayed.base)
    clock = _clock_of(opened)
    saved = saved_game(path, replayed)
    own = here(ticket)
    view = SuspendedGame(
        id=name,
        peer=ticket.peer_name,
        variant=game.variant.name,
        position=game.position,
        person=own,
        ply=game.ply,
        saved_at=saved.saved.isoformat(timespec="seconds"),
        opening=opening_rule(game.start),
        addresses=ticket.addresses,
    )
    return InterruptedGame(name, ticket, saved, view, plies_of(game, clock, ticket, replayed.signed), replayed.ending)


def _clock_of(opened: Opened) -> MatchClock:
    """The clock of the game that a journal tells, as it stands."""
    replayed = opened.replayed
    clock = MatchClock(replayed.header.control, returns_time=False)
    clock.replay(ListedMoves(replayed.game).sides, replayed.times_s, replayed.game.can_redo, replayed.standing)
    return clock


def raised(ticket: Ticket, epoch: int, base: int) -> Ticket:
    """The ticket as it would have been written next, had the program lived: the journal knows of a later epoch."""
    if epoch <= ticket.epoch:
        return ticket
    unanswered = tuple(asked for asked in ticket.unanswered if asked.epoch >= epoch)
    return msgspec.structs.replace(ticket, epoch=epoch, base=base, unanswered=unanswered)


def _stamp(*paths: Path) -> tuple[object, ...]:
    """What tells whether files have changed; empty while one of them can't be seen."""
    try:
        return tuple((str(path), (found := path.stat()).st_mtime_ns, found.st_size) for path in paths)
    except OSError:
        return ()


def _part(path: Path) -> int:
    part = path.name.removesuffix(SUFFIX).rpartition(".")[2]
    return int(part) if part.isdecimal() else 0


def _drop(path: Path) -> None:
    with contextlib.suppress(OSError):  # it is left over for another time
        path.unlink(missing_ok=True)


def _age_s(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0
