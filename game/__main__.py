"""The program's one way in: `python main.py`, `python -m game`, and the installed commands: `qiguan` (a window program,
which on Windows has no console), `qiguan-console` (the same with one) and an engine each, `qiguan-gomoku` and so on."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path


def _open_window(files: Sequence[Path | str]) -> int:
    # Hardly anything that a start makes is garbage: looking for some takes a tenth of it. `game.run` goes on with it.
    gc.disable()
    from game.run import run_window  # it brings pygame along, which commands without a window do without

    return run_window(files)


def main() -> None:
    """Do what the command line asks for, and exit with its code."""
    _do(sys.argv[1:])


def gomoku() -> None:
    """`qiguan-gomoku`, for managers that take a path without arguments: `qiguan engine gomoku`."""
    _do(["engine", "gomoku", *sys.argv[1:]])


def xiangqi() -> None:
    """`qiguan-xiangqi`, likewise."""
    _do(["engine", "xiangqi", *sys.argv[1:]])


def draughts() -> None:
    """`qiguan-draughts`, likewise. The program that uses it may say `hub` behind the path, as engines of the field want
    it."""
    _do(["engine", "draughts", *(word for word in sys.argv[1:] if word != "hub")])


def reversi() -> None:
    """`qiguan-reversi`, likewise."""
    _do(["engine", "reversi", *sys.argv[1:]])


def _do(arguments: Sequence[str]) -> None:
    try:
        code = _obey(arguments) if arguments else _open_window(())
    except Exception as error:  # nobody has foreseen it: a line for the person, everything for the log
        code = _fail(error)
    sys.exit(code)


def _obey(arguments: Sequence[str]) -> int:
    from game.commands import line  # the usual start, without arguments, needs no parser

    return line.run(arguments, _open_window)


def _fail(error: Exception) -> int:
    from game.storage.folders import find_folders
    from game.storage.logs import keep_log, log, versions

    with keep_log(find_folders()) as file:
        log.error("%s failed with %s", sys.argv[1:2], versions(), exc_info=error)
    where = f"; details are in {file}" if file else ""
    if sys.stderr is not None:  # as it is without a console on Windows
        sys.stderr.write(f"qiguan: {type(error).__name__}: {' '.join(str(error).split())}{where}\n")
    return 1


if __name__ == "__main__":
    main()
