"""The program from a checkout: `python main.py` opens the window, `python main.py --help` tells the rest."""

from __future__ import annotations

import sys

from game.commands import line


def _open_window(record: str | None) -> int:
    from game.app import run_window  # it brings pygame along, which commands without a window do without

    return run_window(record)


if __name__ == "__main__":
    sys.exit(line.run(sys.argv[1:], _open_window))
