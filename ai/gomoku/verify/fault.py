"""What the check says of a file that is no proof."""

from __future__ import annotations


class FaultError(Exception):
    """The file is no proof. One sentence for a person."""
