"""The end of one game, said by both sides (`net.session.ending` has the rule for ends that differ).

An end counts for both when each has said the same. What a side says is on its disk: an end that comes from the other
side (it resigned, it accepted our draw), or that two different ones come to, is told to the game, and said from here
when the game declares it too. An end that the other side can't give by itself is put before the game as a claim.

Who has heard the same end from the other side does not know yet whether its own arrived there. So each tells the other
when the end is on its disk, signatures included (`keep`), and nobody forgets a game before it has heard that: a side
that is killed in between comes back and says its end again.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from net.session import ending, events
from net.session.ending import is_same, without_result
from net.session.messages import EndMessage, FinalMessage, KeptMessage, ResignMessage, Side, Winner
from net.session.outbox import Outbox

CONFIRM_S = 5.0
"""Waited for the other side to confirm; then the game is told that the end stands on one side alone."""
_BY_ONE_SIDE = (ending.RESIGNATION, ending.AGREEMENT, ending.ABSENCE)


class Finish:
    """How the game `game` ends, seen from the side `here`. `sign` gives our signature of an end, `prove` tells the game
    how it stands signed, before it hears of its end."""

    def __init__(
        self, out: Outbox, game: str, here: Side, sign: Callable[[FinalMessage], str], prove: Callable[[], None]
    ) -> None:
        self.ours: FinalMessage | None = None
        self.settled: FinalMessage | None = None
        """The end that both sides have said; or ours, where the other side stands by another."""
        self._out = out
        self._game = game
        self._here = here
        self._sign = sign
        self._prove = prove
        self._theirs: FinalMessage | None = None
        self._is_said = False
        self._said: FinalMessage | None = None
        self._is_kept_here = self._is_kept_there = False
        self._confirm_by = math.inf

    @property
    def is_over(self) -> bool:
        """Whether the game is over on this side."""
        return self.ours is not None

    @property
    def final(self) -> FinalMessage | None:
        """The end as far as it is known here."""
        return self.settled or self.ours

    @property
    def is_done(self) -> bool:
        """Whether the other side has on its disk what both have said: it needs nothing more of this game."""
        return self.settled is not None and self._is_kept_there

    def is_same(self, final: FinalMessage) -> bool:
        """Whether this is the end that stands here already."""
        return self.ours is not None and is_same(final, self.ours)

    def declare(self, final: FinalMessage, now: float) -> None:
        """The game says an end: its first, or the one that it was told. Any other was only on its way."""
        if self.ours is None:
            self.ours = final
        if not self._is_said and is_same(final, self.ours):
            self._is_said = True
            self.repeat(now)
            self._compare()

    def repeat(self, now: float) -> None:
        """Say our end, if there is one; again when the line was broken, for nobody knows what arrived."""
        final = self.ours
        if final is None or not self._is_said:
            return
        if self.settled is None:
            self._confirm_by = now + CONFIRM_S
        self._say(final)
        if self._is_kept_here:
            self._out.say(KeptMessage(self._game))

    def keep(self) -> None:
        """The end that both have said is on the disk here; before both have said one it means nothing. It is told after
        the end itself."""
        if self.settled is not None and not self._is_kept_here:
            self._is_kept_here = True
            if self._is_said:
                self._out.say(KeptMessage(self._game))

    def hear_kept(self) -> None:
        """The other side has the end on its disk, or knows no such game any more."""
        if not self._is_kept_there:
            self._is_kept_there = True
            self._note_done()

    def _note_done(self) -> None:
        if self.is_done:
            self._out.emit(events.EndAcknowledged(self._out.table))

    def _say(self, final: FinalMessage) -> None:
        self._said, signature = final, self._sign(final)
        if ending.is_resignation(final, self._here):
            self._out.say(ResignMessage(self._game, final.epoch, final.ply, signature))
        else:
            self._out.say(EndMessage(self._game, final, signature))

    def hear(self, final: FinalMessage, here: FinalMessage, *, drew: bool, was_away: bool) -> None:
        """Take their end. `here` is a game without result at the present ply, which is all that one comes to that they
        can't have said truly; `drew`: an offer of ours may have been accepted, or we accepted theirs; `was_away`: we
        have just come back from where they may have given us up."""
        if self.settled is not None:
            return  # said again after a break of the line
        if not self._is_credible(final, drew=drew, was_away=was_away):
            final = without_result(here.epoch, min(final.ply, here.ply))
        self._theirs = final
        if self.ours is not None:
            self._compare()
        elif final.winner != "none" and final.reason in _BY_ONE_SIDE:
            self.adopt(final)
        else:
            self.claim(final)

    def claim(self, final: FinalMessage) -> None:
        """Put an end before the game that does not count unless the game declares it."""
        self._out.emit(events.EndClaimed(self._out.table, self.result(final.winner), final.reason, final.ply))

    def forget_theirs(self) -> None:
        """What the other side has said of the end is not true."""
        self._theirs = None

    def adopt(self, final: FinalMessage) -> None:
        """The game is over by what the other side has said; ours is said when the game declares it."""
        if self.ours is None:
            self.ours = final
            self._compare()

    def end_alone(self, final: FinalMessage) -> None:
        """The other side knows no such game and will say nothing: ours stands, or else this one."""
        if self.settled is None:
            self.settled = self.ours = self.ours or final
            self._confirm_by = math.inf
            self._tell(self.settled, confirmed=True)
            self._is_kept_there = False  # said before there was an end
        self.hear_kept()

    def draw_instead(self, final: FinalMessage) -> None:
        """Our offer was accepted while our own, other end was on its way: the agreement counts."""
        if self.settled is None and self.ours is not None and not is_same(self.ours, final):
            self._change(final)

    def _compare(self) -> None:
        """Whether both have said the same; if not, what the two come to."""
        if self.ours is None or self._theirs is None or self.settled is not None:
            return
        host, guest = (self.ours, self._theirs) if self._here == "host" else (self._theirs, self.ours)
        final = ending.agreed(host, guest)
        if final is not None and is_same(self.ours, self._theirs):
            self.ours = self.settled = final
            self._confirm_by = math.inf
            if self._said not in (None, final):  # of another ply: both have to sign the same
                self._say(final)
            self._tell(final, confirmed=True)
            self._note_done()
        elif final is None:
            self.settled = self.ours
            self._confirm_by = math.inf
            self._tell(self.ours, confirmed=True, denied=True)
            self._note_done()
        elif not is_same(self.ours, final):
            self._change(final)
            self._compare()  # theirs may be it

    def _change(self, final: FinalMessage) -> None:
        self.ours = final
        self._is_said = False
        self._confirm_by = math.inf
        self._tell(final, confirmed=False)

    def line_lost(self) -> None:
        """Nobody can confirm now."""
        self._report()

    def tick(self, now: float) -> None:
        """Let time pass."""
        if now >= self._confirm_by:
            self._report()

    def _is_credible(self, final: FinalMessage, *, drew: bool, was_away: bool) -> bool:
        """Whether an end that is said by one side alone may come from that side."""
        if self.is_same(final):
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

    def _report(self) -> None:
        if self.ours is not None and self.settled is None and self._confirm_by < math.inf:
            self._confirm_by = math.inf
            self._tell(self.ours, confirmed=False)

    def _tell(self, final: FinalMessage, *, confirmed: bool, denied: bool = False) -> None:
        result = self.result(final.winner)
        self._prove()
        self._out.emit(events.Ended(self._out.table, result, final.reason, final.ply, confirmed, denied))

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
