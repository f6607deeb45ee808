"""The players themselves: engines behind a worker, tokens that go stale, limits under a clock, draws by evaluation."""

import time
import weakref
from collections.abc import Callable, Iterator

import pytest
from patience import PATIENCE_S
from sitting import FIRST, SECOND, Sitting, only

from ai.api import Engine, Job, Limit, Score, SearchInfo, SearchResult, StopFlag
from ai.common.timing import MoveTimer
from ai.engines import ENGINES
from ai.level import Level
from ai.levels import level
from ai.runtime.worker import Done, Failed, Report, SearchProgress, Token, Worker
from game.match import events as happened
from game.match.clock import TimeControl
from game.match.evaluation import Cp, Mate
from game.match.events import MatchEvent, Request, RequestKind
from game.match.players import Chosen, EnginePlayer, EngineRoom, Gone, Human, Reply, TurnAsked, limit_on_clock
from game.rules.core import Move, Square, Termination
from game.rules.registry import variant

TURN = TurnAsked(SECOND, "gomoku-freestyle", "start", ("h8",))
PLAIN = Level("plain", "gomoku", Limit(depth=3), ENGINES["lines"])


def info(centi: int = 0, win_in: int | None = None) -> SearchInfo:
    return SearchInfo(3, 100, 0.1, Cp(centi) if win_in is None else Mate(win_in), ("h9",))


