"""The game as it is written down: moves with texts, times and opinions, and how it ended.

Game, clock and move list change here alone, and so stay in step.
"""

from __future__ import annotations

import dataclasses

from game.match.clock import MatchClock
from game.match.evaluation import SearchInfo
from game.match.move_list import ListedMoves, PlayedMove
from game.match.players import TurnAsked
from game.rules.core import Move, Outcome, Side, must_pass
from game.rules.game import Game


class ScoreSheet:
    """One game of a match. `clock` must have been run through its moves; without one a new clock knows no time of
    theirs. `outcome` is how the game ended that was over already, where the rules do not say it."""

    def __init__(self, game: Game, clock: MatchClock | None = None, outcome: Outcome | None = None) -> None:
        self.game = game
        self._list = ListedMoves(game)
        if clock is None:
            clock = MatchClock()
            clock.replay(self._list.sides, [0.0] * len(self._list.sides), game.can_redo)
        self.clock = clock
        self._declared = outcome if game.outcome is None else None
        self._start_text = game.variant.write_position(game.start)
        self._list.refresh(game, clock)

    @property
    def line(self) -> tuple[PlayedMove, ...]:
        """The move list; the same object until it changes."""
        return self._list.played

    @property
    def kept_texts(self) -> tuple[str, ...]:
        """The texts of all moves, those that a redo brings back included; `clock.all_times_s` goes with them."""
        return self._list.texts(self.game.ply + self.game.can_redo)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self._declared or self.game.outcome

    @property
    def must_pass(self) -> bool:
        """Whether the side to move has nothing else to do."""
        return must_pass(self.game.position)

    def is_settled(self, outcome: Outcome, ply: int) -> bool:
        """Whether it ended by the rules, or was declared to have ended so at this ply."""
        return self.game.outcome is not None or (self._declared == outcome and ply == self.game.ply)

    def turn_for(self, side: Side, *, timed: bool = True, settle_s: float = 0.0) -> TurnAsked:
        """The present position as a player is asked about it, with its clock where it is `timed`."""
        turn = TurnAsked(side, self.game.variant.name, self._start_text, self._list.texts(self.game.ply))
        control = self.clock.control
        if timed:
            turn = dataclasses.replace(turn, settle_s=settle_s)
        if not timed or control is None:
            return turn
        return dataclasses.replace(turn, left_s=self.clock.left_s(side), increment_s=control.increment_s)

    def play(self, side: Side, move: Move, used_s: float | None, info: SearchInfo | None) -> tuple[str, float]:
        """Write a move down; the seconds are the clock's where the mover measured none. Its text and its seconds.
        Raises the rules' errors."""
        text_of, before = self.game.variant.write_move, self.game.position
        self.game.play(move, by=side)
        if self.clock.side is None:
            self.clock.start(side)  # the person was quicker than the first frame
        used = self.clock.press(used_s)
        text = text_of(move, before)
        self._list.add(self.game.ply - 1, text, info.judgement if info is not None else None)
        self._list.refresh(self.game, self.clock)
        return text, used

    def take_back(self, plies: int) -> Move:
        """Take moves back, and with them what was declared at the end; the earliest of them."""
        earliest = self.game.moves[-plies]
        self._declared = None
        self.game.undo(plies)
        self.clock.rewind(plies)
        self._list.refresh(self.game, self.clock)
        return earliest

    def redo(self, until: Side | None) -> int:
        """Play moves again that were taken back, until a side is to move (None: just one) and has more to do than pass;
        how many."""
        plies = 0
        while self.game.can_redo and (
            plies == 0 or (until is not None and self.game.turn is not until) or self.must_pass
        ):
            self.game.redo()
            plies += 1
        self.clock.forward(plies)
        self._list.refresh(self.game, self.clock)
        return plies

    def begin_again(self) -> None:
        """An empty list, full clocks, the position of the beginning."""
        self._declared = None
        self.game = Game(self.game.variant, self.game.start)
        self.clock.reset()
        self._list = ListedMoves(self.game)
        self._list.refresh(self.game, self.clock)

    def declare(self, outcome: Outcome) -> None:
        """The game ends at the table; what the rules have decided stands."""
        if self.game.outcome is None:
            self._declared = outcome
