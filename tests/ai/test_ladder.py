"""The ladder as a command, the ratings that it keeps, the openings that it plays."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from arena_fakes import Fake, ThreadPool

from ai import ladder, ratings
from ai.api import Limit
from ai.arena import balance
from ai.arena.openings import OpeningsError, balanced_file, openings, play_opening, read_openings
from ai.engines import ENGINES
from ai.games import GAMES
from ai.gomoku.arena import GOMOKU
from ai.level import Level, Rating
from ai.levels import levels_for
from ai.ratings import Measurement, rated, ratings_file, read_ratings, write_ratings


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two levels that need nothing: `weak` is beaten by `strong`, who refuses to go on at the fifth move, and a
    `middling` one."""
    named = tuple(Level(name, "gomoku", Limit(depth=1), ENGINES["lines"]) for name in ("weak", "middling", "strong"))
    manners = {"weak": "crashes", "strong": "left to right"}
    monkeypatch.setattr(ladder, "open_pool", lambda jobs, dask: ThreadPool())
    monkeypatch.setattr(ladder, "levels_for", lambda game: named)
    monkeypatch.setattr(ladder, "player", lambda game, name: Fake(name, manners.get(name, ""), after=8))


@pytest.mark.usefixtures("fakes")
def test_a_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ratings.json"
    monkeypatch.setattr(ladder, "ratings_file", lambda game: file)
    log = tmp_path / "log.jsonl"
    arguments = ["gomoku", "--games", "4", "--log", str(log), "--write"]
    assert ladder.main(arguments) == 0
    told = capsys.readouterr()
    assert told.err == ""  # no progress in a pipe
    assert "12 games" in told.out
    assert "weak: ZeroDivisionError" in told.out
    assert "weak to middling: " in told.out
    assert len(log.read_text().splitlines()) == 13
    held = read_ratings(file)
    assert held is not None
    assert held.levels["weak"].elo == 0
    assert held.levels["strong"].elo > held.levels["middling"].elo > 0
    assert held.games == 12
    assert held.variant == "gomoku-freestyle"
    assert held.command.startswith("python -m ai.ladder gomoku --games 4 --log")

    assert ladder.main(arguments) == 1
    assert "--continue" in capsys.readouterr().err
    assert ladder.main([*arguments, "--continue"]) == 0
    assert capsys.readouterr().out == told.out  # all games from the log
    assert len(log.read_text().splitlines()) == 13


@pytest.mark.usefixtures("fakes")
def test_a_match_that_ends_as_soon_as_it_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["gomoku", "--match", "strong", "middling", "--games", "200", "--sprt", "0,200", "--openings", "random"]
    assert ladder.main(arguments) == 0
    told = capsys.readouterr().out
    assert "strong against middling: +" in told
    assert "SPRT 0, 200: " in told


@pytest.mark.usefixtures("fakes")
def test_a_ladder_with_an_anchor_until_all_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, log = tmp_path / "ratings.json", tmp_path / "log.jsonl"
    monkeypatch.setattr(ladder, "ratings_file", lambda game: file)
    monkeypatch.setattr(ladder, "player", lambda game, name: Fake(name))  # all alike: nobody loses every game
    arguments = ["gomoku", "--games", "400", "--bars", "150", "--anchor", "guest:depth=2", "--openings", "random"]
    arguments += ["--log", str(log), "--write"]
    assert ladder.main(arguments) == 0
    told = capsys.readouterr()
    assert "guest:depth=2" in told.out
    assert "strong to guest" not in told.out, "an anchor is no step of the ladder"
    held = read_ratings(file)
    assert held is not None
    assert set(held.levels) == {"weak", "middling", "strong"}
    assert set(held.anchors) == {"guest:depth=2"}
    assert min(level.elo for level in held.levels.values()) == 0
    assert held.games < 6 * 400
    assert all(each.error <= 150 for each in (*held.levels.values(), *held.anchors.values()))
    assert ladder.main([*arguments, "--continue"]) == 0
    assert capsys.readouterr().out == told.out, "all games from the log"
    narrower = ["20" if word == "150" else word for word in arguments]
    assert ladder.main([*narrower, "--continue", "--minutes", "0"]) == 0
    assert capsys.readouterr().out == told.out, "the time is up at once"
    assert ladder.main([*[word for word in arguments if word not in ("--bars", "150")], "--continue"]) == 1
    assert "its adaptive differ" in capsys.readouterr().err


@pytest.mark.usefixtures("fakes")
def test_ctrl_c_tells_what_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    play_all = ladder.play_all

    def broken_off(*arguments: object) -> object:
        games = play_all(*arguments)  # type: ignore[arg-type]  # passed on as it came
        yield next(games)
        yield next(games)
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "play_all", broken_off)
    assert ladder.main(["gomoku", "--games", "4"]) == 1
    told = capsys.readouterr()
    assert "2 games" in told.out
    assert "broken off" in told.err


@pytest.mark.usefixtures("fakes")
def test_players_with_options_in_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(["gomoku", "--levels", "a,lines:depth=2,seed=3,b:x=1,c", "--neighbours", "--games", "2"]) == 0
    told = capsys.readouterr().out
    assert "lines:depth=2,seed=3 to b:x=1: " in told
    assert "6 games" in told


