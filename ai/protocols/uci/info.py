"""The progress of a search as `info` lines tell it: written for others, read from others. Mates are told in moves, as
in chess; inside the house they are counted in plies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ai.api import Choice, SearchInfo
from ai.score import Cp, Mate, Repetition, Score

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}", re.ASCII)
_ATTRIBUTES: Final = frozenset(
    (
        *("depth", "seldepth", "multipv", "score", "nodes", "nps", "tbhits", "time", "hashfull", "currmove"),
        *("currmovenumber", "cpuload", "pv", "refutation", "currline", "wdl", "lowerbound", "upperbound"),
    )
)


def score_text(score: Score) -> str:
    """`cp 34`, `mate 3` or `mate -3`: hundredths of a soldier, or moves to the mate. A perpetual check or chase that
    decides the game is told as a mate, as other engines do, for want of a nearer word: `repetition_remark` says it."""
    if isinstance(score, (Mate, Repetition)):
        return f"mate {(score.plies + 1) // 2 if score.plies > 0 else -(-score.plies // 2)}"
    return f"cp {score.number(0)}"


def repetition_remark(score: Score) -> str:
    """What is to be said of a score beside its number: who loses by repetition; empty where nobody does."""
    if not isinstance(score, Repetition):
        return ""
    if score.plies > 0:
        return "the other side has only a perpetual check or chase, and loses by repetition"
    return "there is only a perpetual check or chase, which loses by repetition"


def info_lines(info: SearchInfo, lines: int, write: Callable[[str], str]) -> list[str]:
    """The `info` lines of a search, one for each of the best moves, `lines` at most; `write` writes a move's text."""
    choices = (Choice(info.score, info.line), *info.others)[:lines]
    nps = round(info.nodes / info.time_s) if info.time_s > 0 else 0
    told = []
    for number, choice in enumerate(choices, 1):
        farthest = f" seldepth {info.seldepth}" if info.seldepth else ""
        rank = f" multipv {number}" if lines > 1 else ""
        moves = " ".join(write(move) for move in choice.line)
        told.append(
            f"info depth {info.depth}{farthest}{rank} score {score_text(choice.score)} nodes {info.nodes} nps {nps} "
            f"time {round(info.time_s * 1000)} pv {moves}".rstrip()
        )
    return told


@dataclass(frozen=True, slots=True)
class UciInfo:
    """What an `info` line says; None where it says nothing. `rank` is 1 for the best move; `pv` are words."""

    depth: int | None = None
    nodes: int | None = None
    score: Score | None = None
    rank: int = 1
    pv: tuple[str, ...] = ()


def read_info(words: Sequence[str]) -> UciInfo:
    """Read the words after `info`. UCCI writes the score as a plain number."""
    parts: dict[str, list[str]] = {}
    values: list[str] = []
    for word in words:
        if word in ("string", "message"):
            break  # the rest is for people
        if word in _ATTRIBUTES:
            values = parts.setdefault(word, [])
        else:
            values.append(word)
    return UciInfo(
        _whole(parts.get("depth")),
        _whole(parts.get("nodes")),
        _read_score(parts.get("score", [])),
        _whole(parts.get("multipv")) or 1,
        tuple(parts.get("pv", ())),
    )


def _whole(values: list[str] | None) -> int | None:
    return int(values[0]) if values and _NUMBER.fullmatch(values[0]) else None


def _read_score(values: list[str]) -> Score | None:
    kind = values[0] if values[:1] in (["cp"], ["mate"]) else ""
    number = _whole(values[1:] if kind else values)
    if number is None:
        return None
    if kind != "mate":
        return Cp(number)
    if number == 0:
        return None  # the side to move is mated: nothing to be told in plies
    return Mate(2 * number - 1 if number > 0 else 2 * number)
