"""Who sits at the table: a person at this screen, an engine, and later somebody at the other end of a wire.

A player is asked for a move and gives it later. `Match` polls; nothing here waits. A player over a network fits the
same interface: `ask` and `tell` send, `poll` hands out what came in (moves with the time that the mover measured,
requests, answers, a resignation), and `consider` says that the answer comes later.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ai.api import Clock, Closable, Engine, Job, Limit
from ai.level import Level
from ai.runtime.worker import Done, Failed, SearchProgress, Token
from ai.runtime.worker import Report as EngineReport
from game.match.evaluation import Cp, Mate, Score, SearchInfo
from game.match.events import (
    GameEnded,
    MatchEvent,
    MovePlayed,
    MovesUndone,
    Paused,
    PlayerChanged,
    Request,
    RequestKind,
    Restarted,
)
from game.match.signed_move import SignedMove
from game.rules.core import Outcome, Side

__all__ = [
    "Analyst",
    "Chosen",
    "EnginePlayer",
    "EngineRoom",
    "Gone",
    "Human",
    "Level",
    "PauseEnded",
    "Player",
    "PlayerKind",
    "Replied",
    "Reply",
    "Report",
    "RequestReport",
    "Resigned",
    "Settled",
    "TurnAsked",
]


class PlayerKind(enum.StrEnum):
    """What kind of player; the texts are those of our files."""

    HUMAN = "human"
    ENGINE = "engine"
    REMOTE = "remote"


@dataclass(frozen=True, slots=True)
class TurnAsked:
    """What a player is told when it is asked for a move: the game as texts, its side, and its clock (None = no time
    control; seconds). An engine's answer within `settle_s` waits this long, for the piece just put down may still be
    pushed; its clock is charged what it used."""

    side: Side
    variant: str
    start: str
    moves: tuple[str, ...]
    left_s: float | None = None
    increment_s: float = 0.0
    settle_s: float = 0.0


class Reply(enum.Enum):
    """The answer to a request; LATER comes as `Replied`, or by `Match.answer` from a person here."""

    YES = enum.auto()
    NO = enum.auto()
    LATER = enum.auto()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The move that a player gives: as a text. `used_s`: the time that the mover itself measured, where that counts;
    `info`: what an engine thought of it; `key`: the key that the position after it must have, where the mover says;
    `signed`: how the mover has signed it, somebody elsewhere."""

    text: str
    used_s: float | None = None
    info: SearchInfo | None = None
    key: int | None = None
    signed: SignedMove | None = None


@dataclass(frozen=True, slots=True)
class Gone:
    """The player can't give the move that it was asked for; one sentence why, and for other languages the case's code
    and values where it has one."""

    message: str
    code: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RequestReport:
    """The player asks the other side for something."""

    kind: RequestKind
    plies: int = 0


@dataclass(frozen=True, slots=True)
class Replied:
    """The player's late answer to a request. A yes with `to_ply` counts even if a move has overtaken the request: the
    game goes back to that ply and does what was asked for there."""

    kind: RequestKind
    yes: bool
    to_ply: int | None = None


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The player ended the pause."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The end that both sides have come to elsewhere, and the ply at which it came; it counts more than what was
    declared here, but not more than the rules."""

    outcome: Outcome
    ply: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player gives the game up."""


Report = Chosen | Gone | RequestReport | Replied | Resigned | PauseEnded | Settled


