"""Thinking on the other side's time: when it begins, what it gives way to, when it is of no use."""

import pytest
from sitting import Puppet, Sitting

from ai.api import Engine, Job, Limit, SearchInfo, SearchResult
from ai.engines import ENGINES
from ai.level import Level
from ai.runtime.worker import Done, Report, Token
from game.match.evaluation import Cp
from game.match.players import EnginePlayer, EngineRoom

TIMED = Level("timed", "gomoku", Limit(time_s=1.0), ENGINES["patterns"])
FIXED = Level("fixed", "gomoku", Limit(depth=3), ENGINES["patterns"])
FORGETFUL = Level("forgetful", "gomoku", Limit(time_s=1.0), ENGINES["lines"])


class PaperWorker:
    """Keeps what runs: searches submitted and not cancelled, with their limits."""

    def __init__(self) -> None:
        self.running: dict[Token, tuple[Job, Limit]] = {}
        self.reports: list[Report] = []

    def submit(self, engine: Engine, job: Job, limit: Limit, token: Token) -> None:
        self.running[token] = (job, limit)

    def stop(self, token: Token | None = None) -> None:
        raise AssertionError("nobody hurries here")

    def cancel(self, token: Token) -> None:
        del self.running[token]

    def poll(self) -> list[Report]:
        reports, self.reports = self.reports, []
        return reports

    def answer(self, text: str) -> None:
        ((token, _),) = self.running.items()
        del self.running[token]
        self.reports.append(Done(token, SearchResult(text, SearchInfo(1, 1, 0.0, Cp(0)))))

    def thoughts(self) -> list[tuple[tuple[str, ...], Limit]]:
        return [(job.moves, limit) for job, limit in self.running.values()]


@pytest.fixture
def worker() -> PaperWorker:
    return PaperWorker()


def sit(worker: PaperWorker, level: Level = TIMED, ponders: bool = True) -> Sitting:
    return Sitting(second=EnginePlayer(level, EngineRoom(worker), ponders=ponders))


def test_the_engine_thinks_without_limit_on_the_persons_time_and_stops_for_its_own(worker: PaperWorker) -> None:
    sitting = sit(worker)
    sitting.match.update()
    assert worker.thoughts() == [((), Limit())]
    sitting.play("h8")
    assert worker.thoughts() == [(("h8",), Limit(time_s=1.0))]
    worker.answer("h9")
    sitting.match.update()
    sitting.match.update()
    assert worker.thoughts() == [(("h8", "h9"), Limit())]


@pytest.mark.parametrize(("level", "ponders"), [(TIMED, False), (FIXED, True), (FORGETFUL, True)])
def test_no_pondering_where_it_is_switched_off_or_serves_nothing(
    worker: PaperWorker, level: Level, ponders: bool
) -> None:
    sitting = sit(worker, level, ponders)
    sitting.match.update()
    assert worker.thoughts() == []


def test_it_gives_way_to_a_hint(worker: PaperWorker) -> None:
    room = EngineRoom(worker)
    adviser = EnginePlayer(FIXED, room)
    sitting = Sitting(second=EnginePlayer(TIMED, room, ponders=True), adviser=adviser)
    sitting.match.update()
    sitting.match.ask_hint()
    assert worker.thoughts() == [((), Limit(depth=3))]


def test_it_ends_with_a_pause_a_take_back_the_game_and_the_table(worker: PaperWorker) -> None:
    sitting = sit(worker)
    sitting.match.update()
    sitting.match.pause()
    assert worker.thoughts() == []
    sitting.match.resume()
    sitting.play("h8")
    worker.answer("h9")
    sitting.match.update()
    sitting.match.update()
    sitting.match.undo()
    assert worker.thoughts() == []
    sitting.match.update()
    assert worker.thoughts() == [((), Limit())], "the person thinks again about the first move"
    sitting.match.resign()
    assert worker.thoughts() == []
    other = sit(worker)
    other.match.update()
    assert len(worker.thoughts()) == 1
    other.match.close()
    assert worker.thoughts() == []


def test_two_computers_do_not_ponder(worker: PaperWorker) -> None:
    sitting = Sitting(Puppet(), EnginePlayer(TIMED, EngineRoom(worker), ponders=True))
    sitting.match.update()
    assert worker.thoughts() == []
