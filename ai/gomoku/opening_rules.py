"""Opening rules as engines need them: what the rules of the table ask for after a job's moves.

The position's text names the rule after the side to move (`swap`, `swap2`, `swap2-more`, `pro`, `long-pro`) as long as
the opening lasts, and `swapped` once the players have exchanged colours, which does not matter to an engine. Moves are
points, of which black and white ones alternate whoever places them, and the choices `black`, `white` and `more`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from ai.api import EngineError, Job
from ai.positions import position_of
from game.rules.gomoku.openings import CHOICES, SCRIPTS
from game.rules.gomoku.position import SWAPPED


class Task(enum.Enum):
    """What is to be done now."""

    PLAY = enum.auto()
    """Any move: an ordinary search."""
    CENTRE = enum.auto()
    """The first stone of pro, in the centre."""
    OUTSIDE = enum.auto()
    """Black's second stone of pro, outside the central square of `OpeningTask.lines` lines."""
    PROPOSE = enum.auto()
    """The next of three stones; the other player will choose a colour."""
    CHOOSE = enum.auto()
    """A colour."""
    CHOOSE_OR_MORE = enum.auto()
    """A colour, or two more stones and the other player chooses."""
    ADD = enum.auto()
    """The next of the two more stones."""


@dataclass(frozen=True, slots=True)
class OpeningTask:
    """A job without its opening (stones alone, which any engine reads), and what is to be done."""

    job: Job
    task: Task
    lines: int = 0


_TASKS = {
    "centre-stone": (Task.CENTRE, 0),
    "outside-5": (Task.OUTSIDE, 5),
    "outside-7": (Task.OUTSIDE, 7),
    "three-stones": (Task.PROPOSE, 0),
    "choose": (Task.CHOOSE, 0),
    "choose-or-more": (Task.CHOOSE_OR_MORE, 0),
    "two-stones": (Task.ADD, 0),
}
"""What the rules ask for, and the lines of the central square; anything else is played as usual."""


def read_opening(job: Job) -> OpeningTask:
    """What a job asks for. Raises EngineError for choices where there is no opening, and where there is one for what
    can't be read or made."""
    words = job.start.split(" ")
    is_opening = words[2:3] != [] and words[2] in SCRIPTS
    moves = tuple(text for text in job.moves if text not in CHOICES)
    if not is_opening and len(moves) < len(job.moves):
        raise EngineError("a choice without an opening rule")
    if is_opening or words[2:3] == [SWAPPED]:
        plain = replace(job, start=" ".join((*words[:2], *words[3:])), moves=moves)
    else:
        plain = job
    step = position_of(job).opening if is_opening else None
    return OpeningTask(plain, *_TASKS.get("" if step is None else step.task, (Task.PLAY, 0)))
