"""When to say what: hi, announcements and answers. No sockets; time and chance are arguments.

All times are seconds of one monotonic clock. What is said to the group goes out on every interface and is never
repeated within `GROUP_GAP_S`; what is said directly goes to one source.

    hi to the group      at the start, when the lobby is entered and when an interface appears; answered directly and,
                         because the direct way may be blocked, to the group, with the same token
    hi to one source     to ask a silent peer for a sign of life, or a newcomer for a proof; answered directly
    announce             to the group, every second in the lobby, every 5 s elsewhere, and when something has changed
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from net.discovery.beacons import Kind

LOBBY_INTERVAL_S = 1.0
ELSEWHERE_INTERVAL_S = 5.0
ANSWER_AFTER_S = (0.02, 0.12)
"""An answer waits this long at random, that not the whole network speaks at once."""
GROUP_GAP_S = 0.34
"""At most three times a second to the group: on IPv4 these are six datagrams (broadcast and multicast), and others read
ten a second."""

_MOST_QUESTIONS = 64
_MOST_TOKENS = 512
_TOKEN_FOR_S = 2.0

Asker = TypeVar("Asker", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Utterance(Generic[Asker]):
    """Something to say now: to the one who asked (whatever `asked` was given), or to the group if `to` is None."""

    kind: Kind
    to: Asker | None = None
    token: int = 0
    held: float = 0.0


@dataclass(frozen=True, slots=True)
class _PendingQuery:
    token: int
    asked_at: float
    due: float


class Announcer(Generic[Asker]):
    """The timetable of one instance. It begins outside the lobby, with a hi to the group. Tokens prove something only
    if nobody can foresee what `rng` draws."""

    def __init__(self, rng: random.Random, now: float) -> None:
        self._rng = rng
        self._in_lobby = False
        self._is_deaf = False
        self._last_to_group = -float("inf")
        self._announce_at = now + ELSEWHERE_INTERVAL_S
        self._his: list[float] = []  # when the next ones are due, ascending
        self._questions: dict[Asker, _PendingQuery] = {}
        self._group_question: _PendingQuery | None = None  # what the next announcement answers
        self._tokens: dict[int, float] = {}  # of our own his: when it was said
        self.greet(now)

    def greet(self, now: float) -> None:
        """Say hi to the group now, and once more in case it gets lost."""
        self._his = [now, now + GROUP_GAP_S]

    def ask_group(self, now: float) -> None:
        """Say hi to the group once, now."""
        self._his = sorted({now, *self._his})[:2]

    def set_lobby(self, in_lobby: bool, now: float) -> None:
        """Announce every second, or every 5 s. Whoever enters the lobby says hi."""
        if in_lobby and not self._in_lobby:
            self.greet(now)
        self._in_lobby = in_lobby
        self._announce_at = min(self._announce_at, now + self._interval)

    def set_deaf(self, is_deaf: bool) -> None:
        """While the group can't be heard, every announcement is a hi, because answers to that come directly."""
        self._is_deaf = is_deaf

    def change(self, now: float) -> None:
        """What is announced has changed: say so at once."""
        self._announce_at = now

    def asked(self, asker: Asker, token: int, to_group: bool, now: float) -> None:
        """Somebody has said hi, to the group or to this instance alone. Askers too many at once are left without an
        answer of their own."""
        due = now + self._rng.uniform(*ANSWER_AFTER_S)
        if to_group:
            self._announce_at = min(self._announce_at, due)
            self._group_question = _PendingQuery(token, now, due)
        if asker not in self._questions and len(self._questions) < _MOST_QUESTIONS:
            self._questions[asker] = _PendingQuery(token, now, due)

    def answered(self, token: int, held: float, now: float) -> float | None:
        """The way there and back, in seconds, that an answer with this token took; None if it answers nothing."""
        said_at = self._tokens.get(token)
        if said_at is None or now - said_at > _TOKEN_FOR_S:
            return None
        return max(0.0, now - said_at - held)

    def has_asked(self, token: int, now: float) -> bool:
        """Whether this token stood in a hi of ours a moment ago: whoever gives it back has heard it, and speaks now."""
        return now - self._tokens.get(token, -float("inf")) <= _TOKEN_FOR_S

    def new_token(self, now: float) -> int:
        """A token for a hi that is said now."""
        token = self._rng.randrange(1, 1 << 64)
        self._tokens.pop(token, None)
        self._tokens[token] = now
        if len(self._tokens) > _MOST_TOKENS:
            del self._tokens[next(iter(self._tokens))]
        return token

    def due(self) -> float:
        """When `take` next has something to say."""
        wanted = min([self._announce_at, *self._his])
        return min([max(wanted, self._last_to_group + GROUP_GAP_S), *(q.due for q in self._questions.values())])

    def take(self, now: float) -> list[Utterance[Asker]]:
        """What is to be said now."""
        said: list[Utterance[Asker]] = []
        for asker, question in list(self._questions.items()):
            if question.due <= now:
                del self._questions[asker]
                said.append(Utterance(Kind.ANNOUNCE, asker, question.token, now - question.asked_at))
        says_hi = any(at <= now for at in self._his)
        if (says_hi or self._announce_at <= now) and now >= self._last_to_group + GROUP_GAP_S:
            self._his = [at for at in self._his if at > now]
            self._last_to_group = now
            self._announce_at = now + self._interval
            if says_hi or self._is_deaf:
                said.append(Utterance(Kind.HI, token=self.new_token(now)))
            elif (asked := self._group_question) is not None:
                self._group_question = None
                said.append(Utterance(Kind.ANNOUNCE, None, asked.token, now - asked.asked_at))
            else:
                said.append(Utterance(Kind.ANNOUNCE))
        return said

    @property
    def _interval(self) -> float:
        return LOBBY_INTERVAL_S if self._in_lobby else ELSEWHERE_INTERVAL_S
