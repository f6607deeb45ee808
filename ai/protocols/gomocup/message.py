"""What the engine tells of its thinking, as MESSAGE lines.

Managers show them as they are, so no form is laid down. The usual one names each number; who asked with YXSHOWINFO
reads the form that Rapfi has in its UCI-like mode, which boards made for it know:

    MESSAGE depth 7 seldepth 12 nodes 12345 time 250 nps 49380 ev 31 pv 7,7 8,8
    MESSAGE depth 7-12 ev 31 n 12K n/ms 49 tm 250 pv H8 I9
    MESSAGE depth 7-12 multipv 2 ev 12 n 12K n/ms 49 tm 250 pv H9 I9
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ai.api import Choice, SearchInfo
from ai.gomoku.notation import PASS, read_move
from ai.score import Mate, Score

_WHOLE: Final = 10_000
"""From here on nodes are told in thousands, from a thousand times as many in millions."""


def usual_message(info: SearchInfo, size: int) -> str:
    """The line of the usual form on a board of `size` lines."""
    nps = round(info.nodes / info.time_s) if info.time_s > 0 else 0
    points = [read_move(move, size) for move in info.line if move != PASS]
    line = " ".join(f"{point % size},{point // size}" for point in points)
    farthest = f" seldepth {info.seldepth}" if info.seldepth else ""
    return (
        f"MESSAGE depth {info.depth}{farthest} nodes {info.nodes} time {round(info.time_s * 1000)} nps {nps} "
        f"ev {score_text(info.score)} pv {line}"
    ).rstrip()


def detailed_messages(info: SearchInfo) -> Iterator[str]:
    """A line of the detailed form for each of the best moves, best first; numbered if there are several."""
    choices = (Choice(info.score, info.line), *info.others)
    ms = round(info.time_s * 1000)
    speed = info.nodes // ms if ms else 0
    for number, choice in enumerate(choices, start=1):
        which = f" multipv {number}" if len(choices) > 1 else ""
        yield (
            f"MESSAGE depth {info.depth}-{max(info.depth, info.seldepth)}{which} ev {score_text(choice.score)} "
            f"n {_nodes_text(info.nodes)} n/ms {speed} tm {ms} pv {_names(choice.line)}"
        ).rstrip()


def score_text(score: Score) -> str:
    """A score from the side to move: hundredths, or `+M9` and `-M8` for a forced end in this many plies."""
    return str(score).replace("W", "M") if isinstance(score, Mate) else str(score.number(0))


def _names(moves: Sequence[str]) -> str:
    return " ".join(move.upper() for move in moves if move != PASS)


def _nodes_text(nodes: int) -> str:
    if nodes < _WHOLE:
        return str(nodes)
    return f"{nodes // 1000}K" if nodes < _WHOLE * 1000 else f"{nodes // 1_000_000}M"
