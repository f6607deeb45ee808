"""How a match stands: who sits where, the position, what is waited for and what could be done.

All of it is cheap to ask for, and nothing here changes anything; `game.match.match` does.
"""

from __future__ import annotations

from game.match.attempt import Attempt
from game.match.clock import MatchClock
from game.match.evaluation import SearchInfo
from game.match.events import Request
from game.match.hint import Hint, HintDesk
from game.match.lesson import Offer
from game.match.move_list import MoveList, PlayedMove
from game.match.nudge import NUDGE_S, Nudge
from game.match.players import Player, PlayerKind
from game.match.premove import Foresight, Premove
from game.match.requests import Requests
from game.match.seating import Seat, Seating
from game.match.teaching import Teacher
from game.rules.core import Outcome, Position, Side, Variant
from game.rules.game import Game


class MatchState:
    """What a match is made of and what can be seen of it; `Match` is the only one that fills and changes it, and the
    arguments are explained there."""

    def __init__(
        self,
        game: Game,
        seats: tuple[Seat, Seat],
        clock: MatchClock | None,
        *,
        adviser: Player | None,
        take_backs: bool,
        paused: bool,
        pace_s: float,
        outcome: Outcome | None,
        attempt: Attempt | None,
    ) -> None:
        self.take_backs = take_backs
        self.pace_s = pace_s
        self.attempt = attempt
        self._game = game
        self._seats = Seating(seats)
        self._list = MoveList(game)
        if clock is None:
            clock = MatchClock()
            clock.replay(self._list.sides, [0.0] * len(self._list.sides), game.can_redo)
        self.clock = clock
        self._list.refresh(game, clock)
        self._hints = HintDesk(game.variant, adviser)
        self._requests: Requests
        self._asked: Side | None = None
        self._failed: Side | None = None
        self._declared = outcome if game.outcome is None else None
        self._paused = paused
        self._steps = 0
        self._not_before_s = 0.0
        self._premove: Premove | None = None
        self._foreseen: Foresight | None = None
        self._teacher: Teacher | None = None
        self.teaching = False
        """Whether bad moves are offered back, where somebody judges them (`teach_with`)."""
        self.offered_back = 0
        """How many moves were offered back."""
        self.nudges = False
        """Whether a piece just put down here can be pushed for a moment."""
        self._nudge: tuple[Nudge, float] | None = None  # and when the piece was put down
        self._grabbed_at_s: float | None = None

    @property
    def game(self) -> Game:
        """The game, for reading only: whatever changes it goes through the match."""
        return self._game

    @property
    def variant(self) -> Variant:
        """The rules played by."""
        return self._game.variant

    @property
    def position(self) -> Position:
        """The present position."""
        return self._game.position

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self._game.turn

    @property
    def ply(self) -> int:
        """Moves played so far."""
        return self._game.ply

    @property
    def line(self) -> tuple[PlayedMove, ...]:
        """The move list; the same object until it changes."""
        return self._list.played

    @property
    def kept_texts(self) -> tuple[str, ...]:
        """The texts of all moves, those that a redo brings back included; `clock.all_times_s` goes with them."""
        return self._list.texts(self._game.ply + self._game.can_redo)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self._declared or self._game.outcome

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still."""
        return self._paused

    @property
    def is_watched(self) -> bool:
        """Whether the computer plays against itself here."""
        return self._seats.is_watched

    @property
    def person(self) -> Side | None:
        """The side for which the person at this screen acts: their own; of two people the one to move; else None."""
        if self._seats.is_human(self.turn):
            return self.turn
        return self.turn.other if self._seats.is_human(self.turn.other) else None

    @property
    def may_move(self) -> bool:
        """Whether the person at this screen may make a move now."""
        return self.outcome is None and not self._paused and self._seats.is_human(self.turn)

    @property
    def premove(self) -> Premove | None:
        """What the person here has chosen ahead."""
        return self._premove

    @property
    def can_premove(self) -> bool:
        """Whether the person here may choose a move ahead: somebody else is to move."""
        person = self._seats.only_person
        if person is None or self.turn is person or self.outcome is not None or self._paused:
            return False
        return self.position.opening is None

    @property
    def can_teach(self) -> bool:
        """Whether the person's moves can be judged here: against the computer, where a move can be taken back, and not
        for the ladder."""
        person = self._seats.only_person
        if self._teacher is None or person is None or not self.take_backs or self.attempt is not None:
            return False
        return self._seats.player(person.other).kind is PlayerKind.ENGINE

    @property
    def is_teaching_prepared(self) -> bool:
        """Whether whoever judges moves is ready."""
        return self._teacher is not None and self._teacher.is_ready

    @property
    def is_judging(self) -> bool:
        """Whether the person's move is being judged; the computer is asked afterwards."""
        return self._teacher is not None and self._teacher.is_judging

    @property
    def offer(self) -> Offer | None:
        """The person's last move, if it is offered back; the computer waits for `keep` or `undo`."""
        return self._teacher.offer if self._teacher is not None else None

    @property
    def nudge(self) -> Nudge | None:
        """The piece that the person here has just put down and where it can be pushed, as long as it can: within
        `NUDGE_S`, not answered, the game not over. Never where somebody plays elsewhere, who has seen it already, nor
        in a game for the ladder."""
        if self._nudge is None or not self.nudges or self.attempt is not None:
            return None
        return self._nudge[0] if self._grabbed_at_s is not None or self.nudge_left > 0 else None

    @property
    def nudge_left(self) -> float:
        """How much of the time for a nudge is left, from 1 to 0."""
        return max(0.0, 1.0 - (self.clock.now() - self._nudge[1]) / NUDGE_S) if self._nudge else 0.0

    @property
    def waiting_for(self) -> Side | None:
        """The side whose player (no person here) has been asked for a move and is thinking; else None."""
        return self._asked if self._asked is not None and not self._seats.is_human(self._asked) else None

    @property
    def failed(self) -> Side | None:
        """The side whose player gave up its turn; the match waits for `retry` or `change_player`."""
        return self._failed

    @property
    def thinking(self) -> SearchInfo | None:
        """The newest progress of the engine to move, else of the hint; None before the first, or if none thinks."""
        if self._asked is not None:
            info = self._seats.player(self._asked).thinking
            if info is not None:
                return info
        return self._hints.thinking

    @property
    def requests(self) -> tuple[Request, ...]:
        """What was asked and not yet answered."""
        return self._requests.all

    @property
    def to_answer(self) -> Request | None:
        """The first request that the person at this screen has to answer, or None."""
        return self._requests.to_answer

    @property
    def hint(self) -> Hint | None:
        """The hint for the present position, once it has come."""
        return self._hints.hint

    @property
    def is_hint_pending(self) -> bool:
        """Whether a hint is being thought about."""
        return self._hints.is_pending

    @property
    def can_hint(self) -> bool:
        """Whether a hint can be asked for."""
        return self._hints.is_open and self.may_move

    @property
    def can_undo(self) -> bool:
        """Whether `undo` can be asked for."""
        return self.take_backs and self._seats.take_back_plies(self._game) > 0

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would do something."""
        return self.take_backs and self._game.can_redo > 0 and not self._seats.has_remote

    def seat(self, side: Side) -> Seat:
        """Who plays a side."""
        return self._seats[side]
