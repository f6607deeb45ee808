"""The mill: a file a seed, the same whoever plays it, made once, and what was broken off goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ai.api import EngineError
from ai.arena import mill
from ai.arena.quick_games import PlayLimit, QuickGames
from ai.engine_kind import resolve
from ai.games import GAMES

_WEIGHTS = np.arange(3)


def _play(variant: str, games: int, seed: int, limits: Mapping[str, int]) -> dict[str, NDArray[Any]]:
    if seed == 13:
        raise EngineError("no games on this day")
    return {"scores": np.full(games * limits["depth"], seed, np.int16)}


QUICK_GAMES = QuickGames(
    ("reversi", "six"), (PlayLimit("depth", 6, "plies"),), _play, lambda variant: _WEIGHTS[: len(variant)]
)


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena_fakes import ThreadPool

    monkeypatch.setattr(mill, "open_pool", lambda jobs, dask: ThreadPool())
    monkeypatch.setattr(mill, "lower_priority", lambda by: None)
    monkeypatch.setattr(mill, "_MILLS", {"reversi": f"{__name__}:QUICK_GAMES"})


def _main(folder: Path, *arguments: str) -> int:
    return mill.main(["reversi", "--games", "5", "--out", str(folder), *arguments])


def test_a_file_a_seed_tells_how_it_was_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _main(tmp_path / "games", "--seed", "3", "--files", "2", "--depth", "4", "--variant", "six") == 0
    assert capsys.readouterr().out == "2 files, 10 games, 40 positions\n"
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["six-3.npz", "six-4.npz"]
    with np.load(tmp_path / "games" / "six-4.npz") as file:
        assert file["scores"].tolist() == [4] * 20
        about = json.loads(str(file["about"]))
    assert {**about, "weights": ""} == {
        "variant": "six", "games": 5, "seed": 4, "depth": 4, "weights": "", "processor_s": 0,
    }  # fmt: skip
    with np.load(tmp_path / "games" / "six-3.npz") as file:
        assert json.loads(str(file["about"]))["weights"] == about["weights"] != ""


def test_files_that_are_there_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "reversi-1.npz").write_bytes(b"kept")
    assert _main(tmp_path, "--files", "3") == 0
    assert capsys.readouterr().out == "1 of 3 files are there already\n2 files, 10 games, 60 positions\n"
    assert (tmp_path / "reversi-1.npz").read_bytes() == b"kept"
    assert _main(tmp_path, "--files", "3") == 0
    assert capsys.readouterr().out == "3 of 3 files are there already\n"


def test_what_was_made_before_a_failure_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _main(tmp_path, "--seed", "12", "--files", "2") == 1
    assert capsys.readouterr().err == "no games on this day\n"
    assert [path.name for path in tmp_path.iterdir()] == ["reversi-12.npz"]


@pytest.mark.parametrize(
    "arguments", [["--games", "0"], ["--depth", "deep"], ["--variant", "eight"], ["--files", "-1"]]
)
def test_wrong_numbers_are_told(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _main(tmp_path, *arguments)
    assert arguments[0] in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert _main(tmp_path / "file") == 1
    assert "file" in capsys.readouterr().err


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.mill])
def test_each_game_plays_by_its_limits(game: str) -> None:
    quick: QuickGames = resolve(GAMES[game].mill)
    assert set(quick.variants) <= set(GAMES[game].arena.variants)
    limits = {limit.name: 1 for limit in quick.limits}
    variant = quick.variants[-1]
    made = [mill.play_task(mill.MillTask(GAMES[game].mill, variant, 2, seed, limits)) for seed in (1, 1, 2)]
    assert len(made[0].arrays["scores"])
    assert all(np.array_equal(made[0].arrays[name], made[1].arrays[name]) for name in made[0].arrays)
    assert not np.array_equal(made[0].arrays["scores"], made[2].arrays["scores"])
    assert made[0].about["weights"] == made[2].about["weights"]
