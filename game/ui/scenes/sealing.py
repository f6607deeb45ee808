"""Seals as they are won: what has happened is put into the album, and what is new there is told where one is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.match import events as happened
from game.match.events import MatchEvent
from game.match.match import Match
from game.match.review import Review
from game.progress.seals.facts import Fact, ReviewedGame, TriedChallenge, finished_game
from game.ui.stage.stage import Stage


class Sealing:
    """Follows a match. Its end counts once, also where moves were taken back after it, and so does its review."""

    def __init__(self, stage: Stage, match: Match, kept_elsewhere: Callable[[], str] = str) -> None:
        """`kept_elsewhere` gives the key in the library of a match that is over and not of this program's tables."""
        self._stage = stage
        self._match = match
        self._kept_elsewhere = kept_elsewhere
        self._is_noted = match.outcome is not None
        self._is_reviewed = False
        self._is_own = False

    def note(self, event: MatchEvent) -> None:
        """Follow what happens in the match."""
        if isinstance(event, happened.Restarted):
            self._is_noted = self._is_reviewed = self._is_own = False
        elif isinstance(event, happened.GameEnded) and not self._is_noted:
            services = self._stage.services
            key = services.tables.record_key(self._match) or self._kept_elsewhere()
            is_unaided = services.tables.is_unaided(self._match)
            fact = finished_game(self._match, services.seals.today(), is_unaided=is_unaided, key=key)
            self._is_noted, self._is_own = True, fact is not None
            if fact is not None:
                _note(self._stage, fact, services.tables.game_id(self._match))

    def follow(self, review: Review) -> None:
        """Follow the review of the game that has ended here."""
        if self._is_own and not self._is_reviewed and review.is_over and not review.failed:
            self._is_reviewed = True
            _note(self._stage, ReviewedGame(self._stage.services.seals.today()))


def note_challenge(stage: Stage, at_once: bool) -> None:
    """A challenge was solved (`at_once` without a mistake and without a hint), or missed."""
    _note(stage, TriedChallenge(stage.services.seals.today(), at_once))


def _note(stage: Stage, fact: Fact, game_id: str = "") -> None:
    seals = stage.services.seals
    won = seals.note(fact, game_id)
    if won:
        stage.toasts.tell(partial(_won, stage, [seal.name for seal in won]), stamp=won[0].mark)
        stage.sounds.play("stamp")
    for notice in seals.take_notices():
        stage.tell(notice)


def _won(stage: Stage, names: Sequence[str]) -> str:
    """What is told of seals that are won together, in the language of now."""
    t = stage.t
    told = [t(f"seals.{name}") for name in names]
    if len(told) == 1:
        return t("seals.won", name=told[0])
    return t("seals.won_more", n=len(told), names=t("common.enumeration").join(told))
