"""The games of files for scripts: a line for each game, other forms, and what can't be read."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.commands import records
from game.commands.records import RecordsOptions
from game.records import formats, parts
from game.records.collection import collect

ROOT = Path(__file__).parent.parent.parent
PGN = """[Game "Chinese Chess"]
[Result "0-1"]

{said of the game} 1. h2e2! {one} {two} h9g7 (1... b9c7 {beside}) (1... a9a8) 2. h0g2 {[%clk 0:10:00]} 0-1

[Game "Chinese Chess"]
[Result "1/2-1/2"]

1. h2e2 h9g7 2. e2e9 1/2-1/2
"""
PDN = '[GameType "20"]\n[Result "2-0"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n'
REVERSI = "(;GM[Othello]PB[a]PW[b]RE[-64.000]BO[8 " + "OOOOOOOO " * 7 + "OOOOOOX- *]W[H8];)"


def lines(capfdbinary: pytest.CaptureFixture[bytes], options: RecordsOptions) -> tuple[list[Any], list[str]]:
    assert records.main(options) == 0
    out, errors = capfdbinary.readouterr()
    return [json.loads(line) for line in out.splitlines()], errors.decode().splitlines()


def test_a_line_for_each_game_in_the_order_of_the_files(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    names = []
    for name, text in (("a.pgn", PGN), ("b.pdn", PDN), ("c.ggf", REVERSI), ("d.txt", "h8h9i9")):
        (tmp_path / name).write_text(text)
        names.append(str(tmp_path / name))
    found, errors = lines(capfdbinary, RecordsOptions(tuple(names)))
    known = ("game", "variant", "plies", "result", "comments", "variations")
    assert [tuple(line[name] for name in known) for line in found] == [
        ("xiangqi", "xiangqi", 3, "0-1", 4, 2),
        ("xiangqi", "xiangqi", 2, "1/2-1/2", 1, 0),  # the rest, which can't be played, as words
        ("draughts", "draughts-international", 4, "1-0", 0, 0),
        ("reversi", "reversi", 1, "0-1", 0, 0),  # the pass before it is none
        ("gomoku", "gomoku-freestyle", 3, "*", 0, 0),
    ]
    assert [line["file"] for line in found] == [names[0], *names]
    assert [line["cut"] is None for line in found] == [True, False, True, True, True]
    assert found[1]["cut"].startswith("game 2, move 2, line 9: e2e9 is illegal")
    assert errors == [f"qiguan records: {names[0]}: {found[1]['cut']}"]
    assert set(found[0]) == {*known, "file", "cut"}


def test_the_tree_stands_in_the_line(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (tmp_path / "a.pgn").write_text(PGN.split("\n\n[Game")[0])
    ((line,), errors) = lines(capfdbinary, RecordsOptions((str(tmp_path / "a.pgn"),), tree=True))
    assert not errors
    assert line["tree"] == [
        {"ply": 0, "comments": ["said of the game"]},
        {"ply": 1, "move": "h2e2", "glyphs": [1], "comments": ["one", "two"]},
        {"ply": 2, "move": "h9g7"},
        {"ply": 3, "move": "h0g2", "clock_s": 600.0},
        {"ply": 2, "move": "b9c7", "comments": ["beside"]},
        {"ply": 2, "move": "a9a8"},
    ]


def test_games_are_written_in_another_form(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for name, text in (("a.pgn", PGN), ("b.pdn", PDN)):
        (tmp_path / name).write_text(text)
    files = (str(tmp_path / "a.pgn"), str(tmp_path / "b.pdn"))
    was = [game.record for file in files for game in collect(formats.open_data(Path(file).read_bytes())).games]
    assert records.main(RecordsOptions(files, "pgn-wxf")) == 0
    out, errors = capfdbinary.readouterr()
    assert [game.record for game in collect(formats.open_data(out)).games] == was[:2]
    assert not any("can't hold" in line for line in errors.decode().splitlines())
    assert errors.decode().splitlines()[-1] == (
        f"qiguan records: {files[1]}: games of draughts-international are not written as pgn-wxf"
    )
    assert records.main(RecordsOptions(files, "qiguan")) == 0
    out, _ = capfdbinary.readouterr()
    assert [collect(formats.open_data(line)).games[0].record for line in out.splitlines()] == was
    assert records.main(RecordsOptions(files[:1], "dhtmlxq")) == 0
    _, errors = capfdbinary.readouterr()
    told = [line.removeprefix(f"qiguan records: {files[0]}: ") for line in errors.decode().splitlines()]
    assert told[:2] == [
        "moves at which comments are joined into one: 1",
        "glyphs that this format can't hold: 1",
    ]


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = tmp_path / "good.pdn"
    good.write_text(PDN)
    (tmp_path / "bad.bin").write_bytes(bytes(range(256)) * 9)
    files = [str(tmp_path / "bad.bin"), str(tmp_path), str(tmp_path / "none"), str(good)]
    done = subprocess.run(
        [sys.executable, "main.py", "records", *files], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["plies"] == 4
    told = done.stderr.splitlines()
    assert [line.partition(": ")[0] for line in told] == ["qiguan records"] * 3
    assert [line.partition(": ")[2].partition(": ")[0] for line in told] == files[:3]
    assert "Traceback" not in done.stderr


def test_a_form_that_nobody_knows_is_told_with_those_that_are_known() -> None:
    done = subprocess.run(
        [sys.executable, "main.py", "records", "--export", "chessbase", "x"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "no form 'chessbase': choose " in done.stderr
    assert "pgn-chinese" in done.stderr


def test_a_link_stands_for_a_file(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (tmp_path / "a.pgn").write_text(PGN)
    assert records.main(RecordsOptions((str(tmp_path / "a.pgn"),), "link")) == 0
    links = capfdbinary.readouterr().out.decode().split()
    found, errors = lines(capfdbinary, RecordsOptions((links[0], links[0][:-9])))
    assert [(line["file"], line["plies"], line["comments"]) for line in found] == [(links[0], 3, 4)]
    assert "link" in str(errors)


def test_standard_input_and_names_of_several_lines(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PGN.encode())))
    odd = str(tmp_path / "no\nfile.pgn")
    found, errors = lines(capfdbinary, RecordsOptions(("-", odd)))
    assert (found[0]["file"], found[0]["plies"]) == ("-", 3)
    assert errors[-1].endswith("no\\nfile.pgn: there is no such file or folder")


def test_a_file_larger_than_what_is_read_at_once_is_told_of_game_by_game(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_PART", 500)
    monkeypatch.setattr(parts, "LONGEST_FILE", 2_000)
    game = '[GameType "20"]\n[Event "x"]\n1. 32-28 19-23 2. 28x19 14x23 {some words} 2-0\n\n'
    path = tmp_path / "many.pdn"
    path.write_text(game * 100 + game.replace("14x23", "14x24"))
    assert records.main(RecordsOptions((str(path),))) == 0
    told = capfdbinary.readouterr()
    assert [json.loads(line)["plies"] for line in told.out.splitlines()] == [4] * 100 + [3]
    assert b"game 101, move 2, line 403" in told.err
