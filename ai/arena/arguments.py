"""Values on the command lines of the arena."""

from __future__ import annotations

import argparse


def count(text: str) -> int:
    """A whole number, 1 at least. Raises ValueError, of which argparse tells."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def share(text: str) -> float:
    """A number from 0 to 1. Raises ValueError, of which argparse tells."""
    number = float(text)
    if not 0.0 <= number <= 1.0:
        raise ValueError(text)
    return number


def even(text: str) -> int:
    """An even number of games, 2 at least. Raises ValueError and ArgumentTypeError, of which argparse tells."""
    number = count(text)
    if number % 2:
        raise argparse.ArgumentTypeError("games come in pairs with colours swapped: give an even number")
    return number
