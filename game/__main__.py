"""The program's one way in: `python main.py`, `python -m game`, and the installed command `qiguan`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from game.commands import line


def _open_window(files: Sequence[Path]) -> int:
    # Hardly anything that a start makes is garbage: looking for some takes a tenth of it. `game.run` goes on with it.
    gc.disable()
    from game.run import run_window  # it brings pygame along, which commands without a window do without

    return run_window(files)


def main() -> None:
    """Do what the command line asks for, and exit with its code."""
    try:
        code = line.run(sys.argv[1:], _open_window)
    except Exception as error:  # nobody has foreseen it: a line for the person, everything for the log
        code = _fail(error)
    sys.exit(code)


def _fail(error: Exception) -> int:
    from game.folders import find_folders
    from game.logs import keep_log, log, versions

    with keep_log(find_folders()) as file:
        log.error("%s failed with %s", sys.argv[1:2], versions(), exc_info=error)
    where = f"; details are in {file}" if file else ""
    sys.stderr.write(f"qiguan: {type(error).__name__}: {' '.join(str(error).split())}{where}\n")
    return 1


if __name__ == "__main__":
    main()
