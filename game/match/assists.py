"""What helps at the table beside the moves: one chosen ahead, a piece just put down pushed, a bad move offered back.

`Match` asks here in each frame and after each move, and tells when the course of the game changes.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod

from game.match import events as happened
from game.match.errors import MatchError
from game.match.evaluation import SearchInfo
from game.match.events import Event
from game.match.nudge import GRABBED_S, nudge_of
from game.match.players import Turn
from game.match.premove import Foresight, Premove
from game.match.state import MatchState
from game.match.teaching import Judge, Teacher
from game.rules.core import Move, Position, Side, Square


class MatchAids(MatchState, ABC):
    """The part of a match that helps; see the module's text."""

    @property
    def foresight(self) -> Foresight | None:
        """What the person here can choose ahead now, None for nothing at all. It is found out once in a position, for
        that can take some 50 ms."""
        if not self.can_premove:
            return None
        if self._foreseen is None or self._foreseen.position is not self.position:
            self._foreseen = Foresight(self.position, self.turn.other)
        return self._foreseen

    def plan(self, path: tuple[Square, ...]) -> None:
        """Choose a move ahead, in place of one chosen before: it is played as soon as the person's turn comes, if the
        rules allow it then, and else dropped (`PremoveDropped`). Raises MatchError where it makes no sense."""
        foresight = self.foresight
        if foresight is None or not foresight.allows(path):
            raise MatchError("no-premove", "this can't be chosen ahead")
        self._premove = Premove(foresight.side, path)

    def drop_plan(self) -> None:
        """Forget the move that was chosen ahead."""
        self._premove = None

    def teach_with(self, judge: Judge) -> None:
        """Have somebody judge the person's moves while `teaching` is on."""
        self._teacher = Teacher(self.variant, judge, self.clock.now)

    def keep(self) -> None:
        """Let the last move stand, whether it is offered back or still being judged; the computer answers."""
        if self._teacher is not None:
            self._teacher.drop()

    def grab(self) -> None:
        """Take the piece that can be nudged in hand: until `let_go`, for some seconds at most, nobody answers and no
        time passes. Raises MatchError when it is too late."""
        if self.nudge is None:
            raise MatchError("too-late", "the move stands")
        self._grabbed_at_s = self.clock.now()
        self.clock.hold()

    def let_go(self) -> None:
        """Put the piece that was grabbed back where it stood."""
        if self._grabbed_at_s is not None:
            self._grabbed_at_s = None
            self.clock.release()

    def push(self, square: Square) -> None:
        """Nudge the piece just put down to another square: the move is replaced by the one that ends there and keeps
        its time. Raises MatchError when it is too late or the piece can't go there."""
        nudge = self.nudge
        if nudge is None or square not in nudge.moves:
            raise MatchError("too-late", "the move stands")
        side, used_s = self._game.at(self.ply - 1).turn, self.clock.times_s[-1]
        self._take_back(1, is_nudge=True)
        self._play(side, nudge.moves[square], used_s)

    # --- for the match ------------------------------------------------------------------------------------------------

    @property
    def _is_in_hand(self) -> bool:
        """Whether somebody holds the piece that was just put down, so that nobody may answer."""
        return self._grabbed_at_s is not None

    def _loosen(self) -> None:
        """Nobody holds a piece for ever."""
        if self._grabbed_at_s is not None and self.clock.now() - self._grabbed_at_s > GRABBED_S:
            self.let_go()

    def _put_down(self, before: Position, move: Move, side: Side) -> None:
        """A side has made a move: if it was a person here, its piece can be pushed for a moment."""
        self._nudge = None
        if self.nudges and self._seats.is_human(side) and not self._seats.has_remote and self._game.outcome is None:
            nudge = nudge_of(before, move)
            self._nudge = (nudge, self.clock.now()) if nudge is not None else None

    def _is_taught(self, side: Side) -> bool:
        return self.teaching and self.can_teach and self._seats.is_human(side)

    def _look_ahead(self, turn: Turn) -> None:
        """A side has been asked for a move: if it is taught, find out what could be played."""
        if self._teacher is not None and self._is_taught(turn.side):
            self._teacher.look(self.position, turn)

    def _have_judged(self, before: Position, move: Move, side: Side) -> None:
        """A side has made a move that does not end the game: if it is taught, nobody answers before it is judged."""
        if self._teacher is not None and self._is_taught(side):
            now = self._turn_for(self.turn, timed=False)
            turns = dataclasses.replace(now, side=side, moves=now.moves[:-1]), now
            self._teacher.consider(before, move, self.position, turns)

    def _hear_teacher(self) -> None:
        """Take what the judge has found of the last move."""
        teacher = self._teacher
        if teacher is None or self._is_in_hand:
            return
        if not self.teaching and teacher.holds:
            teacher.drop()
        offer = teacher.poll()
        if offer is not None:
            self.offered_back += 1
            self._emit(happened.MoveOffered(offer))

    def _play_ahead(self) -> None:
        """The turn of the move that was chosen ahead has come."""
        premove = self._premove
        if premove is None or self._asked is not premove.side:
            return
        self._premove = None
        move = premove.move(self.position)
        if move is None:
            self._emit(happened.PremoveDropped(premove.path))
        else:
            self._play(premove.side, move)
            self._nudge = None  # it was not put down by a hand just now
            self._ask_next()

    def _forget_comforts(self) -> None:
        """The course is another one: nothing is planned, and no piece can be pushed."""
        self._premove = None
        self._nudge = None
        self.let_go()

    # --- what the match does for it -----------------------------------------------------------------------------------

    @abstractmethod
    def _play(self, side: Side, move: Move, used_s: float | None = None, info: SearchInfo | None = None) -> None: ...

    @abstractmethod
    def _take_back(self, plies: int, *, is_nudge: bool = False) -> None: ...

    @abstractmethod
    def _ask_next(self) -> None: ...

    @abstractmethod
    def _turn_for(self, side: Side, *, timed: bool = True) -> Turn: ...

    @abstractmethod
    def _emit(self, event: Event) -> None: ...
