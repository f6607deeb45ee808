"""When both sides' games do not fit: freeze, and compare everything once; the second time the game has to say whether
there is no result."""

from __future__ import annotations

import math

from net.session import events
from net.session.game_state import GameState
from net.session.messages import StateMessage, SyncMessage
from net.session.outbox import Outbox

RESYNC_S = 5.0
"""Waited for everything to be told again."""
MOST_SYNCS = 3
"""How often the other side may ask for the whole game."""


class Resync:
    """The comparing of one game."""

    def __init__(self, out: Outbox, state: GameState) -> None:
        self._out = out
        self._state = state
        self._was_begun = False
        self._asked = 0
        self._until: float | None = None

    @property
    def is_frozen(self) -> bool:
        """Whether the whole game is waited for, or the game's word on what does not fit."""
        return self._until is not None

    def begin(self, now: float) -> bool:
        """Ask for the whole game; whether that makes sense still."""
        if self._was_begun:
            return False
        self._was_begun = True
        self._until = now + RESYNC_S
        move_log = self._state.move_log
        self._out.emit(events.Resynchronising(self._out.table))
        ply = len(move_log)
        self._out.say(SyncMessage(self._state.game, move_log.epoch, ply, move_log.hash_at(ply)))
        return True

    def is_late(self, now: float) -> bool:
        """Whether it was waited for too long."""
        return self._until is not None and now >= self._until

    def wait_for_game(self) -> bool:
        """Stand still until the game has said whether it goes on. Whether it has still to be asked."""
        is_news, self._until = self._until != math.inf, math.inf
        return is_news

    def thaw(self) -> None:
        """Nothing is waited for any more."""
        self._until = None

    def asked(self, theirs: SyncMessage) -> None:
        """The other side wants to know the whole game. Moves of ours that it lacks follow, each with its signature."""
        state, move_log = self._state, self._state.move_log
        self._asked += 1
        if self._asked > MOST_SYNCS:
            self._out.complain("too-much", "asked for the whole game too often")
        elif not state.finish.is_over:
            self._out.say(StateMessage(state.game, move_log.epoch, move_log.told, state.is_paused))
            if theirs.epoch == move_log.epoch and move_log.all_by(state.here, theirs.ply):
                for number, ply in move_log.since(theirs.ply):
                    state.say_move(number, ply)

    def compare(self, theirs: StateMessage) -> bool:
        """Whether both games fit, up to moves that one side lacks: those of theirs follow, those of ours are said."""
        state, move_log = self._state, self._state.move_log
        missing = theirs.plies[len(move_log) :]
        theirs_only = all(ply.by != state.here for ply in missing)
        ours_only = move_log.all_by(state.here, len(theirs.plies))
        if theirs.epoch != move_log.epoch or not move_log.fits(theirs.plies) or not theirs_only or not ours_only:
            return False
        self.thaw()
        self._out.emit(events.Resynchronised(self._out.table))
        for number, ply in move_log.since(len(theirs.plies)):
            state.say_move(number, ply)
        return True
