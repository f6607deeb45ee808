"""Records of self-play: the same for a seed, replayable, read back as written."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from ai.api import Score
from ai.arena import selfplay
from ai.arena.openings import random_opening
from ai.arena.referee import Referee
from ai.arena.selfplay import NO_SCORE, WIN, SelfplayRecord, encode, load_records, save_records
from ai.score import Cp, Mate


def _main(path: Path, *arguments: str) -> int:
    return selfplay.main(["gomoku", "--out", str(path), "--player", "lines:depth=2", "--games", "3", *arguments])


def _thread_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena_fakes import ThreadPool

    monkeypatch.setattr(selfplay, "open_pool", lambda jobs, dask: ThreadPool())
    monkeypatch.setattr(selfplay, "_BATCH", 2)


def test_the_command_writes_games_that_can_be_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _thread_pool(monkeypatch)
    assert _main(tmp_path / "a.npz", "--seed", "3", "--opening-plies", "4-6", "--to-the-end") == 0
    assert capsys.readouterr().out.startswith("3 games, ")
    records = load_records(tmp_path / "a.npz")
    assert len(records) == 3
    assert records.about["variant"] == "gomoku-freestyle"
    assert records.about["player"] == "lines:depth=2"
    for index in range(3):
        game = records.game(index)
        assert 4 <= game.opening <= 6
        assert set(game.scores[: game.opening]) == {NO_SCORE}
        assert NO_SCORE not in game.scores[game.opening :]
        referee = Referee("gomoku-freestyle", records.about["start"])
        for move in game.moves:
            referee.play(move)
        assert referee.ending is not None
        assert game.result == (0 if referee.ending.winner is None else 1 - 2 * referee.ending.winner)
    assert len({records.game(index).moves for index in range(3)}) == 3

    assert _main(tmp_path / "b.npz", "--seed", "3", "--opening-plies", "4-6", "--to-the-end") == 0
    again = load_records(tmp_path / "b.npz")
    assert np.array_equal(again.moves, records.moves)
    assert np.array_equal(again.scores, records.scores)
    assert _main(tmp_path / "c.npz", "--seed", "4") == 0
    assert not np.array_equal(load_records(tmp_path / "c.npz").moves, records.moves)


def test_an_announced_end_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _thread_pool(monkeypatch)
    assert _main(tmp_path / "a.npz") == 0
    records = load_records(tmp_path / "a.npz")
    for index in range(3):
        game = records.game(index)
        side = (len(game.moves) - 1) % 2
        if game.scores[-1] == WIN - 1:
            assert game.result == 1 - 2 * side


def test_a_file_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    games = [SelfplayRecord(1, ("h8", "a1"), (NO_SCORE, WIN - 3), 1, -1), SelfplayRecord(0, ("b2",), (-7,), 0, 0)]
    save_records(tmp_path / "x.npz", games, {"game": "gomoku"})
    records = load_records(tmp_path / "x.npz")
    assert [records.game(0), records.game(1)] == [games[1], games[0]]
    save_records(tmp_path / "empty.npz", [], {})
    assert len(load_records(tmp_path / "empty.npz")) == 0
    (tmp_path / "text.npz").write_text("no")
    with pytest.raises(ValueError):
        load_records(tmp_path / "text.npz")
    np.savez(tmp_path / "other.npz", a=np.zeros(2))
    with pytest.raises(ValueError, match="no file of self-play"):
        load_records(tmp_path / "other.npz")


@pytest.mark.parametrize(
    ("score", "code"),
    [(Cp(12), 12), (Cp(-99999), -30000), (Mate(3), WIN - 3), (Mate(-4), 4 - WIN)],
)
def test_scores_as_numbers(score: Score, code: int) -> None:
    assert encode(score) == code


@pytest.mark.parametrize(
    "arguments",
    [["--player", "seconds:1"], ["--player", "nobody"], ["--variant", "caro"], ["--player", "lines:colour=3"]],
)
def test_wrong_use_is_told_in_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _main(tmp_path / "a.npz", *arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    with pytest.raises(SystemExit):
        _main(tmp_path / "a.npz", "--opening-plies", "6-4")


def test_random_openings_leave_a_game() -> None:
    for seed in range(20):
        moves, referee = random_opening("gomoku", "gomoku-renju", (9, 14), random.Random(seed))
        assert 9 <= len(moves) <= 14
        assert referee.ending is None
