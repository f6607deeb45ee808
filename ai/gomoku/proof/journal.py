"""The file of answers of a proof search: one JSON object a line, each written at once. A search with the same file goes
on where it was broken off, because what was answered is not asked again."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Final

from ai.gomoku.proof.examiner import Examined, ProofQuestion

_KEY: Final = 8


class ProofJournal:
    """Answers by question. Raises OSError, and ValueError for a line that can't be used."""

    def __init__(self, path: Path) -> None:
        self._answers: dict[tuple[str, int], Examined] = {}
        for number, line in enumerate(whole_lines(path), 1):
            self._read(path, number, line)
        self._file = path.open("a", encoding="utf-8")

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def nodes(self) -> int:
        """The solver's nodes for all answers."""
        return sum(each.nodes for each in self._answers.values())

    def _read(self, path: Path, number: int, line: str) -> None:
        try:
            entry = json.loads(line)
            moves = entry["moves"]
            pairs = None if moves is None else tuple((int(square), int(score)) for square, score in moves)
            self._answers[str(entry["key"]), int(entry["hinted"])] = Examined(
                int(entry["plies"]), pairs, int(entry["nodes"])
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"line {number} of {path} can't be used: {error}") from error

    def answer(self, question: ProofQuestion) -> Examined | None:
        """What is known, None where it was not asked yet."""
        key = _key(question)
        if question.hints:
            plain = self._answers.get((key, 0))
            if plain is not None:
                return plain
            held = self._answers.get((key, 1))
            if held is not None and not held.plies:
                return Examined(0, tuple((square, 0) for square in question.hints), held.nodes)
            return held
        plain, hinted = self._answers.get((key, 0)), self._answers.get((key, 1))
        return hinted if plain is None and hinted is not None and hinted.plies else plain

    def add(self, question: ProofQuestion, answer: Examined) -> None:
        """Keep an answer."""
        key, hinted = _key(question), int(bool(question.hints))
        moves = () if hinted and not answer.plies else answer.moves
        kept = Examined(answer.plies, moves, answer.nodes)
        self._answers[key, hinted] = kept
        entry = {"key": key, "hinted": hinted, "plies": kept.plies, "moves": kept.moves, "nodes": kept.nodes}
        self._file.write(json.dumps(entry, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def whole_lines(path: Path) -> list[str]:
    """The lines of a file, none where there is no file yet. One that was torn is cut off. Raises OSError."""
    if not path.exists():
        return []
    *lines, torn = path.read_text(encoding="utf-8").split("\n")
    if torn:  # killed while it was writing
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return lines


def _key(question: ProofQuestion) -> str:
    return blake2b(bytes((question.turn, *question.cells)), digest_size=_KEY, person=b"proof").hexdigest()
