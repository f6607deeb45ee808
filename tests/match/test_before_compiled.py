"""At the tables of a machine where nothing is compiled yet: who plays at once, what is compiled first, what is told."""

from __future__ import annotations

import random
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import until

from ai.common.kernel_cache import NOWHERE
from ai.common.sources import fitting_library
from ai.levels import level, levels_for
from ai.reversi.patterns import weights
from ai.runtime.warmup import Warmup, WarmupState
from ai.runtime.worker import Worker
from ai.xiangqi.engine import XiangqiEngine
from game.match.events import HintReady
from game.rules.registry import VARIANTS
from game.storage.folders import find_folders
from game.storage.settings import LevelChoice
from game.tables.opponents import Readiness
from game.tables.tables import Tables
from game.tournament.host import PlayerPresence

GAMES = sorted({each.game for each in VARIANTS.values()})


class Machine:
    """A machine whose warm-up stands where a test has put it; what was wanted stands in `wanted`."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.state = WarmupState()
        self.wanted: list[str] = []
        monkeypatch.setattr("ai.common.kernel_cache.is_complete", lambda *_: False)
        monkeypatch.setattr(Warmup, "start", lambda _: None)
        monkeypatch.setattr(Warmup, "poll", lambda _: self.state)
        monkeypatch.setattr(Warmup, "want", lambda _, engine: self.wanted.append(engine))
        self.tables = Tables(find_folders({"QIGUAN_DATA": str(folder)}), random.Random(1))

    def readiness(self, game: str) -> dict[str, Readiness]:
        return {each.name: each.readiness for each in self.tables.opponents(game)}


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    made = Machine(tmp_path, monkeypatch)
    yield made
    made.tables.close()


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_a_beginner_plays_and_gives_hints_at_once(game: str, machine: Machine) -> None:
    match = machine.tables.new_match(game, LevelChoice(level="beginner", side="second"), "Ada")
    until(lambda: match.ply == 1, match.update)
    seen: list[object] = []
    match.ask_hint()
    until(lambda: any(isinstance(event, HintReady) for event in seen), lambda: seen.extend(match.update()))
    match.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_levels_of_every_game_are_ready_and_the_others_say_how_far_they_are(
    game: str, machine: Machine
) -> None:
    strongest = levels_for(game)[-1]
    machine.state = WarmupState(3, 90, running=True, steps={strongest.engine: (3, 40)})
    found = machine.readiness(game)
    names = list(found)
    assert all(found[name] is Readiness.READY for name in ("first-steps", "beginner", "intermediate"))
    assert found[strongest.name] is Readiness.PREPARING
    told = {each.name: each.steps for each in machine.tables.opponents(game)}
    assert told[strongest.name] == (3, 40)
    assert names.index("intermediate") < names.index(strongest.name)


def test_each_engine_opens_its_own_levels(machine: Machine) -> None:
    machine.state = WarmupState(running=True, engines=frozenset({"xiangqi"}))
    found = machine.readiness("xiangqi")
    assert found["grandmaster"] is Readiness.READY
    assert found["classic"] is Readiness.PREPARING
    assert machine.readiness("draughts")["master"] is Readiness.PREPARING


def test_what_failed_leaves_the_light_levels(machine: Machine) -> None:
    machine.state = WarmupState(failed="no compiler")
    found = machine.readiness("draughts")
    assert (found["beginner"], found["master"]) == (Readiness.READY, Readiness.FAILED)


def test_what_is_opened_is_compiled_first(machine: Machine) -> None:
    for game, name in (
        ("xiangqi", "beginner"),
        ("xiangqi", "classic"),
        ("gomoku", "first-steps"),  # it needs nothing: then what others in the game need
        ("gomoku", "advanced"),
        ("gomoku", "external:Pela"),
        ("gomoku", "nobody"),
        ("reversi", "adaptive"),
    ):
        machine.tables.expect(game, name)
    assert machine.wanted == ["xiangqi", "xiangqi-classic", "patterns", "thesis", "reversi"]
    machine.wanted.clear()
    machine.tables.new_match("draughts", LevelChoice(level="beginner"), "Ada").close()
    assert set(machine.wanted) == {"draughts"}


def test_what_is_opened_is_loaded_as_soon_as_it_is_compiled(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[object] = []
    monkeypatch.setattr(Worker, "preload", lambda _, engine: loaded.append(engine))
    machine.tables.update()
    machine.tables.expect("xiangqi", "grandmaster")
    machine.tables.update()
    assert loaded == []
    for _ in range(2):
        machine.state = WarmupState(running=True, engines=frozenset({"patterns", "xiangqi"}))
        machine.tables.update()
    assert [type(each) for each in loaded] == [XiangqiEngine]


def test_at_rest_tables_are_given_back_and_who_is_expected_loads_them_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(Worker, "preload", lambda _, engine: loaded.append(type(engine).__name__))
    machine.state = WarmupState(ready=True)
    machine.tables.expect("reversi", "expert")
    machine.tables.update()
    held = weakref.ref(weights())
    machine.tables.rest()
    machine.tables.update()
    assert held() is None
    assert loaded == ["ReversiEngine"]
    machine.tables.expect("reversi", "expert")
    machine.tables.update()
    assert loaded == ["ReversiEngine"] * 2


def test_a_game_goes_on_with_the_kernels_once_they_are_there(machine: Machine) -> None:
    level("reversi", "intermediate").new_engine().load()  # as the child leaves it: compiled
    match = machine.tables.new_match("reversi", LevelChoice(level="intermediate", side="second"), "Ada")
    until(lambda: match.ply == 1, match.update)
    machine.state = WarmupState(ready=True)
    machine.tables.update()
    assert machine.tables._preparing._interpreter._child is None
    match.submit(match.turn, match.position.legal_moves()[0])
    until(lambda: match.ply == 3, match.update)
    assert machine.tables._preparing._interpreter._child is None
    match.close()


def test_a_tournament_waits_for_who_is_still_being_prepared(machine: Machine) -> None:
    assert machine.tables.presence("xiangqi", "beginner") is PlayerPresence.PREPARING
    machine.state = WarmupState(failed="no compiler")
    assert machine.tables.presence("xiangqi", "beginner") is PlayerPresence.HERE
    own = machine.tables.contestant("xiangqi", "beginner", 3.0, 1)
    assert (own._limit.depth, own._limit.time_s) == (1, 3.0)  # it can't look further than it can in a moment
    machine.state = WarmupState(ready=True)
    assert machine.tables.presence("xiangqi", "beginner") is PlayerPresence.HERE
    own = machine.tables.contestant("xiangqi", "beginner", 3.0, 1)
    assert (own._limit.depth, own._limit.time_s) == (None, 3.0)


@pytest.mark.skipif(fitting_library() is not None, reason="with a library (ai.build) engines are ready at once")
def test_a_folder_that_keeps_nothing_is_told_once(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.tables.take_notices() == []
    monkeypatch.setattr("ai.common.kernel_cache.is_kept", lambda *_: False)
    other = Tables(machine.tables._folders, random.Random(1))
    assert [notice.code for notice in other.take_notices()] == ["kernels-not-kept"]
    assert other.take_notices() == []
    other.close()
    machine.state = WarmupState(failed=NOWHERE)
    nowhere = Tables(machine.tables._folders, random.Random(1))
    assert [notice.code for notice in nowhere.take_notices()] == ["kernels-nowhere"]
    nowhere.close()