@pytest.mark.skipif(os.name != "posix", reason="other systems end processes without a word")
def test_ctrl_c_leaves_nothing_running(tmp_path: Path) -> None:
    pid_file, script = tmp_path / "pid", tmp_path / "stubborn.py"
    script.write_text(
        "import os, sys, time\n"
        "open(sys.argv[1] + '~', 'w').write(str(os.getpid())); os.rename(sys.argv[1] + '~', sys.argv[1])\n"
        "print('OK', flush=True)\n"
        "time.sleep(1000)\n"
    )
    program = f"external:{shlex.join([sys.executable, str(script), str(pid_file)])},seconds=1000"
    command = [sys.executable, "-m", "ai.ladder", "gomoku", "--match", program, "first-steps", "--jobs", "1"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline_s = time.monotonic() + 60
    while not pid_file.exists():
        assert run.poll() is None
        assert time.monotonic() < deadline_s
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 1
    assert "0 games" in out
    assert err == "broken off: these are the games played so far\n"
    with suppress(ProcessLookupError):
        while True:
            os.kill(int(pid_file.read_text()), 0)
            assert time.monotonic() < deadline_s
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "unknown game"),
        (["gomoku", "--levels", "beginner"], "two players"),
        (["gomoku", "--levels", "beginner,beginner"], "same name"),
        (["gomoku", "--levels", "beginner,nobody"], "nobody"),
        (["gomoku", "--levels", "beginner,expert", "--write"], "whole ladder"),
        (["gomoku", "--levels", "a,b", "--match", "a", "b"], "exclude"),
        (["gomoku", "--sprt", "0,10"], "--match"),
        (["gomoku", "--continue"], "--log"),
        (["gomoku", "--match", "a", "b", "--bars", "60"], "belong to a ladder"),
        (["gomoku", "--minutes", "5"], "--minutes belongs to --bars"),
        (["gomoku", "--anchor", "depth:2", "--neighbours"], "exclude"),
        (["gomoku", "--variant", "caro"], "caro"),
        (["gomoku", "--openings", "nowhere.txt"], "openings"),
    ],
)
def test_wrong_use_is_told_in_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder.main(arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert words in told.err


@pytest.mark.parametrize(
    "option",
    [["--games", "3"], ["--games", "0"], ["--sprt", "10,0"], ["--jobs", "x"], ["--bars", "nan"], ["--minutes", "-1"]],
)
def test_values_that_are_none(option: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        ladder.main(["gomoku", *option])
    assert end.value.code == 2


def test_ratings_reach_the_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ratings.json"
    assert read_ratings(file) is None
    monkeypatch.setattr(ratings, "ratings_file", lambda game: file)
    assert all(level.rating is None for level in rated("gomoku", levels_for("gomoku")))
    write_ratings(file, Measurement("2026-01-02", "by hand", "gomoku-freestyle", 2, {"beginner": Rating(150, 20)}))
    found = {level.name: level.rating for level in rated("gomoku", levels_for("gomoku"))}
    assert found.pop("beginner") == Rating(150, 20)
    assert set(found.values()) == {None}
    for wrong in ("[]", "{}", '{"levels": {"a": 3}}', "no"):
        file.write_text(wrong)
        with pytest.raises(ValueError):
            read_ratings(file)


def test_the_ratings_that_are_there_fit_their_levels() -> None:
    for game in GAMES:
        held = read_ratings(ratings_file(game))
        if held:
            assert set(held.levels) <= {level.name for level in levels_for(game)}
            assert min(rating.elo for rating in held.levels.values()) == 0


@pytest.mark.parametrize("variant", GOMOKU.variants)
def test_the_balanced_openings_of_gomoku(variant: str) -> None:
    lines = read_openings("gomoku", variant, balanced_file("gomoku", variant))
    assert len(lines) >= 100
    assert len({GOMOKU.key(play_opening(variant, line).position) for line in lines}) == len(lines)
    assert {len(line) for line in lines} == {3, 4, 5, 6}


def test_openings_that_are_none(tmp_path: Path) -> None:
    for text, words in (
        ("", "no openings"),
        ("h8 h9\n\nh8 h8 # twice", "line 3"),
        ("h8 a1 h9 a2 h10 a3 h11 a4 h12", "over"),
    ):
        (tmp_path / "o.txt").write_text(text)
        with pytest.raises(OpeningsError, match=words):
            openings("gomoku", "gomoku-freestyle", str(tmp_path / "o.txt"), 0)


def test_random_openings_by_seed() -> None:
    one, again, other = (openings("gomoku", "gomoku-renju", "random", seed) for seed in (1, 1, 2))
    assert one == again != other
    assert len(one) == 200


def test_making_balanced_openings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(balance, "open_pool", lambda jobs, dask: ThreadPool())
    monkeypatch.setattr(balance, "levels_for", lambda game: levels_for(game)[:1])  # first steps: quick and loaded
    arguments = ["gomoku", "--variant", "renju", "--count", "6", "--bound", "300", "--out", str(tmp_path)]
    assert balance.main(arguments) == 0
    first = (tmp_path / "gomoku-renju.txt").read_text()
    assert "python -m ai.arena.balance gomoku --variant renju" in first.splitlines()[0]
    assert len(read_openings("gomoku", "gomoku-renju", tmp_path / "gomoku-renju.txt")) == 6
    assert all(abs(int(line.split("#")[1])) <= 300 for line in first.splitlines()[1:])
    assert balance.main(arguments) == 0
    assert (tmp_path / "gomoku-renju.txt").read_text() == first
    capsys.readouterr()
    assert balance.main(["gomoku", "--count", "0" + "1", "--bound", "1", "--variant", "caro"]) == 1
    assert "caro" in capsys.readouterr().err


def test_the_file_of_ratings_is_plain_json(tmp_path: Path) -> None:
    write_ratings(tmp_path / "r.json", Measurement("2026-01-02", "c", "v", 2, {"a": Rating(0, 0)}))
    assert json.loads((tmp_path / "r.json").read_text())["levels"]["a"] == {"elo": 0, "error": 0}
