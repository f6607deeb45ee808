"""The end of one game, said by both sides: ours, theirs, and the one that counts (`net.ending` has the rule).

An end that the other side alone decides (it resigned, it accepted our draw) counts at once, but it is confirmed only
when the game declares it too, that is when it is on disk here: a side whose end was confirmed may forget the game.
"""

from __future__ import annotations

import math

from net import ending, events
from net.ending import without_result
from net.messages import End, Final, Resign, Side, Winner
from net.outlet import Outlet

CONFIRM_S = 5.0
"""Waited for the other side to confirm; then the game is told that the end stands on one side alone."""
_BY_ONE_SIDE = (ending.RESIGNATION, ending.AGREEMENT, ending.ABSENCE)


class Finish:
    """How the game `game` ends, seen from the side `here`."""

    def __init__(self, out: Outlet, game: str, here: Side) -> None:
        self.ours: Final | None = None
        self.settled: Final | None = None
        """The end that both sides have come to."""
        self._out = out
        self._game = game
        self._here = here
        self._theirs: Final | None = None
        self._is_said = False
        self._confirm_by = math.inf

    @property
    def is_over(self) -> bool:
        """Whether this side has said an end."""
        return self.ours is not None

    @property
    def final(self) -> Final | None:
        """The end as far as it is known here."""
        return self.settled or self.ours

    def declare(self, final: Final, now: float) -> None:
        """Say our end; the first one counts. If that was theirs, the same from the game confirms it, and a different
        one was only on its way when theirs came."""
        if self.ours is None:
            self.ours = final
        if not self._is_said and (final.winner, final.reason) == (self.ours.winner, self.ours.reason):
            self._is_said = True
            self.repeat(now)
            self._settle()

    def repeat(self, now: float) -> None:
        """Say our end, if there is one; again when the line was broken, for nobody knows what arrived."""
        final = self.ours
        if final is None or not self._is_said:
            return
        if self.settled is None:
            self._confirm_by = now + CONFIRM_S
        if ending.is_resignation(final, self._here):
            self._out.say(Resign(self._game, final.epoch, final.ply))
        else:
            self._out.say(End(self._game, final))

    def hear(self, final: Final, here: Final, *, drew: bool, was_away: bool) -> None:
        """Take their end. `here` is a game without result at the present ply; `drew`: an offer of ours may have been
        accepted, or we accepted theirs; `was_away`: we have just come back from where they may have given us up."""
        if self._theirs is not None:
            return  # said again after a break of the line
        if not self._is_credible(final, drew=drew, was_away=was_away):
            final = without_result(here.epoch, min(final.ply, here.ply))
        self._theirs = final
        if self.ours is not None:
            self._settle()
        elif final.winner == "none" or final.reason in _BY_ONE_SIDE:
            self.adopt(final)
        else:
            self._out.emit(events.EndClaimed(self._out.table, self.result(final.winner), final.reason, final.ply))

    def adopt(self, final: Final) -> None:
        """The game is over by what the other side has said; ours is said when the game declares it."""
        if self.ours is None:
            self.ours = final
            self._settle()

    def draw_instead(self, final: Final, now: float) -> None:
        """Our offer was accepted while our own, other end was on its way: the agreement counts."""
        if self.settled is None:
            self.ours = final
            self.repeat(now)
            self._settle()

    def line_lost(self) -> None:
        """Nobody can confirm now."""
        self._report()

    def tick(self, now: float) -> None:
        """Let time pass."""
        if now >= self._confirm_by:
            self._report()

    def _is_credible(self, final: Final, *, drew: bool, was_away: bool) -> bool:
        """Whether an end that is said by one side alone may come from that side."""
        if self.ours is not None and (final.winner, final.reason) == (self.ours.winner, self.ours.reason):
            return True
        match final.reason:
            case ending.RESIGNATION:
                return final.winner == self._here
            case ending.AGREEMENT:
                return final.winner == "draw" and drew
            case ending.ABSENCE:
                return final.winner == ending.other(self._here) and was_away
            case _:
                return True

    def _settle(self) -> None:
        if self.ours is None or self._theirs is None or self.settled is not None:
            return
        host, guest = (self.ours, self._theirs) if self._here == "host" else (self._theirs, self.ours)
        self.settled = ending.agreed(host, guest)
        self._confirm_by = math.inf
        self._tell(self.settled, confirmed=True)

    def _report(self) -> None:
        if self.ours is not None and self.settled is None and self._confirm_by < math.inf:
            self._confirm_by = math.inf
            self._tell(self.ours, confirmed=False)

    def _tell(self, final: Final, *, confirmed: bool) -> None:
        result = self.result(final.winner)
        self._out.emit(events.Ended(self._out.table, result, final.reason, final.ply, confirmed))

    # --- the two ways of naming a winner ------------------------------------------------------------------------------

    def result(self, winner: Winner) -> events.Result:
        """A winner as seen from here."""
        if winner == "host" or winner == "guest":
            return "here" if winner == self._here else "there"
        return winner

    def winner(self, result: events.Result) -> Winner:
        """A winner as the wire names it."""
        if result == "here":
            return self._here
        return ending.other(self._here) if result == "there" else result
