"""What the benches of the network print: a figure with its unit and, where there is one, its target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a bench. `below` is what it has to stay under; None = a figure to compare, without a target."""

    name: str
    value: float
    unit: str
    below: float | None = None

    @property
    def misses(self) -> bool:
        """Whether it has a target and misses it."""
        return self.below is not None and self.value >= self.below

    def __str__(self) -> str:
        line = f"{self.name:62} {self.value:10.2f} {self.unit}"
        if self.below is None:
            return line
        return f"{line:86} {'MISSES' if self.misses else 'under'} {self.below:g}"


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-round(share * 10_000) * len(ordered) // 10_000) - 1)]
