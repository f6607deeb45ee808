"""Games with people elsewhere that were interrupted: a ticket and a journal each, in the folder for LAN games.

    20260114-201500-gomoku-renju-1f2e3d.ticket         the place at the table (`ticketfile`)
    20260114-201500-gomoku-renju-1f2e3d.2.journal      the moves (`match.journal`); the highest part counts

The journal is written before anybody elsewhere hears of a move or a take-back, the ticket a moment after, so where the
two differ the journal is right.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from game.folders import Folders
from game.lan import ticketfile
from game.lan.views import SuspendedGame
from game.match.autosave import SavedGame, put_away, saved_game
from game.match.clock import MatchClock
from game.match.journal import SUFFIX, Opened, open_journal
from game.match.movelist import MoveList
from game.match.remote import position_hash
from game.notice import Notice
from game.reason import reason_of
from game.rules.core import Outcome, Side, opening_rule
from game.rules.game import Game
from net.messages import MOST_PLIES, Ply
from net.ticket import Ticket

FORGOTTEN_AFTER_S: Final = 7 * 86_400.0
"""A finished game whose end the other side has not heard by then need not be told any more."""
_BEING_MADE_S: Final = 60.0
"""A ticket without a journal may be one whose journal is just being made."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One interrupted game. `ending`: it is over here, but the other side may not know that."""

    id: str
    ticket: Ticket
    saved: SavedGame
    view: SuspendedGame
    plies: tuple[Ply, ...]
    ending: Outcome | None


def here(ticket: Ticket) -> Side:
    """The own side at the table of a ticket."""
    return Side.FIRST if ticket.first == ticket.here else Side.SECOND


def plies_of(game: Game, clock: MatchClock, ticket: Ticket) -> tuple[Ply, ...]:
    """The moves played, as the wire has them."""
    own = here(ticket)
    there: dict[str, str] = {"host": "guest", "guest": "host"}
    found = []
    for ply, (text, used_s) in enumerate(zip(game.texts(), clock.times_s, strict=True)):
        mover = game.at(ply).turn
        left_s = clock.left_after_s(ply + 1, mover)
        found.append(
            Ply(
                text=text,
                hash=position_hash(game.at(ply + 1).key),
                by=ticket.here if mover is own else there[ticket.here],  # type: ignore[arg-type]  # of two words the other
                used_ms=round(used_s * 1000),
                left_ms=None if left_s is None else round(left_s * 1000),
            )
        )
    return tuple(found)


def kept_games(folders: Folders) -> tuple[list[KeptGame], list[Notice]]:
    """The games that can be taken up again or whose end has still to be told, the last saved first. Never raises.

    What is damaged beyond use, forgotten or left over is put away. Games that another window plays are not among them.
    """
    found: list[KeptGame] = []
    notices: list[Notice] = []
    try:
        tickets = sorted(folders.lan.glob(f"*{ticketfile.SUFFIX}"))
        journals = sorted(folders.lan.glob(f"*{SUFFIX}"))
    except OSError as error:
        return [], [Notice("save-unreadable", {"file": str(folders.lan), "why": reason_of(error)})]
    names = {path.name.removesuffix(ticketfile.SUFFIX): path for path in tickets}
    by_name: dict[str, list[Path]] = {}
    for path in journals:
        by_name.setdefault(path.name.removesuffix(SUFFIX).rpartition(".")[0], []).append(path)
    for name, path in names.items():
        if name not in by_name and _age_s(path) > _BEING_MADE_S:
            _drop(path)
    for name, paths in by_name.items():
        kept, notice = _examine(folders, name, sorted(paths, key=_part, reverse=True))
        if notice is not None:
            notices.append(notice)
        if kept is not None:
            found.append(kept)
    return sorted(found, key=lambda kept: kept.saved.saved, reverse=True), notices


def discard(folders: Folders, name: str) -> None:
    """Give a game up: what was played of it is kept as a record without a result. Never raises."""
    _drop(folders.lan / f"{name}{ticketfile.SUFFIX}")
    for path in folders.lan.glob(f"{name}.*{SUFFIX}"):
        opened, _ = open_journal(path)
        if opened is not None:
            put_away(opened, folders.records, shared=True)


def _examine(folders: Folders, name: str, paths: list[Path]) -> tuple[KeptGame | None, Notice | None]:
    """The game of a name out of its journals, the newest first."""
    opened, notice = open_journal(paths[0])
    if opened is None:
        return None, notice
    for older in paths[1:]:  # its program was killed before it could remove them
        _drop(older)
    ticket = ticketfile.read(folders.lan / f"{name}{ticketfile.SUFFIX}")
    story = opened.story
    old = story.ending is not None and time.time() - story.at > FORGOTTEN_AFTER_S
    if ticket is None or old or story.game.ply > MOST_PLIES:
        _drop(folders.lan / f"{name}{ticketfile.SUFFIX}")
        put_away(opened, folders.records, shared=True)
        return None, notice
    kept = _kept(name, paths[0], opened, ticket)
    opened.file.close()
    return kept, notice


def _kept(name: str, path: Path, opened: Opened, ticket: Ticket) -> KeptGame:
    story, game = opened.story, opened.story.game
    ticket = raised(ticket, story.epoch, story.base)
    clock = MatchClock(story.header.control)
    clock.replay(MoveList(game).sides, story.times_s, game.can_redo)
    saved = saved_game(path, story)
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
    return KeptGame(name, ticket, saved, view, plies_of(game, clock, ticket), story.ending)


def raised(ticket: Ticket, epoch: int, base: int) -> Ticket:
    """The ticket as it would have been written next, had the program lived: the journal knows of a later epoch."""
    if epoch <= ticket.epoch:
        return ticket
    unanswered = tuple(asked for asked in ticket.unanswered if asked.epoch >= epoch)
    return msgspec.structs.replace(ticket, epoch=epoch, base=base, unanswered=unanswered)


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
