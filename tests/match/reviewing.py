"""A worker that answers at once from a table, and a game gone through with it."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor

from at_once import AtOnce

from ai.api import Engine, Job, Limit, Score, SearchInfo, SearchResult
from ai.engines import ENGINES
from ai.level import Level
from ai.runtime.worker import Done, Failed, Report, Token
from game.match.evaluation import Cp
from game.match.players import Analyst, EngineRoom
from game.match.review import Review
from game.rules.game import Game
from game.rules.registry import variant

Opinion = tuple[Score, str]
"""A score from the view of the side to move, and the best line as move texts between spaces."""
Says = Opinion | str | list[Opinion | str]
"""What is answered about a position, each time or one after the other; a text is a failure."""


class Oracle:
    """Answers a job by the number of its moves: an opinion of `says` (several: one for each time it is asked), else
    even; a text is a failure. What comes at the end of a line is answered by its last move's text in `ends`.
    After `forced` numbers of moves there is only one, which it makes at once as even unless it is asked for two lines.
    While it `holds`, no answer comes out."""

    def __init__(self, says: Mapping[int, Says] | None = None) -> None:
        self.says = dict(says or {})
        self.ends: dict[str, Opinion] = {}
        self.forced: set[int] = set()
        self.holds = False
        self.asked: list[tuple[int, Limit]] = []
        self.cancelled: list[Token] = []
        self._reports: list[Report] = []

    def submit(self, engine: Engine, job: Job, limit: Limit, token: Token) -> None:
        ply = len(job.moves)
        self.asked.append((ply, limit))
        said = self.ends.get(job.moves[-1] if ply else "") or self.says.get(ply, (Cp(0), "o15"))
        if isinstance(said, list):
            said = said.pop(0) if len(said) > 1 else said[0]
        if isinstance(said, str):
            self._reports.append(Failed(token, said))
            return
        score, line = said
        texts = tuple(line.split())
        info = SearchInfo(8, 1000, 0.1, score, texts)
        if ply in self.forced and limit.lines == 1:
            info = SearchInfo(1, 1, 0.0, Cp(0), texts[:1])
        self._reports.append(Done(token, SearchResult(texts[0], info)))

    def stop(self, token: Token | None = None) -> None:
        pass

    def cancel(self, token: Token) -> None:
        self.cancelled.append(token)

    def poll(self) -> list[Report]:
        if self.holds:
            return []
        reports, self._reports = self._reports, []
        return reports


def played(moves: str, name: str = "gomoku-freestyle") -> Game:
    """A game of these moves."""
    game = Game(variant(name))
    for text in moves.split():
        game.play_text(text)
    return game


def review_of(game: Game, oracle: Oracle, reasoning: Executor | None = None) -> Review:
    """A review that has not begun."""
    plain = Level("plain", "gomoku", Limit(depth=9), ENGINES["lines"])
    return Review(game, Analyst(plain, EngineRoom(oracle)), reasoning or AtOnce())


def finished(game: Game, oracle: Oracle) -> Review:
    """A review at its end."""
    review = review_of(game, oracle)
    for _ in range(1000):
        if review.is_over:
            break
        review.update()
    return review
