"""Schedules, pools, logs and standings."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest
from arena_fakes import Fake, ThreadPool
from patience import until

from ai.api import Clock
from ai.arena.log import Log, LogError
from ai.arena.matches import RoundRobin, fixtures, play_all
from ai.arena.play import Played, Spent
from ai.arena.players import ArenaPlayer, PlayerError, player
from ai.arena.pool import PoolError, open_pool, results
from ai.arena.standings import Standings
from ai.engine_kind import EngineKind

OPENINGS = (("h8", "h9", "i9"), ("h8", "i9", "j8", "g7"), ("h8", "j8", "h10"))


def _plan(*players: ArenaPlayer, games: int = 4, neighbours: bool = False) -> RoundRobin:
    return RoundRobin("gomoku", "gomoku-freestyle", players, games, OPENINGS, 3, neighbours)


A, B, C = Fake("a"), Fake("b"), Fake("c", "left to right")


def test_each_pair_plays_each_opening_with_both_colours() -> None:
    games = list(fixtures(_plan(A, B, C)))
    assert [game.number for game in games] == list(range(12))
    met = {(one.name, other.name) for game in games for one, other in [game.players]}
    assert len(met) == 6
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.players == other.players[::-1]
        assert (one.opening, one.seed) == (other.opening, other.seed)
    assert len({game.opening for game in games}) == 2
    assert len({game.seed for game in games}) == 6


def test_neighbours_only() -> None:
    games = fixtures(_plan(A, B, C, neighbours=True))
    assert {frozenset(each.name for each in game.players) for game in games} == {frozenset("ab"), frozenset("bc")}


def test_a_longer_run_begins_with_the_shorter_one() -> None:
    short, long = list(fixtures(_plan(A, B, C, games=4))), list(fixtures(_plan(A, B, C, games=8)))
    assert long[: len(short)] == short


def test_the_games_are_the_same_in_any_pool() -> None:
    plan = _plan(A, C, games=4)
    threads, processes = ThreadPool(), open_pool(2, None)
    try:
        one = {game.number: game.moves for game in play_all(fixtures(plan), threads)}
        other = {game.number: game.moves for game in play_all(fixtures(plan), processes)}
    finally:
        threads.close(True)
        processes.close(False)
    assert one == other
    assert len(one) == 4
    assert not multiprocessing.active_children()


def test_a_dying_process_leaves_its_game_void_and_the_others_played() -> None:
    pool = open_pool(1, None)
    plan = _plan(A, B, Fake("mortal", "dies", after=4), games=2)
    try:
        games = sorted(play_all(fixtures(plan), pool), key=lambda game: game.number)
    finally:
        pool.close(False)
    assert [game.void for game in games] == [False, False, True, True, True, True]
    assert "a against mortal died" in games[2].message
    standings = Standings(["a", "b", "mortal"])
    for game in games:
        standings.add(game)
    assert standings.games == 2
    assert standings.ratings() is None
    assert sum(line.startswith("fault in game") for line in standings.lines()) == 4


def test_stopping_early_leaves_no_process_behind() -> None:
    pool = open_pool(2, None)
    slow = Fake("slow", "is slow")
    games = play_all(fixtures(_plan(slow, C, games=40)), pool)
    next(games)
    games.close()
    pool.close(at_once=True)
    # the executor's own thread may just be collecting the one that has ended
    until(lambda: not multiprocessing.active_children())


def test_errors_of_a_task_come_with_it() -> None:
    pool = ThreadPool()
    try:
        found = dict(results(pool, lambda number: 6 // number, [0, 2, 3]))
    finally:
        pool.close(True)
    assert isinstance(found[0], ZeroDivisionError)
    assert found[2] == 3


def test_a_cluster_that_cannot_be_had_is_told_in_one_line() -> None:
    # either the package is missing or nobody listens there
    with pytest.raises(PoolError) as refusal:
        open_pool(None, "tcp://127.0.0.1:9")
    assert "\n" not in str(refusal.value)


def _played(number: int, winner: int | None, names: tuple[str, str] = ("a", "b")) -> Played:
    spent = Spent(2, 0.3, 0.2, 0.1, 50)
    return Played(number, "gomoku-freestyle", names, winner, "five", moves=(f"a{number + 1}",), spent=(spent, Spent()))


def test_a_log_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "run.jsonl"
    plan = _plan(A, B)
    log = Log(path, plan, go_on=False)
    log.add(_played(0, 1))
    log.add(replace(_played(1, None), void=True))
    log.add(_played(2, None))
    log.close()
    with path.open("a") as file:
        file.write('{"number": 3, "vari')  # the power went
    log = Log(path, replace(plan, games=100), go_on=True)
    assert log.played == [_played(0, 1), _played(2, None)]
    log.add(_played(3, 0))
    log.close()
    log = Log(path, plan, go_on=True)
    assert [game.number for game in log.played] == [0, 2, 3]
    log.close()


def test_logs_that_cannot_be_used(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    Log(path, _plan(A, B), go_on=True).close()
    for plan, go_on, words in (
        (_plan(A, B), False, "--continue"),
        (_plan(A, C), True, "players"),
        (replace(_plan(A, B), seed=4), True, "seed"),
        (_plan(A, Fake("b", limit=replace(B.limit, depth=2))), True, "limits"),
    ):
        with pytest.raises(LogError, match=words):
            Log(path, plan, go_on)
    path.write_text("hello\n")
    with pytest.raises(LogError, match="no log"):
        Log(path, _plan(A, B), go_on=True)
    with pytest.raises(LogError, match="cannot use"):
        Log(tmp_path, _plan(A, B), go_on=True)


def test_the_crosstable() -> None:
    standings = Standings(["a", "b"])
    for number, winner in enumerate((0, 0, None, 1)):
        standings.add(_played(number, winner))
    standings.add(replace(_played(4, 0, ("b", "a")), reason="fault", message="a: it broke"))
    assert standings.results(0, 1) == (2, 1, 2)
    assert standings.results(1, 0) == (2, 1, 2)
    lines = list(standings.lines())
    assert [line.split()[:2] for line in lines[1:3]] == [["1", "a"], ["2", "b"]]
    assert "2.5/5" in lines[1]
    assert "50.0%" in lines[1]
    assert "5 games, 5 of them different; ends: 4 five, 1 fault" in lines
    assert "a: 150 ms a move, at most 200 ms, limit passed by up to 100 ms; 25 nodes a move" in lines
    assert lines[-1] == "fault in game 4: a: it broke"


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("first-steps", (2, None, None)),
        ("depth:3", (3, None, None)),
        ("lines", (None, None, 1.0)),
        ("lines:depth=2,nodes=50", (2, 50, None)),
        ("patterns:seconds=0.5,table_mb=4", (None, None, 0.5)),
    ],
)
def test_players_by_their_text(text: str, limit: tuple[int | None, int | None, float | None]) -> None:
    chosen = player("gomoku", text)
    assert chosen.name == text
    assert (chosen.limit.depth, chosen.limit.nodes, chosen.limit.time_s) == limit


def test_a_clock_and_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = player("gomoku", "lines:clock=60+0.5,seed=9")
    assert chosen.limit.clock == Clock(60.0, 0.5)
    plain = player("gomoku", "lines:clock=60")
    assert plain.limit.clock == Clock(60.0)
    seeds = []
    monkeypatch.setattr(EngineKind, "make", lambda kind, seed, options: seeds.append((seed, dict(options))))
    chosen.new_engine(1)
    plain.new_engine(1)
    assert seeds == [(9, {}), (1, {})]


@pytest.mark.parametrize(
    "text",
    [
        *("nobody", "lines:depth", "lines:depth=0", "lines:seconds=nan", "lines:seconds=-1", "lines:clock=x"),
        *("lines:colour=3", "lines:nodes=2.5", "depth:0", ""),
    ],
)
def test_players_that_are_none(text: str) -> None:
    with pytest.raises(PlayerError) as refusal:
        player("gomoku", text)
    assert "\n" not in str(refusal.value)
