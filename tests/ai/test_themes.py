"""The themes of challenges: told by the rules, as the files have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ai.positions import rules_of
from ai.themes import main, themes_of
from game.rules.core import Side
from game.storage.paths import assets_folder

FILES = sorted((assets_folder() / "challenges").glob("*.json"))


def held(name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((assets_folder() / "challenges" / f"{name}.json").read_bytes())[
        "challenges"
    ]
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_files_say_what_the_rules_say(file: Path) -> None:
    told = json.loads(file.read_bytes())
    rules = rules_of(told["about"]["variant"])
    for each in told["challenges"][::7]:
        assert each["themes"] == themes_of(rules, each["start"], each["solution"]), each["start"]
    assert all(each["themes"] for each in told["challenges"])
    assert len({theme for each in told["challenges"] for theme in each["themes"]}) > 1


def test_a_mate_is_told_by_the_piece_that_gives_it() -> None:
    rules = rules_of("xiangqi")
    # the first of the set: the cannon mates from the seventh file
    first = held("xiangqi")[0]
    assert themes_of(rules, str(first["start"]), first["solution"]) == ["cannon"]  # type: ignore[arg-type]


def test_in_renju_white_wins_by_a_forbidden_point() -> None:
    told = [each for each in held("gomoku-renju") if "forbidden" in each["themes"]]  # type: ignore[operator]
    rules = rules_of("gomoku-renju")
    assert told
    assert {rules.read_position(str(each["start"])).turn for each in told} == {Side.SECOND}


def test_given_men_are_counted() -> None:
    first = held("draughts")[0]
    assert first["themes"] == ["one"]  # 17-21, 26x17, 12x23


def test_a_file_is_written_again_with_its_themes(tmp_path: Path) -> None:
    before = FILES[0].read_bytes()
    file = tmp_path / "set.json"
    told = json.loads(before)
    for each in told["challenges"]:
        del each["themes"]
    file.write_text(json.dumps(told), encoding="utf-8")
    assert main([str(file)]) == 0
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        *("", "{}", "[1]", '{"about": {"variant": 5}, "challenges": []}', '{"about": {"variant": "chess"}}'),
        '{"about": {"variant": "reversi"}, "challenges": [1]}',
        '{"about": {"variant": "reversi"}, "challenges": [{"start": "x", "solution": {}}]}',
    ],
)
def test_what_is_no_set_is_told_in_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "set.json"
    file.write_text(text, encoding="utf-8")
    assert main([str(file)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{file}: it is no file of challenges (")
    assert told.count("\n") == 1
    assert file.read_text(encoding="utf-8") == text


def test_a_file_that_is_not_there_and_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none.json'}: No such file or directory\n"
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m ai.themes")
