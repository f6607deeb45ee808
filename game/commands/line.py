"""The command line: what is asked for, and off to it. Imports what the parser needs; the rest follows the choice."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from game.folders import DATA_VARIABLE
from game.version import VERSION

PROGRAM: Final = "qiguan"


def run(arguments: Sequence[str], open_window: Callable[[str | None], int]) -> int:
    """Do what the arguments (without the program's name) ask for and give the exit code: 0 well, 1 failed.

    `open_window` opens the window, with a record or without, until it is closed; it is handed in because this package
    knows no screen. Raises SystemExit: 2, after a line on standard error, for arguments that can't be understood, and 0
    after `--help` and `--version`.
    """
    options = _parser().parse_args(arguments)
    if "data" in options:
        # Before any module that looks for the folder is imported.
        os.environ[DATA_VARIABLE] = options.data
    if options.command == "referee":
        from game.commands import referee

        return referee.main()
    return open_window(None)


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (see {PROGRAM} --help)\n")


def _parser() -> argparse.ArgumentParser:
    # Absent options leave no trace (SUPPRESS), or the command's parser would reset what stood before the command.
    common = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--data", metavar="DIR", type=_folder, help="keep settings, journals, records and caches in this folder"
    )
    common.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    parser = _Parser(
        prog=PROGRAM,
        description="Qiguan, the board-game hall. Without a command the window opens.",
        parents=[common],
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    commands.add_parser(
        "referee",
        help="the rules as a filter: JSON lines in, JSON lines out",
        description="Reads a position and moves as one JSON line, answers with legal moves and outcome as another.",
        parents=[common],
        allow_abbrev=False,
    )
    return parser


def _folder(text: str) -> str:
    path = Path(os.path.expanduser(text))
    if not text or (path.exists() and not path.is_dir()):
        raise argparse.ArgumentTypeError(f"{text!r} is no folder")
    return str(path.absolute())
