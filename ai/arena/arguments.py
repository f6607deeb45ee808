"""Values on the command lines of the arena."""

from __future__ import annotations


def count(text: str) -> int:
    """A whole number, 1 at least. Raises ValueError, of which argparse tells."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