class Player(ABC):
    """One who is asked for moves. The answers of a player belong to its last `ask` and to nothing before `cancel`."""

    kind: PlayerKind
    level: str | None = None
    """The name of an engine's level."""

    @property
    def thinking(self) -> SearchInfo | None:
        """The newest progress while an engine thinks, else None."""
        return None

    @abstractmethod
    def ask(self, turn: TurnAsked) -> None:
        """The player is to move; the answer comes out of `poll`."""

    @abstractmethod
    def cancel(self) -> None:
        """The question does not hold any more; no answer to it may come out."""

    def ponder(self, turn: TurnAsked) -> None:  # noqa: B027 - only engines use the other side's time
        """The other side has begun to think about this turn; a player that does not search lets it be."""

    def move_now(self) -> None:  # noqa: B027 - only engines can hurry
        """Answer at once with the best found so far; a player that does not search lets it be."""

    def poll(self) -> Sequence[Report]:
        """What came from the player since the last call."""
        return ()

    def rejected(self, why: str) -> bool:
        """The rules refuse the move that the player gave. Whether it sees to that itself and answers again; else the
        player has failed."""
        return False

    @property
    def flag_grace_s(self) -> float:
        """For this many seconds after its flag has fallen the player may still be about to tell of a move in time."""
        return 0.0

    @abstractmethod
    def consider(self, request: Request) -> Reply:
        """The player's answer to a request of the other side."""

    def tell(self, event: MatchEvent) -> None:  # noqa: B027 - who sits here sees it
        """Something has happened at the table; a player elsewhere passes it on."""

    def close(self) -> None:
        """The player leaves the table."""
        self.cancel()


class Human(Player):
    """A person at this screen; moves come by `Match.submit`."""

    kind = PlayerKind.HUMAN

    def ask(self, turn: TurnAsked) -> None:
        """The person sees on the screen whose turn it is."""

    def cancel(self) -> None:
        """The person sees that on the screen too."""

    def consider(self, request: Request) -> Reply:
        """A draw is always the person's own decision; the rest happens at once when it was asked at the same screen."""
        if request.at_screen and request.kind is not RequestKind.DRAW:
            return Reply.YES
        return Reply.LATER


class EngineWorker(Protocol):
    """What is needed of `ai.runtime.worker.Worker`."""

    def submit(self, engine: Engine, job: Job, limit: Limit, token: Token) -> None:
        """Have a position thought about."""
        ...

    def stop(self, token: Token | None = None) -> None:
        """End a search with its best move so far."""
        ...

    def cancel(self, token: Token) -> None:
        """End a search and drop its answer."""
        ...

    def poll(self) -> list[EngineReport]:
        """What has happened since the last call."""
        ...


class Seatable(Protocol):
    """What is needed of `ai.level.Level`, or of another program, to seat it."""

    @property
    def name(self) -> str:
        """The level's name."""
        ...

    @property
    def limit(self) -> Limit:
        """The limit of a move."""
        ...

    @property
    def ponders(self) -> bool:
        """Whether it can use the other side's time."""
        ...

    def new_engine(self, seed: int = 0) -> Engine:
        """A fresh engine for one seat."""
        ...


class EngineRoom:
    """Shares one worker among all who let engines think: the seats, the hint, the next match.

    Each search has a token of its own, and reports wait here until their asker fetches them. What was cancelled never
    comes out.
    """

    def __init__(self, worker: EngineWorker) -> None:
        self._worker = worker
        self._tokens = itertools.count(1)
        self._waiting: dict[Token, list[EngineReport]] = {}
        self._pondering: Token | None = None

    def think(self, engine: Engine, job: Job, limit: Limit) -> Token:
        """Begin a search and give its token. Pondering gives way to it."""
        self.stop_pondering()
        return self._submit(engine, job, limit)

    def ponder(self, engine: Engine, job: Job) -> None:
        """Let an engine fill its memory until anybody wants to think; nothing comes of it. Does nothing while somebody
        thinks."""
        self.stop_pondering()
        if not self._waiting:
            self._pondering = self._submit(engine, job, Limit())

    def stop_pondering(self) -> None:
        """End what `ponder` began; does nothing when nobody ponders."""
        if self._pondering is not None:
            self.cancel(self._pondering)
            self._pondering = None

    def _submit(self, engine: Engine, job: Job, limit: Limit) -> Token:
        token = next(self._tokens)
        self._waiting[token] = []
        self._worker.submit(engine, job, limit, token)
        return token

    def stop(self, token: Token) -> None:
        """End a search with its best move so far."""
        self._worker.stop(token)

    def cancel(self, token: Token) -> None:
        """End a search and drop its answer."""
        if self._waiting.pop(token, None) is not None:
            self._worker.cancel(token)

    def fetch(self, token: Token) -> list[EngineReport]:
        """What has come for a search since the last call; after its end nothing more does."""
        for report in self._worker.poll():
            if report.token in self._waiting:
                self._waiting[report.token].append(report)
        reports = self._waiting.get(token, [])
        if any(not isinstance(report, SearchProgress) for report in reports):
            del self._waiting[token]
        elif reports:
            self._waiting[token] = []
        return reports


