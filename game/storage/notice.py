"""A notice: something the person should know and has not caused, such as settings that could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Notice:
    """What to tell: a code that the window translates (`notice.<code>`) and the values that stand in its text.

    `str(notice)` is one English line for a log or the command line.
    """

    code: str
    values: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        details = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{self.code} ({details})" if details else self.code
