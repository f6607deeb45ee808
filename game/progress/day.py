"""The person's day, by which challenges and ladders go."""

from __future__ import annotations

from datetime import date


def today() -> date:
    """The day, by the clock of this machine."""
    return date.today()  # noqa: DTZ011  # the person's own day, not that of Greenwich
