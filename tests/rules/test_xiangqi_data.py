"""The rules of Xiangqi against facts found by other programs (`tests/data/xiangqi/README.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from xiangqi_boards import data, legal, played, position, verdict
from xiangqi_cycles import diagrams, gone_on

from game.rules.core import Side, Termination
from game.rules.xiangqi.position import XiangqiPosition
from game.rules.xiangqi.variants import XIANGQI

PERFT = {entry["id"]: entry for entry in data("perft.json")}
QUICK_LEAVES = 20_000
"""Positions are counted as deep as there are no more leaves than this, the start to depth 3."""

SLOW_LEAVES = 350_000


def perft(here: XiangqiPosition, depth: int) -> int:
    """How many lines of this many plies there are; the last ply is counted without being played."""
    moves = here.legal_moves()
    return len(moves) if depth == 1 else sum(perft(here.play(move), depth - 1) for move in moves)


def by_move(here: XiangqiPosition, depth: int) -> dict[str, int]:
    """What each move contributes, for the message of a failure."""
    return {XIANGQI.write_move(move, here): perft(here.play(move), depth - 1) for move in here.legal_moves()}


def test_legal_moves_are_those_of_the_oracles() -> None:
    wrong = []
    for entry in data("legal_moves.json"):
        here = XIANGQI.read_position(entry["fen"])
        if legal(here) != set(entry["legal_ucci"]) or len(here.legal_moves()) != entry["n"]:
            wrong.append((entry["fen"], legal(here) ^ set(entry["legal_ucci"])))
        assert here.is_check() == bool(here.checkers()) == entry["in_check"]
        assert (here.outcome() is None) == (entry["n"] > 0)
        assert str(here) == entry["fen"]
        assert here.ply == entry["ply"]
    assert wrong == []


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    counts = {int(depth): count for depth, count in PERFT[name]["perft"].items()}
    most = 100_000 if name == "startpos" else QUICK_LEAVES
    depth = max(depth for depth, count in counts.items() if count <= most)
    here = XIANGQI.read_position(PERFT[name]["fen"])
    assert perft(here, depth) == counts[depth], by_move(here, depth)


@pytest.mark.slow
@pytest.mark.parametrize("name", PERFT)
def test_perft_deeper(name: str) -> None:
    counts = {int(depth): count for depth, count in PERFT[name]["perft"].items()}
    most = 3_500_000 if name == "startpos" else SLOW_LEAVES
    depth = max(depth for depth, count in counts.items() if count <= most)
    here = XIANGQI.read_position(PERFT[name]["fen"])
    assert perft(here, depth) == counts[depth], by_move(here, depth)


def test_notation_is_that_of_the_oracles() -> None:
    for entry in data("notation.json"):
        here = position(entry["fen"])  # some were made up for their notation and could not come about
        move = XIANGQI.read_move(entry["move"], here)
        assert XIANGQI.notations(move, here) == {
            "chinese": entry["cn"],
            "chinese-traditional": entry["cn_trad"],
            "wxf": entry["wxf"],
            "iccs": entry["iccs"],
        }, entry["fen"]
        for form in ("cn", "cn_ascii", "cn_trad", "wxf", "iccs", "xqbase_file"):
            assert XIANGQI.read_move(entry[form], here) == move, (entry["fen"], entry[form])


SEEN_FROM: dict[str, Callable[[str], str]] = {
    "the diagram": lambda text: text,
    "a mirror": lambda text: text.translate(str.maketrans("abcdefghi", "ihgfedcba")),
    "the other side": lambda text: text.translate(str.maketrans("0123456789", "9876543210")),
}


def turned(fen: str, view: str) -> str:
    """The board seen from there; seen from the other side the colours are changed as well."""
    rows, turn, *rest = fen.split()
    ranks = rows.split("/")
    if view == "a mirror":
        ranks = [rank[::-1] for rank in ranks]
    if view == "the other side":
        ranks, turn = [rank.swapcase() for rank in reversed(ranks)], "wb"[turn == "w"]
    return " ".join(["/".join(ranks), turn, *rest])


@pytest.mark.parametrize("view", SEEN_FROM)
@pytest.mark.parametrize("entry", diagrams(), ids=lambda each: each["diagram"])
def test_repetitions_are_judged_as_in_the_diagrams(entry: dict[str, Any], view: str) -> None:
    """World Xiangqi Rules 2018, the chapter on repetition."""
    moves = [SEEN_FROM[view](move) for move in entry["moves"]]
    game = gone_on(turned(entry["fen"], view), moves)
    assert game.outcome is not None
    to_move = Side((game.positions[0].turn + len(moves)) % 2)
    verdicts = {None: "draw", to_move: "win", to_move.other: "loss"}
    assert verdicts[game.outcome.winner] == entry["side_to_move_at_end"]


REPETITIONS = data("repetition.json")
TERMINATIONS = {
    "checking side loses": Termination.PERPETUAL_CHECK,
    "chasing side loses": Termination.PERPETUAL_CHASE,
}


@pytest.mark.parametrize(
    "entry", [each for each in REPETITIONS if each["agreed"] and not each["contested"]], ids=lambda each: each["fen"]
)
def test_repetitions_are_judged_as_all_judges_agree(entry: dict[str, Any]) -> None:
    game = played(entry["fen"], entry["moves"][: entry["end_ply"] - 1])
    assert game.outcome is None
    game.play_text(entry["moves"][entry["end_ply"] - 1])
    assert verdict(game) == entry["verdict"]
    assert game.outcome is not None
    assert game.outcome.termination is TERMINATIONS.get(entry["kind"], Termination.REPETITION)


def test_where_the_judges_disagree_we_stand_with_one_of_them() -> None:
    """Five cases; the figures say with whom, so that a change of the judgement is seen."""
    disputed = [each for each in REPETITIONS if not each["agreed"] or each["contested"]]
    judges = ("verdict", "pikafish_2026", "pikafish_2023_computer", "pikafish_2023_chinese")
    same: Counter[str] = Counter()
    for entry in disputed:
        ours = verdict(played(entry["fen"], entry["moves"]))
        same.update(judge for judge in judges if entry[judge] == ours)
    assert len(disputed) == 5
    assert [same[judge] for judge in judges] == [2, 4, 5, 2]
