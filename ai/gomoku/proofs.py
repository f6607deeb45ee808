"""The file of positions of Gomoku that were put to a proof search: one JSON object a line, each written at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from game.rules.gomoku.rows import RowRule


@dataclass(frozen=True, slots=True)
class ProofAnswer:
    """Whether Black wins for certain, what Black plays (key, canonical square), and the solver's nodes."""

    proven: bool
    moves: tuple[tuple[bytes, int], ...]
    nodes: int


class Proofs:
    """What is known of a rule so far, in memory and in the file. Raises OSError, and ValueError for a bad line."""

    def __init__(self, path: Path, rule: RowRule) -> None:
        self._path = path
        self._rule = rule
        self.proven: dict[bytes, dict[bytes, int]] = {}
        self.open: set[bytes] = set()
        self.spent: dict[bytes, int] = {}
        if path.exists():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                self._read(line, number)

    def _read(self, line: str, number: int) -> None:
        try:
            entry = json.loads(line)
            if entry["rule"] != self._rule.name:
                raise ValueError(f"it is about {entry['rule']}")
            moves = {bytes.fromhex(key): int(square) for key, square in entry["moves"].items()}
            self._take(bytes.fromhex(entry["key"]), bool(entry["proven"]), moves, int(entry["limit"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"line {number} of {self._path} can't be used: {error}") from error

    def _take(self, key: bytes, proven: bool, moves: dict[bytes, int], limit: int) -> None:
        self.spent[key] = max(limit, self.spent.get(key, 0))
        if proven:
            self.proven[key] = moves
            self.open.discard(key)
        elif key not in self.proven:
            self.open.add(key)

    def add(self, key: bytes, found: ProofAnswer, limit: int) -> None:
        """Keep an answer."""
        moves = dict(found.moves)
        self._take(key, found.proven, moves, limit)
        entry = {
            "rule": self._rule.name,
            "key": key.hex(),
            "proven": found.proven,
            "limit": limit,
            "nodes": found.nodes,
            "moves": {each.hex(): square for each, square in moves.items()},
        }
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def known(self) -> frozenset[bytes]:
        """The keys of all positions proven so far."""
        return frozenset(key for moves in self.proven.values() for key in moves)
