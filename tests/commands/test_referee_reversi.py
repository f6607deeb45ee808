"""The referee on Reversi: legal squares, a pass that must be made, the score at the end."""

from __future__ import annotations

import json
from typing import Any

from game.commands import referee


def ask(**request: Any) -> Any:
    return json.loads(json.dumps(referee.answer(json.dumps({"variant": "reversi", **request}).encode())))


def test_the_start_and_a_move() -> None:
    answer = ask(moves=["f5"])
    assert answer["position"] == "---------------------------OX------XXX-------------------------- O"
    assert answer["turn"] == "white"
    assert answer["legal"] == [{"text": "d6"}, {"text": "f4"}, {"text": "f6"}]
    assert answer["outcome"] is None
    assert "pass" not in answer


def test_a_pass_and_the_end() -> None:
    start = "OOOO-OX-OOOOXOOO" + "OOOOOOOO" * 6 + " O"
    passing = ask(position=start, moves=["h1"])
    assert (passing["turn"], passing["legal"], passing["pass"]) == ("black", [], True)
    assert "to pass" in ask(position=start, moves=["h1", "e1"])["error"]["message"]
    ended = ask(position=start, moves=["h1", "pass", "e1"])
    assert ended["outcome"] == {
        "winner": "white",
        "termination": "disc-count",
        "line": [],
        "score": {"black": 0, "white": 64},
    }
