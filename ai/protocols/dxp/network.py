"""The line between two DamExchange programs: we call one, or wait to be called.

Each game that is over is told in a line of JSON on standard output, what the other end says to people on standard
error.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable
from typing import Final

from ai.protocols.conversation import Conversation, SpeakOptions
from ai.protocols.dxp.game import DxpGame
from ai.protocols.dxp.message import messages_of
from ai.protocols.dxp.protocol import DxpLine, DxpProtocol
from ai.protocols.engine_session import EngineSession, SessionEvent
from ai.protocols.network_play import NetworkPlay

PORT: Final = 27531
"""The usual one."""
_CALL_S: Final = 10.0
_LOOK_S: Final = 0.2
"""So often somebody who waits to be called looks whether the person wants to end it."""


def play(
    where: NetworkPlay,
    options: SpeakOptions,
    make_session: Callable[[Callable[[SessionEvent], None]], EngineSession],
) -> int:
    """Play as is wished for; the exit code: 0 well, 1, after a line on standard error, where there is no line or games
    are lacking. Where we wait and nobody is asked for games, whoever calls is played, one after the other, until the
    program is interrupted."""
    place = (where.host, where.port or PORT)
    named = f"[{where.host}]:{place[1]}" if ":" in where.host else f"{where.host}:{place[1]}"
    if not where.waits:
        try:
            line = socket.create_connection(place, _CALL_S)
        except (OSError, UnicodeError) as error:  # UnicodeError: a name that no host can have
            return _fail(f"cannot reach {named}", error)
        return _talk(line, where, options, make_session)
    family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
    try:
        door = socket.create_server(place, family=family, backlog=1)
    except (OSError, UnicodeError) as error:
        return _fail(f"cannot listen on {named}", error)
    with door:
        door.settimeout(_LOOK_S)  # on Windows nothing else interrupts the waiting
        sys.stderr.write(f"qiguan: waits on {named}\n")
        sys.stderr.flush()
        while True:
            try:
                line, _ = door.accept()
            except TimeoutError:
                continue
            code = _talk(line, where, options, make_session)
            if where.games:
                return code


def _talk(
    line: socket.socket,
    where: NetworkPlay,
    options: SpeakOptions,
    make_session: Callable[[Callable[[SessionEvent], None]], EngineSession],
) -> int:
    """Talk over a line until it ends; the exit code."""

    def say(text: str) -> None:
        with contextlib.suppress(OSError):  # the other end has gone: the reader will notice
            line.sendall(text.encode("ascii") + b"\0")

    def hang_up() -> None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)

    line.settimeout(None)
    with line:
        conversation = Conversation(make_session)
        protocol = DxpProtocol(DxpLine(say, hang_up, _tell, _chat), conversation.engine_session, options, where)
        try:
            conversation.run(protocol, messages_of(line.recv), lambda: None)
        except KeyboardInterrupt:
            conversation.engine_session.close(0.0)
            raise
    if protocol.finished >= where.games:
        return 0
    sys.stderr.write(f"qiguan: the line has ended after {protocol.finished} of {where.games} games\n")
    return 1


def _fail(what: str, error: Exception) -> int:
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    sys.stderr.write(f"qiguan: {what}: {why}\n")
    return 1


def _tell(game: DxpGame) -> None:
    with contextlib.suppress(OSError):  # nobody reads it
        sys.stdout.write(f"{game.line()}\n")
        sys.stdout.flush()


def _chat(text: str) -> None:
    sys.stderr.write(f"qiguan: {''.join(sign if sign.isprintable() else '?' for sign in text)}\n")
    sys.stderr.flush()
