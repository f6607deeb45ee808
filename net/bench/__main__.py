"""`python -m net.bench [SECTION ...]`: the figures of the network, on loopback, between real processes.

A section is a function from the number of rounds to its figures, in a module of its own; `SECTIONS` names them. Times
on a shared machine wander, so what can be compared within one run is given as a ratio too. The exit code is 1 if a
figure misses its target.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import sys
from collections.abc import Callable, Iterable, Sequence

from net.bench.discovery import measure_discovery
from net.bench.figures import Figure
from net.bench.flood import measure_flood
from net.bench.wire import measure_clocks, measure_handshake, measure_moves, measure_resume, measure_siege

SECTIONS: dict[str, Callable[[int], Iterable[Figure]]] = {
    "discovery": measure_discovery,
    "flood": measure_flood,
    "handshake": measure_handshake,
    "moves": measure_moves,
    "resume": measure_resume,
    "clocks": measure_clocks,
    "siege": measure_siege,
}


def _version() -> str:
    """The installed program's version; this package does not know the program that it is part of."""
    try:
        return importlib.metadata.version("qiguan")
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of the sections that are asked for, all of them by default. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m net.bench", description="The figures of the network, on loopback.")
    parser.add_argument("--version", action="version", version=f"qiguan {_version()}")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"{', '.join(SECTIONS)}; all by default")
    parser.add_argument("--rounds", type=int, default=50, help="how often what is quick is repeated (50)")
    options = parser.parse_args(arguments)
    for name in options.sections:
        if name not in SECTIONS:
            parser.error(f"no section {name!r}; there are {', '.join(SECTIONS)}")
    if not 2 <= options.rounds <= 10_000:
        parser.error("rounds: 2 to 10000")
    has_missed = False
    for name in options.sections or SECTIONS:
        for figure in SECTIONS[name](options.rounds):
            print(f"{name:10} {figure}", flush=True)
            has_missed |= figure.misses
    return int(has_missed)


if __name__ == "__main__":
    sys.exit(main())
