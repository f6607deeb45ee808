"""A game that is played to pass a rung of the ladder: what the person has made use of in it, and what it has earned.

What was used stays used: the time of moves that were taken back counts, and the journal tells of hints and take-backs
when the game is taken up again.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec

from game.match import events as happened
from game.match.clock import MatchClock
from game.match.events import MatchEvent
from game.records.tree import LONGEST_S
from game.rules.core import Side

_Seconds = Annotated[float, msgspec.Meta(ge=0, le=LONGEST_S)]


class Star(enum.StrEnum):
    """What a game for the ladder can earn, in the order in which it is shown. None is earned without the first."""

    WON = "won"
    NO_UNDO = "no-undo"
    NO_HINT = "no-hint"
    IN_TIME = "in-time"


class AttemptNote(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt as a journal's first line has it: the rung by the name of its level, the person's side and the
    seconds of own thinking time that earn a star; then what had been used when that line was written. `lost_s` are the
    person's seconds that went into moves taken back by then, `changed` tells that somebody else sat down."""

    rung: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    person: Side
    target_s: Annotated[float, msgspec.Meta(gt=0, le=LONGEST_S)]
    undone: bool = False
    hinted: bool = False
    changed: bool = False
    lost_s: _Seconds = 0.0


@dataclass(frozen=True, slots=True)
class Earned:
    """What a game that is over has brought: its stars, its points, whether they are the rung's best, the points of the
    run so far with the number of its rungs, the place of the run among the ten best (None: not among them), and whether
    the rung was never won before."""

    stars: frozenset[Star]
    points: int
    is_best: bool
    total: int
    rungs: int
    place: int | None
    is_first: bool


class Attempt:
    """Lives as long as its match; a journal that is read keeps one too."""

    def __init__(self, note: AttemptNote) -> None:
        self.rung = note.rung
        self.person = note.person
        self.target_s = note.target_s
        self.undone = note.undone
        self.hinted = note.hinted
        self.changed = note.changed
        self.spent_s = note.lost_s
        """The person's seconds for all moves that were made, also for those that were taken back."""
        self.earned: Earned | None = None
        """What the game has earned, once it is over."""
        self.lost_run: int | None = None
        """The points of a run that this game has ended."""

    def note(self, event: MatchEvent) -> None:
        """Follow what happens in the match."""
        match event:
            case happened.HintAsked():
                self.hinted = True
            case happened.MovePlayed(side=side, used_s=used_s):
                self.play(side, used_s)
            case happened.PlayerChanged():
                self.changed = True
            case happened.Restarted():
                self.undone = self.hinted = False
                self.spent_s = 0.0
                self.earned = self.lost_run = None
            case _:
                pass

    def play(self, side: Side, used_s: float) -> None:
        """A side has made a move in this many seconds."""
        if side is self.person:
            self.spent_s += used_s

    def take_back(self, side: Side | None, move_s: float) -> None:
        """Moves are taken back; `side` was thinking, for this many seconds already."""
        self.undone = True
        self.earned = self.lost_run = None
        if side is not None:
            self.play(side, move_s)

    def own_s(self, clock: MatchClock) -> float:
        """The person's thinking time so far, nothing left out."""
        return self.spent_s + (clock.move_s if clock.side is self.person else 0.0)

    def open_stars(self, clock: MatchClock) -> frozenset[Star]:
        """The stars that a win would earn now."""
        return self.stars_after(self.own_s(clock))

    def stars_after(self, own_s: float) -> frozenset[Star]:
        """The stars that a win after this many seconds of one's own would earn."""
        lost = {
            Star.NO_UNDO: self.undone,
            Star.NO_HINT: self.hinted,
            Star.IN_TIME: own_s > self.target_s,
        }
        return frozenset(star for star in Star if not self.changed and not lost.get(star))

    def written(self, sides: Sequence[Side], times_s: Sequence[float]) -> AttemptNote:
        """The first line for a journal in which moves of these sides and times follow."""
        told_s = sum(used_s for side, used_s in zip(sides, times_s, strict=True) if side is self.person)
        return AttemptNote(
            rung=self.rung, person=self.person, target_s=self.target_s, undone=self.undone, hinted=self.hinted,
            changed=self.changed, lost_s=min(max(0.0, self.spent_s - told_s), LONGEST_S),
        )  # fmt: skip
