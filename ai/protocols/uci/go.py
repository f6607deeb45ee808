"""What a search was asked for: the words after `go`, in UCI or UCCI. Where they say the same by different words both
are understood in either."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.protocols.budget import USUAL_S, MoveBudget

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_MOVE_LIKE: Final = re.compile(r"[a-i][0-9]{1,2}-?[a-i][0-9]{1,2}", re.IGNORECASE | re.ASCII)
_VALUES: Final = frozenset(
    (
        *("depth", "nodes", "mate", "perft", "movetime", "wtime", "btime", "winc", "binc", "movestogo"),
        *("time", "increment", "opptime", "oppincrement", "oppmovestogo"),
    )
)
"""Words that are followed by a number."""


@dataclass(frozen=True, slots=True)
class Go:
    """What is granted for the move; `endless`: until stopped; `ponder`: the move before it is only expected, and no
    time runs yet; `draw`: the other side offers a draw; `perft`: no move is wanted, but a count; `only`: the moves to
    choose from (empty: all). `unread` holds the words that mean nothing."""

    budget: MoveBudget
    endless: bool = False
    ponder: bool = False
    draw: bool = False
    perft: int | None = None
    only: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def read_go(words: Sequence[str], turn: int, unit_s: float) -> Go:
    """Read the words after `go`, for the side to move (RED, BLACK); `unit_s` is what UCCI's `time` and `increment`
    count."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    only: list[str] = []
    unread: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0).lower()
        if word in ("infinite", "ponder", "draw"):
            flags.add(word)
        elif word in _VALUES and left and _NUMBER.fullmatch(left[0]):
            numbers[word] = int(left.pop(0))
        elif word == "depth" and left[:1] == ["infinite"]:  # an older UCCI
            continue
        elif word == "searchmoves":
            while left and _MOVE_LIKE.fullmatch(left[0]):
                only.append(left.pop(0))
        else:
            unread.append(word)
    return Go(
        _budget(numbers, turn, unit_s),
        endless="infinite" in flags,
        ponder="ponder" in flags,
        draw="draw" in flags,
        perft=max(0, numbers["perft"]) if "perft" in numbers else None,
        only=tuple(only),
        unread=tuple(unread),
    )


def _budget(numbers: dict[str, int], turn: int, unit_s: float) -> MoveBudget:
    def seconds(word: str, unit: float) -> float | None:
        return max(0, numbers[word]) * unit if word in numbers else None

    left_s = seconds("btime" if turn else "wtime", 0.001)
    increment_s = seconds("binc" if turn else "winc", 0.001)
    if left_s is None:
        left_s, increment_s = seconds("time", unit_s), seconds("increment", unit_s)
    depth = numbers.get("depth")
    if "mate" in numbers:
        depth = 2 * numbers["mate"] - 1  # mate in this many moves
    nodes = numbers.get("nodes")
    moves_left = numbers.get("movestogo", 0)
    return MoveBudget(
        turn_s=seconds("movetime", 0.001),
        left_s=left_s,
        increment_s=increment_s or 0.0,
        moves_left=moves_left if moves_left > 0 else None,
        depth=None if depth is None else max(1, depth),
        nodes=None if nodes is None else max(1, nodes),
        usual_s=USUAL_S,
    )
