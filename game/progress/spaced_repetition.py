"""When what was learnt is to be asked for again: FSRS-6, the Free Spaced Repetition Scheduler, with its usual weights.

A memory has a difficulty D (1 to 10) and a stability S: the days after which it is recalled with a probability of 0.9.
The formulas are those of https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm (Jarrett Ye and others;
the model behind it: Ye, Su and Cao, A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling,
KDD 2022, doi 10.1145/3534678.3539081), the weights the defaults of version 6, fitted to some hundred million reviews.
What is asked again on the same day goes by the formula for short terms. The library `fsrs` (py-fsrs) brings states and
steps of flash cards besides; the tests hold these sixty lines against its published figures.
"""

from __future__ import annotations

import enum
import math
from typing import Annotated, Final

import msgspec

DAY_S: Final = 86_400.0
AGAIN_S: Final = 600.0
"""What was not known comes again after ten minutes."""
RECALLED: Final = 0.9
"""It is asked for again when it would be recalled with this probability."""
_LONGEST_DAYS: Final = 3650
_W: Final = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
_DECAY: Final = -_W[20]
_FACTOR: Final = RECALLED ** (1 / _DECAY) - 1
_LEAST: Final = 0.001


class Recall(enum.IntEnum):
    """How something was recalled: not at all, with trouble, well, at once."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Memory(msgspec.Struct, frozen=True):
    """How well something is known: stability in days, difficulty, and when it was last asked for (seconds since 1970,
    UTC)."""

    stability: Annotated[float, msgspec.Meta(gt=0)]
    difficulty: Annotated[float, msgspec.Meta(ge=1, le=10)]
    asked_s: float

    def recalled(self, now_s: float) -> float:
        """The probability that it would be recalled now."""
        days = max(0, int((now_s - self.asked_s) // DAY_S))
        return float((1 + _FACTOR * days / self.stability) ** _DECAY)

    def after(self, recall: Recall, now_s: float) -> Memory:
        """The memory after it has been asked for again."""
        stability, difficulty = self.stability, self.difficulty
        if now_s - self.asked_s < DAY_S:
            grown = math.exp(_W[17] * (recall - 3 + _W[18])) * stability ** -_W[19]
            stability *= max(grown, 1.0) if recall >= Recall.GOOD else grown
        elif recall is Recall.AGAIN:
            forgotten = math.exp((1 - self.recalled(now_s)) * _W[14])
            lost = _W[11] * difficulty ** -_W[12] * ((stability + 1) ** _W[13] - 1) * forgotten
            stability = min(lost, stability / math.exp(_W[17] * _W[18]))
        else:
            spaced = math.exp((1 - self.recalled(now_s)) * _W[10]) - 1
            eased = _W[15] if recall is Recall.HARD else _W[16] if recall is Recall.EASY else 1.0
            stability *= 1 + math.exp(_W[8]) * (11 - difficulty) * stability ** -_W[9] * spaced * eased
        moved = difficulty - _W[6] * (recall - 3) * (10 - difficulty) / 9
        difficulty = _W[7] * _first_difficulty(Recall.EASY) + (1 - _W[7]) * moved
        return Memory(max(_LEAST, stability), min(max(1.0, difficulty), 10.0), now_s)

    @property
    def interval_days(self) -> int:
        """The whole days until it is to be asked for again, at least one."""
        return min(max(1, round(self.stability)), _LONGEST_DAYS)


def first_memory(recall: Recall, now_s: float) -> Memory:
    """The memory of what was asked for the first time."""
    return Memory(_W[recall - 1], min(max(1.0, _first_difficulty(recall)), 10.0), now_s)


def due_s(memory: Memory, recall: Recall) -> float:
    """When it is to be asked for again, in seconds since 1970: what was not known within the same sitting."""
    return memory.asked_s + (AGAIN_S if recall is Recall.AGAIN else memory.interval_days * DAY_S)


def _first_difficulty(recall: Recall) -> float:
    """Not yet held within 1 to 10, as the mean reversion wants it."""
    return _W[4] - math.exp(_W[5] * (recall - 1)) + 1
