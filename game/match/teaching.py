"""Teaching: each move of the person is judged before the computer answers, and a clearly bad one is offered back.

    person to move ──> look: the position is judged while they think
    person's move  ──> consider: the position after it is judged, the computer not asked yet (`holds`)
                            └── Offer: what the move gives away, the answer that shows it, a better one

Nothing takes longer than `LONGEST_S`; what is not known by then is let pass. The same move is never offered back twice.
One thread; `poll` is called each frame and never waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from game.match.evaluation import SearchInfo
from game.match.judgement import MISTAKE, Judgement, judgement_of, mark_of, scale_of
from game.match.lesson import Offer, lesson_of
from game.match.lines import Line, read_line
from game.match.players import Gone, Turn
from game.rules.core import Move, Position, Side, Variant

JUDGED_S: Final = 0.5
"""So long each of the two positions is thought about."""
LONGEST_S: Final = 2.0
"""An answer that takes longer (another search was in the way) is not waited for."""
_REMEMBERED: Final = 8


class Judge(Protocol):
    """Who judges positions, one after the other."""

    @property
    def is_ready(self) -> bool:
        """Whether it can judge already."""
        ...

    def ask(self, turn: Turn, time_s: float) -> None:
        """Have a position thought about for so many seconds; a question before is dropped."""
        ...

    def poll(self) -> SearchInfo | Gone | None:
        """What it thinks, once it knows, or why it can't tell; None before."""
        ...

    def cancel(self) -> None:
        """Drop the question."""
        ...


@dataclass(frozen=True, slots=True)
class _Case:
    """A move that is being judged, and until when."""

    move: Move
    before: Position
    after: Position
    turns: tuple[Turn, Turn]
    until_s: float


class Teacher:
    """Judges the moves of one side of one match."""

    def __init__(self, variant: Variant, judge: Judge, now: Callable[[], float]) -> None:
        self._variant = variant
        self._judge = judge
        self._now = now
        self._known: dict[int, Judgement] = {}  # by the positions' keys, the newest last
        self._asked: Position | None = None
        self._case: _Case | None = None
        self._offered: set[tuple[int, Move]] = set()
        self.offer: Offer | None = None
        """The move that is offered back, until `drop`."""

    @property
    def is_ready(self) -> bool:
        """Whether moves can be judged already."""
        return self._judge.is_ready

    @property
    def is_judging(self) -> bool:
        """Whether a move that was made is being judged."""
        return self._case is not None

    @property
    def holds(self) -> bool:
        """Whether the computer must not be asked yet."""
        return self._case is not None or self.offer is not None

    def look(self, position: Position, turn: Turn) -> None:
        """The person is to move: find out what could be played."""
        self.drop()
        if self._judge.is_ready and position.opening is None and position.key not in self._known:
            self._ask(position, turn)

    def consider(self, before: Position, move: Move, after: Position, turns: tuple[Turn, Turn]) -> None:
        """The person has made a move that does not end the game; `turns` tell of the positions before and after it."""
        self.offer = None
        if before.opening is not None or not move.path or (before.key, move) in self._offered:
            return
        if self._judge.is_ready:
            self._case = _Case(move, before, after, turns, self._now() + LONGEST_S)

    def drop(self) -> None:
        """The course is another one, or the move stays: nothing is judged, nothing offered."""
        self.offer = self._case = None
        if self._asked is not None:
            self._asked = None
            self._judge.cancel()

    def poll(self) -> Offer | None:
        """A bad move, once it is known to be one; it stays in `offer`."""
        answer = self._judge.poll() if self._asked is not None else None
        if answer is not None and self._asked is not None:
            position, self._asked = self._asked, None
            if isinstance(answer, Gone):
                self._case = None  # it can't be told
            else:
                scale = scale_of(self._variant.game)
                self._known[position.key] = judgement_of(answer, position.turn, scale)
                for key in list(self._known)[:-_REMEMBERED]:
                    del self._known[key]
        case = self._case
        if case is not None and self._now() > case.until_s:
            self.drop()
        elif case is not None and self._asked is None:
            self._go_on(case)
        elif case is not None and self._asked not in (case.before, case.after):
            self._ask(case.before, case.turns[0])
        return self.offer if case is not None else None

    def _ask(self, position: Position, turn: Turn) -> None:
        self._asked = position
        self._judge.ask(turn, JUDGED_S)

    def _go_on(self, case: _Case) -> None:
        before, after = self._known.get(case.before.key), self._known.get(case.after.key)
        if before is None:
            self._ask(case.before, case.turns[0])
            return
        better = read_line(self._variant, case.before, before.line)
        if better.moves[:1] in ((), (case.move,)):
            self._case = None  # nothing better is known
        elif after is None:
            self._ask(case.after, case.turns[1])
        else:
            self._case = None
            self.offer = self._judged(case, before, after, better)
            if self.offer is not None:
                self._offered.add((case.before.key, case.move))

    def _judged(self, case: _Case, before: Judgement, after: Judgement, better: Line) -> Offer | None:
        side = case.before.turn
        mark = mark_of(before, after, side)
        given_away = (before.value - after.value) * (1 if side is Side.FIRST else -1)
        if mark is None or given_away < MISTAKE:
            return None
        answer = read_line(self._variant, case.after, after.line)
        lesson = lesson_of(case.before, case.move, (before, after), answer)
        return Offer(len(case.turns[1].moves), side, case.move, mark, lesson, answer, better)
