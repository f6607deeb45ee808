"""What an engine thinks of a position: the values of `ai.api` that the table hands on, under one roof of its own.

The players bring them; whoever only shows or compares them needs no engine.
"""

from ai.api import SearchInfo as SearchInfo
from ai.score import Cp as Cp
from ai.score import Mate as Mate
from ai.score import Repetition as Repetition
from ai.score import Score as Score


def moves_to_win(plies: int) -> int:
    """How many moves of its own the winner needs for an end this many plies away. Every text tells distances so, as
    problems of all four games do ("mate in 3")."""
    return (abs(plies) + 1) // 2
