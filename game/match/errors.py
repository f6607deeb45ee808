"""What can't be done at a table."""

from __future__ import annotations

from game.rules.core import Refusal, RulesError


class MatchError(Exception):
    """Something that can't be done at this table now. `refusal.code` is translated by the window."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.refusal = Refusal(code)


class DifferentPositionError(RulesError):
    """The move is legal, but the position after it is not the one that the mover sees."""

    def __init__(self, text: str) -> None:
        super().__init__(f"after {text} the mover sees another position")
