"""`host`: a computer opponent on the LAN, without a window.

It shows up in lobbies, plays whoever invites it, several at a time as far as the machine allows, keeps a record of each
game and reports it in one line on standard output (`lan_games`). Games that were interrupted are taken up again.
"""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game.commands.lan_games import (
    BUSY_PACE_S,
    END_HEARD_S,
    IDLE_PACE_S,
    EngineGame,
    Stopper,
    complain,
    is_terminal,
    progress_to,
    ready_engine,
    tell,
)
from game.lan.engine_host import tables_at_a_time
from game.lan.play import LanPlay
from game.lan.table import LanTable
from game.lan.views import USUAL_PORT, Direction, Invitation, LineState
from game.rules import registry
from game.storage.folders import find_folders

CLAIMS_AFTER_S: Final = 600.0
"""Somebody who is overdue for this long is not waited for any more, and their game is claimed."""
MOST_AWAY: Final = 8
"""This many people who are away are waited for. They take no seats, so there may be as many games more than seats when
they come back; the game of whoever has been away for longest is left, and kept."""


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What was asked for. `variant` None = every variant of the game; `games` None = until it is stopped; `port` None =
    the usual one; `watchers`: let people look on where the one who invites wants it."""

    game: str
    level: str
    name: str
    variant: str | None = None
    port: int | None = None
    games: int | None = None
    records: Path | None = None
    watchers: bool = False


def main(options: HostOptions) -> int:
    """Host until stopped or until its games are over: 0; 1, after a line on standard error, where it can't be."""
    stopper = Stopper()
    show = progress_to(is_terminal())
    try:
        show(f"preparing {options.level} ...")
        house = ready_engine(options.game, options.level)
    except KeyboardInterrupt:
        return 0
    if house is None:
        return 1
    stopper.at_once = False
    lan = LanPlay(
        find_folders(),
        options.name,
        new_player=house.new_player,
        seats=tables_at_a_time(),
        records=options.records,
        port=options.port or USUAL_PORT,
    )
    lan.offer(options.variant or options.game)
    lan.enter_lobby(True)
    lan.open()
    host = _Host(lan, options)
    try:
        if lan.port == 0 or (options.port and lan.port != options.port):
            complain(f"cannot listen on port {options.port}" if options.port else "cannot listen on any port")
            return 1
        show(f"{options.name} ({options.level}) waits on port {lan.port}")
        host.resume_kept()
        while not stopper.is_asked and not host.is_done:
            host.update()
            time.sleep(BUSY_PACE_S if host.games else IDLE_PACE_S)
    finally:
        lan.close()  # before the matches, which hear of their ends until then
        for game in host.games:
            game.match.close()
    return 0


class _Host:
    """The games that go on, and who may play."""

    def __init__(self, lan: LanPlay, options: HostOptions) -> None:
        self.games: list[EngineGame] = []
        self.finished = 0
        self._nobody_reads = False
        self._lan = lan
        self._options = options
        self._overdue: dict[EngineGame, float] = {}
        self._gone: dict[EngineGame, float] = {}
        self._away: list[EngineGame] = []  # the first who went is the first here
        self._show = progress_to(is_terminal())

    @property
    def is_done(self) -> bool:
        """Whether all games that were asked for are over, or nobody reads of them."""
        limit = self._options.games
        return self._nobody_reads or (limit is not None and self.finished >= limit)

    def resume_kept(self) -> None:
        """Take up what was interrupted, as far as it is offered now."""
        self._lan.look()
        kept = [game for game in self._lan.suspended if self._offers(game.variant)]
        for game in kept[:MOST_AWAY]:
            self._lan.resume(game.id)

    def update(self) -> None:
        """One turn of the loop."""
        for seated in self._lan.update():
            if isinstance(seated.table, LanTable):
                self.games.append(EngineGame(seated.match, seated.table))
                self._show(f"playing {seated.match.variant.name} with {seated.table.peer}")
        for notice in self._lan.take_notices():
            self._show(str(notice))
        for invitation in self._lan.invitations:
            if invitation.direction is Direction.RECEIVED:
                self._answer(invitation)
        for game in list(self.games):
            game.update()
            if game.is_finished:
                self._finish(game)
            else:
                self._mind_the_line(game)
        self._wait_for_few()

    def _offers(self, variant: str) -> bool:
        wanted = self._options.variant
        return variant == wanted if wanted is not None else registry.variant(variant).game == self._options.game

    def _answer(self, invitation: Invitation) -> None:
        limit = self._options.games
        if not self._offers(invitation.terms.variant):
            self._lan.answer(invitation.id, False, "not-offered")
        elif limit is not None and self.finished + sum(game.table.is_here for game in self.games) >= limit:
            self._lan.answer(invitation.id, False, "busy")
        elif invitation.terms.watchers and not self._options.watchers:
            self._lan.counter(invitation.id, dataclasses.replace(invitation.terms, colour="random", watchers=False))
        else:
            self._lan.answer(invitation.id, True)

    def _finish(self, game: EngineGame) -> None:
        self.games.remove(game)
        self._overdue.pop(game, None)
        self._gone.pop(game, None)
        game.match.close()
        self.finished += 1
        line = game.line()
        self._nobody_reads = not tell(line)

    def _wait_for_few(self) -> None:
        """Whoever goes away again and again must not fill the memory."""
        away = [game for game in self.games if not game.table.is_here]
        self._away = [game for game in self._away if game in away]
        self._away += [game for game in away if game not in self._away]
        for game in self._away[:-MOST_AWAY]:
            game.table.leave()

    def _mind_the_line(self, game: EngineGame) -> None:
        """Wait long for somebody who has gone, but not for ever."""
        table = game.table
        if table.line is LineState.GONE:  # a goodbye before the first move or after the last, or no network
            if time.monotonic() - self._gone.setdefault(game, time.monotonic()) < END_HEARD_S:
                return  # the last move may have come with the goodbye, and end the game
            self.games.remove(game)
            self._overdue.pop(game, None)
            self._gone.pop(game, None)
            game.match.close()
        elif table.line is not LineState.OVERDUE:
            self._overdue.pop(game, None)
        elif time.monotonic() - self._overdue.setdefault(game, time.monotonic()) >= CLAIMS_AFTER_S:
            table.claim()
