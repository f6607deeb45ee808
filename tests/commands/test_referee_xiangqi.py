"""The referee on Xiangqi: what its answers hold beside the moves, and its errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.commands import referee


def ask(**request: Any) -> Any:
    return json.loads(json.dumps(referee.answer(json.dumps({"variant": "xiangqi", **request}).encode())))


def test_the_start() -> None:
    answer = ask(id=7)
    legal = answer.pop("legal")
    assert answer == {
        "id": 7,
        "variant": "xiangqi",
        "turn": "red",
        "ply": 0,
        "position": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "check": False,
        "outcome": None,
    }
    assert len(legal) == 44
    assert legal == sorted(legal, key=lambda entry: str(entry["text"]))
    central = next(entry for entry in legal if entry["text"] == "h2e2")
    assert central["chinese"] == central["chinese-traditional"] == "炮二平五"
    assert (central["wxf"], central["iccs"]) == ("C2=5", "H2-E2")
    taking = next(entry for entry in legal if entry["text"] == "h2h9")
    assert taking["captured"] == ["h9"]


def test_moves_in_every_notation() -> None:
    answer = ask(moves=["炮二平五", "H8+7", "H0-G2", "車９平８", "兵七进一", "c6c5"])
    assert answer["turn"] == "red"
    assert answer["position"] == "rnbakabr1/9/1c4nc1/p3p1p1p/2p6/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 6 4"


def test_check_and_mate() -> None:
    assert ask(position="3k5/9/9/9/9/9/9/9/R8/5K3 w", moves=["a1d1"])["check"] is True
    mated = ask(position="3k5/9/9/R8/9/9/9/9/9/4K4 w", moves=["a6d6"])
    assert mated["outcome"] == {"winner": "red", "termination": "checkmate", "line": []}
    assert mated["legal"] == []
    assert (mated["turn"], mated["check"]) == ("black", True)


def test_a_repetition_ends_the_game() -> None:
    moves = ["a1d1", "d9e9", "d1e1", "e9d9", "e1d1", "d9e9", "d1e1", "e9d9", "e1d1"]
    ended = ask(position="3k5/9/9/9/9/9/9/9/R8/5K3 w", moves=moves)
    assert ended["outcome"] == {"winner": "black", "termination": "perpetual-check", "line": []}
    assert ended["legal"] == []
    assert ask(position="3k5/9/9/9/9/9/9/9/R8/5K3 w", moves=[*moves, "d9e9"])["error"]["kind"] == "over"


def test_a_drawn_position_that_was_only_given_is_described_as_it_stands() -> None:
    fen = "6b2/4k4/b2a5/9/9/9/9/B8/3K5/9 w - - 0 116"
    given = ask(position=fen)
    assert given["outcome"] == {"winner": None, "termination": "no-attackers", "line": []}
    assert [entry["text"] for entry in given["legal"]] == ["a2c0", "a2c4", "d1d0", "d1d2"]
    assert ask(position=fen, moves=["a2c0"])["error"]["kind"] == "over"


@pytest.mark.parametrize(
    ("request_fields", "kind", "where", "said"),
    [
        ({"size": 9}, "unreadable", "size", "one of 10"),
        ({"position": "4k4/9/9/9/9/9/9/9/9/4K4 w"}, "unreadable", "position", "face each other"),
        ({"moves": ["h2e2", "h2e2"]}, "illegal", "moves[1]", "no piece on h2"),
        ({"moves": ["b0c2", "b9c7", "c2b4"]}, "illegal", "moves[2]", "c3 hobbles"),
        ({"moves": ["e0e1", "e9e8", "d0e1"]}, "illegal", "moves[2]", "same side stands on e1"),
        ({"moves": ["马二进五"]}, "illegal", "moves[0]", "no legal move"),
        ({"moves": ["h2"]}, "unreadable", "moves[0]", "two squares"),
    ],
)
def test_errors(request_fields: dict[str, Any], kind: str, where: str, said: str) -> None:
    error = ask(**request_fields)["error"]
    assert (error["kind"], error["where"]) == (kind, where)
    assert said in error["message"]


def test_a_repetition_that_the_simple_rules_forbid() -> None:
    checks = ["e1d1", "d9e9", "d1e1", "e9d9"] * 3
    request = {"variant": "xiangqi-simple", "position": "3k5/9/9/9/9/9/9/9/4R4/5K3 w"}
    answer = ask(**request, moves=checks)
    assert answer["outcome"] is None
    assert "e1d1" not in {entry["text"] for entry in answer["legal"]}
    error = ask(**request, moves=[*checks, "e1d1"])["error"]
    assert (error["kind"], error["where"]) == ("illegal", "moves[12]")
    assert "for the fourth time" in error["message"]
