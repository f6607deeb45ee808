"""Opening rules as engines read them: what the text of a job asks for. Standard library alone.

The position's text names the rule after the side to move (`swap`, `swap2`, `swap2-more`, `pro`, `long-pro`) as long as
the opening lasts, and `swapped` once the players have exchanged colours, which does not matter to an engine. Moves are
points, of which black and white ones alternate whoever places them, and the choices `black`, `white` and `more`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from ai.api import EngineError, Job
from ai.gomoku.notation import RULES, read_position

BLACK_WORD = "black"
WHITE_WORD = "white"
MORE_WORD = "more"
_CHOICES = (BLACK_WORD, WHITE_WORD, MORE_WORD)
_SWAPPED = "swapped"


class Task(enum.Enum):
    """What is to be done now."""

    PLAY = enum.auto()
    """Any move: an ordinary search."""
    CENTRE = enum.auto()
    """The first stone of pro, in the centre."""
    OUTSIDE = enum.auto()
    """Black's second stone of pro, outside the central square of `Asked.lines` lines."""
    PROPOSE = enum.auto()
    """The next of three stones; the other player will choose a colour."""
    CHOOSE = enum.auto()
    """A colour."""
    CHOOSE_OR_MORE = enum.auto()
    """A colour, or two more stones and the other player chooses."""
    ADD = enum.auto()
    """The next of the two more stones."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A job without its opening (stones alone, which any engine reads), and what is to be done."""

    job: Job
    task: Task
    lines: int = 0


_PRO_LINES = {"pro": 5, "long-pro": 7}
_SCRIPTS = {
    "pro": (Task.CENTRE, Task.PLAY, Task.OUTSIDE),
    "long-pro": (Task.CENTRE, Task.PLAY, Task.OUTSIDE),
    "swap": (Task.PROPOSE,) * 3 + (Task.CHOOSE,),
    "swap2": (Task.PROPOSE,) * 3 + (Task.CHOOSE_OR_MORE,),
    "swap2-more": (Task.PROPOSE,) * 3 + (Task.ADD,) * 2 + (Task.CHOOSE,),
}
"""The task by the number of stones on the board."""


def read_opening(job: Job) -> Asked:
    """What a job asks for. Raises EngineError for choices where there is no opening, and for what `read_position`
    can't read."""
    words = job.start.split(" ")
    script = words[2] if len(words) == 3 and words[2] in _SCRIPTS else None
    if script is not None or _SWAPPED in words[2:3]:
        del words[2]
    start = " ".join(words)
    moves = tuple(text for text in job.moves if text not in _CHOICES)
    if script is None:
        if len(moves) < len(job.moves):
            raise EngineError("a choice without an opening rule")
        return Asked(job if start == job.start else replace(job, start=start), Task.PLAY)
    plain = Job(job.variant, start, moves)
    if BLACK_WORD in job.moves or WHITE_WORD in job.moves:
        return Asked(plain, Task.PLAY)
    if MORE_WORD in job.moves:
        script = "swap2-more"
    if job.variant not in RULES:
        raise EngineError(f"no Gomoku engine for the variant {job.variant[:40]!r}")
    stones = len(read_position(start, RULES[job.variant]).points) + len(moves)
    tasks = _SCRIPTS[script]
    return Asked(plain, tasks[stones] if stones < len(tasks) else Task.PLAY, _PRO_LINES.get(script, 0))
