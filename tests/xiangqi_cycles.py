"""The diagrams of the World Xiangqi Rules on repetition (tests/data/xiangqi/README.md), and how their cycles go on."""

from __future__ import annotations

import json
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from game.rules.game import Game
from game.rules.xiangqi.variants import XIANGQI


def diagrams() -> list[dict[str, Any]]:
    """The entries of `repetition_diagrams.json`."""
    path = Path(__file__).parent / "data" / "xiangqi" / "repetition_diagrams.json"
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["diagrams"]
    assert entries
    return entries


def gone_on(fen: str, moves: list[str]) -> Game:
    """The game of moves that end in a cycle, as it goes on in this cycle until the rules end it."""
    positions = [XIANGQI.read_position(fen)]
    for text in moves:
        positions.append(positions[-1].play(XIANGQI.read_move(text, positions[-1])))
    plies = range(len(positions))
    first, last = next((i, j) for j in reversed(plies) for i in reversed(plies[:j]) if positions[i] == positions[j])
    game = Game(XIANGQI, positions[0])
    for text in chain(moves[:last], cycle(moves[first:last])):
        game.play_text(text)
        if game.outcome is not None:
            return game
    raise AssertionError("a cycle never ends")
