"""How the side to move stands, as a value that is ordered, as python-chess's `chess.engine.Score` is.

>>> Mate(-0) < Mate(-1) < Repetition(-4) < Cp(-50) < Cp(200) < Repetition(6) < Mate(4) < Mate(1) < -Mate(0)
True
>>> max(Cp(30), Mate(-2), Cp(-80))
Cp(+30)
>>> -Cp(20), -Mate(4), abs(Repetition(-3)), -Mate(0)
(Cp(-20), Mate(-4), Repetition(+3), MateGiven)
>>> [str(score) for score in (Cp(62), Cp(-7), Mate(5), Mate(-4), Repetition(-4))]
['+0.62', '-0.07', '+W5', '-W4', '-W']

Imports neither numba nor numpy.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import total_ordering
from typing import Final

_REPETITION: Final = 28_000
"""As a number of hundredths: beyond every evaluation."""


@total_ordering
class Score(ABC):
    """`Cp`, `Repetition` or `Mate`, from the view of the side to move; `-score` is the other side's view."""

    __slots__ = ()

    @property
    @abstractmethod
    def _place(self) -> tuple[int, int]:
        """Where it stands in the order: the kind from -2 to 2, then within its kind."""

    @abstractmethod
    def __neg__(self) -> Score: ...

    @abstractmethod
    def number(self, mate: int) -> int:
        """Hundredths of the game's unit; of a forced end `mate` less the plies to it, with its sign.

        >>> Cp(-300).number(32_000), Mate(5).number(32_000), Mate(-2).number(32_000)
        (-300, 31995, -31998)
        """

    @property
    def wins(self) -> bool:
        """Whether the side to move wins by force."""
        return False

    def within(self, most: int) -> int:
        """Hundredths of the game's unit, cut off at `-most` and `most`, where forced ends lie, too.

        >>> Cp(-300).within(1000), Cp(4000).within(1000), Mate(-9).within(1000)
        (-300, 1000, -1000)
        """
        return max(-most, min(most, self.number(sys.maxsize)))

    def __abs__(self) -> Score:
        return max(self, -self)

    def __lt__(self, other: object) -> bool:
        return self._place < other._place if isinstance(other, Score) else NotImplemented


@dataclass(frozen=True, slots=True, repr=False)
class Cp(Score):
    """No end is seen: `centi` hundredths of the game's unit (a soldier, a man, a disc, an open two)."""

    centi: int

    @property
    def _place(self) -> tuple[int, int]:
        return 0, self.centi

    def number(self, mate: int) -> int:
        """`centi`."""
        return self.centi

    def __neg__(self) -> Cp:
        return Cp(-self.centi)

    def __str__(self) -> str:
        return f"{self.centi / 100:+.2f}"

    def __repr__(self) -> str:
        return f"Cp({self.centi:+d})"


@dataclass(frozen=True, slots=True, repr=False)
class Repetition(Score):
    """A position comes back in `plies`, and the rules of repetition decide. Above 0: the other side has nothing but a
    perpetual check or chase, and loses by it; below: so has the side to move. Unlike with `Mate`, something better may
    still be found."""

    plies: int

    @property
    def _place(self) -> tuple[int, int]:
        return (1 if self.plies > 0 else -1), -self.plies

    def number(self, mate: int) -> int:
        """Hundredths beyond every evaluation: 28,000 less the plies, with its sign; `mate` is to be more."""
        return (_REPETITION if self.plies > 0 else -_REPETITION) - self.plies

    def __neg__(self) -> Repetition:
        return Repetition(-self.plies)

    def __str__(self) -> str:
        return "+W" if self.plies > 0 else "-W"

    def __repr__(self) -> str:
        return f"Repetition({self.plies:+d})"


@dataclass(frozen=True, slots=True, repr=False)
class Mate(Score):
    """A forced end, called so in every game: the side to move wins in `plies`, or loses in this many where they are
    below
    0. `Mate(0)`: it has lost already; `given`, which only `-Mate(0)` is: it has won."""

    plies: int
    given: bool = False

    @property
    def wins(self) -> bool:
        """Whether it is the side to move that wins."""
        return self.plies > 0 or self.given

    @property
    def _place(self) -> tuple[int, int]:
        return (2 if self.wins else -2), -self.plies

    def number(self, mate: int) -> int:
        """`mate` less the plies, with its sign."""
        return (mate if self.wins else -mate) - self.plies

    def __neg__(self) -> Mate:
        return Mate(-self.plies, given=self.plies == 0 and not self.given)

    def __str__(self) -> str:
        return f"{'+' if self.wins else '-'}W{abs(self.plies)}"

    def __repr__(self) -> str:
        return "MateGiven" if self.given else f"Mate({self.plies:+d})" if self.plies else "Mate(-0)"


def of_kernel(score: int, mate: int, longest: int, unit: int = 100) -> Score:
    """A kernel's score, in which an open two or a soldier counts `unit`, and a forced end `mate` less the plies to it;
    beyond `longest` scores are such ends.

    >>> of_kernel(75, 30_000, 29_000, 150), of_kernel(-29_996, 30_000, 29_000)
    (Cp(+50), Mate(-4))
    """
    if abs(score) > longest:
        return Mate(mate - score if score > 0 else -mate - score)
    return Cp(score * 100 // unit)
