"""The program's one way in: `python main.py`, `python -m game`, and the installed command `qiguan`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from game.commands import line


def _open_window(files: Sequence[Path]) -> int:
    from game.app import run_window  # it brings pygame along, which commands without a window do without

    return run_window(files)


def main() -> None:
    """Do what the command line asks for, and exit with its code."""
    sys.exit(line.run(sys.argv[1:], _open_window))


if __name__ == "__main__":
    main()
