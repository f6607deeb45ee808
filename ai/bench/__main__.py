"""Figures of the engines: `python -m ai.bench PART ...`; each part is a module."""

from __future__ import annotations

import argparse
import importlib
import sys

from ai.version import installed_version

_PARTS = {
    "gomoku": ("ai.gomoku.bench", "the Gomoku engine (the part that is taken where none is named)"),
    "xiangqi": ("ai.xiangqi.bench", "the Xiangqi engine"),
    "draughts": ("ai.draughts.bench", "the draughts engine"),
    "reversi": ("ai.reversi.bench", "the Reversi engine"),
    "signatures": (
        "ai.bench.signatures",
        "what every engine decides in fixed positions, as tests/data/signatures.json has it",
    ),
    "classic": ("ai.bench.classic", "the source documents' algorithms beside ours"),
}


def main(arguments: list[str] | None = None) -> int:
    """The command line; gives the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(
        prog="python -m ai.bench",
        description="Figures of the engines, on one thread. `PART --help` tells the options of a part.",
    )
    parser.add_argument("--version", action="version", version=installed_version())
    parts = parser.add_subparsers(dest="part", metavar="PART")
    for name, (_, about) in _PARTS.items():
        parts.add_parser(name, help=about, add_help=False)
    if given and given[0] not in _PARTS and given[0].startswith("--depth"):
        given = ["gomoku", *given]
    options, rest = parser.parse_known_args(given)
    module, _ = _PARTS[options.part or "gomoku"]
    status: int = importlib.import_module(module).main(rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
