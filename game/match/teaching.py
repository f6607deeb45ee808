"""Teaching: each move of the person is judged before the computer answers, and a clearly bad one is offered back.

    person to move ──> look: the position is judged while they think
    person's move  ──> consider: the position after it is judged, the computer not asked yet (`holds`)
                            └── Offer: what the move gives away, the answer that shows it, a better one

Nothing takes longer than `LONGEST_S`; what is not known by then is let pass. The same move is never offered back twice.
One thread; `poll` is called each frame and never waits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from game.match.evaluation import SearchInfo
from game.match.judgement import MISTAKE, Judgement, judgement_of, mark_of, scale_of
from game.match.lesson import Offer, lesson_of
from game.match.lines import Line, read_line
from game.match.players import Gone, PlayerKind, TurnAsked
from game.match.score_sheet import ScoreSheet
from game.match.seating import Seating
from game.rules.core import Move, Position, Side, Variant

JUDGED_S: Final = 0.5
"""So long each of the two positions is thought about."""
LONGEST_S: Final = 2.0
"""An answer that takes longer (another search was in the way) is not waited for."""
_REMEMBERED: Final = 8


class MoveJudge(Protocol):
    """Who judges positions, one after the other."""

    @property
    def is_ready(self) -> bool:
        """Whether it can judge already."""
        ...

    def ask(self, turn: TurnAsked, time_s: float) -> None:
        """Have a position thought about for this many seconds; a question before is dropped."""
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
    turns: tuple[TurnAsked, TurnAsked]
    until_s: float


class Teacher:
    """Judges the moves of one side of one match."""

    def __init__(self, variant: Variant, judge: MoveJudge, now: Callable[[], float]) -> None:
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

    def look(self, position: Position, turn: TurnAsked) -> None:
        """The person is to move: find out what could be played."""
        self.drop()
        if self._judge.is_ready and position.opening is None and position.key not in self._known:
            self._ask(position, turn)

    def consider(self, before: Position, move: Move, after: Position, turns: tuple[TurnAsked, TurnAsked]) -> None:
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

    def _ask(self, position: Position, turn: TurnAsked) -> None:
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


class Teaching:
    """Offers the bad moves of the person of one match back, against the computer; `allowed` where a move can be taken
    back and the game is not for the ladder."""

    def __init__(self, sheet: ScoreSheet, seats: Seating, *, allowed: bool) -> None:
        self._sheet = sheet
        self._seats = seats
        self._allowed = allowed
        self._teacher: Teacher | None = None
        self.enabled = False
        """Whether the person wants it."""
        self.offered_back = 0
        """How many moves were offered back."""

    def judge_with(self, judge: MoveJudge) -> None:
        """Have somebody judge the person's moves while it is enabled."""
        self._teacher = Teacher(self._sheet.game.variant, judge, self._sheet.clock.now)

    @property
    def is_possible(self) -> bool:
        """Whether the person's moves can be judged here."""
        person = self._seats.only_person
        if self._teacher is None or person is None or not self._allowed:
            return False
        return self._seats.player(person.other).kind is PlayerKind.ENGINE

    @property
    def is_prepared(self) -> bool:
        """Whether whoever judges moves is ready."""
        return self._teacher is not None and self._teacher.is_ready

    @property
    def is_judging(self) -> bool:
        """Whether the person's move is being judged; the computer is asked afterwards."""
        return self._teacher is not None and self._teacher.is_judging

    @property
    def offer(self) -> Offer | None:
        """The person's last move, if it is offered back; the computer waits for `keep` or a take-back."""
        return self._teacher.offer if self._teacher is not None else None

    @property
    def holds(self) -> bool:
        """Whether the computer must not be asked yet."""
        return self._teacher is not None and self._teacher.holds

    def keep(self) -> None:
        """Let the last move stand, whether it is offered back or still being judged; the computer answers."""
        if self._teacher is not None:
            self._teacher.drop()

    def look(self, turn: TurnAsked) -> None:
        """A side has been asked for a move: if it is taught, find out what could be played."""
        if self._teacher is not None and self._is_taught(turn.side):
            self._teacher.look(self._sheet.game.position, turn)

    def consider(self, before: Position, move: Move, side: Side) -> None:
        """A side has made a move that does not end the game: if it is taught, nobody answers before it is judged."""
        if self._teacher is not None and self._is_taught(side):
            now = self._sheet.turn_for(self._sheet.game.turn, timed=False)
            turns = dataclasses.replace(now, side=side, moves=now.moves[:-1]), now
            self._teacher.consider(before, move, self._sheet.game.position, turns)

    def update(self) -> Offer | None:
        """Called each frame: the last move, if it has just been found bad."""
        teacher = self._teacher
        if teacher is None:
            return None
        if not self.enabled and teacher.holds:
            teacher.drop()
        offer = teacher.poll()
        self.offered_back += offer is not None
        return offer

    def _is_taught(self, side: Side) -> bool:
        return self.enabled and self.is_possible and self._seats.is_human(side)
