"""What an engine is to the rest of the program: a job and a limit in, progress and a move out.

Nothing here imports numba or numpy, so the window can be drawn before an engine is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ai.score import Cp, Mate, Score


@dataclass(frozen=True, slots=True)
class Job:
    """The position to think about, as text: a start position and the moves from it.

    `variant` is the variant's name (`gomoku-renju`), `start` the text of the start position, `moves` the texts of the
    moves played from it. Engines have the texts read by the rules of the table (`ai.positions`); a history is kept
    because some rules judge it.
    """

    variant: str
    start: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The engine's own clock for the rest of the game: seconds left, seconds added after each move, and the moves left
    until more time is given (None: the whole game)."""

    left_s: float
    increment_s: float = 0.0
    moves_left: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop; whichever comes first. None = without that limit. One at least must be given, or a hand stops it.

    `depth` in plies, `nodes` in positions visited, `time_s` in seconds of this move (a bound that is never passed),
    `clock` the time for the rest of the game, of which the engine takes what a move is worth. `lines` is no limit but
    belongs to the request: how many of the best moves to score (the others come in `SearchInfo.others`).

    Where there is one legal move an engine may give it without having looked, or after a glance; then neither score nor
    line says anything. Who wants to know how such a position stands asks about the one after the move.

    A search limited by `time_s` or `clock` may use what the engine remembers of the searches before; one limited by
    depth or nodes alone begins with an empty memory, so that it is the same every time on one thread.
    """

    depth: int | None = None
    nodes: int | None = None
    time_s: float | None = None
    clock: Clock | None = None
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the best moves: its score from the view of the side to move, and the line that it begins."""

    score: Score
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """Progress of a search, from the view of the side to move: depth in plies, positions visited, seconds so far, the
    score and the best line as move texts; `others` holds the second best move and so on, as many as were asked for
    (`Limit.lines` less one, or all that there are). `seldepth` is the farthest ply that the search has looked at, which
    extensions take beyond `depth`; 0 where it was not counted. `tabled` is what endgame tables say of the position: 1
    for a win of the side to move, 0 for a draw, -1 for a loss, None where it stands in none; they count neither the
    moves to that end nor those after which a game is drawn."""

    depth: int
    nodes: int
    time_s: float
    score: Score
    line: tuple[str, ...] = ()
    others: tuple[Choice, ...] = ()
    seldepth: int = 0
    tabled: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether a move is named without a search. As an answer that was not stopped it comes out of the opening book,
        and the score says nothing, or of a proof, whose score may be a `Mate`; before the first ply it says nothing."""
        return bool(self.line) and not self.depth and not self.nodes

    @property
    def is_empty(self) -> bool:
        """Whether nothing is told: a program from outside may name its move and nothing else."""
        return not (self.line or self.depth or self.nodes) and self.score == Cp(0)

    @property
    def judgement(self) -> Score | None:
        """The score, as the answer's; None where it says nothing: nothing was told, or the move came out of a book."""
        says_nothing = self.is_empty or (self.is_known and not isinstance(self.score, Mate))
        return None if says_nothing else self.score


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The end of a search: the move's text and the last progress. `stopped` tells that it was cut short by hand."""

    move: str
    info: SearchInfo
    stopped: bool = False


class EngineError(Exception):
    """The engine can't answer: an unreadable job, a finished game, a fault inside. One sentence for the person.

    `code` names the case for whoever says it in another language (empty where nobody does), `values` belong to it.
    """

    def __init__(self, sentence: str, code: str = "", **values: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.values = values


class StopFlag(Protocol):
    """Set by another thread to end a search; the engine looks at it at least every few milliseconds."""

    def set(self) -> None:
        """Ask the search to end."""
        ...

    def is_set(self) -> bool:
        """Whether the end was asked for."""
        ...


@runtime_checkable
class Closable(Protocol):
    """An engine that holds something which must be given back, such as another program."""

    def close(self) -> None:
        """Give it back; a search that runs in another thread fails. The engine is not used again."""
        ...


@runtime_checkable
class Lined(Protocol):
    """An engine of which it must be asked whether it can tell of several lines."""

    @property
    def tells_one_line(self) -> bool:
        """Whether it is known to tell of the best line alone, however many are asked for."""
        ...


class Engine(Protocol):
    """One opponent. `search` runs in the worker's thread and releases the GIL while it thinks.

    Pondering is a search without limits of the position in which the other side is to move, ended by the stop flag:
    what it leaves in the engine's memory serves the next search.
    """

    def load(self) -> None:
        """Import and prepare what is needed (kernels, tables), so that the first answer is not late."""
        ...

    def new_stop_flag(self) -> StopFlag:
        """A stop flag of the kind that this engine's kernel can read."""
        ...

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        """The best move found within the limit. Calls `report` after each depth (and at least twice a second).

        Raises EngineError when the job can't be read or the game in it is over.
        """
        ...
