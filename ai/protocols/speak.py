"""The conversation with whoever uses the engine of a game by the protocol of its field."""

from __future__ import annotations

import logging
import os
import random
import sys
from collections.abc import Mapping

from ai.api import Engine
from ai.engine_kind import resolve
from ai.level import Level
from ai.protocols.conversation import Conversation, Dialect, SpeakOptions, end_soon
from ai.protocols.engine_session import EngineSession
from ai.protocols.lines import Output
from ai.protocols.registry import PROTOCOLS
from ai.protocols.strength import make_engine


def speak(game: str, options: SpeakOptions) -> int:
    """Let the engine of a game (one of `PROTOCOLS`) speak on standard input and output until the end of it; gives the
    exit code.

    Whatever libraries print goes to standard error, so that standard output holds the protocol alone.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="qiguan: %(message)s")
    protocol = PROTOCOLS[game]
    output = Output(os.dup(sys.stdout.fileno()))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    kind = protocol.engine
    kernels_of = kind.name if kind.needs_kernels else None

    def make(named: Mapping[str, int], level: Level | None) -> Engine:
        return make_engine(kind, 0 if level is None else random.getrandbits(31), named, level)

    conversation = Conversation(lambda post: EngineSession(make, post, kernels_of))
    dialect: Dialect = resolve(protocol.dialect)(output.say, conversation.engine_session, options)
    try:
        conversation.run(dialect, sys.stdin.fileno(), end_soon)
    except KeyboardInterrupt:
        conversation.engine_session.close(0.0)
        return 130
    return 0
