"""Which protocol each game speaks, and the conversation with whoever uses the engine."""

from __future__ import annotations

import logging
import os
import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ai.api import Engine
from ai.engines import ENGINES
from ai.level import Level
from ai.protocols.conversation import Conversation, Dialect, SpeakOptions, end_soon
from ai.protocols.engine_session import EngineSession
from ai.protocols.gomocup.protocol import GomocupProtocol as GomocupBrain
from ai.protocols.hub.protocol import HubProtocol as HubBrain
from ai.protocols.lines import Output
from ai.protocols.strength import make_engine
from ai.protocols.uci.protocol import UciProtocol as UciBrain


@dataclass(frozen=True, slots=True)
class _Door:
    """The engine that stands behind a game's protocol, and what makes the dialect."""

    engine: str
    make: Callable[[Callable[[str], None], EngineSession, SpeakOptions], Dialect]


_DOORS: Final = {
    "gomoku": _Door("patterns", GomocupBrain),
    "xiangqi": _Door("xiangqi", UciBrain),
    "draughts": _Door("draughts", HubBrain),
}
GAMES: Final = tuple(_DOORS)
"""The games whose engine speaks a protocol."""


def speak(game: str, options: SpeakOptions) -> int:
    """Let the engine of a game (one of `GAMES`) speak on standard input and output until the end of it; the exit code.

    Whatever libraries print goes to standard error, so that standard output holds the protocol alone.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="qiguan: %(message)s")
    door = _DOORS[game]
    output = Output(os.dup(sys.stdout.fileno()))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    kind = ENGINES[door.engine]
    kernels_of = door.engine if kind.needs_kernels else None

    def make(named: Mapping[str, int], level: Level | None) -> Engine:
        return make_engine(door.engine, 0 if level is None else random.getrandbits(31), named, level)

    conversation = Conversation(lambda post: EngineSession(make, post, kernels_of))
    dialect = door.make(output.say, conversation.engine_session, options)
    try:
        conversation.run(dialect, sys.stdin.fileno(), end_soon)
    except KeyboardInterrupt:
        conversation.engine_session.close(0.0)
        return 130
    return 0
