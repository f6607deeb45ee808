"""Whose time a slow line costs: the mover says how long it thought, and a part of what is missing is believed.

The one who waits measures from its own move to the answer; that is the mover's thinking and twice the way between them.
The difference is credited to the line, up to `MOST_CREDIT_S` a move and within a quota: it fills by
`QUOTA_PER_MOVE_S` with each move, so a line of 200 ms each way is credited in full for a whole game, and a mover that
always claims to have thought for nothing gains half a second a move and no more. What is not credited counts as
thinking.

While the mover thinks, its program says how its clock stands (`net.session.messages.ClockMessage`), and the one who
waits shows that, as far as it is within the same credit: so both see the same time, and a flag falls by the mover's
clock.

Where the one who waits could not look either (its program stood still, the line was dead), it has measured nothing:
such spans are `Excused`.
"""

from __future__ import annotations

MOST_CREDIT_S = 1.0
QUOTA_S = 5.0
"""The quota at the start of a game, and the most that it ever holds."""
QUOTA_PER_MOVE_S = 0.5


class DelayCredit:
    """The quota of one mover in one game, kept by the side that waits for its moves. Seconds throughout."""

    def __init__(self) -> None:
        self._quota_s = QUOTA_S

    @property
    def grace_s(self) -> float:
        """How long after the mover's time is up a flag may be claimed: the credit that a move coming now could get."""
        return min(MOST_CREDIT_S, self._quota_s)

    def charge(self, reported_s: float, measured_s: float) -> float:
        """The time that a move costs its mover: what it reported, or more where the delay is beyond the credit.

        `measured_s` is what passed here while its clock ran, without the time in which the line was down. Never less
        than what was reported, so never less than 0.
        """
        reported_s = max(0.0, reported_s)
        credit_s = min(max(0.0, measured_s - reported_s), self.grace_s)
        self._quota_s = min(QUOTA_S, self._quota_s - credit_s + QUOTA_PER_MOVE_S)
        return max(reported_s, measured_s - credit_s)

    def least_used_s(self, measured_s: float) -> float:
        """What a move must have cost so far, whatever its mover says."""
        return max(0.0, measured_s - self.grace_s)

    def lend(self, seconds: float) -> float:
        """How much more than was counted here a mover may have left, when it says that it has this many seconds more:
        delays that were charged to it, given back as the quota allows."""
        granted_s = min(max(0.0, seconds), self.grace_s)
        self._quota_s -= granted_s
        return granted_s

    def may_claim_flag(self, left_s: float, measured_s: float) -> bool:
        """Whether a mover that had `left_s` at the start of its move has lost on time after `measured_s` here."""
        return measured_s > left_s + self.grace_s


class Excused:
    """Spans of one move's time that its mover is not charged for by the side that waits. Seconds of one clock."""

    def __init__(self) -> None:
        self._spans: list[tuple[float, float]] = []  # in order, apart from each other

    def add(self, start: float, now: float) -> float:
        """Excuse the time from `start` until now, and give how much of it was not excused before."""
        before = self.within(start, now)
        spans, merged = self._spans, min(start, now)
        while spans and spans[-1][1] >= merged:
            merged = min(merged, spans.pop()[0])
        spans.append((merged, now))
        return max(0.0, now - start) - before

    def within(self, start: float, end: float) -> float:
        """How much between two times is excused."""
        return sum(max(0.0, min(end, last) - max(start, first)) for first, last in self._spans)

    def clear(self) -> None:
        """Another move begins."""
        self._spans.clear()
