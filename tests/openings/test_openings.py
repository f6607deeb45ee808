"""Names of openings: every line can be played, a position has one name, and well-known games get theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.openings.naming import NamedPosition, OpeningTable, after, lines_of, name_by_keys, openings_of
from game.openings.opening import Opening, read_openings
from game.position_keys import key_of, keys_of
from game.rules.core import Position, Variant
from game.rules.game import Game
from game.rules.registry import VARIANTS, variant

NAMED = [name for name, rules in VARIANTS.items() if lines_of(rules)]


def named(name: str, moves: str) -> str:
    game = Game(variant(name))
    for move in moves.split():
        game.play_text(move)
    return name_by_keys(game.variant, keys_of(game.positions, game.variant))


def test_every_game_has_named_openings() -> None:
    assert {variant(name).game for name in NAMED} == {rules.game for rules in VARIANTS.values()}
    assert len(openings_of(variant("xiangqi")).by_code) > 140
    assert len(openings_of(variant("gomoku-renju")).by_code) == 26
    assert len(openings_of(variant("reversi")).by_code) > 70


@pytest.mark.parametrize("name", NAMED)
def test_each_line_can_be_played_and_gives_its_name(name: str) -> None:
    rules, known = variant(name), start_of(variant(name))
    table = openings_of(rules)
    for line in lines_of(rules):
        reached = [moves for moves in line.sequences() if after(rules, moves, known) is not None]
        assert reached, line
        shortest = after(rules, min(reached, key=len), known)
        assert shortest is not None
        assert table.by_key[key_of(shortest, rules)].opening.code == line.opening.code


@pytest.mark.parametrize("name", NAMED)
def test_no_position_has_two_names(name: str) -> None:
    rules, known = variant(name), start_of(variant(name))
    found: dict[tuple[int, int], str] = {}
    for line in lines_of(rules):
        for moves in line.sequences():
            position = after(rules, moves, known)
            if position is not None:
                code = found.setdefault((key_of(position, rules), line.depth), line.opening.code)
                assert code == line.opening.code, moves


@pytest.mark.parametrize("name", NAMED)
def test_a_code_is_one_opening_and_a_name_has_one_code(name: str) -> None:
    openings = {line.opening for line in lines_of(variant(name))}
    for told in ("code", "chinese", "english"):
        values = [getattr(each, told) for each in openings]
        assert len(set(values)) == len(values), told


@pytest.mark.parametrize("name", NAMED)
def test_what_need_not_be_played_can_be_played(name: str) -> None:
    rules, known = variant(name), start_of(variant(name))
    for line in lines_of(rules):
        played = [moves for moves in line.sequences() if after(rules, moves, known) is not None]
        for move, needed in (*line.first, *line.second):
            assert needed or any(move in moves for moves in played), (line.opening.code, move)


def start_of(rules: Variant) -> dict[tuple[str, ...], Position | None]:
    return {(): rules.start()}


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        # Lü Qin v Xu Yinchuan, 24th Wuyang Cup 2004, filed by its Chinese publisher as B24
        ("h2e2 h9g7 h0g2 i9h9 g3g4 h7i7 b0c2 c6c5 b2b6 b9c7 b6c6 a9b9", "B24"),
        # Southeast Asian Games 2023, round 3, table 6, filed as E03
        ("c3c4 b7e7 b0c2 b9c7 a0b0 a9b9", "E03"),
        # Chen Jianyu v Wang Weizhong, Taiwan 2018, filed as D29
        ("h2e2 h7e7 h0g2 i9i8 i0h0 h9g7 b0c2 b9c7 c3c4 i8d8 g3g4 a9a8", "D29"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8 b0c2 d9e8 b2a2 a9b9 a0b0", "C46"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0a2 a6a5 b2c2 c7b5 a0a1 c9e7", "C77"),
        ("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", "C00"),
        ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", "B31"),
        ("h2e2 b7e7", "D50"),
        ("g0e2 g9e7", "A11"),
        ("g3g4 c6c5 b0c2 h9g7", "E42"),
    ],
)
def test_xiangqi(moves: str, code: str) -> None:
    assert named("xiangqi", moves) == code


ECCO = Path(__file__).parents[1] / "data" / "xiangqi" / "ecco.txt"
LABELLED = [line.split(maxsplit=1) for line in ECCO.read_text().splitlines() if not line.startswith("#")]
OTHERWISE = {"B13": "B01", "E02": "E01"}
"""In these two games the moves that the code stands for come late, after others that belong to no opening."""


@pytest.mark.parametrize(("code", "moves"), LABELLED)
def test_games_that_others_have_labelled(code: str, moves: str) -> None:
    told = openings_of(variant("xiangqi")).by_code[named("xiangqi", moves)].field_code
    assert OTHERWISE.get(code, code).startswith(told)


def test_transpositions_and_mirrored_boards_have_one_name() -> None:
    assert named("xiangqi", "h2e2 b9c7 h0g2 h9g7") == named("xiangqi", "b2e2 b9c7 b0c2 h9g7") == "C00"
    assert named("xiangqi-simple", "h2e2 h9g7 h0g2 b9c7") == "C00"
    for flower in ("h8 h9 i9", "h8 i8 i7", "h8 h7 g7", "h8 g8 g9"):
        assert named("gomoku-renju", flower) == "D4"
    for tiger in ("c4 e3 f6 e6 f5", "f5 d6 c3 d3 c4", "d3 c5 f6 f5 e6"):
        assert named("reversi", tiger) == "tiger"


def test_where_a_position_has_no_name_the_last_one_counts() -> None:
    table = openings_of(variant("draughts-english"))
    assert named("draughts-english", "11-15 23-19 8-11 22-17 4-8 17-13") == "old-fourteenth"
    assert named("draughts-english", "11-15") == ""
    assert table.by_code["old-fourteenth"].name("zh") == "老十四"
    assert table.by_code["old-fourteenth"].field_code == ""


def test_a_name_that_needs_more_moves_is_not_lost_to_one_that_needs_fewer() -> None:
    rules = variant("xiangqi")
    game = Game(rules)
    for move in ("h2e2", "b7e7", "h0g2"):
        game.play_text(move)
    keys = keys_of(game.positions, rules)
    few, more = Opening("few", "少", "Few"), Opening("more", "多", "More")
    by_key = {int(keys[1]): NamedPosition(few, 1), int(keys[2]): NamedPosition(more, 2)}
    last = {**by_key, int(keys[3]): NamedPosition(few, 1)}
    assert OpeningTable(by_key, {}, 3).of_keys(keys) is more
    assert OpeningTable(last, {}, 3).of_keys(keys) is more
    assert OpeningTable(last, {}, 1).of_keys(keys) is few


def test_the_field_s_own_codes_are_told_from_ours() -> None:
    table = openings_of(variant("xiangqi"))
    assert table.by_code["C42"].field_code == "C42"
    assert table.by_code["C9-five-nine"].field_code == "C9"


def test_a_file_that_cannot_be_read_says_where(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("# remark\n\nA1 | 甲 | One\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"odd\.txt, line 3"):
        read_openings(path)
