"""Whose answer the table waits for: who was asked for a move, who failed, and whether everything stands."""

from __future__ import annotations

from game.match.clock import MatchClock
from game.match.players import PlayerKind
from game.match.seating import Seating
from game.rules.core import Side


class TurnState:
    """Follows the clock and the players of one match. With `paused` nothing moves before `resume` or `step`."""

    def __init__(self, seats: Seating, clock: MatchClock, *, paused: bool) -> None:
        self._seats = seats
        self._clock = clock
        self._steps = 0
        self._not_before_s = 0.0
        self.is_paused = paused
        """Whether the match stands still."""
        self.asked: Side | None = None
        """The side that was asked for a move and has not given it."""
        self.failed: Side | None = None
        """The side whose player gave up its turn."""

    @property
    def waiting_for(self) -> Side | None:
        """The side whose player (no person here) thinks; else None."""
        return self.asked if self.asked is not None and not self._seats.is_human(self.asked) else None

    @property
    def computer_thinks(self) -> bool:
        """Whether it is a computer's answer that the table waits for."""
        side = self.waiting_for
        return side is not None and self._seats.player(side).kind is PlayerKind.ENGINE

    @property
    def is_due(self) -> bool:
        """Whether the next move may be asked for."""
        if self.asked is not None or self.failed is not None or (self.is_paused and self._steps == 0):
            return False
        return not self._seats.is_watched or self._clock.now() >= self._not_before_s

    def begin(self, side: Side) -> None:
        """A side is asked for its move, and its clock runs. A move that was interrupted (pause, other player, a game
        taken up again) goes on with the time it has used."""
        self._clock.start(side, self._clock.move_s if self._clock.side is side else 0.0)
        self.asked = side

    def moved(self, pace_s: float) -> None:
        """A move was made; between computers the next one is not asked for until that many seconds have passed."""
        self.asked = None
        self._steps = max(0, self._steps - 1)
        self._not_before_s = self._clock.now() + pace_s

    def stop(self) -> None:
        """Nobody is asked for anything any more, and no time passes."""
        self._clock.pause()
        if self.asked is not None:
            self._seats.player(self.asked).cancel()
        self.asked = self.failed = None
        self._steps = 0

    def stand(self) -> None:
        """Everything stands; who thinks is asked again afterwards, a person's move goes on."""
        self._clock.pause()
        thinking = self.waiting_for
        if thinking is not None:
            self._seats.player(thinking).cancel()
            self.asked = None
        self.is_paused = True
        self._steps = 0

    def resume(self) -> None:
        """Go on after a pause."""
        self.is_paused = False
        self._steps = 0
        self._not_before_s = 0.0
        if self.asked is not None:
            self._clock.resume()

    def step(self) -> bool:
        """Let one move be made and stand still again. Whether everything went on before."""
        was_running = not self.is_paused
        self.is_paused = True
        self._steps = 1
        return was_running

    def fail(self, side: Side) -> None:
        """A side's player has no move; nobody is asked until `failed` is None again."""
        self._clock.pause()
        self.asked = None
        self.failed = side
        self._steps = 0

    def change(self, side: Side) -> None:
        """Another player sits on a side, and has been asked for nothing."""
        if self.asked is side:
            self.asked = None
        if self.failed is side:
            self.failed = None
