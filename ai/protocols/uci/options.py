"""What a program that uses our engine may set, in UCI (`setoption name Hash value 64`) and UCCI (`setoption hashsize
64`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ai.level import Level
from ai.protocols.strength import strength_name, strength_names

MOST_THREADS: Final = 256
MOST_TABLE_MB: Final = 1 << 16
MOST_LINES: Final = 128
ASIAN_RULE: Final = "asianrule"
SIMPLE_RULE: Final = "simple"
"""What a repetition leads to: the word of UCCI for the World Xiangqi Rules, and ours for the simple rules of
`game.rules.xiangqi.simple_repetition`."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_TRUE: Final = ("true", "on", "1", "yes")
_PASSED_OVER: Final = frozenset(
    (
        *(
            "ponder",
            "newgame",
            "batch",
            "debug",
            "bookfiles",
            "useegtb",
            "egtbpaths",
            "evalapi",
            "promotion",
        ),
        *("idle", "pruning", "knowledge", "randomness", "selectivity", "style", "uci analysemode", "uci showwdl"),
    )
)
"""What others' engines know and ours does the same whatever is set: it thinks in the other side's time when asked to,
and a new game needs no preparation."""


class OptionError(ValueError):
    """An option can't be set; `str(error)` says why in a few words."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting as it was read: its name in lower case without underscores, and its value, empty for a button."""

    name: str
    value: str

    @property
    def is_passed_over(self) -> bool:
        """Whether there is nothing to do about it."""
        return self.name in _PASSED_OVER

    def number(self, most: int) -> int:
        """Its value as a whole number from 1 to `most`, the nearest one if it lies outside. Raises OptionError."""
        if not _NUMBER.fullmatch(self.value):
            raise OptionError(f"{self.name} takes a whole number")
        return min(max(1, int(self.value)), most)

    @property
    def is_on(self) -> bool:
        """Its value as a switch."""
        return self.value.lower() in _TRUE


def read_option(words: Sequence[str]) -> Option:
    """The words after `setoption`, of either protocol. Raises OptionError where there is no name."""
    if [word.lower() for word in words[:1]] == ["name"]:
        lowered = [word.lower() for word in words]
        end = lowered.index("value") if "value" in lowered else len(words)
        name, value = words[1:end], words[end + 1 :]
    else:
        name, value = words[:1], words[1:]
    if not name:
        raise OptionError("setoption needs a name")
    return Option(" ".join(name).lower().replace("_", " ")[:40], " ".join(value))


def uci_options(table_mb: int, threads: int, level: Level | None) -> tuple[str, ...]:
    """What `uci` is answered with."""
    return (
        f"option name Hash type spin default {table_mb} min 1 max {MOST_TABLE_MB}",
        f"option name Threads type spin default {threads} min 1 max {MOST_THREADS}",
        f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}",
        "option name Ponder type check default false",
        "option name OwnBook type check default false",
        f"option name Level type combo default {strength_name(level)} {_strengths()}",
        "option name Clear Hash type button",
        "option name UCI_Variant type combo default xiangqi var xiangqi",
        f"option name Repetition type combo default {ASIAN_RULE} var {ASIAN_RULE} var {SIMPLE_RULE}",
    )


def ucci_options(table_mb: int, threads: int, level: Level | None) -> tuple[str, ...]:
    """What `ucci` is answered with."""
    return (
        "option usemillisec type check default false",
        f"option hashsize type spin min 1 max {MOST_TABLE_MB} default {table_mb}",
        f"option threads type spin min 1 max {MOST_THREADS} default {threads}",
        f"option multipv type spin min 1 max {MOST_LINES} default 1",
        "option ponder type check default false",
        "option usebook type check default false",
        f"option level type combo {_strengths()} default {strength_name(level)}",
        "option newgame type button",
        f"option repetition type combo var {ASIAN_RULE} var {SIMPLE_RULE} default {ASIAN_RULE}",
    )


def _strengths() -> str:
    return " ".join(f"var {name}" for name in strength_names("xiangqi"))
