"""For the tests of UCI and UCCI: an engine that answers as it is told to, and a conversation with our protocol before
it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from protocol_helpers import BrainTalk, QuickEngine

from ai.api import Choice, Job, Limit, Score, SearchInfo, SearchResult, StopFlag
from ai.protocols.uci.moves import read_moves, write_move
from ai.protocols.uci.protocol import UciProtocol
from ai.score import Cp
from ai.xiangqi.notation import position_at
from game.rules.core import Move
from game.rules.xiangqi.position import XiangqiPosition

DATA = Path(__file__).parent.parent / "data" / "xiangqi"
MATED = "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1"


def positions(name: str) -> list[dict[str, Any]]:
    """The positions of a data file."""
    found: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["positions"]
    return found


def in_order(position: XiangqiPosition) -> list[Move]:
    """The legal moves in the order of their texts."""
    return sorted(position.legal_moves(), key=lambda move: write_move(move, 0))


class QuickXiangqi(QuickEngine):
    """Finds the legal moves in the order of their texts, each a little worse than the one before. Thinks for
    `thinks_s` or until it is stopped."""

    def __init__(self, thinks_s: float = 0.0, is_quick_to_load: bool = True, score: Score | None = None) -> None:
        super().__init__(thinks_s, is_quick_to_load)
        self.score = score

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        assert isinstance(stop, threading.Event)
        self.limits.append(limit)
        self.jobs.append(job)
        position = read_moves(position_at(job.start), job.moves, 0)[1]
        choices = []
        for rank, move in enumerate(in_order(position)[: limit.lines]):
            line = tuple(write_move(each, 0) for each in (move, *in_order(position.play(move))[:1]))
            choices.append(Choice(self.score if self.score and not rank else Cp(34 - rank), line))
        info = SearchInfo(3, 1000, 0.5, choices[0].score, choices[0].line, tuple(choices[1:]))
        report(info)
        self.began.set()
        stop.wait(self.thinks_s)
        return SearchResult(choices[0].line[0], info, stop.is_set())


class UciTalk(BrainTalk):
    """A conversation in this process; `messages` holds the lines that begin with `info`."""

    engine: QuickXiangqi

    def __init__(self, engine: QuickXiangqi | None = None, kernels_of: str | None = None) -> None:
        super().__init__(engine or QuickXiangqi(), UciProtocol, "info ", kernels_of)

    def lines_to(self, last: str, *said: str) -> list[str]:
        """What is said up to a line that begins so, that one included."""
        self.send(*said)
        lines = [self.answer()]
        while not lines[-1].startswith(last):
            lines.append(self.answer())
        return lines


@contextmanager
def talking(engine: QuickXiangqi | None = None, *said: str) -> Iterator[UciTalk]:
    """A conversation that has begun with these lines and is ended afterwards."""
    talk = UciTalk(engine)
    try:
        for line in said:
            if line in ("uci", "ucci"):
                talk.lines_to(f"{line}ok", line)
            else:
                talk.send(line)
        yield talk
    finally:
        talk.end()