ACCEPTS_DRAW = Cp(0)
"""An engine agrees to a draw when it sees itself no better than this, in hundredths of the game's unit ..."""
ACCEPTS_DRAW_PLY = 30
"""... from this ply on; earlier it agrees only when it stands clearly worse."""
CLEARLY_WORSE = Cp(-150)

_ALTERNATIVES = 2

_LATENCY_S = 0.05
"""Kept for the way from the engine's answer to the clock."""


class EnginePlayer(Player):
    """A level of the computer, thinking in the shared room."""

    kind = PlayerKind.ENGINE

    def __init__(
        self,
        level: Seatable,
        room: EngineRoom,
        seed: int = 0,
        *,
        ponders: bool = False,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.level = level.name
        self._limit = level.limit
        # what is remembered serves no search that begins with an empty memory
        self._ponders = ponders and level.limit.time_s is not None and level.ponders
        self._room = room
        self._make = functools.partial(level.new_engine, seed)
        self._engine: Engine | None = self._make()
        self._token: Token | None = None
        self._thinking: SearchInfo | None = None
        self._now = now
        self._asked_at_s = self._settle_s = 0.0
        self._ready: Chosen | None = None  # an answer that waits
        self._score: Score | None = None  # of its last thought, from its own view
        self._ply = 0

    @property
    def thinking(self) -> SearchInfo | None:
        """The newest progress of the search that runs, else None (also before the first progress)."""
        return self._thinking

    def ask(self, turn: TurnAsked) -> None:
        """Begin to think; a search that still runs is dropped."""
        self.cancel()
        self._ply = len(turn.moves)
        self._asked_at_s, self._settle_s = self._now(), turn.settle_s
        limit = limit_on_clock(self._limit, turn.left_s, turn.increment_s)
        self._token = self._room.think(self._sitting(), Job(turn.variant, turn.start, turn.moves), limit)

    def ponder(self, turn: TurnAsked) -> None:
        """Think about the other side's turn until it has moved."""
        if self._ponders and self._token is None:
            self._room.ponder(self._sitting(), Job(turn.variant, turn.start, turn.moves))

    def _sitting(self) -> Engine:
        """The engine; a new one where it was let go of."""
        if self._engine is None:
            self._engine = self._make()
        return self._engine

    def cancel(self) -> None:
        """Stop thinking; the answer is dropped."""
        self._room.stop_pondering()
        if self._token is not None:
            self._room.cancel(self._token)
        self._token = self._ready = None
        self._thinking = None

    def move_now(self) -> None:
        """Answer with the best move found so far."""
        if self._token is not None:
            self._room.stop(self._token)
        self._settle_s = 0.0  # nor does it wait

    @property
    def flag_grace_s(self) -> float:
        """An answer that waits was given in time."""
        return self._settle_s if self._ready is not None else 0.0

    def poll(self) -> Sequence[Report]:
        """The move once it is found and nothing has to settle any more, or why there is none."""
        if self._ready is not None and self._now() - self._asked_at_s >= self._settle_s:
            ready, self._ready = self._ready, None
            return (ready,)
        if self._token is None:
            return ()
        answers: list[Report] = []
        for report in self._room.fetch(self._token):
            match report:
                case SearchProgress(info=info):
                    self._thinking = info
                    self._score = info.judgement
                case Done(result=result):
                    # stopped before it had looked, which is no move out of its book
                    nothing = result.info.is_empty or (result.stopped and result.info.is_known)
                    told = None if nothing else result.info
                    self._score = told.judgement if told is not None else None
                    used_s = self._now() - self._asked_at_s
                    if used_s < self._settle_s:
                        self._ready = Chosen(result.move, used_s, told)
                        self._token = self._thinking = None
                    else:
                        answers.append(Chosen(result.move, info=told))
                case Failed(message=message, code=code, values=values):
                    answers.append(Gone(message, code, values))
        if answers:
            self._token = None
            self._thinking = None
        return answers

    def close(self) -> None:
        """Leave the table; what the engine holds is given back."""
        super().close()
        engine = self._engine
        self._engine = None
        if engine is not None and isinstance(engine, Closable):
            engine.close()

    def tell(self, event: MatchEvent) -> None:
        """What it thought of a position that is gone does not count for a draw any more; nor is there anything to
        ponder while the game rests."""
        if isinstance(event, (MovesUndone, Restarted)):
            self._score = None
        if isinstance(event, (MovesUndone, Restarted, MovePlayed, Paused, GameEnded, PlayerChanged)):
            self._room.stop_pondering()
        if isinstance(event, GameEnded) and not isinstance(self._engine, Closable):
            # its memory is large, and Python would find it only with the other garbage, many games later
            self._engine = None

    def consider(self, request: Request) -> Reply:
        """A draw by its evaluation, no result never, for whoever loses would like it; everything else at once."""
        if request.kind is RequestKind.NO_RESULT:
            return Reply.NO
        if request.kind is RequestKind.DRAW and not self._agrees_to_draw():
            return Reply.NO
        return Reply.YES

    def _agrees_to_draw(self) -> bool:
        score = self._score
        most = ACCEPTS_DRAW if self._ply >= ACCEPTS_DRAW_PLY else CLEARLY_WORSE
        return score is not None and score <= most


class Analyst:
    """An engine that judges positions, one after the other, and plays for nobody. What it has seen of one position
    helps it with the next."""

    def __init__(self, level: Level, room: EngineRoom, seed: int = 0) -> None:
        self._limit = level.limit
        self._room = room
        self._make = functools.partial(level.new_engine, seed)
        self._engine: Engine | None = None
        self._asked: tuple[Job, Limit] | None = None
        self._token: Token | None = None

    def ask(self, turn: TurnAsked, time_s: float, lines: int = 1) -> None:
        """Have a position thought about for `time_s` seconds, and its `lines` best moves scored; the question before is
        dropped."""
        self.cancel()
        limit = dataclasses.replace(self._limit, time_s=time_s, lines=lines)
        self._think(Job(turn.variant, turn.start, turn.moves), limit)

    def poll(self) -> SearchInfo | Gone | None:
        """What it thinks, once it knows, or why it can't tell; None before."""
        answer: SearchInfo | Gone | None = None
        for report in self._room.fetch(self._token) if self._token is not None else ():
            if not isinstance(report, SearchProgress):
                self._token = None
                answer = report.result.info if isinstance(report, Done) else Gone(report.message)
        if isinstance(answer, SearchInfo) and self._asked is not None and _is_hasty(answer, self._asked[1]):
            job, limit = self._asked
            self._think(job, dataclasses.replace(limit, lines=_ALTERNATIVES))
            return None
        return answer

    def cancel(self) -> None:
        """Drop the question."""
        if self._token is not None:
            self._room.cancel(self._token)
        self._token = None

    def forget(self) -> None:
        """Drop the question and all that was seen, whose memory is large; the next question begins again."""
        self.cancel()
        self._engine = None

    def _think(self, job: Job, limit: Limit) -> None:
        if self._engine is None:
            self._engine = self._make()
        self._asked = job, limit
        self._token = self._room.think(self._engine, job, limit)


def _is_hasty(info: SearchInfo, limit: Limit) -> bool:
    """Whether an engine that had no other move has made it without looking what comes of it. Asked for another move
    beside it, it looks."""
    return info.depth <= 1 and not isinstance(info.score, Mate) and limit.lines < _ALTERNATIVES


def limit_on_clock(limit: Limit, left_s: float | None, increment_s: float) -> Limit:
    """The level's limit with the clock beside it, by which the engine measures out its moves and never loses on time;
    unchanged without a time control."""
    if left_s is None:
        return limit
    return dataclasses.replace(limit, clock=Clock(max(0.01, left_s - _LATENCY_S), increment_s))
