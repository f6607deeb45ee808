"""Other programs at our tables: seated, played against, gone, silent; tried out from the settings."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from patience import PATIENCE_S, until

from ai.levels import LevelError
from ai.protocols.external_process import Command, Introduction
from game.match import events as happened
from game.match.match import Match
from game.match.players import TurnAsked
from game.rules.core import Side
from game.storage.folders import Folders, find_folders
from game.storage.settings import LevelChoice, OtherEngine
from game.tables.external_engines import ExternalEngines
from game.tables.opponents import EngineTrial, Readiness
from game.tables.tables import Tables

BAD = Path(__file__).parent.parent / "ai" / "bad_engine.py"


def _engine(name: str, how: str = "") -> OtherEngine:
    return OtherEngine(name=name, path=sys.executable, arguments=f'"{BAD}" {how}', seconds=1)


ENGINES = (_engine("Good"), _engine("Quiet", "crash"), OtherEngine(name="Gone", path="/nowhere/engine"))


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return find_folders({"QIGUAN_DATA": str(tmp_path)})


@pytest.fixture
def engines() -> list[OtherEngine]:
    return list(ENGINES)


@pytest.fixture
def tables(folders: Folders, engines: list[OtherEngine]) -> Iterator[Tables]:
    tables = Tables(folders, random.Random(1), engines=lambda: engines)
    yield tables
    tables.close()


def _until(match: Match, done: Callable[[list[object]], bool]) -> list[object]:
    seen: list[object] = []
    end_s = time.monotonic() + PATIENCE_S
    while not done(seen):
        assert time.monotonic() < end_s, seen
        seen += match.update()
        time.sleep(0.01)
    return seen


def _failed(match: Match) -> happened.PlayerFailed:
    seen = _until(match, lambda events: any(isinstance(event, happened.PlayerFailed) for event in events))
    return next(event for event in seen if isinstance(event, happened.PlayerFailed))


def test_they_stand_among_the_opponents(tables: Tables) -> None:
    found = tables.opponents("gomoku")[-3:]
    assert [(each.name, each.seconds, each.readiness) for each in found] == [
        ("external:Good", 1.0, Readiness.READY),
        ("external:Quiet", 1.0, Readiness.READY),
        ("external:Gone", 5.0, Readiness.READY),
    ]
    assert tables.opponent("gomoku", "external:Good") == found[0]
    with pytest.raises(LevelError):
        tables.opponent("gomoku", "external:Nobody")
    assert tables.externals.opponents("xiangqi") == ()


def test_a_game_against_one(tables: Tables) -> None:
    match = tables.new_match("gomoku", LevelChoice(level="external:Good", side="second"), "Lin")
    _until(match, lambda events: match.ply == 1)
    assert match.line[0].score is not None
    for _ in range(2):
        match.submit(Side.SECOND, match.game.position.legal_moves()[40])
        _until(match, lambda events: match.ply == 3)
        match.undo()
    assert match.ply == 1
    program = match.seat(Side.FIRST).player._engine._program  # type: ignore[attr-defined]  # looks inside
    assert program.is_running
    match.close()
    until(lambda: not program.is_running)  # it ends with the match


def test_two_of_them(tables: Tables) -> None:
    choice = LevelChoice(mode="watch", level="external:Good", second_level="external:Good")
    match = tables.new_match("gomoku", choice, "")
    match.pace_s = 0.0
    _until(match, lambda events: match.ply == 4)
    match.close()


def test_a_crash_is_shown_and_another_player_takes_over(tables: Tables) -> None:
    match = tables.new_match("gomoku", LevelChoice(level="external:Quiet", side="second"), "Lin")
    failed = _failed(match)
    assert failed.code == "program-crashed"
    assert failed.values["name"] == "Quiet"
    match.retry()
    assert _failed(match).side is Side.FIRST
    tables.change_level(match, Side.FIRST, "external:Good")
    _until(match, lambda events: match.ply == 1)
    match.close()


def test_a_saved_game_with_one_that_is_gone(tables: Tables, engines: list[OtherEngine]) -> None:
    match = tables.new_match("gomoku", LevelChoice(level="external:Good", side="second"), "Lin")
    _until(match, lambda events: match.ply == 1)
    match.submit(Side.SECOND, match.game.position.legal_moves()[40])
    _until(match, lambda events: match.ply == 3)
    match.close()
    engines.clear()
    tables.look_for_saved()
    saved = tables.saved_game()
    assert saved is not None
    assert (saved.level, saved.readiness) == ("external:Good", Readiness.READY)
    again = tables.resume()
    assert again is not None
    assert again.ply == 3, "nothing is lost"
    again.submit(Side.SECOND, again.game.position.legal_moves()[40])
    failed = _failed(again)
    assert (failed.code, dict(failed.values)) == ("program-gone", {"name": "Good"})
    tables.change_level(again, Side.FIRST, "first-steps")
    _until(again, lambda events: again.ply == 5)
    again.close()


def test_one_whose_arguments_cannot_be_read_says_so_where_it_sits_and_where_it_analyses(
    tables: Tables, engines: list[OtherEngine]
) -> None:
    engines.append(OtherEngine(name="Open", path=sys.executable, arguments='"open'))
    match = tables.new_match("gomoku", LevelChoice(level="external:Open", side="second"), "Lin")
    failed = _failed(match)
    assert (failed.code, dict(failed.values)) == ("program-arguments", {"name": "Open"})
    tables.change_level(match, Side.FIRST, "external:Good")
    _until(match, lambda events: match.ply == 1)
    live = tables.live_analysis("gomoku", "external:Open")
    assert live is not None
    live.look(TurnAsked(Side.FIRST, "gomoku-freestyle", match.variant.write_position(match.game.start), ()), 1)

    def has_failed() -> bool:
        live.update()
        return live.fault is not None

    until(has_failed)
    assert live.fault is not None
    assert live.fault.code == "program-arguments"
    live.close()
    match.close()


def _tried(externals: ExternalEngines, engine: OtherEngine) -> EngineTrial:
    externals.try_out(engine)
    until(lambda: externals.trial is not None and externals.trial.done)
    trial = externals.trial
    assert trial is not None
    assert trial.engine is engine
    return trial


def test_a_slow_answer_to_an_earlier_trial_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, asking = threading.Event(), list[threading.Thread]()

    def ask_who(game: str, command: Command) -> Introduction:
        if command.name == "slow":
            asking.append(threading.current_thread())
            assert answers.wait(PATIENCE_S)
        return Introduction(name=command.name)

    monkeypatch.setattr("game.tables.external_engines.ask_who", ask_who)
    externals = ExternalEngines(tuple)
    externals.try_out(_engine("slow"))
    until(lambda: asking)
    newest = _tried(externals, _engine("quick"))
    answers.set()
    asking[0].join(PATIENCE_S)
    assert externals.trial is newest


def test_trying_out() -> None:
    externals = ExternalEngines(tuple)
    assert externals.trial is None
    good = _tried(externals, _engine("any"))
    assert (good.name, good.version, good.fault) == ("Bad Boy", "0.9", None)
    for engine, code in (
        (_engine("any", "start-crash"), "program-crashed"),
        (ENGINES[2], "program-missing"),
        (OtherEngine(name="any", path="x", arguments='"open'), "program-arguments"),
    ):
        fault = _tried(externals, engine).fault
        assert fault is not None
        assert fault.code == code
