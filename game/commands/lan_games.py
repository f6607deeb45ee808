"""What `host` and `challenge` share: the end by a signal, the loop's pace, a game in progress, one JSON line for each.

A line on standard output, when a game is over:

    {"game": "gomoku", "variant": "gomoku-renju", "size": 15, "peer": "Lin", "side": "black", "result": "won",
     "winner": "black", "termination": "five", "plies": 23, "seconds": 14.2, "record": "/.../20260114-....qiguan"}

`side` is the colour that was ours at the end. `result` is ours: `won`, `lost`, `drawn` or `none` (the game ended
without a result); `winner` is a colour or null, and `termination` the referee's word. `record` is null where none could
be written. A game with an opening rule has its name as one field more, `"opening": "swap2"`.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

from game.lan.engine_host import EngineHost
from game.lan.table import LanTable
from game.match import events as happened
from game.match.match import Match
from game.rules.core import FREE_OPENING, Outcome, Side, Termination, opening_rule

BUSY_PACE_S: Final = 0.003
IDLE_PACE_S: Final = 0.02
END_HEARD_S: Final = 5.0
"""Waited at most for the other side to say that it knows of the end."""


class Stopper:
    """Whether somebody has asked the program to end: Ctrl-C or SIGTERM. While `at_once` it ends where it stands, by
    KeyboardInterrupt; else `is_asked` tells, and the loop says goodbye."""

    def __init__(self) -> None:
        self.is_asked = False
        self.at_once = True
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.is_asked = True
        if self.at_once:
            raise KeyboardInterrupt


def ready_engine(game: str, level: str) -> EngineHost | None:
    """The players of a level once its engine is loaded, which may take long; None, after a line on standard error,
    where it can't play here. Raises KeyboardInterrupt."""
    house = EngineHost(game, level)
    try:
        house.prepare()
    except Exception as error:  # whatever an engine's import or compiling brings; without it there is nothing to play
        complain(f"the level {level} can't play here: {error}")
        return None
    return house


class EngineGame:
    """A game that the computer plays here against somebody elsewhere."""

    def __init__(self, match: Match, table: LanTable) -> None:
        self.match = match
        self.table = table
        self._began = time.monotonic()
        self._ended_at: float | None = None
        self._seconds = 0.0

    def update(self) -> None:
        """Let the game go on. A thought that fails gives the game up: there is nobody here who could help."""
        for event in self.match.update():
            if isinstance(event, happened.PlayerFailed) and event.side is self.table.side:
                complain(f"the engine failed: {event.message}")
                self.match.resign(self.table.side)
            elif isinstance(event, happened.Told):
                complain(str(event.notice))
        if self.match.outcome is None:
            self._ended_at = None
        elif self._ended_at is None:
            self._ended_at = time.monotonic()
            self._seconds = self._ended_at - self._began

    @property
    def is_finished(self) -> bool:
        """Whether the game is over and nothing more has to be told or written, nor over there while somebody is."""
        if self._ended_at is None:
            return False
        told = self.table.has_ended and self.table.remote.is_idle and (self.table.is_put_away or not self.table.is_here)
        waited = time.monotonic() - self._ended_at >= END_HEARD_S + 1.0
        return (told and self.table.is_on_disk) or waited

    @property
    def has_result(self) -> bool:
        """Whether the game ended as games do."""
        outcome = self.match.outcome
        return outcome is not None and outcome != Outcome(None, Termination.ABANDONED)

    def line(self) -> str:
        """The game as one line of JSON."""
        match, outcome = self.match, self.match.outcome
        position = match.position
        names = {side: match.variant.side_names[position.colour(side)] for side in Side}
        opening = opening_rule(match.game.start)
        winner = outcome.winner if outcome is not None else None
        record = self.table.record
        return json.dumps(
            {
                "game": match.variant.game,
                "variant": match.variant.name,
                "size": position.board.rows,
                **({} if opening == FREE_OPENING else {"opening": opening}),
                "peer": self.table.peer,
                "side": names[self.table.side],
                "result": self._result(winner),
                "winner": None if winner is None else names[winner],
                "termination": "" if outcome is None else outcome.termination.value,
                "plies": match.ply,
                "seconds": round(self._seconds, 3),
                "record": str(record) if record is not None and record.exists() else None,
            }
        )

    def _result(self, winner: Side | None) -> str:
        if winner is not None:
            return "won" if winner is self.table.side else "lost"
        return "drawn" if self.has_result else "none"


def tell(line: str) -> bool:
    """Write a line for whoever reads standard output; False if nobody does any more."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):  # ValueError: it was closed
        return False
    return True


def complain(text: str) -> None:
    """One line on standard error."""
    if sys.stderr is not None:
        sys.stderr.write(f"qiguan: {' '.join(text.split())}\n")


def progress_to(stream_is_terminal: bool) -> Callable[[str], None]:
    """Says how it is going, to a person at a terminal and to nobody else."""

    def show(text: str) -> None:
        if stream_is_terminal:
            sys.stderr.write(f"{' '.join(text.split())}\n")
            sys.stderr.flush()

    return show


def is_terminal() -> bool:
    """Whether a person sees standard error."""
    return sys.stderr is not None and sys.stderr.isatty()
