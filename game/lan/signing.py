"""What a person here says of a game that both sides sign."""

from __future__ import annotations

from game.match.autosave import local_now


def signed_date() -> str:
    """The date and time of a game by this computer's clock, as its record has it."""
    return local_now().isoformat(timespec="seconds")