class PaperWorker:
    """A worker on paper: keeps what it was given, reports what it is told."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Engine, Job, Limit, Token]] = []
        self.stopped: list[Token | None] = []
        self.cancelled: list[Token] = []
        self.reports: list[Report] = []

    def submit(self, engine: Engine, job: Job, limit: Limit, token: Token) -> None:
        self.jobs.append((engine, job, limit, token))

    def stop(self, token: Token | None = None) -> None:
        self.stopped.append(token)

    def cancel(self, token: Token) -> None:
        self.cancelled.append(token)

    def poll(self) -> list[Report]:
        reports, self.reports = self.reports, []
        return reports


@pytest.fixture
def worker() -> PaperWorker:
    return PaperWorker()


@pytest.fixture
def player(worker: PaperWorker) -> EnginePlayer:
    return EnginePlayer(PLAIN, EngineRoom(worker))


def test_a_question_becomes_a_job_and_the_answer_a_move(worker: PaperWorker, player: EnginePlayer) -> None:
    assert player.level == "plain"
    player.ask(TURN)
    ((_, job, limit, token),) = worker.jobs
    assert job == Job("gomoku-freestyle", "start", ("h8",))
    assert limit == Limit(depth=3)
    assert list(player.poll()) == []
    assert player.thinking is None
    worker.reports = [SearchProgress(token, info(1))]
    assert list(player.poll()) == []
    assert player.thinking == info(1)
    worker.reports = [SearchProgress(token, info(2)), Done(token, SearchResult("h9", info(3)))]
    assert list(player.poll()) == [Chosen("h9", info=info(3))]
    assert player.thinking is None
    assert list(player.poll()) == []


def test_what_was_stopped_before_it_had_looked_is_no_move_of_the_book(
    worker: PaperWorker, player: EnginePlayer
) -> None:
    known = SearchInfo(0, 0, 0.01, Cp(0), ("h9",))
    for stopped, told in ((False, known), (True, None)):
        player.ask(TURN)
        worker.reports = [Done(worker.jobs[-1][3], SearchResult("h9", known, stopped))]
        assert list(player.poll()) == [Chosen("h9", info=told)]


def test_of_who_names_a_move_and_nothing_else_there_are_no_figures(worker: PaperWorker, player: EnginePlayer) -> None:
    for heard in (SearchInfo(0, 0, 0.01, Cp(0)), SearchInfo(0, 0, 0.01, Cp(40))):
        player.ask(TURN)
        worker.reports = [Done(worker.jobs[-1][3], SearchResult("h9", heard))]
        assert list(player.poll()) == [Chosen("h9", info=heard if heard.score == Cp(40) else None)]


def test_a_failure_is_said_once(worker: PaperWorker, player: EnginePlayer) -> None:
    player.ask(TURN)
    worker.reports = [Failed(worker.jobs[0][3], "the engine failed: it is on fire")]
    assert list(player.poll()) == [Gone("the engine failed: it is on fire")]
    assert list(player.poll()) == []
    player.ask(TURN)
    assert len(worker.jobs) == 2


def test_stale_answers_are_dropped(worker: PaperWorker, player: EnginePlayer) -> None:
    player.ask(TURN)
    old = worker.jobs[0][3]
    player.ask(TURN)
    new = worker.jobs[1][3]
    assert old != new
    assert worker.cancelled == [old]
    worker.reports = [Done(old, SearchResult("a1", info())), SearchProgress(new, info(5))]
    assert list(player.poll()) == []
    assert player.thinking == info(5)
    player.cancel()
    player.cancel()
    assert worker.cancelled == [old, new]
    assert player.thinking is None
    worker.reports = [Done(new, SearchResult("a2", info()))]
    assert list(player.poll()) == []


def test_move_now_stops_only_the_own_search(worker: PaperWorker, player: EnginePlayer) -> None:
    player.move_now()
    assert worker.stopped == []
    player.ask(TURN)
    player.move_now()
    assert worker.stopped == [worker.jobs[0][3]]


def test_several_players_share_one_worker(worker: PaperWorker) -> None:
    room = EngineRoom(worker)
    one, two = EnginePlayer(PLAIN, room), EnginePlayer(PLAIN, room)
    one.ask(TURN)
    two.ask(TURN)
    first, second = (job[3] for job in worker.jobs)
    worker.reports = [Done(second, SearchResult("b2", info())), Done(first, SearchResult("a1", info()))]
    assert list(one.poll()) == [Chosen("a1", info=info())]
    assert list(two.poll()) == [Chosen("b2", info=info())]


@pytest.mark.parametrize(
    ("ply", "score", "reply"),
    [
        (0, None, Reply.NO),
        (40, Cp(0), Reply.YES),
        (40, Cp(1), Reply.NO),
        (10, Cp(-100), Reply.NO),
        (10, Cp(-200), Reply.YES),
        (10, Mate(-4), Reply.YES),
        (40, Mate(5), Reply.NO),
    ],
)
def test_a_draw_is_answered_by_the_evaluation(
    worker: PaperWorker, player: EnginePlayer, ply: int, score: Score | None, reply: Reply
) -> None:
    if score is not None:
        player.ask(TurnAsked(SECOND, "gomoku-freestyle", "start", ("x",) * ply))
        worker.reports = [Done(worker.jobs[0][3], SearchResult("h9", SearchInfo(3, 1, 0.1, score)))]
        player.poll()
    assert player.consider(Request(RequestKind.DRAW, FIRST)) is reply
    for kind in (RequestKind.TAKE_BACK, RequestKind.RESTART, RequestKind.PAUSE):
        assert player.consider(Request(kind, FIRST)) is Reply.YES


def test_what_it_thinks_just_now_counts_for_a_draw(worker: PaperWorker, player: EnginePlayer) -> None:
    player.ask(TURN)
    worker.reports = [SearchProgress(worker.jobs[0][3], info(win_in=-6))]
    player.poll()
    assert player.consider(Request(RequestKind.DRAW, FIRST)) is Reply.YES


@pytest.mark.parametrize("line", [(), ("h9",)], ids=["silent", "book"])
def test_who_has_told_no_evaluation_agrees_to_no_draw(
    worker: PaperWorker, player: EnginePlayer, line: tuple[str, ...]
) -> None:
    """A program that is silent may be winning."""
    player.ask(TurnAsked(SECOND, "gomoku-freestyle", "start", ("x",) * 40))
    worker.reports = [Done(worker.jobs[0][3], SearchResult("h9", SearchInfo(0, 0, 0.1, Cp(0), line)))]
    player.poll()
    assert player.consider(Request(RequestKind.DRAW, FIRST)) is Reply.NO


START = variant("gomoku-freestyle").start()


@pytest.mark.parametrize(
    ("event", "reply"),
    [
        (happened.MovesUndone(2, START, START, Move((Square(0),))), Reply.NO),
        (happened.Restarted(), Reply.NO),
        (happened.Paused(), Reply.YES),
    ],
    ids=["undone", "restarted", "paused"],
)
def test_what_it_thought_of_a_position_that_is_gone_counts_for_no_draw(
    event: MatchEvent, reply: Reply, worker: PaperWorker, player: EnginePlayer
) -> None:
    """It saw itself lost there, and would have been glad of a draw."""
    player.ask(TURN)
    worker.reports = [Done(worker.jobs[0][3], SearchResult("h9", info(win_in=-6)))]
    player.poll()
    player.tell(event)
    assert player.consider(Request(RequestKind.DRAW, FIRST)) is reply


def test_a_person_decides_on_draws_and_on_what_comes_from_elsewhere() -> None:
    human = Human()
    assert human.consider(Request(RequestKind.TAKE_BACK, FIRST)) is Reply.YES
    assert human.consider(Request(RequestKind.DRAW, FIRST)) is Reply.LATER
    assert human.consider(Request(RequestKind.TAKE_BACK, FIRST, 1, at_screen=False)) is Reply.LATER


def test_without_a_clock_the_level_keeps_its_limit() -> None:
    limit = Limit(depth=4, nodes=100)
    assert limit_on_clock(limit, None, 0.0) is limit


@pytest.mark.parametrize("increment_s", [0.0, 1.0, 10.0])
def test_no_engine_thinks_itself_to_death(increment_s: float) -> None:
    left_s = 60.0
    for _ in range(300):
        limit = limit_on_clock(Limit(depth=40, time_s=3.0), left_s, increment_s)
        assert limit.depth == 40
        most_s = MoveTimer(limit, moves_ahead=25).most_s  # what an engine never passes
        assert most_s is not None
        assert 0 < most_s <= 3.0
        left_s -= most_s + 0.02  # on the way to the clock
        if left_s < 0.2 and increment_s == 0:
            break
        assert left_s > 0
        left_s += increment_s
    assert left_s > 0


# --- with the real worker and a real engine -------------------------------------------------------------------------


def until(sitting: Sitting, happened_: Callable[[list[MatchEvent]], bool]) -> list[MatchEvent]:
    """Frames of the match until something has happened."""
    events: list[MatchEvent] = []
    deadline = time.monotonic() + PATIENCE_S
    while not happened_(events):
        assert time.monotonic() < deadline, f"only this has happened: {events}"
        events += sitting.match.update()
        time.sleep(0.002)
    return events


@pytest.fixture
def real() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    assert worker.close(PATIENCE_S)


def test_two_real_engines_play_a_whole_game(real: Worker) -> None:
    room = EngineRoom(real)
    first, second = (EnginePlayer(level("gomoku", "first-steps"), room, seed) for seed in (1, 2))
    sitting = Sitting(first, second, control=TimeControl(600, 0))
    events = until(sitting, lambda events: sitting.match.outcome is not None)
    outcome = only(events, happened.GameEnded).outcome
    assert outcome.termination in (Termination.FIVE, Termination.FULL_BOARD)
    assert all(played.score is not None for played in sitting.match.line)
    sitting.match.close()


def test_a_hint_from_a_real_engine_is_a_legal_move(real: Worker) -> None:
    room = EngineRoom(real)
    sitting = Sitting(adviser=EnginePlayer(level("gomoku", "first-steps"), room))
    sitting.play("h8")
    sitting.match.ask_hint()
    events = until(sitting, lambda events: any(isinstance(event, happened.HintReady) for event in events))
    hint = only(events, happened.HintReady)
    assert hint.move in sitting.match.position.legal_moves()
    sitting.match.close()


class Stubborn:
    """An engine that thinks until it is stopped, or fails at once."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails

    def load(self) -> None:
        pass

    def new_stop_flag(self) -> StopFlag:
        import threading

        return threading.Event()

    def search(self, job: Job, limit: Limit, stop: StopFlag, report: Callable[[SearchInfo], None]) -> SearchResult:
        if self.fails:
            raise ZeroDivisionError("on purpose")
        report(info(7))
        while not stop.is_set():
            time.sleep(0.001)
        return SearchResult(f"a{len(job.moves) + 1}", info(8), stopped=True)


