"""The conversation with whoever uses the engine of a game, by the protocol of its field."""

from __future__ import annotations

import logging
import os
import random
import sys
from collections.abc import Callable, Mapping

from ai.api import Engine
from ai.engine_kind import EngineKind, resolve
from ai.level import Level
from ai.protocols.conversation import Conversation, Dialect, SpeakOptions, end_soon
from ai.protocols.engine_session import EngineSession, SessionEvent
from ai.protocols.lines import Output, lines_from
from ai.protocols.network_play import NetworkPlay
from ai.protocols.registry import PROTOCOLS
from ai.protocols.strength import make_engine


def speak(game: str, options: SpeakOptions) -> int:
    """Let the engine of a game (one of `PROTOCOLS`) speak on standard input and output until the end of it; gives the
    exit code.

    Whatever libraries print goes to standard error, so that standard output holds the protocol alone.
    """
    _log_to_standard_error()
    protocol = PROTOCOLS[game]
    output = Output(os.dup(sys.stdout.fileno()))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    conversation = Conversation(_session_maker(protocol.engine))
    dialect: Dialect = resolve(protocol.dialect)(output.say, conversation.engine_session, options)
    try:
        conversation.run(dialect, lines_from(sys.stdin.fileno()), end_soon)
    except KeyboardInterrupt:
        conversation.engine_session.close(0.0)
        return 130
    return 0


def speak_over_network(game: str, options: SpeakOptions, where: NetworkPlay) -> int:
    """Let the engine of a game whose protocol has a `network` play programs elsewhere; gives the exit code."""
    _log_to_standard_error()
    protocol = PROTOCOLS[game]
    play: Callable[..., int] = resolve(protocol.network)
    try:
        return play(where, options, _session_maker(protocol.engine))
    except KeyboardInterrupt:
        return 130


class _Sentences(logging.Formatter):
    """Lines for a person: what happened, without a traceback."""

    def formatException(self, ei: object) -> str:  # noqa: N802  # logging's name
        """Nothing."""
        return ""


def _log_to_standard_error() -> None:
    handler = logging.StreamHandler(sys.stderr)
    if not os.environ.get("QIGUAN_DEBUG"):  # who asks for the log gets tracebacks
        handler.setFormatter(_Sentences("qiguan: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def _session_maker(kind: EngineKind) -> Callable[[Callable[[SessionEvent], None]], EngineSession]:
    """What makes the session of an engine for a conversation."""

    def make(named: Mapping[str, int], level: Level | None) -> Engine:
        return make_engine(kind, 0 if level is None else random.getrandbits(31), named, level)

    return lambda post: EngineSession(make, post, kind.name if kind.needs_kernels else None)
