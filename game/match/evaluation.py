"""What an engine thinks of a position: the values of `ai.api` that the table hands on, under one roof of its own.

The players bring them; whoever only shows or compares them needs no engine.
"""

from ai.api import Score as Score
from ai.api import SearchInfo as SearchInfo
