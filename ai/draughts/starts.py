"""The variants of draughts by name, and where each begins."""

from __future__ import annotations

from typing import Final

STARTS: Final = {
    "draughts-international": "W:W31-50:B1-20",
    "draughts-fifteen": "W:W36-50:B1-15",
    "draughts-brazilian": "W:W21-32:B1-12",
    "draughts-russian": "W:W21-32:B1-12",
    "draughts-english": "B:W21-32:B1-12",
}
"""The start position of each variant, as PDN FEN; it tells who moves first."""
