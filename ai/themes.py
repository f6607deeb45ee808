"""By what a challenge is solved: `python -m ai.themes FILE ...` writes it into files of challenges.

Told from the first line of the solution, by the rules alone; each game says in its own `themes` which there are.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ai.api import EngineError
from ai.engine_kind import resolve
from ai.games import GAMES
from ai.positions import rules_of
from ai.version import ShowVersion
from game.rules.core import Move, Position, RulesError, Variant


def _line(rules: Variant, start: str, solution: Mapping[str, Any]) -> tuple[list[Position], list[Move]]:
    positions, moves = [rules.read_position(start)], list[Move]()
    step: Mapping[str, Any] | None = solution
    while step is not None:
        text, then = next(iter(step["on"].items()))
        for each in (text, then[0]) if then else (text,):
            moves.append(rules.read_move(each, positions[-1]))
            positions.append(positions[-1].play(moves[-1]))
        step = then[1] if then else None
    return positions, moves


def themes_of(rules: Variant, start: str, solution: Mapping[str, Any]) -> list[str]:
    """The themes of a challenge whose solution is as the file has it; none for a game without themes."""
    finder = GAMES[rules.game].themes if rules.game in GAMES else ""
    if not finder:
        return []
    found: list[str] = resolve(finder)(*_line(rules, start, solution))
    return found


def main(given: Sequence[str] | None = None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m ai.themes", description="By what challenges are solved.")
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="a file of challenges, which is written again"
    )
    for path in parser.parse_args(given).files:
        try:
            _write_themes(path)
        except OSError as error:
            sys.stderr.write(f"{path}: {error.strerror}\n")
            return 1
        except (ValueError, LookupError, TypeError, AttributeError, EngineError, RulesError) as error:
            # a file of another kind can be wrong in any place
            why = " ".join(str(error).split())
            sys.stderr.write(f"{path}: it is no file of challenges ({type(error).__name__}: {why})\n")
            return 1
    return 0


def _write_themes(path: Path) -> None:
    held = json.loads(path.read_bytes())
    rules = rules_of(held["about"]["variant"])
    rows = []
    for each in held["challenges"]:
        solution = each.pop("solution")
        rows.append({**each, "themes": themes_of(rules, each["start"], solution), "solution": solution})
    text = ",\n".join(json.dumps(each, ensure_ascii=False) for each in rows)
    about = json.dumps(held["about"], ensure_ascii=False)
    path.write_text(f'{{"about": {about},\n"challenges": [\n{text}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
