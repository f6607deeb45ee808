"""The maker of challenges: what it writes, and that its seed decides."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ai.api import Job
from ai.challenge_finder import ChallengeRecipe, Finder
from ai.challenges import MAKERS, main
from ai.draughts.puzzles import RECIPES as DRAUGHTS
from ai.draughts.puzzles import DraughtsFinder
from ai.gomoku.puzzles import RECIPES as GOMOKU
from ai.gomoku.puzzles import GomokuFinder
from ai.reversi.notation import START, position_of_bits
from ai.reversi.puzzles import looks_wrong
from ai.solution import ProvedChallenge, SolutionStep
from ai.xiangqi.notation import read_fen
from ai.xiangqi.puzzles import RECIPES as XIANGQI
from ai.xiangqi.puzzles import XiangqiFinder, thinned
from game.rules.xiangqi.variants import START as XIANGQI_START
from game.storage.paths import assets_folder


def test_a_solution_counts_its_moves_and_steps() -> None:
    end = SolutionStep({"c1": None}, [])
    step = SolutionStep({"a1": ("b1", end), "a2": ("b2", SolutionStep({"d1": ("e1", end)}, ["f1"]))}, [])
    assert (step.moves(), step.steps()) == (2, 4)
    assert ProvedChallenge("", "", step, 20).moves == 2
    assert step.plain() == {
        "on": {
            "a1": ["b1", {"on": {"c1": None}}],
            "a2": ["b2", {"on": {"d1": ["e1", {"on": {"c1": None}}]}, "also": ["f1"]}],
        }
    }


def test_thinned_boards_keep_their_generals() -> None:
    for seed in range(20):
        setup = read_fen(thinned(XIANGQI_START, random.Random(seed)))
        assert 2 < len(setup.pieces) < 32


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["chess", "--out", str(tmp_path / "x.json")])


def test_every_set_of_the_assets_has_its_maker() -> None:
    files = (assets_folder() / "challenges").glob("*.json")
    about = {file.stem: json.loads(file.read_bytes())["about"]["variant"] for file in files}
    assert {name: maker.variant for name, maker in MAKERS.items()} == about


def test_what_looks_wrong_in_an_ending() -> None:
    # White takes the corner a1 or turns one disc of a long row
    position = position_of_bits(0b01111110 | 0b10 << 48, 1 << 7 | 0b100 << 48, 1)
    assert looks_wrong(position, "a1") == 0
    assert looks_wrong(position, "a7") > 1.5


def write_set(path: Path, variant: str, *starts: str) -> Path:
    held = {"about": {"made_by": "hand", "variant": variant}, "challenges": [{"start": start} for start in starts]}
    path.write_text(json.dumps(held), encoding="utf-8")
    return path


def test_what_makes_no_challenge_is_left_out_when_a_file_is_proved_again(tmp_path: Path) -> None:
    stored = json.loads((assets_folder() / "challenges" / "reversi.json").read_bytes())["challenges"][0]
    lost = "-XXXXXXO" * 8 + " X"  # the side to move takes all it wants
    again = write_set(tmp_path / "again.json", "reversi", START, stored["start"], lost, stored["start"])
    assert main(["reversi", "--again", str(again), "--out", str(again)]) == 0
    written = json.loads(again.read_bytes())
    assert written["about"]["made_by"] == "hand; proved again, less 2"
    (only,) = written["challenges"]
    assert (only["start"], only["solution"]) == (stored["start"], stored["solution"])


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        ("[" * 9, "it is no file of challenges: "),
        ('{"about": {}, "challenges": []}', "it is no file of challenges: "),
        (("gomoku-renju", ""), "its challenges are of gomoku-renju, not of reversi"),
        ('{"about": ' + "[" * 9999, "it is no file of challenges: "),
        (("reversi", "X" * 64 + " O"), "challenge 1: the game is over in 'XXX"),
        (("reversi", START), "no challenge was found; nothing is written"),
        (("reversi", START, "nonsense"), "challenge 2: cannot read the position 'nonsense'"),
    ],
)
def test_a_file_that_cannot_be_proved_again_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | tuple[str, ...] | None, why: str
) -> None:
    file = tmp_path / "set.json"
    if isinstance(content, tuple):
        write_set(file, *content)
    elif content is not None:
        file.write_text(content)
    assert main(["reversi", "--again", str(file), "--out", str(tmp_path / "out.json")]) == 1
    assert why in capsys.readouterr().err
    assert not (tmp_path / "out.json").exists()


@pytest.mark.slow
def test_forbidden_moves_decide_in_every_challenge_of_renju() -> None:
    finder = GomokuFinder(GOMOKU["gomoku-renju"], 1)
    for each in json.loads((assets_folder() / "challenges" / "gomoku-renju.json").read_bytes())["challenges"]:
        assert finder.turn(each["start"]) == "bw".index(each["start"][-1])
        assert finder.fouls_decide(Job("gomoku-renju", each["start"])), each["start"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "recipe"),
    [
        pytest.param(kind, recipe, id=name)
        for kind, recipes in ((GomokuFinder, GOMOKU), (XiangqiFinder, XIANGQI), (DraughtsFinder, DRAUGHTS))
        for name, recipe in recipes.items()
    ],
)
def test_the_same_seed_finds_the_same(kind: type[Finder], recipe: ChallengeRecipe) -> None:
    first, second = (next(found for found in kind(recipe, 3).games() if found) for _ in range(2))
    assert [(each.start, each.solution.plain(), each.nodes) for each in first] == [
        (each.start, each.solution.plain(), each.nodes) for each in second
    ]
