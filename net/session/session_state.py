"""Where a table stands, by its negotiation or its game."""

from __future__ import annotations

import enum

from net.session.game_state import GameStage
from net.session.negotiation import NegotiationStage


class SessionState(enum.Enum):
    """Where a table stands; `net.session.session` says what each means."""

    CONNECT = enum.auto()
    HELLO = enum.auto()
    LOBBY = enum.auto()
    INVITING = enum.auto()
    INVITED = enum.auto()
    STARTING = enum.auto()
    PLAYING = enum.auto()
    REQUEST_OPEN = enum.auto()
    SUSPENDED = enum.auto()
    ENDED = enum.auto()
    WATCHING = enum.auto()
    WATCHED = enum.auto()
    CLOSED = enum.auto()


NEGOTIATING = {
    NegotiationStage.INVITING: SessionState.INVITING,
    NegotiationStage.INVITED: SessionState.INVITED,
    NegotiationStage.STARTING: SessionState.STARTING,
}
IN_GAME = {
    GameStage.PLAYING: SessionState.PLAYING,
    GameStage.REQUEST_OPEN: SessionState.REQUEST_OPEN,
    GameStage.SUSPENDED: SessionState.SUSPENDED,
    GameStage.ENDED: SessionState.ENDED,
}
