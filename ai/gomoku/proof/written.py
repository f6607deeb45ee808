"""The file of positions that a proof search has written out: one JSON object a line, each written at once. Writing a
position out takes longer than finding that it is won, so a search that goes on takes them from here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.gomoku.proof.file import ProofLink, key_of
from ai.gomoku.proof.journal import whole_lines
from ai.gomoku.proof.windows import Mask


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A position's canonical form, Black's move there, the plies to five at most, the wins by their bytes with the
    symmetry that leads from their squares to the form's, the links, and the zone, None where it has none."""

    form: bytes
    move: int
    plies: int
    wins: tuple[tuple[bytes, int], ...]
    links: tuple[ProofLink, ...]
    zone: Mask | None


class WrittenPositions:
    """Positions by key. Raises OSError, and ValueError for a line that can't be used."""

    def __init__(self, path: Path) -> None:
        self._positions: dict[bytes, WrittenPosition] = {}
        for number, line in enumerate(whole_lines(path), 1):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise ValueError(f"line {number} of {path} can't be used: {error}") from error
        self._file = path.open("a", encoding="utf-8")

    def _take(self, entry: dict[str, Any]) -> None:
        if "open" in entry:
            self._positions.pop(bytes.fromhex(entry["open"]), None)
            return
        form, zone = bytes.fromhex(entry["form"]), entry["zone"]
        self._keep(
            WrittenPosition(
                form,
                int(entry["move"]),
                int(entry["plies"]),
                tuple((bytes.fromhex(win), int(turn)) for win, turn in entry["wins"]),
                tuple(ProofLink(int(reply), bytes.fromhex(key), int(turn)) for reply, key, turn in entry["links"]),
                None if zone is None else int(zone, 16),
            )
        )

    def _keep(self, position: WrittenPosition) -> None:
        key = key_of(position.form)
        self._positions.pop(key, None)  # one that is written again comes after what it links to by now
        self._positions[key] = position

    def all(self) -> list[WrittenPosition]:
        """In the order in which they were written out."""
        return list(self._positions.values())

    def add(self, position: WrittenPosition) -> None:
        """Keep a position."""
        self._keep(position)
        self._write(
            {
                "form": position.form.hex(),
                "move": position.move,
                "plies": position.plies,
                "wins": [(win.hex(), turn) for win, turn in position.wins],
                "links": [(link.reply, link.key.hex(), link.symmetry) for link in position.links],
                "zone": None if position.zone is None else f"{position.zone:x}",
            }
        )

    def drop(self, key: bytes) -> None:
        """Forget a position that does not hold."""
        if self._positions.pop(key, None) is not None:
            self._write({"open": key.hex()})

    def _write(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
