"""Figures of the engines: `python -m ai.bench PART ...`; each part is a module."""

from __future__ import annotations

import argparse
import importlib
import sys

from ai.games import GAMES
from ai.version import ShowVersion

_PARTS = {
    **{name: (game.bench, f"the engine of {name}") for name, game in GAMES.items() if game.bench},
    "signatures": (
        "ai.bench.signatures",
        "what every engine decides in fixed positions, as ai/signatures.json has it",
    ),
    "classic": ("ai.bench.classic", "the source documents' algorithms beside ours"),
}


_USUAL = next(iter(_PARTS))


def main(arguments: list[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench",
        description="Figures of the engines, on one thread. `PART --help` tells the options of a part; "
        f"without one it is {_USUAL}.",
    )
    parser.add_argument("--version", action=ShowVersion)
    parts = parser.add_subparsers(dest="part", metavar="PART")
    for name, (_, about) in _PARTS.items():
        parts.add_parser(name, help=about, add_help=False)
    if given and given[0] not in _PARTS and given[0].startswith("--depth"):
        given = [_USUAL, *given]
    options, rest = parser.parse_known_args(given)
    module, _ = _PARTS[options.part or _USUAL]
    status: int = importlib.import_module(module).main(rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