def test_what_an_engine_remembers_goes_with_the_game(real: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with the garbage that Python finds many games later: it is tens of megabytes each time."""
    made: list[weakref.ref[Stubborn]] = []

    def new_engine(level: Level, seed: int = 0) -> Stubborn:
        engine = Stubborn()
        made.append(weakref.ref(engine))
        return engine

    monkeypatch.setattr(Level, "new_engine", new_engine)
    sitting = Sitting(second=EnginePlayer(PLAIN, EngineRoom(real)))
    sitting.play("h8")
    until(sitting, lambda events: sitting.match.thinking is not None)
    sitting.match.resign(FIRST)
    until(sitting, lambda events: made[0]() is None)
    sitting.match.undo()  # the end is taken back, and the computer sits there again
    sitting.play("j8")
    until(sitting, lambda events: sitting.match.thinking is not None)
    sitting.match.close()
    until(sitting, lambda events: made[1]() is None)
    assert len(made) == 2


def seat_stubborn(real: Worker, monkeypatch: pytest.MonkeyPatch, fails: bool = False) -> Sitting:
    monkeypatch.setattr(Level, "new_engine", lambda self, seed=0: Stubborn(fails))
    return Sitting(second=EnginePlayer(PLAIN, EngineRoom(real)))


def test_move_now_and_take_back_with_a_real_thread(real: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = seat_stubborn(real, monkeypatch)
    match = sitting.match
    sitting.play("h8")
    until(sitting, lambda events: match.thinking is not None)
    assert match.thinking == info(7)
    match.undo()
    sitting.play("j8")
    until(sitting, lambda events: match.thinking is not None)
    match.move_now()
    until(sitting, lambda events: match.ply == 2)
    assert sitting.texts() == ["j8", "a2"], "the answer to h8 never came"
    assert match.line[1].score == Cp(8)
    match.close()


def test_a_crash_in_a_real_thread_is_an_event(real: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = seat_stubborn(real, monkeypatch, fails=True)
    sitting.play("h8")
    events = until(sitting, lambda events: any(isinstance(event, happened.PlayerFailed) for event in events))
    failed = only(events, happened.PlayerFailed)
    assert failed.side is SECOND
    assert "on purpose" in failed.message
    monkeypatch.setattr(Level, "new_engine", lambda self, seed=0: Stubborn())
    sitting.match.change_player(SECOND, EnginePlayer(PLAIN, EngineRoom(real)))
    until(sitting, lambda events: sitting.match.thinking is not None)
    sitting.match.move_now()
    until(sitting, lambda events: sitting.match.ply == 2)
    sitting.match.close()
