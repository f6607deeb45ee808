"""The clock of one who thinks elsewhere, as this side keeps it.

What a move cost is what its mover reports, as far as the credit for the line reaches (`net.session.delay`). While it
thinks, its program tells now and then how its own clock stands, and ours goes by that. Where nothing was heard or this
program stood still, nothing is charged before more is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from game.match.clock import MatchClock
from game.rules.core import Side
from net.session import actions
from net.session import events as wire
from net.session.connection import UNSTABLE_S
from net.session.delay import DelayCredit, Excused

FLAG_GRACE_S: Final = 2.75
"""A flag over there is claimed this long after it fell: a move in time may be on its way, and a line that has died is
noticed (unstable after 2.5 s) before anybody loses by it. Their own program says it at once."""
STALL_S: Final = 0.5
"""No frame for this long: this program stood still (a sleep, a stopped process, a window that is dragged). What the
other side did meanwhile is not known, so the time is not counted against it; its own report counts."""
CLOCK_NEWS_S: Final = 0.05
"""How far a clock may be from what was said of it before it is reported again."""


class FarClock:
    """Follows the clock of `side`, which is played elsewhere, and says how the clocks stand here. `wire_now` is the
    clock by which the network thread dates what comes. All other times are by what the match's clock has let pass."""

    def __init__(self, side: Side, wire_now: Callable[[], float]) -> None:
        self.clock = MatchClock()
        self._side = side
        self._wire_now = wire_now
        self._credit = DelayCredit()
        self._round_trip_s = 0.0
        self._is_thinking = False
        self._is_unstable = False
        self._holders: set[str] = set()
        self._excused = Excused()
        self._asked_at_s = 0.0
        self._arrived_at_s = 0.0
        self._followed_at_s = -math.inf
        self._polled_at_s = 0.0
        self._silent_since_s = 0.0
        self._no_claim_until_s = 0.0
        self._told: actions.TellClock | None = None

    def sit(self, clock: MatchClock) -> None:
        """Know the match's clock."""
        self.clock = clock
        self._polled_at_s = clock.passed_s

    # --- the move over there ------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The player there is to move."""
        self._is_thinking = True
        self._asked_at_s = self.clock.passed_s
        self._followed_at_s = -math.inf
        self._excused.clear()

    def end(self) -> None:
        """It is not to move any more."""
        self._is_thinking = False

    def arrive(self, at_s: float) -> None:
        """Its move has come, when the network thread's clock stood at `at_s`."""
        self._arrived_at_s = self.clock.passed_s - max(0.0, self._wire_now() - at_s)

    def charge(self, used_s: float) -> float:
        """What the move that has come costs, for which its mover reports `used_s`."""
        self.note_silence()
        if self.clock.control is None:
            # nobody gains by what they say, and both sides keep the same time, also of a move in which one was killed
            return used_s
        began, arrived = self._asked_at_s, self._arrived_at_s
        measured_s = arrived - began - self._excused.within(began, arrived)
        return self._credit.charge(used_s, max(0.0, measured_s))

    @property
    def late_s(self) -> float:
        """For how long the move that has come lay here while our program stood still; 0 if it did not."""
        late_s = self.clock.passed_s - max(self._arrived_at_s, self._asked_at_s)
        return late_s if late_s > STALL_S else 0.0

    # --- what its program says of it ----------------------------------------------------------------------------------

    def note_round_trip(self, seconds: float) -> None:
        """A question and its answer take this long."""
        self._round_trip_s = seconds

    def follow(self, told: wire.ClockTold) -> None:
        """Its program says how its clock stands in this move: ours goes by that, as far as its credit reaches."""
        clock = self.clock
        if clock.side is not self._side:
            return
        now = clock.passed_s
        used_s = told.used_s
        if told.runs:
            used_s += max(0.0, self._wire_now() - told.at_s) + self._round_trip_s / 2
        if clock.control is not None:
            measured_s = now - self._asked_at_s - self._excused.within(self._asked_at_s, now)
            used_s = max(used_s, self._credit.least_used_s(measured_s))
        if told.left_s is not None and told.left_s[self._side] > 0:
            self.follow_left(told.left_s[self._side] + told.used_s, clock.move_s)
        clock.correct(used_s)
        self._followed_at_s = now

    def follow_left(self, left_s: float, running_s: float = 0.0) -> None:
        """The player there has this many seconds left, or had when the present move began, which runs for this long."""
        ours_s = self.clock.left_s(self._side)
        if ours_s is not None and ours_s > 0:
            more_s = left_s - ours_s - running_s
            self.clock.set_left(self._side, ours_s + (self._credit.lend(more_s) if more_s > 0 else more_s))

    def run_out(self) -> None:
        """The player there says that its time is up."""
        self.clock.set_left(self._side, 0.0)

    # --- what was not seen --------------------------------------------------------------------------------------------

    def note_stall(self) -> None:
        """Each frame: whether this program stood still since the last one."""
        now = self.clock.passed_s
        gap_s, self._polled_at_s = now - self._polled_at_s, now
        if gap_s > STALL_S:
            self._no_claim_until_s = now + FLAG_GRACE_S  # until then a line that has died meanwhile is noticed
            self.excuse(gap_s)

    def note_unstable(self, is_unstable: bool) -> None:
        """Nothing is heard over the line, or something is again."""
        if is_unstable:
            self.excuse(UNSTABLE_S)  # of that silence the line tells only now
        self.note_silence()
        self._is_unstable = is_unstable
        self._no_claim_until_s = self.clock.passed_s + FLAG_GRACE_S  # what was held up comes now

    def note_cut(self, seconds: float) -> None:
        """The line is cut, and was dead for this long."""
        self._is_unstable = False
        self.excuse(seconds)

    def note_silence(self) -> None:
        """What passes while nothing comes over the line is the line's: a move may be on its way for all that time."""
        now = self.clock.passed_s
        if self._is_unstable:
            self.excuse(now - self._silent_since_s)
        self._silent_since_s = now

    def excuse(self, seconds: float) -> None:
        """The last seconds, as far as the player there was to move: its own clock tells how much of them it thought.
        Where that was told a moment ago, what is shown goes by it already."""
        if self._is_thinking:
            now = self.clock.passed_s
            unknown_s = self._excused.add(max(self._asked_at_s, now - seconds), now)
            if now - self._followed_at_s > UNSTABLE_S:
                self.clock.forgive(unknown_s)

    @property
    def may_claim(self) -> bool:
        """Whether a flag over there may be claimed after `FLAG_GRACE_S`: the line is well and has brought nothing for a
        while, and we were there to see it."""
        now = self.clock.passed_s
        return not (self._is_unstable or now - self._polled_at_s > STALL_S or now < self._no_claim_until_s)

    def hold(self, why: str, yes: bool) -> None:
        """Clocks stand while there is a reason for it (`line`, `frozen`)."""
        (self._holders.add if yes else self._holders.discard)(why)
        if self._holders:
            self.clock.hold()
        else:
            self.clock.release()

    # --- what is said of it here --------------------------------------------------------------------------------------

    def news(self, epoch: int, ply: int) -> actions.TellClock | None:
        """How the clock of the running move stands, if that is not what follows from what was said last."""
        clock = self.clock
        side = clock.side
        if side is None:
            return None
        first_s, second_s = clock.left_s(Side.FIRST), clock.left_s(Side.SECOND)
        left_s = None if first_s is None or second_s is None else (first_s, second_s)
        is_first = side is Side.FIRST
        word = actions.TellClock(epoch, ply, clock.move_s, left_s, clock.is_running, is_first, self._wire_now())
        if self._told is not None and not _is_news(self._told, word):
            return None
        self._told = word
        return word


def _is_news(before: actions.TellClock, word: actions.TellClock) -> bool:
    if (before.epoch, before.ply, before.runs) != (word.epoch, word.ply, word.runs):
        return True
    passed_s = word.at_s - before.at_s if word.runs else 0.0
    if abs(word.used_s - before.used_s - passed_s) > CLOCK_NEWS_S:
        return True
    waits = Side.SECOND if word.first_moves else Side.FIRST
    then, now = before.left_s, word.left_s
    return then is not None and now is not None and abs(now[waits] - then[waits]) > CLOCK_NEWS_S
