"""Teaching: each move of the person is judged before the computer answers, and a clearly bad one is offered back.

    person to move ──> look: the position is judged while they think
    person's move  ──> consider: the position after it is judged, the computer not asked yet (`holds`)
                            └── Offer: what the move gives away, the answer that shows it, a better one

Nothing takes longer than `LONGEST_S`; what is not known by then is let pass. The same move is never offered back twice.
One thread; `poll` is called each frame and never waits.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from game.match.lines import Line, read_line
from game.match.players import Gone, SearchInfo, Turn
from game.match.review import MISTAKE, Judgement, Mark, judgement_of, mark_of, scale_of
from game.rules.core import Move, Position, Side, Variant

JUDGED_S: Final = 0.5
"""So long each of the two positions is thought about."""
LONGEST_S: Final = 2.0
"""An answer that takes longer (another search was in the way) is not waited for."""
_EXCHANGE: Final = 7
"""So many plies of the answer are followed to see what is captured."""
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


class Reason(enum.StrEnum):
    """What is wrong with a move; the texts are those of the language files."""

    LOSES = "loses"
    MISSED = "missed"
    LOST = "lost"
    THREAT = "threat"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Why a move is bad. `plies` to the forced end (LOSES, MISSED); `lost` and `won` are the pieces that change hands,
    by kind and number (LOST); `worth` is what a better move is worth more, in hundredths of the game's unit (WORSE).
    `is_old`: the answer was threatened before the move already."""

    reason: Reason
    plies: int = 0
    lost: tuple[tuple[str, int], ...] = ()
    won: tuple[tuple[str, int], ...] = ()
    worth: int = 0
    is_old: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that is offered back: the `ply` that it made, why, the answer from the position after it, and better play
    from the position before it."""

    ply: int
    side: Side
    move: Move
    mark: Mark
    lesson: Lesson
    answer: Line
    better: Line


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


def lesson_of(before: Position, move: Move, judged: tuple[Judgement, Judgement], answer: Line) -> Lesson:
    """What is wrong with a move made in the position `before`: by the judgements before and after it and the best
    answer to it."""
    side = before.turn
    reply = answer.moves[0] if answer.moves else None
    is_old = reply is not None and not before.threats().keys().isdisjoint({*reply.path[-1:], *reply.captured})
    if judged[1].winner is side.other:
        return Lesson(Reason.LOSES, judged[1].plies, is_old=is_old)
    if judged[0].winner is side:
        return Lesson(Reason.MISSED, judged[0].plies)
    lost, won = exchanged(before, move, answer)
    if lost:
        return Lesson(Reason.LOST, lost=lost, won=won, is_old=is_old)
    if is_old:
        return Lesson(Reason.THREAT, is_old=True)
    worth = (judged[0].centi - judged[1].centi) * (1 if side is Side.FIRST else -1)
    return Lesson(Reason.WORSE, worth=worth)


Pieces = tuple[tuple[str, int], ...]


def exchanged(before: Position, move: Move, answer: Line) -> tuple[Pieces, Pieces]:
    """The pieces that the side to move loses by a move and the answer to it, and those that it wins, by kind and
    number; what is on both sides is left out. The answer is followed until something is lost and not taken back at
    once."""
    own = before.colour(before.turn)
    balance: Counter[str] = Counter()  # above 0: lost
    positions, moves = (before, *answer.positions), (move, *answer.moves)
    for nth, (position, made) in enumerate(zip(positions, moves, strict=False)):
        pieces = position.pieces()
        for square in made.captured:
            balance[pieces[square].kind] += 1 if pieces[square].side is own else -1
        is_theirs = nth % 2 == 1
        goes_on = nth + 1 < len(moves) and bool(moves[nth + 1].captured)
        if (is_theirs and not goes_on and any(count > 0 for count in balance.values())) or nth == _EXCHANGE:
            break
    lost = tuple((kind, count) for kind, count in balance.items() if count > 0)
    won = tuple((kind, -count) for kind, count in balance.items() if count < 0)
    return lost, won
