"""A table elsewhere whose game is watched from here."""

from __future__ import annotations

import msgspec

from net.sanitize import clean_name
from net.session import events
from net.session.messages import Message, MoveMessage, StateMessage, TableMessage
from net.session.outbox import Outbox


class SpectatedTable:
    """What comes from it. `was_asked`: somebody here wants to watch; `is_on`: the game has been shown for the first
    time."""

    def __init__(self, out: Outbox) -> None:
        self.was_asked = False
        self.is_on = False
        self._out = out

    def take(self, message: Message, now: float) -> bool:
        """Report the game, or a move in it. Whether the message was one of these."""
        table = self._out.table
        match message:
            case StateMessage(table=TableMessage() as setting):
                shown = msgspec.structs.replace(setting, host=clean_name(setting.host), guest=clean_name(setting.guest))
                clock = None if message.clock is None else events.clock_told(table, message.clock, now)
                state = events.WatchedState(
                    table, shown, message.plies, message.paused, message.final, message.game, clock
                )
                self._out.emit(state)
            case MoveMessage():
                left_s = None if message.left_ms is None else message.left_ms / 1000
                used_s = message.used_ms / 1000
                self._out.emit(events.WatchedMove(table, message.ply, message.text, message.hash, used_s, left_s))
            case _:
                return False
        return True
